package coursemath

import (
	"errors"
	"strconv"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
	"sheafscope/core/words"
)

// Gap is λ₂, the smallest eigenvalue above the kernel of a matrix, and the dimension of that kernel.
// The kernel is always that of the matrix itself, not of the matrix before a step.
type Gap struct {
	// Kernel is the dimension of the kernel.
	// Index is the index of λ₂ among the ascending eigenvalues, −1 where all of them are zero.
	Kernel, Index int
	// Value is λ₂, or 0 where Index is −1.
	Value float64
}

// gapOf returns the gap of ascending eigenvalues, given the dimension of the kernel.
// It sets the eigenvalues of the kernel to zero in place, since rounding leaves tiny values of either sign.
func gapOf(values []float64, kernel int) Gap {
	for k := range values {
		values[k] = max(0, values[k])
	}
	clear(values[:kernel])
	if kernel == len(values) {
		return Gap{Kernel: kernel, Index: -1}
	}
	return Gap{Kernel: kernel, Index: kernel, Value: values[kernel]}
}

// Words returns a clause that identifies λ₂ among the eigenvalues.
func (g Gap) Words() string {
	switch {
	case g.Index < 0:
		return "every eigenvalue is 0, so there is no λ₂"
	case g.Kernel == 0:
		return "the kernel holds only zero, and λ₂ is the smallest eigenvalue of all"
	}
	return "λ₂ is the smallest eigenvalue above a kernel of " + words.Count(g.Kernel, "dimension")
}

// Gap returns the gap of the sheaf above its own H⁰.
func (a *Analysis) Gap() Gap { return gapOf(a.Values, a.Dim.Dim) }

// armijo is the constant c_w of the line search, the default of the setting of that name.
// The paper's theorem promises a gain of c_w/4.
const armijo = 0.1

// Ascent is one step of gap ascent, L' = L + η v vᵀ, where v is the unit eigenvector of λ₂.
// It also holds the sheaf on the same graph whose Laplacian is nearest to L'.
type Ascent struct {
	Eta     float64 `json:"eta"`
	Lambda2 float64 `json:"lambda2"`
	Lambda3 float64 `json:"lambda3"` // equal to Lambda2 where λ₂ is the largest eigenvalue
	// Matrix is λ₂ of L', which is the smaller of λ₂ + η and λ₃.
	// Sheaf is λ₂ of the nearest sheaf, above that sheaf's own kernel.
	// Promised is the gain of λ₂ that the paper's theorem promises.
	Matrix   float64 `json:"matrix"`
	Sheaf    float64 `json:"sheaf"`
	Promised float64 `json:"promised"`
	// Values are the eigenvalues of L', ascending.
	Values []float64 `json:"values"`
	// Opened is the largest eigenvalue of the nearest sheaf at the indices of the kernel before the step.
	// It is above 0 where the step made the kernel smaller.
	// After is the analysis of the nearest sheaf.
	Opened float64   `json:"opened"`
	After  *Analysis `json:"-"`
	// Nearest is the nearest sheaf, its entries rounded to twelve decimals.
	// Residual is ‖L(Nearest) − L'‖ over the diagonal blocks and the blocks of edges.
	Nearest  *SheafText `json:"nearest"`
	Residual float64    `json:"residual"`
}

// Ascend returns the step of length eta, 0 < eta ≤ 100.
// It fails where L = 0, where stalks differ in dimension, and where an eigenvalue computation fails.
func (a *Analysis) Ascend(eta float64) (Ascent, error) {
	k := a.Lambda2Index
	if k < 0 {
		return Ascent{}, errors.New("all maps are zero, so there is no gap to raise; give an edge a map")
	}
	if !a.sheaf.Equal(a.D) {
		return Ascent{}, errors.New("a step needs stalks that are all of one size; give them the same dimension")
	}
	if !(eta > 0 && eta <= 100) {
		return Ascent{}, errors.New("the step must lie above 0 and not above 100")
	}
	v := a.Vectors[k]
	m := linalg.NewDense(len(v), len(v))
	for i := range v {
		copy(m.Row(i), a.L[i])
		linalg.Axpy(eta*v[i], v, m.Row(i))
	}
	out := Ascent{Eta: eta, Lambda2: a.Lambda2, Lambda3: a.lambda3(), Promised: armijo / 4}
	var err error
	if out.Values, _, err = eigenpairs(m); err != nil {
		return Ascent{}, err
	}
	out.Matrix = gapOf(out.Values, k).Value // v is orthogonal to the kernel of L, so L' has the same kernel
	near, found, err := spectral.ReassembleFrom(a.core(), v, eta)
	if err != nil {
		return Ascent{}, err
	}
	out.Residual, out.Nearest = found.Residual, a.sheaf.Clone()
	for e := range out.Nearest.Edges {
		for side := range 2 {
			t := ""
			for _, x := range near.Map(e, side) {
				t += " ~" + strconv.FormatFloat(x, 'f', 12, 64)
			}
			out.Nearest.Edges[e].Maps[side] = t[1:]
		}
	}
	if out.After, err = Analyse(out.Nearest); err != nil {
		return Ascent{}, err
	}
	out.Sheaf = out.After.Lambda2
	if k > 0 {
		out.Opened = out.After.Values[k-1]
	}
	return out, nil
}

// core returns the sheaf in the representation of the network, whose stalks all have one dimension.
func (a *Analysis) core() *sheaf.Sheaf {
	f := sheaf.New(a.N, a.D, a.sheaf.graphEdges())
	for k, m := range a.maps {
		copy(f.Map(k/2, k%2), m.Entries)
	}
	return f
}

// lambda3 returns the eigenvalue after λ₂, or λ₂ where it is the largest.
func (a *Analysis) lambda3() float64 {
	return a.Values[min(a.Lambda2Index+1, len(a.Values)-1)]
}

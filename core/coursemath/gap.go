// This file computes the spectral gap of a sheaf, and one step of gap ascent, which raises it.

package coursemath

import (
	"errors"
	"strconv"
	"strings"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
	"sheafscope/core/words"
)

// Gap is λ₂, the smallest eigenvalue of a matrix above its kernel.
type Gap struct {
	// Kernel is the dimension of the kernel. Index is the index of λ₂ among the ascending eigenvalues, from 0, and Value is λ₂.
	// If all eigenvalues are zero, Index is −1 and Value is 0.
	Kernel, Index int
	Value         float64
}

// gapOf returns the gap of ascending eigenvalues, given the dimension of the kernel. In place, it sets the eigenvalues of the kernel and
// all negative ones to 0, since rounding leaves tiny values of either sign.
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

// Words returns a clause that identifies λ₂ among the eigenvalues, or states that there is no λ₂.
func (g Gap) Words() string {
	switch {
	case g.Index < 0:
		return "every eigenvalue is 0, so there is no λ₂"
	case g.Kernel == 0:
		return "the kernel holds only zero, and λ₂ is the smallest eigenvalue of all"
	}
	return "λ₂ is the smallest eigenvalue above a kernel of " + words.Count(g.Kernel, "dimension")
}

// Gap returns the gap of L. It sets the eigenvalues of the kernel and negative ones in a.Values to 0.
func (a *Analysis) Gap() Gap { return gapOf(a.Values, a.Dim.Dim) }

// armijo is the constant c_w of the line search of gap ascent, the default of the setting armijo. The paper's theorem promises that λ₂
// grows by c_w/4.
const armijo = 0.1

// Ascent is one step of gap ascent, L' = L + η v vᵀ, where v is the unit eigenvector of λ₂ and η is Eta.
// L' is in general no sheaf Laplacian. Nearest is the sheaf on the graph of L whose Laplacian is nearest to L'.
type Ascent struct {
	// Lambda2 and Lambda3 are λ₂ and λ₃, the next eigenvalue, before the step. Lambda3 equals Lambda2 if λ₂ is the largest eigenvalue.
	Eta     float64 `json:"eta"`
	Lambda2 float64 `json:"lambda2"`
	Lambda3 float64 `json:"lambda3"`
	// Matrix is λ₂ of L', the smaller of λ₂ + η and λ₃. If λ₂ is the largest eigenvalue, Matrix is λ₂ + η.
	// Sheaf is λ₂ of Nearest, above the kernel of Nearest. Promised is the gain of λ₂ that the paper's theorem promises.
	Matrix   float64   `json:"matrix"`
	Sheaf    float64   `json:"sheaf"`
	Promised float64   `json:"promised"`
	Values   []float64 `json:"values"` // the eigenvalues of L', ascending
	// If the kernel of L has dimension k > 0, Opened is the k-th smallest eigenvalue of Nearest. It is above 0 if the kernel of Nearest is
	// smaller. If k = 0, Opened is 0.
	Opened float64   `json:"opened"`
	After  *Analysis `json:"-"` // the analysis of Nearest
	// The entries of Nearest are rounded to twelve decimals. Residual is the Frobenius norm of L(Nearest) − L' over the blocks of
	// nodes and edges.
	Nearest  *SheafText `json:"nearest"`
	Residual float64    `json:"residual"`
}

// Ascend returns the step of length eta, 0 < eta ≤ 100. It fails for any other eta, if L = 0, if stalks differ in dimension, or if a
// computation of eigenvalues or of the nearest sheaf fails.
func (a *Analysis) Ascend(eta float64) (Ascent, error) {
	k := a.Lambda2Index // also the dimension of the kernel of L, since the eigenvalues of the kernel come first
	if k < 0 {
		return Ascent{}, errors.New("all maps are zero, so there is no gap to raise; give an edge a map")
	}
	if !a.sheaf.Equal(a.D) {
		return Ascent{}, errors.New("a step needs stalks that are all of one size; give them the same dimension")
	}
	isLength := eta > 0 && eta <= 100 // false for NaN, too
	if !isLength {
		return Ascent{}, errors.New("the step must lie above 0 and not above 100")
	}
	// The matrix L'.
	v := a.Vectors[k]
	raised := linalg.NewDense(len(v), len(v))
	for i := range v {
		copy(raised.Row(i), a.L[i])
		linalg.Axpy(eta*v[i], v, raised.Row(i))
	}
	out := Ascent{Eta: eta, Lambda2: a.Lambda2, Lambda3: a.lambda3(), Promised: armijo / 4}
	values, _, err := eigenpairs(raised)
	if err != nil {
		return Ascent{}, err
	}
	out.Values = values
	// v is orthogonal to the kernel of L, so L' has the kernel of L. gapOf also sets the eigenvalues of this kernel in out.Values to 0.
	out.Matrix = gapOf(values, k).Value
	nearest, report, err := spectral.ReassembleFrom(a.core(), v, eta)
	if err != nil {
		return Ascent{}, err
	}
	out.Residual, out.Nearest = report.Residual, a.sheaf.Clone()
	for e := range out.Nearest.Edges {
		for side := range 2 {
			var entries []string
			for _, x := range nearest.Map(e, side) {
				entries = append(entries, "~"+strconv.FormatFloat(x, 'f', 12, 64)) // "~" marks a rounded number
			}
			out.Nearest.Edges[e].Maps[side] = strings.Join(entries, " ")
		}
	}
	out.After, err = Analyse(out.Nearest)
	if err != nil {
		return Ascent{}, err
	}
	out.Sheaf = out.After.Lambda2
	if k > 0 { // L has a kernel
		out.Opened = out.After.Values[k-1]
	}
	return out, nil
}

// core returns the sheaf in the type of package sheaf. All stalks must have the same dimension.
func (a *Analysis) core() *sheaf.Sheaf {
	f := sheaf.New(a.N, a.D, a.sheaf.graphEdges())
	for k, m := range a.maps { // maps 2e and 2e+1 belong to edge e
		copy(f.Map(k/2, k%2), m.Entries)
	}
	return f
}

// lambda3 returns the eigenvalue after λ₂, for L ≠ 0. If λ₂ is the largest eigenvalue, it returns λ₂.
func (a *Analysis) lambda3() float64 {
	return a.Values[min(a.Lambda2Index+1, len(a.Values)-1)]
}

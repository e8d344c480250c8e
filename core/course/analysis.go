package course

import (
	"fmt"
	"math"
	"math/big"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// Analysis is what follows from a sheaf and its signal x: n nodes, m edges, stalks R^d.
// Vectors and rows run over the nodes with d numbers each, rows of δ over the edges.
type Analysis struct {
	N int `json:"n"`
	M int `json:"m"`
	D int `json:"d"`
	// Delta is δ, m·d × n·d; L = δᵀδ; Hat is L̂ = D^{-1/2} L D^{-1/2} with D the diagonal
	// blocks of L (pseudo-inverse where one is singular).
	Delta [][]float64 `json:"delta"`
	L     [][]float64 `json:"l"`
	Hat   [][]float64 `json:"hat"`
	// DeltaText and LText are δ and L in fractions, nil when an entry is not known so.
	DeltaText [][]string `json:"deltaText"`
	LText     [][]string `json:"lText"`
	// Values are the eigenvalues of L, ascending, Vectors[k] the unit eigenvector of the
	// k-th; HatValues and HatVectors are those of L̂.
	Values     []float64   `json:"values"`
	Vectors    [][]float64 `json:"vectors"`
	HatValues  []float64   `json:"hatValues"`
	HatVectors [][]float64 `json:"hatVectors"`
	// X is the signal, Energy = xᵀLx, Residuals[e] = F_i x_i − F_j x_j and EdgeEnergy[e]
	// its squared length, whose sum is Energy.
	X          []float64   `json:"x"`
	Energy     float64     `json:"energy"`
	Residuals  [][]float64 `json:"residuals"`
	EdgeEnergy []float64   `json:"edgeEnergy"`
	Dim        Dimension   `json:"dim"`
	// Lambda2 is the smallest eigenvalue of L above the kernel and Lambda2Index its place
	// among Values; 0 and -1 when L = 0.
	Lambda2      float64 `json:"lambda2"`
	Lambda2Index int     `json:"lambda2Index"`
	// Trace is tr L = Σ‖F‖² over all maps; Components counts connected components.
	Trace      float64 `json:"trace"`
	Components int     `json:"components"`

	sheaf *Sheaf
	maps  []Map
	core  *sheaf.Sheaf
}

// Analyse computes all that follows from s. The error is that of [Sheaf.Check].
func Analyse(s *Sheaf) (*Analysis, error) {
	a, err := spectrum(s)
	if err != nil {
		return nil, err
	}
	if delta := rationalDelta(s, a.maps); delta != nil && a.Dim.Dim > 0 {
		copy(a.Vectors, sections(delta, a.Vectors[:a.Dim.Dim]))
	}
	hat := sheaf.New(a.N, a.D, a.core.Edges)
	sheaf.NewNormalizer(a.N, a.D, a.core.Edges).Forward(a.core, 0, hat)
	h := laplacian(hat)
	a.Hat = rows(h)
	if a.HatValues, a.HatVectors, _, err = a.pairs(h, coboundary(hat)); err != nil {
		return nil, err
	}
	for k := range a.HatValues {
		a.HatValues[k] = max(0, a.HatValues[k])
		if k < a.Dim.Dim {
			a.HatValues[k] = 0
		}
	}
	a.exact()
	return a, nil
}

// measure is Analyse without eigenvalues: all that most exercises ask for, at a tenth of the work. A teacher's page judges
// thousands of answers.
func measure(s *Sheaf) (*Analysis, error) {
	maps, f, x, err := s.read()
	if err != nil {
		return nil, err
	}
	a := &Analysis{N: f.N, M: len(s.Edges), D: s.D, X: x, Trace: f.Trace(), sheaf: s.Clone(), maps: maps, core: f, Lambda2Index: -1}
	a.Delta = coboundary(f)
	if a.Dim, err = dimension(s, maps, a.Delta, nil); err != nil {
		return nil, err
	}
	a.EdgeEnergy = make([]float64, a.M)
	a.Energy = f.Dirichlet(a.EdgeEnergy, nil, x, 1)
	r := make([]float64, a.M*a.D)
	f.Coboundary(r, x, 1)
	for e := range a.M {
		a.Residuals = append(a.Residuals, r[e*a.D:(e+1)*a.D])
	}
	a.Components = components(s)
	return a, nil
}

// spectrum is Analyse without L̂ and without fractions, which no exercise asks for: the vectors of the kernel are true to rounding.
func spectrum(s *Sheaf) (*Analysis, error) {
	a, err := measure(s)
	if err != nil {
		return nil, err
	}
	l := laplacian(a.core)
	a.L = rows(l)
	if a.Values, a.Vectors, a.Dim.Smallest, err = a.pairs(l, a.Delta); err != nil {
		return nil, err
	}
	// What the rank counts as zero is zero: rounding leaves tiny values of either sign.
	for k := range a.Values {
		if k < a.Dim.Dim || a.Values[k] < 0 {
			a.Values[k] = 0
		}
	}
	if k := a.Dim.Dim; k < len(a.Values) {
		a.Lambda2, a.Lambda2Index = a.Values[k], k
	}
	return a, nil
}

// coboundary returns δ, block by block.
func coboundary(f *sheaf.Sheaf) (delta [][]float64) {
	d := f.D
	for e, g := range f.Edges {
		for k := range d {
			row := make([]float64, f.N*d)
			for q := range d {
				row[int(g.I)*d+q] = f.Map(e, 0)[k*d+q]
				row[int(g.J)*d+q] = -f.Map(e, 1)[k*d+q]
			}
			delta = append(delta, row)
		}
	}
	return delta
}

// The condition number of δ, its largest singular value through the smallest that is not zero: over poorCondition the eigenpairs
// of L = δᵀδ come from δ, as L has only its square; over worstCondition δ has lost them, too.
const poorCondition, worstCondition = 1e4, 1e12

// pairs returns the eigenvalues of l = δᵀδ, ascending, with their unit vectors, and the smallest singular value of δ that is not
// zero, 0 for none. It fails where the eigenvalues are no larger than rounding.
func (a *Analysis) pairs(l *linalg.Dense, delta [][]float64) (values []float64, vectors [][]float64, smallest float64, err error) {
	if values, vectors, err = eigen(l); err != nil || len(values) == a.Dim.Dim {
		return values, vectors, 0, err
	}
	all := make([]int, len(values))
	for k := range all {
		all[k] = k
	}
	sigma, err := singular(delta, all)
	if err != nil {
		return nil, nil, 0, err
	}
	rank := len(values) - a.Dim.Dim
	switch condition := sigma[0] / sigma[rank-1]; {
	case !(condition <= worstCondition):
		return nil, nil, 0, fmt.Errorf("the maps differ so much in size that the eigenvalues of L drown in rounding: the condition number of "+
			"the coboundary is %.2g, and %.0e is the most; bring the sizes of the maps nearer to each other", condition, worstCondition)
	case condition > poorCondition:
		better, _, right, err := singularVectors(delta, all)
		if err != nil {
			return nil, nil, 0, err
		}
		for k := range rank {
			at := len(values) - 1 - k
			values[at], vectors[at] = float64(better[k]*better[k]), signed(right[k])
		}
	}
	return values, vectors, sigma[rank-1], nil
}

// exact fills in δ and L in fractions where the maps have them.
func (a *Analysis) exact() {
	delta := rationalDelta(a.sheaf, a.maps)
	if delta == nil {
		return
	}
	for _, row := range delta {
		var t []string
		for _, v := range row {
			t = append(t, v.RatString())
		}
		a.DeltaText = append(a.DeltaText, t)
	}
	for i := range a.N * a.D {
		var t []string
		for j := range a.N * a.D {
			sum := new(big.Rat)
			for _, row := range delta {
				sum.Add(sum, new(big.Rat).Mul(row[i], row[j]))
			}
			t = append(t, sum.RatString())
		}
		a.LText = append(a.LText, t)
	}
}

func laplacian(f *sheaf.Sheaf) *linalg.Dense {
	l := sheaf.NewLaplacian(f.N, f.D, f.Edges)
	l.Assemble(f)
	return l.Dense()
}

func rows(a *linalg.Dense) [][]float64 {
	out := make([][]float64, a.Rows)
	for i := range out {
		out[i] = a.Row(i)
	}
	return out
}

// eigen returns the eigenvalues, ascending, with their unit vectors, [signed].
func eigen(m *linalg.Dense) (values []float64, vectors [][]float64, err error) {
	values, v, err := linalg.EigSym(m, true)
	if err != nil {
		return nil, nil, err
	}
	for k := range values {
		u := make([]float64, m.Rows)
		for i := range u {
			u[i] = v.At(i, k)
		}
		vectors = append(vectors, signed(u))
	}
	return values, vectors, nil
}

// signed turns a vector so that its entry of largest size, the first of them, is positive.
func signed(u []float64) []float64 {
	top := 0.0
	for _, v := range u {
		if math.Abs(v) > math.Abs(top)*(1+1e-9) {
			top = v
		}
	}
	if top < 0 {
		linalg.Scal(-1, u)
	}
	return u
}

// components counts the connected components, isolated nodes included.
func components(s *Sheaf) int {
	root := make([]int, len(s.Nodes))
	for i := range root {
		root[i] = i
	}
	count := len(root)
	for _, e := range s.Edges {
		if a, b := root[e.I], root[e.J]; a != b {
			for i := range root {
				if root[i] == b {
					root[i] = a
				}
			}
			count--
		}
	}
	return count
}

// Block returns the d×d block of L of nodes i and j.
func (a *Analysis) Block(i, j int) [][]float64 {
	var out [][]float64
	for k := range a.D {
		out = append(out, a.L[i*a.D+k][j*a.D:(j+1)*a.D])
	}
	return out
}

// EnergyOf returns xᵀLx of another signal.
func (a *Analysis) EnergyOf(x []float64) float64 { return a.core.Dirichlet(nil, nil, x, 1) }

// Rayleigh returns xᵀLx / xᵀx, NaN for x = 0.
func (a *Analysis) Rayleigh(x []float64) float64 { return a.EnergyOf(x) / linalg.Dot(x, x) }

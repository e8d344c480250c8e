package coursemath

import (
	"fmt"
	"math"

	"sheafscope/core/linalg"
)

// Analysis is what follows from a sheaf and its signal x: n nodes and m edges with their stalks.
// Vectors and rows run over the stalks of the nodes, rows of δ over those of the edges.
type Analysis struct {
	N int `json:"n"`
	M int `json:"m"`
	// D is that of the sheaf: the dimension of all stalks unless At or EdgeAt says another.
	D int `json:"d"`
	// At and EdgeAt say where the stalks of nodes and edges lie.
	At     Offsets `json:"nodeOffsets"`
	EdgeAt Offsets `json:"edgeOffsets"`
	// Delta is δ, EdgeAt.Total() × At.Total(); L = δᵀδ; Hat is L̂ = D^{-1/2} L D^{-1/2} with D the diagonal
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
	// H1 is dim H¹, the dimension of the edge stalks above the rank of δ: as exact as that of H⁰. Euler is the Euler
	// characteristic χ = Σ dim F(v) − Σ dim F(e) = dim H⁰ − dim H¹.
	H1    int `json:"h1"`
	Euler int `json:"euler"`
	// Lambda2 is the smallest eigenvalue of L above the kernel and Lambda2Index its place
	// among Values; 0 and -1 when L = 0.
	Lambda2      float64 `json:"lambda2"`
	Lambda2Index int     `json:"lambda2Index"`
	// Trace is tr L = Σ‖F‖² over all maps; Components counts connected components.
	Trace      float64 `json:"trace"`
	Components int     `json:"components"`

	sheaf *SheafText
	maps  []Map
}

// Analyse computes all that follows from s. The error is that of [Sheaf.Check].
func Analyse(s *SheafText) (*Analysis, error) {
	a, err := spectrum(s)
	if err != nil {
		return nil, err
	}
	if delta := rationalDelta(s, a.maps); delta != nil && a.Dim.Dim > 0 {
		copy(a.Vectors, sections(delta, a.Vectors[:a.Dim.Dim]))
	}
	hat, err := a.normalised()
	if err != nil {
		return nil, err
	}
	h := normal(hat, len(a.X))
	a.Hat = rows(h)
	if a.HatValues, a.HatVectors, _, err = a.pairs(h, hat); err != nil {
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
func measure(s *SheafText) (*Analysis, error) {
	maps, x, err := s.read()
	if err != nil {
		return nil, err
	}
	a := &Analysis{N: len(s.Nodes), M: len(s.Edges), D: s.D, At: s.NodeOffsets(), EdgeAt: s.EdgeOffsets(), X: x, sheaf: s.Clone(), maps: maps,
		Lambda2Index: -1}
	a.Delta = coboundary(s, maps)
	if a.Dim, err = dimension(s, maps, a.Delta, nil); err != nil {
		return nil, err
	}
	a.Euler = a.At.Total() - a.EdgeAt.Total()
	a.H1 = a.Dim.Dim - a.Euler
	for _, row := range a.Delta {
		a.Trace += linalg.Dot(row, row)
	}
	r := applied(a.Delta, x)
	for e := range a.M {
		part := r[a.EdgeAt[e]:a.EdgeAt[e+1]]
		a.Residuals, a.EdgeEnergy = append(a.Residuals, part), append(a.EdgeEnergy, linalg.Dot(part, part))
		a.Energy += a.EdgeEnergy[e]
	}
	a.Components = components(s)
	return a, nil
}

// spectrum is Analyse without L̂ and without fractions, which no exercise asks for: the vectors of the kernel are true to rounding.
func spectrum(s *SheafText) (*Analysis, error) {
	a, err := measure(s)
	if err != nil {
		return nil, err
	}
	l := normal(a.Delta, len(a.X))
	a.L = rows(l)
	if a.Values, a.Vectors, a.Dim.Smallest, err = a.pairs(l, a.Delta); err != nil {
		return nil, err
	}
	gap := a.Gap()
	a.Lambda2, a.Lambda2Index = gap.Value, gap.Index
	return a, nil
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
	for _, part := range []struct {
		rows []ratVector
		to   *[][]string
	}{{delta, &a.DeltaText}, {normalRat(delta, len(a.X)), &a.LText}} {
		for _, row := range part.rows {
			var t []string
			for _, v := range row {
				t = append(t, v.RatString())
			}
			*part.to = append(*part.to, t)
		}
	}
}

// normal returns AᵀA of a matrix with the given number of columns.
func normal(a [][]float64, columns int) *linalg.Dense {
	out := linalg.NewDense(columns, columns)
	for _, row := range a {
		for i, v := range row {
			if v != 0 {
				linalg.Axpy(v, row, out.Row(i))
			}
		}
	}
	return out
}

// applied returns A x.
func applied(a [][]float64, x []float64) []float64 {
	out := make([]float64, len(a))
	for r, row := range a {
		out[r] = linalg.Dot(row, x)
	}
	return out
}

// Eigenvalues of a diagonal block of L below blockTol times its largest, or below graphTol times the largest of all blocks, count as
// zero, as in core/sheaf.
const blockTol, graphTol = 1e-12, 1e-24

// normalised returns δ D^{-1/2}: δᵀδ of the result is L̂.
func (a *Analysis) normalised() (out [][]float64, err error) {
	values, vectors := make([][]float64, a.N), make([][][]float64, a.N)
	top := 0.0
	for i := range a.N {
		d := a.At.Dim(i)
		block := linalg.NewDense(d, d)
		for k, row := range a.Block(i, i) {
			copy(block.Row(k), row)
		}
		if values[i], vectors[i], err = eigen(block); err != nil {
			return nil, err
		}
		for _, v := range values[i] {
			top = max(top, v)
		}
	}
	out = make([][]float64, len(a.Delta))
	for r, row := range a.Delta {
		out[r] = make([]float64, len(row))
		for i, all := range values {
			from := row[a.At[i]:a.At[i+1]]
			for k, v := range all {
				if v > max(blockTol*all[len(all)-1], graphTol*top) {
					linalg.Axpy(linalg.Dot(from, vectors[i][k])/math.Sqrt(v), vectors[i][k], out[r][a.At[i]:a.At[i+1]])
				}
			}
		}
	}
	return out, nil
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
func components(s *SheafText) int {
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

// Block returns the block of L of nodes i and j, as large as their stalks.
func (a *Analysis) Block(i, j int) [][]float64 {
	var out [][]float64
	for _, row := range a.L[a.At[i]:a.At[i+1]] {
		out = append(out, row[a.At[j]:a.At[j+1]])
	}
	return out
}

// EnergyOf returns xᵀLx of another signal.
func (a *Analysis) EnergyOf(x []float64) float64 {
	r := applied(a.Delta, x)
	return linalg.Dot(r, r)
}

// Rayleigh returns xᵀLx / xᵀx, NaN for x = 0.
func (a *Analysis) Rayleigh(x []float64) float64 { return a.EnergyOf(x) / linalg.Dot(x, x) }

// This file computes the analysis of a sheaf for figures and exercises of the course.

package coursemath

import (
	"fmt"
	"math"

	"sheafscope/core/linalg"
)

// Analysis is a sheaf with n nodes and m edges, its signal x, and all quantities computed from them.
// The coboundary δ is the matrix that maps a signal to its differences on the edges. Its columns, and the entries of signals and
// eigenvectors, are the coordinates of the node stalks. Its rows are the coordinates of the edge stalks.
type Analysis struct {
	N int `json:"n"`
	M int `json:"m"`
	// D is the dimension of stalks that the reader adds later. The stalk of node i has the coordinates At[i] to At[i+1]−1, counted from 0.
	// EdgeAt has these offsets for the edge stalks.
	D      int     `json:"d"`
	At     Offsets `json:"nodeOffsets"`
	EdgeAt Offsets `json:"edgeOffsets"`
	// Delta is δ, a matrix of EdgeAt.Total() × At.Total() entries, and L = δᵀδ.
	// Hat is L̂ = D^{-1/2} L D^{-1/2}. Here D is not the field D, but the matrix of the diagonal blocks of L. A singular block has a
	// pseudo-inverse in place of an inverse.
	Delta [][]float64 `json:"delta"`
	L     [][]float64 `json:"l"`
	Hat   [][]float64 `json:"hat"`
	// DeltaText and LText are δ and L in fractions. They are nil if a map has no exact fractions.
	DeltaText [][]string `json:"deltaText"`
	LText     [][]string `json:"lText"`
	// Values are the eigenvalues of L, ascending. Vectors[k] is the unit eigenvector of Values[k].
	// HatValues and HatVectors are the eigenvalues and eigenvectors of L̂.
	Values     []float64   `json:"values"`
	Vectors    [][]float64 `json:"vectors"`
	HatValues  []float64   `json:"hatValues"`
	HatVectors [][]float64 `json:"hatVectors"`
	// X is the signal, and Energy = xᵀLx is the sum of EdgeEnergy.
	// Residuals[e] is F_i x_i − F_j x_j for the ends i and j of edge e, and EdgeEnergy[e] is its squared length.
	// Dim is the dimension of H⁰ = ker δ, the signals without energy.
	X          []float64   `json:"x"`
	Energy     float64     `json:"energy"`
	Residuals  [][]float64 `json:"residuals"`
	EdgeEnergy []float64   `json:"edgeEnergy"`
	Dim        Dimension   `json:"dim"`
	// H1 is dim H¹ = Σ dim F(e) − rank δ. It is exact if the dimension of H⁰ is exact.
	// Euler is the Euler characteristic χ = Σ dim F(v) − Σ dim F(e) = dim H⁰ − dim H¹.
	H1    int `json:"h1"`
	Euler int `json:"euler"`
	// Lambda2 is the smallest eigenvalue of L above the kernel, and Lambda2Index is its index in Values. If L = 0, Lambda2 is 0 and
	// Lambda2Index is −1.
	Lambda2      float64 `json:"lambda2"`
	Lambda2Index int     `json:"lambda2Index"`
	// Trace is tr L = Σ‖F‖² over all maps. Components is the number of connected components.
	Trace      float64 `json:"trace"`
	Components int     `json:"components"`

	sheaf *SheafText // a copy
	maps  []Map      // maps[2e] and maps[2e+1] are the maps of edge e at its nodes I and J
}

// Analyse returns the complete analysis of a sheaf. It fails if [SheafText.Check] fails, if the computation of eigenvalues does not
// converge, or if the maps differ so much in size that rounding destroys the eigenvalues.
func Analyse(s *SheafText) (*Analysis, error) {
	a, err := analyseSpectrum(s)
	if err != nil {
		return nil, err
	}
	// With fractions, the basis of the kernel becomes exact. The vectors of the kernel come first, since eigenvalues ascend.
	delta := rationalDelta(s, a.maps) // nil if a map has no fractions
	if delta != nil && a.Dim.Dim > 0 {
		copy(a.Vectors, kernelNear(delta, a.Vectors[:a.Dim.Dim]))
	}
	// L̂ = δ̂ᵀδ̂ with δ̂ = δ D^{-1/2}. The kernel of L̂ has the dimension of the kernel of L.
	deltaHat, err := a.normalised()
	if err != nil {
		return nil, err
	}
	hat := gramMatrix(deltaHat, len(a.X))
	a.Hat = denseRows(hat)
	a.HatValues, a.HatVectors, _, err = a.gramEigenpairs(hat, deltaHat)
	if err != nil {
		return nil, err
	}
	// Rounding leaves tiny eigenvalues of either sign in place of 0.
	for k := range a.HatValues {
		a.HatValues[k] = max(0, a.HatValues[k])
		if k < a.Dim.Dim { // an eigenvalue of the kernel
			a.HatValues[k] = 0
		}
	}
	a.fillFractions()
	return a, nil
}

// analyseEnergy returns an analysis without L, L̂, eigenvalues and fractions, in a tenth of the time of [Analyse]. Lambda2Index is −1.
// analyseEnergy fails if [SheafText.Check] fails, or if the dimension of H⁰ cannot be computed.
func analyseEnergy(s *SheafText) (*Analysis, error) {
	maps, x, err := s.read()
	if err != nil {
		return nil, err
	}
	a := &Analysis{N: len(s.Nodes), M: len(s.Edges), D: s.D, At: s.NodeOffsets(), EdgeAt: s.EdgeOffsets(), X: x, sheaf: s.Clone(), maps: maps,
		Lambda2Index: -1}
	a.Delta = coboundary(s, maps)
	a.Dim, err = dimension(s, maps, a.Delta, nil) // nil: on all signals
	if err != nil {
		return nil, err
	}
	// dim H¹ = dim H⁰ − χ, and tr L is the sum of the squares of all entries of δ.
	a.Euler = a.At.Total() - a.EdgeAt.Total()
	a.H1 = a.Dim.Dim - a.Euler
	for _, row := range a.Delta {
		a.Trace += linalg.Dot(row, row)
	}
	// δx and its squared length, edge by edge.
	deltaX := matVec(a.Delta, x)
	for e := range a.M {
		residual := deltaX[a.EdgeAt[e]:a.EdgeAt[e+1]]
		a.Residuals = append(a.Residuals, residual)
		a.EdgeEnergy = append(a.EdgeEnergy, linalg.Dot(residual, residual))
		a.Energy += a.EdgeEnergy[e]
	}
	a.Components = components(s)
	return a, nil
}

// analyseSpectrum returns an analysis with the eigenvalues of L, but without L̂ and fractions. Its eigenvectors in the kernel have rounding
// errors, which no exercise notices. It fails if [analyseEnergy] or [Analysis.gramEigenpairs] fails.
func analyseSpectrum(s *SheafText) (*Analysis, error) {
	a, err := analyseEnergy(s)
	if err != nil {
		return nil, err
	}
	l := gramMatrix(a.Delta, len(a.X))
	a.L = denseRows(l)
	a.Values, a.Vectors, a.Dim.Smallest, err = a.gramEigenpairs(l, a.Delta)
	if err != nil {
		return nil, err
	}
	gap := a.Gap() // Gap also sets the eigenvalues of the kernel in Values to 0
	a.Lambda2, a.Lambda2Index = gap.Value, gap.Index
	return a, nil
}

// Limits of the condition number of δ: the largest singular value divided by the smallest nonzero singular value.
const (
	// Above poorCondition the eigenpairs of L = δᵀδ are computed from δ, since L has the square of the condition number of δ.
	poorCondition = 1e4
	// Above worstCondition rounding destroys the small singular values of δ, too.
	worstCondition = 1e12
)

// gramEigenpairs returns the eigenvalues of l = δᵀδ, ascending, with their unit eigenvectors. delta is δ or, for l = L̂, δ̂ = δ D^{-1/2}.
// The kernel of delta must have the dimension a.Dim.Dim. smallest is the smallest nonzero singular value of delta, or 0 if delta is 0.
// gramEigenpairs fails if the condition number of delta exceeds worstCondition, or if a computation of eigenvalues does not converge.
func (a *Analysis) gramEigenpairs(l *linalg.Dense, delta [][]float64) (values []float64, vectors [][]float64, smallest float64, err error) {
	values, vectors, err = eigenpairs(l)
	if err != nil {
		return nil, nil, 0, err
	}
	if len(values) == a.Dim.Dim { // the kernel is the whole space, so δ = 0
		return values, vectors, 0, nil
	}
	// The singular values in sigma descend, and sigma[rank−1] is the smallest nonzero one.
	columns := make([]int, len(values)) // the indices of all columns
	for k := range columns {
		columns[k] = k
	}
	sigma, err := singularValues(delta, columns)
	if err != nil {
		return nil, nil, 0, err
	}
	rank := len(values) - a.Dim.Dim
	condition := sigma[0] / sigma[rank-1]
	// If no case applies, the eigenpairs of l are precise enough.
	switch {
	case !(condition <= worstCondition): // true for NaN, too
		return nil, nil, 0, fmt.Errorf("the maps differ so much in size that the eigenvalues of L drown in rounding: the condition number of "+
			"the coboundary is %.2g, and %.0e is the most; bring the sizes of the maps nearer to each other", condition, worstCondition)
	case condition > poorCondition:
		// The eigenvalues above the kernel are the squares of the singular values.
		// sigma has no vectors, so the values are computed again with their vectors.
		singular, _, right, err := singularVectors(delta, columns)
		if err != nil {
			return nil, nil, 0, err
		}
		right = right[:rank] // the others have no meaning
		for k, v := range right {
			for _, u := range right[:k] { // rounding leaves small components
				linalg.Axpy(-linalg.Dot(u, v), u, v)
			}
			linalg.Scal(1/linalg.Nrm2(v), v)
			ascending := len(values) - 1 - k // index in the ascending eigenvalues
			values[ascending], vectors[ascending] = float64(singular[k]*singular[k]), fixSign(v)
		}
		// The kernel is the orthogonal complement of the right vectors v: the eigenspace of Σ v vᵀ for the eigenvalue 0.
		_, complement, err := eigenpairs(gramMatrix(right, len(values)))
		if err != nil {
			return nil, nil, 0, err
		}
		copy(vectors[:a.Dim.Dim], complement)
	}
	return values, vectors, sigma[rank-1], nil
}

// fillFractions sets DeltaText and LText if all maps have exact fractions.
func (a *Analysis) fillFractions() {
	delta := rationalDelta(a.sheaf, a.maps) // computed again, since kernelNear overwrites its matrix
	if delta == nil {
		return
	}
	a.DeltaText, a.LText = ratTexts(delta), ratTexts(ratGram(delta, len(a.X)))
}

// ratTexts returns the texts of a matrix of fractions, row by row.
func ratTexts(rows []ratVector) (out [][]string) {
	out = [][]string{} // nil would mean that a map has no fractions
	for _, row := range rows {
		var texts []string
		for _, v := range row {
			texts = append(texts, v.RatString())
		}
		out = append(out, texts)
	}
	return out
}

// gramMatrix returns AᵀA of a matrix with the given number of columns.
func gramMatrix(a [][]float64, columns int) *linalg.Dense {
	out := linalg.NewDense(columns, columns)
	for _, row := range a {
		for i, v := range row {
			if v != 0 { // most entries of δ are zero
				linalg.Axpy(v, row, out.Row(i))
			}
		}
	}
	return out
}

// matVec returns A x.
func matVec(a [][]float64, x []float64) []float64 {
	out := make([]float64, len(a))
	for r, row := range a {
		out[r] = linalg.Dot(row, x)
	}
	return out
}

// denseRows returns the rows of a matrix, which share its memory.
func denseRows(a *linalg.Dense) [][]float64 {
	out := make([][]float64, a.Rows)
	for i := range out {
		out[i] = a.Row(i)
	}
	return out
}

// eigenpairs returns the eigenvalues of a symmetric matrix, ascending, with their unit eigenvectors. [fixSign] determines their signs.
func eigenpairs(m *linalg.Dense) (values []float64, vectors [][]float64, err error) {
	values, v, err := linalg.EigSym(m, linalg.WithVectors) // column k of v is the eigenvector of values[k]
	if err != nil {
		return nil, nil, err
	}
	for k := range values {
		u := make([]float64, m.Rows)
		for i := range u {
			u[i] = v.At(i, k)
		}
		vectors = append(vectors, fixSign(u))
	}
	return values, vectors, nil
}

// fixSign negates a vector in place if its entry of largest magnitude is negative, and returns the vector.
// If several entries have this magnitude up to rounding, the first counts. So rounding does not flip a vector in a figure.
func fixSign(u []float64) []float64 {
	largest := 0.0
	for _, v := range u {
		if math.Abs(v) > math.Abs(largest)*(1+1e-9) {
			largest = v
		}
	}
	if largest < 0 {
		linalg.Scal(-1, u)
	}
	return u
}

// components returns the number of connected components. An isolated node is a component.
func components(s *SheafText) int {
	component := make([]int, len(s.Nodes)) // by node; equal for two nodes that the edges so far connect
	for i := range component {
		component[i] = i
	}
	count := len(component)
	for _, e := range s.Edges {
		a, b := component[e.I], component[e.J]
		if a == b {
			continue
		}
		// The edge joins two components: a takes the nodes of b.
		for i := range component {
			if component[i] == b {
				component[i] = a
			}
		}
		count--
	}
	return count
}

// Block returns the block of L in the rows of node i and the columns of node j. The rows of the block share the memory of L.
func (a *Analysis) Block(i, j int) [][]float64 {
	var out [][]float64
	for _, row := range a.L[a.At[i]:a.At[i+1]] {
		out = append(out, row[a.At[j]:a.At[j+1]])
	}
	return out
}

// EnergyOf returns yᵀLy = ‖δy‖² for a signal y.
func (a *Analysis) EnergyOf(y []float64) float64 {
	residual := matVec(a.Delta, y)
	return linalg.Dot(residual, residual)
}

// Rayleigh returns the Rayleigh quotient yᵀLy / yᵀy. It returns NaN for y = 0.
func (a *Analysis) Rayleigh(y []float64) float64 { return a.EnergyOf(y) / linalg.Dot(y, y) }

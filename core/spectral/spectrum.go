package spectral

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

const (
	// DefaultTol is the relative tolerance below which an eigenvalue counts as zero.
	DefaultTol = 1e-8
	// MaxDense is the largest dimension for which Full computes a spectrum.
	MaxDense = 1000
)

// Rule says which eigenvalue is called λ2.
type Rule int

const (
	// Preliminaries takes the smallest eigenvalue above the kernel tolerance.
	Preliminaries Rule = iota
	// Literal takes λ_{d+1} of each connected component, the smallest of them.
	Literal
)

// Spectrum holds all eigenvalues of a symmetric positive semi-definite operator.
type Spectrum struct {
	// Values ascend.
	Values []float64
	// Vectors holds unit eigenvectors in its columns; nil unless asked for.
	Vectors *linalg.Dense
	// Threshold is tol·max(1, λmax); KernelDim the number of values not above it.
	Threshold float64
	KernelDim int
}

// Full returns the spectrum of op, of dimension at most MaxDense; tol ≤ 0
// means DefaultTol. Cost O(n³).
func Full(op linalg.Operator, tol float64, vectors bool) (*Spectrum, error) {
	n := op.Dim()
	if n > MaxDense {
		return nil, fmt.Errorf("spectral: dimension %d is above %d; ask for both ends (Lowest, Highest) instead", n, MaxDense)
	}
	return FullDense(Materialize(op), tol, vectors)
}

// FullDense is Full for a matrix that is already dense; a is not changed.
func FullDense(a *linalg.Dense, tol float64, vectors bool) (*Spectrum, error) {
	if a.Rows > MaxDense {
		return nil, fmt.Errorf("spectral: dimension %d is above %d; ask for both ends (Lowest, Highest) instead", a.Rows, MaxDense)
	}
	values, vecs, err := linalg.EigSym(a, vectors)
	if err != nil {
		return nil, fmt.Errorf("spectral: %w", err)
	}
	s := &Spectrum{Values: values, Vectors: vecs}
	s.Threshold, s.KernelDim = Kernel(values, tol)
	return s, nil
}

// Materialize returns op as a dense symmetric matrix, column by column.
func Materialize(op linalg.Operator) *linalg.Dense {
	n := op.Dim()
	a := linalg.NewDense(n, n)
	unit := make([]float64, n)
	for j := range n {
		unit[j] = 1
		// L is symmetric: its column j is its row j.
		op.Apply(a.Row(j), unit)
		unit[j] = 0
	}
	for i := range n {
		for j := range i {
			m := (a.Data[i*n+j] + a.Data[j*n+i]) / 2
			a.Data[i*n+j], a.Data[j*n+i] = m, m
		}
	}
	return a
}

// Kernel returns the threshold tol·max(1, λmax) and how many of the ascending
// values do not exceed it; tol ≤ 0 means DefaultTol.
func Kernel(values []float64, tol float64) (threshold float64, dim int) {
	if tol <= 0 {
		tol = DefaultTol
	}
	threshold = tol
	if n := len(values); n > 0 && values[n-1] > 1 {
		threshold = tol * values[n-1]
	}
	for dim < len(values) && values[dim] <= threshold {
		dim++
	}
	return threshold, dim
}

// CrowdFactor is how near to the kernel tolerance an eigenvalue is said to crowd
// it: within this factor either side.
const CrowdFactor = 10

// Crowd returns the range from ≤ k < to of the ascending values that lie above
// threshold/CrowdFactor and not above threshold·CrowdFactor. Had the tolerance
// been CrowdFactor times smaller or larger, the kernel would have had dimension
// from or to: where the two differ, dimension and λ2 are the tolerance's choice.
func Crowd(values []float64, threshold float64) (from, to int) {
	for from < len(values) && values[from] <= threshold/CrowdFactor {
		from++
	}
	for to = from; to < len(values) && values[to] <= threshold*CrowdFactor; {
		to++
	}
	return from, to
}

// Lambda2 returns λ2, its index among the ascending values, and the
// next eigenvalue λ3 (λ2 itself when there is none). d is the stalk dimension
// and components the number of connected components, isolated nodes included;
// both matter for Literal only. ok is false, and the values 0, when no eigenvalue
// above Threshold qualifies.
//
// For Literal the operator must have the constants in its kernel. The spectrum
// is the union of those of the components, and each adds d zeros before its
// λ_{d+1}; hence the smallest λ_{d+1} is the value at index d·components. Where
// the kernel is larger than that, it is 0, whatever rounding makes of it.
func (s *Spectrum) Lambda2(rule Rule, d, components int) (lambda2, lambda3 float64, index int, ok bool) {
	index = s.KernelDim
	if rule == Literal {
		index = d * components
	}
	if index >= len(s.Values) || s.Values[index] <= s.Threshold {
		return 0, 0, index, false
	}
	lambda2, lambda3 = s.Values[index], s.Values[index]
	if index+1 < len(s.Values) {
		lambda3 = s.Values[index+1]
	}
	return lambda2, lambda3, index, true
}

// countComponents returns the number of connected components, isolated nodes
// included.
func countComponents(n int, edges []graph.Edge) int {
	root := make([]int32, n)
	for i := range root {
		root[i] = int32(i)
	}
	find := func(x int32) int32 {
		for root[x] != x {
			root[x] = root[root[x]]
			x = root[x]
		}
		return x
	}
	count := n
	for _, e := range edges {
		if a, b := find(e.I), find(e.J); a != b {
			root[max(a, b)] = min(a, b)
			count--
		}
	}
	return count
}

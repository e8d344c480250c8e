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

// Rule says which eigenvalue is called λ₂.
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

// Full returns the spectrum of op, of dimension at most [MaxDense]; tol ≤ 0
// means [DefaultTol]. Cost O(n³).
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

// countComponents returns the number of connected components, isolated nodes
// included.
func countComponents(n int, edges []graph.Edge) int {
	_, count := (&graph.Graph{N: n, Edges: edges}).Components()
	return count
}

package spectral

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// This file computes the full spectrum of a small operator, for the views of a run and the
// checks of the paper's claims.

const (
	// DefaultTol is the default of the kernel tolerance: an eigenvalue counts as zero
	// if it is at most DefaultTol·max(1, λmax).
	DefaultTol = 1e-8
	// MaxDense is the largest dimension for which Full and FullDense compute a spectrum.
	MaxDense = 1000
)

// Rule is the definition of λ₂.
type Rule int

const (
	// Preliminaries defines λ₂ as the smallest eigenvalue above the kernel
	// threshold tol·max(1, λmax).
	Preliminaries Rule = iota
	// Literal defines λ₂ as the smallest λ_{d+1} of the connected components. In each
	// component, λ_{d+1} is the eigenvalue after the d smallest; d is the stalk dimension.
	Literal
)

// The values of the last argument of [Full]; callers then need not import linalg.
const (
	ValuesOnly  = linalg.ValuesOnly
	WithVectors = linalg.WithVectors
)

// Spectrum holds all eigenvalues of a symmetric positive semi-definite operator.
type Spectrum struct {
	// Values are the eigenvalues, ascending.
	Values []float64
	// Vectors has the unit eigenvectors in its columns, or is nil with ValuesOnly.
	Vectors *linalg.Dense
	// Threshold is tol·max(1, λmax). KernelDim is the number of values up to Threshold.
	Threshold float64
	KernelDim int
}

// Full returns the spectrum of op by a dense solver of cost O(n³). tol ≤ 0 stands
// for [DefaultTol]. Full fails if the dimension n exceeds [MaxDense], or if the solver does
// not converge.
func Full(op linalg.Operator, tol float64, vectors linalg.EigenVectors) (*Spectrum, error) {
	if n := op.Dim(); n > MaxDense { // before Materialize allocates n² numbers
		return nil, tooLarge(n)
	}
	return FullDense(Materialize(op), tol, vectors)
}

// FullDense is [Full] for a dense symmetric matrix, which it leaves unchanged.
func FullDense(a *linalg.Dense, tol float64, vectors linalg.EigenVectors) (*Spectrum, error) {
	if a.Rows > MaxDense {
		return nil, tooLarge(a.Rows)
	}
	values, vecs, err := linalg.EigSym(a, vectors)
	if err != nil {
		return nil, fmt.Errorf("spectral: %w", err)
	}
	s := &Spectrum{Values: values, Vectors: vecs}
	s.Threshold, s.KernelDim = Kernel(values, tol)
	return s, nil
}

// tooLarge returns the error for a dimension above MaxDense.
func tooLarge(dimension int) error {
	return fmt.Errorf("spectral: dimension %d is above %d; Lowest and Highest compute both ends of the spectrum", dimension, MaxDense)
}

// Materialize returns the dense matrix of a symmetric operator: the symmetric part of its
// products with the n unit vectors.
func Materialize(op linalg.Operator) *linalg.Dense {
	n := op.Dim()
	a := linalg.NewDense(n, n)
	unit := make([]float64, n)
	for j := range n {
		unit[j] = 1
		// The product is column j, which is also row j of a symmetric operator.
		op.Apply(a.Row(j), unit)
		unit[j] = 0
	}
	// Rounding makes the two entries of a pair slightly different.
	for i := range n {
		for j := range i {
			mean := (a.Data[i*n+j] + a.Data[j*n+i]) / 2
			a.Data[i*n+j], a.Data[j*n+i] = mean, mean
		}
	}
	return a
}

// countComponents returns the number of connected components, isolated nodes included.
func countComponents(n int, edges []graph.Edge) int {
	_, count := (&graph.Graph{N: n, Edges: edges}).Components()
	return count
}

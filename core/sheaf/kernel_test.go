// This file computes global sections from the dense spectrum, for the tests of sections.

package sheaf

import (
	"fmt"

	"sheafscope/core/linalg"
)

// MaxSectionsDim is the largest n·d for which Sections is computed.
const MaxSectionsDim = 1000

// Sections are the global sections of a sheaf, H⁰ = ker L: the features with R_ij
// x_i = R_ji x_j on every edge.
type Sections struct {
	// Dim is dim ker L. It is 0 for random maps on a graph with cycles.
	Dim int
	// Basis is (N·D)×Dim; its columns are orthonormal.
	Basis *linalg.Dense
	// Values holds all eigenvalues of L, ascending; Tol is the absolute bound up
	// to which they count as zero.
	Values []float64
	Tol    float64
}

// GlobalSections computes ker L from the dense spectrum. Eigenvalues of at most
// tol·λmax count as zero; tol = 0 means DefaultKernelTol. It fails if n·d is
// above MaxSectionsDim, tol is negative or the eigen-solver does not converge.
func GlobalSections(l *Laplacian, tol float64) (*Sections, error) {
	n := l.Dim()
	if n > MaxSectionsDim {
		return nil, fmt.Errorf("sheaf: global sections of dimension %d; at most %d are computed densely: choose a smaller graph or stalk", n,
			MaxSectionsDim)
	}
	if !(tol >= 0) {
		return nil, fmt.Errorf("sheaf: kernel tolerance %v is negative", tol)
	}
	if tol == 0 {
		tol = DefaultKernelTol
	}
	if n == 0 {
		return &Sections{Basis: linalg.NewDense(0, 0)}, nil
	}
	// The basis has the eigenvectors of the eigenvalues up to Tol.
	values, vectors, err := linalg.EigSym(l.Dense(), linalg.WithVectors)
	if err != nil {
		return nil, fmt.Errorf("sheaf: global sections: %w", err)
	}
	s := &Sections{Values: values, Tol: tol * max(values[n-1], 0)}
	for s.Dim < n && values[s.Dim] <= s.Tol {
		s.Dim++
	}
	s.Basis = linalg.NewDense(n, s.Dim)
	for i := range n {
		copy(s.Basis.Row(i), vectors.Row(i)[:s.Dim])
	}
	return s, nil
}

// Project sets dst ← Π_ker x, the nearest global section, for c channels; it is the
// limit of diffusion as time grows.
func (s *Sections) Project(dst, x []float64, c int) {
	n := s.Basis.Rows
	clear(dst)
	coef := make([]float64, c)
	for k := range s.Dim {
		clear(coef)
		for i := range n {
			b := s.Basis.At(i, k)
			for q := range c {
				coef[q] += b * x[i*c+q]
			}
		}
		for i := range n {
			b := s.Basis.At(i, k)
			for q := range c {
				dst[i*c+q] += b * coef[q]
			}
		}
	}
}

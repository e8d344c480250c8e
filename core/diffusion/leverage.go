// This file has leverage scores, the importance of edges for a sparsifier.

package diffusion

import (
	"fmt"
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// MaxDenseDim is the largest n·d for the dense eigendecompositions of this package.
const MaxDenseDim = 1000

// Leverage returns the leverage score of every edge, τ_e = tr(B_e (L+ρI)⁺ B_eᵀ). l is the
// Laplacian L of s. B_e has the d rows of edge e in the coboundary, and ⁺ is the pseudo-inverse. ρ ≥ 0 is the
// ridge, see [Ridge]. The scores lie in [0, d], and for ρ = 0 their sum is rank L.
//
// Leverage uses a dense eigendecomposition. It is an error if ρ is negative or not finite,
// if the dimension n·d exceeds [MaxDenseDim], or if the eigensolver fails.
func Leverage(s *sheaf.Sheaf, l *sheaf.Laplacian, ridge float64) ([]float64, error) {
	if err := checkRidge(ridge); err != nil {
		return nil, err
	}
	tau := make([]float64, len(s.Edges))
	w, _, err := rootInverse(l, ridge)
	if err != nil || len(tau) == 0 { // a graph without edges has no scores
		return tau, err
	}
	// τ_e = ‖B_e W‖_F² for W Wᵀ = (L+ρI)⁺: the Dirichlet energy of W on edge e.
	s.Dirichlet(tau, nil, w.Data, w.Cols) // nil: without the energies of the nodes
	return tau, nil
}

// checkRidge returns an error unless the ridge is finite and at least 0.
func checkRidge(ridge float64) error {
	if !(ridge >= 0) || math.IsInf(ridge, 0) {
		return fmt.Errorf("diffusion: ridge %v is negative or not finite", ridge)
	}
	return nil
}

// rootInverse returns a matrix W with W Wᵀ = (L+ρI)⁺ and the eigenvalues λ_k of L+ρI,
// ascending. Column k of W is eigenvector k times 1/√λ_k, or 0 if λ_k counts as 0.
// It is an error if the dimension exceeds MaxDenseDim or the eigensolver fails. For
// dimension 0, W is empty and values is nil.
func rootInverse(l *sheaf.Laplacian, ridge float64) (w *linalg.Dense, values []float64, err error) {
	n := l.Dim()
	if n > MaxDenseDim {
		return nil, nil, fmt.Errorf("diffusion: dimension %d; exact leverage scores need at most %d: use LeverageEstimate", n, MaxDenseDim)
	}
	if n == 0 {
		return linalg.NewDense(0, 0), nil, nil
	}
	values, w, err = linalg.EigSym(l.Dense(), linalg.WithVectors)
	if err != nil {
		return nil, nil, fmt.Errorf("diffusion: leverage scores: %w", err)
	}
	for k := range values {
		values[k] = max(values[k], 0) + ridge // rounding may make a zero eigenvalue negative
	}
	// An eigenvalue up to tol counts as 0.
	tol := sheaf.DefaultKernelTol * values[n-1]
	for k, v := range values {
		factor := 0.0
		if v > tol {
			factor = 1 / math.Sqrt(v)
		}
		for i := range n {
			w.Data[i*n+k] *= factor
		}
	}
	return w, values, nil
}

// LeverageEstimate estimates the leverage scores by random projection
// (Johnson–Lindenstrauss; Spielman and Srivastava, "Graph sparsification by effective
// resistances"). For Gaussian vectors z_1 and z_2 and the coboundary B, let y be
// (L+ρI)⁺(Bᵀz_1 + √ρ z_2). The expectation of ‖B_e y‖² is then τ_e of [Leverage].
//
// probes is the number of vectors y. The relative standard error of a score is at most
// √(2/probes). [CG] computes all y together, to the relative residual tol or for at most
// 1000 iterations. It is an error if ridge is negative or not finite, or if probes or tol is
// not positive.
func LeverageEstimate(s *sheaf.Sheaf, l *sheaf.Laplacian, ridge float64, probes int, tol float64, src *rng.Stream) ([]float64, error) {
	if err := checkRidge(ridge); err != nil {
		return nil, err
	}
	if probes < 1 || !(tol > 0) {
		return nil, fmt.Errorf("diffusion: %d probes with tolerance %v; both must be positive", probes, tol)
	}
	// The right-hand sides h = Bᵀz_1 + √ρ z_2, one probe in each channel.
	z := make([]float64, len(s.Edges)*s.D*probes)
	for k := range z {
		z[k] = src.Norm()
	}
	h := make([]float64, l.Dim()*probes)
	s.CoboundaryT(h, z, probes)
	if ridge > 0 { // for ridge 0 the term √ρ z_2 is 0
		root := math.Sqrt(ridge)
		for k := range h {
			h[k] += float64(root * src.Norm())
		}
	}
	const maxIter = 1000
	cg := NewCG(l, probes, tol, maxIter)
	cg.start(ridge, 1, h) // the matrix ridge·I + 1·L
	for !cg.Step() {
	}
	// The estimate is the mean of ‖B_e y‖² over the probes, and at most d like the score.
	tau := make([]float64, len(s.Edges))
	s.Dirichlet(tau, nil, cg.X(), probes) // nil: without the energies of the nodes
	for e := range tau {
		tau[e] = min(tau[e]/float64(probes), float64(s.D))
	}
	return tau, nil
}

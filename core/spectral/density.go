package spectral

import (
	"fmt"
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// Density estimates the density of states ρ(λ) = (1/n) Σ_k δ(λ − λ_k) of the n eigenvalues
// λ_k of the symmetric operator A = op, by stochastic Lanczos quadrature. It returns ρ at
// each value λ of the grid. ρ is the mean of zᵀδ(λ − A)z over random unit vectors z, and
// gaussRule approximates this measure for each z. A Gaussian replaces each δ. The
// integral of ρ over the real line is 1; for an operator of dimension 0, ρ is 0.
//
// probes ≥ 1 is the number of random vectors, and steps ≥ 1 the largest number of Lanczos
// steps for each vector. width > 0 is the standard deviation of the Gaussian, and seed
// selects the random vectors. The cost is about probes·steps products and probes·steps²·n
// operations of orthogonalisation. It is an error if an argument is out of range or the
// eigenvalue solver does not converge.
func Density(op linalg.Operator, grid []float64, probes, steps int, width float64, seed uint64) ([]float64, error) {
	n := op.Dim()
	arePositive := probes > 0 && steps > 0 && width > 0
	if !arePositive {
		return nil, fmt.Errorf("spectral: density needs probes, steps ≥ 1 and width > 0, not %d, %d, %g", probes, steps, width)
	}
	out := make([]float64, len(grid))
	if n == 0 {
		return out, nil
	}
	for p := range probes {
		nodes, weights, err := gaussRule(op, min(steps, n), rng.New(seed, "spectral/density", uint64(p)))
		if err != nil {
			return nil, err
		}
		for q, node := range nodes {
			scale := weights[q] / (float64(probes) * width * math.Sqrt(2*math.Pi))
			for i, x := range grid {
				t := (x - node) / width
				out[i] += float64(scale * linalg.Exp(-0.5*t*t))
			}
		}
	}
	return out, nil
}

// gaussRule returns the nodes θ_q and weights w_q of the Gauss rule Σ_q w_q δ(λ − θ_q) for
// the spectral measure of a random unit vector. The rule has one node per Lanczos step:
// steps ≥ 1 nodes, or fewer if Lanczos ends early. It is an error if the eigenvalue solver
// does not converge.
func gaussRule(op linalg.Operator, steps int, src *rng.Stream) (nodes, weights []float64, err error) {
	n := op.Dim()
	z := make([]float64, n)
	for i := range z {
		z[i] = src.Norm()
	}
	linalg.Scal(1/linalg.Nrm2(z), z)
	basis := [][]float64{z}
	t := linalg.NewDense(steps, steps) // the tridiagonal matrix of op in the basis
	size := 0
	for size < steps {
		w := make([]float64, n)
		v := basis[size]
		op.Apply(w, v)
		a := linalg.Dot(v, w)
		t.Set(size, size, a)
		for range 2 { // twice is enough for full reorthogonalisation
			for _, u := range basis {
				linalg.Axpy(-linalg.Dot(u, w), u, w)
			}
		}
		size++
		b := linalg.Nrm2(w)
		isInvariant := b <= 1e-12*(1+math.Abs(a)) // w is only rounding error: the basis spans an invariant subspace
		if size == steps || isInvariant {
			break
		}
		t.Set(size, size-1, b)
		t.Set(size-1, size, b)
		linalg.Scal(1/b, w)
		basis = append(basis, w)
	}
	// The nodes are the eigenvalues of the size×size part of t that is set. The weights are
	// the squared first entries of its eigenvectors.
	small := linalg.NewDense(size, size)
	for i := range size {
		copy(small.Row(i), t.Row(i)[:size])
	}
	nodes, vecs, err := linalg.EigSym(small, linalg.WithVectors)
	if err != nil {
		return nil, nil, fmt.Errorf("spectral: %w", err)
	}
	weights = make([]float64, size)
	for q := range weights {
		weights[q] = vecs.At(0, q) * vecs.At(0, q)
	}
	return nodes, weights, nil
}

// This file has the sparsifier of a sheaf. It samples each edge e independently with probability p_e = min(1, κ·τ_e), where τ_e is the
// leverage score of the edge and κ is the oversampling. A sampled edge has the weight 1/p_e. So the sparsified Laplacian L̃ has the
// expectation L.

package diffusion

import (
	"fmt"
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// OversamplingGuaranteed returns κ = 3·log(2·dim/δ)/ε² with dim = n·d and
// 0 < ε ≤ 1. With this κ and exact scores τ_e for the ridge ρ,
// (1−ε)(L+ρI) ≼ L̃+ρI ≼ (1+ε)(L+ρI) holds with probability at least 1−δ, by the matrix
// Chernoff bound. On small or sparse graphs this κ usually keeps every edge.
func OversamplingGuaranteed(eps float64, dim int, delta float64) float64 {
	return 3 * linalg.Log(2*float64(dim)/delta) / (eps * eps)
}

// OversamplingTypical returns the smallest κ, to 1 %, with 2σ ≤ ε·E[xᵀLx] for a Gaussian
// x. σ² is an upper bound of the variance of xᵀL̃x over the draws, averaged over x. This κ
// bounds the error on a typical vector, not on the worst. tau has the leverage scores. If
// all scores are 0, the result is 1.
func OversamplingTypical(s *sheaf.Sheaf, tau []float64, eps float64) float64 {
	m := len(s.Edges)
	energy := make([]float64, m) // E‖B_e x‖² = tr B_eᵀB_e
	total := 0.0
	for e := range m {
		for side := range 2 {
			for _, v := range s.Map(e, side) {
				energy[e] += float64(v * v)
			}
		}
		total += energy[e]
	}
	fits := func(kappa float64) bool {
		variance := 0.0 // σ², from E‖B_e x‖⁴ ≤ 3 (tr B_eᵀB_e)²
		for e, v := range tau {
			p := min(1, kappa*v)
			if p > 0 { // an edge of zero leverage has zero maps
				variance += float64(3 * energy[e] * energy[e] * (1/p - 1))
			}
		}
		return 2*math.Sqrt(variance) <= eps*total
	}
	return bisect(tau, fits)
}

// bisect returns the smallest κ for which fits is true, to 1 %, or 1 if all scores are 0.
// fits must be true for the κ that keeps all edges of positive score. If fits is true for
// one κ, it must be true for every larger κ.
func bisect(tau []float64, fits func(kappa float64) bool) float64 {
	smallest := 0.0 // the smallest positive score
	for _, v := range tau {
		isSmaller := smallest == 0 || v < smallest
		if v > 0 && isSmaller {
			smallest = v
		}
	}
	if smallest == 0 {
		return 1
	}
	hi := 1 / smallest // keeps all edges of positive score
	lo := hi * 1e-12   // the result if fits is always true
	for hi > 1.01*lo {
		mid := math.Sqrt(lo * hi)
		if fits(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// Probabilities returns p_e = min(1, κ·τ_e). An edge of zero leverage has zero maps,
// and its probability is 0.
func Probabilities(tau []float64, kappa float64) []float64 {
	p := make([]float64, len(tau))
	for e, v := range tau {
		p[e] = min(1, kappa*v)
	}
	return p
}

// Pattern is a sample of a sparsifier: the indices Kept of the sampled edges,
// ascending, and their weights 1/p_e.
type Pattern struct {
	Kept   []int32
	Weight []float64
}

// Draw samples each edge e independently with probability prob[e].
func Draw(prob []float64, src *rng.Stream) *Pattern {
	p := &Pattern{}
	for e, v := range prob {
		if src.Float64() < v {
			p.Kept = append(p.Kept, int32(e))
			p.Weight = append(p.Weight, 1/v)
		}
	}
	return p
}

// Sheaf returns the sparsified sheaf, which has the sampled edges of s. The maps of an edge
// of weight w are multiplied by √w, since the Laplacian is quadratic in the maps.
func (p *Pattern) Sheaf(s *sheaf.Sheaf) *sheaf.Sheaf {
	edges := make([]graph.Edge, len(p.Kept))
	for k, e := range p.Kept {
		edges[k] = s.Edges[e]
	}
	out := sheaf.New(s.N, s.D, edges)
	p.Maps(s, out)
	return out
}

// Maps sets the maps of out, a result of Sheaf, to the reweighted maps of s.
func (p *Pattern) Maps(s, out *sheaf.Sheaf) {
	size := 2 * s.D * s.D // entries of both maps of an edge
	for k, e := range p.Kept {
		root := math.Sqrt(p.Weight[k])
		src, dst := s.R[int(e)*size:(int(e)+1)*size], out.R[k*size:(k+1)*size]
		for q, v := range src {
			dst[q] = root * v
		}
	}
}

// Pull adds to gradFull the gradient for the maps of the sheaf with all edges, given
// gradSparse for the maps of the sparsified sheaf. d is the stalk dimension.
func (p *Pattern) Pull(gradSparse, gradFull []float64, d int) {
	size := 2 * d * d // entries of both maps of an edge
	for k, e := range p.Kept {
		root := math.Sqrt(p.Weight[k]) // the factor of the maps in Maps
		src, dst := gradSparse[k*size:(k+1)*size], gradFull[int(e)*size:(int(e)+1)*size]
		for q, v := range src {
			dst[q] += float64(root * v)
		}
	}
}

// MeasuredEpsilon returns the largest |xᵀ(L̃+ρI)x / xᵀ(L+ρI)x − 1| over the given number of
// random Gaussian vectors x, where L and L̃ are the Laplacians of s and sparse. A vector with
// xᵀ(L+ρI)x = 0 does not count. If no vector counts, the result is 0.
func MeasuredEpsilon(s, sparse *sheaf.Sheaf, ridge float64, vectors int, src *rng.Stream) float64 {
	x := make([]float64, s.N*s.D)
	worst := 0.0
	for range vectors {
		square := 0.0 // xᵀx
		for k := range x {
			x[k] = src.Norm()
			square += float64(x[k] * x[k])
		}
		// nil, nil: without the energies of single edges and nodes
		full := s.Dirichlet(nil, nil, x, 1) + float64(ridge*square)
		approximate := sparse.Dirichlet(nil, nil, x, 1) + float64(ridge*square)
		if full > 0 {
			worst = max(worst, math.Abs(approximate/full-1))
		}
	}
	return worst
}

// ExactEpsilon returns the smallest and the largest value of
// xᵀ(L̃+ρI)x / xᵀ(L+ρI)x over x orthogonal to the kernel of L+ρI. The ε of the sparsifier
// is max(1−low, high−1). If L+ρI is 0, both values are 1. The errors are those of [Leverage].
func ExactEpsilon(l, sparse *sheaf.Laplacian, ridge float64) (low, high float64, err error) {
	if err := checkRidge(ridge); err != nil {
		return 0, 0, err
	}
	w, values, err := rootInverse(l, ridge)
	if err != nil {
		return 0, 0, err
	}
	n := l.Dim()
	kernel := 0 // dimension of the kernel of L+ρI
	for kernel < n && values[kernel] <= sheaf.DefaultKernelTol*values[n-1] {
		kernel++
	}
	rank := n - kernel
	if rank == 0 {
		return 1, 1, nil
	}
	// The ratios are the eigenvalues of Vᵀ(L̃+ρI)V, where V has the columns of W
	// outside the kernel. The eigenvalues ascend, so the columns of the kernel come first.
	v, lv := make([]float64, n*rank), make([]float64, n*rank)
	for i := range n {
		copy(v[i*rank:(i+1)*rank], w.Row(i)[kernel:])
	}
	sparse.Apply(lv, v, rank)
	linalg.Axpy(ridge, v, lv)
	g := linalg.NewDense(rank, rank) // Vᵀ(L̃+ρI)V
	matrixV := &linalg.Dense{Rows: n, Cols: rank, Data: v}
	matrixLV := &linalg.Dense{Rows: n, Cols: rank, Data: lv}
	linalg.Gemm(linalg.Trans, linalg.NoTrans, 1, matrixV, matrixLV, 0, g)
	for a := range rank { // rounding makes g slightly asymmetric
		for b := range a {
			mean := 0.5 * (g.Data[a*rank+b] + g.Data[b*rank+a])
			g.Data[a*rank+b], g.Data[b*rank+a] = mean, mean
		}
	}
	ratio, _, err := linalg.EigSym(g, linalg.ValuesOnly)
	if err != nil {
		return 0, 0, fmt.Errorf("diffusion: sparsifier: %w", err)
	}
	return ratio[0], ratio[rank-1], nil
}

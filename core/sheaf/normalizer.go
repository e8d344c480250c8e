package sheaf

import (
	"fmt"
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/small"
)

// An eigenvalue of a diagonal block D_i up to one of these bounds counts as zero. Without
// the bounds the normalisation would scale rounding errors to unit size.
const (
	blockTol = 1e-12 // relative to the largest eigenvalue of the block
	graphTol = 1e-24 // relative to the largest eigenvalue of all blocks: a ratio of 1e-12 between maps, as D is quadratic in them
)

// Normalizer computes the normalised sheaf with the maps R̂_ij = R_ij M_i, where
// D_i = Σ_e R_ijᵀR_ij + s·I and M_i = D_i^{-1/2}. For a singular D_i, M_i is the
// root of the pseudo-inverse. The Laplacian of the normalised sheaf is
// L̂ = D^{-1/2} L D^{-1/2} with spectrum in [0, 2], or in [0, 2) for s > 0. The rows
// of an isolated node are zero.
type Normalizer struct {
	n, d     int       // nodes; stalk dimension
	sheaf    *Sheaf    // the sheaf of the last Forward
	vec, val []float64 // eigenvectors (in columns) and eigenvalues of every D_i; an eigenvalue that counts as zero is 0
	m, gm    []float64 // M_i; the gradient for M_i, which rootGrad replaces by the gradient for D_i
}

// NewNormalizer returns a Normalizer for sheaves with n nodes and stalk dimension d; the
// edges have no effect. It panics when d is outside 1..MaxDim.
func NewNormalizer(n, d int, edges []graph.Edge) *Normalizer {
	if d < 1 || d > MaxDim {
		panic(fmt.Sprintf("sheaf: stalk dimension %d outside 1..%d", d, MaxDim))
	}
	return &Normalizer{n: n, d: d, vec: make([]float64, n*d*d), val: make([]float64, n*d),
		m: make([]float64, n*d*d), gm: make([]float64, n*d*d)}
}

// Forward sets the maps of out, another sheaf on the same graph, to the normalised
// maps of s; shift is the summand s ≥ 0 of D_i. It keeps a reference to the sheaf for
// Backward and allocates nothing. It panics on a sheaf of another size, and if shift is
// negative or NaN.
func (z *Normalizer) Forward(s *Sheaf, shift float64, out *Sheaf) {
	fits := s.N == z.n && s.D == z.d && out.N == z.n && out.D == z.d && len(out.R) == len(s.R)
	if !fits {
		panic("sheaf: Normalizer used on another graph or stalk dimension")
	}
	if !(shift >= 0) {
		panic(fmt.Sprintf("sheaf: shift %v of the normalisation is negative", shift))
	}
	z.sheaf = s
	d, dd := z.d, z.d*z.d
	// m holds D until root replaces it by M.
	clear(z.m)
	s.addGrams(s.R, z.m)
	for i := 0; i < len(z.m); i += dd {
		for k := 0; k < dd; k += d + 1 {
			z.m[i+k] += shift
		}
	}
	linalg.EigSymSmalls(d, z.m, z.val, z.vec)
	largest := 0.0 // the largest eigenvalue of all blocks; the eigenvalues of a block ascend
	for i := d - 1; i < len(z.val); i += d {
		largest = max(largest, z.val[i])
	}
	for i := range z.n {
		z.root(i, largest)
	}
	clear(out.R)
	addTimes(s.pairs(), d, 1, s.R, z.m, out.R)
}

// addGrams adds Rᵀ·B to the block of node i in node, for the map R of every edge from each
// of its ends i. b has the layout of s.R, and B is the block of b at the index of R.
func (s *Sheaf) addGrams(b, node []float64) {
	d, dd := s.D, s.D*s.D
	// NodeGrams4 returns false if the kernel of linalg lacks this loop.
	if d == 4 && linalg.NodeGrams4(s.pairs(), s.R, b, node) {
		return
	}
	for k, i := range s.pairs() {
		small.AddTMul(d, 1, s.R[k*dd:(k+1)*dd], b[k*dd:(k+1)*dd], node[int(i)*dd:(int(i)+1)*dd])
	}
}

// addTimes adds scale·A_e·N_i to C_e for both ends of every edge, where i is the node
// at that end. A_e and C_e are blocks of a and c, which have the layout of [Sheaf.R].
// N_i is the block i of node.
func addTimes(pairs []int32, d int, scale float64, a, node, c []float64) {
	dd := d * d
	// MapsTimes4 returns false if the kernel of linalg lacks this loop.
	if d == 4 && linalg.MapsTimes4(pairs, scale, a, node, c) {
		return
	}
	for k, i := range pairs {
		small.AddMul(d, scale, a[k*dd:(k+1)*dd], node[int(i)*dd:(int(i)+1)*dd], c[k*dd:(k+1)*dd])
	}
}

// root computes M_i from the eigenpairs of D_i, and sets the eigenvalues in val that count
// as zero to 0. largest is the largest eigenvalue of all blocks.
func (z *Normalizer) root(i int, largest float64) {
	d, dd := z.d, z.d*z.d
	u, val, m := z.vec[i*dd:(i+1)*dd], z.val[i*d:(i+1)*d], z.m[i*dd:(i+1)*dd]
	tol := max(blockTol*val[d-1], graphTol*largest)
	var w [MaxDim]float64 // 1/√λ_p, or 0 for an eigenvalue that counts as zero
	for p := range d {
		if val[p] <= tol {
			val[p] = 0
		} else {
			w[p] = 1 / math.Sqrt(val[p])
		}
	}
	for r := range d { // M_i = U diag(w) Uᵀ
		for k := range r + 1 {
			sum := 0.0
			for p := range d {
				sum += float64(u[r*d+p] * w[p] * u[k*d+p])
			}
			m[r*d+k], m[k*d+r] = sum, sum
		}
	}
}

// Backward adds to gradR the gradient for the maps of the last Forward, which must be
// unchanged. gradOut is the gradient for the normalised maps. With D = UΛUᵀ:
//
//	dM = U(F∘UᵀdD U)Uᵀ,   F_pq = −1/(√λ_p√λ_q(√λ_p+√λ_q))
//
// For a singular block the gradient is taken at fixed rank: F_pq = λ_p^{-3/2} if
// λ_q = 0 < λ_p, and F_pq = 0 if both are 0. M has no derivative along changes of the
// maps that raise the rank.
func (z *Normalizer) Backward(gradOut, gradR []float64) {
	s := z.sheaf
	if len(gradOut) != len(s.R) || len(gradR) != len(s.R) {
		panic("sheaf: gradient of the maps has the wrong length")
	}
	clear(z.gm)
	s.addGrams(gradOut, z.gm)
	// R enters R̂ = R M directly, with the gradient gradOut·Mᵀ = gradOut·M.
	addTimes(s.pairs(), z.d, 1, gradOut, z.m, gradR)
	// R also enters through D = Σ RᵀR + s·I, with the gradient 2R·∂D.
	for i := range z.n {
		z.rootGrad(i)
	}
	addTimes(s.pairs(), z.d, 2, s.R, z.gm, gradR)
}

// rootGrad replaces the gradient for M_i in gm by the symmetric gradient for D_i.
func (z *Normalizer) rootGrad(i int) {
	d, dd := z.d, z.d*z.d
	u, val, g := z.vec[i*dd:(i+1)*dd], z.val[i*d:(i+1)*d], z.gm[i*dd:(i+1)*dd]
	var a, b [MaxDim * MaxDim]float64
	t, h := a[:dd], b[:dd]
	// g becomes symmetric. Then h becomes H = F∘(UᵀG U).
	for r := range d {
		for k := range r + 1 {
			v := 0.5 * (g[r*d+k] + g[k*d+r])
			g[r*d+k], g[k*d+r] = v, v
		}
	}
	small.AddMul(d, 1, g, u, t)
	small.AddTMul(d, 1, u, t, h)
	var roots [MaxDim]float64
	for p := range d {
		roots[p] = math.Sqrt(val[p])
		for q := range p + 1 {
			f := dividedDifference(val[p], val[q], roots[p], roots[q])
			h[p*d+q] *= f
			if q < p {
				h[q*d+p] *= f
			}
		}
	}
	// g becomes U H Uᵀ.
	clear(t)
	small.AddMul(d, 1, u, h, t)
	for r := range d {
		for k := range d {
			v := 0.0
			for p := range d {
				v += float64(t[r*d+p] * u[k*d+p])
			}
			g[r*d+k] = v
		}
	}
}

// dividedDifference returns F_pq of Backward for two eigenvalues and their square roots. It
// is the divided difference of the function λ^{-1/2}, with the value 0 at λ = 0.
func dividedDifference(lambdaP, lambdaQ, rootP, rootQ float64) float64 {
	switch {
	case lambdaP == 0 && lambdaQ == 0:
		return 0
	case lambdaP == 0:
		return 1 / (lambdaQ * rootQ)
	case lambdaQ == 0:
		return 1 / (lambdaP * rootP)
	}
	return -1 / (rootP * rootQ * (rootP + rootQ))
}

// Root returns M_i = D_i^{-1/2} of the last Forward, d×d, sharing memory.
func (z *Normalizer) Root(i int) []float64 {
	dd := z.d * z.d
	return z.m[i*dd : (i+1)*dd : (i+1)*dd]
}

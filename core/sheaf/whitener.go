package sheaf

import (
	"fmt"
	"math"

	"sheafscope/core/small"
)

// Whitener changes the basis of each node's stalk to F_i with F_iᵀD_iF_i = I, where
// D_i = Σ_e R_ijᵀR_ij + s·I. The maps become R_ij F_i. Package spectral needs it for L̂.
//
// The Laplacian of the new maps is FᵀLF. It has the eigenvalues of
// L̂ = D^{-1/2} L D^{-1/2} ([Normalizer]). For an eigenvector y, v = F y solves
// L v = λ D v.
//
// With the Cholesky factor D_i = C_iC_iᵀ, the basis is F_i = C_i^{-T}, which is
// cheaper than D_i^{-1/2}. If some D_i is nearly singular, F_i = D_i^{-1/2} for all
// nodes. For a singular D_i, the block F_iᵀD_iF_i is then a projection and not I.
type Whitener struct {
	n, d    int         // nodes; stalk dimension
	gram, f []float64   // D_i and F_i for each node
	norm    *Normalizer // computes D_i^{-1/2}; created when it is first needed
}

// pivotTol bounds the pivots of the Cholesky factorisation of D_i, relative to the diagonal
// entry of D_i. If a pivot is at most this bound, D_i counts as nearly singular.
const pivotTol = 1e-8

// NewWhitener returns a Whitener for sheaves with n nodes and stalk dimension d. It
// panics when d is outside 1..MaxDim.
func NewWhitener(n, d int) *Whitener {
	if d < 1 || d > MaxDim {
		panic(fmt.Sprintf("sheaf: stalk dimension %d outside 1..%d", d, MaxDim))
	}
	return &Whitener{n: n, d: d, gram: make([]float64, n*d*d), f: make([]float64, n*d*d)}
}

// Forward sets the maps of out, another sheaf on the same graph, to R_ij F_i for
// the maps of s; shift is the summand s ≥ 0 of D_i. It panics on a sheaf of another size,
// and if shift is negative or NaN.
func (z *Whitener) Forward(s *Sheaf, shift float64, out *Sheaf) {
	fits := s.N == z.n && s.D == z.d && out.N == z.n && out.D == z.d && len(out.R) == len(s.R)
	if !fits {
		panic("sheaf: Whitener used on another graph or stalk dimension")
	}
	if !(shift >= 0) {
		panic(fmt.Sprintf("sheaf: shift %v of the normalisation is negative", shift))
	}
	d, dd := z.d, z.d*z.d
	clear(z.gram)
	s.addGrams(s.R, z.gram)
	for i := 0; i < len(z.gram); i += dd {
		for k := 0; k < dd; k += d + 1 {
			z.gram[i+k] += shift
		}
	}
	if !z.factor() { // some D_i is nearly singular
		z.forwardByRoots(s, shift, out)
		return
	}
	clear(out.R)
	addTimes(s.pairs(), d, 1, s.R, z.f, out.R)
}

// forwardByRoots is Forward with F_i = D_i^{-1/2}.
func (z *Whitener) forwardByRoots(s *Sheaf, shift float64, out *Sheaf) {
	if z.norm == nil {
		z.norm = NewNormalizer(z.n, z.d, s.Edges)
	}
	z.norm.Forward(s, shift, out)
	copy(z.f, z.norm.m)
}

// factor sets every F_i to C_i^{-T}. It returns false if some D_i is nearly singular.
func (z *Whitener) factor() bool {
	d, dd := z.d, z.d*z.d
	for k := 0; k < len(z.gram); k += dd {
		a, f := z.gram[k:k+dd], z.f[k:k+dd]
		if d == 4 {
			if !whiten4((*[16]float64)(a), (*[16]float64)(f)) {
				return false
			}
		} else if !whiten(d, a, f) {
			return false
		}
	}
	return true
}

// whiten sets f to C^{-T} for the Cholesky factorisation a = C Cᵀ. It returns false
// if a pivot is too small, see pivotTol.
func whiten(d int, a, f []float64) bool {
	var c [MaxDim * MaxDim]float64 // C below the diagonal, and 1/C_kk on the diagonal
	for k := range d {
		for r := k; r < d; r++ {
			v := a[r*d+k]
			for q := range k {
				v -= float64(c[r*d+q] * c[k*d+q])
			}
			if r > k {
				c[r*d+k] = v * c[k*d+k]
				continue
			}
			if !(v > pivotTol*a[k*d+k]) {
				return false
			}
			c[k*d+k] = 1 / math.Sqrt(v)
		}
	}
	// Row k of f is column k of C⁻¹, by forward substitution.
	clear(f)
	for k := range d {
		f[k*d+k] = c[k*d+k]
		for r := k + 1; r < d; r++ {
			v := 0.0
			for q := k; q < r; q++ {
				v += float64(c[r*d+q] * f[k*d+q])
			}
			f[k*d+r] = -v * c[r*d+r]
		}
	}
	return true
}

// whiten4 is whiten for d = 4, without loops. p_k is pivot k, w_k = 1/√p_k, and c_rk
// and f_kr are elements of C and of F = C^{-T}.
func whiten4(a, f *[16]float64) bool {
	if !(a[0] > 0) { // the first pivot is the diagonal entry itself
		return false
	}
	w0 := 1 / math.Sqrt(a[0])
	c10, c20, c30 := a[4]*w0, a[8]*w0, a[12]*w0
	p1 := a[5] - float64(c10*c10) // float64 forbids a fused multiply-add
	if !(p1 > pivotTol*a[5]) {
		return false
	}
	w1 := 1 / math.Sqrt(p1)
	c21, c31 := (a[9]-float64(c20*c10))*w1, (a[13]-float64(c30*c10))*w1
	p2 := a[10] - float64(c20*c20) - float64(c21*c21)
	if !(p2 > pivotTol*a[10]) {
		return false
	}
	w2 := 1 / math.Sqrt(p2)
	c32 := (a[14] - float64(c30*c20) - float64(c31*c21)) * w2
	p3 := a[15] - float64(c30*c30) - float64(c31*c31) - float64(c32*c32)
	if !(p3 > pivotTol*a[15]) {
		return false
	}
	w3 := 1 / math.Sqrt(p3)
	// F = C⁻ᵀ, by forward substitution as in whiten.
	f01 := -c10 * w0 * w1
	f02 := -(float64(c20*w0) + float64(c21*f01)) * w2
	f12 := -c21 * w1 * w2
	*f = [16]float64{
		w0, f01, f02, -(float64(c30*w0) + float64(c31*f01) + float64(c32*f02)) * w3,
		0, w1, f12, -(float64(c31*w1) + float64(c32*f12)) * w3,
		0, 0, w2, -c32 * w2 * w3,
		0, 0, 0, w3}
	return true
}

// FromWhite replaces the vector y in x, of length n·d, by v = F y.
func (z *Whitener) FromWhite(x []float64) {
	d, dd := z.d, z.d*z.d
	if d == 4 {
		for i := range z.n {
			y, v := (*[4]float64)(x[4*i:]), [4]float64{}
			small.MulVec4(&v, (*[16]float64)(z.f[16*i:]), y)
			*y = v
		}
		return
	}
	var v [MaxDim]float64
	for i := range z.n {
		y, f := x[i*d:(i+1)*d], z.f[i*dd:(i+1)*dd]
		for r := range d {
			v[r] = 0
			for k, t := range y {
				v[r] += float64(f[r*d+k] * t)
			}
		}
		copy(y, v[:d])
	}
}

// ToWhite replaces the vector v in x, of length n·d, by y = FᵀD v. If every D_i is
// regular, ToWhite is the inverse of FromWhite.
func (z *Whitener) ToWhite(x []float64) {
	d, dd := z.d, z.d*z.d
	if d == 4 {
		for i := range z.n {
			v, product := (*[4]float64)(x[4*i:]), [4]float64{} // product becomes D_i v
			small.MulVec4(&product, (*[16]float64)(z.gram[16*i:]), v)
			small.MulVecT4(v, (*[16]float64)(z.f[16*i:]), &product)
		}
		return
	}
	var product [MaxDim]float64
	for i := range z.n {
		v, g, f := x[i*d:(i+1)*d], z.gram[i*dd:(i+1)*dd], z.f[i*dd:(i+1)*dd]
		for r := range d { // product becomes D_i v
			product[r] = 0
			for k, t := range v {
				product[r] += float64(g[r*d+k] * t)
			}
		}
		for r := range d { // v becomes F_iᵀ D_i v
			v[r] = 0
			for k := range d {
				v[r] += float64(f[k*d+r] * product[k])
			}
		}
	}
}

package spectral

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// metric computes with the changes of metric A_e of an [Ascent], one d×d matrix for each of
// the m edges of a base sheaf R⁰. They give the maps R = A·R⁰, that is R_ij = A_e R⁰_ij.
// The trace of the Laplacian is T(A) = Σ‖R‖² = Σ_e tr(A_e C_e A_eᵀ) with
// C_e = R⁰_ijR⁰_ijᵀ + R⁰_jiR⁰_jiᵀ.
type metric struct {
	m, d  int       // edges; stalk dimension
	c     []float64 // C_e
	total float64   // T(I) = ‖R⁰‖²
	// Operands of linalg.MapsTimes4: the indices 0 … 2m−1 of the maps, and A_e twice, once
	// for each end of the edge.
	mapIndex []int32
	bothEnds []float64
}

// newMetric returns a metric for m edges and stalk dimension d, without a base sheaf.
func newMetric(m, d int) *metric {
	g := &metric{m: m, d: d, c: make([]float64, m*d*d), mapIndex: make([]int32, 2*m), bothEnds: make([]float64, 2*m*d*d)}
	for k := range g.mapIndex {
		g.mapIndex[k] = int32(k)
	}
	return g
}

// IdentityMetric returns m identity matrices of d×d numbers, the changes of metric
// at the start of an ascent.
func IdentityMetric(m, d int) []float64 {
	a := make([]float64, m*d*d)
	for e := range m {
		for k := range d {
			a[(e*d+k)*d+k] = 1
		}
	}
	return a
}

// setBase sets C_e and T(I) from the base sheaf.
func (g *metric) setBase(s *sheaf.Sheaf) {
	d, dd := g.d, g.d*g.d
	g.total = 0
	clear(g.c)
	for e := range g.m {
		c := g.c[e*dd : (e+1)*dd]
		for side := range 2 {
			small.AddMulT(d, 1, s.Map(e, side), s.Map(e, side), c)
		}
		for r := 0; r < dd; r += d + 1 {
			g.total += c[r]
		}
	}
}

// products sets dst_k = x_k y_k, the matrix product, for every d×d block k of dst.
func (g *metric) products(dst, x, y []float64) {
	d, dd := g.d, g.d*g.d
	clear(dst)
	done := 0 // number of blocks that the kernel has multiplied
	if d == 4 {
		// The kernel multiplies pairs of 4×4 blocks. If it is missing, MapsTimes4 changes nothing and returns false.
		even := len(dst) / 32 * 2 // number of blocks in pairs
		if linalg.MapsTimes4(g.mapIndex[:even], 1, x[:16*even], y, dst[:16*even]) {
			done = even
		}
	}
	for k := done * dd; k < len(dst); k += dd {
		small.AddMul(d, 1, x[k:k+dd], y[k:k+dd], dst[k:k+dd])
	}
}

// maps sets out.R to A·R⁰, where a has the changes of metric A_e, and base has the maps R⁰.
func (g *metric) maps(out, base *sheaf.Sheaf, a []float64) {
	dd := g.d * g.d
	for e := range g.m {
		ae := a[e*dd : (e+1)*dd]
		copy(g.bothEnds[2*e*dd:], ae)
		copy(g.bothEnds[(2*e+1)*dd:], ae)
	}
	g.products(out.R, g.bothEnds, base.R)
}

// timesC sets dst_e = x_e C_e and returns ⟨x, x C⟩ = ‖x·R⁰‖², the squared change of
// the maps for a change x of A.
func (g *metric) timesC(dst, x []float64) float64 {
	g.products(dst, x, g.c)
	return linalg.Dot(dst, x)
}

// project scales a to T(A) = T(I). If ‖R − R⁰‖ > ρ‖R⁰‖ for the scaled a, it moves a
// towards the identity until the bound holds. It returns ‖R − R⁰‖/‖R⁰‖ for the
// resulting a. tmp is workspace of the length of a. If R⁰ is 0, project changes nothing
// and returns 0.
//
// With E = A − I, q1 = Σ tr(E C), q2 = Σ tr(E C Eᵀ) and T0 = T(I), the points from the
// identity (θ = 0) to A (θ = 1) are
//
//	R(θ) = κ(I + θE)R⁰,   κ = sqrt(T0/T(θ)),   T(θ) = T0 + 2θ q1 + θ² q2
//	‖R(θ) − R⁰‖² = 2T0 − 2κ(T0 + θ q1)
//
// 60 bisections find the largest θ ≤ 1 within the bound, to the precision of a float64.
func (g *metric) project(a, tmp []float64, rho float64) (change float64) {
	d, dd := g.d, g.d*g.d
	if g.total == 0 {
		return 0
	}
	for e := range g.m { // a becomes E
		for k := range d {
			a[e*dd+k*d+k]--
		}
	}
	q2 := g.timesC(tmp, a) // tmp becomes E C
	q1 := 0.0              // trace of tmp
	for e := range g.m {
		for k := range d {
			q1 += tmp[e*dd+k*d+k]
		}
	}
	// pointAt returns κ and ‖R(θ) − R⁰‖/‖R⁰‖.
	pointAt := func(theta float64) (kappa, change float64) {
		t := g.total + float64(2*theta*q1) + float64(theta*theta*q2)
		if t <= 0 { // all maps are 0, and no scaling changes them
			return 1, math.Inf(1)
		}
		kappa = math.Sqrt(g.total / t)
		// 2T0 − 2κ(T0+θq1) without cancellation: κ²θ²q2 + 2κ(κ−1)θq1 + (κ−1)²T0.
		k1 := kappa - 1
		sq := float64(kappa*kappa*theta*theta*q2) + float64(2*kappa*k1*theta*q1) + float64(k1*k1*g.total)
		return kappa, math.Sqrt(max(sq, 0) / g.total)
	}
	theta := 1.0
	kappa, change := pointAt(theta)
	limit := rho * (1 - 1e-9) // slightly inside the bound, so that rounding does not violate it
	if change > limit {
		lo, hi := 0.0, 1.0
		for range 60 {
			mid := float64((lo + hi) / 2)
			_, changeAtMid := pointAt(mid)
			if changeAtMid <= limit {
				lo = mid
			} else {
				hi = mid
			}
		}
		theta = lo
		kappa, change = pointAt(theta)
	}
	// a becomes κ(I + θE).
	linalg.Scal(kappa*theta, a)
	for e := range g.m {
		for k := range d {
			a[e*dd+k*d+k] += kappa
		}
	}
	return change
}

// Project changes A in place so that R = A·R⁰ satisfies the constraints of the ascent,
// Σ‖R‖² = Σ‖R⁰‖² and ‖R − R⁰‖ ≤ ρ‖R⁰‖. base has the maps R⁰ and a the matrices A.
// If R⁰ is 0, A stays. [Ascent.Start] calls Project and then Begin.
func (s *Ascent) Project(base *sheaf.Sheaf, a []float64, rho float64) {
	s.metric.setBase(base)
	s.change = s.metric.project(a, s.tmp, rho)
	// Per edge two products for C_e, one for E C, and an inner product. They move about seven
	// d×d matrices.
	m, d, dd := s.metric.m, s.metric.d, s.metric.d*s.metric.d
	s.spent.Add(float64(3*m*dd*d+m*dd), float64(7*m*dd))
}

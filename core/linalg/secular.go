package linalg

import "math"

// This file solves the secular equation, whose roots are the eigenvalues in a merge of divider.

// secularRoot returns root j, counted from 0, of the secular equation
//
//	f(λ) = 1 + ρ·Σ_i z_i²/(d_i − λ) = 0,  ρ > 0, d ascending and distinct, z_i ≠ 0
//
// The root lies in (d_j, d_{j+1}), or for the last j in (d_j, d_j + ρ‖z‖²]. secularRoot
// also sets diff_i to d_i − λ, with a high relative accuracy: it computes the distance τ of λ
// from the nearer of the poles d_j and d_{j+1}, or from d_j for the last j.
//
// f is 1 + ψ + φ, where ψ has the poles up to d_j and φ the later poles. Each iteration replaces
// ψ, and likewise φ, by a constant plus a single pole, with equal value and slope at the present
// point (Bunch, Nielsen, Sorensen 1978). It also shrinks a bracket of the root.
func secularRoot(d, z []float64, rho float64, j int, diff []float64) float64 {
	k := len(d)
	isLast := j == k-1
	origin := j             // tau, lo and hi are distances from the pole d[origin]
	var lo, hi, tau float64 // lo < tau < hi bracket the root
	if isLast {
		zz := 0.0
		for _, v := range z {
			zz += float64(v * v) // float64 forbids a fused multiply-add
		}
		hi = rho * zz * (1 + float64(4*epsilon*float64(k))) // ρ‖z‖², and the rounding error of the sum
		tau = hi / 2
	} else {
		// The sign of f in the middle of the interval shows which pole is nearer.
		gap := d[j+1] - d[j]
		mid := gap / 2
		s := secularSum(d, z, rho, j, j, mid)
		// The start is the root of an approximation of f: the terms of the two nearest poles, and
		// a constant c for all other terms, the 1 included. c is their value at mid.
		a, b := float64(rho*z[j]*z[j]), float64(rho*z[j+1]*z[j+1])
		c := s.f + a/mid - b/mid
		if s.f >= 0 { // f ascends, so the root is in the lower half
			hi = mid
			tau = stepToRoot(c, a+b+float64(c*gap), a*gap) // with the poles 0 and gap
		} else {
			origin = j + 1 // hi stays 0, the position of this pole
			lo = -mid
			tau = stepToRoot(c, a+b-float64(c*gap), -b*gap) // with the poles −gap and 0
		}
	}
	if !(tau > lo && tau < hi) { // a rounding error has moved the start out of the bracket, or tau is NaN
		tau = lo + float64((hi-lo)/2)
	}
	const maxIterations = 100 // only a bound: LAPACK allows 30 iterations for this equation
	for range maxIterations {
		s := secularSum(d, z, rho, j, origin, tau)
		// An estimate: four times the rounding errors of the three terms of f.
		roundingError := 4 * epsilon * (1 + math.Abs(s.psi) + math.Abs(s.phi))
		if math.Abs(s.f) <= roundingError {
			break
		}
		if s.f < 0 {
			lo = tau
		} else {
			hi = tau
		}
		// next is tau + η, the root of the approximation. At tau, d1 is d_j − λ, and d2 is d_{j+1} − λ.
		d1 := (d[j] - d[origin]) - tau
		var next float64
		if isLast {
			// There is no pole above: 1 + r + a/(d1 − η) = 0 with the constant r = ψ − ψ′·d1.
			a := s.dpsi * d1 * d1
			next = tau + d1 + a/(1+s.psi-float64(s.dpsi*d1))
		} else {
			d2 := (d[j+1] - d[origin]) - tau
			a, b := float64(s.dpsi*d1*d1), float64(s.dphi*d2*d2)
			c := s.f - float64(s.dpsi*d1) - float64(s.dphi*d2)
			// s.f·d1·d2 is the constant term without cancellation.
			next = tau + stepToRoot(c, a+b+float64(c*(d1+d2)), s.f*d1*d2)
		}
		if !(next > lo && next < hi) { // outside the bracket or NaN: bisection
			next = lo + float64((hi-lo)/2)
		}
		step := next - tau
		tau = next
		if math.Abs(step) <= 2*epsilon*math.Abs(tau) { // the step is only a rounding error of tau
			break
		}
	}
	for i, v := range d {
		diff[i] = (v - d[origin]) - tau
	}
	return d[origin] + tau
}

// stepToRoot returns the root η between the poles p < q of
//
//	c + a/(p−η) + b/(q−η) = 0,  a, b > 0
//
// This root solves c·η² − lin·η + con = 0 with lin = c·(p+q) + a + b and con = c·p·q + a·q + b·p.
func stepToRoot(c, lin, con float64) float64 {
	root := math.Sqrt(math.Abs(float64(lin*lin) - float64(4*c*con))) // negative only by a rounding error
	if lin <= 0 {                                                    // lin + root would subtract nearly equal numbers
		return (lin - root) / (2 * c)
	}
	return 2 * float64(con) / (lin + root)
}

// secularTerms are f = 1 + ψ + φ, its parts and the slopes of ψ and φ at a point.
type secularTerms struct{ f, psi, phi, dpsi, dphi float64 }

// secularSum evaluates the secular function of root j at d[origin] + tau. Each sum runs towards
// the root, so the terms of the nearest poles, often the largest, are added last.
func secularSum(d, z []float64, rho float64, j, origin int, tau float64) secularTerms {
	var s secularTerms
	o := d[origin]
	for i := 0; i <= j; i++ {
		t := z[i] / ((d[i] - o) - tau)
		s.psi += float64(z[i] * t)
		s.dpsi += float64(t * t)
	}
	for i := len(d) - 1; i > j; i-- {
		t := z[i] / ((d[i] - o) - tau)
		s.phi += float64(z[i] * t)
		s.dphi += float64(t * t)
	}
	s.psi = float64(s.psi * rho)
	s.phi = float64(s.phi * rho)
	s.dpsi *= rho
	s.dphi *= rho
	s.f = 1 + (s.psi + s.phi)
	return s
}

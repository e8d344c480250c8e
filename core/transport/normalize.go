package transport

import "math"

// Normalize sets dst (d×d) to S = Diag(μ)^{−1/2} P Diag(ν)^{−1/2}, less √μ√νᵀ
// when centered. If P has marginals μ and ν, ‖S‖₂ = 1 with singular pair
// (√μ, √ν); centering takes that pair off, since it says nothing about the
// edge, and leaves 0 for the independent coupling. A raw plan has norm about
// 1/d. dst may be P. Measures must be positive.
func Normalize(dst, plan, mu, nu []float64, centered bool) {
	d := len(mu)
	for p, m := range mu {
		u := math.Sqrt(m)
		for q, n := range nu {
			v := math.Sqrt(n)
			x := plan[p*d+q] / (u * v)
			if centered {
				x -= u * v
			}
			dst[p*d+q] = x
		}
	}
}

// NormalizeGrad is the derivative of Normalize: given ds = ∂ℓ/∂S it adds to
// dplan (d×d), dmu and dnu (length d), the three taken as independent.
func NormalizeGrad(ds, plan, mu, nu []float64, centered bool, dplan, dmu, dnu []float64) {
	d := len(mu)
	for p, m := range mu {
		for q, n := range nu {
			g := ds[p*d+q]
			r := math.Sqrt(m * n)
			w := g * plan[p*d+q] / r
			dplan[p*d+q] += g / r
			if centered {
				w += g * r
			}
			dmu[p] -= 0.5 * w / m
			dnu[q] -= 0.5 * w / n
		}
	}
}

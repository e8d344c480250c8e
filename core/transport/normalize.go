package transport

import "math"

// Centering states whether a normalised plan lacks √μ√νᵀ, the part that all plans with the
// marginals μ and ν share.
type Centering bool

// Uncentered keeps √μ√νᵀ, and Centered subtracts it.
const (
	Uncentered Centering = false
	Centered   Centering = true
)

// Normalize sets dst (d×d) to S = Diag(μ)^{−1/2} P Diag(ν)^{−1/2}, minus √μ√νᵀ if Centered.
// dst may be P. μ and ν must be positive.
//
// A plan of nearly uniform measures has a norm of about 1/d. If P has the marginals μ and ν,
// then the uncentered S has ‖S‖₂ = 1 with the singular pair (√μ, √ν). This pair does not
// depend on the coupling, so Centered removes it. For the coupling μνᵀ the centered S is 0.
func Normalize(dst, plan, mu, nu []float64, centering Centering) {
	d := len(mu)
	for p, m := range mu {
		u := math.Sqrt(m)
		for q, n := range nu {
			v := math.Sqrt(n)
			x := plan[p*d+q] / (u * v)
			if centering == Centered {
				x -= float64(u * v)
			}
			dst[p*d+q] = x
		}
	}
}

// NormalizeGrad is the adjoint of Normalize. Given ds = ∂ℓ/∂S, it adds ∂ℓ/∂P to dplan
// (d×d), ∂ℓ/∂μ to dmu and ∂ℓ/∂ν to dnu (length d). P, μ and ν count as independent
// variables.
func NormalizeGrad(ds, plan, mu, nu []float64, centering Centering, dplan, dmu, dnu []float64) {
	d := len(mu)
	for p, m := range mu {
		for q, n := range nu {
			g := ds[p*d+q]
			r := math.Sqrt(m * n) // S_pq = P_pq/r, minus r if Centered
			dplan[p*d+q] += g / r
			// Through S_pq, ∂ℓ/∂(log μ_p) and ∂ℓ/∂(log ν_q) both get −w/2.
			w := g * plan[p*d+q] / r
			if centering == Centered {
				w += float64(g * r)
			}
			dmu[p] -= 0.5 * w / m
			dnu[q] -= 0.5 * w / n
		}
	}
}

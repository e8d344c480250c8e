// This file has the gains of diffusion and filter at an eigenvalue, for drawings.

package diffusion

// ImplicitResponse sets dst[k] to 1/(1 + Δt·λ[k]), the gain of implicit diffusion at
// the eigenvalue λ[k].
func ImplicitResponse(dst, lambda []float64, dt float64) {
	for k, v := range lambda {
		dst[k] = 1 / (1 + float64(dt*v))
	}
}

// Argument is the argument x(λ) of the polynomials T_q of a Chebyshev filter.
type Argument bool

const (
	OneMinus Argument = false // 1 − λ
	OnePlus  Argument = true  // 1 + λ, see [Filter.Mirror]
)

// ChebyshevResponse sets dst[k] to Σ_q α_q T_q(x(λ[k])), the gain of the Chebyshev
// filter with weights α and argument x at the eigenvalue λ[k].
func ChebyshevResponse(dst, lambda, alpha []float64, argument Argument) {
	for k, v := range lambda {
		x := 1 - v
		if argument == OnePlus {
			x = 1 + v
		}
		sum := 0.0
		cur, next := 1.0, x // T_q(x) and T_{q+1}(x) for q = 0, 1, …
		for _, a := range alpha {
			sum += float64(a * cur)
			cur, next = next, float64(2*x*next)-cur
		}
		dst[k] = sum
	}
}

// Grid sets dst to equally spaced numbers from 0 to top, both included. A single element
// becomes 0.
func Grid(dst []float64, top float64) {
	for k := range dst {
		dst[k] = 0
		if len(dst) > 1 {
			dst[k] = top * float64(k) / float64(len(dst)-1)
		}
	}
}

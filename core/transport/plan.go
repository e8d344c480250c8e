package transport

import (
	"math"
)

// tauTol is the relative Newton step at which the iteration for τ stops.
// Convergence is quadratic, so the remaining error is about the square of tauTol.
const tauTol = 1e-9

// maxNewtonSteps bounds the Newton steps for τ.
const maxNewtonSteps = 100

// Plan is equation 3, the entropic plan P = argmin_{P ∈ Π(μ,ν)} ⟨P,C⟩ + ε Σ P log P
// of a pair of measures, in closed form:
//
//	P = Diag(y) + A·Bᵀ/z,   A = μ−y,   B = ν−y,   z = 1−Σy
//	s_p = √((μ_p−ν_p)² + τ(τ+2(μ_p+ν_p))),   y_p = 2μ_pν_p/(μ_p+ν_p+τ+s_p)
//	τ = c·z,   c = 1/(e^{2/ε}−1)
//
// It needs O(d) memory. For 2/ε > 320 the limit ε → 0 replaces these equations:
// y = min(μ,ν), and P = Diag(μ) for μ = ν. The zero value is ready for Solve.
type Plan struct {
	// Y, A, B and S are y, A, B and s, of length d.
	Y, A, B, S []float64
	// Z is z, the mass outside the diagonal part y.
	Z float64
	// C is c, or 0 in the limit ε → 0. Tau is the root τ, and Eps is ε.
	C, Tau, Eps float64
	// Steps is the number of Newton steps of the last Solve, 0 in the limit ε → 0.
	Steps int
}

// NewPlan returns a Plan with buffers for measures of length d.
func NewPlan(d int) *Plan {
	buf := make([]float64, 4*d)
	return &Plan{Y: buf[:d:d], A: buf[d : 2*d : 2*d], B: buf[2*d : 3*d : 3*d], S: buf[3*d:]}
}

// Solve computes the plan of μ and ν at temperature eps > 0. It allocates only when
// the length of the measures changes.
func (p *Plan) Solve(mu, nu []float64, eps float64) {
	if len(p.Y) != len(mu) {
		*p = *NewPlan(len(mu))
	}
	p.Eps, p.C = eps, gibbsRatio(eps)
	p.Tau, p.Steps = solveTau(mu, nu, p.C)
	p.Z = split(p.Y, p.A, p.B, p.S, mu, nu, p.Tau)
}

// solveTau returns the positive root τ of the function c·z(τ) − τ, where z(τ) = ½Σ(s_p−τ). It
// uses Newton's method from τ = c, and also returns the number of steps. Between the root
// and c the function is concave and decreasing, so the iterates decrease monotonically.
// The iteration stops when a step is at most tauTol·τ, or after maxNewtonSteps steps.
func solveTau(mu, nu []float64, c float64) (tau float64, steps int) {
	if c == 0 { // the limit ε → 0
		return 0, 0
	}
	if c <= 8 && len(mu) == 4 { // the usual case, written out for speed; for a larger c its s−τ would lose digits
		return solveTau4((*[4]float64)(mu), (*[4]float64)(nu), c)
	}
	tau = c
	for steps < maxNewtonSteps {
		doubleZ, slope := 0.0, 0.0 // become 2·z(τ) = Σ(s_p−τ), and the derivative of 2·z by τ
		for p, m := range mu {
			diff, sum := m-nu[p], m+nu[p]
			s := math.Sqrt(float64(diff*diff) + float64(tau*(tau+float64(2*sum))))
			// The term is s − τ, written without cancellation for a large τ.
			doubleZ += (float64(diff*diff) + float64(2*tau*sum)) / (s + tau)
			slope += 4 * m * nu[p] / ((sum + tau + s) * s)
		}
		next := 0.5 * c * (doubleZ - float64(tau*slope)) / (1 - float64(0.5*c*slope)) // zero of the tangent at τ
		steps++
		converged := !(tau-next > tauTol*tau) // true for NaN, too
		tau = next
		if converged {
			break
		}
	}
	return tau, steps
}

// solveTau4 is solveTau for d = 4 and c ≤ 8. At the root s_p ≤ 2z + τ = (2+c)z ≤ 10z, so
// that Σ(s_p−τ) = 2z loses about one digit by cancellation. The variables m0 … m3 are μ_p+ν_p, and d0 … d3 are (μ_p−ν_p)².
func solveTau4(mu, nu *[4]float64, c float64) (tau float64, steps int) {
	m0, m1, m2, m3 := mu[0]+nu[0], mu[1]+nu[1], mu[2]+nu[2], mu[3]+nu[3]
	e0, e1, e2, e3 := mu[0]-nu[0], mu[1]-nu[1], mu[2]-nu[2], mu[3]-nu[3]
	d0, d1, d2, d3 := float64(e0*e0), float64(e1*e1), float64(e2*e2), float64(e3*e3)
	tau = c
	h := 0.5 * c // since z is half the sum
	for steps < maxNewtonSteps {
		s0 := math.Sqrt(d0 + float64(tau*(tau+float64(2*m0))))
		s1 := math.Sqrt(d1 + float64(tau*(tau+float64(2*m1))))
		s2 := math.Sqrt(d2 + float64(tau*(tau+float64(2*m2))))
		s3 := math.Sqrt(d3 + float64(tau*(tau+float64(2*m3))))
		doubleZ := (s0 - tau) + (s1 - tau) + (s2 - tau) + (s3 - tau)        // 2·z(τ) = Σ(s_p−τ)
		slope := (tau+m0)/s0 + (tau+m1)/s1 + (tau+m2)/s2 + (tau+m3)/s3 - 4  // the derivative of 2·z by τ
		next := h * (doubleZ - float64(tau*slope)) / (1 - float64(h*slope)) // zero of the tangent at τ
		steps++
		converged := !(tau-next > tauTol*tau) // true for NaN, too
		tau = next
		if converged {
			break
		}
	}
	return tau, steps
}

// split sets y, a, b and s to the parts of [Plan] for a given τ and returns
// z = ½Σ(A+B). It computes A and B without cancellation, so that small masses off
// the diagonal keep their digits.
func split(y, a, b, s, mu, nu []float64, tau float64) (z float64) {
	for p, m := range mu {
		n := nu[p]
		diff, sum := m-n, m+n
		r := math.Sqrt(float64(diff*diff) + float64(tau*(tau+float64(2*sum)))) // s_p
		s[p] = r
		denominator := sum + tau + r
		if denominator == 0 { // both masses and τ are 0
			y[p], a[p], b[p] = 0, 0, 0
			continue
		}
		y[p] = 2 * m * n / denominator
		a[p] = remainder(diff, tau, r, m)
		b[p] = remainder(-diff, tau, r, n)
		z += a[p] + b[p]
	}
	return 0.5 * z
}

// remainder returns m − y = (diff−τ+r)/2 for the mass m of one of the two measures. diff
// is m minus the other mass, and r is s_p. For diff < τ the digits of diff−τ and r would
// cancel; then the identity r² − (diff−τ)² = 4τ·m gives a quotient.
func remainder(diff, tau, r, m float64) float64 {
	excess := diff - tau
	cancels := excess < 0
	if cancels {
		return 2 * tau * m / (r - excess)
	}
	return 0.5 * (excess + r)
}

// inverse returns 1/x, or 0 for x = 0. For z = 0 the part A·Bᵀ/z of a plan is then 0.
func inverse(x float64) float64 {
	if x == 0 {
		return 0
	}
	return 1 / x
}

// Dense sets dst (d×d) to the plan.
func (p *Plan) Dense(dst []float64) { densePlan(dst, p.Y, p.A, p.B, p.Z) }

// densePlan sets dst (d×d) to Diag(y) + a·bᵀ/z, or to Diag(y) for z = 0.
func densePlan(dst, y, a, b []float64, z float64) {
	d := len(y)
	iz := inverse(z)
	for i := range d {
		w := a[i] * iz // a_i/z
		row := dst[i*d : i*d+d]
		for j := range row {
			row[j] = w * b[j]
		}
		row[i] += y[i]
	}
}

// offDiagonal returns the mass of a plan off its diagonal, Σ_{p≠q} A_p·B_q/z. The
// transport cost ⟨P,C⟩ is twice this mass.
func offDiagonal(a, b []float64, z float64) float64 {
	sumB := 0.0
	for _, v := range b {
		sumB += v
	}
	off := 0.0
	for i, v := range a {
		off += float64(v * (sumB - b[i]))
	}
	return off * inverse(z)
}

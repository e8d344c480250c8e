package trace_test

import (
	"math"
)

// sinkhorn returns the entropic plan with the marginals mu and nu and the temperature eps,
// by the textbook iteration on the kernel e^{−C/ε} until it converges. The cost C is 0 on
// the diagonal and 2 elsewhere.
func sinkhorn(mu, nu []float64, eps float64) [][]float64 {
	d := len(mu)
	kernel := func(i, j int) float64 {
		if i == j {
			return 1
		}
		return math.Exp(-2 / eps)
	}
	u, v := make([]float64, d), make([]float64, d)
	for j := range v {
		v[j] = 1
	}
	// Each step scales the rows, then the columns.
	for range 3000 {
		change := 0.0
		for i := range d {
			s := 0.0
			for j := range d {
				s += kernel(i, j) * v[j]
			}
			change = max(change, math.Abs(mu[i]/s-u[i])/u[i])
			u[i] = mu[i] / s
		}
		for j := range d {
			s := 0.0
			for i := range d {
				s += kernel(i, j) * u[i]
			}
			v[j] = nu[j] / s
		}
		if change < 1e-15 {
			break
		}
	}
	p := make([][]float64, d)
	for i := range p {
		p[i] = make([]float64, d)
		for j := range p[i] {
			p[i][j] = u[i] * kernel(i, j) * v[j]
		}
	}
	return p
}

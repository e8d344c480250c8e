package trace_test

import (
	"math"
)

// sinkhorn returns the plan of the textbook iteration on the kernel e^{−C/ε}, run
// until it converges.
func sinkhorn(mu, nu []float64, eps float64) [][]float64 {
	d := len(mu)
	k := func(i, j int) float64 {
		if i == j {
			return 1
		}
		return math.Exp(-2 / eps)
	}
	u, v := make([]float64, d), make([]float64, d)
	for j := range v {
		v[j] = 1
	}
	for range 3000 {
		moved := 0.0
		for i := range d {
			s := 0.0
			for j := range d {
				s += k(i, j) * v[j]
			}
			moved = max(moved, math.Abs(mu[i]/s-u[i])/u[i])
			u[i] = mu[i] / s
		}
		for j := range d {
			s := 0.0
			for i := range d {
				s += k(i, j) * u[i]
			}
			v[j] = nu[j] / s
		}
		if moved < 1e-15 {
			break
		}
	}
	p := make([][]float64, d)
	for i := range p {
		p[i] = make([]float64, d)
		for j := range p[i] {
			p[i][j] = u[i] * k(i, j) * v[j]
		}
	}
	return p
}

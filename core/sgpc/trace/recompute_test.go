package trace_test

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// sinkhorn is the textbook iteration on the kernel e^{−C/ε}, run until it stands.
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

// normalise returns D^{-1/2} L D^{-1/2}, D = blockdiag(L) + s·I, densely.
func normalise(l *mat.SymDense, n, d int, s float64) *mat.SymDense {
	root := mat.NewDense(n*d, n*d, nil)
	for i := range n {
		blk := mat.NewSymDense(d, nil)
		for p := range d {
			for q := p; q < d; q++ {
				blk.SetSym(p, q, l.At(i*d+p, i*d+q))
			}
			blk.SetSym(p, p, blk.At(p, p)+s)
		}
		var e mat.EigenSym
		e.Factorize(blk, true)
		var v mat.Dense
		e.VectorsTo(&v)
		for k, w := range e.Values(nil) {
			if w < 1e-12 {
				continue
			}
			for p := range d {
				for q := range d {
					root.Set(i*d+p, i*d+q, root.At(i*d+p, i*d+q)+v.At(p, k)*v.At(q, k)/math.Sqrt(w))
				}
			}
		}
	}
	var a, b mat.Dense
	a.Mul(root, l)
	b.Mul(&a, root)
	out := mat.NewSymDense(n*d, nil)
	for i := range n * d {
		for j := i; j < n*d; j++ {
			out.SetSym(i, j, (b.At(i, j)+b.At(j, i))/2)
		}
	}
	return out
}

package diffusion

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TestPlainCG compares NewPlainCG with the textbook method on the dense matrix: the
// solution, the number of iterations, convergence and the largest squared residual. The limit
// of iterations is 3, then 40. The channels have very different sizes, and channel 1 is zero.
// Steps one by one give the bits of Solve.
func TestPlainCG(t *testing.T) {
	g, err := graph.Builtin("karate")
	if err != nil {
		t.Fatal(err)
	}
	// One weighted Laplacian, as a sheaf and as a dense matrix.
	s := sheaf.New(g.N, 1, g.Edges)
	r := rng.New(3, "plain")
	dense := make([]float64, g.N*g.N)
	for e, q := range g.Edges {
		w := 0.2 + r.Float64()
		s.R[2*e], s.R[2*e+1] = w, w
		i, j := int(q.I), int(q.J)
		dense[i*g.N+i] += w * w
		dense[j*g.N+j] += w * w
		dense[i*g.N+j] -= w * w
		dense[j*g.N+i] -= w * w
	}
	l := sheaf.NewLaplacian(g.N, 1, g.Edges)
	l.Assemble(s)
	const c = 4
	h := make([]float64, g.N*c)
	for k := range h {
		h[k] = r.Norm() * []float64{1, 0, 1e-5, 30}[k%c]
	}
	for _, limit := range []int{3, 40} {
		const dt, tol = 0.7, 1e-4
		cg := NewPlainCG(new(Workspace), l, c, tol, limit)
		x := cg.Solve(dt, h)
		want, steps, square := textbookCG(dense, g.N, c, dt, tol, limit, h)
		if cg.Iterations() != steps || cg.Converged() != (square < tol*tol) {
			t.Errorf("limit %d: %d iterations, converged %v, want %d, %v", limit, cg.Iterations(), cg.Converged(), steps, square < tol*tol)
		}
		if math.Abs(cg.LargestSquare()-square) > 1e-10*square {
			t.Errorf("limit %d: largest square %g, want %g", limit, cg.LargestSquare(), square)
		}
		for k, v := range x {
			if math.Abs(v-want[k]) > 1e-12*(1+math.Abs(want[k])) {
				t.Fatalf("limit %d: x[%d] = %g, want %g", limit, k, v, want[k])
			}
		}
		stepped := NewPlainCG(new(Workspace), l, c, tol, limit)
		stepped.Start(dt, h)
		for !stepped.Step() {
		}
		for k, v := range stepped.X() {
			if v != x[k] {
				t.Fatalf("limit %d: x[%d] = %g by steps, %g by Solve", limit, k, v, x[k])
			}
		}
	}
}

// textbookCG solves (I + dt·A) X = h for c channels by conjugate gradients without
// preconditioner, with dense products; a is n×n. It ends if the squared residual of every
// channel is below tol², or after limit steps. worst is the largest squared residual.
func textbookCG(a []float64, n, c int, dt, tol float64, limit int, h []float64) (x []float64, steps int, worst float64) {
	// apply returns (I + dt·A) p.
	apply := func(p []float64) []float64 {
		q := make([]float64, len(p))
		for i := range n {
			for k := range c {
				q[i*c+k] = p[i*c+k]
				for j := range n {
					q[i*c+k] += dt * a[i*n+j] * p[j*c+k]
				}
			}
		}
		return q
	}
	// dots returns the inner product of each channel.
	dots := func(u, v []float64) []float64 {
		d := make([]float64, c)
		for k := range u {
			d[k%c] += u[k] * v[k]
		}
		return d
	}
	x = make([]float64, n*c)
	r := append([]float64(nil), h...)
	p := append([]float64(nil), h...)
	old := dots(r, r) // squared residuals of the channels, before a step
	for steps < limit {
		q := apply(p)
		pq := dots(p, q)
		for k := range x {
			if pq[k%c] > 0 {
				x[k] += old[k%c] / pq[k%c] * p[k]
				r[k] -= old[k%c] / pq[k%c] * q[k]
			}
		}
		now := dots(r, r) // after the step
		steps++
		worst = 0
		for _, v := range now {
			worst = max(worst, v)
		}
		if worst < tol*tol {
			break
		}
		for k := range p {
			beta := 0.0
			if old[k%c] > 0 {
				beta = now[k%c] / old[k%c]
			}
			p[k] = r[k] + beta*p[k]
		}
		old = now
	}
	return x, steps, worst
}

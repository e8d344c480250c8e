package diffusion

import (
	"fmt"
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// Evolution is the diffusion of features H over time t, in two forms:
//
//	X(t) = e^{−tL} H              the heat flow, dX/dt = −L X
//	X(t) = (I + t·L)^{−1} H       one implicit Euler step of length t
//
// FlowEnergy and StepEnergy are tr(XᵀLX) at each time; they fall with t. FlowRows
// and StepRows are T×r×c: the requested rows at each time.
type Evolution struct {
	FlowEnergy, StepEnergy []float64
	FlowRows, StepRows     []float64
}

// Limits of the polynomial degree in Evolve.
const (
	minEvolveDegree = 24
	maxEvolveDegree = 512
)

// Evolve computes the evolution of h, (n·d)×c, under l at the given times, with
// rows lo … hi−1. It panics for a negative time, and unless 0 ≤ lo ≤ hi ≤ n·d.
//
// Every row of the coboundary has blocks at two nodes. Hence L ≤ 2·blockdiag(L),
// and the spectrum lies in [0, b] with b = 2·max_i ‖L_ii‖_F. Functions of L are
// expanded in Chebyshev polynomials of M = I − (2/b)·L. Their terms fall at least
// like r^k with r = a − √(a²−1) and a = 1 + 2/(b·t). An energy is
// tr(HᵀL f(L)² H) = Σ_k γ_k μ_k with the moments μ_k = tr(HᵀT_k(M)H);
// T_2k = 2T_k² − I gives two moments per product with L. The error is about the
// unit roundoff times ‖H‖².
func Evolve(l *sheaf.Laplacian, h []float64, c int, times []float64, lo, hi int) Evolution {
	n := l.Dim()
	if len(h) != n*c || lo < 0 || lo > hi || hi > n {
		panic(fmt.Sprintf("diffusion: evolution of %d values on %d rows of %d channels, rows %d to %d", len(h), n, c, lo, hi))
	}
	bound, top := 0.0, 0.0
	for i := range l.N {
		bound = max(bound, 2*linalg.Nrm2(l.Diag(i)))
	}
	for _, t := range times {
		if !(t >= 0) {
			panic(fmt.Sprintf("diffusion: time %v", t))
		}
		top = max(top, t)
	}
	q := evolveDegree(bound * top / 2)
	moments := make([]float64, 2*q+1)
	rows := make([]float64, (q+1)*(hi-lo)*c)
	e := Evolution{FlowEnergy: make([]float64, len(times)), StepEnergy: make([]float64, len(times)),
		FlowRows: make([]float64, len(times)*(hi-lo)*c), StepRows: make([]float64, len(times)*(hi-lo)*c)}
	chebyshevMoments(l, h, c, bound, moments, func(k int, t []float64) {
		copy(rows[k*(hi-lo)*c:(k+1)*(hi-lo)*c], t[lo*c:hi*c])
	})
	inner, outer := newSeries(q+1), newSeries(2*q+1)
	flow := func(t, lambda float64) float64 { return linalg.Exp(-t * lambda) }
	step := func(t, lambda float64) float64 { return 1 / (1 + t*lambda) }
	for k, t := range times {
		for _, to := range []struct {
			f            func(t, lambda float64) float64
			energy, rows []float64
		}{{flow, e.FlowEnergy, e.FlowRows}, {step, e.StepEnergy, e.StepRows}} {
			outer.fit(bound, func(x float64) float64 { g := to.f(t, x); return x * g * g })
			to.energy[k] = max(0, linalg.Dot(outer.coef, moments))
			inner.fit(bound, func(x float64) float64 { return to.f(t, x) })
			at := to.rows[k*(hi-lo)*c : (k+1)*(hi-lo)*c]
			for p, a := range inner.coef {
				linalg.Axpy(a, rows[p*(hi-lo)*c:(p+1)*(hi-lo)*c], at)
			}
		}
	}
	return e
}

// evolveDegree returns the degree k with r^k below 1e-12 (see Evolve), within the
// limits; s is b·t/2.
func evolveDegree(s float64) int {
	if s <= 0 {
		return minEvolveDegree
	}
	a := 1 + 1/s
	r := a - math.Sqrt(a*a-1)
	return min(maxEvolveDegree, max(minEvolveDegree, int(linalg.Log(1e-12)/linalg.Log(r))+1))
}

// chebyshevMoments sets μ_k = tr(HᵀT_k(M)H) for k = 0 … 2q, M = I − (2/b)·L, and
// calls take with each T_k(M)H, k = 0 … q.
func chebyshevMoments(l *sheaf.Laplacian, h []float64, c int, b float64, mu []float64, take func(k int, t []float64)) {
	q := len(mu) / 2
	prev, cur, work := make([]float64, len(h)), append([]float64(nil), h...), make([]float64, len(h))
	take(0, cur)
	mu[0] = linalg.Dot(h, h)
	for k := 1; k <= q; k++ {
		l.Apply(work, cur, c)
		scale := 2.0 // T_{k+1} = 2M·T_k − T_{k−1}, but T_1 = M·T_0
		if k == 1 {
			scale = 1
		}
		for i, v := range work {
			m := cur[i]
			if b > 0 {
				m -= 2 / b * v
			}
			prev[i] = scale*m - prev[i]
		}
		prev, cur = cur, prev
		take(k, cur)
		mu[2*k-1] = 2*linalg.Dot(prev, cur) - mu[1]
		if k == 1 {
			mu[1] = linalg.Dot(prev, cur)
		}
		mu[2*k] = 2*linalg.Dot(cur, cur) - mu[0]
	}
}

// series computes the n coefficients of a Chebyshev series by the discrete cosine
// sum at the zeros of T_n.
type series struct {
	coef, value, cos []float64 // cos[j] = cos(πj/2n)
}

func newSeries(n int) *series {
	s := &series{make([]float64, n), make([]float64, n), make([]float64, 4*n)}
	for j := range s.cos {
		_, s.cos[j] = linalg.Sincos(math.Pi * float64(j) / float64(2*n))
	}
	return s
}

// fit sets coef so that Σ_k coef_k·T_k(1 − 2λ/b) equals f(λ) at λ = b(1 − x_j)/2
// for the zeros x_j of T_n.
func (s *series) fit(b float64, f func(lambda float64) float64) {
	n := len(s.coef)
	for j := range s.value {
		s.value[j] = f(b * (1 - s.cos[2*j+1]) / 2)
	}
	for k := range s.coef {
		sum := 0.0
		for j, v := range s.value {
			sum += v * s.cos[(2*j+1)*k%(4*n)]
		}
		s.coef[k] = 2 * sum / float64(n)
	}
	s.coef[0] /= 2
}

// This file computes diffusion over time, for a drawing of a node's features.

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
// FlowEnergy and StepEnergy are tr(XᵀLX) at each time, which does not increase with t
// except by rounding. FlowRows and StepRows have the requested rows of X for each time in
// turn: r×c numbers for r rows and c channels.
type Evolution struct {
	FlowEnergy, StepEnergy []float64
	FlowRows, StepRows     []float64
}

// Limits of the polynomial degree in Evolve. Degree q needs q products with L.
const (
	minEvolveDegree = 24
	maxEvolveDegree = 512
)

// maxEvolveError bounds the first term that the series leaves out. The terms of X are
// relative to H. A larger error would be visible in a drawing.
const maxEvolveError = 1e-2

// Evolve computes the evolution of h, (n·d)×c, under l at the given times. lo … hi−1
// are the requested rows, from 0. If the latest time is so long that maxEvolveDegree
// leaves an error above maxEvolveError, the result has no numbers. Evolve panics if a time is negative
// or NaN, if h has the wrong length or if 0 ≤ lo ≤ hi ≤ n·d does not hold.
//
// X = f(L)H is expanded in Chebyshev polynomials of M = I − (2/b)·L, where [0, b] contains
// the spectrum of L. The energy is tr(HᵀL f(L)² H) = Σ_k γ_k μ_k, with the coefficients γ_k
// of λf(λ)² and the moments μ_k = tr(HᵀT_k(M)H). The error of an energy is about the unit
// roundoff times b·‖H‖², unless maxEvolveDegree limits the degree.
func Evolve(l *sheaf.Laplacian, h []float64, c int, times []float64, lo, hi int) Evolution {
	n := l.Dim()
	rowsExist := 0 <= lo && lo <= hi && hi <= n
	if len(h) != n*c || !rowsExist {
		panic(fmt.Sprintf("diffusion: evolution of %d values on %d rows of %d channels, rows %d to %d", len(h), n, c, lo, hi))
	}
	// b = 2·max_i ‖L_ii‖_F bounds the spectrum, since L ≼ 2·blockdiag(L): a block row of the
	// coboundary has blocks at two nodes only.
	bound := 0.0
	for i := range l.N {
		bound = max(bound, 2*linalg.Nrm2(l.Diag(i)))
	}
	latest := 0.0
	for _, t := range times {
		if !(t >= 0) {
			panic(fmt.Sprintf("diffusion: time %v", t))
		}
		latest = max(latest, t)
	}
	q := evolveDegree(bound * latest / 2)
	if q == 0 {
		return Evolution{}
	}

	// The moments μ_0 … μ_2q, and the requested rows of each term T_k(M)H for k = 0 … q.
	size := (hi - lo) * c
	moments := make([]float64, 2*q+1)
	termRows := make([]float64, (q+1)*size)
	chebyshevMoments(l, h, c, bound, moments, func(k int, term []float64) {
		copy(termRows[k*size:(k+1)*size], term[lo*c:hi*c])
	})

	e := Evolution{FlowEnergy: make([]float64, len(times)), StepEnergy: make([]float64, len(times)),
		FlowRows: make([]float64, len(times)*size), StepRows: make([]float64, len(times)*size)}
	rowSeries, energySeries := newSeries(q+1), newSeries(2*q+1)
	// evaluate sets energy[i] and the rows of time i for X(t) = f(L)H.
	evaluate := func(i int, f func(lambda float64) float64, energy, rows []float64) {
		energySeries.fit(bound, func(lambda float64) float64 { g := f(lambda); return lambda * g * g })
		energy[i] = max(0, linalg.Dot(energySeries.coef, moments)) // rounding may make it negative
		rowSeries.fit(bound, f)
		rowsAtTime := rows[i*size : (i+1)*size]
		for k, a := range rowSeries.coef {
			linalg.Axpy(a, termRows[k*size:(k+1)*size], rowsAtTime)
		}
	}
	for i, t := range times {
		evaluate(i, func(lambda float64) float64 { return linalg.Exp(-t * lambda) }, e.FlowEnergy, e.FlowRows)
		evaluate(i, func(lambda float64) float64 { return 1 / (1 + float64(t*lambda)) }, e.StepEnergy, e.StepRows)
	}
	return e
}

// evolveDegree returns the degree of the series for the latest time t; halfBoundTime is
// b·t/2. Term k is at most of the order of r^k with r = a − √(a²−1) and a = 1 + 2/(b·t). The
// degree is the smallest k with r^k < 1e-12, within the limits. It is 0 if r^k exceeds
// maxEvolveError for k = maxEvolveDegree.
func evolveDegree(halfBoundTime float64) int {
	if halfBoundTime <= 0 { // L = 0 or t = 0: the functions are constant
		return minEvolveDegree
	}
	a := 1 + 1/halfBoundTime
	r := 1 / (a + math.Sqrt(float64(a*a)-1))                      // without cancellation for a large a
	isPrecise := linalg.Pow(r, maxEvolveDegree) <= maxEvolveError // false for NaN, too
	if !isPrecise {
		return 0
	}
	return min(maxEvolveDegree, max(minEvolveDegree, int(linalg.Log(1e-12)/linalg.Log(r))+1))
}

// chebyshevMoments sets mu[k] to μ_k = tr(HᵀT_k(M)H) for k = 0 … 2q, where
// M = I − (2/b)·L. It calls visit with each term T_k(M)H for k = 0 … q.
func chebyshevMoments(l *sheaf.Laplacian, h []float64, c int, b float64, mu []float64, visit func(k int, term []float64)) {
	q := len(mu) / 2
	cur := append([]float64(nil), h...) // T_k(M)H, at first T_0(M)H = H
	prev := make([]float64, len(h))     // T_{k−1}(M)H, at first zeros
	work := make([]float64, len(h))     // L·cur
	visit(0, cur)
	mu[0] = linalg.Dot(h, h)
	for k := 1; k <= q; k++ {
		l.Apply(work, cur, c)
		scale := 2.0 // T_{k+1} = 2M·T_k − T_{k−1}, but T_1 = M·T_0
		if k == 1 {
			scale = 1
		}
		for i, v := range work {
			m := cur[i] // becomes the entry of M·T_{k−1}(M)H
			if b > 0 {  // b = 0 means L = 0, and M = I
				m -= float64(2 / b * v)
			}
			prev[i] = float64(scale*m) - prev[i]
		}
		prev, cur = cur, prev
		visit(k, cur)
		// T_{2k−1} = 2T_{k−1}T_k − T_1 and T_{2k} = 2T_k² − I. For k = 1 the first equation
		// contains μ_1 itself, which is the inner product of T_0 and T_1.
		mu[2*k-1] = 2*linalg.Dot(prev, cur) - mu[1]
		if k == 1 {
			mu[1] = linalg.Dot(prev, cur)
		}
		mu[2*k] = 2*linalg.Dot(cur, cur) - mu[0]
	}
}

// series computes the n coefficients of a Chebyshev series from the values of a
// function at the zeros of T_n, by a discrete cosine transform.
type series struct {
	coef, value []float64
	cos         []float64 // cos[j] = cos(πj/(2n)) for j = 0 … 4n−1, one period
}

// newSeries returns a series with n coefficients.
func newSeries(n int) *series {
	s := &series{make([]float64, n), make([]float64, n), make([]float64, 4*n)}
	for j := range s.cos {
		_, s.cos[j] = linalg.Sincos(math.Pi * float64(j) / float64(2*n))
	}
	return s
}

// fit sets coef so that Σ_k coef_k·T_k(1 − 2λ/b) equals f(λ) at the n values
// λ = b(1 − x_j)/2, j = 0 … n−1. Here x_j = cos(π(2j+1)/(2n)) are the zeros of T_n.
func (s *series) fit(b float64, f func(lambda float64) float64) {
	n := len(s.coef)
	for j := range s.value {
		s.value[j] = f(b * (1 - s.cos[2*j+1]) / 2)
	}
	for k := range s.coef {
		sum := 0.0
		for j, v := range s.value {
			sum += float64(v * s.cos[(2*j+1)*k%(4*n)]) // the cosine is T_k(x_j)
		}
		s.coef[k] = 2 * sum / float64(n)
	}
	s.coef[0] /= 2 // coefficient 0 is the mean of the values
}

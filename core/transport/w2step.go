package transport

import (
	"math"
	"slices"

	"sheafscope/core/linalg"
)

// Constants of W2Step: the ℓ1 error at which a step ends and at which an
// intermediate blur does, the rounds it may take at most at each blur, and the
// bound on the blur that it starts with.
const (
	w2Tol    = 1e-14
	w2Rough  = 1e-2
	w2Rounds = 500
	w2Start  = 0.5
)

// W2Step is equation 5, the JKO step of the paper to the letter, with free
// marginals (times τ, and with the sign of a convex problem),
//
//	p = argmin_P ½W₂²(P, P_prev) + τ(⟨P,C⟩ + ε Σ P log P)
//
// on the d² cells, where half the squared distance of two cells is
// (1−δ_pp') + (1−δ_qq'). The distance is blurred by an entropy of strength γ and
// the step solved by scalings (Peyré 2015). The kernel of the cells is 𝒦 = K⊗K
// with K_pq = e^{−(1−δ_pq)/γ}, and costs O(d²). With θ = τε/(γ+τε) a round is
//
//	a = P_prev/(𝒦b),  s = 𝒦a,  p ∝ s^{1−θ}·e^{−τC/(γ+τε)},  b = p/s
//
// where p gets the mass of P_prev: the scale of a is free, and fixing the mass
// takes the slowest mode off the iteration. The transport plan from P_prev to p
// is Diag(a)𝒦Diag(b). A round moves log a by the linear map θ·MN to first order,
// M = Diag(1/𝒦b)𝒦Diag(b), N = Diag(1/s)𝒦Diag(a): both have row sums 1, and MN is
// self-adjoint for the weights a∘𝒦b, with spectrum in [0, 1]. So (I − θMN)x = u
// is solved by conjugate gradients in that inner product. With it every round
// is followed by a step of Newton's method on log a, within a trust region, and
// the derivative of the solution is
//
//	δp = (1−θ)·p∘N·δα,  (I − θMN)·δα = δP_prev/P_prev
//	∂ℓ/∂P_prev = y,     (I − θMN)·y = (1−θ)·M·∂ℓ/∂p
//
// Blurs above the one asked for come first, each twice the next; what they find
// is where the next starts. That takes some 12 to 60 rounds for γ ≥ 0.02, ε ≥
// 0.005 and τ ≤ 100, within which nothing leaves the range of float64: the
// logarithms of a and b spread over no more than 2/γ + 2/ε. It allocates nothing
// after [NewW2Step].
//
// On finitely many cells moving mass costs in proportion to the mass, so that
// repeated steps stop short of the minimiser of the energy (Gibbs): an exact
// step moves mass only where the gain per unit exceeds its cost over τ. An exact
// step never raises the energy; the blur may, by an amount that vanishes with γ.
type W2Step struct {
	// Rounds counts the rounds of the last Solve; Err is the ℓ1 error by which
	// the transport plan misses P_prev.
	Rounds int
	Err    float64

	d int
	w2Level
	levels []w2Level

	a, b, s, kb         []float64
	next, u, x          []float64
	res, dir, mul, work []float64
	sums                []float64
}

// w2Level is what depends on the blur γ.
type w2Level struct {
	gamma             float64
	keep, line, whole float64 // K⊗K: weights of the cell, of its row and column, of all
	theta             float64 // τε/(γ+τε)
	tilt              float64 // e^{−2τ/(γ+τε)}, off the diagonal
}

// NewW2Step returns a [W2Step] for plans of d×d cells; eps and gamma are positive,
// tau is not negative.
func NewW2Step(d int, eps, tau, gamma float64) *W2Step {
	n := d * d
	buf := make([]float64, 11*n+2*d)
	cut := func() []float64 { s := buf[:n:n]; buf = buf[n:]; return s }
	f := &W2Step{d: d}
	for g := gamma; ; g *= 2 {
		k := linalg.Exp(-1 / g)
		f.levels = append(f.levels, w2Level{gamma: g, keep: (1 - k) * (1 - k), line: (1 - k) * k, whole: k * k,
			theta: tau * eps / (g + tau*eps), tilt: linalg.Exp(-moving * tau / (g + tau*eps))})
		if 2*g > w2Start {
			break
		}
	}
	slices.Reverse(f.levels)
	f.w2Level = f.levels[len(f.levels)-1]
	for _, p := range []*[]float64{&f.a, &f.b, &f.s, &f.kb, &f.next, &f.u, &f.x, &f.res, &f.dir, &f.mul, &f.work} {
		*p = cut()
	}
	f.sums = buf
	return f
}

// blur sets dst = 𝒦·src; dst may be src.
func (f *W2Step) blur(dst, src []float64) {
	d := f.d
	row, col := f.sums[:d], f.sums[d:]
	clear(col)
	all := 0.0
	for p := range row {
		sum := 0.0
		for q, v := range src[p*d : p*d+d] {
			sum += v
			col[q] += v
		}
		row[p] = sum
		all += sum
	}
	all *= f.whole
	for q := range col {
		col[q] = f.line*col[q] + all
	}
	for p, r := range row {
		r *= f.line
		out := dst[p*d : p*d+d]
		for q, v := range src[p*d : p*d+d] {
			out[q] = f.keep*v + r + col[q]
		}
	}
}

// plan sets p and b from a, with p of the given mass.
func (f *W2Step) plan(p []float64, mass float64) {
	f.blur(f.s, f.a)
	sum := 0.0
	for i, s := range f.s {
		v := linalg.Exp((1 - f.theta) * linalg.Log(s))
		if i%(f.d+1) != 0 {
			v *= f.tilt
		}
		p[i] = v
		sum += v
	}
	scale := mass / sum
	for i, s := range f.s {
		p[i] *= scale
		f.b[i] = p[i] / s
	}
	f.blur(f.kb, f.b)
}

// Solve sets p (d×d) to the step from prev, a plan without negative entries and
// of positive mass. p and prev do not overlap.
func (f *W2Step) Solve(p, prev []float64) {
	mass := 0.0
	for i, v := range prev {
		mass += v
		f.b[i] = 1
	}
	f.Rounds = 0
	for k, l := range f.levels {
		tol := w2Rough
		if k == len(f.levels)-1 {
			tol = w2Tol
		}
		if k > 0 {
			power := f.gamma / l.gamma
			for i, v := range f.b {
				f.b[i] = linalg.Exp(power * linalg.Log(v))
			}
		}
		f.w2Level = l
		f.level(p, prev, mass, tol*mass)
	}
}

// level iterates at one blur, from b, until the error is at most tol or has
// reached the level of rounding.
func (f *W2Step) level(p, prev []float64, mass, tol float64) {
	f.blur(f.kb, f.b)
	for i, v := range prev {
		f.a[i] = v / f.kb[i]
	}
	f.plan(p, mass)
	last, radius := math.Inf(1), 1/f.gamma
	for round := 1; ; round++ {
		f.Rounds++
		err := 0.0
		for i, v := range prev {
			err += math.Abs(f.a[i]*f.kb[i] - v)
		}
		f.Err = err
		if !(err > tol) || round == w2Rounds || err < 1e-12*mass && err >= last {
			return
		}
		for i, v := range prev {
			f.next[i] = v / f.kb[i]
		}
		if err < last {
			radius = min(2*radius, 1/f.gamma)
		} else {
			radius /= 8
		}
		last = err
		if radius > 1e-3 {
			f.advance(radius)
		}
		copy(f.a, f.next)
		f.plan(p, mass)
	}
}

// advance turns a round into a Newton step: it multiplies the next a by
// e^{θMN·x}, (I − θMN)x = log(next/a), no entry by more than e^{±radius}.
func (f *W2Step) advance(radius float64) {
	mean, total := 0.0, 0.0
	for i, a := range f.a {
		f.u[i] = 0
		if w := a * f.kb[i]; w > 0 {
			f.u[i] = linalg.Log(f.next[i] / a)
			mean += w * f.u[i]
			total += w
		}
	}
	mean /= total
	for i := range f.u {
		f.u[i] -= mean
	}
	f.invert(f.x, f.u, 1e-3)
	f.both(f.work, f.x)
	longest := 0.0
	for _, v := range f.work {
		longest = max(longest, math.Abs(v))
	}
	step := f.theta * min(1, radius/(f.theta*longest))
	for i, v := range f.work {
		f.next[i] *= linalg.Exp(step * v)
	}
}

// both sets dst = MN·src.
func (f *W2Step) both(dst, src []float64) {
	for i, v := range src {
		dst[i] = f.a[i] * v
	}
	f.blur(dst, dst)
	for i, s := range f.s {
		dst[i] *= f.b[i] / s
	}
	f.blur(dst, dst)
	for i, k := range f.kb {
		dst[i] /= k
	}
}

// invert solves (I − θMN)x = u by conjugate gradients to the relative residual
// tol. Cells that weigh nothing get their value from the equation itself.
func (f *W2Step) invert(x, u []float64, tol float64) {
	rr := 0.0
	for i, v := range u {
		x[i], f.res[i], f.dir[i] = 0, v, v
		rr += f.a[i] * f.kb[i] * v * v
	}
	goal := tol * tol * rr
	for k := 0; k < 4*len(u) && rr > goal; k++ {
		f.both(f.mul, f.dir)
		curve := 0.0
		for i, v := range f.dir {
			f.mul[i] = v - f.theta*f.mul[i]
			curve += f.a[i] * f.kb[i] * v * f.mul[i]
		}
		if !(curve > 0) {
			break
		}
		step, before := rr/curve, rr
		rr = 0
		for i := range x {
			x[i] += step * f.dir[i]
			f.res[i] -= step * f.mul[i]
			rr += f.a[i] * f.kb[i] * f.res[i] * f.res[i]
		}
		turn := rr / before
		for i, v := range f.res {
			f.dir[i] = v + turn*f.dir[i]
		}
	}
	f.both(f.mul, x)
	for i, v := range u {
		x[i] = v + f.theta*f.mul[i]
	}
}

// Scalings sets a and b (d×d) to the scalings of the last Solve, which
// Gradient needs.
func (f *W2Step) Scalings(a, b []float64) {
	copy(a, f.a)
	copy(b, f.b)
}

// Gradient turns g = ∂ℓ/∂p into ∂ℓ/∂P_prev, at the solution with scalings a, b.
func (f *W2Step) Gradient(g, a, b []float64) {
	copy(f.a, a)
	copy(f.b, b)
	f.blur(f.s, f.a)
	f.blur(f.kb, f.b)
	for i, v := range g {
		f.u[i] = b[i] * v
	}
	f.blur(f.u, f.u)
	for i, k := range f.kb {
		f.u[i] *= (1 - f.theta) / k
	}
	f.invert(g, f.u, 1e-14)
}

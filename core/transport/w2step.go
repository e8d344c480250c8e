package transport

import (
	"math"
	"slices"

	"sheafscope/core/linalg"
)

// w2Level holds the constants of one blur γ.
type w2Level struct {
	gamma             float64
	keep, line, whole float64 // entries of K⊗K: weight of the cell, of its row and column, of all cells
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

// plan sets p, with the given mass, and b from a.
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

// level iterates at the present blur, starting from b, until the error is at most
// tol or at the level of rounding.
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

// advance makes the round a Newton step: it multiplies next by e^{θMN·x} with
// (I − θMN)x = log(next/a). The trust region bounds every factor by e^{±radius}.
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

// invert solves (I − θMN)x = u by conjugate gradients to the relative residual tol.
// Cells of weight 0 do not enter the inner product; their values follow from the
// equation.
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

// Scalings sets a and b (d×d) to the scalings of the last Solve, the arguments of
// Gradient.
func (f *W2Step) Scalings(a, b []float64) {
	copy(a, f.a)
	copy(b, f.b)
}

// Gradient replaces g = ∂ℓ/∂p by ∂ℓ/∂P_prev, at the solution with the scalings a
// and b.
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

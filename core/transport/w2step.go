package transport

import (
	"math"
	"slices"

	"sheafscope/core/linalg"
)

// This file contains the numerical method of W2Step, whose doc comment has the equations.

// w2Level holds the constants of a blur γ, with the names of [W2Step].
type w2Level struct {
	gamma float64
	// A cell of 𝒦x has three terms. The first is keep times the cell of x. The second is
	// line times the row sum plus the column sum of the cell. The third is whole times the
	// sum over all cells.
	keep, line, whole float64
	theta             float64 // τε/(γ+τε)
	tilt              float64 // e^{−2τ/(γ+τε)}, the factor e^{−τC/(γ+τε)} of a cell off the diagonal
}

// NewW2Step returns a [W2Step] for plans of d×d cells. eps and gamma must be
// positive, and tau must not be negative.
func NewW2Step(d int, eps, tau, gamma float64) *W2Step {
	f := &W2Step{d: d}
	// The blurs γ, 2γ, 4γ, … up to w2Start, later reversed. For γ > w2Start the only blur is γ.
	for g := gamma; ; g *= 2 {
		k := linalg.Exp(-1 / g) // entry of K off the diagonal; 𝒦 = K⊗K, and K = (1−k)I + k·11ᵀ
		f.levels = append(f.levels, w2Level{gamma: g, keep: (1 - k) * (1 - k), line: (1 - k) * k, whole: k * k,
			theta: tau * eps / (g + float64(tau*eps)), tilt: linalg.Exp(-moveCost * tau / (g + float64(tau*eps)))})
		if 2*g > w2Start {
			break
		}
	}
	slices.Reverse(f.levels)
	f.w2Level = f.levels[len(f.levels)-1] // Gradient needs the blur γ, also before a Solve
	// One buffer has all vectors of d² numbers, and then the 2d sums.
	n := d * d
	vectors := []*[]float64{&f.a, &f.b, &f.s, &f.kb, &f.next, &f.scaled, &f.u, &f.x, &f.res, &f.dir, &f.mul, &f.work}
	buf := make([]float64, len(vectors)*n+2*d)
	for _, v := range vectors {
		*v = buf[:n:n]
		buf = buf[n:]
	}
	f.sums = buf
	return f
}

// blur sets dst = 𝒦·src; dst may be src.
func (f *W2Step) blur(dst, src []float64) {
	// The sums over rows, columns and all cells.
	d := f.d
	row, col := f.sums[:d], f.sums[d:]
	clear(col)
	total := 0.0
	for p := range row {
		sum := 0.0
		for q, v := range src[p*d : p*d+d] {
			sum += v
			col[q] += v
		}
		row[p] = sum
		total += sum
	}
	// The three terms of each cell. col[q] becomes the part that all cells of column q share.
	wholeTerm := float64(total * f.whole)
	for q := range col {
		col[q] = float64(f.line*col[q]) + wholeTerm
	}
	for p, r := range row {
		rowTerm := float64(r * f.line)
		out := dst[p*d : p*d+d]
		for q, v := range src[p*d : p*d+d] {
			out[q] = float64(f.keep*v) + rowTerm + col[q]
		}
	}
}

// setPlan ends a round: from a it computes s = 𝒦a, the plan p with the given mass, b = p/s
// and 𝒦b.
func (f *W2Step) setPlan(p []float64, mass float64) {
	f.blur(f.s, f.a)
	sum := 0.0
	for i, s := range f.s {
		v := linalg.Exp((1 - f.theta) * linalg.Log(s))
		onDiagonal := i%(f.d+1) == 0
		if !onDiagonal {
			v *= f.tilt
		}
		p[i] = v
		sum += v
	}
	factor := mass / sum
	for i, s := range f.s {
		p[i] *= factor
		f.b[i] = p[i] / s
	}
	f.blur(f.kb, f.b)
}

// solveLevel iterates at the present blur, starting from b. It ends when the error is at
// most tol, when rounding keeps a small error from falling, for a prev with NaN, or after
// w2Rounds rounds.
func (f *W2Step) solveLevel(p, prev []float64, mass, tol float64) {
	f.blur(f.kb, f.b)
	for i, v := range prev {
		f.a[i] = v / f.kb[i]
	}
	f.setPlan(p, mass)
	lastErr := math.Inf(1)
	radius := 1 / f.gamma // of the trust region, in units of log a
	for round := 1; ; round++ {
		f.Rounds++
		err := 0.0
		for i, v := range prev {
			err += math.Abs(float64(f.a[i]*f.kb[i]) - v)
		}
		f.Err = err
		onlyRounding := err < 1e-12*mass && err >= lastErr           // a small relative error that no longer falls
		isBadInput := !(err < math.Inf(1)) && math.IsInf(lastErr, 1) // NaN or +Inf without a Newton step
		if err <= tol || onlyRounding || isBadInput || round == w2Rounds {
			return
		}
		// The trust region grows if the last round has lowered the error, and shrinks otherwise.
		if err < lastErr {
			radius = min(2*radius, 1/f.gamma)
		} else {
			radius /= 8
		}
		if !(err < 4*lastErr) { // a scaling round replaces a Newton step that went too far
			copy(f.a, f.scaled)
			lastErr = math.Inf(1) // a scaling round is never replaced
		} else {
			for i, v := range prev {
				f.next[i] = v / f.kb[i]
			}
			copy(f.scaled, f.next)
			lastErr = err
			if radius > 1e-3 { // a tiny region allows no Newton step
				f.newtonStep(radius)
			}
			copy(f.a, f.next)
		}
		f.setPlan(p, mass)
	}
}

// newtonStep turns the scaling step from a to next into a Newton step on log a. It
// multiplies next by e^{θMN·x} with (I − θMN)x = log(next/a). The trust region bounds
// every factor by e^{±radius}.
func (f *W2Step) newtonStep(radius float64) {
	// u becomes log(next/a) minus its weighted mean, since the scale of a is free.
	weightedSum, total := 0.0, 0.0
	for i, a := range f.a {
		f.u[i] = 0
		w := float64(a * f.kb[i])
		if w > 0 { // a cell of weight 0 has no logarithm
			f.u[i] = linalg.Log(f.next[i] / a)
			weightedSum += float64(w * f.u[i])
			total += w
		}
	}
	mean := weightedSum / total
	for i := range f.u {
		f.u[i] -= mean
	}
	const tol = 1e-3 // the next rounds correct the error
	f.invert(f.x, f.u, tol)
	f.applyMN(f.work, f.x)
	largest := 0.0
	for _, v := range f.work {
		largest = max(largest, math.Abs(v))
	}
	step := f.theta * min(1, radius/(f.theta*largest)) // for largest = 0 or θ = 0 the quotient is +Inf, and the minimum is 1
	for i, v := range f.work {
		f.next[i] *= linalg.Exp(step * v)
	}
}

// applyMN sets dst = MN·src.
func (f *W2Step) applyMN(dst, src []float64) {
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

// invert solves (I − θMN)x = u by conjugate gradients, to the relative residual tol,
// in the inner product with the weights a∘𝒦b. Cells of weight 0 do not enter the
// inner product. At the end the equation x = u + θMN·x gives the values of these cells,
// and hardly changes all others.
func (f *W2Step) invert(x, u []float64, tol float64) {
	// The iteration starts at x = 0, where residual and direction are u.
	rr := 0.0 // weighted square of the residual
	for i, v := range u {
		x[i], f.res[i], f.dir[i] = 0, v, v
		rr += float64(f.a[i] * f.kb[i] * v * v)
	}
	tolerated := tol * tol * rr
	maxIterations := 4 * len(u) // exact arithmetic would need at most len(u)
	for k := 0; k < maxIterations && rr > tolerated; k++ {
		f.applyMN(f.mul, f.dir)
		curvature := 0.0
		for i, v := range f.dir {
			f.mul[i] = v - float64(f.theta*f.mul[i])
			curvature += float64(f.a[i] * f.kb[i] * v * f.mul[i])
		}
		if !(curvature > 0) { // only rounding errors are left
			break
		}
		alpha := rr / curvature
		nextRR := 0.0
		for i := range x {
			x[i] += float64(alpha * f.dir[i])
			f.res[i] -= float64(alpha * f.mul[i])
			nextRR += float64(f.a[i] * f.kb[i] * f.res[i] * f.res[i])
		}
		beta := nextRR / rr
		rr = nextRR
		for i, v := range f.res {
			f.dir[i] = v + float64(beta*f.dir[i])
		}
	}
	f.applyMN(f.mul, x)
	for i, v := range u {
		x[i] = v + float64(f.theta*f.mul[i])
	}
}

// Scalings sets a and b (d×d) to the scalings of the last Solve, the arguments of
// Gradient.
func (f *W2Step) Scalings(a, b []float64) {
	copy(a, f.a)
	copy(b, f.b)
}

// Gradient replaces g = ∂ℓ/∂p by ∂ℓ/∂P_prev, for the step whose solution has the
// scalings a and b, see [W2Step.Scalings].
func (f *W2Step) Gradient(g, a, b []float64) {
	copy(f.a, a)
	copy(f.b, b)
	f.blur(f.s, f.a)
	f.blur(f.kb, f.b)
	// u becomes (1−θ)·M·g.
	for i, v := range g {
		f.u[i] = b[i] * v
	}
	f.blur(f.u, f.u)
	for i, k := range f.kb {
		f.u[i] *= (1 - f.theta) / k
	}
	f.invert(g, f.u, 1e-14) // up to rounding
}

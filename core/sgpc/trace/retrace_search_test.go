package trace_test

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// search recomputes the line searches of an ascent in the metric: λ2 at every
// trial, its derivatives by central differences, the flags, and the metric that is
// left. What another mode adds to the maps, and its trials, count as given.
func (f *retrace) search() {
	g := &f.GapAscent
	for _, place := range []string{"line_search", "line_search.step", "line_search.eta", "line_search.lambda2", "line_search.slope",
		"line_search.slope_at",
		"line_search.armijo", "line_search.curvature", "promised", "eta", "metric"} {
		f.worst["gap_ascent."+place] = 0
	}
	f.worst["lift.delta_ij"], f.worst["lift.delta_ji"] = 0, 0
	if g.Mode == "off" || len(f.Lift) == 0 {
		for _, l := range f.Lift {
			f.matrix("lift.delta_ij", l.DeltaIJ, mat.NewDense(f.d, f.d, nil))
			f.matrix("lift.delta_ji", l.DeltaJI, mat.NewDense(f.d, f.d, nil))
		}
		return
	}
	if g.Mode != "sheaf" {
		return
	}
	a := make([]*mat.Dense, len(f.Lift))
	base := make([][2]*mat.Dense, len(f.Lift))
	for e, l := range f.Lift {
		a[e] = dense(g.MetricBefore[e])
		var ij, ji, x, y mat.Dense
		ij.Sub(dense(l.Rij), dense(l.DeltaIJ))
		ji.Sub(dense(l.Rji), dense(l.DeltaJI))
		base[e] = [2]*mat.Dense{&ij, &ji}
		x.Sub(product(a[e], &ij), &ij)
		y.Sub(product(a[e], &ji), &ji)
		f.matrix("lift.delta_ij", l.DeltaIJ, &x)
		f.matrix("lift.delta_ji", l.DeltaJI, &y)
	}
	if f.Spectrum.Lambda2 == nil {
		return
	}
	s := &searched{retrace: f, base: base}
	s.total = s.size(s.identity())
	now, eta := g.Before[0], 0.0
	loose := func(place string, got, want, tol float64) {
		if !(math.Abs(got-want) <= tol*max(math.Abs(want), 0.01)) {
			f.t.Errorf("%s: %.12g, recomputed %.12g", place, got, want)
		}
	}
	for k, t := range g.LineSearch {
		dir := f.along(g.Direction[t.Step-1])
		next := s.project(plus(a, t.Eta, dir))
		loose("λ2 of a trial", t.Lambda2, s.lambda2(next), 1e-6)
		if f.Epoch > 3 {
			loose("slope", t.Slope, s.derivative(a, dir), 1e-4)
			loose("slope at the trial", t.SlopeAt, s.derivative(next, dir), 1e-4)
			loose("promise", g.Promised[k], s.derivative(a, plus(next, -1, a)), 1e-4)
		}
		armijo := g.Promised[k] > 0 && t.Lambda2 >= now+f.number("armijo")*g.Promised[k] && t.Lambda2 > now
		f.same("gap_ascent.line_search.armijo", t.Armijo, armijo)
		f.same("gap_ascent.line_search.curvature", t.Curvature, math.Abs(t.SlopeAt) <= f.number("curvature")*t.Slope)
		if armijo {
			a, now, eta = next, t.Lambda2, t.Eta
		}
	}
	f.near("gap_ascent.eta", g.Eta, eta, 0)
	for e := range a {
		f.matrix("gap_ascent.metric", g.Metric[e], a[e])
	}
}

// searched evaluates λ2 at changes of metric.
type searched struct {
	*retrace
	base  [][2]*mat.Dense
	total float64 // Σ‖R⁰‖²
}

func (f *retrace) along(row []float64) []*mat.Dense {
	out, q := make([]*mat.Dense, len(f.Lift)), f.d*f.d
	for e := range out {
		out[e] = mat.NewDense(f.d, f.d, row[e*q:(e+1)*q])
	}
	return out
}

func plus(a []*mat.Dense, x float64, b []*mat.Dense) []*mat.Dense {
	out := make([]*mat.Dense, len(a))
	for e := range a {
		var c mat.Dense
		c.Scale(x, b[e])
		c.Add(&c, a[e])
		out[e] = &c
	}
	return out
}

func (s *searched) identity() []*mat.Dense {
	out := make([]*mat.Dense, len(s.base))
	for e := range out {
		out[e] = mat.NewDense(s.d, s.d, nil)
		for k := range s.d {
			out[e].Set(k, k, 1)
		}
	}
	return out
}

// size returns Σ‖A R⁰‖².
func (s *searched) size(a []*mat.Dense) (sum float64) {
	for e, b := range s.base {
		for _, r := range b {
			sum += math.Pow(mat.Norm(product(a[e], r), 2), 2)
		}
	}
	return sum
}

// scaled has the size of the base.
func (s *searched) scaled(a []*mat.Dense) []*mat.Dense {
	return plus(a, math.Sqrt(s.total/s.size(a))-1, a)
}

// project goes from the identity towards a as far as ‖R − R⁰‖ ≤ ρ‖R⁰‖ allows, at
// the size of the base.
func (s *searched) project(a []*mat.Dense) []*mat.Dense {
	one := s.identity()
	at := func(theta float64) ([]*mat.Dense, float64) {
		x := s.scaled(plus(one, theta, plus(a, -1, one)))
		return x, math.Sqrt(s.size(plus(x, -1, one)) / s.total)
	}
	limit := s.number("rho") * (1 - 1e-9)
	x, change := at(1)
	if change <= limit {
		return x
	}
	lo, hi := 0.0, 1.0
	for range 60 {
		mid := (lo + hi) / 2
		if _, c := at(mid); c <= limit {
			lo = mid
		} else {
			hi = mid
		}
	}
	x, _ = at(lo)
	return x
}

// lambda2 is the eigenvalue above the kernel of the start.
func (s *searched) lambda2(a []*mat.Dense) float64 {
	dim := s.n * s.d
	full := mat.NewDense(dim, dim, nil)
	for e, l := range s.Lift {
		far := product(a[e], s.base[e][1])
		far.Scale(-1, far)
		b := [2]*mat.Dense{product(a[e], s.base[e][0]), far}
		for p := range 2 {
			for q := range 2 {
				at := full.Slice(l.Edge[p]*s.d, (l.Edge[p]+1)*s.d, l.Edge[q]*s.d, (l.Edge[q]+1)*s.d).(*mat.Dense)
				at.Add(at, product(b[p].T(), b[q]))
			}
		}
	}
	look := symmetric(full)
	if s.word("operator") == "normalized" {
		look = normalised(look, s.n, s.d, s.number("shift"))
	}
	var e mat.EigenSym
	e.Factorize(look, false)
	return e.Values(nil)[s.indexOf2(*s.Spectrum.KernelDim)]
}

// derivative is that of λ2 along a change of A, at the size of the base.
func (s *searched) derivative(a, dir []*mat.Dense) float64 {
	const h = 1e-5
	return (s.lambda2(s.scaled(plus(a, h, dir))) - s.lambda2(s.scaled(plus(a, -h, dir)))) / (2 * h)
}

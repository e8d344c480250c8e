package trace_test

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// This file recomputes the line searches of the gap ascent in the mode "sheaf".

// checkSearch recomputes an ascent in the metric (mode "sheaf"): the changes of the maps, λ2
// at every trial, both conditions, the last step length and the final metric. After more than
// three epochs it also recomputes the slopes, by central differences. Without λ2 it compares
// the changes alone. For the mode "off" the changes are 0. Of other modes it compares
// nothing: their changes and trials count as given.
func (f *retrace) checkSearch() {
	g := &f.GapAscent
	// All these places count as compared.
	for _, place := range []string{"line_search", "line_search.step", "line_search.eta", "line_search.lambda2", "line_search.slope",
		"line_search.slope_at",
		"line_search.armijo", "line_search.curvature", "promised", "eta", "metric"} {
		f.worst["gap_ascent."+place] = 0
	}
	f.worst["lift.delta_ij"], f.worst["lift.delta_ji"] = 0, 0
	if g.Mode == "off" || len(f.Lift) == 0 {
		for _, l := range f.Lift {
			f.checkMatrix("lift.delta_ij", l.DeltaIJ, mat.NewDense(f.d, f.d, nil))
			f.checkMatrix("lift.delta_ji", l.DeltaJI, mat.NewDense(f.d, f.d, nil))
		}
		return
	}
	if g.Mode != "sheaf" {
		return
	}
	// The change of a map R⁰ is A R⁰ − R⁰, with the metric A before this ascent.
	a := make([]*mat.Dense, len(f.Lift))
	base := make([][2]*mat.Dense, len(f.Lift)) // R⁰ at both ends of each edge
	for e, l := range f.Lift {
		a[e] = dense(g.MetricBefore[e])
		var ij, ji, x, y mat.Dense
		ij.Sub(dense(l.Rij), dense(l.DeltaIJ))
		ji.Sub(dense(l.Rji), dense(l.DeltaJI))
		base[e] = [2]*mat.Dense{&ij, &ji}
		x.Sub(product(a[e], &ij), &ij)
		y.Sub(product(a[e], &ji), &ji)
		f.checkMatrix("lift.delta_ij", l.DeltaIJ, &x)
		f.checkMatrix("lift.delta_ji", l.DeltaJI, &y)
	}
	if f.Spectrum.Lambda2 == nil {
		return
	}
	s := &metricAscent{retrace: f, base: base}
	s.total = s.squaredNorm(s.identity())
	current, eta := g.Before[0], 0.0 // λ2 and step length of the last accepted trial
	// checkRelative compares with the tolerance tol·max(|want|, 0.01).
	checkRelative := func(place string, got, want, tol float64) {
		if !(math.Abs(got-want) <= tol*max(math.Abs(want), 0.01)) {
			f.t.Errorf("%s: %.12g, recomputed %.12g", place, got, want)
		}
	}
	for k, trial := range g.LineSearch {
		dir := f.directionOf(g.Direction[trial.Step-1])
		next := s.project(addScaled(a, trial.Eta, dir))
		checkRelative("λ2 of a trial", trial.Lambda2, s.lambda2(next), 1e-6)
		// Many values of λ2 take long: only cases with four epochs compare the slopes. Difference
		// quotients have the tolerance 1e-4.
		if f.Epoch > 3 {
			checkRelative("slope", trial.Slope, s.derivative(a, dir), 1e-4)
			checkRelative("slope at the trial", trial.SlopeAt, s.derivative(next, dir), 1e-4)
			checkRelative("promise", g.Promised[k], s.derivative(a, addScaled(next, -1, a)), 1e-4)
		}
		gains := trial.Lambda2 > current && g.Promised[k] > 0
		armijo := gains && trial.Lambda2 >= current+f.number("armijo")*g.Promised[k]
		f.checkEqual("gap_ascent.line_search.armijo", trial.Armijo, armijo)
		f.checkEqual("gap_ascent.line_search.curvature", trial.Curvature, math.Abs(trial.SlopeAt) <= f.number("curvature")*trial.Slope)
		if armijo {
			a, current, eta = next, trial.Lambda2, trial.Eta
		}
	}
	f.checkNear("gap_ascent.eta", g.Eta, eta, 0)
	for e := range a {
		f.checkMatrix("gap_ascent.metric", g.Metric[e], a[e])
	}
}

// metricAscent computes λ2 of the maps A R⁰ for a metric A, a d×d matrix for each edge.
type metricAscent struct {
	*retrace
	base  [][2]*mat.Dense // R⁰ at both ends of each edge
	total float64         // Σ‖R⁰‖²
}

// directionOf returns the matrices of a direction, one for each edge, from their numbers.
func (f *retrace) directionOf(row []float64) []*mat.Dense {
	out, q := make([]*mat.Dense, len(f.Lift)), f.d*f.d
	for e := range out {
		out[e] = mat.NewDense(f.d, f.d, row[e*q:(e+1)*q])
	}
	return out
}

// addScaled returns a + x·b, edge by edge.
func addScaled(a []*mat.Dense, x float64, b []*mat.Dense) []*mat.Dense {
	out := make([]*mat.Dense, len(a))
	for e := range a {
		var c mat.Dense
		c.Scale(x, b[e])
		c.Add(&c, a[e])
		out[e] = &c
	}
	return out
}

// identity returns an identity matrix for each edge.
func (s *metricAscent) identity() []*mat.Dense {
	out := make([]*mat.Dense, len(s.base))
	for e := range out {
		out[e] = mat.NewDense(s.d, s.d, nil)
		for k := range s.d {
			out[e].Set(k, k, 1)
		}
	}
	return out
}

// squaredNorm returns Σ‖A R⁰‖² over all edges and ends.
func (s *metricAscent) squaredNorm(a []*mat.Dense) (sum float64) {
	for e, b := range s.base {
		for _, r := range b {
			sum += math.Pow(mat.Norm(product(a[e], r), 2), 2)
		}
	}
	return sum
}

// rescaled returns the multiple of a for which Σ‖A R⁰‖² = Σ‖R⁰‖².
func (s *metricAscent) rescaled(a []*mat.Dense) []*mat.Dense {
	return addScaled(a, math.Sqrt(s.total/s.squaredNorm(a))-1, a)
}

// project returns the last metric A on the way from the identity to a with
// ‖A R⁰ − R⁰‖ ≤ ρ‖R⁰‖, by bisection. All metrics on the way are rescaled. As in package
// spectral, the bound is ρ(1 − 1e-9).
func (s *metricAscent) project(a []*mat.Dense) []*mat.Dense {
	one := s.identity()
	// metricAt returns the metric at the share theta of the way, and ‖A R⁰ − R⁰‖/‖R⁰‖.
	metricAt := func(theta float64) ([]*mat.Dense, float64) {
		x := s.rescaled(addScaled(one, theta, addScaled(a, -1, one)))
		return x, math.Sqrt(s.squaredNorm(addScaled(x, -1, one)) / s.total)
	}
	limit := s.number("rho") * (1 - 1e-9)
	x, change := metricAt(1)
	if change <= limit {
		return x
	}
	lo, hi := 0.0, 1.0
	for range 60 {
		mid := (lo + hi) / 2
		if _, c := metricAt(mid); c <= limit {
			lo = mid
		} else {
			hi = mid
		}
	}
	x, _ = metricAt(lo)
	return x
}

// lambda2 returns λ2 of the operator of the maps A R⁰, at the index that λ2 has in the
// spectrum of the trace.
func (s *metricAscent) lambda2(a []*mat.Dense) float64 {
	dim := s.n * s.d
	full := mat.NewDense(dim, dim, nil)
	for e, l := range s.Lift {
		far := product(a[e], s.base[e][1])
		far.Scale(-1, far)
		b := [2]*mat.Dense{product(a[e], s.base[e][0]), far}
		for p := range 2 {
			for q := range 2 {
				block := full.Slice(l.Edge[p]*s.d, (l.Edge[p]+1)*s.d, l.Edge[q]*s.d, (l.Edge[q]+1)*s.d).(*mat.Dense)
				block.Add(block, product(b[p].T(), b[q]))
			}
		}
	}
	operator := symmetric(full)
	if s.word("operator") == "normalized" {
		operator = normalised(operator, s.n, s.d, s.number("shift"))
	}
	var e mat.EigenSym
	e.Factorize(operator, false)
	return e.Values(nil)[s.indexOfLambda2(*s.Spectrum.KernelDim)]
}

// derivative returns the derivative of λ2 along a direction of A, by central differences.
// All metrics are rescaled.
func (s *metricAscent) derivative(a, dir []*mat.Dense) float64 {
	const h = 1e-5
	return (s.lambda2(s.rescaled(addScaled(a, h, dir))) - s.lambda2(s.rescaled(addScaled(a, -h, dir)))) / (2 * h)
}

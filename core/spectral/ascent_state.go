package spectral

import (
	"slices"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// Done reports whether the ascent is over.
func (s *Ascent) Done() bool { return s.done }

// Estimate returns the estimate of λ₂ at the current point.
func (s *Ascent) Estimate() Estimate { return s.est }

// Proves reports whether λ₂ at the start and at the end of the ascent is proved;
// otherwise it is an upper bound (see [Tracker.Proves]).
func (s *Ascent) Proves() bool { return s.tr.Proves() }

// Trail returns λ₂ at the start and after each accepted step, sharing memory with
// s.
func (s *Ascent) Trail() []float64 { return s.trail }

// Lambda3 returns λ₃ at the points of Trail, sharing memory with s.
func (s *Ascent) Lambda3() []float64 { return s.lam }

// Trials returns all trials since Start, sharing memory with s.
func (s *Ascent) Trials() []Trial { return s.trials }

// Directions returns the changes of A per unit of η, m·d·d numbers for each inner
// step, sharing memory with s.
func (s *Ascent) Directions() []float64 { return s.dirs }

// MapsAt returns the projected maps at step length eta along the last direction,
// from the point where the last line search began. base is the base sheaf R⁰ of the
// ascent. The ascent stays unchanged.
func (s *Ascent) MapsAt(base *sheaf.Sheaf, eta float64) *sheaf.Sheaf {
	g, a, tmp := newMetric(s.g.m, s.g.d), slices.Clone(s.from), make([]float64, len(s.from))
	g.setBase(base)
	linalg.Axpy(eta, s.dirs[len(s.dirs)-len(a):], a)
	g.project(a, tmp, s.opt.Rho)
	out := sheaf.New(base.N, base.D, base.Edges)
	g.maps(out, base, a)
	return out
}

// Reuse selects whether [Ascent.Follow] may return a known estimate.
type Reuse bool

const (
	// Recompute ignores earlier estimates, so that a run can be rewound to the
	// call.
	Recompute Reuse = false
	// ReuseKnown returns the certified estimate of the previous call for equal
	// maps.
	ReuseKnown Reuse = true
)

// Follow returns the certified estimate of λ₂ for the maps of c, of L̂ or L by
// opt.Normalized. The last ascent must be over. The next ascent starts from the
// vectors of this call, and reuses the estimate when it begins at equal maps.
func (s *Ascent) Follow(c *sheaf.Sheaf, opt AscentOptions, reuse Reuse) Estimate {
	if len(s.end) == 0 {
		s.end = s.tr.Snapshot(s.end)
	}
	tracker, own := s.tr.spent, s.spent // Spent counts ascents only
	s.opt, s.known = opt, s.known && bool(reuse)
	est := s.updateAt(c, target{kernel: unknownKernel, certify: true})
	s.tr.spent, s.spent = tracker, own
	return est
}

// Gradient sets grad, laid out like c.R, to ∂λ₂/∂R for the maps c of the last
// Follow.
func (s *Ascent) Gradient(grad []float64, c *sheaf.Sheaf) {
	s.tr.gradientOfMaps(grad, c, s.opt.Normalized)
}

// Pull returns for each edge ‖∂λ₂/∂R_e‖_F, R_e being both of its maps, at the end
// of the ascent.
func (s *Ascent) Pull() []float64 {
	if len(s.end) > 0 {
		defer s.restoreTracker(s.tr.Snapshot(nil))
		s.restoreTracker(s.end)
	}
	s.tr.gradientOfMaps(s.gr, s.cur, s.opt.Normalized)
	pull := make([]float64, s.g.m)
	Pull(pull, s.gr)
	return pull
}

// restoreTracker restores a state that the tracker itself wrote.
func (s *Ascent) restoreTracker(state []float64) {
	if _, err := s.tr.Restore(state); err != nil {
		panic(err)
	}
}

// Change returns ‖R − R⁰‖_F/‖R⁰‖_F at the current point.
func (s *Ascent) Change() float64 { return s.change }

// Maps returns the current sheaf A·R⁰ (not normalised), sharing memory with s.
func (s *Ascent) Maps() *sheaf.Sheaf { return s.cur }

// Snapshot appends the tracker's state to dst. With A it determines all later
// ascents. It may be called between ascents only.
func (s *Ascent) Snapshot(dst []float64) []float64 { return s.tr.Snapshot(dst) }

// Restore restores a state written by Snapshot and returns the rest of src. It
// fails on a state of another graph.
func (s *Ascent) Restore(src []float64) ([]float64, error) {
	s.done, s.known, s.end = true, false, s.end[:0]
	return s.tr.Restore(src)
}

// Spent returns the work of all calls so far.
func (s *Ascent) Spent() Work {
	w := s.tr.spent
	w.Add(s.spent.MultiplyAdds, s.spent.Numbers)
	return w
}

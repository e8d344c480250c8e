package spectral

import (
	"slices"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// Done reports whether the ascent is over.
func (s *Ascent) Done() bool { return s.done }

// Estimate returns λ₂ and its companions at the current point.
func (s *Ascent) Estimate() Estimate { return s.est }

// Proves reports whether λ₂ at both ends of the ascent is proved: else it is an upper bound (see [Tracker.Proves]).
func (s *Ascent) Proves() bool { return s.tr.Proves() }

// Trail returns λ₂ at the start and after each accepted step, Lambda3 the
// eigenvalue above at the same points. Both share memory with s.
func (s *Ascent) Trail() []float64 { return s.trail }

// Lambda3 returns λ₃ at the points of Trail.
func (s *Ascent) Lambda3() []float64 { return s.lam }

// Trials returns all trials since Start, sharing memory with s.
func (s *Ascent) Trials() []Trial { return s.trials }

// Directions returns the changes of A per unit of η, those of one inner step after
// those of the other, sharing memory with s.
func (s *Ascent) Directions() []float64 { return s.dirs }

// Along returns the maps at a step length of the last line search, of which Directions has the last, over the base sheaf R⁰ of its ascent:
// for a look, which changes nothing of the ascent.
func (s *Ascent) Along(base *sheaf.Sheaf, eta float64) *sheaf.Sheaf {
	g, a, tmp := newMetric(s.g.m, s.g.d), slices.Clone(s.from), make([]float64, len(s.from))
	g.base(base)
	linalg.Axpy(eta, s.dirs[len(s.dirs)-len(a):], a)
	g.project(a, tmp, s.opt.Rho)
	out := sheaf.New(base.N, base.D, base.Edges)
	g.maps(out, base, a)
	return out
}

// Follow finds λ₂, with certificate, of other maps than those of an ascent, which must be
// over: of L̂ or L as opt says. The ascent goes on from its vectors, and what needs λ₂ of one
// sheaf again takes it from there. Where again is not set, nothing that was found before is
// taken, so that a run may be rewound to here.
func (s *Ascent) Follow(c *sheaf.Sheaf, opt AscentOptions, again bool) Estimate {
	if len(s.end) == 0 {
		s.end = s.tr.Snapshot(s.end)
	}
	tracker, own := s.tr.spent, s.spent // the work is none of an ascent
	s.opt, s.known = opt, s.known && again
	est := s.reach(c, -1, true, 0)
	s.tr.spent, s.spent = tracker, own
	return est
}

// Gradient sets grad, laid out like c.R, to ∂λ₂/∂R for the maps of the last Follow, or for those
// of the end of an ascent where Follow found these again.
func (s *Ascent) Gradient(grad []float64, c *sheaf.Sheaf) {
	s.tr.gradientOfMaps(grad, c, s.opt.Normalized)
}

// Pull returns ‖∂λ₂/∂R_e‖_F of both maps of each edge at the current point.
func (s *Ascent) Pull() []float64 {
	if len(s.end) > 0 {
		defer s.swap(s.tr.Snapshot(nil))
		s.swap(s.end)
	}
	s.tr.gradientOfMaps(s.gr, s.cur, s.opt.Normalized)
	pull := make([]float64, s.g.m)
	Pull(pull, s.gr)
	return pull
}

// swap gives the tracker a state of its own.
func (s *Ascent) swap(state []float64) {
	if _, err := s.tr.Restore(state); err != nil {
		panic(err) // written by the same tracker
	}
}

// Change returns ‖R − R⁰‖_F/‖R⁰‖_F at the current point.
func (s *Ascent) Change() float64 { return s.change }

// Maps returns the current sheaf A·R⁰ (not normalised), sharing memory with s.
func (s *Ascent) Maps() *sheaf.Sheaf { return s.cur }

// Snapshot appends the state that later ascents depend on, beside A: that of
// the tracker. Take it between ascents.
func (s *Ascent) Snapshot(dst []float64) []float64 { return s.tr.Snapshot(dst) }

// Restore takes back a state written by Snapshot and returns the rest of src.
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

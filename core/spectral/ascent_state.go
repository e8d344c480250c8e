package spectral

import "sheafscope/core/sheaf"

// Done reports whether the ascent is over.
func (s *Ascent) Done() bool { return s.done }

// Estimate returns λ₂ and its companions at the current point.
func (s *Ascent) Estimate() Estimate { return s.est }

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

// Pull returns ‖∂λ₂/∂R_e‖_F of both maps of each edge at the current point.
func (s *Ascent) Pull() []float64 {
	s.tr.gradientOfMaps(s.gr, s.cur, s.opt.Normalized)
	pull := make([]float64, s.g.m)
	Pull(pull, s.gr)
	return pull
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
	s.done = true
	return s.tr.Restore(src)
}

// Spent returns the work of all calls so far.
func (s *Ascent) Spent() Work {
	w := s.tr.spent
	w.Add(s.spent.MultiplyAdds, s.spent.Numbers)
	return w
}

package spectral

import (
	"slices"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// This file contains the methods of an Ascent between its steps and between two ascents.

// Done reports whether the ascent is over.
func (s *Ascent) Done() bool { return s.done }

// Estimate returns the estimate of λ₂ at the current point.
func (s *Ascent) Estimate() Estimate { return s.est }

// Proves reports whether the tracker can prove λ₂ at the start and at the end of the ascent.
// If not, these values are upper bounds.
func (s *Ascent) Proves() bool { return s.tracker.Proves() }

// Trail returns λ₂ at the start and after each accepted step, sharing memory with s.
func (s *Ascent) Trail() []float64 { return s.trail }

// Lambda3 returns λ₃ at the points of Trail, sharing memory with s.
func (s *Ascent) Lambda3() []float64 { return s.lambda3 }

// Trials returns the trials of the ascent whose λ₂ was computed and is not 0, sharing memory
// with s.
func (s *Ascent) Trials() []Trial { return s.trials }

// Directions returns the directions of the inner steps, one after another, sharing memory
// with s. A direction consists of m·d·d numbers, the change of A per unit of η.
func (s *Ascent) Directions() []float64 { return s.directions }

// MapsAt returns the maps of the trial at step length eta in the last line search: a step
// along its direction, projected on the constraints. base is the base sheaf R⁰ of the
// ascent, which stays unchanged. MapsAt panics if the ascent has made no line search.
func (s *Ascent) MapsAt(base *sheaf.Sheaf, eta float64) *sheaf.Sheaf {
	g := newMetric(s.metric.m, s.metric.d)
	g.setBase(base)
	a := slices.Clone(s.lineStart)
	lastDirection := s.directions[len(s.directions)-len(a):]
	linalg.Axpy(eta, lastDirection, a)
	g.project(a, make([]float64, len(a)), s.opt.Rho)
	out := sheaf.New(base.N, base.D, base.Edges)
	g.maps(out, base, a)
	return out
}

// Reuse selects whether [Ascent.Follow] may return an earlier estimate.
type Reuse bool

const (
	// Recompute ignores earlier estimates. A run can be rewound to the call, since the result
	// depends only on the arguments and the tracker's state.
	Recompute Reuse = false
	// ReuseKnown returns the estimate of the last certificate if it belongs to equal maps.
	ReuseKnown Reuse = true
)

// Follow returns the estimate of λ₂ for the maps of c, with a certificate if the tracker
// proves λ₂. Of opt, only Normalized and Shift have an effect on λ₂. The last ascent must be
// over. The next ascent starts from the vectors of this call; [Ascent.Begin] may reuse the
// estimate. A later MapsAt uses the Rho of opt.
func (s *Ascent) Follow(c *sheaf.Sheaf, opt AscentOptions, reuse Reuse) Estimate {
	if len(s.endState) == 0 { // the first Follow after the ascent; Pull reads this state
		s.endState = s.tracker.Snapshot(s.endState)
	}
	trackerSpent, ownSpent := s.tracker.spent, s.spent // restored below, since Spent counts ascents only
	s.opt = opt
	s.certificateValid = s.certificateValid && reuse == ReuseKnown
	est := s.updateAt(c, target{kernel: unknownKernel, certify: true})
	s.tracker.spent, s.spent = trackerSpent, ownSpent
	return est
}

// Gradient sets grad, laid out like c.R, to ∂λ₂/∂R for the maps c of the last Follow.
func (s *Ascent) Gradient(grad []float64, c *sheaf.Sheaf) {
	s.tracker.gradientOfMaps(grad, c, s.opt.problem())
}

// Pull returns ‖∂λ₂/∂R_e‖_F at the end of the ascent for each edge e, where R_e consists of
// both maps of e.
func (s *Ascent) Pull() []float64 {
	if len(s.endState) > 0 { // a Follow has moved the tracker since the end of the ascent
		state, estimate := s.tracker.Snapshot(nil), s.tracker.est
		defer func() {
			s.restoreTracker(state)
			s.tracker.est = estimate // the snapshot lacks Unproven
		}()
		s.restoreTracker(s.endState)
	}
	s.tracker.gradientOfMaps(s.mapGradient, s.cur, s.opt.problem())
	pull := make([]float64, s.metric.m)
	Pull(pull, s.mapGradient)
	return pull
}

// restoreTracker restores a state that this tracker wrote, so an error is a fault of the program.
func (s *Ascent) restoreTracker(state []float64) {
	if _, err := s.tracker.Restore(state); err != nil {
		panic(err)
	}
}

// Change returns ‖R − R⁰‖_F/‖R⁰‖_F at the current point.
func (s *Ascent) Change() float64 { return s.change }

// Maps returns the current sheaf A·R⁰ (not normalised), sharing memory with s.
func (s *Ascent) Maps() *sheaf.Sheaf { return s.cur }

// Snapshot appends the tracker's state to dst. It may be called between ascents only; the
// state and A then determine all later ascents.
func (s *Ascent) Snapshot(dst []float64) []float64 { return s.tracker.Snapshot(dst) }

// Restore restores a state written by Snapshot from the beginning of src and
// returns the remaining values of src. A state of another graph is an error. Also after an
// error, the ascent is over, and earlier certificates are invalid.
func (s *Ascent) Restore(src []float64) ([]float64, error) {
	s.done, s.certificateValid, s.endState = true, false, s.endState[:0]
	return s.tracker.Restore(src)
}

// Spent returns the work of all ascents so far. The work of Follow does not count.
func (s *Ascent) Spent() Work {
	w := s.tracker.spent
	w.Add(s.spent.MultiplyAdds, s.spent.Numbers)
	return w
}

package sgpc

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/stage"
)

// segment is a part of an epoch within one stage.
type segment struct {
	stage int
	// ops are the operations on the evaluation tape, empty for a segment with work.
	ops []autodiff.Op
	// shown is the number of inner operations of a segment without iteration. The
	// first one computes the closed form; the others only stand for the iterations
	// that it replaces.
	shown int
	// begin, unless nil, runs at the start of the segment. work, unless nil,
	// replaces ops: it makes inner operation k and reports whether it was the last.
	begin func(r *Run)
	work  func(r *Run, k int) (last bool)
	// name returns the description of inner operation k; nil stands for the name of
	// the stage.
	name func(r *Run, k int) string
	// next is the index of the next operation; running reports whether its
	// iteration has started.
	next    int
	running bool
}

func (s *segment) start(r *Run) {
	s.next, s.running = 0, false
	if s.begin != nil {
		s.begin(r)
	}
}

// step makes inner operation k and returns the number of inner operations made.
// With whole it makes all remaining ones of an iteration that can finish at once.
// last reports the end of the segment.
func (s *segment) step(r *Run, k int, whole bool) (steps int, last bool) {
	if s.work != nil {
		return 1, s.work(r, k)
	}
	for s.next < len(s.ops) {
		op, ok := s.ops[s.next].(autodiff.Stepper)
		if !ok {
			s.ops[s.next].Forward()
			s.next++
			continue
		}
		if !s.running {
			op.Start()
			s.running = true
		}
		steps = 1
		if all, ok := op.(autodiff.Finisher); ok && whole {
			steps = all.Finish()
		} else if !op.Step() {
			return 1, false
		}
		s.running = false
		s.next++
		// The operations after an iteration belong to its last step, up to the next
		// iteration.
		for s.next < len(s.ops) {
			if _, ok := s.ops[s.next].(autodiff.Stepper); ok {
				return steps, false
			}
			s.ops[s.next].Forward()
			s.next++
		}
		return steps, true
	}
	return 1, k+1 >= s.shown
}

// label returns the description of inner operation k.
func (s *segment) label(r *Run, k int) string {
	if s.name != nil {
		return s.name(r, k)
	}
	return stage.Names[s.stage]
}

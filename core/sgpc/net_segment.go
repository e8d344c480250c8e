package sgpc

// This file divides the operations of an epoch into segments and steps.

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
	// first inner operation computes the closed form. The others compute nothing:
	// they stand for the iterations that the closed form replaces.
	shown int
	// begin, unless nil, runs at the start of the segment. work, unless nil,
	// replaces ops: it makes inner operation k and reports whether it was the last
	// of the segment.
	begin func(r *Run)
	work  func(r *Run, k int) (last bool)
	// name returns the description of inner operation k. If name is nil, the
	// description is the name of the stage.
	name func(r *Run, k int) string
	// next is the index of the next operation; running reports whether its
	// iteration has started.
	next    int
	running bool
}

// start returns the segment to its first operation.
func (s *segment) start(r *Run) {
	s.next, s.running = 0, false
	if s.begin != nil {
		s.begin(r)
	}
}

// step makes inner operation k and returns the number of inner operations that it
// made. If whole is true, it makes all remaining iterations of a solve at once. last
// reports whether the segment is over.
func (s *segment) step(r *Run, k int, whole bool) (steps int, last bool) {
	if s.work != nil {
		return 1, s.work(r, k)
	}
	for s.next < len(s.ops) {
		op, iterates := s.ops[s.next].(autodiff.Stepper)
		if !iterates {
			s.ops[s.next].Forward()
			s.next++
			continue
		}
		if !s.running {
			op.Start()
			s.running = true
		}
		steps = 1
		if finisher, canFinish := op.(autodiff.Finisher); canFinish && whole {
			steps = finisher.Finish()
		} else if !op.Step() {
			return 1, false
		}
		s.running = false
		s.next++
		// The operations after an iteration belong to its last step, up to the next
		// iteration.
		for s.next < len(s.ops) {
			if _, iterates := s.ops[s.next].(autodiff.Stepper); iterates {
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

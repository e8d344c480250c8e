package sgpc

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/stage"
)

// segment is a part of an epoch that belongs to one stage.
type segment struct {
	stage int
	// ops of the evaluation tape, or work for what is no tape operation.
	ops []autodiff.Op
	// shown is the number of inner operations that are shown but need no work
	// of their own, because the network takes a closed form in their place.
	shown int
	// begin, work replace ops: work does inner operation k and reports whether it was the last.
	begin func(r *Run)
	work  func(r *Run, k int) (last bool)
	// name describes inner operation k.
	name func(r *Run, k int) string
	// next is the operation to run, running whether it is an iteration under way.
	next    int
	running bool
}

func (s *segment) start(r *Run) {
	s.next, s.running = 0, false
	if s.begin != nil {
		s.begin(r)
	}
}

// step does inner operation k, or from there on all of an iteration that can do
// them at once (whole), and returns how many it did.
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
		// What follows an iteration belongs to its last step, unless another iteration does.
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

func (s *segment) label(r *Run, k int) string {
	if s.name != nil {
		return s.name(r, k)
	}
	return stage.Names[s.stage]
}

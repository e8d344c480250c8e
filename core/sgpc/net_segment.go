package sgpc

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/stage"
)

// segment is a part of an epoch within one stage. Its inner operations count from 0.
type segment struct {
	stage int // 1-based
	// ops are operations of the tape, in its order. The segment of stage 9 also has recordOp,
	// which is not on the tape. A segment with work has no ops.
	ops []autodiff.Op
	// shown is the number of inner operations of a segment whose ops do not iterate.
	// The first computes all ops. The others compute nothing: they stand for iterations of
	// the paper.
	shown int
	// begin is called at the start of the segment. begin and work may be nil.
	// A work that is not nil replaces ops: it makes inner operation k and reports
	// whether k was the last of the segment.
	begin func(r *Run)
	work  func(r *Run, k int) (last bool)
	// name returns the description of inner operation k. nil stands for the stage's name.
	name func(r *Run, k int) string
	// next is the index of the next operation in ops. running reports whether the
	// iteration of this operation has started.
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

// step makes inner operation k: work(k) or, if ops iterate, one iteration of an op. Ops
// without iterations belong to the last iteration of the op before them or, at the start
// of the segment, to the first iteration. With the size wholeSolve, step makes all
// remaining iterations of a Finisher. steps is the number of inner operations made. last
// reports whether the segment is over.
func (s *segment) step(r *Run, k int, size stepSize) (steps int, last bool) {
	if s.work != nil {
		return 1, s.work(r, k)
	}
	// A Stepper is an op with iterations. A Finisher is a Stepper that can make all remaining
	// iterations at once.
	for s.next < len(s.ops) {
		op, iterates := s.ops[s.next].(autodiff.Stepper)
		if !iterates { // an op before the first iteration of the segment
			s.ops[s.next].Forward()
			s.next++
			continue
		}
		if !s.running {
			op.Start()
			s.running = true
		}
		steps = 1
		finisher, canFinish := op.(autodiff.Finisher)
		if canFinish && size == wholeSolve {
			steps = finisher.Finish()
		} else if !op.Step() {
			return 1, false
		}
		s.running = false
		s.next++
		// op is finished. The ops up to the next Stepper belong to its last iteration.
		for s.next < len(s.ops) {
			_, nextIterates := s.ops[s.next].(autodiff.Stepper)
			if nextIterates {
				return steps, false
			}
			s.ops[s.next].Forward()
			s.next++
		}
		return steps, true
	}
	// No op of the segment iterates. Inner operation 0 has computed all ops.
	return 1, k+1 >= s.shown
}

// label returns the description of inner operation k.
func (s *segment) label(r *Run, k int) string {
	if s.name != nil {
		return s.name(r, k)
	}
	return stage.Names[s.stage]
}

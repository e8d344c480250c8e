package sgpc

// This file measures the time of each operation of an epoch.

import (
	"slices"

	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/stage"
)

// Dissect makes the given number of epochs, or fewer if the run ends before. It returns
// the mean time and the mean work of the parts of an epoch, as a [cost.Anatomy]. clock
// returns seconds. The results of the run equal the results of StepEpoch bit for bit,
// since Dissect only wraps the operations by timers.
func (r *Run) Dissect(epochs int, clock func() float64) cost.Anatomy {
	timers := &dissection{clock: clock}
	// The parts outside the stages have the stage 0.
	timers.rest = &timers.part(0, "stepping and history").Seconds[cost.PhaseUpdate]
	undo := timers.instrument(r)
	defer undo()
	var a cost.Anatomy
	for ; a.Epochs < epochs && !r.done; a.Epochs++ {
		spentBefore := r.gap.spent()
		start := clock()
		timers.last = clock()
		r.StepEpoch()
		timers.lap(timers.rest)
		a.Seconds += clock() - start
		a.Work.Add(cost.WorkOf(cost.ShapeOf(r.Graph), r.cfg, r.fit.prob.Rows(), r.solves()))
		// WorkOf has no work of the gap ascent.
		spent := r.gap.spent()
		a.Work[stage.Gap][cost.PhaseEvaluation].Add(spent.MultiplyAdds-spentBefore.MultiplyAdds, spent.Numbers-spentBefore.Numbers)
	}
	perEpoch := 1 / float64(max(1, a.Epochs))
	a.Seconds *= perEpoch
	a.Work.Scale(perEpoch)
	// Append the parts in the order of their stages. The parts outside the stages come last.
	for k := range stage.Names {
		stageNumber := (k + 1) % len(stage.Names)
		for _, p := range timers.parts {
			if p.Stage != stageNumber {
				continue
			}
			for phase := range p.Seconds {
				p.Seconds[phase] *= perEpoch
			}
			if p.Stage == 0 { // a.Work has the work of the stages alone
				p.Work = cost.PieceWork(p.Name, float64(r.store.Size()))
			}
			a.Parts = append(a.Parts, *p)
		}
	}
	return a
}

// solves returns the work of the diffusion solves of each layer in the last epoch. The
// evaluation always uses CG, so its work is a number of iterations. The work of the
// training pass is in iterations or, if it factors the operator, in multiply-adds. A
// training pass that samples edges has no diffuseOp: its work stays 0.
func (r *Run) solves() []cost.SolveCount {
	evaluation, training := r.eval.diffuse, r.fit.diffuse
	counts := make([]cost.SolveCount, len(evaluation)) // by layer
	for l, o := range evaluation {
		counts[l].Iterations[cost.PhaseEvaluation] = float64(o.d.Solver().Iterations())
	}
	for l, o := range training {
		count := &counts[l]
		count.Factor, count.Solve = o.d.DirectWork()
		isIterative := count.Solve == 0
		if isIterative {
			count.Iterations[cost.PhaseForward] = float64(o.d.Solver().Iterations())
			count.Iterations[cost.PhaseBackward] = float64(o.d.AdjointIterations())
		}
	}
	return counts
}

// dissection divides the time of an epoch among its parts. A lap adds the time since
// the last lap to the counter of one part.
type dissection struct {
	clock func() float64 // returns seconds
	last  float64        // time of the last lap
	parts []*cost.AnatomyPart
	rest  *float64 // counter of the time outside all operations
}

// lap adds the time since the last lap to a counter.
func (x *dissection) lap(counter *float64) {
	now := x.clock()
	*counter += now - x.last
	x.last = now
}

// time calls operate and adds its time to a counter. It adds the time between the last
// lap and the call to the rest.
func (x *dissection) time(counter *float64, operate func()) {
	x.lap(x.rest)
	operate()
	x.lap(counter)
}

// part returns the part of a stage with the given name. If the dissection lacks this
// part, it adds the part.
func (x *dissection) part(stage int, name string) *cost.AnatomyPart {
	for _, p := range x.parts {
		if p.Stage == stage && p.Name == name {
			return p
		}
	}
	p := &cost.AnatomyPart{Stage: stage, Name: name}
	x.parts = append(x.parts, p)
	return p
}

// instrument wraps the operations of both networks and the parts of the training pass
// by timers. undo removes the timers.
func (x *dissection) instrument(r *Run) (undo func()) {
	segments, ops, pass := r.eval.segments, r.fit.tape.Ops, r.pass
	r.eval.segments, r.fit.tape.Ops, r.pass = slices.Clone(segments), slices.Clone(ops), slices.Clone(pass)
	for k := range r.eval.segments {
		x.segment(&r.eval.segments[k])
	}
	// The segments of the training network contain the operations of the tape in
	// order. Only their last operation, recordOp, is not on the tape.
	next := 0 // index on the tape
	for _, s := range r.fit.segments {
		for range s.ops {
			if next < len(ops) {
				r.fit.tape.Ops[next] = x.op(s.stage, ops[next], cost.PhaseForward)
				next++
			}
		}
	}
	// A part of the training pass without a name is a pass over the tape, whose
	// operations have their own counters. The remaining time counts as rest.
	for k := range r.pass {
		p := &r.pass[k]
		counter, do := x.rest, p.do
		if p.name != "" {
			counter = &x.part(0, p.name).Seconds[cost.PhaseUpdate]
		}
		p.do = func(r *Run) { x.time(counter, func() { do(r) }) }
	}
	return func() { r.eval.segments, r.fit.tape.Ops, r.pass = segments, ops, pass }
}

// segment wraps the operations of a segment by timers.
func (x *dissection) segment(s *segment) {
	s.ops = slices.Clone(s.ops) // undo needs the original operations
	for k, op := range s.ops {
		s.ops[k] = x.op(s.stage, op, cost.PhaseEvaluation)
	}
	if s.work == nil {
		return
	}
	// Only the segment of stage 10 has work. It also has begin.
	begin, work, counter := s.begin, s.work, &x.part(s.stage, "ascent").Seconds[cost.PhaseEvaluation]
	s.begin = func(r *Run) { x.time(counter, func() { begin(r) }) }
	s.work = func(r *Run, k int) (last bool) {
		x.lap(x.rest)
		last = work(r, k)
		if last { // the last operation is the training pass, whose parts have their own counters
			x.lap(x.rest)
		} else {
			x.lap(counter)
		}
		return last
	}
}

// op returns an operation that calls and times op. The result implements autodiff.Stepper
// or autodiff.Finisher if op implements it. phase is the phase of the forward pass of op.
func (x *dissection) op(stage int, op autodiff.Op, phase int) autodiff.Op {
	p := x.part(stage, op.Name())
	timed := timedOp{op, x, &p.Seconds[phase], &p.Seconds[cost.PhaseBackward]}
	stepper, isStepper := op.(autodiff.Stepper)
	finisher, isFinisher := op.(autodiff.Finisher)
	switch {
	case isFinisher: // every Finisher is a Stepper
		return &timedFinisher{timedStepper{timed, stepper}, finisher}
	case isStepper:
		return &timedStepper{timed, stepper}
	}
	return &timed
}

// timedOp adds the times of an operation to its two counters.
type timedOp struct {
	autodiff.Op
	x                 *dissection
	forward, backward *float64 // in seconds
}

func (o *timedOp) Forward()  { o.x.time(o.forward, o.Op.Forward) }
func (o *timedOp) Backward() { o.x.time(o.backward, o.Op.Backward) }

// timedStepper is a timedOp with iterations.
type timedStepper struct {
	timedOp
	stepper autodiff.Stepper
}

func (o *timedStepper) Start() { o.x.time(o.forward, o.stepper.Start) }

// Step makes and times one iteration.
func (o *timedStepper) Step() (done bool) {
	o.x.time(o.forward, func() { done = o.stepper.Step() })
	return done
}

// timedFinisher is a timedStepper that can make all iterations at once.
type timedFinisher struct {
	timedStepper
	finisher autodiff.Finisher
}

// Finish makes and times all remaining iterations.
func (o *timedFinisher) Finish() (steps int) {
	o.x.time(o.forward, func() { steps = o.finisher.Finish() })
	return steps
}

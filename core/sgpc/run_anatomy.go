package sgpc

import (
	"slices"

	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/stage"
)

// Dissect makes the given number of epochs and returns the mean time and work of
// their parts. clock returns seconds. The results of the run equal those of
// StepEpoch bit for bit: operations are only wrapped by timers.
func (r *Run) Dissect(epochs int, clock func() float64) cost.Anatomy {
	x := &dissection{clock: clock}
	x.rest = &x.part(0, "stepping and history").Seconds[cost.PhaseUpdate]
	defer x.instrument(r)()
	var a cost.Anatomy
	for ; a.Epochs < epochs && !r.done; a.Epochs++ {
		before := r.gap.spent()
		start := clock()
		x.last = clock()
		r.StepEpoch()
		x.lap(x.rest)
		a.Seconds += clock() - start
		a.Work.Add(cost.WorkOf(cost.ShapeOf(r.Graph), r.cfg, r.fit.prob.Rows(), r.solves()))
		after := r.gap.spent()
		a.Work[stage.Gap][cost.PhaseEvaluation].Add(after.MultiplyAdds-before.MultiplyAdds, after.Numbers-before.Numbers)
	}
	share := 1 / float64(max(1, a.Epochs))
	a.Seconds *= share
	a.Work.Scale(share)
	for k := range stage.Names {
		for _, p := range x.parts {
			if p.Stage != (k+1)%len(stage.Names) { // parts of no stage (0) come last
				continue
			}
			for phase := range p.Seconds {
				p.Seconds[phase] *= share
			}
			if p.Stage == 0 {
				p.Work = cost.PieceWork(p.Name, float64(r.store.Size()))
			}
			a.Parts = append(a.Parts, *p)
		}
	}
	return a
}

// solves returns the solver work of the last epoch by layer.
func (r *Run) solves() []cost.SolveCount {
	out := make([]cost.SolveCount, len(r.eval.diffuse))
	for l, o := range r.eval.diffuse {
		out[l].Iterations[cost.PhaseEvaluation] = float64(o.d.Solver().Iterations())
	}
	for l, o := range r.fit.diffuse {
		s := &out[l]
		if s.Factor, s.Solve = o.d.DirectWork(); s.Solve == 0 {
			s.Iterations[cost.PhaseForward], s.Iterations[cost.PhaseBackward] = float64(o.d.Solver().Iterations()), float64(o.d.AdjointIterations())
		}
	}
	return out
}

// dissection divides the time of an epoch among its parts. A lap assigns the time
// since the last lap to one part.
type dissection struct {
	clock func() float64
	last  float64
	parts []*cost.AnatomyPart
	rest  *float64
}

// lap adds the time since the last lap to a counter.
func (x *dissection) lap(to *float64) {
	now := x.clock()
	*to += now - x.last
	x.last = now
}

// time adds the time of do to a counter, and the time before it to the rest.
func (x *dissection) time(to *float64, do func()) {
	x.lap(x.rest)
	do()
	x.lap(to)
}

// part returns the part of a stage by its name, which it adds when it is new.
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

// instrument replaces the operations of both networks and the parts of the training
// pass by timed ones. undo restores the originals.
func (x *dissection) instrument(r *Run) (undo func()) {
	segments, ops, pass := r.eval.segments, r.fit.tape.Ops, r.pass
	r.eval.segments, r.fit.tape.Ops, r.pass = slices.Clone(segments), slices.Clone(ops), slices.Clone(pass)
	for k := range r.eval.segments {
		x.segment(&r.eval.segments[k])
	}
	at := 0
	for _, s := range r.fit.segments {
		for range s.ops {
			if at < len(ops) { // recordOp, the last one, is not on the tape
				r.fit.tape.Ops[at] = x.op(s.stage, ops[at], cost.PhaseForward)
				at++
			}
		}
	}
	for k := range r.pass {
		p := &r.pass[k]
		to, do := x.rest, p.do
		if p.name != "" {
			to = &x.part(0, p.name).Seconds[cost.PhaseUpdate]
		}
		p.do = func(r *Run) { x.time(to, func() { do(r) }) }
	}
	return func() { r.eval.segments, r.fit.tape.Ops, r.pass = segments, ops, pass }
}

// segment replaces the operations of a segment by timed ones.
func (x *dissection) segment(s *segment) {
	s.ops = slices.Clone(s.ops)
	for k, op := range s.ops {
		s.ops[k] = x.op(s.stage, op, cost.PhaseEvaluation)
	}
	if s.work == nil {
		return
	}
	begin, work, to := s.begin, s.work, &x.part(s.stage, "ascent").Seconds[cost.PhaseEvaluation]
	s.begin = func(r *Run) { x.time(to, func() { begin(r) }) }
	s.work = func(r *Run, k int) (last bool) {
		x.lap(x.rest)
		if last = work(r, k); last { // the training pass has its own counters
			x.lap(x.rest)
		} else {
			x.lap(to)
		}
		return last
	}
}

// op returns a timed copy of op, with the same optional interfaces. forward is the
// phase of its forward pass.
func (x *dissection) op(stage int, op autodiff.Op, forward int) autodiff.Op {
	p := x.part(stage, op.Name())
	t := timedOp{op, x, &p.Seconds[forward], &p.Seconds[cost.PhaseBackward]}
	s, steps := op.(autodiff.Stepper)
	f, finishes := op.(autodiff.Finisher)
	switch {
	case finishes:
		return &timedFinisher{timedStepper{t, s}, f}
	case steps:
		return &timedStepper{t, s}
	}
	return &t
}

type timedOp struct {
	autodiff.Op
	x                 *dissection
	forward, backward *float64
}

func (o *timedOp) Forward()  { o.x.time(o.forward, o.Op.Forward) }
func (o *timedOp) Backward() { o.x.time(o.backward, o.Op.Backward) }

type timedStepper struct {
	timedOp
	stepper autodiff.Stepper
}

func (o *timedStepper) Start() { o.x.time(o.forward, o.stepper.Start) }

func (o *timedStepper) Step() (done bool) {
	o.x.time(o.forward, func() { done = o.stepper.Step() })
	return done
}

type timedFinisher struct {
	timedStepper
	finisher autodiff.Finisher
}

func (o *timedFinisher) Finish() (steps int) {
	o.x.time(o.forward, func() { steps = o.finisher.Finish() })
	return steps
}

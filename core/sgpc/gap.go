package sgpc

// This file has stage 10: the state of the gap ascent, and the training pass.

import (
	"fmt"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// gapState is the gap ascent of a run: the change of the maps, which the next epochs
// keep, and the solver for λ₂.
type gapState struct {
	mode string                 // the setting gap_mode, or "off"
	opt  spectral.AscentOptions // options of every ascent
	// The mode "sheaf" changes the metric on each edge e by a matrix A_e, which is I at
	// first. metric holds A_e of every edge (m·d²), and startMetric A_e at the start of
	// the last ascent. base holds the maps without A_e. All are nil in other modes.
	metric, startMetric []float64
	base                *sheaf.Sheaf
	ascent              *spectral.Ascent
	// maps is the ascent of the modes "matrix" and "additive", nil in other modes.
	maps *mapAscent
	// current holds the present restriction maps: first the maps of the evaluation and,
	// from the start of the ascent of an epoch, the maps of the ascent.
	current *sheaf.Sheaf
	// origin holds the maps at the start of the last ascent. lifted holds the maps of
	// equation 6 for the same parameters, without the changes of the ascents.
	// compared is the result of [Run.Compared] for origin, computed on request.
	origin, lifted *sheaf.Sheaf
	compared       *Comparison
	// handPull is ‖∂λ₂/∂R_e‖ of each edge e for maps changed by hand ([Run.Changed]). It is
	// nil for other maps, before the first ascent, and for more than frame.ShownEdges edges.
	handPull []float64
	// steps counts the steps of the present ascent. started reports whether the run has
	// begun any ascent.
	steps   int
	started bool
}

// newGapState returns the gap ascent of the settings before its first step. The mode
// is "off" for peers (models to compare with), for the reading "code" (the authors'
// program) and for a graph without edges.
func newGapState(g *graph.Graph, c settings.Config) *gapState {
	s := &gapState{mode: c.GapMode}
	if c.Model != "sgpc" || len(g.Edges) == 0 || c.Reading == "code" {
		s.mode = "off"
	}
	s.opt = spectral.AscentOptions{Steps: c.GapSteps, Rho: c.Rho, Eta: c.GapEta, Armijo: c.Armijo, Curvature: c.Curvature,
		Normalized: c.Operator == "normalized", Shift: c.Shift}
	if s.mode != "off" {
		s.origin, s.lifted = sheaf.New(g.N, c.D, g.Edges), sheaf.New(g.N, c.D, g.Edges)
	}
	switch s.mode {
	case "matrix", "additive":
		s.maps = newMapAscent(g, c, s.opt)
	case "sheaf":
		s.metric = spectral.IdentityMetric(len(g.Edges), c.D)
		s.startMetric = append([]float64(nil), s.metric...)
		s.base = sheaf.New(g.N, c.D, g.Edges)
		s.ascent = spectral.NewAscent(g.N, c.D, g.Edges, settings.TrackerOptions(c))
	}
	return s
}

// project projects the kept change of the maps on its constraints, which depend on the
// present parameters. The evaluation calls it before it computes the maps, so that
// evaluation and ascent start from equal maps.
func (s *gapState) project(m *mapsOp) {
	// fill computes the maps of the lift, without the kept change.
	switch s.mode {
	case "sheaf":
		m.fill(s.base.R, nil)
		s.ascent.Project(s.base, s.metric, s.opt.Rho)
	case "matrix", "additive":
		m.fill(s.maps.base.R, nil)
		s.maps.project()
	}
}

// kept returns the change of the maps that the next epochs keep: A in the mode "sheaf", Δ
// in the modes "matrix" and "additive", nil in the mode "off".
func (s *gapState) kept() []float64 {
	if s.maps != nil {
		return s.maps.delta
	}
	return s.metric
}

// delta returns the change Δ of the maps, or nil in the modes "off" and "sheaf".
func (s *gapState) delta() []float64 {
	if s.maps == nil {
		return nil
	}
	return s.maps.delta
}

// show sets the present maps to the maps of n, the network of the evaluation.
func (s *gapState) show(n *net) { s.current = n.raw }

// begin starts the ascent from the maps of the epoch's evaluation, unless the mode is
// "off".
func (s *gapState) begin(r *Run) {
	s.steps, s.compared = 0, nil
	// [Run.Compared] reads this copy of the maps at the start. The mode "off" has no copy.
	if s.origin != nil {
		copy(s.origin.R, r.eval.raw.R)
	}
	switch s.mode {
	case "matrix", "additive":
		copy(s.lifted.R, s.maps.base.R)
		s.maps.start()
		s.current, s.started = s.maps.cur, true
	case "sheaf":
		copy(s.lifted.R, s.base.R)
		copy(s.startMetric, s.metric)
		// If the loss has a spectral term, the evaluation has estimated λ₂ of these maps already.
		// Begin reuses the estimate, and Start computes it.
		if r.eval.loss.gap != nil {
			s.ascent.Begin(s.base, s.metric, s.opt)
		} else {
			s.ascent.Start(s.base, s.metric, s.opt)
		}
		s.current, s.started = s.ascent.Maps(), true
	}
}

// gapStep makes inner operation k (0-based) of stage 10: a step of the ascent or, after
// the ascent, the update of the parameters, which is the last operation.
func gapStep(r *Run, k int) (last bool) {
	g := r.gap
	switch {
	case g.maps != nil && !g.maps.done:
		g.maps.step()
	case g.mode == "sheaf" && !g.ascent.Done():
		g.ascent.Step()
	default:
		r.update()
		return true
	}
	g.steps = k + 1
	return false
}

// spent returns the total work of all ascents.
func (s *gapState) spent() spectral.Work {
	switch {
	case s.maps != nil:
		return s.maps.spent()
	case s.ascent != nil:
		return s.ascent.Spent()
	}
	return spectral.Work{}
}

// trail returns λ₂ and λ₃ at the start of the last ascent and after each of its
// accepted steps. Before the first ascent both slices are nil.
func (s *gapState) trail() (lambda2, lambda3 []float64) {
	switch {
	case !s.started:
		return nil, nil
	case s.maps != nil:
		return s.maps.lambda2, s.maps.lambda3
	}
	return s.ascent.Trail(), s.ascent.Lambda3()
}

// estimate returns the estimate of λ₂ at the present point of the last ascent. If proves
// is false, λ₂ is only an upper bound. The mode must not be "off".
func (s *gapState) estimate() (est spectral.Estimate, proves bool) {
	if s.maps != nil {
		return s.maps.est, s.maps.tracker.Proves()
	}
	return s.ascent.Estimate(), s.ascent.Proves()
}

// lambda2 returns the last λ₂ of trail, or −1 before the first ascent.
func (s *gapState) lambda2() float64 {
	lambda2, _ := s.trail()
	if len(lambda2) == 0 {
		return -1
	}
	return lambda2[len(lambda2)-1]
}

// firstLambda2 returns λ₂ at the start of the last ascent. Before the first ascent ok
// is false.
func (s *gapState) firstLambda2() (first float64, ok bool) {
	lambda2, _ := s.trail()
	if len(lambda2) == 0 {
		return 0, false
	}
	return lambda2[0], true
}

// snapshot appends the kept change of the maps to kept, and the state of the solver to
// solver. Later epochs depend on both.
func (s *gapState) snapshot(kept, solver []float64) (keptAfter, solverAfter []float64) {
	kept = s.snapshotKept(kept)
	switch s.mode {
	case "sheaf":
		solver = s.ascent.Snapshot(solver)
	case "matrix", "additive":
		solver = s.maps.tracker.Snapshot(solver)
	}
	return kept, solver
}

// restore restores a snapshot. It panics on a snapshot of another graph.
func (s *gapState) restore(kept, solver []float64) {
	s.restoreKept(kept)
	if !s.restoreSolver(solver) {
		panic("sgpc: key frame of another graph")
	}
}

// restoreSolver restores the solver. It returns false for a snapshot of another graph.
func (s *gapState) restoreSolver(solver []float64) bool {
	var err error
	switch s.mode {
	case "sheaf":
		_, err = s.ascent.Restore(solver)
	case "matrix", "additive":
		_, err = s.maps.tracker.Restore(solver)
	default: // the mode "off" has no solver
		return len(solver) == 0
	}
	return err == nil
}

// snapshotKept appends the kept change of the maps to dst.
func (s *gapState) snapshotKept(dst []float64) []float64 { return append(dst, s.kept()...) }

// restoreKept restores the kept change of the maps from src.
func (s *gapState) restoreKept(src []float64) { copy(s.kept(), src) }

// passPart is a part of the training pass. [Run.Dissect] lists its time under its name. A
// pass over the tape has the name "", since each operation of the tape has its own name.
type passPart struct {
	name string
	do   func(*Run)
}

// trainingPass returns the parts of the training pass in order. The forward part skips
// the operations that the evaluation of the epoch has computed.
func trainingPass() []passPart {
	return []passPart{
		{"", func(r *Run) {
			r.fit.tape.Epoch = r.epoch
			r.fit.schedule(r.epoch)
			r.fit.forwardRest()
		}},
		{"zeros for the gradients", func(r *Run) { r.fit.tape.ZeroGrad() }},
		{"", func(r *Run) { r.fit.tape.Backward(r.fit.loss.out) }},
		{cost.PieceAdam, func(r *Run) {
			r.adam.LR = r.rate.Rate
			// Step copies the parameters to shown before it changes them, in the order
			// of a snapshot: the results of the evaluation belong to these parameters.
			size := r.store.Size()
			r.shown = slices.Grow(r.shown[:0], size)[:size]
			r.hist.now.gradient = r.adam.Step(r.fit.tape, r.shown)
		}},
	}
}

// update makes the training pass.
func (r *Run) update() {
	for _, p := range r.pass {
		p.do(r)
	}
}

// gapName returns the name of inner operation k (0-based) of stage 10. The first r.gap.steps
// operations are steps of the ascent, and the update follows.
func gapName(r *Run, k int) string {
	if k < r.gap.steps {
		return fmt.Sprintf("ascent step %d", k+1)
	}
	return "Adam update"
}

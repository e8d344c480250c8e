package sgpc

import (
	"fmt"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// gapState is the gap ascent of a run: what it changes of the maps and keeps over
// the epochs, and the solver that follows λ₂.
type gapState struct {
	mode string
	opt  spectral.AscentOptions
	// metric is the change of metric A_e of every edge (m·d²), nil unless the mode is
	// "sheaf"; before is A at the start of the last ascent.
	metric, before []float64
	base           *sheaf.Sheaf
	ascent         *spectral.Ascent
	// maps ascends in the modes "matrix" and "additive", nil otherwise.
	maps *mapAscent
	// current holds the restriction maps that a viewer sees: those of the
	// evaluation, or of the ascent once it began.
	current *sheaf.Sheaf
	// origin holds the maps at the start of the last ascent and lifted those of the lift
	// alone, without what the ascent kept; compared is what the matrix step gives from
	// there, made when a viewer asks.
	origin, lifted *sheaf.Sheaf
	compared       *Comparison
	// look is the pull of each edge for maps changed by hand, in a run made for a look.
	look    []float64
	steps   int
	started bool
}

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
		s.before = append([]float64(nil), s.metric...)
		s.base = sheaf.New(g.N, c.D, g.Edges)
		s.ascent = spectral.NewAscent(g.N, c.D, g.Edges, settings.TrackerOptions(c))
	}
	return s
}

// settle brings what the ascent keeps to its constraints over the maps of the present
// parameters, so that the evaluation and the ascent start from the same sheaf.
func (s *gapState) settle(m *mapsOp) {
	switch s.mode {
	case "sheaf":
		m.fill(s.base.R, nil)
		s.ascent.Project(s.base, s.metric, s.opt.Rho)
	case "matrix", "additive":
		m.fill(s.maps.base.R, nil)
		s.maps.settle()
	}
}

// kept is what the ascent keeps over the epochs: A, or the change Δ of the maps; nil
// when nothing.
func (s *gapState) kept() []float64 {
	if s.maps != nil {
		return s.maps.delta
	}
	return s.metric
}

// delta is the change that is added to the maps, nil but in the modes "matrix"
// and "additive".
func (s *gapState) delta() []float64 {
	if s.maps == nil {
		return nil
	}
	return s.maps.delta
}

// follow shows the maps of the evaluation.
func (s *gapState) follow(n *net) { s.current = n.raw }

// begin starts the ascent from the maps of the epoch's evaluation.
func (s *gapState) begin(r *Run) {
	s.steps, s.compared = 0, nil
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
		copy(s.before, s.metric)
		if r.eval.loss.gap != nil {
			s.ascent.Begin(s.base, s.metric, s.opt)
		} else {
			s.ascent.Start(s.base, s.metric, s.opt)
		}
		s.current, s.started = s.ascent.Maps(), true
	}
}

// gapStep is one inner operation of stage 10: an ascent step while there is
// one to do, then the parameter update.
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

// spent returns the work of all ascents so far.
func (s *gapState) spent() spectral.Work {
	switch {
	case s.maps != nil:
		return s.maps.spent()
	case s.ascent != nil:
		return s.ascent.Spent()
	}
	return spectral.Work{}
}

// trail returns λ₂, and λ₃, at the start of the last ascent and after each accepted
// step; both are empty when none was made.
func (s *gapState) trail() (lambda2, lambda3 []float64) {
	switch {
	case !s.started:
		return nil, nil
	case s.maps != nil:
		return s.maps.trail, s.maps.lam
	}
	return s.ascent.Trail(), s.ascent.Lambda3()
}

// end returns the estimate at the present point of an ascent that began, and whether such are proved.
func (s *gapState) end() (est spectral.Estimate, proves bool) {
	if s.maps != nil {
		return s.maps.est, s.maps.track.Proves()
	}
	return s.ascent.Estimate(), s.ascent.Proves()
}

// lambda2 returns λ₂ after the last ascent, −1 when none was made.
func (s *gapState) lambda2() float64 {
	t, _ := s.trail()
	if len(t) == 0 {
		return -1
	}
	return t[len(t)-1]
}

// start returns λ₂ before the last ascent, if there was one.
func (s *gapState) start() (lambda2 float64, ok bool) {
	t, _ := s.trail()
	if len(t) == 0 {
		return 0, false
	}
	return t[0], true
}

// snapshot appends what later epochs depend on to kept and solver.
func (s *gapState) snapshot(kept, solver []float64) ([]float64, []float64) {
	kept = s.snapshotKept(kept)
	switch s.mode {
	case "sheaf":
		solver = s.ascent.Snapshot(solver)
	case "matrix", "additive":
		solver = s.maps.track.Snapshot(solver)
	}
	return kept, solver
}

func (s *gapState) restore(kept, solver []float64) {
	s.restoreKept(kept)
	if !s.takes(solver) {
		panic("sgpc: key frame of another graph")
	}
}

// takes reports whether the memory of a solver is one of this graph.
func (s *gapState) takes(solver []float64) bool {
	var err error
	switch s.mode {
	case "sheaf":
		_, err = s.ascent.Restore(solver)
	case "matrix", "additive":
		_, err = s.maps.track.Restore(solver)
	default:
		return len(solver) == 0
	}
	return err == nil
}

func (s *gapState) snapshotKept(dst []float64) []float64 { return append(dst, s.kept()...) }

func (s *gapState) restoreKept(src []float64) { copy(s.kept(), src) }

// piece is a part of the training pass; a pass over the tape has no name, for its operations have.
type piece struct {
	name string
	do   func(*Run)
}

// trainingPass lists the pieces in order: forward with dropout, backward, Adam.
func trainingPass() []piece {
	return []piece{
		{"", func(r *Run) {
			r.fit.tape.Epoch = r.epoch
			r.fit.schedule(r.epoch)
			r.fit.repeat()
		}},
		{"zeros for the gradients", func(r *Run) { r.fit.tape.ZeroGrad() }},
		{"", func(r *Run) { r.fit.tape.Backward(r.fit.loss.out) }},
		{cost.PieceAdam, func(r *Run) {
			r.adam.LR = r.rate.Rate
			size := r.store.Size()
			r.shown = slices.Grow(r.shown[:0], size)[:size] // in the order of a snapshot: the fitted network made the parameters
			r.hist.now.gradient = r.adam.Step(r.fit.tape, r.shown)
		}},
	}
}

// update is the training pass.
func (r *Run) update() {
	for _, p := range r.pass {
		p.do(r)
	}
}

func gapName(r *Run, k int) string {
	if k < r.gap.steps {
		return fmt.Sprintf("ascent step %d", k+1)
	}
	return "Adam update"
}

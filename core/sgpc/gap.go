package sgpc

import (
	"sheafscope/core/graph"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// gapState is the gap ascent of a run: the persistent change of metric A_e of
// every edge, and the solver that follows λ2.
type gapState struct {
	mode string
	opt  spectral.AscentOptions
	// metric is A (m·d²), nil unless the mode is "sheaf"; before is A at the
	// start of the last ascent.
	metric, before []float64
	base           *sheaf.Sheaf
	ascent         *spectral.Ascent
	// matrix is the last ascent of the mode "matrix".
	matrix *matrixStep
	// current holds the restriction maps that a viewer sees: those of the
	// evaluation, or of the ascent once it began.
	current *sheaf.Sheaf
	steps   int
	started bool
}

func trackerOptions(c Config) spectral.TrackerOptions {
	rule := spectral.Preliminaries
	if c.Convention == "literal" {
		rule = spectral.Literal
	}
	return spectral.TrackerOptions{Rule: rule}
}

func newGapState(g *graph.Graph, c Config) *gapState {
	s := &gapState{mode: c.GapMode}
	if c.Model != "sgpc" || len(g.Edges) == 0 || c.Reading == "code" && c.GapMode == "sheaf" {
		s.mode = "off"
	}
	s.opt = spectral.AscentOptions{Steps: c.GapSteps, Rho: c.Rho, Eta: c.GapEta, Armijo: c.Armijo,
		Normalized: c.Operator == "normalized", Shift: c.Shift}
	if s.mode == "sheaf" {
		s.metric = spectral.IdentityMetric(len(g.Edges), c.D)
		s.before = append([]float64(nil), s.metric...)
		s.base = sheaf.New(g.N, c.D, g.Edges)
		s.ascent = spectral.NewAscent(g.N, c.D, g.Edges, trackerOptions(c))
	}
	return s
}

// settle brings the metric to its constraints over the maps of the present
// parameters, so that the evaluation and the ascent start from the same sheaf.
func (s *gapState) settle(m *mapsOp) {
	if s.mode == "sheaf" {
		m.fill(s.base.R, nil)
		s.ascent.Settle(s.base, s.metric, s.opt.Rho)
	}
}

// follow shows the maps of the evaluation.
func (s *gapState) follow(n *net) { s.current = n.raw }

// begin starts the ascent from the maps of the epoch's evaluation.
func (s *gapState) begin(r *Run) {
	s.steps = 0
	if s.mode == "matrix" {
		s.matrix = newMatrixStep(r, r.operatorOf(r.eval.raw))
	}
	if s.mode != "sheaf" {
		return
	}
	copy(s.before, s.metric)
	s.ascent.Start(s.base, s.metric, s.opt)
	s.current, s.started = s.ascent.Maps(), true
}

// gapStep is one inner operation of stage 10: an ascent step while there is
// one to do, then the parameter update.
func gapStep(r *Run, k int) (last bool) {
	g := r.gap
	if g.mode == "matrix" && k == 0 {
		g.steps = 1
		return false
	}
	if g.mode == "sheaf" && !g.ascent.Done() {
		g.ascent.Step()
		g.steps = k + 1
		return false
	}
	r.update()
	return true
}

// lambda2 returns λ2 after the last ascent, −1 when none was made, 0 when it is
// not above the kernel tolerance.
func (s *gapState) lambda2() float64 {
	if s.matrix != nil {
		return s.matrix.result.Lambda2
	}
	if !s.started {
		return -1
	}
	e := s.ascent.Estimate()
	if e.Lambda2 <= e.Threshold {
		return 0
	}
	return e.Lambda2
}

// start returns λ2 before the last ascent, if there was one.
func (s *gapState) start() (lambda2 float64, ok bool) {
	switch {
	case s.matrix != nil:
		return s.matrix.result.Lambda2, true
	case s.started:
		return s.ascent.Trail()[0], true
	}
	return 0, false
}

// snapshot appends what later epochs depend on to metric and solver.
func (s *gapState) snapshot(metric, solver []float64) ([]float64, []float64) {
	if s.mode != "sheaf" {
		return metric, solver
	}
	return append(metric, s.metric...), s.ascent.Snapshot(solver)
}

func (s *gapState) restore(metric, solver []float64) {
	if s.mode != "sheaf" {
		return
	}
	copy(s.metric, metric)
	if len(solver) > 0 {
		if _, err := s.ascent.Restore(solver); err != nil {
			panic("sgpc: key frame of another graph: " + err.Error())
		}
	}
}

func (s *gapState) snapshotMetric(dst []float64) []float64 { return append(dst, s.metric...) }

func (s *gapState) restoreMetric(src []float64) { copy(s.metric, src) }

// update is the training pass: forward with dropout, backward, Adam.
func (r *Run) update() {
	t := r.fit.tape
	t.Epoch = r.epoch
	r.fit.loss.schedule(r.epoch)
	t.Forward()
	t.ZeroGrad()
	t.Backward(r.fit.loss.out)
	r.hist.now.gradient = t.GradientNorm()
	r.shown = r.store.Snapshot(r.shown[:0])
	r.adam.LR = r.rate.Rate
	r.adam.Step(t)
}

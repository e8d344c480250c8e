package view

// This file fills frame.Stages: the results that are no node or edge arrays.

import (
	"sheafscope/core/diffusion"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/transport"
)

// gainPoints is the number of points λ at which a response curve is sampled.
const gainPoints = 81

// fillStages sets the results of the stages that have run, with the given parts of the gap
// ascent.
func (r *viewer) fillStages(f *frame.Frame, gap gapParts) {
	s, eval, g := &f.Stages, r.eval, r.Graph
	s.Features = g.X.Cols
	s.FeatureDensity = float64(g.X.NNZ()) / (float64(g.N) * float64(g.X.Cols))
	if eval.Encoded != nil && r.standing.Ran(stage.Features) {
		r.fillProfile(s)
	}
	// Only a model with measures has transport plans.
	if eval.Measures != nil {
		s.Epsilon0 = r.cfg.Epsilon0
		if r.standing.Ran(stage.Sinkhorn) {
			r.fillTransport(s)
		}
	}
	// The operator of SGPC, or of the selected layer of a peer (a model to compare with).
	switch {
	case eval.Lap != nil && r.standing.Ran(stage.Laplacian):
		s.Trace = eval.Lap.Trace()
	case r.layer != nil && r.layer.Lap != nil && r.hasMaps():
		s.Trace = r.layer.Lap.Trace()
	}
	r.fillBranches(s)
	if eval.Posterior != nil && r.standing.Ran(stage.Posterior) {
		s.PosteriorChange = append(s.PosteriorChange, eval.Posterior.Changes...)
	}
	r.fillGap(&s.Gap, gap)
	s.Code = r.viewCode()
}

// fillBranches sets the results of the two branches in the first layer, diffusion
// and frequency mixing, and their response curves. It sets the points GainX for every
// model. The response of the diffusion needs only Δt, so it is set before stage 6 has run.
func (r *viewer) fillBranches(s *frame.Stages) {
	s.GainX = make([]float64, gainPoints)
	diffusion.Grid(s.GainX, 2) // the spectrum of a normalised operator lies in [0, 2]
	diffused, mixed := r.eval.Diffused, r.eval.Mixed
	if len(diffused) > 0 {
		s.Dt = diffused[0].Dt
		if r.standing.Ran(stage.Diffusion) {
			s.Residual = append(s.Residual, diffused[0].Solver.Residuals()...)
			s.SVR = r.viewSVR()
		}
		s.GainSVR = make([]float64, gainPoints)
		diffusion.ImplicitResponse(s.GainSVR, s.GainX, s.Dt)
	}
	if len(mixed) > 0 && r.standing.Ran(stage.Mixing) {
		alpha := mixed[0].Filter.Alpha()
		s.Gamma = append(s.Gamma, mixed[0].Gamma...)
		s.Alpha = append(s.Alpha, alpha...)
		s.GainAFM = make([]float64, gainPoints)
		diffusion.ChebyshevResponse(s.GainAFM, s.GainX, alpha, diffusion.Argument(mixed[0].Filter.Mirror))
	}
}

// fillProfile sets ClassProfile (C×d), the mean of the encoded features for each label
// and stalk coordinate. It is the mean over the channels of the coordinate and the
// nodes with the label. For a label without nodes it is 0.
func (r *viewer) fillProfile(s *frame.Stages) {
	g, encoded, d := r.Graph, r.eval.Encoded, r.cfg.D
	if encoded.Cols%d != 0 { // the features do not fit stalks of dimension d
		d = 1
	}
	channels := encoded.Cols / d
	s.ClassProfile = make([]float64, g.Classes*d)
	count := make([]float64, g.Classes)
	for i, label := range g.Labels {
		if label < 0 {
			continue
		}
		count[label]++
		for k, v := range encoded.Row(i) {
			coordinate := k / channels
			s.ClassProfile[label*d+coordinate] += v / float64(channels)
		}
	}
	for label, nodes := range count {
		if nodes > 0 {
			linalg.Scal(1/nodes, s.ClassProfile[label*d:(label+1)*d])
		}
	}
}

// fillTransport repeats Sinkhorn and the JKO steps from the measures, for the first
// frame.ShownEdges edges. It sets the largest error of the marginals after each scaling.
// Before stage 3 of the present epoch it sets nothing else. From stage 3 on it also sets:
//   - JKOEnergy, the mean energy of the plans before and after each JKO step;
//   - JKOEps, the effective temperatures of these plans, in the mode "kl";
//   - JKOMoved, by addSteps, and Gibbs, the least energy.
func (r *viewer) fillTransport(s *frame.Stages) {
	c := r.cfg
	s.SinkhornError = make([]float64, r.shownScalings())
	steps := c.LiftSteps()
	if r.hasJKO() {
		for k := range steps + 1 {
			if c.JKOMode == "kl" {
				s.JKOEps = append(s.JKOEps, c.PlainEpsilon(k))
			}
		}
		s.JKOEnergy = make([]float64, steps+1)
	}
	// All edges have the same share in the mean energies.
	edges := r.Graph.Edges[:min(len(r.Graph.Edges), frame.ShownEdges)]
	share := 1 / float64(max(1, len(edges)))
	walk := NewWalk(&c)
	for _, e := range edges {
		mu, nu := r.measure(e.I), r.measure(e.J)
		sinkhorn := transport.NewSinkhorn(mu, nu, c.Epsilon0)
		for i := range s.SinkhornError {
			sinkhorn.Step()
			s.SinkhornError[i] = max(s.SinkhornError[i], sinkhorn.RowError(), sinkhorn.ColError())
		}
		if r.hasJKO() {
			addSteps(s, walk, mu, nu, share)
		}
	}
	if r.hasJKO() { // the least energy is equal for all edges. Prev gets the minimiser, which no code reads.
		s.Gibbs = transport.Gibbs(walk.Prev, c.D, c.Epsilon)
	}
}

// addSteps makes the JKO steps of an edge with the measures mu and nu. It adds share
// times each energy to the mean energies. If the settings have exactly one JKO step, from
// the plan P0 to the plan P⋆, it also adds share times P⋆ − P0 to JKOMoved.
func addSteps(s *frame.Stages, walk *Walk, mu, nu []float64, share float64) {
	steps := len(s.JKOEnergy) - 1
	walk.Start(mu, nu)
	s.JKOEnergy[0] += float64(walk.Energy() * share)
	if steps == 1 {
		if s.JKOMoved == nil {
			s.JKOMoved = make([]float64, len(walk.Plan))
		}
		linalg.Axpy(-share, walk.Plan, s.JKOMoved)
	}
	for k := range steps {
		s.JKOEnergy[k+1] += float64(walk.Step() * share)
	}
	if steps == 1 {
		linalg.Axpy(share, walk.Plan, s.JKOMoved)
	}
}

// shownScalings returns the number of Sinkhorn scalings behind the present plans. During
// stage 2, an inner operation makes one scaling.
func (r *viewer) shownScalings() int {
	if r.standing.Stage == stage.Sinkhorn {
		return r.standing.Inner
	}
	return r.cfg.SinkhornSteps
}

// measure returns the measure of node i that the lift uses.
func (r *viewer) measure(i int32) []float64 { return r.eval.Measure(i) }

package view

import (
	"sheafscope/core/diffusion"
	"sheafscope/core/linalg"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
	"sheafscope/core/transport"
)

// gainPoints is the number of points of a response curve.
const gainPoints = 81

// viewer is a run that is being shown.
type viewer struct {
	*sgpc.Run
	cfg  settings.Config
	at   *sgpc.Standing
	eval *sgpc.Evaluation
	gap  *sgpc.Ascent
	// learned is the layer of a peer that is shown, nil for none.
	learned *peer.Layer
}

func of(r *sgpc.Run) *viewer {
	return &viewer{Run: r, cfg: r.Config(), at: r.Standing(), eval: r.Evaluation(), gap: r.Ascent()}
}

// Frame returns the frame of the present position of a run, with the extras in once, of which there is at most one. The run stays as it is.
func Frame(r *sgpc.Run, focus frame.Focus, extra ...frame.Once) *frame.Frame {
	var once frame.Once
	if len(extra) > 0 {
		once = extra[0]
	}
	if shadow := r.Changed(&once); shadow != nil {
		once.Changes, once.Given, once.Gamma, once.Claims = nil, nil, nil, false
		r = shadow
	}
	return of(r).frame(focus, once)
}

func (r *viewer) frame(focus frame.Focus, once frame.Once) *frame.Frame {
	g, c := r.Graph, r.cfg
	f := &frame.Frame{Position: r.Position(), Epoch: r.Epoch(), Stage: r.at.Stage, Inner: r.at.Inner, InnerTotal: r.innerTotal(),
		Op:   r.at.Operation,
		Done: r.Done(),
		N:    g.N, M: len(g.Edges), Classes: g.Classes, D: c.D, Channels: c.Channels}
	f.Epochs, f.Judged = r.at.Epochs, r.at.Judged
	defer r.openLayer(f, focus.Layer)()
	f.Accuracy = frame.Accuracy{Train: -1, Val: -1, Test: -1}
	f.History = r.History(once.HistoryFrom).History
	if !once.Alone {
		r.viewWhole(f, focus)
	}
	r.viewOnce(f, focus, &once)
	return f
}

// viewWhole fills in what every frame has but a detail alone.
func (r *viewer) viewWhole(f *frame.Frame, focus frame.Focus) {
	g := r.Graph
	if f.Judged > 0 {
		f.Calibrated = append(f.Calibrated, r.Predicted()...)
		r.fillPredictions(f)
		f.Loss = r.eval.Loss.Loss
	}
	r.viewStages(f, focus.Spectrum)
	if s := r.shownSheaf(); s != nil {
		r.viewEdges(f, s)
	}
	if focus.Spectrum {
		r.viewSpectrum(f, focus)
	}
	if f.Judged > 0 {
		r.viewBound(f, r.boundGap(f))
	} else {
		f.Bound = r.unjudged()
	}
	r.viewPredictions(f)
	edge, node := focus.Edge.Index(), focus.Node.Index()
	if edge < 0 && focus.Example {
		edge = r.exampleEdge()
	}
	if edge >= 0 && edge < len(g.Edges) && r.shownSheaf() != nil {
		f.Edge = r.viewEdge(f, edge)
	}
	if r.learned != nil && r.mapped() {
		r.viewLayers(f, node)
	}
	if node >= 0 && node < g.N {
		f.Node = r.viewNode(f, node)
	}
}

// viewOnce fills in what is requested once.
func (r *viewer) viewOnce(f *frame.Frame, focus frame.Focus, once *frame.Once) {
	if once.Claims {
		f.Claims = Claims(r.Run)
	}
	if once.Maps {
		r.viewMaps(f)
	}
	if once.Features {
		f.Features = r.viewFeatures()
	}
	if once.Flow {
		f.Flow = r.viewFlow(once.FlowDt, focus.Node.Index(), once.FlowChannel)
	}
	if once.Cycles {
		f.Holonomy = r.viewHolonomy(once.Cycle, once.Place, focus.Layer)
	}
	if once.Channel > 0 {
		f.Channel = r.viewChannel(once.Channel-1, once.Eigen, focus)
	}
	if once.Turned != nil {
		f.Turned = r.viewTurned(*once.Turned)
	}
	if u := focus.Node.Index(); once.Stalks && u >= 0 && u < f.N {
		f.Stalks = r.viewStalks(u)
	}
}

// exampleEdge is the first edge between nodes of different labels, else the
// first of all; −1 when there is none.
func (r *viewer) exampleEdge() int {
	g := r.Graph
	for k, e := range g.Edges {
		if a, b := g.Labels[e.I], g.Labels[e.J]; a >= 0 && b >= 0 && a != b {
			return k
		}
	}
	return min(0, len(g.Edges)-1)
}

// viewPredictions fills in the probabilities of stage 8 and, from there until
// the loss of the same epoch is known, replaces the predictions of the epoch
// before by them.
func (r *viewer) viewPredictions(f *frame.Frame) {
	predicted := r.at.EpochOf(stage.Classes)
	if predicted == 0 {
		return
	}
	f.Prob = append(f.Prob, r.eval.Prob.Data...)
	if predicted > f.Judged {
		f.Calibrated = append(f.Calibrated[:0], f.Prob...)
		r.fillPredictions(f)
	}
	g := r.Graph
	f.Stages.Confusion = make([]int, g.Classes*g.Classes)
	for _, set := range [][]int{r.Split.Val, r.Split.Test} {
		for _, i := range set {
			if y := g.Labels[i]; y >= 0 {
				f.Stages.Confusion[y*g.Classes+f.Pred[i]]++
			}
		}
	}
}

// fillPredictions sets Pred and Accuracy from Calibrated.
func (r *viewer) fillPredictions(f *frame.Frame) {
	f.Pred = train.PredictedClasses(f.Calibrated, r.Graph.Classes)
	f.Accuracy = r.Accuracies(f.Calibrated)
}

// innerTotal returns the number of inner operations of the present stage, 0 when it is not known.
func (r *viewer) innerTotal() int {
	switch r.at.Stage {
	case stage.Sinkhorn:
		return r.cfg.SinkhornSteps
	case stage.JKO:
		return max(1, r.cfg.JKOSteps)
	case stage.Mixing:
		return r.cfg.Q
	case stage.Posterior:
		return r.cfg.PosteriorSteps
	case stage.Diffusion, stage.Gap:
		return 0
	}
	return 1
}

// viewEdges fills the per-edge arrays from the sheaf on show, what is known of them.
func (r *viewer) viewEdges(f *frame.Frame, s *sheaf.Sheaf) {
	n, m, q := r.eval, f.M, s.D*s.D
	if n.Lift != nil && r.at.Ran(stage.JKO) {
		f.OffDiagonal = make([]float64, m)
		n.Lift.OffDiagonal(f.OffDiagonal)
	}
	if !r.mapped() {
		return
	}
	f.MapNorm = make([]float64, m)
	for e := range m {
		f.MapNorm[e] = linalg.Nrm2(s.R[2*e*q : 2*(e+1)*q])
	}
	hat, x := n.Hat, (*linalg.Dense)(nil)
	if l := r.learned; l != nil {
		hat, x = l.Hat, stalks(l.X, s.N*s.D)
	} else {
		x, f.Undiffused = r.shownFeatures(s.D)
		if r.at.EpochOf(stage.Maps) > r.at.EpochOf(stage.Laplacian) {
			hat = r.operatorOf(n.Raw)
		}
	}
	f.EdgeEnergy = make([]float64, m)
	total := hat.Dirichlet(f.EdgeEnergy, nil, x.Data, x.Cols)
	f.Stages.Energy = total
	sheaf.Shares(f.EdgeEnergy, total)
	if r.learned != nil && r.learned.Beyond() {
		f.EdgeEnergy, f.Stages.Energy = nil, 0 // its energy is not that of the edges
	}
	f.Stalk = channelMeans(x)
	f.Pull = r.viewPull()
	if n.Posterior != nil && r.at.Ran(stage.Posterior) {
		f.Kappa = append(f.Kappa, n.Posterior.Kappa...)
		f.NodeKappa = append(f.NodeKappa, n.Posterior.NodeKappa...)
	}
}

// mapped reports whether the maps on show have been computed.
func (r *viewer) mapped() bool {
	if r.learned != nil {
		return r.at.Ran(stage.Classes)
	}
	return r.at.Ran(stage.Maps)
}

// shownFeatures returns the features that belong to the maps on show, n·d rows:
// the first layer's diffused ones (its iterate while it is solved); what the
// encoder made where the solve of the maps' epoch is still to come, or where
// nothing diffuses (undiffused).
func (r *viewer) shownFeatures(d int) (x *linalg.Dense, undiffused bool) {
	n := r.eval
	if len(n.Diffused) > 0 && r.at.EpochOf(stage.Diffusion) == r.at.EpochOf(stage.Maps) {
		return n.Diffused[0].Out, false
	}
	h := n.Encoded
	return &linalg.Dense{Rows: h.Rows * d, Cols: h.Cols / d, Data: h.Data}, true
}

// channelMeans returns the mean of each row.
func channelMeans(x *linalg.Dense) []float64 {
	out := make([]float64, x.Rows)
	for i := range out {
		for _, v := range x.Row(i) {
			out[i] += v
		}
		out[i] /= float64(x.Cols)
	}
	return out
}

func (r *viewer) viewStages(f *frame.Frame, withMatrix bool) {
	s, n, g, c := &f.Stages, r.eval, r.Graph, r.cfg
	s.Features = g.X.Cols
	s.FeatureDensity = float64(g.X.NNZ()) / (float64(g.N) * float64(g.X.Cols))
	if n.Encoded != nil && r.at.Ran(stage.Features) {
		r.viewProfile(s)
	}
	if n.Measures != nil {
		s.Epsilon0 = c.Epsilon0
		if r.at.Ran(stage.Sinkhorn) {
			r.viewTransport(s)
		}
	}
	if len(n.Diffused) > 0 {
		s.Dt = n.Diffused[0].Dt
	}
	switch {
	case n.Lap != nil && r.at.Ran(stage.Laplacian):
		s.Trace = n.Lap.Trace()
	case r.learned != nil && r.learned.Lap != nil && r.mapped():
		s.Trace = r.learned.Lap.Trace()
	}
	if len(n.Diffused) > 0 && r.at.Ran(stage.Diffusion) {
		s.Residual = append(s.Residual, n.Diffused[0].Solver.Residuals()...)
		s.SVR = r.viewSVR()
	}
	s.GainX = make([]float64, gainPoints)
	diffusion.Grid(s.GainX, 2)
	if len(n.Diffused) > 0 {
		s.GainSVR = make([]float64, gainPoints)
		diffusion.ImplicitResponse(s.GainSVR, s.GainX, s.Dt)
	}
	if len(n.Mixed) > 0 && r.at.Ran(stage.Mixing) {
		s.Gamma = append(s.Gamma, n.Mixed[0].Gamma...)
		s.Alpha = append(s.Alpha, n.Mixed[0].Filter.Alpha()...)
		s.GainAFM = make([]float64, gainPoints)
		diffusion.ChebyshevResponse(s.GainAFM, s.GainX, n.Mixed[0].Filter.Alpha(), n.Mixed[0].Filter.Mirror)
	}
	if n.Posterior != nil && r.at.Ran(stage.Posterior) {
		s.PosteriorChange = append(s.PosteriorChange, n.Posterior.Changes...)
	}
	r.viewGap(&s.Gap, withMatrix)
	s.Code = r.viewCode()
}

// viewProfile averages what the encoder makes over channels and over the nodes of each label.
func (r *viewer) viewProfile(s *frame.Stages) {
	g, h, d := r.Graph, r.eval.Encoded, r.cfg.D
	if h.Cols%d != 0 {
		d = 1
	}
	c := h.Cols / d
	s.ClassProfile = make([]float64, g.Classes*d)
	count := make([]float64, g.Classes)
	for i, y := range g.Labels {
		if y < 0 {
			continue
		}
		count[y]++
		for k, v := range h.Row(i) {
			s.ClassProfile[y*d+k/c] += v / float64(c)
		}
	}
	for y, k := range count {
		if k > 0 {
			linalg.Scal(1/k, s.ClassProfile[y*d:(y+1)*d])
		}
	}
}

// viewTransport recomputes, for at most ShownEdges edges, what Sinkhorn and JKO
// show: both are functions of the measures alone.
func (r *viewer) viewTransport(s *frame.Stages) {
	g, c := r.Graph, r.cfg
	s.SinkhornError = make([]float64, r.scalings())
	steps := c.LiftSteps()
	if !r.proximal() {
		steps = -1
	}
	for k := range steps + 1 {
		if c.JKOMode == "kl" {
			s.JKOEps = append(s.JKOEps, c.PlainEpsilon(k))
		}
		s.JKOEnergy = append(s.JKOEnergy, 0)
	}
	edges := g.Edges[:min(len(g.Edges), frame.ShownEdges)]
	walk, share := NewWalk(&c), 1/float64(max(1, len(edges)))
	for _, e := range edges {
		mu, nu := r.measure(e.I), r.measure(e.J)
		k := transport.NewSinkhorn(mu, nu, c.Epsilon0)
		for i := range s.SinkhornError {
			k.Step()
			s.SinkhornError[i] = max(s.SinkhornError[i], k.RowError(), k.ColError())
		}
		if steps < 0 {
			continue
		}
		walk.Start(mu, nu)
		s.JKOEnergy[0] += walk.Energy() * share
		if steps == 1 {
			if s.JKOMoved == nil {
				s.JKOMoved = make([]float64, len(walk.Plan))
			}
			linalg.Axpy(-share, walk.Plan, s.JKOMoved)
		}
		for k := range steps {
			s.JKOEnergy[k+1] += walk.Step() * share
		}
		if steps == 1 {
			linalg.Axpy(share, walk.Plan, s.JKOMoved)
		}
	}
	if steps >= 0 {
		s.Gibbs = transport.Gibbs(walk.Prev, c.D, c.Epsilon)
	}
}

// scalings is how many of them the plans on show have had.
func (r *viewer) scalings() int {
	if r.at.Stage == stage.Sinkhorn {
		return r.at.Inner
	}
	return r.cfg.SinkhornSteps
}

// measure returns the measure of a node, under the setting "uniform" the uniform one.
func (r *viewer) measure(i int32) []float64 { return r.eval.Measure(i) }

// Package view fills the frames of package frame from the records of a run.
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

// viewer builds frames of a run from its records.
type viewer struct {
	*sgpc.Run
	cfg  settings.Config
	at   *sgpc.Standing
	eval *sgpc.Evaluation
	gap  *sgpc.Ascent
	// layer is the selected layer of a peer, nil for none.
	layer *peer.Layer
}

func newViewer(r *sgpc.Run) *viewer {
	return &viewer{Run: r, cfg: r.Config(), at: r.Standing(), eval: r.Evaluation(), gap: r.Ascent()}
}

// Frame returns the frame of the present position of a run, with the additions of
// extra, at most one. The run stays unchanged.
func Frame(r *sgpc.Run, focus frame.Focus, extra ...frame.Once) *frame.Frame {
	var once frame.Once
	if len(extra) > 0 {
		once = extra[0]
	}
	if shadow := r.Changed(&once); shadow != nil {
		once.Changes, once.Given, once.Gamma, once.Claims = nil, nil, nil, false
		r = shadow
	}
	return newViewer(r).frame(focus, once)
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
		r.fillFrame(f, focus)
	}
	r.fillRequested(f, focus, &once)
	return f
}

// fillFrame sets the parts of every frame that is not restricted to its requests.
func (r *viewer) fillFrame(f *frame.Frame, focus frame.Focus) {
	g := r.Graph
	if f.Judged > 0 {
		f.Calibrated = append(f.Calibrated, r.Predicted()...)
		r.fillPredictions(f)
		f.Loss = r.eval.Loss.Loss
	}
	r.fillStages(f, focus.Spectrum)
	if s := r.shownSheaf(); s != nil {
		r.fillEdges(f, s)
	}
	if focus.Spectrum {
		r.fillSpectrum(f, focus)
	}
	if f.Judged > 0 {
		r.fillBound(f, r.boundGap(f))
	} else {
		f.Bound = r.boundBeforeLoss()
	}
	r.fillStagePredictions(f)
	edge, node := focus.Edge.Index(), focus.Node.Index()
	if edge < 0 && focus.Example {
		edge = r.exampleEdge()
	}
	if edge >= 0 && edge < len(g.Edges) && r.shownSheaf() != nil {
		f.Edge = r.viewEdge(f, edge)
	}
	if r.layer != nil && r.hasMaps() {
		r.fillLayers(f, node)
	}
	if node >= 0 && node < g.N {
		f.Node = r.viewNode(f, node)
	}
}

// fillRequested sets the requested additions.
func (r *viewer) fillRequested(f *frame.Frame, focus frame.Focus, once *frame.Once) {
	if once.Claims {
		f.Claims = Claims(r.Run)
	}
	if once.Maps {
		r.fillMaps(f)
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

// exampleEdge returns the first edge between nodes of different labels, or edge 0
// when there is none, or −1 without edges.
func (r *viewer) exampleEdge() int {
	g := r.Graph
	for k, e := range g.Edges {
		if a, b := g.Labels[e.I], g.Labels[e.J]; a >= 0 && b >= 0 && a != b {
			return k
		}
	}
	return min(0, len(g.Edges)-1)
}

// fillStagePredictions sets the probabilities of stage 8. Until the loss of the
// same epoch is computed they replace the calibrated predictions of the previous
// epoch.
func (r *viewer) fillStagePredictions(f *frame.Frame) {
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

// innerTotal returns the number of inner operations of the present stage, 0 when
// unknown.
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

// fillEdges sets the per-edge arrays for the sheaf s, as far as the stages have
// run.
func (r *viewer) fillEdges(f *frame.Frame, s *sheaf.Sheaf) {
	n, m, q := r.eval, f.M, s.D*s.D
	if n.Lift != nil && r.at.Ran(stage.JKO) {
		f.OffDiagonal = make([]float64, m)
		n.Lift.OffDiagonal(f.OffDiagonal)
	}
	if !r.hasMaps() {
		return
	}
	f.MapNorm = make([]float64, m)
	for e := range m {
		f.MapNorm[e] = linalg.Nrm2(s.R[2*e*q : 2*(e+1)*q])
	}
	hat, x := n.Hat, (*linalg.Dense)(nil)
	if l := r.layer; l != nil {
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
	if r.layer != nil && r.layer.Beyond() {
		f.EdgeEnergy, f.Stages.Energy = nil, 0 // the energy has terms between nodes without an edge
	}
	f.Stalk = channelMeans(x)
	f.Pull = r.viewPull()
	if n.Posterior != nil && r.at.Ran(stage.Posterior) {
		f.Kappa = append(f.Kappa, n.Posterior.Kappa...)
		f.NodeKappa = append(f.NodeKappa, n.Posterior.NodeKappa...)
	}
}

// hasMaps reports whether the present maps have been computed.
func (r *viewer) hasMaps() bool {
	if r.layer != nil {
		return r.at.Ran(stage.Classes)
	}
	return r.at.Ran(stage.Maps)
}

// shownFeatures returns the features of the same epoch as the maps, n·d rows: the
// output of the first diffusion, or its present iterate. Before that diffusion, and
// without one, they are the encoded features, and undiffused is set.
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

// fillStages sets the results of the stages; withMatrix adds the comparison of the
// gap ascent.
func (r *viewer) fillStages(f *frame.Frame, withMatrix bool) {
	s, n, g, c := &f.Stages, r.eval, r.Graph, r.cfg
	s.Features = g.X.Cols
	s.FeatureDensity = float64(g.X.NNZ()) / (float64(g.N) * float64(g.X.Cols))
	if n.Encoded != nil && r.at.Ran(stage.Features) {
		r.fillProfile(s)
	}
	if n.Measures != nil {
		s.Epsilon0 = c.Epsilon0
		if r.at.Ran(stage.Sinkhorn) {
			r.fillTransport(s)
		}
	}
	if len(n.Diffused) > 0 {
		s.Dt = n.Diffused[0].Dt
	}
	switch {
	case n.Lap != nil && r.at.Ran(stage.Laplacian):
		s.Trace = n.Lap.Trace()
	case r.layer != nil && r.layer.Lap != nil && r.hasMaps():
		s.Trace = r.layer.Lap.Trace()
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
	r.fillGap(&s.Gap, withMatrix)
	s.Code = r.viewCode()
}

// fillProfile sets the means of the encoded features over channels and over the
// nodes of each label.
func (r *viewer) fillProfile(s *frame.Stages) {
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

// fillTransport recomputes errors of Sinkhorn and energies of JKO for at most
// frame.ShownEdges edges, from the measures.
func (r *viewer) fillTransport(s *frame.Stages) {
	g, c := r.Graph, r.cfg
	s.SinkhornError = make([]float64, r.shownScalings())
	steps := c.LiftSteps()
	if !r.hasJKO() {
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

// shownScalings returns the number of Sinkhorn scalings made so far in the epoch.
func (r *viewer) shownScalings() int {
	if r.at.Stage == stage.Sinkhorn {
		return r.at.Inner
	}
	return r.cfg.SinkhornSteps
}

// measure returns the measure of node i in the lift.
func (r *viewer) measure(i int32) []float64 { return r.eval.Measure(i) }

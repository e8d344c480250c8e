// Package view fills the frames of package frame from the records of a run. A frame has
// the numbers that the page draws. The run stays unchanged.
package view

import (
	"sheafscope/core/peer"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// viewer fills the frames of one run. It holds the records of the run at the present
// position.
type viewer struct {
	*sgpc.Run
	cfg      settings.Config
	standing *sgpc.Standing
	eval     *sgpc.Evaluation
	ascent   *sgpc.Ascent
	// layer is the selected layer of a peer, a model to compare with. It is nil for SGPC, for a
	// peer without layers, and while openLayer has opened no layer.
	layer *peer.Layer
}

// newViewer returns a viewer with the present records of r.
func newViewer(r *sgpc.Run) *viewer {
	return &viewer{Run: r, cfg: r.Config(), standing: r.Standing(), eval: r.Evaluation(), ascent: r.Ascent()}
}

// Frame returns the frame of the present position of a run. extra has at most one
// entry, which requests additions. If it requests a change of the network, the frame shows
// a changed copy of the run, without claims. The run itself stays unchanged.
func Frame(r *sgpc.Run, focus frame.Focus, extra ...frame.Once) *frame.Frame {
	var once frame.Once
	if len(extra) > 0 {
		once = extra[0]
	}
	changedRun := r.Changed(&once)
	if changedRun == nil { // once requests no change that the network can make, or the position is 0
		return newViewer(r).frame(focus, once)
	}
	// The copy contains the changes already. Claims are statements about the run alone.
	once.Changes, once.Given, once.Gamma, once.Claims = nil, nil, nil, false
	return newViewer(changedRun).frame(focus, once)
}

// frame returns the frame with the details of focus and the additions of once.
func (r *viewer) frame(focus frame.Focus, once frame.Once) *frame.Frame {
	g, c := r.Graph, r.cfg
	f := &frame.Frame{
		Position: r.Position(), Epoch: r.Epoch(), Done: r.Done(),
		Stage: r.standing.Stage, Inner: r.standing.Inner, InnerTotal: r.innerTotal(), Op: r.standing.Operation,
		Epochs: r.standing.Epochs, Judged: r.standing.Judged,
		N: g.N, M: len(g.Edges), Classes: g.Classes, D: c.D, Channels: c.Channels,
	}
	closeLayer := r.openLayer(f, focus.Layer) // sets r.layer, for a peer with layers
	defer closeLayer()
	f.Accuracy = frame.Accuracy{Train: -1, Val: -1, Test: -1} // −1: not computed
	f.History = r.History(once.HistoryFrom).History
	if !once.Alone {
		r.fillFrame(f, focus)
	}
	r.fillRequested(f, focus, &once)
	return f
}

// fillFrame sets the parts of a frame that no addition has to request. With Once.Alone
// a frame lacks these parts.
func (r *viewer) fillFrame(f *frame.Frame, focus frame.Focus) {
	hasLoss := f.Judged > 0
	if hasLoss {
		f.Calibrated = append(f.Calibrated, r.Predicted()...)
		r.fillPredictions(f)
		f.Loss = r.eval.Loss.Loss
	}
	r.fillStages(f, gapParts(focus.Spectrum)) // a request for the spectrum includes the comparison of stage 10
	sheafShown := r.shownSheaf()
	if sheafShown != nil {
		r.fillEdges(f, sheafShown)
	}
	if focus.Spectrum {
		r.fillSpectrum(f, focus)
	}
	// The bound needs f.Spectrum, and the predictions of the last loss, which
	// fillStagePredictions may replace.
	if hasLoss {
		r.fillBound(f, r.boundGap(f))
	} else {
		f.Bound = r.boundBeforeLoss()
	}
	r.fillStagePredictions(f)

	// The details of edge, layer and node use the arrays that f has now.
	edge, node := focus.Edge.Index(), focus.Node.Index()
	if edge < 0 && focus.Example {
		edge = r.exampleEdge()
	}
	if edge >= 0 && edge < f.M && sheafShown != nil {
		f.Edge = r.viewEdge(f, edge)
	}
	if r.layer != nil && r.hasMaps() {
		r.fillLayers(f, node)
	}
	if node >= 0 && node < f.N {
		f.Node = r.viewNode(f, node)
	}
}

// fillRequested sets the additions that once requests.
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
	// Details of one node, cycle or channel.
	node := focus.Node.Index()
	if once.Flow {
		f.Flow = r.viewFlow(once.FlowDt, node, once.FlowChannel)
	}
	if once.Cycles {
		f.Holonomy = r.viewHolonomy(once.Cycle, once.Place, focus.Layer)
	}
	if once.Channel > 0 { // 1-based; 0 requests no channel
		f.Channel = r.viewChannel(channelRequest{channel: once.Channel - 1, eigenvector: once.Eigen, focus: focus})
	}
	if once.Turned != nil {
		f.Turned = r.viewTurned(*once.Turned)
	}
	if once.Stalks && node >= 0 && node < f.N {
		f.Stalks = r.viewStalks(node)
	}
}

// exampleEdge returns the index of the first edge whose ends have two different labels, or 0
// without such an edge. In a graph without edges it returns −1.
func (r *viewer) exampleEdge() int {
	g := r.Graph
	for k, e := range g.Edges {
		labelI, labelJ := g.Labels[e.I], g.Labels[e.J]
		areLabelled := labelI >= 0 && labelJ >= 0
		if areLabelled && labelI != labelJ {
			return k
		}
	}
	return min(0, len(g.Edges)-1)
}

// exampleNode returns the first end of exampleEdge, or node 0 in a graph without edges.
func (r *viewer) exampleNode() int {
	e := r.exampleEdge()
	if e < 0 {
		return 0
	}
	return int(r.Graph.Edges[e].I)
}

// fillStagePredictions sets the class probabilities of stage 8, and the confusion matrix
// (C×C, label by predicted class) of the validation and test nodes. Between stage 8 and the
// loss of an epoch, Calibrated, Pred and Accuracy still belong to the previous epoch, and
// fillStagePredictions replaces them. It sets nothing if stage 8 has never run.
func (r *viewer) fillStagePredictions(f *frame.Frame) {
	predictedEpoch := r.standing.EpochOf(stage.Classes)
	if predictedEpoch == 0 {
		return
	}
	f.Prob = append(f.Prob, r.eval.Prob.Data...)
	if predictedEpoch > f.Judged { // otherwise fillFrame has set Pred from the last loss
		f.Calibrated = append(f.Calibrated[:0], f.Prob...)
		r.fillPredictions(f)
	}
	g := r.Graph
	f.Stages.Confusion = make([]int, g.Classes*g.Classes)
	for _, set := range [][]int{r.Split.Val, r.Split.Test} {
		for _, i := range set {
			label := g.Labels[i]
			if label >= 0 {
				f.Stages.Confusion[label*g.Classes+f.Pred[i]]++
			}
		}
	}
}

// fillPredictions computes Pred and Accuracy from Calibrated.
func (r *viewer) fillPredictions(f *frame.Frame) {
	f.Pred = train.PredictedClasses(f.Calibrated, r.Graph.Classes)
	f.Accuracy = r.Accuracies(f.Calibrated)
}

// innerTotal returns the number of inner operations of the present stage. It returns 0 for
// diffusion and gap ascent, whose numbers of iterations depend on their convergence.
// In the reading "code" (the authors' program) stages 2 and 3 have one operation each.
func (r *viewer) innerTotal() int {
	isLift := r.standing.Stage == stage.Sinkhorn || r.standing.Stage == stage.JKO
	isUnmixed := r.standing.Stage == stage.Mixing && r.cfg.AFMWeights == "off"
	if isLift && r.cfg.Reading == "code" || isUnmixed {
		return 1
	}
	switch r.standing.Stage {
	case stage.Sinkhorn:
		return r.cfg.SinkhornSteps
	case stage.JKO:
		return max(1, r.cfg.JKOSteps) // a lift without JKO steps is one operation, too
	case stage.Mixing:
		return r.cfg.Q
	case stage.Posterior:
		if r.eval.Posterior != nil { // a peer only computes its loss
			return r.cfg.PosteriorSteps
		}
	case stage.Diffusion, stage.Gap:
		return 0
	}
	return 1
}

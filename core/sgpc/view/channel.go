package view

// This file shows one channel of the features, and how the stages compute it.

import (
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
	"sheafscope/core/spectral"
)

// channelRequest selects the numbers that viewChannel returns.
type channelRequest struct {
	// channel is the index of the channel (0-based). An index beyond the last channel
	// selects channel 0.
	channel int
	// eigenvector requests the eigenvector of λ₂; frame.Channel.Eigen names the cases in
	// which it is nil nevertheless.
	eigenvector bool
	// focus selects the node and the edge whose computation is shown.
	focus frame.Focus
}

// viewChannel returns the requested channel of the features: its values after each stage,
// and the numbers from which the stages compute them at the node and the edge in focus. It
// returns nil before the first inner operation.
func (r *viewer) viewChannel(q channelRequest) *frame.Channel {
	if r.Position() == 0 {
		return nil
	}
	// A layer of a peer (a model to compare with) has its own maps and its own stalk dimension.
	v := &frame.Channel{D: r.cfg.D}
	raw, operator := r.eval.Raw, r.eval.Hat
	if r.layer != nil {
		raw, operator = r.layer.Raw, r.layer.Hat
	}
	if raw != nil {
		v.D = raw.D
	}
	r.fillChannel(v, q.channel)
	if v.Encoded != nil { // nil for a peer and before stage 1
		r.fillWeights(v, q.focus)
	}
	if !r.hasMaps() || raw == nil {
		return v
	}
	// The remaining parts need restriction maps and the operator of these maps. The open
	// layer of a peer has its operator.
	hasOperator := operator != nil && !r.mapsAreNewerThanOperator()
	isPeer := r.layer != nil
	if !isPeer && !hasOperator { // stage 5 has not normalised these maps yet
		operator = r.operatorOf(raw)
	}
	fillBlocks(v, raw, operator)
	isWithinAscent := r.standing.Stage == stage.Gap && r.ascent.Started
	if !isPeer && isWithinAscent {
		v.Moved = normChanges(r.ascent.Origin, r.shownSheaf())
	}
	canSolve := !isPeer && raw.N*raw.D <= frame.MaxSpectrum
	if q.eigenvector && canSolve {
		v.Eigen = r.viewVector(r.operatorOf(r.shownSheaf()))
	}
	r.fillEquation(v, operator, q.focus.Node.Index())
	r.fillMapsInFocus(v, raw, operator, q.focus)
	return v
}

// normChanges returns ‖R_e‖_F in the sheaf after minus ‖R_e‖_F in the sheaf before,
// for each edge e. R_e stands for both maps of the edge.
func normChanges(before, after *sheaf.Sheaf) []float32 {
	entriesPerEdge := 2 * before.D * before.D
	changes := make([]float32, len(before.Edges))
	for e := range changes {
		from, to := e*entriesPerEdge, (e+1)*entriesPerEdge
		changes[e] = float32(linalg.Nrm2(after.R[from:to]) - linalg.Nrm2(before.R[from:to]))
	}
	return changes
}

// fillMapsInFocus sets the two maps of the edge in focus in raw, its two maps in the
// operator, and the factors of these maps. It sets nothing without an edge in focus.
func (r *viewer) fillMapsInFocus(v *frame.Channel, raw, operator *sheaf.Sheaf, focus frame.Focus) {
	e := focus.Edge.Index()
	if e < 0 || e >= len(raw.Edges) {
		return
	}
	nodeSide := 0 // the side of the node in focus; 0 also for a node that is no end of the edge
	if int(raw.Edges[e].J) == focus.Node.Index() {
		nodeSide = 1
	}
	r.fillMapFactors(v, raw, e, nodeSide)
	for side := range 2 {
		v.Maps[side] = append(v.Maps[side], raw.Map(e, side)...)
		v.Hat[side] = append(v.Hat[side], operator.Map(e, side)...)
	}
}

// channelOf returns channel k of the features x, n·d numbers. It returns nil if x
// is not (n·d)×c or has no channel k.
func channelOf(x *linalg.Dense, n, d, k int) []float32 {
	channels := len(x.Data) / (n * d)
	if k >= channels || n*d*channels != len(x.Data) {
		return nil
	}
	out := make([]float32, n*d)
	for row := range out {
		out[row] = float32(x.Data[row*channels+k])
	}
	return out
}

// fillChannel sets the values of channel k after each stage that has run, and the number
// of channels. It sets nothing for a graph without nodes and before features exist.
func (r *viewer) fillChannel(v *frame.Channel, k int) {
	eval, nodes := r.eval, r.Graph.N
	if nodes == 0 {
		return
	}
	features := eval.Encoded
	if r.layer != nil {
		features = r.layer.X.Value
	}
	if features == nil {
		return
	}
	// The features have count channels for each stalk coordinate of a node.
	v.Count = len(features.Data) / (nodes * v.D)
	if k >= v.Count { // this network has no such channel
		k = 0
	}
	v.Of = k
	// A layer of a peer has only the output of its operator.
	if r.layer != nil {
		if r.hasMaps() {
			v.Diffused = channelOf(r.layer.Y.Value, nodes, v.D, k)
		}
		return
	}
	if r.standing.Ran(stage.Features) {
		v.Encoded = channelOf(features, nodes, v.D, k)
	}
	if len(eval.Diffused) > 0 && r.standing.Ran(stage.Diffusion) {
		v.Diffused = channelOf(eval.Diffused[0].Out, nodes, v.D, k)
	}
	if len(eval.Mixed) > 0 && r.standing.Ran(stage.Mixing) {
		v.Filtered = channelOf(eval.Mixed[0].Out, nodes, v.D, k)
	}
}

// fillWeights sets the encoder of the node in focus and, if the edge in focus joins this
// node, the encoder of the other end. After stage 8 it also sets the read-out of the node
// and the class prior. It sets nothing without a node in focus.
func (r *viewer) fillWeights(v *frame.Channel, focus frame.Focus) {
	node, e := focus.Node.Index(), focus.Edge.Index()
	if node < 0 || node >= r.Graph.N {
		return
	}
	nodes := []int{node} // the ends whose encoder the frame shows
	if e >= 0 && e < len(r.Graph.Edges) {
		other, joined := otherEnd(r.Graph.Edges[e], node)
		if joined {
			nodes = append(nodes, other)
		}
	}
	for _, i := range nodes {
		encoding := r.viewEncoding(v.Of, i)
		if encoding != nil {
			v.Ends = append(v.Ends, *encoding)
		}
	}
	if r.eval.Logits != nil && r.standing.Ran(stage.Classes) {
		v.Head = r.viewHead(v.Of, node)
		v.Prior = append(v.Prior, r.eval.Loss.Prior...)
	}
}

// otherEnd returns the end of an edge opposite to node. If node is no end of the edge,
// joined is false.
func otherEnd(edge graph.Edge, node int) (other int, joined bool) {
	switch node {
	case int(edge.I):
		return int(edge.J), true
	case int(edge.J):
		return int(edge.I), true
	}
	return 0, false
}

// fillBlocks sets the Frobenius norm of each map of raw. For the Laplacian of the
// operator, it sets the trace of each diagonal block, and the Frobenius norm of each
// block off the diagonal.
func fillBlocks(v *frame.Channel, raw, operator *sheaf.Sheaf) {
	n, m, d := raw.N, len(raw.Edges), raw.D
	v.Side, v.Trace, v.Block = make([]float32, 2*m), make([]float32, n), make([]float32, m)
	trace := make([]float64, n)
	block, transposed := make([]float64, d*d), make([]float64, d*d)
	for e, ends := range raw.Edges {
		for side, i := range [2]int32{ends.I, ends.J} {
			v.Side[2*e+side] = float32(linalg.Nrm2(raw.Map(e, side)))
			norm := linalg.Nrm2(operator.Map(e, side))
			trace[i] += float64(norm * norm) // tr(R̂ᵀR̂) = ‖R̂‖²
		}
		// The block of nodes i and j is −R̂_ijᵀR̂_ji.
		small.Transpose(d, 1, operator.Map(e, 0), transposed)
		clear(block)
		small.MulAdd(d, block, transposed, operator.Map(e, 1))
		v.Block[e] = float32(linalg.Nrm2(block))
	}
	for i, t := range trace {
		v.Trace[i] = float32(t)
	}
}

// viewVector returns the unit eigenvector of λ₂ of an operator, or nil without a λ₂ above
// the kernel.
func (r *viewer) viewVector(operator *sheaf.Sheaf) []float32 {
	tracker := spectral.NewTracker(operator.N, operator.D, operator.Edges, settings.TrackerOptions(r.cfg))
	if tracker.Update(operator).Lambda2 <= 0 {
		return nil
	}
	return single(tracker.Vector(0))
}

// fillEquation sets the terms of equation 8 at node u, in the channel of v: the input h_u and
// the output x_u of the first diffusion, and Δt R̂_uᵀ(R̂_u x_u − R̂_w x_w) for each edge (u, w).
// It also sets the mixed features of equation 10 and their terms, if they belong to the
// epoch of h_u. It sets nothing for a node out of range, for a model without diffusion, and
// before the first diffusion of the present epoch has begun.
func (r *viewer) fillEquation(v *frame.Channel, operator *sheaf.Sheaf, u int) {
	eval := r.eval
	hasNode := u >= 0 && u < operator.N
	hasDiffusion := len(eval.Diffused) > 0 && v.Diffused != nil
	if !hasNode || !hasDiffusion || !r.hasSolve(0) {
		return
	}
	diffused, d := eval.Diffused[0], operator.D
	stalkAt := func(x *linalg.Dense, i int) []float64 { return stalkInChannel(x, i, d, v.Of) }
	v.Input, v.Output = stalkAt(diffused.In, u), stalkAt(diffused.Out, u)
	mixedIsPresent := r.standing.EpochOf(stage.Mixing) == r.standing.EpochOf(stage.Features)
	if len(eval.Mixed) > 0 && mixedIsPresent {
		v.Mixed = stalkAt(eval.Mixed[0].Out, u)
		r.fillPowers(v, u, d)
	}
	for e, ends := range operator.Edges {
		other, joined := otherEnd(ends, u)
		if !joined {
			continue
		}
		side := 0 // the side of u
		if int(ends.J) == u {
			side = 1
		}
		ownMap, otherMap := operator.Map(e, side), operator.Map(e, 1-side)
		xOwn, xOther := v.Output, stalkAt(diffused.Out, other)
		// difference is R̂_u x_u − R̂_w x_w for w = other, in the stalk of the edge.
		difference, term := make([]float64, d), make([]float64, d)
		for p := range d {
			difference[p] = linalg.Dot(ownMap[p*d:(p+1)*d], xOwn) - linalg.Dot(otherMap[p*d:(p+1)*d], xOther)
		}
		for p := range d {
			linalg.Axpy(diffused.Dt*difference[p], ownMap[p*d:(p+1)*d], term)
		}
		v.Terms = append(v.Terms, frame.ChannelTerm{Edge: e, Other: other, Value: term})
	}
}

// stalkInChannel returns the d numbers of node i in the given channel of the features
// x, (n·d)×c.
func stalkInChannel(x *linalg.Dense, i, d, channel int) []float64 {
	out := make([]float64, d)
	for p := range out {
		out[p] = x.Data[(i*d+p)*x.Cols+channel]
	}
	return out
}

// fillPowers sets v.Powers (d×(Q+1)) to T_q(I − L̂) h at node u for q = 0 … Q. In the
// reading "code" (the authors' program) the powers are T_q(I + L̂) h. The vector h is the
// channel v.Of in the input of the first layer.
func (r *viewer) fillPowers(v *frame.Channel, u, d int) {
	input := r.eval.Diffused[0].In
	var h []float64
	for p := v.Of; p < len(input.Data); p += input.Cols {
		h = append(h, input.Data[p])
	}
	terms := r.eval.Mixed[0].Filter.Terms(h)
	for p := range d {
		for _, t := range terms {
			v.Powers = append(v.Powers, t[u*d+p])
		}
	}
}

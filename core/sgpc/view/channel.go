package view

import (
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
	"sheafscope/core/spectral"
)

// viewChannel returns channel k, from 0, or the first when there is no channel k,
// and the numbers of its computation. eigen requests the eigenvector of λ₂.
func (r *viewer) viewChannel(k int, eigen bool, focus frame.Focus) *frame.Channel {
	if r.Position() == 0 {
		return nil
	}
	n, v := r.eval, &frame.Channel{D: r.cfg.D}
	raw, hat := n.Raw, n.Hat
	if l := r.layer; l != nil {
		raw, hat = l.Raw, l.Hat
	}
	if raw != nil {
		v.D = raw.D
	}
	r.fillChannel(v, k)
	if v.Encoded != nil {
		r.fillWeights(v, focus)
	}
	if !r.hasMaps() || raw == nil {
		return v
	}
	if r.layer == nil && (hat == nil || r.at.EpochOf(stage.Maps) > r.at.EpochOf(stage.Laplacian)) {
		hat = r.operatorOf(raw)
	}
	fillBlocks(v, raw, hat)
	if now := r.gap.Current; r.layer == nil && r.at.Stage == stage.Gap && r.gap.Started {
		q := raw.D * raw.D
		v.Moved = make([]float32, len(raw.Edges))
		for e := range v.Moved {
			v.Moved[e] = float32(linalg.Nrm2(now.R[2*e*q:2*(e+1)*q]) - linalg.Nrm2(raw.R[2*e*q:2*(e+1)*q]))
		}
	}
	if eigen && raw.N*raw.D <= frame.MaxSpectrum && r.layer == nil {
		v.Eigen = r.viewVector(r.operatorOf(r.shownSheaf()))
	}
	r.fillEquation(v, hat, focus.Node.Index())
	if e := focus.Edge.Index(); e >= 0 && e < len(raw.Edges) {
		side := 0
		if int(raw.Edges[e].J) == focus.Node.Index() {
			side = 1
		}
		r.fillMapFactors(v, raw, e, side)
		for side := range 2 {
			v.Maps[side] = append(v.Maps[side], raw.Map(e, side)...)
			v.Hat[side] = append(v.Hat[side], hat.Map(e, side)...)
		}
	}
	return v
}

// channelOf returns channel k of features, N×D, or nil when x has not n·d rows or
// no channel k.
func channelOf(x *linalg.Dense, n, d, k int) []float32 {
	c := len(x.Data) / (n * d)
	if k >= c || n*d*c != len(x.Data) {
		return nil
	}
	out := make([]float32, n*d)
	for row := range out {
		out[row] = float32(x.Data[row*c+k])
	}
	return out
}

// fillChannel sets channel k of the features of the stages that have run.
func (r *viewer) fillChannel(v *frame.Channel, k int) {
	n, nodes := r.eval, r.Graph.N
	if nodes == 0 {
		return
	}
	features := n.Encoded
	if l := r.layer; l != nil {
		features = l.X.Value
	}
	if features == nil {
		return
	}
	if v.Count = len(features.Data) / (nodes * v.D); k >= v.Count {
		k = 0
	}
	v.Of = k
	if l := r.layer; l != nil {
		if r.hasMaps() {
			v.Diffused = channelOf(l.Y.Value, nodes, v.D, k)
		}
		return
	}
	if r.at.Ran(stage.Features) {
		v.Encoded = channelOf(features, nodes, v.D, k)
	}
	if len(n.Diffused) > 0 && r.at.Ran(stage.Diffusion) {
		v.Diffused = channelOf(n.Diffused[0].Out, nodes, v.D, k)
	}
	if len(n.Mixed) > 0 && r.at.Ran(stage.Mixing) {
		v.Filtered = channelOf(n.Mixed[0].Out, nodes, v.D, k)
	}
}

// fillWeights sets encoder and read-out of the node in focus, and the encoder of
// the other end of the edge in focus.
func (r *viewer) fillWeights(v *frame.Channel, focus frame.Focus) {
	u, e := focus.Node.Index(), focus.Edge.Index()
	if u < 0 || u >= r.Graph.N {
		return
	}
	nodes := []int{u}
	if e >= 0 && e < len(r.Graph.Edges) {
		switch q := r.Graph.Edges[e]; u {
		case int(q.I):
			nodes = append(nodes, int(q.J))
		case int(q.J):
			nodes = append(nodes, int(q.I))
		}
	}
	for _, i := range nodes {
		if x := r.viewEncoding(v.Of, i); x != nil {
			v.Ends = append(v.Ends, *x)
		}
	}
	if r.eval.Logits != nil && r.at.Ran(stage.Classes) {
		v.Head, v.Prior = r.viewHead(v.Of, u), append(v.Prior, r.eval.Loss.Prior...)
	}
}

// fillBlocks sets the norms of the maps raw and of the blocks of the operator of
// hat.
func fillBlocks(v *frame.Channel, raw, hat *sheaf.Sheaf) {
	d := raw.D
	v.Side, v.Trace, v.Block = make([]float32, 2*len(raw.Edges)), make([]float32, raw.N), make([]float32, len(raw.Edges))
	trace, block, turned := make([]float64, raw.N), make([]float64, d*d), make([]float64, d*d)
	for e, ed := range raw.Edges {
		for side, i := range [2]int32{ed.I, ed.J} {
			v.Side[2*e+side] = float32(linalg.Nrm2(raw.Map(e, side)))
			size := linalg.Nrm2(hat.Map(e, side))
			trace[i] += size * size
		}
		small.Transpose(d, 1, hat.Map(e, 0), turned)
		clear(block)
		small.MulAdd(d, block, turned, hat.Map(e, 1))
		v.Block[e] = float32(linalg.Nrm2(block))
	}
	for i, t := range trace {
		v.Trace[i] = float32(t)
	}
}

// viewVector returns the unit eigenvector of λ₂ for the maps of an operator, nil
// without λ₂.
func (r *viewer) viewVector(hat *sheaf.Sheaf) []float32 {
	t := spectral.NewTracker(hat.N, hat.D, hat.Edges, settings.TrackerOptions(r.cfg))
	if est := t.Update(hat); est.Lambda2 <= 0 {
		return nil
	}
	return single(t.Vector(0))
}

// fillEquation sets the terms of equation 8 at node u: input and output of the
// first diffusion, and the term of each edge.
func (r *viewer) fillEquation(v *frame.Channel, hat *sheaf.Sheaf, u int) {
	n := r.eval
	if u < 0 || u >= hat.N || len(n.Diffused) == 0 || !r.hasSolve(0) || v.Diffused == nil {
		return
	}
	o, d := n.Diffused[0], hat.D
	c := o.In.Cols
	at := func(x *linalg.Dense, i int) []float64 {
		out := make([]float64, d)
		for p := range out {
			out[p] = x.Data[(i*d+p)*c+v.Of]
		}
		return out
	}
	v.Input, v.Output = at(o.In, u), at(o.Out, u)
	if len(n.Mixed) > 0 && r.at.EpochOf(stage.Mixing) == r.at.EpochOf(stage.Features) {
		v.Mixed = at(n.Mixed[0].Out, u)
		var in []float64
		for p := v.Of; p < len(o.In.Data); p += c {
			in = append(in, o.In.Data[p])
		}
		terms := n.Mixed[0].Filter.Terms(in)
		for p := range d {
			for _, t := range terms {
				v.Powers = append(v.Powers, t[u*d+p])
			}
		}
	}
	for e, ed := range hat.Edges {
		side, other := 0, int(ed.J)
		switch u {
		case int(ed.I):
		case int(ed.J):
			side, other = 1, int(ed.I)
		default:
			continue
		}
		own, far := hat.Map(e, side), hat.Map(e, 1-side)
		diff, back, xu, xv := make([]float64, d), make([]float64, d), at(o.Out, u), at(o.Out, other)
		for p := range d {
			diff[p] = linalg.Dot(own[p*d:(p+1)*d], xu) - linalg.Dot(far[p*d:(p+1)*d], xv)
		}
		for p := range d {
			linalg.Axpy(o.Dt*diff[p], own[p*d:(p+1)*d], back)
		}
		v.Terms = append(v.Terms, frame.ChannelTerm{Edge: e, Other: other, Value: back})
	}
}

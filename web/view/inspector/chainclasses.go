package inspector

import (
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/web/view"
)

// classes adds the read-out, the scores as sums, and their softmax.
func (w *walk) classes() {
	n, g := w.f.Node, w.s.Graph
	if n == nil || len(n.Prob) == 0 || len(n.Prob) > mostClasses {
		return
	}
	score, prob := w.column("score", nil), w.column("probability", n.Prob)
	for k := range n.Prob {
		score.Labels = append(score.Labels, view.Classes(g)[k].Name)
	}
	prob.Labels, prob.Mass = score.Labels, true
	if h := w.c.Head; h != nil {
		score.V = h.Scores
		w.head(h)
	}
	if why := w.s.WhyOf(); why != nil && why.View != nil && len(why.View.Score) == len(n.Prob) {
		score.V = why.View.Score
		w.score(why.View.Terms)
	}
	w.eq("The softmax: e to the power of each score, over the sum of all", "score softmax→ probability")
}

// head adds the read-out in the channel.
func (w *walk) head(h *frame.Head) {
	if g := h.Gates; len(g) == 2 && len(w.c.Mixed) > 0 {
		w.let("gate", g[:1])
		w.let("gate2", g[1:]).Name = "gate"
		w.let("fused", h.In)
		w.eq("What enters: h, and both branches through their gates", "h:u + gate · x:u + gate2 · f:u = fused")
	}
	in := w.column("enters", h.In)
	for _, part := range h.Parts {
		for k := range len(h.In) / len(h.Parts) {
			in.Labels = append(in.Labels, part+" "+view.Int(k+1))
		}
	}
	w.let("head", h.Weights).Cols = max(1, len(h.In))
	w.column("others", h.Rest).Name = otherChannels
	w.column("bias", h.Bias)
	if h.Units == 0 {
		w.eq("The scores: the weights of the head times this channel, and the other channels", "head · enters + others + bias = score")
		return
	}
	w.let("", h.Sum)
	w.let("z", []float64{h.Value}).Name = "unit " + view.Int(h.Unit+1)
	w.eq("Hidden unit "+view.Int(h.Unit+1)+" of "+view.Int(h.Units)+", which moves the scores most", "head · enters + others + bias = _"+
		w.headAct()+"z")
	w.column("head", h.Out)
	w.column("others", h.Away).Name = "other units"
	w.column("bias", h.OutBias)
	w.eq("The scores: the weights of the head times this unit, and the other units", "head · z + others + bias = score")
}

// agreement adds κ̄ of the edges of u, their mean, and its effect on the probabilities.
func (w *walk) agreement() {
	n, g := w.f.Node, w.s.Graph
	if n == nil || len(w.f.Kappa) != len(g.Edges)/2 || len(w.f.NodeKappa) != g.N {
		return
	}
	k, q := w.f.NodeKappa[w.u], w.column("edges", nil)
	q.Name, q.Mass = "κ̄ₑ, edge to", true
	for e := range w.f.Kappa {
		if i, j := g.Ends(e); (i == w.u || j == w.u) && len(q.V) < mostFeatures {
			q.V, q.Labels = append(q.V, w.f.Kappa[e]), append(q.Labels, view.ShortName(w.s, i+j-w.u))
		}
	}
	if more := n.Degree - len(q.V); more > 0 {
		q.Labels[len(q.V)-1] += ", and " + view.Int(more) + " more"
	}
	q.Cols = max(1, len(q.V))
	w.let("κ̄ᵤ", []float64{k}).Mass, w.let("1−κ̄ᵤ", []float64{1 - k}).Mass = true, true
	w.eq("Agreement of each edge κ̄ₑ, and of node "+w.U+" κ̄ᵤ, their mean", "edges → κ̄ᵤ")
	if len(n.Prob) > mostClasses || len(n.Calibrated) != len(n.Prob) || len(n.Prob) == 0 || !view.Judged(w.f) {
		return
	}
	p := w.column("ŷ", n.Prob)
	for c := range n.Prob {
		p.Labels = append(p.Labels, view.Classes(g)[c].Name)
	}
	p.Mass, w.column("calibrated", n.Calibrated).Mass, w.column("shares", w.c.Prior).Mass = true, true, true
	if !w.s.Config.Calibrate {
		w.eq("These settings do not calibrate: the probabilities stay", "ŷ = calibrated")
		return
	}
	w.eq("Where κ̄ᵤ is small the probabilities go to the shares of the classes", "κ̄ᵤ · ŷ + 1−κ̄ᵤ · shares = calibrated")
}

// score adds the scores as sums over their sources: the node itself, other nodes by decreasing size, and the bias.
func (w *walk) score(terms []explain.Term) {
	classes := len(w.f.Node.Prob)
	parts, size, sum := make([]float64, (w.f.N+1)*classes), make([]float64, w.f.N), make([]float64, classes)
	for _, t := range terms { // a neighbour of −1 is the bias
		linalg.Axpy(1, t.Contribution, parts[(t.Neighbour+1)*classes:][:classes])
	}
	part := func(j int) []float64 { return parts[(j+1)*classes:][:classes] }
	sources := 0
	for j := range size {
		if size[j] = view.MaxNorm(part(j)); j == w.u {
			size[j] = 0
		} else if size[j] > 0 {
			sources++
		}
	}
	w.column("own", part(w.u)).Name = "node " + w.U
	w.column("bias", part(-1)).Name = "the rest"
	form, rest := "own", 0
	for k, j := range view.LargestIndices(size, sources) {
		if k < mostEdges-1 {
			token := "of" + view.Int(k)
			w.column(token, part(j)).Name = "node " + view.ShortName(w.s, j)
			form += " + " + token
			continue
		}
		rest++
		linalg.Axpy(1, part(j), sum)
	}
	if rest > 0 {
		w.column("sum", sum).Name = words.Count(rest, "other")
		form += " + sum"
	}
	w.eq("The scores by whose features they come from; the rest is the bias", form+" + bias = score")
}

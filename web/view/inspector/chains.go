package inspector

import (
	"math"
	"slices"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/view"
)

// Most items of a row that can have many: features of a node, its edges, coefficients of a polynomial, steps.
const (
	mostFeatures = 8
	mostEdges    = 5
	mostSteps    = 6
)

// rows are the equations of a stage at the node that is followed, from numbers of this channel; none where they are not there.
func (w *walk) rows(k int) []ChainRow {
	return []func() []ChainRow{w.features, w.scaling, w.step, w.maps, w.blocks, w.diffusion, w.mixing, w.classes, w.agreement,
		w.ascent}[k-1]()
}

// features shows what u and v bring, and what the encoder makes of it.
func (w *walk) features() (rows []ChainRow) {
	detail := w.s.Features()
	for _, node := range []int{w.u, w.v} {
		name := view.ShortName(w.s, max(0, node))
		h := col("h of "+name, w.of(w.c.Encoded, node))
		if detail == nil || node < 0 || !w.s.FeaturesNow() {
			rows = append(rows, says("Encoded, node "+name, h))
			continue
		}
		v := detail.Features
		var x []float64
		var labels []string
		for p := v.Ptr[node]; p < v.Ptr[node+1]; p++ {
			if len(x) < mostFeatures {
				x, labels = append(x, float64(v.Val[p])), append(labels, view.Int(int(v.Col[p])+1))
			}
		}
		if len(x) == 0 {
			rows = append(rows, says("None of its features is above 0; h in channel "+view.Int(w.c.Of+1), h))
			continue
		}
		given := wide("features of "+name, x).labels(labels)
		text := "Its features, then the encoder: h in channel " + view.Int(w.c.Of+1)
		if more := int(v.Ptr[node+1]-v.Ptr[node]) - len(x); more > 0 {
			text += "; " + view.Int(more) + " more are not 0"
		}
		rows = append(rows, says(text, given, op("encoder →"), h))
	}
	return rows
}

// scaling shows the masses of both ends and the plan that has them as sums.
func (w *walk) scaling() []ChainRow {
	e := w.edge()
	if e == nil || len(e.Mu) == 0 {
		return nil
	}
	mu, nu := w.measures(e)
	return []ChainRow{
		says("Each end has a mass of 1 on its coordinates", col("μ of "+w.U, mu).mass(), op("and"), wide("ν of "+w.V, nu).mass()),
		says("The plan: its rows add up to μ, its columns to ν", square("P₀", w.plan(e.P0)).mass()),
	}
}

// step shows the plan before and after the step, and what moved.
func (w *walk) step() []ChainRow {
	e := w.edge()
	if e == nil || len(e.P) == 0 || len(e.P0) != len(e.P) {
		return nil
	}
	return []ChainRow{
		says("The plan of this edge before and after the step", square("P₀", w.plan(e.P0)).mass(), op("→"), square("P⋆", w.plan(e.P)).mass()),
		says("The difference: where mass came, and from where it went", square("P⋆ − P₀", plus(w.plan(e.P), w.plan(e.P0), -1))),
	}
}

// maps shows how both ends are read on the edge, and their difference.
func (w *walk) maps() []ChainRow {
	R, V := w.c.Maps[w.side], w.c.Maps[1-w.side]
	h, g := w.of(w.c.Encoded, w.u), w.of(w.c.Encoded, w.v)
	a, b := times(R, h), times(V, g)
	return []ChainRow{
		says("Node "+w.U+", read on the edge", square("R of "+w.U, R), op("·"), col("h", h), op("="), col("R h of "+w.U, a)),
		says("Node "+w.V+", read on the edge", square("R of "+w.V, V), op("·"), col("h", g), op("="), col("R h of "+w.V, b)),
		says("They disagree by", col("R h of "+w.U, a), op("−"), col("R h of "+w.V, b), op("="), col("r", plus(a, b, -1))),
	}
}

// blocks shows how the maps become a block of the operator.
func (w *walk) blocks() []ChainRow {
	R, V, r, v := w.c.Maps[w.side], w.c.Maps[1-w.side], w.c.Hat[w.side], w.c.Hat[1-w.side]
	L, R2 := "L̂", "R̂"
	var rows []ChainRow
	if slices.Equal(R, r) {
		L, R2 = "L", "R"
	} else {
		rows = []ChainRow{
			says("The maps are divided by the root of all that meets at a node: R̂ = R D^−½", square("R of "+w.U, R), op("→"),
				square("R̂ of "+w.U, r), op("and"), square("R of "+w.V, V), op("→"), square("R̂ of "+w.V, v)),
		}
	}
	return append(rows, says("The block of the edge", op("−"), square(R2+"ᵀ of "+w.U, turned(r)), op("·"), square(R2+" of "+w.V, v), op("="),
		square(L+", "+w.U+" "+w.V, product(turned(r), v, -1))))
}

// diffusion shows equation 8 at u: its vector and the terms of its edges add up to what came in.
func (w *walk) diffusion() []ChainRow {
	c := w.c
	if len(c.Output) == 0 {
		return nil
	}
	items, rest := []*ChainItem{col("x of "+w.U, c.Output)}, make([]float64, c.D)
	size := make([]float64, len(c.Terms))
	for k, q := range c.Terms {
		size[k] = view.MaxNorm(q.Value)
	}
	order := view.Top(size, len(size))
	for at, k := range order {
		if at < mostEdges {
			items = append(items, op("+"), col("edge to "+view.ShortName(w.s, c.Terms[k].Other), c.Terms[k].Value))
			continue
		}
		rest = plus(rest, c.Terms[k].Value, 1)
	}
	if more := len(order) - mostEdges; more > 0 {
		items = append(items, op("+"), col(words.Count(more, "more edge"), rest))
	}
	return []ChainRow{says("What is asked for: x, plus Δt times its disagreement over each edge, is h", append(items, op("="),
		col("h of "+w.U, c.Input))...)}
}

// mixing shows the weights of the polynomials, and what they make of u.
func (w *walk) mixing() []ChainRow {
	alpha := w.f.Stages.Alpha
	var labels []string
	for q := range alpha {
		labels = append(labels, view.Int(q))
	}
	return []ChainRow{
		says("The weight of each degree, from slow to fast", wide("α", alpha[:min(len(alpha), 10)]).labels(labels)),
		says("Node "+w.U+" before and after", col("h of "+w.U, w.c.Input), op("∑ α T →"), col("f of "+w.U, w.c.Mixed)),
	}
}

// classes shows what enters the head, and the softmax of its scores.
func (w *walk) classes() []ChainRow {
	n, g := w.f.Node, w.s.Graph
	if n == nil || len(n.Scores) == 0 || len(n.Scores) > 6 {
		return nil
	}
	exp, sum, top := make([]float64, len(n.Scores)), 0.0, slices.Max(n.Scores)
	for k, v := range n.Scores {
		exp[k] = linalg.Exp(v - top)
		sum += exp[k]
	}
	prob := make([]float64, len(exp))
	for k, v := range exp {
		prob[k] = v / sum
	}
	var names []string
	for k := range n.Scores {
		names = append(names, view.Classes(g)[k].Name)
	}
	return []ChainRow{
		says("What enters, in channel "+view.Int(w.c.Of+1)+"; the other channels enter beside it", col("x of "+w.U, w.c.Output), op("and"),
			col("f of "+w.U, w.c.Mixed), op("and"), col("h of "+w.U, w.c.Input)),
		w.score(names),
		says("Scores, less the largest, to the power of e, divided by their sum "+view.Fix(sum, 3), col("score", n.Scores).labels(names),
			op("→"), col("e^(s − max)", exp).mass(), op("→"), col("probability", prob).mass()),
	}
}

// agreement shows κ̄ of the edges of u, their mean at u, and what it makes of the probabilities.
func (w *walk) agreement() []ChainRow {
	n, g := w.f.Node, w.s.Graph
	if n == nil || len(w.f.Kappa) != len(g.Edges)/2 || len(w.f.NodeKappa) != g.N {
		return nil
	}
	var kappa []float64
	var names []string
	for e := range w.f.Kappa {
		if i, j := g.Ends(e); i == w.u || j == w.u {
			if len(kappa) < mostFeatures {
				kappa, names = append(kappa, w.f.Kappa[e]), append(names, view.ShortName(w.s, i+j-w.u))
			}
		}
	}
	if more := n.Degree - len(kappa); more > 0 {
		names[len(names)-1] += ", and " + view.Int(more) + " more"
	}
	rows := []ChainRow{says("Agreement of each edge κ̄ₑ, and of node "+w.U+" κ̄ᵤ", wide("κ̄ₑ, edge to", kappa).mass().labels(names), op("→"),
		col("κ̄ᵤ", []float64{w.f.NodeKappa[w.u]}).mass())}
	if len(n.Prob) <= 6 && len(n.Calibrated) == len(n.Prob) && len(n.Prob) > 0 && view.Judged(w.f) {
		var classes []string
		for k := range n.Prob {
			classes = append(classes, view.Classes(g)[k].Name)
		}
		text := "These settings do not calibrate: the probabilities stay"
		if w.s.Config.Calibrate {
			text = "Where κ̄ᵤ is small the probabilities go to the shares of the classes"
		}
		rows = append(rows, says(text, col("ŷ", n.Prob).mass().labels(classes), op("→"), col("f", n.Calibrated).mass()))
	}
	return rows
}

// ascent shows λ₂ by step, and the size of the maps of the edge before and after.
func (w *walk) ascent() (rows []ChainRow) {
	if t := w.f.Stages.Gap.Trail; len(t) > 0 && w.f.EpochOf(stage.Gap) > 0 {
		var names []string
		for k := range t {
			names = append(names, words.Either(k == 0, "before", "step "+view.Int(k)))
		}
		if n := len(t); n > mostSteps {
			t, names = t[n-mostSteps:], names[n-mostSteps:]
		}
		rows = append(rows, says("λ₂, by step", wide("λ₂", t).mass().labels(names).finely()))
	}
	if e := w.s.FollowedEdge(); e >= 0 && e < len(w.c.Moved) && 2*e+1 < len(w.c.Side) {
		before := math.Hypot(float64(w.c.Side[2*e]), float64(w.c.Side[2*e+1]))
		rows = append(rows, says("The size of both maps of the edge to "+w.V, col("‖R‖ before", []float64{before}).mass().finely(), op("→"),
			col("‖R‖ after", []float64{before + float64(w.c.Moved[e])}).mass().finely()))
	}
	return rows
}

// score shows the score of the called class as a sum over where it comes from: the node itself, its sources, and the bias.
func (w *walk) score(names []string) ChainRow {
	why, c := w.s.WhyOf(), view.Predicted(w.s, w.u)
	if why == nil || why.View == nil || c < 0 || c >= len(names) || len(why.View.Score) != len(names) {
		return ChainRow{}
	}
	parts, size, own, bias := make([]float64, w.f.N), make([]float64, w.f.N), 0.0, 0.0
	for _, t := range why.View.Terms {
		switch v := t.Contribution[c]; t.Neighbour {
		case w.u:
			own += v
		case -1:
			bias += v
		default:
			parts[t.Neighbour] += v
		}
	}
	sources := 0
	for j, v := range parts {
		if size[j] = math.Abs(v); v != 0 {
			sources++
		}
	}
	order := view.Top(size, sources)
	one := func(name string, v float64) *ChainItem { return col(name, []float64{v}) }
	items, rest := []*ChainItem{one("node "+w.U, own)}, 0.0
	for k, j := range order {
		if k < mostEdges-1 {
			items = append(items, op("+"), one("node "+view.ShortName(w.s, j), parts[j]))
			continue
		}
		rest += parts[j]
	}
	if more := len(order) - mostEdges + 1; more > 0 {
		items = append(items, op("+"), one(words.Count(more, "other"), rest))
	}
	items = append(items, op("+"), one("the rest", bias), op("="), one("score", why.View.Score[c]))
	return says("The score of "+names[c]+", by whose features it comes from; the rest is the bias", items...)
}

package inspector

import (
	"math"
	"slices"
	"strings"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/view"
)

// Bounds of rows with many items: features of a node, edges, and steps.
const (
	mostFeatures = 8
	mostEdges    = 5
	mostSteps    = 6
)

// rows returns the equations of a stage at the followed node.
func (w *walk) rows(k int) []ChainRow {
	w.made = nil
	switch k {
	case stage.Features:
		w.features()
	case stage.Sinkhorn:
		w.scaling()
	case stage.JKO:
		w.step()
	case stage.Maps:
		w.maps()
	case stage.Laplacian:
		w.blocks()
	case stage.Diffusion:
		w.diffusion()
	case stage.Mixing:
		w.mixing()
	case stage.Classes:
		w.classes()
	case stage.Posterior:
		w.agreement()
	case stage.Gap:
		w.ascent()
	}
	return w.made
}

// features adds the features of u and v and their encodings.
func (w *walk) features() {
	for k := range w.c.Ends {
		w.encoding(&w.c.Ends[k], []string{"u", "v"}[k])
	}
	if len(w.c.Ends) == 0 {
		w.eq("Encoded, node "+w.U, "h:u")
	}
}

// encoderAct returns the sign of the encoder's activation.
func (w *walk) encoderAct() string {
	if w.s.Config.Reading == "code" {
		return " σ→ "
	}
	return w.headAct()
}

// headAct returns the sign of the head's activation.
func (w *walk) headAct() string {
	if c := &w.s.Config; c.Activation == "relu" || c.Reading == "code" {
		return " ReLU→ "
	}
	return " ELU→ "
}

// encoding adds stage 1 at an end.
func (w *walk) encoding(x *frame.Encoding, end string) {
	form, text := "b = a:"+end, "The features of node "+w.name(end)+" times the weights of channel "+view.Int(w.c.Of+1)
	w.let("b", x.Bias)
	w.let("a:"+end, x.Sum)
	if x.More != nil {
		w.let("more", x.More).Name = words.Count(x.Others, "more")
		form = "more + " + form
	}
	if n := len(x.X); n > 0 {
		w.let("W", x.Weights).Cols = n
		q := w.column("features:"+end, x.X)
		for _, c := range x.Columns {
			q.Labels = append(q.Labels, view.Int(c+1))
		}
		form = "W · features:" + end + " + " + form
	}
	w.let("h:"+end, x.Encoded)
	if x.Gain == nil {
		w.eq(text, form+w.encoderAct()+"h:"+end)
		return
	}
	w.eq(text, form)
	norm, y := make([]float64, len(x.Sum)), make([]float64, len(x.Sum))
	for p, v := range x.Sum {
		norm[p] = (v - x.Mean) / x.Deviation
		y[p] = norm[p]*x.Gain[p] + x.Shift[p]
	}
	w.let("n", norm)
	w.let("gain", x.Gain)
	w.let("shift", x.Shift)
	w.let("", y)
	w.eq("n = (a − "+view.Fix(x.Mean, 3)+") / "+view.Fix(x.Deviation, 3)+": less the mean of the node’s numbers, over their deviation",
		"n ∘ gain + shift = _"+w.encoderAct()+"h:"+end)
}

// scaling adds the masses of both ends and the plan with these sums.
func (w *walk) scaling() {
	e := w.edge()
	if e == nil || len(e.Mu) == 0 {
		return
	}
	mu, nu := e.Mu, e.Nu
	if w.side == 1 {
		mu, nu = nu, mu
	}
	w.let("μ:u", mu).Mass, w.let("ν:v", nu).Mass = true, true
	if len(w.c.Ends) == 2 && w.c.Ends[0].Measure != nil {
		for k, form := range []string{"U · h:u + others = _ softmax→ μ:u", "U · h:v + others = _ softmax→ ν:v"} {
			x := &w.c.Ends[k]
			w.let("U", x.Measure)
			w.let("others", x.Rest).Name = otherChannels
			w.let("", plus(times(x.Measure, x.Encoded), x.Rest, 1))
			w.eq("The masses of an end: of their softmax "+view.Num(100*(1-w.s.Config.Smooth))+" %, the rest alike", form)
		}
	} else {
		w.eq("Each end has a mass of 1 on its coordinates", "μ:u and ν:v")
	}
	w.plans(e)
	w.eq("The plan: its rows add up to μ, its columns to ν"+w.corner(w.s.Config.Epsilon0), "P₀")
}

const otherChannels = "other channels"

// plans names the plans of the edge, with u in the rows.
func (w *walk) plans(e *frame.Edge) {
	w.let("P₀", w.plan(e.P0)).Mass, w.let("P⋆", w.plan(e.P)).Mass = true, true
	w.let("S", w.plan(e.S))
	w.let("Sᵀ", turned(w.plan(e.S)))
}

// corner gives the ratio that selects the plan among those with the same sums, at a temperature.
func (w *walk) corner(eps float64) string {
	if w.s.Config.Lift != "ot" || eps < 0.2 {
		return ""
	}
	return "; on two coordinates P₁₁P₂₂ = e^(4/ε) P₁₂P₂₁, and e^(4/ε) = " + view.Fix(linalg.Exp(4/eps), 2)
}

// step adds the plan before and after the JKO step, and their difference.
func (w *walk) step() {
	e := w.edge()
	if e == nil || len(e.P) == 0 || len(e.P0) != len(e.P) {
		return
	}
	text := ""
	if w.s.Config.JKOMode == "kl" {
		text = "; the sums stay" + w.corner(w.s.Config.PlainEpsilon(w.s.Config.JKOSteps))
	}
	w.plans(e)
	w.let("", plus(w.plan(e.P), w.plan(e.P0), -1))
	w.eq("The plan of this edge before and after the step"+text, "P₀ → P⋆")
	w.eq("The difference: where mass came, and from where it went", "P⋆ − P₀ = _")
}

// maps adds the maps, both ends carried to the edge, and their difference.
func (w *walk) maps() {
	if e := w.edge(); e != nil && len(w.c.Weight) > 0 && len(e.S) == len(w.c.Weight) && len(e.P) == len(e.S) {
		w.plans(e)
		w.let("W", w.c.Weight)
		w.let("A", w.c.Metric)
		w.eq("S: the plan over the roots of both masses"+words.Either(w.s.Config.Centered, ", less √μ√νᵀ", ""), "P⋆ → S")
		for k, form := range []string{"S · W = R:u", "Sᵀ · W = R:v"} {
			text := "The map of " + []string{w.U, w.V}[k]
			if w.c.Metric != nil {
				text, form = text+"; A is what the ascents of stage 10 made of it", "A · "+form
			}
			w.eq(text, words.Either(w.s.Config.Sign < 0 && k != w.side, "− ", "")+form)
		}
	}
	a, b := times(w.c.Maps[w.side], w.known["h:u"].V), times(w.c.Maps[1-w.side], w.known["h:v"].V)
	w.let("Rh:u", a)
	w.let("Rh:v", b)
	w.let("r", plus(a, b, -1))
	w.eq("Node "+w.U+", read on the edge", "R:u · h:u = Rh:u")
	w.eq("Node "+w.V+", read on the edge", "R:v · h:v = Rh:v")
	w.eq("They disagree by", "Rh:u − Rh:v = r")
}

// blocks adds the normalisation of the maps and the block of the operator.
func (w *walk) blocks() {
	r := w.c.Hat[w.side]
	hat := "R̂"
	if slices.Equal(w.c.Maps[w.side], r) {
		hat = "R"
	}
	for k, end := range []string{"u", "v"} {
		w.let("D^−½:"+end, w.c.Roots[k])
		w.eq("Divided by the root of all that meets at "+w.name(end), "R:"+end+" · D^−½:"+end+" = R̂:"+end)
	}
	w.let(hat+"ᵀ:u", turned(r))
	w.let("block", product(turned(r), w.c.Hat[1-w.side], -1)).Name = strings.Replace(hat, "R", "L", 1) + ", " + w.U + " " + w.V
	w.eq("The block of the edge", "− "+hat+"ᵀ:u · "+hat+":v = block")
}

// diffusion adds equation 8 at u: its vector and the terms of its edges add up to the input.
func (w *walk) diffusion() {
	c := w.c
	if len(c.Output) == 0 {
		return
	}
	form, rest, size := "x:u", make([]float64, c.D), make([]float64, len(c.Terms))
	for k, q := range c.Terms {
		size[k] = view.MaxNorm(q.Value)
	}
	order := view.LargestIndices(size, len(size))
	for at, k := range order {
		if at < mostEdges {
			form += " + edge" + view.Int(k)
			w.let("edge"+view.Int(k), c.Terms[k].Value).Name = "edge to " + view.ShortName(w.s, c.Terms[k].Other)
			continue
		}
		rest = plus(rest, c.Terms[k].Value, 1)
	}
	if more := len(order) - mostEdges; more > 0 {
		w.let("rest", rest).Name = words.Count(more, "more edge")
		form += " + rest"
	}
	w.eq("What is asked for: x, plus Δt times its disagreement over each edge, is h", form+" = h:u")
	for _, q := range c.Terms {
		if q.Other != w.v || len(c.Hat[0]) != len(c.Hat[1]) || w.s.Config.LearnDt {
			continue
		}
		w.let("r", plus(times(c.Hat[w.side], c.Output), times(c.Hat[1-w.side], w.known["x:v"].V), -1))
		w.let("Δt", []float64{w.s.Config.Dt})
		w.let("R̂ᵀ:u", turned(c.Hat[w.side]))
		w.let("edge", q.Value).Name = "edge to " + w.V
		w.eq("The edge to "+w.V+": both ends are read on it, and their difference", "R̂:u · x:u − R̂:v · x:v = r")
		w.eq("It comes back through the map, times Δt", "Δt · R̂ᵀ:u · r = edge")
	}
}

// mixing adds the weights of the polynomials and their sum at u.
func (w *walk) mixing() {
	q, wide := w.column("α", w.f.Stages.Alpha), w.let("weights", w.f.Stages.Alpha)
	for k := range q.V {
		q.Labels = append(q.Labels, view.Int(k))
	}
	wide.Name, wide.Cols, wide.Labels = "α", max(1, len(q.V)), q.Labels
	w.eq("The weight of each degree, from slow to fast", "weights")
	if len(w.c.Powers) == len(q.V)*w.c.D {
		p := w.let("T:u", w.c.Powers)
		p.Name, p.Cols = "T₀h, T₁h, … of "+w.U, wide.Cols
		w.eq("The polynomials at node "+w.U+", from its h on, times these weights", "T:u · α = f:u")
	}
}

// mostClasses bounds the classes with shown scores.
const mostClasses = 12

// ascent adds λ₂ by step, and the norm of the edge's maps before and after.
func (w *walk) ascent() {
	if t := w.f.Stages.Gap.Trail; len(t) > 0 && w.f.EpochOf(stage.Gap) > 0 {
		q, from := w.let("λ₂", nil), max(0, len(t)-mostSteps)
		q.Mass, q.Fine, q.V, q.Cols = true, true, t[from:], len(t)-from
		for k := range q.V {
			q.Labels = append(q.Labels, words.Either(from+k == 0, "before", "step "+view.Int(from+k)))
		}
		w.eq("λ₂, by step", "λ₂")
	}
	if e := w.s.FollowedEdge(); e >= 0 && e < len(w.c.Moved) && 2*e+1 < len(w.c.Side) {
		before := math.Hypot(float64(w.c.Side[2*e]), float64(w.c.Side[2*e+1]))
		for k, name := range []string{"before", "after"} {
			q := w.let(name, []float64{before + float64(k)*float64(w.c.Moved[e])})
			q.Name, q.Mass, q.Fine = "‖R‖ "+name, true, true
		}
		w.eq("The size of both maps of the edge to "+w.V, "before → after")
	}
}

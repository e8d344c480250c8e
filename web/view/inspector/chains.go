package inspector

// This file has the equations of each stage at the followed node u, for the pictures of type [Chain]. v is the other end of its followed
// edge. A formula is a text of tokens: "h:u" is the vector h of u, and "R:v" the map of v. All vectors are vectors of one channel, the
// followed channel. The classes and the posterior are in chainclasses.go. The paper's method has two readings: "paper" follows its text,
// and "code" follows the authors' program.

import (
	"math"
	"slices"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/view"
)

// Bounds of long rows, so that a row fits into the panel.
const (
	mostAgreements = 8 // agreements κ̄ of single edges at u
	mostSummands   = 5 // summands by edge or by node; one more summand has the sum of all others
	mostSteps      = 6 // values of λ₂ by step of the ascent
)

// rows returns the equations of stage k at the followed node. A row can have operands without numbers: [Chain.figure] omits such a row.
func (w *walk) rows(k int) []ChainRow {
	// The method of the stage appends its equations.
	w.equations = nil
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
	return w.equations
}

// features adds the equations of stage 1: the features and the encoding of u and, if u has an edge, of v. Without these numbers, as for an
// encoder with the adjacency matrix as a second input, there is only the encoded vector of u.
func (w *walk) features() {
	for k := range w.c.Ends {
		w.encoding(&w.c.Ends[k], []string{"u", "v"}[k]) // Ends has u and, if u has an edge, v
	}
	if len(w.c.Ends) == 0 {
		w.eq("Encoded, node "+w.U, "h:u")
	}
}

// encoderAct returns the operator sign of the encoder's activation. In the code reading it is the sigmoid σ, and in the paper's reading the
// activation of the head.
func (w *walk) encoderAct() string {
	if w.s.Config.Reading == "code" {
		return " σ→ "
	}
	return w.headAct()
}

// headAct returns the operator sign of the head's activation: ReLU in the code reading or by the setting "relu", and ELU in any other case.
func (w *walk) headAct() string {
	c := &w.s.Config
	if c.Activation == "relu" || c.Reading == "code" {
		return " ReLU→ "
	}
	return " ELU→ "
}

// encoding adds the equations of stage 1 at one node: the sum a = W·features + more + b, LayerNorm if the encoder has it, and the
// activation h. x has the numbers of the node, and end is "u" or "v". The term more is the contribution of the x.Others features that the
// picture does not list. In the code reading, more also contains a constant term.
func (w *walk) encoding(x *frame.Encoding, end string) {
	// The formula of a, such as "W · features:u + more + b = a:u", is built from the last term to the first.
	formula, text := "b = a:"+end, "The features of node "+w.name(end)+" times the weights of channel "+view.Int(w.c.Of+1)
	w.let("b", x.Bias)
	w.let("a:"+end, x.Sum)
	if x.More != nil { // More is nil if the term is 0
		name := "a constant" // of the code reading
		if x.Others > 0 {
			name = view.Int(x.Others) + " more"
		}
		w.let("more", x.More).Name = name
		formula = "more + " + formula
	}
	if listedFeatures := len(x.X); listedFeatures > 0 { // X are the values of the listed features
		w.let("W", x.Weights).Cols = listedFeatures
		features := w.column("features:"+end, x.X)
		for _, c := range x.Columns {
			features.Labels = append(features.Labels, view.Int(c+1)) // c counts features from 0, and this panel from 1
		}
		formula = "W · features:" + end + " + " + formula
	}
	w.let("h:"+end, x.Encoded)
	if x.Gain == nil { // no LayerNorm: the activation follows at once
		w.eq(text, formula+w.encoderAct()+"h:"+end)
		return
	}
	w.eq(text, formula)

	// LayerNorm: n = (a − mean)/deviation with the mean and the deviation of all numbers of the node. Each coordinate of n is then
	// multiplied by its gain, and its shift is added.
	normalized, affine := make([]float64, len(x.Sum)), make([]float64, len(x.Sum))
	for p, v := range x.Sum {
		normalized[p] = (v - x.Mean) / x.Deviation
		affine[p] = normalized[p]*x.Gain[p] + x.Shift[p]
	}
	w.let("n", normalized)
	w.let("gain", x.Gain)
	w.let("shift", x.Shift)
	w.let("", affine)
	w.eq("n = (a − "+view.Fix(x.Mean, 3)+") / "+view.Fix(x.Deviation, 3)+": less the mean of the node’s numbers, over their deviation",
		"n ∘ gain + shift = _"+w.encoderAct()+"h:"+end)
}

// scaling adds the equations of stage 2: the measures μ of u and ν of v on the stalk coordinates, then the plan P₀ with these margins. It
// adds nothing before the edge has measures.
func (w *walk) scaling() {
	e := w.edge()
	if e == nil || len(e.Mu) == 0 {
		return
	}
	// The frame has the measures of the edge's first and second end, and u may be the second.
	mu, nu := e.Mu, e.Nu
	if w.side == 1 {
		mu, nu = e.Nu, e.Mu
	}
	w.let("μ:u", mu).Mass = true
	w.let("ν:v", nu).Mass = true

	hasLearnedMeasures := len(w.c.Ends) == 2 && w.c.Ends[0].Measure != nil
	if hasLearnedMeasures { // each measure is the smoothed softmax of an encoded vector
		for k, formula := range []string{"U · h:u + others = _ softmax→ μ:u", "U · h:v + others = _ softmax→ ν:v"} {
			x := &w.c.Ends[k]
			w.let("U", x.Measure)
			w.let("others", x.Rest).Name = otherChannels
			w.let("", plus(times(x.Measure, x.Encoded), x.Rest, 1))
			w.eq("The masses of an end: "+view.Num(100*(1-w.s.Config.Smooth))+" % from their softmax, the rest alike for all", formula)
		}
	} else { // no equation leads to the measures
		w.eq("Each end has a mass of 1 on its coordinates", "μ:u and ν:v")
	}
	w.plans(e)
	w.eq("The plan: its rows add up to μ, its columns to ν"+w.corner(w.s.Config.Epsilon0), "P₀")
}

// otherChannels names the contribution of the channels that the picture does not show.
const otherChannels = "other channels"

// plans defines the tokens of the edge's plans, with the coordinates of u in the rows: P₀ before the JKO step, P⋆ after it, and the
// normalised plan S with its transpose.
func (w *walk) plans(e *frame.Edge) {
	w.let("P₀", w.plan(e.P0)).Mass = true
	w.let("P⋆", w.plan(e.P)).Mass = true
	w.let("S", w.plan(e.S))
	w.let("Sᵀ", transposed(w.plan(e.S)))
}

// corner returns the condition that selects the entropic plan at temperature eps among the 2 × 2 plans with the same margins. Mass costs 2
// a unit off the diagonal and 0 on it, so that the cross-ratio P₁₁P₂₂/(P₁₂P₂₁) equals e^(4/ε). corner returns "" for a lift (the rule that
// makes maps from plans) other than "ot", and for a temperature below 0.2.
func (w *walk) corner(eps float64) string {
	const lowest = 0.2 // e^(4/0.2) is about 5·10⁸: too many digits for the text
	if w.s.Config.Lift != "ot" || eps < lowest {
		return ""
	}
	return "; on two coordinates P₁₁P₂₂ = e^(4/ε) P₁₂P₂₁, and e^(4/ε) = " + view.Fix(linalg.Exp(4/eps), 2)
}

// step adds the equations of stage 3: the plan before and after the JKO step, and the difference. For settings without a step it adds only
// that the plan stays. It adds nothing before the edge has both plans, and for the lift "independent", which reads neither.
func (w *walk) step() {
	e, c := w.edge(), &w.s.Config
	hasPlans := e != nil && len(e.P) > 0 && len(e.P0) == len(e.P) && c.Lift != "independent"
	if !hasPlans {
		return
	}
	w.plans(e)
	if c.LiftSteps() == 0 {
		w.eq("These settings have no step: the plan stays", "P₀ = P⋆")
		return
	}
	condition := ""
	if c.JKOMode == "kl" { // this mode keeps the margins: the steps so far give the plan at another temperature, PlainEpsilon
		steps := c.JKOSteps
		if w.f.Stage == stage.JKO {
			steps = w.f.Inner
		}
		condition = "; the sums stay" + w.corner(c.PlainEpsilon(steps))
	}
	w.let("", plus(w.plan(e.P), w.plan(e.P0), -1))
	w.eq("The plan of this edge before and after the step"+condition, "P₀ → P⋆")
	w.eq("The difference: where mass came, and from where it went", "P⋆ − P₀ = _")
}

// maps adds the equations of stage 4: the maps of both ends as products (equation 6), the vectors R h of both ends in the stalk of the
// edge, and the disagreement r, which is the difference of these vectors.
func (w *walk) maps() {
	w.mapFactors()
	// Maps[side] belongs to u. Without a map or a vector a product is nil, and Chain.figure omits its rows.
	carriedU := times(w.c.Maps[w.side], w.operands["h:u"].V)
	carriedV := times(w.c.Maps[1-w.side], w.operands["h:v"].V)
	w.let("Rh:u", carriedU)
	w.let("Rh:v", carriedV)
	w.let("r", plus(carriedU, carriedV, -1))
	w.eq("Node "+w.U+", read on the edge", "R:u · h:u = Rh:u")
	w.eq("Node "+w.V+", read on the edge", "R:v · h:v = Rh:v")
	w.eq("They disagree by", "Rh:u − Rh:v = r")
}

// mapFactors adds the product R = A S W of each map. The factor A exists only with a gap ascent that changes it. mapFactors adds nothing
// unless the edge has a plan for the d × d weight W: some settings compute the maps without these factors.
func (w *walk) mapFactors() {
	e, d2 := w.edge(), len(w.c.Weight)
	hasFactors := e != nil && d2 > 0 && len(e.S) == d2 && len(e.P) == d2 // W, S and the plan are d × d
	if !hasFactors {
		return
	}
	w.plans(e)
	w.let("W", w.c.Weight)
	w.let("A", w.c.Metric)
	// With another plan in place of P⋆, and for one weight an edge, S does not follow from P⋆.
	if e.Carried == nil && w.s.Config.Lift != "scalar" {
		w.eq("S: the plan over the roots of both masses"+words.Either(w.s.Config.Centered, ", less √μ√νᵀ", ""), "P⋆ → S")
	}
	for k, formula := range []string{"S · W = R:u", "Sᵀ · W = R:v"} {
		text := "The map of " + []string{w.U, w.V}[k]
		if w.c.Metric != nil {
			text += "; A is what the ascents of stage 10 made of it"
			formula = "A · " + formula
		}
		isSecondEnd := k != w.side // the sign σ belongs to the map of the edge's second end
		w.eq(text, words.Either(w.s.Config.Sign < 0 && isSecondEnd, "− ", "")+formula)
	}
}

// blocks adds the equations of stage 5: the normalisation R̂ = R D^(−1/2) of both maps, and the off-diagonal block −R̂_uᵀ R̂_v of the
// operator. If the settings diffuse with L itself, the maps stay R, and the block is a block of L.
func (w *walk) blocks() {
	mapU := w.c.Hat[w.side] // R̂_u, or R_u if the operator is L
	mapSymbol, operator := "R̂", "L̂"
	if slices.Equal(w.c.Maps[w.side], mapU) { // the operator is L, or both maps are missing and the row is omitted
		mapSymbol, operator = "R", "L"
	}
	// Roots[0] belongs to u, and Roots[1] to v. L has no roots D^(−1/2), and Chain.figure then omits these rows.
	for k, end := range []string{"u", "v"} {
		w.let("D^−½:"+end, w.c.Roots[k])
		w.eq("Divided by the root of all that meets at "+w.name(end), "R:"+end+" · D^−½:"+end+" = R̂:"+end)
	}
	w.let(mapSymbol+"ᵀ:u", transposed(mapU))
	w.let("block", product(transposed(mapU), w.c.Hat[1-w.side], -1)).Name = operator + ", " + w.U + " " + w.V
	w.eq("The block of the edge", "− "+mapSymbol+"ᵀ:u · "+mapSymbol+":v = block")
}

// diffusion adds equation 8 at u: the diffused vector x plus the terms Δt (L̂x)_u of the edges of u is the input h, up to the tolerance of
// the solver. The mostSummands largest terms have an operand each, and all other terms share an operand. If the maps are known and Δt is
// not learned, further equations compute the term of the followed edge. Before the diffusion has run, there is no equation.
func (w *walk) diffusion() {
	c := w.c
	if len(c.Output) == 0 {
		return
	}
	formula, others, sizes := "x:u", make([]float64, c.D), make([]float64, len(c.Terms))
	for k, term := range c.Terms {
		sizes[k] = view.MaxNorm(term.Value)
	}
	order := view.LargestIndices(sizes, len(sizes)) // the terms by descending size
	for place, k := range order {
		if place >= mostSummands {
			others = plus(others, c.Terms[k].Value, 1)
			continue
		}
		token := "edge" + view.Int(k)
		formula += " + " + token
		w.let(token, c.Terms[k].Value).Name = "edge to " + view.ShortName(w.s, c.Terms[k].Other)
	}
	if more := len(order) - mostSummands; more > 0 {
		w.let("rest", others).Name = words.Count(more, "more edge")
		formula += " + rest"
	}
	w.eq("What is asked for: x, plus Δt times its disagreement over each edge, is h", formula+" = h:u")

	// The term of the followed edge, with r = R̂_u x_u − R̂_v x_v. A learned Δt is not among the numbers of the channel.
	mapSizesAgree := len(c.Hat[0]) == len(c.Hat[1]) // also for two missing maps: Chain.figure then omits the rows
	if !mapSizesAgree || w.s.Config.LearnDt {
		return
	}
	for _, term := range c.Terms {
		if term.Other != w.v {
			continue
		}
		w.let("r", plus(times(c.Hat[w.side], c.Output), times(c.Hat[1-w.side], w.operands["x:v"].V), -1))
		w.let("Δt", []float64{w.s.Config.Dt})
		w.let("R̂ᵀ:u", transposed(c.Hat[w.side]))
		w.let("edge", term.Value).Name = "edge to " + w.V
		w.eq("The edge to "+w.V+": both ends are read on it, and their difference", "R̂:u · x:u − R̂:v · x:v = r")
		w.eq("It comes back through the map, times Δt", "Δt · R̂ᵀ:u · r = edge")
	}
}

// mixing adds the equations of stage 7: the weights α_q of the Chebyshev polynomials as a row and, if the polynomials at u are known, their
// weighted sum with the weights as the column α (equation 10).
func (w *walk) mixing() {
	column, row := w.column("α", w.f.Stages.Alpha), w.let("weights", w.f.Stages.Alpha)
	for degree := range column.V {
		column.Labels = append(column.Labels, view.Int(degree))
	}
	row.Name, row.Cols, row.Labels = "α", max(1, len(column.V)), column.Labels
	w.eq("The weight of each polynomial, by its degree", "weights")
	if len(w.c.Powers) == len(column.V)*w.c.D {
		polynomials := w.let("T:u", w.c.Powers) // D × (Q+1): a column for each degree from 0 to Q
		polynomials.Name, polynomials.Cols = "T₀h, T₁h, … of "+w.U, row.Cols
		w.eq("The polynomials at node "+w.U+", from its h on, times these weights", "T:u · α = f:u")
	}
}

// ascent adds the equations of stage 10:
//   - once the stage has run, the last mostSteps values of λ₂ by step of the ascent;
//   - within the ascent, the norm ‖R‖ of both maps of the followed edge before the ascent and now.
func (w *walk) ascent() {
	if trail := w.f.Stages.Gap.Trail; len(trail) > 0 && w.f.EpochOf(stage.Gap) > 0 {
		first := max(0, len(trail)-mostSteps) // trail[0] is λ₂ before the first step
		lambda2 := w.let("λ₂", nil)
		lambda2.V = trail[first:]
		lambda2.Mass, lambda2.Fine, lambda2.Cols = true, true, len(lambda2.V)
		for k := range lambda2.V {
			lambda2.Labels = append(lambda2.Labels, words.Either(first+k == 0, "before", "step "+view.Int(first+k)))
		}
		w.eq("λ₂, by step", "λ₂")
	}
	e := w.s.FollowedEdge()
	hasNorms := e >= 0 && e < len(w.c.Moved) && 2*e+1 < len(w.c.Side)
	if hasNorms {
		// ‖R_e‖² is the sum of both squared norms after stage 4. Moved is the change of ‖R_e‖ by the ascent.
		before := math.Hypot(float64(w.c.Side[2*e]), float64(w.c.Side[2*e+1]))
		for k, name := range []string{"before", "after"} {
			norm := w.let(name, []float64{before + float64(k)*float64(w.c.Moved[e])})
			norm.Name, norm.Mass, norm.Fine = "‖R‖ "+name, true, true
		}
		w.eq("The size of both maps of the edge to "+w.V, "before → after")
	}
}

package view

import (
	"math"
	"slices"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/web/state"
)

// codeEquation is that of an edge, from its cost to its map.
var codeEquation = Equation{"code", []string{"C_e=\\mean ((h_i−h_j)W)^2\\quad w=0.7P_0+0.3P^⋆\\quad R=w(h_i W)"},
	append([]Symbol{symCost, {"w", "weight of the edge"}, {"P_0", "number in place of the plan"},
		{"P^⋆", "number in place of the plan after the step"}, {"R", "carried features"}}, symEnds...)}

// noPlans begins stages 2 and 3.
const noPlans = "The authors' program computes *no plans*: one number for each directed entry of the edge list stands for the plan. "

func codePlan(s *state.State, c *frame.Code, v *Inspector) {
	v.Body.equation(Equation{"code-plan", []string{"C_e=\\mean ((h_i−h_j)W)^2\\quad P_0=\\min (1,\\max (10^{−3},e^{−C_e/ε}))"},
		append([]Symbol{symCost, {"P_0", "number in place of the plan"}, symScale}, symEnds...)})
	v.Body.Vals = []Value{{"ε", Set(s.Config.Epsilon0), "temperature"}}
	v.Lead = Say(append([]string{noPlans}, atFloor(s, c, c.P0, "P₀ = e^(−C/ε)")...)...)
	v.Body.Figures = append(plansFigure(c.P0, "p0", "P_0"), codeEpsilon(s))
}

func codeStep(s *state.State, c *frame.Code, v *Inspector) {
	v.Body.equation(Equation{"code-jko", []string{"P^⋆=\\min (1,\\max (10^{−3},P_0e^{−C_e/ε}))\\quad w=0.7P_0+0.3P^⋆"},
		[]Symbol{{"P^⋆", "number in place of the plan after the step"}, {"P_0", "the number before it"}, symCost, symScale,
			{"w", "mixture of both"}}})
	v.Body.Vals = []Value{{"ε", Set(s.Config.Epsilon0), "temperature"}}
	lead := append([]string{noPlans, "Its step multiplies P₀ by e^(−C/ε) once more. "}, atFloor(s, c, c.P, "P⋆")...)
	if len(c.Mix) > 0 {
		lead = append(lead, " Seven tenths of P₀ and three of P⋆ give w, from *", Num(minOf(c.Mix)), "* to *", Num(maxOf(c.Mix)), "*.")
	}
	v.Lead = Say(lead...)
	v.Body.Figures = append(plansFigure(c.P, "pstar", "P^⋆"), codeEpsilon(s))
}

func codeLaplacian(_ *state.State, _ *frame.Code, v *Inspector) {
	v.Body.equation(Equation{"code-laplacian", []string{"x^⊤L x=∑_{(i,j)}\\mean (R_{ij}^2)(x_i−x_j)^2"},
		[]Symbol{{"L", "Laplacian of a weighted graph, n × n"},
			{"R_{ij}", "carried features of node i, times w, for the directed entry from i to j"}, {"x_i", "number at node i"},
			{"x_j", "number at node j"}, {"x", "one number for each node"}}})
	v.Body.without("choice-convention", "choice-operator", "knobs")
}

func codeClasses(_ *state.State, c *frame.Code, v *Inspector) {
	if c.GateX > 0 {
		v.Body.Vals = append(v.Body.Vals, Value{"g_1", Num(c.GateX), "gate of the diffusion, the sigmoid of a learned number"},
			Value{"g_2", Num(c.GateY), "gate of frequency mixing (AFM)"})
		v.Lead = append(v.Lead, Say(" Two learned gates add *", Pct(c.GateX), "* of the diffused and *", Pct(c.GateY),
			"* of the mixed features to the encoded ones.")...)
	}
}

func codeGap(s *state.State, c *frame.Code, v *Inspector) {
	v.Body.equation(Equation{})
	v.Body.Vals = nil
	text := []string{"The authors' program has *no ascent*: training alone determines λ₂", gapNow(s), ". The learning rate is *",
		Set(c.Rate), "*"}
	if p := s.Config.LRPatience; p > 0 {
		text = append(text, "; it is halved when more than ", Int(p), " epochs in a row have not raised the validation accuracy")
	}
	v.Lead = Say(append(text, ".")...)
	v.Body.without("choice-gap_mode", "knobs", "gapnums")
}

func codeFeatures(s *state.State, c *frame.Code, v *Inspector) {
	f, g, b, input := s.Frame, s.Graph, &v.Body, "X "
	b.Vals = []Value{{"f_0", Int(g.Features), "input features"}, {"c", Int(f.Channels), "encoded features"}}
	lead := []string{"Each of the *", Int(f.N), "* nodes brings *", words.Count(g.Features, "feature"), "*, ",
		Pct(f.Stages.FeatureDensity), " of them non-zero. ",
		"The encoder turns them into *", Int(f.Channels), "* numbers between 0 and 1."}
	if c.InputShift != 0 {
		input = "(X−0.1)"
		lead = append(lead, " On graphs of this name the program first takes *", Num(-c.InputShift), "* from every feature, zeros included.")
	}
	b.equation(Equation{"code-features", []string{"H_0=σ(\\LayerNorm \\sp(" + input + "W_{\\in }+b))"},
		append([]Symbol{{"H_0", "encoded features, one row a node"}, {"σ", "sigmoid: any number into 0 to 1"}},
			featuresEquation.Symbols[1:4]...)})
	v.Lead = Say(lead...)
	b.without("profile", "knobs")
	for k := range b.Figures {
		if b.Figures[k].ID == "graphnums" {
			b.Figures[k].Nums = append(b.Figures[k].Nums, Row("Directed entries", Int(c.Entries)), Row("Edges with one only", Int(c.OneWay)))
		}
	}
}

// atFloor says how many entries' numbers are held at the least value.
func atFloor(s *state.State, c *frame.Code, p []float64, name string) []string {
	if len(p) == 0 {
		return []string{"It has not been computed yet."}
	}
	low := 0
	for _, x := range p {
		if x <= c.Floor {
			low++
		}
	}
	return []string{name, " is held between ", Set(c.Floor), " and 1; on *", Int(low), "* of *", Int(s.Frame.M),
		"* edges it lies at the lower end."}
}

// plansFigure is the histogram of the scalar plans.
func plansFigure(p []float64, id, symbol string) []Figure {
	if len(p) == 0 {
		return nil
	}
	return []Figure{histogramFigure(id, "All edges", []any{"edges by ", M{symbol}}, "Histogram of the scalar plans", p, 1, 40, "number")}
}

// codeEpsilon is the slider of ε, which is much smaller here.
func codeEpsilon(s *state.State) Figure {
	f := knobs(s, "epsilon0")
	if list, ok := f.Data.([]Knob); ok && len(list) == 1 {
		list[0].Symbol, list[0].Title, list[0].Min = "ε", "Temperature ε", -2.3
	}
	return f
}

func codeMaps(s *state.State, c *frame.Code, v *Inspector) {
	f, b := s.Frame, &v.Body
	b.equation(codeEquation)
	b.Vals = []Value{{"E", Int(c.Entries), "directed entries"}, {"m", Int(f.M), "edges"}}
	two := f.M - c.OneWay
	lead := []string{"*", Int(c.Entries), "* directed entries on *", Int(f.M), "* edges carry a weight each: "}
	switch {
	case c.OneWay == 0:
		lead = append(lead, "every edge is listed in both directions and has two. ")
	case two == 0:
		lead = append(lead, "every edge is listed in one direction. ")
	default:
		lead = append(lead, words.Counted(two, "edge is", "edges are"), " listed in both directions and ",
			words.Either(two == 1, "has", "have"), " two. ")
	}
	lead = append(lead, "An edge is drawn once, with one map at both ends, the root of the sum of its weights")
	if len(c.P0) > 0 {
		root := make([]float64, len(f.MapNorm))
		for e, x := range f.MapNorm { // of both ends together
			root[e] = x / math.Sqrt2
		}
		lead = append(lead, ": from *", Num(minOf(root)), "* to *", Num(maxOf(root)), "*")
	}
	v.Lead = Say(append(lead, ".")...)
	b.without("knobs", "s", "norms") // the maps are too small for its axis
}

func codeDiffusion(s *state.State, c *frame.Code, v *Inspector) {
	b, g := &v.Body, &s.Config
	b.equation(Equation{"code-diffusion", []string{"X=(I+Δt \\sp L)^{−1}H_0"}, []Symbol{{"X", "features after diffusion"}, symI,
		{"Δt", "diffusion time: the longer, the more neighbours agree"}, {"L", "Laplacian, n × n, not normalised"}, {"H_0", "encoded features"}}})
	for k := range b.Vals {
		if b.Vals[k].Symbol == "\\tol " {
			b.Vals[k] = Value{"\\tol ", Num(g.CGTol * g.CGTol), "largest squared residual of a channel asked for"}
		}
	}
	stop := []string{"below ", Num(g.CGTol * g.CGTol), ", or after ", Int(g.CGMax), " iterations"}
	if n := len(s.Frame.Stages.Residual); n > 1 && g.SVR != "off" && (!s.FlowNow() || s.Nodes != state.NodesFlow) {
		text := append([]string{"*", words.Count(n-1, "iteration"), "* of conjugate gradients without a preconditioner left *",
			Num(c.Square),
			"* as the largest squared residual of a channel. The program stops "}, stop...)
		v.Lead = Say(append(text, ".")...)
	}
	for k := range b.Figures {
		switch d := b.Figures[k].Data.(type) {
		case Lines:
			if b.Figures[k].ID == "residual" {
				d.Refs = nil // the program's tolerance is of another quantity
				b.Figures[k].Data = d
			}
		case Flow:
			d.Tol = 0
			b.Figures[k].Data = d
		case []Knob:
			b.Figures[k] = knobs(s, "dt")
		}
	}
}

func codeMixing(s *state.State, _ *frame.Code, v *Inspector) {
	b := &v.Body
	b.equation(mixingEquation(&s.Config))
	for k := range b.Figures {
		if d, ok := b.Figures[k].Data.(Mix); ok {
			d.Eigen, d.Lambda2 = nil, nil // those of L, which frequency mixing (AFM) does not use here
			b.Figures[k].Data = d
			b.Figures[k].Sub = []any{"gain by eigenvalue: of ", M{"L"}, " for the diffusion, of ", M{"D^{−1/2}L D^{−1/2}"},
				" for frequency mixing (AFM)"}
		}
	}
}

func codePosterior(s *state.State, c *frame.Code, v *Inspector) {
	b, g := &v.Body, &s.Config
	b.equation(Equation{"code-posterior", []string{
		"α_e=1+⟨\\hat{y}_i,\\hat{y}_j⟩\\quad β_e=2−⟨\\hat{y}_i,\\hat{y}_j⟩\\quad \\bar{κ}_e=\\frac{α_e}{α_e+β_e}",
		"L_{\\spec }=‖Π‖/(\\max (λ_2,1)+10^{−6})"}, append([]Symbol{{"\\hat{y}_i", "class probabilities of one end"},
		{"\\hat{y}_j", "class probabilities of the other end"}, {"L_{\\spec }", "spectral term"},
		{"Π", "mean agreement of the entries by the labels of both ends"}, {"λ_2", "second smallest eigenvalue of L"}}, symPosterior...)})
	for k := range b.Vals {
		if b.Vals[k].Symbol == "\\KL " {
			b.Vals[k] = Value{"\\bar{\\KL }", Num(c.KLMean), "mean divergence of the directed entries from the prior"}
		}
	}
	b.Vals = slices.DeleteFunc(b.Vals, func(v Value) bool { return v.Symbol == "T" })
	if c.Divisor > 0 {
		b.Vals = append(b.Vals, Value{"\\max (λ_2,1)", Num(c.Divisor), "what divides the norm of Π, with 1e-6 added"})
	}
	text := " Its loss is *cross-entropy alone*"
	if c.Warmup > 0 {
		text += " for " + words.Count(c.Warmup, "epoch") + "; then the KL term of the mean divergence and the spectral term are added"
	} else {
		text = " To cross-entropy its loss adds the KL term of the mean divergence and the spectral term"
	}
	if !g.Calibrate {
		text += ". Calibration does not touch the prediction"
	}
	v.Lead = append(v.Lead, Say(text+".")...)
	for k := range b.Figures {
		switch b.Figures[k].ID {
		case "pi":
			b.Figures[k].Sub = []any{M{"Π"}, ": mean agreement of the entries between two training nodes, first end in rows. The program itself " +
				"reads the labels of all nodes here, test included"}
		}
	}
	b.without("change")
}

// codeEdge makes of an edge's panel what it is in the reading "code".
func codeEdge(s *state.State, e *frame.Edge, v *Inspector) {
	c := e.Code
	if s.Frame.Stages.Code == nil {
		return
	}
	v.Body.equation(codeEquation)
	v.Body.Vals = nil
	v.Body.without("byhand") // no map can be changed by hand here
	if c == nil {
		return
	}
	v.Body.Vals = []Value{{"C_e", Num(c.Cost), "cost"}, {"P_0", Num(c.P0), "scalar plan"}, {"P^⋆", Num(c.P), "after the step"},
		{"w", Num(c.Mix), "0.7·P₀ + 0.3·P⋆"}}
	i, j := ShortName(s, e.I), ShortName(s, e.J)
	var lead []Span
	switch {
	case c.Backward < 0:
		lead = Say("Listed once, from *", i, "* to *", j, "*, with weight *", Num(c.Forward), "*. ")
	case c.Forward < 0:
		lead = Say("Listed once, from *", j, "* to *", i, "*, with weight *", Num(c.Backward), "*. ")
	default:
		lead = Say("Listed in both directions: weight *", Num(c.Forward), "* from ", i, " to ", j, ", *", Num(c.Backward), "* from ", j,
			" to ", i, ". ")
	}
	v.Lead = append(lead, v.Lead...)
}

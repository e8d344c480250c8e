package stages

// This file adapts the panels to the code reading, the computation of the authors' program, which differs from the paper. There the graph
// is a list of directed entries: an edge has one entry, or one in each direction. An entry has a weight in place of a plan and maps.

import (
	"math"
	"strings"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// [View] fills the panel for the paper's reading, and then calls the function code… of the stage. This function replaces or removes the
// parts that differ.
//
// The fields P0, P and Mix of [frame.Code] have the numbers P₀, P⋆ and w of each edge, and are nil before stage 2. C is the cost of an
// edge, and ε is the temperature.

// noPlans is the first sentence of stages 2 and 3 in the code reading.
const noPlans = "The authors' program computes *no plans*: one number for each directed entry of the edge list stands for the plan. "

// codePlan adapts the panel of stage 2: each edge has a number P₀ = e^(−C/ε) in place of a transport plan, at least c.Floor = 10⁻³ and at
// most 1.
func codePlan(s *state.State, c *frame.Code, v *view.Inspector) {
	v.Body.Equation(view.Equation{Name: "code-plan",
		Lines:   []string{"C_e=\\mean ((h_i−h_j)W)^2\\quad P_0=\\min (1,\\max (10^{−3},e^{−C_e/ε}))"},
		Symbols: append([]view.Symbol{view.SymCost, {"P_0", "number in place of the plan"}, view.SymScale}, view.SymEnds...)})
	v.Body.Vals = []view.Value{{Symbol: "ε", Text: view.Set(s.Config.Epsilon0), Tip: "temperature"}}
	v.Lead = view.Say(append([]string{noPlans}, atFloor(s, c, c.P0, "P₀ = e^(−C/ε)")...)...)
	v.Body.Figures = append(plansFigure(c.P0, "p0", "P_0"), codeEpsilon(s))
}

// codeStep adapts the panel of stage 3: the JKO step gives P⋆, which is P₀ times e^(−C/ε), at least 10⁻³ and at most 1. The mixture w =
// 0.7·P₀ + 0.3·P⋆ is c.Mix.
func codeStep(s *state.State, c *frame.Code, v *view.Inspector) {
	v.Body.Equation(view.Equation{Name: "code-jko", Lines: []string{"P^⋆=\\min (1,\\max (10^{−3},P_0e^{−C_e/ε}))\\quad w=0.7P_0+0.3P^⋆"},
		Symbols: []view.Symbol{{"P^⋆", "number in place of the plan after the step"}, {"P_0", "the number before it"}, view.SymCost,
			view.SymScale, {"w", "mixture of both"}}})
	v.Body.Vals = []view.Value{{Symbol: "ε", Text: view.Set(s.Config.Epsilon0), Tip: "temperature"}}
	lead := append([]string{noPlans, "Its step multiplies P₀ by e^(−C/ε) once more. "}, atFloor(s, c, c.P, "P⋆")...)
	if len(c.Mix) > 0 { // nil before stage 2
		lead = append(lead, " Seven tenths of P₀ and three of P⋆ give w, from *", view.Num(view.MinOf(c.Mix)), "* to *",
			view.Num(view.MaxOf(c.Mix)), "*.")
	}
	v.Lead = view.Say(lead...)
	v.Body.Figures = append(plansFigure(c.P, "pstar", "P^⋆"), codeEpsilon(s))
}

// codeLaplacian adapts the panel of stage 5: a weighted graph replaces the sheaf, and its Laplacian the sheaf Laplacian. The program has
// none of the settings of this stage, so that their menus and sliders are removed.
func codeLaplacian(_ *state.State, _ *frame.Code, v *view.Inspector) {
	v.Body.Equation(view.Equation{Name: "code-laplacian", Lines: []string{"x^⊤L x=∑_{(i,j)}\\mean (R_{ij}^2)(x_i−x_j)^2"},
		Symbols: []view.Symbol{{"L", "Laplacian of a weighted graph, n × n"},
			{"R_{ij}", "carried features of node i, times w, for the directed entry from i to j"}, {"x_i", "number at node i"},
			{"x_j", "number at node j"}, {"x", "one number for each node"}}})
	v.Body.Without("choice-convention", "choice-operator", "knobs")
}

// codeClasses adapts the panel of stage 8: learned gates weigh the diffused and the mixed features before the classifier. Before the
// gates are computed, codeClasses changes nothing.
func codeClasses(s *state.State, c *frame.Code, v *view.Inspector) {
	gatesKnown := c.GateX > 0 // a gate is a sigmoid, which is positive
	if !gatesKnown {
		return
	}
	var shares []string // of the branches that are on
	if s.Config.SVR != "off" {
		v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "g_1", Text: view.Num(c.GateX),
			Tip: "gate of the diffusion, the sigmoid of a learned number"})
		shares = append(shares, "*"+view.Pct(c.GateX)+"* of the diffused")
	}
	if s.Config.AFMWeights != "off" {
		v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "g_2", Text: view.Num(c.GateY), Tip: "gate of frequency mixing (AFM)"})
		shares = append(shares, "*"+view.Pct(c.GateY)+"* of the mixed")
	}
	if len(shares) > 0 {
		v.Lead = append(v.Lead, view.Say(" Learned gates add ", strings.Join(shares, " and "), " features to the encoded ones.")...)
	}
}

// codeGap adapts the panel of stage 10: the program has no ascent, but a learning rate that may fall. The menu of ascents and the numbers
// on what an ascent could gain are removed.
func codeGap(s *state.State, c *frame.Code, v *view.Inspector) {
	v.Body.Equation(view.Equation{}) // without an ascent there is no equation
	v.Body.Vals = nil
	text := []string{"The authors' program has *no ascent*: training alone determines λ₂", gapNow(s), ". The learning rate is *",
		view.Set(c.Rate), "*"}
	if p := s.Config.LRPatience; p > 0 { // for 0 the rate never falls
		text = append(text, "; it is halved when more than ", words.Count(p, "epoch"), " in a row have not raised the validation accuracy, ",
			"down to 1e−5")
	}
	v.Lead = view.Say(append(text, ".")...)
	v.Body.Without("choice-gap_mode", "knobs", "gapnums")
}

// codeFeatures adapts the panel of stage 1: the program has another encoder and a list of directed entries.
func codeFeatures(s *state.State, c *frame.Code, v *view.Inspector) {
	f, g, b := s.Frame, s.Graph, &v.Body
	b.Vals = []view.Value{{Symbol: "f_0", Text: view.Int(g.Features), Tip: "input features"},
		{Symbol: "c", Text: view.Int(f.Channels), Tip: "encoded features"}}
	lead := []string{"Each of the *", view.Int(f.N), "* nodes brings *", words.Count(g.Features, "feature"), "*, ",
		view.Pct(f.Stages.FeatureDensity), " of them non-zero. ",
		"The encoder turns them into *", view.Int(f.Channels), "* numbers between 0 and 1."}

	// The shift of the features, which the program makes on some graphs, is part of the equation. The space after X separates it from W.
	input := "X "
	if c.InputShift != 0 { // −0.1 on the graphs that the program recognises by name
		input = "(X−0.1)"
		lead = append(lead, " On graphs of this name the program first takes *", view.Num(-c.InputShift), "* from every feature, zeros included.")
	}
	b.Equation(view.Equation{Name: "code-features", Lines: []string{"H_0=σ(\\LayerNorm \\sp(" + input + "W_{\\in }+b))"},
		Symbols: append([]view.Symbol{{"H_0", "encoded features, one row a node"}, {"σ", "sigmoid: any number into 0 to 1"}},
			featuresEquation.Symbols[1:4]...)}) // X, W_in and b
	v.Lead = view.Say(lead...)

	// The program has no stalks, and its edges are directed entries of a list.
	b.Without("profile", "knobs")
	for k := range b.Figures { // the figure of the graph's numbers gets two more rows
		if b.Figures[k].ID == "graphnums" {
			b.Figures[k].Nums = append(b.Figures[k].Nums, view.Row("Directed entries", view.Int(c.Entries)),
				view.Row("Edges with one only", view.Int(c.OneWay)))
		}
	}
}

// atFloor returns a sentence on the numbers p of the edges: their bounds, and how many of them equal the lower bound c.Floor. name is the
// symbol of p. Before p is computed, the sentence says so.
func atFloor(s *state.State, c *frame.Code, p []float64, name string) []string {
	if len(p) == 0 {
		return []string{words.Either(s.Frame.M > 0, name+" has not been computed yet.", noEdges)}
	}
	atBound := 0
	for _, x := range p {
		if x <= c.Floor { // equality, since no number is below the bound
			atBound++
		}
	}
	return []string{name, " is held between ", view.Set(c.Floor), " and 1; on *", view.Int(atBound), "* of *", view.Int(s.Frame.M),
		"* edges it lies at the lower end."}
}

// plansFigure returns the histogram of p, the numbers between 0 and 1 that replace the plans, or nil before p is computed. symbol is the
// TeX of p.
func plansFigure(p []float64, id, symbol string) []view.Figure {
	if len(p) == 0 {
		return nil
	}
	return []view.Figure{histogramFigure(id, "All edges", []any{"edges by ", view.M{Source: symbol}}, "Histogram of the scalar plans", p,
		1, histogramBins, "number")}
}

// minLogEpsilon is the lower end of the slider of ε, a decadic logarithm: 10^−2.3 is about 0.005.
const minLogEpsilon = -2.3

// codeEpsilon returns the section with the slider of ε, whose range begins at minLogEpsilon, lower than in the paper's reading. The section
// is empty if [knobs] omits the setting.
func codeEpsilon(s *state.State) view.Figure {
	f := knobs(s, "epsilon0")
	if list, ok := f.Data.([]view.Knob); ok && len(list) == 1 {
		slider := &list[0]
		slider.Symbol, slider.Title, slider.Min = "ε", "Temperature ε", minLogEpsilon
	}
	return f
}

// codeMaps adapts the panel of stage 4: every directed entry of the edge list has a weight in place of a map.
func codeMaps(s *state.State, c *frame.Code, v *view.Inspector) {
	f, b := s.Frame, &v.Body
	b.Equation(edge.CodeEquation)
	b.Vals = []view.Value{{Symbol: "E", Text: view.Int(c.Entries), Tip: "directed entries"}, {Symbol: "m", Text: view.Int(f.M), Tip: "edges"}}
	bothWays := f.M - c.OneWay // edges with an entry in each direction; all other edges have one entry
	lead := []string{"*", view.Int(c.Entries), "* directed entries on *", view.Int(f.M), "* edges carry a weight each: "}
	switch {
	case c.OneWay == 0:
		lead = append(lead, "every edge is listed in both directions and has two. ")
	case bothWays == 0:
		lead = append(lead, "every edge is listed in one direction. ")
	default:
		lead = append(lead, words.Counted(bothWays, "edge is", "edges are"), " listed in both directions and ",
			words.Either(bothWays == 1, "has", "have"), " two. ")
	}

	// MapNorm is the norm of the two equal maps of an edge together, √2 times the norm of one map.
	lead = append(lead, "An edge is drawn once, with one map at both ends, the root of the sum of its weights")
	if len(f.MapNorm) > 0 { // after stage 4
		roots := make([]float64, len(f.MapNorm))
		for e, norm := range f.MapNorm {
			roots[e] = norm / math.Sqrt2
		}
		lead = append(lead, ": from *", view.Num(view.MinOf(roots)), "* to *", view.Num(view.MaxOf(roots)), "*")
	}
	v.Lead = view.Say(append(lead, ".")...)
	if f.M == 0 {
		v.Lead = view.Say(noEdges)
	}

	// The program has no stalk dimension for a slider, and no normalised plan "s". On the axis of the histogram "norms" such maps would be
	// invisible.
	b.Without("knobs", "s", "norms")
}

// codeDiffusion adapts the panel of stage 6: the program solves with another operator and another stopping criterion.
func codeDiffusion(s *state.State, c *frame.Code, v *view.Inspector) {
	b, config := &v.Body, &s.Config
	b.Equation(view.Equation{Name: "code-diffusion", Lines: []string{"X=(I+Δt \\sp L)^{−1}H_0"},
		Symbols: []view.Symbol{{"X", "features after diffusion"}, view.SymI,
			{"Δt", "diffusion time: the longer, the more neighbours agree"}, {"L", "Laplacian, n × n, not normalised"},
			{"H_0", "encoded features"}}})
	squaredTol := view.Num(config.CGTol * config.CGTol) // the program compares squares
	for k := range b.Vals {
		if b.Vals[k].Symbol == "\\tol " {
			b.Vals[k] = view.Value{Symbol: "\\tol ", Text: squaredTol, Tip: "largest squared residual of a channel asked for"}
		}
	}

	// After the first iteration the panel has another sentence (Residual[0] belongs to the start). The sentences on a diffusion that is
	// switched off, and on a shown iterate, stay.
	colouredByIterate := s.FlowNow() && s.FlowColours()
	if n := len(s.Frame.Stages.Residual); n > 1 && config.SVR != "off" && !colouredByIterate {
		v.Lead = view.Say("*", words.Count(n-1, "iteration"), "* of conjugate gradients without a preconditioner left *",
			view.Num(c.Square), "* as the largest squared residual of a channel. The program stops ",
			"below ", squaredTol, ", or after ", words.Count(config.CGMax, "iteration"), ".")
	}

	// The program's tolerance bounds the squared residual, so the pictures of the residual have no mark of it.
	for k := range b.Figures {
		switch d := b.Figures[k].Data.(type) {
		case view.Lines:
			if b.Figures[k].ID == "residual" {
				d.Refs = nil
				b.Figures[k].Data = d
			}
		case Flow:
			d.Tol = 0
			b.Figures[k].Data = d
		case []view.Knob:
			b.Figures[k] = knobs(s, "dt") // no other slider stays
		}
	}
}

// codeMixing adapts the panel of stage 7: the argument of the polynomials is I + L̂, where L̂ is D^{−1/2}LD^{−1/2}. The figure shows the
// gain of the diffusion by eigenvalue of L, and the gain of frequency mixing (AFM) by eigenvalue of L̂.
func codeMixing(s *state.State, _ *frame.Code, v *view.Inspector) {
	b := &v.Body
	b.Equation(mixingEquation(&s.Config))
	for k := range b.Figures {
		if d, ok := b.Figures[k].Data.(Mix); ok {
			d.Eigen, d.Lambda2 = nil, nil // these are eigenvalues of L, but AFM uses L̂
			b.Figures[k].Data = d
			b.Figures[k].Sub = []any{"gain by eigenvalue: of ", view.M{Source: "L"}, " for the diffusion, of ", view.M{Source: "D^{−1/2}L D^{−1/2}"},
				" for frequency mixing (AFM)"}
		}
	}
}

// codePosterior adapts the panel of stage 9: the program computes the evidence of the edges, the KL term and the spectral term in other
// ways.
func codePosterior(s *state.State, c *frame.Code, v *view.Inspector) {
	b := &v.Body
	b.Equation(view.Equation{Name: "code-posterior", Lines: []string{
		"α_e=a_0+T⟨\\hat{y}_i,\\hat{y}_j⟩\\quad β_e=b_0+T−T⟨\\hat{y}_i,\\hat{y}_j⟩\\quad \\bar{κ}_e=\\frac{α_e}{α_e+β_e}",
		"L_{\\spec }=‖Π‖/(\\max (λ_2,1)+10^{−6})"}, Symbols: append([]view.Symbol{{"\\hat{y}_i", "class probabilities of one end"},
		{"\\hat{y}_j", "class probabilities of the other end"}, {"a_0", "prior evidence for agreement"}, {"b_0", "prior evidence against it"},
		{"T", "strength of the evidence"}, {"L_{\\spec }", "spectral term"},
		{"Π", "mean agreement of the entries by the labels of both ends"}, {"λ_2", "second smallest eigenvalue of L"}}, view.SymPosterior...)})

	// The values: a mean divergence instead of a sum, and the divisor of the spectral term.
	for k := range b.Vals {
		if b.Vals[k].Symbol == "\\KL " {
			b.Vals[k] = view.Value{Symbol: "\\bar{\\KL }", Text: view.Num(c.KLMean), Tip: "mean divergence of the directed entries from the prior"}
		}
	}
	if c.Divisor > 0 { // 0 before stage 9, or if the weight of the spectral term is 0
		b.Vals = append(b.Vals, view.Value{Symbol: "\\max (λ_2,1)", Text: view.Num(c.Divisor),
			Tip: "what divides the norm of Π, with 1e-6 added"})
	}

	text := codeLoss(&s.Config)
	if !s.Config.Calibrate {
		text += ". Calibration does not touch the prediction"
	}
	v.Lead = append(v.Lead, view.Say(text+".")...)
	for k := range b.Figures {
		if b.Figures[k].ID == "pi" {
			b.Figures[k].Sub = []any{view.M{Source: "Π"}, ": mean agreement of the entries between two training nodes, first end in rows. The " +
				"program itself reads the labels of all nodes here, test included"}
		}
	}
	b.Without("change") // the program has no fixed-point iteration
}

// codeLoss returns a sentence, without its full stop, on the terms of the program's loss. A term is added after its own warm-up, the number
// of first epochs without the term.
func codeLoss(c *settings.Config) string {
	type term struct {
		name   string
		warmup int
	}
	var terms []term // with a positive weight, in the order of their warm-ups
	if c.LambdaKL > 0 {
		terms = append(terms, term{"the KL term of the mean divergence", c.KLWarmup})
	}
	if c.LambdaSpec > 0 {
		terms = append(terms, term{"the spectral term", c.SpecWarmup})
	}
	if len(terms) == 0 {
		return " Its loss is *cross-entropy alone*"
	}
	if len(terms) == 2 && terms[1].warmup < terms[0].warmup {
		terms[0], terms[1] = terms[1], terms[0]
	}
	first, later, verb := terms[0], terms[1:], " is"
	if len(later) > 0 && later[0].warmup == first.warmup {
		first.name, later, verb = first.name+" and "+later[0].name, nil, " are"
	}
	text := " To cross-entropy its loss adds " + first.name
	if first.warmup > 0 {
		text = " Its loss is *cross-entropy alone* for " + words.Count(first.warmup, "epoch") + "; then " + first.name + verb + " added"
	}
	for _, t := range later {
		text += "; after " + words.Count(t.warmup, "epoch") + " " + t.name + " is added"
	}
	return text
}

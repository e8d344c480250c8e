package stages

// This file has stage 4: the restriction maps of the edges. Each edge has two maps, one for each end, which take the stalk of the node into
// the stalk of the edge. The lift is the rule that makes both maps from the transport plan of the edge. The frame has the maps of at most
// one edge: the selected edge, or an example.

import (
	"strings"

	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// mapKnobs returns the names of the sliders of stage 4. In the gap mode "sheaf" the maps have the factor A of the gap ascent (equation 6).
// ρ bounds the change of the maps by this factor.
func mapKnobs(c *settings.Config) []string {
	if c.GapMode == "sheaf" {
		return []string{"d", "rho"}
	}
	return []string{"d"}
}

// mapsStage is stage 4: the restriction maps. The rail shows the mean norm of the maps or, in the code reading, the number of directed
// entries. Its picture has the maps of the frame's edge or, without an edge, the norms of all maps.
var mapsStage = row{
	number: stage.Maps, models: sheafModels, tests: "Tests Lemma 2",
	why: "A restriction map takes a node's stalk into the stalk of an edge. Both ends of the edge are compared there, so " +
		"unlike vectors may agree.",
	value: func(s *state.State) string {
		// In the code reading, entries of the edge list have weights in place of maps.
		if c := s.Frame.Stages.Code; c != nil {
			return words.Counted(c.Entries, "entry", "entries")
		}
		return "mean ‖R‖ = " + view.Fix(view.MeanOf(s.Frame.MapNorm), 2)
	},
	spark: func(s *state.State) *Spark {
		if e := s.Frame.Edge; e != nil && len(e.Rij) > 0 {
			return &Spark{Kind: "heat", D: s.Frame.D, Mats: []view.Vec{e.Rij, e.Rji}, Signed: true}
		}
		if v := s.Frame.MapNorm; len(v) > 0 {
			return &Spark{Kind: "bars", Y: view.SampleEvenly(view.Descending(v), sparkBars)}
		}
		return nil
	},
	show:    restriction,
	code:    codeMaps,
	codeWhy: "With one number for every node, a sheaf is a weighted graph: all that is left of a map is the weight of its edge.",
}

// fixedMaps returns the symbol of the value that the setting "maps" gives to all maps, and a sentence about it. Both are "" if the network
// computes the maps.
func fixedMaps(c *settings.Config) (symbol, sentence string) {
	switch c.Maps {
	case settings.MapsIdentity:
		return "I", "Every map is the *identity* in these settings: an edge asks for equal features at both ends, and the Laplacian is that " +
			"of the graph in each coordinate. The plans of stages 2 and 3 are shown, but go into nothing."
	case settings.MapsZero:
		return "0", "Every map is *0* in these settings: diffusion and mixing pass nothing over an edge. The plans of stages 2 and 3 are " +
			"shown, but go into nothing."
	}
	return "", ""
}

// mapsEquation returns the equation of the maps in the settings of the run. If a setting fixes all maps, the equation has their value
// alone. Otherwise its first line defines the normalised plan S or, for the lift "scalar", the weight w_e by the plan P⋆. Its second line
// has the two maps of an edge by S or by w_e (equation 6).
func mapsEquation(c *settings.Config) view.Equation {
	if value, _ := fixedMaps(c); value != "" {
		equation := view.Equation{Name: "maps", Lines: []string{"R_{ij}=R_{ji}=" + value}, Symbols: view.SymMaps}
		if value == "I" {
			equation.Symbols = append([]view.Symbol{view.SymI}, view.SymMaps...)
		}
		return equation
	}
	symbols := []view.Symbol{{"S", "normalised plan: the plan over the roots of its margins"}, view.SymPlan,
		{"W_θ", "learned d × d matrix, shared by all edges"},
		{"σ", "sign of the far end: +1 asks both ends to agree, −1 to be opposite"}, {"Δ_{ij}", "change of the map by the gap ascent"},
		{"Δ_{ji}", "change of the far map by the gap ascent"}, view.SymMaps[0], view.SymMaps[1]}

	meaning := map[string]string{"independent": "product of the measures, without a cost",
		"shuffled": "plan of another edge"}[c.Lift]
	if meaning == "" && c.LiftSteps() == 0 {
		meaning = "Sinkhorn's plan, without a JKO step"
	}
	if meaning != "" {
		symbols[1][1] = meaning // of P^⋆
	}

	// The margins of the plan: the measures of both ends or, after a step with free margins, the plan's own sums.
	mu, nu, freeMargins := "μ", "ν", ""
	margins := []view.Symbol{{"μ", "measure of the first end"}, {"ν", "measure of the other end"}}
	if edge.FreeSteps(c) {
		mu, nu, freeMargins = "μ′", "ν′", "\\quad μ′=P^⋆1\\quad ν′=P^{⋆⊤}1"
		margins = []view.Symbol{{"μ′", "row sums of the plan: the step has set them free"}, {"ν′", "column sums of the plan"}}
	}

	// The lift: the normalised plan S, less its common part if it is centered, or one weight on the diagonal. near and far are the maps at
	// both ends, without the sign and the change Δ.
	lift, near, far := "S=\\D _{"+mu+"}^{−1/2}P^⋆\\D _{"+nu+"}^{−1/2}", "S W_θ", "S^⊤W_θ"
	switch {
	case c.Lift == "scalar": // far begins with a space, which separates w_e from σ
		lift, near, far = "w_e=\\frac{1}{d}∑_p\\frac{P^⋆_{pp}}{\\sqrt{"+mu+"_p "+nu+"_p}}", "w_e I", " w_e I"
		symbols = append([]view.Symbol{{"w_e", "weight of edge e: the share of a coordinate that stays, from the plan P^⋆"},
			view.SymI},
			symbols[1:]...) // without S
	case c.Centered:
		lift += "−\\sqrt{" + mu + "}\\sqrt{" + nu + "}^⊤"
		symbols[0][1] = "normalised plan: what is left without its common part" // the meaning of S
	}
	if c.Lift != "scalar" {
		margins = append(margins, view.Symbol{"D_{" + mu + "}", "diagonal matrix of " + mu},
			view.Symbol{"D_{" + nu + "}", "diagonal matrix of " + nu})
	}

	// The maps at both ends: one map in the literal convention, and without a change Δ if there is no ascent.
	maps := "R_{ij}=" + near + "+Δ_{ij}\\quad R_{ji}=σ" + far + "+Δ_{ji}"
	if c.Convention == "literal" {
		maps = "R_{ij}=R_{ji}=" + near + "+Δ_{ij}"
	}
	if c.GapMode == "off" {
		maps = strings.ReplaceAll(strings.ReplaceAll(maps, "+Δ_{ij}", ""), "+Δ_{ji}", "")
	}
	return view.Equation{Name: "maps", Lines: []string{lift + freeMargins, maps}, Symbols: append(symbols, margins...)}
}

// restriction fills the panel of stage 4: the maps of an edge, and the norms of the maps of all edges. The maps of the graph's file replace
// the maps of the run if the user has selected them, and the worker has answered. Before the maps are computed, the panel has no pictures.
// If a setting fixes all maps, the panel has neither a plan nor the histogram of the norms.
func restriction(s *state.State, v *view.Inspector) {
	if s.Peer() != "" {
		peerMaps(s, v)
		return
	}
	v.Add(fileMaps(s)...)
	// FileMaps is 0 for maps of the run. Maps of the file count as a change by hand, and Shown is false until the worker has answered.
	if s.FileMaps() > 0 && s.ByHand.Shown() {
		givenMaps(s, v)
		return
	}
	f, c := s.Frame, &s.Config
	v.Body.Equation(mapsEquation(c))

	sigma := words.Either(c.Sign < 0, "−1", "+1")
	v.Body.Vals = []view.Value{{Symbol: "σ", Text: sigma, Tip: "sign of the far end"},
		{Symbol: "d", Text: view.Int(f.D), Tip: "stalk dimension"}}
	compared := "S·W·x of one end and Sᵀ·W·x of the other"
	if c.Lift == "scalar" { // the maps are w_e I
		compared = "w·x of both ends"
	}
	count := view.Int(2*f.M) + "* maps"
	condition := "With σ = " + sigma + " an edge asks " + compared + " to be *" + words.Either(c.Sign < 0, "opposite", "equal") + "*"
	if c.Convention == "literal" {
		v.Body.Vals = v.Body.Vals[1:] // the one map has no σ
		count = view.Int(f.M) + "* maps, one for each edge,"
		condition = "Both ends use *one map*, so that equal vectors agree on every edge"
	}
	_, fixed := fixedMaps(c)
	if fixed != "" {
		v.Body.Vals = v.Body.Vals[len(v.Body.Vals)-1:] // d alone: fixed maps have no σ
	}

	// The figures exist once the stage has run.
	if len(f.MapNorm) == 0 {
		v.Lead = view.Say("The maps of the *", words.Count(f.M, "edge"), "* have not been made yet.")
		if f.M == 0 {
			v.Lead = view.Say(noEdges)
		}
		return
	}
	v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "\\bar{‖R‖}", Text: view.Fix(view.MeanOf(f.MapNorm), 3),
		Tip: "Frobenius norm of both maps of an edge together, mean over the edges"})
	if fixed != "" {
		v.Lead = view.Say(fixed)
		v.Add(edge.MapsShown(s), choiceFigure(s, "maps"), knobs(s, "d"))
		return
	}
	v.Lead = view.Say("*", count, " carry each node's stalk into those of its edges. ", condition,
		". The norm ‖R‖ of an edge's two maps together runs from *", view.Num(view.MinOf(f.MapNorm)), "* to *", view.Num(view.MaxOf(f.MapNorm)),
		"*.")

	v.Add(edge.MapsShown(s))
	e := f.Edge
	samePlans := f.EpochOf(stage.JKO) == f.EpochOf(stage.Maps) // during stage 3 the plans are one epoch newer than the maps
	hasPlan := e != nil && len(e.Rij) > 0 && len(e.S) == f.D*f.D
	if hasPlan && samePlans {
		caption := words.Either(c.Centered, ", the plan less its common part", ", the plan over the roots of its margins")
		if c.Lift == "scalar" {
			caption = ", here one weight on the diagonal"
		}
		v.Add(squareFigure("s", "Normalised plan", []any{view.M{Source: "S"}, caption}, "Normalised plan", f.D, e.S))
	}
	v.Add(normsFigure(s), knobs(s, mapKnobs(c)...))
}

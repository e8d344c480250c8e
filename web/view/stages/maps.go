package stages

import (
	"strings"

	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// mapKnobs returns the sliders of stage 4; ρ bounds the ascent on the maps.
func mapKnobs(c *settings.Config) []string {
	if c.GapMode == "sheaf" {
		return []string{"d", "rho"}
	}
	return []string{"d"}
}

var mapsStage = row{
	number: stage.Maps, models: sheafModels, tests: "Tests Lemma 2",
	why: "A restriction map takes a node's stalk into the stalk of an edge. Both ends of the edge are compared there, so " +
		"unlike vectors may agree.",
	value: func(s *state.State) string {
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
			return &Spark{Kind: "bars", Zero: true, Y: view.Spread(view.Descending(v), 21)}
		}
		return nil
	},
	show:    restriction,
	code:    codeMaps,
	codeWhy: "With one number for every node, a sheaf is a weighted graph: all that is left of a map is the weight of its edge.",
}

// fixedMaps returns the common value of all maps under the setting "maps", as a symbol and a sentence, "" for learned maps.
func fixedMaps(c *settings.Config) (is, says string) {
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

// mapsEquation returns the equation of the maps under the settings.
func mapsEquation(c *settings.Config) view.Equation {
	if is, _ := fixedMaps(c); is != "" {
		q := view.Equation{Name: "maps", Lines: []string{"R_{ij}=R_{ji}=" + is}, Symbols: view.SymMaps}
		if is == "I" {
			q.Symbols = append([]view.Symbol{view.SymI}, view.SymMaps...)
		}
		return q
	}
	mu, nu := "μ", "ν"
	symbols := []view.Symbol{{"S", "normalised plan: the plan over the roots of its margins"}, view.SymPlan,
		{"W_θ", "learned d × d matrix, shared by all edges"},
		{"σ", "sign of the far end: +1 asks both ends to agree, −1 to be opposite"}, {"Δ_{ij}", "change of the map by the gap ascent"},
		{"Δ_{ji}", "change of the far map by the gap ascent"}, view.SymMaps[0], view.SymMaps[1]}
	margins := []view.Symbol{{"μ", "measure of the first end"}, {"ν", "measure of the other end"}}
	free := ""
	if edge.FreeSteps(c) {
		mu, nu, free = "μ′", "ν′", "\\quad μ′=P^⋆1\\quad ν′=P^{⋆⊤}1"
		margins = []view.Symbol{{"μ′", "row sums of the plan: the step has set them free"}, {"ν′", "column sums of the plan"}}
	}
	from, first, second := "S=\\D _{"+mu+"}^{−1/2}P^⋆\\D _{"+nu+"}^{−1/2}", "S W_θ", "S^⊤W_θ"
	switch {
	case c.Lift == "scalar":
		from, first, second = "w_e=\\frac{1}{d}∑_p\\frac{P^⋆_{pp}}{\\sqrt{"+mu+"_p "+nu+"_p}}", "w_e I", " w_e I"
		symbols = append([]view.Symbol{{"w_e", "weight of edge e: the share of a coordinate that stays, from the plan P^⋆ after the JKO step"},
			view.SymI},
			symbols[1:]...)
	case c.Centered:
		from += "−\\sqrt{" + mu + "}\\sqrt{" + nu + "}^⊤"
		symbols[0][1] = "normalised plan: what is left without its common part"
	}
	if c.Lift != "scalar" {
		margins = append(margins, view.Symbol{"D_{" + mu + "}", "diagonal matrix of " + mu},
			view.Symbol{"D_{" + nu + "}", "diagonal matrix of " + nu})
	}
	maps := "R_{ij}=" + first + "+Δ_{ij}\\quad R_{ji}=σ" + second + "+Δ_{ji}"
	if c.Convention == "literal" {
		maps = "R_{ij}=R_{ji}=" + first + "+Δ_{ij}"
	}
	if c.GapMode == "off" {
		maps = strings.NewReplacer("+Δ_{ij}", "", "+Δ_{ji}", "").Replace(maps)
	}
	return view.Equation{Name: "maps", Lines: []string{from + free, maps}, Symbols: append(symbols, margins...)}
}

// restriction fills stage 4: the maps of an example edge and the norms of all.
func restriction(s *state.State, v *view.Inspector) {
	if s.Peer() != "" {
		learnedMaps(s, v)
		return
	}
	v.Add(fileMaps(s)...)
	if s.FileMaps() > 0 && s.ByHand.Shown() {
		givenMaps(s, v)
		return
	}
	f, c := s.Frame, &s.Config
	plan := words.Either(c.Centered, ", the plan less its common part", ", the plan over the roots of its margins")
	if c.Lift == "scalar" {
		plan = ", here one weight on the diagonal"
	}
	v.Body.Equation(mapsEquation(c))
	sigma := words.Either(c.Sign < 0, "−1", "+1")
	v.Body.Vals = []view.Value{{Symbol: "σ", Text: sigma, Tip: "sign of the far end"},
		{Symbol: "d", Text: view.Int(f.D), Tip: "stalk dimension"}}
	asks := "With σ = " + sigma + " an edge asks S·W·x of one end and Sᵀ·W·x of the other to be *equal*"
	if c.Sign < 0 {
		asks = "With σ = " + sigma + " an edge asks S·W·x of one end and Sᵀ·W·x of the other to be *opposite*"
	}
	if c.Convention == "literal" {
		v.Body.Vals = v.Body.Vals[1:]
		asks = "Both ends use *one map*, so that equal vectors agree on every edge"
	}
	_, fixed := fixedMaps(c)
	if fixed != "" {
		v.Body.Vals = v.Body.Vals[len(v.Body.Vals)-1:]
	}
	if len(f.MapNorm) == 0 {
		v.Lead = view.Say("The maps have not been made yet: this stage makes them of the plans, *two* for each of the *", view.Int(f.M),
			"* edges.")
		return
	}
	v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "\\bar{‖R‖}", Text: view.Fix(view.MeanOf(f.MapNorm), 3),
		Tip: "Frobenius norm of both maps of an edge together, mean over the edges"})
	if fixed != "" {
		v.Lead = view.Say(fixed)
		v.Add(edge.MapsShown(s), choiceFigure(s, "maps"), knobs(s, "d"))
		return
	}
	v.Lead = view.Say("*", view.Int(2*f.M), "* maps carry each node's stalk into those of its edges. ", asks,
		". The norm ‖R‖ of an edge's two maps together runs from *", view.Num(view.MinOf(f.MapNorm)), "* to *", view.Num(view.MaxOf(f.MapNorm)),
		"*.")
	v.Add(edge.MapsShown(s))
	if e := f.Edge; e != nil && len(e.Rij) > 0 && len(e.S) == f.D*f.D && f.EpochOf(stage.JKO) == f.EpochOf(stage.Maps) {
		v.Add(squareFigure("s", "Normalised plan", []any{view.M{Source: "S"}, plan}, "Normalised plan", f.D, e.S))
	}
	v.Add(normsFigure(s), knobs(s, mapKnobs(c)...))
}

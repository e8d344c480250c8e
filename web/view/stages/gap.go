package stages

// This file has stage 10: the gap ascent, which raises λ₂, the smallest eigenvalue above the kernel of the sheaf Laplacian. The setting
// gap_mode selects what the ascent changes:
//   - in the mode "off" there is no ascent;
//   - in the mode "sheaf" it changes a metric A_e on the stalk of each edge, which multiplies both maps of the edge;
//   - in the mode "additive" it changes the maps themselves along the gradient of λ₂;
//   - in the mode "matrix" each step adds η v₂v₂ᵀ to the Laplacian and goes to the nearest sheaf.
//
// The trail of a frame is the list of λ₂ before the ascent and after each accepted step. A 0 in the trail stands for a missing λ₂.

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
)

// gapStage is stage 10: the gap ascent. The rail shows the factor by which λ₂ rose, and λ₂ by step.
var gapStage = row{
	number: stage.Gap, tests: "Tests Theorem 3",
	why: "The maps are moved so that λ₂ rises: the slowest part above the kernel then decays faster. The paper promises a gain " +
		"for every step; here is what each one gained.",
	early: true,
	value: func(s *state.State) string {
		switch trail := s.Frame.Stages.Gap.Trail; {
		case len(trail) > 0 && view.LastOf(trail) <= 0:
			return "no λ₂ to raise"
		case len(trail) > 0 && trail[0] > 0: // a factor, since other panels show λ₂ itself and its gain
			return "λ₂ times " + view.Fix(view.LastOf(trail)/trail[0], 2)
		case !hasAscent(s):
			return "off"
		}
		return notYet // the stage shows its value early, before its first run
	},
	spark: func(s *state.State) *Spark {
		if trail := s.Frame.Stages.Gap.Trail; len(trail) > 1 {
			return &Spark{Kind: "trail", Y: trail, Zero: true}
		}
		return nil
	},
	without: "does not move its maps for a larger λ₂: the gradient of its loss alone changes it. An epoch ends here with that " +
		"update. Stage 5 shows its λ₂.",
	show:    gap,
	code:    codeGap,
	codeWhy: "The program leaves out the paper's ascent.",
}

// hasAscent reports whether an epoch of the run has a gap ascent. Only the paper's reading of SGPC has one, on a graph with edges.
func hasAscent(s *state.State) bool {
	return s.Config.Reads("gap_mode") && s.Config.GapMode != "off" && len(s.Graph.Edges) > 0
}

// gapEquation returns the equation of stage 10 for the gradient ascent on the maps. With the normalised operator, v is D^{−1/2} times the
// unit eigenvector, and the gradient has a part from D.
func gapEquation(s *state.State) view.Equation {
	gradient, eigenvector := "2 r_e v_i^⊤", "v₂"
	if s.Config.Operator == "normalized" {
		gradient, eigenvector = "2 (r_e−λ_2 R_{ij}v_i) v_i^⊤", "D^{−1/2} v₂"
	}
	return view.Equation{Name: "gap",
		Lines: []string{"\\frac{∂λ_2}{∂R_{ij}}=" + gradient + "\\quad r_e=R_{ij}v_i−R_{ji}v_j\\quad ‖ΔR‖≤ρ‖R‖"},
		Symbols: append([]view.Symbol{{"λ_2", "smallest eigenvalue above the kernel"},
			{"r_e", "difference of the two parts on edge e"},
			{"v_i", "part of " + eigenvector + " in the stalk of node i; v₂ is the unit eigenvector of λ₂"},
			{"v_j", "its part in the stalk of node j"},
			{"ρ", "how far the maps may move, relative to their norm"}, {"ΔR", "change of the maps"}, {"R", "all restriction maps"}},
			view.SymMaps...)}
}

// gapMatrixEquation is the equation of stage 10 for the mode "matrix", the step of Theorem 3 on the matrix.
var gapMatrixEquation = view.Equation{Name: "gapmatrix", Lines: []string{"λ_2(L+η v_2 v_2^⊤)=\\min (λ_2+η,λ_3)"}, Symbols: []view.Symbol{
	{"λ_2", "smallest eigenvalue above the kernel"}, {"λ_3", "the next eigenvalue: where the gain stops"}, {"L", "operator of the diffusion"},
	{"η", "step length"}, {"v_2", "unit eigenvector of λ₂"}}}

// gapNow returns a clause with λ₂ of the present spectrum, for example ", now *0.0209*". It returns "" if there is no spectrum.
func gapNow(s *state.State) string {
	if s.Spectrum == nil {
		return ""
	}
	return ", now *" + charts.Lambda2(s.Spectrum) + "*"
}

// ascentChoice adds the menu of ascents and the sliders of the chosen ascent.
func ascentChoice(s *state.State, v *view.Inspector) {
	v.Add(choiceFigure(s, "gap_mode"))
	names := []string{"gap_steps", "rho", "armijo"}
	if s.Config.GapMode == "matrix" { // only the line search of this mode has the curvature condition of Wolfe
		names = append(names, "curvature")
	}
	v.Add(knobs(s, names...))
}

// gap fills the panel of stage 10: λ₂ at each step of the ascent, the last line search, and the gains of several methods. Without an ascent
// so far, [gapAhead] fills the panel. Without λ₂, the panel has only the equation, a sentence, and the menu of ascents with its sliders.
func gap(s *state.State, v *view.Inspector) {
	f, g := s.Frame, &s.Frame.Stages.Gap
	v.Body.Equation(gapEquation(s))
	if g.Mode == "matrix" {
		v.Body.Equation(gapMatrixEquation)
	}
	n := len(g.Trail)
	if n == 0 {
		gapAhead(s, v)
		return
	}
	before, after := g.Trail[0], g.Trail[n-1] // λ₂ before and after the ascent
	hasLambda2 := after > 0
	if !hasLambda2 {
		v.Lead = view.Say("There is *no* λ₂ to raise: with these settings no eigenvalue above the kernel is λ₂. Stage 5 says why.")
		if s.Spectrum != nil && s.Spectrum.Err != "" { // the eigenvalues could not be computed
			v.Lead = view.Say("λ₂ is *not known* here: ", s.Spectrum.Err, ".")
		}
		ascentChoice(s, v)
		return
	}

	// g.Lambda3 has λ₃ beside each λ₂ of the trail. The text of the last λ₃ has enough digits to differ from the text of λ₂, unless the
	// numbers are equal.
	_, lambda3 := view.DistinctNums(after, view.LastOf(g.Lambda3))
	v.Body.Vals = []view.Value{{Symbol: "\\gain ", Text: view.Signed(after - before), Tip: "of this ascent"},
		{Symbol: "‖ΔR‖/‖R‖", Text: view.Num(g.Change), Tip: "relative change of the maps, all epochs together"}}
	lead := gapLead(g, before, after)
	if s.Spectrum != nil && s.Spectrum.KernelDim < 0 { // the dimension is unknown for large graphs
		lead = append(lead, " At this size no count proves these values: each is an upper bound of λ₂.")
	}
	v.Lead = view.Say(lead...)

	// The last line search, the gains, and λ₂ by step and by epoch.
	if len(g.Trials) > 0 {
		v.Add(searchFigure(s))
	}
	v.Add(gainFigures(g, after-before)...)
	v.Add(view.Figure{ID: "trail", Title: "Trail", Sub: []any{view.M{Source: "λ_2"}, " by inner step"}, Alt: "Trail of lambda 2",
		Data: view.Lines{Series: []view.Series{{Name: "λ₃ " + lambda3, Y: g.Lambda3, Class: "ln ln2 thin"},
			{Name: "λ₂", Y: g.Trail, Class: "ln lna", Dots: true}}, IntX: true, XLabel: "step", Height: 112}})
	if h := s.History.Lambda2; len(h) > 1 {
		v.Add(view.Figure{ID: "run", Title: "Over the run", Sub: []any{view.M{Source: "λ_2"}, " at the end of each epoch"},
			Alt: "Lambda 2 by epoch",
			Data: view.Lines{Series: []view.Series{{Y: h}}, From: 1, XLabel: "epoch", VRefs: []view.VRef{{X: view.F(s.EpochAt(f.Position))}},
				Height: 100}})
	}
	if p, ok := pullFigure(s); ok {
		v.Add(p)
	}
	ascentChoice(s, v)
}

// gapAhead fills the panel of stage 10 if the ascent is switched off ([gapOff]) or has not run yet.
func gapAhead(s *state.State, v *view.Inspector) {
	if !hasAscent(s) {
		gapOff(s, v)
		return
	}
	moves := words.Either(s.Config.GapMode == "matrix", "raise the matrix and go to the nearest sheaf", "move the maps")
	v.Lead = view.Say("The gap ascent has not run yet. It will " + moves + " so that *λ₂*, the smallest eigenvalue above the kernel, rises.")
	ascentChoice(s, v)
}

// gapOff fills the panel of stage 10 of a run without an ascent. It omits the sliders, which would have no effect. For fixed maps, and for
// a graph without edges, it also omits the menu of ascents and all figures.
func gapOff(s *state.State, v *view.Inspector) {
	if value, _ := fixedMaps(&s.Config); value != "" {
		v.Lead = view.Say("All maps are *" + value + "* in these settings (stage 4): there is nothing that an ascent could move.")
		return
	}
	if len(s.Graph.Edges) == 0 {
		v.Lead = view.Say(noEdges)
		return
	}
	v.Lead = view.Say("The ascent is *switched off* in these settings: training alone determines λ₂", gapNow(s), ".")

	// The possible gain. Theorem 3 promises a quarter of Armijo's factor c_w.
	if sp := s.Spectrum; sp != nil && sp.Lambda3 > 0 { // 0 stands for a missing λ₃
		lambda2, lambda3 := view.DistinctNums(sp.Lambda2, sp.Lambda3)
		v.Add(view.Figure{ID: "gapnums", Title: "What an ascent could gain", Nums: [][]any{
			view.Row("λ₂, smallest eigenvalue above the kernel", lambda2), view.Row("λ₃, the next one", lambda3),
			view.Row("Most that a matrix step gains, λ₃ − λ₂", view.Num(sp.Lambda3-sp.Lambda2)),
			view.Row("What Theorem 3 promises, c_w/4", view.Num(s.Config.Armijo/4))}})
	}
	v.Add(choiceFigure(s, "gap_mode"))
}

// gapLead returns sentences on the ascent. before and after are λ₂ before and after it. If the frame compares the ascent with the matrix
// step of Theorem 3, and this step gains, a sentence on the matrix step follows.
func gapLead(g *frame.Gap, before, after float64) []string {
	lambda3 := view.LastOf(g.Lambda3)
	final, next := view.DistinctNums(after, lambda3)
	start := view.Num(before)
	if start == final {
		start, final = view.DistinctNums(before, after)
	}
	lead := []string{"λ₂ rose from *", start, "* to *", final, "*"}
	if after <= before {
		// The last value of the trail is exact, the values of earlier accepted steps are upper bounds.
		lead = []string{"λ₂ stayed at *", final, "*", words.Either(len(g.Trail) == 1, ": no step was accepted", "")}
	}

	// λ₂ and λ₃ count as equal within a relative distance of 1e-6. 0 stands for a missing λ₃.
	const nearlyOne = 1 - 1e-6
	if lambda3 > 0 && after >= lambda3*nearlyOne {
		lead = append(lead, ", where it meets the next eigenvalue: that is now the limit")
	} else if lambda3 > 0 {
		lead = append(lead, "; the next eigenvalue is *", next, "*")
	}

	// The lift makes maps from the plans alone, and c.Lifted is λ₂ of these maps, without the changes by earlier ascents.
	c := g.Compared                                         // with the matrix step; nil without a comparison
	keepsMaps := g.Mode == "matrix" || g.Mode == "additive" // the changed maps remain for the next epoch
	if keepsMaps && after > before {
		method := words.Either(g.Mode == "matrix", ". Each step raises the matrix and goes to the nearest sheaf",
			". Each step goes along the gradient in the maps")
		lead = append(lead, method, "; the next epoch starts from the changed maps")
		if c != nil && c.Lifted > 0 && c.Lifted < before { // earlier ascents have already raised λ₂
			lead = append(lead, "; the lift alone has λ₂ = *", view.Num(c.Lifted), "*")
		}
	}
	if c != nil && c.Matrix > 0 {
		lead = append(lead, ". From the start, one step on the matrix gains *", view.Signed(c.Matrix), "*, at most λ₃ − λ₂ = *",
			view.Num(c.Lambda3-c.Lambda2), "*, where Theorem 3 promises *", view.Signed(g.Promised), "*")
		lead = append(lead, nearestText(c.Nearest, c.Matrix)...)
	}
	return append(lead, ".")
}

// nearestText returns a sentence that compares two gains in λ₂. nearest is the gain of the sheaf nearest to the raised matrix, NaN or
// infinite if it is unknown. matrix is the positive gain of the matrix step. A nearest up to 0.5 % above matrix counts as equal to it.
func nearestText(nearest, matrix float64) []string {
	share := nearest / matrix
	switch {
	case math.IsNaN(nearest) || math.IsInf(nearest, 0):
		return []string{"; of the nearest sheaf nothing is known"}
	case nearest < 0:
		return []string{". The nearest sheaf keeps nothing of it: it lowers λ₂ by *", view.Num(-nearest), "*"}
	case nearest == 0:
		return []string{". The nearest sheaf keeps *nothing* of it"}
	case share > 1.005:
		return []string{". The nearest sheaf gains *", view.Signed(nearest), "*: it raises λ₃ as well"}
	case share > 1:
		return []string{". The nearest sheaf keeps *all* of it"}
	default: // a share above 0 and at most 1
		return []string{". The nearest sheaf keeps *", view.Pct(share), "* of it"}
	}
}

package stages

// This file has stage 3: the JKO step of each edge's plan with fixed margins. The margins are the row sums and the column sums of the plan.
// With fixed margins, a step gives the entropic plan at another temperature. Steps with free margins are in w2.go. The frame has the plans
// of at most one edge: the selected edge, or an example.

import (
	"math"

	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// jkoStage is stage 3: the JKO step of each edge's plan. This is a proximal step that lowers the energy ⟨P,C⟩ + ε ∑ P log P of the plan.
// The rail shows the temperatures before and after the step or, with free margins, the energies. In the code reading it shows the mean of
// P⋆. Its picture has the plans of the frame's edge before and after the step or, without these plans, the energy by step.
var jkoStage = row{
	number: stage.JKO,
	why: "The plans move from one temperature towards another before they become maps. Where both are equal, the step " +
		"changes nothing.",
	adaptWhy: func(s *state.State, why string) string {
		if edge.FreeSteps(&s.Config) {
			return freeWhy
		}
		return why
	},
	value: func(s *state.State) string {
		st := &s.Frame.Stages
		n := len(st.JKOEnergy)
		switch {
		case st.Code != nil: // the code reading has numbers in place of plans
			return "P⋆ " + view.Num(view.MeanOf(st.Code.P)) + " on average"
		case len(st.JKOEps) > 0: // the step keeps the margins and changes the temperature
			return "ε " + view.Temperature(s.Config.Epsilon0) + " → " + view.Fix(view.LastOf(st.JKOEps), 3)
		case n > 1: // the step has free margins
			return "E " + view.Fix(st.JKOEnergy[0], 2) + " → " + view.Fix(st.JKOEnergy[n-1], 2)
		}
		return ""
	},
	spark: func(s *state.State) *Spark {
		if e := s.Frame.Edge; e != nil && len(e.P0) > 0 && len(e.P) > 0 {
			return &Spark{Kind: "heat", D: s.Frame.D, Mats: []view.Vec{e.P0, e.P}}
		}
		if v := s.Frame.Stages.JKOEnergy; len(v) > 0 {
			return &Spark{Kind: "trail", Y: v}
		}
		return nil
	},
	without: "has no transport plan that a step could move. Stage 4 shows its maps.",
	show:    jko,
	code:    codeStep,
	codeWhy: "The step makes numbers below 1 smaller, down to the lower limit: an edge between unlike ends loses weight once " +
		"more.",
}

// jko fills the panel of stage 3: the plan of one edge before and after the step, and the mean energy over the edges. In a graph with more
// than frame.ShownEdges edges, the mean is over the first frame.ShownEdges edges. Steps with free margins have the panel of [freeJKO]. For
// the step of the code reading, jko sets only the equation and the values.
func jko(s *state.State, v *view.Inspector) {
	f, st, c := s.Frame, &s.Frame.Stages, &s.Config
	if edge.FreeSteps(c) {
		freeJKO(s, v)
		return
	}
	v.Body.Equation(edge.JKOEquation)

	// JKOEps has the temperatures of P₀ and of the plan after each step. It is empty before the step has run.
	effective := c.Epsilon0 // the temperature of the plan after the last step so far
	if len(st.JKOEps) > 0 {
		effective = view.LastOf(st.JKOEps)
	}
	v.Body.Vals = append(edge.StepVals(c), view.Value{Symbol: "ε_{\\eff }", Text: view.Fix(effective, 3),
		Tip: "temperature of the plan after the step"})
	if c.Reading == "code" && c.JKOSteps > 0 { // the code reading has one step
		return // codeStep fills the rest
	}
	v.Lead = jkoLead(s, effective)

	// A step that has not run yet will change the effective temperature, so that the value is not shown.
	takesStep := c.LiftSteps() > 0
	if takesStep && len(st.JKOEps) == 0 {
		v.Body.Vals = v.Body.Vals[:3] // without the effective temperature, the last value
	}

	// One edge: its plan before and after the step, and their difference.
	if e := f.Edge; e != nil && len(e.P0) > 0 && len(e.P) > 0 {
		v.Add(edge.StepFigure(s, e), differenceFigure(e, f.D))
	}

	// JKOEnergy has the mean energy before the first step and after each step. For one step the two energies are shown as numbers, for several
	// steps as a curve.
	if e := st.JKOEnergy; len(e) == 2 {
		fig := squareFigure("energy", "What the step moved", []any{"mean of ", view.M{Source: "P^⋆−P_0"}, " over the edges"},
			"What the step moved, mean over the edges", f.D, st.JKOMoved)
		fig.Nums = [][]any{view.Row([]any{"Energy ", view.M{Source: "⟨P,C⟩+ε∑P\\sp\\log\\sp P"}}, view.Num(e[0])),
			view.Row("Change by the step", view.Signed(e[1]-e[0]))}
		v.Add(fig)
	} else if len(e) > 1 {
		v.Add(view.Figure{ID: "energy", Title: "Energy",
			Sub: []any{"mean of ", view.M{Source: "⟨P,C⟩+ε∑P\\sp\\log\\sp P"}, " by step"}, Alt: "Energy by JKO step",
			Data: view.Lines{Series: []view.Series{{Y: st.JKOEnergy, Dots: true}}, IntX: true, XLabel: "step", Height: 104}})
	}

	v.Add(choiceFigure(s, "jko_mode"))
	if e := f.Edge; e != nil && len(e.Situations) > 0 {
		v.Add(situationsFigure(s, e))
	}
	if f.Edge == nil {
		v.Add(append(offDiagonal(s), edge.Choose(f))...)
	}
	v.Add(knobs(s, "tau", "epsilon", "epsilon0", "jko_steps"))
}

// jkoLead returns a sentence on the step: there is none, it has not run yet, does nothing, or cools or warms the plans. effective is the
// temperature of the plan after the step.
func jkoLead(s *state.State, effective float64) []view.Span {
	st, c := &s.Frame.Stages, &s.Config
	const rounding = 1e-12 // a smaller change of the temperature is a rounding error
	unchanged := math.Abs(effective-c.Epsilon0) < rounding
	mass := view.MeanOf(s.Frame.OffDiagonal) // the mass off the diagonal after the step, mean over the edges
	switch {
	case s.Frame.M == 0:
		return view.Say(noEdges)
	// Settings without a step, or without its effect on the maps.
	case c.Lift == "independent" && c.OwnMaps():
		return view.Say("*The step goes into nothing* in these settings: the maps are made of the independent coupling of the two measures, "+
			"without a cost.", words.Either(c.Centered, " Centered, such maps are *0* on every edge, and so is the Laplacian: there is no sheaf.",
			""))
	case c.LiftSteps() == 0:
		return view.Say("There is *no JKO step* in these settings: the plan stays Sinkhorn's, at temperature *", view.Temperature(c.Epsilon0),
			"*.")

	// The step before its first run, a step without effect, and the change of the temperature.
	case len(st.JKOEps) == 0:
		return view.Say("The step has not run with the measures at hand. It starts at P0, of temperature *", view.Temperature(c.Epsilon0),
			"*, and moves towards ε = *", view.Temperature(c.Epsilon), "*.")
	case unchanged && c.Epsilon != c.Epsilon0: // two temperatures, but a step of length 0
		return view.Say("*The step does nothing*: its length τ is *", view.Set(c.Tau), "*.")
	case unchanged:
		return view.Say("*The step does nothing*: P0 is converged and both temperatures are *", view.Temperature(c.Epsilon0),
			"*, so P0 already is the minimiser.")
	case effective < c.Epsilon0:
		return view.Say("The step cools the plans from ε = ", view.Temperature(c.Epsilon0), " to *", view.Fix(effective, 3),
			"*: less of their mass is off the diagonal, now *", view.Pct(mass), "* on average over the edges.")
	}
	return view.Say("The step warms the plans from ε = ", view.Temperature(c.Epsilon0), " to *", view.Fix(effective, 3),
		"*: more of their mass is off the diagonal, now *", view.Pct(mass), "* on average over the edges.")
}

package stages

// This file has the panel of stage 3 for JKO steps with free margins, the step of the paper's text. The margins are the row sums and the
// column sums of a plan. A step changes them if that lowers the energy ⟨P,C⟩ + ε ∑ P log P by more than the move costs.

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// freeWhy is the purpose of stage 3 for steps with free margins.
const freeWhy = "The paper's own step: a plan may leave the two measures, if that lowers its energy by more than moving the mass costs."

// freeJKO fills the panel of stage 3 for steps with free margins: the energies by step, and the plans of the shown edge. The fields Gibbs
// have the least energy that any plan can have.
func freeJKO(s *state.State, v *view.Inspector) {
	f, st := s.Frame, &s.Frame.Stages
	v.Body.Equation(edge.FreeEquation)
	v.Body.Vals = edge.FreeVals(s)

	// Another sentence replaces this one after the first step.
	v.Lead = view.Say("The step has not run with the measures at hand. It starts at P0, of temperature *", view.Temperature(s.Config.Epsilon0),
		"*, and may leave its margins.")
	if n := len(st.JKOEnergy); n > 1 {
		v.Lead = view.Say(freeLead(st.JKOEnergy, st.Gibbs, f.M)...)
		v.Add(view.Figure{ID: "energy", Title: "Energy",
			Sub: []any{"mean of ", view.M{Source: "⟨P,C⟩+ε∑P\\sp\\log\\sp P"}, " by step"}, Alt: "Energy by JKO step",
			Data: withFloor(st.JKOEnergy, st.Gibbs, "least of all "+view.Fix(st.Gibbs, 4), 104)})
	}

	// The plans of one edge come first in the panel. The edge's energy by repeated steps follows the mean energy.
	e := f.Edge
	if e != nil && len(e.P0) > 0 && len(e.P) > 0 {
		figures := []view.Figure{edge.StepFigure(s, e), differenceFigure(e, f.D)}
		v.Body.Figures = append(figures, v.Body.Figures...)
	}
	if e != nil && len(e.W2Energy) > 1 {
		v.Add(view.Figure{ID: "w2energy", Title: "Energy by repeated steps",
			Sub: edge.On(s, e) + "; dashed, the least of all", Alt: "Energy by Wasserstein step",
			Data: withFloor(e.W2Energy, e.Gibbs, "", 116)}, view.Figure{ID: "stall", Data: freeText(e, s.Config.Tau, s.Config.W2Gamma)})
	}
	v.Add(choiceFigure(s, "jko_mode"))
	if e != nil && len(e.Situations) > 0 {
		v.Add(situationsFigure(s, e))
	}
	if e == nil {
		v.Add(append(offDiagonal(s), edge.Choose(f))...)
	}
	v.Add(knobs(s, "tau", "epsilon", "w2_gamma", "epsilon0", "jko_steps"))
}

// freeLead returns sentences on the change of the mean energy. energy is the mean before the first step and after each step, over the m
// plans or, in a larger graph, over the first frame.ShownEdges plans. least is the lowest energy that a plan can have.
func freeLead(energy []float64, least float64, m int) []string {
	n := len(energy) - 1          // number of steps
	fall := energy[0] - energy[n] // negative if the energy rises
	verb := words.Either(n == 1, " brings", " bring")
	plans := words.Count(min(m, frame.ShownEdges), "plan")
	out := []string{"*" + words.Count(n, "step") + "*" + verb + " the mean energy of *" + plans + "* from ",
		view.Fix(energy[0], 4), " to *", view.Fix(energy[n], 4), "*. "}
	if fall < 0 {
		out = append(out, "It *rises*, which an exact step cannot do: the blur γ does that. ")
	}
	return append(out, "The margins are free, so mass may leave the measures; no plan has less energy than *", view.Fix(least, 4), "*.")
}

// freeText returns sentences on the energy of an edge's plan after repeated steps, and on why the steps stop above the least energy
// e.Gibbs. tau is the step length, and gamma is the entropic blur of the Wasserstein distance.
func freeText(e *frame.Edge, tau, gamma float64) string {
	energy := e.W2Energy // before the first step, and after each step
	n := len(energy) - 1
	// The height above the least energy, and the decrease of the energy by the last step and by all steps.
	above, lastFall, fall := energy[n]-e.Gibbs, energy[n-1]-energy[n], energy[0]-energy[n]
	text := view.Int(n) + " steps bring the energy from " + view.Fix(energy[0], 4) + " to " + view.Fix(energy[n], 4)
	if above < 5e-5 { // half of the last printed decimal
		return text + ", the least of all to four decimals."
	}
	text += ", still " + view.Fix(above, 4) + " above the least of all, and the last step "
	switch {
	case lastFall <= 0:
		text += "raises it by " + view.Num(-lastFall)
	case fall > 0:
		text += "adds " + view.Pct(lastFall/fall) + " of that fall"
	default: // earlier steps have raised the energy, so that there is no fall to compare with
		text += "lowers it by " + view.Num(lastFall)
	}

	// The lower bound 1e-9 of τ prevents a division by 0.
	text += ". Moving mass costs in proportion to the mass, so an exact step moves it only where the gain per unit exceeds its cost over " +
		"τ, " + view.Num(1/math.Max(tau, 1e-9)) + " for one coordinate: the steps stop short of the least energy."

	// Only the blur can raise the energy. The sentence names the first step that does so.
	for k := range n {
		if energy[k+1] > energy[k] {
			return text + " An exact step never raises the energy; with the blur γ = " + view.Set(gamma) + ", step " + view.Int(k+1) + " does."
		}
	}
	return text
}

// withFloor returns the picture of energies by step, of the given height in pixels. A dashed line with the given name marks the least
// possible energy.
func withFloor(energy []float64, least float64, name string, height int) view.Lines {
	lo, hi := math.Min(view.MinOf(energy), least), view.MaxOf(energy)
	pad := 0.08 * (hi - lo) // space above and below the curve
	return view.Lines{Series: []view.Series{{Y: energy, Dots: true}}, IntX: true, XLabel: "step", Height: height,
		Refs: []view.Ref{{Y: view.F(least), Name: name}},
		YMin: new(view.F(lo - pad)), YMax: new(view.F(hi + pad))}
}

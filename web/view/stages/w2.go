package stages

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// freeWhy states the purpose of the literal JKO step.
const freeWhy = "The paper's own step: a plan may leave the two measures, if that lowers its energy by more than moving the mass costs."

// freeJKO fills stage 3 for a step with free margins.
func freeJKO(s *state.State, v *view.Inspector) {
	f, st := s.Frame, &s.Frame.Stages
	v.Body.Equation(edge.FreeEquation)
	v.Body.Vals = edge.FreeVals(s)
	v.Lead = view.Say("The step has not run with the measures at hand. It starts at P0, of temperature *", view.Temperature(s.Config.Epsilon0),
		"*, and may leave its margins.")
	if n := len(st.JKOEnergy); n > 1 {
		v.Lead = view.Say(freeLead(st.JKOEnergy, st.Gibbs, f.M)...)
		v.Add(view.Figure{ID: "energy", Title: "Energy",
			Sub: []any{"mean of ", view.M{Source: "⟨P,C⟩+ε∑P\\sp\\log\\sp P"}, " by step"}, Alt: "Energy by JKO step",
			Data: withFloor(st.JKOEnergy, st.Gibbs, "least of all "+view.Fix(st.Gibbs, 4), 104)})
	}
	e := f.Edge
	if e != nil && len(e.P0) > 0 && len(e.P) > 0 {
		figures := []view.Figure{edge.PlanFigure(s, e, e.P0, e.P, []string{"P", "0"}, []any{"P", "⋆", 1}, "JKO"), differenceFigure(e, f.D)}
		v.Body.Figures = append(figures, v.Body.Figures...)
	}
	if e != nil && len(e.W2Energy) > 1 {
		v.Add(view.Figure{ID: "w2energy", Title: "Energy by repeated steps",
			Sub: edge.On(s, e) + "; dashed, the least of all", Alt: "Energy by Wasserstein step",
			Data: withFloor(e.W2Energy, e.Gibbs, "", 116)}, view.Figure{ID: "stall", Data: freeText(e, s.Config.Tau, s.Config.W2Gamma)})
	}
	v.Add(choiceFigure(s, "jko_mode"))
	if e != nil && len(e.Situations) > 0 {
		v.Add(pairsFigure(s, e))
	}
	if e == nil {
		v.Add(append(offDiagonal(s), edge.Choose())...)
	}
	v.Add(knobs(s, "tau", "epsilon", "w2_gamma", "epsilon0", "jko_steps"))
}

// freeLead describes the change of the mean energy of m plans.
func freeLead(energy []float64, least float64, m int) []string {
	n := len(energy) - 1
	verb, by := " bring", energy[0]-energy[n]
	if n == 1 {
		verb = " brings"
	}
	out := []string{"*" + words.Count(n, "step") + "*" + verb + " the mean energy of *" + words.Count(m, "plan") + "* from ",
		view.Fix(energy[0], 4), " to *", view.Fix(energy[n], 4), "*. "}
	if by < 0 {
		out = append(out, "It *rises*, which an exact step cannot do: the blur γ does that. ")
	}
	return append(out, "The margins are free, so mass may leave the measures; no plan has less energy than *", view.Fix(least, 4), "*.")
}

// freeText describes the limit of repeated literal steps on an edge, and the reason for it.
func freeText(e *frame.Edge, tau, gamma float64) string {
	w := e.W2Energy
	n := len(w) - 1
	above, gain, total := w[n]-e.Gibbs, w[n-1]-w[n], w[0]-w[n]
	text := view.Int(n) + " steps bring the energy from " + view.Fix(w[0], 4) + " to " + view.Fix(w[n], 4)
	if above < 5e-5 {
		return text + ", the least of all to four decimals."
	}
	text += ", still " + view.Fix(above, 4) + " above the least of all, and the last step "
	switch {
	case gain <= 0:
		text += "raises it by " + view.Num(-gain)
	case total > 0:
		text += "adds " + view.Pct(gain/total) + " of that fall"
	default:
		text += "lowers it by " + view.Num(gain)
	}
	text += ". Moving mass costs in proportion to the mass, so an exact step moves it only where the gain per unit exceeds its cost over " +
		"τ, " + view.Num(1/math.Max(tau, 1e-9)) + " for one coordinate: the steps stop short of the least energy."
	for k := range n {
		if w[k+1] > w[k] {
			return text + " An exact step never raises the energy; with the blur γ = " + view.Set(gamma) + ", step " + view.Int(k+1) + " does."
		}
	}
	return text
}

// withFloor returns a trail of energies with the least energy as a dashed line.
func withFloor(energy []float64, least float64, name string, height int) view.Lines {
	lo, hi := math.Min(view.MinOf(energy), least), view.MaxOf(energy)
	pad := 0.08 * (hi - lo)
	return view.Lines{Series: []view.Series{{Y: energy, Dots: true}}, IntX: true, XLabel: "step", Height: height,
		Refs: []view.Ref{{Y: view.F(least), Name: name}},
		YMin: new(view.F(lo - pad)), YMax: new(view.F(hi + pad))}
}

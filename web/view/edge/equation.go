package edge

import (
	"sheafscope/core/sgpc/settings"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Equations of the JKO step: in the KL scheme, and literally with free margins.
var (
	symStep = append([]view.Symbol{view.SymPlan, {"P_0", "plan before the step"}, {"τ", "step length: the longer, the further it may go"},
		{"ε", "temperature of the step: the higher, the more of the mass is off the diagonal"}, view.SymMargins,
		{"W_2^2", "squared Wasserstein distance of the plans, blurred by γ"}}, view.SymMeasures...)

	JKOEquation = view.Equation{Name: "jko",
		Lines: []string{"P^⋆=\\under{\\argmin }{P∈Π(μ,ν)}\\sp\\frac{1}{τ}\\KL (P‖P_0)+⟨P,C⟩+ε∑P \\sp \\log \\sp P"}, Symbols: symStep}
	FreeEquation = view.Equation{Name: "w2",
		Lines:   []string{"P^⋆=\\under{\\argmin }{P}\\sp\\frac{1}{2τ}W_2^2(P,P_0)+⟨P,C⟩+ε∑P \\sp \\log \\sp P"},
		Symbols: symStep}
)

// FreeSteps reports whether the lift uses literal JKO steps, whose margins are free.
func FreeSteps(c *settings.Config) bool {
	return c.JKOMode == "w2" && c.Reading == "paper" && c.JKOSteps > 0 && c.Lift != "sinkhorn" && c.Lift != "independent"
}

// FreeVals returns the values of the symbols of the literal step.
func FreeVals(s *state.State) []view.Value {
	c := &s.Config
	return []view.Value{{Symbol: "τ", Text: view.Fix(c.Tau, 2), Tip: "step length"},
		{Symbol: "ε_0", Text: view.Temperature(c.Epsilon0), Tip: "temperature of P0"},
		{Symbol: "ε", Text: view.Fix(c.Epsilon, 2), Tip: "temperature of the step"},
		{Symbol: "γ", Text: view.Set(c.W2Gamma), Tip: "entropic blur of the distance"}}
}

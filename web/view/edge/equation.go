package edge

// This file has the equations of the JKO step, which moves the transport plan of an edge towards less energy. The margins of a plan are its
// row sums and its column sums. A step with fixed margins keeps both, and a step with free margins may change them.

import (
	"sheafscope/core/sgpc/settings"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// The equations of the JKO step. JKOEquation has a KL divergence and fixed margins. FreeEquation has the Wasserstein distance of the
// paper's text and free margins. stepSymbols has the symbols of both equations: a panel explains only the symbols that occur in its
// equation.
var (
	stepSymbols = append([]view.Symbol{view.SymPlan, {"P_0", "plan before the step"}, {"τ", "step length: the longer, the further it may go"},
		{"ε", "temperature of the step: the higher, the more of the mass is off the diagonal"}, view.SymMargins,
		{"W_2^2", "squared Wasserstein distance of the plans, blurred by γ"}}, view.SymMeasures...)

	JKOEquation = view.Equation{Name: "jko",
		Lines: []string{"P^⋆=\\under{\\argmin }{P∈Π(μ,ν)}\\sp\\frac{1}{τ}\\KL (P‖P_0)+⟨P,C⟩+ε∑P \\sp \\log \\sp P"}, Symbols: stepSymbols}
	FreeEquation = view.Equation{Name: "w2",
		Lines:   []string{"P^⋆=\\under{\\argmin }{P}\\sp\\frac{1}{2τ}W_2^2(P,P_0)+⟨P,C⟩+ε∑P \\sp \\log \\sp P"},
		Symbols: stepSymbols}
)

// FreeSteps reports whether the maps come from JKO steps with free margins. This is so if the mode is "w2", the reading is the paper's,
// and the lift uses plans after JKO steps. The lift is the rule that makes maps from plans.
func FreeSteps(c *settings.Config) bool {
	return c.JKOMode == "w2" && c.Reading == "paper" && c.LiftSteps() > 0 && c.Lift != "independent"
}

// StepVals returns the values of τ, ε₀ and ε: the settings that both equations have.
func StepVals(c *settings.Config) []view.Value {
	return []view.Value{{Symbol: "τ", Text: view.Temperature(c.Tau), Tip: "step length"},
		{Symbol: "ε_0", Text: view.Temperature(c.Epsilon0), Tip: "temperature of P0"},
		{Symbol: "ε", Text: view.Temperature(c.Epsilon), Tip: "temperature of the step"}}
}

// FreeVals returns the values of the symbols in FreeEquation: the settings of the step.
func FreeVals(s *state.State) []view.Value {
	c := &s.Config
	return append(StepVals(c), view.Value{Symbol: "γ", Text: view.Set(c.W2Gamma), Tip: "entropic blur of the distance"})
}

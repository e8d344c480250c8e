package view

import (
	"sheafscope/core/sgpc/settings"
	"sheafscope/web/state"
)

// FreeSteps reports whether the lift takes literal JKO steps.
func FreeSteps(c *settings.Config) bool {
	return c.JKOMode == "w2" && c.Reading == "paper" && c.JKOSteps > 0 && c.Lift != "sinkhorn" && c.Lift != "independent"
}

// FreeVals are the values of the symbols of the literal step.
func FreeVals(s *state.State) []Value {
	c := &s.Config
	return []Value{{"τ", Fix(c.Tau, 2), "step length"}, {"ε_0", Temperature(c.Epsilon0), "temperature of P0"},
		{"ε", Fix(c.Epsilon, 2), "temperature of the step"},
		{"γ", Set(c.W2Gamma), "entropic blur of the distance"}}
}

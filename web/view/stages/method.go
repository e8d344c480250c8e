package stages

// This file has the parts of the method that settings switch off, and the tooltip of the menu of methods. A part is a step of the paper
// that one setting can switch off. A method is a set of settings, such as the settings of the paper.

import (
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// partsFigure returns the section with the parts of a stage that are switched off. The page draws a switch for each part. partsFigure
// returns false if all parts of the stage are on.
func partsFigure(s *state.State, stage int) (view.Figure, bool) {
	var names []string
	for _, p := range s.Config.Parts() {
		if p.Stage == stage && !p.On {
			names = append(names, p.Name)
		}
	}
	return view.Figure{ID: "parts", TestID: "parts-off", Data: names}, len(names) > 0
}

// Off reports whether the settings switch off a part on which the whole stage depends (Carries).
func Off(c *settings.Config, stage int) bool {
	for _, p := range c.Parts() {
		if p.Stage == stage && p.Carries && !p.On {
			return true
		}
	}
	return false
}

// MethodTip returns the tooltip of the menu of methods: the meaning of the chosen method or, during a search for settings, a sentence on
// the search. Peers (models other than SGPC) and the authors' program have no choice of methods: for them the tooltip is the reason.
func MethodTip(s *state.State) string {
	switch {
	case !s.HasMethod() && s.Shown().Settings["reading"] == "code":
		return "The authors' program has settings of its own"
	case !s.HasMethod():
		return "A choice of SGPC; the peers have settings of their own"

	// A search under way, then the chosen method.
	case s.Lab.Work == lab.ForTune:
		return "The settings are being searched on the validation nodes"
	case s.MethodShown() == state.MethodAuto:
		return "The settings that a search on validation chose for this graph"
	case s.Method == method.Paper:
		return "Every part of the paper is on"
	case s.Method == method.Validation:
		return "The settings that validation chose for graphs of this kind"
	}
	return "Settings that you changed" // they belong to no method
}

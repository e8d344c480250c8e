package stages

// This file has the list of a stage's settings.

import (
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// SettingRow is a setting in the list of a stage.
type SettingRow struct {
	// Name is the name in links, Label is the text on the page, and Value is the present value as text. Kind is "number", "whole" (a whole
	// number), "word" or "flag" (true or false). Min and Max are the bounds of a number or whole number. Options are the possible values of a
	// word, as pairs of value and label.
	Name    string      `json:"name"`
	Label   string      `json:"label"`
	Kind    string      `json:"kind"`
	Value   string      `json:"value"`
	Min     view.F      `json:"min,omitempty"`
	Max     view.F      `json:"max,omitempty"`
	Options [][2]string `json:"options,omitempty"`
}

// allSettings returns the list of the stage's settings that the page offers in this run, and false if the list is empty. It omits a setting
// with a slider or a <select> among the shown figures, so that no setting has two controls.
func allSettings(s *state.State, stage int, shown []view.Figure) (view.Figure, bool) {
	controlled := map[string]bool{} // settings with a slider or a select
	for _, figure := range shown {
		switch d := figure.Data.(type) {
		case []view.Knob:
			for _, k := range d {
				controlled[k.Name] = true
			}
		case view.Choice:
			controlled[d.Name] = true
		}
	}

	rows := []SettingRow{}
	for _, q := range s.Config.Settings() {
		if q.Stage == stage && q.Shown && !controlled[q.Name] {
			rows = append(rows, SettingRow{q.Name, q.Label, q.Kind(), q.Value(), view.F(q.Lo), view.F(q.Hi), q.Words})
		}
	}
	return view.Figure{ID: "settings", Data: rows}, len(rows) > 0
}

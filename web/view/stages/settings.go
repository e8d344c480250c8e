package stages

import (
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// SettingRow is a setting in the list of a stage. Kind is "number", "whole", "word" or "flag".
type SettingRow struct {
	Name    string      `json:"name"`
	Label   string      `json:"label"`
	Kind    string      `json:"kind"`
	Value   string      `json:"value"`
	Min     view.F      `json:"min,omitempty"`
	Max     view.F      `json:"max,omitempty"`
	Options [][2]string `json:"options,omitempty"`
}

// allSettings lists the settings of a stage that have an effect and no control in its figures; false for none.
func allSettings(s *state.State, stage int, shown []view.Figure) (view.Figure, bool) {
	has := map[string]bool{}
	for _, f := range shown {
		switch d := f.Data.(type) {
		case []view.Knob:
			for _, k := range d {
				has[k.Name] = true
			}
		case view.Choice:
			has[d.Name] = true
		}
	}
	rows := []SettingRow{}
	for _, q := range s.Config.Settings() {
		if q.Stage == stage && q.Shown && !has[q.Name] {
			rows = append(rows, SettingRow{q.Name, q.Label, q.Kind(), q.Value(), view.F(q.Lo), view.F(q.Hi), q.Words})
		}
	}
	return view.Figure{ID: "settings", Data: rows}, len(rows) > 0
}

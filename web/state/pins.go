package state

import (
	"bytes"
	"slices"
	"strings"

	"sheafscope/core/json"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/recipe"
)

// Pins are states of the page in a row, for a lecture. Links contain them, and the arrow keys of Present visit them.

type (
	// AddPin pins the present state under a name, DropPin removes a pin, MovePin moves it forward by one.
	AddPin  struct{ Name string }
	DropPin struct{ Index int }
	MovePin struct{ Index int }
	// OpenPin restores a pin; NextPin the one By places further, or moves along the run without pins.
	OpenPin struct{ Index int }
	NextPin struct{ By int }
	// ShowPin shows a state of a lesson's row; Text is the JSON of a link. The own row stays.
	ShowPin struct{ Text string }
	// KeepRow appends such a row to the own one.
	KeepRow struct{ Text string }
	// SharePins shares the row as one link, which starts at the first pin; SavePins saves it as a file.
	SharePins struct{}
	SavePins  struct{}
)

// handlePins handles the messages about pins.
func (s State) handlePins(m Msg) (State, []Command) {
	switch m := m.(type) {
	case AddPin:
		return s.addPin(m.Name)
	case DropPin:
		if m.Index >= 0 && m.Index < len(s.View.Pins) {
			s.View.Pins = slices.Delete(slices.Clone(s.View.Pins), m.Index, m.Index+1)
			s.Chrome.Pin, s.said = min(s.Chrome.Pin, len(s.View.Pins)-1), "The pin is taken out."
		}
		return s, s.remember()
	case MovePin:
		if k := m.Index; k > 0 && k < len(s.View.Pins) {
			s.View.Pins = slices.Clone(s.View.Pins)
			s.View.Pins[k-1], s.View.Pins[k] = s.View.Pins[k], s.View.Pins[k-1]
		}
		return s, s.remember()
	case NextPin:
		switch to := s.Chrome.Pin + m.By; {
		case len(s.View.Pins) == 0 && m.By > 0:
			return s.drive(Step{Unit: "inner"})
		case len(s.View.Pins) == 0:
			return s.drive(Back{})
		case to >= 0 && to < len(s.View.Pins):
			return s.openPin(to)
		}
		s.said = "There is no further pin."
	case OpenPin:
		if m.Index >= 0 && m.Index < len(s.View.Pins) {
			return s.openPin(m.Index)
		}
	case ShowPin:
		if r, err := recipe.ParseFile([]byte(m.Text)); err == nil {
			return s.openMoment(r)
		}
	case KeepRow:
		if r, err := recipe.ParseFile([]byte(m.Text)); err == nil {
			return s.keepPins(r.View.Pins, "The moments are kept in the link.")
		}
	case SharePins:
		s.setOmitted(outScreen, true)
		return s.share()
	case SavePins:
		if len(s.View.Pins) > 0 {
			r := s.View.Pins[0].Recipe.Recipe()
			r.View.Pins = s.View.Pins
			return s, s.saveState(r, "pins.json")
		}
	}
	return s, nil
}

// addPin pins the present state.
func (s State) addPin(name string) (State, []Command) {
	if s.Graph == nil || s.Frame == nil || s.Loading() {
		return s, nil
	}
	r := s.Link()
	r.View.Pins, r.View.Notes = nil, nil
	if name = strings.TrimSpace(name); name == "" {
		name = s.momentName()
	}
	return s.keepPins([]recipe.Moment{{Name: name, Recipe: recipe.TextOf(r)}}, "The moment is kept in the link.")
}

// keepPins appends pins, if a link can hold them, and announces said.
func (s State) keepPins(list []recipe.Moment, said string) (State, []Command) {
	before := s.View.Pins
	s.View.Pins = append(slices.Clip(s.View.Pins), list...)
	err := recipe.CheckPins(s.View.Pins)
	if err == nil {
		_, _, err = s.linkText(0)
	}
	if err != nil {
		s.View.Pins, s.Error = before, "Not kept as pins: the link with it would be refused, for "+err.Error()+"."
		s.said = s.Error
		return s, nil
	}
	s.Chrome.Pin, s.said = len(before), said
	return s, s.remember()
}

// momentName names the present state.
func (s *State) momentName() string {
	where := s.View.Panel
	if s.View.Panel == PanelStage {
		where = stage.Names[s.ShownStage()]
	}
	return clip(s.Graph.Name) + ", epoch " + itoa(s.Frame.Epoch) + ", " + where
}

// openPin opens pin k.
func (s State) openPin(k int) (State, []Command) {
	name := s.View.Pins[k].Name
	s, cmds := s.openMoment(s.View.Pins[k].Recipe.Recipe())
	s.Chrome.Pin, s.said = k, name
	return s, cmds
}

// openMoment opens a state as a link does; row and notes stay.
func (s State) openMoment(r recipe.Recipe) (State, []Command) {
	r.View.Pins, r.View.Notes = s.View.Pins, s.View.Notes
	if r.View.Theme == "" {
		r.View.Theme = s.View.Theme
	}
	r.Version = recipe.Version
	return s.openLink(r)
}

// olderRow reports whether a row is a prefix of another, as in an earlier history entry. Content counts, not names alone.
func olderRow(row, now []recipe.Moment) bool {
	if len(row) > len(now) {
		return false
	}
	a, failed := json.Marshal(row) // nil and empty parts are equal
	b, err := json.Marshal(now[:len(row)])
	return failed == nil && err == nil && (len(row) == 0 || bytes.Equal(a, b))
}

// MenuPins is the name of the panel with the row.
const MenuPins = "pins"

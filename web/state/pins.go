package state

import (
	"bytes"
	"slices"
	"strings"

	"sheafscope/core/json"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/recipe"
)

// Pins are moments that a lecturer keeps in a row. They are in the link, as notes are; in Present the arrows go through them.

type (
	// AddPin keeps the moment on the screen under a name, DropPin takes one out of the row, MovePin puts it one place further.
	AddPin  struct{ Name string }
	DropPin struct{ Index int }
	MovePin struct{ Index int }
	// OpenPin shows a moment again; NextPin the one By places further on, and moves along the run where there are no pins.
	OpenPin struct{ Index int }
	NextPin struct{ By int }
	// ShowPin shows a moment of a row that the page brings along, a lesson: Text is the JSON of a link. The own row stays.
	ShowPin struct{ Text string }
	// KeepRow puts such a row behind the own one: Text is the JSON of a link with pins.
	KeepRow struct{ Text string }
	// SharePins shares the row as one link, that begins with the first moment; SavePins saves it as a file.
	SharePins struct{}
	SavePins  struct{}
)

// pinning answers the messages about pins.
func (s State) pinning(m Msg) (State, []Command) {
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
		s.goesWithout(outScreen, true)
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

// addPin keeps the moment on the screen.
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

// keepPins puts moments behind those of the row, where a link with all of them may be as long as it is, and says so.
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

// momentName names the moment on the screen.
func (s *State) momentName() string {
	where := s.View.Panel
	if s.View.Panel == PanelStage {
		where = stage.Names[s.ShownStage()]
	}
	return clip(s.Graph.Name) + ", epoch " + itoa(s.Frame.Epoch) + ", " + where
}

// openPin opens moment k of the row.
func (s State) openPin(k int) (State, []Command) {
	name := s.View.Pins[k].Name
	s, cmds := s.openMoment(s.View.Pins[k].Recipe.Recipe())
	s.Chrome.Pin, s.said = k, name
	return s, cmds
}

// openMoment opens a moment as a link does; row and notes stay.
func (s State) openMoment(r recipe.Recipe) (State, []Command) {
	r.View.Pins, r.View.Notes = s.View.Pins, s.View.Notes
	if r.View.Theme == "" {
		r.View.Theme = s.View.Theme
	}
	r.Version = recipe.Version
	return s.openLink(r)
}

// olderRow reports whether a row is the beginning of another, as in an earlier entry of the history. Names alone do not count: another
// row may use the same.
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

package state

import (
	"bytes"
	"slices"
	"strings"

	"sheafscope/core/json"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/recipe"
)

// This file handles pins. A pin is a state of the page under a name. The user pins states in a row, for a lecture, in which the arrow keys
// open one pin after the other. Links contain the row.

// Messages about pins. An Index counts from 0.
type (
	// AddPin pins the present state under a name. DropPin removes a pin. MovePin exchanges a pin with its predecessor.
	AddPin  struct{ Name string }
	DropPin struct{ Index int }
	MovePin struct{ Index int }
	// OpenPin opens a pin. NextPin moves By places along the row from the pin that was shown last, and opens the pin there. If the row has no
	// pin, NextPin moves one inner step along the run: forward for By > 0, back for By < 0.
	OpenPin struct{ Index int }
	NextPin struct{ By int }
	// ShowPin opens a pin of a lesson (assets/lessons). Text is the recipe of the pin as JSON. The user's row stays.
	ShowPin struct{ Text string }
	// KeepRow appends the pins of a lesson to the user's row. Text is a recipe with these pins as JSON.
	KeepRow struct{ Text string }
	// SharePins shares the row as one link, which opens the first pin. SavePins saves the row as a file.
	SharePins struct{}
	SavePins  struct{}
)

// handlePins handles the messages about pins. It ignores an index outside the row, MovePin of the first pin, a text that is not a recipe,
// and SavePins without a pin. NextPin beyond an end of the row opens nothing, and announces that no further pin exists.
func (s State) handlePins(m Msg) (State, []Command) {
	pins := s.View.Pins
	switch m := m.(type) {
	// Changes of the row. They are written into the address at once.
	case AddPin:
		return s.addPin(m.Name)
	case DropPin:
		if m.Index >= 0 && m.Index < len(pins) {
			s.View.Pins = slices.Delete(slices.Clone(pins), m.Index, m.Index+1) // a copy, since states share the row
			s.said = "The pin is taken out."
			if m.Index <= s.Chrome.Pin { // so that NextPin opens the pin after the removed one
				s.Chrome.Pin--
			}
		}
		return s, s.remember()
	case MovePin:
		if k := m.Index; k > 0 && k < len(pins) {
			s.View.Pins = slices.Clone(pins)
			s.View.Pins[k-1], s.View.Pins[k] = pins[k], pins[k-1]
			switch s.Chrome.Pin { // the shown pin moves with the row
			case k:
				s.Chrome.Pin = k - 1
			case k - 1:
				s.Chrome.Pin = k
			}
		}
		return s, s.remember()

	// The pins of the row, and of a lesson.
	case NextPin:
		next := s.Chrome.Pin + m.By
		if next >= 0 && next < len(pins) {
			return s.openPin(next)
		}
		s.said = "There is no further pin."
	case OpenPin:
		if m.Index >= 0 && m.Index < len(pins) {
			return s.openPin(m.Index)
		}
	case ShowPin:
		r, err := recipe.ParseFile([]byte(m.Text))
		if err == nil {
			return s.openMoment(r)
		}
	case KeepRow:
		r, err := recipe.ParseFile([]byte(m.Text))
		if err == nil {
			return s.keepPins(r.View.Pins, "The moments are kept in the link.")
		}

	// The whole row, as a link or as a file.
	case SharePins:
		s.omit(outScreen) // the link has the first pin in place of the state on the screen
		return s.share()
	case SavePins:
		if len(pins) > 0 {
			r := pins[0].Recipe.Recipe() // the file opens the first pin
			r.View.Pins = pins
			return s, s.saveState(r, "pins.json")
		}
	}
	return s, nil
}

// withoutRow returns the move along the run for NextPin in an empty row, and m itself for any other message.
func (s *State) withoutRow(m Msg) Msg {
	next, ok := m.(NextPin)
	switch {
	case !ok || len(s.View.Pins) > 0:
		return m
	case next.By > 0:
		return Step{Unit: "inner"}
	}
	return Back{}
}

// addPin pins the present state under a name, or under momentName if the name is blank. Before there is a run, and during a load, nothing
// is pinned, and an error is shown.
func (s State) addPin(name string) (State, []Command) {
	if s.Graph == nil || s.Frame == nil || s.Loading() {
		s.Error = "Nothing was pinned: the run is not ready yet."
		s.said = s.Error
		return s, nil
	}
	r := s.Link()
	r.View.Pins, r.View.Notes = nil, nil // a pin must not contain pins; the notes belong to the page
	pinName := strings.TrimSpace(name)
	if pinName == "" {
		pinName = s.momentName()
	}
	return s.keepPins([]recipe.Moment{{Name: pinName, Recipe: recipe.TextOf(r)}}, "The moment is kept in the link.")
}

// keepPins appends pins to the row, and makes the announcement. The first new pin becomes the pin that was shown last. If a link cannot
// hold the longer row, the row stays as before, and an error is shown.
func (s State) keepPins(list []recipe.Moment, announcement string) (State, []Command) {
	before := s.View.Pins
	s.View.Pins = append(slices.Clip(s.View.Pins), list...)
	err := recipe.CheckPins(s.View.Pins)
	if err == nil {
		_, _, err = s.linkText(0) // 0: without the files of the graph
	}
	if err != nil {
		s.View.Pins, s.Error = before, "Not kept as pins: the link would be refused, for "+err.Error()+"."
		s.said = s.Error
		return s, nil
	}
	s.Chrome.Pin, s.said = len(before), announcement
	return s, s.remember()
}

// momentName returns a name for the present state: graph, epoch, and stage or panel, for example "Karate, epoch 60, edge".
func (s *State) momentName() string {
	panel := s.View.Panel
	if panel == PanelStage {
		panel = stage.Names[s.ShownStage()]
	}
	return clip(s.Graph.Name) + ", epoch " + itoa(s.Frame.Epoch) + ", " + panel
}

// openPin opens pin k, counted from 0, and announces its name. If the pin must wait, for example for its files, the reason is announced.
func (s State) openPin(k int) (State, []Command) {
	name := s.View.Pins[k].Name
	s, cmds := s.openMoment(s.View.Pins[k].Recipe.Recipe())
	s.Chrome.Pin = k
	if s.Waits == nil {
		s.said = name
	}
	return s, cmds
}

// openMoment opens a pinned state like a link. It ends a change by hand. The user's row and notes stay, and the theme stays if the pin has
// none.
func (s State) openMoment(r recipe.Recipe) (State, []Command) {
	s.putBack()
	r.View.Pins, r.View.Notes = s.View.Pins, s.View.Notes
	if r.View.Theme == "" {
		r.View.Theme = s.View.Theme
	}
	r.Version = recipe.Version // only a recipe with a version also sets the view
	return s.openLink(r)
}

// olderRow reports whether the row of a link is a prefix of the present row: then it may be an earlier version of the present row. Two pins
// are equal if their names and recipes are equal as JSON.
func olderRow(row, present []recipe.Moment) bool {
	if len(row) == 0 {
		return true
	}
	if len(row) > len(present) {
		return false
	}
	a, errRow := json.Marshal(row)
	b, errPresent := json.Marshal(present[:len(row)])
	return errRow == nil && errPresent == nil && bytes.Equal(a, b)
}

// opens reports whether the recipe r has the state of a pin, except for the known length of the curves.
func opens(r recipe.Recipe, pin recipe.Moment) bool {
	r.View.Pins, r.View.Notes = nil, nil
	r.View.Known, pin.Recipe.View.Known = 0, 0
	return olderRow([]recipe.Moment{{Name: pin.Name, Recipe: recipe.TextOf(r)}}, []recipe.Moment{pin})
}

// MenuPins is the name of the menu with the row.
const MenuPins = "pins"

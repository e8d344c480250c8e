package state

import (
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/choice"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// This file handles the notes that the user writes about parts of the page. Links contain them. The Pin of a note is a text that names its
// subject, for example a node, an edge or a figure. It is not a pin of the user's row (pins.go).

// Messages about notes. An Index counts from 0.
type (
	// AddNote writes a note about the subject that Pin names ([recipe.ParsePin]).
	AddNote struct{ Pin, Text string }
	// EditNote changes the text of a note. A blank text deletes the note.
	EditNote struct {
		Index int
		Text  string
	}
	// OpenNote shows the subject of a note at the position at which the note was written.
	OpenNote struct{ Index int }
)

// handleNotes handles the messages about notes. It ignores an index without a note. It adds and opens notes only if the graph has a run and
// no load is under way.
func (s State) handleNotes(m Msg) (State, []Command) {
	switch m := m.(type) {
	case AddNote:
		if s.Graph == nil || s.Frame == nil || s.Loading() {
			return s, nil
		}
		n := recipe.Note{Pin: m.Pin, Text: strings.TrimSpace(m.Text), Position: s.Frame.Position}
		// If a link cannot hold the note, setNotes shows the reason.
		if s.setNotes(append(slices.Clip(s.View.Notes), n)) {
			s.said = "The note is kept in the link."
		}
		return s, s.remember()
	case EditNote:
		if m.Index < 0 || m.Index >= len(s.View.Notes) {
			return s, nil
		}
		text, notes := strings.TrimSpace(m.Text), slices.Clone(s.View.Notes)
		if text == "" {
			s.View.Notes, s.said = append(notes[:m.Index], notes[m.Index+1:]...), "The note is deleted."
			return s, s.remember()
		}
		notes[m.Index].Text = text
		if s.setNotes(notes) {
			s.said = "The note is changed."
		}
		return s, s.remember()
	case OpenNote:
		hasRun := s.Graph != nil && s.Frame != nil && !s.Loading()
		if hasRun && m.Index >= 0 && m.Index < len(s.View.Notes) {
			return s.openNote(s.View.Notes[m.Index])
		}
	}
	return s, nil
}

// remember returns the commands that write the link into the address at once, so that a typed note is not lost. It returns nil if the
// address must stay as it is, and if it already has the link.
func (s *State) remember() []Command {
	key := s.AddressKey()
	if key == "" || s.Device.Holds(key) {
		return nil
	}
	return s.writeAddress(replaceEntry)
}

// setNotes sets the notes and reports whether a link can hold them. If a link cannot, the previous notes stay, and the reason is shown.
func (s *State) setNotes(list []recipe.Note) bool {
	before := s.View.Notes
	s.View.Notes = list
	err := recipe.CheckNotes(list)
	if err == nil {
		_, _, err = s.linkText(0) // 0: without the files of the graph
	}
	if err != nil {
		s.View.Notes, s.Error = before, "The note was not taken: the link with it would be refused, for "+err.Error()+"."
		s.said = s.Error
	}
	return err == nil
}

// openNote selects the subject of a note, and moves the run to the position at which the note was written. A note with an invalid pin does
// nothing.
func (s State) openNote(n recipe.Note) (State, []Command) {
	pin, err := recipe.ParsePin(n.Pin)
	if err != nil {
		return s, nil
	}

	var cmds []Command
	s.View.Full = "" // a view that fills the page would cover the subject
	switch pin.Kind {
	case recipe.PinNode:
		s, cmds = s.view(PickNode{choice.Of(pin.A)})
	case recipe.PinEdge: // the edge exists, see fitting
		s, cmds = s.view(PickEdge{choice.Of(edgeOf(s.Graph, pin.A, pin.B))})
	case recipe.PinEigen: // pins number eigenvectors from 1
		k := pin.A - 1
		if s.Eigen() != k { // PickEigen would clear the selection of a selected eigenvector
			s, cmds = s.view(PickEigen{k})
		}
		s.Chrome.Tab = "charts"
	default:
		s, cmds = s.openFigureOfNote(pin.Figure)
	}

	// A run that is paused at the position of the note does not move.
	if n.Position != s.Frame.Position || s.Busy() {
		next, more := s.drive(Seek{n.Position})
		return next, append(cmds, more...)
	}
	return s, cmds
}

// openFigureOfNote opens the stage, the panel or the tab with a figure that a note names: "stage-4", a panel such as "claims", or "graph".
// Every other figure is on the tab of the charts.
func (s State) openFigureOfNote(figure string) (State, []Command) {
	number, namesStage := strings.CutPrefix(figure, PanelStage+"-")
	k, _ := strconv.Atoi(number) // 0, which is no stage, for a text that is not a number
	switch {
	case namesStage && k > 0 && k < len(stage.Names):
		return s.view(PickStage{k})
	case slices.Contains(panels(), figure):
		return s.view(SetPanel{figure})
	case figure == "graph":
		s.Chrome.Tab = "graph"
	default:
		s.Chrome.Tab = "charts"
	}
	return s, nil
}

// movedNotes returns a copy of the notes in which the pins have the new numbers of the nodes after an edit. find returns the new number of
// a node, −1 for a deleted node. The pin of a deleted node becomes invalid, and function fitting replaces it afterwards.
func movedNotes(list []recipe.Note, find func(int) int) []recipe.Note {
	out := slices.Clone(list)
	for k := range out {
		pin, err := recipe.ParsePin(out[k].Pin)
		hasNode := pin.Kind == recipe.PinNode || pin.Kind == recipe.PinEdge
		if err != nil || !hasNode {
			continue
		}
		pin.A = find(pin.A)
		if pin.Kind == recipe.PinEdge {
			pin.B = find(pin.B)
		}
		out[k].Pin = pin.String()
	}
	return out
}

// fitting returns the notes for a graph. If the graph lacks the node or the edge of a note, or if the pin is invalid, the note becomes a
// note about the whole graph. The result is the list itself if no note changes.
func fitting(list []recipe.Note, g *proto.GraphInfo) []recipe.Note {
	out, copied := list, false // states share the list: it is copied before the first change
	for k, n := range list {
		pin, err := recipe.ParsePin(n.Pin)
		if err == nil && hasSubject(g, pin) {
			continue
		}
		if !copied {
			out, copied = slices.Clone(list), true
		}
		out[k].Pin = recipe.Pin{Kind: recipe.PinFigure, Figure: "graph"}.String()
	}
	return out
}

// hasSubject reports whether a graph has the node or the edge of a pin. A pin to anything else fits every graph.
func hasSubject(g *proto.GraphInfo, pin recipe.Pin) bool {
	switch pin.Kind {
	case recipe.PinNode:
		return pin.A < g.N
	case recipe.PinEdge:
		return edgeOf(g, pin.A, pin.B) >= 0
	}
	return true
}

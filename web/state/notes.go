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

// Messages about notes.
type (
	// AddNote writes a note about the subject that Pin names ([recipe.ParsePin]).
	AddNote struct{ Pin, Text string }
	// EditNote changes the text of a note. An empty text deletes the note.
	EditNote struct {
		Index int
		Text  string
	}
	// OpenNote shows the subject of a note at the position at which the note was written.
	OpenNote struct{ Index int }
)

// handleNotes handles the messages about notes.
func (s State) handleNotes(m Msg) (State, []Command) {
	switch m := m.(type) {
	case AddNote:
		if s.Graph == nil || s.Frame == nil || s.Loading() {
			return s, nil
		}
		n := recipe.Note{Pin: m.Pin, Text: strings.TrimSpace(m.Text), Position: s.Frame.Position}
		if s.setNotes(append(slices.Clip(s.View.Notes), n)) {
			s.said = "The note is kept in the link."
		}
		return s, s.remember()
	case EditNote:
		if m.Index < 0 || m.Index >= len(s.View.Notes) {
			return s, nil
		}
		text, list := strings.TrimSpace(m.Text), slices.Clone(s.View.Notes)
		if text == "" {
			s.View.Notes, s.said = append(list[:m.Index], list[m.Index+1:]...), "The note is deleted."
			return s, s.remember()
		}
		list[m.Index].Text = text
		if s.setNotes(list) {
			s.said = "The note is changed."
		}
		return s, s.remember()
	case OpenNote:
		if m.Index >= 0 && m.Index < len(s.View.Notes) && s.Graph != nil && s.Frame != nil && !s.Loading() {
			return s.openNote(s.View.Notes[m.Index])
		}
	}
	return s, nil
}

// remember writes the link into the address at once, if it may change: a typed note must not wait.
func (s *State) remember() []Command {
	if key := s.AddressKey(); key == "" || s.Device.Holds(key) {
		return nil
	}
	return s.writeAddress(replaceEntry)
}

// setNotes sets the notes and reports whether a link can hold them. If it cannot, the notes stay as they were, and the reason is announced.
func (s *State) setNotes(list []recipe.Note) bool {
	err := recipe.CheckNotes(list)
	before := s.View.Notes
	if s.View.Notes = list; err == nil {
		_, _, err = s.linkText(0)
	}
	if err != nil {
		s.View.Notes, s.Error = before, "The note was not taken: the link with it would be refused, for "+err.Error()+"."
		s.said = s.Error
	}
	return err == nil
}

// openNote shows the subject of a note at the note's position.
func (s State) openNote(n recipe.Note) (State, []Command) {
	p, err := recipe.ParsePin(n.Pin)
	if err != nil {
		return s, nil
	}
	var cmds []Command
	s.View.Full = ""
	switch p.Kind {
	case recipe.PinNode:
		s, cmds = s.view(PickNode{choice.Of(p.A)})
	case recipe.PinEdge:
		s, cmds = s.view(PickEdge{choice.Of(edgeOf(s.Graph, p.A, p.B))})
	case recipe.PinEigen:
		if s.Eigen() != p.A-1 {
			s, cmds = s.view(PickEigen{p.A - 1})
		}
		s.Chrome.Tab = "charts"
	default:
		number, isStage := strings.CutPrefix(p.Figure, PanelStage+"-")
		k, _ := strconv.Atoi(number)
		switch {
		case isStage && k > 0 && k < len(stage.Names):
			s, cmds = s.view(PickStage{k})
		case slices.Contains(panels(), p.Figure):
			s, cmds = s.view(SetPanel{p.Figure})
		case p.Figure == "graph":
			s.Chrome.Tab = "graph"
		default:
			s.Chrome.Tab = "charts"
		}
	}
	if n.Position != s.Frame.Position || s.Busy() {
		next, more := s.drive(Seek{n.Position})
		return next, append(cmds, more...)
	}
	return s, cmds
}

// movedNotes renumbers the pins of notes after an edit; find returns a node's new number, −1 for a deleted one.
func movedNotes(list []recipe.Note, find func(int) int) []recipe.Note {
	list = slices.Clone(list)
	for k := range list {
		p, err := recipe.ParsePin(list[k].Pin)
		if err != nil || p.Kind != recipe.PinNode && p.Kind != recipe.PinEdge {
			continue
		}
		if p.A = find(p.A); p.Kind == recipe.PinEdge {
			p.B = find(p.B)
		}
		list[k].Pin = p.String()
	}
	return list
}

// fitting returns the notes. A note about a node or an edge that the graph does not have becomes a note about the graph.
func fitting(list []recipe.Note, g *proto.GraphInfo) []recipe.Note {
	var out []recipe.Note
	for k, n := range list {
		p, err := recipe.ParsePin(n.Pin)
		if err == nil && (p.Kind != recipe.PinNode || p.A < g.N) && (p.Kind != recipe.PinEdge || edgeOf(g, p.A, p.B) >= 0) {
			continue
		}
		if out == nil {
			out = slices.Clone(list)
		}
		out[k].Pin = recipe.Pin{Kind: recipe.PinFigure, Figure: "graph"}.String()
	}
	if out == nil {
		return list
	}
	return out
}

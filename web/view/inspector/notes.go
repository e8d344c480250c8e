package inspector

// This file has the section of the panel with the reader's notes.

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Notes is the data of the section with the reader's findings. A finding is a note with a pin, and the pin identifies the subject of the
// note: a node, an edge, an eigenvalue or a figure.
type Notes struct {
	// About lists the possible subjects of a new note as pairs of pin and name. The first pair is the subject of the shown panel, unless it is
	// the panel of a node or an edge and none is selected.
	About [][2]string `json:"about"`
	List  []NoteRow   `json:"list"` // the notes that the reader has written
	Most  int         `json:"most"` // the largest number of characters of a note
}

// NoteRow is a note of the reader: its pin, such as "node:5" or "edge:3-7", the name of the pin's subject, and the text of the note. When
// has the number of finished epochs at the note's position, such as "epoch 4". For a position that the run has not reached, it is
// "after epoch 4" with the last finished epoch.
type NoteRow struct {
	Pin  string `json:"pin"`
	Name string `json:"name"`
	Text string `json:"text"`
	When string `json:"when"`
}

// notesFigure returns the section with the notes, which is the last section of every panel outside the level Learn. It returns nil if the
// page shows a single figure.
func notesFigure(s *state.State) []view.Figure {
	if s.Figure.Name != "" {
		return nil
	}
	n := Notes{List: noteRows(s), Most: recipe.MaxNoteText}

	// The subjects of a new note: the shown object, the selected eigenvalue, and the figures beside the panel.
	pins := []recipe.Pin{figurePin(s.View.Panel), {}, figurePin("graph"), figurePin("spectrum"), figurePin("training"), figurePin("bound")}
	object := &pins[0]
	switch s.View.Panel {
	case state.PanelNode:
		*object = recipe.Pin{}
		if s.Node() >= 0 {
			*object = recipe.Pin{Kind: recipe.PinNode, A: s.Node()}
		}
	case state.PanelEdge:
		*object = recipe.Pin{}
		if s.Edge() >= 0 {
			i, j := s.Graph.Ends(s.Edge())
			*object = recipe.Pin{Kind: recipe.PinEdge, A: i, B: j}
		}
	case state.PanelStage:
		object.Figure += "-" + view.Int(s.ShownStage())
	}
	if s.Eigen() >= 0 { // pins count eigenvalues from 1
		pins[1] = recipe.Pin{Kind: recipe.PinEigen, A: s.Eigen() + 1}
	}
	for _, p := range pins {
		if p.Kind != "" { // "" for an object or an eigenvalue that is not selected
			n.About = append(n.About, [2]string{p.String(), pinName(s, p)})
		}
	}
	return []view.Figure{{ID: "notes", Title: "Findings", Sub: "notes of yours, kept in the link", TestID: "notes", Data: n}}
}

// figurePin returns the pin of the figure or panel with a name.
func figurePin(name string) recipe.Pin { return recipe.Pin{Kind: recipe.PinFigure, Figure: name} }

// noteRows returns the notes of the page's address. It omits a note whose pin is malformed.
func noteRows(s *state.State) []NoteRow {
	rows := make([]NoteRow, 0, len(s.View.Notes))
	for _, note := range s.View.Notes {
		pin, err := recipe.ParsePin(note.Pin)
		if err != nil {
			continue
		}
		epoch := "epoch " + view.Int(int(s.EpochAt(note.Position))) // rounded down to the finished epochs
		if note.Position > s.MaxPosition {                          // for example a note of an opened link
			epoch = "after " + epoch
		}
		rows = append(rows, NoteRow{note.Pin, pinName(s, pin), note.Text, epoch})
	}
	return rows
}

// pinName returns the name of a pin's subject, for example "Node 5" or "Stage 3, JKO step". A figure that is no stage has its own name:
// "The spectrum".
func pinName(s *state.State, p recipe.Pin) string {
	switch p.Kind {
	case recipe.PinNode:
		return "Node " + view.NodeName(s, p.A)
	case recipe.PinEdge:
		return "Edge " + view.NodeName(s, p.A) + " – " + view.NodeName(s, p.B)
	case recipe.PinEigen:
		return "Eigenvalue λ" + view.Int(p.A)
	}

	// The pin of stage 3 has the name "stage-3". Any other name belongs to a panel or a figure.
	for k, name := range stage.Names {
		if p.Figure == state.PanelStage+"-"+view.Int(k) {
			return "Stage " + view.Int(k) + ", " + name
		}
	}
	return "The " + p.Figure
}

package inspector

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Notes is the section for the reader's findings.
type Notes struct {
	// About are the pins that a note can have here, as pairs of pin and name; the first is the shown object.
	About [][2]string `json:"about"`
	List  []NoteRow   `json:"list"`
	Most  int         `json:"most"` // characters of a text
}

// NoteRow is a finding: its pin, the pin's name, its text and its epoch.
type NoteRow struct {
	Pin  string `json:"pin"`
	Name string `json:"name"`
	Text string `json:"text"`
	When string `json:"when"`
}

// notesFigure returns the section, which is below every panel of a whole page.
func notesFigure(s *state.State) []view.Figure {
	if s.Figure.Name != "" {
		return nil
	}
	n := Notes{List: noteRows(s), Most: recipe.MaxNoteText}
	add := func(p recipe.Pin) { n.About = append(n.About, [2]string{p.String(), pinName(s, p)}) }
	switch g := s.Graph; {
	case s.View.Panel == state.PanelNode && s.Node() >= 0:
		add(recipe.Pin{Kind: recipe.PinNode, A: s.Node()})
	case s.View.Panel == state.PanelEdge && s.Edge() >= 0:
		i, j := g.Ends(s.Edge())
		add(recipe.Pin{Kind: recipe.PinEdge, A: i, B: j})
	case s.View.Panel == state.PanelStage:
		add(figurePin(state.PanelStage + "-" + view.Int(s.ShownStage())))
	case s.View.Panel != state.PanelNode && s.View.Panel != state.PanelEdge:
		add(figurePin(s.View.Panel))
	}
	if s.Eigen() >= 0 {
		add(recipe.Pin{Kind: recipe.PinEigen, A: s.Eigen() + 1})
	}
	for _, name := range []string{"graph", "spectrum", "training", "bound"} {
		add(figurePin(name))
	}
	return []view.Figure{{ID: "notes", Title: "Findings", Sub: "notes of yours, kept in the link", TestID: "notes", Data: n}}
}

func figurePin(name string) recipe.Pin { return recipe.Pin{Kind: recipe.PinFigure, Figure: name} }

func noteRows(s *state.State) []NoteRow {
	rows := make([]NoteRow, 0, len(s.View.Notes))
	for _, n := range s.View.Notes {
		if p, err := recipe.ParsePin(n.Pin); err == nil {
			rows = append(rows, NoteRow{n.Pin, pinName(s, p), n.Text, "epoch " + view.Int(int(s.EpochAt(n.Position)))})
		}
	}
	return rows
}

// pinName returns the subject of a note in words.
func pinName(s *state.State, p recipe.Pin) string {
	switch p.Kind {
	case recipe.PinNode:
		return "Node " + view.NodeName(s, p.A)
	case recipe.PinEdge:
		return "Edge " + view.NodeName(s, p.A) + " – " + view.NodeName(s, p.B)
	case recipe.PinEigen:
		return "Eigenvalue λ" + view.Int(p.A)
	}
	for k, name := range stage.Names {
		if p.Figure == state.PanelStage+"-"+view.Int(k) {
			return "Stage " + view.Int(k) + ", " + name
		}
	}
	return "The " + p.Figure
}

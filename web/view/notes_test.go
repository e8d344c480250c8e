package view_test

import (
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
)

// notesOf returns the notes, which are the last section of a panel.
func notesOf(t *testing.T, s *state.State) inspector.Notes {
	t.Helper()
	list := inspector.New(s).Body.Figures
	n, ok := list[len(list)-1].Data.(inspector.Notes)
	if !ok {
		t.Fatalf("panel %s ends with %s", s.View.Panel, list[len(list)-1].ID)
	}
	return n
}

// Below each of four panels, the first subject of a new note is the subject of the panel. If an eigenvalue is selected, it is the second
// subject. Each subject is a valid pin. The three notes are listed with their epoch, the last of them after the reached epochs. The section
// has the limit of characters. A page with a single figure has no notes.
func TestNotesSection(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{Edge: 3, Node: 8, Spectrum: true})
	s.View.Notes = []recipe.Note{{Pin: "edge:0-8", Text: "far", Position: 1},
		{Pin: "figure:stage-6", Text: "smooth", Position: s.Frame.Position}, {Pin: "node:3", Text: "late", Position: 1000}}
	for panel, subject := range map[string]string{state.PanelNode: "node:7", state.PanelStage: "figure:stage-10",
		state.PanelClaims: "figure:claims",
		state.PanelEdge:   recipe.Pin{Kind: recipe.PinEdge, A: int(s.Graph.Edges[4]), B: int(s.Graph.Edges[5])}.String()} {
		s.View.Panel, s.View.Node, s.View.Edge, s.View.Eigen = panel, 0, 0, 0
		// What the panel shows. Choices count from 1: choice 8 is node 7, choice 3 is edge 2 with the ends Edges[4] and Edges[5].
		switch panel {
		case state.PanelNode:
			s.View.Node = 8
		case state.PanelEdge:
			s.View.Edge = 3
		case state.PanelStage:
			s.View.Eigen = 2
		}
		n := notesOf(t, s)
		if n.About[0][0] != subject || (s.Eigen() == 1) != (n.About[1] == [2]string{"eigen:2", "Eigenvalue λ2"}) || n.Most != recipe.MaxNoteText {
			t.Errorf("%s: the subjects are %v, want %s first; at most %d characters", panel, n.About, subject, n.Most)
		}
		// All subjects are pins, and the notes are listed.
		for _, q := range n.About {
			if _, err := recipe.ParsePin(q[0]); err != nil {
				t.Errorf("%s offers %q: %v", panel, q, err)
			}
		}
		if len(n.List) != 3 || n.List[0].When != "epoch 0" || n.List[1].When != "epoch 1" || n.List[1].Name != "Stage 6, Diffusion" ||
			n.List[2].When != "after epoch 1" {
			t.Errorf("%s lists %+v", panel, n.List)
		}
	}
	s.Figure.Name = "spectrum"
	for _, f := range inspector.New(s).Body.Figures {
		if f.Kind == "notes" {
			t.Error("a page with a single figure has notes")
		}
	}
}

// The report has a part for every stage, with the sentence of its panel and as many figures, not counting the notes. The title is the name
// of the graph. The report has the claims only if they belong to the position. At the level Learn it is the same. Without a run there is no
// report.
func TestReportHasEveryStage(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{Edge: 3, Node: 8, Spectrum: true}, frame.Once{Claims: true})
	s.Claims, s.ClaimsAt = s.Frame.Claims, s.Frame.Position
	// The claims of the position, and then of another position.
	r := inspector.NewReport(s)
	if len(r.Claims) != len(s.Claims) || len(r.Claims) == 0 {
		t.Errorf("the report has %d claims, want %d, and more than 0", len(r.Claims), len(s.Claims))
	}
	s.ClaimsAt--
	if old := inspector.NewReport(s); len(old.Claims) != 0 {
		t.Error("the report has the claims of another position")
	}
	if len(r.Parts) != len(stage.Names)-1 || r.Title != s.Graph.Name {
		t.Fatalf("the report %q has %d parts, want %q with %d", r.Title, len(r.Parts), s.Graph.Name, len(stage.Names)-1)
	}
	// Each part has the sentence of the panel of its stage, and the number of its figures.
	for k, p := range r.Parts {
		s.View.Panel, s.View.Stage = state.PanelStage, k+1
		v := inspector.New(s)
		want := len(v.Body.Figures) - 1
		if k+1 == stage.Posterior { // the report has the bars of the bound here, which the page shows in the strip of charts
			want++
		}
		if p.Lead != view.Plain(v.Lead) || p.Lead == "" || len(p.Body.Figures) != want {
			t.Errorf("stage %d: %q with %d figures, the panel %q with %d", k+1, p.Lead, len(p.Body.Figures), view.Plain(v.Lead), len(v.Body.Figures))
		}
	}
	// The level Learn has other panels, and the same report.
	s.View.Level = state.LevelLearn
	for k, p := range inspector.NewReport(s).Parts {
		if p.Lead != r.Parts[k].Lead || len(p.Body.Figures) != len(r.Parts[k].Body.Figures) {
			t.Errorf("stage %d at the level Learn: %q with %d figures", k+1, p.Lead, len(p.Body.Figures))
		}
	}
	if inspector.NewReport(&state.State{}) != nil {
		t.Error("there is a report without a run")
	}
}

package inspector

// This file has the view model of the printed report: the reader's notes, the panels of the stages, and the paper's claims.

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/stages"
)

// Printout is the view model of the printed report of a run. The program assets/lessons/report.js lays it out.
type Printout struct {
	// Title is the name of the graph. Notes are the reader's notes, and Parts are the panels of the stages.
	Title string       `json:"title"`
	Notes []NoteRow    `json:"notes"`
	Parts []ReportPart `json:"parts"`
	// Claims are the claims evaluated at the present position. The list is nil for a peer (a model other than SGPC, the model of the
	// paper), and until the claims are evaluated at this position.
	Claims []ClaimRow `json:"claims,omitempty"`
}

// ReportPart is the part of the report about a stage.
type ReportPart struct {
	// Title is the number and the name of the stage. Lead is its sentence without bold marks, and Body has its figures.
	Title string    `json:"title"`
	Lead  string    `json:"lead"`
	Body  view.Body `json:"body"`
}

// NewReport returns the report of the run, or nil if no run is loaded. The parts of the report are the panels of the stages, so that report
// and page agree. Stages that the model lacks have no part.
func NewReport(s *state.State) *Printout {
	if s.Graph == nil || s.Frame == nil {
		return nil
	}
	report := &Printout{Title: s.Graph.Name, Notes: noteRows(s), Parts: []ReportPart{}}

	// t is a state with the panel of a stage open, at a level with the panels of stages. The name of a sole figure removes the section for
	// notes. Since no figure has the name "report", the panels keep all their figures.
	t := *s
	t.View.Level, t.View.Panel, t.Figure = state.LevelResearch, state.PanelStage, state.SoleFigure{Name: "report"}
	for k := 1; k < len(stage.Names); k++ {
		if stages.Missing(s, k) != "" { // the model lacks the stage: the text is the reason
			continue
		}
		t.View.Stage = k
		v := New(&t) // its title has two parts: the number and the name of the stage
		report.Parts = append(report.Parts, ReportPart{v.Title[0].Text + " " + v.Title[1].Text, view.Plain(v.Lead), v.Body})
	}
	// Claims of an earlier position could contradict the other parts of the report.
	claimsAreCurrent := s.Claims != nil && s.ClaimsAt == s.Frame.Position
	if claimsAreCurrent {
		for _, f := range claimsView(s).Body.Figures {
			if rows, ok := f.Data.([]ClaimRow); ok {
				report.Claims = append(report.Claims, rows...)
			}
		}
	}
	return report
}

package inspector

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/stages"
)

// Printout is the printed report of the loaded run; assets/lessons/report.js writes it, with the answers of window.sheafscope.
type Printout struct {
	Title string       `json:"title"`
	Notes []NoteRow    `json:"notes"`
	Parts []ReportPart `json:"parts"`
	// Claims are those evaluated at the present position, nil for none.
	Claims []ClaimRow `json:"claims,omitempty"`
}

// ReportPart is a stage of the run.
type ReportPart struct {
	Title string    `json:"title"`
	Lead  string    `json:"lead"`
	Body  view.Body `json:"body"`
}

// NewReport returns the report, nil without a run. Its stages are the page's panels, so that both agree.
func NewReport(s *state.State) *Printout {
	if s.Graph == nil || s.Frame == nil {
		return nil
	}
	r := &Printout{Title: s.Graph.Name, Notes: noteRows(s), Parts: []ReportPart{}}
	t := *s
	t.View.Panel, t.Figure = state.PanelStage, state.SoleFigure{Name: "report"}
	for k := 1; k < len(stage.Names); k++ {
		if stages.Missing(s, k) != "" {
			continue
		}
		t.View.Stage = k
		v := New(&t)
		r.Parts = append(r.Parts, ReportPart{v.Title[0].Text + " " + v.Title[1].Text, view.Plain(v.Lead), v.Body})
	}
	if s.Claims != nil && s.ClaimsAt == s.Frame.Position {
		for _, f := range claimsView(s).Body.Figures {
			if rows, ok := f.Data.([]ClaimRow); ok {
				r.Claims = append(r.Claims, rows...)
			}
		}
	}
	return r
}

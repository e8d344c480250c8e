package inspector

import (
	"math"
	"strings"

	"sheafscope/core/claims"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// ClaimRow is a row of the claims panel. Verdict is "holds", "fails", "empty" (the assumptions are not met, so that the sides
// prove nothing) or "open" (not evaluated).
type ClaimRow struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Text      string `json:"text"`
	Verdict   string `json:"verdict"`
	Left      view.F `json:"left"`
	Right     view.F `json:"right"`
	LeftName  string `json:"leftName"`
	RightName string `json:"rightName"`
	Relation  string `json:"relation"`
	// Where states the truth, Answer a possible answer of the authors, Reply our reply. Small is the smallest counterexample with
	// both sides.
	Where  string `json:"where"`
	Answer string `json:"answer"`
	Reply  string `json:"reply"`
	Small  string `json:"small,omitempty"`
	// Case is a run in which the claim fails, "" for none; Shows describes this run. Link offers it where the claim does not fail
	// on the present run.
	Case  string `json:"case,omitempty"`
	Shows string `json:"shows,omitempty"`
	Link  bool   `json:"link,omitempty"`
	// Here reports that the shown run is this case; the panel scrolls to the row.
	Here bool `json:"here,omitempty"`
}

// ClaimsFailing counts the claims that fail on the loaded run at their last evaluation, −1 before.
func ClaimsFailing(s *state.State) int {
	if s.Claims == nil || s.Peer() != "" {
		return -1
	}
	n := 0
	for _, c := range s.Claims {
		if fails(c) {
			n++
		}
	}
	return n
}

// fails reports whether a claim fails although its assumptions are met.
func fails(c claims.Claim) bool { return c.Evaluated && c.AssumptionsMet && !c.Holds }

// claimsView returns the panel of the claims.
func claimsView(s *state.State) view.Inspector {
	v := view.Inspector{Title: []view.TitlePart{{Text: "Claims of the paper", Slot: -2}}, Sub: "each is checked on the loaded run",
		TestID: "inspector-claims"}
	switch {
	case s.Peer() != "":
		v.Lead = view.Say("The claims are about the sheaf model; *", view.ModelName(s.Config.Model),
			"* has none that this page could check them on.")
		return v
	case s.Claims == nil && s.Frame != nil && s.Frame.Epoch == 0:
		v.Lead = view.Say("The claims are evaluated after the first epoch: *step an epoch* or run.")
		return v
	case s.Claims == nil:
		v.Lead = view.Say("The claims are being evaluated on this run.")
		return v
	}
	if s.Frame != nil && s.ClaimsAt != s.Frame.Position {
		v.Sub = "checked at an earlier position of this run"
	}
	rows := make([]ClaimRow, 0, len(s.Claims))
	failing, false0 := ClaimsFailing(s), 0
	sides := claims.Sides()
	cases, err := claims.Counterexamples()
	if err != nil {
		v.Sub = "the counterexamples could not be evaluated: " + err.Error()
	}
	for _, c := range s.Claims {
		name, text, ok := strings.Cut(c.Title, ": ")
		if !ok {
			name, text = c.Title, c.Statement
		}
		r := ClaimRow{ID: c.ID, Name: name, Text: text, Verdict: "holds", Left: view.F(c.LHS), Right: view.F(c.RHS), LeftName: sides[c.ID][0],
			RightName: sides[c.ID][1], Relation: c.Relation, Where: c.Note, Answer: c.Answer, Reply: c.Reply, Here: s.Case() == c.ID}
		switch {
		case !c.Evaluated:
			r.Verdict = "open"
		case !c.AssumptionsMet:
			r.Verdict = "empty"
		case !c.Holds:
			r.Verdict = "fails"
		}
		for _, x := range cases {
			if x.Claim == c.ID && !x.Holds {
				r.Small = "Smallest case: " + x.Title + ": " + view.Num(x.LHS) + " against " + view.Num(x.RHS) + ". " + x.Note
				break
			}
		}
		if x, ok := claims.CaseOf(c.ID); ok {
			r.Case, r.Shows, r.Link = x.Title, x.Shows, r.Verdict != "fails"
		}
		if r.Verdict != "fails" && (r.Case != "" || r.Small != "") {
			false0++
		}
		if math.IsNaN(c.LHS) || math.IsNaN(c.RHS) || math.IsInf(c.LHS, 0) || math.IsInf(c.RHS, 0) {
			r.Left, r.Right = 0, 0
		}
		rows = append(rows, r)
	}
	lead := []string{"*", view.Int(failing), "* of *", view.Int(len(rows)), "* claims fail on this run."}
	if false0 > 0 {
		lead = append(lead, " *", view.Int(false0), "* do not fail here, yet fail in the case that each names: holding once proves nothing.")
	}
	v.Lead = view.Say(lead...)
	v.Body.Figures = []view.Figure{{ID: "claims", Data: rows}}
	return v
}

package inspector

// This file has the panel of the paper's claims. A claim is an inequality of the paper with assumptions. Package core/claims evaluates it
// on the loaded run.

import (
	"math"
	"strings"

	"sheafscope/core/claims"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// ClaimRow is a row of the claims panel: one claim with its verdict on the loaded run. Text is the claim in words. Left, Relation and Right
// are the evaluated inequality, and LeftName and RightName are short names of its sides.
type ClaimRow struct {
	// ID identifies the claim in package claims, and Name is its short name, such as "Lemma 2".
	ID   string `json:"id"`
	Name string `json:"name"`
	Text string `json:"text"`
	// Verdict is one of four words:
	//   - "open": the run lacks the inputs of the check;
	//   - "empty": the run does not satisfy the assumptions of the claim, so that the inequality proves nothing;
	//   - "holds" or "fails": the inequality is true or false on the run.
	Verdict string `json:"verdict"`
	// Left and Right are both 0 if one of the sides is NaN or ±Inf.
	Left      view.F `json:"left"`
	Right     view.F `json:"right"`
	LeftName  string `json:"leftName"`
	RightName string `json:"rightName"`
	Relation  string `json:"relation"`
	// Where is the true form of the claim, with numbers of the run. For the verdict "open" it begins with the missing inputs.
	// Answer is a possible objection of the authors, and Reply is our reply.
	// Small describes the smallest known counterexample with the values of both sides. It is "" if none is known.
	Where  string `json:"where"`
	Answer string `json:"answer"`
	Reply  string `json:"reply"`
	Small  string `json:"small,omitempty"`
	// Case is the title of a known run on which the claim fails, and Shows is the reason. Both are "" if no such run is known.
	// Link reports that the page offers a link to that run, because the claim does not fail on the loaded run.
	Case  string `json:"case,omitempty"`
	Shows string `json:"shows,omitempty"`
	Link  bool   `json:"link,omitempty"`
	// Here reports that the loaded run is the run of Case. The panel then scrolls to the row.
	Here bool `json:"here,omitempty"`
}

// ClaimsFailing returns the number of claims that failed on the loaded run at their last evaluation. It returns −1 before the first
// evaluation. It also returns −1 for a peer, a model other than SGPC: the claims are about SGPC, the sheaf model of the paper.
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

// fails reports whether a claim was evaluated and is false although the run satisfies its assumptions.
func fails(c claims.Claim) bool { return c.Evaluated && c.AssumptionsMet && !c.Holds }

// claimsView returns the panel of the claims: a row for each claim, and a sentence that counts the false claims. It has only a sentence
// before the first evaluation, or for a peer.
func claimsView(s *state.State) view.Inspector {
	v := view.Inspector{Title: []view.TitlePart{{Text: "Claims of the paper", Slot: -2}}, Sub: "each is checked on the loaded run",
		TestID: "inspector-claims"}
	switch {
	case s.Peer() != "":
		v.Lead = view.Say("The claims are about the paper’s own model, not about *", view.ModelName(s.Config.Model), "*.")
		return v
	case s.Claims == nil && s.Frame != nil && s.Frame.Epoch == 0: // the run has not begun
		v.Lead = view.Say("The claims are evaluated after the first epoch: *step an epoch* or run.")
		return v
	case s.Claims == nil:
		v.Lead = view.Say("The claims have not been evaluated on this run yet.")
		return v
	}

	// The claims are evaluated in the background: the shown verdicts may belong to an earlier or, after a move back, to a later position.
	if s.Frame != nil && s.ClaimsAt != s.Frame.Position {
		v.Sub = "checked at another position of this run"
	}

	// If the evaluation of a counterexample fails, cases has only the counterexamples before it.
	sides := claims.Sides()
	cases, err := claims.Counterexamples()
	if err != nil {
		v.Sub = "the counterexamples could not be evaluated: " + err.Error()
	}
	rows := make([]ClaimRow, 0, len(s.Claims))
	failElsewhere := 0 // claims that do not fail on this run, but on a known run or counterexample
	for _, c := range s.Claims {
		row := newClaimRow(s, c, sides[c.ID], cases)
		hasCase := row.Case != "" || row.Small != ""
		if hasCase && row.Verdict != "fails" {
			failElsewhere++
		}
		rows = append(rows, row)
	}
	lead := []string{"*", view.Int(ClaimsFailing(s)), "* of *", view.Int(len(rows)), "* claims fail on this run."}
	if failElsewhere > 0 {
		lead = append(lead, " *", view.Int(failElsewhere),
			"* do not fail here, yet fail in the case that each names: holding once proves nothing.")
	}
	v.Lead = view.Say(lead...)
	v.Body.Figures = []view.Figure{{ID: "claims", Data: rows}}
	return v
}

// newClaimRow returns the row of claim c. sides are the short names of its left and right side, and cases are the known counterexamples
// to all claims. A title such as "Proposition 1: text" is split into name and text. A title without a colon is the name, and the text is
// the statement of the claim.
func newClaimRow(s *state.State, c claims.Claim, sides [2]string, cases []claims.Counterexample) ClaimRow {
	name, text, ok := strings.Cut(c.Title, ": ")
	if !ok {
		name, text = c.Title, c.Statement
	}
	row := ClaimRow{ID: c.ID, Name: name, Text: text, Verdict: "holds", Left: view.F(c.LHS), Right: view.F(c.RHS), LeftName: sides[0],
		RightName: sides[1], Relation: c.Relation, Where: c.Note, Answer: c.Answer, Reply: c.Reply, Here: s.Case() == c.ID}
	switch {
	case !c.Evaluated:
		row.Verdict = "open"
	case !c.AssumptionsMet:
		row.Verdict = "empty"
	case !c.Holds:
		row.Verdict = "fails"
	}

	// The first counterexample on which the inequality is false, and the known run on which the claim fails.
	for _, x := range cases {
		if x.Claim == c.ID && !x.Holds {
			row.Small = "Smallest case: " + x.Title + ": " + view.Num(x.LHS) + " against " + view.Num(x.RHS) + ". " + x.Note
			break
		}
	}
	if run, ok := claims.CaseOf(c.ID); ok { // a claim that fails here needs no link to a run on which it fails
		row.Case, row.Shows, row.Link = run.Title, run.Shows, row.Verdict != "fails"
	}
	if !isFinite(c.LHS) || !isFinite(c.RHS) {
		row.Left, row.Right = 0, 0 // the picture of both sides has no place for NaN or ±Inf
	}
	return row
}

// isFinite reports whether x is neither NaN nor ±Inf.
func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

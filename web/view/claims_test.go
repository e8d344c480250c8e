package view_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sheafscope/core/claims"
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
)

// The panel of the claims has a sentence before the claims arrive. Then it has one row for each claim, with the verdict "fails", "holds" or
// "open". A claim that does not fail in the run has a link to its smallest counterexample, with both sides of the inequality.
// A row also has an objection that the authors could raise (Answer) and our reply (Reply).
func TestClaimsAreJudged(t *testing.T) {
	s := karate(t, epochs(2), frame.Focus{})
	s.View.Panel = state.PanelClaims
	if panel := inspector.New(s); len(panel.Lead) == 0 {
		t.Error("the panel has no sentence before the claims arrive")
	}
	// A claim that does not hold, a claim that holds, and a claim that was not evaluated.
	s.Claims = []claims.Claim{
		{ID: "thm3", Title: "Theorem 3: gap ascent", LHS: 0.001, RHS: 0.125, Relation: ">=", Evaluated: true, AssumptionsMet: true},
		{ID: "thm1", Title: "Theorem 1: bound", LHS: 0.2, RHS: 0.6, Relation: "<=", Evaluated: true, Holds: true, AssumptionsMet: true},
		{ID: "lemma2", Title: "Lemma 2", Note: "no outputs", Answer: "A", Reply: "B"},
	}
	panel := inspector.New(s)
	rows, ok := panel.Body.Figures[0].Data.([]inspector.ClaimRow)
	if !ok || len(rows) != 3 || rows[0].Verdict != "fails" || rows[1].Verdict != "holds" || rows[2].Verdict != "open" {
		t.Fatalf("the figures are %+v, want three rows: fails, holds, open", panel.Body.Figures)
	}
	// A claim that fails in this run needs no link to a counterexample.
	if rows[0].Link || rows[0].Case == "" || rows[0].Name != "Theorem 3" {
		t.Errorf("the failed claim is %+v, want a case, no link, and the name Theorem 3", rows[0])
	}
	if rows[2].Answer != "A" || rows[2].Reply != "B" {
		t.Errorf("the open claim is %+v, want the answer A and the reply B", rows[2])
	}
	for _, r := range rows[1:] {
		if !r.Link || r.Case == "" || !strings.Contains(r.Small, " against ") {
			t.Errorf("the row %+v has no link to a case with both sides", r)
		}
	}
	// The verdicts of another position may be older or, after a move back, newer.
	for _, distance := range []int{-1, 1} {
		s.ClaimsAt = s.Frame.Position + distance
		if sub := inspector.New(s).Sub; sub != "checked at another position of this run" {
			t.Errorf("claims of position %d at position %d: %q", s.ClaimsAt, s.Frame.Position, sub)
		}
	}
	if _, err := json.Marshal(panel.Body); err != nil {
		t.Error(err)
	}
}

// BenchmarkCounterexamples measures the computation of all counterexamples to the claims.
func BenchmarkCounterexamples(b *testing.B) {
	for b.Loop() {
		if _, err := claims.Counterexamples(); err != nil {
			b.Fatal(err)
		}
	}
}

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

func TestClaimsAreJudged(t *testing.T) {
	s := karate(t, epochs(2), frame.Focus{})
	s.View.Panel = state.PanelClaims
	if v := inspector.New(s); len(v.Lead) == 0 {
		t.Error("nothing is said before the claims are there")
	}
	s.Claims = []claims.Claim{
		{ID: "thm3", Title: "Theorem 3: gap ascent", LHS: 0.001, RHS: 0.125, Relation: ">=", Evaluated: true, AssumptionsMet: true},
		{ID: "thm1", Title: "Theorem 1: bound", LHS: 0.2, RHS: 0.6, Relation: "<=", Evaluated: true, Holds: true, AssumptionsMet: true},
		{ID: "lemma2", Title: "Lemma 2", Note: "no outputs", Answer: "A", Reply: "B"},
	}
	v := inspector.New(s)
	rows, ok := v.Body.Figures[0].Data.([]inspector.ClaimRow)
	if !ok || len(rows) != 3 || rows[0].Verdict != "fails" || rows[1].Verdict != "holds" || rows[2].Verdict != "open" {
		t.Fatalf("%+v", v.Body.Figures)
	}
	// A claim that fails here needs no link; one that does not has one to its case, and says both sides of the smallest.
	if rows[0].Link || rows[0].Case == "" || rows[0].Name != "Theorem 3" {
		t.Errorf("%+v", rows[0])
	}
	if rows[2].Answer != "A" || rows[2].Reply != "B" {
		t.Errorf("%+v", rows[2])
	}
	for _, r := range rows[1:] {
		if !r.Link || r.Case == "" || !strings.Contains(r.Small, " against ") {
			t.Errorf("%+v", r)
		}
	}
	if _, err := json.Marshal(v.Body); err != nil {
		t.Error(err)
	}
}

func BenchmarkCounterexamples(b *testing.B) {
	for b.Loop() {
		if _, err := claims.Counterexamples(); err != nil {
			b.Fatal(err)
		}
	}
}

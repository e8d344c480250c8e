package view

import (
	"testing"

	"sheafscope/core/claims"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
)

// TestDocumentedCases compares numbers in CLAIMS.md with computed ones: how many statements
// there are, how many of them fail in a run, the smallest counterexamples of two lemmas, κ of
// the karate club, and the default of armijo. At the default Δt of the karate club neither the
// assumptions of Theorem 2 nor its statement hold.
func TestDocumentedCases(t *testing.T) {
	t.Logf("%d of %d statements fail in a run", len(claims.Cases()), len(claims.Check(&claims.Input{})))
	sample.Documented(t, "For %d of the %d there is such a run", len(claims.Cases()), len(claims.Check(&claims.Input{})))
	small, err := claims.Counterexamples()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range small {
		switch c.Claim {
		case "lemma1-60":
			sample.Documented(t, "Beta(1,9) with five successes has %.2f times as much", c.LHS)
		case "lemma2":
			sample.Documented(t, "the output moves by %.2f where %.2f are allowed", c.LHS, c.RHS)
		}
	}
	r, thm2, err := TrainCase(claims.Case{Claim: "thm2", Graph: "karate", Epochs: 1})
	if err != nil {
		t.Fatal(err)
	}
	if thm2.AssumptionsMet || thm2.Holds {
		t.Errorf("Δt = %g does not break theorem 2: %+v", r.Config().Dt, thm2)
	}
	t.Logf("karate by default: Δt = %g, κ = %.2f", r.Config().Dt, thm2.LHS)
	sample.Documented(t, "With its usual Δt = %g the karate club has κ = %.2f", r.Config().Dt, thm2.LHS)
	sample.Documented(t, "(setting `armijo`, %g by default)", settings.Default().Armijo)
}

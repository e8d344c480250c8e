package sgpc

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sheafscope/core/claims"
	"sheafscope/core/sgpc/settings"
)

// documented fails unless CLAIMS.md has a text, wherever its lines break.
func documented(t *testing.T, form string, args ...any) {
	t.Helper()
	text, err := os.ReadFile("../../CLAIMS.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf(form, args...); !strings.Contains(strings.Join(strings.Fields(string(text)), " "), want) {
		t.Errorf("CLAIMS.md does not say %q", want)
	}
}

// TestDocumentedCases: CLAIMS.md counts the statements and the runs in which they fail, has the smallest cases of the
// lemmas, and the κ of karate with the Δt that it usually has, which is more than theorem 2 allows.
func TestDocumentedCases(t *testing.T) {
	t.Logf("%d of %d statements fail in a run", len(claims.Cases()), len(claims.Check(&claims.Input{})))
	documented(t, "For %d of the %d there is such a run", len(claims.Cases()), len(claims.Check(&claims.Input{})))
	small, err := claims.Counterexamples()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range small {
		switch c.Claim {
		case "lemma1-60":
			documented(t, "Beta(1,9) with five successes has %.2f times as much", c.LHS)
		case "lemma2":
			documented(t, "the output moves by %.2f where %.2f are allowed", c.LHS, c.RHS)
		}
	}
	r, thm2, err := TrainCase(claims.Case{Claim: "thm2", Graph: "karate", Epochs: 1})
	if err != nil {
		t.Fatal(err)
	}
	if thm2.AssumptionsMet || thm2.Holds {
		t.Errorf("Δt = %g does not break theorem 2: %+v", r.cfg.Dt, thm2)
	}
	t.Logf("karate by default: Δt = %g, κ = %.2f", r.cfg.Dt, thm2.LHS)
	documented(t, "With its usual Δt = %g the karate club has κ = %.2f", r.cfg.Dt, thm2.LHS)
	documented(t, "(setting `armijo`, %g by default)", settings.Default().Armijo)
}

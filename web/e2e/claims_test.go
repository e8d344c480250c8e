//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"sheafscope/core/claims"
)

// This file tests the claims of the paper and the certificate on the screen.

// Each run of claims.Cases refutes one claim. The row of this claim has a link to the run, unless the present run already refutes the
// claim. After a click on the link the row has the verdict "fails", is the only marked row, and is visible. The usual form tests three
// claims. The long form tests all claims in Chromium, and the first half of them in Firefox.
func TestCasesOnTheScreen(t *testing.T) { inBoth(t, casesOnTheScreen) }

// casesOnTheScreen is TestCasesOnTheScreen in one browser.
func casesOnTheScreen(t *testing.T, in engine) {
	p := in.shared(t, desktop)
	p.ready()
	p.call("run(20)")
	p.settle()
	p.click("tab-claims")
	// row returns JavaScript for the row of a claim.
	row := func(id string) string { return `document.querySelector('[data-claim="` + id + `"]')` }
	p.waitFor(row("thm5"))
	seen := map[string]bool{}
	cases := claims.Cases()
	if in.name != "chromium" {
		cases = cases[:len(cases)/2] // half is enough for a second browser: all cases use the same code of the page
	}
	cases = sample(t, 3, cases)
	for _, c := range cases {
		p.waitFor(row(c.Claim))
		var failing bool
		p.eval(row(c.Claim)+`.dataset.verdict === "fails"`, &failing)
		if failing { // the present run refutes the claim; then the row has no link
			seen[c.Claim] = true
			continue
		}
		// The link loads the refuting run and marks the row with the class "here". inside: only this row is marked, and it lies within its
		// panel, up to a rounding of one pixel, and ends above the bottom of the window.
		p.eval(row(c.Claim)+`.querySelector("button.where").click()`, nil)
		p.waitFor(row(c.Claim) + `?.matches('.here[data-verdict="fails"]')`)
		p.settle()
		var inside bool
		p.eval(`(() => { const a = `+row(c.Claim)+`.getBoundingClientRect(), b = `+row(c.Claim)+`.closest(".view").getBoundingClientRect();
			return a.top >= b.top - 1 && a.bottom <= b.bottom + 1 && a.bottom <= innerHeight && document.querySelectorAll(".claim.here").length `+
			`=== 1; })()`, &inside)
		if !inside {
			t.Errorf("%s: the row of the refuted claim is not visible in the window", c.Claim)
		}
		seen[c.Claim] = true
	}
	if len(seen) != len(cases) {
		t.Errorf("%d claims were refuted on the screen, want %d", len(seen), len(cases))
	}
	p.clean()
}

// The note on the certificate agrees with state() at four points: at epoch 12, at the epoch that the choosing nodes have chosen, at an
// earlier epoch, and at this earlier epoch after a correction for all epochs. The certificate is valid at the chosen epoch, invalid at the
// earlier one, and valid there after the correction.
func TestCertificateOnTheScreen(t *testing.T) {
	p := atRest(t)
	p.click("stage-9")
	note := `document.querySelector('[data-testid="eval-note"]')`
	// check compares note and lead of stage 9 with state().certificate. when names the point of the run in messages. want is the validity of
	// the certificate, "true" or "false", or "" for any.
	check := func(when, want string) {
		t.Helper()
		// The inspector may show another panel than stage 9, whose heading has the word posterior.
		p.eval(`/posterior/.test(document.querySelector(".ihead h1").textContent) || `+
			`document.querySelector('[data-testid="stage-9"]').click()`, nil)
		p.settle()
		var got struct {
			Text, Valid, Lead string
			State             struct {
				Valid  bool
				Reason string
				Nodes  int
			}
		}
		p.eval(`({Text: `+note+`.textContent, Valid: `+note+`.dataset.valid, Lead: document.querySelector(".lead").textContent, State: `+
			`sheafscope.state().certificate})`, &got)
		if fmt.Sprint(got.State.Valid) != got.Valid {
			t.Errorf("%s: the validity of note and state differ: %+v", when, got)
		}
		if !strings.Contains(got.Text, got.State.Reason) || !strings.Contains(got.Lead, got.State.Reason) {
			t.Errorf("%s: note or lead lack the reason of the state: %+v", when, got)
		}
		if want != "" && got.Valid != want {
			t.Errorf("%s: the certificate has the validity %s, want %s", when, got.Valid, want)
		}
		t.Log(when, got.Text)
	}
	check("after twelve epochs", "")
	// The run ends at epoch 12 + 30 = 42. choice is the chosen epoch. The note names it unless it is the present one, lossEpoch.
	var choice int
	p.call("run(30)")
	p.settle()
	p.eval(`+(/chose epoch (\d+)/.exec(`+note+`.textContent)?.[1] ?? sheafscope.state().lossEpoch)`, &choice)
	p.call(`load({graph: "karate", seed: 1})`)
	// The run is repeated to the chosen epoch. earlier is the position after about half of these epochs, and position the last position.
	var earlier, position int
	for k := range choice {
		p.call(`step("epoch")`)
		if k == choice/2 {
			p.eval(`sheafscope.state().position`, &earlier)
		}
	}
	p.eval(`sheafscope.state().position`, &position)
	if choice < 42 { // as in the first run, the choice is between 42 epochs
		p.call("run(%d)", 42-choice)
		p.call("seek(%d)", position)
	}
	check("at the chosen epoch", "true")
	p.call("seek(%d)", earlier)
	check("before it", "false")
	// The value "union" of the setting certify is the correction for all epochs.
	p.eval(`(() => { const s = document.querySelector('[data-testid="setting-certify"] select'); s.value = "union"; s.dispatchEvent(new `+
		`Event("change", {bubbles: true})); })()`, nil)
	p.waitFor(note + `.dataset.valid === "true"`)
	check("corrected for all epochs", "true")
	p.clean()
}

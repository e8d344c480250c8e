//go:build e2e

package e2e

import (
	"fmt"
	"testing"
)

// This file tests the reading test of the course, which has the forms A and B.

// The address learn.html?form=B begins the reading test with form B, and form=A with form A. A reader who has answered one question keeps
// the order of the forms, even if a later address names the other form. The test after the course has the second form, also after a reload.
func TestFormsKeepTheirOrder(t *testing.T) {
	for _, first := range []string{"A", "B"} {
		second := map[string]string{"A": "B", "B": "A"}[first]
		p := openLearn(t, desktop)
		// checkForm opens an address, unless it is empty, and checks that only the form want is visible. answer answers the first n of the ten
		// questions of the visible form.
		checkForm := func(address, want string) {
			t.Helper()
			if address != "" {
				p.visit(p.origin + base + address)
				p.waitFor(`document.documentElement.dataset.course === "ready"`)
			}
			var got string
			p.eval(`[...document.querySelectorAll(".quiz")].filter((q) => !q.hidden).map((q) => q.dataset.form).join(" ")`, &got)
			if got != want {
				t.Errorf("with form %s first, the address %q shows form %q, want %q", first, address, got, want)
			}
		}
		answer := func(n int) {
			p.eval(fmt.Sprintf(`[...document.querySelectorAll(".quiz:not([hidden]) > li")].slice(0, %d)`+
				`.map((li) => li.querySelector("input").click()).length`, n), new(int))
		}
		checkForm("learn.html?form="+first+"#quiz", first)
		answer(1)
		checkForm("learn.html?form="+second+"#quiz", first)
		answer(10)
		p.eval(`document.querySelector('[data-kit="after"]').click(), true`, new(bool))
		checkForm("", second)
		answer(10)
		checkForm("learn.html", second)
		p.clean()
	}
}

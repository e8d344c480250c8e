//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// This file tests the fields into which a user types numbers.

// writings has pairs: a written number, and its value. The value is "" if the page asks about the number or refuses it.
// ٠٫٥ and ٣ are Arabic digits, ０．５ are wide ones, and the − of "−3" is the minus sign U+2212.
var writings = [][2]string{{"0,5", "0.5"}, {".5", "0.5"}, {"٠٫٥", "0.5"}, {"０．５", "0.5"}, {"1 000", "1000"}, {"-٣", "-3"},
	{"1,234", ""}, {"−3", "-3"}, {"0.5.1", ""}}

// numberFields has one row for each tested field of the page and of the course.
var numberFields = []struct {
	room    string   // "" for the page, or "course"
	field   string   // CSS selector
	before  string   // text before the number
	taken   string   // JavaScript for the number that the page has accepted: "" for a refused one, "any" if the page does not show its value
	refuses []string // numbers beyond the field's range
}{
	{"", `[data-testid="setting-a0"] input`, "", `sheafscope.state().error ? "" : sheafscope.recipe().settings.a0`, []string{"-3"}},
	{"", `[data-testid="seed"]`, "", `sheafscope.state().error ? "" : String(sheafscope.recipe().seed)`, []string{"0.5", "-3"}},
	{"", `[data-testid="table-filter"]`, "degree > ", `document.querySelector("#table-note").classList.contains("bad") ? "" : "any"`, nil},
	{"course", `[data-testid="editor-x0"]`, "", `document.querySelector('[data-testid="editor-error"]').textContent ? "" : "any"`, nil},
	{"course", `[data-testid="editor-map0"]`, "", `document.querySelector('[data-testid="editor-error"]').textContent ? "" : "any"`, nil},
}

// Each of numberFields accepts the writings of a number: with a decimal comma, with a minus sign, with digits of any script, within the
// range of the field. It refuses a text that can mean two numbers or none. No input has the type "number", which drops a comma before a
// script reads the text. The usual form tests "0,5" and "1,234".
func TestNumberFields(t *testing.T) {
	p := shared(t, desktop)
	p.call(`load({graph: "karate", seed: 1, position: 0})`)
	// The fields of the page: a setting in stage 9, the seed, and the filter of the table.
	p.click("stage-9")
	p.waitFor(`document.querySelector('.settingsbox [data-testid="setting-a0"]')`)
	p.eval(`document.querySelector(".settingsbox details").open = true`, nil)
	p.click("table-toggle")
	p.waitFor(`document.querySelector('[data-testid="table-filter"]')`)
	// The fields of the course come last, on its own page.
	room := ""
	for _, f := range numberFields {
		if room != f.room {
			p.visit(p.origin + base + "learn.html#editor")
			p.waitFor(`document.querySelector('#editor [data-testid="figure-live"]').dataset.live === "true"`)
		}
		room = f.room
		for k, w := range writings {
			if k%6 > 0 && share(t) == 0 { // the usual form: "0,5" has a decimal comma, "1,234" can be two numbers
				continue
			}
			p.eval(fmt.Sprintf(`{
				const e = document.querySelector(%q);
				e.value = %s;
				e.dispatchEvent(new Event("change", {bubbles: true}));
			}`, f.field, quoted(t, f.before+w[0])), nil)
			if room == "" {
				p.settle()
			}
			var got string
			p.eval(f.taken, &got)
			want := w[1]
			if slices.Contains(f.refuses, want) {
				want = ""
			}
			acceptedUnseen := got == "any" && want != ""
			if got != want && !acceptedUnseen {
				t.Errorf("%s: the text %s is read as %q, want %q", f.field, strings.TrimSpace(w[0]), got, want)
			}
		}
		// An input of type "number" would drop a comma.
		p.eval(`(() => {
			const other = [...document.querySelectorAll("input")].filter((e) => e.type === "number").map((e) => e.outerHTML);
			if (other.length) throw new Error(other.join());
		})()`, nil)
	}
	p.clean()
}

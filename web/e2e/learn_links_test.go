//go:build e2e

package e2e

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	exact "sheafscope/core/coursemath"
	"sheafscope/web/course"
)

// A link opens a step with the state of its figure, an exercise with other numbers, or a figure alone. On a phone the figure stays visible
// over the text, and the menu has Glossary, Teachers and Completion code. With consent, the completion code contains the answers to the ten
// questions. The table for teachers trains the networks that its codes need, can be stopped, and marks equal codes. The element shows a
// figure of the course on any page. The long form trains to the end.
func TestCourseLinks(t *testing.T) {
	// The server has dist/, the public data sets, and the page host.html, which has the element with a figure of the course.
	sets := withSets(t)
	p, _ := blankOn(t, view{width: 390, height: 844, theme: "light"}, browser, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if filepath.Base(r.URL.Path) != "host.html" {
			sets.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<!doctype html><title>A lecture</title><link rel="icon" href="icon.svg">`+
			`<script src="element/sheaf-scope.js" defer></script><sheaf-scope figure="course-4-ring" state="turn=40"></sheaf-scope>`)
	}))
	openLink := func(link string) {
		t.Helper()
		p.visit("about:blank") // so that the link loads the page anew
		p.visit(p.origin + base + "learn.html" + link)
		p.waitFor(`document.documentElement.dataset.course === "ready"`)
	}
	// check compares the value of a JavaScript expression, as a text.
	check := func(js, want string) {
		t.Helper()
		var got string
		p.eval("String("+js+")", &got)
		if got != want {
			t.Errorf("%s is %q, want %q", js, got, want)
		}
	}
	// A link to step 2 of chapter 4, with two parameters of its figure. The button of the figure makes such a link with all four parameters.
	const turn = `sheafscopeCourse.methods.show("ring").params.turn.value`
	openLink("#chapter-4:2:mirror=0,turn=55")
	p.waitFor(turn + ` === 55`)
	check(`[...document.querySelectorAll("#chapter-4 .step")].findIndex((s) => s.hasAttribute("aria-current"))`, "1")
	p.eval(`document.querySelector('[data-testid="link-ring"]').click(), true`, new(bool))
	check(`location.hash`, "#chapter-4:2:mirror=0,sent=57,turn=55,walk=6")
	// In one column the figure stands between the heading of its chapter and the text, and stays visible while the text scrolls.
	for _, id := range []string{"chapter-0", "chapter-4"} {
		var order bool
		p.eval(`((c) => { c.scrollIntoView({behavior: "instant"});
			const top = (s) => c.querySelector(s).getBoundingClientRect().top;
			return top("h2") < top(".fig > svg") && top(".fig > svg") < top(".steps") &&
				getComputedStyle(c.querySelector(".fig > svg")).position === "sticky";
		})(document.getElementById("`+id+`"))`, &order)
		if !order {
			t.Errorf("the figure of %s does not stand between heading and text, or scrolls with the text", id)
		}
	}
	// Three entries of the phone's menu.
	p.eval(`document.querySelector('[data-testid="menu"]').click(), true`, new(bool))
	check(`[...document.querySelectorAll("#menu :is(a, button)")].filter((e) => e.checkVisibility() && `+
		`/^(Glossary|Teachers|Completion code)$/.test(`+
		`e.textContent)).length`, "3")
	p.eval(`document.querySelector("#menu > button").click(), true`, new(bool))

	// A link to an exercise with the numbers of seed 7; the button of the exercise chooses seed 8. The question is that of core/coursemath.
	openLink("#exercise-5-2-seed-7")
	e, _ := exact.Find("5.2")
	question := func(seed uint64) string {
		return fmt.Sprintf(`(() => { %s const e = document.createElement("div"); e.innerHTML = typeset(%s); return e.textContent; })()`,
			typesetter(t), quoted(t, course.ProseExplained(e.Variant(seed).Question)))
	}
	shownQuestion := `document.querySelector("#exercise-5-2 .q").textContent`
	p.waitFor(shownQuestion + " === " + question(7))
	p.eval(`document.querySelector('#exercise-5-2 [data-testid="other"]').click(), true`, new(bool))
	p.waitFor(shownQuestion + " === " + question(8))
	check("location.hash", "#exercise-5-2-seed-8")
	p.eval(`((e) => { e.value = "9"; e.dispatchEvent(new Event("input", {bubbles: true})); })(document.querySelector("#exercise-5-2 input")),
		document.querySelector('#exercise-5-2 [data-testid="check"]').click(), true`, new(bool))
	// The reader consents and gives the first answer to each question. The completion code has these answers and that of the exercise.
	p.eval(`document.getElementById("consent").click(), [...document.querySelectorAll(".quiz > li")]
		.forEach((li) => li.querySelector("input").click()), document.querySelector('[data-testid="completion-code"]').click(), true`, new(bool))
	var code string
	p.eval(`document.getElementById("code").value`, &code)
	w, err := exact.Decode(code)
	if err != nil || w.Kit == nil || w.Kit.Before != strings.Repeat("a", 10) {
		t.Errorf("the completion code has %+v, %v; want the answer a to ten questions", w, err)
	}
	if len(w.Answers) != 1 || w.Answers[0].Seed != 8 {
		t.Errorf("the completion code has the answers %+v, want one with seed 8", w.Answers)
	}
	p.eval(`document.getElementById("codes").close(), true`, new(bool))
	// A teacher checks two equal codes and stops the training. Of the answers, 0.1 needs three trained networks; 2.3 and 5.2 need none.
	w.Answers = append(w.Answers, exact.Given{ID: "0.1", Answer: "gcn"}, exact.Given{ID: "2.3", Answer: "no"})
	if code, err = exact.Encode(w); err != nil {
		t.Fatal(err)
	}
	p.eval(`document.getElementById("teacher-codes").value = `+quoted(t, code+"\n"+code)+`;
		globalThis.train = document.querySelector('[data-testid="teacher-train"]'); train.click(); true`, new(bool))
	p.waitFor(`/^Stop \([0-3] of 3 networks trained, about \d+ (seconds|minutes) left\)$/.test(train.textContent)`)
	p.eval(`train.click(), true`, new(bool))
	p.waitFor(`train.textContent === "Train for the rest" && document.querySelectorAll("#teacher-table tbody tr").length === 2`)
	// The saved table has a column for each exercise, and marks the second of two equal codes.
	var table string
	p.eval(`(async () => {
		const make = URL.createObjectURL;
		let saved;
		URL.createObjectURL = (blob) => { saved = blob; return make.call(URL, blob); };
		document.querySelector('[data-testid="teacher-csv"]').click();
		URL.createObjectURL = make;
		return saved.text();
	})()`, &table)
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("the saved table is %q, %v; want a header and 2 rows", table, err)
	}
	if len(rows[0]) != len(rows[1]) || len(rows[0]) != len(rows[2]) {
		t.Fatalf("the rows of the saved table have %d, %d and %d columns", len(rows[0]), len(rows[1]), len(rows[2]))
	}
	// The answer 9 to exercise 5.2 was wrong.
	if column := slices.Index(rows[0], "5.2"); column < 0 || rows[1][column] != "wrong" {
		t.Errorf("the saved table is %q, want a wrong answer to exercise 5.2", rows)
	}
	const same = "the same answers as code 1"
	if !strings.Contains(rows[2][2], same) || strings.Contains(rows[1][2], same) {
		t.Errorf("the saved table is %q, want the second code marked as equal to the first", rows)
	}
	// In the long form the training goes on to its end; then the second code has 0 answers in the column Not judged.
	if share(t) > 0 {
		p.eval(`train.click(), true`, new(bool))
		p.waitFor(`/3 networks are trained|2 codes are checked/.test(document.getElementById("say").textContent) &&
			train.textContent === "Train for the rest"`)
		check(`document.querySelectorAll("#teacher-table tbody tr")[1].cells[5].textContent`, "0")
	}
	p.clean()

	// Figures alone: no other figure, text or bar is visible.
	openLink("?figure=4-ring&state=turn=40")
	const visible = `[...document.querySelectorAll(".fig, .text, .bar")].filter((e) => e.checkVisibility())
		.map((e) => e.dataset.figure).join()`
	p.waitFor(turn + ` === 40`)
	check(visible, "ring")
	p.clean()
	openLink("?figure=editor-eight") // the constant sheaf of a graph with two cycles
	p.waitFor(`document.querySelector('[data-testid="editor-h1"]').textContent === "2"`)
	check(visible, "editor")
	p.clean()

	// The element on another page shows the figure alone, too.
	p.visit(p.origin + base + "host.html")
	const inside = `document.querySelector("sheaf-scope").shadowRoot?.querySelector("iframe")?.contentWindow`
	p.waitFor(inside + `?.sheafscopeCourse?.methods?.show("ring").params.turn.value === 40`)
	check(`[...`+inside+`.document.querySelectorAll(".fig, .text, .bar")].filter((e) => e.checkVisibility())
		.map((e) => e.dataset.figure).join()`, "ring")
	p.clean()
}

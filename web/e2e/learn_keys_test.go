//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	exact "sheafscope/core/coursemath"
)

// This file answers exercises of the course by keys.

// tabbed is JavaScript that records the elements that receive the focus, by name. The page redraws the controls of a picture, and a redrawn
// control keeps its name. It defines the functions missed and between.
const tabbed = `(() => {
	const seen = new Set(), name = (e) => (e.dataset.h ? e.closest("[data-figure]").dataset.figure + ":" + e.dataset.h :
		e.role === "radio" && e.dataset.p || // a row of radio buttons is one stop, and a step may choose another of them
		e.matches(".pic .sym") && e.closest("svg").id + ":" + e.dataset.g || e); // symbols of a picture are drawn anew, too
	const follows = (a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING;
	let last = null;
	const off = new Set(); // buttons that were disabled when Tab passed them, since their models were training
	addEventListener("focusin", (event) => {
		for (const e of document.querySelectorAll("main :disabled")) if (last && follows(last, e) && follows(e, event.target)) off.add(e);
		last = event.target;
		seen.add(name(last));
	});
	const stops = () => [...document.querySelectorAll("main :is(a, button, input, select, textarea, summary, [tabindex])")]
		.filter((e) => e.tabIndex >= 0 && !e.disabled && e.checkVisibility({visibilityProperty: true}));
	// missed lists the controls of the chapters that have not received the focus, except .show, which appears only after a move of a handle.
	window.missed = () => stops().filter((e) => e.closest(".chap") && !seen.has(name(e)) && !off.has(e) && !e.matches(".show"))
		.map((e) => e.closest("section").id + ": " + e.outerHTML.slice(0, 80));
	// between returns -1 if the focus is on an element of the selector, otherwise the number of controls between the focus and the next one.
	window.between = (selector) => {
		if (document.activeElement.matches(selector)) return -1;
		const after = stops().filter((e) => follows(last, e));
		return Math.max(0, after.findIndex((e) => e.matches(selector)));
	};
})(), true`

// tabFromTheTop loads tabbed and leads the focus by the link "skip" to the text of the article. From there tabbed records the elements that
// Tab reaches.
func (p *page) tabFromTheTop() {
	p.t.Helper()
	p.eval(tabbed, new(bool))
	p.eval(`document.querySelector(".skip").focus(), true`, new(bool))
	p.press(kb.Enter)
	p.waitFor(`document.activeElement === document.querySelector("main")`)
}

// tabToTheEnd leads the focus behind the chapters, and checks that Tab has reached all controls of the chapters.
func (p *page) tabToTheEnd() {
	p.t.Helper()
	p.tabTo(".tail *")
	var missed []string
	p.eval("missed()", &missed)
	for _, text := range missed {
		p.t.Errorf("Tab does not reach %s", text)
	}
}

// tabTo presses Tab, or Shift and Tab if back has chromedp.ModifierShift, until an element of the selector has the focus. Forward it first
// presses Tab as often as between counts, without an evaluation after each press; then at most 20 presses remain.
func (p *page) tabTo(selector string, back ...chromedp.Modifier) {
	p.t.Helper()
	p.waitFor(fmt.Sprintf("document.querySelector(%q)", selector)) // an earlier key may have caused the page to draw it
	if len(back) == 0 {
		between := 0
		p.eval(fmt.Sprintf("between(%q)", selector), &between)
		if between < 0 { // the element has the focus
			return
		}
		for range between {
			p.press(kb.Tab)
		}
	}
	var focused string
	for range 20 {
		p.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(back...)))
		p.eval(fmt.Sprintf(`((e) => e.matches(%q) ? "" : e.outerHTML.slice(0, 100))(document.activeElement)`, selector), &focused)
		if focused == "" {
			return
		}
	}
	p.t.Fatalf("Tab does not reach %s; the focus is on %s", selector, focused)
}

// keys moves the handle that has the focus by steps, to the right or, if steps is negative, to the left. With Shift an arrow key moves ten
// steps.
func (p *page) keys(steps int) {
	p.t.Helper()
	arrow := kb.ArrowRight
	if steps < 0 {
		arrow, steps = kb.ArrowLeft, -steps
	}
	for ; steps >= 10; steps -= 10 {
		p.do(chromedp.KeyEvent(arrow, chromedp.KeyModifiers(chromedp.ModifierShift)))
	}
	for range steps {
		p.press(arrow)
	}
}

// answerByKeys answers exercises by keys alone: Tab reaches each control, and the arrow keys, Space, Enter and typing give the answer. It
// waits until the page shows the expected reaction. The texts about the first wrong and the first right answer of an exercise must be
// legible in both themes. A text is tested only if the function wanted returns true for its answer.
func (p *page) answerByKeys(list []answered, wanted func(a answered, right bool) bool) {
	p.t.Helper()
	for _, a := range list {
		prefix := `[data-ex="` + a.ID + `"] ` // of the selectors in the exercise
		check := prefix + byTestID("check")
		seen := map[bool]bool{}
		for k, t := range a.Tries {
			p.answerOnce(a, k, prefix)
			// A drag and Enter in a field give the answer without the button.
			typed := t.Answer != "" && a.Kind != exact.KindChoice
			if a.Kind != exact.KindDrag && !typed {
				p.tabTo(check)
				p.press(kb.Enter)
			}
			if t.Trains {
				p.waitFor(fmt.Sprintf(`document.querySelector(%q).textContent === "Training…"`, check))
				continue
			}
			text, err := json.Marshal(t)
			if err != nil {
				p.t.Fatal(err)
			}
			p.waitFor(fmt.Sprintf("byHand.stands(%q, %s)", a.ID, text))
			if !seen[t.Right] && wanted(a, t.Right) {
				p.checkLegible(prefix)
			}
			seen[t.Right] = true
		}
	}
}

// answerOnce gives answer k, from 0, to an exercise by keys. The selectors of its controls begin with prefix. After a wrong answer, Enter
// on the button leads the focus back to the fields or options.
func (p *page) answerOnce(a answered, k int, prefix string) {
	p.t.Helper()
	t := a.Tries[k]
	switch {
	case a.Kind == exact.KindChoice:
		if k == 0 {
			p.tabTo(prefix + ".opt")
			p.press(" ")
		} else {
			p.press(kb.Enter)
		}
		var chosen bool
		for range 12 { // more than any exercise has options
			p.eval(fmt.Sprintf(`((e) => e.dataset.key === %q && e.ariaChecked === "true")(document.activeElement)`, t.Answer), &chosen)
			if chosen {
				return
			}
			p.press(kb.ArrowDown)
		}
		p.t.Errorf("no key chooses %s in %s", t.Answer, a.ID)
	case t.Answer != "":
		fields := prefix + ".opts input"
		if k == 0 {
			p.tabTo(fields)
		} else {
			p.press(kb.Enter) // after a wrong answer Enter leads back to the first field
			p.waitFor(fmt.Sprintf(`document.activeElement === document.querySelector(%q)`, fields))
		}
		// Each field is emptied before its word is typed.
		for n, word := range strings.Fields(t.Answer) {
			if n > 0 {
				p.press(kb.Tab)
			}
			p.press(kb.End)
			var length int
			p.eval(`document.activeElement.value.length`, &length)
			for range length {
				p.press(kb.Backspace)
			}
			p.press(word)
		}
		p.press(kb.Enter)
	case t.Handle != "":
		// Later answers of an exercise with one handle find the focus on it. The handles of a graph lie before the button.
		handle := prefix + `[data-h="` + t.Handle + `"]`
		switch {
		case k == 0:
			p.tabTo(handle)
		case a.Kind == exact.KindGraph:
			p.tabTo(handle, chromedp.ModifierShift)
		}
		p.keys(t.Steps)
	}
}

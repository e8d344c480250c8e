//go:build e2e

package e2e

import (
	"strconv"
	"strings"

	"github.com/chromedp/chromedp/kb"
)

// This file answers the exercise of chapter 11 by keys.

// answerOnTexas answers exercise 11.1 by keys in the figure of chapter 11: mark a page of Texas that only the sheaf classifies rightly, and
// a link of the page. It goes through the test pages. On a page that only SGPC classifies rightly, it tries every link, until a link is a
// right answer. Before the first wrong answer it also tries one link of another page. It returns the reasons of the last wrong answer and
// of the right answer.
func (p *page) answerOnTexas() (reasons [2]string) {
	p.t.Helper()
	check := `[data-ex="11.1"] ` + byTestID("check")
	handle := func(name string) string { return `#chapter-11 [data-h="` + name + `"]` }
	// next moves the focus to the handle "page" or "link" and presses the right arrow there. focus is the element with the focus: a
	// handle, or "check" for the button. In the order of Tab the button precedes the page, and the page precedes the link.
	focus := "check"
	next := func(name string) {
		p.t.Helper()
		switch {
		case focus == "check": // both handles follow the button
			p.tabTo(handle(name))
		case focus == "page" && name == "link":
			p.tabTo(handle(name))
		case focus == "link" && name == "page":
			p.tabTo(handle(name), kb.ModifierShift)
		}
		focus = name
		p.press(kb.ArrowRight)
	}
	p.eval("document.querySelector('"+check+"').focus(), true", new(bool))
	p.tabTo(`#chapter-11 [data-p="webkb.look"]`)
	view := 0
	for range 3 { // the view 2 shows one page; the steps of the chapter may have left another of the three views
		p.eval(`sheafscopeCourse.methods.show("webkb").params.look.value`, &view)
		if view != 2 {
			p.press(kb.ArrowRight)
		}
	}
	p.tabTo(handle("page"), kb.ModifierShift)
	focus = "page"
	values := func() (v map[string]string) {
		p.eval(`sheafscopeCourse.methods.show("webkb").values`, &v)
		return v
	}
	pages, _ := strconv.Atoi(values()["test"])
	for range pages {
		v := values()
		links := 0 // number of links of the page to try
		class := v["class"]
		onlySGPC := v["SGPC-says"] == class && v["MLP-says"] != class && v["GCN-says"] != class
		switch {
		case v["link"] == "none":
		case onlySGPC:
			links, _ = strconv.Atoi(v["degree"])
		case reasons[0] == "":
			links = 1
		}
		for range links {
			next("link") // a key marks each link, also the first one
			p.tabTo(check, kb.ModifierShift)
			focus = "check"
			p.press(kb.Enter)
			p.waitFor(`document.querySelector('` + check + `').textContent !== "Training…"`)
			var verdict struct {
				Why   string
				Right bool
			}
			p.eval(`((e) => ({Why: e.querySelector(".why").textContent, Right: e.classList.contains("right")}))`+
				`(document.querySelector('[data-ex="11.1"]'))`, &verdict)
			if verdict.Right {
				reasons[1] = verdict.Why
				return reasons
			}
			reasons[0] = verdict.Why
		}
		next("page")
	}
	return reasons
}

// checkWebKB trains the models of chapter 11 on Texas, from the data beside the page. It checks that the exercise of the chapter can be
// answered wrongly and rightly. Then the page marks the chapter as done, and its texts are legible.
func (p *page) checkWebKB() {
	p.t.Helper()
	p.eval(`document.querySelector('[data-run="webkb"]').scrollIntoView({behavior: "instant", block: "center"}), true`, new(bool))
	p.click("run-webkb")
	p.waitFor(`((v) => ["MLP", "GCN", "SGPC"].every((m) => v[m + "-says"] !== "…"))(sheafscopeCourse.methods.show("webkb").values)`)
	reasons := p.answerOnTexas()
	if reasons[0] == "" {
		p.t.Error("exercise 11.1 got no wrong answer")
	}
	if !strings.HasPrefix(reasons[1], "Yes. The MLP and the GCN are wrong on page ") {
		p.t.Errorf("the reason of the right answer to exercise 11.1 is %q, want that MLP and GCN are wrong", reasons[1])
	}
	p.waitFor(`document.querySelector('.rail a[href="#chapter-11"]').parentElement.classList.contains("done")`)
	p.checkLegible("#chapter-11")
}

//go:build e2e

package e2e

import (
	"strconv"
	"strings"

	"github.com/chromedp/chromedp/kb"
)

// onTexas answers exercise 11.1 by keys in the figure. The first answer is wrong: a page that several models classify rightly. Then it
// tries every link of the pages that only the sheaf classifies rightly, until a link is a right answer. It returns the reasons of the last
// wrong answer and of the right answer.
func (p *page) onTexas() (said [2]string) {
	p.t.Helper()
	check := `[data-ex="11.1"] ` + byTestID("check")
	handle := func(name string) string { return `#chapter-11 [data-h="` + name + `"]` }
	at := "check"
	next := func(name string) {
		p.t.Helper()
		switch {
		case at == "check" || at == "page" && name == "link":
			p.tabTo(handle(name))
		case at == "link" && name == "page":
			p.tabTo(handle(name), kb.ModifierShift)
		}
		at = name
		p.press(kb.ArrowRight)
	}
	p.eval("document.querySelector('"+check+"').focus(), true", new(bool))
	p.tabTo(`#chapter-11 [data-p="webkb.look"]`)
	look := 0
	for range 3 { // to one page, from where the steps have left it
		if p.eval(`sheafscopeCourse.methods.show("webkb").params.look.value`, &look); look != 2 {
			p.press(kb.ArrowRight)
		}
	}
	p.tabTo(handle("page"), kb.ModifierShift)
	at = "page"
	values := func() (v map[string]string) {
		p.eval(`sheafscopeCourse.methods.show("webkb").values`, &v)
		return v
	}
	pages, _ := strconv.Atoi(values()["test"])
	for range pages {
		v := values()
		links := 0
		switch class := v["class"]; {
		case v["link"] == "none":
		case v["SGPC-says"] == class && v["MLP-says"] != class && v["GCN-says"] != class:
			links, _ = strconv.Atoi(v["degree"])
		case said[0] == "":
			links = 1
		}
		for range links {
			next("link") // the first one, too, must be marked by hand
			p.tabTo(check, kb.ModifierShift)
			at = "check"
			p.press(kb.Enter)
			p.waitFor(`document.querySelector('` + check + `').textContent !== "Training…"`)
			var done struct {
				Why   string
				Right bool
			}
			p.eval(`((e) => ({Why: e.querySelector(".why").textContent, Right: e.classList.contains("right")}))`+
				`(document.querySelector('[data-ex="11.1"]'))`, &done)
			if done.Right {
				said[1] = done.Why
				return said
			}
			said[0] = done.Why
		}
		next("page")
	}
	return said
}

// webkb trains the models of the last chapter on Texas, from the data beside the page, and answers the exercise of the chapter wrongly and
// rightly.
func (p *page) webkb() {
	p.t.Helper()
	p.eval(`document.querySelector('[data-run="webkb"]').scrollIntoView({behavior: "instant", block: "center"}), true`, new(bool))
	p.click("run-webkb")
	p.waitFor(`((v) => ["MLP", "GCN", "SGPC"].every((m) => v[m + "-says"] !== "…"))(sheafscopeCourse.methods.show("webkb").values)`)
	if said := p.onTexas(); !strings.HasPrefix(said[1], "Yes. The MLP and the GCN are wrong on page ") || said[0] == "" {
		p.t.Errorf("exercise 11.1 says %q", said)
	}
	p.waitFor(`document.querySelector('.rail a[href="#chapter-11"]').parentElement.classList.contains("done")`)
	p.easy("#chapter-11")
}

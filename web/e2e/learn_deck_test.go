//go:build e2e

package e2e

import (
	"context"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"sheafscope/web/course/contents"
)

// This file tests the slides of the course.

// deckLook is JavaScript that lists the faults of the displayed slide. Words must have at least 24 px, except indices and fractions. They
// must lie inside the window, not under the buttons, and must not be cut. A title has no picture, and another slide has one. The texts of a
// picture must not overlap, and it must have at least 55 % of the window's width. The figure must reach the state of the slide within 100
// pairs of frames.
const deckLook = `(async () => {
	const frame = () => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));
	const chapter = document.querySelector(".chap.now"), row = document.querySelector(".turned"), out = [];
	const step = chapter.querySelector(".step[aria-current]"), figure = step.dataset.figureOf;
	const off = () => step.dataset.set.split(" ").filter(Boolean).map((s) => s.split("="))
		.filter(([k, v]) => Math.abs(sheafscopeCourse.methods.show(figure).params[k].value - Number(v)) > 1e-9).map(String);
	for (let k = 0; k < 100 && off().length > 0; k++) await frame();
	await frame();
	out.push(...off().map((text) => "the figure is not at " + text));
	const pictures = [...chapter.querySelectorAll("svg.pic")].filter((e) => e.checkVisibility());
	if (pictures.length !== (row === chapter ? 0 : 1)) out.push(pictures.length + " pictures");
	for (const svg of pictures) {
		if (svg.getBoundingClientRect().width < innerWidth * 0.55) out.push("a picture of " + svg.getBoundingClientRect().width + " px");
		out.push(...` + overText + `(svg));
	}
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
	for (let n; (n = walk.nextNode());) {
		const e = n.parentElement, text = n.data.trim().slice(0, 40);
		if (!text || !e.checkVisibility() || e.closest(".sr, .ss, sup, sub, [aria-hidden]")) continue;
		range.selectNodeContents(n);
		const box = range.getBoundingClientRect(), drawn = e.closest("svg");
		if (!box.width) continue;
		const size = parseFloat(getComputedStyle(e).fontSize) * (drawn ? drawn.getScreenCTM().a : 1);
		if (size < 23.9 && !e.closest("msup, msub, mfrac")) out.push(text + " has " + size + " px");
		if (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight) out.push(text + " is beyond the window");
	}
	const deck = document.getElementById("deck").getBoundingClientRect();
	for (const e of chapter.querySelectorAll(".text, .fig > :not(svg)")) {
		const box = e.getBoundingClientRect();
		if (box.height && box.left < deck.right && box.bottom > deck.top + 1) out.push(e.className + " lies under the deck's buttons");
		if (e.matches(".text") && e.scrollHeight > e.clientHeight + 2) out.push("the words are cut");
	}
	return out.map((text) => location.hash + ": " + text);
})()`

// Every slide of the lecture and of the chapters' decks is legible and has its figure in the state of the slide: see deckLook. Keys lead to
// the next slide and back. A handle with the focus keeps the arrow keys. A pin restores the slide with its figure. Escape leads back to the
// chapter.
func TestSlidesAreLegible(t *testing.T) {
	p := openLearn(t, view{width: 1280, height: 720, theme: "light"})
	// checkSlide reports the faults of the slide.
	checkSlide := func() {
		t.Helper()
		var wrong []string
		p.eval(deckLook, &wrong)
		for _, text := range wrong {
			t.Error(text)
		}
	}
	// waitForSlide waits for the address of a slide, such as 4:2 for step 2 of chapter 4.
	waitForSlide := func(hash string) {
		t.Helper()
		p.waitFor(`location.hash === "#slides-` + hash + `"`)
	}
	decks := []string{"lecture"}
	for _, c := range contents.Chapters {
		decks = append(decks, c.Number)
	}
	// Three keys lead forward, in turn.
	for _, deck := range decks {
		p.eval(`location.hash = "#slides-`+deck+`"; true`, new(bool))
		p.waitFor(`document.querySelector("#deck b").textContent.startsWith("1 of ")`)
		var rows int
		p.eval(`Number(document.querySelector("#deck b").textContent.slice(5))`, &rows)
		for k := range rows {
			if k > 0 {
				p.press([]string{kb.ArrowRight, kb.PageDown, " "}[k%3])
				p.waitFor(`document.querySelector("#deck b").textContent.startsWith("` + strconv.Itoa(k+1) + ` of ")`)
			}
			checkSlide()
		}
	}
	// More keys, in the deck of chapter 4.
	p.eval(`location.hash = "#slides-4"; true`, new(bool))
	p.waitFor(`document.querySelector(".chap[data-slide=title]")?.id === "chapter-4"`)
	p.press(kb.ArrowDown)
	waitForSlide("4:2")
	p.press(kb.ArrowUp)
	p.waitFor(`document.querySelector(".chap[data-slide=title]")?.id === "chapter-4"`)
	p.press(kb.PageDown)
	p.press(kb.PageDown)
	p.press(kb.PageDown)
	waitForSlide("4:4")
	// After a drag of a handle the deck has the focus, so that keys lead to the next slide.
	turn := `sheafscopeCourse.methods.show("ring").params.turn.value`
	p.waitFor(turn + ` === 40`) // the state of this slide
	handle := `document.querySelector('#pic-ring-ring [data-h="turn"]')`
	var from []float64
	p.eval(`((b) => [b.x + b.width / 2, b.y + b.height / 2])(`+handle+`.getBoundingClientRect())`, &from)
	p.within(func(ctx context.Context) error { return p.driver.drag(ctx, from[0], from[1], from[0]+30, from[1]-30) })
	p.waitFor(turn + ` !== 40 && document.activeElement.id === "deck"`)
	p.waitFor(`document.querySelector("#chapter-4 .step.turned .show").checkVisibility()`)
	p.axe("a slide")
	// The slide is pinned with the dragged figure. On the way back the slide has its own state again.
	p.press("p")
	p.waitFor(`document.querySelectorAll("#deck .pins button").length === 1`)
	p.waitFor(`document.querySelector("[data-do=pin]").textContent === "Unpin"`)
	var pinned float64
	p.eval(turn, &pinned)
	p.press(kb.ArrowRight)
	waitForSlide("4:5")
	p.press(kb.ArrowLeft)
	waitForSlide("4:4")
	p.waitFor(turn + ` === 40`)
	// A handle with the focus takes the arrow keys; the space key leads to the next slide.
	p.eval(handle+`.focus(), true`, new(bool))
	p.press(kb.ArrowRight)
	p.waitFor(turn + ` === 41`)
	p.press(" ")
	waitForSlide("4:5")
	// The key 1 restores the first pin, and Escape ends the slides.
	p.press("1")
	p.waitFor(turn + ` === ` + number(pinned) + ` && location.hash.startsWith("#slides-4:4:mirror=")`)
	p.press(kb.Escape)
	p.waitFor(`location.hash === "#chapter-4" && document.activeElement.dataset.do === "slides"`)
	// All chapters are visible again. The sheaf editor has the class chap, too.
	var shown int
	p.eval(`[...document.querySelectorAll(".chap")].filter((e) => e.checkVisibility()).length`, &shown)
	if want := len(contents.Chapters) + 1; shown != want {
		t.Errorf("after the slides %d sections are visible, want %d", shown, want)
	}
	p.clean()
}

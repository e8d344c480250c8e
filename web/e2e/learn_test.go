//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	exact "sheafscope/core/coursemath"
	"sheafscope/web/course"
	"sheafscope/web/course/contents"
)

// openLearn opens the course, on a server with the public data sets, and waits until its program is ready.
func openLearn(t *testing.T, v view) *page {
	t.Helper()
	p, _ := blankOn(t, v, browser, withSets(t))
	p.visit(p.origin + base + "learn.html")
	p.waitFor(`document.documentElement.dataset.course === "ready"`)
	return p
}

// On a desktop and on a phone, in both themes, every chapter appears with its step and with a live figure. The figure reacts to the
// keyboard, its text has the new numbers, and the links to the laboratory have its new state. All texts are legible. axe-core finds no
// problem in the article. On the phone no chapter is wider than the window, every exercise is answered, and the parts around the chapters
// work. The usual form has only the desktop, moves the figures of every second chapter, and checks the texts and links of these chapters.
func TestEveryChapterWorks(t *testing.T) {
	beside(t)
	type device struct {
		name string
		view
	}
	for _, c := range sample(t, 1, []device{{"desktop", desktop}, {"phone", view{width: 390, height: 844, theme: "dark"}}}) {
		t.Run(c.name, func(t *testing.T) {
			p := openLearn(t, c.view)
			phone := c.width < 500
			if phone { // with reduced motion
				p.do(media("", "prefers-color-scheme", c.theme,
					"prefers-reduced-motion", "reduce"))
			}
			p.playByHand()
			p.eval(legible, new(bool))
			for k, chapter := range contents.Chapters {
				id := chapter.ID()
				p.eval(`document.getElementById("`+id+`").scrollIntoView({behavior: "instant"}), true`, new(bool))
				figure := `document.querySelector('#` + id + ` [data-testid="figure-live"]')`
				p.waitFor(figure + `.dataset.live === "true" && document.querySelector("#` + id + ` .step[aria-current]") !== null`)
				p.waitFor(`document.querySelector('.rail [aria-current]').hash === "#` + id + `"`)
				if share(t) == 0 && k%2 == 1 {
					continue
				}
				// The script moves the first element of the figure or of the text that a key can move. It returns the faults after the move.
				var faults []string
				p.eval(`(async () => {
					const frame = () => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)));
					const drawn = () => document.querySelector('#`+id+` .fig svg.pic')?.innerHTML;
					// rest waits until the picture is the same in three frames. A step that begins moves the figure.
					const rest = async () => {
						for (let k = 0, same = 0, last = ""; same < 3 && k < 600; k++, last = drawn()) {
							await frame();
							same = drawn() === last ? same + 1 : 0;
						}
					};
					await rest();
					const el = document.querySelector('#`+id+` [data-testid="figure-live"] [role="slider"], #`+id+` .grab, #`+id+` input[type="range"]') ??
						[...document.querySelectorAll('#`+id+` .fig [role="radio"]')].at(-1);
					if (!el) return ["there is nothing to move"];
					const all = () => document.getElementById("`+id+`").textContent +
						document.querySelector('#`+id+` .fig svg.pic').innerHTML;
					el.focus();
					await rest(); // the focus scrolls, and another step may begin, which sets the figure
					const before = all();
					if (el.type === "range") { el.value = Number(el.value) + (Number(el.value) < Number(el.max) ? 1 : -1) * Number(el.step);
						el.dispatchEvent(new Event("input", {bubbles: true})); }
					else for (const key of ["ArrowRight", "ArrowLeft"]) { // at an end of its range only one of the keys moves the element
						if (all() === before) el.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
						await frame();
					}
					await rest(); // the move may have begun another step
					// stale are the numbers in sentences that differ from the values of the program.
					const stale = [...document.querySelectorAll('#`+id+` [data-v]')].filter(e => {
						if (e.closest(".step:not([aria-current])")) return false; // the other steps have the numbers of their own state
						const [figure, ...key] = e.dataset.v.split(".");
						return figure === document.querySelector('#`+id+` .fig').dataset.figure &&
							e.textContent !== sheafscopeCourse.methods.show(figure).values[key.join(".")];
					});
					const lab = "index.html#" + sheafscopeCourse.methods.link(document.querySelector('#`+id+` .fig').dataset.figure);
					const away = () => [...document.querySelectorAll('[data-lab], #`+id+` .tolab')].filter(e => e.getAttribute("href") !== lab);
					for (let k = 0; k < 100 && away().length > 0; k++) await frame(); // the page writes the links when the figure rests
					return [...legible(document.getElementById("`+id+`")),
						...stale.map(e => e.dataset.v + " is shown as " + e.textContent), ...(all() === before ? ["nothing moved"] : []),
						...away().map(e => "a link to the laboratory goes to " + e.href)];
				})()`, &faults)
				for _, text := range faults {
					t.Errorf("%s: %s", id, text)
				}
				if phone {
					var wide float64
					p.eval(`document.documentElement.scrollWidth - innerWidth`, &wide)
					if wide > 0 {
						t.Errorf("%s is %v px wider than the phone", id, wide)
					}
				}
			}
			if phone { // TestLearnExercises and TestLearnAround test these parts on a desktop
				p.checkAround()
				p.answerExercises(p.answer)
				p.checkSlidesAndPrint()
			}
			p.axeInBoth("the course")
			p.clean()
		})
	}
}

// On a desktop every exercise is answered by keys alone, wrongly and rightly, and Tab reaches all controls of the chapters. The texts about
// the answers are legible. The page starts at most two workers. In the long form the puzzle trains at the same time, and the exercises with
// trained networks are answered; otherwise the puzzle trains afterwards.
func TestLearnExercises(t *testing.T) {
	p := openLearn(t, desktop)
	p.playByHand()
	p.eval(legible, new(bool))
	puzzle := func() {
		p.eval(`scrollTo(0, 0), true`, new(bool))
		// The first step sets the figure when the scroll reaches it. The training begins after that.
		p.waitFor(`document.querySelector("#chapter-0.now .step")?.matches("[aria-current]")`)
		p.click("run-puzzle")
	}
	// The status of the puzzle: trained to the end in the long form, and otherwise at least begun.
	status := `/^mean of/`
	if share(t) == 0 {
		status = `/^(training|mean of)/`
	} else {
		puzzle()
	}
	p.tabFromTheTop()
	// wanted returns whether the text about an answer must be checked. A right and a wrong answer have the same style in all exercises of a
	// kind. Therefore one of each kind is enough outside of the long form.
	checked := map[string]bool{}
	wanted := func(a answered, right bool) bool {
		style := fmt.Sprint(a.Kind, right)
		again := checked[style]
		checked[style] = true
		return !again || share(t) > 0
	}
	train := p.answerExercises(func(list []answered) {
		for k, a := range list {
			if share(t) == 0 { // only the first answer, which is wrong, and the last one, which is right
				list[k].Tries = slices.Delete(a.Tries, 1, max(1, len(a.Tries)-1))
			}
		}
		p.answerByKeys(list, wanted)
	})
	p.tabToTheEnd()
	if share(t) == 0 {
		puzzle()
	}
	p.eval(`scrollTo(0, 0), true`, new(bool))
	p.waitFor(status + `.test(document.querySelector('[data-v="puzzle.status"]').textContent)`)
	p.checkLegible("#chapter-0")
	var workers int
	p.eval(`performance.getEntriesByType("resource").filter(e => /worker\.js/.test(e.name)).length`, &workers)
	if workers > 2 {
		t.Errorf("the page started %d workers, want at most 2", workers)
	}
	// The exercises with trained networks. tabToTheEnd has already checked that Tab reaches their controls.
	for k, a := range train {
		p.eval(`document.querySelector('[data-ex="`+a.ID+`"] .opts > *').focus(), true`, new(bool))
		p.answerByKeys(train[k:k+1], wanted)
	}
	if share(t) > 0 {
		p.answerTrained(train)
	}
	p.eval(`sheafscopeCourse.methods.rest(), true`, new(bool))
	p.clean()
}

// On a desktop the parts around the chapters work: sheaf editor, table for teachers, symbols, slides and print. So do the chapter that
// trains on Texas, whose exercise is answered by keys, and the link to the laboratory.
func TestLearnAround(t *testing.T) {
	p := openLearn(t, desktop)
	p.playByHand()
	p.eval(legible, new(bool))
	p.checkAround()
	p.eval(tabbed+`, document.querySelector('[data-run="webkb"]').focus()`, nil) // checkWebKB uses keys from this button on
	p.checkWebKB()
	p.checkSlidesAndPrint()
	p.clean()
	p.checkLaboratoryLink()
}

// checkAround checks the sheaf editor, the table for teachers, and the symbols that the cards explain.
func (p *page) checkAround() {
	p.t.Helper()
	p.checkSheafEditor()
	p.checkLegible("#editor")
	p.checkTeachersTable()
	p.checkSymbols()
}

// axeInBoth runs axe-core in both themes of the course. In the second theme it applies only the rule for colours.
func (p *page) axeInBoth(where string) {
	p.t.Helper()
	p.axe(where)
	p.click("theme")
	p.axeOf(where+" in the other theme", "document", "color-contrast")
}

// checkLaboratoryLink follows the link of chapter 4 to the laboratory. It checks that the laboratory has the graph, the maps and the kernel
// dimension of the figure. Then it follows the link in the menu back to the course.
func (p *page) checkLaboratoryLink() {
	p.t.Helper()
	p.do(media(""))
	p.eval(`document.getElementById("chapter-4").scrollIntoView({behavior: "instant"}), true`, new(bool))
	p.waitFor(`document.querySelector("[data-lab]").getAttribute("href") === "index.html#" + sheafscopeCourse.methods.link("ring")`)
	var dim string
	p.eval(`sheafscopeCourse.methods.show("ring").values.dim`, &dim)
	p.click("open-lab")
	p.waitFor(`globalThis.sheafscope?.state?.().graph?.n === 6`) // the ring of the figure
	p.ready()
	// The maps of the figure replace those of the network.
	p.waitFor(`((s) => s.byHand?.what === "file" && !s.busy && s.byHand.kernelDim === ` + dim + `)(sheafscope.state())`)
	p.click("learn")
	p.waitFor(`((a) => a.checkVisibility() && a.getAttribute("href") === "learn.html")` +
		`(document.querySelector('[data-testid="learn-course"]'))`)
	p.eval(`location.href = document.querySelector('[data-testid="learn-course"]').href, true`, new(bool))
	p.waitFor(`document.documentElement.dataset.course === "ready"`)
	p.clean()
}

// checkSheafEditor uses the sheaf editor. It checks the dimension of the global sections after three typed maps. It checks the link that
// contains the sheaf, Undo, and a link that opens a sheaf. In a sheaf of sensors it changes dimensions of stalks, and checks the dimensions
// of H⁰ and H¹ and the Euler characteristic.
func (p *page) checkSheafEditor() {
	p.t.Helper()
	field, dim := `document.querySelector('[data-testid="editor-map0"]')`, `document.querySelector('[data-testid="editor-dim"]').textContent`
	p.eval(`document.getElementById("editor").scrollIntoView({behavior: "instant"}), true`, new(bool))
	p.waitFor(`document.querySelector('#editor [data-testid="figure-live"]').dataset.live === "true"`)
	// Maps of edge 5, which closes the ring, and dimensions of the global sections. The maps around the ring compose to the identity, a
	// reflection, and a small rotation.
	for _, step := range [][2]string{{"turn 0", "2"}, {"mirror 20", "1"}, {"turn 1/100", "0"}} {
		p.eval(field+`.value = "`+step[0]+`", `+field+`.dispatchEvent(new Event("change", {bubbles: true})), true`, new(bool))
		p.waitFor(dim + ` === "` + step[1] + `"`)
	}
	press := func(id string) { p.eval(`document.querySelector('[data-testid="`+id+`"]').click(), true`, new(bool)) }
	press("editor-share")
	var text string
	p.eval(`decodeURIComponent(location.hash)`, &text)
	if s, err := exact.ParseSheaf(strings.TrimPrefix(text, "#sheaf=")); err != nil || s.Edges[5].Maps[0] != "turn 1/100" {
		p.t.Errorf("the link has the sheaf %q, %v; want the map turn 1/100", text, err)
	}
	press("editor-undo") // the three texts count as one change
	p.waitFor(field + `.value === "turn 40"`)
	// Three scalars with one edge between nodes 0 and 1: dimension 3 − 1.
	const other = "d 1;node .1 .5 a;node .5 .5 b;node .9 .5 c;edge 0 1 1|2"
	p.eval(`location.hash = "sheaf=" + encodeURIComponent("`+other+`"), true`, new(bool))
	p.waitFor(dim + ` === "2"`)
	// The sheaf of sensors has stalks of unequal dimensions: dim H⁰ = 3 for places, and dim H¹ = 2 for redundant comparisons.
	value := func(id string) string { return `document.querySelector('[data-testid="` + id + `"]')` }
	choose := func(id, to string) {
		p.eval(value(id)+`.value = "`+to+`", `+value(id)+`.dispatchEvent(new Event("change", {bubbles: true})), true`, new(bool))
	}
	p.eval(`document.getElementById("editor-shape").value = "sensors",
		document.getElementById("editor-shape").dispatchEvent(new Event("change", {bubbles: true})), true`, new(bool))
	// facts waits for dim H⁰, dim H¹ and their difference, the Euler characteristic.
	facts := func(h0, h1, euler string) {
		p.waitFor(dim + ` === "` + h0 + `" && ` + value("editor-h1") + `.textContent === "` + h1 + `" && ` + value("editor-euler") +
			`.textContent === "` + euler + `"`)
	}
	facts("3", "2", "1")
	p.waitFor(value("editor-about") + `.textContent.includes("H⁰ is the place") && document.getElementById("editor-nodes").hidden`)
	p.eval(`document.querySelector('#editor [data-h="n2"]').focus(), true`, new(bool)) // node c has three coordinates, so fields x0 to x2
	p.waitFor(value("editor-node-dim") + `.value === "3" && !document.querySelector('#editor [data-field="x2"]').hidden &&
		document.querySelector('#editor [data-field="x3"]').hidden`)
	choose("editor-node-dim", "4") // maps that no longer fit keep their first coordinates
	facts("3", "1", "2")
	choose("editor-edge-dim", "0")
	facts("4", "1", "3")
	press("editor-undo")
	press("editor-undo")
	facts("3", "2", "1")
}

// checkSymbols moves the focus to every visible symbol and formula: at least 60, of which at least 12 in pictures. It checks that a card
// appears inside the window and explains each symbol of the formula with its shape. If a figure has the symbol, the card has the value of
// the figure. Escape closes the card.
func (p *page) checkSymbols() {
	p.t.Helper()
	// wrong has the faults. A card has, for each symbol, at least four elements: a name, sentences and a shape.
	var wrong []string
	p.eval(`(() => {
		const wrong = [], all = [...document.querySelectorAll(".sym")].filter(e => e.checkVisibility());
		if (all.length < 60) wrong.push("there are " + all.length + " symbols");
		const drawn = all.filter(e => e.closest("svg.pic")).length;
		if (drawn < 12) wrong.push(drawn + " of them are in pictures");
		for (const e of all) {
			const fault = text => wrong.push(e.dataset.g + " in " + e.closest("section").id + ": " + text);
			e.focus();
			const card = document.getElementById("card"), parts = [...card?.children ?? []];
			if (parts.length !== e.dataset.g.split(" ").length || e.getAttribute("aria-describedby") !== "card") fault("no card of its own");
			for (const part of parts) if ([...part.querySelectorAll("h3, p, math")].length < 4 || !part.querySelector(".more").textContent)
				fault("the card says " + part.textContent);
			const box = card?.getBoundingClientRect();
			if (!(box?.left >= 0 && box.right <= innerWidth && box.width > 200)) fault("the card is at " + box?.left);
			for (const now of card?.querySelectorAll("[data-now]") ?? []) {
				const [figure, key] = now.dataset.now.split(".");
				if (now.textContent !== sheafscopeCourse.methods.show(figure).values[key]) fault(now.dataset.now + " is shown as " + now.textContent);
			}
		}
		dispatchEvent(new KeyboardEvent("keydown", {key: "Escape"}));
		if (document.getElementById("card")) wrong.push("Escape leaves the card");
		return wrong;
	})()`, &wrong)
	for _, text := range wrong {
		p.t.Error(text)
	}
}

// checkTeachersTable pastes a code of Ada with two right answers, and a damaged code of Bob. It checks the table of both.
func (p *page) checkTeachersTable() {
	p.t.Helper()
	// The table must judge the answers itself: the code marks only the answer to 2.3 as right, and the answer to 9.1 is right, too.
	code, err := course.Code(3, "Ada", map[string]string{"2.3": "no", "9.1": "valid"}, map[string]string{"2.3": "true"}, nil, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	p.eval(`document.getElementById("teacher-codes").value = "`+code+`\nBob: SGPC1-damaged", `+
		`document.querySelector('[data-testid="teacher-check"]').click(), true`, new(bool))
	var cells []string
	// Two rows of eight cells: code, name, valid, right, wrong, not judged, not answered, seed.
	p.eval(`[...document.querySelectorAll("#teacher-table td")].map(c => c.textContent)`, &cells)
	if len(cells) != 16 || strings.Join(cells[:5], " ") != "1 Ada yes 2 0" {
		p.t.Errorf("the table for teachers has %d cells %q, want 16 that begin with 1 Ada yes 2 0", len(cells), cells)
		return // without 16 cells the row of Bob cannot be read
	}
	if cells[9] != "Bob" || !strings.Contains(cells[10], "damaged") {
		p.t.Errorf("the row of Bob is %q, want a damaged code", cells[8:])
	}
}

// checkSlidesAndPrint follows a link of the notes to the slides of a chapter and leaves the slides, twice. It checks that the printed
// article is light although the theme is dark. The article has its figures and steps without controls, and a printed figure stands before
// the first step. After the print the screen has its figures where they were.
func (p *page) checkSlidesAndPrint() {
	p.t.Helper()
	const shown = `[...document.querySelectorAll(".chap, .step")].filter(e => e.checkVisibility()).map(e => e.id || e.dataset.set)`
	for range 2 {
		p.eval(`document.querySelector('#teach-4 a[href="#slides-4"]').click(), true`, new(bool))
		p.waitFor(shown + `.join() === "chapter-4"`) // the first slide is the title
		p.do(chromedp.KeyEvent(kb.ArrowRight))
		p.waitFor(shown + `.join() === "chapter-4,turn=0 mirror=0"`)
		p.do(chromedp.KeyEvent(kb.Escape))
		p.waitFor(shown + `.length > 20 && location.hash === "#chapter-4"`)
	}
	p.do(media("print", "prefers-color-scheme", "dark"))
	defer p.do(media("", "prefers-color-scheme", "dark"))
	var wrong []string
	p.eval(`(() => {
		const wrong = [], all = (selector) => [...document.querySelectorAll(selector)];
		const paper = getComputedStyle(document.body).backgroundColor;
		if (paper !== "rgb(255, 255, 255)") wrong.push("the ground is " + paper);
		for (const e of all(".bar, .rail, .pnav, .fig [role=radio], .sliders, .go, .show, .tools, #teachers"))
			if (e.checkVisibility()) wrong.push((e.id || e.className) + " is there");
		for (const e of all(".fig > svg, .step, .guide"))
			if (!e.checkVisibility() || e.getBoundingClientRect().width < 100) wrong.push((e.id || e.className) + " is not there");
		for (const e of all(".fig")) if (getComputedStyle(e).position !== "static") wrong.push("a figure sticks");
		dispatchEvent(new Event("beforeprint"));
		for (const e of all(".chap > .fig, .text > .fig")) {
			const first = e.closest(".chap").querySelector(".ex, .step");
			if (e.closest("#editor") === null && !(e.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING))
				wrong.push("the figure of " + e.closest(".chap").id + " stands after the first step");
		}
		dispatchEvent(new Event("afterprint"));
		if (all(".text > .fig").length > 0) wrong.push("a figure stays where paper has it");
		if (/not run/.test(all(".step").map((e) => e.innerText).join())) wrong.push("a sentence says “not run”");
		return wrong;
	})()`, &wrong)
	for _, text := range wrong {
		p.t.Errorf("on paper %s", text)
	}
}

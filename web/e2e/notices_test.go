//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// This file tests whether the contents have enough space: beside notices, on paper, and in the rail of the stages.

// covered lists the controls that lie outside of the window or below another element after they are scrolled into sight. A line is, for
// example, "seed lies under busy at 100, 20". The point that counts is the centre of the control, or 30 pixels below its upper edge if the
// centre is lower. Hidden controls and controls in pictures do not count.
const covered = `(() => {
	const out = [], name = (e) => e.dataset.testid || e.getAttribute("aria-label") || e.textContent.trim().slice(0, 30) || e.tagName;
	for (const e of document.querySelectorAll("button,select,input,a[href],summary,[role=slider],[role=tab]")) {
		if (e.closest(".skip,.sr,.hit,svg") || !e.checkVisibility({opacityProperty: true, visibilityProperty: true}) || ` +
	`getComputedStyle(e).clipPath === "inset(50%)") continue;
		e.scrollIntoView({block: "nearest", inline: "nearest"});
		const b = e.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + Math.min(b.height / 2, 30), hit = document.elementFromPoint(x, y);
		if (!b.width || !b.height) continue;
		if (!hit) out.push(name(e) + " lies outside of the window at " + Math.round(x) + ", " + Math.round(y));
		else if (!e.contains(hit) && !hit.contains(e)) out.push(name(e) + " lies under " + (hit.closest("[data-testid],[class]")?.className ` +
	`|| hit.tagName) + " at " + Math.round(x) + ", " + Math.round(y));
	}
	scrollTo(0, 0);
	return out;
})()`

// busyLine shows the line about the present work, as during a training, without its animation.
const busyLine = `(() => { const b = document.querySelector(".busy"); b.hidden = false; b.style.animation = "none";
	b.querySelector("span").textContent = "Training, 24 of 300 epochs, 12 s left"; return true; })()`

// noticeWindows has the windows of the layout and a small frame: a phone, or a desktop of 1280×1024 pixels at four times its size.
var noticeWindows = append(windows[:len(windows):len(windows)], struct {
	name          string
	width, height int64
	scale         float64
	touch         bool
}{"small frame", 320, 256, 1, false})

// Without notices, and with every kind of notice open at once, no control is covered. This holds in each part of the page and in each of
// noticeWindows. In the small frame without notices no text is cut. The notices are an error, a crash, a lost drawing and busyLine.
func TestNoticesCoverNoControl(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(2)")
	// checkWindows reports the faults that the scripts return, in each window and each part of the page. notices is "none" or "all".
	checkWindows := func(notices string, scripts ...string) {
		t.Helper()
		for _, f := range noticeWindows {
			p.do(resize(f.width, f.height, f.scale, f.touch))
			for _, tab := range []string{"Graph", "Stages", "Inspect", "Charts"} {
				p.tab(tab)
				p.rests()
				if notices == "all" {
					p.eval(busyLine, new(bool))
				}
				for _, js := range scripts {
					p.complain(fmt.Sprintf("%s, %s (%dx%d), %s", notices, f.name, f.width, f.height, tab), js)
				}
			}
			p.tab("Graph")
			p.rests()
			p.shot(fmt.Sprintf("notices-%s-%dx%d", notices, f.width, f.height))
		}
	}
	checkWindows("none", covered)
	p.do(resize(320, 256, 1, false))
	for _, tab := range []string{"Graph", "Stages", "Inspect", "Charts"} {
		p.tab(tab)
		p.settle()
		p.complain("small frame, "+tab, cutText)
		p.shot("small-" + tab)
	}
	p.tab("Graph")
	// Three notices: a refused graph, a lost context of the drawing, and a reported crash.
	p.eval(`sheafscope.load("no such graph").then(() => false, () => true)`, new(bool))
	p.eval(`document.querySelector(".graph .sigma-nodes").getContext("webgl2").getExtension("WEBGL_lose_context").loseContext(), true`,
		new(bool))
	p.eval(`sheafscopeBoot.panic("This is a test of what covers what; the page goes on."), true`, new(bool))
	p.waitFor(`["error", "crash-banner"].every((id) => document.querySelector('[data-testid="' + id + ` +
		`'"]')?.checkVisibility()) && !document.querySelector('[data-testid="drawing-note"]').hidden`)
	checkWindows("all", covered)
}

// The printed page has the graph, the stage, the spectrum, and the address of the run as text and as a QR code. It has light colours and no
// controls. It fits on one page of A4: with stage 3 or 5 from a window of 1440 pixels width, with stage 9 or 10 from 820 pixels. With stage
// 10 from 820 pixels it fits on two pages of Letter. After printing the page has its dark theme and no copy for paper.
func TestPrintFitsItsPages(t *testing.T) {
	p := shared(t, view{width: 1440, height: 900, theme: "dark"})
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(3)")
	// The number of pages, from the PDF of the browser.
	for _, x := range []struct {
		stage string
		paper chromedp.PaperSize
		width int64
		pages int // at most
	}{ // the stages with the longest panels
		{"stage-3", chromedp.PaperA4, 1440, 1}, {"stage-5", chromedp.PaperA4, 1440, 1}, {"stage-9", chromedp.PaperA4, 820, 1},
		{"stage-10", chromedp.PaperA4, 820, 1}, {"stage-10", chromedp.PaperLetter, 820, 2},
	} {
		stage := x.stage
		p.do(resize(x.width, 900, 1, false))
		p.click(stage)
		p.settle()
		var pdf []byte
		p.within(func(ctx context.Context) (err error) {
			pdf, err = chromedp.Run(ctx, chromedp.PrintToPDF(chromedp.PDFPrintBackground(), chromedp.PDFPaper(x.paper)))
			return err
		})
		if err := os.WriteFile(filepath.Join(root, ".build", "screens", fmt.Sprintf("print-%s-%d.pdf", stage, x.width)), pdf, 0o666); err != nil {
			t.Fatal(err)
		}
		if n := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1)); n < 1 || n > x.pages {
			t.Errorf("%s of karate from %d pixels takes %d pages, want 1 to %d", stage, x.width, n, x.pages)
		}
	}
	// The contents of the printed page, in a window with the size of the paper.
	p.waitFor(`!document.querySelector(".printout")`)
	p.click("stage-5")
	p.settle()
	p.do(resize(688, 1032, 1, false), media("print")) // A4 without its margins, in pixels
	p.waitFor(`document.querySelectorAll(".printout").length === 4`)
	p.rests()
	p.shot("print")
	// The script returns an object with the fields of got. Ink is the colour of the title.
	// Nodes counts the nodes by their titles, Edges the lines, Out the shapes outside of the picture, and Figures those of the stage. Code is
	// the path of the QR code. Wide is whether the page is wider than the paper.
	var got struct {
		Theme, Link, Href, Title, Caption string
		Nodes, Edges, Out                 int
		Controls                          []string
		Stage, Spectrum, Wide             bool
		Figures                           int
		Ink, Code                         string
	}
	p.eval(`(() => { const seen = (e) => Boolean(e?.checkVisibility({opacityProperty: true, visibilityProperty: true}) && `+
		`e.getBoundingClientRect().width), q = (s) => document.querySelector(s), all = (s) => [...document.querySelectorAll(s)];
		return {Theme: document.documentElement.dataset.theme, Link: q(".plink").lastChild.textContent, Href: location.href, Title: `+
		`q(".printout h1").textContent, Caption: q(".pgraph p").textContent, Out: all(".pgraph svg :is(circle, polygon, line)").filter((e) => { `+
		`const r = e.getBoundingClientRect(), b = e.ownerSVGElement.getBoundingClientRect(); return r.left < b.left - 1 || r.top < b.top - 1 || `+
		`r.right > b.right + 1 || r.bottom > b.bottom + 1; }).length, `+
		`Nodes: all(".printout svg title").length, Edges: all(".printout svg line").length,
			Controls: all("button,select,input,[role=slider],[role=tab]").filter((e) => seen(e) && !e.closest(".sr") && `+
		`getComputedStyle(e).clipPath !== "inset(50%)").map((e) => e.dataset.testid || e.textContent), Stage: seen(q(".ihead h1")) && `+
		`q(".ihead h1").textContent.startsWith("5"),
			Figures: all(".ibody .isec").filter((e) => seen(e) && e.querySelector("svg,canvas")).length,
			Code: seen(q(".pcode svg")) ? q(".pcode path").getAttribute("d") : "",
			Spectrum: seen(q('[data-testid="spectrum"] svg')), Wide: document.documentElement.scrollWidth > innerWidth, Ink: `+
		`getComputedStyle(q(".printout h1")).color}; })()`, &got)
	if got.Theme != "light" || got.Wide {
		t.Errorf("on paper: theme %q, wider than the paper: %v; want light, false", got.Theme, got.Wide)
	}
	if len(got.Controls) > 0 {
		t.Errorf("on paper there are the controls %q, want none", got.Controls)
	}
	if got.Link != got.Href || got.Title != "Zachary's karate club, in Sheafscope" {
		t.Errorf("on paper: title %q, want Zachary's karate club, in Sheafscope; link %q, want %q", got.Title, got.Link, got.Href)
	}
	if !strings.HasPrefix(got.Caption, "34 nodes, 78 edges; nodes by prediction") {
		t.Errorf("on paper: caption of the graph %q, want 34 nodes, 78 edges; nodes by prediction", got.Caption)
	}
	if got.Nodes != 34 || got.Edges < 78 {
		t.Errorf("on paper: %d nodes and %d lines, want 34 and at least 78", got.Nodes, got.Edges)
	}
	if got.Out > 0 {
		t.Errorf("on paper %d shapes lie outside of the picture, want none", got.Out)
	}
	if !got.Stage || got.Figures == 0 {
		t.Errorf("on paper: stage 5 is visible: %v, with %d figures; want true and at least one", got.Stage, got.Figures)
	}
	if !got.Spectrum {
		t.Error("on paper the spectrum is not visible")
	}
	var red, green, blue int
	if _, err := fmt.Sscanf(got.Ink, "rgb(%d, %d, %d)", &red, &green, &blue); err != nil {
		t.Fatalf("on paper the title has the colour %q: %v", got.Ink, err)
	}
	if v := contrast(t, fmt.Sprintf("#%02x%02x%02x", red, green, blue), "#ffffff"); v < 7 {
		t.Errorf("on paper the title has a contrast of %.1f to white, want at least 7", v)
	}
	if text := readCode(t, got.Code); text != got.Href {
		t.Errorf("the code on paper is read as %q, want the address %q", text, got.Href)
	}
	// After printing the page has its theme again, and no copy for paper.
	p.do(media("", "prefers-color-scheme", "dark"), resize(1440, 900, 1, false))
	p.waitFor(`!document.querySelector(".printout") && document.documentElement.dataset.theme === "dark"`)
	p.clean()
}

// readCode reads a QR code. path is the SVG path of its modules, in the form M(x) (y)h1v1h-1z. The reader belongs to the library that has
// written the code.
func readCode(t *testing.T, path string) string {
	t.Helper()
	read := exec.Command("node", "--input-type=module", "-e", `import { readFileSync } from "node:fs";
import decodeQR from "qr/decode.js";
const dark = [...readFileSync(0, "utf8").matchAll(/M(\d+) (\d+)h/g)].map((m) => m.slice(1).map(Number));
const scale = 4, side = (Math.max(...dark.map(([x]) => x)) + 5) * scale, data = new Uint8Array(3 * side * side).fill(255);
for (const [x, y] of dark) for (let i = 0; i < scale * scale; i++) {
  const pixel = (y * scale + Math.floor(i / scale)) * side + x * scale + i % scale;
  data.fill(0, 3 * pixel, 3 * pixel + 3);
}
process.stdout.write(decodeQR({ width: side, height: side, data }));`)
	read.Dir, read.Stdin = root, strings.NewReader(path)
	text, err := read.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return string(text)
}

// The rail shows all ten stages without scrolling and without cut text, in five windows of 601 to 720 pixels height. At a width of 1440
// pixels every menu of the bar has a visible caption.
func TestRailFits(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	for _, size := range [][2]int64{{1440, 601}, {1440, 650}, {1280, 700}, {1024, 620}, {1280, 720}} {
		p.do(resize(size[0], size[1], 1, false))
		p.rests()
		p.complain(fmt.Sprintf("%dx%d", size[0], size[1]), `(() => { const l = document.querySelector(".rail ol"); return l.scrollHeight > `+
			`l.clientHeight + 1 ? ["the stages take " + l.scrollHeight + " of " + l.clientHeight] : []; })()`)
		p.complain(fmt.Sprintf("%dx%d", size[0], size[1]), cutText)
	}
	p.shot("rail-1280x720")
	p.do(resize(1440, 601, 1, false))
	p.rests()
	p.shot("rail-1440x601")
	// A clip of 50 % hides a caption from sight.
	p.do(resize(1440, 900, 1, false))
	p.rests()
	p.complain("1440", `[...document.querySelectorAll(".bar .field>label")].filter((l) => getComputedStyle(l).clipPath === `+
		`"inset(50%)").map((l) => l.textContent + " has no caption")`)
	p.clean()
}

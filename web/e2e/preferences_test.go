//go:build e2e

package e2e

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// preference is a row of the table: a preference of the reader in the system or in the browser. The tests switch it on and off while the
// page is open.
type preference struct {
	name    string
	on, off []act
	js      string // run in the page after on
	css     string // a style sheet that the reader adds
	root    string // an attribute of the page as "name=value", as extensions and translations set it
	theme   string // the theme that the page then has; "" is not checked
	holds   string // JavaScript that is true while the preference is on
	layout  bool   // the preference may hide controls, or show others in their place
	usual   bool   // a row of the usual form
}

// size returns the row of a window with a size in pixels of the page, each of scale² pixels of the screen.
func size(width, height int64, scale float64, usual bool) preference {
	return preference{name: fmt.Sprintf("%dx%d at %g", width, height, scale), usual: usual, layout: true,
		holds: fmt.Sprintf("devicePixelRatio === %g", scale),
		on:    []act{resize(width, height, scale, false)}, off: []act{resize(1440, 900, 1, false)}}
}

// featured returns the row of a media feature with a value, by the name of the row. Off replaces all media features by the light theme,
// with which the tests start.
func featured(name, feature, value string, usual bool) preference {
	return preference{name: name, usual: usual, on: []act{media("", feature, value)},
		holds: fmt.Sprintf(`matchMedia("(%s: %s)").matches`, feature, value),
		off:   []act{media("", "prefers-color-scheme", "light")}}
}

// larger returns the row of a text size, in pixels, that a reader has chosen in the browser. The default is 16.
func larger(size int64, usual bool) preference {
	return preference{name: fmt.Sprintf("text of %d", size), usual: usual, layout: true, on: []act{text(size)}, off: []act{text(16)},
		holds: fmt.Sprintf("sheafscopePrefers.pixel() === %d / 16", size)}
}

// autoDark switches Chromium's forced dark mode, which darkens light pages.
func autoDark(on bool) act {
	return send(emulation.SetAutoDarkModeOverride, emulation.SetAutoDarkModeOverrideParams{Enabled: &on})
}

// fireVisible fires the event by which the page detects that the browser darkens it by force. No other event reports this.
const fireVisible = `document.dispatchEvent(new Event("visibilitychange"))`

// preferenceRows are the rows of the table. preferences_start_test.go has further rows, each for a separate Chromium. Some preferences are
// tested by hand: the extension Dark Reader (a row has its mark), a real keyboard and a real pen, and the magnifier of an operating system.
var preferenceRows = func() []preference {
	list := []preference{
		{name: "as it comes"},
		featured("forced colours", "forced-colors", "active", true),
		{name: "forced colours, dark", on: []act{media("", "forced-colors", "active", "prefers-color-scheme", "dark")},
			off: []act{media("", "prefers-color-scheme", "light")}},
		featured("dark theme", "prefers-color-scheme", "dark", false),
		featured("reduced motion", "prefers-reduced-motion", "reduce", false),
		featured("reduced transparency", "prefers-reduced-transparency", "reduce", false),
		featured("more contrast", "prefers-contrast", "more", false),
		{name: "print preview", layout: true, on: []act{media("print")}, off: []act{media("", "prefers-color-scheme", "light")}},
		{name: "forced dark of the browser", on: []act{media("", "prefers-color-scheme", "dark"), autoDark(true)},
			off: []act{autoDark(false), media("", "prefers-color-scheme", "light")}, js: fireVisible},
		{name: "forced dark, a light system", on: []act{autoDark(true)}, off: []act{autoDark(false)}, js: fireVisible, theme: "dark"},
		{name: "Dark Reader", root: "data-darkreader-scheme=dark"},
		{name: "right to left", root: "dir=rtl"},
		{name: "translated", root: "class=translated-ltr"},
		{name: "touch screen", on: []act{fingers(true)}, off: []act{fingers(false)}},
		larger(24, true), larger(32, false),
		{name: "text spacing", css: `*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}` +
			`p{margin-bottom:2em!important}`},
		size(960, 540, 2, true), size(640, 512, 2, false), size(320, 256, 4, false), size(1440, 900, 2, false),
		size(1440, 900, 1.25, false),
	}
	// Windows between a phone and a desktop: 640×481, 755×500, 870×520, 985×540 and 1100×560.
	for k := range int64(5) {
		list = append(list, size(640+115*k, 481+20*k-min(k, 1), 1, false))
	}
	return list
}()

// rooms are the columns of the table: the parts of the page in which a reader can be.
var rooms = []struct {
	name, path string
	newcomer   bool
	usual      bool // a column of the usual form
	hasRun     bool // the test compares the state of the room's run
}{ // name, path, newcomer, usual, hasRun
	{"Look", "", true, true, false},
	{"Research", "", false, true, true},
	{"One edge", "#edge", false, false, false},
	{"chapter", "learn.html#chapter-1", false, false, false},
	{"slide", "learn.html#slides-1", false, false, false},
	{"embed", "?embed=1", false, false, true},
}

// control is a control in the page's report: its position in the window, and whether a click at its centre reaches it.
type control struct {
	Name       string
	X, Y, W, H float64
	Hit        string // the element that covers the control, "" if the click reaches the control
}

// controlsInSight returns the enabled controls of which 90 % of width and height are in sight, as a list of control. It omits a control
// that only a fixed bar covers until the page scrolls. The dial has its thumb and its rail as further rows.
const controlsInSight = `(() => {
	const out = [], name = (e) => e.dataset.testid || e.getAttribute("aria-label") || e.textContent.trim().slice(0, 30) || e.className;
	const clip = (e) => { // what of it is in sight
		let b = e.getClientRects()[0], [l, t, r, d] = [b.left, b.top, b.right, b.bottom];
		for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) {
			if (getComputedStyle(p).overflow === "visible") continue;
			const q = p.getBoundingClientRect();
			[l, t, r, d] = [Math.max(l, q.left), Math.max(t, q.top), Math.min(r, q.right), Math.min(d, q.bottom)];
		}
		return [Math.max(l, 0), Math.max(t, 0), Math.min(r, innerWidth), Math.min(d, innerHeight), b];
	};
	for (const e of document.querySelectorAll("button,a[href],select,input:not([type=hidden]),textarea,summary")) {
		if (e.disabled || e.closest("[inert],[hidden]") || !e.checkVisibility({visibilityProperty: true})) continue;
		const [l, t, r, d, b] = clip(e);
		if (b.width < 8 || b.height < 8 || r - l < b.width * .9 || d - t < b.height * .9) continue;
		if (getComputedStyle(e).pointerEvents === "none" || e.closest(".skip,.sr")) continue;
		const x = (l + r) / 2, y = (t + d) / 2, top = document.elementFromPoint(x, y);
		const hits = top && (e.contains(top) || top.contains(e) && top.closest("label,.filebtn,.dial") || top.labels?.length && e.contains(top));
		if (!hits) { // under what stays while the page scrolls
			const was = scrollY;
			e.scrollIntoView({block: "center", behavior: "instant"});
			const q = e.getClientRects()[0], now = document.elementFromPoint((q.left + q.right) / 2, (q.top + q.bottom) / 2);
			const moved = scrollY !== was && now && e.contains(now);
			scrollTo({top: was, behavior: "instant"});
			if (moved) continue;
		}
		out.push({Name: name(e), X: l, Y: t, W: r - l, H: d - t, Hit: hits ? "" : top ? top.tagName + "." +
			(top.className.baseVal ?? top.className) + " " + (top.dataset?.testid ?? "") : "nothing"});
	}
	const thumb = document.querySelector(".dial .rail b"), rail = document.querySelector(".dial .rail");
	for (const [n, e] of [["thumb of the dial", thumb], ["rail of the dial", rail]]) if (e?.checkVisibility({visibilityProperty: true})) {
		const b = e.getBoundingClientRect();
		if (b.bottom <= innerHeight) out.push({Name: n, X: b.left, Y: b.top, W: b.width, H: b.height, Hit: ""});
	}
	return out;
})()`

// blurred lists the visible canvases whose width or height differs by more than one pixel of the page from the size on the screen. A line
// is, for example, "chart: 300x150 pixels for 600x300 at 1".
const blurred = `[...document.querySelectorAll("canvas")].filter((c) => c.checkVisibility({visibilityProperty: true}) && c.clientWidth)
	.filter((c) => Math.abs(c.width - c.clientWidth * devicePixelRatio) > devicePixelRatio || ` +
	`Math.abs(c.height - c.clientHeight * devicePixelRatio) > devicePixelRatio)
	.map((c) => (c.className || c.parentElement.className) + ": " + c.width + "x" + c.height + " pixels for " + c.clientWidth + "x" + ` +
	`c.clientHeight + " at " + devicePixelRatio)`

// notOnPaper lists at most 12 elements that a printed page must not have, for example "pale: Loss rgb(200, 200, 200)": controls, text with
// a contrast below 3:1 to white, and text that is cut at the edge. Pictures and symbols that can be pressed on the screen may stay. The
// fields of an exercise may stay, too, for a pen.
const notOnPaper = `(() => {
	const out = [], linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4), light = (c) => {
		const [r, g, b] = c.match(/[\d.]+/g).map((v) => linear(v / 255));
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	for (const e of document.querySelectorAll("button,select,input,textarea")) {
		const seen = e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && e.getBoundingClientRect().width > 1;
		const picture = e.closest(".sr,.inset,.names,.sym,.ex,.chips,.claim") || e.matches("[type=radio],[type=checkbox]");
		if (seen && !picture) out.push("a control: " + (e.dataset.testid ?? e.outerHTML.slice(0, 60)));
	}
	for (const e of document.querySelectorAll("p,h1,h2,h3,dt,dd,figcaption,small")) {
		if (!e.checkVisibility({visibilityProperty: true}) || !e.textContent.trim()) continue;
		const css = getComputedStyle(e), b = e.getBoundingClientRect();
		if (b.width < 2 || css.clipPath !== "none") continue;
		if (1.05 / (light(css.color) + 0.05) < 3) out.push("pale: " + e.textContent.slice(0, 40) + " " + css.color);
		const cut = e.scrollWidth > e.clientWidth + 1 && css.overflowX !== "visible" && css.display !== "inline";
		if (cut) out.push("cut: " + e.textContent.slice(0, 40));
	}
	return [...new Set(out)].slice(0, 12);
})()`

// luminanceAt returns the relative luminance of a pixel, from 0 (black) to 1 (white), as WCAG 2 defines it.
func luminanceAt(img image.Image, x, y int) float64 {
	r, g, b, _ := img.At(x, y).RGBA()
	sum := 0.0
	for k, v := range []uint32{r, g, b} {
		c := float64(v) / 0xffff
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += []float64{0.2126, 0.7152, 0.0722}[k] * c
	}
	return sum
}

// contrast returns the contrast of a control's pixels to the pixels around it, from 1 to 21: the largest contrast within the box of the
// control, enlarged by two pixels on each side. scale is the number of pixels of the picture for one pixel of the page.
func (c control) contrast(img image.Image, scale float64) float64 {
	box := image.Rect(int((c.X-2)*scale), int((c.Y-2)*scale), int((c.X+c.W+2)*scale), int((c.Y+c.H+2)*scale)).Intersect(img.Bounds())
	low, high := 1.0, 0.0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			v := luminanceAt(img, x, y)
			low, high = min(low, v), max(high, v)
		}
	}
	return (high + 0.05) / (low + 0.05)
}

// With each preference of the reader, in each part of the page, the following holds. A click on an enabled control in sight hits it, and
// its contrast is at least 3:1. No text is cut, and canvases are sharp. Controls keep their names. A step from the beginning of the run
// gives the same state. The page writes no error. In the print preview notOnPaper replaces the checks of controls and canvases. Cut text is
// not checked in the print preview, in the course, and with an added style sheet. The usual form tests a few rows in Look and in Research.
func TestPreferencesKeepControlsUsable(t *testing.T) {
	beside(t)
	for _, room := range rooms {
		if !room.usual && share(t) == 0 {
			continue
		}
		t.Run(room.name, func(t *testing.T) {
			p := blank(t, view{width: 1440, height: 900, theme: "light", newcomer: room.newcomer})
			p.beforeScripts(noOfflineCopy)
			p.enter(room.name, room.path)
			var reference unchanged
			for _, row := range preferenceRows {
				if row.usual || share(t) > 0 {
					t.Run(row.name, func(t *testing.T) { p.prefers(t, row, room.name, room.hasRun, &reference) })
				}
			}
			p.clean()
		})
	}
}

// enter opens a part of the page, one of rooms, and waits until it is at rest. A part with a run is then one stage after the beginning.
func (p *page) enter(room, path string) {
	p.t.Helper()
	p.visit(p.origin + base + path)
	if room == "chapter" || room == "slide" {
		p.waitFor(`document.querySelector(".completion, [data-testid=chapters]") && sheafscopeCourse?.methods`)
	} else {
		p.ready()
		p.settle()
		if room != "Look" && room != "One edge" {
			p.stateAfterStage()
			p.settle()
		}
	}
}

// prefers switches a preference on, checks the page as [TestPreferencesKeepControlsUsable] states, and switches the preference off. where
// is the name of the room, and may continue with " in " and the kind of window or browser. The first call fills reference.
func (p *page) prefers(t *testing.T, row preference, where string, hasRun bool, reference *unchanged) {
	t.Helper()
	name := where + ", " + row.name
	if reference.controls == nil {
		reference.controls = p.namedControls()
	}
	p.prefer(row, true)
	room, _, _ := strings.Cut(where, " in ")
	course := room == "chapter" || room == "slide"
	if course {
		p.eval(`new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))`, nil)
	} else {
		p.waitFor("!sheafscope.state().busy")
		p.rests()
	}
	// The contrasts come from a screenshot. axe-core would compute them from colours that the system has replaced.
	var list []control
	p.eval(controlsInSight, &list)
	var shot []byte
	p.within(func(ctx context.Context) (err error) { shot, err = p.driver.shot(ctx); return err })
	img, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	var wide float64
	p.eval("innerWidth", &wide)
	scale := float64(img.Bounds().Dx()) / wide
	paper := row.name == "print preview" // a printed page has no controls, and pictures with the pixels of paper
	// The controls: each is hit by a click at its centre, and differs from its surroundings.
	if paper {
		list = nil
	} else if len(list) == 0 {
		t.Errorf("%s: no control is in sight", name)
	}
	for _, c := range list {
		if c.Hit != "" {
			t.Errorf("%s: a click on %s hits %s", name, c.Name, c.Hit)
		}
		if v := c.contrast(img, scale); !(v >= 3) { // 3:1, as WCAG 2 requires for controls (1.4.11)
			t.Errorf("%s: %s has a contrast of %.2f:1, want 3:1", name, c.Name, v)
		}
	}
	// Paper, or sharp canvases and whole texts.
	if paper {
		p.complain(name, notOnPaper)
		if room != "slide" && luminanceAt(img, 2, 2) < 0.9 {
			t.Errorf("%s: the pixel at (2, 2) of the paper is dark", name)
		}
	} else {
		p.complain(name, blurred)
	}
	textMayBeCut := course || row.css != "" || paper
	if !textMayBeCut {
		p.complain(name, cutText)
	}
	p.shot("prefers-" + name)
	// The names of the controls and the state are unchanged.
	reference.checkNames(t, name, p.namedControls(), row.layout)
	if hasRun {
		state := p.stateAfterStage()
		if reference.state == "" {
			reference.state = state
		} else if reference.state != state {
			t.Errorf("%s: the first stage gives another state than with the first preference", name)
		}
	}
	p.prefer(row, false)
}

// If the reader has chosen no theme, the page follows the theme of the system. A chosen theme stays, whatever the system changes. This
// holds on the page, in a frame and in the course.
func TestThemeFollows(t *testing.T) {
	for _, path := range []string{"", "?embed=1", "learn.html"} {
		p := blank(t, desktop)
		p.beforeScripts(noOfflineCopy)
		p.visit(p.origin + base + path)
		p.waitFor(`globalThis.sheafscope?.ready || globalThis.sheafscopeCourse?.methods || document.querySelector("[data-testid=chapters]")`)
		if path != "learn.html" {
			p.ready()
			p.settle()
		}
		waitForTheme := func(theme string) {
			t.Helper()
			p.waitFor(fmt.Sprintf(`document.documentElement.dataset.theme === %q`, theme))
			if path != "learn.html" {
				p.waitFor(fmt.Sprintf(`sheafscope.recipe().view.theme === %q`, theme))
			}
		}
		p.do(media("", "prefers-color-scheme", "dark"))
		waitForTheme("dark")
		p.do(media("", "prefers-color-scheme", "light"))
		waitForTheme("light")
		// The reader chooses the dark theme; then the system changes twice.
		p.eval(`document.querySelector("[data-testid=theme],[data-testid=theme-toggle]").click()`, nil)
		waitForTheme("dark")
		p.do(media("", "prefers-color-scheme", "dark"))
		p.do(media("", "prefers-color-scheme", "light"))
		p.eval(`new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))`, nil)
		waitForTheme("dark")
		p.clean()
	}
}

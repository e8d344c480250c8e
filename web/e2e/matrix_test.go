//go:build e2e

package e2e

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sheafscope/web/e2e/trace"
)

// matrixAt returns the centre of a cell in the window, in pixels, for a matrix of n rows. Row and column are positions from 0.
func (p *page) matrixAt(n, row, column int) (x, y float64) {
	var at [3]float64
	p.eval(`(() => { const b = document.querySelector('[data-testid="matrix-canvas"]').getBoundingClientRect();
		return [b.x, b.y, b.width]; })()`, &at)
	cell := at[2] / float64(n)
	return at[0] + (float64(column)+0.5)*cell, at[1] + (float64(row)+0.5)*cell
}

// pointAt moves the pointer to a place of the window, in pixels, without a pressed button.
func (p *page) pointAt(x, y float64) {
	p.t.Helper()
	p.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
}

// matrixText is the text about the cell under the pointer or the keyboard's cursor.
const matrixText = `document.querySelector('[data-testid="matrix-text"]').textContent`

// A cell of the matrix under the pointer highlights its edge in the graph. An edge of the graph under the pointer has frames around its two
// blocks. Keys read a cell, select it, and move a row with its column. Each of four files has its format. The figure alone, opened by the
// link, has the matrix and the order of the page.
func TestMatrixAndGraphAgree(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(3)")
	p.settle()
	p.click("view-menu")
	p.click("matrix-toggle")
	p.click("matrix-a")
	p.waitFor(`document.querySelector('[data-testid="matrix-a"][aria-pressed="true"]')`)
	p.settle()
	// From the matrix to the graph: an edge, and a cell without an edge.
	x, y := p.matrixAt(34, 0, 8) // Mr. Hi and 9
	p.pointAt(x, y)
	// lit is the number of the highlighted edge in the graph, negative for none.
	p.waitFor(`sheafscopeIslands.shown().lit >= 0 && ` + matrixText + `.startsWith("1 (Mr. Hi), 9: 1, an edge.")`)
	x, y = p.matrixAt(34, 0, 9)
	p.pointAt(x, y)
	p.waitFor(`sheafscopeIslands.shown().lit < 0 && ` + matrixText + `.includes("0, there is no edge")`)

	// From the graph to the matrix: the middle between nodes 33 and 26 points at an edge. The pixel above each of its blocks has nearly the
	// colour of ink: the three channels differ by less than 40 in all.
	var ends [4]float64
	p.eval(`(() => { const a = sheafscopeIslands.where(33), b = sheafscopeIslands.where(26); return [a.X, a.Y, b.X, b.Y]; })()`, &ends)
	p.pointAt((ends[0]+ends[2])/2, (ends[1]+ends[3])/2)
	p.waitFor(matrixText + `.includes(": 1, an edge.")`)
	var framed [2]bool
	p.eval(`(() => { const [a, b] = `+matrixText+`.match(/^(.*?), (.*?): 1/).slice(1).map((name) => parseInt(name) - 1),
		c = document.querySelector('[data-testid="matrix-canvas"]'), k = c.width / 34, g = c.getContext("2d"),
		[r, green, blue] = getComputedStyle(document.documentElement).getPropertyValue("--ink").trim().match(/\w\w/g).map((v) => parseInt(v, 16));
		return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done([[a, b], [b, a]].map(([i, j]) => {
			const d = g.getImageData(Math.round((j + 0.5) * k), Math.round(i * k) - 1, 1, 1).data;
			return Math.abs(d[0] - r) + Math.abs(d[1] - green) + Math.abs(d[2] - blue) < 40;
		}))))); })()`, &framed)
	if !framed[0] || !framed[1] {
		t.Errorf("the two blocks of the edge have a frame: %v, want both", framed)
	}

	// Keys: arrows read the next edge, and Enter selects it.
	p.eval(`(document.querySelector('[data-testid="matrix-canvas"]').focus(), 1)`, new(int))
	p.press(kb.ArrowLeft)
	p.press(kb.Enter)
	p.waitFor(`sheafscope.state().selected.edge !== null || sheafscope.state().selected.node !== null`)
	// The orders of the menu. By degree the first row is the node of the largest degree.
	p.choose("matrix-order", "class")
	p.settle()
	p.choose("matrix-order", "community")
	p.settle()
	p.choose("matrix-order", "degree")
	p.settle()
	x, y = p.matrixAt(34, 0, 0)
	p.pointAt(x, y)
	p.waitFor(matrixText + `.startsWith("34 (John A.): 17 edges.")`)
	p.choose("matrix-order", "fiedler")
	p.waitFor(`document.querySelector('[data-testid="matrix-canvas"]').dataset.order === "fiedler"`)
	p.settle()
	// Shift and an arrow move the row with its column; then the order can be reset.
	p.press(kb.ArrowDown)
	p.eval(`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown", shiftKey: true, bubbles: true}))`, nil)
	p.waitFor(`document.querySelector('[data-testid="matrix-reset"]').checkVisibility()`)
	p.settle()
	p.axeOf("the matrix", `document.querySelector('[data-testid="table"]')`)

	// The files.
	p.eval(catchSavedFiles+" 1", new(int))
	var label string
	p.eval(`document.querySelector('[data-testid="matrix-canvas"]').getAttribute("aria-label")`, &label)
	for end, begins := range map[string]string{"svg": "<?xml", "pdf": "%PDF", "tikz": "% \\input", "png": "\x89PNG"} {
		p.click("matrix-" + end)
		name := "matrix." + end
		if end == "tikz" {
			name = "matrix.tex"
		}
		if data := p.file(name); !bytes.HasPrefix(data, []byte(begins)) || len(data) < 2000 {
			t.Errorf("%s has %d bytes and begins with %.20q, want at least 2000 and %q", name, len(data), data, begins)
		}
	}
	// The figure alone, from the link of the page.
	var link string
	p.eval(`location.hash`, &link)
	p.visit(p.origin + base + "?figure=matrix" + link)
	p.waitFor(`document.querySelector('[data-testid="matrix-canvas"]')?.checkVisibility() && ` +
		`document.querySelector('[data-testid="matrix-canvas"]').getAttribute("aria-label") === ` + fmt.Sprintf("%q", label))
	p.waitFor(`document.querySelector(".graph").getClientRects().length === 0`)
	p.clean()
}

// taskLimit is the largest CPU time of a task, in milliseconds, while the matrix of 2 000 nodes opens, is reordered, or is under a moving
// pointer.
const taskLimit = 50

// No task of the main thread exceeds taskLimit while a user opens a matrix of 2 000 nodes, reorders it five times and points at it.
func TestLargeMatrix(t *testing.T) {
	alone(t) // a browser writes one trace at a time
	p := open(t, desktop)
	p.ready()
	p.call(`load({graph: "sbm:n=2000,classes=4,degree=8", seed: 1, settings: {d: "2", gap_mode: "off"}})`)
	p.settle()
	p.click("view-menu")
	p.click("matrix-toggle")
	p.waitFor(`document.querySelector('[data-testid="matrix-canvas"]')?.width > 100`)
	p.settle()
	// A trace of the opening, then one of each order with four positions of the pointer. The longest task of all traces counts.
	threeTries(t, func(j *judge) {
		p.click("matrix-close")
		r := p.record(func() {
			p.click("matrix-toggle")
			p.settle()
		})
		worst, worstTask := trace.Quantile(r.Tasks, 1), "opened: "+r.Worst
		for _, order := range []string{"class", "community", "degree", "fiedler", "number"} {
			r = p.record(func() {
				p.choose("matrix-order", order)
				p.waitFor(`document.querySelector('[data-testid="matrix-canvas"]').dataset.order === "` + order + `"`)
				p.settle()
				for k := range 4 {
					x, y := p.matrixAt(2000, 500*k, 1999-400*k)
					p.pointAt(x, y)
				}
				p.rests()
			})
			if took := trace.Quantile(r.Tasks, 1); took > worst {
				worst, worstTask = took, order+": "+r.Worst
			}
		}
		t.Logf("longest task %.1f ms, %s", worst, worstTask)
		j.check("longest task with a matrix of 2 000 nodes", worst, taskLimit)
	})
	p.clean()
}

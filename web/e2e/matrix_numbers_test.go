//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// pointInMatrix moves a pointer over a cell, given the positions of its row and its column, in any browser.
const pointInMatrix = `((n, row, column) => { const c = document.querySelector('[data-testid="matrix-canvas"]'),
	b = c.getBoundingClientRect(), cell = b.width / n;
	c.dispatchEvent(new PointerEvent("pointermove", {clientX: b.x + (column + 0.5) * cell, clientY: b.y + (row + 0.5) * cell, bubbles: true}));
	return true; })`

// matrixColours returns the colours at the centres of cells, each given by row and column, in a matrix of n rows.
const matrixColours = `((n, ...cells) => { const c = document.querySelector('[data-testid="matrix-canvas"]'), k = c.width / n,
	g = c.getContext("2d"); return cells.map(([i, j]) => [...g.getImageData(Math.round((j + 0.5) * k), Math.round((i + 0.5) * k), 1, 1).data]
	.join()); })`

// The Laplacian D − A of the graph displays its numbers under the pointer, and has a colour for each kind of number, like the file for
// LaTeX. Another graph of the menu displays the same matrix in the same order. A graph with too many nodes displays a sentence instead of
// the matrix.
func TestMatrixOfNumbers(t *testing.T) {
	inBoth(t, func(t *testing.T, in engine) {
		p := in.open(t)
		p.ready()
		p.call(`load({graph: "karate", seed: 1})`)
		p.settle()
		p.click("view-menu")
		p.click("matrix-toggle")
		p.click("matrix-d")
		p.waitFor(`document.querySelector('[data-testid="matrix-d"][aria-pressed="true"]')`)
		p.settle()
		for _, c := range []struct {
			row, column int
			want        string
		}{
			{0, 8, "1 (Mr. Hi), 9: −1, an edge. Both are of class Mr. Hi's club. Click or Enter selects it."},
			{0, 9, "1 (Mr. Hi), 10: 0, there is no edge."},
			{0, 0, "1 (Mr. Hi), 1 (Mr. Hi): 16, the number of its edges. Class Mr. Hi's club."},
		} {
			p.eval(pointInMatrix+fmt.Sprintf("(34, %d, %d)", c.row, c.column), nil)
			p.waitFor(matrixText + fmt.Sprintf(" === %q", c.want))
		}
		var colours []string
		p.eval(matrixColours+`(34, [20, 33], [20, 25], [20, 20], [33, 33])`, &colours)
		for i, a := range colours {
			for _, b := range colours[:i] {
				if a == b {
					t.Errorf("edge, no edge, degree 2 and degree 17 have the colours %v", colours)
				}
			}
		}
		p.eval(caught+" 1", new(int))
		for _, end := range []string{"pdf", "tikz"} {
			p.click("matrix-" + end)
			text := string(p.file("matrix." + strings.ReplaceAll(end, "tikz", "tex")))
			if !strings.Contains(text, "number of edges, the stronger the larger, up to 17") {
				t.Errorf("%s: the legend is missing", end)
			}
			if share(t) > 0 {
				typeset(t, "matrix-"+end, text, "number of edges")
			}
		}
		var paper string
		p.eval(`(() => { dispatchEvent(new Event("beforeprint")); const text = document.querySelector(".mx .printout").textContent;
			dispatchEvent(new Event("afterprint")); return text; })()`, &paper)
		if !strings.HasPrefix(paper, "Zachary's karate club: Graph Laplacian D − A, as numbered") ||
			!strings.Contains(paper, "number of edges, the stronger the larger, up to 17") {
			t.Errorf("on paper: %q", paper)
		}
		p.waitFor(`!document.querySelector(".printout")`)
		p.choose("matrix-order", "degree")
		p.settle()
		p.choose("graph-select", "grid")
		p.settle()
		p.waitFor(`document.querySelector('[data-testid="matrix-canvas"]').getAttribute("aria-label")
			.startsWith("Graph Laplacian D − A, by degree, 40 by 40.")`)
		p.call(`load({graph: "sbm:n=4001,degree=1", seed: 1, model: "mlp"})`)
		p.settle()
		p.waitFor(`!document.querySelector('[data-testid="table"]')?.checkVisibility()`) // a recipe has its own view
		p.click("view-menu")
		p.click("matrix-toggle")
		p.waitFor(`document.querySelector(".mx>.blocks>.note").textContent.replaceAll("\u202f", " ")
			.startsWith("This graph has 4 001 nodes, and a matrix shows at most 4 000: ")`)
		p.waitFor(`!document.querySelector('[data-testid="matrix-canvas"]').checkVisibility()`)
		p.click("matrix-close")
		p.waitFor(`!document.querySelector('[data-testid="table"]')?.checkVisibility()`)
		p.clean()
	})
}

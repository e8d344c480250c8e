//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// pointInMatrix sends a pointer event over a cell of the matrix with n rows, given the positions of row and column from 0. It works in each
// browser.
const pointInMatrix = `((n, row, column) => { const c = document.querySelector('[data-testid="matrix-canvas"]'),
	b = c.getBoundingClientRect(), cell = b.width / n;
	c.dispatchEvent(new PointerEvent("pointermove", {clientX: b.x + (column + 0.5) * cell, clientY: b.y + (row + 0.5) * cell, bubbles: true}));
	return true; })`

// matrixColours returns the colours at the centres of cells in a matrix of n rows. A cell is given as [row, column] from 0, and
// a colour has the form "red,green,blue,opacity".
const matrixColours = `((n, ...cells) => { const c = document.querySelector('[data-testid="matrix-canvas"]'), k = c.width / n,
	g = c.getContext("2d"); return cells.map(([i, j]) => [...g.getImageData(Math.round((j + 0.5) * k), Math.round((i + 0.5) * k), 1, 1).data]
	.join()); })`

// The Laplacian D − A of karate displays the number of a cell under the pointer. An edge, a missing edge and two degrees have four colours.
// The files for LaTeX and the printed page have the legend. Another graph of the menu keeps the matrix and its order. A graph of 4 001
// nodes displays a sentence instead of the matrix.
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
		// The texts of an edge, of no edge and of a diagonal cell.
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
		// The colours of an edge, of no edge and of two degrees, 2 and 17. The numbers of nodes count from 0.
		var colours []string
		p.eval(matrixColours+`(34, [20, 33], [20, 25], [20, 20], [33, 33])`, &colours)
		for i, a := range colours {
			for _, b := range colours[:i] {
				if a == b {
					t.Errorf("edge, no edge, degree 2 and degree 17 have the colours %v", colours)
				}
			}
		}
		// The files, which LaTeX compiles.
		p.eval(catchSavedFiles+" 1", new(int))
		for _, end := range []string{"pdf", "tikz"} {
			p.click("matrix-" + end)
			text := string(p.file("matrix." + strings.ReplaceAll(end, "tikz", "tex")))
			if !strings.Contains(text, "number of edges, the stronger the larger, up to 17") {
				t.Errorf("%s: the legend is missing", end)
			}
			typeset(t, "matrix-"+end, text, "number of edges")
		}
		// The printed page.
		var paper string
		p.eval(`(() => { dispatchEvent(new Event("beforeprint")); const text = document.querySelector(".mx .printout").textContent;
			dispatchEvent(new Event("afterprint")); return text; })()`, &paper)
		if !strings.HasPrefix(paper, "Zachary's karate club: Graph Laplacian D − A, as numbered") ||
			!strings.Contains(paper, "number of edges, the stronger the larger, up to 17") {
			t.Errorf("the printed text %q lacks the title or the legend", paper)
		}
		p.waitFor(`!document.querySelector(".printout")`)
		// Another graph keeps the matrix and the order.
		p.choose("matrix-order", "degree")
		p.settle()
		p.choose("graph-select", "grid")
		p.settle()
		p.waitFor(`document.querySelector('[data-testid="matrix-canvas"]').getAttribute("aria-label")
			.startsWith("Graph Laplacian D − A, by degree, 40 by 40.")`)
		// A graph with one node more than a matrix shows.
		p.call(`load({graph: "sbm:n=4001,degree=1", seed: 1, model: "mlp"})`)
		p.settle()
		p.waitFor(`!document.querySelector('[data-testid="table"]')?.checkVisibility()`) // the view of the recipe has no table
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

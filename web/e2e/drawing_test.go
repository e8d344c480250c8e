//go:build e2e

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// This file tests the drawing of the graph without WebGL.

// noWebGL removes WebGL from a page.
const noWebGL = `{ const get = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext = function (kind, ...a) { ` +
	`return /webgl/.test(kind) ? null : get.call(this, kind, ...a); }; }`

// drawnNodes is JavaScript that counts the nodes that are drawn on the 2D canvas. A node counts if the pixel at its centre has the colour
// that sheafscopeIslands.shown() gives for the node.
const drawnNodes = `(() => {
	const c = document.querySelector(".graph .sigma-nodes"), box = c.getBoundingClientRect(), ctx = c.getContext("2d"), k = c.width / ` +
	`box.width;
	return sheafscopeIslands.shown().nodes.filter((n, i) => {
		const at = sheafscopeIslands.where(i), [r, g, b] = ctx.getImageData(Math.round(k * (at.X - box.x)), Math.round(k * (at.Y - box.y)), ` +
	`1, 1).data;
		return n.color.toLowerCase() === "#" + [r, g, b].map((v) => v.toString(16).padStart(2, "0")).join("");
	}).length;
})()`

// Without WebGL the page draws the karate club on 2D canvases, and a click selects a node or an edge. A line reports that WebGL is missing,
// and can be closed. The page does not draw a graph of 2500 nodes, and reports this.
func TestWithoutWebGL(t *testing.T) {
	p := blank(t, desktop)
	p.beforeScripts(noWebGL)
	p.goTo("")
	p.ready()
	p.waitFor(`document.querySelector('[data-testid="drawing-note"]')?.checkVisibility() && ` +
		`document.querySelector('[data-testid="drawing-note"]').textContent.includes("WebGL is missing")`)
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(1)")
	p.checkDrawnOn2D(34)
	p.shot("without-webgl")
	p.click("drawing-retry") // WebGL is still missing, and the page must not fail
	p.choose("nodes-by", "pie")
	p.settle()
	p.eval(`document.querySelector('[aria-label="Close the line about the drawing"]').click(), true`, new(bool))
	p.waitFor(`!document.querySelector('[data-testid="drawing-note"]').checkVisibility()`)
	p.call(`load({graph: "sbm:n=2500,classes=3", seed: 1, settings: {d: "2", gap_mode: "off"}})`)
	p.waitFor(`document.documentElement.dataset.drawing === "none" && ` +
		`document.querySelector('[data-testid="drawing-note"]').textContent.includes("too many to draw")`)
	p.settle()
	p.clean()
}

// If a WebGL context is lost, the graph and the comparison continue on 2D canvases. The graph uses WebGL again after the context has
// returned, or after a click on the button that tries again.
func TestWebGLLost(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(2)")
	p.click("compare")
	p.waitFor(`document.querySelector('.cpane .sigma-nodes')`)
	p.settle()
	// lose is JavaScript with a place for a selector. It ends the WebGL context of a canvas; lost.restoreContext() brings the context back.
	const lose = `(() => { globalThis.lost = document.querySelector(%q).getContext("webgl2").getExtension("WEBGL_lose_context"); ` +
		`lost.loseContext(); return true; })()`
	// A context of the comparison is lost: its graph and the graph of the page are drawn on 2D canvases.
	p.eval(fmt.Sprintf(lose, ".cpane .sigma-edges"), new(bool))
	p.waitFor(`document.documentElement.dataset.drawing === "canvas" && document.querySelector(".cpane .sigma-nodes").getContext("2d")`)
	p.click("compare-close")
	p.waitFor(`document.querySelector('[data-testid="drawing-note"]').checkVisibility() && ` +
		`document.querySelector('[data-testid="drawing-note"]').textContent.includes("graphics processor")`)
	p.checkDrawnOn2D(34)
	p.shot("webgl-lost")
	// The context returns.
	p.eval(`lost.restoreContext(), true`, new(bool))
	p.waitFor(`document.documentElement.dataset.drawing === "webgl" && ` +
		`!document.querySelector('[data-testid="drawing-note"]').checkVisibility() && document.querySelector(".graph ` +
		`.sigma-nodes").getContext("webgl2")`)
	// A context of the graph is lost, and the user tries again.
	p.eval(fmt.Sprintf(lose, ".graph .sigma-nodes"), new(bool))
	p.waitFor(`document.documentElement.dataset.drawing === "canvas"`)
	p.click("drawing-retry")
	p.waitFor(`document.documentElement.dataset.drawing === "webgl"`)
	p.call("run(1)")
	p.clean()
}

// checkDrawnOn2D checks that all n nodes of karate are drawn on 2D canvases, that a click on node 11 selects this node, and that a click on
// the edge from node 0 to node 11 selects an edge.
func (p *page) checkDrawnOn2D(n int) {
	p.t.Helper()
	p.settle()
	p.waitFor(`!sheafscopeIslands.shown().moving`)
	p.waitFor(fmt.Sprintf("%s === %d", drawnNodes, n))
	var onNode, onEdge struct{ X, Y float64 }
	p.eval(`sheafscopeIslands.where(11)`, &onNode)
	p.do(chromedp.MouseClickXY(onNode.X, onNode.Y))
	p.waitFor(`sheafscope.state().selected.node === 11`)
	p.waitOutDoubleClick()
	// The point on the edge is at two thirds of the way from node 0 to node 11, outside both nodes.
	p.eval(`(() => { const a = sheafscopeIslands.where(0), b = sheafscopeIslands.where(11); return {X: (a.X + 2 * b.X) / 3, Y: (a.Y + 2 * `+
		`b.Y) / 3}; })()`, &onEdge)
	p.do(chromedp.MouseClickXY(onEdge.X, onEdge.Y))
	p.waitFor(`sheafscope.state().selected.edge !== null`)
}

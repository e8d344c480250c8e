//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The labels of the line search do not overlap any line, at every width.
func TestLineSearchIsReadable(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.click("stage-10")
	readable := func(seed int, width int64) {
		p.settle()
		var crossed []string
		p.eval(`(() => {
			const out = [], svg = document.querySelector('[aria-label="Line search"]');
			if (!svg?.querySelector(".ln")) return ["nothing is drawn"];
			for (const line of svg.querySelectorAll("path.ln, line.ln")) for (const t of svg.querySelectorAll("text.halo")) {
				const b = t.getBBox(), n = line.getTotalLength();
				for (let k = 0; k <= 200; k++) {
					const q = line.getPointAtLength(n * k / 200);
					if (q.x > b.x && q.x < b.x + b.width && q.y > b.y + 3 && q.y < b.y + b.height - 3) { out.push(t.textContent); break; }
				}
			}
			return out;
		})()`, &crossed)
		if len(crossed) > 0 {
			t.Errorf("seed %d, epoch %d, %d wide: a line runs through %q", seed, p.state().Epoch, width, crossed)
		}
	}
	for _, seed := range []int{0, 1, 2} {
		p.call(`load({graph: "karate", seed: %d})`, seed)
		for range 6 {
			p.call("run(3)")
			readable(seed, desktop.width)
		}
		for _, width := range []int64{900, 820, 768, desktop.width} {
			p.do(resize(width, 1180, 1, false))
			p.rests()
			readable(seed, width)
		}
	}
	p.clean()
}

// Neural sheaf diffusion displays the learned sheaf in the stages 4 and 5, on the edges of the graph and as a spectrum. A GCN displays its
// numbers.
func TestLearnedSheaf(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", model: "nsd-orth", seed: 1})`)
	p.call("run(4)")
	if s := p.state(); s.Lambda2 == nil || len(s.Spectrum) == 0 {
		t.Errorf("there is no spectrum: %v", s.Lambda2)
	}
	p.click("stage-4")
	p.waitFor(`document.querySelector('.insp [data-testid="map-heatmap"]')`)
	p.click("stage-5")
	p.waitFor(`/block/.test(document.querySelector('[data-testid="laplacian-blocks"]').textContent)`)
	p.settle()
	edge := func() (text string) {
		p.settle()
		p.eval(`document.querySelector(".insp").textContent`, &text)
		return text
	}
	p.do(chromedp.Focus(chromedp.CSS(byTestID("laplacian-blocks")+" canvas")), chromedp.KeyEvent(kb.ArrowRight),
		chromedp.KeyEvent(kb.Enter))
	p.waitFor(`document.querySelector('[data-testid="inspector-edge"] [data-testid="map-heatmap"]')`)
	if text := edge(); !strings.Contains(text, "NSD, orthogonal") || strings.Contains(text, "κ") {
		t.Errorf("the edge says %q", text)
	}
	// The key of the colours follows the numbers, also from those of a run that has only begun.
	p.click("stage-5")
	p.choose("model-select", "sgpc")
	p.waitFor(`sheafscope.recipe().model !== "nsd-orth" && sheafscope.state().position > 0 && !sheafscope.state().busy`)
	p.settle()
	p.waitFor(`[...document.querySelectorAll('[data-testid="laplacian-blocks"] text')].some(t => t.textContent === "‖R‖ 0" && ` +
		`+t.parentNode.lastChild.textContent > 0)`)
	p.choose("model-select", "gcn")
	p.waitFor(`sheafscope.recipe().model === "gcn" && !sheafscope.state().busy`)
	p.click("tab-edge")
	if text := edge(); !strings.Contains(text, "Its maps are the numbers") || strings.Contains(text, "on their way") {
		t.Errorf("the edge says %q", text)
	}
	p.clean()
}

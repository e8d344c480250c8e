//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// No line of the line search (stage 10) runs through one of its labels. Three seeds are tested at six epochs each, and then at four widths
// of the window. Each line is tested at 201 points. A line may run through the upper and the lower 3 pixels of a label, which are empty.
func TestLineSearchIsReadable(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.click("stage-10")
	// checkLabels fails the test if a line runs through a label, or if no line is drawn. The script returns the texts of the crossed labels.
	checkLabels := func(seed int, width int64) {
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
			t.Errorf("seed %d, epoch %d, %d pixels wide: a line runs through the labels %q", seed, p.state().Epoch, width, crossed)
		}
	}
	// Epochs 3 to 18 at the width of a desktop, then epoch 18 at each width.
	for _, seed := range []int{0, 1, 2} {
		p.call(`load({graph: "karate", seed: %d})`, seed)
		for range 6 {
			p.call("run(3)")
			checkLabels(seed, desktop.width)
		}
		for _, width := range []int64{900, 820, 768, desktop.width} {
			p.do(resize(width, 1180, 1, false))
			p.rests()
			checkLabels(seed, width)
		}
	}
	p.clean()
}

// Neural sheaf diffusion with orthogonal maps displays the learned sheaf: λ₂, a spectrum, the maps in stage 4, the blocks in stage 5, and
// in the panel of an edge its maps and no κ. After the choice of another model the colour key of the blocks has the numbers of this model.
// The panel of an edge of a GCN has the numbers that stand for maps.
func TestLearnedSheaf(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", model: "nsd-orth", seed: 1})`)
	p.call("run(4)")
	s := p.state()
	if s.Lambda2 == nil {
		t.Error("the learned sheaf has no λ2")
	}
	if len(s.Spectrum) == 0 {
		t.Error("the learned sheaf has no spectrum")
	}
	p.click("stage-4")
	p.waitFor(`document.querySelector('.insp [data-testid="map-heatmap"]')`)
	p.click("stage-5")
	p.waitFor(`/block/.test(document.querySelector('[data-testid="laplacian-blocks"]').textContent)`)
	p.settle()
	inspectorText := func() (text string) {
		p.settle()
		p.eval(`document.querySelector(".insp").textContent`, &text)
		return text
	}
	p.do(chromedp.Focus(chromedp.CSS(byTestID("laplacian-blocks")+" canvas")), chromedp.KeyEvent(kb.ArrowRight),
		chromedp.KeyEvent(kb.Enter))
	p.waitFor(`document.querySelector('[data-testid="inspector-edge"] [data-testid="map-heatmap"]')`)
	text := inspectorText()
	if !strings.Contains(text, "NSD, orthogonal") || strings.Contains(text, "κ") {
		t.Errorf("the panel of the edge is %q, want the name of the model and no κ", text)
	}
	// The colour key of the blocks has the numbers of the next model, whose run has only begun.
	p.click("stage-5")
	p.choose("model-select", "sgpc")
	p.waitFor(`sheafscope.recipe().model !== "nsd-orth" && sheafscope.state().position > 0 && !sheafscope.state().busy`)
	p.settle()
	p.waitFor(`[...document.querySelectorAll('[data-testid="laplacian-blocks"] text')].some(t => t.textContent === "‖R‖ 0" && ` +
		`+t.parentNode.lastChild.textContent > 0)`)
	p.choose("model-select", "gcn")
	p.waitFor(`sheafscope.recipe().model === "gcn" && !sheafscope.state().busy`)
	p.click("tab-edge")
	text = inspectorText()
	if !strings.Contains(text, "Its maps are the numbers") || strings.Contains(text, "on their way") {
		t.Errorf("the panel of the edge of a GCN is %q, want \"Its maps are the numbers\", and no numbers on their way", text)
	}
	p.clean()
}

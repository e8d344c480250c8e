//go:build e2e

package e2e

import (
	"math"
	"testing"
)

// The page shows where an epoch's time goes: rows of stages that add up to the epoch, without a step of the run.
func TestAnatomy(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.openResults()
	before := p.state()
	p.click("anatomy-run")
	p.waitFor(`document.querySelector('[data-testid="anatomy-table"] tbody tr') !== null`)
	var m struct {
		Names []string  `json:"names"`
		Sum   float64   `json:"sum"`
		Epoch float64   `json:"epoch"`
		Bars  float64   `json:"bars"` // width of the longest, in pixels
		Peak  []float64 `json:"peak"`
	}
	p.eval(`(() => { const rows = [...document.querySelectorAll('[data-testid="anatomy-table"] tbody tr')]; `+
		`const num = (r, k) => parseFloat(r.querySelectorAll(".num")[k].textContent); `+
		`return {names: rows.map((r) => r.querySelector("th").textContent), sum: rows.reduce((s, r) => s + num(r, 0), 0), `+
		`epoch: parseFloat(document.querySelector(".anatomybox strong, .anatomybox b").textContent), `+
		`bars: Math.max(...rows.map((r) => [...r.querySelectorAll(".abar i")].reduce((s, i) => s + i.getBoundingClientRect().width, 0))), `+
		`peak: rows.map((r) => num(r, 1)).filter((x) => x > 0)}; })()`, &m)
	if len(m.Names) < 9 || m.Names[0] != "Features" || math.Abs(m.Sum-m.Epoch) > 0.1*m.Epoch+0.1 || m.Bars < 100 || len(m.Peak) < 3 {
		t.Errorf("%+v", m)
	}
	if s := p.state(); s.Position != before.Position || s.Busy {
		t.Errorf("the run went from %d to %d", before.Position, s.Position)
	}
	p.axe("where the time of an epoch goes")
}

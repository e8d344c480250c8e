//go:build e2e

package e2e

import "testing"

// The panel of the paper shows the published accuracy of SGPC on Texas, 83.2 %. The page trains figure 1 again, on the barbell graph, and
// draws at least two curves. After Cancel the button that starts the training is no longer hidden.
func TestPaperPanelTrainsFigure1(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.click("paper-tab")
	p.waitFor(`document.querySelector('[data-testid="cell-texas-sgpc"]')?.textContent.includes("83.2")`)
	p.shot("paper")
	p.eval(`document.querySelector('[data-testid="figure-1"]').scrollIntoView(); true`, new(bool))
	p.eval(`document.querySelector('[data-testid="figure-1"] [data-testid="figure-run"]').click(); true`, new(bool))
	p.waitFor(`document.querySelector('[data-testid="figure-1"]').textContent.includes("Trained here, on barbell") && ` +
		`document.querySelector('[data-testid="figure-1"] svg').querySelectorAll("path,polyline").length >= 2`)
	p.shot("paper-figure")
	p.eval(`document.querySelector('[data-testid="figure-1"] [data-testid="figure-cancel"]').click(); true`, new(bool))
	p.waitFor(`!document.querySelector('[data-testid="figure-1"] [data-testid="figure-run"]').hidden`)
	p.clean()
}

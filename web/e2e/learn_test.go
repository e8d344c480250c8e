//go:build e2e

package e2e

import "testing"

// openLearn opens the course and waits until its figures are live.
func openLearn(t *testing.T, v view) *page {
	t.Helper()
	p := blank(t, v)
	p.visit(p.origin + base + "learn.html")
	p.waitFor(`document.documentElement.dataset.course === "ready"`)
	return p
}

// The puzzle's models are trained in the page when one asks for it.
func TestLearnTrains(t *testing.T) {
	p := openLearn(t, desktop)
	p.click("run-puzzle")
	p.waitFor(`/^mean of/.test(document.querySelector('[data-v="puzzle.status"]').textContent)`)
	var scores []string
	p.eval(`["MLP", "GCN", "NSD"].map(m => document.querySelector('[data-v="puzzle.' + m + '"]').textContent)`, &scores)
	t.Log(scores)
	p.shot("learn-trained")
	p.clean()
}

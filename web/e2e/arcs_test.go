//go:build e2e

package e2e

import "testing"

// In a cooperative sheaf an edge has two operators, one for each arc. A link of chapter 10 opens their figure. The figure has two pictures
// for each arc, on a large screen and on a phone. Each picture has at least 16 cells and 16 numbers.
func TestArcsAlone(t *testing.T) {
	p := blank(t, desktop)
	p.visit(p.origin + base + "learn.html#chapter-10")
	var link string
	p.waitFor(`document.querySelector('#chapter-10 a[href*="model=csnn"]')`)
	p.eval(`document.querySelector('#chapter-10 a[href*="model=csnn"]').href`, &link)
	p.visit(link)
	for _, c := range []struct {
		name string // of the screenshot
		v    view
	}{{"arcs", desktop}, {"arcs-phone", view{width: 390, height: 844, theme: "dark"}}} {
		if c.v != desktop {
			p.show(c.v)
			p.reload()
		}
		p.waitFor(`document.querySelectorAll('[data-testid="arc-out"], [data-testid="arc-in"]').length === 4`)
		p.waitFor(`[...document.querySelectorAll('[data-testid="arc-out"], [data-testid="arc-in"]')].every((f) =>
			f.querySelectorAll("rect").length >= 16 && f.querySelectorAll("text.c").length >= 16)`)
		p.shot(c.name)
		p.clean()
	}
}

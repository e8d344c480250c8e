//go:build e2e && screens

package e2e

import "testing"

// TestScreens writes screenshots of the page to .build/screens: the first load, and Texas after 30 epochs, in five windows.
func TestScreens(t *testing.T) {
	for _, v := range []struct {
		name string
		view
	}{
		{"desktop-light", view{width: 1440, height: 900, theme: "light"}},
		{"desktop-dark", view{width: 1440, height: 900, theme: "dark"}},
		{"laptop-light", view{width: 1024, height: 768, theme: "light"}},
		{"phone-light", view{width: 390, height: 844, theme: "light"}},
		{"phone-dark", view{width: 390, height: 844, theme: "dark"}},
	} {
		p := open(t, v.view)
		p.ready()
		p.settle()
		p.shot(v.name)
		p.loadTexas(texasRecipe)
		p.call("run(30)")
		p.settle()
		p.shot(v.name + "-texas")
		p.clean()
	}
}

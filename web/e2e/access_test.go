//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"testing"
)

// axe-core finds nothing serious or critical in any panel, in light and dark.
func TestAccessibility(t *testing.T) {
	source, err := os.ReadFile(filepath.Join(root, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatalf("%v (./build.sh installs axe-core)", err)
	}
	for _, c := range []struct {
		name string
		view
	}{{"desktop", desktop}, {"phone", view{width: 390, height: 844, theme: "dark"}}} {
		t.Run(c.name, func(t *testing.T) {
			p := open(t, c.view)
			p.ready()
			p.call(`load({graph: "karate", seed: 1})`)
			p.call("run(5)")
			// Runtime.evaluate is not bound by the page's policy, a script element would be.
			p.eval(string(source)+"\n;true", new(bool))
			for _, tab := range []string{"edge", "node", "claims", "results", "stage"} {
				if c.width < 500 {
					p.eval(`[...document.querySelectorAll('nav.tabs [role=tab]')].find(b => /inspect/i.test(b.textContent)).click(), true`, new(bool))
				}
				p.eval(`document.querySelector('[data-testid="tab-`+tab+`"]').click(), true`, new(bool))
				p.settle()
				var faults []string
				p.eval(`axe.run(document, {resultTypes: ["violations"]}).then(r => r.violations.filter(v => v.impact === "serious" || v.impact === "critical")
					.flatMap(v => v.nodes.map(n => v.id + ", " + v.impact + ": " + n.target.join(" ") + ": " + ((n.any[0] || n.all[0] || n.none[0] || {}).message || v.help))))`, &faults)
				for _, f := range faults {
					t.Errorf("panel %s: %s", tab, f)
				}
			}
			p.clean()
		})
	}
}

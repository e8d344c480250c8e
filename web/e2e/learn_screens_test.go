//go:build e2e && screens

package e2e

import (
	"os"
	"strings"
	"testing"
)

// TestLearnScreens writes screenshots of every step and exercise of the course. CHAPTERS="2 4" selects these chapters, and VIEWS="light
// phone-dark" selects these views.
func TestLearnScreens(t *testing.T) {
	// selected returns whether the environment variable env selects the name. An empty variable selects all names.
	selected := func(env, name string) bool {
		list := strings.Fields(os.Getenv(env))
		for _, x := range list {
			if x == name {
				return true
			}
		}
		return len(list) == 0
	}
	for _, v := range []struct {
		name string
		view
	}{
		{"light", view{width: 1440, height: 900, theme: "light"}},
		{"dark", view{width: 1440, height: 900, theme: "dark"}},
		{"phone-light", view{width: 390, height: 844, theme: "light"}},
		{"phone-dark", view{width: 390, height: 844, theme: "dark"}},
	} {
		if !selected("VIEWS", v.name) {
			continue
		}
		// Every step and exercise gets an id, such as chapter-4-2. It is scrolled to a bit above the middle of the window.
		p := openLearn(t, v.view)
		var steps []string
		p.eval(`[...document.querySelectorAll(".chap")].flatMap(c => [...c.querySelectorAll(".step, .ex, .there")]`+
			`.map((s, k) => (s.id = c.id + "-" + k, s.id)))`, &steps)
		for _, id := range steps {
			chapter := strings.Split(id, "-")[1]
			if !selected("CHAPTERS", chapter) {
				continue
			}
			p.eval(`(() => { const s = document.getElementById("`+id+`"), b = s.getBoundingClientRect(); scrollBy(0, (b.top + b.bottom) / 2 - `+
				`innerHeight * 0.45); })(), `+
				`new Promise(r => setTimeout(() => r(true), 500))`, new(bool))
			p.shot("learn-" + id + "-" + v.name)
		}
		p.clean()
	}
}

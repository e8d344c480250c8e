//go:build e2e && screens

package e2e

import (
	"fmt"
	"testing"
)

// TestSceneScreens writes screenshots of every scene of the thread to .build/screens, in both themes and on five screens.
func TestSceneScreens(t *testing.T) {
	for _, theme := range []string{"light", "dark"} {
		p := open(t, view{width: 1440, height: 900, theme: theme, newcomer: true})
		p.ready()
		p.turn(2) // the last stop of the dial
		for k := range 7 {
			p.call("scene(%d)", k)
			if k == 6 { // this scene is a line over Learn, whose run must have loaded
				p.waitFor("sheafscope.state().epoch > 0 && !sheafscope.state().busy")
			}
			for _, size := range [][2]int64{{1440, 900}, {1280, 720}, {820, 1180}, {844, 390}, {390, 844}} {
				p.do(resize(size[0], size[1], 1, false))
				p.settle()
				p.shot(fmt.Sprintf("scene-%d-%s-%dx%d", k, theme, size[0], size[1]))
			}
		}
		p.clean()
	}
}

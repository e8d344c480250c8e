//go:build e2e

package e2e

import (
	"slices"
	"testing"
)

// zoomLimit is the largest time of scripts in 19 of 20 frames on an idle machine, in milliseconds, while a scene of the thread appears.
const zoomLimit = 8

// While six scenes of the thread appear, for 42 frames each, the scripts of 19 of 20 frames take at most zoomLimit of processor time on an
// idle machine. A frame at 60 frames per second has 16.7 ms. The test waits for every frame by a script; therefore frames without other
// scripts count, too.
func TestZoomFrames(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light", newcomer: true})
	p.ready()
	p.turn(2)
	p.call("scene(1)") // loads the script of the scenes
	threeTries(t, func(j *judge) {
		p.call("scene(0)")
		p.settle()
		r := p.record(func() {
			for _, k := range []int{1, 2, 3, 4, 5, 0} {
				p.call("scene(%d)", k)
				p.eval(`(async () => { for (let k = 0; k < 42; k++) await new Promise(requestAnimationFrame); })()`, nil) // 0.7 s
			}
		})
		slices.Sort(r.Frames)
		t.Logf("%d frames with script; the longest of them %.1f ms of processor time", len(r.Frames), r.Frames[len(r.Frames)-1])
		j.check("19 of 20 frames, script", r.Frames[len(r.Frames)*19/20], zoomLimit)
	})
	p.clean()
}

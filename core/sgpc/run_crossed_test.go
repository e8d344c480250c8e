package sgpc_test

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/view"
)

// TestCrossedEqualsHandCount counts the correct nodes of each half of the
// validation set at the best epoch of the other half, from the probabilities after
// each epoch. A validation set of fewer than two nodes has no halves.
func TestCrossedEqualsHandCount(t *testing.T) {
	g := graph.Karate()
	for _, spec := range []string{"explicit:0-3,30-33/4-13/14-29", "explicit:0-3,30-33/4-6/14-29", "explicit:0-3,30-33/4/14-29",
		"explicit:0-3,30-33//14-29"} {
		split, err := graph.ParseSplit(g, spec, 0)
		if err != nil {
			t.Fatal(err)
		}
		c, err := method.Configure(g, split, "sgpc", "paper", 3)
		if err != nil {
			t.Fatal(err)
		}
		c.Epochs, c.GapMode = 15, "off"
		r, err := sgpc.New(g, split, c)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Crossed(); got != -1 {
			t.Errorf("%s: %g before the first epoch", spec, got)
		}
		type epoch struct{ right, loss [2]float64 }
		var epochs []epoch
		for !r.Done() {
			r.StepEpoch()
			f := view.Frame(r, frame.Focus{})
			var e epoch
			for k, i := range split.Val {
				p := f.Prob[i*g.Classes : (i+1)*g.Classes]
				e.loss[k%2] -= math.Log(p[g.Labels[i]])
				if p[g.Labels[i]] > p[1-g.Labels[i]] {
					e.right[k%2]++
				}
			}
			epochs = append(epochs, e)
		}
		want := -1.0
		if n := len(split.Val); n > 1 {
			want = 0
			for half := range 2 {
				best := 0
				for k, e := range epochs {
					b := epochs[best]
					if e.right[half] > b.right[half] || e.right[half] == b.right[half] && e.loss[half] < b.loss[half] {
						best = k
					}
				}
				want += epochs[best].right[1-half] / float64(n)
			}
		}
		if got := r.Crossed(); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %g, by hand %g", spec, got, want)
		}
	}
}

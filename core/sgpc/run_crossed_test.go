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

// TestCrossedEqualsHandCount compares Run.Crossed with a count by hand, for validation sets
// of 10, 3, 1 and 0 nodes. The count has the probabilities after each epoch. It sums the
// correct nodes of each half (even and odd places in the set) at the best epoch of the
// other half. Crossed is −1 before the first epoch, and for fewer than two nodes.
func TestCrossedEqualsHandCount(t *testing.T) {
	g := graph.Karate()
	// An explicit split lists training, validation and test nodes.
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
			t.Errorf("%s: %g before the first epoch, want -1", spec, got)
		}
		type epoch struct{ correct, loss [2]float64 } // of each half
		var epochs []epoch
		for !r.Done() {
			r.StepEpoch()
			f := view.Frame(r, frame.Focus{})
			var e epoch
			for k, i := range split.Val {
				p := f.Prob[i*g.Classes : (i+1)*g.Classes]
				e.loss[k%2] -= math.Log(p[g.Labels[i]])
				if p[g.Labels[i]] > p[1-g.Labels[i]] { // the graph has two classes
					e.correct[k%2]++
				}
			}
			epochs = append(epochs, e)
		}
		want := -1.0
		if n := len(split.Val); n > 1 {
			want = 0
			for half := range 2 {
				// The best epoch has the most correct nodes; of equal epochs the one with the
				// smallest loss.
				best := epochs[0]
				for _, e := range epochs {
					moreCorrect := e.correct[half] > best.correct[half]
					smallerLoss := e.correct[half] == best.correct[half] && e.loss[half] < best.loss[half]
					if moreCorrect || smallerLoss {
						best = e
					}
				}
				want += best.correct[1-half] / float64(n)
			}
		}
		if got := r.Crossed(); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %g, by hand %g", spec, got, want)
		}
	}
}

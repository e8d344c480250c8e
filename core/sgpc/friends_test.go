package sgpc_test

import (
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/view"
)

// TestNSDOnFriendsAndRivals trains neural sheaf diffusion with general maps and its
// defaults on the graph of friends and rivals. The accuracy on the test nodes is at least
// 95 %, and the default has no input dropout. The features are measurements of either
// sign. Rows scaled to sum 1, or the dropout of bags of words, would limit the accuracy to
// 80 %.
func TestNSDOnFriendsAndRivals(t *testing.T) {
	t.Parallel()
	g, err := graph.Builtin("friends:seed=1")
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, method.DefaultSplit, 1)
	if err != nil {
		t.Fatal(err)
	}
	c, err := method.Configure(g, split, "nsd-general", "paper", 1)
	if err != nil {
		t.Fatal(err)
	}
	if c.InputDropout != 0 {
		t.Errorf("the input dropout of measurements is %g, want 0", c.InputDropout)
	}
	c.Epochs = 200
	r, err := sgpc.New(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	r.ForwardOnly()
	for !r.Done() {
		r.StepEpoch()
	}
	r.RestoreBest()
	if f := view.Frame(r, frame.Focus{}); f.Accuracy.Test < 0.95 {
		t.Errorf("NSD predicts %.1f %% of the test nodes, want at least 95 %%", 100*f.Accuracy.Test)
	}
}

// TestSignedFeaturesAreNotScaled compares the loss of SGPC for raw features and for rows
// scaled to sum 1, after one epoch. On features of either sign (friends) both are equal:
// the rows are not scaled. On the counts of the karate club they differ.
func TestSignedFeaturesAreNotScaled(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"friends:seed=1", "karate"} {
		g, err := graph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		split, err := graph.ParseSplit(g, method.DefaultSplit, 1)
		if err != nil {
			t.Fatal(err)
		}
		// The factor changes the sums of the rows.
		for i := range g.X.Val {
			if g.X.Val[i] > 0 {
				g.X.Val[i] *= 3
			}
		}
		var loss []float64
		for _, features := range []string{"raw", "row"} {
			c, err := method.Configure(g, split, "sgpc", "paper", 1)
			if err == nil {
				err = c.Set("features", features)
			}
			if err != nil {
				t.Fatal(err)
			}
			r, err := sgpc.New(g, split, c)
			if err != nil {
				t.Fatal(err)
			}
			r.StepEpoch()
			loss = append(loss, view.Frame(r, frame.Focus{}).Loss.Total)
		}
		hasSigns := name != "karate"
		if (loss[0] == loss[1]) != hasSigns {
			t.Errorf("%s: loss %v for raw and for scaled rows, want equal: %v", name, loss, hasSigns)
		}
	}
}

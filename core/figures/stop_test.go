package figures

import (
	"math"
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/view"
)

// TestStopIsARunAtItsBestEpoch: a second run, moved to the position of a stop, is at the best epoch. There it has the accuracies, the
// spectrum and the energy of the stop. The predicted classes of the stop have its accuracy.
// With identity maps, the constant sheaf, the kernel has the dimension d = 2 for each component of the graph.
func TestStopIsARunAtItsBestEpoch(t *testing.T) {
	g, err := graph.Builtin("friends:n=40")
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, method.DefaultSplit, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, maps := range []string{"identity", "orthogonal"} {
		c, err := method.Configure(g, split, "nsd-general", "paper", 3)
		if err != nil {
			t.Fatal(err)
		}
		c.Maps, c.Epochs, c.D = maps, 30, 2
		newRun := func() *sgpc.Run {
			r, err := sgpc.New(g, split, c)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		r := newRun()
		for !r.Done() {
			r.StepEpoch()
		}
		o := Stop(r)
		// A second run computes the epochs up to the position of the stop.
		again := newRun()
		again.Seek(o.Position, func() bool { return false })
		f := view.Frame(again, frame.Focus{Spectrum: true})
		if again.Epoch() != o.BestEpoch || o.Epochs != 30 {
			t.Fatalf("%s: the position is in epoch %d of %d, want the best epoch %d of 30", maps, again.Epoch(), o.Epochs, o.BestEpoch)
		}
		// right counts the test nodes whose predicted class is their label.
		right := 0.0
		for _, i := range split.Test {
			if int(o.Pred[i]) == g.Labels[i] {
				right++
			}
		}
		if math.Abs(right/float64(len(split.Test))-o.Test) > 1e-12 || f.Accuracy.Test != o.Test || f.Accuracy.Val != o.Val {
			t.Errorf("%s: the accuracy is %v, that of the predicted classes %v, that of the run %+v", maps, o.Test,
				right/float64(len(split.Test)), f.Accuracy)
		}
		if !slices.Equal(o.Series["spectrum"], f.Spectrum.Values) || int(o.Metrics["kernel"]) != f.Spectrum.KernelDim ||
			o.Metrics["lambda2"] != f.Spectrum.Lambda2 || o.Metrics["energy"] != f.Layers.Before[len(f.Layers.Before)-1] {
			t.Errorf("%s: the metrics are %v, but the run has kernel %d, λ₂ %g, energies %v", maps, o.Metrics, f.Spectrum.KernelDim,
				f.Spectrum.Lambda2, f.Layers.Before)
		}
		if _, parts := g.Components(); maps == "identity" && int(o.Metrics["kernel"]) != 2*parts {
			t.Errorf("the constant sheaf has a kernel of dimension %v on %d components, want %d", o.Metrics["kernel"], parts, 2*parts)
		}
	}
}

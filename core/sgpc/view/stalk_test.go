package view

import (
	"math"
	"reflect"
	"testing"

	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
)

// TestStalksBeginAndEndAtTheLayer requests the stalk of node 33 over diffusion time, in a
// network with two layers. In each layer the first values are the input of the diffusion (as
// float32), and the last ones, at Δt, its output to 1e-6. The run stays unchanged. A network
// without diffusion has no stalks.
func TestStalksBeginAndEndAtTheLayer(t *testing.T) {
	twoLayers := func(c *settings.Config) { c.Layers = 2 }
	r, twin := sample.Karate(t, sgpc.New, twoLayers), sample.Karate(t, sgpc.New, twoLayers)
	for range 3 {
		r.StepEpoch()
		twin.StepEpoch()
	}
	focus, once := frame.Focus{Node: 34}, frame.Once{Stalks: true} // a focus counts from 1
	v := Frame(r, focus, once).Stalks
	if v.Node != 33 || v.D != r.Config().D || len(v.Layers) != 2 {
		t.Fatalf("node %d with %d coordinates in %d layers", v.Node, v.D, len(v.Layers))
	}
	// The values of a time are those of all coordinates and channels, w in all.
	for k, l := range v.Layers {
		o := r.Evaluation().Diffused[k]
		w := v.D * l.Channels
		last := len(l.Time) - 1
		if l.Time[0] != 0 || l.Time[last] != o.Dt || len(l.Value) != (last+1)*w {
			t.Fatalf("layer %d: times %v with %d values", k, l.Time, len(l.Value))
		}
		for q := range w {
			in, out := o.In.Data[33*w+q], o.Out.Data[33*w+q]
			if got := float64(l.Value[q]); got != float64(float32(in)) {
				t.Errorf("layer %d: entry %d begins at %g, the input is %g", k, q, got, in)
			}
			if got := float64(l.Value[last*w+q]); math.Abs(got-out) > 1e-6 {
				t.Errorf("layer %d: entry %d ends at %g, the output is %g", k, q, got, out)
			}
		}
	}
	if !reflect.DeepEqual(Frame(r, everything), Frame(twin, everything)) {
		t.Error("the frames changed the run")
	}
	if f := Frame(sample.Karate(t, sgpc.New, func(c *settings.Config) { c.SVR = "off" }), focus, once); f.Stalks != nil {
		t.Error("the frame of a network without diffusion has stalks over time")
	}
}

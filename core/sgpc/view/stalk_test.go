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
// network with two layers. In each layer the values at time 0 are the input of the diffusion,
// as float32. The values at Δt are its output, to 1e-6. The request leaves the run unchanged.
// A network without diffusion has no stalks.
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
		t.Fatalf("node %d with %d coordinates in %d layers, want node 33 with %d in 2", v.Node, v.D, len(v.Layers), r.Config().D)
	}
	// Each time has w values: one for each coordinate and channel.
	for k, l := range v.Layers {
		o := r.Evaluation().Diffused[k]
		w := v.D * l.Channels
		last := len(l.Time) - 1
		if l.Time[0] != 0 || l.Time[last] != o.Dt || len(l.Value) != (last+1)*w {
			t.Fatalf("layer %d: times %v with %d values, want 0 to %g with %d values each", k, l.Time, len(l.Value), o.Dt, w)
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
		t.Error("the request for stalks changed the run")
	}
	if f := Frame(sample.Karate(t, sgpc.New, func(c *settings.Config) { c.SVR = "off" }), focus, once); f.Stalks != nil {
		t.Error("the frame of a network without diffusion has stalks over time")
	}
}

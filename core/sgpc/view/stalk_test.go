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

// TestStalksBeginAndEndAtTheLayer shows a stalk over diffusion time. In every layer, it begins at the input of
// the layer and ends at its output. The run stays unchanged.
func TestStalksBeginAndEndAtTheLayer(t *testing.T) {
	two := func(c *settings.Config) { c.Layers = 2 }
	r, twin := sample.Karate(t, sgpc.New, two), sample.Karate(t, sgpc.New, two)
	for range 3 {
		r.StepEpoch()
		twin.StepEpoch()
	}
	look, once := frame.Focus{Node: 34}, frame.Once{Stalks: true}
	v := Frame(r, look, once).Stalks
	if v.Node != 33 || v.D != r.Config().D || len(v.Layers) != 2 {
		t.Fatalf("node %d with %d coordinates in %d layers", v.Node, v.D, len(v.Layers))
	}
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
				t.Errorf("layer %d: entry %d begins at %g, the layer gets %g", k, q, got, in)
			}
			if got := float64(l.Value[last*w+q]); math.Abs(got-out) > 1e-6 {
				t.Errorf("layer %d: entry %d ends at %g, the layer gives %g", k, q, got, out)
			}
		}
	}
	if !reflect.DeepEqual(Frame(r, everything), Frame(twin, everything)) {
		t.Error("looking changed the run")
	}
	if f := Frame(sample.Karate(t, sgpc.New, func(c *settings.Config) { c.SVR = "off" }), look, once); f.Stalks != nil {
		t.Error("a network without diffusion shows stalks over its time")
	}
}

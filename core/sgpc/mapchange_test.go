package sgpc

import (
	"math"
	"reflect"
	"testing"
)

// TestMapChangeAnswersAndLeaves: a change that does nothing shows the same frame, a
// real one changes map, spectrum and predictions as theory says, and the run goes on
// as if nobody had looked.
func TestMapChangeAnswersAndLeaves(t *testing.T) {
	// Without ascent: after one, a change starts from the metric that it led to.
	off := func(c *Config) { c.GapMode = "off" }
	r, twin := karateRun(t, off), karateRun(t, off)
	for range 5 {
		r.StepEpoch()
		twin.StepEpoch()
	}
	look := Focus{Edge: 3, Node: 5, Spectrum: true, Eigenvector: -1}
	plain := r.Frame(look)
	changes := []MapChange{{Edge: 3, Side: 0, A: 0, B: 1, Angle: 0, Scale: 1}}
	same := r.Look(look, Once{Changes: changes})
	for k, v := range plain.Prob {
		if math.Abs(v-same.Prob[k]) > 1e-9 {
			t.Fatalf("probability %d: %g, without a change %g", k, same.Prob[k], v)
		}
	}
	changes[0].Angle, changes[0].Scale = math.Pi/2, 2
	f := r.Look(look, Once{Changes: changes})
	d := f.D
	for j := range d {
		if math.Abs(f.Edge.Rij[j]+2*same.Edge.Rij[d+j]) > 1e-12 || math.Abs(f.Edge.Rij[d+j]-2*same.Edge.Rij[j]) > 1e-12 {
			t.Error("the map is not rotated by a right angle and doubled")
		}
	}
	if reflect.DeepEqual(f.Spectrum.Values, same.Spectrum.Values) || reflect.DeepEqual(f.Prob, same.Prob) {
		t.Error("spectrum or classes did not answer")
	}
	r.StepEpoch()
	twin.StepEpoch()
	if !reflect.DeepEqual(r.Frame(everything), twin.Frame(everything)) {
		t.Error("looking changed the run")
	}
}

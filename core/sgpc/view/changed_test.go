package view

import (
	"math"
	"reflect"
	"testing"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
)

// TestMapChangeAnswersAndLeaves changes a map by hand. A change by angle 0 and scale 1
// shows the same frame. Another change alters map, spectrum and predictions as the
// theory states. The run continues as without the change.
func TestMapChangeAnswersAndLeaves(t *testing.T) {
	// Without ascent: after one, a change starts from the metric that it led to.
	off := func(c *settings.Config) { c.GapMode = "off" }
	r, twin := sample.Karate(t, sgpc.New, off), sample.Karate(t, sgpc.New, off)
	for range 5 {
		r.StepEpoch()
		twin.StepEpoch()
	}
	look := frame.Focus{Edge: 4, Node: 6, Spectrum: true}
	plain := Frame(r, look)
	changes := []frame.MapChange{{Edge: 3, Side: 0, A: 0, B: 1, Angle: 0, Scale: 1}}
	same := Frame(r, look, frame.Once{Changes: changes})
	for k, v := range plain.Prob {
		if math.Abs(v-same.Prob[k]) > 1e-9 {
			t.Fatalf("probability %d: %g, without a change %g", k, same.Prob[k], v)
		}
	}
	changes[0].Angle, changes[0].Scale = math.Pi/2, 2
	f := Frame(r, look, frame.Once{Changes: changes})
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
	if !reflect.DeepEqual(Frame(r, everything), Frame(twin, everything)) {
		t.Error("looking changed the run")
	}
}

// TestGivenMaps shows given maps. The frame must have their spectrum, energy and maps,
// and the run continues as without them.
func TestGivenMaps(t *testing.T) {
	r, twin := sample.Karate(t, sgpc.New, nil), sample.Karate(t, sgpc.New, nil)
	for range 3 {
		r.StepEpoch()
		twin.StepEpoch()
	}
	given := &sheaf.Sheaf{N: r.Graph.N, D: r.Config().D, Edges: r.Graph.Edges, R: make([]float64, len(r.Evaluation().Raw.R))}
	src := rng.New(3, "given")
	for k := range given.R {
		given.R[k] = src.Norm()
	}
	look := frame.Focus{Edge: 4, Spectrum: true}
	f := Frame(r, look, frame.Once{Given: given.R, Maps: true})
	for e := range f.MapNorm {
		if want := math.Hypot(linalg.Nrm2(given.Map(e, 0)), linalg.Nrm2(given.Map(e, 1))); math.Abs(f.MapNorm[e]-want) > 1e-12*want {
			t.Fatalf("edge %d: norm %g, want %g", e, f.MapNorm[e], want)
		}
	}
	if !reflect.DeepEqual(f.Edge.Rij, given.Map(3, 0)) || !reflect.DeepEqual(f.Edge.Rji, given.Map(3, 1)) {
		t.Error("the edge does not have the maps that were given")
	}
	hat := sheaf.New(given.N, given.D, given.Edges)
	sheaf.NewNormalizer(given.N, given.D, given.Edges).Forward(given, r.Config().Shift, hat)
	dense := sheaf.NewLaplacian(hat.N, hat.D, hat.Edges)
	dense.Assemble(hat)
	values, _, err := linalg.EigSym(dense.Dense(), linalg.ValuesOnly)
	if err != nil || len(values) != len(f.Spectrum.Values) {
		t.Fatal(err, len(f.Spectrum.Values))
	}
	for k, v := range values {
		if math.Abs(v-f.Spectrum.Values[k]) > 1e-10 {
			t.Errorf("eigenvalue %d is %g, want %g", k, f.Spectrum.Values[k], v)
		}
	}
	if own := Frame(r, look); reflect.DeepEqual(own.Prob, f.Prob) || reflect.DeepEqual(own.MapNorm, f.MapNorm) {
		t.Error("the network did not answer, or the run has changed")
	}
	if same := Frame(r, look, frame.Once{Given: given.R[1:]}); !reflect.DeepEqual(same, Frame(r, look)) {
		t.Error("maps of another size are looked at")
	}
	r.StepEpoch()
	twin.StepEpoch()
	if !reflect.DeepEqual(Frame(r, everything), Frame(twin, everything)) {
		t.Error("looking changed the run")
	}
}

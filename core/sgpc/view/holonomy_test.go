package view

import (
	"math"
	"reflect"
	"testing"

	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
)

// TestHolonomyEqualsTransports checks the holonomies of a cycle basis and of one selected
// cycle, for SGPC and two kinds of NSD. Each cycle of the basis has a distance from the identity,
// and frame.Shuffles distances with permuted maps. Each cycle with a transport counts as one with
// equal or with different labels. Each point of the path is the vector before it, carried over
// one edge. The last point is the holonomy times the first vector. The first cycle of the basis,
// selected by its place, has its distance in the basis. The trail over epochs has the distances
// in runs stepped to these epochs. Nodes without a cycle, and a place beyond the basis, give a
// reason. The run stays unchanged. Before the maps a frame has no holonomies.
func TestHolonomyEqualsTransports(t *testing.T) {
	for _, model := range []string{"sgpc", "nsd-orth", "nsd-general"} {
		change := func(c *settings.Config) {
			c.Model, c.Epochs, c.D = model, 30, 3
		}
		r, twin := sample.Karate(t, sgpc.New, change), sample.Karate(t, sgpc.New, change)
		for range 6 {
			r.StepEpoch()
			twin.StepEpoch()
		}
		once := frame.Once{Cycles: true, Cycle: []int{2, 0, 1}}
		v := Frame(r, frame.Focus{}, once).Holonomy
		// The connected karate club has 34 nodes and 78 edges: its basis has 78 − 34 + 1 cycles.
		if v == nil || v.One == nil || !v.Shortest || len(v.Cycles) != 78-34+1 {
			t.Fatalf("%s: the holonomies are %+v, want %d shortest cycles and a selected one", model, v, 78-34+1)
		}
		if len(v.Away) != len(v.Cycles) || len(v.Shuffled) != frame.Shuffles*len(v.Cycles) {
			t.Fatalf("%s: %d and %d distances for %d cycles", model, len(v.Away), len(v.Shuffled), len(v.Cycles))
		}
		if v.Alike.Count+v.Mixed.Count != len(v.Cycles)-countMissing(v.Away) {
			t.Fatalf("%s: %d cycles with one label and %d with several, of %d", model, v.Alike.Count, v.Mixed.Count, len(v.Cycles))
		}
		// The path, by the transports of the shown sheaf.
		shown := newViewer(r)
		closeLayer := shown.openLayer(new(frame.Frame), 0)
		d, tr := r.Config().D, shown.shownSheaf().Transports()
		closeLayer()
		x := v.One.Path[0]
		for k, i := range v.One.Cycle {
			j := v.One.Cycle[(k+1)%3]
			walk, err := r.Graph.Steps([]int{i, j}) // to j and back: walk[0] is the first crossing
			if err != nil {
				t.Fatal(err)
			}
			next := make([]float64, d)
			tr.Carry(next, x, 1, walk[:1])
			if difference := largestDifference(next, v.One.Path[k+1]); difference > 1e-12 {
				t.Errorf("%s: after %d edges the vector differs by %g from the transported one", model, k+1, difference)
			}
			x = next
		}
		byMap := make([]float64, d)
		for p := range d {
			for q := range d {
				byMap[p] += v.One.Map[p*d+q] * v.One.Path[0][q]
			}
		}
		if largestDifference(byMap, x) > 1e-12 {
			t.Errorf("%s: the vector returns as %v, by the holonomy as %v", model, x, byMap)
		}
		// 1e-6 is more than rounding: the holonomy is not the identity.
		if v.One.Away != sheaf.Away(d, v.One.Map) || v.One.Away < 1e-6 {
			t.Errorf("%s: the distance from the identity is %g, want %g and at least 1e-6", model, v.One.Away, sheaf.Away(d, v.One.Map))
		}
		// The first cycle of the basis, by its place.
		same := Frame(r, frame.Focus{}, frame.Once{Cycles: true, Place: 1}).Holonomy
		if !reflect.DeepEqual(same.Cycles[0], same.One.Cycle) || math.Abs(same.One.Away-v.Away[0]) > 1e-12 {
			t.Errorf("%s: place 1 selects the cycle %v at the distance %g, want %v at %g", model, same.One.Cycle, same.One.Away,
				same.Cycles[0], v.Away[0])
		}
		// The trail, by runs that are stepped to the stage with the maps.
		if len(v.Epochs) < 3 {
			t.Fatalf("%s: the trail has epochs %v", model, v.Epochs)
		}
		mapsStage := stage.Maps // a peer has its maps with all other results, at the stage Classes
		if model != "sgpc" {
			mapsStage = stage.Classes
		}
		for k, epoch := range v.Epochs {
			other := sample.Karate(t, sgpc.New, change)
			for other.Epoch() < epoch-1 {
				other.StepEpoch()
			}
			for other.Standing().EpochOf(mapsStage) < epoch {
				other.StepInner()
			}
			if want := Frame(other, frame.Focus{}, once).Holonomy.One.Away; want != v.Trail[k] {
				t.Errorf("%s: the distance in epoch %d is %g, want %g", model, epoch, v.Trail[k], want)
			}
		}
		for _, q := range []frame.Once{{Cycles: true, Cycle: []int{0, 33, 5}}, {Cycles: true, Place: 99}} {
			if got := Frame(r, frame.Focus{}, q).Holonomy; got.One != nil || got.Why == "" {
				t.Errorf("%s: the invalid cycle %+v gives %+v and the reason %q", model, q, got.One, got.Why)
			}
		}
		r.StepEpoch()
		twin.StepEpoch()
		if !reflect.DeepEqual(Frame(r, everything), Frame(twin, everything)) {
			t.Error(model, "the frames changed the run")
		}
	}
	if r := sample.Karate(t, sgpc.New, nil); Frame(r, frame.Focus{}, frame.Once{Cycles: true}).Holonomy != nil {
		t.Error("the frame has holonomies before the maps")
	}
}

// countMissing returns the number of cycles without a holonomy, whose distance is negative.
func countMissing(away []float64) (n int) {
	for _, x := range away {
		if x < 0 {
			n++
		}
	}
	return n
}

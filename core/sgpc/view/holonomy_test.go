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

// TestHolonomyEqualsTransports compares the holonomy of a cycle with the product of its transports, for
// SGPC and for NSD. The transported vector must return as the product states. The trail
// must have the maps of a run stepped to the same epoch. The run stays unchanged.
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
		ask := frame.Once{Cycles: true, Cycle: []int{2, 0, 1}}
		v := Frame(r, frame.Focus{}, ask).Holonomy
		if v == nil || v.One == nil || !v.Shortest || len(v.Cycles) != 78-34+1 || len(v.Away) != len(v.Cycles) ||
			len(v.Shuffled) != frame.Shuffles*len(v.Cycles) || v.Alike.Count+v.Mixed.Count != len(v.Cycles)-missingOf(v.Away) {
			t.Fatalf("%s: %+v", model, v)
		}
		shown := newViewer(r)
		leave := shown.openLayer(new(frame.Frame), 0)
		d, tr := r.Config().D, shown.shownSheaf().Transports()
		leave()
		x := v.One.Path[0]
		for k, i := range v.One.Cycle {
			j := v.One.Cycle[(k+1)%3]
			walk, err := r.Graph.Steps([]int{i, j})
			if err != nil {
				t.Fatal(err)
			}
			next := make([]float64, d)
			tr.Carry(next, x, 1, walk[:1])
			if far := largestDifference(next, v.One.Path[k+1]); far > 1e-12 {
				t.Errorf("%s: after %d edges the vector is %g off", model, k+1, far)
			}
			x = next
		}
		back := make([]float64, d)
		for p := range d {
			for q := range d {
				back[p] += v.One.Map[p*d+q] * v.One.Path[0][q]
			}
		}
		if largestDifference(back, x) > 1e-12 || v.One.Away != sheaf.Away(d, v.One.Map) || v.One.Away < 1e-6 {
			t.Errorf("%s: comes home as %v, by the product %v, %g away", model, x, back, v.One.Away)
		}
		same := Frame(r, frame.Focus{}, frame.Once{Cycles: true, Place: 1}).Holonomy
		if !reflect.DeepEqual(same.Cycles[0], same.One.Cycle) || math.Abs(same.One.Away-v.Away[0]) > 1e-12 {
			t.Errorf("%s: the first cycle is %v, %g away", model, same.One.Cycle, same.One.Away)
		}
		if len(v.Epochs) < 3 {
			t.Fatalf("%s: the trail has epochs %v", model, v.Epochs)
		}
		of := stage.Maps
		if model != "sgpc" {
			of = stage.Classes
		}
		for k, epoch := range v.Epochs {
			other := sample.Karate(t, sgpc.New, change)
			for other.Epoch() < epoch-1 {
				other.StepEpoch()
			}
			for other.Standing().EpochOf(of) < epoch {
				other.StepInner()
			}
			if want := Frame(other, frame.Focus{}, ask).Holonomy.One.Away; want != v.Trail[k] {
				t.Errorf("%s: %g away in epoch %d, want %g", model, v.Trail[k], epoch, want)
			}
		}
		for _, q := range []frame.Once{{Cycles: true, Cycle: []int{0, 33, 5}}, {Cycles: true, Place: 99}} {
			if got := Frame(r, frame.Focus{}, q).Holonomy; got.One != nil || got.Why == "" {
				t.Errorf("%s: %+v for %+v", model, got.One, q)
			}
		}
		r.StepEpoch()
		twin.StepEpoch()
		if !reflect.DeepEqual(Frame(r, everything), Frame(twin, everything)) {
			t.Error(model, "looking changed the run")
		}
	}
	if r := sample.Karate(t, sgpc.New, nil); Frame(r, frame.Focus{}, frame.Once{Cycles: true}).Holonomy != nil {
		t.Error("a holonomy before the maps")
	}
}

// missingOf returns the number of cycles without a holonomy.
func missingOf(away []float64) (n int) {
	for _, x := range away {
		if x < 0 {
			n++
		}
	}
	return n
}

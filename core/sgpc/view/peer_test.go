package view_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sgpc/view"
)

// peerFrame returns the frame of a run of a peer on the karate club after three epochs,
// with spectrum, maps and the edge with index 5.
func peerFrame(t *testing.T, model string) *frame.Frame {
	t.Helper()
	g, err := graph.Builtin("karate")
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, method.DefaultSplit, 0)
	if err != nil {
		t.Fatal(err)
	}
	c, err := method.Configure(g, split, model, "paper", 0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := sgpc.New(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		r.StepEpoch()
	}
	return view.Frame(r, frame.Focus{Edge: 6, Spectrum: true}, frame.Once{Maps: true})
}

// TestLearnedSheafIsShown checks frames of neural sheaf diffusion. Both maps of edge 5 are
// diagonal, orthogonal or general, as the name of the model states. The edge has a
// disagreement of dimension d. The frame has the maps of all edges and positive energy. The
// spectrum is at most 2, with λ₂ > 0. The energy shares of the edges sum to 1. The frame has no
// plan and no posterior, and the total of the bound is its empirical term.
func TestLearnedSheafIsShown(t *testing.T) {
	// Whether a d×d map r is of the kind of the model. Of a general map only the entry (0, 1) is
	// checked: it is not 0, and below 1 in magnitude, as a result of tanh.
	kinds := map[string]func(r []float64, d int) bool{
		"nsd-diag": func(r []float64, d int) bool {
			for k, v := range r {
				if k%(d+1) != 0 && v != 0 {
					return false
				}
			}
			return true
		},
		"nsd-orth": func(r []float64, d int) bool {
			for a := range d {
				for b := range d {
					dot := 0.0
					for k := range d {
						dot += r[k*d+a] * r[k*d+b]
					}
					if a == b {
						dot-- // rᵀr − I, entry (a, b)
					}
					if math.Abs(dot) > 1e-9 {
						return false
					}
				}
			}
			return true
		},
		"nsd-general": func(r []float64, d int) bool { return r[1] != 0 && math.Abs(r[1]) < 1 },
	}
	for model, fits := range kinds {
		f := peerFrame(t, model)
		e, d, sp := f.Edge, f.D, f.Spectrum
		if e == nil || e.Index != 5 || len(e.Rij) != d*d || !fits(e.Rij, d) || !fits(e.Rji, d) {
			t.Fatalf("%s: the maps of an edge are not of the kind of the model: %+v", model, e)
		}
		if len(e.Xi) != d || e.P0 != nil || e.Alpha != 0 || f.Kappa != nil {
			t.Errorf("%s: the edge has a plan or a posterior, or no disagreement of dimension %d: %+v", model, d, e)
		}
		if len(f.Maps) != 2*f.M*d*d || len(f.HatMaps) != len(f.Maps) || float64(f.Maps[2*5*d*d]) != float64(float32(e.Rij[0])) {
			t.Errorf("%s: %d and %d map entries for %d edges", model, len(f.Maps), len(f.HatMaps), f.M)
		}
		if sp == nil || sp.Dim != f.N*d || !(sp.Values[sp.Dim-1] <= 2) || !(sp.Lambda2 > 0) {
			t.Errorf("%s: the spectrum %+v is not of dimension %d, exceeds 2, or has no λ₂", model, sp, f.N*d)
		}
		share := 0.0
		for _, x := range f.EdgeEnergy {
			share += x
		}
		if math.Abs(share-1) > 1e-9 || !(f.Stages.Energy > 0) || !(f.Stages.Trace > 0) {
			t.Errorf("%s: energy shares sum to %v of %v, trace %v", model, share, f.Stages.Energy, f.Stages.Trace)
		}
		if f.Bound.LSpec != 0 || f.Bound.Total != f.Bound.Empirical {
			t.Errorf("%s: the bound has terms of the sheaf: %+v", model, f.Bound)
		}
	}
}

// TestEveryPeerShowsItsLayers checks frames of every peer. Before the first pass a frame has
// no filter and no maps. After it, every layer has maps, stalks and a spectrum in [0, 2]. The
// frame has the energies of all layers and the curves of the filter. It has the weighted sums
// of the selected node, with the largest weights first. After the training pass, which
// overwrites the evaluation, the frame has equal numbers. The run continues as its twin without
// these frames.
func TestEveryPeerShowsItsLayers(t *testing.T) {
	g, err := graph.Builtin("karate")
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, method.DefaultSplit, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, model := range peer.Names() {
		c, err := method.Configure(g, split, model, "paper", 0)
		if err != nil {
			t.Fatal(err)
		}
		r, err := sgpc.New(g, split, c)
		if err != nil {
			t.Fatal(err)
		}
		twin, err := sgpc.New(g, split, c)
		if err != nil {
			t.Fatal(err)
		}
		// frameOf returns the frame with a layer (1-based); 0 selects the last one.
		frameOf := func(layer int) *frame.Frame {
			return view.Frame(r, frame.Focus{Edge: 6, Node: 4, Spectrum: true, Layer: layer}, frame.Once{Maps: true})
		}
		if f := frameOf(0); f.Layers == nil || f.Layers.Gain != nil || f.MapNorm != nil {
			t.Errorf("%s shows numbers before the first pass: %+v", model, f.Layers)
		}
		r.StepEpoch()
		twin.StepEpoch()
		for view.Frame(r, frame.Focus{}).Stage != stage.Posterior {
			r.StepInner()
		}
		before := frameOf(0)
		for layer := range before.Layers.Count {
			v := frameOf(layer + 1)
			if v.Layers.At != layer+1 || v.Edge == nil || len(v.Maps) != 2*v.M*v.D*v.D || len(v.Stalk) != v.N*v.D {
				t.Errorf("%s: the frame of layer %d has %+v, %d numbers of maps and %d of stalks", model, layer+1, v.Layers, len(v.Maps),
					len(v.Stalk))
			}
			if s := v.Spectrum; s == nil || len(s.Values) != v.N*v.D || s.Values[0] < -1e-9 || !(s.Values[len(s.Values)-1] <= 2+1e-9) {
				t.Errorf("%s: the spectrum of layer %d is not in [0, 2]: %+v", model, layer+1, s)
			}
		}
		r.StepEpoch()
		twin.StepEpoch()
		after := frameOf(0)
		if !reflect.DeepEqual(before.Layers, after.Layers) || !reflect.DeepEqual(before.Maps, after.Maps) {
			t.Errorf("%s: layers or maps differ after the update: %+v, before %+v", model, after.Layers, before.Layers)
		}
		if !reflect.DeepEqual(before.Edge, after.Edge) || !reflect.DeepEqual(before.Spectrum, after.Spectrum) {
			t.Errorf("%s: edge or spectrum differ after the update: %+v, before %+v", model, after.Edge, before.Edge)
		}
		v := before.Layers
		if len(v.Before) != v.Count || len(v.After) != v.Count || v.Node != 3 {
			t.Errorf("%s: %d and %d energies for %d layers, node %d", model, len(v.Before), len(v.After), v.Count, v.Node)
		}
		if len(v.Gain) != v.Curves*len(before.Stages.GainX) || len(v.Weight) != v.Terms*v.Curves {
			t.Errorf("%s: %d numbers and %d weights for %d curves", model, len(v.Gain), len(v.Weight), v.Curves)
		}
		// A model whose Laplacian is 0 gathers nothing from neighbours.
		gathers := !strings.HasSuffix(peer.Find(model).Laplacian, "=0")
		if (len(v.Sums) > 0) != gathers {
			t.Errorf("%s: %d weighted sums, the model gathers: %v", model, len(v.Sums), gathers)
		}
		for _, sum := range v.Sums {
			if len(sum.Nodes) > sum.All || len(sum.Weight) != len(sum.Nodes) {
				t.Errorf("%s: a weighted sum has %d nodes of %d and %d weights", model, len(sum.Nodes), sum.All, len(sum.Weight))
			}
			for k := 1; k < len(sum.Weight); k++ {
				if math.Abs(sum.Weight[k]) > math.Abs(sum.Weight[k-1]) {
					t.Errorf("%s: weights are not in order: %v", model, sum.Weight)
				}
			}
		}
		r.StepEpoch()
		twin.StepEpoch()
		if a, b := view.Frame(r, frame.Focus{}), view.Frame(twin, frame.Focus{}); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: the frames have changed the run", model)
		}
	}
}

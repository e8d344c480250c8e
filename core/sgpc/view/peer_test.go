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
// with spectrum, maps and one edge.
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

// TestLearnedSheafIsShown shows the sheaf of the last layer of neural sheaf diffusion: maps
// of the kind that the name of the model states, and the spectrum of a normalised
// Laplacian. The frame has no plan and no posterior, and λ₂ is no part of the bound.
func TestLearnedSheafIsShown(t *testing.T) {
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
						dot--
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
			t.Fatalf("%s: the maps of an edge are %+v", model, e)
		}
		if len(e.Xi) != d || e.P0 != nil || e.Alpha != 0 || f.Kappa != nil {
			t.Errorf("%s: edge %+v", model, e)
		}
		if len(f.Maps) != 2*f.M*d*d || len(f.HatMaps) != len(f.Maps) || float64(f.Maps[2*5*d*d]) != float64(float32(e.Rij[0])) {
			t.Errorf("%s: %d and %d map entries for %d edges", model, len(f.Maps), len(f.HatMaps), f.M)
		}
		if sp == nil || sp.Dim != f.N*d || !(sp.Values[sp.Dim-1] <= 2) || !(sp.Lambda2 > 0) {
			t.Errorf("%s: spectrum %+v", model, sp)
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

// TestEveryPeerShowsItsLayers shows the layers of every peer: the energies of all layers,
// the curves of the filter, the weighted sums of a node, and a spectrum in [0, 2]. If
// the training pass has overwritten an evaluation, it is repeated with equal numbers.
// The run stays unchanged.
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
		looked, err := sgpc.New(g, split, c)
		if err != nil {
			t.Fatal(err)
		}
		other, err := sgpc.New(g, split, c)
		if err != nil {
			t.Fatal(err)
		}
		look := func(layer int) *frame.Frame {
			return view.Frame(looked, frame.Focus{Edge: 6, Node: 4, Spectrum: true, Layer: layer}, frame.Once{Maps: true})
		}
		if f := look(0); f.Layers == nil || f.Layers.Gain != nil || f.MapNorm != nil {
			t.Errorf("%s shows numbers before the first pass: %+v", model, f.Layers)
		}
		looked.StepEpoch()
		other.StepEpoch()
		for view.Frame(looked, frame.Focus{}).Stage != stage.Posterior {
			looked.StepInner()
		}
		before := look(0)
		for layer := range before.Layers.Count {
			v := look(layer + 1)
			if v.Layers.At != layer+1 || v.Edge == nil || len(v.Maps) != 2*v.M*v.D*v.D || len(v.Stalk) != v.N*v.D {
				t.Errorf("%s: layer %d: %+v", model, layer+1, v.Layers)
			}
			if s := v.Spectrum; s == nil || len(s.Values) != v.N*v.D || s.Values[0] < -1e-9 || !(s.Values[len(s.Values)-1] <= 2+1e-9) {
				t.Errorf("%s: spectrum %+v", model, s)
			}
		}
		looked.StepEpoch()
		other.StepEpoch()
		after := look(0)
		if !reflect.DeepEqual(before.Layers, after.Layers) || !reflect.DeepEqual(before.Maps, after.Maps) ||
			!reflect.DeepEqual(before.Edge, after.Edge) || !reflect.DeepEqual(before.Spectrum, after.Spectrum) {
			t.Errorf("%s: the layers are %+v after the update and %+v before", model, after.Layers, before.Layers)
		}
		v := before.Layers
		if len(v.Before) != v.Count || len(v.After) != v.Count || len(v.Gain) != v.Curves*len(before.Stages.GainX) ||
			len(v.Weight) != v.Terms*v.Curves || v.Node != 3 ||
			len(v.Sums) == 0 != strings.HasSuffix(peer.Find(model).Laplacian, "=0") {
			t.Errorf("%s: %+v", model, v)
		}
		for _, sum := range v.Sums {
			if len(sum.Nodes) != min(sum.All, len(sum.Nodes)) || len(sum.Weight) != len(sum.Nodes) {
				t.Errorf("%s gathers %+v", model, sum)
			}
			for k := 1; k < len(sum.Weight); k++ {
				if math.Abs(sum.Weight[k]) > math.Abs(sum.Weight[k-1]) {
					t.Errorf("%s: weights are not in order: %v", model, sum.Weight)
				}
			}
		}
		looked.StepEpoch()
		other.StepEpoch()
		if a, b := view.Frame(looked, frame.Focus{}), view.Frame(other, frame.Focus{}); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: looking has changed the run", model)
		}
	}
}

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

// TestMapChangeByHand changes the map at the first end of edge 3 by hand, for one frame. Angle 0
// and scale 1 give the same probabilities, to 1e-9. A right angle and scale 2 rotate the first
// two rows of the map and double them, and change spectrum and probabilities. The run
// continues as its twin without the change.
func TestMapChangeByHand(t *testing.T) {
	// After a gap ascent a change would start from the new metric.
	off := func(c *settings.Config) { c.GapMode = "off" }
	r, twin := sample.Karate(t, sgpc.New, off), sample.Karate(t, sgpc.New, off)
	for range 5 {
		r.StepEpoch()
		twin.StepEpoch()
	}
	focus := frame.Focus{Edge: 4, Node: 6, Spectrum: true} // counted from 1: the edge with index 3
	plain := Frame(r, focus)
	changes := []frame.MapChange{{Edge: 3, Side: 0, A: 0, B: 1, Angle: 0, Scale: 1}}
	same := Frame(r, focus, frame.Once{Changes: changes})
	for k, v := range plain.Prob {
		if math.Abs(v-same.Prob[k]) > 1e-9 {
			t.Fatalf("probability %d: %g, without a change %g", k, same.Prob[k], v)
		}
	}
	changes[0].Angle, changes[0].Scale = math.Pi/2, 2
	f := Frame(r, focus, frame.Once{Changes: changes})
	d := f.D
	for j := range d {
		if math.Abs(f.Edge.Rij[j]+2*same.Edge.Rij[d+j]) > 1e-12 || math.Abs(f.Edge.Rij[d+j]-2*same.Edge.Rij[j]) > 1e-12 {
			t.Errorf("column %d of the first two rows is (%g, %g), want (%g, %g)", j, f.Edge.Rij[j], f.Edge.Rij[d+j],
				-2*same.Edge.Rij[d+j], 2*same.Edge.Rij[j])
		}
	}
	if reflect.DeepEqual(f.Spectrum.Values, same.Spectrum.Values) || reflect.DeepEqual(f.Prob, same.Prob) {
		t.Error("a changed map leaves spectrum or probabilities unchanged")
	}
	r.StepEpoch()
	twin.StepEpoch()
	if !reflect.DeepEqual(Frame(r, everything), Frame(twin, everything)) {
		t.Error("the change by hand changed the run")
	}
}

// TestGivenMaps requests a frame for random maps. The frame has these maps, their norms, and
// the eigenvalues of their dense normalised Laplacian. Its probabilities and norms differ from
// the frame of the run. A list that is too short is ignored. The run continues as its twin
// without the request.
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
	focus := frame.Focus{Edge: 4, Spectrum: true} // counted from 1: the edge with index 3
	f := Frame(r, focus, frame.Once{Given: given.R, Maps: true})
	for e := range f.MapNorm {
		if want := math.Hypot(linalg.Nrm2(given.Map(e, 0)), linalg.Nrm2(given.Map(e, 1))); math.Abs(f.MapNorm[e]-want) > 1e-12*want {
			t.Fatalf("edge %d: norm %g, want %g", e, f.MapNorm[e], want)
		}
	}
	if !reflect.DeepEqual(f.Edge.Rij, given.Map(3, 0)) || !reflect.DeepEqual(f.Edge.Rji, given.Map(3, 1)) {
		t.Error("the edge does not have the maps that were given")
	}
	// The dense operator of the given maps, normalised.
	hat := sheaf.New(given.N, given.D, given.Edges)
	sheaf.NewNormalizer(given.N, given.D, given.Edges).Forward(given, r.Config().Shift, hat)
	dense := sheaf.NewLaplacian(hat.N, hat.D, hat.Edges)
	dense.Assemble(hat)
	values, _, err := linalg.EigSym(dense.Dense(), linalg.ValuesOnly)
	if err != nil || len(values) != len(f.Spectrum.Values) {
		t.Fatalf("%d eigenvalues of the dense matrix (%v), %d in the frame", len(values), err, len(f.Spectrum.Values))
	}
	for k, v := range values {
		if math.Abs(v-f.Spectrum.Values[k]) > 1e-10 {
			t.Errorf("eigenvalue %d is %g, want %g", k, f.Spectrum.Values[k], v)
		}
	}
	if own := Frame(r, focus); reflect.DeepEqual(own.Prob, f.Prob) || reflect.DeepEqual(own.MapNorm, f.MapNorm) {
		t.Error("given maps leave probabilities or norms unchanged")
	}
	if same := Frame(r, focus, frame.Once{Given: given.R[1:]}); !reflect.DeepEqual(same, Frame(r, focus)) {
		t.Error("maps of another size change the frame")
	}
	r.StepEpoch()
	twin.StepEpoch()
	if !reflect.DeepEqual(Frame(r, everything), Frame(twin, everything)) {
		t.Error("the given maps changed the run")
	}
}

// TestMixingByHandKeepsAscent: in every step of a gap ascent, a change of the mixing does not change the maps. So it leaves three results
// unchanged: the spectra before the ascent and now, and the changes of the norms of the maps. λ₂ of the bound belongs to the present maps.
func TestMixingByHandKeepsAscent(t *testing.T) {
	for _, mode := range []string{"sheaf", "matrix", "additive"} {
		r := sample.Karate(t, sgpc.New, func(c *settings.Config) { c.GapMode = mode })
		for r.Epoch() < 2 {
			r.StepInner()
			plain := Frame(r, frame.Focus{Spectrum: true}, frame.Once{Channel: 1})
			if len(plain.SpectrumBefore) == 0 {
				continue
			}
			f := Frame(r, frame.Focus{Spectrum: true}, frame.Once{Channel: 1, Gamma: []float64{0, 1, 2, 3}})
			same := reflect.DeepEqual(f.SpectrumBefore, plain.SpectrumBefore) && reflect.DeepEqual(f.Spectrum, plain.Spectrum) &&
				reflect.DeepEqual(f.Channel.Moved, plain.Channel.Moved)
			if !same || reflect.DeepEqual(f.Stages.Gamma, plain.Stages.Gamma) {
				t.Errorf("%s, inner step %d: spectra or changes of the maps differ from those of the run, or γ does not", mode, f.Inner)
			}
			if got, want := f.Bound.LSpec, f.Bound.CHet/f.Spectrum.Lambda2; math.Abs(got-want) > 1e-6*want {
				t.Errorf("%s, inner step %d: L_spec is %g, want c_het/λ₂ = %g for the present maps", mode, f.Inner, got, want)
			}
		}
	}
}

// TestMixingByHandHasPresentMaps: at every position, a frame with a changed mixing has one pair of maps for the edge in focus, in the
// details of the edge and in those of the channel.
func TestMixingByHandHasPresentMaps(t *testing.T) {
	r := sample.Karate(t, sgpc.New, nil)
	for r.Epoch() < 3 {
		r.StepInner()
		f := Frame(r, frame.Focus{Edge: 1, Node: 1}, frame.Once{Channel: 1, Gamma: []float64{0, 1, 2, 3}})
		if !reflect.DeepEqual(f.Edge.Rij, f.Channel.Maps[0]) || !reflect.DeepEqual(f.Edge.Rji, f.Channel.Maps[1]) {
			t.Errorf("epoch %d, stage %d: the maps are %v and %v in the edge, %v in the channel", f.Epoch+1, f.Stage, f.Edge.Rij, f.Edge.Rji,
				f.Channel.Maps)
		}
	}
}

package sgpc

import (
	"math"
	"reflect"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// This file tests which results a frame has at each position of an epoch.

// focusAll selects an edge, a node and the spectrum, so that frames have the results of all
// stages.
var focusAll = frame.Focus{Edge: 6, Node: 4, Spectrum: true}

// prematureResults returns the names of the results in a frame whose stage has not run yet.
func prematureResults(f *frame.Frame) []string {
	var names []string
	check := func(number int, name string, absent bool) {
		if f.EpochOf(number) == 0 && !absent {
			names = append(names, name)
		}
	}
	e, st := f.Edge, &f.Stages
	check(stage.Features, "class profile", len(st.ClassProfile) == 0)
	check(stage.Sinkhorn, "marginal error", len(st.SinkhornError) == 0 && len(e.P0) == 0)
	check(stage.JKO, "mass off the diagonal", len(f.OffDiagonal) == 0 && len(e.S) == 0)
	check(stage.Maps, "maps", len(f.MapNorm) == 0 && len(e.Rij) == 0 && f.Spectrum == nil)
	check(stage.Maps, "energy", len(f.Stalk) == 0 && len(e.Xi) == 0 && len(f.EdgeEnergy) == 0)
	check(stage.Laplacian, "trace of L", st.Trace == 0)
	check(stage.Diffusion, "residual", len(st.Residual) == 0 && len(f.Node.Output) == 0)
	check(stage.Mixing, "weights", len(st.Alpha) == 0)
	check(stage.Classes, "classes", f.Pred == nil && f.Prob == nil && f.Calibrated == nil && f.Node.Prob == nil)
	check(stage.Classes, "accuracy", f.Accuracy == frame.Accuracy{Train: -1, Val: -1, Test: -1} && st.Confusion == nil)
	check(stage.Posterior, "posterior", f.Kappa == nil && f.NodeKappa == nil && e.Alpha == 0 && len(st.PosteriorChange) == 0)
	hasBound := f.Bound.Total != 0 || f.Bound.ClopperPearson != 0 || f.Bound.Valid
	hasLoss := f.Loss != frame.Loss{}
	if f.Judged == 0 && (hasLoss || hasBound || f.Node.PredictionSet != nil) {
		names = append(names, "loss and bound")
	}
	return names
}

// TestNothingBeforeItsStage checks every position of the first epoch. A frame has no result of
// a stage that has not run. The stages up to the present one belong to epoch 1, later ones to
// no epoch. After the maps there are spectrum, norms and energy, and the spectrum stays as it
// is until the ascent. After stage 8 there are predictions and accuracies, but no loss. After
// the last iteration of stage 9 there are loss and bound.
func TestNothingBeforeItsStage(t *testing.T) {
	r := karateRun(t, nil)
	// checkedFrame returns the frame at the present position.
	checkedFrame := func() *frame.Frame {
		f := Frame(r, focusAll)
		if names := prematureResults(f); len(names) > 0 {
			t.Errorf("position %d, stage %d: the frame already has %v", f.Position, f.Stage, names)
		}
		for k := 1; k <= stage.Gap; k++ {
			want := 0
			if k <= f.Stage {
				want = 1
			}
			if f.EpochOf(k) != want {
				t.Errorf("position %d, stage %d: stage %d is of epoch %d, want %d", f.Position, f.Stage, k, f.EpochOf(k), want)
			}
		}
		return f
	}
	if f := checkedFrame(); f.Present() != 0 {
		t.Errorf("at the start the epoch is %d, want 0", f.Present())
	}
	frames := map[int]*frame.Frame{} // the last frame of each stage
	for r.Epoch() == 0 {
		r.StepInner()
		f := checkedFrame()
		frames[f.Stage] = f
	}
	if f := frames[stage.Maps]; f.Spectrum == nil || len(f.MapNorm) == 0 || !f.Undiffused || f.Edge.Energy == 0 {
		t.Error("after the maps the frame lacks spectrum, norms or the energy of undiffused features")
	}
	if a, b := frames[stage.Maps].Spectrum.Values, frames[stage.Posterior].Spectrum.Values; !reflect.DeepEqual(a, b) {
		t.Error("the spectrum of the maps changes before the ascent")
	}
	if f := frames[stage.Classes]; f.Judged != 0 || f.Pred == nil || f.Accuracy.Train < 0 || f.Loss != (frame.Loss{}) {
		t.Errorf("stage 8 has the accuracy %v and the loss %v, want an accuracy and no loss", f.Accuracy, f.Loss)
	}
	if f := frames[stage.Posterior]; f.Judged != 1 || f.Loss.Total <= 0 || f.Bound.Total <= 0 {
		t.Errorf("after the last iteration of stage 9 the loss is %v, the bound %v", f.Loss, f.Bound.Total)
	}
}

// TestEveryNumberOfItsEpoch checks which epoch the numbers of a frame belong to, at every
// position of the second epoch. The probabilities are those of epoch 1 before stage 8, and
// of epoch 2 from stage 8 on. Loss and bound belong to the epoch that the frame names
// (Judged). The classes of stage 8 are those of its probabilities. After maps and Laplacian
// the energy is that of the new maps and the features before diffusion; at other stages the
// features are diffused.
func TestEveryNumberOfItsEpoch(t *testing.T) {
	r := karateRun(t, nil)
	r.StepEpoch()
	// twin is one epoch ahead: it has the numbers of epoch 2.
	twin := karateRun(t, nil)
	twin.StepEpoch()
	epoch1 := Frame(r, focusAll)
	twin.StepEpoch()
	epoch2 := Frame(twin, focusAll)
	n, d := r.Graph.N, r.cfg.D
	for r.Epoch() == 1 {
		r.StepInner()
		f := Frame(r, focusAll)
		if r.Epoch() == 2 {
			break
		}
		predicted := epoch2
		if f.Stage < stage.Classes {
			predicted = epoch1
		}
		if !reflect.DeepEqual(f.Prob, predicted.Prob) {
			t.Fatalf("stage %d shows the probabilities of another epoch", f.Stage)
		}
		judged := epoch1
		if f.Judged == 2 {
			judged = epoch2
		}
		if f.Loss != judged.Loss {
			t.Fatalf("stage %d, step %d: loss %v, want %v", f.Stage, f.Inner, f.Loss, judged.Loss)
		}
		if a, b := &f.Bound, &judged.Bound; a.TestRisk != b.TestRisk || a.Empirical != b.Empirical || a.ECE != b.ECE {
			t.Fatalf("stage %d, step %d: bound %+v, want %+v", f.Stage, f.Inner, a, b)
		}
		if f.Stage == stage.Classes {
			for i := range n {
				if want := train.ArgMax(f.Prob[i*f.Classes : (i+1)*f.Classes]); f.Pred[i] != want {
					t.Errorf("node %d: stage 8 predicts %d, its probabilities %d", i, f.Pred[i], want)
				}
			}
		}
		// Before diffusion the energy belongs to the encoded features.
		if f.Stage == stage.Maps || f.Stage == stage.Laplacian {
			h := r.eval.encoded.Value
			operator := r.Operator(r.eval.raw)
			want := operator.Dirichlet(nil, nil, h.Data, h.Cols/d)
			if !f.Undiffused || math.Abs(f.Stages.Energy-want) > 1e-12*want {
				t.Errorf("stage %d: energy %v, of the maps and the encoded features %v", f.Stage, f.Stages.Energy, want)
			}
		} else if f.Undiffused {
			t.Errorf("stage %d shows the features before diffusion", f.Stage)
		}
	}
}

// TestChangedMapHasWholeFrame shows a map changed by hand, in the first epoch, before the stage
// of the maps. The frame has a complete evaluation: all stages, predictions, and a loss.
func TestChangedMapHasWholeFrame(t *testing.T) {
	r := karateRun(t, nil)
	for r.stage < stage.Maps {
		r.StepInner()
	}
	f := Frame(r, focusAll, frame.Once{Changes: []frame.MapChange{{Edge: 5, Scale: 2}}})
	if f.Judged != 1 || f.EpochOf(stage.Gap) != 1 || f.Pred == nil || f.Loss.Total <= 0 {
		t.Errorf("the frame with a changed map has the epochs %v by stage, and loss and bound of epoch %d", f.Epochs, f.Judged)
	}
}

// TestClassProfile compares the class profile with its definition: the mean of the encoded
// features over the nodes of a label and over the channels, for each stalk coordinate.
func TestClassProfile(t *testing.T) {
	r := karateRun(t, nil)
	r.StepInner()
	profile, h, d := Frame(r, focusAll).Stages.ClassProfile, r.eval.encoded.Value, r.cfg.D
	channels := h.Cols / d
	for y := range r.Graph.Classes {
		for k := range d {
			sum, size := 0.0, 0
			for i, label := range r.Graph.Labels {
				if label != y {
					continue
				}
				for q := range channels {
					sum += h.Data[i*h.Cols+k*channels+q]
					size++
				}
			}
			if got, want := profile[y*d+k], sum/float64(size); math.Abs(got-want) > 1e-12 {
				t.Errorf("class %d, coordinate %d: %v, the mean is %v", y, k, got, want)
			}
		}
	}
}

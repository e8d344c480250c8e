package sgpc

import (
	"math"
	"reflect"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// lookAll is a focus on everything that a stage shows.
var lookAll = frame.Focus{Edge: 6, Node: 4, Spectrum: true}

// unknown lists what a frame says although the stage that computes it has not run.
func unknown(f *frame.Frame) []string {
	var out []string
	check := func(stage int, name string, absent bool) {
		if f.EpochOf(stage) == 0 && !absent {
			out = append(out, name)
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
	if f.Judged == 0 && (f.Loss != frame.Loss{} ||
		f.Bound.Total != 0 || f.Bound.ClopperPearson != 0 || f.Bound.Valid || f.Node.PredictionSet != nil) {
		out = append(out, "loss and bound")
	}
	return out
}

// TestNothingBeforeItsStage checks every position of the first epoch: a frame has
// the results of the stages so far, and no others.
func TestNothingBeforeItsStage(t *testing.T) {
	r := karateRun(t, nil)
	at := func() *frame.Frame {
		f := Frame(r, lookAll)
		if list := unknown(f); len(list) > 0 {
			t.Errorf("position %d, stage %d: %v", f.Position, f.Stage, list)
		}
		for k := 1; k <= stage.Gap; k++ {
			want := 0
			if k <= f.Stage {
				want = 1
			}
			if f.EpochOf(k) != want {
				t.Errorf("position %d, stage %d: stage %d is of epoch %d", f.Position, f.Stage, k, f.EpochOf(k))
			}
		}
		return f
	}
	if f := at(); f.Present() != 0 {
		t.Errorf("at the start the epoch is %d", f.Present())
	}
	stages := map[int]*frame.Frame{}
	for r.Epoch() == 0 {
		r.StepInner()
		f := at()
		stages[f.Stage] = f
	}
	if f := stages[stage.Maps]; f.Spectrum == nil || len(f.MapNorm) == 0 || !f.Undiffused || f.Edge.Energy == 0 {
		t.Error("after the maps there is no spectrum or no energy")
	}
	if a, b := stages[stage.Maps].Spectrum.Values, stages[stage.Posterior].Spectrum.Values; !reflect.DeepEqual(a, b) {
		t.Error("the spectrum of the maps changes before the ascent")
	}
	if f := stages[stage.Classes]; f.Judged != 0 || f.Pred == nil || f.Accuracy.Train < 0 || f.Loss != (frame.Loss{}) {
		t.Errorf("stage 8 has the accuracy %v and the loss %v", f.Accuracy, f.Loss)
	}
	if f := stages[stage.Posterior]; f.Judged != 1 || f.Loss.Total <= 0 || f.Bound.Total <= 0 {
		t.Errorf("after the last iteration of stage 9 the loss is %v", f.Loss)
	}
}

// TestEveryNumberOfItsEpoch checks which epoch the numbers of a frame belong to.
// From stage 8 on, the predictions belong to the present epoch. Maps and features
// belong to one epoch at every position. The bound always belongs to the loss.
func TestEveryNumberOfItsEpoch(t *testing.T) {
	r := karateRun(t, nil)
	r.StepEpoch()
	twin := karateRun(t, nil)
	twin.StepEpoch()
	before := Frame(r, lookAll)
	twin.StepEpoch()
	after := Frame(twin, lookAll)
	n, d := r.Graph.N, r.cfg.D
	for r.Epoch() == 1 {
		r.StepInner()
		f := Frame(r, lookAll)
		if r.Epoch() == 2 {
			break
		}
		own := after // of the epoch under way
		if f.Stage < stage.Classes {
			own = before
		}
		if !reflect.DeepEqual(f.Prob, own.Prob) {
			t.Fatalf("stage %d shows the probabilities of another epoch", f.Stage)
		}
		judged := before
		if f.Judged == 2 {
			judged = after
		}
		if a, b := &f.Bound, &judged.Bound; f.Loss != judged.Loss || a.TestRisk != b.TestRisk || a.Empirical != b.Empirical || a.ECE != b.ECE {
			t.Fatalf("stage %d, step %d: loss %v, risk %v", f.Stage, f.Inner, f.Loss, f.Bound.TestRisk)
		}
		if f.Stage == stage.Classes {
			for i := range n {
				if want := train.ArgMax(f.Prob[i*f.Classes : (i+1)*f.Classes]); f.Pred[i] != want {
					t.Errorf("node %d: stage 8 predicts %d, its probabilities %d", i, f.Pred[i], want)
				}
			}
		}
		// The energy of the edge is that of maps and features which the frame shows
		// together.
		if f.Stage == stage.Maps || f.Stage == stage.Laplacian {
			h := r.eval.encoded.Value
			hat := r.Operator(r.eval.raw)
			if want := hat.Dirichlet(nil, nil, h.Data, h.Cols/d); !f.Undiffused || math.Abs(f.Stages.Energy-want) > 1e-12*want {
				t.Errorf("stage %d: energy %v, of the maps and the encoded features %v", f.Stage, f.Stages.Energy, want)
			}
		} else if f.Undiffused {
			t.Errorf("stage %d shows the features before diffusion", f.Stage)
		}
	}
}

// TestLooksAreWhole shows a changed map: the evaluation is complete, and no part is
// unknown, even in the first epoch.
func TestLooksAreWhole(t *testing.T) {
	r := karateRun(t, nil)
	for r.stage < stage.Maps {
		r.StepInner()
	}
	f := Frame(r, lookAll, frame.Once{Changes: []frame.MapChange{{Edge: 5, Scale: 2}}})
	if f.Judged != 1 || f.EpochOf(stage.Gap) != 1 || f.Pred == nil || f.Loss.Total <= 0 {
		t.Errorf("the look has epochs %v, judged %d", f.Epochs, f.Judged)
	}
}

// TestClassProfile compares the profile with the mean of the encoded features by
// label and coordinate.
func TestClassProfile(t *testing.T) {
	r := karateRun(t, nil)
	r.StepInner()
	p, h, d := Frame(r, lookAll).Stages.ClassProfile, r.eval.encoded.Value, r.cfg.D
	c := h.Cols / d
	for y := range r.Graph.Classes {
		for k := range d {
			sum, size := 0.0, 0
			for i, label := range r.Graph.Labels {
				for q := range c {
					if label == y {
						sum += h.Data[i*h.Cols+k*c+q]
						size++
					}
				}
			}
			if got, want := p[y*d+k], sum/float64(size); math.Abs(got-want) > 1e-12 {
				t.Errorf("class %d, coordinate %d: %v, the mean is %v", y, k, got, want)
			}
		}
	}
}

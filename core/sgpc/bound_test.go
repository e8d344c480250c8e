package sgpc

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
)

// TestBoundOfALossKeepsLambda2 compares the spectral term with c_het/λ₂ for λ_spec = 0. λ₂ is
// the value before the ascent that followed the loss (History.Gaps). The two agree to 1e-9
// at every position from the end of epoch 3 to the loss of epoch 4, with and without a shown
// spectrum.
func TestBoundOfALossKeepsLambda2(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range []string{"sheaf", "matrix", "additive"} {
		cfg := settings.Default()
		cfg.GapMode = mode
		r, err := New(g, split, cfg)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			r.StepEpoch()
		}
		compared := 0
		want := r.eval.post.cHet() / r.History(0).Gaps[2] // of epoch 3
		for ; r.Standing().Judged == 3; r.StepInner() {
			compared++
			for _, spectrum := range []bool{false, true} {
				got := Frame(r, frame.Focus{Spectrum: spectrum}).Bound.LSpec
				if math.Abs(got-want) > 1e-9*want {
					t.Errorf("%s, position %d, spectrum %v: L_spec is %v, want %v", mode, r.Position(), spectrum, got, want)
				}
			}
		}
		if compared < 20 {
			t.Errorf("%s: only %d positions compared, want at least 20", mode, compared)
		}
	}
}

// TestBoundIsTheSumOfTheLoss compares the total of the bound with the loss of the same frame.
// It also compares the total with the sum of its terms, for λ_KL = 0.3 and λ_spec = 0.02. All
// three are equal to 1e-12, and L_spec is above 0. This holds at every position of the second
// epoch that has a loss, for three modes of the gap ascent. A shown spectrum has no effect.
func TestBoundIsTheSumOfTheLoss(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range []string{"sheaf", "matrix", "off"} {
		cfg := settings.Default()
		cfg.GapMode, cfg.LambdaKL, cfg.LambdaSpec, cfg.KLWarmup, cfg.SpecWarmup = mode, 0.3, 0.02, 0, 0
		r, err := New(g, split, cfg)
		if err != nil {
			t.Fatal(err)
		}
		r.StepEpoch()
		compared := 0
		for r.Epoch() < 2 {
			r.StepInner()
			for _, spectrum := range []bool{false, true} {
				f := Frame(r, frame.Focus{Spectrum: spectrum})
				if f.Judged == 0 { // the frame has no loss yet
					continue
				}
				compared++
				b := f.Bound
				sum := b.Empirical + 0.3*b.LKL + 0.02*b.LSpec
				if math.Abs(b.Total-f.Loss.Total) > 1e-12 || math.Abs(sum-b.Total) > 1e-12 {
					t.Errorf("%s, position %d, stage %d, spectrum %v: the bound is %v, the sum of its terms %v, the loss %v", mode,
						f.Position, f.Stage, spectrum, b.Total, sum, f.Loss.Total)
				}
				if !(b.LSpec > 0) {
					t.Errorf("%s, position %d, stage %d, spectrum %v: L_spec is %v, want more than 0", mode, f.Position, f.Stage, spectrum,
						b.LSpec)
				}
			}
		}
		if compared < 40 { // an epoch has more than 20 positions, each with two frames
			t.Errorf("%s: only %d frames have a loss, want at least 40", mode, compared)
		}
	}
}

// TestTermsOfTheLossSumToItInTheWarmUp adds the three weighted terms of the loss at every
// position of four epochs. The warm-ups of both weights last six and five epochs. At each
// position the terms of the frame have the sum Total, to 1e-12. From the second epoch on, the
// weights grow, so that a term with the weight of another epoch would change the sum.
func TestTermsOfTheLossSumToItInTheWarmUp(t *testing.T) {
	for _, mode := range []string{"sheaf", "off"} {
		r := karateRun(t, func(c *settings.Config) {
			c.GapMode, c.LambdaKL, c.KLWarmup, c.LambdaSpec, c.SpecWarmup = mode, 0.7, 6, 0.01, 5
		})
		largest := 0.0 // the largest KL term
		for r.Epoch() < 4 {
			r.StepInner()
			f := Frame(r, frame.Focus{})
			if f.Judged == 0 { // the frame has no loss yet
				continue
			}
			largest = max(largest, f.Loss.KL)
			if sum := f.Loss.CE + f.Loss.KL + f.Loss.Spec; math.Abs(sum-f.Loss.Total) > 1e-12 {
				t.Errorf("%s, position %d, stage %d: the terms have the sum %v, the loss is %v", mode, f.Position, f.Stage, sum, f.Loss.Total)
			}
		}
		if largest < 0.1 {
			t.Errorf("%s: the largest KL term is %g, want at least 0.1", mode, largest)
		}
	}
}

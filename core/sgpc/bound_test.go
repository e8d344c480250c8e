package sgpc

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
)

// TestBoundIsTheSumOfTheLoss compares the bound of the paper with the loss of the
// same evaluation. They are equal at every position, with and without a shown
// spectrum, before and after the gap ascent has changed the maps.
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
		seen := 0
		for r.Epoch() < 2 {
			r.StepInner()
			for _, spectrum := range []bool{false, true} {
				f := Frame(r, frame.Focus{Spectrum: spectrum})
				if f.Judged == 0 {
					continue
				}
				seen++
				b := f.Bound
				if math.Abs(b.Total-f.Loss.Total) > 1e-12 || math.Abs(b.Empirical+0.3*b.LKL+0.02*b.LSpec-b.Total) > 1e-12 || !(b.LSpec > 0) {
					t.Errorf("%s, position %d, stage %d, spectrum %v: the bound is %v, the loss %v", mode, f.Position, f.Stage, spectrum, b.Total,
						f.Loss.Total)
				}
			}
		}
		if seen < 40 {
			t.Errorf("%s: %d frames were seen", mode, seen)
		}
	}
}

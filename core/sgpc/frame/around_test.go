package frame_test

import (
	"math"
	"testing"

	"sheafscope/core/sgpc/frame"
)

// TestAroundBest averages over eleven epochs, and over fewer near the ends of the
// history. Without validation nodes the result is −1.
func TestAroundBest(t *testing.T) {
	ramp := make([]float64, 20)
	for k := range ramp {
		ramp[k] = float64(k * k)
	}
	mean := func(from, to int) (sum float64) {
		for k := from; k <= to; k++ {
			sum += float64(k*k) / float64(to-from+1)
		}
		return sum
	}
	for best, want := range map[int]float64{10: mean(4, 14), 1: mean(0, 5), 20: mean(14, 19), 6: mean(0, 10), 0: -1} {
		h := frame.History{Val: ramp, BestEpoch: best}
		if got := h.AroundBest(); math.Abs(got-want) > 1e-9 {
			t.Errorf("around epoch %d: %g, want %g", best, got, want)
		}
	}
	if h := (frame.History{Val: []float64{-1, -1}, BestEpoch: 2}); h.AroundBest() != -1 {
		t.Error("there are no validation nodes, but an accuracy")
	}
}

package frame_test

import (
	"math"
	"testing"

	"sheafscope/core/sgpc/frame"
)

// TestAroundBest checks the mean of the validation accuracies around the best epoch: over
// five epochs before and after it, or fewer near the ends of the history. Epochs count
// from 1: epoch 10 has index 9. The accuracies are squares, so that each range has its
// own mean. Without a best epoch, or without validation nodes, the result is −1.
func TestAroundBest(t *testing.T) {
	squares := make([]float64, 20)
	for k := range squares {
		squares[k] = float64(k * k)
	}
	// mean returns the mean of the squares from index from to index to.
	mean := func(from, to int) (sum float64) {
		for k := from; k <= to; k++ {
			sum += float64(k*k) / float64(to-from+1)
		}
		return sum
	}
	for best, want := range map[int]float64{10: mean(4, 14), 1: mean(0, 5), 20: mean(14, 19), 6: mean(0, 10), 0: -1} {
		h := frame.History{Val: squares, BestEpoch: best}
		if got := h.AroundBest(); math.Abs(got-want) > 1e-9 {
			t.Errorf("around epoch %d: %g, want %g", best, got, want)
		}
	}
	if h := (frame.History{Val: []float64{-1, -1}, BestEpoch: 2}); h.AroundBest() != -1 {
		t.Errorf("without validation nodes the mean is %g, want -1", h.AroundBest())
	}
}

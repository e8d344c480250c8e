package train

import (
	"math"
	"testing"

	"sheafscope/core/rng"
)

// TestAUC: AUC equals a count over all pairs, with ties.
func TestAUC(t *testing.T) {
	r := rng.New(3, "auc")
	for n := range 40 {
		score, positive := make([]float64, n), make([]bool, n)
		for k := range score {
			score[k], positive[k] = float64(r.Intn(9))/8, r.Intn(3) == 0
		}
		wins, pairs := 0.0, 0.0
		for i := range score {
			for j := range score {
				if !positive[i] || positive[j] {
					continue
				}
				pairs++
				if score[i] > score[j] {
					wins++
				} else if score[i] == score[j] {
					wins += 0.5
				}
			}
		}
		got, ok := AUC(score, positive)
		if ok != (pairs > 0) || ok && math.Abs(got-wins/pairs) > 1e-15 {
			t.Errorf("%d: %g, %v, want %g of %g pairs", n, got, ok, wins, pairs)
		}
	}
}

// TestAUCOfNaN: no area is defined for a score that is NaN, and AUC ends.
func TestAUCOfNaN(t *testing.T) {
	for k := range 3 {
		score := []float64{0.1, 0.7, 0.4}
		score[k] = math.NaN()
		if area, ok := AUC(score, []bool{true, false, true}); ok || area != 0 {
			t.Errorf("NaN at %d: area %g, %v", k, area, ok)
		}
	}
}

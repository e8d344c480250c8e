package train

import (
	"math"
	"testing"

	"sheafscope/core/rng"
)

// TestAUC compares AUC with a count over all pairs of a positive and a negative element, in which a tie counts ½, for 0 to 39 elements.
// The scores have nine values, so that ties occur. Without pairs AUC returns false.
func TestAUC(t *testing.T) {
	r := rng.New(3, "auc")
	for n := range 40 {
		score, positive := make([]float64, n), make([]bool, n)
		for k := range score {
			score[k], positive[k] = float64(r.Intn(9))/8, r.Intn(3) == 0
		}
		// wins counts the pairs in which the positive element has the larger score, and half of each tie.
		wins, pairs := 0.0, 0.0
		for i := range score {
			for j := range score {
				if !positive[i] || positive[j] {
					continue
				}
				pairs++
				switch {
				case score[i] > score[j]:
					wins++
				case score[i] == score[j]:
					wins += 0.5
				}
			}
		}
		got, ok := AUC(score, positive)
		if wantOK := pairs > 0; ok != wantOK {
			t.Errorf("%d elements with %g pairs: defined %v, want %v", n, pairs, ok, wantOK)
		}
		if ok && math.Abs(got-wins/pairs) > 1e-15 {
			t.Errorf("%d elements: area %g, want %g of %g pairs", n, got, wins, pairs)
		}
	}
}

// TestAUCOfNaN checks that AUC returns 0 and false if one of three scores is NaN.
func TestAUCOfNaN(t *testing.T) {
	for k := range 3 {
		score := []float64{0.1, 0.7, 0.4}
		score[k] = math.NaN()
		if area, ok := AUC(score, []bool{true, false, true}); ok || area != 0 {
			t.Errorf("NaN at %d: area %g, defined %v, want 0 and false", k, area, ok)
		}
	}
}

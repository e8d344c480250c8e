package train

import (
	"math"
	"testing"
)

// TestPlateauEqualsHandCount compares the rate after every epoch with a count by hand.
// With patience 2 the third epoch in a row without a better score halves the rate, down to the floor. Better scores come at epochs 1, 4
// and 17.
// Without patience the rate stays. A rate below the floor stays, too.
func TestPlateauEqualsHandCount(t *testing.T) {
	p := Plateau{Rate: 1e-3, Floor: 2e-4, Patience: 2}
	scores := []float64{0.5, 0.5, 0.4, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.7}
	// In units of 1e-3. The floor is 0.2.
	want := []float64{1, 1, 1, 1, 1, 1, .5, .5, .5, .25, .25, .25, .2, .2, .2, .2, .2}
	for k, s := range scores {
		p.Observe(s)
		if math.Abs(p.Rate-want[k]*1e-3) > 1e-18 {
			t.Errorf("after score %d: rate %g, want %ge-3", k+1, p.Rate, want[k])
		}
	}
	withoutPatience := Plateau{Rate: 1e-3, Floor: 1e-5}
	belowFloor := Plateau{Rate: 1e-6, Floor: 1e-5, Patience: 1}
	for range 100 {
		withoutPatience.Observe(0)
		belowFloor.Observe(0)
	}
	if withoutPatience.Rate != 1e-3 || belowFloor.Rate != 1e-6 {
		t.Errorf("rates %g without patience and %g below the floor, want 1e-3 and 1e-6", withoutPatience.Rate, belowFloor.Rate)
	}
}

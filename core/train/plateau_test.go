package train

import (
	"math"
	"testing"
)

// TestPlateauEqualsHandCount: the rate after every epoch equals a count by hand.
// With best scores at epochs 1 and 4 and patience 2 the third epoch without improvement halves the rate.
func TestPlateauEqualsHandCount(t *testing.T) {
	p := Plateau{Rate: 1e-3, Floor: 2e-4, Patience: 2}
	scores := []float64{0.5, 0.5, 0.4, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.7}
	want := []float64{1, 1, 1, 1, 1, 1, .5, .5, .5, .25, .25, .25, .2, .2, .2, .2, .2}
	for k, s := range scores {
		p.Observe(s)
		if math.Abs(p.Rate-want[k]*1e-3) > 1e-18 {
			t.Errorf("after score %d: rate %g, want %ge-3", k+1, p.Rate, want[k])
		}
	}
	// Without patience nothing happens; a rate below the floor stays.
	q := Plateau{Rate: 1e-3, Floor: 1e-5}
	r := Plateau{Rate: 1e-6, Floor: 1e-5, Patience: 1}
	for range 100 {
		q.Observe(0)
		r.Observe(0)
	}
	if q.Rate != 1e-3 || r.Rate != 1e-6 {
		t.Errorf("rates %g and %g", q.Rate, r.Rate)
	}
}

package tables

import (
	"math"
	"slices"
	"testing"
)

// TestPValueEqualsIntegral compares with the integral of Student's density, and with the interval.
func TestPValueEqualsIntegral(t *testing.T) {
	density := func(x, f float64) float64 { // without its constant
		return math.Pow(1+x*x/f, -(f+1)/2)
	}
	tail := func(from, f float64) (sum float64) { // x = from + u/(1−u)
		const n = 200_000
		for k := range n {
			u := (float64(k) + 0.5) / n
			sum += density(from+u/(1-u), f) / (1 - u) / (1 - u) / n
		}
		return sum
	}
	for _, s := range []Summary{{3, 1, 0.7}, {6, -2, 4}, {10, 0.3, 2}, {25, 5, 3}} {
		free := float64(s.N - 1)
		stat := math.Abs(s.Mean) * math.Sqrt(float64(s.N)) / s.Std
		if want := tail(stat, free) / tail(0, free); math.Abs(s.PValue()-want) > 1e-6 {
			t.Errorf("%+v: p = %v, want %v", s, s.PValue(), want)
		}
		edge := Summary{s.N, s.Interval(), s.Std}
		if math.Abs(edge.PValue()-0.05) > 1e-9 {
			t.Errorf("%+v: at the end of the interval p = %v", s, edge.PValue())
		}
	}
	for want, list := range map[float64][]Summary{1: {{}, {2, 5, 1}, {9, 0, 0}, {9, 0, 1}}, 0: {{4, -1, 0}}} {
		for _, s := range list {
			if s.PValue() != want {
				t.Errorf("%+v: p = %v, want %v", s, s.PValue(), want)
			}
		}
	}
}

// TestHolmRejectsInOrder: in the second example by hand, the p-value 0.04 is below the level. It is not rejected, because 0.03 is not
// rejected.
func TestHolmRejectsInOrder(t *testing.T) {
	// In order .005, .011, .02, .04: bounds .0125, .0167, .025, .05.
	if got := Holm([]float64{0.02, 0.005, 0.04, 0.011}, 0.05); !slices.Equal(got, []bool{true, true, true, true}) {
		t.Error(got)
	}
	// In order .01, .03, .04: bounds .0167, .025, .05: the second stops it.
	if got := Holm([]float64{0.03, 0.04, 0.01}, 0.05); !slices.Equal(got, []bool{false, false, true}) {
		t.Error(got)
	}
	if got := Holm(nil, 0.05); len(got) != 0 {
		t.Error(got)
	}
}

package tables

import (
	"math"
	"slices"
	"testing"
)

// TestPValueEqualsIntegral: the p-value of a mean equals the share of Student's density beyond it, integrated numerically.
// A mean that equals half of its 95 % interval has the p-value 0.05. The p-value is 1 for fewer than three numbers and for the mean 0.
// It is 0 for another mean with the deviation 0.
func TestPValueEqualsIntegral(t *testing.T) {
	// density returns Student's density at x for f degrees of freedom, without its constant factor: the quotient of integrals needs none.
	density := func(x, f float64) float64 {
		return math.Pow(1+x*x/f, -(f+1)/2)
	}
	// tail integrates the density from a number to infinity by the midpoint rule. It substitutes x = from + u/(1−u), 0 < u < 1.
	tail := func(from, f float64) (sum float64) {
		const n = 200_000
		for k := range n {
			u := (float64(k) + 0.5) / n
			sum += density(from+u/(1-u), f) / (1 - u) / (1 - u) / n
		}
		return sum
	}
	// Each summary has N, mean and deviation.
	for _, s := range []Summary{{3, 1, 0.7}, {6, -2, 4}, {10, 0.3, 2}, {25, 5, 3}} {
		free := float64(s.N - 1)
		stat := math.Abs(s.Mean) * math.Sqrt(float64(s.N)) / s.Std
		// Both tails are equal, so that the quotient is the two-sided p-value. 1e-6 is far above the error of the midpoint rule.
		if want := tail(stat, free) / tail(0, free); math.Abs(s.PValue()-want) > 1e-6 {
			t.Errorf("%+v: p = %v, want %v", s, s.PValue(), want)
		}
		edge := Summary{s.N, s.Interval(), s.Std}
		if math.Abs(edge.PValue()-0.05) > 1e-9 {
			t.Errorf("%+v: at the end of the interval p = %v, want 0.05", s, edge.PValue())
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

// TestHolmRejectsInOrder: Holm rejects p-values in their order while the k-th smallest of m, k from 0, is at most level/(m−k).
// In the second example, the p-value 0.04 is below the level. It is not rejected, because 0.03 is not rejected.
func TestHolmRejectsInOrder(t *testing.T) {
	// In their order .005, .011, .02, .04 the p-values are within the bounds .0125, .0167, .025, .05.
	if got := Holm([]float64{0.02, 0.005, 0.04, 0.011}, 0.05); !slices.Equal(got, []bool{true, true, true, true}) {
		t.Errorf("of four p-values within their bounds %v are rejected, want all", got)
	}
	// In their order .01, .03, .04 the p-values have the bounds .0167, .025, .05. The second is above its bound.
	if got := Holm([]float64{0.03, 0.04, 0.01}, 0.05); !slices.Equal(got, []bool{false, false, true}) {
		t.Errorf("of 0.03, 0.04, 0.01 %v are rejected, want the last alone", got)
	}
	if got := Holm(nil, 0.05); len(got) != 0 {
		t.Errorf("of no p-values %v are rejected, want none", got)
	}
}

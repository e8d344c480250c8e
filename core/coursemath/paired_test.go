package coursemath

import (
	"math"
	"testing"
)

// For five paired differences the 95 % interval of the mean equals that by a numerical integral of Student's density.
// better is the number of positive differences. The chance of the sign test equals the share of the 32 outcomes of five coins with at
// least as many heads as positive differences.
func TestPairedIntervalEqualsIntegral(t *testing.T) {
	density := func(x float64) float64 { return 3. / 8 * math.Pow(1+x*x/4, -2.5) } // four degrees of freedom
	// x is the quantile 0.975: half of the mass lies below 0, and the loop adds the mass from 0 to x by the midpoint rule.
	mass, x, step := 0.5, 0.0, 1e-5
	for ; mass < 0.975; x += step {
		mass += step * density(x+step/2)
	}
	d := []float64{3, -1, 4, 2, 0.5} // the sum is 8.5
	mean := 8.5 / 5
	square := 0.0
	for _, y := range d {
		square += (y - mean) * (y - mean)
	}
	half := x * math.Sqrt(square/4) / math.Sqrt(5)
	p := summarizePairs(d)
	if math.Abs(p.mean-mean) > 1e-12 || math.Abs(p.low-mean+half) > 1e-3 || math.Abs(p.high-mean-half) > 1e-3 || p.better != 4 {
		t.Errorf("%+v, want %v ± %v and 4 positive differences", p, mean, half)
	}
	for better := range 6 { // the number of positive differences
		d := []float64{-1, -1, -1, -1, -1}
		for k := range better {
			d[k] = 1
		}
		outcomes := 0 // outcomes with at least as many heads as better
		for outcome := range 32 {
			heads := 0
			for k := range 5 {
				heads += outcome >> k & 1
			}
			if heads >= better {
				outcomes++
			}
		}
		if p := summarizePairs(d); math.Abs(p.chance-float64(outcomes)/32) > 1e-12 {
			t.Errorf("%d of 5 are better: the chance is %v, want %d of 32", better, p.chance, outcomes)
		}
	}
}

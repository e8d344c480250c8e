package coursemath

import (
	"math"
	"testing"
)

// The interval of paired differences equals an integral of Student's density, and the sign test a sum over all 32 outcomes.
func TestPairedIntervalEqualsIntegral(t *testing.T) {
	density := func(x float64) float64 { return 3. / 8 * math.Pow(1+x*x/4, -2.5) } // four degrees of freedom
	mass, x, step := 0.5, 0.0, 1e-5
	for ; mass < 0.975; x += step {
		mass += step * density(x+step/2)
	}
	d := []float64{3, -1, 4, 2, 0.5}
	mean := 8.5 / 5
	square := 0.0
	for _, y := range d {
		square += (y - mean) * (y - mean)
	}
	half := x * math.Sqrt(square/4) / math.Sqrt(5)
	p := summarizePairs(d)
	if math.Abs(p.mean-mean) > 1e-12 || math.Abs(p.low-mean+half) > 1e-3 || math.Abs(p.high-mean-half) > 1e-3 || p.better != 4 {
		t.Errorf("%+v, want %v ± %v", p, mean, half)
	}
	for better := range 6 {
		d := []float64{-1, -1, -1, -1, -1}
		for k := range better {
			d[k] = 1
		}
		often := 0
		for outcome := range 32 {
			heads := 0
			for k := range 5 {
				heads += outcome >> k & 1
			}
			if heads >= better {
				often++
			}
		}
		if p := summarizePairs(d); math.Abs(p.chance-float64(often)/32) > 1e-12 {
			t.Errorf("%d of 5: %v, want %d of 32", better, p.chance, often)
		}
	}
}

//go:build !js

package spectral

import (
	"testing"

	"sheafscope/core/rng"
)

// BenchmarkAscentTexas measures one epoch of gap ascent (K = 5) on Texas, d = 4, and
// reports the number of trials of its line searches.
func BenchmarkAscentTexas(b *testing.B) {
	n, edges := webKB(b, "texas")
	base := lifted(rng.New(1, "x"), n, 4, edges, 0.5)
	asc := NewAscent(n, 4, edges, TrackerOptions{})
	a := IdentityMetric(len(edges), 4)
	opt := AscentOptions{Normalized: true, Shift: 1, Rho: 0.1}
	trials := 0
	for b.Loop() {
		asc.Start(base, a, opt)
		for !asc.Step() {
		}
		trials += len(asc.Trials())
	}
	b.ReportMetric(float64(trials)/float64(b.N), "trials/op")
}

//go:build !js

package spectral

import (
	"testing"
	"time"

	"sheafscope/core/rng"
)

func TestExploreAscent(t *testing.T) {
	n, edges := webKB(t, "texas")
	for _, spread := range []float64{0.1, 0.5, 2} {
		for _, norm := range []bool{false, true} {
			base := lifted(rng.New(1, "x"), n, 4, edges, spread)
			asc := NewAscent(n, 4, edges, TrackerOptions{})
			a := IdentityMetric(len(edges), 4)
			for ep := range 4 {
				t0 := time.Now()
				e := asc.Start(base, a, AscentOptions{Normalized: norm, Shift: 1})
				for !asc.Step() {
				}
				dt := time.Since(t0)
				t.Log(spread, norm, ep, dt, e.KernelDim, "trail", asc.Trail(), "l3", asc.Lambda3(), "change", asc.Change(), len(asc.Trials()))
				if ep == 0 {
					for _, x := range asc.Trials() {
						t.Logf("   %+v", x)
					}
				}
			}
		}
	}
}

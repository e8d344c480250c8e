package spectral

import (
	"math"
	"testing"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TestTangentGradientEqualsDifferences compares the tangent gradient of Ascent with
// central differences of the dense λ2 after renormalisation.
func TestTangentGradientEqualsDifferences(t *testing.T) {
	for trial := range 12 {
		src := rng.New(11, "grad", uint64(trial))
		d, n := 2+trial%3, 8
		edges := randomEdges(src, n, 1, 6)
		base := randomSheaf(src, n, d, edges, trial%2 == 0)
		opt := AscentOptions{Normalized: trial%4 < 2, Shift: float64(trial % 3)}
		asc := NewAscent(n, d, edges, TrackerOptions{})
		a := IdentityMetric(len(edges), d)
		for i := range a {
			a[i] += 0.02 * src.Norm()
		}
		start := asc.Start(base, a, opt)
		value := func(x []float64) float64 {
			y := append([]float64(nil), x...)
			asc.metric.project(y, asc.tmp, 1e9)
			s := sheaf.New(n, d, edges)
			asc.metric.maps(s, base, y)
			if opt.Normalized {
				s = normalized(s, opt.Shift)
			}
			return eigenvalues(t, denseOf(s))[start.KernelDim]
		}
		dir := make([]float64, len(a))
		for i := range dir {
			dir[i] = src.Norm()
		}
		const h = 1e-5
		plus, minus := append([]float64(nil), a...), append([]float64(nil), a...)
		linalg.Axpy(h, dir, plus)
		linalg.Axpy(-h, dir, minus)
		want := (value(plus) - value(minus)) / (2 * h)
		// The projection in value interpolates from the identity: at a point on the
		// sphere this only rescales, as the tangent gradient assumes.
		got := linalg.Dot(asc.tangent, dir)
		if math.Abs(got-want) > 1e-6*(math.Abs(want)+linalg.Nrm2(asc.tangent)) {
			t.Fatalf("trial %d (d %d, %+v): derivative %.10g, differences %.10g", trial, d, opt, got, want)
		}
	}
}

// TestAscentNeverLowersLambda2 runs the ascent on random sheaves, both operators,
// and checks every claim with dense solves.
func TestAscentNeverLowersLambda2(t *testing.T) {
	raised := 0
	const trials = 24
	for trial := range trials {
		src := rng.New(12, "ascent", uint64(trial))
		d := 2 + trial%3
		n := 8 + src.Intn(8)
		edges := randomEdges(src, n, 1+trial%2, n/2)
		base := randomSheaf(src, n, d, edges, trial%4 < 2)
		keep := append([]float64(nil), base.R...)
		opt := AscentOptions{Normalized: trial%3 != 0, Shift: 1, Rho: 0.15}
		asc := NewAscent(n, d, edges, TrackerOptions{})
		a := IdentityMetric(len(edges), d)
		for epoch := range 3 {
			asc.Start(base, a, opt)
			for k := 0; !asc.Step(); k++ {
				if k > opt.Steps+5 {
					t.Fatal("ascent does not end")
				}
			}
			cur := asc.Maps()
			if got, want := cur.Trace(), base.Trace(); !near(got, want, 1e-12) {
				t.Fatalf("trace %g, want %g", got, want)
			}
			diff := append([]float64(nil), cur.R...)
			linalg.Axpy(-1, base.R, diff)
			if rel := linalg.Nrm2(diff) / linalg.Nrm2(base.R); rel > opt.Rho || math.Abs(rel-asc.Change()) > 1e-9 {
				t.Fatalf("change %.12g (reported %.12g), limit %g", rel, asc.Change(), opt.Rho)
			}
			op := cur
			if opt.Normalized {
				op = normalized(cur, 1)
			}
			trail := asc.Trail()
			l2, l3, kernel := reference(t, op)
			last := len(trail) - 1
			if !near(trail[last], l2, 1e-9) || !near(asc.Lambda3()[last], l3, 1e-6) {
				t.Fatalf("trial %d: trail ends at %.12g, dense λ2 %.12g", trial, trail[last], l2)
			}
			start := base
			if epoch == 0 {
				if opt.Normalized {
					start = normalized(base, 1)
				}
				first, _, k0 := reference(t, start)
				if !near(trail[0], first, 1e-9) || k0 != kernel {
					t.Fatalf("trial %d: trail starts at %g, dense %g; kernel %d, then %d", trial, trail[0], first, k0, kernel)
				}
			}
			for i := 1; i <= last; i++ {
				if trail[i] < trail[i-1] {
					t.Fatalf("trial %d: λ2 falls: %v", trial, trail)
				}
			}
			if epoch == 0 && trail[last] > trail[0]*1.001 {
				raised++
			}
			if len(asc.Trials()) < last || asc.Trials()[0].Slope < 0 {
				t.Fatal("trials not recorded")
			}
		}
		for i, v := range base.R {
			if v != keep[i] {
				t.Fatal("base changed")
			}
		}
	}
	if raised < trials*3/4 {
		t.Fatalf("λ2 rose in %d of %d runs only", raised, trials)
	}
}

// TestRestoredAscentEqualsFirst checks that an ascent from a restored state has the bits of the first, with and without a factor.
func TestRestoredAscentEqualsFirst(t *testing.T) {
	src := rng.New(13, "ascent")
	edges := randomEdges(src, 16, 1, 10)
	base := randomSheaf(src, 16, 3, edges, true)
	run := func(asc *Ascent, a []float64) []float64 {
		asc.Start(base, a, AscentOptions{Normalized: true, Shift: 1})
		for !asc.Step() {
		}
		return append([]float64(nil), asc.Trail()...)
	}
	for _, pairs := range []int{0, 1} {
		asc := NewAscent(16, 3, edges, TrackerOptions{MaxPairs: pairs})
		a := IdentityMetric(len(edges), 3)
		run(asc, a)
		state, keep := asc.Snapshot(nil), append([]float64(nil), a...)
		want := run(asc, a)
		other := NewAscent(16, 3, edges, TrackerOptions{MaxPairs: pairs})
		if rest, err := other.Restore(state); err != nil || len(rest) != 0 {
			t.Fatal(err)
		}
		got := run(other, keep)
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("rewound run differs: %v, want %v", got, want)
			}
		}
		for i := range a {
			if a[i] != keep[i] {
				t.Fatal("changes of metric differ after rewinding")
			}
		}
	}
}

package spectral

import (
	"math"
	"testing"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TestTangentGradientEqualsDifferences compares the tangent gradient of Ascent along a
// random direction with central differences. The function is λ2 of the dense operator after
// projection on the sphere of constant trace. In even trials each map has lost one direction,
// in odd trials none. The operators are L, and L̂ with shifts 0 to 2.
func TestTangentGradientEqualsDifferences(t *testing.T) {
	for trial := range 12 {
		src := rng.New(11, "grad", uint64(trial))
		d, n := 2+trial%3, 8
		edges := randomEdges(src, n, 1, 6)
		base := randomSheaf(src, n, d, edges, trial%2 == 0)
		opt := AscentOptions{Normalized: trial%4 < 2, Shift: float64(trial % 3), Rho: 0.1}
		asc := NewAscent(n, d, edges, TrackerOptions{})
		a := IdentityMetric(len(edges), d)
		for i := range a {
			a[i] += 0.02 * src.Norm() // near the identity
		}
		start := asc.Start(base, a, opt)
		// value returns λ2 at the changes of metric x, after project. Without a bound on the
		// distance, project only rescales all maps to the constant trace.
		value := func(x []float64) float64 {
			y := append([]float64(nil), x...)
			asc.metric.project(y, asc.tmp, 1e9) // 1e9: no bound on the distance
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
		got := linalg.Dot(asc.tangent, dir)
		if math.Abs(got-want) > 1e-6*(math.Abs(want)+linalg.Nrm2(asc.tangent)) {
			t.Fatalf("trial %d (d %d, %+v): derivative %.10g, differences %.10g", trial, d, opt, got, want)
		}
	}
}

// TestAscentNeverLowersLambda2 runs three epochs of ascent on each of 24 random sheaves,
// of L and of L̂. An epoch keeps the trace, stays within the distance Rho of the base, and
// never lowers λ2 from one step to the next. Dense solves confirm λ2 at the start of the
// first epoch, and λ2 and λ3 at the end of each. The first epoch keeps the dimension of the
// kernel. The first slope is not negative. The base stays unchanged. In at least three
// quarters of the runs the first epoch raises λ2 by more than a thousandth.
func TestAscentNeverLowersLambda2(t *testing.T) {
	raised := 0
	const trials = 24
	for trial := range trials {
		src := rng.New(12, "ascent", uint64(trial))
		d := 2 + trial%3
		n := 8 + src.Intn(8)
		edges := randomEdges(src, n, 1+trial%2, n/2)
		base := randomSheaf(src, n, d, edges, trial%4 < 2)
		baseBefore := append([]float64(nil), base.R...)
		opt := AscentOptions{Normalized: trial%3 != 0, Shift: 1, Rho: 0.15}
		asc := NewAscent(n, d, edges, TrackerOptions{})
		a := IdentityMetric(len(edges), d)
		for epoch := range 3 {
			asc.Start(base, a, opt)
			for k := 0; !asc.Step(); k++ {
				if k > opt.Steps+5 { // Steps is 0, which means 5 steps
					t.Fatalf("trial %d: the ascent does not end after %d calls of Step", trial, k)
				}
			}
			// Constant trace, and a bounded distance from the base.
			raisedMaps := asc.Maps()
			if got, want := raisedMaps.Trace(), base.Trace(); !near(got, want, 1e-12) {
				t.Fatalf("trial %d: trace %g, want %g", trial, got, want)
			}
			diff := append([]float64(nil), raisedMaps.R...)
			linalg.Axpy(-1, base.R, diff)
			if rel := linalg.Nrm2(diff) / linalg.Nrm2(base.R); rel > opt.Rho || math.Abs(rel-asc.Change()) > 1e-9 {
				t.Fatalf("trial %d: change %.12g (reported %.12g), limit %g", trial, rel, asc.Change(), opt.Rho)
			}
			// The end of the trail against a dense solve.
			op := raisedMaps
			if opt.Normalized {
				op = normalized(raisedMaps, 1)
			}
			trail := asc.Trail()
			l2, l3, kernel := reference(t, op)
			last := len(trail) - 1
			if !near(trail[last], l2, 1e-9) || !near(asc.Lambda3()[last], l3, 1e-6) {
				t.Fatalf("trial %d: trail ends at %.12g and λ3 %.12g, dense %.12g and %.12g", trial, trail[last], asc.Lambda3()[last], l2, l3)
			}
			// The first epoch starts at the base.
			if epoch == 0 {
				start := base
				if opt.Normalized {
					start = normalized(base, 1)
				}
				first, _, k0 := reference(t, start)
				if !near(trail[0], first, 1e-9) || k0 != kernel {
					t.Fatalf("trial %d: trail starts at %g, dense %g; dense kernel %d, at the end %d", trial, trail[0], first, k0, kernel)
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
			// Each step of the trail needs a trial of the line search. The first direction does not descend.
			if len(asc.Trials()) < last {
				t.Fatalf("%d trials for %d steps", len(asc.Trials()), last)
			}
			if slope := asc.Trials()[0].Slope; slope < 0 {
				t.Fatalf("the first trial has slope %g, want at least 0", slope)
			}
		}
		for i, v := range base.R {
			if v != baseBefore[i] {
				t.Fatalf("the ascent changed entry %d of the base", i)
			}
		}
	}
	if raised < trials*3/4 {
		t.Fatalf("λ2 rose in %d of %d runs only", raised, trials)
	}
}

// TestRestoredAscentEqualsFirst runs a second ascent twice: in the Ascent of the first run, and
// in a new Ascent with the restored state. Both have exactly equal trails of λ2 and changes of
// metric. MaxPairs 0 allows a factor, 1 excludes it.
func TestRestoredAscentEqualsFirst(t *testing.T) {
	src := rng.New(13, "ascent")
	edges := randomEdges(src, 16, 1, 10)
	base := randomSheaf(src, 16, 3, edges, true)
	// run ascends to the end, changes a and returns the trail of λ2.
	run := func(asc *Ascent, a []float64) []float64 {
		asc.Start(base, a, AscentOptions{Normalized: true, Shift: 1, Rho: 0.1})
		for !asc.Step() {
		}
		return append([]float64(nil), asc.Trail()...)
	}
	for _, pairs := range []int{0, 1} {
		asc := NewAscent(16, 3, edges, TrackerOptions{MaxPairs: pairs})
		a := IdentityMetric(len(edges), 3)
		run(asc, a)
		state, restoredA := asc.Snapshot(nil), append([]float64(nil), a...)
		want := run(asc, a)
		restored := NewAscent(16, 3, edges, TrackerOptions{MaxPairs: pairs})
		if rest, err := restored.Restore(state); err != nil || len(rest) != 0 {
			t.Fatalf("Restore leaves %d numbers of the state, error %v", len(rest), err)
		}
		got := run(restored, restoredA)
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("trail of the restored ascent: %v, want %v", got, want)
			}
		}
		for i := range a {
			if a[i] != restoredA[i] {
				t.Fatalf("changes of metric, number %d: restored %v, want %v", i, restoredA[i], a[i])
			}
		}
	}
}

// TestPullKeepsUnproven requires that Follow returns the same estimate before and after Pull,
// also if λ₂ is not proved.
func TestPullKeepsUnproven(t *testing.T) {
	edges := ringEdges(5)
	base, large := sheaf.New(5, 2, edges), sheaf.New(5, 2, edges)
	for i := range base.R {
		base.R[i], large.R[i] = float64(i%3), 1e160
	}
	ascent := NewAscent(5, 2, edges, TrackerOptions{})
	ascent.Start(base, IdentityMetric(len(edges), 2), AscentOptions{Rho: 0.1})
	for !ascent.Step() {
		continue
	}
	before := ascent.Follow(large, AscentOptions{}, ReuseKnown)
	ascent.Pull()
	after := ascent.Follow(large, AscentOptions{}, ReuseKnown)
	if !before.Unproven || !after.Unproven {
		t.Errorf("Unproven is %v before Pull and %v after it, want true", before.Unproven, after.Unproven)
	}
}

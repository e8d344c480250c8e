//go:build e2e

package e2e

import "testing"

// This file compares measured times with limits that hold on an idle machine.

// slowness is the factor by which a test machine may be slower than an idle machine. Other programs share caches and cores with the test,
// and slow it even if only CPU time counts.
const slowness = 2.5

// judge compares measurements with their limits. best has the least value of each measurement so far, and limits its limit, both in
// milliseconds and by the name of the measurement.
type judge struct {
	t      *testing.T
	best   map[string]float64
	limits map[string]float64
}

// threeTries calls measure once, and again while the best value of a measurement exceeds slowness times its limit, at most three times in
// all. It fails the test for each measurement that still does.
func threeTries(t *testing.T, measure func(j *judge)) {
	t.Helper()
	j := &judge{t: t, best: map[string]float64{}, limits: map[string]float64{}}
	for range 3 {
		measure(j)
		if len(j.over()) == 0 {
			break
		}
	}
	for _, what := range j.over() {
		t.Errorf("%s takes %.1f ms; the limit is %.0f ms on an idle machine, %.0f here", what, j.best[what], j.limits[what],
			slowness*j.limits[what])
	}
}

// check records a measurement and its limit on an idle machine, both in milliseconds.
func (j *judge) check(what string, got, limit float64) {
	j.t.Helper()
	verdict := ""
	if got > limit {
		verdict = "  over the limit of an idle machine"
	}
	j.t.Logf("%-46s %7.2f ms of %3.0f%s", what, got, limit, verdict)
	if best, measured := j.best[what]; !measured || got < best {
		j.best[what] = got
	}
	j.limits[what] = limit
}

// over returns the names of the measurements that have exceeded slowness times their limit in every attempt so far.
func (j *judge) over() (list []string) {
	for what, got := range j.best {
		if got > slowness*j.limits[what] {
			list = append(list, what)
		}
	}
	return list
}

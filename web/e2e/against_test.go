//go:build e2e && screens

package e2e

import (
	"context"
	"fmt"
	"math/rand"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sheafscope/core/words"
	"sheafscope/web/tool/site"
)

// This file compares the start of the page with that of another build, for ./build.sh bench.

// benchAgainst compares the start of dist/ with the start of another build, with an empty cache. It measures a first visit and a visit to
// Research, on the processor of the machine and on a processor that is six times slower. It prints the least time and the median of 12
// rounds. The order of the builds within a round is random. A page is left before the next page is loaded, because both would share the
// processor.
func benchAgainst(t *testing.T, other string) {
	const rounds = 12
	builds, marks := [2]string{filepath.Join(root, "dist"), other}, [2]string{"picture", "ready"}
	for _, slower := range []int{1, 6} {
		for _, first := range []bool{true, false} {
			var times [len(marks)][len(builds)][]float64 // in milliseconds: mark, build, round
			for range rounds {
				for _, b := range rand.Perm(len(builds)) {
					for m, ms := range startOf(t, builds[b], first, slower, marks[:]) {
						times[m][b] = append(times[m][b], ms)
					}
				}
			}
			fmt.Print(words.Either(first, "a first visit", "in Research"), words.Either(slower > 1,
				fmt.Sprintf(", a processor %d times slower", slower), ""), ", of the other build:")
			for m, name := range marks {
				here, there := slices.Sorted(slices.Values(times[m][0])), slices.Sorted(slices.Values(times[m][1]))
				// A pair of numbers is this build and the other build, with their ratio.
				fmt.Printf(" %s at least %.0f of %.0f ms (%.2f), median %.0f of %.0f (%.2f);", name, here[0], there[0], here[0]/there[0],
					here[rounds/2], there[rounds/2], here[rounds/2]/there[rounds/2])
			}
			fmt.Println()
		}
	}
}

// startOf loads a build of the page and returns the times at which the page sets the marks, in milliseconds. first selects a first visit,
// and slower is the factor by which the processor is slowed.
func startOf(t *testing.T, dist string, first bool, slower int, marks []string) (times []float64) {
	p, _ := blankOn(t, desktop, browser, site.Handler(dist))
	p.greet = first
	// pace makes the processor slower by a factor.
	pace := func(factor int) { p.within(func(ctx context.Context) error { return p.driver.slow(ctx, factor) }) }
	pace(slower)
	p.goTo("")
	p.ready()
	for _, m := range marks {
		var ms float64
		p.eval(fmt.Sprintf(`performance.getEntriesByName("sheafscope:%s")[0]?.startTime ?? 0`, m), &ms)
		times = append(times, ms)
	}
	pace(1) // a slowed page would take processor time from the next page
	p.eval(`location.replace("about:blank"), true`, new(bool))
	time.Sleep(700 * time.Millisecond) // the workers of the page end in this time
	return times
}

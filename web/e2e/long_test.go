//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// This file has the helpers for the long form of tests, a test of the deaths of workers, and a test of memory.

// share returns the share of the long forms that the tests run: 1 for LONG=1, a tenth for LONG=0.1, and 0 for the usual form, without LONG.
func share(t *testing.T) float64 {
	t.Helper()
	text := os.Getenv("LONG")
	if text == "" {
		return 0
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x > 0 && x <= 1) {
		t.Fatalf("LONG=%q: want a number above 0 and at most 1, the share of the long form", text)
	}
	return x
}

// sample returns the first n elements of a list, or all elements in the long form.
func sample[T any](t *testing.T, n int, list []T) []T {
	t.Helper()
	if share(t) > 0 {
		return list
	}
	return list[:n]
}

// times returns the number of repetitions in a test: short in the usual form, and the share of full in the long form.
func times(t *testing.T, short, full int) int {
	t.Helper()
	if s := share(t); s > 0 {
		return max(1, int(math.Round(s*float64(full))))
	}
	return short
}

// lasting returns the duration of a test: short in the usual form, and the share of full in the long form.
func lasting(t *testing.T, short, full time.Duration) time.Duration {
	t.Helper()
	if s := share(t); s > 0 {
		return time.Duration(s * float64(full))
	}
	return short
}

// After the death of a worker, a new worker has the recipe, the position and the numbers of the run. A worker dies by a broken message or
// without a message, at rest and in the middle of a run. The long form has 100 deaths, the usual form two, with random runs.
func TestDeadWorkersAreReplaced(t *testing.T) { inBoth(t, deadWorkersAreReplaced) }

// deadWorkersAreReplaced is TestDeadWorkersAreReplaced in one browser.
func deadWorkersAreReplaced(t *testing.T, in engine) {
	count := times(t, 2, 100)
	p := in.openFor(t, keepWorkers, 2*time.Minute+time.Duration(count)*20*time.Second)
	p.ready()
	r := rand.New(rand.NewPCG(50, 100))
	// recipeOfRun is the recipe without its position and without the part of the view that follows the run.
	const recipeOfRun = "(r => JSON.stringify({...r, position: 0, view: {...r.view, known: 0}}))(sheafscope.recipe())"
	for k := range count {
		graph := []string{"karate", "ring:n=9", "florentine", "sbm:n=40,classes=2,homophily=0.2"}[r.IntN(4)]
		p.call(`load({graph: %q, seed: %d})`, graph, r.IntN(1000))
		p.call("run(%d)", 1+r.IntN(3))
		for range r.IntN(3) {
			p.call(`step("stage")`)
		}
		want := p.state()
		var recipe, after string
		p.eval(recipeOfRun, &recipe)
		// All four pairs of a kind of death and a moment occur, in four successive rounds.
		kill := []string{"testWorkers.at(-1).postMessage(new ArrayBuffer(3))", "testWorkers.at(-1).terminate()"}[(k+k/2)%2]
		running := k%2 == 1
		if running {
			kill = fmt.Sprintf(`sheafscope.run(1000).catch(() => {}); await new Promise((r) => setTimeout(r, %d)); `, 20+r.IntN(400)) + kill
		}
		p.eval(`(async () => { globalThis.before = testWorkers.length; `+kill+`; })()`, nil)
		p.waitFor("testWorkers.length > before && !sheafscope.state().busy")
		// A run that died in the middle is at a later position.
		if running {
			if now := p.state(); now.Position < want.Position {
				t.Errorf("death %d, %s: the new worker is at position %d, want at least %d", k, graph, now.Position, want.Position)
			}
			p.call("seek(%d)", want.Position)
		}
		same(t, fmt.Sprintf("death %d, %s", k, graph), p.state(), want)
		p.eval(recipeOfRun, &after)
		if after != recipe {
			t.Errorf("death %d: the recipe is %s, want %s", k, after, recipe)
		}
	}
}

// During ten minutes of use, or less for LONG below 1, three heaps grow by at most 0.02 MB a minute: the JavaScript heap, and the heaps of
// the page's and of the worker's program. Each is measured after a garbage collection. The test fits a line to the second half of the
// measurements, since the caches of browser and page fill in the first half. It runs only with LONG, and below LONG=0.5 it only prints the
// slopes.
func TestHeapsDoNotGrow(t *testing.T) {
	if share(t) == 0 {
		t.Log("LONG=1 measures for ten minutes in each browser")
		return
	}
	alone(t)
	inBoth(t, memorySlope)
}

// memorySlope is TestHeapsDoNotGrow in one browser.
func memorySlope(t *testing.T, in engine) {
	const limit = 0.02 // MB a minute
	alone(t)           // each browser is a test of its own
	long := lasting(t, 0, 10*time.Minute)
	if in.name == "chromium" {
		// V8 counts compiled code as heap, and compiles often used code again for much longer than this test. With these flags it keeps the
		// first form of the code.
		own := ownBrowser(t, chromedp.Flag("js-flags", "--expose-gc --no-opt --no-maglev --no-sparkplug --no-flush-bytecode"))
		in.blankFor = func(t *testing.T, v view, handler http.Handler, long time.Duration) (*page, *httptest.Server) {
			return blankFor(t, v, own, handler, long)
		}
	}
	// A round uses every view and then measures. The first number of a round is the JavaScript heap after a collection, in MB.
	p := in.openWithHeapReport(t, 2*long+10*time.Minute)
	var minutes []float64
	var measured [len(memoryNames)][]float64
	for begin := time.Now(); time.Since(begin) < long; {
		p.everyView()
		now := p.memoryUse()
		p.within(func(ctx context.Context) (err error) {
			now[0], err = p.driver.heap(ctx)
			now[0] /= 1e6
			return err
		})
		minutes = append(minutes, time.Since(begin).Minutes())
		for i, x := range now {
			measured[i] = append(measured[i], x)
		}
	}
	// The three heaps among memoryNames, in the second half of the rounds.
	n := len(minutes) / 2
	for _, i := range []int{0, 3, 4} {
		h := measured[i]
		growth := slope(minutes[n:], h[n:])
		t.Logf("%s: %d rounds, %.2f at first, %.2f half-way, %.2f at the end: %+.4f a minute", memoryNames[i], len(h), h[0], h[n], h[len(h)-1],
			growth)
		if share(t) >= 0.5 && !(growth <= limit) { // also if growth is NaN
			t.Errorf("%s grows by %.4f a minute, want at most %.2f", memoryNames[i], growth, limit)
		}
	}
	p.clean()
}

// slope returns the slope of the least-squares line through the points (x[i], y[i]).
func slope(x, y []float64) float64 {
	mx, my := 0.0, 0.0
	for i := range x {
		mx += x[i] / float64(len(x))
		my += y[i] / float64(len(y))
	}
	xy, xx := 0.0, 0.0
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
	}
	return xy / xx
}

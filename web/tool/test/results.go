package test

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"sheafscope/web/tool/shell"
)

// testTime is the duration of a test.
type testTime struct {
	name    string
	seconds float64
}

// results collects the results of a part's tests. The keys of its maps are names in the form of testName. Its methods are safe for
// concurrent use.
type results struct {
	mu       sync.Mutex
	times    []testTime           // durations of finished tests and subtests
	passed   map[string]bool      // passed tests, without subtests
	failed   map[string]string    // output of each failed test
	running  map[string]time.Time // start of each running test and subtest
	whole    map[string]bool      // tests with subtests; they wait for their subtests
	unstable []string             // tests that failed and then passed alone
}

// newResults returns the empty results of a part.
func newResults() *results {
	return &results{passed: map[string]bool{}, failed: map[string]string{}, running: map[string]time.Time{}, whole: map[string]bool{}}
}

// testEvent is a line of the output of go test -json.
type testEvent struct {
	Action, Package, Test, Output string
	Elapsed                       float64
}

// read reads the events of go test -json to their end. It writes the output of failed tests, the output of the test program outside its
// tests, and lines that are no events to w.
func (r *results) read(events io.Reader, w io.Writer) {
	printed := map[string]*strings.Builder{} // output of each running test with its subtests
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var e testEvent
		if json.Unmarshal(line, &e) != nil {
			fmt.Fprintf(w, "%s", line)
			continue
		}
		root, _, _ := strings.Cut(e.Test, "/")
		name, root := testName(e.Package, e.Test), testName(e.Package, root)
		switch {
		case e.Action == "build-output":
			fmt.Fprint(w, e.Output)
		case e.Action == "output" && e.Test == "":
			isVerdict := e.Output == "PASS\n" || e.Output == "FAIL\n"
			hasNoTests := strings.HasPrefix(e.Output, "?")
			if !isVerdict && !hasNoTests {
				fmt.Fprint(w, e.Output)
			}
		case e.Action == "output":
			if !strings.HasPrefix(e.Output, "=== ") {
				if printed[root] == nil {
					printed[root] = &strings.Builder{}
				}
				printed[root].WriteString(e.Output)
			}
		case e.Test != "":
			r.record(e, name, root, printed[root])
			hasEnded := e.Action == "pass" || e.Action == "fail"
			if name == root && hasEnded {
				if e.Action == "fail" && printed[root] != nil {
					fmt.Fprint(w, printed[root])
				}
				delete(printed, root)
			}
		}
	}
	// A crash has interrupted the tests that run at the end of the events.
	r.mu.Lock()
	defer r.mu.Unlock()
	for name := range r.running {
		_, test, _ := strings.Cut(name, " ")
		isSubtest := strings.Contains(test, "/")
		if !isSubtest {
			r.failed[name] = "it did not end"
		}
	}
	clear(r.running)
}

// testName returns the path of a package in the module and the name of a test, such as "web/e2e TestLayout".
func testName(pkg, test string) string {
	return strings.TrimPrefix(strings.TrimPrefix(pkg, "sheafscope/")+" "+test, " ")
}

// record records an event of a test or subtest. name is the name of the test or subtest, and root the name of the test without the subtest.
// printed is the output of root so far, nil if root has printed nothing.
func (r *results) record(e testEvent, name, root string, printed *strings.Builder) {
	r.mu.Lock()
	defer r.mu.Unlock()
	// A paused test waits for its turn and does not run.
	switch e.Action {
	case "run", "cont":
		r.running[name] = time.Now()
		if name != root {
			r.whole[root] = true
		}
	case "pause":
		delete(r.running, name)
	case "pass", "fail", "skip":
		delete(r.running, name)
		r.times = append(r.times, testTime{name, e.Elapsed})
		if name != root {
			return
		}
		if e.Action == "fail" {
			text := ""
			if printed != nil {
				text = printed.String()
			}
			r.failed[name] = text
			return
		}
		r.passed[name] = true
	}
}

// counts returns the numbers of passed and failed tests.
func (r *results) counts() (passed, failed int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.passed), len(r.failed)
}

// longestRunning returns the test or subtest that has been running longest, and its start. It returns "" if no test runs. It does not
// consider a test with subtests, which only waits.
func (r *results) longestRunning() (name string, since time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for candidate, start := range r.running {
		if r.whole[candidate] {
			continue
		}
		precedes := start.Equal(since) && candidate < name // of equal starts the first name wins
		if name == "" || start.Before(since) || precedes {
			name, since = candidate, start
		}
	}
	return name, since
}

// test runs a command that prints the events of go test -json, and collects their results.
func (r *results) test(ctx context.Context, w io.Writer, cmd *exec.Cmd) error {
	events, write := io.Pipe()
	cmd.Stdout, cmd.Stderr = write, w
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.read(events, w)
	}()
	err := shell.Run(cmd)
	_ = write.Close() // returns no error
	<-ended
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return nil
}

// slowest returns a list of the n slowest tests. A test with subtests is replaced by its subtests.
func (r *results) slowest(n int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	hasSubtests := map[string]bool{}
	for _, t := range r.times {
		slash := strings.LastIndexByte(t.name, '/')
		isSubtest := slash > strings.IndexByte(t.name, ' ') // the path of the package also has slashes
		if isSubtest {
			hasSubtests[t.name[:slash]] = true
		}
	}
	list := slices.DeleteFunc(slices.Clone(r.times), func(t testTime) bool { return hasSubtests[t.name] })
	slices.SortStableFunc(list, func(a, b testTime) int { return cmp.Compare(b.seconds, a.seconds) })
	var b strings.Builder
	sum := 0.0
	for _, t := range list {
		sum += t.seconds
	}
	shown := list[:min(n, len(list))]
	fmt.Fprintf(&b, "the slowest %d of the tests, which took %.0f s one by one:\n", len(shown), sum)
	for _, t := range shown {
		fmt.Fprintf(&b, "%8.1f s  %s\n", t.seconds, t.name)
	}
	return b.String()
}

// slower returns a list of the tests that took more than limit seconds.
func (r *results) slower(limit float64) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var b strings.Builder
	for _, t := range r.times {
		if t.seconds > limit {
			fmt.Fprintf(&b, "SLOW %s: %.0f s, more than %.0f\n", t.name, t.seconds, limit)
		}
	}
	return b.String()
}

// failures returns the names of the failed tests, sorted.
func (r *results) failures() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Sorted(maps.Keys(r.failed))
}

// hasPassed reports whether a test passed.
func (r *results) hasPassed(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.passed[name]
}

// stabilize changes a failed test into a passed test that is unstable.
func (r *results) stabilize(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.failed, name)
	r.passed[name] = true
	r.unstable = append(r.unstable, name)
}

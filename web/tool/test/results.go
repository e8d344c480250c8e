// This file reads the results of tests from the output of go test -json.

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

// testTime is the duration of a test or subtest. name is in the form of testName.
type testTime struct {
	name    string
	seconds float64
}

// results collects the results of the tests of one part, such as the browser tests. The keys of its maps are names in the form of testName.
// Its methods are safe for concurrent use.
type results struct {
	mu           sync.Mutex
	times        []testTime           // durations of finished tests and subtests
	passed       map[string]bool      // passed and skipped tests, without subtests
	failed       map[string]string    // output of each failed test; after a crash its last line is "… did not end"
	running      map[string]time.Time // start of each running test and subtest
	withSubtests map[string]bool      // tests that have started a subtest; longestRunning skips them, because they only wait for subtests
	unstable     []string             // tests that failed and then passed alone
	verdicts     int                  // number of test programs that have run all of their selected tests
}

// newResults returns the empty results of a part.
func newResults() *results {
	return &results{passed: map[string]bool{}, failed: map[string]string{}, running: map[string]time.Time{}, withSubtests: map[string]bool{}}
}

// testEvent is a line of the output of go test -json, for example {"Action":"pass","Package":"sheafscope/web","Test":"TestA/b",
// "Elapsed":0.2}. Action is what happens, such as run, output or pass. Test is "" for an event of a whole package. Output is a line that
// the test prints. Elapsed is in seconds.
type testEvent struct {
	Action, Package, Test, Output string
	Elapsed                       float64
}

// read records the events of go test -json until the end of the stream. A test that still runs at the end of its package or of the stream
// was interrupted, for example by a crash, and has failed; its running subtests are not recorded. read writes to w
//   - the output of failed tests,
//   - messages of the compiler and of the test program outside of tests,
//   - lines that are not events.
func (r *results) read(events io.Reader, w io.Writer) {
	printed := map[string]*strings.Builder{} // output of each running test, together with its subtests
	for lines := bufio.NewReader(events); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil { // the end of the stream; go test ends every line with a newline
			break
		}
		var e testEvent
		if json.Unmarshal(line, &e) != nil {
			fmt.Fprintf(w, "%s", line)
			continue
		}
		parent, _, _ := strings.Cut(e.Test, "/") // the test of a subtest; e.Test itself for a test
		name, root := testName(e.Package, e.Test), testName(e.Package, parent)
		switch {
		case e.Action == "build-output":
			fmt.Fprint(w, e.Output)
		case e.Action == "output" && e.Test == "":
			// A program prints PASS or FAIL after its last test. The summary of the whole run replaces these lines. A line with "?" is about
			// a package without tests.
			switch {
			case e.Output == "PASS\n" || e.Output == "FAIL\n":
				r.addVerdict()
			case !strings.HasPrefix(e.Output, "?"):
				fmt.Fprint(w, e.Output)
			}
		case e.Action == "output":
			if !strings.HasPrefix(e.Output, "=== ") { // not a line such as "=== RUN   TestA"
				if printed[root] == nil {
					printed[root] = &strings.Builder{}
				}
				printed[root].WriteString(e.Output)
			}
		case e.Test != "": // the test starts, waits or ends; events of whole packages follow
			r.record(e, name, root, printed[root])
			isEnd := e.Action == "pass" || e.Action == "fail" // the short output of a skipped test is kept and never printed
			if name == root && isEnd {
				if e.Action == "fail" && printed[root] != nil {
					fmt.Fprint(w, printed[root])
				}
				delete(printed, root)
			}
		case e.Action == "fail": // of a package
			r.interrupt(e.Package, printed, w)
		}
	}
	r.interrupt("", printed, w)
}

// interrupt records that the running tests of a package have failed, because their program has ended, and writes their output to w. The
// package "" means all packages. For printed, see read.
func (r *results) interrupt(pkg string, printed map[string]*strings.Builder, w io.Writer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(r.running)) {
		if !strings.HasPrefix(name, testName(pkg, "")) {
			continue
		}
		delete(r.running, name)
		_, test, _ := strings.Cut(name, " ")
		isSubtest := strings.Contains(test, "/")
		if isSubtest {
			continue
		}
		text := name + " did not end\n"
		if printed[name] != nil {
			text = printed[name].String() + text
		}
		r.failed[name] = text
		fmt.Fprint(w, text)
	}
}

// testName returns the path of a package in the module, a space, and the name of a test, such as "web/e2e TestPageWorksOffline". It
// returns the name of the test alone if pkg is empty.
func testName(pkg, test string) string {
	return strings.TrimPrefix(strings.TrimPrefix(pkg, "sheafscope/")+" "+test, " ")
}

// record records an event of a test or subtest with the name name. root is the name of the test to which a subtest belongs, or name itself
// for a test. printed is the output of the test so far, and nil if the test has no output. A skipped test counts as passed. Actions that
// the switch does not name, such as bench, change nothing.
func (r *results) record(e testEvent, name, root string, printed *strings.Builder) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch e.Action {
	case "run", "cont":
		// "cont" means that the turn of a parallel test has come.
		r.running[name] = time.Now()
		if name != root {
			r.withSubtests[root] = true
		}
	case "pause": // a parallel test waits for its turn
		delete(r.running, name)
	case "pass", "fail", "skip":
		delete(r.running, name)
		r.times = append(r.times, testTime{name, e.Elapsed})
		if name != root { // a subtest is not counted: the result of its test includes its result
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

// addVerdict counts a test program that has run all of its selected tests.
func (r *results) addVerdict() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.verdicts++
}

// counts returns the numbers of passed and failed tests, without subtests.
func (r *results) counts() (passed, failed int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.passed), len(r.failed)
}

// longestRunning returns the test or subtest that has been running longest, and the time of its start. It skips tests with subtests, which
// only wait. It returns "" if no other test or subtest runs.
func (r *results) longestRunning() (name string, since time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for candidate, start := range r.running {
		if r.withSubtests[candidate] {
			continue
		}
		isFirstOfEqual := start.Equal(since) && candidate < name // the alphabet decides between tests that started at once
		if name == "" || start.Before(since) || isFirstOfEqual { // name is "" for the first candidate
			name, since = candidate, start
		}
	}
	return name, since
}

// test runs a command that prints the events of go test -json, and records the events. For w, see read. The standard error of the command
// also goes to w. An error means that the command did not start or failed.
func (r *results) test(ctx context.Context, w io.Writer, cmd *exec.Cmd) error {
	events, output := io.Pipe()
	cmd.Stdout, cmd.Stderr = output, w
	readAll := make(chan struct{}) // closed after the last event was read
	go func() {
		defer close(readAll)
		r.read(events, w)
	}()
	err := shell.Run(cmd)
	// Close ends the stream of events. The results are complete after read has returned.
	_ = output.Close() // returns no error
	<-readAll
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return nil
}

// slowest returns a text with the total time of all tests and with a line for each of the n slowest tests. If a test has subtests, its
// subtests take its place.
func (r *results) slowest(n int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	hasSubtests := map[string]bool{}
	for _, t := range r.times {
		// A slash before the space belongs to the path of the package. The name of a subtest can contain slashes, such as TestA/a/b.
		start := strings.IndexByte(t.name, ' ')
		for k := len(t.name) - 1; k > start; k-- {
			if t.name[k] == '/' {
				hasSubtests[t.name[:k]] = true
			}
		}
	}
	list := slices.DeleteFunc(slices.Clone(r.times), func(t testTime) bool { return hasSubtests[t.name] })
	slices.SortStableFunc(list, func(a, b testTime) int { return cmp.Compare(b.seconds, a.seconds) })
	sum := 0.0
	for _, t := range list {
		sum += t.seconds
	}
	var b strings.Builder
	slow := list[:min(n, len(list))]
	fmt.Fprintf(&b, "the slowest %d of the tests, which took %.0f s one by one:\n", len(slow), sum)
	for _, t := range slow {
		fmt.Fprintf(&b, "%8.1f s  %s\n", t.seconds, t.name)
	}
	return b.String()
}

// slower returns a text with a line for each test and subtest that took more than limit seconds, such as "SLOW web/e2e TestA: 50 s, more
// than 45". The text is "" if no test took this long. Slow tests are only printed; they do not fail.
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

// hasPassed reports whether a test passed. name is in the form of testName.
func (r *results) hasPassed(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.passed[name]
}

// stabilize records that a failed test has passed in a repetition. The test then counts as passed, and as unstable.
func (r *results) stabilize(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.failed, name)
	r.passed[name] = true
	r.unstable = append(r.unstable, name)
}

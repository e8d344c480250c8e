package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// maxSecond is how many browser tests may be tried a second time. More than a
// few that fail are no accident of a busy machine.
const maxSecond = 3

// browserRun is what a run of the browser tests came to.
type browserRun struct {
	times  []testTime
	failed []string // top-level tests
	broken bool     // the run broke off: failed is not complete
}

// testTime is how long a test took.
type testTime struct {
	name    string
	seconds float64
}

// testBrowser runs the tests in the browsers and prints the slowest. What fails
// may fail because the machine was busy at the wrong moment, so a few tests get
// a second chance, alone and in a new browser; both tries are in the output.
func testBrowser(ctx context.Context) error {
	first, err := runBrowser(ctx, "")
	fmt.Print(slowest(first.times, 10))
	if err == nil {
		return nil
	}
	if first.broken || len(first.failed) == 0 || len(first.failed) > maxSecond || ctx.Err() != nil {
		return err
	}
	fmt.Printf("\n== browser, a second try of %s\n", strings.Join(first.failed, ", "))
	if _, err := runBrowser(ctx, "^("+strings.Join(first.failed, "|")+")$"); err != nil {
		return err
	}
	fmt.Printf("UNSTEADY: %s failed at first and passed at the second try; see above\n", strings.Join(first.failed, ", "))
	return nil
}

// runBrowser runs the browser tests whose names match and prints what failed.
// Each test waits for its page more than it computes, and two run at a time also
// on a machine with one core; more would disturb each other.
func runBrowser(ctx context.Context, match string) (browserRun, error) {
	cmd := exec.CommandContext(ctx, "go", "test", "-json", "-tags=e2e", "-count=1", "-parallel=2", "-timeout=20m", "-run="+match,
		"./web/e2e")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return browserRun{}, err
	}
	run := readTests(out, os.Stdout)
	if err := cmd.Wait(); err != nil {
		return run, fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return run, nil
}

// testEvent is a line of go test -json.
type testEvent struct {
	Action, Test, Output string
	Elapsed              float64
}

// readTests reads the events of go test -json. It writes what failing tests
// and the test program itself say; a line that is no event is written as it is.
func readTests(events io.Reader, w io.Writer) (run browserRun) {
	said := map[string]*strings.Builder{}
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return run
		}
		var e testEvent
		if json.Unmarshal(line, &e) != nil {
			fmt.Fprintf(w, "%s", line)
			continue
		}
		root, _, below := strings.Cut(e.Test, "/")
		switch {
		case e.Action == "build-output":
			fmt.Fprint(w, e.Output)
		case e.Action == "output" && e.Test == "":
			run.broken = run.broken || strings.HasPrefix(e.Output, "panic: ") || strings.HasPrefix(e.Output, "signal: ")
			if e.Output != "PASS\n" && e.Output != "FAIL\n" {
				fmt.Fprint(w, e.Output)
			}
		case e.Action == "output":
			run.broken = run.broken || strings.HasPrefix(e.Output, "panic: ")
			if strings.HasPrefix(e.Output, "=== ") {
				continue
			}
			if said[root] == nil {
				said[root] = &strings.Builder{}
			}
			said[root].WriteString(e.Output)
		case e.Test == "":
		case e.Action == "pass" || e.Action == "fail":
			run.times = append(run.times, testTime{e.Test, e.Elapsed})
			if below {
				continue
			}
			if e.Action == "fail" {
				run.failed = append(run.failed, root)
				if said[root] != nil {
					fmt.Fprint(w, said[root])
				}
			}
			delete(said, root)
		}
	}
}

// slowest lists the tests that took longest. Of a test with parts, the parts are listed.
func slowest(times []testTime, n int) string {
	parted := map[string]bool{}
	for _, t := range times {
		if root, _, ok := strings.Cut(t.name, "/"); ok {
			parted[root] = true
		}
	}
	list := slices.DeleteFunc(slices.Clone(times), func(t testTime) bool { return parted[t.name] })
	slices.SortStableFunc(list, func(a, b testTime) int { return cmp.Compare(b.seconds, a.seconds) })
	var b strings.Builder
	sum := 0.0
	for _, t := range list {
		sum += t.seconds
	}
	list = list[:min(n, len(list))]
	fmt.Fprintf(&b, "the slowest %d of the browser tests, which took %.0f s one by one:\n", len(list), sum)
	for _, t := range list {
		fmt.Fprintf(&b, "%8.1f s  %s\n", t.seconds, t.name)
	}
	return b.String()
}

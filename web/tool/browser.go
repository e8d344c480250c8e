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

// testTime is how long a test took.
type testTime struct {
	name    string
	seconds float64
}

// testBrowser runs the tests in the browsers, prints what failed and the slowest.
// Each test waits for its page more than it computes: three run at a time also
// on a machine with two cores; more would disturb each other.
func testBrowser(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "go", "test", "-json", "-tags=e2e", "-count=1", "-parallel=3", "-timeout=30m", "./web/e2e")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return err
	}
	times := readTests(out, os.Stdout)
	fmt.Print(slowest(times, 10))
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return nil
}

// testEvent is a line of go test -json.
type testEvent struct {
	Action, Test, Output string
	Elapsed              float64
}

// readTests reads the events of go test -json. It writes what failing tests
// and the test program itself say; a line that is no event is written as it is.
func readTests(events io.Reader, w io.Writer) (times []testTime) {
	said := map[string]*strings.Builder{}
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return times
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
			if e.Output != "PASS\n" && e.Output != "FAIL\n" {
				fmt.Fprint(w, e.Output)
			}
		case e.Action == "output":
			if strings.HasPrefix(e.Output, "=== ") {
				continue
			}
			if said[root] == nil {
				said[root] = &strings.Builder{}
			}
			said[root].WriteString(e.Output)
		case e.Test == "":
		case e.Action == "pass" || e.Action == "fail":
			times = append(times, testTime{e.Test, e.Elapsed})
			if below {
				continue
			}
			if e.Action == "fail" && said[root] != nil {
				fmt.Fprint(w, said[root])
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

package test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sheafscope/web/e2e"
	"sheafscope/web/tool/shell"
)

const (
	// browserTests is the folder of the tests in browsers.
	browserTests = "web/e2e"
	// rerunAtMost is the largest number of failed tests that are repeated. More failures have a common cause.
	rerunAtMost = 12
	// longest is the longest expected duration of a test in the usual form, on an idle machine on which Node starts in referenceStart.
	longest        = 45 * time.Second
	referenceStart = 110 * time.Millisecond
)

// inBrowsers runs the browser tests: first the parallel tests, then the tests that measure time (e2e.Timed), one after the other. Four
// tests run at once even on two cores, since a test waits for its page more than it computes. A failed test is repeated once, alone. If it
// then passes, it is unstable. The usual form omits the tests of e2e.Whole.
func inBrowsers(ctx context.Context, r *results, w io.Writer, c conditions) error {
	env := append(c.form.env(), "SHEAFSCOPE_NODE_START="+c.nodeStart.String())
	program, err := filepath.Abs(filepath.Join(shell.Work, "e2e.test"))
	if err != nil {
		return err
	}
	if err := shell.Command(ctx, nil, "go", "test", "-c", "-tags=e2e", "-o", program, "./"+browserTests); err != nil {
		return err
	}
	// run runs tests of the compiled program.
	run := func(r *results, args ...string) error {
		args = slices.Concat([]string{"tool", "test2json", "-t", "-p", browserTests, program, "-test.v=test2json"}, args, c.walk)
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Dir, cmd.Env = browserTests, append(os.Environ(), env...)
		return r.test(ctx, w, cmd)
	}
	var omitted []string
	for _, row := range e2e.Whole {
		if c.form == Usual {
			omitted = append(omitted, row.Test)
		}
	}
	err = errors.Join(
		run(r, "-test.parallel=4", "-test.timeout=0", "-test.skip="+anyOf(slices.Concat(e2e.Timed, omitted))),
		run(r, "-test.parallel=1", "-test.timeout=0", "-test.run="+anyOf(e2e.Timed), "-test.skip="+anyOf(omitted)))
	fmt.Fprint(w, r.slowest(40))
	if c.form == Usual {
		slowness := max(1, c.nodeStart.Seconds()/referenceStart.Seconds()) // of this machine
		fmt.Fprint(w, r.slower(longest.Seconds()*slowness))
	}
	failed := r.failures()
	areFew := 0 < len(failed) && len(failed) <= rerunAtMost
	if !areFew || ctx.Err() != nil {
		return err
	}
	for _, name := range failed {
		_, test, _ := strings.Cut(name, " ")
		fmt.Fprintf(w, "%s is run again, alone\n", test)
		again := newResults()
		err := run(again, "-test.parallel=1", "-test.timeout=10m", "-test.run="+anyOf([]string{test}))
		if err == nil && again.hasPassed(name) {
			fmt.Fprintf(w, "UNSTABLE %s: it failed, and passed alone; its output is above, its pictures are in %s\n", test,
				filepath.Join(shell.Work, "screens"))
			r.stabilize(name)
		}
	}
	if len(r.failures()) > 0 {
		return err
	}
	return nil
}

// This file runs the browser tests of web/e2e, and repeats failed tests.

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
	// browserTests is the folder of the browser tests.
	browserTests = "web/e2e"
	// browserRuns is the number of runs of the program with the browser tests, without repetitions.
	browserRuns = 2
	// rerunAtMost is the largest number of failed tests that are repeated. More failures probably have a common cause, and a repetition
	// would not help.
	rerunAtMost = 12
	// longest is the longest expected time of a test in the usual form, on an idle machine whose Node starts in referenceStart.
	longest        = 45 * time.Second
	referenceStart = 110 * time.Millisecond
)

// inBrowsers runs the browser tests and adds their results to r. It writes the output of failed tests and a list of the slowest tests to w.
// Most tests run first, four at once: even two cores suffice, since a test mostly waits for its page. Then the tests that measure time
// (e2e.Timed) run one after the other. The usual form omits the tests of e2e.Whole.
//
// A failed test is repeated once, alone. If the repetition passes, the test is unstable and counts as passed. Nothing is repeated if more
// than rerunAtMost tests failed, if ctx has ended, or if the program crashed, because the tests after a crash have not run.
//
// inBrowsers returns an error if the tests cannot be compiled. It returns nil if each failed test has passed alone, and otherwise the error
// of the runs before the repetition. Without a failed test there can still be an error: the program can fail outside of its tests.
func inBrowsers(ctx context.Context, r *results, w io.Writer, c conditions) error {
	env := append(c.form.env(), "SHEAFSCOPE_NODE_START="+c.nodeStart.String())
	program, err := filepath.Abs(filepath.Join(shell.Work, "e2e.test"))
	if err != nil {
		return err
	}
	if err := shell.Command(ctx, nil, "go", "test", "-c", "-tags=e2e", "-o", program, "./"+browserTests); err != nil {
		return err
	}
	// run runs the tests that args select and adds their results to r. The program also gets the arguments of the random walk, c.walk.
	run := func(r *results, args ...string) error {
		args = slices.Concat([]string{"tool", "test2json", "-t", "-p", browserTests, program, "-test.v=test2json"}, args, c.walk)
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Dir = browserTests
		cmd.Env = append(os.Environ(), env...)
		return r.test(ctx, w, cmd)
	}
	var omitted []string // names of tests
	for _, row := range e2e.Whole {
		if c.form == Usual {
			omitted = append(omitted, row.Test)
		}
	}
	err = errors.Join(
		run(r, "-test.parallel=4", "-test.timeout=0", "-test.skip="+anyOf(slices.Concat(e2e.Timed, omitted))),
		run(r, "-test.parallel=1", "-test.timeout=0", "-test.run="+anyOf(e2e.Timed), "-test.skip="+anyOf(omitted)))
	fmt.Fprint(w, r.slowest(40)) // the 40 slowest tests
	if c.form == Usual {         // tests of the long form have no usual time
		slowdown := max(1, c.nodeStart.Seconds()/referenceStart.Seconds()) // of this machine, relative to the reference
		fmt.Fprint(w, r.slower(longest.Seconds()*slowdown))
	}
	return r.repeat(ctx, w, err, run)
}

// repeat repeats the failed tests of r by run, whose arguments select tests, and returns the error of inBrowsers. err is the error of the
// runs before.
func (r *results) repeat(ctx context.Context, w io.Writer, err error, run func(r *results, args ...string) error) error {
	failed := r.failures()
	hasCrash := r.verdicts < browserRuns // a crash ends a run without a verdict
	if len(failed) == 0 || len(failed) > rerunAtMost || hasCrash || ctx.Err() != nil {
		return err
	}
	// Repeat the failed tests, each in a process of its own.
	for _, name := range failed {
		_, test, _ := strings.Cut(name, " ") // without the path of the package
		fmt.Fprintf(w, "%s is run again, alone\n", test)
		again := newResults()
		err := run(again, "-test.parallel=1", "-test.timeout=10m", "-test.run="+anyOf([]string{test}))
		if err == nil && again.hasPassed(name) { // a run that matches no test has no error, either
			fmt.Fprintf(w, "UNSTABLE %s: it failed, and passed alone; its output is above, its pictures are in %s\n", test,
				filepath.Join(shell.Work, "screens"))
			r.stabilize(name)
		}
	}
	if len(r.failures()) == 0 {
		return nil // every failed test passed alone
	}
	return err
}

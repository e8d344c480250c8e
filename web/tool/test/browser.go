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
	// rerunAtMost is how many failing tests are run again; where more fail, it is no chance.
	rerunAtMost = 12
	// longest is how long a test of the usual run may take on an idle machine on which node starts in 110 ms.
	longest = 45 * time.Second
)

// inBrowsers runs the tests in the browsers: first those that may run beside each other, then those that measure time,
// each alone. Each test waits for its page more than it computes: three run at a time also on a machine with two cores;
// more would disturb each other. A test that fails is run again, alone and once; if it passes then, it is unstable. Without
// long, the tests of e2e.Whole are left out. walk are arguments that every run gets.
func inBrowsers(ctx context.Context, r *results, w io.Writer, env []string, nodeStart time.Duration, long bool,
	walk []string) error {
	env = append(env, "SHEAFSCOPE_NODE_START="+nodeStart.String())
	program, err := filepath.Abs(filepath.Join(shell.Work, "e2e.test"))
	if err != nil {
		return err
	}
	if err := shell.Command(ctx, nil, "go", "test", "-c", "-tags=e2e", "-o", program, "./"+browserTests); err != nil {
		return err
	}
	run := func(r *results, args ...string) error {
		args = slices.Concat([]string{"tool", "test2json", "-t", "-p", browserTests, program, "-test.v=test2json"}, args, walk)
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Dir, cmd.Env = browserTests, append(os.Environ(), env...)
		return r.test(ctx, w, cmd)
	}
	var whole []string
	for _, row := range e2e.Whole {
		if !long {
			whole = append(whole, row.Test)
		}
	}
	err = errors.Join(
		run(r, "-test.parallel=4", "-test.timeout=0", "-test.skip="+anyOf(slices.Concat(e2e.Timed, whole))),
		run(r, "-test.parallel=1", "-test.timeout=0", "-test.run="+anyOf(e2e.Timed), "-test.skip="+anyOf(whole)))
	fmt.Fprint(w, r.slowest(40))
	if !long {
		fmt.Fprint(w, r.slower(longest.Seconds()*max(1, nodeStart.Seconds()/0.110)))
	}
	failed := r.failures()
	if len(failed) == 0 || len(failed) > rerunAtMost || ctx.Err() != nil {
		return err
	}
	for _, name := range failed {
		_, test, _ := strings.Cut(name, " ")
		fmt.Fprintf(w, "%s is run again, alone\n", test)
		again := newResults()
		if run(again, "-test.parallel=1", "-test.timeout=10m", "-test.run="+anyOf([]string{test})) == nil && again.hasPassed(name) {
			fmt.Fprintf(w, "UNSTABLE %s: it failed, and passed alone; what it printed stands above, pictures in %s\n", test,
				filepath.Join(shell.Work, "screens"))
			r.stabilize(name)
		}
	}
	if len(r.failures()) > 0 {
		return err
	}
	return nil
}

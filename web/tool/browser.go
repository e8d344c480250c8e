package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
)

// maxSecond is how many browser tests may be tried a second time. More than a
// few that fail are no accident of a busy machine.
const maxSecond = 3

// testBrowser runs the tests in the browser. What fails there may fail because
// the machine was busy at the wrong moment, so a few tests get a second chance,
// alone and in a new browser; both tries are in the output.
func testBrowser(ctx context.Context) error {
	var out bytes.Buffer
	first := runBrowser(ctx, &out, "")
	if first == nil {
		return nil
	}
	failed := failedTests(out.String())
	if len(failed) == 0 || len(failed) > maxSecond || ctx.Err() != nil {
		return first
	}
	fmt.Printf("\n== browser, a second try of %s\n", strings.Join(failed, ", "))
	if err := runBrowser(ctx, io.Discard, "^("+strings.Join(failed, "|")+")$"); err != nil {
		return err
	}
	fmt.Printf("UNSTEADY: %s failed at first and passed at the second try; see above\n", strings.Join(failed, ", "))
	return nil
}

// runBrowser runs the browser tests whose names match and copies their output.
func runBrowser(ctx context.Context, copied io.Writer, match string) error {
	cmd := exec.CommandContext(ctx, "go", "test", "-tags=e2e", "-count=1", "-timeout=16m", "-run="+match, "./web/e2e")
	cmd.Stdout, cmd.Stderr = io.MultiWriter(os.Stdout, copied), os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return nil
}

var failLine = regexp.MustCompile(`(?m)^--- FAIL: (Test\w+) `)

// failedTests lists the tests that the output of go test says failed. It is
// empty when the whole run broke off: then no list is complete.
func failedTests(out string) (names []string) {
	if strings.Contains(out, "panic: ") || strings.Contains(out, "\nsignal: ") {
		return nil
	}
	for _, m := range failLine.FindAllStringSubmatch(out, -1) {
		names = append(names, m[1])
	}
	return names
}

// This file runs the fuzz targets of the repository, functions named Fuzz… in the files of tests.

package test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"sheafscope/web/tool/shell"
)

// FuzzTime is the default duration of each fuzz target. Only the command fuzz, the long test and the nightly workflow search for new
// inputs. The usual test is deterministic: it runs the seeds, and the inputs in testdata/fuzz, which once failed.
const FuzzTime = 20 * time.Second

// fuzzAtOnce is the number of targets that run at once, each in one process. Two targets on two cores find more failures than one target on
// both cores.
const fuzzAtOnce = 2

// fuzzFunc matches the declaration of a fuzz function. The first group is the name.
var fuzzFunc = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)

// fuzzTarget is a fuzz function and its package.
type fuzzTarget struct{ pkg, name string }

// Fuzz runs every fuzz target for the duration perTarget, and returns the failures of all targets. The targets check readers of untrusted
// input. A reader must not panic, hang, or allocate more memory than the input justifies.
func Fuzz(ctx context.Context, perTarget time.Duration) error {
	targets, err := fuzzTargets()
	if err != nil {
		return err
	}
	var mu sync.Mutex // guards failures and the standard output
	var wg sync.WaitGroup
	var failures error // of all targets
	queue := make(chan fuzzTarget)
	for range fuzzAtOnce {
		wg.Go(func() {
			for t := range queue {
				result, err := fuzzTwiceIfHung(ctx, t, perTarget)
				mu.Lock()
				fmt.Printf("%-22s %s\n", t.name, result)
				failures = errors.Join(failures, err)
				mu.Unlock()
			}
		})
	}
	for _, t := range targets {
		queue <- t
	}
	close(queue)
	wg.Wait()
	return failures
}

// fuzzTwiceIfHung returns the results of fuzzOne. If the target seems to hang, it runs the target again and returns the second results.
//
// Go aborts an input after 10 s of wall-clock time. On a busy machine any input can take this time, so that a second run decides. It begins
// with the aborted input, which is now in testdata/fuzz, and the target limits the CPU time of the input.
func fuzzTwiceIfHung(ctx context.Context, t fuzzTarget, perTarget time.Duration) (string, error) {
	lastLine, err := fuzzOne(ctx, t, perTarget)
	isHung := err != nil && strings.Contains(err.Error(), "hung or terminated unexpectedly")
	if isHung {
		return fuzzOne(ctx, t, perTarget)
	}
	return lastLine, err
}

// fuzzTargets returns the fuzz functions of the repository. It returns an error if a file cannot be read, or if the repository has no fuzz
// functions.
func fuzzTargets() ([]fuzzTarget, error) {
	files, err := shell.Tree(shell.Suffixes("_test.go"), "core", "wasm", "web")
	if err != nil {
		return nil, err
	}
	var targets []fuzzTarget
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		for _, m := range fuzzFunc.FindAllSubmatch(src, -1) {
			targets = append(targets, fuzzTarget{"./" + filepath.ToSlash(filepath.Dir(f)), string(m[1])})
		}
	}
	if len(targets) == 0 {
		return nil, errors.New("no fuzz targets were found")
	}
	return targets, nil
}

// fuzzOne runs one target and returns the last line of the output. The error of a failure contains the whole output. If the time is over
// before Go has started a worker process, fuzzOne returns a line of its own and no error.
func fuzzOne(ctx context.Context, t fuzzTarget, perTarget time.Duration) (string, error) {
	// Five more minutes are enough for the compilation and for the minimisation of a failing input.
	cmd := exec.CommandContext(ctx, "go", "test", "-run=^$", "-fuzz=^"+t.name+"$", "-fuzztime="+perTarget.String(), "-parallel=1",
		"-timeout="+(perTarget+5*time.Minute).String(), t.pkg)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := shell.Run(cmd) // an interrupt also ends the test program, which go test has started
	text := strings.TrimSpace(out.String())
	// If the time is over before a worker has started, go test fails, although it has found nothing.
	hasFailingInput := strings.Contains(text, "Failing input")
	if err != nil && !hasFailingInput && strings.Contains(text, "context deadline exceeded") {
		return "ok, the time was over while a worker was still starting", nil
	}
	lastLine := text[strings.LastIndexByte(text, '\n')+1:]
	if err != nil {
		err = fmt.Errorf("%s in %s: %w\n%s", t.name, t.pkg, err, text)
	}
	return lastLine, err
}

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

// FuzzTime is the default duration of each fuzz target. Only this command, the long test and the nightly workflow search for new inputs.
// The usual test is deterministic: it runs the seeds, and the inputs in testdata/fuzz, which once failed.
const FuzzTime = 20 * time.Second

// fuzzAtOnce is the number of targets that run at once, each in one process. On two cores, two targets with a core each find more failures
// than one target with both cores.
const fuzzAtOnce = 2

// fuzzFunc matches the declaration of a fuzz test, with its name.
var fuzzFunc = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)

// fuzzTarget is a fuzz function and its package.
type fuzzTarget struct{ pkg, name string }

// Fuzz runs every fuzz target for the duration each, and returns the failures. The targets check readers of untrusted input: these must not
// panic, hang, or allocate more memory than the input justifies.
func Fuzz(ctx context.Context, each time.Duration) error {
	targets, err := fuzzTargets()
	if err != nil {
		return err
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	var failed error
	queue := make(chan fuzzTarget)
	for range fuzzAtOnce {
		wg.Go(func() {
			for t := range queue {
				last, err := fuzzOne(ctx, t, each)
				hung := err != nil && strings.Contains(err.Error(), "hung or terminated unexpectedly")
				if hung {
					// Go aborts an input after 10 s of wall-clock time, which any input can take on a busy machine. A second run
					// decides: the input is now in testdata/fuzz, and the targets limit the CPU time.
					last, err = fuzzOne(ctx, t, each)
				}
				mu.Lock()
				fmt.Printf("%-22s %s\n", t.name, last)
				failed = errors.Join(failed, err)
				mu.Unlock()
			}
		})
	}
	for _, t := range targets {
		queue <- t
	}
	close(queue)
	wg.Wait()
	return failed
}

// fuzzTargets returns the fuzz functions of the repository.
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

// fuzzOne runs one target and returns the last line of its output. If the time is over before go test has tried an input, it returns no
// error.
func fuzzOne(ctx context.Context, t fuzzTarget, each time.Duration) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "test", "-run=^$", "-fuzz=^"+t.name+"$", "-fuzztime="+each.String(), "-parallel=1",
		"-timeout="+(each+5*time.Minute).String(), t.pkg)
	out, err := cmd.CombinedOutput()
	text := strings.TrimSpace(string(out))
	hasInput := bytes.Contains(out, []byte("Failing input"))
	isOver := strings.Contains(text, "context deadline exceeded")
	if err != nil && isOver && !hasInput {
		return "ok, the time was over while a worker was still starting", nil
	}
	last := text[strings.LastIndexByte(text, '\n')+1:]
	if err != nil {
		err = fmt.Errorf("%s in %s: %w\n%s", t.name, t.pkg, err, text)
	}
	return last, err
}

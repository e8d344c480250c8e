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

// FuzzTime is how long each fuzz target runs by default. Seeds, and the
// inputs in testdata/fuzz that once failed, run with every test; the search is
// this command and a nightly workflow, so that nothing in the test is random.
const FuzzTime = 20 * time.Second

// fuzzAtOnce is how many targets run beside each other, each in one process:
// a target of its own on each core finds more than one target on all of them.
const fuzzAtOnce = 2

var fuzzFunc = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)

// fuzzTarget is a fuzz function and its package.
type fuzzTarget struct{ pkg, name string }

// Fuzz runs every fuzz target for a while; the readers of untrusted input must
// neither panic nor hang, nor take more memory than their input justifies.
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
				if err != nil && strings.Contains(err.Error(), "hung or terminated unexpectedly") {
					// Go ends an input after 10 s by the clock, which a starved machine
					// takes for any. What really hangs hangs again: it is in testdata/fuzz
					// now, and the targets bound the time by the processor's.
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

// fuzzTargets finds the fuzz functions of the repository.
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

// fuzzOne runs one target and returns the last line of its output.
func fuzzOne(ctx context.Context, t fuzzTarget, each time.Duration) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "test", "-run=^$", "-fuzz=^"+t.name+"$", "-fuzztime="+each.String(), "-parallel=1",
		"-timeout="+(each+5*time.Minute).String(), t.pkg)
	out, err := cmd.CombinedOutput()
	text := strings.TrimSpace(string(out))
	if err != nil && !bytes.Contains(out, []byte("Failing input")) && strings.Contains(text, "context deadline exceeded") {
		return "ok, the time was over while a worker was still starting", nil
	}
	last := text[strings.LastIndexByte(text, '\n')+1:]
	if err != nil {
		err = fmt.Errorf("%s in %s: %w\n%s", t.name, t.pkg, err, text)
	}
	return last, err
}

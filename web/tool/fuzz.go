package main

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
	"time"
)

// How long each fuzz target runs: as a part of the test, and as a command of
// its own. Inputs that once failed are in testdata and run with every test.
const (
	fuzzShort = 4 * time.Second
	fuzzLong  = 20 * time.Second
)

var fuzzFunc = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)

// fuzz runs every fuzz target for a while; the readers of untrusted input must
// neither panic nor hang.
func fuzz(ctx context.Context, each time.Duration) error {
	files, err := tree(suffixes("_test.go"), "core", "wasm", "web")
	if err != nil {
		return err
	}
	var failed error
	count := 0
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		for _, m := range fuzzFunc.FindAllSubmatch(src, -1) {
			count++
			failed = errors.Join(failed, fuzzOne(ctx, "./"+filepath.ToSlash(filepath.Dir(f)), string(m[1]), each))
		}
	}
	if count == 0 {
		return errors.New("no fuzz targets were found")
	}
	return failed
}

func fuzzOne(ctx context.Context, pkg, name string, each time.Duration) error {
	cmd := exec.CommandContext(ctx, "go", "test", "-run=^$", "-fuzz=^"+name+"$", "-fuzztime="+each.String(), "-timeout=5m", pkg)
	out, err := cmd.CombinedOutput()
	text := strings.TrimSpace(string(out))
	if err != nil && !bytes.Contains(out, []byte("Failing input")) && strings.Contains(text, "context deadline exceeded") {
		err = nil // a slow machine: the time was over while a worker was still starting
	}
	last := text[strings.LastIndexByte(text, '\n')+1:]
	fmt.Printf("%-22s %s\n", name, last)
	if err != nil {
		return fmt.Errorf("%s in %s: %w\n%s", name, pkg, err, text)
	}
	return nil
}

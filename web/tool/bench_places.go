package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sheafscope/web/e2e"
)

// runner measures at one place.
type runner struct {
	place string
	run   func(ctx context.Context, args, graphs []string, files map[string]string) ([]timing, error)
}

// benchRunners builds what is to be measured.
func benchRunners(ctx context.Context, quick bool) ([]runner, func(), error) {
	env, err := goEnv(ctx)
	if err != nil {
		return nil, nil, err
	}
	if _, err := kernelStep(ctx).do(); err != nil {
		return nil, nil, err
	}
	// The benchmarks, and the command for whole runs in workers.
	native, wasm, whole := filepath.Join(benchDir, "bench"), filepath.Join(benchSite, "bench.wasm"), filepath.Join(benchSite, "sgpc.wasm")
	js := []string{"GOOS=js", "GOARCH=wasm"}
	if err := errors.Join(
		command(ctx, nil, "go", "test", "-c", "-o", native, "./core/cmd/sgpc"),
		command(ctx, js, "go", "test", "-c", "-tags=kern", "-ldflags=-s -w", "-o", wasm, "./core/cmd/sgpc"),
		command(ctx, js, "go", "build", "-tags=kern", "-ldflags=-s -w", "-o", whole, "./core/cmd/sgpc"),
		shrinkFile(wasm, "", env.version), shrinkFile(whole, "", env.version),
	); err != nil {
		return nil, nil, err
	}
	list := []runner{
		{"native", func(ctx context.Context, args, graphs []string, _ map[string]string) ([]timing, error) {
			return benchCommand(exec.CommandContext(ctx, native, withGraphs(args, graphs)...))
		}},
		{"node", func(ctx context.Context, args, graphs []string, _ map[string]string) ([]timing, error) {
			cmd := exec.CommandContext(ctx, "node", append([]string{kernelDir + "/run.mjs", wasm}, withGraphs(args, graphs)...)...)
			cmd.Env = append(smallEnv(), "GOROOT="+env.root)
			return benchCommand(cmd)
		}},
	}
	if quick && needChrome(ctx) != nil {
		return list, func() {}, nil
	}
	browser, stop, err := benchBrowser(ctx, env, quick)
	if err != nil {
		return nil, nil, err
	}
	return append(list, browser), stop, nil
}

func withGraphs(args, graphs []string) []string {
	args = slices.Clone(args)
	for _, g := range graphs {
		args = append(args, "-graph="+g)
	}
	return args
}

// benchTorch measures the same epochs in PyTorch, nothing where there is none. Texas is the last of graphs, if that data set is there.
func benchTorch(ctx context.Context, graphs []string, quick bool) (list []timing, err error) {
	python, err := e2e.FindTorch()
	if err != nil {
		return nil, nil // the table says "not installed"
	}
	args := []string{"assets/bench/torch_epochs.py", "0.3", "3"}
	if quick {
		args[1], args[2] = "0", "1"
	}
	cmd := exec.CommandContext(ctx, python, append(args, graphs[1:]...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &list)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return list, nil
}

// benchCommand runs the command and reads its report.
func benchCommand(cmd *exec.Cmd) ([]timing, error) {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, err
	}
	return readBench(out.String())
}

// benchLine is what `go test -bench` prints of a sample.
var benchLine = regexp.MustCompile(`(?m)^Benchmark/(.+)/(\w+?)(?:-\d+)?\s+\d+\s+(\S+) ns/op\s+(\S+) B-process\s+(\S+) flop`)

// readBench reads the output of the benchmarks of core/cmd/sgpc. The first of
// several samples of a row warms up.
func readBench(text string) (list []timing, err error) {
	for _, m := range benchLine.FindAllStringSubmatch(text, -1) {
		var v [3]float64 // time, memory, operations
		for k := range v {
			v[k], err = strconv.ParseFloat(m[3+k], 64)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", m[0], err)
			}
		}
		name := strings.ReplaceAll(m[1], "_", " ") // as it was before package testing changed it
		at := slices.IndexFunc(list, func(r timing) bool { return r.Name == name && r.Variant == m[2] })
		if at < 0 {
			at, list = len(list), append(list, timing{Name: name, Variant: m[2], Flop: v[2]})
		}
		list[at].Samples, list[at].Memory = append(list[at].Samples, v[0]/1e6), max(list[at].Memory, v[1])
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("the benchmarks printed no row:\n%s", text)
	}
	for k, r := range list {
		if len(r.Samples) > 1 {
			list[k].Samples = r.Samples[1:]
		}
	}
	return list, nil
}

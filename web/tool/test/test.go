// Package test tests and measures the page: every test and check as a whole, parts of them with another version of Go, a search for
// inputs that break a reader, a look for known vulnerabilities, and the benchmarks.
package test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"sheafscope/web/e2e"
	"sheafscope/web/tool/build"
	"sheafscope/web/tool/shell"
)

// Run runs every part, also after one failed, and prints a summary. With long, every test takes its long form
// (web/tool/longforms_test.go). The random walk through the page has a seed: the one given, that of the test where it is 0, or
// with long another one each time. With record a run in which nothing failed is written into BENCHMARKS.md.
func Run(ctx context.Context, long bool, seed uint64, record bool) error {
	env, err := shell.FindGo(ctx)
	if err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" { // for all programs of the test
		if err := os.Setenv("GOGC", rareCollections); err != nil {
			return err
		}
	}
	start := e2e.NodeStart()
	if start == 0 {
		return errors.New("node does not start: node -e 0 fails")
	}
	fmt.Printf("node starts in %d ms; %d cores\n", start.Milliseconds(), runtime.NumCPU())
	if seed == 0 && long {
		seed = 1 + rand.Uint64N(1e6)
	}
	var walk []string
	if seed > 0 {
		fmt.Printf("the random walk through the page has --seed %d\n", seed)
		walk = []string{fmt.Sprintf("-seed=%d", seed)}
	}
	count, err := runParts(ctx, allParts(env, long, walk, start), long)
	if err != nil || !record {
		return err
	}
	return recordIn(benchmarks, long, recorded(long, count, time.Now(), start))
}

// rareCollections is the value of GOGC in the test: its programs are short and have small heaps, and to collect at five times what
// lives, in place of twice, saves a fifth of their processor time.
const rareCollections = "400"

// allParts lists the parts; the earlier one begins first: vet and staticcheck after the tests, which have compiled what they need.
// walk are the arguments of the browser tests beside those of go test.
func allParts(env shell.Go, long bool, walk []string, nodeStart time.Duration) []part {
	wasm := []string{"GOOS=js", "GOARCH=wasm"}
	exe := filepath.Join(env.Root, "lib", "wasm", "go_js_wasm_exec")
	form := formEnv(long)
	plain := func(run func(ctx context.Context) error) func(context.Context, *results, io.Writer) error {
		return func(ctx context.Context, _ *results, _ io.Writer) error { return run(ctx) }
	}
	browser, native := 20*time.Minute, 4*time.Minute
	if long {
		browser, native = 2*time.Hour, time.Hour
	}
	parts := []part{
		{Name: "generate", Usual: time.Minute, Run: plain(func(ctx context.Context) error { return build.Generate(ctx, env) })},
		{Name: "format", Usual: time.Minute, Run: plain(checkFormat)},
		{Name: "native", Needs: []string{"generate"}, Usual: native, Run: func(ctx context.Context, r *results, w io.Writer) error {
			if err := installNotebook(ctx); err != nil { // whose Python runs assets/code
				return err
			}
			if long {
				if err := installSlurm(ctx); err != nil {
					return err
				}
			}
			err := goTest(ctx, r, w, form, "-timeout=0", "-vet=off", "./...") // vet is a part of its own
			fmt.Fprint(w, r.slowest(10))
			return err
		}},
		{Name: "build", Needs: []string{"generate"}, Usual: 2 * time.Minute, Run: plain(func(ctx context.Context) error {
			return build.Page(ctx, build.Quick, "")
		})},
		{Name: "wasm", Needs: []string{"build"}, Usual: 4 * time.Minute, Run: func(ctx context.Context, r *results, w io.Writer) error {
			return errors.Join(inWasm(ctx, r, w, slices.Concat(form, wasm), exe), inWasmWithKernel(ctx, r, w, form))
		}},
		{Name: "vet", Needs: []string{"generate"}, Usual: 3 * time.Minute, Run: plain(func(ctx context.Context) error {
			return errors.Join(
				shell.Command(ctx, nil, "go", "vet", "./..."),
				shell.Command(ctx, wasm, "go", "vet", "-tags=kern,whole", "./wasm/...", "./web", "./web/course/page", "./core/linalg"),
				shell.Command(ctx, nil, "go", "vet", "-tags=e2e screens", "./web/e2e"))
		})},
		{Name: "static", Needs: []string{"generate"}, Usual: 3 * time.Minute, Run: plain(func(ctx context.Context) error {
			return checkStatic(ctx, wasm)
		})},
		{Name: "size", Needs: []string{"build"}, Usual: time.Minute, Run: plain(func(ctx context.Context) error {
			return checkSize(ctx, env)
		})},
		{Name: "browser", Needs: []string{"build"}, Alone: true, Usual: browser, Run: func(ctx context.Context, r *results,
			w io.Writer) error {
			err := errors.Join(installChrome(ctx), installFirefox(ctx), installFont(ctx), installNotebook(ctx))
			if long {
				err = errors.Join(err, installLaTeX(ctx))
			}
			if err != nil {
				return err
			}
			return inBrowsers(ctx, r, w, form, nodeStart, long, walk)
		}},
	}
	parts = append(parts, part{Name: "checkouts", Needs: []string{"build"}, Usual: time.Minute,
		Run: plain(func(ctx context.Context) error {
			return tryCheckouts(ctx, long)
		})})
	if long {
		parts = append(parts, part{Name: "savings", Needs: []string{"build"}, Usual: 5 * time.Minute, Run: plain(Savings)},
			part{Name: "twice", Needs: []string{"build"}, Usual: 2 * time.Minute, Run: plain(buildTwice)})
		parts = append(parts, part{Name: "fuzz", Needs: []string{"generate"}, Alone: true, Usual: time.Hour,
			Run: plain(func(ctx context.Context) error { return Fuzz(ctx, FuzzTime) })})
	}
	return parts
}

// goTest runs go test with an environment and arguments.
func goTest(ctx context.Context, r *results, w io.Writer, env []string, args ...string) error {
	cmd := exec.CommandContext(ctx, "go", append([]string{"test", "-json"}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	return r.test(ctx, w, cmd)
}

// wasmTests lists what is tested in wasm, too: what can differ there. That whole runs have the same bits is tested from
// outside (core/cmd/sgpc, TestNativeAndWasmAgree).
var wasmTests = []struct{ packages, tests string }{
	// Kernels, rounding, streams of random numbers.
	{packages: "./core/linalg ./core/rng ./core/small ./core/transport ./core/diffusion ./core/spectral ./core/autodiff ./core/tables"},
	{packages: "./core/pacbayes", tests: "Printed"},
	// Texts of panels, figures of the course and scenes; those of the commands are compared from outside, too.
	{packages: "./web/view ./web/course ./web/opening/scene", tests: "Printed$"},
	// Messages, and what a program with 4 GiB of memory refuses.
	{packages: "./core/json ./wasm/proto ./wasm/wire ./wasm/recipe ./wasm/data"},
	{packages: "./core/sgpc ./core/graphio ./wasm/session", tests: "Memory|Limit|Large|Bits|Kernel"},
}

// inWasm runs the tests in wasm.
func inWasm(ctx context.Context, r *results, w io.Writer, env []string, exe string) error {
	var errs []error
	for _, t := range wasmTests {
		args := append([]string{"test", "-json", "-vet=off", "-exec=" + exe, "-run=" + cmp.Or(t.tests, ".")}, strings.Fields(t.packages)...)
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Env = append(shell.SmallEnv(), env...)
		errs = append(errs, r.test(ctx, w, cmd))
	}
	return errors.Join(errs...)
}

// formEnv is the environment of tests in their usual or their long form.
func formEnv(long bool) []string {
	if long {
		return []string{"LONG=" + longShare}
	}
	return []string{"LONG="}
}

// longShare is how much of the longest form of a test --long takes: monkeys of ten minutes in place of fifty.
const longShare = "0.2"

// anyOf joins the names of tests for -test.run or -test.skip.
func anyOf(names []string) string { return "^(" + strings.Join(names, "|") + ")$" }

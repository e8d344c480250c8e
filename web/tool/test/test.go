// Package test runs the tests, checks and benchmarks of the project: the whole test, tests with another version of Go, fuzzing, a search
// for known vulnerabilities, screenshots, the film, and measurements.
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

// Form is the form of the tests. web/tool/longforms_test.go checks the long forms.
type Form int

const (
	Usual Form = iota // for every change
	Long              // with long forms of tests and further parts, for a release
)

// env returns the environment variable LONG, by which tests select their form: the share of the longest form, or "" for the usual form.
func (f Form) env() []string {
	if f == Long {
		return []string{"LONG=" + longShare}
	}
	return []string{"LONG="}
}

// Options are the options of [Run].
type Options struct {
	Form Form
	// Seed is the seed of the random walk through the page. 0 means a fixed seed in the usual form, and a new seed for each run of the long
	// form.
	Seed   uint64
	Record bool // write counts and durations of a run without failures to BENCHMARKS.md
}

// conditions are the conditions of a run of the test that its parts need.
type conditions struct {
	form      Form
	nodeStart time.Duration // time in which Node starts, a measure of the machine's speed
	walk      []string      // arguments of the random walk
}

// Run runs every part of the test and prints a summary. A failure stops only the parts that need the failed part. After a failure Run
// returns ErrFailed.
func Run(ctx context.Context, o Options) error {
	env, err := shell.FindGo(ctx)
	if err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" { // inherited by all programs of the test
		if err := os.Setenv("GOGC", rareCollections); err != nil {
			return err
		}
	}
	// The speed of the machine scales the limits of the browser tests.
	start := e2e.NodeStart()
	if start == 0 {
		return errors.New("node does not start: node -e 0 fails")
	}
	fmt.Printf("node starts in %d ms; %d cores\n", start.Milliseconds(), runtime.NumCPU())
	if o.Seed == 0 && o.Form == Long {
		o.Seed = 1 + rand.Uint64N(1e6)
	}
	c := conditions{form: o.Form, nodeStart: start}
	if o.Seed > 0 {
		fmt.Printf("the random walk through the page has --seed %d\n", o.Seed)
		c.walk = []string{fmt.Sprintf("-seed=%d", o.Seed)}
	}
	count, err := runParts(ctx, allParts(env, c), o.Form)
	if err != nil || !o.Record {
		return err
	}
	return recordIn(benchmarks, o.Form, recorded(o.Form, count, time.Now(), start))
}

// rareCollections is the value of GOGC in the test. The programs of the test run for a short time and have small heaps. A fifth of their
// CPU time is saved if garbage is collected at five times the live heap, instead of twice the live heap.
const rareCollections = "400"

// allParts returns the parts of the test in the order in which they begin. The parts vet and static follow the tests, whose compiled
// packages they use.
func allParts(env shell.Go, c conditions) []part {
	wasm := []string{"GOOS=js", "GOARCH=wasm"}
	exe := filepath.Join(env.Root, "lib", "wasm", "go_js_wasm_exec")
	form := c.form.env()
	// plain returns the Run of a part that runs no tests of Go.
	plain := func(run func(ctx context.Context) error) func(context.Context, *results, io.Writer) error {
		return func(ctx context.Context, _ *results, _ io.Writer) error { return run(ctx) }
	}
	// Usual durations of two parts on the slowest known machine.
	browser, native := 20*time.Minute, 4*time.Minute
	if c.form == Long {
		browser, native = 2*time.Hour, time.Hour
	}
	parts := []part{
		{Name: "generate", Usual: time.Minute, Run: plain(func(ctx context.Context) error { return build.Generate(ctx, env) })},
		{Name: "format", Usual: time.Minute, Run: plain(checkFormat)},
		{Name: "scripts", Needs: []string{"build"}, Usual: 10 * time.Second, Run: plain(checkScripts)},
		{Name: "native", Needs: []string{"generate"}, Usual: native, Run: func(ctx context.Context, r *results, w io.Writer) error {
			if err := installNotebook(ctx); err != nil { // this Python runs assets/code
				return err
			}
			if c.form == Long {
				if err := installSlurm(ctx); err != nil {
					return err
				}
			}
			err := goTest(ctx, r, w, form, "-timeout=0", "-vet=off", "./...") // the part vet vets
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
			if c.form == Long {
				err = errors.Join(err, installLaTeX(ctx))
			}
			if err != nil {
				return err
			}
			return inBrowsers(ctx, r, w, c)
		}},
	}
	parts = append(parts, part{Name: "checkouts", Needs: []string{"build"}, Usual: time.Minute,
		Run: plain(func(ctx context.Context) error {
			return tryCheckouts(ctx, c.form)
		})})
	if c.form == Long {
		parts = append(parts, part{Name: "savings", Needs: []string{"build"}, Usual: 5 * time.Minute, Run: plain(Savings)},
			part{Name: "twice", Needs: []string{"build"}, Usual: 2 * time.Minute, Run: plain(buildTwice)})
		parts = append(parts, part{Name: "fuzz", Needs: []string{"generate"}, Alone: true, Usual: time.Hour,
			Run: plain(func(ctx context.Context) error { return Fuzz(ctx, FuzzTime) })})
	}
	return parts
}

// goTest runs go test with arguments and additional environment variables.
func goTest(ctx context.Context, r *results, w io.Writer, env []string, args ...string) error {
	cmd := exec.CommandContext(ctx, "go", append([]string{"test", "-json"}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	return r.test(ctx, w, cmd)
}

// wasmTests has the tests that also run in wasm, because their results could differ in wasm. tests is a regular expression; "" means all
// tests. core/cmd/sgpc TestNativeAndWasmAgree tests the equality of whole runs.
var wasmTests = []struct{ packages, tests string }{
	// Kernels, rounding and streams of random numbers.
	{packages: "./core/linalg ./core/rng ./core/small ./core/transport ./core/diffusion ./core/spectral ./core/autodiff ./core/tables"},
	{packages: "./core/pacbayes", tests: "Printed"},
	// Texts of panels, figures of the course and scenes.
	{packages: "./web/view ./web/course ./web/opening/scene", tests: "Printed$"},
	// Messages, and the limits of a program with 4 GiB of memory.
	{packages: "./core/json ./wasm/proto ./wasm/wire ./wasm/recipe ./wasm/data"},
	{packages: "./core/sgpc ./core/graphio ./wasm/session", tests: "Memory|Limit|Large|Bits|Kernel"},
}

// inWasm runs wasmTests in wasm. exe is the path of the program go_js_wasm_exec.
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

// longShare is the share of the longest form of a test that --long runs. For example, random walks take ten minutes instead of fifty.
const longShare = "0.2"

// anyOf returns a regular expression for -test.run or -test.skip that matches exactly the named tests.
func anyOf(names []string) string { return "^(" + strings.Join(names, "|") + ")$" }

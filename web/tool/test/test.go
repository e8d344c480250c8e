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

// Form is the amount of work in a run of the tests.
type Form int

const (
	Usual Form = iota // the test of every change
	Long              // further parts, and more work in some tests
)

// env returns the environment variable LONG, by which tests select their form. An empty value selects the usual form. Any other value is
// the share of the longest form that a test runs.
func (f Form) env() []string {
	if f == Long {
		return []string{"LONG=" + longShare}
	}
	return []string{"LONG="}
}

// Options are the options of [Run].
type Options struct {
	Form Form
	// Seed is the seed of the random walk through the page. 0 means a fixed seed in the usual form. In the long form, 0 means a new random
	// seed.
	Seed   uint64
	Record bool // write counts and durations to BENCHMARKS.md if the run has no failures
}

// conditions are the conditions of the tests in browsers.
type conditions struct {
	form      Form
	nodeStart time.Duration // time in which Node starts, a measure of the machine's speed
	walk      []string      // arguments of the random walk; nil selects its fixed seed
}

// Run runs every part of the test and prints a summary. If a part fails, the parts that do not need this part still run, and Run returns
// ErrFailed. Any other error means that the parts did not begin, for example without Node, or that the record could not be written.
func Run(ctx context.Context, o Options) error {
	golang, err := shell.FindGo(ctx)
	if err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" { // the user's value has priority; all programs of the test inherit the variable
		if err := os.Setenv("GOGC", rareCollections); err != nil {
			return err
		}
	}
	// The time limits of the browser tests grow with the time in which Node starts.
	nodeStart := e2e.NodeStart()
	if nodeStart == 0 {
		return errors.New("node does not start: node -e 0 fails")
	}
	fmt.Printf("node starts in %d ms; %d cores\n", nodeStart.Milliseconds(), runtime.NumCPU())
	seed := o.Seed
	if seed == 0 && o.Form == Long {
		seed = 1 + rand.Uint64N(1e6) // short enough to type, and never 0, which means the fixed seed
	}
	c := conditions{form: o.Form, nodeStart: nodeStart}
	if seed > 0 {
		fmt.Printf("the random walk through the page has --seed %d\n", seed)
		c.walk = []string{fmt.Sprintf("-seed=%d", seed)}
	}
	counts, err := runParts(ctx, allParts(golang, c), o.Form)
	if err != nil || !o.Record {
		return err
	}
	return recordIn(benchmarks, o.Form, recorded(o.Form, counts, time.Now(), nodeStart))
}

// rareCollections is the value of GOGC in the test. With 400, Go collects garbage when the heap has five times the size of the live
// objects. The default is twice the size. The programs of the test have small heaps, and 400 saves a fifth of their CPU time.
const rareCollections = "400"

// allParts returns the parts of the test. Most parts compile the code that "generate" writes, or use the results of "build". Parts that are
// ready begin in the order of the list. "vet" and "static" come after "native" and "wasm", because they use packages that "native" and
// "wasm" have compiled.
func allParts(golang shell.Go, c conditions) []part {
	wasm := []string{"GOOS=js", "GOARCH=wasm"}
	wasmExec := filepath.Join(golang.Root, "lib", "wasm", "go_js_wasm_exec")
	formEnv := c.form.env()
	// plain returns the function Run of a part whose result is an error alone.
	plain := func(run func(ctx context.Context) error) func(context.Context, *results, io.Writer) error {
		return func(ctx context.Context, _ *results, _ io.Writer) error { return run(ctx) }
	}
	// Usual durations on the slowest known machine. These two parts have a larger one in the long form.
	browser, native := 20*time.Minute, 11*time.Minute
	if c.form == Long {
		browser, native = 2*time.Hour, time.Hour
	}
	parts := []part{
		{Name: "generate", Usual: time.Minute, Run: plain(func(ctx context.Context) error { return build.Generate(ctx, golang) })},
		{Name: "format", Usual: time.Minute, Run: plain(checkFormat)},
		{Name: "scripts", Needs: []string{"build"}, Usual: 10 * time.Second, Run: plain(checkScripts)},
		{Name: "native", Needs: []string{"generate"}, Usual: native, Run: func(ctx context.Context, r *results, w io.Writer) error {
			if err := installNotebook(ctx); err != nil { // the tests of assets/code run in its Python
				return err
			}
			if c.form == Long {
				if err := installSlurm(ctx); err != nil {
					return err
				}
			}
			err := goTest(ctx, r, w, formEnv, "-timeout=0", "-vet=off", "./...") // the schedule limits the time; "vet" is a part of its own
			fmt.Fprint(w, r.slowest(10))
			return err
		}},
		{Name: "build", Needs: []string{"generate"}, Usual: 2 * time.Minute, Run: plain(func(ctx context.Context) error {
			return build.Page(ctx, build.Quick, "")
		})},
		{Name: "wasm", Needs: []string{"build"}, Usual: 5 * time.Minute, Run: func(ctx context.Context, r *results, w io.Writer) error {
			return errors.Join(inWasm(ctx, r, w, slices.Concat(formEnv, wasm), wasmExec), inWasmWithKernel(ctx, r, w, formEnv))
		}},
		{Name: "vet", Needs: []string{"generate"}, Usual: 3 * time.Minute, Run: plain(func(ctx context.Context) error {
			return errors.Join(
				shell.Command(ctx, nil, "go", "vet", "./..."),
				shell.Command(ctx, wasm, "go", "vet", "-tags=kern,whole", "./wasm/...", "./web", "./web/course/page", "./core/linalg"),
				shell.Command(ctx, wasm, "go", "vet", "-tags=kern,commands", "./core/cmd/sgpc"), // built by bench and by test --go
				shell.Command(ctx, nil, "go", "vet", "-tags=e2e screens", "./web/e2e"))
		})},
		{Name: "static", Needs: []string{"generate"}, Usual: 3 * time.Minute, Run: plain(func(ctx context.Context) error {
			return checkStatic(ctx, wasm)
		})},
		{Name: "size", Needs: []string{"build"}, Usual: time.Minute, Run: plain(func(ctx context.Context) error {
			return checkSize(ctx, golang)
		})},
		// The time limits of the browser tests need a machine without other parts.
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
		// The part "fuzz" runs alone: beside other parts a slow input could count as a hang (see Fuzz).
		parts = append(parts, part{Name: "fuzz", Needs: []string{"generate"}, Alone: true, Usual: time.Hour,
			Run: plain(func(ctx context.Context) error { return Fuzz(ctx, FuzzTime) })})
	}
	return parts
}

// goTest runs go test with arguments and additional environment variables, and records the results in r. For w, see [results.read].
func goTest(ctx context.Context, r *results, w io.Writer, env []string, args ...string) error {
	cmd := exec.CommandContext(ctx, "go", append([]string{"test", "-json"}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	return r.test(ctx, w, cmd)
}

// wasmTests has the tests that run in wasm. Most of them also run natively; the results in wasm could differ. packages lists packages,
// separated by spaces. tests is a regular expression for the names of tests; "" means all tests.
var wasmTests = []struct{ packages, tests string }{
	// Kernels, rounding and streams of random numbers.
	{packages: "./core/linalg ./core/rng ./core/small ./core/transport ./core/diffusion ./core/spectral ./core/autodiff ./core/tables"},
	{packages: "./core/pacbayes", tests: "Printed"},
	// Texts of panels, figures of the course and scenes.
	{packages: "./web/view ./web/course ./web/opening/scene", tests: "Printed$"},
	// Messages, and the limits of a program with 4 GiB of memory.
	{packages: "./core/json ./wasm/proto ./wasm/wire ./wasm/recipe ./wasm/data"},
	// The object window.sheafscope, which exists only in wasm.
	{packages: "./wasm"},
	{packages: "./core/sgpc ./core/graphio ./wasm/session", tests: "Memory|Limit|Large|Bits|Kernel"},
}

// inWasm runs wasmTests in wasm with additional environment variables. wasmExec is the path of the program go_js_wasm_exec, which runs a
// wasm program in Node. The environment is small, since a program in wasm does not start with a larger one (see [shell.SmallEnv]).
func inWasm(ctx context.Context, r *results, w io.Writer, env []string, wasmExec string) error {
	var errs []error
	for _, t := range wasmTests {
		pattern := cmp.Or(t.tests, ".")
		args := append([]string{"test", "-json", "-vet=off", execFlag(wasmExec), "-run=" + pattern}, strings.Fields(t.packages)...)
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Env = append(shell.SmallEnv(), env...)
		errs = append(errs, r.test(ctx, w, cmd))
	}
	return errors.Join(errs...)
}

// execFlag returns the flag -exec of go test with the words of a command. A word may contain spaces, but no quotation marks.
func execFlag(words ...string) string { return `-exec="` + strings.Join(words, `" "`) + `"` }

// longShare is the share of the longest form of a test that --long runs. For example, random walks take ten minutes instead of fifty.
const longShare = "0.2"

// anyOf returns a regular expression for -test.run or -test.skip that matches exactly the named tests. Without names it matches no test.
func anyOf(names []string) string { return "^(" + strings.Join(names, "|") + ")$" }

package main

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
	"sheafscope/web/tool/check"
	"sheafscope/web/tool/gotool"
	"sheafscope/web/tool/guard"
	"sheafscope/web/tool/install"
	"sheafscope/web/tool/pack"
	"sheafscope/web/tool/vugu"
)

// part is one part of the test.
type part struct {
	name string
	// needs names parts that must have passed.
	needs []string
	// alone keeps other parts from running beside this one.
	alone bool
	// usual is how long the part takes on the slowest machine seen. Four times as long is a hang.
	usual time.Duration
	run   func(ctx context.Context, r *results, w io.Writer) error
}

// test runs every part, also after one failed, and prints a summary. With long, every test takes its long form (longForms). The
// random walk through the page has a seed: the one given, that of the test where it is 0, or with long another one each time.
func test(ctx context.Context, long bool, seed uint64) error {
	env, err := gotool.Find(ctx)
	if err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" { // for all programs of the test
		if err := os.Setenv("GOGC", rareCollections); err != nil {
			return err
		}
	}
	g, err := guard.Start()
	if err != nil {
		return err
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
	s := schedule{atOnce: 2, long: long, w: os.Stdout}
	return s.summary(s.run(guard.With(ctx, g), testParts(env, long, walk, start)))
}

// rareCollections is the value of GOGC in the test: its programs are short and have small heaps, and to collect at five times what
// lives, in place of twice, saves a fifth of their processor time.
const rareCollections = "400"

// testParts lists the parts; the earlier one begins first: vet and staticcheck after the tests, which have compiled what they need.
// walk are the arguments of the browser tests beside those of go test.
func testParts(env gotool.Tool, long bool, walk []string, nodeStart time.Duration) []part {
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
		{name: "generate", usual: time.Minute, run: plain(func(ctx context.Context) error { return vugu.Generate(ctx, env) })},
		{name: "format", usual: time.Minute, run: plain(check.Format)},
		{name: "native", needs: []string{"generate"}, usual: native, run: func(ctx context.Context, r *results, w io.Writer) error {
			if err := install.Notebook(ctx); err != nil { // whose Python runs assets/code
				return err
			}
			if long {
				if err := install.Slurm(ctx); err != nil {
					return err
				}
			}
			err := goTest(ctx, r, w, form, "-timeout=0", "-vet=off", "./...") // vet is a part of its own
			fmt.Fprint(w, slowest(r.times, 10))
			return err
		}},
		{name: "build", needs: []string{"generate"}, usual: 2 * time.Minute, run: plain(func(ctx context.Context) error {
			return build.Page(ctx, pack.Quick, "")
		})},
		{name: "wasm", needs: []string{"build"}, usual: 4 * time.Minute, run: func(ctx context.Context, r *results, w io.Writer) error {
			return errors.Join(testWasm(ctx, r, w, slices.Concat(form, wasm), exe), testKernel(ctx, r, w, form))
		}},
		{name: "vet", needs: []string{"generate"}, usual: 3 * time.Minute, run: plain(func(ctx context.Context) error {
			return errors.Join(
				guard.Command(ctx, nil, "go", "vet", "./..."),
				guard.Command(ctx, wasm, "go", "vet", "-tags=kern,whole", "./wasm/...", "./web", "./web/course/page", "./core/linalg"),
				guard.Command(ctx, nil, "go", "vet", "-tags=e2e screens", "./web/e2e"))
		})},
		{name: "static", needs: []string{"generate"}, usual: 3 * time.Minute, run: plain(func(ctx context.Context) error {
			return check.Static(ctx, wasm)
		})},
		{name: "size", needs: []string{"build"}, usual: time.Minute, run: plain(func(ctx context.Context) error {
			return check.Size(ctx, env)
		})},
		{name: "browser", needs: []string{"build"}, alone: true, usual: browser, run: func(ctx context.Context, r *results, w io.Writer) error {
			if err := errors.Join(install.Chrome(ctx), install.Firefox(ctx), install.Font(ctx), install.Notebook(ctx)); err != nil {
				return err
			}
			return testBrowser(ctx, r, w, form, nodeStart, long, walk)
		}},
	}
	if long {
		parts = append(parts, part{name: "twice", needs: []string{"build"}, usual: 2 * time.Minute, run: plain(check.Twice)})
		parts = append(parts, part{name: "fuzz", needs: []string{"generate"}, alone: true, usual: time.Hour,
			run: plain(func(ctx context.Context) error { return fuzz(ctx, fuzzTime) })})
	}
	return parts
}

// goTest runs go test with an environment and arguments.
func goTest(ctx context.Context, r *results, w io.Writer, env []string, args ...string) error {
	cmd := exec.CommandContext(ctx, "go", append([]string{"test", "-json"}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	return runTests(ctx, r, w, cmd)
}

// wasmTests lists what is tested in wasm, too: what can differ there. That whole runs have the same bits is tested from
// outside (core/cmd/sgpc, TestNativeAndWasmAgree).
var wasmTests = []struct{ packages, tests string }{
	// Kernels, rounding, streams of random numbers.
	{packages: "./core/linalg ./core/rng ./core/small ./core/transport ./core/diffusion ./core/spectral ./core/autodiff"},
	// Messages, and what a program with 4 GiB of memory refuses.
	{packages: "./core/json ./wasm/proto ./wasm/wire ./wasm/recipe ./wasm/data"},
	{packages: "./core/sgpc ./core/graphio ./wasm/session", tests: "Memory|Limit|Large|Bits|Kernel"},
}

// testWasm runs the tests in wasm.
func testWasm(ctx context.Context, r *results, w io.Writer, env []string, exe string) error {
	var errs []error
	for _, t := range wasmTests {
		args := append([]string{"test", "-json", "-vet=off", "-exec=" + exe, "-run=" + cmp.Or(t.tests, ".")}, strings.Fields(t.packages)...)
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Env = append(gotool.SmallEnv(), env...)
		errs = append(errs, runTests(ctx, r, w, cmd))
	}
	return errors.Join(errs...)
}

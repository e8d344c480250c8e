package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// part is one part of the test.
type part struct {
	name string
	// needs names a part that must have passed.
	needs string
	run   func() error
}

// test runs every part, also after one failed, and prints a summary.
func test(ctx context.Context) error {
	env, err := goEnv(ctx)
	if err != nil {
		return err
	}
	wasm := []string{"GOOS=js", "GOARCH=wasm"}
	exe := filepath.Join(env.root, "lib", "wasm", "go_js_wasm_exec")
	parts := []part{
		{name: "generate", run: func() error { return generate(ctx, env) }},
		{name: "format", run: func() error { return checkFormat(ctx) }},
		{name: "vet", needs: "generate", run: func() error {
			return errors.Join(
				command(ctx, nil, "go", "vet", "./..."),
				command(ctx, wasm, "go", "vet", "-tags=kern", "./wasm/...", "./web", "./core/linalg"),
				command(ctx, nil, "go", "vet", "-tags=e2e screens", "./web/e2e"))
		}},
		{name: "static", needs: "generate", run: func() error { return staticcheck(ctx, wasm) }},
		{name: "native", needs: "generate", run: func() error {
			return command(ctx, nil, "go", "test", "-timeout=15m", "./...")
		}},
		{name: "wasm", run: func() error { return testWasm(ctx, wasm, exe) }},
		{name: "kernel", run: func() error { return testKernel(ctx) }},
		{name: "build", needs: "generate", run: func() error { return build(ctx, quick, "") }},
		{name: "twice", needs: "build", run: func() error { return buildTwice(ctx) }},
		{name: "browser", needs: "build", run: func() error {
			if err := errors.Join(needChrome(ctx), needFirefox(ctx), needFont(ctx), needNotebook(ctx)); err != nil {
				return err
			}
			return testBrowser(ctx)
		}},
	}
	return runParts(parts)
}

// testWasm runs the tests of the pure packages in wasm, in two processes: a program in
// wasm has one thread, and package sgpc takes as long as all the others together.
func testWasm(ctx context.Context, wasm []string, exe string) error {
	const late = "^Test[R-Z]"
	// These take half of the time of core/sgpc and compare a run with itself: what they
	// find is found natively, since both compute the same bits (TestNativeAndWasmAgree).
	const native = "^Test(Reads|MemoryAgainstTheHeap|WholeLossGradient|CodeGradients|CertificateSimulation)$"
	run := func(args ...string) error {
		cmd := exec.CommandContext(ctx, "go", append([]string{"test", "-timeout=20m", "-exec=" + exe}, args...)...)
		cmd.Env = append(smallEnv(), wasm...)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		return cmd.Run()
	}
	out, err := exec.CommandContext(ctx, "go", "list", "./core/...").Output()
	if err != nil {
		return fmt.Errorf("go list ./core/...: %w", err)
	}
	rest := []string{"./wasm/proto", "./wasm/session", "./wasm/data", "./wasm/recipe"}
	for _, name := range strings.Fields(string(out)) {
		if name != "sheafscope/core/sgpc" {
			rest = append(rest, name)
		}
	}
	second := make(chan error, 1)
	go func() { second <- run("./core/sgpc", "-run="+late, "-skip="+native) }()
	return errors.Join(run("./core/sgpc", "-skip="+late+"|"+native), run(rest...), <-second)
}

func runParts(parts []part) error {
	start := time.Now()
	passed := map[string]bool{}
	var lines, failed []string
	for _, p := range parts {
		fmt.Printf("\n== %s\n", p.name)
		began := time.Now()
		err := errors.New("not run, because " + p.needs + " failed")
		if p.needs == "" || passed[p.needs] {
			err = p.run()
		}
		state := "ok"
		if err != nil {
			state = "FAILED: " + err.Error()
			failed = append(failed, p.name)
		}
		passed[p.name] = err == nil
		lines = append(lines, fmt.Sprintf("%-9s %6.1f s  %s", p.name, time.Since(began).Seconds(), state))
	}
	fmt.Printf("\n%s\n", strings.Join(lines, "\n"))
	if len(failed) > 0 {
		return fmt.Errorf("test: %d of %d parts FAILED (%s) after %.0f s", len(failed), len(parts), strings.Join(failed, ", "),
			time.Since(start).Seconds())
	}
	fmt.Printf("test: all %d parts passed in %.0f s\n", len(parts), time.Since(start).Seconds())
	return nil
}

// staticcheck looks for code that does nothing, is never used or is wrong, as
// the page and as any other program sees it, and for what no program reaches.
func staticcheck(ctx context.Context, wasm []string) error {
	program := filepath.Join(workDir, "staticcheck")
	if err := command(ctx, nil, "go", "build", "-o", program, "honnef.co/go/tools/cmd/staticcheck"); err != nil {
		return err
	}
	return errors.Join(
		command(ctx, nil, program, "./..."),
		command(ctx, nil, program, "-tags=e2e screens", "./web/e2e"),
		command(ctx, wasm, program, "-tags=kern", "./wasm", "./web", "./core/linalg"),
		deadCode(ctx, wasm))
}

// smallEnv is the part of the environment that Go needs: a program in wasm
// gets at most a few kilobytes of it and refuses to start with more.
func smallEnv() []string {
	var list []string
	for _, e := range os.Environ() {
		name, _, _ := strings.Cut(e, "=")
		switch {
		case strings.HasPrefix(name, "GO"), strings.HasPrefix(name, "XDG_"),
			name == "PATH", name == "HOME", name == "TMPDIR", name == "TMP":
			list = append(list, e)
		}
	}
	return list
}

// screens writes screenshots of the finished page into .build/screens, and the
// first of them into assets/readme.png.
func screens(ctx context.Context) error {
	if err := errors.Join(needChrome(ctx), needFont(ctx)); err != nil {
		return err
	}
	if err := command(ctx, nil, "go", "test", "-tags=e2e screens", "-count=1", "-timeout=15m", "-run=^TestScreens$", "-v",
		"./web/e2e"); err != nil {
		return err
	}
	// The one picture that the repository keeps: the README's.
	picture, err := os.ReadFile(filepath.Join(".build", "screens", "desktop-light.png"))
	if err != nil {
		return err
	}
	if picture, err = smaller(picture); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join("assets", "readme.png"), picture, 0o666)
}

package test

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"slices"

	"sheafscope/web/tool/build"
	"sheafscope/web/tool/shell"
)

// inWasmWithKernel runs tests in wasm with the SIMD companion: all tests of core/linalg and core/diffusion, and the comparisons of kernels
// in other packages. Then it runs the test for a missing companion.
func inWasmWithKernel(ctx context.Context, r *results, w io.Writer, env []string) error {
	if err := build.Kernel(ctx); err != nil {
		return err
	}
	runner, err := filepath.Abs(build.KernelDir + "/run.mjs")
	if err != nil {
		return err
	}
	module, err := filepath.Abs(build.KernelModule)
	if err != nil {
		return err
	}
	run := func(module string, more ...string) error {
		args := append([]string{"test", "-json", "-vet=off", "-count=1", "-tags=kern", "-exec=node " + runner}, more...)
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Env = append(slices.Concat(shell.SmallEnv(), env), "GOOS=js", "GOARCH=wasm", "SHEAFSCOPE_KERNEL="+module)
		return r.test(ctx, w, cmd)
	}
	linalg := "./" + filepath.Dir(build.KernelDir)
	return errors.Join(
		run(module, linalg, "./core/diffusion"),
		run(module, "-run=Kernels", "./core/sheaf", "./core/spectral", "./core/sgpc"),
		run("none", "-run=^TestSIMD$", linalg))
}

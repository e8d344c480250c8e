// This file runs tests in wasm that use the SIMD companion of core/linalg, a module with kernels of linear algebra.

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

// inWasmWithKernel runs three groups of tests in wasm and adds their results to r:
//   - with the SIMD companion, all tests of core/linalg and core/diffusion;
//   - with the companion, the comparisons of kernels in other packages;
//   - without the companion, the test of core/linalg for a missing companion.
//
// The output of failed tests goes to w. env is added to the environment of the tests. If a group fails, the other groups still run.
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
	// run runs go test with further arguments. companion is the path of the companion, or "none".
	run := func(companion string, further ...string) error {
		args := append([]string{"test", "-json", "-vet=off", "-count=1", "-tags=kern", execFlag("node", runner)}, further...)
		cmd := exec.CommandContext(ctx, "go", args...)
		// A program in wasm does not start in a large environment, hence SmallEnv.
		cmd.Env = append(slices.Concat(shell.SmallEnv(), env), "GOOS=js", "GOARCH=wasm", "SHEAFSCOPE_KERNEL="+companion)
		return r.test(ctx, w, cmd)
	}
	linalg := "./" + filepath.Dir(build.KernelDir) // ./core/linalg
	return errors.Join(
		run(module, linalg, "./core/diffusion"),
		run(module, "-run=Kernels", "./core/sheaf", "./core/spectral", "./core/sgpc"),
		run("none", "-run=^TestSIMD$", linalg))
}

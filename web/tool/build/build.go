// Package build makes the page: it runs the steps that make the parts, and has them put together in dist/.
package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"sheafscope/web/tool/disk"
	"sheafscope/web/tool/gotool"
	"sheafscope/web/tool/kernel"
	"sheafscope/web/tool/pack"
	"sheafscope/web/tool/shrink"
	"sheafscope/web/tool/steps"
	"sheafscope/web/tool/vugu"
)

// Page makes dist/, with a mirror of the data sets in a local folder unless
// that is "".
func Page(ctx context.Context, e pack.Effort, datasets string) error {
	return disk.Alone(ctx, func() error { return page(ctx, e, datasets) })
}

// Generate writes the code of the components.
func Generate(ctx context.Context, env gotool.Tool) error {
	return disk.Alone(ctx, func() error { return vugu.Generate(ctx, env) })
}

func page(ctx context.Context, e pack.Effort, datasets string) error {
	start := time.Now()
	env, err := gotool.Find(ctx)
	if err != nil {
		return err
	}
	if !shrink.Knows(env.Version) {
		fmt.Fprintf(os.Stderr, "build.sh: web/tool/shrink does not know %s yet: the programs stay two thirds larger and somewhat slower\n",
			env.Version)
	}
	if err := vugu.Generate(ctx, env); err != nil {
		return err
	}
	list := []steps.Step{
		kernel.Step(ctx),
		wasmStep(ctx, env, "sheafscope", pageProgram, "kern", inlining),
		wasmStep(ctx, env, "files", "./wasm/filesprogram", "kern", append(filesInlining, inlining...)),
		courseStep(ctx, env),
		islandsStep(ctx), lessonsStep(ctx), lookStep(ctx, "look"), lookStep(ctx, "edge"), trainedStep(),
		elementStep(ctx), learnStep(ctx, env),
		licencesStep(ctx, env),
		firstStep(ctx, env),
	}
	list = append(list, bootSteps(ctx, env)...)
	for _, s := range list {
		if _, err := s.Do(); err != nil {
			return err
		}
	}
	version := ""
	if err := pack.Making(Files(), func() (err error) {
		if version, err = pack.Assemble(Files(), datasets); err != nil {
			return err
		}
		return pack.Compress(ctx, disk.Dist, e)
	}); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "dist/ is version %s, made with %s (%.1f s)\n", version, env.Version, time.Since(start).Seconds())
	return nil
}

// SingleFile makes dist/ and puts it into single files, the laboratory's with the graph in it that files hold.
func SingleFile(ctx context.Context, e pack.Effort, graph []string) error {
	if err := Page(ctx, e, ""); err != nil {
		return err
	}
	return disk.Alone(ctx, func() error {
		return pack.Making(Files(), func() error { return singles(ctx, graph) })
	})
}

// Wheel makes dist/ and the Python package, with the single file of the laboratory in it.
func Wheel(ctx context.Context, e pack.Effort) error {
	if err := Page(ctx, e, ""); err != nil {
		return err
	}
	return disk.Alone(ctx, func() error {
		return pack.Making(Files(), func() error {
			if err := singles(ctx, nil); err != nil {
				return err
			}
			return pack.Wheel(ctx)
		})
	})
}

// singles compiles the programs of the single files, which fetch nothing: each is page, worker and
// files in one, with the names of its functions in it. Then it makes the files.
func singles(ctx context.Context, graph []string) error {
	env, err := gotool.Find(ctx)
	if err != nil {
		return err
	}
	for _, s := range []steps.Step{wasmStep(ctx, env, "whole", pageProgram, "kern,whole", inlining),
		wasmStep(ctx, env, "coursefile", "./wasm/coursefile", "kern", inlining)} {
		if _, err := s.Do(); err != nil {
			return err
		}
	}
	return pack.SingleFiles(graph)
}

// Clean removes everything the build made, except node_modules.
func Clean() error {
	return errors.Join(os.RemoveAll(disk.Dist), os.RemoveAll(disk.Work))
}

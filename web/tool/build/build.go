// Package build makes the page. Its steps make the parts: the code of the components, the programs, the SIMD companion, the scripts and
// the list of licences. Then it puts dist/ together from these, compresses it, and makes the single files and the Python package of it.
package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"sheafscope/web/e2e"
	"sheafscope/web/tool/shell"
	"sheafscope/web/tool/shrink"
)

// Page makes dist/, with a mirror of the data sets in a local folder unless
// that is "".
func Page(ctx context.Context, e Effort, datasets string) error {
	return shell.Alone(ctx, func() error { return page(ctx, e, datasets) })
}

// Generate writes the code of the components.
func Generate(ctx context.Context, env shell.Go) error {
	return shell.Alone(ctx, func() error { return generateComponents(ctx, env) })
}

func page(ctx context.Context, e Effort, datasets string) error {
	start := time.Now()
	env, err := shell.FindGo(ctx)
	if err != nil {
		return err
	}
	if !shrink.Knows(env.Version) {
		fmt.Fprintf(os.Stderr, "build.sh: web/tool/shrink does not know %s yet: the programs stay two thirds larger and somewhat slower\n",
			env.Version)
	}
	if err := generateComponents(ctx, env); err != nil {
		return err
	}
	list := []shell.Task{
		kernelStep(ctx),
		wasmStep(ctx, env, "sheafscope", pageProgram, "kern", inlining),
		wasmStep(ctx, env, "files", "./wasm/filesprogram", "kern", append(filesInlining, inlining...)),
		courseStep(ctx, env),
		islandsStep(ctx), lessonsStep(ctx), lookStep(ctx, "look"), lookStep(ctx, "edge"), trainedStep(), sumsStep(),
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
	if err := making(distFiles(), func() (err error) {
		if version, err = assemble(distFiles(), datasets); err != nil {
			return err
		}
		return Compress(ctx, shell.Dist, e)
	}); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "dist/ is version %s, made with %s (%.1f s)\n", version, env.Version, time.Since(start).Seconds())
	return nil
}

// SingleFile makes dist/ and puts it into single files, the laboratory's with the graph in it that files hold.
func SingleFile(ctx context.Context, e Effort, graph []string) error {
	if err := Page(ctx, e, ""); err != nil {
		return err
	}
	return shell.Alone(ctx, func() error {
		return making(distFiles(), func() error { return singles(ctx, graph) })
	})
}

// Wheel makes dist/ and the Python package, with the single file of the laboratory in it.
func Wheel(ctx context.Context, e Effort) error {
	python, err := e2e.FindPython()
	if err != nil {
		return err
	}
	if err := Page(ctx, e, ""); err != nil {
		return err
	}
	return shell.Alone(ctx, func() error {
		return making(distFiles(), func() error {
			if err := singles(ctx, nil); err != nil {
				return err
			}
			fmt.Fprint(os.Stderr, shell.Dist+"/")
			return shell.Command(ctx, nil, python, "assets/python/backend.py", shell.Dist)
		})
	})
}

// singles compiles the programs of the single files, which fetch nothing: each is page, worker and
// files in one, with the names of its functions in it. Then it makes the files.
func singles(ctx context.Context, graph []string) error {
	env, err := shell.FindGo(ctx)
	if err != nil {
		return err
	}
	for _, s := range []shell.Task{wasmStep(ctx, env, "whole", pageProgram, "kern,whole", inlining),
		wasmStep(ctx, env, "coursefile", "./wasm/coursefile", "kern", inlining)} {
		if _, err := s.Do(); err != nil {
			return err
		}
	}
	return singleFiles(graph)
}

// Clean removes everything the build made, except node_modules.
func Clean() error {
	return errors.Join(os.RemoveAll(shell.Dist), os.RemoveAll(shell.Work))
}

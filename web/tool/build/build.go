// Package build makes the page. Steps make its parts: the code of the components, the programs, the SIMD companion, the scripts and the
// list of licences. The build assembles dist/ from the parts, compresses it, and derives the single files and the Python package.
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

// Page builds dist/ and compresses its files with the given effort. If datasets is not "", it is a local folder with the public data sets,
// and dist/ receives a copy of the data sets.
func Page(ctx context.Context, e Effort, datasets string) error {
	return shell.WithLock(ctx, func() error { return page(ctx, e, datasets) })
}

// Generate writes the Go code of the components.
func Generate(ctx context.Context, env shell.Go) error {
	return shell.WithLock(ctx, func() error { return generateComponents(ctx, env) })
}

// page is Page without the lock.
func page(ctx context.Context, e Effort, datasets string) error {
	start := time.Now()
	env, err := shell.FindGo(ctx)
	if err != nil {
		return err
	}
	if !shrink.Supports(env.Version) {
		fmt.Fprintf(os.Stderr, "build.sh: web/tool/shrink does not support %s yet: the programs stay two thirds larger and somewhat slower\n",
			env.Version)
	}
	if err := generateComponents(ctx, env); err != nil {
		return err
	}
	// The steps run in the order of the list. A step follows the steps whose outputs it reads.
	list := []shell.Task{
		kernelStep(ctx),
		wasmStep(ctx, env, pageProgram),
		wasmStep(ctx, env, filesProgram),
		wasmStep(ctx, env, courseProgram),
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
	err = recordDist(distFiles(), func() error {
		var err error
		version, err = assemble(distFiles(), datasets)
		if err != nil {
			return err
		}
		return Compress(ctx, shell.Dist, e)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "dist/ is version %s, made with %s (%.1f s)\n", version, env.Version, time.Since(start).Seconds())
	return nil
}

// SingleFile builds dist/ and the single files of laboratory and course. The file of the laboratory contains the graph that the files graph
// hold.
func SingleFile(ctx context.Context, e Effort, graph []string) error {
	if err := Page(ctx, e, ""); err != nil {
		return err
	}
	return shell.WithLock(ctx, func() error {
		return recordDist(distFiles(), func() error { return buildSingleFiles(ctx, graph) })
	})
}

// Wheel builds dist/ and the Python package, which contains the single file of the laboratory.
func Wheel(ctx context.Context, e Effort) error {
	python, err := e2e.FindPython()
	if err != nil {
		return err
	}
	if err := Page(ctx, e, ""); err != nil {
		return err
	}
	return shell.WithLock(ctx, func() error {
		return recordDist(distFiles(), func() error {
			if err := buildSingleFiles(ctx, nil); err != nil {
				return err
			}
			fmt.Fprint(os.Stderr, shell.Dist+"/") // backend.py prints the name of its file next
			return shell.Command(ctx, nil, python, "assets/python/backend.py", shell.Dist)
		})
	})
}

// buildSingleFiles compiles the programs of the single files and writes the single files. A single file fetches nothing. Therefore it has
// one program with the roles of page, worker and reader of files, and the program contains the names of its functions.
func buildSingleFiles(ctx context.Context, graph []string) error {
	env, err := shell.FindGo(ctx)
	if err != nil {
		return err
	}
	for _, p := range []program{wholeProgram, courseFileProgram} {
		if _, err := wasmStep(ctx, env, p).Do(); err != nil {
			return err
		}
	}
	return writeSingleFiles(graph)
}

// Clean removes dist/ and the work folder. It keeps node_modules.
func Clean() error {
	return errors.Join(os.RemoveAll(shell.Dist), os.RemoveAll(shell.Work))
}

// Package build makes the page. Steps make its parts: the code of the components, the programs, the SIMD companion, the scripts and the
// list of licences. The build assembles dist/ from the parts, compresses it, and derives the single files and the Python package.
// A step is a shell.Task: it runs only if an output is missing, or if its inputs or its key have changed.
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

// Page builds dist/ and compresses it with the effort e. If datasets is not empty, it is a local folder of the public data sets, and dist/
// gets a copy of the data sets. Page first waits until no other build runs in this folder (shell.WithLock).
func Page(ctx context.Context, e Effort, datasets string) error {
	return shell.WithLock(ctx, func() error { return page(ctx, e, datasets) })
}

// Generate writes the Go code of the components. Like Page, it first waits until no other build runs in this folder.
func Generate(ctx context.Context, golang shell.Go) error {
	return shell.WithLock(ctx, func() error { return generateComponents(ctx, golang) })
}

// page is Page without the lock.
func page(ctx context.Context, e Effort, datasets string) error {
	start := time.Now()
	golang, err := shell.FindGo(ctx)
	if err != nil {
		return err
	}
	if !shrink.Supports(golang.Version) {
		fmt.Fprintf(os.Stderr, "build.sh: web/tool/shrink does not support %s yet: the programs stay two thirds larger and somewhat slower\n",
			golang.Version)
	}
	if err := generateComponents(ctx, golang); err != nil {
		return err
	}
	// Each step comes after the steps whose outputs it reads.
	list := []shell.Task{
		kernelStep(ctx),
		wasmStep(ctx, golang, pageProgram),
		wasmStep(ctx, golang, filesProgram),
		wasmStep(ctx, golang, courseProgram),
		islandsStep(ctx), lessonsStep(ctx), lookStep(ctx, "look"), lookStep(ctx, "edge"), trainedStep(), sumsStep(),
		elementStep(ctx), learnStep(ctx, golang),
		licencesStep(ctx, golang),
		firstStep(ctx, golang),
	}
	list = append(list, bootSteps(ctx, golang)...)
	for _, s := range list {
		if _, err := s.Do(); err != nil {
			return err
		}
	}
	// recordDist and assemble get different maps, because assemble adds names to its map.
	var version string
	err = recordDist(distFiles(), func() (err error) {
		version, err = assemble(distFiles(), datasets)
		if err != nil {
			return err
		}
		return Compress(ctx, shell.Dist, e)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "dist/ is version %s, made with %s (%.1f s)\n", version, golang.Version, time.Since(start).Seconds())
	return nil
}

// SingleFile builds dist/ and the single files of the laboratory and of the course. graph has the paths of the files of a graph. The file
// of the laboratory contains this graph, or no graph if graph is empty.
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

// buildSingleFiles compiles the programs of the two single files, and writes these files. graph is as for SingleFile.
func buildSingleFiles(ctx context.Context, graph []string) error {
	golang, err := shell.FindGo(ctx)
	if err != nil {
		return err
	}
	for _, p := range []program{wholeProgram, courseFileProgram} {
		if _, err := wasmStep(ctx, golang, p).Do(); err != nil {
			return err
		}
	}
	return writeSingleFiles(graph)
}

// Clean removes dist/ and the work folder. It keeps node_modules.
func Clean() error {
	return errors.Join(os.RemoveAll(shell.Dist), os.RemoveAll(shell.Work))
}

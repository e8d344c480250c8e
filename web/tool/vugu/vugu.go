// Package vugu makes the Go code of the page's components from their templates, and the copy of Vugu that the page's program is
// compiled with.
package vugu

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"sheafscope/web/tool/disk"
	"sheafscope/web/tool/gotool"
	"sheafscope/web/tool/guard"
	"sheafscope/web/tool/steps"
)

// Folder is where the components live, generated the file that is made of them.
const (
	Folder    = "web"
	generated = "0_components_gen.go"
)

// Renderer is the script of Vugu's renderer.
const Renderer = "assets/boot/vendored/vugu.js"

// Generate makes the Go code of the components.
func Generate(ctx context.Context, env gotool.Tool) error {
	files, err := filepath.Glob(filepath.Join(Folder, "*.vugu"))
	if err != nil || len(files) == 0 {
		return err
	}
	_, err = steps.Step{
		Name:    "vugugen",
		Inputs:  func() ([]string, error) { return files, nil },
		Key:     []string{env.Version, env.VuguDir},
		Outputs: []string{filepath.Join(Folder, generated)},
		Run: func() error {
			if err := Remove(); err != nil {
				return err
			}
			joined := filepath.Join(disk.Work, "templates")
			if err := joinTemplates(files, joined); err != nil {
				return err
			}
			if err := guard.Command(ctx, nil, "go", "tool", "vugugen", "-s", "-skip-go-mod", "-skip-main", joined); err != nil {
				return err
			}
			return os.Rename(filepath.Join(joined, generated), filepath.Join(Folder, generated))
		},
	}.Do()
	return err
}

// Remove deletes generated code, so that none outlives its component.
func Remove() error {
	old, err := filepath.Glob(filepath.Join(Folder, "*_gen.go"))
	for _, f := range old {
		err = errors.Join(err, os.Remove(f))
	}
	return err
}

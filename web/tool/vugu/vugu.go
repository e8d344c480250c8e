// Package vugu makes the Go code of the page's components from their templates, and the copy of Vugu that the page's program is
// compiled with.
package vugu

import (
	"context"
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

// Generate writes the Go code of the components. It is committed, so that a fresh clone compiles.
func Generate(ctx context.Context, env gotool.Tool) error {
	files, err := filepath.Glob(filepath.Join(Folder, "*.vugu"))
	if err != nil || len(files) == 0 {
		return err
	}
	file := filepath.Join(Folder, generated)
	_, err = steps.Step{
		Name:    "vugugen",
		Inputs:  func() ([]string, error) { return files, nil },
		Key:     []string{env.Version, env.VuguDir},
		Outputs: []string{file},
		Run: func() error {
			code, err := components(ctx, files, filepath.Join(disk.Work, "templates"))
			if err != nil {
				return err
			}
			return disk.Write(file, code)
		},
	}.Do()
	return err
}

// components returns the Go code of templates, made in a folder.
func components(ctx context.Context, files []string, folder string) ([]byte, error) {
	if err := joinTemplates(files, folder); err != nil {
		return nil, err
	}
	if err := guard.Command(ctx, nil, "go", "tool", "vugugen", "-s", "-skip-go-mod", "-skip-main", folder); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(folder, generated))
}

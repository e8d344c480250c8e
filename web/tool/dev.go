package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"sheafscope/web/tool/disk"
	"sheafscope/web/tool/gotool"
	"sheafscope/web/tool/kernel"
	"sheafscope/web/tool/licences"
	"sheafscope/web/tool/pack"
	"sheafscope/web/tool/site"
	"sheafscope/web/tool/steps"
	"sheafscope/web/tool/vugu"
)

const (
	devDir  = disk.Work + "/dev" // the programs as Go's linker makes them
	devLook = 150 * time.Millisecond
)

// dev builds, serves this machine, and after each change builds what changed and
// informs the open pages. Nothing is packed, there is no first picture, and the
// programs are not made smaller: all that costs time and is for readers.
func dev(ctx context.Context) error {
	env, err := gotool.Find(ctx)
	if err != nil {
		return err
	}
	listener, err := listen(os.Getenv("HOST"), os.Getenv("PORT"))
	if err != nil {
		return err
	}
	state, err := sources()
	if err != nil {
		return err
	}
	d := &developer{env: env, pages: newPages()}
	d.rebuild(ctx, nil)
	fmt.Printf("Sheafscope: http://localhost:%d/  (follows your changes; stop with Ctrl-C)\n", listener.Addr().(*net.TCPAddr).Port)
	failed := make(chan error, 1)
	go func() {
		failed <- serveHandler(ctx, listener, site.ForHosts(d.pages.handler(disk.Dist), hosts(os.Getenv("HOST"))...))
	}()
	for {
		select {
		case err := <-failed:
			return err
		case <-time.After(devLook):
		}
		now, err := sources()
		if err != nil {
			continue // a file went while the folder was read: the next look sees it
		}
		if changed := state.changed(now); len(changed) > 0 {
			state = now
			d.rebuild(ctx, changed)
		}
	}
}

// developer rebuilds the page.
type developer struct {
	env   gotool.Tool
	pages *pages
	built bool // the last build went well
}

// rebuild makes dist/ after the files changed; all of it for nil.
func (d *developer) rebuild(ctx context.Context, changed []string) {
	start := time.Now()
	code := changed == nil || !d.built
	styles := !code
	for _, name := range changed {
		code = code || inProgram(name)
		styles = styles && strings.HasSuffix(name, ".css")
	}
	version, err := d.make(ctx, code)
	if d.built = err == nil; err != nil {
		if ctx.Err() == nil {
			fmt.Fprintln(os.Stderr, err)
			d.pages.tell(built{Failure: err.Error()})
		}
		return
	}
	fmt.Fprintf(os.Stderr, "version %s in %.1f s %s\n", version, time.Since(start).Seconds(), strings.Join(changed[:min(3, len(changed))],
		" "))
	d.pages.built(version, styles)
}

// make builds what changed, the programs only when their code did.
func (d *developer) make(ctx context.Context, code bool) (version string, err error) {
	files := madeFiles()
	if code {
		if err := vugu.Generate(ctx, d.env); err != nil {
			return "", err
		}
		if _, err := kernel.Step(ctx).Do(); err != nil {
			return "", err
		}
		if err := d.programs(ctx); err != nil {
			return "", err
		}
	}
	list := append([]steps.Step{islandsStep(ctx), lessonsStep(ctx),
		lookStep(ctx, "look"), lookStep(ctx, "edge")},
		bootSteps(ctx, d.env)...)
	if !disk.AllExist([]string{files[licences.Name]}) {
		list = append(list, licencesStep(ctx, d.env))
	}
	for _, s := range list {
		if _, err := s.Do(); err != nil {
			return "", err
		}
	}
	none := filepath.Join(devDir, "first.js")
	if err := disk.WriteIfChanged(none, []byte("// There is no first picture under ./build.sh dev.\n")); err != nil {
		return "", err
	}
	files["first.js"], files[namesName] = none, none
	files["sheafscope.wasm"], files["files.wasm"] = devProgram("sheafscope"), devProgram("files")
	return pack.Assemble(files, "")
}

func devProgram(name string) string { return filepath.Join(devDir, name+".wasm") }

// programs compiles both programs side by side.
func (d *developer) programs(ctx context.Context) error {
	results := make(chan error, 2)
	compile := func(name, source string, inlining []string) {
		args, err := programArgs(d.env, source, wasmFlags("kern", inlining), devProgram(name))
		if err != nil {
			results <- err
			return
		}
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		var said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &said, &said
		if err := cmd.Run(); err != nil {
			results <- fmt.Errorf("%s: %w\n%s", name, err, bytes.TrimSpace(said.Bytes()))
			return
		}
		results <- nil
	}
	go compile("sheafscope", pageProgram, inlining)
	go compile("files", "./wasm/filesprogram", append(filesInlining, inlining...))
	first, second := <-results, <-results
	if first == nil {
		first = second // both usually fail for the same reason
	}
	return first
}

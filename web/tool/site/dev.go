package site

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"sheafscope/web/tool/shell"
)

// pollInterval is the time between two searches for changed files.
const pollInterval = 150 * time.Millisecond

// Rebuild is the extent of a development build.
type Rebuild int

const (
	RebuildAssets Rebuild = iota // scripts, styles and pages
	RebuildAll                   // the programs, too
)

// Builder builds dist/ to an extent and returns its version.
type Builder func(ctx context.Context, extent Rebuild) (version string, err error)

// Dev builds dist/ and serves it until ctx ends. After each change of a source it rebuilds dist/ and notifies the open pages. The
// environment variables HOST and PORT have the meaning of [Serve].
func Dev(ctx context.Context, build Builder) error {
	listener, err := listen(os.Getenv("HOST"), os.Getenv("PORT"))
	if err != nil {
		return err
	}
	state, err := sources()
	if err != nil {
		return err
	}
	d := &developer{build: build, pages: newPages()}
	d.rebuild(ctx, nil)
	fmt.Printf("Sheafscope: http://localhost:%d/  (follows your changes; stop with Ctrl-C)\n", listener.Addr().(*net.TCPAddr).Port)
	failed := make(chan error, 1)
	go func() {
		failed <- serveUntil(ctx, listener, allowHosts(d.pages.handler(shell.Dist), hostNames(os.Getenv("HOST"))...))
	}()
	// Poll the sources for changes.
	for {
		select {
		case err := <-failed:
			return err
		case <-time.After(pollInterval):
		}
		now, err := sources()
		if err != nil {
			continue // a file was deleted during the walk; the next walk succeeds
		}
		changed := state.changed(now)
		if len(changed) > 0 {
			state = now
			d.rebuild(ctx, changed)
		}
	}
}

// developer rebuilds the page.
type developer struct {
	build     Builder
	pages     *pages
	succeeded bool // whether the last build was successful
}

// rebuild builds dist/ after changes of the named files, and notifies the open pages. It compiles the programs for changed = nil, after a
// failed build, and if a program depends on a changed file. It prints the error of a build.
func (d *developer) rebuild(ctx context.Context, changed []string) {
	start := time.Now()
	needsPrograms := changed == nil || !d.succeeded
	onlyStyles := !needsPrograms // whether only style sheets have changed
	for _, name := range changed {
		needsPrograms = needsPrograms || inProgram(name)
		onlyStyles = onlyStyles && strings.HasSuffix(name, ".css")
	}
	// Scripts, styles and pages are rebuilt in any case.
	extent := RebuildAssets
	if needsPrograms {
		extent = RebuildAll
	}
	version, err := d.build(ctx, extent)
	d.succeeded = err == nil
	if err != nil {
		if ctx.Err() == nil { // the build was not interrupted
			fmt.Fprintln(os.Stderr, err)
			d.pages.broadcast(buildEvent{Failure: err.Error()})
		}
		return
	}
	const mostNames = 3
	names := strings.Join(changed[:min(mostNames, len(changed))], " ")
	fmt.Fprintf(os.Stderr, "version %s in %.1f s %s\n", version, time.Since(start).Seconds(), names)
	if onlyStyles {
		d.pages.restyled(version)
	} else {
		d.pages.rebuilt(version)
	}
}

// This file has the server for development, which rebuilds dist/ after each change of a source.

package site

import (
	"context"
	"fmt"
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
	RebuildAll                   // programs, scripts, styles and pages
)

// Builder builds the parts of dist/ that extent names, and returns the version of dist/, a hash of its contents.
type Builder func(ctx context.Context, extent Rebuild) (version string, err error)

// Dev builds dist/ and serves it until ctx ends. After each change of a source it rebuilds dist/ and notifies the open pages. A failed
// build ends nothing: the pages show its error, and the next change builds again. The environment variables HOST and PORT have the meaning
// of [Serve]. Dev returns an error if no port can be opened, if the sources cannot be read before the first build, or if the server fails.
func Dev(ctx context.Context, build Builder) error {
	host := os.Getenv("HOST")
	listener, err := listen(host, os.Getenv("PORT"))
	if err != nil {
		return err
	}
	// built has the sources of the last build. They are read before the build, so that a change during the build starts another build.
	built, err := sources()
	if err != nil {
		return err
	}
	d := &developer{build: build, pages: newPages()}
	d.rebuild(ctx, nil) // the first build
	fmt.Printf("Sheafscope: http://%s/  (follows your changes; stop with Ctrl-C)\n", address(listener, host))
	served := make(chan error, 1) // receives the result of the server at the end of ctx, or after a failure
	go func() {
		served <- serveUntil(ctx, listener, allowHosts(d.pages.handler(shell.Dist), hostNames(host)...))
	}()
	for {
		select {
		case err := <-served:
			return err
		case <-time.After(pollInterval):
		}
		present, err := sources()
		if err != nil {
			continue // for example, a folder cannot be read; the next walk tries again
		}
		changed := built.changed(present)
		if len(changed) > 0 {
			built = present
			d.rebuild(ctx, changed)
		}
	}
}

// developer rebuilds dist/ and notifies the open pages.
type developer struct {
	build     Builder
	pages     *pages
	succeeded bool // the last build was successful
}

// rebuild builds dist/ after changes of the files changed, and notifies the open pages. It always builds scripts, styles and pages. It also
// builds the programs in three cases: changed is nil (the first build), the last build has failed, or a changed file may be in a program.
// If the build fails, rebuild prints the error and sends it to the pages, unless ctx has ended.
func (d *developer) rebuild(ctx context.Context, changed []string) {
	start := time.Now()
	needsPrograms := changed == nil || !d.succeeded
	onlyStyles := !needsPrograms // only style sheets have changed since the last successful build
	for _, name := range changed {
		needsPrograms = needsPrograms || inProgram(name)
		onlyStyles = onlyStyles && strings.HasSuffix(name, ".css")
	}
	extent := RebuildAssets
	if needsPrograms {
		extent = RebuildAll
	}
	version, err := d.build(ctx, extent)
	d.succeeded = err == nil
	if err != nil {
		if ctx.Err() == nil { // otherwise an interrupt of the command has ended the build
			fmt.Fprintln(os.Stderr, err)
			d.pages.broadcast(buildEvent{Failure: err.Error()})
		}
		return
	}
	firstNames := strings.Join(changed[:min(3, len(changed))], " ") // three at most: a switch of branches changes hundreds of files
	fmt.Fprintf(os.Stderr, "version %s in %.1f s %s\n", version, time.Since(start).Seconds(), firstNames)
	if onlyStyles {
		d.pages.restyled(version)
	} else {
		d.pages.rebuilt(version)
	}
}

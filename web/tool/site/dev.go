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

// lookEvery is how often dev looks for changes.
const lookEvery = 150 * time.Millisecond

// Dev builds, serves this machine, and after each change builds what changed and
// informs the open pages. The function given makes dist/, its programs only with code, and returns its version.
func Dev(ctx context.Context, build func(ctx context.Context, code bool) (version string, err error)) error {
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
		failed <- until(ctx, listener, forHosts(d.pages.handler(shell.Dist), hosts(os.Getenv("HOST"))...))
	}()
	for {
		select {
		case err := <-failed:
			return err
		case <-time.After(lookEvery):
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
	build func(ctx context.Context, code bool) (version string, err error)
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
	version, err := d.build(ctx, code)
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

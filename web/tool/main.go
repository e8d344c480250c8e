// Command tool builds, serves, tests, measures and publishes the page. It runs in the root of the repository. build.sh checks the versions
// of Go and Node before it calls this program. The usage text of build.sh describes all commands except the last two.
//
//	tool build | single-file | python | serve | dev | test | fuzz | screens | film | bench | releases | clean | watch | savings
//
// The command watch searches the dependencies for known vulnerabilities. The command savings measures how many bytes each part of package
// shrink saves. These two are run directly, as in go run ./web/tool watch.
//
// Steps of the build run only if their inputs have changed. The exit status is 1 after an error, and 130 if the error follows an interrupt.
// An interrupt of a running server is no error.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"sheafscope/web/tool/build"
	"sheafscope/web/tool/releases"
	"sheafscope/web/tool/shell"
	"sheafscope/web/tool/site"
	"sheafscope/web/tool/test"
)

// main runs one command and ends the process with its exit status.
func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	isInterrupted := ctx.Err() != nil // before stop, which ends ctx, too
	stop()
	if err != nil && isInterrupted {
		fmt.Fprintln(os.Stderr, "build.sh: interrupted")
		os.Exit(130) // the exit status that a shell reports after SIGINT
	}
	if errors.Is(err, test.ErrFailed) { // the test has printed its failures
		os.Exit(1)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "build.sh:", err)
		os.Exit(1)
	}
}

// run executes one command, args[0], with its options. It returns an error without a command, outside the root of the repository, for a
// wrong option, or for an unknown command. Any other error comes from the command.
func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errors.New("no command; see ./build.sh help")
	}
	if _, err := os.Stat("go.mod"); err != nil {
		return errors.New("run it in the root of the repository (there is no go.mod here)")
	}
	opts, err := parseOptions(args[0], args[1:])
	if err != nil {
		return err
	}
	// Commands that use the finished page build it first.
	switch args[0] {
	case "build":
		return build.Page(ctx, opts.effort, opts.datasets)
	case "single-file":
		return build.SingleFile(ctx, opts.effort, opts.graph)
	case "python":
		return build.Wheel(ctx, opts.effort)
	case "serve":
		if err := build.Page(ctx, build.Quick, opts.datasets); err != nil {
			return err
		}
		return site.Serve(ctx, opts.readers)
	case "dev":
		golang, err := shell.FindGo(ctx)
		if err != nil {
			return err
		}
		return site.Dev(ctx, func(ctx context.Context, extent site.Rebuild) (string, error) { return build.Dev(ctx, golang, extent) })
	case "test":
		if opts.goVersion != "" { // WithGo has only the tests that depend on the version of Go, and ignores the other options
			return test.WithGo(ctx, opts.goVersion)
		}
		return test.Run(ctx, opts.test)
	case "fuzz":
		return test.Fuzz(ctx, opts.time)
	case "screens":
		if err := build.Page(ctx, build.Quick, ""); err != nil {
			return err
		}
		return test.Screens(ctx)
	case "film":
		if err := build.Page(ctx, build.Quick, ""); err != nil {
			return err
		}
		return test.Film(ctx)
	case "bench":
		return bench(ctx, opts)
	case "releases":
		return releases.Site(opts.from, opts.to)
	case "savings":
		return test.Savings(ctx)
	case "watch":
		return test.Vulnerabilities(ctx, opts.watch)
	case "clean":
		return build.Clean()
	}
	return fmt.Errorf("no command %q", args[0])
}

// bench executes the command bench. Without --quick it first builds a release, because the benchmarks report the transfer sizes of a
// release. With --against it compares the start of two builds and measures nothing else. Otherwise --start and --quick select the
// benchmarks (test.BenchForm).
func bench(ctx context.Context, opts options) error {
	if opts.effort == build.Release {
		if err := build.Page(ctx, build.Release, ""); err != nil {
			return err
		}
	}
	if opts.against != "" {
		return test.BenchAgainst(ctx, opts.against)
	}
	form := opts.bench
	if opts.effort == build.Quick {
		form |= test.BenchQuick // a bit beside BenchStart
	}
	return test.Bench(ctx, form)
}

// Command tool builds, serves and tests the page. build.sh calls it after
// checking the tools; every step is redone only when its inputs changed.
//
//	tool build | single-file | python | serve | dev | test | fuzz | screens | film | bench | watch | savings | clean
//
// It is run in the root of the repository.
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

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	interrupted := ctx.Err() != nil
	stop()
	if err != nil && interrupted {
		fmt.Fprintln(os.Stderr, "build.sh: interrupted")
		os.Exit(130) // as shells count an end by SIGINT
	}
	if errors.Is(err, test.ErrFailed) { // its last line has been printed
		os.Exit(1)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "build.sh:", err)
		os.Exit(1)
	}
}

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
		return site.Serve(ctx, opts.cors)
	case "dev":
		env, err := shell.FindGo(ctx)
		if err != nil {
			return err
		}
		return site.Dev(ctx, func(ctx context.Context, code bool) (string, error) { return build.Dev(ctx, env, code) })
	case "test":
		if opts.other != "" {
			return test.WithGo(ctx, opts.other)
		}
		return test.Run(ctx, opts.long, opts.seed, opts.record)
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
		if opts.effort == build.Release {
			// The sizes that travel are those of a release.
			if err := build.Page(ctx, build.Release, ""); err != nil {
				return err
			}
		}
		if opts.against != "" {
			return test.BenchAgainst(ctx, opts.against)
		}
		return test.Bench(ctx, opts.effort == build.Quick, opts.start)
	case "releases":
		return releases.Site(opts.from, opts.to)
	case "savings":
		return test.Savings(ctx)
	case "watch":
		return test.Vulnerabilities(ctx, opts.npm)
	case "clean":
		return build.Clean()
	}
	return fmt.Errorf("no command %q", args[0])
}

// Package install installs with apt what the tests need and the machine lacks.
package install

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"sheafscope/web/e2e"
	"sheafscope/web/tool/guard"
)

// Chrome installs Chromium when there is no browser and that is possible.
func Chrome(ctx context.Context) error {
	return packages(ctx, "CHROME", e2e.FindChrome, "chromium")
}

// Firefox installs Firefox when it is not there and that is possible.
func Firefox(ctx context.Context) error {
	return packages(ctx, "FIREFOX", e2e.FindFirefox, "firefox-esr")
}

// Font installs a font of the page's list when there is none: the tests of the layout measure texts.
func Font(ctx context.Context) error {
	return packages(ctx, "", e2e.FindFont, "fonts-liberation", "fontconfig")
}

// Notebook installs the Python of the tests, and what they run with it.
func Notebook(ctx context.Context) error {
	return packages(ctx, "PYTHON", e2e.FindNotebook, e2e.Packages...)
}

// Slurm installs Slurm, on which the long form of core/cmd/sgpc, TestArray, runs the array of assets/cluster.
func Slurm(ctx context.Context) error {
	return packages(ctx, "", func() (string, error) {
		path, err := exec.LookPath("slurmctld")
		if err != nil { // not every user has it in the path
			path, err = exec.LookPath("/usr/sbin/slurmctld")
		}
		return path, err
	}, "slurm-wlm")
}

// packages installs packages of Debian with apt when find does not find what they bring.
// Where a variable of the environment names one, or where apt cannot be used,
// the error is that of find, which names what to install.
func packages(ctx context.Context, variable string, find func() (string, error), names ...string) error {
	_, err := find()
	if err == nil || variable != "" && os.Getenv(variable) != "" {
		return err
	}
	if _, aptErr := exec.LookPath("apt-get"); aptErr != nil {
		return err
	}
	apt := []string{"apt-get"}
	if os.Geteuid() != 0 {
		if exec.CommandContext(ctx, "sudo", "-n", "true").Run() != nil {
			return err
		}
		apt = []string{"sudo", "-n", "apt-get"}
	}
	fmt.Println("installing", strings.Join(names, " "))
	quiet := []string{"DEBIAN_FRONTEND=noninteractive"}
	// Old lists lead to old browsers, which lack what the tests ask of them. Without new ones the old may still do.
	stale := guard.Command(ctx, quiet, apt[0], slices.Concat(apt[1:], []string{"update", "-q"})...)
	install := slices.Concat(apt[1:], []string{"install", "-y", "-q", "--no-install-recommends"}, names)
	if failed := guard.Command(ctx, quiet, apt[0], install...); failed != nil {
		return fmt.Errorf("%w; apt could not: %w", err, errors.Join(stale, failed))
	}
	return nil
}

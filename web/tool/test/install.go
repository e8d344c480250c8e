package test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"sheafscope/web/e2e"
	"sheafscope/web/tool/shell"
)

// installChrome installs Chromium when there is no browser and that is possible.
func installChrome(ctx context.Context) error {
	return installPackages(ctx, "CHROME", e2e.FindChrome, "chromium")
}

// installFirefox installs Firefox when it is not there and that is possible.
func installFirefox(ctx context.Context) error {
	return installPackages(ctx, "FIREFOX", e2e.FindFirefox, "firefox-esr")
}

// installFont installs a font of the page's list when there is none: the tests of the layout measure texts.
func installFont(ctx context.Context) error {
	return installPackages(ctx, "", e2e.FindFont, "fonts-liberation", "fontconfig")
}

// installNotebook installs the Python of the tests, and what they run with it.
func installNotebook(ctx context.Context) error {
	return installPackages(ctx, "PYTHON", e2e.FindNotebook, e2e.Packages...)
}

// installSlurm installs Slurm, on which the long form of core/cmd/sgpc, TestArray, runs the array of assets/cluster.
func installSlurm(ctx context.Context) error {
	return installPackages(ctx, "", func() (string, error) {
		path, err := exec.LookPath("slurmctld")
		if err != nil { // not every user has it in the path
			path, err = exec.LookPath("/usr/sbin/slurmctld")
		}
		return path, err
	}, "slurm-wlm")
}

// installLaTeX installs pdfLaTeX with TikZ, and a reader of PDF, with which the long form of web/e2e, TestExports, sets pictures.
func installLaTeX(ctx context.Context) error {
	return installPackages(ctx, "", func() (string, error) {
		if _, err := exec.LookPath("pdftotext"); err != nil {
			return "", err
		}
		return exec.LookPath("pdflatex")
	}, "texlive-latex-base", "texlive-latex-recommended", "texlive-pictures", "poppler-utils")
}

// installFFmpeg installs ffmpeg, which makes files of the film's pictures.
func installFFmpeg(ctx context.Context) error {
	return installPackages(ctx, "", func() (string, error) {
		if _, err := exec.LookPath("ffprobe"); err != nil {
			return "", err
		}
		return exec.LookPath("ffmpeg")
	}, "ffmpeg")
}

// installPackages installs packages of Debian with apt when find does not find what they bring.
// Where a variable of the environment names one, or where apt cannot be used,
// the error is that of find, which names what to install.
func installPackages(ctx context.Context, variable string, find func() (string, error), names ...string) error {
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
	stale := shell.Command(ctx, quiet, apt[0], slices.Concat(apt[1:], []string{"update", "-q"})...)
	install := slices.Concat(apt[1:], []string{"install", "-y", "-q", "--no-install-recommends"}, names)
	if failed := shell.Command(ctx, quiet, apt[0], install...); failed != nil {
		return fmt.Errorf("%w; apt could not: %w", err, errors.Join(stale, failed))
	}
	return nil
}

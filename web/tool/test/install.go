// This file installs programs that the tests need: browsers, fonts, Python, Slurm, LaTeX and ffmpeg.

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

// installChrome installs Chromium if neither Chrome nor Chromium is found.
func installChrome(ctx context.Context) error {
	return installPackages(ctx, "CHROME", e2e.FindChrome, "chromium")
}

// installFirefox installs Firefox if it is not found.
func installFirefox(ctx context.Context) error {
	return installPackages(ctx, "FIREFOX", e2e.FindFirefox, "firefox-esr")
}

// installFont installs a font of the page's list of fonts if the machine has none of them. Tests of the layout measure texts.
func installFont(ctx context.Context) error {
	return installPackages(ctx, "", e2e.FindFont, "fonts-liberation", "fontconfig")
}

// installNotebook installs Python with the packages of the tests (e2e.Packages), if they are not found.
func installNotebook(ctx context.Context) error {
	return installPackages(ctx, "PYTHON", e2e.FindNotebook, e2e.Packages...)
}

// installSlurm installs Slurm if it is not found. The long form of TestSlurmArrayEqualsOneMachine (core/cmd/sgpc) runs the job array of
// assets/cluster on it.
func installSlurm(ctx context.Context) error {
	return installPackages(ctx, "", func() (string, error) {
		path, err := exec.LookPath("slurmctld")
		if err != nil { // Debian installs slurmctld in /usr/sbin, which is not in every user's PATH
			path, err = exec.LookPath("/usr/sbin/slurmctld")
		}
		return path, err
	}, "slurm-wlm")
}

// installLaTeX installs pdfLaTeX with TikZ, and pdftotext, if one of the programs is not found. The long form of TestExportsCanBeRead
// (web/e2e) typesets pictures with them.
func installLaTeX(ctx context.Context) error {
	return installPackages(ctx, "", func() (string, error) {
		if _, err := exec.LookPath("pdftotext"); err != nil {
			return "", err
		}
		return exec.LookPath("pdflatex")
	}, "texlive-latex-base", "texlive-latex-recommended", "texlive-pictures", "poppler-utils")
}

// installFFmpeg installs ffmpeg, the encoder of the film, if ffmpeg or its program ffprobe is not found.
func installFFmpeg(ctx context.Context) error {
	return installPackages(ctx, "", func() (string, error) {
		if _, err := exec.LookPath("ffprobe"); err != nil {
			return "", err
		}
		return exec.LookPath("ffmpeg")
	}, "ffmpeg")
}

// installPackages installs Debian packages by apt-get if find does not find their program. variable is the environment variable by which a
// user can name the program; "" means that no variable exists. In three cases installPackages installs nothing and returns the error of
// find, which names what is missing:
//   - the variable names a program, which find has rejected,
//   - the machine has no apt-get,
//   - the user is not root, and sudo is absent or requires a password.
//
// If the installation fails, the error contains the error of find and the errors of apt-get. After a successful installation find is not
// called again.
func installPackages(ctx context.Context, variable string, find func() (string, error), names ...string) error {
	_, err := find()
	userNamedProgram := variable != "" && os.Getenv(variable) != ""
	if err == nil || userNamedProgram {
		return err
	}
	if _, aptErr := exec.LookPath("apt-get"); aptErr != nil {
		return err
	}
	apt := []string{"env", "DEBIAN_FRONTEND=noninteractive", "apt-get"} // without questions; sudo would drop the variable
	if os.Geteuid() != 0 {
		if exec.CommandContext(ctx, "sudo", "-n", "true").Run() != nil {
			return err
		}
		apt = append([]string{"sudo", "-n"}, apt...)
	}
	fmt.Println("installing", strings.Join(names, " "))
	// Old package lists name old browsers, which lack features that the tests need. If the update of the lists fails, the old lists may
	// suffice.
	updateErr := shell.Command(ctx, nil, apt[0], slices.Concat(apt[1:], []string{"update", "-q"})...)
	install := slices.Concat(apt[1:], []string{"install", "-y", "-q", "--no-install-recommends"}, names)
	if installErr := shell.Command(ctx, nil, apt[0], install...); installErr != nil {
		return fmt.Errorf("%w; apt failed: %w", err, errors.Join(updateErr, installErr))
	}
	return nil
}

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"

	"sheafscope/web/e2e"
)

// needChrome installs Chromium when there is no browser and that is possible.
func needChrome(ctx context.Context) error {
	return needBrowser(ctx, "CHROME", "chromium", e2e.FindChrome)
}

// needFirefox installs Firefox when it is not there and that is possible.
func needFirefox(ctx context.Context) error {
	return needBrowser(ctx, "FIREFOX", "firefox-esr", e2e.FindFirefox)
}

// needBrowser installs a package of Debian with apt when find finds no browser.
// Where a variable of the environment names one, or where apt cannot be used,
// the error is that of find, which tells what to install.
func needBrowser(ctx context.Context, variable, name string, find func() (string, error)) error {
	_, err := find()
	if err == nil || os.Getenv(variable) != "" {
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
	fmt.Println("installing", name)
	quiet := []string{"DEBIAN_FRONTEND=noninteractive"}
	install := append(apt[1:], "install", "-y", "-q", "--no-install-recommends", name)
	if command(ctx, quiet, apt[0], install...) == nil {
		return nil
	}
	failed := command(ctx, quiet, apt[0], append(apt[1:], "update", "-q")...)
	if failed == nil {
		failed = command(ctx, quiet, apt[0], install...)
	}
	if failed != nil {
		return fmt.Errorf("%w; apt could not: %w", err, failed)
	}
	return nil
}

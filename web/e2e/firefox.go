package e2e

import (
	"errors"
	"os"
	"os/exec"
)

// FindFirefox returns the path of Firefox. The environment variable FIREFOX names the program; without it, the usual names are tried.
func FindFirefox() (string, error) {
	if f := os.Getenv("FIREFOX"); f != "" {
		return exec.LookPath(f)
	}
	for _, name := range []string{"firefox-esr", "firefox"} {
		if f, err := exec.LookPath(name); err == nil {
			return f, nil
		}
	}
	return "", errors.New("no Firefox; install it (apt-get install firefox-esr) or name it in FIREFOX")
}

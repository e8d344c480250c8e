package e2e

import (
	"errors"
	"os"
	"os/exec"
)

// FindFirefox finds the second browser of the tests: FIREFOX, or one of the usual names.
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

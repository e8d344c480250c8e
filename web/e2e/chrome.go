package e2e

import (
	"errors"
	"os"
	"os/exec"
)

// FindChrome finds the browser of the tests: CHROME, or one of the usual names.
func FindChrome() (string, error) {
	if c := os.Getenv("CHROME"); c != "" {
		return exec.LookPath(c)
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if c, err := exec.LookPath(name); err == nil {
			return c, nil
		}
	}
	return "", errors.New("no Chromium or Chrome; install it (apt-get install chromium) or name it in CHROME")
}

package e2e

import (
	"errors"
	"os"
	"os/exec"
)

// FindChrome returns the path of Chromium or Chrome. The environment variable CHROME names the program; without it, the usual names are
// tried.
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

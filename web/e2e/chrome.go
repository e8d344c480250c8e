// This file finds Chromium on the machine, for the tests and for web/tool.

package e2e

import (
	"errors"
	"os"
	"os/exec"
)

// FindChrome returns the path of Chromium or Chrome. The environment variable CHROME names the program. If the variable is not set,
// FindChrome tries the usual names of the programs. It returns an error if it finds no program. If CHROME names a program that does not
// exist, it tries no other.
func FindChrome() (string, error) {
	if named := os.Getenv("CHROME"); named != "" {
		return exec.LookPath(named)
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		path, err := exec.LookPath(name)
		if err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium or Chrome; install it (apt-get install chromium) or name it in CHROME")
}

package e2e

import (
	"errors"
	"os"
	"os/exec"
)

// FindChrome returns the path of Chromium or Chrome: of the program that the environment variable CHROME names or, without the variable, of
// the first installed program in a list. It returns an error if there is no such program.
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

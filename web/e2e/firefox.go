package e2e

import (
	"errors"
	"os"
	"os/exec"
)

// FindFirefox returns the path of Firefox: of the program that the environment variable FIREFOX names or, without the variable, of the
// first installed program in a list. It returns an error if there is no such program.
func FindFirefox() (string, error) {
	if named := os.Getenv("FIREFOX"); named != "" {
		return exec.LookPath(named)
	}
	for _, name := range []string{"firefox-esr", "firefox"} {
		path, err := exec.LookPath(name)
		if err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Firefox; install it (apt-get install firefox-esr) or name it in FIREFOX")
}

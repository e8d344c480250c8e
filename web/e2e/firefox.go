// This file finds Firefox on the machine, for the tests and for web/tool.

package e2e

import (
	"errors"
	"os"
	"os/exec"
)

// FindFirefox returns the path of Firefox. The environment variable FIREFOX names the program. If the variable is not set, FindFirefox
// tries the usual names of the program. It returns an error if it finds no program. If FIREFOX names a program that does not exist, it
// tries no other.
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

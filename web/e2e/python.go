package e2e

import (
	"errors"
	"os"
	"os/exec"
)

// FindPython finds a Python with numpy and scipy: PYTHON, or one of the usual names.
func FindPython() (string, error) { return findPython("numpy, scipy") }

// FindNotebook finds a Python that also executes notebooks.
func FindNotebook() (string, error) { return findPython("numpy, scipy, nbconvert, ipykernel") }

func findPython(modules string) (string, error) {
	names := []string{os.Getenv("PYTHON")}
	if names[0] == "" {
		names = []string{"python3", "/usr/bin/python3"}
	}
	for _, name := range names {
		if exec.Command(name, "-c", "import "+modules).Run() == nil {
			return exec.LookPath(name)
		}
	}
	return "", errors.New("no Python with " + modules + "; install them (apt-get install python3-scipy jupyter-nbconvert python3-ipykernel) " +
		"or name one in PYTHON")
}

// This file finds a Python with the modules that a test needs.

package e2e

import (
	"errors"
	"os"
	"os/exec"
	"strings"
)

// FindPython returns the path of a Python with numpy and scipy. It tries the program that the environment variable PYTHON names or, without
// the variable, the usual names. It returns an error if none of them has these modules. FindNotebook and FindTorch search for other modules
// in this way.
func FindPython() (string, error) { return findPython("numpy", "scipy") }

// FindNotebook returns the path of a Python with all modules that the tests need: the modules of FindPython, the modules that execute
// notebooks, pip, MkDocs, PyTorch and networkx.
func FindNotebook() (string, error) {
	return findPython("numpy", "scipy", "nbconvert", "ipykernel", "pip", "mkdocs", "torch", "networkx")
}

// FindTorch returns the path of a Python with PyTorch.
func FindTorch() (string, error) { return findPython("torch") }

// Packages are the Debian packages with the modules of FindNotebook.
var Packages = []string{"python3-scipy", "jupyter-nbconvert", "python3-ipykernel", "python3-pip", "mkdocs", "python3-torch",
	"python3-networkx"}

// findPython returns the path of the first Python with all of the modules, as FindPython describes.
func findPython(modules ...string) (string, error) {
	names := []string{os.Getenv("PYTHON")}
	if names[0] == "" { // python3 can be another program than Debian's, which has the modules of Packages
		names = []string{"python3", "/usr/bin/python3"}
	}
	// This Python program searches the modules and does not import them. Its exit status is 0 if it finds all modules.
	const hasModules = "import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))"
	args := append([]string{"-c", hasModules}, modules...)
	for _, name := range names {
		if exec.Command(name, args...).Run() == nil {
			return exec.LookPath(name)
		}
	}
	return "", errors.New("no Python with " + strings.Join(modules, ", ") + "; install them (apt-get install " + strings.Join(Packages, " ") +
		") or name one in PYTHON")
}

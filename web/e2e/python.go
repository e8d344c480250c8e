package e2e

import (
	"errors"
	"os"
	"os/exec"
	"strings"
)

// FindPython returns the path of a Python with numpy and scipy. The environment variable PYTHON names the program; without it, the usual
// names are tried.
func FindPython() (string, error) { return findPython("numpy", "scipy") }

// FindNotebook returns the path of a Python that also executes notebooks, and has the other modules that the tests need: pip, MkDocs,
// PyTorch, networkx.
func FindNotebook() (string, error) {
	return findPython("numpy", "scipy", "nbconvert", "ipykernel", "pip", "mkdocs", "torch", "networkx")
}

// FindTorch returns the path of a Python with PyTorch.
func FindTorch() (string, error) { return findPython("torch") }

// Packages are the Debian packages with the modules of FindNotebook.
var Packages = []string{"python3-scipy", "jupyter-nbconvert", "python3-ipykernel", "python3-pip", "mkdocs", "python3-torch",
	"python3-networkx"}

// findPython returns the path of a Python with all of the modules.
func findPython(modules ...string) (string, error) {
	names := []string{os.Getenv("PYTHON")}
	if names[0] == "" {
		names = []string{"python3", "/usr/bin/python3"}
	}
	for _, name := range names {
		const hasModules = "import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))"
		if exec.Command(name, append([]string{"-c", hasModules}, modules...)...).Run() == nil {
			return exec.LookPath(name)
		}
	}
	return "", errors.New("no Python with " + strings.Join(modules, ", ") + "; install them (apt-get install " + strings.Join(Packages, " ") +
		") or name one in PYTHON")
}

package e2e

import (
	"errors"
	"os"
	"os/exec"
	"strings"
)

// FindPython finds a Python with numpy and scipy: PYTHON, or one of the usual names.
func FindPython() (string, error) { return findPython("numpy", "scipy") }

// FindNotebook finds a Python that also executes notebooks, and has the other programs that the tests run: pip,
// MkDocs, PyTorch, networkx.
func FindNotebook() (string, error) {
	return findPython("numpy", "scipy", "nbconvert", "ipykernel", "pip", "mkdocs", "torch", "networkx")
}

// FindTorch finds a Python with PyTorch.
func FindTorch() (string, error) { return findPython("torch") }

// Packages are those of Debian with what FindNotebook looks for.
var Packages = []string{"python3-scipy", "jupyter-nbconvert", "python3-ipykernel", "python3-pip", "mkdocs", "python3-torch",
	"python3-networkx"}

func findPython(modules ...string) (string, error) {
	names := []string{os.Getenv("PYTHON")}
	if names[0] == "" {
		names = []string{"python3", "/usr/bin/python3"}
	}
	for _, name := range names {
		const there = "import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))"
		if exec.Command(name, append([]string{"-c", there}, modules...)...).Run() == nil {
			return exec.LookPath(name)
		}
	}
	return "", errors.New("no Python with " + strings.Join(modules, ", ") + "; install them (apt-get install " + strings.Join(Packages, " ") +
		") or name one in PYTHON")
}

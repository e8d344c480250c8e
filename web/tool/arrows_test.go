package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// deps lists what each package of a pattern depends on, tests aside, as it is
// built for a system.
func deps(t *testing.T, goos, goarch string, patterns ...string) map[string][]string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-f", `{{.ImportPath}} {{join .Deps " "}}`}, patterns...)...)
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		names := strings.Fields(line)
		all[names[0]] = names[1:]
	}
	return all
}

// Arrows point down: web → wasm → core. Only the program itself, package main
// of wasm/, joins the page to the worker.
func TestArrows(t *testing.T) {
	for name, on := range deps(t, "js", "wasm", "sheafscope/core/...", "sheafscope/wasm/...") {
		above := []string{"sheafscope/web", "github.com/vugu/"}
		switch {
		case name == "sheafscope/wasm":
			continue
		case strings.HasPrefix(name, "sheafscope/core/"):
			above = append(above, "sheafscope/wasm", "github.com/hack-pad/safejs")
		}
		for _, dep := range on {
			for _, prefix := range above {
				if strings.HasPrefix(dep, prefix) {
					t.Errorf("%s depends on %s, which stands above it", name, dep)
				}
			}
		}
	}
}

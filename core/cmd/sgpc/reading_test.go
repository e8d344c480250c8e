//go:build !js

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDoubtsArePrinted: convert and train print a doubt about a file in the words of package graphio on standard error. They also print the
// columns left out, and the reading with the flag that corrects it. With the flags of a correction they print no doubt, and the graph that
// convert writes has classes. Wrong flags of convert end with status 2.
func TestDoubtsArePrinted(t *testing.T) {
	bin, dir := command(t), t.TempDir()
	// Column 3 may be a weight of the edge or a class.
	file := filepath.Join(dir, "edges.csv")
	if err := os.WriteFile(file, []byte("0,1,0\n1,2,1\n2,3,1\n3,0,0\n0,2,0\n1,3,1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	// run returns the output of the command, its standard error and its status.
	run := func(args ...string) (out, stderr string, exit int) {
		var outText, errText strings.Builder
		cmd := exec.Command(bin, args...)
		cmd.Stdout, cmd.Stderr = &outText, &errText
		cmd.Run()
		return outText.String(), errText.String(), cmd.ProcessState.ExitCode()
	}
	for _, start := range [][]string{{"convert", "-o", dir}, {"train", "-epochs", "1"}} {
		args := append(start, "-graph", file)
		_, stderr, exit := run(args...)
		for _, want := range []string{"sgpc: doubt: Column 3 of the edge list (0, 1, 1, 0, 0, …) may be a weight",
			"sgpc: note: Further columns",
			"edges of edges.csv: 1 = source, 2 = target, 3 = ignored; -columns"} {
			if exit != 0 || !strings.Contains(stderr, want) {
				t.Errorf("%v ends with %d, want 0 and %q in its messages: %s", args, exit, want, stderr)
			}
		}
		_, stderr, exit = run(append(args, "-columns", "label=3", "-from", "0")...)
		if exit != 0 || strings.Contains(stderr, "doubt") {
			t.Errorf("%v, corrected, ends with %d, want 0 and no doubt: %s", args, exit, stderr)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "edges.json"))
	if err != nil || !strings.Contains(string(text), `{"id": 1, "class": 1,`) {
		t.Errorf("the corrected graph has no classes: %v %s", err, text)
	}
	// An unknown role of a column, a first number that is neither 0 nor 1, and a correction of a built-in graph, which has no file.
	for _, bad := range [][]string{{"-columns", "dance=1"}, {"-from", "7"}, {"-graph", "karate", "-header", "no"}} {
		if _, stderr, exit := run(append([]string{"convert", "-graph", file}, bad...)...); exit != 2 {
			t.Errorf("%v ends with %d, want 2: %s", bad, exit, stderr)
		}
	}
}

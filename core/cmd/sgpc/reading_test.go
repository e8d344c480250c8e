//go:build !js

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDoubtsArePrinted: convert and train say on stderr what is doubtful about a
// file, every reason in the words of package graphio, and what was left out;
// flags correct it, and then there is nothing more to say.
func TestDoubtsArePrinted(t *testing.T) {
	bin, dir := command(t), t.TempDir()
	file := filepath.Join(dir, "edges.csv")
	if err := os.WriteFile(file, []byte("0,1,0\n1,2,1\n2,3,1\n3,0,0\n0,2,0\n1,3,1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	say := func(args ...string) (out, stderr string, exit int) {
		var o, e strings.Builder
		cmd := exec.Command(bin, args...)
		cmd.Stdout, cmd.Stderr = &o, &e
		cmd.Run()
		return o.String(), e.String(), cmd.ProcessState.ExitCode()
	}
	for _, command := range [][]string{{"convert", "-o", dir}, {"train", "-epochs", "1"}} {
		args := append(command, "-graph", file)
		_, stderr, exit := say(args...)
		for _, want := range []string{"sgpc: doubt: Column 3 of the edge list (0, 1, 1, 0, 0, …) may be a weight",
			"sgpc: note: Further columns",
			"edges of edges.csv: 1 = source, 2 = target, 3 = ignored; -columns"} {
			if exit != 0 || !strings.Contains(stderr, want) {
				t.Errorf("%v ends with %d and does not say %q: %s", args, exit, want, stderr)
			}
		}
		if _, stderr, exit = say(append(args, "-columns", "label=3", "-from", "0")...); exit != 0 || strings.Contains(stderr, "doubt") {
			t.Errorf("%v, corrected, ends with %d: %s", args, exit, stderr)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "edges.json"))
	if err != nil || !strings.Contains(string(text), `{"id": 1, "class": 1,`) {
		t.Errorf("the corrected graph has no classes: %v %s", err, text)
	}
	for _, bad := range [][]string{{"-columns", "dance=1"}, {"-from", "7"}, {"-graph", "karate", "-header", "no"}} {
		if _, stderr, exit := say(append([]string{"convert", "-graph", file}, bad...)...); exit != 2 {
			t.Errorf("%v ends with %d: %s", bad, exit, stderr)
		}
	}
}

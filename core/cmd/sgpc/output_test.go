//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/core/coursemath"
)

// usualArgs returns, by command, arguments of a short run. It leaves out reproduce, which prints nothing.
func usualArgs(t *testing.T) map[string][]string {
	t.Helper()
	good := completionCode(t, 7, map[string]string{"2.3": "no"})
	maps := filepath.Join(t.TempDir(), "maps")
	if err := writeSheaf(startText(t), maps); err != nil {
		t.Fatal(err)
	}
	// The rows have one model only, since the command accuracy trains each model to compute the version of the model.
	rows := filepath.Join(t.TempDir(), "rows.jsonl")
	if err := os.WriteFile(rows, rowsOf(t, "mlp"), 0o644); err != nil {
		t.Fatal(err)
	}
	small := []string{"-protocol", "per-class:4", "-splits", "0", "-epochs", "1", "-q"}
	return map[string][]string{
		"train": {"-epochs", "1"}, "trace": {}, "spectrum": {}, "list": {}, "explain": {"-node", "1", "-epochs", "1"},
		"whatif": {"-remove", "0-1", "-epochs", "1"}, "accuracy": {"-rows", rows, "-text", "../../study/accuracy.md"},
		"claims": {"-id", "lemma2"}, "check": {good},
		"table":    append([]string{"-datasets", "karate", "-models", "mlp", "-results", ""}, small...),
		"auto":     append([]string{"-graph", "karate", "-set", "channels=2"}, small...),
		"ablate":   append([]string{"sign", "-datasets", "karate"}, small...),
		"depth":    append([]string{"-datasets", "karate", "-models", "gcn", "-layers", "2", "-results", ""}, small...),
		"holonomy": {"-graph", "universe:n=40,classes=3,degree=8,correlation=0", "-seeds", "0", "-epochs", "2", "-q"},
		"convert":  {"-graph", "k4", "-o", t.TempDir()}, "sheaf": {}, "bench": {"-anatomy", "-graph", "karate", "-epochs", "1", "-warm", "0"},
		"maps": {"-graph", filepath.Join(maps, "Graph-of-a-sheaf.json"), filepath.Join(maps, "maps.npz")},
	}
}

// TestLostOutput: a command whose output is lost, on a full disk or in a pipe without a reader, reports this and ends with status 1.
// Every command of usualArgs writes to the full disk, and trace to the pipe, too. With LONG=1 each of them writes to the pipe.
func TestLostOutput(t *testing.T) {
	bin, args := command(t), usualArgs(t)
	for _, c := range commands {
		a, ok := args[c.name]
		if !ok && c.name != "reproduce" {
			t.Errorf("usualArgs has no arguments for the command %s", c.name)
		}
		if !ok {
			continue
		}
		// Writes to full always fail for lack of space. The pipe has no reader after reader.Close.
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		reader, pipe, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		reader.Close()
		for reason, output := range map[string]*os.File{"no space": full, "broken pipe": pipe} {
			if reason == "broken pipe" && c.name != "trace" && os.Getenv("LONG") == "" {
				output.Close()
				continue
			}
			var msg bytes.Buffer
			cmd := exec.Command(bin, append([]string{c.name}, a...)...)
			cmd.Stdout, cmd.Stderr = output, &msg
			if err := cmd.Run(); cmd.ProcessState.ExitCode() != 1 || !strings.Contains(msg.String(), reason) {
				t.Errorf("%s ends with %v, want status 1 and the words %q: %s", c.name, err, reason, msg.String())
			}
			output.Close()
		}
	}
}

// rowsOf returns the rows of one model in the stored results, core/study/accuracy.jsonl.
func rowsOf(t *testing.T, model string) []byte {
	t.Helper()
	data, err := os.ReadFile("../../study/accuracy.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var rows []byte
	for line := range bytes.Lines(data) {
		if bytes.Contains(line, fmt.Appendf(nil, "\"model\":%q,", model)) {
			rows = append(rows, line...)
		}
	}
	return rows
}

// TestFilesFirst: a command whose files cannot be written ends before its work. Otherwise a million epochs would not end, and the message
// would have the name of the missing graph or shape. A command that fails leaves its file as it was.
func TestFilesFirst(t *testing.T) {
	bin, dir := command(t), t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("as it was"), 0o644); err != nil {
		t.Fatal(err)
	}
	// The outputs are a file in a missing folder, a folder in the place of a file, and folders below a file.
	for _, args := range [][]string{{"trace", "-epochs", "1000000", "-o", filepath.Join(dir, "no", "x")},
		{"trace", "-epochs", "1000000", "-o", dir},
		{"convert", "-graph", "no such graph", "-o", filepath.Join(file, "x")},
		{"sheaf", "-start", "no such shape", "-o", filepath.Join(file, "x")}} {
		msg, err := exec.Command(bin, args...).CombinedOutput()
		if err == nil || strings.Contains(string(msg), "no such graph") || strings.Contains(string(msg), "no such shape") {
			t.Errorf("%v ends with %v, want an error about the file before the work: %s", args, err, msg)
		}
	}
	if out, err := exec.Command(bin, "trace", "-graph", "no such graph", "-o", file).CombinedOutput(); err == nil {
		t.Errorf("trace of a graph that does not exist ends without an error: %s", out)
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "as it was" {
		t.Errorf("the file of the failed command has %q, %v, want “as it was”", data, err)
	}
}

// startText returns the text of the initial sheaf of the command sheaf.
func startText(t *testing.T) string {
	t.Helper()
	rep, err := sheafOf("", "ring:6", 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rep.Text
}

// TestCheckOfHostileCodes: line separators and control characters in a name or a code are escaped, so that they cannot forge a line of the
// report. Each line of the input has its report, also a line of 2 MB and 200 000 lines without a code.
func TestCheckOfHostileCodes(t *testing.T) {
	// U+2028 separates lines, and U+202E reverses the direction of the text after it.
	text := reportText(judgementOf("Eve\u2028code 9 (Bob): 22 of 22 right\u202e"), suspectExercises)
	if strings.Count(text, "\n") != 1 || strings.ContainsAny(text, "\u2028\u202e") || !strings.Contains(text, `("Eve\u2028code 9`) {
		t.Errorf("the report of a name with a line separator is %q, want one line with the name escaped", text)
	}
	bin := command(t)
	// check returns the lines that the command prints for a standard input. The input has a bad code, so the status must be 1.
	check := func(stdin string) []string {
		cmd := exec.Command(bin, "check", "-train=false", "-")
		cmd.Stdin = strings.NewReader(stdin)
		out, _ := cmd.Output()
		if cmd.ProcessState.ExitCode() != 1 {
			t.Errorf("check of %.40q ends with %v, want status 1", stdin, cmd.ProcessState)
		}
		return strings.Split(strings.TrimSpace(string(out)), "\n")
	}
	good := completionCode(t, 7, map[string]string{"2.3": "no"})
	lines := check("SGPC9\x1b[2K\rcode 1 (Bob)-x\n" + strings.Repeat("x", 2<<20) + "\n" + good + "\n")
	if len(lines) != 3 || strings.ContainsRune(lines[0], '\x1b') || !strings.HasPrefix(lines[1], "code 2: this is no") ||
		!strings.HasPrefix(lines[2], `code 3 ("Ada", seed 7): 1 of`) {
		t.Errorf("three lines, one of 2 MB, give %d reports: %.300q", len(lines), lines)
	}
	if lines := check(strings.Repeat("junk\n", 200_000)); len(lines) != 200_000 || !strings.HasPrefix(lines[199_999], "code 200000: ") {
		t.Errorf("200 000 lines give %d reports, want one for each line", len(lines))
	}
}

// judgementOf returns the judgement of line 1 with a name.
func judgementOf(name string) coursemath.Judgement { return coursemath.Judgement{Line: 1, Name: name} }

// TestConvertKeepsItsInput: without -force, convert does not overwrite a file that it read, also not through a link.
// trace does not overwrite its graph. Both suggest another name. With -force, convert overwrites the file.
func TestConvertKeepsItsInput(t *testing.T) {
	bin, dir, links := command(t), t.TempDir(), t.TempDir()
	file, link := filepath.Join(dir, "g.json"), filepath.Join(links, "folder")
	const text = `{"mine": 7, "nodes": [{"id": 0}, {"id": 1}], "links": [{"source": 0, "target": 1}]}`
	if err := errors.Join(os.WriteFile(file, []byte(text), 0o644), os.Symlink(dir, link)); err != nil {
		t.Fatal(err)
	}
	// The second row reads the file through the link to its folder. The last row, with -force, changes the file.
	for _, args := range [][]string{{"convert", "-graph", file, "-o", dir}, {"convert", "-graph", filepath.Join(link, "g.json"), "-o", dir},
		{"trace", "-graph", file, "-o", file},
		{"convert", "-graph", file, "-o", dir, "-force"}} {
		out, err := exec.Command(bin, args...).CombinedOutput()
		data, readErr := os.ReadFile(file)
		if readErr != nil {
			t.Fatal(readErr)
		}
		hasForce, hasSucceeded, isKept := args[len(args)-1] == "-force", err == nil, string(data) == text
		if hasSucceeded != hasForce || isKept == hasForce {
			t.Errorf("%v ends with %v, and the file is kept: %v, want kept %v: %s\n%s", args, err, isKept, !hasForce, out, data)
		}
		if !hasForce && !strings.Contains(string(out), "another name") {
			t.Errorf("%v does not suggest another name: %s", args, out)
		}
	}
}

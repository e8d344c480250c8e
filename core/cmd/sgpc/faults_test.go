//go:build linux

package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// keptCommands are small forms of the commands that keep their runs in a results file, with the files that they write at the end.
var keptCommands = []struct {
	args  []string
	files []string
}{
	{[]string{"table", "-datasets", "karate", "-models", "sgpc,mlp,gcn", "-splits", "0-1", "-epochs", "3", "-set", "channels=4", "-chosen", "",
		"-results", "r.jsonl", "-o", "table.md"}, []string{"table.md"}},
	{[]string{"auto", "-graph", "karate", "-protocol", "random:0.5,0.3,0.2", "-splits", "0-1", "-epochs", "3", "-set", "channels=4",
		"-results", "r.jsonl", "-o", "auto.md"}, []string{"auto.md"}},
	{[]string{"ablate", "depth", "-datasets", "karate", "-protocol", "per-class:4", "-splits", "0", "-epochs", "3", "-set", "channels=4",
		"-results", "r.jsonl", "-o", "depth.csv"}, []string{"depth.csv"}},
	{[]string{"reproduce", "-datasets", "karate", "-models", "sgpc,mlp", "-protocol", "random:0.5,0.3,0.2", "-splits", "0-1", "-epochs", "3",
		"-set", "channels=4", "-only", "table1", "-o", "."}, []string{"table1.md", "table1.csv", "paper.json"}},
}

// date matches the date in a written file. Two files of one test may have different dates at midnight.
var date = regexp.MustCompile(`\d{4}-\d\d-\d\d`)

// filesText returns the names and the texts of files in a folder, with DAY in the place of dates.
func filesText(t *testing.T, dir string, files []string) (text string) {
	t.Helper()
	for _, name := range files {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		text += name + "\n" + date.ReplaceAllString(string(data), "DAY")
	}
	return text
}

// killAfter starts a command and kills it after a delay, unless it ends before. It reports whether it killed the command. A command that
// ends with an error before its kill is fatal. msg has the output of the command.
func killAfter(t *testing.T, cmd *exec.Cmd, msg *bytes.Buffer, delay time.Duration) (isKilled bool) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end := make(chan error, 1)
	go func() { end <- cmd.Wait() }()
	select {
	case err := <-end:
		if err != nil {
			t.Fatalf("%v ends with %v before its kill: %s", cmd.Args, err, msg)
		}
		return false
	case <-time.After(delay):
		if err := cmd.Process.Kill(); err != nil {
			t.Log(err)
		}
		<-end
		return true
	}
}

// TestKilledCommandsResume: a command that is killed at a random time and then run again writes the files of an undisturbed command, byte
// for byte except for dates. It leaves at most one temporary file for each kill. LONG=1: all four commands with fifteen kills, in place of
// two with one.
func TestKilledCommandsResume(t *testing.T) {
	kills, list := 1, keptCommands[:2]
	if os.Getenv("LONG") != "" {
		kills, list = 15, keptCommands
	}
	bin := command(t)
	r := rand.New(rand.NewPCG(44, 1))
	for _, c := range list {
		undisturbed, dir := t.TempDir(), t.TempDir()
		// commandIn returns the command in a folder, and the buffer of its output.
		commandIn := func(dir string) (*exec.Cmd, *bytes.Buffer) {
			cmd, msg := exec.Command(bin, append(c.args, "-q")...), &bytes.Buffer{}
			cmd.Dir, cmd.Stdout, cmd.Stderr = dir, msg, msg
			return cmd, msg
		}
		begin := time.Now()
		cmd, msg := commandIn(undisturbed)
		if err := cmd.Run(); err != nil {
			t.Fatalf("%s, undisturbed, ends with %v: %s", c.args[0], err, msg)
		}
		duration := time.Since(begin)
		for k := 0; k < kills; {
			cmd, msg := commandIn(dir)
			if killAfter(t, cmd, msg, time.Duration(r.Int64N(int64(duration)))) {
				k++
				continue
			}
			// The command has ended before it could be killed. This try does not count, and the next begins with an empty folder.
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		cmd, msg = commandIn(dir)
		if err := cmd.Run(); err != nil {
			t.Errorf("%s, run again after its kills, ends with %v: %s", c.args[0], err, msg)
			continue
		}
		if got, want := filesText(t, dir, c.files), filesText(t, undisturbed, c.files); got != want {
			t.Errorf("%s writes after %d kills\n%s\nwant\n%s", c.args[0], kills, got, want)
		}
		temporary, err := filepath.Glob(filepath.Join(dir, ".sgpc-*"))
		if err != nil || len(temporary) > kills {
			t.Errorf("%s leaves the temporary files %v, want at most %d, one a kill (%v)", c.args[0], temporary, kills, err)
		}
	}
}

// TestProgramsShareAResultsFile: four programs, 0 to 3, start at once on one results file. Each ends with status 0, or is refused with the
// words “another program writes it”. The programs 2 and 3 have -wait and are never refused. The file has each run once, in whole lines.
func TestProgramsShareAResultsFile(t *testing.T) {
	bin, dir := command(t), t.TempDir()
	withoutTable := append([]string{}, keptCommands[0].args[:len(keptCommands[0].args)-2]...) // without -o
	var wg sync.WaitGroup
	codes, outputs := make([]int, 4), make([]string, 4)
	for k := range codes {
		args := withoutTable
		if k > 1 {
			args = append(withoutTable[:len(withoutTable):len(withoutTable)], "-wait")
		}
		wg.Go(func() {
			cmd := exec.Command(bin, args...)
			cmd.Dir = dir
			out, _ := cmd.CombinedOutput()
			codes[k], outputs[k] = cmd.ProcessState.ExitCode(), string(out)
		})
	}
	wg.Wait()
	for k, text := range outputs {
		hasFailed, isRefused := codes[k] != 0, strings.Contains(text, "another program writes it")
		if hasFailed != isRefused {
			t.Errorf("program %d ends with %d, refused: %v; want status 0, or refused with another: %s", k, codes[k], isRefused, text)
		}
		if hasFailed && k > 1 {
			t.Errorf("program %d has -wait and ends with %d, want 0: %s", k, codes[k], text)
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "r.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]int{}
	for line := range strings.Lines(string(data)) {
		key, _, hasCell := strings.Cut(line, `","cell"`) // the part before the cell is the key of the run
		keys[key]++
		if !hasCell || !strings.HasSuffix(line, "}\n") {
			t.Errorf("the line %.80q is not whole", line)
		}
		if keys[key] > 1 {
			t.Errorf("the run of the line %.80q occurs %d times, want once", line, keys[key])
		}
	}
}

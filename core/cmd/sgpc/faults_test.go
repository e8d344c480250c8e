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

// keptCommands are small forms of the commands that keep their runs in the results file r.jsonl, and the files that they write at the end.
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

// date matches the date in a written file, which may be another at midnight.
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

// TestKilledCommandsResume: a command that is killed at a random time and then run again writes the files of an undisturbed command, byte
// for byte. It leaves at most one temporary file for each kill. LONG=1: all four commands with fifteen kills, in place of two with one.
func TestKilledCommandsResume(t *testing.T) {
	kills, list := 1, keptCommands[:2]
	if os.Getenv("LONG") != "" {
		kills, list = 15, keptCommands
	}
	bin := command(t)
	r := rand.New(rand.NewPCG(44, 1))
	for _, c := range list {
		undisturbed, dir := t.TempDir(), t.TempDir()
		// command returns the command in a folder, and the buffer of its output.
		command := func(dir string) (*exec.Cmd, *bytes.Buffer) {
			cmd, msg := exec.Command(bin, append(c.args, "-q")...), &bytes.Buffer{}
			cmd.Dir, cmd.Stdout, cmd.Stderr = dir, msg, msg
			return cmd, msg
		}
		begin := time.Now()
		cmd, msg := command(undisturbed)
		if err := cmd.Run(); err != nil {
			t.Fatalf("%s, undisturbed, ends with %v: %s", c.args[0], err, msg)
		}
		duration := time.Since(begin)
		for k := 0; k < kills; {
			cmd, msg := command(dir)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			end := make(chan error, 1)
			go func() { end <- cmd.Wait() }()
			select {
			case err := <-end:
				if err != nil {
					t.Fatalf("%s ends with %v before its kill: %s", c.args[0], err, msg)
				}
				// The command has ended before it could be killed. The next try begins with an empty folder and does not count.
				if err := os.RemoveAll(dir); err != nil {
					t.Fatal(err)
				}
				if err := os.Mkdir(dir, 0o755); err != nil {
					t.Fatal(err)
				}
			case <-time.After(time.Duration(r.Int64N(int64(duration)))):
				if err := cmd.Process.Kill(); err != nil {
					t.Log(err)
				}
				<-end
				k++
			}
		}
		cmd, msg = command(dir)
		if err := cmd.Run(); err != nil {
			t.Errorf("%s, run again after its kills, ends with %v: %s", c.args[0], err, msg)
			continue
		}
		if got, want := filesText(t, dir, c.files), filesText(t, undisturbed, c.files); got != want {
			t.Errorf("%s writes after %d kills\n%s\nwant\n%s", c.args[0], kills, got, want)
		}
		temporary, err := filepath.Glob(filepath.Join(dir, ".sgpc-*"))
		if err != nil || len(temporary) > kills {
			t.Errorf("%s leaves the temporary files %v after %d kills (%v)", c.args[0], temporary, kills, err)
		}
	}
}

// TestTwoPrograms: four programs start at once on one results file. Each ends with status 0, or is refused with the words “another program
// writes it”. The programs 2 and 3 have -wait and are never refused. The file has each run once, in whole lines.
func TestTwoPrograms(t *testing.T) {
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
			t.Errorf("program %d ends with %d, and is refused: %v: %s", k, codes[k], isRefused, text)
		}
		if hasFailed && k > 1 {
			t.Errorf("program %d has -wait and ends with %d: %s", k, codes[k], text)
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "r.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]int{}
	for line := range strings.Lines(string(data)) {
		key, _, ok := strings.Cut(line, `","cell"`)
		keys[key]++
		if !ok || !strings.HasSuffix(line, "}\n") {
			t.Errorf("the line %.80q is not whole", line)
		}
		if keys[key] > 1 {
			t.Errorf("the run of the line %.80q occurs %d times", line, keys[key])
		}
	}
}

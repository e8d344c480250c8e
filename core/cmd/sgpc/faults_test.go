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

// kept are commands that keep their runs, in a small form, and the files that they end with.
var kept = []struct {
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

var day = regexp.MustCompile(`\d{4}-\d\d-\d\d`)

// made are the files that a command left in a folder.
func made(t *testing.T, dir string, files []string) (text string) {
	t.Helper()
	for _, name := range files {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		text += name + "\n" + day.ReplaceAllString(string(data), "DAY")
	}
	return text
}

// TestKilledCommandsResume: a command that was killed in the midst, at any time and any number of times, and then done again, ends with the
// files of an undisturbed one, byte for byte. LONG=1: fifteen kills a command in place of one.
func TestKilledCommandsResume(t *testing.T) {
	kills, list := 1, kept[:2]
	if os.Getenv("LONG") != "" {
		kills, list = 15, kept
	}
	bin := command(t)
	r := rand.New(rand.NewPCG(44, 1))
	for _, c := range list {
		whole, dir := t.TempDir(), t.TempDir()
		command := func(dir string) (*exec.Cmd, *bytes.Buffer) {
			cmd, msg := exec.Command(bin, append(c.args, "-q")...), &bytes.Buffer{}
			cmd.Dir, cmd.Stdout, cmd.Stderr = dir, msg, msg
			return cmd, msg
		}
		begin := time.Now()
		cmd, msg := command(whole)
		if err := cmd.Run(); err != nil {
			t.Fatal(err, msg)
		}
		took := time.Since(begin)
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
					t.Fatalf("%s: %v, %s", c.args[0], err, msg)
				}
				if err := os.RemoveAll(dir); err != nil { // it was done before it could be killed: begin anew
					t.Fatal(err)
				}
				if err := os.Mkdir(dir, 0o755); err != nil {
					t.Fatal(err)
				}
			case <-time.After(time.Duration(r.Int64N(int64(took)))):
				if err := cmd.Process.Kill(); err != nil {
					t.Log(err)
				}
				<-end
				k++
			}
		}
		cmd, msg = command(dir)
		if err := cmd.Run(); err != nil {
			t.Errorf("%s, done again: %v, %s", c.args[0], err, msg)
			continue
		}
		if got, want := made(t, dir, c.files), made(t, whole, c.files); got != want {
			t.Errorf("%s after %d kills:\n%s\nnot\n%s", c.args[0], kills, got, want)
		}
		list, err := filepath.Glob(filepath.Join(dir, ".sgpc-*"))
		if err != nil || len(list) > kills {
			t.Errorf("%s leaves %v", c.args[0], list)
		}
	}
}

// TestTwoPrograms: of two programs on one results file one works and the other is refused by a clear line, or waits with -wait
// and then finds all runs; the file holds each run once.
func TestTwoPrograms(t *testing.T) {
	bin, dir := command(t), t.TempDir()
	args := append([]string{}, kept[0].args[:len(kept[0].args)-2]...)
	var wg sync.WaitGroup
	codes, said := make([]int, 4), make([]string, 4)
	for k := range codes {
		more := args
		if k > 1 {
			more = append(args[:len(args):len(args)], "-wait")
		}
		wg.Go(func() {
			cmd := exec.Command(bin, more...)
			cmd.Dir = dir
			out, _ := cmd.CombinedOutput()
			codes[k], said[k] = cmd.ProcessState.ExitCode(), string(out)
		})
	}
	wg.Wait()
	for k, text := range said {
		if refused := strings.Contains(text, "another program writes it"); codes[k] != 0 && (!refused || k > 1) || codes[k] == 0 && refused {
			t.Errorf("program %d ends with %d: %s", k, codes[k], text)
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "r.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]int{}
	for line := range strings.Lines(string(data)) {
		key, _, ok := strings.Cut(line, `","cell"`)
		if keys[key]++; !ok || keys[key] > 1 || !strings.HasSuffix(line, "}\n") {
			t.Errorf("a line is %.80q, for the %d. time", line, keys[key])
		}
	}
}

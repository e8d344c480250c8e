//go:build linux

// This file tests that no finished run is lost: with a full disk, two programs on one results file, or an output that cannot be written.

package study

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sheafscope/core/train"
)

// brokenStore is a results file in memory. Its calls fail with errBroken if their flag is set: writeFails, syncFails or truncateFails.
// A failing WriteAt has written the first writtenBytes bytes.
type brokenStore struct {
	bytes.Buffer
	writtenBytes                         int
	writeFails, syncFails, truncateFails bool
}

// errBroken is the error of a brokenStore.
var errBroken = errors.New("no space left")

// WriteAt cuts the store at an offset and writes p there. Unlike a real file it keeps nothing after p.
func (b *brokenStore) WriteAt(p []byte, offset int64) (int, error) {
	b.Truncate(offset)
	if b.writeFails {
		b.Buffer.Write(p[:b.writtenBytes])
		return b.writtenBytes, errBroken
	}
	return b.Buffer.Write(p)
}

// Sync fails if syncFails is set.
func (b *brokenStore) Sync() error {
	if b.syncFails {
		return errBroken
	}
	return nil
}

// Truncate sets the size, with zeros beyond the old end. It fails if truncateFails is set.
func (b *brokenStore) Truncate(size int64) error {
	if b.truncateFails {
		return errBroken
	}
	content := append([]byte{}, b.Bytes()...)
	padding := make([]byte, max(0, int(size)-len(content)))
	b.Reset()
	b.Buffer.Write(append(content, padding...)[:size])
	return nil
}

// If the line of a run cannot be written, Put returns ErrNotKept with its cause. The ledger lacks the run, and the file is unchanged.
// If the file cannot be cut back either, the next line replaces the incomplete line.
func TestFailedLineLeavesFile(t *testing.T) {
	for _, c := range []struct {
		name string
		b    *brokenStore
	}{
		{"short write", &brokenStore{writeFails: true, writtenBytes: 5}}, {"no write", &brokenStore{writeFails: true}},
		{"no sync", &brokenStore{syncFails: true}},
		{"no cut", &brokenStore{writeFails: true, writtenBytes: 5, truncateFails: true}},
	} {
		c.b.Buffer.WriteString("first\n")
		l := NewLedger(&lineAppender{c.b, 6}) // 6 bytes are in the file
		if err := l.Put(Cell{Dataset: "x"}, Stamp{}, time.Time{}, train.Outcome{}); !errors.Is(err, ErrNotKept) || !errors.Is(err, errBroken) {
			t.Errorf("%s: the error is %v, want ErrNotKept with its cause", c.name, err)
		}
		if _, ok := l.Get(Cell{Dataset: "x"}, Stamp{}); ok {
			t.Errorf("%s: the ledger has the run whose line failed", c.name)
		}
		if !c.b.truncateFails && c.b.String() != "first\n" {
			t.Errorf("%s: the file has %q, want it unchanged", c.name, c.b.String())
		}
		// The next line is written without a fault.
		c.b.writeFails, c.b.syncFails, c.b.truncateFails = false, false, false
		if err := l.Put(Cell{Dataset: "y"}, Stamp{}, time.Time{}, train.Outcome{}); err != nil {
			t.Error(err)
		}
		if text := c.b.String(); !strings.HasPrefix(text, "first\n{\"key\":\"") || strings.Count(text, "\n") != 2 {
			t.Errorf("%s: after the next line the file has %q, want the first line and this one", c.name, text)
		}
	}
}

// After a run whose result cannot be stored no other run begins, so that one or two workers make at most one run each. The error is
// ErrNotKept, and there are no results.
func TestUnstoredResultStops(t *testing.T) {
	cells := Grid{Datasets: []string{"a"}, Models: []string{"m"}, Splits: []string{"0"}, Seeds: make([]uint64, 40)}.Cells()
	for i := range cells {
		cells[i].Seed = uint64(i)
	}
	for workers := 1; workers <= 2; workers++ {
		ran := make(chan uint64, len(cells))
		p := Experiment{Cells: cells, Workers: workers, Ledger: NewLedger(&lineAppender{&brokenStore{writeFails: true}, 0}),
			Run: func(c Cell) (train.Outcome, error) { ran <- c.Seed; return train.Outcome{}, nil }}
		out, err := p.Execute(context.Background())
		if !errors.Is(err, ErrNotKept) || errors.Is(err, context.Canceled) || len(out) != 0 || len(ran) > workers {
			t.Errorf("%d workers: %d results, %d runs, %v; want no result, a run for each worker, ErrNotKept", workers, len(out), len(ran), err)
		}
	}
}

// While a program has a results file open, table is refused with a hint at -wait. With -wait it prints that it is waiting, and continues
// when the first program closes the file. Then the file has the runs of both.
func TestResultsFileHasOneWriter(t *testing.T) {
	name := filepath.Join(t.TempDir(), "r.jsonl")
	l, file, err := openResults(name, failIfLocked, &bytes.Buffer{})
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"-datasets", "karate", "-models", "mlp", "-protocol", "per-class:4", "-splits", "0", "-epochs", "2", "-q",
		"-results", name}
	var out, msg bytes.Buffer
	if code := TableCommand(args, karate, &out, &msg); code != 1 || out.Len() > 0 || !strings.Contains(msg.String(), "-wait") {
		t.Errorf("a second program ends with %d, want 1 and a hint at -wait: %s%s", code, out.String(), msg.String())
	}
	// With -wait, in a goroutine, until the first program closes the file.
	messages := make(chan string, 10)
	done := make(chan int)
	go func() { done <- TableCommand(append(args, "-wait"), karate, &out, messageWriter(messages)) }()
	if text := <-messages; !strings.Contains(text, "waiting") {
		t.Errorf("the first message is %q, want that the program is waiting", text)
	}
	if err := errors.Join(l.Put(Cell{Dataset: "first"}, Stamp{}, time.Time{}, train.Outcome{}), file.Close()); err != nil {
		t.Fatal(err)
	}
	if code := <-done; code != 0 {
		t.Errorf("the waiting program ends with %d, want 0: %s", code, <-messages)
	}
	if data, err := os.ReadFile(name); err != nil || bytes.Count(data, []byte("\n")) != 2 || !bytes.Contains(data, []byte("first")) {
		t.Errorf("the results file must have the runs of both programs (%v):\n%s", err, data)
	}
}

// messageWriter is a writer that sends each text to a channel.
type messageWriter chan string

// Write sends p to the channel. It never fails.
func (w messageWriter) Write(p []byte) (int, error) { w <- string(p); return len(p), nil }

// An output that cannot be written ends each command with 1 and a message. For table, auto and ablate this is before they make a loader of
// data sets; reproduce makes its loader first. A failing command leaves an existing output as it was.
func TestOutputIsOpenedFirst(t *testing.T) {
	dir := t.TempDir()
	kept, none := filepath.Join(dir, "kept"), filepath.Join(dir, "no", "file")
	if err := os.WriteFile(kept, []byte("as it was"), 0o644); err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "list") // a list without chosen settings
	if err := os.WriteFile(list, []byte(`[{"a": 1}]`), 0o644); err != nil {
		t.Fatal(err)
	}
	type command = func(args []string, load func(string) Loader, stdout, stderr io.Writer) int
	commands := map[string]command{"table": TableCommand, "auto": AutoCommand, "ablate": AblateCommand, "reproduce": ReproduceCommand}
	// Outputs in a missing folder, in the place of a folder or of a file that is no results file, or on a full disk.
	for _, c := range []struct {
		name string
		args []string
	}{
		{"table", []string{"-o", none, "-results", ""}}, {"table", []string{"-chosen", none, "-results", ""}},
		{"table", []string{"-results", none}}, {"table", []string{"-results", "/dev/full"}}, {"table", []string{"-results", kept}},
		{"table", []string{"-results", kept, "-o", kept}}, {"table", []string{"-chosen", dir, "-results", ""}},
		{"table", []string{"-chosen", kept, "-results", ""}}, {"table", []string{"-chosen", list, "-results", ""}},
		{"table", []string{"-chosen", "/dev/null", "-results", ""}}, {"table", []string{"-rows", kept, "-results", ""}},
		{"auto", []string{"-o", dir}}, {"auto", []string{"-results", none}},
		{"ablate", []string{"sign", "-o", none}}, {"ablate", []string{"sign", "-results", none}}, {"ablate", []string{"sign", "-rows", kept}},
		{"reproduce", []string{"-o", filepath.Join(kept, "x")}},
	} {
		var out, msg bytes.Buffer
		load := func(string) Loader { t.Errorf("%s %v reads data", c.name, c.args); return nil }
		if c.name == "reproduce" {
			load = karate
		}
		if code := commands[c.name](c.args, load, &out, &msg); code != 1 || out.Len() > 0 || msg.Len() == 0 {
			t.Errorf("%s %v ends with %d, want 1, a message and no output: %s%s", c.name, c.args, code, out.String(), msg.String())
		}
	}
	var out, msg bytes.Buffer
	if code := AblateCommand([]string{"sign", "-o", kept, "-datasets", "karate", "-splits", "7"}, karate, &out, &msg); code != 1 {
		t.Errorf("ablate on a split that does not exist ends with %d, want 1: %s", code, msg.String())
	}
	if data, err := os.ReadFile(kept); err != nil || string(data) != "as it was" {
		t.Errorf("the output of the failed command has %q, %v, want “as it was”", data, err)
	}
}

// smallTasks are small forms of the commands that keep runs in a results file r*.jsonl of a folder. The output of reproduce is its files.
var smallTasks = map[string]func(dir string, stdout, stderr *bytes.Buffer) int{
	"table": func(dir string, o, e *bytes.Buffer) int {
		return TableCommand([]string{"-datasets", "karate", "-models", "sgpc,mlp", "-splits", "0-1", "-epochs", "2", "-set", "channels=4", "-q",
			"-results", filepath.Join(dir, "r.jsonl"), "-chosen", ""}, karate, o, e)
	},
	"auto": func(dir string, o, e *bytes.Buffer) int {
		return AutoCommand([]string{"-graph", "karate", "-protocol", "random:0.5,0.3,0.2", "-splits", "0-1", "-epochs", "2", "-set", "channels=4",
			"-q", "-results", filepath.Join(dir, "r.jsonl")}, karate, o, e)
	},
	"ablate": func(dir string, o, e *bytes.Buffer) int {
		return AblateCommand([]string{"depth", "-datasets", "karate", "-protocol", "per-class:4", "-splits", "0", "-epochs", "2", "-set",
			"channels=4", "-q", "-results", filepath.Join(dir, "r.jsonl")}, karate, o, e)
	},
	"reproduce": func(dir string, o, e *bytes.Buffer) int {
		code := ReproduceCommand([]string{"-datasets", "karate", "-models", "sgpc,mlp", "-protocol", "random:0.5,0.3,0.2", "-splits", "0-1",
			"-epochs", "2", "-set", "channels=4", "-only", "table1", "-q", "-o", dir}, karate, o, e)
		for _, name := range []string{"table1.md", "table1.csv", "paper.json"} {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				fmt.Fprintln(e, err)
			}
			o.WriteString(strings.ReplaceAll(string(data), dir, ""))
		}
		return code
	},
}

// fullDisk is the environment variable that makes this test program do one of smallTasks on a full disk. Its value is "name size folder",
// such as "table 300 /tmp/x". size is the largest number of bytes of a file.
const fullDisk = "SHEAFSCOPE_FULL_DISK"

// onFullDisk does the task of a value of fullDisk and ends the program with its status. No file may become larger than the size, so that
// only a part of a line is written, as on a full disk. This needs a program of its own, since the limit holds for all files of a program.
func onFullDisk(t *testing.T, task string) {
	t.Helper()
	var name, dir string
	var size uint64
	if _, err := fmt.Sscan(task, &name, &size, &dir); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: size}); err != nil {
		t.Fatal(err)
	}
	var out, log bytes.Buffer
	code := smallTasks[name](dir, &out, &log)
	fmt.Fprintln(os.Stderr, log.String())
	os.Exit(code)
}

// A command on a full disk ends with 1 and ErrNotKept, and leaves whole lines in its results file. Repeated, it has the output of an
// undisturbed command. LONG=1: five full disks of random size for each command instead of one.
func TestFullDiskLosesNoRun(t *testing.T) {
	if task := os.Getenv(fullDisk); task != "" {
		onFullDisk(t, task)
	}
	faults := 1
	if os.Getenv("LONG") != "" {
		faults = 5
	}
	r := rand.New(rand.NewPCG(44, 0))
	for name, do := range smallTasks {
		// The undisturbed command: its output and its results file.
		var want, msg bytes.Buffer
		whole := t.TempDir()
		if code := do(whole, &want, &msg); code != 0 {
			t.Fatalf("%s ends with %d: %s", name, code, msg.String())
		}
		resultsFiles, err := filepath.Glob(filepath.Join(whole, "r*.jsonl"))
		if err != nil || len(resultsFiles) != 1 {
			t.Fatalf("%s has the results files %v, want one (%v)", name, resultsFiles, err)
		}
		results, err := os.ReadFile(resultsFiles[0])
		if err != nil {
			t.Fatal(err)
		}
		for range faults {
			// The command in a program of its own. A file may have 1 to len(results) − 2 bytes, so that the last line does not fit.
			dir := t.TempDir()
			var out, log bytes.Buffer
			cmd := exec.Command(os.Args[0], "-test.run=^TestFullDiskLosesNoRun$")
			cmd.Env = append(os.Environ(), fmt.Sprint(fullDisk, "=", name, " ", 1+r.Uint64N(uint64(len(results)-2)), " ", dir))
			cmd.Stderr = &log
			_ = cmd.Run() // its exit code, below, has the result
			if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(log.String(), ErrNotKept.Error()) {
				t.Errorf("%s on a full disk ends with %d, want 1 and %q: %s", name, code, ErrNotKept, log.String())
			}
			file := filepath.Join(dir, filepath.Base(resultsFiles[0]))
			if data, err := os.ReadFile(file); err != nil || len(data) > 0 && data[len(data)-1] != '\n' {
				t.Errorf("%s: the results file ends with %.50q, want a whole line (%v)", name, data[max(0, len(data)-50):], err)
			}
			// The command again in this program, with room on the disk.
			out.Reset()
			log.Reset()
			if code := do(dir, &out, &log); code != 0 || strings.ReplaceAll(out.String(), dir, whole) != want.String() {
				t.Errorf("%s, done again, ends with %d, %s and\n%s\nwant 0 and\n%s", name, code, log.String(), out.String(), want.String())
			}
		}
	}
}

//go:build linux

package study

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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

// broken is a store of which one call fails: at first the given number of bytes is written.
type broken struct {
	bytes.Buffer
	short               int
	write, sync, shrink bool
}

var errBroken = errors.New("no space left")

// WriteAt writes p at an offset. If write is set, it fails after the first bytes.
func (b *broken) WriteAt(p []byte, at int64) (int, error) {
	b.Truncate(at)
	if b.write {
		b.Buffer.Write(p[:b.short])
		return b.short, errBroken
	}
	return b.Buffer.Write(p)
}

// Sync fails if sync is set.
func (b *broken) Sync() error {
	if b.sync {
		return errBroken
	}
	return nil
}

// Truncate sets the size, with zeros beyond the old end. It fails if shrink is set.
func (b *broken) Truncate(size int64) error {
	if b.shrink {
		return errBroken
	}
	all := append([]byte{}, b.Bytes()...)
	b.Reset()
	b.Buffer.Write(append(all, make([]byte, max(0, int(size)-len(all)))...)[:size])
	return nil
}

// A line that does not reach the disk leaves the file unchanged; where even that fails, the next line replaces it.
func TestFailedLineLeavesFile(t *testing.T) {
	for _, c := range []struct {
		name string
		b    *broken
	}{
		{"short write", &broken{write: true, short: 5}}, {"no write", &broken{write: true}}, {"no sync", &broken{sync: true}},
		{"no way back", &broken{write: true, short: 5, shrink: true}},
	} {
		c.b.Buffer.WriteString("first\n")
		l := NewLedger(&lineAppender{c.b, 6})
		if err := l.Put(Cell{Dataset: "x"}, Stamp{}, time.Time{}, train.Outcome{}); !errors.Is(err, ErrNotKept) || !errors.Is(err, errBroken) {
			t.Errorf("%s: %v", c.name, err)
		}
		if _, ok := l.Get(Cell{Dataset: "x"}, Stamp{}); ok || !c.b.shrink && c.b.String() != "first\n" {
			t.Errorf("%s: kept %v, the file holds %q", c.name, ok, c.b.String())
		}
		c.b.write, c.b.sync, c.b.shrink = false, false, false
		if err := l.Put(Cell{Dataset: "y"}, Stamp{}, time.Time{}, train.Outcome{}); err != nil {
			t.Error(err)
		}
		if text := c.b.String(); !strings.HasPrefix(text, "first\n{\"key\":\"") || strings.Count(text, "\n") != 2 {
			t.Errorf("%s: then %q", c.name, text)
		}
	}
}

// After a run whose result cannot be stored no other run begins, with one worker and with two.
func TestUnstoredResultStops(t *testing.T) {
	cells := Grid{Datasets: []string{"a"}, Models: []string{"m"}, Splits: []string{"0"}, Seeds: make([]uint64, 40)}.Cells()
	for i := range cells {
		cells[i].Seed = uint64(i)
	}
	for workers := 1; workers <= 2; workers++ {
		ran := make(chan uint64, len(cells))
		p := Experiment{Cells: cells, Workers: workers, Ledger: NewLedger(&lineAppender{&broken{write: true}, 0}),
			Run: func(c Cell) (train.Outcome, error) { ran <- c.Seed; return train.Outcome{}, nil }}
		out, err := p.Execute(context.Background())
		if !errors.Is(err, ErrNotKept) || errors.Is(err, context.Canceled) || len(out) != 0 || len(ran) > workers {
			t.Errorf("%d workers: %d results, %d runs, %v", workers, len(out), len(ran), err)
		}
	}
}

// While a program has a results file open, another is refused or, with -wait, continues when the first ends.
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
		t.Errorf("a second program: %d, %s%s", code, out.String(), msg.String())
	}
	said := make(chan string, 10)
	done := make(chan int)
	go func() { done <- TableCommand(append(args, "-wait"), karate, &out, writer(said)) }()
	if text := <-said; !strings.Contains(text, "waiting") {
		t.Error(text)
	}
	if err := errors.Join(l.Put(Cell{Dataset: "first"}, Stamp{}, time.Time{}, train.Outcome{}), file.Close()); err != nil {
		t.Fatal(err)
	}
	if code := <-done; code != 0 {
		t.Errorf("%d, %s", code, <-said)
	}
	if data, err := os.ReadFile(name); err != nil || bytes.Count(data, []byte("\n")) != 2 || !bytes.Contains(data, []byte("first")) {
		t.Errorf("%s, %v", data, err)
	}
}

type writer chan string

func (w writer) Write(p []byte) (int, error) { w <- string(p); return len(p), nil }

// An output that cannot be written is reported before data sets are read, and a failing command changes no existing file.
func TestOutputIsOpenedFirst(t *testing.T) {
	dir := t.TempDir()
	kept, none := filepath.Join(dir, "kept"), filepath.Join(dir, "no", "file")
	if err := os.WriteFile(kept, []byte("as it was"), 0o644); err != nil {
		t.Fatal(err)
	}
	type command = func(args []string, load func(string) Loader, stdout, stderr *bytes.Buffer) int
	commands := map[string]command{
		"table":     func(a []string, l func(string) Loader, o, e *bytes.Buffer) int { return TableCommand(a, l, o, e) },
		"auto":      func(a []string, l func(string) Loader, o, e *bytes.Buffer) int { return AutoCommand(a, l, o, e) },
		"ablate":    func(a []string, l func(string) Loader, o, e *bytes.Buffer) int { return AblateCommand(a, l, o, e) },
		"reproduce": func(a []string, l func(string) Loader, o, e *bytes.Buffer) int { return ReproduceCommand(a, l, o, e) },
	}
	for _, c := range []struct {
		name string
		args []string
	}{
		{"table", []string{"-o", none, "-results", ""}}, {"table", []string{"-chosen", none, "-results", ""}},
		{"table", []string{"-results", none}}, {"table", []string{"-results", "/dev/full"}}, {"table", []string{"-results", kept}},
		{"table", []string{"-results", kept, "-o", kept}}, {"table", []string{"-chosen", dir, "-results", ""}},
		{"auto", []string{"-o", dir}}, {"auto", []string{"-results", none}},
		{"ablate", []string{"sign", "-o", none}}, {"ablate", []string{"sign", "-results", none}},
		{"reproduce", []string{"-o", filepath.Join(kept, "x")}},
	} {
		var out, msg bytes.Buffer
		loaded := func(string) Loader { t.Errorf("%s %v reads data", c.name, c.args); return nil }
		if c.name == "reproduce" {
			loaded = karate // its reader is made before, and reads nothing yet
		}
		if code := commands[c.name](c.args, loaded, &out, &msg); code != 1 || out.Len() > 0 || msg.Len() == 0 {
			t.Errorf("%s %v ends with %d, %s%s", c.name, c.args, code, out.String(), msg.String())
		}
	}
	var out, msg bytes.Buffer
	if code := AblateCommand([]string{"sign", "-o", kept, "-datasets", "karate", "-splits", "7"}, karate, &out, &msg); code != 1 {
		t.Error(code, msg.String())
	}
	if data, err := os.ReadFile(kept); err != nil || string(data) != "as it was" {
		t.Errorf("%q, %v", data, err)
	}
}

// tasks are the commands that keep runs, in a small form.
var tasks = map[string]func(dir string, stdout, stderr *bytes.Buffer) int{
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

// fullDisk is the variable that makes this program do a task, in a folder, on a disk that is full: "name size folder".
const fullDisk = "SHEAFSCOPE_FULL_DISK"

// onFullDisk does what fullDisk says and ends the program. No file may grow over the size, which is how a full disk is felt: a
// part of a line is written. It is a program of its own, since the limit holds for all that a program writes.
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
	code := tasks[name](dir, &out, &log)
	fmt.Fprintln(os.Stderr, log.String())
	os.Exit(code)
}

// A command on a full disk stops at that run and leaves whole lines; repeated, it ends with the tables of an undisturbed one.
// LONG=1 has five full disks for each command instead of one.
func TestFullDiskLosesNoRun(t *testing.T) {
	if task := os.Getenv(fullDisk); task != "" {
		onFullDisk(t, task)
	}
	faults := 1
	if os.Getenv("LONG") != "" {
		faults = 5
	}
	r := rand.New(rand.NewPCG(44, 0))
	for name, do := range tasks {
		var want, msg bytes.Buffer
		whole := t.TempDir()
		if code := do(whole, &want, &msg); code != 0 {
			t.Fatal(name, code, msg.String())
		}
		lists, err := filepath.Glob(filepath.Join(whole, "r*.jsonl"))
		if err != nil || len(lists) != 1 {
			t.Fatal(lists, err)
		}
		all, err := os.ReadFile(lists[0])
		if err != nil {
			t.Fatal(err)
		}
		for range faults {
			dir := t.TempDir()
			var out, log bytes.Buffer
			cmd := exec.Command(os.Args[0], "-test.run=^TestFullDiskLosesNoRun$")
			cmd.Env = append(os.Environ(), fmt.Sprint(fullDisk, "=", name, " ", 1+r.Uint64N(uint64(len(all)-2)), " ", dir))
			cmd.Stderr = &log
			_ = cmd.Run() // its exit code says how it ended
			if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(log.String(), ErrNotKept.Error()) {
				t.Errorf("%s on a full disk ends with %d: %s", name, code, log.String())
			}
			file := filepath.Join(dir, filepath.Base(lists[0]))
			if data, err := os.ReadFile(file); err != nil || len(data) > 0 && data[len(data)-1] != '\n' {
				t.Errorf("%s: the file ends with %.50q, %v", name, data[max(0, len(data)-50):], err)
			}
			out.Reset()
			log.Reset()
			if code := do(dir, &out, &log); code != 0 || strings.ReplaceAll(out.String(), dir, whole) != want.String() {
				t.Errorf("%s, done again, ends with %d, %s and\n%s\nnot\n%s", name, code, log.String(), out.String(), want.String())
			}
		}
	}
}

package test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// tableOf reads results of Go's benchmarks from a file for each platform. Its table has the median time of each benchmark in milliseconds.
// It has a column for each variant on each platform, and a dash where there is no time.
func TestBenchTableHasMedians(t *testing.T) {
	dir := t.TempDir()
	// The benchmark exp has the times 9, 2 and 4 ms. "-16" is the number of cores.
	for name, text := range map[string]string{
		"native": "goos: linux\nBenchmark/exp,_10⁶_numbers/simd  3  9e6 ns/op  5 B-process  7 flop\n" +
			"Benchmark/exp,_10⁶_numbers/simd-16  3  2e6 ns/op\nBenchmark/exp,_10⁶_numbers/simd-16  3  4e6 ns/op\nPASS\n",
		"Chromium": "Benchmark/eigen/ml-matrix 1 123456789 ns/op\nBenchmark/start,_ready/page 1 1.5e6 ns/op\n" +
			"Benchmark/longest_task/page 1 0 ns/op\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name+".txt"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := tableOf(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"|  | native, gonum | native, plain Go | native, SIMD |",
		"| exp, 10⁶ numbers | – | – | 4.00 | – | – | – | – | – | – |\n",
		"| eigen | – | – | – | – | – | – | – | 123 | – |\n",
		"| start, ready | – | – | – | – | – | – | – | – | 1.50 |\n",
		"| longest task | – | – | – | – | – | – | – | – | 0.000 |\n", // measured: no task is long
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the table does not have %q:\n%s", want, text)
		}
	}
}

// putBetween appends the first block to the document. The second block replaces it.
func TestPutBetweenReplacesTheBlock(t *testing.T) {
	name := filepath.Join(t.TempDir(), benchmarks)
	if err := os.WriteFile(name, []byte("# Title\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"one", "two"} {
		if err := putBetween(name, benchBegin+"\n"+text+"\n"+benchEnd+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(name)
	want := "# Title\n\n" + benchBegin + "\ntwo\n" + benchEnd + "\n"
	if err != nil || string(data) != want {
		t.Fatalf("the document is %q, error %v; want %q", data, err, want)
	}
}

// benchRun writes raw output as a run of the form does: a time for each of the rows exp and start, or no time for "none".
func benchRun(t *testing.T, form BenchForm, exp, start string) (raw string) {
	t.Helper()
	raw, err := rawFolder(form)
	if err != nil {
		t.Fatal(err)
	}
	for name, line := range map[string]string{"native" + rawEnd: "Benchmark/exp/simd 1 " + exp + " ns/op\n",
		"Chromium" + startEnd: "Benchmark/start/page 1 " + start + " ns/op\n"} {
		if strings.Contains(line, " none ") {
			continue
		}
		if err := os.WriteFile(filepath.Join(raw, name), []byte(line), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return raw
}

// The document has the times of the last full run, and the start of the last run that has measured the start. A quick run, an interrupted
// run and a first run of the start alone do not change the document.
func TestBenchmarksHaveTheLastTimes(t *testing.T) {
	t.Chdir(t.TempDir())
	const before = "# Title\n\n" + benchBegin + "\nexp, start\n" + benchEnd + "\n"
	if err := os.WriteFile(benchmarks, []byte(before), 0o666); err != nil {
		t.Fatal(err)
	}
	interrupted, interrupt := context.WithCancel(t.Context())
	interrupt()
	for _, c := range []struct {
		ctx                context.Context
		form               BenchForm
		exp, start         string // new times in nanoseconds, or none
		fails              bool
		expWant, startWant string // times in the document in milliseconds; "" for the document of before
	}{
		{t.Context(), BenchStart, "none", "9e6", true, "", ""},
		{t.Context(), BenchQuick, "8e6", "8e6", false, "", ""},
		{interrupted, 0, "7e6", "7e6", true, "", ""},
		{t.Context(), 0, "6e6", "6e6", false, "6.00", "6.00"},
		{t.Context(), BenchQuick, "5e6", "5e6", false, "6.00", "6.00"},
		{t.Context(), BenchStart, "none", "4e6", false, "6.00", "4.00"},
		{t.Context(), BenchStart, "none", "3e6", false, "6.00", "3.00"},
		{t.Context(), 0, "2e6", "2e6", false, "2.00", "2.00"},
	} {
		err := writeTable(c.ctx, c.form, benchRun(t, c.form, c.exp, c.start))
		if (err != nil) != c.fails {
			t.Errorf("form %d with times %s and %s: error %v, want an error: %v", c.form, c.exp, c.start, err, c.fails)
		}
		data, err := os.ReadFile(benchmarks)
		if err != nil {
			t.Fatal(err)
		}
		isKept := string(data) == before
		hasTimes := strings.Contains(string(data), "| exp | – | – | "+c.expWant+" | – | – | – | – | – | – |\n") &&
			strings.Contains(string(data), "| start | – | – | – | – | – | – | – | – | "+c.startWant+" |\n")
		if (c.expWant == "" && !isKept) || (c.expWant != "" && !hasTimes) {
			t.Errorf("form %d with times %s and %s: the document is\n%s\nwant %q and %q", c.form, c.exp, c.start, data, c.expWant, c.startWant)
		}
	}
}

// Each turn runs in all places, although one place fails. An interrupt stops the run. The start has files of its own.
func TestTurnsRunUntilAnInterrupt(t *testing.T) {
	raw := t.TempDir()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	runs := 0
	fails := place{"fails", func(ctx context.Context, _ []string) *exec.Cmd { return exec.CommandContext(ctx, "go", "no-command") }}
	prints := place{"prints", func(ctx context.Context, _ []string) *exec.Cmd {
		runs++
		if runs == 3 {
			interrupt()
		}
		return exec.CommandContext(ctx, "go", "env", "GOOS")
	}}
	err := runTurns(ctx, 0, []string{"1 peers", startTurn, "3 pool"}, []place{fails, prints}, raw)
	if runs != 3 || !errors.Is(err, context.Canceled) || strings.Count(err.Error(), "fails, ") != 3 {
		t.Errorf("a place ran %d times, want 3; error %v, want three failures and the interrupt", runs, err)
	}
	for _, name := range []string{"prints.txt", "prints-start.txt"} {
		text, err := os.ReadFile(filepath.Join(raw, name))
		if err != nil || string(text) != runtime.GOOS+"\n" {
			t.Errorf("%s has %q, error %v; want the output of one run", name, text, err)
		}
	}
}

package test

import (
	"os"
	"path/filepath"
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
		"Chromium": "Benchmark/eigen/ml-matrix 1 123456789 ns/op\nBenchmark/start,_ready/page 1 1.5e6 ns/op\n",
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

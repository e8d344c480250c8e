package main

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/linalg"
)

func TestBenchTables(t *testing.T) {
	var all timings
	all.add("Chromium", []timing{
		{"gemm 512×512×512", "go", []float64{8, 6, 400}, 2e6, 0}, {"gemm 512×512×512", "simd", []float64{2, 2, 2}, 2e6, 0},
		{"f64x2 multiply-adds, 10⁶ × 16", "peak", []float64{1}, 2e6, 0},
		{"SGPC epoch, m = 10000", "simd", []float64{10}, 0, 2e7}, {"SGPC epoch, m = 100000", "simd", []float64{100}, 0, 2e8},
	})
	all.add("native", []timing{{"gemm 512×512×512", "go", []float64{3}, 2e6, 0}})
	all.add("native", []timing{{"gemm 512×512×512", "go", []float64{5}, 2e6, 0}, {"gemm 512×512×512", "simd", []float64{1}, 2e6, 0}})
	if text := benchTables(&all, starting{}); !strings.Contains(text, "PyTorch: not installed.") {
		t.Errorf("without PyTorch: %s", text)
	}
	const scalar = "epoch of the authors' program, texas"
	all.add("native", []timing{{scalar, "torch", []float64{10}, 0, 0}, {scalar, "simd", []float64{4}, 0, 0}})
	all.add("Chromium", []timing{{scalar, "simd", []float64{5}, 0, 0}, {"epoch by default, texas", "simd", []float64{2}, 0, 0},
		{"products of the authors' program, texas", "simd", []float64{3}, 0, 0}})
	text := benchTables(&all, starting{page: []pageRun{{name: "so", ms: []float64{4, 2, 3}}, {name: "thus", ms: []float64{6, 6, 6}}},
		busy: []smoothRun{{name: "karate", usual: []float64{1, 3, 2}, worst: []float64{4, 5, 6}, all: []float64{30, 20, 40}}}})
	for _, want := range []string{
		"| gemm 512×512×512 | – | 4.00 | 1.00 | – | – | – | – | 8.00 | 2.00 | – | 0 % | – | 4.00 | 2.00 |",
		"median of 3 runs of 100 epochs (beside the first): so 3.0 ms (1.00), thus 6.0 ms (2.00).\n",
		"CPU time, median of 3: script of a frame", "to its epoch 100: karate 2.0 ms, 5.0 ms, and 30 ms.\n",
		"1.0 (50 %)", "Chromium, SIMD: 1.00.", "logarithm: 1.00; SGPC epoch, m = 100000: 200 MB", benchBegin, benchEnd,
		"of the authors' program in PyTorch: 0.200 in Chromium", "of the same in PyTorch: 0.500 in Chromium, 0.400 natively.",
		"of the whole epoch in PyTorch: 0.300 in Chromium.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if k, ok := slope(&all, column{"Chromium", "simd"}, func(r *timing) float64 { return median(r.Samples) }); !ok || math.Abs(k-1) > 1e-12 {
		t.Errorf("slope %v, %v", k, ok)
	}
}

// TestReadBench runs some of the benchmarks and reads what they print.
func TestReadBench(t *testing.T) {
	cmd := exec.Command("go", "test", "-short", "-run=^$", "-benchtime=1x", "-count=2", "-bench=/^(gemm 2708|SGPC epoch, karate|GCN)",
		"sheafscope/core/cmd/sgpc")
	list, err := benchCommand(cmd)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, r := range list {
		if len(r.Samples) != 1 || !(r.Samples[0] > 0) || !(r.Memory > 1e6) || (r.Flop > 0) != strings.HasPrefix(r.Name, "gemm") {
			t.Errorf("%+v", r)
		}
		got[r.Name+", "+r.Variant] = true
	}
	for _, want := range []string{"gemm 2708×64×64, go", "gemm 2708×64×64, gonum", "GCN epoch, Cora's size, go", "SGPC epoch, karate, go"} {
		if !got[want] {
			t.Errorf("%q is missing in %v", want, got)
		}
	}
	vectors := 0 // rows of the loops by vectors, where this machine has them
	if linalg.UseKernel("simd") {
		vectors = 3
	}
	if len(got) != 5+vectors {
		t.Errorf("%d rows", len(got))
	}
	list, err = readBench("Benchmark/exp,_10⁶_numbers/simd  3  9e6 ns/op  5 B-process  7 flop\nBenchmark/exp,_10⁶_numbers/simd-16  " +
		"3  2e6 ns/op  4 B-process  7 flop\n")
	if want := []timing{{"exp, 10⁶ numbers", "simd", []float64{2}, 7, 5}}; err != nil || !reflect.DeepEqual(list, want) {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := readBench("ok"); err == nil {
		t.Error("no rows at all are no error")
	}
}

func TestPutBetween(t *testing.T) {
	name := filepath.Join(t.TempDir(), benchLog)
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
		t.Fatalf("%q, %v", data, err)
	}
}

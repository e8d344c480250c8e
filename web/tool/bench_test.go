package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBenchTables(t *testing.T) {
	var all timings
	all.add("Chromium", []timing{
		{"gemm 512×512×512", "go", []float64{8, 6, 400}, 2e6, 0}, {"gemm 512×512×512", "simd", []float64{2, 2, 2}, 2e6, 0},
		{"f64x2 multiply-adds, 10⁶ × 16", "peak", []float64{1}, 2e6, 0},
		{"SGPC epoch, m = 10000", "simd", []float64{10}, 0, 2e7}, {"SGPC epoch, m = 100000", "simd", []float64{100}, 0, 2e8},
	})
	all.add("native", []timing{{"gemm 512×512×512", "go", []float64{3}, 2e6, 0}})
	all.add("native", []timing{{"gemm 512×512×512", "go", []float64{5}, 2e6, 0}})
	text := benchTables(&all, starting{})
	for _, want := range []string{
		"| gemm 512×512×512 | – | 4.00 | – | – | – | 8.00 | 2.00 | – | 0 % | – | 4.00 | 0.500 |",
		"1.0 (50 %)", "Chromium: 1.00.", "logarithm: 1.00; SGPC epoch, m = 100000: 200 MB", benchBegin, benchEnd,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if k, ok := slope(&all, column{"Chromium", "simd"}, func(r *timing) float64 { return median(r.Samples) }); !ok || math.Abs(k-1) > 1e-12 {
		t.Errorf("slope %v, %v", k, ok)
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

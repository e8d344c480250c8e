//go:build !js

package main

import (
	"encoding/json"
	"testing"
)

func TestBench(t *testing.T) {
	out := run(t, false, build(t, "", ""), "bench", "-quick", "-only=gemm 2708|karate|GCN")
	var report benchReport
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	got := map[string]bool{}
	for _, r := range report.Results {
		if len(r.Samples) != 1 || !(r.Median > 0) {
			t.Errorf("%s, %s: %v", r.Name, r.Variant, r.Samples)
		}
		got[r.Name+", "+r.Variant] = true
	}
	for _, want := range []string{"gemm 2708×64×64, go", "gemm 2708×64×64, gonum", "GCN epoch, Cora's size, go", "SGPC epoch, karate, go"} {
		if !got[want] {
			t.Errorf("%q is missing in %v", want, got)
		}
	}
	if len(got) != 5 || report.Schema != "sheafscope-bench/1" {
		t.Errorf("%d rows, schema %q", len(got), report.Schema)
	}
}

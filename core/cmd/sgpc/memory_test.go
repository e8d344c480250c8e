package main

import (
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/settings"
)

// freeMemory returns MemAvailable of /proc/meminfo in bytes, and 0 for an empty text.
// A run on karate that needs more than -memory, 0.001 GB, is refused with the value of the flag. With 1 GB it is not refused.
func TestMemoryOfTheMachine(t *testing.T) {
	if bytes := freeMemory("MemTotal:  24689764 kB\nMemAvailable:    2048 kB\nBuffers: 7 kB\n"); bytes != 2<<20 {
		t.Errorf("freeMemory: %v bytes, want %v", bytes, 2<<20)
	}
	if bytes := freeMemory(""); bytes != 0 {
		t.Errorf("freeMemory of an empty text: %v bytes, want 0", bytes)
	}
	g, err := graph.Builtin("karate")
	if err != nil {
		t.Fatal(err)
	}
	o := &options{memory: 0.001}
	cfg := settings.Default()
	if err := o.checkMemory(g, cfg); err == nil || !strings.Contains(err.Error(), "-memory has 0.001 GB") {
		t.Errorf("with 0.001 GB the error is %v, want one that names -memory", err)
	}
	o.memory = 1
	if err := o.checkMemory(g, cfg); err != nil {
		t.Errorf("with 1 GB karate is refused: %v", err)
	}
}

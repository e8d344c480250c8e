package main

import (
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/settings"
)

// The memory that Linux says is available, and a run that passes -memory.
func TestMemoryOfTheMachine(t *testing.T) {
	if b := freeMemory("MemTotal:  24689764 kB\nMemAvailable:    2048 kB\nBuffers: 7 kB\n"); b != 2<<20 {
		t.Errorf("%v bytes", b)
	}
	if b := freeMemory(""); b != 0 {
		t.Errorf("%v bytes where nothing is said", b)
	}
	g, err := graph.Builtin("karate")
	if err != nil {
		t.Fatal(err)
	}
	o := &options{memory: 0.001}
	cfg := settings.Default()
	if err := o.checkMemory(g, cfg); err == nil || !strings.Contains(err.Error(), "-memory has 0.001 GB") {
		t.Errorf("a thousandth of a GB: %v", err)
	}
	if o.memory = 1; o.checkMemory(g, cfg) != nil {
		t.Error("the karate club does not fit a GB")
	}
}

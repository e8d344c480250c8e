package main

import (
	"os"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
)

// room fails when a run needs more memory than -memory allows or, without it,
// than the machine has free. A machine that does not say has enough.
func (o *options) room(g *graph.Graph, cfg settings.Config) error {
	there, who := 1e9*o.memory, "-memory"
	if o.memory <= 0 {
		data, _ := os.ReadFile("/proc/meminfo")
		there, who = freeMemory(string(data)), "the machine"
	}
	return cost.Fits(cost.ShapeOf(g), cfg, there, who, "")
}

// freeMemory reads what Linux says is available, in bytes; 0 when it does not.
func freeMemory(meminfo string) float64 {
	for _, line := range strings.Split(meminfo, "\n") {
		if rest, ok := strings.CutPrefix(line, "MemAvailable:"); ok {
			kb, _ := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 64)
			return 1024 * kb
		}
	}
	return 0
}

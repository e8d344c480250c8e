package main

import (
	"os"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
)

// checkMemory fails where a run needs more memory than -memory allows or, without the flag, than the machine has free.
// It succeeds on a machine that does not report its free memory.
func (o *options) checkMemory(g *graph.Graph, cfg settings.Config) error {
	there, who := 1e9*o.memory, "-memory"
	if o.memory <= 0 {
		data, _ := os.ReadFile("/proc/meminfo")
		there, who = freeMemory(string(data)), "the machine"
	}
	return cost.Fits(cost.ShapeOf(g), cfg, there, who, "")
}

// freeMemory returns the available memory in bytes from the content of /proc/meminfo, 0 where it has none.
func freeMemory(meminfo string) float64 {
	for _, line := range strings.Split(meminfo, "\n") {
		if rest, ok := strings.CutPrefix(line, "MemAvailable:"); ok {
			kb, _ := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 64)
			return 1024 * kb
		}
	}
	return 0
}

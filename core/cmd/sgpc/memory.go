// Before a run, the program checks that the machine has enough memory for it.

package main

import (
	"os"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
)

// checkMemory fails if a run needs more memory than -memory allows or, without the flag, than the machine has free.
// It succeeds on a machine that does not report its free memory in /proc/meminfo.
func (o *options) checkMemory(g *graph.Graph, cfg settings.Config) error {
	// The flag -memory is in units of 10⁹ bytes. available is in bytes, and 0 means no limit.
	// source names the limit in the text of the error.
	available, source := 1e9*o.memory, "-memory"
	if o.memory <= 0 {
		data, _ := os.ReadFile("/proc/meminfo") // no data if there is no such file
		available, source = freeMemory(string(data)), "the machine"
	}
	return cost.Fits(cost.ShapeOf(g), cfg, available, source, "") // "": the error suggests no other program
}

// freeMemory returns the available memory in bytes from the content of /proc/meminfo. It returns 0 if no line states the memory.
func freeMemory(meminfo string) float64 {
	for _, line := range strings.Split(meminfo, "\n") {
		// The line has the form "MemAvailable:   12345 kB", where kB are units of 1024 bytes.
		value, isAvailable := strings.CutPrefix(line, "MemAvailable:")
		if !isAvailable {
			continue
		}
		number := strings.TrimSuffix(strings.TrimSpace(value), "kB")
		kibibytes, _ := strconv.ParseFloat(strings.TrimSpace(number), 64) // 0 if the text is no number
		return 1024 * kibibytes
	}
	return 0
}

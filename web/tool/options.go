package main

import (
	"fmt"
	"strings"
	"time"
)

// options are the words after the command.
type options struct {
	datasets string        // folder of the public data sets to copy
	graph    []string      // files of the graph to bake in
	effort   effort        // of compression
	start    bool          // bench only start and transfer
	time     time.Duration // for each fuzz target
}

// parseOptions reads "--name value" and "--name=value", with one dash or two.
func parseOptions(command string, args []string) (options, error) {
	o := options{effort: release, time: fuzzTime}
	for len(args) > 0 {
		name, value, given := strings.Cut(args[0], "=")
		args = args[1:]
		name = "--" + strings.TrimLeft(name, "-")
		if name == "--quick" && !given && (command == "build" || command == "single-file" || command == "bench") {
			o.effort = quick
			continue
		}
		if name == "--start" && !given && command == "bench" {
			o.start = true
			continue
		}
		known := name == "--datasets" && (command == "build" || command == "serve") || name == "--graph" && command == "single-file" ||
			name == "--time" && command == "fuzz"
		if !known {
			return o, fmt.Errorf("%s does not know %s; see ./build.sh help", command, name)
		}
		if !given {
			if len(args) == 0 {
				return o, fmt.Errorf("%s needs a value; see ./build.sh help", name)
			}
			value, args = args[0], args[1:]
		}
		switch name {
		case "--datasets":
			o.datasets = value
		case "--graph":
			o.graph = append(o.graph, value)
		case "--time":
			d, err := time.ParseDuration(value)
			if err != nil || d < time.Second {
				return o, fmt.Errorf("--time needs a duration such as 20s or 10m, not %q", value)
			}
			o.time = d
		}
	}
	return o, nil
}

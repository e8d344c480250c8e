package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"sheafscope/web/tool/build"
	"sheafscope/web/tool/test"
)

// options are the words after the command.
type options struct {
	datasets string        // folder of the public data sets to copy
	graph    []string      // files of the graph to bake in
	effort   build.Effort  // of compression
	start    bool          // bench only start and transfer
	against  string        // bench only the start, in turns with that of another build
	long     bool          // tests in their long form
	record   bool          // write what the tests came to into BENCHMARKS.md
	seed     uint64        // of the random walk through the page, 0 for none of one's own
	cors     bool          // pages of other sites may read what is served
	time     time.Duration // for each fuzz target
	other    string        // the version of Go to test with
	from, to string        // folders of the archives of releases and of their site
	npm      bool          // look for vulnerabilities of the packages of npm, too
}

// commandOptions names the options of each command.
var commandOptions = map[string]string{
	"build": "datasets quick", "serve": "datasets cors", "single-file": "graph quick", "python": "quick",
	"fuzz": "time", "bench": "quick start against",
	"test": "go long seed record", "watch": "npm", "releases": "from to",
}

// parseOptions reads the options of a command.
func parseOptions(command string, args []string) (options, error) {
	o := options{effort: build.Release}
	f := flag.NewFlagSet(command, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	for name := range strings.FieldsSeq(commandOptions[command]) {
		switch name {
		case "datasets":
			f.StringVar(&o.datasets, name, "", "")
		case "graph":
			f.Func(name, "", func(file string) error { o.graph = append(o.graph, file); return nil })
		case "quick":
			f.BoolFunc(name, "", func(string) error { o.effort = build.Quick; return nil })
		case "cors":
			f.BoolVar(&o.cors, name, false, "")
		case "start":
			f.BoolVar(&o.start, name, false, "")
		case "against":
			f.StringVar(&o.against, name, "", "")
		case "long":
			f.BoolVar(&o.long, name, false, "")
		case "record":
			f.BoolVar(&o.record, name, false, "")
		case "seed":
			f.Uint64Var(&o.seed, name, 0, "")
		case "npm":
			f.BoolVar(&o.npm, name, false, "")
		case "from":
			f.StringVar(&o.from, name, "", "")
		case "to":
			f.StringVar(&o.to, name, "", "")
		case "go":
			f.StringVar(&o.other, name, "", "")
		case "time":
			f.DurationVar(&o.time, name, test.FuzzTime, "")
		}
	}
	err := f.Parse(args)
	switch {
	case err == nil && f.NArg() > 0:
		err = fmt.Errorf("nothing is known of %q", f.Arg(0))
	case err == nil && command == "releases" && (o.from == "" || o.to == ""):
		err = errors.New("--from names the folder of the archives, --to the new folder of the site")
	case err == nil && command == "fuzz" && o.time < time.Second:
		err = errors.New("--time needs at least a second, such as 20s or 10m")
	}
	if err != nil {
		err = fmt.Errorf("%s: %w; see ./build.sh help", command, err)
	}
	return o, err
}

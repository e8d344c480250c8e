// This file parses the options of the commands.

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"sheafscope/web/tool/build"
	"sheafscope/web/tool/site"
	"sheafscope/web/tool/test"
)

// options are the options of all commands. Without its option a field is zero, except for effort and time: effort is build.Release without
// --quick, and time is test.FuzzTime if the command fuzz has no --time.
type options struct {
	datasets  string            // folder of the public data sets for dist/
	graph     []string          // files of the graph in the single file
	effort    build.Effort      // effort of compression
	bench     test.BenchForm    // choice of benchmarks
	against   string            // dist/ of another build, whose start is compared with the start of this build
	test      test.Options      // options of the command test
	readers   site.Readers      // sites that may read the served files
	time      time.Duration     // duration of each fuzz target
	goVersion string            // version of Go for the test, such as 1.27.3
	from, to  string            // folder with the archives of releases, and folder of their site
	watch     test.Dependencies // packages checked for vulnerabilities
}

// commandOptions has the names of the options of each command, separated by spaces. A command without an element has no options.
var commandOptions = map[string]string{
	"build": "datasets quick", "serve": "datasets cors", "single-file": "graph quick", "python": "quick",
	"fuzz": "time", "bench": "quick start against",
	"test": "go long seed record", "watch": "npm", "releases": "from to",
}

// onOption defines an option with an optional truth value, as in --quick or --quick=false. Without a truth value the option is true. A true
// option sets the field to value, and a false option changes nothing.
func onOption[T any](f *flag.FlagSet, name string, field *T, value T) {
	f.BoolFunc(name, "", func(text string) error {
		isOn, err := strconv.ParseBool(text)
		if isOn {
			*field = value
		}
		return err
	})
}

// textOption defines an option with a text, which must not be empty: "" comes from a variable of the shell that is not set.
func textOption(f *flag.FlagSet, name string, set func(text string)) {
	f.Func(name, "", func(text string) error {
		if text == "" {
			return errors.New("it is empty")
		}
		set(text)
		return nil
	})
}

// parseOptions parses the options of a command. It returns an error for an option that the command does not have, for an argument that is
// no option, or for a missing or wrong value. An unknown command without arguments is no error here, but in run.
func parseOptions(command string, args []string) (options, error) {
	o := options{effort: build.Release}
	f := flag.NewFlagSet(command, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	// Define only the options of the command. Then Parse returns an error for any other option.
	for name := range strings.FieldsSeq(commandOptions[command]) {
		switch name {
		case "datasets":
			textOption(f, name, func(text string) { o.datasets = text })
		case "graph":
			textOption(f, name, func(text string) { o.graph = append(o.graph, text) })
		case "quick":
			onOption(f, name, &o.effort, build.Quick)
		case "cors":
			onOption(f, name, &o.readers, site.AnySite)
		case "start":
			onOption(f, name, &o.bench, test.BenchStart)
		case "against":
			textOption(f, name, func(text string) { o.against = text })
		case "long":
			onOption(f, name, &o.test.Form, test.Long)
		case "record":
			f.BoolVar(&o.test.Record, name, false, "")
		case "seed":
			f.Uint64Var(&o.test.Seed, name, 0, "")
		case "npm":
			onOption(f, name, &o.watch, test.GoAndNPM)
		case "from":
			textOption(f, name, func(text string) { o.from = text })
		case "to":
			textOption(f, name, func(text string) { o.to = text })
		case "go":
			textOption(f, name, func(text string) { o.goVersion = text })
		case "time":
			f.DurationVar(&o.time, name, test.FuzzTime, "")
		}
	}
	err := f.Parse(args)
	hasFolders := o.from != "" && o.to != ""
	switch {
	case err == nil && f.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", f.Arg(0))
	case err == nil && command == "releases" && !hasFolders:
		err = errors.New("--from names the folder of the archives, --to the new folder of the site")
	case err == nil && command == "fuzz" && o.time < time.Second:
		err = errors.New("--time needs at least a second, such as 20s or 10m")
	}
	if err != nil {
		err = fmt.Errorf("%s: %w; see ./build.sh help", command, err)
	}
	return o, err
}

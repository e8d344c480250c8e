// The command holonomy has two studies of triangles: -task nodes and -task graphs. This file has the flags of both, and stores the rows of
// -task nodes.

package study

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"sheafscope/core/disk"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc/settings"
)

// holonomyGraph is the default graph: nodes of unequal degrees in communities, with triangles inside each community.
const holonomyGraph = "universe:n=200,classes=3,degree=12,homophily=0.7,correlation=0"

// HolonomyCommand is `sgpc holonomy`. It measures the angles by which a trained sheaf turns a vector around the triangles of a graph.
// It compares a task about triangles with a task about communities.
// The exit status is 0, 1 if a run or a file failed, or 2 for wrong usage.
func HolonomyCommand(args []string, stdout, stderr io.Writer) int {
	// The command has few of the shared flags, so it defines its own flag set.
	fs := flag.NewFlagSet("sgpc holonomy", flag.ContinueOnError)
	fs.SetOutput(stderr)
	o := &options{fs: fs, set: map[string]string{}}
	task := fs.String("task", "nodes", "nodes: the third of a node by its triangles; graphs: the number of triangles of each of many graphs")
	spec := fs.String("graph", holonomyGraph, "a generated graph `name:parameters`; its seed is that of the run")
	fs.StringVar(&o.seeds, "seeds", "0-9", "seeds, each of a graph, its split and its network")
	fs.IntVar(&o.epochs, "epochs", 200, "epochs of each training, by default 60 with -task graphs")
	rows := fs.String("rows", "", "`file` that the page's lesson is made of, to write")
	fs.StringVar(&o.out, "o", "", "write to this `file` instead of standard output")
	fs.BoolVar(&o.quiet, "q", false, "no progress")
	fs.Func("set", "any setting of the network, as `key=value`; may be repeated", o.addSetting)
	if status, stop := parseFlags(fs, args, stderr); stop {
		return status
	}
	if *task == "graphs" {
		return o.manyGraphs(args, fs, stdout, stderr)
	}
	if *task != "nodes" {
		fmt.Fprintf(stderr, "sgpc: -task %s: want nodes or graphs\n", *task)
		return 2
	}
	// With -task nodes. The flags and the files are checked before the training.
	s, err := newHolonomyStudy(*spec, o)
	if err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 2
	}
	if _, err := o.openFiles(stderr, disk.Named{Flag: "-rows", File: *rows}); err != nil { // without -results no file has to be closed
		return o.fail(err, stderr)
	}
	results, err := s.run(o.printLine(stderr))
	if err != nil {
		return o.fail(err, stderr)
	}
	results.Command = commandLine("holonomy", portableArgs(args))
	text := results.text() // before store, which rounds the numbers of results
	if *rows != "" {
		err = results.store(*rows, stderr) // writeOutput writes the text in spite of this error, and then reports it
	}
	return o.writeOutput(text, err, stdout, stderr)
}

// printLine returns a function that prints a line of progress, unless the flag -q is set.
func (o *options) printLine(stderr io.Writer) func(line string) {
	return func(line string) {
		if !o.quiet {
			fmt.Fprintln(stderr, line)
		}
	}
}

// manyGraphs is [HolonomyCommand] with -task graphs. Its default of -epochs is 60. It rejects the flags -graph and -rows.
func (o *options) manyGraphs(args []string, fs *flag.FlagSet, stdout, stderr io.Writer) int {
	// overlay below changes the settings, so the study has a copy of them.
	s := &manyStudy{epochs: 60, set: maps.Clone(manySettings)}
	rejected := ""                // name of a flag that does not belong to -task graphs
	fs.Visit(func(f *flag.Flag) { // visits only the flags on the command line
		switch f.Name {
		case "epochs":
			s.epochs = o.epochs
		case "graph", "rows":
			rejected = f.Name
		}
	})
	// Only one mistake of the command line is reported: the first in this order.
	var err error
	s.seeds, err = parseRanges(o.seeds)
	switch {
	case rejected != "":
		err = fmt.Errorf("-%s: only -task nodes has this flag", rejected)
	case err != nil:
		err = fmt.Errorf("-seeds: %w", err)
	case s.epochs < 1 || s.epochs > maxRange:
		err = fmt.Errorf("-epochs %d: want 1 to %d", s.epochs, maxRange)
	default:
		err = overlay(s.set, o.set)
	}
	if err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 2
	}
	if _, err := o.openFiles(stderr); err != nil { // as above
		return o.fail(err, stderr)
	}
	if err := s.run(o.printLine(stderr)); err != nil {
		return o.fail(err, stderr)
	}
	return o.writeOutput(s.text(commandLine("holonomy", portableArgs(args))), nil, stdout, stderr) // nil: no run has failed
}

// overlay overrides the settings of a study, set, by the settings of the flags -set. It changes set.
// It fails for a setting that does not exist or has an invalid value, and for epochs, patience and maps, which the study itself sets.
func overlay(set, flags map[string]string) error {
	if err := new(settings.Config).Overlay(flags); err != nil {
		return fmt.Errorf("-set: %w", err)
	}
	for _, name := range []string{"epochs", "patience", "maps"} {
		if _, found := flags[name]; found {
			return errors.New("-set " + name + ": the study has all epochs of -epochs, and orthogonal maps")
		}
	}
	maps.Copy(set, flags)
	return nil
}

// newHolonomyStudy returns the study on the graphs of a generator, spec, with the seeds, epochs and settings of the flags.
// An error names the flag that is wrong.
func newHolonomyStudy(spec string, o *options) (*holonomyStudy, error) {
	s := &holonomyStudy{}
	var err error
	s.gen, s.values, err = graph.ParseSpec(spec)
	if err != nil {
		return nil, fmt.Errorf("-graph: %w", err)
	}
	// The study needs another graph for each seed, so the generator must have a seed. runSeed sets its value.
	if _, isRandom := s.values["seed"]; !isRandom {
		return nil, fmt.Errorf("-graph %s: every graph of that kind is the same one; give sbm, friends or universe", spec)
	}
	delete(s.values, "seed")
	s.seeds, err = parseRanges(o.seeds)
	if err != nil {
		return nil, fmt.Errorf("-seeds: %w", err)
	}
	for _, seed := range s.seeds { // a generator has a bound for its seed
		if _, _, err := graph.ParseSpec(s.spec(seed)); err != nil {
			return nil, fmt.Errorf("-seeds: %w", err)
		}
	}
	if o.epochs < 1 || o.epochs > maxRange {
		return nil, fmt.Errorf("-epochs %d: want 1 to %d", o.epochs, maxRange)
	}
	s.epochs = measuredEpochs(o.epochs)
	s.set = holonomySettings(o.epochs)
	return s, overlay(s.set, o.set)
}

// store writes the results to a file as JSON, with the date and the version of the model. It rounds the numbers to five digits.
func (h *holonomyRows) store(file string, stderr io.Writer) (err error) {
	h.Date = time.Now().UTC().Format(time.DateOnly)
	h.Version, err = ModelVersion(holonomyModel, h.Set)
	if err != nil {
		return err
	}
	// lists has all lists of numbers in h. They share their elements with h, so the rounding changes h.
	lists := [][]float64{h.Degree, h.Doubled}
	for k := range h.Factors {
		lists = append(lists, h.Factors[k][:])
	}
	for _, t := range h.Tasks {
		lists = slices.Concat(lists, t.Medians, [][]float64{t.Test, t.Flat})
	}
	for _, list := range lists {
		for k, x := range list {
			list[k] = fiveDigits(x)
		}
	}
	data, err := json.Marshal(h)
	if err != nil {
		return err
	}
	return disk.Replace(file, append(data, '\n'), stderr)
}

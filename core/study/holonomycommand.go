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

// holonomyGraph is the default graph: communities with triangles inside them, and unequal degrees.
const holonomyGraph = "universe:n=200,classes=3,degree=12,homophily=0.7,correlation=0"

// HolonomyCommand is `sgpc holonomy`: the angles by which a trained sheaf turns vectors round the triangles of a graph.
// It compares a task on triangles with a task on communities.
// It returns the exit status of [TableCommand].
func HolonomyCommand(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("sgpc holonomy", flag.ContinueOnError)
	fs.SetOutput(stderr)
	o := &options{fs: fs, set: map[string]string{}}
	task := fs.String("task", "nodes", "nodes: the third of a node by its triangles; graphs: the number of triangles of each of many graphs")
	spec := fs.String("graph", holonomyGraph, "a generated graph `name:parameters`; its seed is that of the run")
	fs.StringVar(&o.seeds, "seeds", "0-9", "seeds, each of a graph, its split and its network")
	fs.IntVar(&o.epochs, "epochs", 200, "epochs of each training")
	rows := fs.String("rows", "", "`file` that the page's lesson is made of, to write")
	fs.StringVar(&o.out, "o", "", "write to this `file` instead of standard output")
	fs.BoolVar(&o.quiet, "q", false, "no progress")
	fs.Func("set", "any setting of the network, as `key=value`; may be repeated", o.addSetting)
	if code := parseFlags(fs, args, stderr); code >= 0 {
		return code
	}
	if *task == "graphs" {
		return o.manyGraphs(args, fs, stdout, stderr)
	}
	if *task != "nodes" {
		fmt.Fprintf(stderr, "sgpc: -task %s: want nodes or graphs\n", *task)
		return 2
	}
	s, err := newHolonomyStudy(*spec, o)
	if err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 2
	}
	if err := disk.Apart([]disk.Named{{Flag: "-o", File: o.out}, {Flag: "-rows", File: *rows}}, nil); err != nil {
		return o.fail(err, stderr)
	}
	h, err := s.run(func(line string) {
		if !o.quiet {
			fmt.Fprintln(stderr, line)
		}
	})
	if err != nil {
		return o.fail(err, stderr)
	}
	h.Command = commandLine("holonomy", portableArgs(args))
	text := h.text()
	if *rows != "" {
		err = h.store(*rows, stderr)
	}
	return o.writeOutput(text, err, stdout, stderr)
}

// manyGraphs runs the command with -task graphs and returns its exit code.
func (o *options) manyGraphs(args []string, fs *flag.FlagSet, stdout, stderr io.Writer) int {
	s, given := &manyStudy{epochs: 60, set: maps.Clone(manySettings)}, ""
	fs.Visit(func(f *flag.Flag) {
		switch f.Name {
		case "epochs":
			s.epochs = o.epochs
		case "graph", "rows":
			given = f.Name
		}
	})
	var err error
	switch s.seeds, err = parseRanges(o.seeds); {
	case given != "":
		err = fmt.Errorf("-%s: the graphs of -task graphs are given, and no lesson is made of it", given)
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
	err = s.run(func(line string) {
		if !o.quiet {
			fmt.Fprintln(stderr, line)
		}
	})
	if err != nil {
		return o.fail(err, stderr)
	}
	return o.writeOutput(s.text(commandLine("holonomy", portableArgs(args))), nil, stdout, stderr)
}

// overlay replaces settings of a study by those of the command line.
func overlay(set, given map[string]string) error {
	for name, value := range given {
		switch err := new(settings.Config).Override(name, value); {
		case err != nil:
			return fmt.Errorf("-set: %w", err)
		case name == "epochs" || name == "maps":
			return errors.New("-set " + name + ": the study has -epochs, and orthogonal maps")
		}
		set[name] = value
	}
	return nil
}

// newHolonomyStudy returns the study of the command line, or an error that names the wrong flag.
func newHolonomyStudy(spec string, o *options) (*holonomyStudy, error) {
	s := &holonomyStudy{}
	var err error
	if s.gen, s.values, err = graph.ParseSpec(spec); err != nil {
		return nil, fmt.Errorf("-graph: %w", err)
	}
	if _, drawn := s.values["seed"]; !drawn {
		return nil, fmt.Errorf("-graph %s: every graph of that kind is the same one; give sbm, friends or universe", spec)
	}
	delete(s.values, "seed")
	if s.seeds, err = parseRanges(o.seeds); err != nil {
		return nil, fmt.Errorf("-seeds: %w", err)
	}
	if o.epochs < 1 || o.epochs > maxRange {
		return nil, fmt.Errorf("-epochs %d: want 1 to %d", o.epochs, maxRange)
	}
	s.epochs = measuredEpochs(o.epochs)
	s.set = holonomySettings(o.epochs)
	return s, overlay(s.set, o.set)
}

// store writes the rows with date and version, rounded to five digits.
func (h *holonomyRows) store(file string, stderr io.Writer) (err error) {
	h.Date = time.Now().UTC().Format(time.DateOnly)
	if h.Version, err = ModelVersion(holonomyModel, nil); err != nil {
		return err
	}
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

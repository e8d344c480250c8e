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

// holonomyGraph has communities, and triangles within them; degrees are unequal.
const holonomyGraph = "universe:n=200,classes=3,degree=12,homophily=0.7,correlation=0"

// HolonomyCommand is `sgpc holonomy`: by how much a trained sheaf turns vectors round the triangles of graphs, where triangles are the
// task and where communities are. It returns the exit status of TableCommand.
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
	fs.Func("set", "any setting of the network, as `key=value`; may be repeated", o.setting)
	if code := parse(fs, args, stderr); code >= 0 {
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
		return o.failed(err, stderr)
	}
	h, err := s.run(func(line string) {
		if !o.quiet {
			fmt.Fprintln(stderr, line)
		}
	})
	if err != nil {
		return o.failed(err, stderr)
	}
	h.Command = commandLine("holonomy", repeatable(args))
	text := h.text()
	if *rows != "" {
		err = h.keep(*rows, stderr)
	}
	return o.write(text, err, stdout, stderr)
}

// manyGraphs is the command with -task graphs.
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
	switch s.seeds, err = ranges(o.seeds); {
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
		return o.failed(err, stderr)
	}
	return o.write(s.text(commandLine("holonomy", repeatable(args))), nil, stdout, stderr)
}

// overlay puts settings of the command line over those of a study.
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

// newHolonomyStudy reads what the command line has; it fails where that makes no sense.
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
	if s.seeds, err = ranges(o.seeds); err != nil {
		return nil, fmt.Errorf("-seeds: %w", err)
	}
	if o.epochs < 1 || o.epochs > maxRange {
		return nil, fmt.Errorf("-epochs %d: want 1 to %d", o.epochs, maxRange)
	}
	s.epochs = measuredEpochs(o.epochs)
	s.set = holonomySettings(o.epochs)
	return s, overlay(s.set, o.set)
}

// keep writes the rows with date and version, medians, shares and factors with five digits.
func (h *holonomyRows) keep(file string, stderr io.Writer) (err error) {
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
			list[k] = short(x)
		}
	}
	data, err := json.Marshal(h)
	if err != nil {
		return err
	}
	return disk.Replace(file, append(data, '\n'), stderr)
}

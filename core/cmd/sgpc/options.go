package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"sheafscope/core/disk"
	"sheafscope/core/formula"
	"sheafscope/core/graph"
	"sheafscope/core/graphio"
	"sheafscope/core/graphio/asian"
	"sheafscope/core/graphio/content"
	"sheafscope/core/json"
	"sheafscope/core/layout"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/study"
)

// options are the flags that train, trace and other commands share.
type options struct {
	fs                           *flag.FlagSet
	graph, split, model, reading string
	method                       string
	seed                         uint64
	epochs                       int
	sets                         setList
	memory                       float64
	json                         bool
	files                        readingFlags
	weights                      string
	net                          *content.Weights // the network of -weights, or of the graph's files
}

// setList collects repeated -set key=value flags.
type setList []string

func (s *setList) String() string     { return strings.Join(*s, " ") }
func (s *setList) Set(v string) error { *s = append(*s, v); return nil }

// newOptions returns the options of a command with their defaults.
func newOptions(name string) *options {
	o := &options{fs: flag.NewFlagSet("sgpc "+name, flag.ContinueOnError)}
	o.fs.StringVar(&o.graph, "graph", "karate", "built-in `name`, generator, file, or data set folder")
	o.files.add(o.fs)
	o.fs.StringVar(&o.split, "split", "", "an .npz `file`, a number (split of the folder), per-class:20 or random:0.48,0.32,0.20")
	o.fs.StringVar(&o.model, "model", "sgpc", modelHelp())
	o.fs.StringVar(&o.reading, "reading", "paper", "paper or code")
	o.fs.StringVar(&o.method, "method", string(method.Validation),
		"validation (the graph's defaults) or paper (every part of the paper on)")
	o.fs.Uint64Var(&o.seed, "seed", 0, "seed of every random stream")
	o.fs.IntVar(&o.epochs, "epochs", 0, "epochs at most (0: the setting's default)")
	o.fs.Var(&o.sets, "set", "any setting, as `key=value`; may be repeated (sgpc list names them)")
	o.fs.Float64Var(&o.memory, "memory", 0, "memory that the run may take, in `GB` (0: what the machine has free)")
	o.fs.StringVar(&o.weights, "weights", "", weightsHelp)
	o.fs.BoolVar(&o.json, "json", false, "print one JSON object alone")
	return o
}

// parse parses flags and returns 0, the exit status to end with, or −1 to end with status 0.
func parse(fs *flag.FlagSet, args []string) int {
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return -1
	case err != nil:
		return 2
	}
	return 0
}

// parse is [parse] for a command without arguments; it also checks the range of numbers.
func (o *options) parse(args []string) int {
	if code := parse(o.fs, args); code != 0 {
		return code
	}
	if o.fs.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "sgpc: unexpected argument %q\n", o.fs.Arg(0))
		return 2
	}
	switch {
	case o.epochs < 0:
		return fail(usageError{fmt.Errorf("-epochs %d: want 1 or more, or 0 for the usual number", o.epochs)})
	case !(o.memory >= 0 && o.memory < math.Inf(1)):
		return fail(usageError{fmt.Errorf("-memory %v: want a number of GB, or 0 for what the machine has free", o.memory)})
	}
	return 0
}

// usageError is a mistake on the command line: exit status 2.
type usageError struct{ error }

// load reads the graph and the split, and returns them with the settings.
func (o *options) load() (*graph.Graph, graph.Split, settings.Config, error) {
	c, err := o.files.correction()
	if err != nil {
		return nil, graph.Split{}, settings.Config{}, err
	}
	g, splits, err := readGraph(o.graph, c, func(r *graphio.Found) {
		o.net = r.Weights
		printDoubts(r)
	})
	if err == nil {
		err = o.readNetwork(g)
	}
	if err != nil {
		return nil, graph.Split{}, settings.Config{}, err
	}
	spec := o.split
	if strings.HasSuffix(spec, ".npz") { // masks refer to the graph before Dedup
		s, err := loadSplit(g, nil, spec, 0)
		if err != nil {
			return nil, s, settings.Config{}, err
		}
		splits, spec = []graph.Split{s}, "0"
	}
	if g, splits, err = study.Dedup(g, splits, o.files.dedup); err != nil {
		return nil, graph.Split{}, settings.Config{}, usageError{err}
	}
	split, err := loadSplit(g, splits, spec, o.seed)
	if err != nil {
		return nil, graph.Split{}, settings.Config{}, err
	}
	method, err := method.Parse(o.method)
	if err != nil {
		return nil, split, settings.Config{}, usageError{err}
	}
	cfg, err := method.Configure(g, split, o.model, o.reading, o.seed)
	if err != nil {
		return nil, split, cfg, usageError{err}
	}
	if err := o.setNetwork(&cfg); err != nil {
		return nil, split, cfg, err
	}
	if o.epochs > 0 {
		cfg.Epochs = o.epochs
	}
	for _, kv := range o.sets {
		k, v, ok := strings.Cut(kv, "=")
		if !ok {
			return nil, split, cfg, usageError{fmt.Errorf("-set %s: want key=value", kv)}
		}
		if err := cfg.Override(k, v); err != nil {
			return nil, split, cfg, usageError{err}
		}
	}
	if err := cfg.Ends(); err != nil {
		return nil, split, cfg, usageError{err}
	}
	return g, split, cfg, o.checkMemory(g, cfg)
}

// loadGraph returns a built-in graph, a generated graph, or that of a file, of several files separated by commas, or of a folder.
func loadGraph(name string) (*graph.Graph, []graph.Split, error) {
	return readGraph(name, graphio.Correction{}, func(*graphio.Found) {})
}

// readGraph is [loadGraph] with a correction of the reading; report is called with the result of reading files.
func readGraph(name string, c graphio.Correction, report func(*graphio.Found)) (*graph.Graph, []graph.Split, error) {
	info, err := os.Stat(name)
	reader := graphio.Reader{Decode: asian.Decode}
	whole := func(res *graphio.Found, err error) (*graph.Graph, []graph.Split, error) {
		if err != nil {
			return nil, nil, err
		}
		if err := res.RequireGraph(); err != nil {
			return nil, nil, err
		}
		g := graph.FillMissing(res.Graph)
		res.Graph.Notes = g.Notes // with the notes on generated features and labels
		report(res)
		return g, res.Splits, nil
	}
	switch {
	case err == nil && info.IsDir():
		return whole(reader.ReadFolder(name, c))
	case err == nil || strings.Contains(name, ",") && fileExists(fileNames(name)[0]):
		files, err := readFiles(fileNames(name))
		if err != nil {
			return nil, nil, err
		}
		return whole(reader.ReadAs(files, c))
	}
	if c.String() != "" {
		return nil, nil, usageError{fmt.Errorf("-graph %s is no file whose reading could be corrected", name)}
	}
	g, err := formula.Open(name, layout.Alone, formula.Apply)
	return g, nil, err
}

// inputFiles returns the files and folders from which graph, split and weights are read.
func inputFiles(graph, split, weights string) (list []disk.Named) {
	for _, name := range append(fileNames(graph), graph) {
		list = append(list, disk.Named{Flag: "-graph", File: name})
	}
	return append(list, disk.Named{Flag: "-split", File: split}, disk.Named{Flag: "-weights", File: weights})
}

// replace writes a file, with a note on standard error where it overwrites other content.
func replace(name string, data []byte) error { return disk.Replace(name, data, os.Stderr) }

// fileNames splits a list of files at its commas, except for commas in the name of an existing file.
func fileNames(list string) (names []string) {
	parts := strings.Split(list, ",")
	for len(parts) > 0 {
		n := len(parts)
		for n > 1 && !fileExists(strings.Join(parts[:n], ",")) {
			n--
		}
		names, parts = append(names, strings.Join(parts[:n], ",")), parts[n:]
	}
	return names
}

// readFiles reads files whose total size is within the limit.
func readFiles(names []string) (files []graphio.File, err error) {
	left := int64(graphio.MaxInput)
	for _, p := range names {
		data, err := disk.Read(p, left)
		if err != nil {
			return nil, err
		}
		left -= int64(len(data))
		files = append(files, graphio.File{Name: filepath.Base(p), Data: data})
	}
	return files, nil
}

func fileExists(p string) bool { _, err := os.Stat(p); return err == nil }

// loadSplit returns the split of a flag -split; empty stands for the first split of the data set, else for the graph's default.
func loadSplit(g *graph.Graph, splits []graph.Split, spec string, seed uint64) (graph.Split, error) {
	switch {
	case spec == "" && len(splits) > 0:
		return splits[0], nil
	case spec == "":
		return graph.ParseSplit(g, method.DefaultSplit, seed)
	case strings.HasSuffix(spec, ".npz"):
		data, err := disk.Read(spec, graphio.MaxInput)
		if err != nil {
			return graph.Split{}, err
		}
		return graphio.ReadSplitNPZ(filepath.Base(spec), data, g.N)
	}
	if _, err := strconv.Atoi(spec); err != nil && spec != study.ProtocolPlanetoid && !strings.Contains(spec, "@") {
		spec += "@" + strconv.FormatUint(seed, 10)
	}
	s, err := study.SplitOf(g, splits, spec)
	if err != nil {
		err = usageError{err}
	}
	return s, err
}

// printJSON prints an object as one line and returns the exit status.
func printJSON(object any) int {
	line, err := json.Marshal(object)
	if err != nil {
		return fail(err)
	}
	return show(string(line) + "\n")
}

// show prints a result and returns the exit status, which is not 0 where writing fails.
func show(text string) int {
	if _, err := os.Stdout.WriteString(text); err != nil {
		return fail(err)
	}
	return 0
}

// fail prints an error and returns the exit status: 2 for wrong usage, else 1.
func fail(err error) int {
	fmt.Fprintln(os.Stderr, "sgpc:", err)
	var u usageError
	if errors.As(err, &u) {
		return 2
	}
	return 1
}

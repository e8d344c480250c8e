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
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/study"
)

// options holds the flags that train, trace and spectrum share.
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
	net                          *content.Weights // of -weights, or in the files of the graph
}

// setList collects repeated -set key=value flags.
type setList []string

func (s *setList) String() string     { return strings.Join(*s, " ") }
func (s *setList) Set(v string) error { *s = append(*s, v); return nil }

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

// parse reads flags. It returns 0, the exit status to end with, or −1 to end with 0.
func parse(fs *flag.FlagSet, args []string) int {
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return -1
	case err != nil:
		return 2
	}
	return 0
}

// parse is that of the package for a command that takes flags alone.
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

// load reads graph and split and makes the settings.
func (o *options) load() (*graph.Graph, graph.Split, settings.Config, error) {
	c, err := o.files.correction()
	if err != nil {
		return nil, graph.Split{}, settings.Config{}, err
	}
	g, splits, err := readGraph(o.graph, c, func(r *graphio.Found) {
		o.net = r.Weights
		tell(r)
	})
	if err == nil {
		err = o.readNetwork(g)
	}
	if err != nil {
		return nil, graph.Split{}, settings.Config{}, err
	}
	spec := o.split
	if strings.HasSuffix(spec, ".npz") { // its masks are those of the graph with all copies
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
	return g, split, cfg, o.room(g, cfg)
}

// loadGraph reads a built-in graph, a generator, a file (or several, separated
// by commas) or a folder.
func loadGraph(name string) (*graph.Graph, []graph.Split, error) {
	return readGraph(name, graphio.Correction{}, func(*graphio.Found) {})
}

// readGraph is loadGraph for files read as the user says; tell is called with what was read of them.
func readGraph(name string, c graphio.Correction, tell func(*graphio.Found)) (*graph.Graph, []graph.Split, error) {
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
		res.Graph.Notes = g.Notes // what was made up is reported, too
		tell(res)
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
	g, err := formula.Open(name)
	return g, nil, err
}

// inputs lists the files and folders that a graph, a split and weights are read from.
func inputs(graph, split, weights string) (list []disk.Named) {
	for _, name := range append(fileNames(graph), graph) {
		list = append(list, disk.Named{Flag: "-graph", File: name})
	}
	return append(list, disk.Named{Flag: "-split", File: split}, disk.Named{Flag: "-weights", File: weights})
}

// replace writes a file, and notes on stderr when other content is lost by it.
func replace(name string, data []byte) error { return disk.Replace(name, data, os.Stderr) }

// fileNames parts a list of files at its commas, but for those in the name of a file that is there.
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

// readFiles reads files as far as they are not too large together.
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

// loadSplit resolves the -split flag; empty means the data set's first split,
// else the graph's default.
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

// printJSON prints an object on a line and returns the exit status.
func printJSON(object any) int {
	line, err := json.Marshal(object)
	if err != nil {
		return fail(err)
	}
	return show(string(line) + "\n")
}

// show prints a result and returns the exit status, which is not 0 where any of it is lost.
func show(text string) int {
	if _, err := os.Stdout.WriteString(text); err != nil {
		return fail(err)
	}
	return 0
}

// fail prints err and returns the exit status.
func fail(err error) int {
	fmt.Fprintln(os.Stderr, "sgpc:", err)
	var u usageError
	if errors.As(err, &u) {
		return 2
	}
	return 1
}

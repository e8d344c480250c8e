// This file has the flags that several commands share, reads what they name, and prints results and errors.

package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
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

// options are the values of the flags that the commands with a single run share: train, trace, explain, whatif, spectrum and bench.
// A field that is named like a flag has the value of the flag. reading is "paper" for the method of the paper, or "code" for the method of
// the authors' program.
type options struct {
	fs                           *flag.FlagSet
	graph, split, model, reading string
	method                       string
	seed                         uint64
	epochs                       int     // at most; 0 stands for usualEpochs
	usualEpochs                  int     // epochs of a run that trains without -epochs; 0 stands for the default of the settings
	sets                         setList // settings of -set, as key=value
	memory                       float64 // allowed memory in GB; 0 stands for the free memory of the machine
	json                         bool
	files                        readingFlags
	weights                      string           // file of -weights
	net                          *content.Weights // the network of -weights or of the graph's files; nil without a network
}

// setList collects the values of a flag that may be repeated, such as -set key=value. It implements flag.Value.
type setList []string

// String returns the values with blanks between them, for the usage text.
func (s *setList) String() string { return strings.Join(*s, " ") }

// Set appends the value of one more flag. It accepts every value: the command checks its form later.
func (s *setList) Set(v string) error { *s = append(*s, v); return nil }

// newOptions defines the shared flags of a command and returns their default values. name is the name of the command.
func newOptions(name string) *options {
	o := &options{fs: flag.NewFlagSet("sgpc "+name, flag.ContinueOnError)}
	// The graph and its split.
	o.fs.StringVar(&o.graph, "graph", "karate", "built-in `name`, generator, file, or data set folder")
	o.files.add(o.fs)
	o.fs.StringVar(&o.split, "split", "", "an .npz `file`, a number (split of the folder), per-class:20 or random:0.48,0.32,0.20")
	// The model and its settings; see [options.configure].
	o.fs.StringVar(&o.model, "model", "sgpc", modelHelp())
	o.fs.StringVar(&o.reading, "reading", "paper", "paper or code")
	o.fs.StringVar(&o.method, "method", string(method.Validation),
		"validation (the graph's defaults) or paper (every part of the paper on)")
	o.fs.Uint64Var(&o.seed, "seed", 0, "seed of every random stream")
	o.fs.IntVar(&o.epochs, "epochs", 0, "epochs at most (0: the setting's default)")
	o.fs.Var(&o.sets, "set", "any setting, as `key=value`; may be repeated (sgpc list names them)")
	// The memory, the initial weights and the form of the output.
	o.fs.Float64Var(&o.memory, "memory", 0, "memory that the run may take, in `GB` (0: what the machine has free)")
	o.fs.StringVar(&o.weights, "weights", "", weightsHelp)
	o.fs.BoolVar(&o.json, "json", false, "print one JSON object alone")
	return o
}

// parseFlags parses the flags of a command. If stop is true, the command must end with the exit status: 0 after -h, 2 after a wrong flag.
func parseFlags(fs *flag.FlagSet, args []string) (status int, stop bool) {
	err := fs.Parse(args) // Parse also prints the usage or the error
	if errors.Is(err, flag.ErrHelp) {
		return 0, true
	}
	if err != nil {
		return 2, true
	}
	return 0, false
}

// parseFlagsOnly is [parseFlags] for a command that has no arguments besides its flags. An argument is reported and ends the command with
// status 2, too.
func parseFlagsOnly(fs *flag.FlagSet, args []string) (status int, stop bool) {
	if status, stop := parseFlags(fs, args); stop {
		return status, true
	}
	if fs.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "sgpc: unexpected argument %q\n", fs.Arg(0))
		return 2, true
	}
	return 0, false
}

// parse is [parseFlagsOnly] for the flags of o. A value of -epochs or -memory out of range is reported and ends the command with status 2,
// too.
func (o *options) parse(args []string) (status int, stop bool) {
	if status, stop := parseFlagsOnly(o.fs, args); stop {
		return status, true
	}
	validMemory := o.memory >= 0 && o.memory < math.Inf(1) // false for NaN, too
	switch {
	case o.epochs < 0:
		return fail(usageError{fmt.Errorf("-epochs %d: want 1 or more, or 0 for the usual number", o.epochs)}), true
	case !validMemory:
		return fail(usageError{fmt.Errorf("-memory %v: want a number of GB, or 0 for what the machine has free", o.memory)}), true
	}
	return 0, false
}

// usageError marks a mistake on the command line, for which [fail] returns exit status 2.
type usageError struct{ error }

// load returns the graph, the split and the settings that the flags name. It reads the network of -weights or of the graph's files into
// o.net. It fails if the graph, the split, the network or a setting is invalid, and if the run would need too much memory.
func (o *options) load() (*graph.Graph, graph.Split, settings.Config, error) {
	var split graph.Split
	var cfg settings.Config
	correction, err := o.files.correction()
	if err != nil {
		return nil, split, cfg, err
	}
	g, splits, err := readGraph(o.graph, correction, func(found *graphio.Found) {
		o.net = found.Weights
		printDoubts(found)
	})
	if err == nil {
		err = o.readNetwork(g)
	}
	if err != nil {
		return nil, split, cfg, err
	}
	spec := o.split
	// The masks of an .npz file number the nodes of the file, so they are read before -dedup removes nodes.
	if strings.HasSuffix(spec, ".npz") {
		fromFile, err := loadSplit(g, nil, spec, 0) // a file needs neither the splits of the data set nor a seed
		if err != nil {
			return nil, fromFile, cfg, err
		}
		splits, spec = []graph.Split{fromFile}, "0" // the only split, by its number from 0 on
	}
	// Without -dedup, Dedup changes nothing.
	g, splits, err = study.Dedup(g, splits, o.files.dedup)
	if err != nil {
		return nil, split, cfg, usageError{err}
	}
	split, err = loadSplit(g, splits, spec, o.seed)
	if err != nil {
		return nil, graph.Split{}, cfg, err
	}
	cfg, err = o.configure(g, split)
	if err != nil {
		return nil, split, cfg, err
	}
	return g, split, cfg, o.checkMemory(g, cfg)
}

// configure returns the settings of the run. They begin as the method's defaults for the graph.
// The network's file overrides these defaults, -epochs or else o.usualEpochs overrides the file, and -set overrides all.
// o.usualEpochs overrides nothing if it is 0 or if the run only evaluates a network.
// configure fails for a value that is not allowed, and for settings with which a training would not end.
func (o *options) configure(g *graph.Graph, split graph.Split) (settings.Config, error) {
	chosen, err := method.Parse(o.method)
	if err != nil {
		return settings.Config{}, usageError{err}
	}
	cfg, err := chosen.Configure(g, split, o.model, o.reading, o.seed)
	if err != nil {
		return cfg, usageError{err}
	}
	if err := o.setNetwork(&cfg); err != nil {
		return cfg, err
	}
	switch {
	case o.epochs > 0:
		cfg.Epochs = o.epochs
	case o.usualEpochs > 0 && !o.keepsWeights(): // a network that is only evaluated has no epochs
		cfg.Epochs = o.usualEpochs
	}
	// A later -set overrides an earlier one.
	for _, set := range o.sets {
		key, value, ok := strings.Cut(set, "=")
		if !ok {
			return cfg, usageError{fmt.Errorf("-set %s: want key=value", set)}
		}
		if err := cfg.Override(key, value); err != nil {
			return cfg, usageError{err}
		}
	}
	if err := cfg.Ends(); err != nil { // fails for -set epochs=0, which stands for a run without a limit
		return cfg, usageError{err}
	}
	return cfg, nil
}

// loadGraph returns the graph with the given name, and the splits that its files contain. The name is
//   - the name of a built-in graph, such as karate;
//   - the name of a generator with its parameters, such as sbm:n=60,classes=3;
//   - the path of a folder; or
//   - the paths of one or several files, joined by commas.
func loadGraph(name string) (*graph.Graph, []graph.Split, error) {
	return readGraph(name, graphio.Correction{}, func(*graphio.Found) {})
}

// readGraph is [loadGraph] with a correction of the way in which files are read.
// For a graph from files it computes missing features and labels (see [graph.FillMissing]), and calls report with the result of reading.
// A built-in or generated graph has no splits. With a correction, readGraph fails for such a graph.
func readGraph(name string, c graphio.Correction, report func(*graphio.Found)) (*graph.Graph, []graph.Split, error) {
	reader := graphio.Reader{Decode: asian.Decode} // Decode decodes texts in East Asian encodings
	info, statErr := os.Stat(name)
	exists := statErr == nil
	isFolder := exists && info.IsDir()
	isList := !exists && strings.Contains(name, ",") && slices.ContainsFunc(fileNames(name), fileExists) // readFiles checks the other names
	// A file or folder has precedence over a built-in graph of the same name.
	var found *graphio.Found
	var err error
	switch {
	case isFolder:
		found, err = reader.ReadFolder(name, c)
	case exists || isList:
		var files []graphio.File
		files, err = readFiles(fileNames(name))
		if err == nil {
			found, err = reader.ReadAs(files, c)
		}
	case c.String() != "": // there is a correction
		return nil, nil, usageError{fmt.Errorf("-graph %s is no file whose reading could be corrected", name)}
	default: // a built-in graph or a generator
		// A formula after the name may compute classes and features. It may read the places of nodes, which layout.Alone computes.
		g, err := formula.Open(name, layout.Alone, formula.Apply)
		return g, nil, err
	}
	if err == nil {
		err = found.RequireGraph()
	}
	if err != nil {
		return nil, nil, err
	}
	g := graph.FillMissing(found.Graph)
	found.Graph.Notes = g.Notes // for report, with the notes of FillMissing
	report(found)
	return g, found.Splits, nil
}

// inputFiles returns the files and folders that a command reads, with their flags. A command must not overwrite any of them.
// graph, split and weights are the values of the flags. Such a value need not be a file: split may be "random:0.48,0.32,0.20".
func inputFiles(graph, split, weights string) (list []disk.Named) {
	// The value of -graph may be a list of files, or the name of one file that contains commas.
	for _, name := range append(fileNames(graph), graph) {
		list = append(list, disk.Named{Flag: "-graph", File: name})
	}
	return append(list, disk.Named{Flag: "-split", File: split}, disk.Named{Flag: "-weights", File: weights})
}

// replace writes a file. It prints a note on standard error if the file existed with other content.
func replace(name string, data []byte) error { return disk.Replace(name, data, os.Stderr) }

// fileNames splits a list of file names at its commas. It does not split at a comma that is a part of the name of an existing file.
// If several existing names begin at the same place, the longest is an element of the result.
func fileNames(list string) (names []string) {
	parts := strings.Split(list, ",")
	for len(parts) > 0 {
		// The next name has n parts: as many as possible for an existing file, or one part if no such file exists.
		n := len(parts)
		for n > 1 && !fileExists(strings.Join(parts[:n], ",")) {
			n--
		}
		names = append(names, strings.Join(parts[:n], ","))
		parts = parts[n:]
	}
	return names
}

// readFiles returns the files with the given names. It fails if the total size of the files is above graphio.MaxInput.
func readFiles(names []string) (files []graphio.File, err error) {
	bytesLeft := int64(graphio.MaxInput) // for the next file
	for _, name := range names {
		data, err := disk.Read(name, bytesLeft)
		if err != nil {
			return nil, err
		}
		bytesLeft -= int64(len(data))
		files = append(files, graphio.File{Name: filepath.Base(name), Data: data})
	}
	return files, nil
}

// fileExists reports whether a file or folder with the given name exists.
func fileExists(name string) bool { _, err := os.Stat(name); return err == nil }

// loadSplit returns the split that spec, the value of -split, describes. splits are the splits of the data set.
// An empty spec selects the first of them or, if there are none, a split that is drawn with the seed.
// Any other spec is the name of an .npz file with masks, or a name for study.SplitOf. loadSplit fails if the file or the name is invalid.
func loadSplit(g *graph.Graph, splits []graph.Split, spec string, seed uint64) (graph.Split, error) {
	switch {
	case spec == "" && len(splits) > 0:
		return splits[0], nil
	case spec == "":
		return graph.ParseSplit(g, method.DefaultSplit, seed)
	case strings.HasSuffix(spec, ".npz"):
		// The file has three masks: of the training, validation and test nodes.
		data, err := disk.Read(spec, graphio.MaxInput)
		if err != nil {
			return graph.Split{}, err
		}
		return graphio.ReadSplitNPZ(filepath.Base(spec), data, g.N)
	}
	// A number and "planetoid" name splits of the data set. Any other split is drawn, with the seed of the run unless the flag names a seed
	// after "@".
	_, numberErr := strconv.Atoi(spec)
	isNumber := numberErr == nil
	isDrawn := !isNumber && spec != study.ProtocolPlanetoid
	if isDrawn && !strings.Contains(spec, "@") {
		spec += "@" + strconv.FormatUint(seed, 10)
	}
	s, err := study.SplitOf(g, splits, spec)
	if err != nil {
		err = usageError{err}
	}
	return s, err
}

// printJSON prints an object as one line of JSON and returns the exit status: 0, or 1 if the encoding or the write fails.
func printJSON(object any) int {
	line, err := json.Marshal(object)
	if err != nil {
		return fail(err)
	}
	return show(string(line) + "\n")
}

// show writes a result to standard output and returns the exit status: 0, or 1 if the write fails.
func show(text string) int {
	if _, err := os.Stdout.WriteString(text); err != nil {
		return fail(err)
	}
	return 0
}

// fail prints an error to standard error and returns the exit status: 2 for a [usageError], 1 for every other error.
func fail(err error) int {
	fmt.Fprintln(os.Stderr, "sgpc:", err)
	var usage usageError
	if errors.As(err, &usage) {
		return 2
	}
	return 1
}

package session

// This file makes graphs, splits and runs of package sgpc for a session.

import (
	"cmp"
	"fmt"
	"strings"

	"sheafscope/core/figures"
	"sheafscope/core/formula"
	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/layout"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/train"
	"sheafscope/wasm/data"
	"sheafscope/wasm/files"
	"sheafscope/wasm/recipe"
)

// Core makes sources and runs of package sgpc. It implements Builder.
type Core struct {
	// Files reads and writes files. If it is nil, files can be neither read nor written.
	Files files.Doer
	// Memory is the limit of a run in bytes, 0 for no limit.
	Memory float64
	// Trained returns the trained run that is stored beside the page, encoded for sgpc.Run.Resume. It returns nil if the run cannot be
	// fetched. Trained itself is nil if no run is stored.
	Trained func() []byte
	// Sums returns the checksums of the public data sets. If it is nil, data.Published takes its place.
	Sums func() (data.Sums, error)
}

// recognised returns the public data set whose files have the given checksums. It returns nil if no set has them, or if the checksums of
// the public data sets are not available.
func (c Core) recognised(checksums []string) *data.Set {
	if len(checksums) == 0 {
		return nil
	}
	published := c.Sums
	if published == nil {
		published = data.Published
	}
	sums, err := published()
	if err != nil {
		return nil // a graph without the name of its data set is still usable
	}
	return sums.Recognise(checksums)
}

// Do implements Builder.
func (c Core) Do(j files.Job) (files.Output, error) {
	if c.Files == nil {
		return files.Output{}, fmt.Errorf("files can be neither read nor written here")
	}
	return c.Files(j)
}

// Source implements Builder. Settings come from four origins, and a later origin overrides an earlier one: the method, the stalk dimension
// of maps in the files, the settings of a network in the files, and the settings of the recipe.
func (c Core) Source(r recipe.Setup, list []content.File) (*Source, error) {
	s, err := c.chooseGraph(r, list)
	if err != nil {
		return nil, err
	}
	model, reading := r.Runs()
	if s.weights != nil {
		switch r.Net.File {
		case "": // the recipe names no network: model and settings come from the network in the files
			r.Settings = nil
			model, reading = s.weights.Model, cmp.Or(s.weights.Settings["reading"], reading)
		case s.weights.File: // model and settings of the recipe apply to this network
		default: // the recipe names another network, or "-" for none
			s.weights = nil
		}
	}
	chosen := method.Opening(s.Graph.N)
	if r.Method != recipe.MethodOpen {
		chosen, err = method.Parse(r.Method)
		if err != nil {
			return nil, err
		}
	}
	s.Config, err = chosen.Configure(s.Graph, s.Split, model, reading, r.Seed)
	if err != nil {
		return nil, err
	}
	// The page displays the maps of the files only if the run has their stalk dimension D. For D = 1 the run keeps the dimension of the
	// method, because the slider of the dimension begins at 2.
	if s.Maps != nil && s.Maps.D > 1 {
		s.Config.D = s.Maps.D
	}
	if s.weights != nil && s.weights.Model == model { // the settings of another model do not apply
		if err := s.Config.Overlay(s.weights.Settings); err != nil {
			return nil, err
		}
	}
	if err := s.Config.Overlay(r.Settings); err != nil {
		return nil, err
	}
	return s, c.withNetwork(s)
}

// holdsWeights reports whether the graph of a recipe is built in, and its files hold only the weights of a network. The result is false for
// a public data set, whose files also hold the graph.
func holdsWeights(r recipe.Setup) bool {
	return r.Net.Of != "" && !strings.HasPrefix(r.Base(), data.Prefix)
}

// makeGraph generates the built-in graph of a recipe, and reads the weights of a network from list ([holdsWeights]). It returns an error
// for an unknown name, for missing files, for weights that cannot be read, and for a graph among the weights.
func (c Core) makeGraph(r recipe.Setup, list []content.File) (*Source, error) {
	name := r.Base()
	weightsMissing := holdsWeights(r) && len(list) == 0
	switch {
	case weightsMissing || name == "file":
		return nil, fmt.Errorf("the files of this graph are not at hand; choose them again")
	case strings.HasPrefix(name, data.Prefix):
		return nil, fmt.Errorf("the files of the public data set %q have not been fetched", strings.TrimPrefix(name, data.Prefix))
	}
	// A name can have a formula for classes and features. The formula may use the places of the nodes, which layout.Alone computes.
	g, err := formula.Open(name, layout.Alone, c.formula)
	if err != nil || !holdsWeights(r) {
		return &Source{Graph: g, Format: "built-in"}, err
	}
	res, err := c.Do(files.Job{Kind: files.Read, Files: list, Model: r.Model})
	if err == nil && res.Graph != nil {
		err = fmt.Errorf("%s was kept beside %s as a trained network, and holds a graph", list[0].Name, name)
	}
	return &Source{Graph: g, Format: "built-in", weights: res.Weights}, err
}

// readGraph reads the graph of a recipe from files. Without files, or with only weights for a built-in graph, it generates the built-in
// graph. It returns a noGraphError if the files hold a network without a graph.
func (c Core) readGraph(r recipe.Setup, list []content.File) (*Source, error) {
	if holdsWeights(r) || len(list) == 0 {
		return c.makeGraph(r, list)
	}
	set, err := data.Find(r.Base()) // nil and an error if the graph is no public data set
	job := files.Job{Kind: files.Read, Files: list, Correction: r.Read, Model: r.Model}
	if err != nil { // the user's own files can be copies of the files of a public data set
		job.Known = data.Lengths()
	}
	res, err := c.Do(job)
	if err != nil {
		return nil, err
	}
	if res.Graph == nil { // the result then has weights: for files without graph and weights the job fails
		return nil, &noGraphError{res.Weights.File}
	}
	g := graph.FillMissing(res.Graph) // computes features and labels that the files do not have
	// A public data set gives the graph its title. Any other files can be recognised as the files of a set.
	if set != nil {
		k, err := data.SplitNumber(r.Split) // chooseSplit refuses a wrong number later
		isValid := err == nil && k < len(res.Splits)
		if isValid && set.OwnSplits() { // the files contain all public splits, in the order of their numbers
			// Only public split k stays, since chooseSplit expects a single split for "public:…". For a split that is not public k is −1, and
			// no split stays.
			res.Splits = res.Splits[max(0, k):max(0, k+1)]
		}
		g.Name, res.Format = set.Title, "public data set, "+res.Format
	} else if published := c.recognised(res.Sums); published != nil {
		g.Name = published.Title
		g.Notes = append(g.Notes, "Its files are those published as "+published.Title+", by their checksums (SHA-256).", published.About())
	}
	return &Source{Graph: g, Format: res.Format, Splits: res.Splits, Maps: res.Maps, Recognition: res.Recognition,
		weights: res.Weights}, nil
}

// formula evaluates the formula of a graph's name in the program for files. It returns the graph with the new classes and features.
func (c Core) formula(g *graph.Graph, given formula.Given) (*graph.Graph, error) {
	res, err := c.Do(files.Job{Kind: files.Formula, Graph: g, Formula: given})
	return res.Graph, err
}

// chooseSplit returns the split that the text r.Split describes. inFiles are the splits in the files.
//
//	"file:NAME"   the split of the files with this name
//	"public:…"    the only split of the files of a public data set
//	other text    a split drawn by this rule (graph.ParseSplit)
//	""            the first split of the files; if the files have none, a split drawn by method.DefaultSplit
func chooseSplit(g *graph.Graph, inFiles []graph.Split, r recipe.Setup) (graph.Split, error) {
	name, isFromFile := strings.CutPrefix(r.Split, "file:")
	switch {
	case isFromFile:
		var names []string
		for _, s := range inFiles {
			if s.Name == name {
				return s, nil
			}
			names = append(names, s.Name)
		}
		return graph.Split{}, fmt.Errorf("no split %q in the files; they hold %q", name, names)
	case strings.HasPrefix(r.Split, data.SplitPrefix):
		if len(inFiles) != 1 {
			return graph.Split{}, fmt.Errorf("the split %q belongs to a public data set; the files hold %d splits", r.Split, len(inFiles))
		}
		return inFiles[0], nil
	case r.Split != "":
		return graph.ParseSplit(g, r.Split, r.Seed)
	case len(inFiles) > 0:
		return inFiles[0], nil
	}
	return graph.ParseSplit(g, method.DefaultSplit, r.Seed)
}

// viewed is a run whose frames are made by package view.
type viewed struct{ *sgpc.Run }

// Frame implements Runner.
func (v viewed) Frame(focus frame.Focus, once frame.Once) *frame.Frame {
	return view.Frame(v.Run, focus, once)
}

// explainer implements Explainer by package explain.
type explainer struct{ run *sgpc.Run }

// Explain implements Explainer.
func (a explainer) Explain(node int) (*explain.Parts, error) { return explain.Node(a.run, node) }

// WhatIf implements Explainer.
func (a explainer) WhatIf(c explain.Change) (*explain.Prediction, error) {
	return explain.WhatIf(a.run, c)
}

// SearchFlips implements Explainer.
func (a explainer) SearchFlips(node int) (*explain.FlipSearch, error) {
	return explain.SearchFlips(a.run, node)
}

// Run implements Builder.
func (c Core) Run(s *Source) (*Driven, error) {
	run, err := s.run()
	if err != nil {
		return nil, err
	}
	resume := func() {
		if c.Trained == nil {
			return
		}
		if err := run.Resume(c.Trained()); err != nil {
			run.Seek(0, nil) // no stored run, or a run of other settings: run is trained from its start
		}
	}
	return &Driven{Runner: viewed{run}, Resume: resume, Config: run.Config(), Explainer: explainer{run}, Forward: run.ForwardOnly,
		Crossed: run.Crossed,
		Write:   func(format string) (content.File, error) { return c.write(run, s, format) },
		Predict: func() train.Outcome { return figures.Predict(run) },
		Measure: func() train.Outcome { return figures.Measure(run) },
		Stop:    func() train.Outcome { return figures.Stop(run) },
		Depth:   func() func() train.Outcome { return figures.Depth(run) },
	}, nil
}

// run returns a run of a source at position 0, with the initial weights of the source. The first call after withNetwork returns the run of
// withNetwork. An error means that the source allows no run, or that the weights do not fit.
func (s *Source) run() (*sgpc.Run, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	if s.tried != nil {
		run := s.tried
		s.tried = nil
		run.Seek(0, nil) // withNetwork has moved the run to evaluate the network
		return run, nil
	}
	if s.initial == nil {
		return s.checked.Run(), nil
	}
	run, err := s.checked.From(s.initial)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Network.File, err)
	}
	return run, nil
}

// chooseGraph makes the graph and the split of a recipe, and applies the edits of the recipe. Without edits the result has no Base. A
// canvas, a base graph without nodes, needs edits that draw nodes.
func (c Core) chooseGraph(r recipe.Setup, list []content.File) (*Source, error) {
	base, err := c.readGraph(r, list)
	if err != nil {
		return nil, err
	}
	if base.weights != nil { // the reader drops self-loops, with which the network can have been trained
		base.weights.CompareLoops(base.Graph)
	}
	g, splits := base.Graph, base.Splits
	isCanvas := g.N == 0
	if isCanvas && r.Edits == nil {
		return nil, fmt.Errorf("there is nothing on the canvas yet; draw nodes of two classes and an edge")
	}
	if !isCanvas {
		// The split is drawn before the edits. Otherwise an edit would change the sets of other nodes.
		base.Split, err = chooseSplit(g, splits, r)
		if err != nil || r.Edits == nil {
			return base, err // after an error Source ignores base
		}
	}
	// Maps stay nil: the maps of the files belong to the edges before the edits.
	s := &Source{Base: base, Splits: splits, Format: base.Format, Recognition: base.Recognition, weights: base.weights}
	s.Graph, s.Split, s.IDs, err = r.Edits.Apply(g, base.Split)
	if err != nil {
		return nil, err
	}
	if isCanvas && r.Split != "" {
		// The split of a canvas is drawn after the edits, which make its nodes. Sets that the user has chosen override the drawn sets.
		drawn, err := graph.ParseSplit(s.Graph, r.Split, r.Seed)
		if err != nil {
			return nil, err
		}
		s.Split = r.Edits.Override(s.Graph, drawn, s.IDs)
	}
	return s, nil
}

// tooLargeAdvice ends the error of a run that is too large for the page.
const tooLargeAdvice = "train on the command line, which has the memory of the machine: sgpc train -graph FILE"

// Room implements Builder, with the estimates of package cost.
func (c Core) Room(s, present *Source) (alone bool, err error) {
	if err := s.check(); err != nil {
		return false, err
	}
	if c.Memory <= 0 { // no limit
		return false, nil
	}
	shape := cost.ShapeOf(s.Graph)
	if err := cost.Fits(shape, s.Config, c.Memory, "the page", tooLargeAdvice); err != nil {
		return false, err
	}
	if present == nil {
		return false, nil
	}
	memoryOfBoth := cost.Memory(shape, s.Config) + cost.Memory(cost.ShapeOf(present.Graph), present.Config)
	return memoryOfBoth > c.Memory, nil
}

// Estimate of the memory of a trace, which has a second network, the traced numbers and their text.
const (
	traceFeatures = 7      // feature matrices in a trace, each n·d × channels
	traceBlocks   = 3      // block matrices in a trace, each with a d×d block per node and two per edge
	traceInputs   = 2      // copies of the nonzeros of X
	traceNetwork  = 1.5    // memory during the trace, in units of the memory of the run
	traceNumber   = 8 + 22 // bytes of a number and of its digits
)

// traceRoom returns an error if the trace of a run needs more than c.Memory. Without a limit it returns nil.
func (c Core) traceRoom(s *Source) error {
	g, cfg := s.Graph, s.Config
	features := float64(g.N * cfg.D * cfg.Channels)
	blocks := float64((g.N + 2*len(g.Edges)) * cfg.D * cfg.D)
	numbers := traceFeatures*features + traceBlocks*blocks + traceInputs*float64(g.X.NNZ())
	need := traceNetwork*cost.Memory(cost.ShapeOf(g), cfg) + traceNumber*numbers
	hasLimit := c.Memory > 0
	if !hasLimit || need <= c.Memory {
		return nil
	}
	return fmt.Errorf("out of memory: a trace of about %.0f million numbers needs about %s; the page has %s: take it on the command line: "+
		"sgpc trace -graph FILE -edges 0,1", numbers/1e6, cost.Gigabytes(need), cost.Gigabytes(c.Memory))
}

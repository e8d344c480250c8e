package session

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"sheafscope/core/graphio/content"
	"sheafscope/core/layout"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/method"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// load reads the graph, starts a run and seeks the recipe's position. It returns true if the new run exists and no newer goal waits.
//
// The previous run stays if the files cannot be read, and while the user has to decide. It also stays if the new run cannot be made, with
// two exceptions: room has dropped it, or the page has already drawn the new, large graph.
func (s *Session) load(g proto.Goal) bool {
	var runner *Driven
	source, err := s.read(g.Run, g.Files, hosts(g.Local))
	found := recognition(source, err)
	// The user is asked about an error, about the interpretation of the files, or about a network that the recipe does not name.
	asksInterpretation := found != nil && (err != nil || g.Asks == proto.Always || len(found.Doubts) > 0)
	asks := g.Asks != proto.Never && (err != nil || asksInterpretation || hasUnnamedNetwork(source, g.Run))
	if err == nil && !asks {
		s.progress("Preparing the run", 0.6)
		s.tick()
		if err = s.room(source); err == nil && !large(source) {
			runner, err = s.build.Run(source)
		}
	}
	if asks {
		s.askUser(source, found, asksInterpretation, err)
		return false
	}
	if err != nil {
		s.refuseLoad(err)
		return false
	}
	s.held = nil
	// The page receives the graph before the first frame of the run.
	cfg := source.Config.Reduced()
	s.progress("Laying the graph out", 0.8)
	info := describe(source)
	info.Layout = s.series.Place(g.Run.Graph, source.Graph, source.IDs)
	s.status(proto.Status{Graph: info, Config: &cfg, Method: method.Of(source.Graph, source.Split, cfg)})
	if runner == nil { // the page draws a large graph while the worker makes its run
		if runner, err = s.build.Run(source); err != nil {
			s.recipe, s.source, s.runner = g.Run, source, nil
			s.status(proto.Status{Reached: true, Err: err.Error()})
			return false
		}
	}
	if g.Forward && runner.Forward != nil {
		runner.Forward()
	}
	if g.Trained && runner.Resume != nil {
		runner.Resume()
	}
	// The new run replaces the previous run. spectrumCost is kept, since a slider or an edit loads a series of similar graphs.
	s.recipe, s.source, s.runner = g.Run, source, runner
	s.recipe.Settings = maps.Clone(g.Run.Settings)
	s.walk, s.replayTo = walk{}, -1
	s.focus, s.sent, s.configChanged, s.epochTime, s.frameCost = g.Focus, 0, false, 0, 0
	s.status(proto.Status{Apart: layout.Apart(source.Graph, info.Layout)})
	s.frame(false, false)
	s.goTo(g.Run.Position, "Going to the linked position")
	return !s.waiting(endsRun)
}

// hasUnnamedNetwork reports whether the files have a trained network that the recipe does not name.
func hasUnnamedNetwork(source *Source, r recipe.Setup) bool {
	return source.Network != nil && source.Network.File != r.Net.File
}

// askUser ends a load with a question to the user, and the files stay held. If asksInterpretation, the question includes found, the
// interpretation of the files. err is the error of the reading, or nil.
func (s *Session) askUser(source *Source, found *content.Recognition, asksInterpretation bool, err error) {
	st := proto.Status{Reached: true, Settings: s.recipe.Settings, Alone: errors.As(err, new(*noGraphError))}
	if asksInterpretation {
		st.Found = found
	}
	if err != nil {
		st.Err, st.Host = err.Error(), hostOf(err)
	} else {
		st.Network = source.Network
	}
	s.status(st)
}

// refuseLoad ends a load with an error. It then sends a frame of the previous run, if this run exists.
func (s *Session) refuseLoad(err error) {
	s.held = nil
	s.status(proto.Status{Reached: true, Settings: s.recipe.Settings, Err: err.Error(), Host: hostOf(err),
		Alone: errors.As(err, new(*noGraphError))})
	if s.runner != nil {
		s.frame(false, false)
	}
}

// recognition returns the interpretation of the files. If the reading failed with a content.Question, it returns the interpretation in
// the question. It returns nil for a graph without files and for any other error.
func recognition(source *Source, err error) *content.Recognition {
	var q *content.Question
	switch {
	case err == nil:
		return source.Recognition
	case errors.As(err, &q):
		return q.Found
	}
	return nil
}

// hostOf returns the host of a data.ElsewhereError, "" for any other error.
func hostOf(err error) string {
	var away *data.ElsewhereError
	if errors.As(err, &away) {
		return away.Host
	}
	return ""
}

// reportReading reports the size of large files before they are read, because the reader reports no progress.
func (s *Session) reportReading(list []content.File) {
	size := 0
	for _, f := range list {
		size += f.Size()
	}
	if size >= reportedSize {
		s.status(proto.Status{Progress: &proto.Progress{Left: -1, What: fmt.Sprintf("Reading %.1f MB", float64(size)/1e6)}})
	}
}

// reportedSize is the least size of files, in bytes, that reportReading reports.
const reportedSize = 1 << 20

// room returns an error if the run of a source does not fit into memory. If this run fits only without the present run, room drops the
// present run.
func (s *Session) room(source *Source) error {
	var now *Source
	if s.runner != nil {
		now = s.source
	}
	alone, err := s.build.Room(source, now)
	if err == nil && alone {
		s.runner = nil
	}
	return err
}

// start makes the run of a source if it fits into memory.
func (s *Session) start(source *Source) (*Driven, error) {
	if err := s.room(source); err != nil {
		return nil, err
	}
	return s.build.Run(source)
}

// largeGraph is the number of nodes and edges above which the page draws a graph in slices.
const largeGraph = 15_000

// large reports whether the page draws the graph in slices. The worker makes the run meanwhile.
func large(s *Source) bool { return s.Graph.N+len(s.Graph.Edges) > largeGraph }

// describe returns the description of a graph, without positions of nodes. Base has the description of the graph before its edits.
func describe(s *Source) *proto.GraphInfo {
	info := graphInfo(s)
	info.IDs = s.IDs
	if s.Base != nil {
		info.Base = graphInfo(s.Base)
	}
	return info
}

// graphInfo returns the description of a graph without IDs and Base.
func graphInfo(s *Source) *proto.GraphInfo {
	g := s.Graph
	ends := make([]int32, 0, 2*len(g.Edges))
	for _, e := range g.Edges {
		ends = append(ends, e.I, e.J)
	}
	_, components := g.Components()
	info := &proto.GraphInfo{
		Name: g.Name, Format: s.Format, N: g.N, Edges: ends,
		Labels: g.Labels, Classes: g.Classes, ClassNames: g.ClassNames, NodeNames: g.NodeNames,
		Features: g.X.Cols, EdgeHomophily: g.EdgeHomophily(), NodeHomophily: g.NodeHomophily(),
		Components: components, ClassSizes: g.ClassSizes(),
		SplitName: s.Split.Name, Train: s.Split.Train, Val: s.Split.Val, Test: s.Split.Test,
		Notes: g.Notes, Kernel: linalg.Kernel(),
	}
	if text := s.Split.UntrainedText(g); text != "" {
		info.Notes = append(slices.Clip(g.Notes), text)
	}
	info.Doubts = s.Recognition.Texts()
	if m := s.Maps; m != nil {
		info.Maps = proto.GivenMaps{D: m.D, Epochs: m.Epochs, Layers: m.Layers}
	}
	for _, split := range s.Splits {
		info.Splits = append(info.Splits, split.Name)
	}
	return info
}

// held holds files and their source while the user decides whether the files were read correctly. After a correction the files are read
// again. Without a correction the next load uses the held source.
type held struct {
	recipe recipe.Setup
	files  []content.File
	notes  []string // notes of fetch
	source *Source
}

// read returns the source of a recipe and holds it. A load without files reads the held files of the same graph, or fetches files if none
// are held. For the held recipe it returns the held source.
func (s *Session) read(r recipe.Setup, files []content.File, allowed hosts) (*Source, error) {
	s.reportReading(files)
	var notes []string
	var err error
	switch before := s.held; {
	case before == nil || len(files) > 0 || r.Graph != before.recipe.Graph:
		s.held = nil
		if files, notes, err = s.fetch(r, files, allowed); err != nil {
			return nil, err
		}
	case wire.Same(r, before.recipe):
		return before.source, nil
	default:
		files, notes = before.files, before.notes
	}
	source, err := s.build.Source(r, files)
	if err != nil {
		return nil, err // the files stay held: the user may send another correction
	}
	source.Graph.Notes = append(source.Graph.Notes, notes...)
	s.held = &held{r, files, notes, source}
	return source, nil
}

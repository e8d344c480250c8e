package session

// This file loads a graph and starts its run, for a goal with Load.

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

// load reads the graph, starts a run and seeks the recipe's position. It returns true if the new run exists and no waiting goal ends it.
// The previous run stays while the user has to decide, and after most errors. An error leaves no run if the new run fits into memory only
// alone, or if a large graph was sent before its run was made.
func (s *Session) load(g proto.Goal) bool {
	source, err := s.read(g.Run, g.Files, hosts(g.Local)) // with Local only the host of the page gets requests
	found := recognition(source, err)
	isDoubtful := false // whether the user has to check the interpretation
	if found != nil {
		needsCorrection, hasDoubts := err != nil, len(found.Doubts) > 0 // an error with an interpretation is a content.Question
		isDoubtful = needsCorrection || g.Asks == proto.Always || hasDoubts
	}
	needsDecision := err != nil || isDoubtful || hasUnnamedNetwork(source, g.Run) // source is nil only after an error
	if needsDecision && g.Asks != proto.Never {
		if !isDoubtful { // the question is then about the network alone, or the error has no interpretation
			found = nil
		}
		s.askUser(source, found, err)
		return false
	}
	var runner *Driven
	if err == nil {
		s.progress("Preparing the run", 0.6) // the fractions of a load are rough shares of its time
		s.tick()                             // reading the files can have taken a slice
		err = s.room(source)
		if err == nil && !large(source) { // the run of a large graph is made after the graph is sent
			runner, err = s.build.Run(source)
		}
	}
	if err != nil {
		s.refuseLoad(err)
		return false
	}
	s.held = nil // no decision is left, and no files wait
	// The graph is sent before the first frame: the page draws the graph first.
	cfg := source.Config.Reduced() // the settings that the network uses
	s.progress("Laying the graph out", 0.8)
	info := describe(source)
	info.Layout = s.series.Place(g.Run.Graph, source.Graph, source.IDs) // an edited graph starts from the layout before the edit
	s.status(proto.Status{Graph: info, Config: &cfg, Method: method.Of(source.Graph, source.Split, cfg)})
	if runner == nil { // the graph is large: the page draws it while the worker makes the run
		runner, err = s.build.Run(source)
		if err != nil { // the page already has the new graph, so the previous run is dropped
			s.recipe, s.source, s.runner = g.Run, source, nil
			s.status(proto.Status{Reached: true, Err: err.Error()})
			return false
		}
	}
	if g.Forward && runner.Forward != nil {
		runner.Forward() // a run that never seeks back stores no key frames
	}
	if g.Trained && runner.Resume != nil {
		runner.Resume() // continues the trained run that is stored beside the page
	}
	// The new run replaces the old one. spectrumCost is kept: a slider or an edit loads a series of similar graphs.
	s.recipe, s.source, s.runner = g.Run, source, runner
	s.recipe.Settings = maps.Clone(g.Run.Settings)
	s.walk, s.replayTo = walk{}, -1
	s.focus = g.Focus
	s.configChanged = false
	s.sent, s.epochTime, s.frameCost = 0, 0, 0
	// The second layout, with the communities side by side, is sent later than the graph, so that the page can draw the graph earlier.
	s.status(proto.Status{Apart: layout.Apart(source.Graph, info.Layout)})
	s.frame(frameOnly, withoutSpectrum)
	s.goTo(g.Run.Position, "Going to the linked position")
	return !s.waiting(endsRun)
}

// hasUnnamedNetwork reports whether the files have a trained network, and the recipe names no network. If the recipe names another network
// or "-", Core.Source leaves source.Network nil.
func hasUnnamedNetwork(source *Source, r recipe.Setup) bool {
	return source.Network != nil && source.Network.File != r.Net.File
}

// askUser ends a load that the user has to decide. found is the interpretation that the user has to check, nil for none, and err is the
// error of reading the files. Without an error, askUser sends the network in the files, too. Held files stay held.
func (s *Session) askUser(source *Source, found *content.Recognition, err error) {
	st := proto.Status{Reached: true, Settings: s.recipe.Settings, Found: found, Alone: errors.As(err, new(*noGraphError))}
	if err != nil {
		st.Err, st.Host = err.Error(), hostOf(err) // requests to Host need the consent of the user
	} else {
		st.Network = source.Network
	}
	s.status(st)
}

// refuseLoad ends a load with an error, and drops the held files. A frame of the previous run follows, unless there is no such run.
func (s *Session) refuseLoad(err error) {
	s.held = nil
	s.status(proto.Status{Reached: true, Settings: s.recipe.Settings, Err: err.Error(), Host: hostOf(err),
		Alone: errors.As(err, new(*noGraphError))})
	if s.runner != nil {
		s.frame(frameOnly, withoutSpectrum)
	}
}

// recognition returns the interpretation of the files of a source, or of the content.Question with which their reader failed. It returns
// nil for a graph without files and for any other error.
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

// hostOf returns the host that a load may not send requests to, if err is a data.ElsewhereError. It returns "" for any other error.
func hostOf(err error) string {
	var elsewhere *data.ElsewhereError
	if errors.As(err, &elsewhere) {
		return elsewhere.Host
	}
	return ""
}

// reportReading reports the size of large files before they are read, because the reader itself reports no progress.
func (s *Session) reportReading(list []content.File) {
	size := 0
	for _, f := range list {
		size += f.Size()
	}
	if size >= reportedSize {
		// Left −1: the remaining time is not known.
		s.status(proto.Status{Progress: &proto.Progress{Left: -1, What: fmt.Sprintf("Reading %.1f MB", float64(size)/1e6)}})
	}
}

// reportedSize is the least size of files, in bytes, that reportReading reports.
const reportedSize = 1 << 20

// room returns an error if a source allows no run, or if its run does not fit into memory. If the run fits only without the present run,
// room drops the present run.
func (s *Session) room(source *Source) error {
	var present *Source
	if s.runner != nil {
		present = s.source
	}
	alone, err := s.build.Room(source, present)
	if err == nil && alone { // the new run can then use the memory of the present run
		s.runner = nil
	}
	return err
}

// start makes the run of a source. If room has dropped the present run and the new run cannot be made, no run is left.
func (s *Session) start(source *Source) (*Driven, error) {
	if err := s.room(source); err != nil {
		return nil, err
	}
	return s.build.Run(source)
}

// largeGraph is the sum of the numbers of nodes and edges above which the page draws a graph in slices (LARGE in assets/src/graph.js).
const largeGraph = 15_000

// large reports whether the page draws the graph in slices. The worker makes the run meanwhile.
func large(s *Source) bool { return s.Graph.N+len(s.Graph.Edges) > largeGraph }

// describe returns the description of a graph. Layout and Apart stay nil.
func describe(s *Source) *proto.GraphInfo {
	info := graphInfo(s)
	info.IDs = s.IDs
	if s.Base != nil {
		info.Base = graphInfo(s.Base) // the graph before its edits
	}
	return info
}

// graphInfo returns the description of a graph. IDs, Base, Layout and Apart stay nil.
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
	// A note about classes without training nodes is added to a copy: the notes of the graph stay unchanged.
	text := s.Split.UntrainedText(g)
	if text != "" {
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

// held holds files and their source while the user decides whether they were read correctly. With a correction the files are read again.
type held struct {
	recipe recipe.Setup
	files  []content.File
	notes  []string // notes of fetch
	source *Source
}

// read returns the source of a recipe and holds it with its files. sent are the files of the message. If sent is empty and files of the
// graph are held, read uses the held files, and for an equal recipe the held source. Otherwise the files come from fetch. If new files
// fail, no files are held.
func (s *Session) read(r recipe.Setup, sent []content.File, allowed hosts) (*Source, error) {
	s.reportReading(sent)
	heldBefore := s.held
	// The page sends files only once: after a correction by the user, the message has the corrected recipe without the files.
	usesHeld := heldBefore != nil && len(sent) == 0 && r.Graph == heldBefore.recipe.Graph
	if usesHeld && wire.Same(r, heldBefore.recipe) {
		return heldBefore.source, nil
	}
	var files []content.File
	var notes []string
	if usesHeld {
		files, notes = heldBefore.files, heldBefore.notes
	} else {
		s.held = nil // new files replace the held ones
		var err error
		files, notes, err = s.fetch(r, sent, allowed)
		if err != nil {
			return nil, err
		}
	}
	source, err := s.build.Source(r, files)
	if err != nil {
		return nil, err // held files stay held: the user may send another correction
	}
	source.Graph.Notes = append(source.Graph.Notes, notes...)
	s.held = &held{r, files, notes, source}
	return source, nil
}

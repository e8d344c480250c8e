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

// load reads the graph, starts a run and seeks the recipe's position. After an error, or where the user has to decide, the previous run
// stays; a frame of it follows an error. It returns true where the run exists and no newer goal waits.
func (s *Session) load(g proto.Goal) bool {
	var runner *Driven
	source, err := s.read(g.Run, g.Files, g.Local)
	found := recognition(source, err)
	decides := found != nil && (err != nil || g.Asks == proto.Always || len(found.Doubts) > 0) // the user
	asks := g.Asks != proto.Never && (err != nil || decides || source.Network != nil && source.Network.File != g.Run.Net.File)
	if err == nil && !asks {
		s.progress("Preparing the run", 0.6)
		s.tick()
		if err = s.room(source); err == nil && !large(source) {
			runner, err = s.build.Run(source)
		}
	}
	if err != nil || asks {
		st := proto.Status{Reached: true, Settings: s.recipe.Settings}
		if err != nil {
			st.Err, st.Host = err.Error(), hostOf(err)
		}
		if asks && decides {
			st.Found = found
		}
		if asks && err == nil {
			st.Network = source.Network
		}
		if st.Alone = errors.As(err, new(*noGraphError)); !asks {
			s.held = nil
		}
		s.status(st)
		if s.runner != nil && !asks {
			s.frame(false, false)
		}
		return false
	}
	s.held = nil
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
	s.recipe, s.source, s.runner = g.Run, source, runner
	s.recipe.Settings = maps.Clone(g.Run.Settings)
	// spectrumCost is kept: a slider or an edit loads a series of similar graphs.
	s.walk, s.replayTo = walk{}, -1
	s.focus, s.sent, s.configChanged, s.epochTime, s.frameCost = g.Focus, 0, false, 0, 0
	s.status(proto.Status{Apart: layout.Apart(source.Graph, info.Layout)})
	s.frame(false, false)
	s.goTo(g.Run.Position, "Going to the linked position")
	return !s.waiting(endsRun)
}

// recognition returns how the files were read, also of a source that failed with a content.Question; else nil.
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

// hostOf returns the foreign host that a Local load needs, "" for any other error.
func hostOf(err error) string {
	var away *data.ElsewhereError
	if errors.As(err, &away) {
		return away.Host
	}
	return ""
}

// reportReading reports the size of large files before they are read: reading reports no progress of its own.
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

// room returns an error where a source has no run that fits into memory. Where it fits only alone, room drops the present run.
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

// start makes the run of a source after a check of memory.
func (s *Session) start(source *Source) (*Driven, error) {
	if err := s.room(source); err != nil {
		return nil, err
	}
	return s.build.Run(source)
}

// large reports whether a graph is so large that the page draws it in slices, while the worker makes its run.
func large(s *Source) bool { return s.Graph.N+len(s.Graph.Edges) > 15_000 }

// describe returns the description of a graph and of the graph before its edits, without positions of nodes.
func describe(s *Source) *proto.GraphInfo {
	info := graphInfo(s)
	if info.IDs = s.IDs; s.Base != nil {
		info.Base = graphInfo(s.Base)
	}
	return info
}

// graphInfo is describe without the graph before its edits.
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

// held holds files and their graph while the user decides whether they were read correctly. The files serve another reading with a
// correction, the source serves the load without a second reading.
type held struct {
	recipe recipe.Setup
	files  []content.File
	notes  []string // from fetch
	source *Source
}

// read returns the source of a recipe and holds it. Without files it reads the held files of the same graph, else it fetches some. For
// the recipe that is held it returns the held source.
func (s *Session) read(r recipe.Setup, files []content.File, local bool) (*Source, error) {
	s.reportReading(files)
	var notes []string
	var err error
	switch before := s.held; {
	case before == nil || len(files) > 0 || r.Graph != before.recipe.Graph:
		s.held = nil
		if files, notes, err = s.fetch(r, files, local); err != nil {
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

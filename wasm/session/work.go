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

// load reads the graph, starts a run and goes to the recipe's position. When
// anything fails, or the user has to decide, the previous run stays; a frame of it follows an error.
// It reports whether the run is there, and no newer goal.
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
		if st.Alone = errors.As(err, new(*aloneError)); !asks {
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
	if runner == nil { // the page draws a large graph while its run is made
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
	// The cost of a spectrum is kept: of a series of graphs by a slider or an edit each costs about the same.
	s.walk, s.back = walk{}, -1
	s.focus, s.sent, s.configChanged, s.epochTime, s.frameCost = g.Focus, 0, false, 0, 0
	s.status(proto.Status{Apart: layout.Apart(source.Graph, info.Layout)})
	s.frame(false, false)
	s.goTo(g.Run.Position, "Going to the linked position")
	return !s.waiting(aGoal)
}

// recognition is what files were taken as, as far as they could be read.
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

// hostOf is the other host that a load would have had to ask, "" when that is not why it failed.
func hostOf(err error) string {
	var away *data.ElsewhereError
	if errors.As(err, &away) {
		return away.Host
	}
	return ""
}

// announce says what a load begins with where that takes long: nothing is heard
// of it before the files are read.
func (s *Session) announce(list []content.File) {
	size := 0
	for _, f := range list {
		size += f.Size()
	}
	if size >= announced {
		s.status(proto.Status{Progress: &proto.Progress{Left: -1, What: fmt.Sprintf("Reading %.1f MB", float64(size)/1e6)}})
	}
}

// announced is the size of files from which a load says so, in bytes.
const announced = 1 << 20

// room fails for a source that has no run. Where two runs do not fit the present one goes, and only for a source that has one.
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

// start makes the run of a source for which there is room.
func (s *Session) start(source *Source) (*Driven, error) {
	if err := s.room(source); err != nil {
		return nil, err
	}
	return s.build.Run(source)
}

// large reports whether the page draws a graph in slices, while the worker makes its run.
func large(s *Source) bool { return s.Graph.N+len(s.Graph.Edges) > 15_000 }

// describe gathers what the page draws and lists of a graph, but for where its nodes stand.
func describe(s *Source) *proto.GraphInfo {
	info := facts(s)
	if info.IDs = s.IDs; s.Base != nil {
		info.Base = facts(s.Base)
	}
	return info
}

// facts is describe without the graph before its edits.
func facts(s *Source) *proto.GraphInfo {
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

// held is what was read of files while the user decides whether it is right:
// the files, so that another reading needs no second copy of them, and the
// graph, so that it need not be read again when it is taken.
type held struct {
	recipe recipe.Setup
	files  []content.File
	notes  []string // about how the files came
	source *Source
}

// read makes the source of a recipe, and holds it. A recipe without files means those that are held of its graph, else those that are
// fetched; what was read of held ones is taken as it is.
func (s *Session) read(r recipe.Setup, files []content.File, local bool) (*Source, error) {
	s.announce(files)
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
		return nil, err // the user may correct the correction of what is held
	}
	source.Graph.Notes = append(source.Graph.Notes, notes...)
	s.held = &held{r, files, notes, source}
	return source, nil
}

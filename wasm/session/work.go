package session

import (
	"errors"
	"fmt"
	"maps"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/method"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
)

// load reads the graph, starts a run and goes to the recipe's position. When
// anything fails, the previous run stays and a frame of it follows the error.
// It reports whether the run is there, and no newer goal.
func (s *Session) load(g proto.Goal) bool {
	var runner *Run
	source, err := s.read(g.Run, g.Files, g.Local)
	if err == nil {
		s.progress("Preparing the run", 0.6)
		s.tick()
		runner, err = s.start(source)
	}
	if err != nil {
		s.held = nil
		s.status(proto.Status{Reached: true, Err: err.Error(), Host: hostOf(err)})
		if s.runner != nil {
			s.frame(false, false)
		}
		return false
	}
	s.held = nil
	if g.Forward && runner.Forward != nil {
		runner.Forward()
	}
	s.recipe, s.source, s.runner = g.Run, source, runner
	s.recipe.Settings = maps.Clone(g.Run.Settings)
	// The cost of a spectrum is kept: of a series of graphs by a slider or an edit each costs about the same.
	s.walk, s.back = walk{}, -1
	s.focus, s.sent, s.configChanged, s.epochTime, s.frameCost = g.Focus, 0, false, 0, 0
	cfg := runner.Config
	s.progress("Laying the graph out", 0.8)
	info := describe(source)
	info.Layout = s.places.layout(g.Run.Graph, source)
	info.Apart = apart(source.Graph, info.Layout)
	s.status(proto.Status{Graph: info, Config: &cfg, Method: method.Of(source.Graph, source.Split, cfg)})
	s.frame(false, false)
	s.goTo(g.Run.Position, "Going to the linked position")
	return !s.waiting(aGoal)
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

// start makes the run of a source. Where two runs do not fit the present one goes
// first, and only for a source that has one.
func (s *Session) start(source *Source) (*Run, error) {
	var now *Source
	if s.runner != nil {
		now = s.source
	}
	alone, err := s.build.Room(source, now)
	if err != nil {
		return nil, err
	}
	if alone {
		s.runner = nil
	}
	return s.build.Run(source)
}

package session

import (
	"errors"
	"fmt"
	"maps"
	"time"

	"sheafscope/core/sgpc"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
)

// load reads the graph, starts a run and goes to the recipe's position. When
// anything fails, the previous run stays and a frame of it follows the error.
func (s *Session) load(r proto.Request) {
	var runner *Run
	held := s.held
	s.held = nil
	s.announce(r)
	source, err := s.read(r, held)
	if err == nil && s.held != nil {
		s.host.Reply(proto.Reply{Gen: s.gen, Seq: r.Seq, Kind: proto.Doubtful, Final: true, Recognition: source.Recognition})
		if s.runner != nil {
			s.frame(0, false, false)
		}
		return
	}
	if err == nil {
		s.progress(r, "Preparing the run", 0.6)
		s.tick()
		runner, err = s.start(source)
	}
	if err != nil {
		if r.Held {
			s.held = held // the user may correct the correction
		}
		failed := proto.Reply{Gen: s.gen, Seq: r.Seq, Kind: proto.Failed, Final: true, Message: err.Error()}
		var away *data.ElsewhereError
		if errors.As(err, &away) {
			failed.Host = away.Host
		}
		s.host.Reply(failed)
		if s.runner != nil {
			s.frame(0, false, false)
		}
		return
	}
	if r.Forward && runner.Forward != nil {
		runner.Forward()
	}
	s.recipe, s.source, s.runner = r.Recipe, source, runner
	s.recipe.Settings = maps.Clone(r.Recipe.Settings)
	// The cost of a spectrum is kept: of a series of graphs by a slider or an edit each costs about the same.
	s.focus, s.sent, s.configChanged, s.epochTime, s.frameCost = r.Focus, 0, false, 0, 0
	cfg := runner.Config
	s.progress(r, "Laying the graph out", 0.8)
	info := describe(source)
	info.Layout = s.places.layout(r.Recipe.Graph, source)
	info.Apart = apart(source.Graph, info.Layout)
	s.host.Reply(proto.Reply{Gen: s.gen, Seq: r.Seq, Kind: proto.Loaded, Graph: info, Config: &cfg,
		Method: sgpc.MethodOf(source.Graph, source.Split, cfg)})
	s.frame(0, false, false)
	s.goTo(r, r.Recipe.Position, "Going to the linked position")
	s.finish(r)
}

// announce tells what a load begins with where that takes long: nothing is heard
// of it before the files are read.
func (s *Session) announce(r proto.Request) {
	size := 0
	for _, f := range r.Files {
		size += f.Size()
	}
	if size >= announced {
		s.host.Reply(proto.Reply{Gen: s.gen, Seq: r.Seq, Kind: proto.Progress, Left: -1, What: fmt.Sprintf("Reading %.1f MB", float64(size)/1e6)})
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

// goTo seeks, cut into slices, with progress. It reports whether it arrived;
// it does not when it was interrupted or the run ends before.
func (s *Session) goTo(r proto.Request, position int, what string) bool {
	if position == s.runner.Position() {
		return true
	}
	from := -1
	arrived := s.runner.Seek(position, func() bool {
		at := s.runner.Position()
		if from < 0 {
			from = at
		}
		if position > from {
			s.progress(r, what, float64(at-from)/float64(position-from))
		}
		return s.stopped(endsSeek)
	})
	// What a step back took away must be sent again.
	s.sent = min(s.sent, s.runner.Epoch())
	return arrived
}

func (s *Session) seek(r proto.Request) {
	s.sent = min(s.sent, s.runner.Epoch())
	if r.Position < s.runner.Position() {
		s.sent = 0
	}
	s.goTo(r, r.Position, "Replaying")
	s.finish(r)
}

func (s *Session) step(r proto.Request) {
	switch r.Unit {
	case "inner":
		s.runner.StepInner()
	case "stage":
		s.runner.StepStage()
	case "epoch":
		// Operation by operation: an epoch of a large graph takes seconds, and must be stoppable.
		for e := s.runner.Epoch(); !s.runner.Done() && s.runner.Epoch() == e && !s.stopped(endsSeek); {
			s.runner.StepOperation()
		}
	default:
		s.fail(r, fmt.Sprintf("cannot step by %q; the units are inner, stage and epoch", r.Unit))
		return
	}
	s.finish(r)
}

// run trains for r.Epochs epochs (0: until it is done or paused).
func (s *Session) run(r proto.Request) {
	first := s.runner.Epoch()
	last := first + r.Epochs
	var began time.Duration // of the epoch, zero for one that was entered on its way
	epoch := first
	for !s.runner.Done() && (r.Epochs <= 0 || s.runner.Epoch() < last) {
		s.runner.StepOperation()
		if e := s.runner.Epoch(); e != epoch {
			now := s.host.Now()
			if began > 0 {
				s.epochTime = now - began
			}
			began, epoch = now, e
		}
		s.onTheWay()
		if r.Epochs > 0 {
			s.progress(r, proto.Training, float64(s.runner.Epoch()-first)/float64(r.Epochs))
		}
		if !s.stopped(endsRun) {
			continue
		}
		if s.queue[0].Kind != proto.Params {
			break
		}
		if !s.params(s.pop()) {
			break
		}
		began, epoch = 0, s.runner.Epoch()
	}
	s.finish(r)
}

// params changes settings and goes back to the same position, so that the
// recipe with the new settings gives the same numbers. It reports whether it
// got there without being interrupted.
func (s *Session) params(r proto.Request) bool {
	changed := s.recipe
	changed.Settings = map[string]string{}
	maps.Copy(changed.Settings, s.recipe.Settings)
	maps.Copy(changed.Settings, r.Settings)
	source := *s.source
	for _, name := range sortedKeys(r.Settings) {
		if err := source.Config.Override(name, r.Settings[name]); err != nil {
			s.fail(r, err.Error())
			return true
		}
	}
	position := s.runner.Position()
	runner, err := s.start(&source)
	if err != nil {
		s.fail(r, err.Error())
		return true
	}
	s.recipe, s.source, s.runner = changed, &source, runner
	s.sent, s.spectrumCost, s.configChanged, s.epochTime = 0, 0, true, 0
	arrived := s.goTo(r, position, "Replaying with the new settings")
	s.finish(r)
	return arrived
}

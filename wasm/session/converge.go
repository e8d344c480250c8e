package session

import (
	"fmt"
	"maps"
	"time"

	"sheafscope/wasm/proto"
)

// walk is the progress of a sequence of goals that step the run. A newer goal of the sequence continues the walk of an interrupted one.
type walk struct {
	start    int // Goal.Start of the sequence
	steps    int // number of finished inner steps or stages
	epoch    int // epoch at the start
	position int // position after the last step
}

// pursue converges to a goal. It loads the run, or replays it if the settings differ, and then moves the run to the end of the goal. It
// stops if a newer goal waits.
func (s *Session) pursue(g proto.Goal) {
	switch {
	case g.Load:
		if !s.load(g) {
			return
		}
	case s.runner == nil && g.Until.Unit == "":
		s.held = nil
		s.status(proto.Status{Reached: true, Settings: s.recipe.Settings})
		return
	case s.runner == nil:
		s.status(proto.Status{Reached: true, Err: "no graph is loaded"})
		return
	default:
		s.focus = g.Focus
		if g.Until.Unit == "" {
			s.held = nil // the user keeps the present graph
		}
		if !g.Set {
			s.replayTo = -1
		} else if !s.replay(g.Run.Settings) {
			return
		}
	}
	if s.move(g) {
		s.finish()
	}
}

// replay makes the run again with other settings and seeks its position. The numbers are then those of a new run. Refused settings change
// nothing. It returns false if a newer goal has interrupted the replay.
func (s *Session) replay(settings map[string]string) bool {
	if maps.Equal(settings, s.recipe.Settings) {
		s.replayTo = -1
		return true
	}
	source := *s.source
	source.checked, source.tried = nil, nil // they belong to the old settings
	changed := maps.Clone(settings)
	maps.DeleteFunc(changed, func(name, value string) bool {
		old, exists := s.recipe.Settings[name]
		return exists && value == old
	})
	if err := source.Config.Overlay(changed); err != nil {
		s.status(proto.Status{Err: err.Error()})
		return true
	}
	position := s.runner.Position()
	if s.replayTo >= 0 { // an earlier replay was interrupted before its position
		position = s.replayTo
	}
	runner, err := s.start(&source)
	if err != nil {
		s.status(proto.Status{Err: err.Error()})
		return true
	}
	s.recipe.Settings, s.source, s.runner = maps.Clone(settings), &source, runner
	s.sent, s.spectrumCost, s.configChanged, s.epochTime = 0, 0, true, 0
	s.replayTo = position
	if !s.goTo(position, "Replaying with the new settings") && s.waiting(endsRun) {
		return false
	}
	s.replayTo = -1
	return true
}

// move steps the run to the end of a goal. It returns false if a newer goal has interrupted the steps, or if the unit is unknown.
func (s *Session) move(g proto.Goal) bool {
	switch u := g.Until; u.Unit {
	case "":
		return true
	case proto.At:
		s.goTo(u.N, "Replaying")
	case proto.Inner, proto.Stage:
		if !s.resume(g) {
			return false
		}
		for ; s.walk.steps < u.N; s.walk.steps++ {
			if s.walk.steps > 0 && s.stopped(endsRun) {
				return false
			}
			if u.Unit == proto.Inner {
				s.runner.StepInner()
			} else {
				s.runner.StepStage()
			}
			s.walk.position = s.runner.Position()
		}
	case proto.Epoch, proto.Epochs:
		if !s.resume(g) {
			return false
		}
		s.train(u.N)
	default:
		s.status(proto.Status{Reached: true, Err: fmt.Sprintf("cannot step by %q; the units are inner, stage and epoch", u.Unit)})
		return false
	}
	return !s.waiting(endsRun)
}

// resume keeps the walk if the goal continues an interrupted sequence. Otherwise it seeks g.From and begins a walk. It returns false if a
// newer goal has interrupted the seek.
func (s *Session) resume(g proto.Goal) bool {
	sameSequence := g.Start != 0 && s.walk.start == g.Start
	if sameSequence && s.walk.position == s.runner.Position() {
		return true
	}
	if g.From >= 0 && !s.goTo(g.From, "Replaying") && s.waiting(endsRun) {
		return false
	}
	s.walk = walk{start: g.Start, epoch: s.runner.Epoch(), position: s.runner.Position()}
	return true
}

// train trains the given number of epochs from the start of the walk; 0 means to the end of the run. It steps by operations, between which
// messages arrive: an epoch of a large graph takes seconds.
func (s *Session) train(epochs int) {
	first := s.walk.epoch
	var began time.Duration // start of the epoch, 0 if training began in the middle of the epoch
	epoch := s.runner.Epoch()
	for !s.runner.Done() && (epochs <= 0 || s.runner.Epoch() < first+epochs) {
		s.runner.StepOperation()
		s.walk.position = s.runner.Position()
		if e := s.runner.Epoch(); e != epoch {
			now := s.host.Now()
			if began > 0 {
				s.epochTime = now - began
			}
			began, epoch = now, e
		}
		s.frameIfDue()
		if epochs > 0 {
			s.progress(proto.Training, float64(s.runner.Epoch()-first)/float64(epochs))
		}
		if s.stopped(endsRun) {
			return
		}
	}
}

// goTo seeks a position in slices, and reports progress under the text what. It returns false if a newer goal has interrupted the seek, or
// if the run ends before the position.
func (s *Session) goTo(position int, what string) bool {
	if position == s.runner.Position() {
		return true
	}
	if position < s.runner.Position() {
		s.sent = 0
	}
	start := -1 // position of the key frame from which the run is replayed
	arrived := s.runner.Seek(position, func() bool {
		now := s.runner.Position()
		if start < 0 {
			start = now
		}
		if position > start {
			s.progress(what, float64(now-start)/float64(position-start))
		}
		return s.stopped(endsRun)
	})
	// A seek back shortens the history of the run. The page needs the later epochs again.
	s.sent = min(s.sent, s.runner.Epoch())
	return arrived
}

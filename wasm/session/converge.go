package session

import (
	"fmt"
	"maps"
	"time"

	"sheafscope/wasm/proto"
)

// walk is the progress of a goal in steps: n units since the first epoch, up to the position at. start is the Start of the goal.
type walk struct{ start, n, epoch, at int }

// pursue converges to a goal: it loads the run, replays it with other settings, and moves it to the end of the goal. It stops where a
// newer goal waits.
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
		if s.focus = g.Focus; g.Until.Unit == "" {
			s.held = nil // the graph on the screen stays
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

// replay makes the run anew with other settings and seeks its position, so that the numbers are those of a fresh run. Refused settings
// change nothing. It returns false where a newer goal interrupted it.
func (s *Session) replay(settings map[string]string) bool {
	if maps.Equal(settings, s.recipe.Settings) {
		s.replayTo = -1
		return true
	}
	source := *s.source
	source.checked, source.tried = nil, nil
	other := maps.Clone(settings)
	maps.DeleteFunc(other, func(name, value string) bool {
		old, known := s.recipe.Settings[name]
		return known && value == old
	})
	if err := source.Config.Overlay(other); err != nil {
		s.status(proto.Status{Err: err.Error()})
		return true
	}
	position := s.runner.Position()
	if s.replayTo >= 0 {
		position = s.replayTo
	}
	runner, err := s.start(&source)
	if err != nil {
		s.status(proto.Status{Err: err.Error()})
		return true
	}
	s.recipe.Settings, s.source, s.runner = maps.Clone(settings), &source, runner
	s.sent, s.spectrumCost, s.configChanged, s.epochTime = 0, 0, true, 0
	if s.replayTo = position; !s.goTo(position, "Replaying with the new settings") && s.waiting(endsRun) {
		return false
	}
	s.replayTo = -1
	return true
}

// move steps the run to the end of a goal. It returns false where a newer goal interrupted it or the unit is unknown.
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
		for ; s.walk.n < u.N; s.walk.n++ {
			if s.walk.n > 0 && s.stopped(endsRun) {
				return false
			}
			if u.Unit == proto.Inner {
				s.runner.StepInner()
			} else {
				s.runner.StepStage()
			}
			s.walk.at = s.runner.Position()
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

// resume keeps the walk of a goal that was interrupted in its steps, else it seeks g.From and begins a walk. It returns false where a
// newer goal interrupted the seek.
func (s *Session) resume(g proto.Goal) bool {
	if s.walk.start == g.Start && g.Start != 0 && s.walk.at == s.runner.Position() {
		return true
	}
	if g.From >= 0 && !s.goTo(g.From, "Replaying") && s.waiting(endsRun) {
		return false
	}
	s.walk = walk{start: g.Start, epoch: s.runner.Epoch(), at: s.runner.Position()}
	return true
}

// train runs epochs epochs from the start of the walk, 0 for the rest of the run. It steps by operations, between which messages arrive:
// an epoch of a large graph takes seconds.
func (s *Session) train(epochs int) {
	first := s.walk.epoch
	var began time.Duration // start of the epoch, zero for one that was entered in its middle
	epoch := s.runner.Epoch()
	for !s.runner.Done() && (epochs <= 0 || s.runner.Epoch() < first+epochs) {
		s.runner.StepOperation()
		s.walk.at = s.runner.Position()
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

// goTo seeks a position in slices, with progress. It returns false where it was interrupted or the run ends before the position.
func (s *Session) goTo(position int, what string) bool {
	if position == s.runner.Position() {
		return true
	}
	if position < s.runner.Position() {
		s.sent = 0
	}
	from := -1
	arrived := s.runner.Seek(position, func() bool {
		at := s.runner.Position()
		if from < 0 {
			from = at
		}
		if position > from {
			s.progress(what, float64(at-from)/float64(position-from))
		}
		return s.stopped(endsRun)
	})
	// A seek back shortened the history, and the page needs the rest again.
	s.sent = min(s.sent, s.runner.Epoch())
	return arrived
}

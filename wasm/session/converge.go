package session

import (
	"fmt"
	"maps"
	"time"

	"sheafscope/wasm/proto"
)

// walk is how far a goal by steps has come: n of its units, since an epoch, to a position.
type walk struct{ start, n, epoch, at int }

// pursue converges to a goal: it loads the run, replays it with other settings, and goes as far as the goal says. Where a newer goal
// waits it stops.
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
			s.back = -1
		} else if !s.take(g.Run.Settings) {
			return
		}
	}
	if s.move(g) {
		s.finish()
	}
}

// take replays the run to the position that it is at with other settings, so that the recipe with them gives the same numbers. Settings
// that are refused change nothing. It reports whether it was not interrupted.
func (s *Session) take(settings map[string]string) bool {
	if maps.Equal(settings, s.recipe.Settings) {
		s.back = -1
		return true
	}
	source := *s.source
	source.checked, source.made = nil, nil
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
	if s.back >= 0 {
		position = s.back
	}
	runner, err := s.start(&source)
	if err != nil {
		s.status(proto.Status{Err: err.Error()})
		return true
	}
	s.recipe.Settings, s.source, s.runner = maps.Clone(settings), &source, runner
	s.sent, s.spectrumCost, s.configChanged, s.epochTime = 0, 0, true, 0
	if s.back = position; !s.goTo(position, "Replaying with the new settings") && s.waiting(aGoal) {
		return false
	}
	s.back = -1
	return true
}

// move goes as far as a goal says. It reports whether it was not interrupted.
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
			if s.walk.n > 0 && s.stopped(aGoal) {
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
	return !s.waiting(aGoal)
}

// resume goes on with the steps of a goal that were begun, or goes to where they begin.
func (s *Session) resume(g proto.Goal) bool {
	if s.walk.start == g.Start && g.Start != 0 && s.walk.at == s.runner.Position() {
		return true
	}
	if g.From >= 0 && !s.goTo(g.From, "Replaying") && s.waiting(aGoal) {
		return false
	}
	s.walk = walk{start: g.Start, epoch: s.runner.Epoch(), at: s.runner.Position()}
	return true
}

// train goes on for some epochs since the walk began, 0: until the run is done. It goes operation by operation: an epoch of a large
// graph takes seconds, and must be stoppable.
func (s *Session) train(epochs int) {
	first := s.walk.epoch
	var began time.Duration // of the epoch, zero for one that was entered on its way
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
		s.onTheWay()
		if epochs > 0 {
			s.progress(proto.Training, float64(s.runner.Epoch()-first)/float64(epochs))
		}
		if s.stopped(aGoal) {
			return
		}
	}
}

// goTo seeks, cut into slices, with progress. It reports whether it arrived;
// it does not when it was interrupted or the run ends before.
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
		return s.stopped(aGoal)
	})
	// What a step back took away must be sent again.
	s.sent = min(s.sent, s.runner.Epoch())
	return arrived
}

package session

// This file moves a run to the goal of the page. A newer goal interrupts this work, except a load that may ask the user ([endsRun]).

import (
	"fmt"
	"maps"
	"time"

	"sheafscope/wasm/proto"
)

// walk is the progress of a sequence of goals that step the run, such as the steps of a key that the user holds down. If a newer goal of
// the sequence interrupts an older goal, the newer goal continues the walk.
type walk struct {
	start    int // number of the first goal of the sequence (Goal.Start), 0 for a goal without a sequence
	steps    int // number of finished inner steps or stages
	epoch    int // number of finished epochs at the start of the walk
	position int // position of the run after the last step
}

// pursue loads a run, or replays the run if the settings differ. Then it moves the run to the end of the goal, and reports the goal as
// reached. A goal without a unit is a Pause: the run keeps its position.
func (s *Session) pursue(g proto.Goal) {
	// The session needs a run with the settings of the goal.
	switch {
	case g.Load:
		if !s.load(g) {
			return
		}
	case s.runner == nil && g.Until.Unit == "": // without a run a Pause is reached at once
		s.held = nil // after a Pause no files wait for a decision of the user
		s.status(proto.Status{Reached: true, Settings: s.recipe.Settings})
		return
	case s.runner == nil:
		s.status(proto.Status{Reached: true, Err: "no graph is loaded"})
		return
	default:
		s.focus = g.Focus
		if g.Until.Unit == "" {
			s.held = nil // a Pause drops the files that wait for a decision of the user
		}
		if !g.Set { // the goal keeps the settings
			s.replayTo = -1 // gives up the position of an interrupted replay
		} else if !s.replay(g.Run.Settings) {
			return
		}
	}
	if s.move(g) {
		s.finish()
	}
}

// replay makes a new run with other settings and seeks the position of the old run. If the settings are refused or the new run cannot be
// made, the old run stays, unless it was dropped to make room. replay returns false if no run is left, or if a newer goal has interrupted
// the seek.
func (s *Session) replay(settings map[string]string) bool {
	s.sent = 0 // since the page has sent the settings, it has ignored the frames of older goals
	if maps.Equal(settings, s.recipe.Settings) {
		s.replayTo = -1
		return true
	}
	source := *s.source
	source.checked, source.tried = nil, nil // both belong to the old settings
	// The configuration has the old settings, and the page never removes a setting. Therefore only new and changed settings are applied.
	changed := maps.Clone(settings)
	maps.DeleteFunc(changed, func(name, value string) bool {
		old, hasOld := s.recipe.Settings[name]
		return hasOld && value == old
	})
	if err := source.Config.Overlay(changed); err != nil {
		s.status(proto.Status{Err: err.Error()})
		return true // the goal goes on with the old run and its settings
	}
	position := s.runner.Position()
	if s.replayTo >= 0 { // an earlier replay was interrupted before its position
		position = s.replayTo
	}
	runner, err := s.start(&source)
	if err != nil {
		hasRun := s.runner != nil // false if the old run was dropped to make room
		s.status(proto.Status{Reached: !hasRun, Err: err.Error()})
		return hasRun
	}
	s.recipe.Settings, s.source, s.runner = maps.Clone(settings), &source, runner
	s.configChanged = true
	s.spectrumCost, s.epochTime = 0, 0 // the measured times belong to the old run
	s.replayTo = position
	arrived := s.goTo(position, "Replaying with the new settings")
	// With fewer epochs the new run can end before the position. This is no interruption.
	if !arrived && s.waiting(endsRun) {
		return false
	}
	s.replayTo = -1
	return true
}

// move steps the run to the end of a goal. It returns false if a newer goal waits, even after the last step, or if the unit is unknown. A
// Pause needs no step, and move returns true even if a newer goal waits.
func (s *Session) move(g proto.Goal) bool {
	u := g.Until
	switch u.Unit {
	case "": // a Pause
		return true
	case proto.At:
		s.goTo(u.N, "Replaying") // a run that ends before position N has reached the goal, too
	case proto.Inner, proto.Stage:
		if !s.resume(g) {
			return false
		}
		for ; s.walk.steps < u.N; s.walk.steps++ {
			// The first step is always made. Otherwise a series of new goals could keep the run from moving.
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

// resume keeps the walk if g continues an interrupted sequence and the run has not moved since. In all other cases it seeks g.From, unless
// g.From is −1, and begins a new walk. It returns false if a newer goal has interrupted the seek.
func (s *Session) resume(g proto.Goal) bool {
	sameSequence := g.Start != 0 && s.walk.start == g.Start
	if sameSequence && s.walk.position == s.runner.Position() {
		return true
	}
	if g.From >= 0 {
		arrived := s.goTo(g.From, "Replaying")
		if !arrived && s.waiting(endsRun) { // without a waiting goal the run has ended before From
			return false
		}
	}
	s.walk = walk{start: g.Start, epoch: s.runner.Epoch(), position: s.runner.Position()}
	return true
}

// train trains until the given number of epochs have passed since the start of the walk, or to the end of the run for epochs = 0. It
// checks for messages between operations, because an epoch of a large graph takes seconds. A message can end the training early.
func (s *Session) train(epochs int) {
	first := s.walk.epoch        // number of finished epochs at the start of the walk
	last := first + epochs       // number of finished epochs at the end of the goal
	var epochStart time.Duration // time of Host.Now at the start of the epoch, 0 in the epoch in which the training began
	epoch := s.runner.Epoch()
	for !s.runner.Done() {
		if epochs > 0 && s.runner.Epoch() >= last {
			return
		}
		s.runner.StepOperation()
		s.walk.position = s.runner.Position()
		// An operation can end an epoch. Two ends measure the epoch between them.
		if s.runner.Epoch() != epoch {
			now := s.host.Now()
			if epochStart > 0 {
				s.epochTime = now - epochStart
			}
			epochStart, epoch = now, s.runner.Epoch()
		}
		s.frameIfDue()
		if epochs > 0 { // training to the end of the run reports no progress: its frames have the epoch
			s.progress(proto.Training, float64(s.runner.Epoch()-first)/float64(epochs))
		}
		if s.stopped(endsRun) {
			return
		}
	}
}

// goTo seeks a position in slices, and reports progress under the name operation. Queries wait for the end of the seek. goTo returns false
// if a newer goal has interrupted the seek, or if the run has ended before the position.
func (s *Session) goTo(position int, operation string) bool {
	if position == s.runner.Position() {
		return true
	}
	if position < s.runner.Position() { // the next frame then has the whole history
		s.sent = 0
	}
	start := -1 // position of the key frame from which the run is replayed, −1 before the first call of the function below
	arrived := s.runner.Seek(position, func() bool {
		now := s.runner.Position()
		if start < 0 {
			start = now
		}
		if position > start { // equal positions would divide by 0
			s.progress(operation, float64(now-start)/float64(position-start))
		}
		s.tick()
		return s.waiting(endsRun) // waiting queries are about the end of the seek, and not about a position on the way
	})
	return arrived
}

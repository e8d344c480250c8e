package state

import (
	"slices"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
)

// This file moves the run along its positions. A move sends the worker a goal: to stop, to go to a position, or to do a number of steps.
// Only the worker can determine the position at which steps end. A move that depends on this position waits in phase.queued.

// rests are the pauses of slow motion between two steps, by speed, in milliseconds.
var rests = map[string]int{SpeedSlow: 500, SpeedStage: 350, SpeedEpoch: 200}

// drive handles the messages that move along the run. Cancel first ends something that is open (see cancel). Every other message, and
// Cancel if nothing is open, needs a run: drive ignores such a message without a graph and during a load. For a graph that cannot run yet,
// it announces the unmet conditions.
func (s State) drive(m Msg) (State, []Command) {
	if _, ok := m.(Cancel); ok {
		if next, cmds, done := s.cancel(); done {
			return next, cmds
		}
	}
	if s.Graph == nil || s.Loading() {
		return s, nil
	}
	if again, ok := m.(selectAgain); ok { // it restores a selection, also on a graph that cannot run yet
		s.reselect(again.view)
		return s, nil
	}
	if s.Waiting() {
		s.said = s.NeedText()
		return s, nil
	}
	// Every move along the run ends a change by hand, also the move of a message that endsByHand does not list, and of [OpenNote] while
	// maps of the file are shown.
	switch m.(type) {
	case Step, Train, Seek, Scrub, Back:
		s.putBack()
	}
	switch m := m.(type) {
	case Toggle:
		if s.Running() {
			return s.drive(Pause{})
		}
		return s.drive(Train{}) // until the run is done

	// The page's own moves after a load.
	case train:
		s.phase.own = []Msg{m}           // if a newer load is refused, the training continues
		last, finished := m.lastEpoch, 0 // the last epoch of the training, and the number of finished epochs
		if s.opensSlowly() {
			last = slowEpochs
		}
		if s.Frame != nil {
			finished = s.Frame.Epoch
		}
		if last <= finished { // the loaded run is already trained so far
			return s, nil
		}
		s.phase.kind = playing
		return s, []Command{s.aim(proto.Goal{From: s.nextStart(), Until: proto.Until{Unit: proto.Epochs, N: last - finished}})}
	case comeBack: // for example to the position of a link
		return s, []Command{s.aim(goTo(m.position))}

	// The user's moves end the page's own moves. Tick is the end of a pause. A move waits for steps whose end is not known yet.
	case Step:
		reason := s.RestText()
		if reason != "" && !s.Busy() { // a pending goal can lead back from the end of the run
			s.said = "The run is over: " + reason + "."
			return s, nil
		}
		s.endOwnMoves()
		if s.queueMove(m) {
			return s, nil
		}
		s.phase.halt()
		s.leaveStage()                           // the inspector shows the stage of the run again
		if f := s.cachedNext(m.Unit); f != nil { // the frame is shown at once, and the worker follows
			s.show(f)
			return s, []Command{s.aim(goTo(f.Position))}
		}
		return s, []Command{s.aim(s.step(m.Unit))}
	case Train:
		s.endOwnMoves()
		if s.Running() || s.queueMove(m) {
			return s, nil
		}
		s.phase.kind = playing
		s.leaveStage()
		from := s.nextStart()
		untilDone := m.Epochs == 0
		isDone := s.Frame != nil && s.Frame.Done
		if untilDone && isDone { // a finished run begins again
			from = 0
		}
		if untilDone && s.Speed != SpeedFull { // slow motion goes step by step: a Tick sends the next step
			first := s.step(s.unit())
			if isDone {
				first.From = from
			}
			return s, []Command{s.aim(first)}
		}
		// N = 0 trains until the run is done.
		return s, []Command{s.aim(proto.Goal{From: from, Until: proto.Until{Unit: proto.Epochs, N: m.Epochs}})}
	case Tick:
		// During the pause slow motion can have ended, and a newer goal can have been sent. A query changes nothing.
		if !s.Running() || m.Turn != s.phase.goal.Start || s.Speed == SpeedFull {
			return s, nil
		}
		return s, []Command{s.aim(s.step(s.unit()))}
	case Pause:
		atFullSpeed := s.Running() && s.phase.goal.Until.Unit == proto.Epochs // else the present step of slow motion ends by itself
		isResting := s.Running() && !s.Busy()                                 // slow motion, between two steps
		s.phase.own = nil
		s.phase.drop(isTraining) // else the page's own training would begin after the pause
		s.phase.halt()
		switch {
		case atFullSpeed:
			return s, []Command{s.aim(stay)}
		case isResting:
			return s, s.requestClaims()
		}
	case Cancel: // nothing else is open: the run stops
		s.phase.halt()
		s.Progress, s.phase.queued, s.phase.moment, s.phase.own = nil, nil, nil, nil
		return s, []Command{s.aim(stay)}
	case Seek: // a move to a position makes all queued moves void
		s.phase.queued = nil
		return s.seek(m.Position)
	case Scrub:
		s.phase.queued = nil
		return s.seek(s.positionAt(m.Epoch))
	case Back:
		if s.Frame == nil {
			return s, nil
		}
		s.endOwnMoves()
		if s.queueMove(m) {
			return s, nil
		}
		position := s.userPosition() - 1 // one inner step back
		if m.Epoch {
			position = s.epochBefore()
		}
		if m.Stage { // without a known position of another stage, the position above stays
			position = s.stageBefore(position)
		}
		return s.seek(max(0, position))
	}
	return s, nil
}

// cancel handles Cancel for everything except the run. It ends the first thing that is open, in the order of its cases, and returns true.
// While no work is pending it returns true in any case, since there is no run to stop. It returns false if work is pending and neither the
// dialog about files, a menu, a load nor the search for flips is open: then Cancel stops the run.
func (s State) cancel() (next State, cmds []Command, done bool) {
	switch {
	case s.Check() != nil:
		next, cmds = s.handleCheck(LeaveFiles{})
		return next, cmds, true
	case s.Chrome.Menu != "":
		s.Chrome.Menu = ""
	case s.Loading():
		next, cmds = s.cancelLoad()
		return next, cmds, true
	case s.Why != nil && s.Why.Searching: // the worker ends the search at the next goal
		return s, []Command{s.aim(stay)}, true
	case s.Idle() && s.View.Full != "":
		s.View.Full = ""
	case s.Idle() && s.Embed.Asking():
		return s.handleSite(AnswerSite{}), nil, true // a refusal
	case s.Idle(): // refuses the question about another host, if it is open
		next, cmds = s.handleOffer(Decline{})
		return next, cmds, true
	default:
		return s, nil, false
	}
	return s, nil, true
}

// train is the training after a load, up to the end of lastEpoch, counted from 1. On a graph whose epochs are slow it ends earlier.
type train struct{ lastEpoch int }

// endOwnMoves drops the page's own moves after a load, because the user moves along the run. It also drops the parts of a link that wait
// for the end of these moves.
func (s *State) endOwnMoves() {
	s.phase.moment, s.phase.own = nil, nil
	s.phase.drop(isOwnMove)
}

// stay is the goal to stop at the present position: From −1 is this position, and without Until the goal ends there.
var stay = proto.Goal{From: -1}

// goTo returns the goal to go to a position.
func goTo(position int) proto.Goal {
	return proto.Goal{From: -1, Until: proto.Until{Unit: proto.At, N: position}}
}

// step returns the goal of one more step. If steps of the same unit are pending, the goal has all of these steps and the new step. It keeps
// their Start: by an equal Start the worker continues the steps. In all other cases the step starts at the end of a pending seek, or at the
// present position.
func (s *State) step(unit string) proto.Goal {
	pending := s.phase.goal
	if s.isStepping() && pending.Until.Unit == unit {
		return proto.Goal{From: pending.From, Start: pending.Start, Until: proto.Until{Unit: unit, N: pending.Until.N + 1}}
	}
	return proto.Goal{From: s.nextStart(), Until: proto.Until{Unit: unit, N: 1}}
}

// isStepping reports whether the goal is a number of steps. A goal with the unit proto.Epochs is no such goal: it is a training, which may
// end before that number of epochs.
func (s *State) isStepping() bool {
	unit := s.phase.goal.Until.Unit
	return unit == proto.Inner || unit == proto.Stage || unit == proto.Epoch
}

// target returns the position at which the goal ends or, without a goal, the position of the frame. It returns −1, false if only the run
// can determine the end of the goal, and before the first frame.
func (s *State) target() (position int, known bool) {
	switch {
	case s.phase.goal.Until.Unit == proto.At:
		return s.phase.goal.Until.N, true
	case s.phase.goal.Load:
		return s.phase.goal.Run.Position, true
	case !s.Busy() && s.Frame != nil:
		return s.Frame.Position, true
	}
	return -1, false
}

// nextStart returns the position at which the next goal begins. −1 stands for the position of the run.
func (s *State) nextStart() int {
	position, _ := s.target()
	return position
}

// userPosition returns the position that the user has requested: the position of the goal or, without a goal, of the frame. If the position
// of the goal is not known, it returns the position of the frame, and 0 before the first frame.
func (s *State) userPosition() int {
	if position, known := s.target(); known {
		return position
	}
	if s.Frame == nil {
		return 0
	}
	return s.Frame.Position
}

// maxQueued is the largest number of queued moves. A key that is held down would queue moves without end.
const maxQueued = 32

// queueMove reports whether a move must wait for queued moves, or for steps whose end is not known. It queues such a move. A full queue
// drops the move, which then counts as waiting. Another step of the pending unit does not wait: step adds it to the goal.
func (s *State) queueMove(m Msg) bool {
	queued := s.phase.queued
	wanted, isStep := m.(Step)
	extendsGoal := isStep && len(queued) == 0 && s.phase.goal.Until.Unit == wanted.Unit
	endIsUnknown := s.isStepping() && !s.Running() // in slow motion m replaces the present step
	waits := !extendsGoal && (len(queued) > 0 || endIsUnknown)
	if waits && len(queued) < maxQueued {
		s.phase.queued = append(slices.Clip(queued), m)
	}
	return waits
}

// continueQueue carries out the queued moves while no work is pending. The first move that sends a goal ends the loop, and the rest stays
// queued.
func (s *State) continueQueue() (cmds []Command) {
	for len(s.phase.queued) > 0 && s.Idle() {
		m, rest := s.phase.queued[0], s.phase.queued[1:]
		s.phase.queued = nil // else drive would queue m behind the rest
		next, more := s.drive(m)
		*s, cmds = next, append(cmds, more...)
		s.phase.queued = rest
	}
	return cmds
}

// stageBefore returns the last position in the cache that is before the user's position and in another stage than the shown frame. It
// returns fallback if the cache has no such position. State.Frame must not be nil.
func (s *State) stageBefore(fallback int) int {
	newest := -1
	for _, f := range s.cache {
		if f.Position < s.userPosition() && f.Stage != s.Frame.Stage {
			newest = max(newest, f.Position)
		}
	}
	if newest < 0 {
		return fallback
	}
	return newest
}

// unit returns the unit of a step of slow motion. The speed must not be SpeedFull. SpeedStage and SpeedEpoch have the names of their units.
func (s *State) unit() string {
	if s.Speed == SpeedSlow {
		return "inner"
	}
	return s.Speed
}

// cachedNext returns the next frame from the cache, for an inner step of an idle run. It returns nil if the cache lacks the frame, for a
// longer step, and while the worker has a goal.
func (s *State) cachedNext(unit string) *frame.Frame {
	if unit != "inner" || s.Frame == nil || s.Busy() {
		return nil
	}
	return s.cache.get(s.Frame.Position + 1)
}

// show sets the shown frame and, if the frame has a spectrum, the shown spectrum. A frame without a spectrum leaves the previous spectrum,
// except before the first maps of the run: then no spectrum and no diffused stalk exist, and the shown ones are cleared.
func (s *State) show(f *frame.Frame) {
	s.Frame = f
	inFirstEpoch := f.Present() == 1 // Present is the epoch of the frame's newest values, from 1
	beforeMaps := inFirstEpoch && f.Spectrum == nil && len(f.MapNorm) == 0
	switch {
	case f.Position == 0 || beforeMaps:
		s.Spectrum = nil
		s.dropDetails(ofKind("fibres")) // they show the diffused stalks
	case f.Spectrum != nil:
		s.SpectrumAt = f.Position
		s.setSpectrum(f.Spectrum)
	}
}

// seek moves to a position; a negative position stands for 0. A cached frame is shown at once, and the worker confirms it. Playing and the
// page's own moves end. Before the first frame seek does nothing.
func (s State) seek(position int) (State, []Command) {
	if s.Frame == nil {
		return s, nil
	}
	s.endOwnMoves()
	position = max(0, position)
	s.phase.halt()
	s.leaveStage()
	if f := s.cache.get(position); f != nil {
		s.show(f)
	}
	return s, []Command{s.aim(goTo(position))}
}

// RestText returns the reason why a finished run has no further step: the number of epochs is reached, or validation has not improved for
// the patience of the settings. It returns "" for a run that can go on.
func (s *State) RestText() string {
	f, config := s.Frame, &s.Config
	switch {
	case f == nil || !f.Done:
		return ""
	case config.Epochs > 0 && f.Epoch >= config.Epochs: // with the setting 0 the number of epochs has no limit
		return "all " + words.Count(config.Epochs, "epoch") + " are done"
	}
	return "no better validation for " + words.Count(config.Patience, "epoch")
}

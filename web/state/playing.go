package state

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
)

// Rests of slow motion in milliseconds.
var rests = map[string]int{SpeedSlow: 500, SpeedStage: 350, SpeedEpoch: 200}

// drive handles the messages of the timeline.
func (s State) drive(m Msg) (State, []Command) {
	if _, cancel := m.(Cancel); cancel {
		switch {
		case s.Check() != nil:
			return s.handleCheck(LeaveFiles{})
		case s.Chrome.Menu != "":
			s.Chrome.Menu = ""
			return s, nil
		case s.Loading():
			return s.cancelLoad()
		case s.Why != nil && s.Why.Searching:
			return s, []Command{s.aim(stay)}
		case s.Idle() && s.View.Full != "":
			s.View.Full = ""
			return s, nil
		case s.Idle():
			if s.Embed.Asking() {
				return s.handleSite(AnswerSite{}), nil
			}
			s.decline()
			return s, nil
		}
	}
	if s.Graph == nil || s.Loading() {
		return s, nil
	}
	if s.Waiting() {
		s.said = s.NeedText()
		return s, nil
	}
	switch m := m.(type) {
	case Toggle:
		if s.Running() {
			return s.drive(Pause{})
		}
		return s.drive(Train{})
	case train:
		to, done := m.to, 0
		if s.phase.own = []Msg{m}; s.opensSlowly() {
			to = slowEpochs
		}
		if s.Frame != nil {
			done = s.Frame.Epoch
		}
		if to <= done {
			return s, nil
		}
		s.phase.kind = playing
		return s, []Command{s.aim(proto.Goal{From: s.from(), Until: proto.Until{Unit: proto.Epochs, N: to - done}})}
	case comeBack:
		return s, []Command{s.aim(goTo(m.position))}
	case Step:
		if why := s.RestText(); why != "" && !s.Busy() {
			s.said = "The run is over: " + why + "."
			return s, nil
		}
		if s.endOwnMoves(); s.queueMove(m) {
			return s, nil
		}
		s.phase.halt()
		s.leaveStage()
		if f := s.known(m.Unit); f != nil {
			s.show(f)
			return s, []Command{s.aim(goTo(f.Position))}
		}
		return s, []Command{s.aim(s.step(m.Unit))}
	case Train:
		if s.endOwnMoves(); s.Running() || s.queueMove(m) {
			return s, nil
		}
		s.phase.kind = playing
		s.leaveStage()
		from := s.from()
		if s.Frame != nil && s.Frame.Done && m.Epochs == 0 {
			from = 0 // the run is over: running again begins at the start
		} else if s.Speed != SpeedFull && m.Epochs == 0 {
			return s, []Command{s.aim(s.step(s.unit()))}
		}
		return s, []Command{s.aim(proto.Goal{From: from, Until: proto.Until{Unit: proto.Epochs, N: m.Epochs}})}
	case Tick:
		if !s.Running() || m.Turn != s.sent.seq || s.Speed == SpeedFull {
			return s, nil
		}
		return s, []Command{s.aim(s.step(s.unit()))}
	case Pause:
		run := s.Running() && s.phase.goal.Until.Unit == proto.Epochs
		s.phase.own = nil
		s.phase.drop(trains)
		if s.phase.halt(); run {
			return s, []Command{s.aim(stay)}
		}
	case Cancel:
		s.phase.halt()
		s.Progress, s.phase.queued, s.phase.moment, s.phase.own = nil, nil, nil, nil
		return s, []Command{s.aim(stay)}
	case Seek:
		s.phase.queued = nil
		return s.seek(m.Position)
	case Scrub:
		s.phase.queued = nil
		return s.seek(s.positionAt(m.Epoch))
	case Back:
		if s.Frame == nil {
			return s, nil
		}
		if s.endOwnMoves(); s.queueMove(m) {
			return s, nil
		}
		to := s.at() - 1
		if m.Epoch {
			to = 0
			for _, p := range s.History.Position {
				if p < s.at() {
					to = p
				}
			}
		}
		if m.Stage {
			to = s.stageBefore(to)
		}
		return s.seek(max(0, to))
	}
	return s, nil
}

// train follows a load: it trains the run to an epoch, earlier where epochs are slow.
type train struct{ to int }

// endOwnMoves ends the page's own moves after a load, since the user moves along the run.
func (s *State) endOwnMoves() {
	s.phase.moment, s.phase.own = nil, nil
	s.phase.drop(byItself)
}

// stay is the goal to stop, goTo that of a position.
var stay = proto.Goal{From: -1}

func goTo(position int) proto.Goal {
	return proto.Goal{From: -1, Until: proto.Until{Unit: proto.At, N: position}}
}

// step returns the goal of one more step: after pending steps, from the end of a seek, else from the present position.
func (s *State) step(unit string) proto.Goal {
	g := proto.Goal{From: s.from(), Until: proto.Until{Unit: unit, N: 1}}
	if s.stepping() && s.phase.goal.Until.Unit == unit {
		g = proto.Goal{From: s.phase.goal.From, Start: s.phase.goal.Start, Until: proto.Until{Unit: unit, N: s.phase.goal.Until.N + 1}}
	}
	return g
}

// stepping reports whether steps are pending.
func (s *State) stepping() bool {
	u := s.phase.goal.Until.Unit
	return u == proto.Inner || u == proto.Stage || u == proto.Epoch
}

// target returns the position of the goal; known is false where it depends on the run.
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

// from returns the position from which the next goal counts, −1 for the run's position.
func (s *State) from() int {
	position, _ := s.target()
	return position
}

// at returns the user's position: that of the goal, else that of the frame.
func (s *State) at() int {
	if position, known := s.target(); known {
		return position
	}
	if s.Frame == nil {
		return 0
	}
	return s.Frame.Position
}

// maxQueued bounds the queued moves of a held key.
const maxQueued = 32

// queueMove queues a move that must wait for steps with unknown end, and reports whether it did.
func (s *State) queueMove(m Msg) bool {
	wait := len(s.phase.queued) > 0 || s.stepping() && !s.Running()
	if step, ok := m.(Step); ok && len(s.phase.queued) == 0 && s.phase.goal.Until.Unit == step.Unit {
		wait = false
	}
	if wait && len(s.phase.queued) < maxQueued {
		s.phase.queued = append(s.phase.queued[:len(s.phase.queued):len(s.phase.queued)], m)
	}
	return wait
}

// next carries out the queued moves while the run is idle.
func (s *State) next() (cmds []Command) {
	for len(s.phase.queued) > 0 && s.Idle() {
		m, rest := s.phase.queued[0], s.phase.queued[1:]
		s.phase.queued = nil
		next, more := s.drive(m)
		*s, cmds = next, append(cmds, more...)
		s.phase.queued = rest
	}
	return cmds
}

// stageBefore returns the newest cached position before the present one in another stage, else the given one.
func (s *State) stageBefore(otherwise int) int {
	found := -1
	for _, f := range s.cache {
		if f.Position < s.at() && f.Stage != s.Frame.Stage {
			found = max(found, f.Position)
		}
	}
	if found < 0 {
		return otherwise
	}
	return found
}

func (s *State) unit() string {
	if s.Speed == SpeedSlow {
		return "inner"
	}
	return s.Speed
}

// known returns the cached next frame for an inner step, or nil.
func (s *State) known(unit string) *frame.Frame {
	if unit != "inner" || s.Frame == nil || s.Busy() {
		return nil
	}
	return s.cache.get(s.Frame.Position + 1)
}

// show sets the shown frame with its spectrum.
func (s *State) show(f *frame.Frame) {
	s.Frame = f
	switch {
	case f.Position == 0 || f.Spectrum == nil && f.Present() == 1 && len(f.MapNorm) == 0:
		s.Spectrum = nil // there are no maps yet; what was shown belongs to another position
		s.dropDetails(ofKind("fibres"))
	case f.Spectrum != nil:
		s.SpectrumAt = f.Position
		s.place(f.Spectrum)
	}
}

// seek moves to a position, at once if its frame is cached; the worker confirms it.
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

// positionAt converts a point of the epoch axis to a position.
func (s *State) positionAt(epoch float64) int {
	ends := s.History.Position
	if epoch <= 0 {
		return 0
	}
	k := int(epoch)
	if k >= len(ends) {
		return max(s.MaxPosition, 0)
	}
	from := 0
	if k > 0 {
		from = ends[k-1]
	}
	return from + int((epoch-float64(k))*float64(ends[k]-from))
}

// EpochAt converts a position to a point of the epoch axis.
func (s *State) EpochAt(position int) float64 {
	from := 0
	for k, end := range s.History.Position {
		if position <= end {
			return float64(k) + float64(position-from)/float64(max(1, end-from))
		}
		from = end
	}
	n := len(s.History.Position)
	if s.Frame == nil || position <= from {
		return float64(n)
	}
	length := 30
	if n > 0 {
		length = max(1, s.History.Position[n-1]/n)
	}
	return float64(n) + min(0.99, float64(position-from)/float64(length))
}

// RestText is the reason why a finished run has no step, "" while it has.
func (s *State) RestText() string {
	f, c := s.Frame, &s.Config
	switch {
	case f == nil || !f.Done:
		return ""
	case c.Epochs > 0 && f.Epoch >= c.Epochs:
		return "all " + words.Count(c.Epochs, "epoch") + " are done"
	}
	return "no better validation for " + words.Count(c.Patience, "epoch")
}

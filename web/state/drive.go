package state

import (
	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
)

// Rests of slow motion in milliseconds.
var rests = map[string]int{SpeedSlow: 500, SpeedStage: 350, SpeedEpoch: 200}

// drive answers the messages of the timeline.
func (s State) drive(m Msg) (State, []Command) {
	if _, cancel := m.(Cancel); cancel {
		switch {
		case s.Check != nil:
			return s.checking(LeaveFiles{})
		case s.Menu != "":
			s.Menu = ""
			return s, nil
		case s.Loading():
			return s.cancelLoad()
		case s.Why != nil && s.Why.Searching:
			return s, []Command{s.request(proto.Request{Kind: proto.Pause})}
		case !s.Running && !s.Busy() && s.Full != "":
			s.Full = ""
			return s, nil
		case !s.Running && !s.Busy():
			if s.Embed.Asking {
				return s.embedding(AnswerSite{}), nil
			}
			s.decline()
			return s, nil
		}
	}
	if s.Graph == nil || s.Loading() {
		return s, nil
	}
	if s.Waiting() {
		s.Said = s.NeedText()
		return s, nil
	}
	switch m := m.(type) {
	case Toggle:
		if s.Running {
			return s.drive(Pause{})
		}
		return s.drive(Run{})
	case Step:
		if why := s.RestText(); why != "" && !s.Busy() {
			s.Said = "The run is over: " + why + "."
			return s, nil
		}
		if s.putOff(m) {
			return s, nil
		}
		s, cmds := s.pause()
		s.Stage = 0
		if f := s.known(m.Unit); f != nil {
			s.show(f)
			return s, append(cmds, s.request(proto.Request{Kind: proto.Seek, Position: f.Position}))
		}
		return s, append(cmds, s.request(proto.Request{Kind: proto.Step, Unit: m.Unit}))
	case Run:
		if s.Running {
			return s, nil
		}
		s.Running, s.Stage = true, 0
		if s.Frame != nil && s.Frame.Done && m.Epochs == 0 {
			// The run is over: running again begins at the start.
			return s, []Command{s.request(proto.Request{Kind: proto.Seek, Position: 0}), s.request(proto.Request{Kind: proto.Run})}
		}
		if s.Speed == SpeedFull || m.Epochs > 0 {
			return s, []Command{s.request(proto.Request{Kind: proto.Run, Epochs: m.Epochs})}
		}
		return s, []Command{s.request(proto.Request{Kind: proto.Step, Unit: s.unit()})}
	case Tick:
		if !s.Running || m.Turn != s.seq || s.Speed == SpeedFull {
			return s, nil
		}
		return s, []Command{s.request(proto.Request{Kind: proto.Step, Unit: s.unit()})}
	case Pause:
		return s.pause()
	case Cancel:
		s.Running, s.wantSeek, s.Progress, s.queued = false, -1, nil, nil
		return s, []Command{s.request(proto.Request{Kind: proto.Pause})}
	case Seek:
		s.queued = nil
		return s.seek(m.Position)
	case Scrub:
		s.queued = nil
		return s.seek(s.positionAt(m.Epoch))
	case Back:
		if s.Frame == nil || s.putOff(m) {
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

// stageBefore is the newest position before the present one that is known and of
// another stage, otherwise the given one.
func (s *State) stageBefore(otherwise int) int {
	found := -1
	for p, f := range s.cache.frames {
		if p < s.at() && f.Stage != s.Frame.Stage {
			found = max(found, p)
		}
	}
	if found < 0 {
		return otherwise
	}
	return found
}

// at is the position that the user means: the one being sought, else the frame's.
func (s *State) at() int {
	if s.wantSeek >= 0 {
		return s.wantSeek
	}
	if s.Frame == nil {
		return 0
	}
	return s.Frame.Position
}

func (s *State) unit() string {
	if s.Speed == SpeedSlow {
		return "inner"
	}
	return s.Speed
}

// known returns the cached next frame of an inner step, nil when it must be computed.
func (s *State) known(unit string) *sgpc.Frame {
	if unit != "inner" || s.Frame == nil || s.Busy() {
		return nil
	}
	return s.cache.get(s.Frame.Position + 1)
}

// show puts a frame on the screen.
func (s *State) show(f *sgpc.Frame) {
	s.Frame = f
	switch {
	case f.Position == 0 || f.Spectrum == nil && f.Present() == 1 && len(f.MapNorm) == 0:
		s.Spectrum, s.Places, s.Stalks = nil, nil, nil // there are no maps yet; what was shown belongs to another position
	case f.Spectrum != nil:
		s.Spectrum, s.SpectrumAt = f.Spectrum, f.Position
		s.place()
	}
}

func (s State) pause() (State, []Command) {
	if !s.Running {
		return s, nil
	}
	s.Running = false
	if s.pending(proto.Run) {
		return s, []Command{s.request(proto.Request{Kind: proto.Pause})}
	}
	return s, nil
}

// seek goes to a position: at once from the cache, then confirmed by the
// worker. While one seek is under way only the last wish is kept.
func (s State) seek(position int) (State, []Command) {
	if s.Frame == nil {
		return s, nil
	}
	position = max(0, position)
	s.Running, s.Stage = false, 0
	if f := s.cache.get(position); f != nil {
		s.show(f)
	}
	if s.pending(proto.Seek) {
		s.wantSeek = position
		return s, nil
	}
	s.wantSeek = -1
	return s, []Command{s.request(proto.Request{Kind: proto.Seek, Position: position})}
}

// positionAt turns a point of the epoch axis into a position.
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

// EpochAt is where a position lies on the epoch axis.
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

package state

import "sheafscope/wasm/proto"

// maxQueued bounds the moves that wait; a key held down cannot pile up more.
const maxQueued = 32

// putOff reports whether a move along the run must wait for another, and keeps it
// then: a way back starts from where a pending step leads, and a step from
// where a pending seek leads; else one of the two would be lost.
func (s *State) putOff(m Msg) bool {
	pending := s.wantSeek >= 0 || len(s.queued) > 0
	if _, back := m.(Back); back {
		pending = len(s.queued) > 0 || s.pending(proto.Step) && !s.Running
	}
	if !pending {
		return false
	}
	if len(s.queued) < maxQueued {
		s.queued = append(s.queued[:len(s.queued):len(s.queued)], m)
	}
	return true
}

// next does the move that has waited longest, when nothing is in its way.
func (s *State) next() []Command {
	if len(s.queued) == 0 || s.wantSeek >= 0 || s.Running || s.Busy() {
		return nil
	}
	m := s.queued[0]
	rest := s.queued[1:]
	s.queued = nil
	next, cmds := s.drive(m)
	*s = next
	s.queued = rest
	return cmds
}

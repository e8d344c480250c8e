package state

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
)

// NodesFlow colours the nodes by an iterate of the diffusion.
const NodesFlow = "flow"

// Flow is the diffusion of the present position by iterate. It is replaced, never changed in place.
type Flow struct {
	View *frame.Flow
	// At is the iterate shown by its place in View.Iter, −1 for that of the run:
	// the present one inside the solve, else the last.
	At int
	// Classes shows nearest class means instead of the coordinate.
	Classes bool
	// Dt is the time shown, 0 for that of the run.
	Dt float64

	of     detail
	before string // the colouring of the nodes that it took the place of
}

// Maps and Features are the frames with the restriction maps of every edge, and with what the nodes bring; nil before they came.
func (s *State) Maps() *Detail     { return s.detail("maps") }
func (s *State) Features() *Detail { return s.detail("features") }

// StalksOf returns the stalk of the chosen node over diffusion time, nil when it
// is not there, and whether it is that of the position on the screen: while a
// run goes on, or the new one is on its way, that of an earlier one stays.
func (s *State) StalksOf() (v *frame.Stalk, now bool) {
	f := s.detail("fibres")
	if f == nil || s.Frame == nil || f.of.node != s.Node() || f.of.run != s.run() {
		return nil, false
	}
	if !s.stays(f.of) {
		return nil, false
	}
	return f.Stalks, s.now(f.of)
}

// stays reports whether a detail is of the position on the screen, or may stay from an earlier one: while the run goes on, or until
// the new one comes. What is shown of a run that stands does not depend on what was seen before.
func (s *State) stays(d detail) bool { return s.now(d) || !s.Idle() || s.detailPending() }

// Coming reports whether numbers may still come for what is on the screen: the run moves, or a question is open. What is said to be
// on its way says so no longer than that.
func (s *State) Coming() bool { return !s.Idle() || len(s.sent.asked) > 0 || s.Restoring() }

// FlowStays and FeaturesStay report it of the diffusion by iterate and of the features.
func (s *State) FlowStays() bool    { return s.Flow != nil && s.stays(s.Flow.of) }
func (s *State) FeaturesStay() bool { f := s.Features(); return f != nil && s.stays(f.of) }

// FlowNow reports whether the diffusion by iterate is that of the position on
// the screen; while a run goes on, that of an earlier one stays. MapsNow and
// FeaturesNow report the same of maps and features.
func (s *State) FlowNow() bool { return s.Flow != nil && s.now(s.Flow.of) }

// MapsNow reports whether the maps of all edges are those of the position on the screen.
func (s *State) MapsNow() bool {
	m := s.Maps()
	return m != nil && s.now(m.of) && m.of.node == s.View.Layer && s.FileMaps() == 0
}

// Plane returns the edges' places by their maps, 2M numbers, nil unless they are those on the screen and maps have an angle.
func (s *State) Plane() []float32 {
	if s.ByHand != nil || !s.MapsNow() || s.Frame.D < 2 || len(s.Maps().MapPlane) != len(s.Graph.Edges) {
		return nil
	}
	return s.Maps().MapPlane
}

// PlaneKey distinguishes Planes, nil where there is none.
func (s *State) PlaneKey() *float32 {
	if at := s.Plane(); len(at) > 0 {
		return &at[0]
	}
	return nil
}

// FeaturesNow reports whether the features are those of the position on the screen.
func (s *State) FeaturesNow() bool { f := s.Features(); return f != nil && s.now(f.of) }

// SpectrumNow reports whether the spectrum is that of the position on the screen.
func (s *State) SpectrumNow() bool {
	return s.Spectrum != nil && s.Frame != nil && (s.ByHand != nil || s.SpectrumAt == s.Frame.Position)
}

func (s *State) now(d detail) bool {
	return s.Frame != nil && d.run == s.run() && d.position == s.Frame.Position
}

// MoveFlow moves the sliders of the diffusion: At −1 follows the run, Dt 0 is its own time.
type MoveFlow struct {
	At      int
	Dt      float64
	Classes bool
}

// atFlow reports whether the stage of the diffusion is on the screen.
func (s *State) atFlow() bool { return s.View.Panel == PanelStage && s.ShownStage() == stage.Diffusion }

// leaveFlow ends the colouring of that stage when it is left.
func (s *State) leaveFlow() {
	if s.atFlow() {
		return
	}
	s.View.Nodes = "prediction"
	if s.Flow != nil && s.Flow.before != "" {
		s.View.Nodes = s.Flow.before
	}
}

// keepFlow takes the iterates of a frame; the sliders stay where they are while the position does.
func (s *State) keepFlow(f *frame.Frame, d detail) {
	next := Flow{At: -1, before: "prediction"}
	if s.Flow != nil {
		next = *s.Flow
	}
	if s.Flow == nil || next.of.position != d.position || next.of.run != d.run {
		next.At = -1
	}
	next.View, next.of = f.Flow, d
	if next.At >= 0 {
		next.At = min(next.At, len(f.Flow.Iter)-1)
	}
	s.Flow = &next
}

// moveFlow moves the sliders; the nodes take the colours of the iterate.
func (s State) moveFlow(m MoveFlow) State {
	if s.Flow == nil || !s.atFlow() || math.IsNaN(m.Dt) {
		return s
	}
	f := *s.Flow
	f.At, f.Classes = min(max(m.At, -1), len(f.View.Iter)-1), m.Classes
	if f.Dt = max(0, min(frame.MaxFlowDt, m.Dt)); f.Dt == f.View.Run {
		f.Dt = 0
	}
	if !s.FlowColours() {
		f.before, s.View.Nodes = s.View.Nodes, NodesFlow
	}
	s.Flow = &f
	return s
}

// FlowAt is the place in View.Iter of the iterate on the screen.
func (s *State) FlowAt() int {
	f := s.Flow
	if f == nil {
		return 0
	}
	at := len(f.View.Iter) - 1
	if f.At >= 0 {
		return min(f.At, at)
	}
	if s.Frame != nil && s.Frame.Stage == stage.Diffusion && f.Dt == 0 {
		for at > 0 && f.View.Iter[at-1] >= s.Frame.Inner {
			at--
		}
	}
	return at
}

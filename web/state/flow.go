package state

import (
	"math"

	"sheafscope/core/sgpc"
)

// NodesFlow colours the nodes by an iterate of the diffusion.
const NodesFlow = "flow"

// Flow is the diffusion of the present position by iterate. It is replaced, never changed in place.
type Flow struct {
	View *sgpc.FlowView
	// At is the iterate shown by its place in View.Iter, −1 for that of the run:
	// the present one inside the solve, else the last.
	At int
	// Classes shows nearest class means instead of the coordinate.
	Classes bool
	// Dt is the time looked at, 0 for that of the run.
	Dt float64

	of     detail
	before string // the colouring of the nodes that it took the place of
}

// Maps are the restriction maps of every edge, as they are and as the operator has them, with the edges' places in the plane by
// the polar parts of these (sgpc.Frame.MapPlane) and the share of the squared distances that these keep.
type Maps struct {
	Raw, Hat, Plane []float32
	Share           float64
	of              detail
}

// Features are what the nodes bring, and what the encoder makes of it.
type Features struct {
	View *sgpc.FeaturesView
	of   detail
}

// Stalks are a node's stalk over diffusion time.
type Stalks struct {
	View *sgpc.StalkView
	of   detail
}

// StalksOf returns the stalk of the chosen node over diffusion time, nil when it
// is not there, and whether it is that of the position on the screen: while a
// run goes on, or the new one is on its way, that of an earlier one stays.
func (s *State) StalksOf() (v *sgpc.StalkView, now bool) {
	f := s.Stalks
	if f == nil || s.Frame == nil || f.of.node != s.Node || f.of.version != s.version {
		return nil, false
	}
	if !s.stays(f.of) {
		return nil, false
	}
	return f.View, s.now(f.of)
}

// stays reports whether a detail is of the position on the screen, or may stay from an earlier one: while the run goes on, or until
// the new one comes. What is shown of a run that stands does not depend on what was seen before.
func (s *State) stays(d detail) bool { return s.now(d) || !s.stands() || s.detailComes() }

// FlowStays and FeaturesStay report it of the diffusion by iterate and of the features.
func (s *State) FlowStays() bool    { return s.Flow != nil && s.stays(s.Flow.of) }
func (s *State) FeaturesStay() bool { return s.Features != nil && s.stays(s.Features.of) }

// FlowNow reports whether the diffusion by iterate is that of the position on
// the screen; while a run goes on, that of an earlier one stays. MapsNow and
// FeaturesNow report the same of maps and features.
func (s *State) FlowNow() bool { return s.Flow != nil && s.now(s.Flow.of) }

// MapsNow reports whether the maps of all edges are those of the position on the screen.
func (s *State) MapsNow() bool {
	return s.Maps != nil && s.now(s.Maps.of) && s.Maps.of.node == s.Layer && s.FileMaps() == 0
}

// Plane returns the edges' places by their maps, 2M numbers, nil unless they are those on the screen and maps have an angle.
func (s *State) Plane() []float32 {
	if s.ByHand != nil || !s.MapsNow() || s.Frame.D < 2 || len(s.Maps.Plane) != len(s.Graph.Edges) {
		return nil
	}
	return s.Maps.Plane
}

// PlaneKey tells one Plane from another, nil where there is none.
func (s *State) PlaneKey() *float32 {
	if at := s.Plane(); len(at) > 0 {
		return &at[0]
	}
	return nil
}

// FeaturesNow reports whether the features are those of the position on the screen.
func (s *State) FeaturesNow() bool { return s.Features != nil && s.now(s.Features.of) }

// SpectrumNow reports whether the spectrum is that of the position on the screen.
func (s *State) SpectrumNow() bool {
	return s.Spectrum != nil && s.Frame != nil && (s.ByHand != nil || s.SpectrumAt == s.Frame.Position)
}

func (s *State) now(d detail) bool {
	return s.Frame != nil && d.version == s.version && d.position == s.Frame.Position
}

// MoveFlow moves the sliders of the diffusion: At −1 follows the run, Dt 0 is its own time.
type MoveFlow struct {
	At      int
	Dt      float64
	Classes bool
}

// atFlow reports whether the stage of the diffusion is on the screen.
func (s *State) atFlow() bool { return s.Panel == PanelStage && s.ShownStage() == sgpc.StageDiffusion }

// leaveFlow ends the colouring of that stage when it is left.
func (s *State) leaveFlow() {
	if s.Nodes != NodesFlow || s.atFlow() {
		return
	}
	s.Nodes = "prediction"
	if s.Flow != nil && s.Flow.before != "" {
		s.Nodes = s.Flow.before
	}
}

// keepFlow takes the iterates of a frame; the sliders stay where they are while the position does.
func (s *State) keepFlow(f *sgpc.Frame, d detail) {
	next := Flow{At: -1, before: "prediction"}
	if s.Flow != nil {
		next = *s.Flow
	}
	if s.Flow == nil || next.of.position != d.position || next.of.version != d.version {
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
	if f.Dt = max(0, min(sgpc.MaxFlowDt, m.Dt)); f.Dt == f.View.Run {
		f.Dt = 0
	}
	if s.Nodes != NodesFlow {
		f.before, s.Nodes = s.Nodes, NodesFlow
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
	if s.Frame != nil && s.Frame.Stage == sgpc.StageDiffusion && f.Dt == 0 {
		for at > 0 && f.View.Iter[at-1] >= s.Frame.Inner {
			at--
		}
	}
	return at
}

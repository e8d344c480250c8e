package state

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
)

// A detail has the numbers of one view, which the worker sends on request (detail.go). This file reports whether the arrived details are of
// the position on the screen. It also handles the sliders of the diffusion by iterate.

// NodesFlow colours the nodes by an iterate of the diffusion.
const NodesFlow = "flow"

// Flow has the iterates of the diffusion at one position, with the values of their sliders. Updates replace it.
type Flow struct {
	View *frame.Flow // the iterates
	// At is the index in View.Iter of the iterate that the user has chosen, counted from 0. Without a choice it is −1: see FlowAt.
	At int
	// Classes colours each node by the class whose mean is nearest, instead of by one coordinate.
	Classes bool
	// Dt is the diffusion time that the user has set, 0 for the diffusion time of the run. View can still have the solve for another time.
	Dt float64

	identity detail // identity of the detail that has brought the iterates
	before   string // the colours of the nodes that moveFlow or setPicture has replaced by NodesFlow
}

// Maps returns the detail with the restriction maps of all edges, Features the detail with the features of the nodes. Both return nil
// before the detail has arrived. The detail may be of an earlier position: see MapsNow and FeaturesStay.
func (s *State) Maps() *Detail     { return s.detail("maps") }
func (s *State) Features() *Detail { return s.detail("features") }

// StalksOf returns the stalk of the selected node over the time of the diffusion. It returns nil, false before the stalk of this node has
// arrived, and if the stalk may not be shown (mayBeShown). now reports whether v is of the position on the screen.
func (s *State) StalksOf() (v *frame.Stalk, now bool) {
	d := s.detail("fibres") // the kind of the stalks
	if d == nil || s.Frame == nil {
		return nil, false
	}
	ofSelection := d.identity.node == s.Node() && d.identity.run == s.run()
	if !ofSelection || !s.mayBeShown(d.identity) {
		return nil, false
	}
	return d.Stalks, s.isPresent(d.identity)
}

// mayBeShown reports whether a detail may be shown. A detail of another position may be shown while work is pending, and while a detail is
// requested. Otherwise a paused run shows only details of its position, so that the page does not depend on the way to the position.
func (s *State) mayBeShown(d detail) bool { return s.isPresent(d) || !s.Idle() || s.detailPending() }

// Coming reports whether missing numbers may still arrive: work is pending, a query has no answer, or a link is being restored. Only then
// does the page write that numbers are on their way.
func (s *State) Coming() bool { return !s.Idle() || len(s.sent.openQueries) > 0 || s.Restoring() }

// FlowStays reports whether the iterates of the diffusion may be shown, FeaturesStay whether the features may be shown. See mayBeShown.
func (s *State) FlowStays() bool    { return s.Flow != nil && s.mayBeShown(s.Flow.identity) }
func (s *State) FeaturesStay() bool { f := s.Features(); return f != nil && s.mayBeShown(f.identity) }

// FlowNow reports whether the iterates of the diffusion are of the position on the screen.
func (s *State) FlowNow() bool { return s.Flow != nil && s.isPresent(s.Flow.identity) }

// MapsNow reports whether the maps of all edges are of the run's position on the screen and of the shown layer. For maps the layer is in
// detail.node. It returns false while maps of the graph's file are shown.
func (s *State) MapsNow() bool {
	m := s.Maps()
	return m != nil && s.isPresent(m.identity) && m.identity.node == s.View.Layer && s.FileMaps() == 0
}

// Plane returns a point for the maps of each edge ([frame.MapPlane]), x and y of one edge after the other. It returns nil if the maps are
// not of the shown network, and for stalks of fewer than two dimensions, whose points would be on a line.
func (s *State) Plane() []float32 {
	if s.ByHand != nil || !s.MapsNow() || s.Frame.D < 2 {
		return nil
	}
	points := s.Maps().MapPlane
	if len(points) != len(s.Graph.Edges) { // both lists have two entries for each edge
		return nil
	}
	return points
}

// PlaneKey returns a pointer that differs between two different results of Plane. It returns nil if Plane returns no points.
func (s *State) PlaneKey() *float32 {
	points := s.Plane()
	if len(points) == 0 {
		return nil
	}
	return &points[0]
}

// FeaturesNow reports whether the features are of the position on the screen.
func (s *State) FeaturesNow() bool { f := s.Features(); return f != nil && s.isPresent(f.identity) }

// FlowFollows reports whether the iterates of the diffusion are of the position on the screen and of the followed channel.
func (s *State) FlowFollows() bool { return s.FlowNow() && s.Flow.identity.channel == s.ChannelAt() }

// SpectrumNow reports whether the spectrum is of the position on the screen. During a change by hand it returns true if there is a
// spectrum: the spectrum of the changed network arrives with its frame.
func (s *State) SpectrumNow() bool {
	if s.Spectrum == nil || s.Frame == nil {
		return false
	}
	return s.ByHand != nil || s.SpectrumAt == s.Frame.Position
}

// isPresent reports whether a detail is of the run and the position on the screen.
func (s *State) isPresent(d detail) bool {
	return s.Frame != nil && d.run == s.run() && d.position == s.Frame.Position
}

// MoveFlow sets the sliders of the diffusion: the fields of [Flow] with the same names.
type MoveFlow struct {
	At      int
	Dt      float64
	Classes bool
}

// atFlow reports whether the panel shows the stage of diffusion.
func (s *State) atFlow() bool { return s.View.Panel == PanelStage && s.ShownStage() == stage.Diffusion }

// leaveFlow restores the colours of the nodes that NodesFlow has last replaced (Flow.before), if the panel no longer shows the stage of
// diffusion. If it has replaced none, the nodes get the colours of predictions. The nodes must have NodesFlow.
func (s *State) leaveFlow() {
	if s.atFlow() {
		return
	}
	s.View.Nodes = "prediction"
	if s.Flow != nil && s.Flow.before != "" {
		s.View.Nodes = s.Flow.before
	}
}

// keepFlow stores the iterates of the frame f, the answer to the request for the detail d. For another position or run the slider of the
// iterate is reset; the other sliders keep their values.
func (s *State) keepFlow(f *frame.Frame, d detail) {
	next := Flow{At: -1, before: "prediction"}
	if s.Flow != nil {
		next = *s.Flow
		samePosition := next.identity.position == d.position && next.identity.run == d.run
		if !samePosition {
			next.At = -1
		}
	}
	next.View, next.identity = f.Flow, d
	if next.At >= 0 { // a solve for another diffusion time can have fewer iterates
		next.At = min(next.At, len(f.Flow.Iter)-1)
	}
	s.Flow = &next
}

// moveFlow handles [MoveFlow], and colours the nodes by the iterate, unless an iterate colours them already. It clips the values to their
// ranges. It ignores the message before the iterates have arrived, on another stage, and if Dt is NaN.
func (s State) moveFlow(m MoveFlow) State {
	if s.Flow == nil || !s.atFlow() || math.IsNaN(m.Dt) {
		return s
	}
	f := *s.Flow
	f.At, f.Classes = min(max(m.At, -1), len(f.View.Iter)-1), m.Classes
	f.Dt = max(0, min(frame.MaxFlowDt, m.Dt))
	if f.Dt == f.View.Run { // the diffusion time of the run
		f.Dt = 0
	}
	if !s.FlowColours() {
		f.before, s.View.Nodes = s.View.Nodes, NodesFlow
	}
	s.Flow = &f
	return s
}

// FlowAt returns the index of the shown iterate in View.Iter: the iterate that the user has chosen. Without a choice it is the last iterate
// or, while the run is inside the shown solve, the first stored iterate that is not before the run's present iterate. FlowAt returns 0
// before the iterates have arrived.
func (s *State) FlowAt() int {
	f := s.Flow
	if f == nil {
		return 0
	}
	last := len(f.View.Iter) - 1
	if f.At >= 0 {
		return min(f.At, last)
	}
	// Dt > 0 is another solve than the solve of the run, and has no present iterate.
	insideSolve := s.Frame != nil && s.Frame.Stage == stage.Diffusion && f.Dt == 0
	if !insideSolve {
		return last
	}
	k := last
	for k > 0 && f.View.Iter[k-1] >= s.Frame.Inner { // Inner is the number of the run's present iterate
		k--
	}
	return k
}

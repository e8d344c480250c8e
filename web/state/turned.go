package state

import (
	"math"

	"sheafscope/core/sgpc/frame"
)

// This file handles the dial that rotates the frame of the selected node: the basis of the node's stalk. The rotation changes the
// coordinates of the stalk and the maps of the node, but not the prediction. State.Frame is a frame in another sense: the numbers of the
// network at a position of the run.

// Sliders of the dial.
const (
	// SliderFrame opens the dial and sets its angle. Its value is 0 for a closed dial, else 1 + the angle in degrees, at most 360.
	SliderFrame = "frame"
	// SliderPlane is the index, from 0, of the plane of the rotation in the list of [Planes]. With n planes, the indices n to 2n − 1 are the
	// same planes with a reflection.
	SliderPlane = "frame-plane"
)

// firstDegrees is the initial angle, in degrees, in a figure that shows the dial alone.
const firstDegrees = 60

// Planes returns the coordinate planes of a stalk of dimension d: all pairs of coordinates a < b, which count from 0. A stalk with d = 1
// has a reflection, but no rotation and no plane: Planes then returns the pair 0, 0.
func Planes(d int) (list [][2]int) {
	for a := range d {
		for b := a + 1; b < d; b++ {
			list = append(list, [2]int{a, b})
		}
	}
	if d == 1 {
		list = [][2]int{{0, 0}}
	}
	return list
}

// FrameDegrees returns the angle of the rotation in degrees, from 0 to 359. It returns a negative number while the dial is closed. In the
// figure of the dial alone, the angle is firstDegrees until the user moves the dial.
func (s *State) FrameDegrees() int {
	value := s.FigureAt(SliderFrame)
	isUnmoved := value < 0
	if isUnmoved && s.Figure.Name == FigureFrame {
		return firstDegrees
	}
	return min(value-1, 359)
}

// CanTurn reports whether the frame of a node can be rotated: in SGPC with the reading "paper", after the first epoch. State.Frame must not
// be nil.
func (s *State) CanTurn() bool {
	return s.Config.Model == "sgpc" && s.Config.Reading == "paper" && s.Frame.Epoch > 0
}

// frameTurn returns the rotation of the selected node's frame, and true. It returns false while the dial is closed, without a selected
// node, for a network without stalks, and if CanTurn returns false. State.Frame must not be nil.
func (s *State) frameTurn() (t frame.Turn, ok bool) {
	degrees, planes := s.FrameDegrees(), Planes(s.Frame.D)
	if degrees < 0 || s.Node() < 0 {
		return t, false
	}
	if len(planes) == 0 || !s.CanTurn() {
		return t, false
	}
	k := max(0, s.FigureAt(SliderPlane))                         // plane 0 until the user moves the slider
	plane, mirror := planes[k%len(planes)], k/len(planes)%2 == 1 // see SliderPlane
	return frame.Turn{Node: s.Node(), A: plane[0], B: plane[1], Angle: float64(degrees) * math.Pi / 180, Mirror: mirror}, true
}

// TurnedNow returns the comparison of the selected node before and after the rotation, at the shown position of the run. It returns nil
// until such a comparison has arrived. After a move of the dial it returns the comparison at the previous angle until the next has arrived.
func (s *State) TurnedNow() *frame.Turned {
	d := s.detail("turned")
	if d == nil || d.identity.turn.Node != s.Node() || !s.isPresent(d.identity) {
		return nil
	}
	return d.Turned
}

// turnedRow returns the row of the comparison in the table of details (detail.go). A detail has numbers that the frames of the run lack.
func turnedRow() detailRow {
	return detailRow{
		kind: "turned", panel: PanelNode,
		exists: func(s *State, d *detail) (ok bool) {
			d.turn, ok = s.frameTurn()
			return ok
		},
		ask:   func(o *frame.Once, d detail) { o.Turned = &d.turn },
		found: func(f *frame.Frame) bool { return f.Turned != nil },
	}
}

package state

import (
	"math"

	"sheafscope/core/sgpc/frame"
)

// Sliders of the frame of the chosen node: SliderFrame is 1 + its angle in degrees, 0 while the dial is closed; SliderPlane numbers
// the planes of two coordinates, first without and then with a reflection.
const (
	SliderFrame = "frame"
	SliderPlane = "frame-plane"
)

// firstDegrees is the initial angle of the dial in a single figure.
const firstDegrees = 60

// Planes lists the planes of two coordinates of a stalk; of one dimension, that of the only one.
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

// FrameDegrees returns the angle of the dial, −1 while it is closed.
func (s *State) FrameDegrees() int {
	at := s.FigureAt(SliderFrame)
	if at < 0 && s.Figure.Name == FigureFrame {
		return firstDegrees
	}
	return min(at-1, 359)
}

// CanTurn reports whether the frame of a node can be rotated: in SGPC, paper reading, after the first epoch.
func (s *State) CanTurn() bool {
	return s.Config.Model == "sgpc" && s.Config.Reading == "paper" && s.Frame.Epoch > 0
}

// frameTurn returns the rotation of the dial; ok is false for a closed dial.
func (s *State) frameTurn() (t frame.Turn, ok bool) {
	degrees, planes := s.FrameDegrees(), Planes(s.Frame.D)
	if degrees < 0 || s.Node() < 0 || len(planes) == 0 || !s.CanTurn() {
		return t, false
	}
	k := max(0, s.FigureAt(SliderPlane))
	p := planes[k%len(planes)]
	return frame.Turn{Node: s.Node(), A: p[0], B: p[1], Angle: float64(degrees) * math.Pi / 180, Mirror: k/len(planes)%2 == 1}, true
}

// TurnedNow returns the comparison for the selected node, nil before it arrived; that of an earlier angle stays until the next.
func (s *State) TurnedNow() *frame.Turned {
	t := s.detail("turned")
	if t == nil || t.of.turn.Node != s.Node() || t.of.run != s.run() || t.of.position != s.Frame.Position {
		return nil
	}
	return t.Turned
}

// turnedRow is the detail of the dial.
func turnedRow() detailRow {
	return detailRow{
		kind: "turned", panel: PanelNode,
		there: func(s *State, d *detail) (ok bool) {
			d.turn, ok = s.frameTurn()
			return ok
		},
		ask:   func(o *frame.Once, d detail) { o.Turned = &d.turn },
		found: func(f *frame.Frame) bool { return f.Turned != nil },
	}
}

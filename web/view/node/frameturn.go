package node

// This file has the dial that rotates the frame, the orthonormal basis, of one stalk. It shows which quantities depend on the choice of the
// basis. The sheaf stays the same: the maps of the node are multiplied by the inverse rotation. In s.Frame and package frame, however, a
// frame is the numbers of one position of the run.

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// FrameDial is the data of the dial that rotates the basis of a node's stalk by Degrees. Planes are the possible planes of rotation, named
// by their two coordinates, such as "1, 2". Plane is the index of the chosen plane. Mirror adds a reflection. Open reports that the dial is
// in use: Degrees is then from 0 to 359, and otherwise negative.
type FrameDial struct {
	Open    bool     `json:"open"`
	Degrees int      `json:"degrees"`
	Plane   int      `json:"plane"`
	Planes  []string `json:"planes"`
	Mirror  bool     `json:"mirror"`
	// X are the two coordinates of the stalk vector (the mean over channels) in the plane. It is nil before the run has stalk vectors.
	X view.Vec `json:"x,omitempty"`
	// Same has a row on the changed maps, and then rows with quantities that a rotation does not change. Moves are the changes of the
	// predictions.
	Same  [][]any     `json:"same,omitempty"`
	Moves []FrameMove `json:"moves,omitempty"`
	// Note explains the numbers or, before they arrive, says why there are none. It is "" for a dial that is not in use.
	Note string `json:"note"`
}

// FrameMove is the change of the predictions if the parts of the network in Name rotate with the basis. Own is the change at the node, and
// Other is the largest change at another node.
type FrameMove struct {
	Name  string `json:"name"`
	Own   string `json:"own"`
	Other string `json:"other"`
}

// turnFigure returns the dial of the selected node. It returns nil if the run cannot be evaluated in another frame, or has no stalks.
func turnFigure(s *state.State) []view.Figure {
	if !s.CanTurn() || s.Frame.D < 1 {
		return nil
	}
	planes := state.Planes(s.Frame.D) // pairs of coordinates from 0; for D = 1 the pair 0, 0, which only the reflection changes
	// The value of the slider has the plane and the reflection: the index of the plane, plus len(planes) with a reflection. Larger values,
	// which a link can have, start again at the first plane. −1 stands for a slider that has not been moved.
	setting := max(0, s.FigureAt(state.SliderPlane))
	box := FrameDial{Degrees: s.FrameDegrees(), Plane: setting % len(planes), Mirror: setting/len(planes)%2 == 1}
	for _, plane := range planes {
		box.Planes = append(box.Planes, view.Int(plane[0]+1)+", "+view.Int(plane[1]+1))
	}
	plane, start := planes[box.Plane], s.Node()*s.Frame.D // start is the place of the node's stalk in the N × D numbers
	if x := s.Frame.Stalk; len(x) >= start+s.Frame.D {
		box.X = view.Vec{x[start+plane[0]], x[start+plane[1]]}
	}

	// A closed dial requests no comparison, and has no numbers.
	box.Open = box.Degrees >= 0
	if box.Open {
		box.Note = view.Awaited(s)
		if turned := s.TurnedNow(); turned != nil {
			box.setNumbers(s, turned)
		}
	}
	return []view.Figure{{ID: "turn", Title: "Another frame", Sub: "the same sheaf, with other coordinates in this stalk", TestID: "frame",
		Data: box}}
}

// setNumbers sets the invariant quantities, the changes of the predictions, and the note that explains them. v compares the network with
// itself in the rotated frame.
func (box *FrameDial) setNumbers(s *state.State, v *frame.Turned) {
	eigenvalues, kernel := "not compared, too many", "–"
	hasSpectrum := v.Spectrum >= 0 // negative if the operator has too many eigenvalues, or if they could not be computed
	if hasSpectrum {
		eigenvalues = "at most " + tiny(v.Spectrum)
		kernel = view.Int(v.Kernel[0]) + " → " + view.Int(v.Kernel[1])
	}
	box.Same = [][]any{view.Row(words.Counted(v.Maps, "map changes", "maps change")+", an entry by up to", view.Num(v.Entry)),
		view.Row("Eigenvalues change by", eigenvalues),
		view.Row("dim H⁰", kernel), view.Row("Energy changes by", tiny(v.Energy[1]-v.Energy[0])+" of "+view.Num(v.Energy[0]))}

	// The probability of the node's predicted class, if encoder and read-out, the encoder alone, or none of them rotates with the frame.
	class := argMax(v.Before)
	const rounding = 1e-9 // a smaller change is a rounding error
	move := func(name string, answer frame.TurnedAnswer) {
		other := tiny(answer.Elsewhere)
		if answer.Where >= 0 && answer.Elsewhere >= rounding { // Where is −1 if no other node changes
			other += " (node " + view.ShortName(s, answer.Where) + ")"
		}
		own := view.Fix(v.Before[class], 3) + " → " + view.Fix(answer.Prob[class], 3)
		box.Moves = append(box.Moves, FrameMove{name, own, other})
	}
	move("Encoder and read-out turn along", v.Along)
	move("Encoder alone", v.Shared)
	move("Neither", v.Neither)
	box.Note = "The middle column is the probability of " + view.Classes(s.Graph)[class].Name + " at this node, the last the largest change " +
		"elsewhere. Diffusion and mixing do not depend on the frame. The network reads all stalks by one set of weights, coordinate by " +
		"coordinate: it depends on the frames. So does a network that pools: the mean of all stalk vectors moves by " + view.Pct(v.Pool) +
		" of its norm. Norms and energies can be pooled, coordinates of unrelated frames cannot."
}

// tiny formats a difference that may be as small as a rounding error. Absolute values below 0.001 have scientific notation, except 0.
func tiny(x float64) string {
	if x == 0 {
		return "0"
	}
	if x < 1e-3 && x > -1e-3 {
		return view.Exp(x)
	}
	return view.Num(x)
}

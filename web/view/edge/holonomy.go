package edge

// This file has the figure in which a vector is carried around a cycle of the graph. Each edge of the cycle has an orthogonal matrix, its
// transport, which follows from the two restriction maps of the edge. The product H of these matrices, the holonomy of the cycle, turns the
// vector.

import (
	"math"
	"strings"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Cycles is the data of the figure. The distance of a cycle with the d × d holonomy H is ‖H − I‖/√(2d), by the Frobenius norm: 0 for
// H = I, and √2 for H = −I.
type Cycles struct {
	Open bool `json:"open"`
	// Names are the cycles of a basis, as chains of node names. Place is the number of the selected cycle, from 1 on. It is 0 if no cycle is
	// selected, and negative while the figure is closed. Chosen reports that the user has selected several nodes instead: the figure then
	// shows the cycle through them, if there is one.
	Place  int      `json:"place"`
	Names  []string `json:"names,omitempty"`
	Chosen bool     `json:"chosen,omitempty"`
	// Nodes are the nodes of the cycle. Path are the carried vectors: one at each node, and one after the return to the first node.
	Nodes []view.Chip `json:"nodes,omitempty"`
	Path  []view.Vec  `json:"path,omitempty"`
	// Nums are rows of numbers: of the selected cycle, then of all cycles of the basis.
	Nums [][]any `json:"nums,omitempty"`
	// Bins is the histogram of the distances over the basis, from 0 to √2. Trail has the distance of the selected cycle in some
	// of the epochs that the worker can replay.
	Bins  []CyclesBin  `json:"bins,omitempty"`
	Trail []CyclesStep `json:"trail,omitempty"`
	// Note explains the numbers or, before they arrive, says why there are none.
	Note string `json:"note"`
}

// CyclesBin is a bin of the histogram of distances. Own is the share of the cycles in this bin with the maps of the run. Shuffled is the
// share over several random distributions of the same maps over the edges.
type CyclesBin struct {
	Own      view.F `json:"own"`
	Shuffled view.F `json:"shuffled"`
}

// CyclesStep is the distance Away of the selected cycle with the maps of an epoch. Epochs count from 1.
type CyclesStep struct {
	Epoch int    `json:"epoch"`
	Away  view.F `json:"away"`
}

// Bounds of the lists, and the number of bins of the histogram of distances.
const (
	namedCycles = 60 // the largest number of listed cycles
	namedNodes  = 6  // the largest number of nodes in the name of a cycle
	cycleBins   = 14
)

// RoundFigure returns the figure of a vector carried around a cycle. It returns nil before the maps are computed, or for SGPC in the code
// reading (the computation of the authors' program), whose maps are numbers.
func RoundFigure(s *state.State) []view.Figure {
	if len(s.Frame.MapNorm) == 0 || s.Peer() == "" && s.Config.Reading == "code" {
		return nil
	}
	m := Cycles{Place: s.CyclePlace(), Chosen: s.CycleNodes() != nil}
	m.Open = m.Place >= 0
	if m.Open {
		m.Note = view.Awaited(s)
		if h := s.RoundNow(); h != nil {
			m.fill(s, h)
		}
	}
	return []view.Figure{{ID: "round", Title: "Round a cycle", Sub: "a vector carried over its edges, back to where it began", TestID: "round",
		Data: m}}
}

// fill sets the content of the figure from the holonomies of the cycles in a basis. h.One is the selected cycle. It is nil without a
// selection; h.Why is then "". It is also nil if the selection is no cycle, or if an edge of the cycle has no matrix; h.Why is then the
// reason.
func (m *Cycles) fill(s *state.State, h *frame.Holonomies) {
	for _, cycle := range h.Cycles[:min(len(h.Cycles), namedCycles)] {
		m.Names = append(m.Names, cycleName(s, cycle))
	}
	m.Bins = make([]CyclesBin, cycleBins)
	for k, share := range distanceShares(h.Away) {
		m.Bins[k].Own = view.F(share)
	}
	for k, share := range distanceShares(h.Shuffled) {
		m.Bins[k].Shuffled = view.F(share)
	}
	for k, epoch := range h.Epochs {
		m.Trail = append(m.Trail, CyclesStep{epoch, view.F(h.Trail[k])})
	}

	// The note and the numbers of all cycles.
	kind := words.Either(h.Shortest, "a shortest basis", "a basis")
	m.Note = "Over an edge goes the orthogonal matrix T for which R_ji T is nearest to R_ij: the polar part of R_jiᵀR_ij. A distance is " +
		"‖H − I‖/√(2d) of the product H round a cycle, 1 for a random turn. The bars are the " + words.Count(len(h.Cycles), "cycle") + " of " +
		kind + ", the line the same cycles with the maps dealt out to the edges anew. A vector that no cycle moves is a global section of the T."
	if h.Missing > 0 {
		m.Note += " " + words.Counted(h.Missing, "edge has", "edges have") + " lost a direction; cycles over such an edge are left out."
	}
	meanText := func(distance frame.MeanAway) string {
		return words.Either(distance.Count == 0, "none", view.Fix(distance.Mean, 3)+", "+words.Count(distance.Count, "cycle"))
	}
	fixed := words.Either(h.Fixed < 0, "–", view.Int(h.Fixed)) // −1 if a transport is missing
	m.Nums = [][]any{view.Row("Mean distance within a class", meanText(h.Alike)), view.Row("Mean of all other cycles", meanText(h.Mixed)),
		view.Row("dim H⁰ of the transports", fixed)}
	switch {
	case len(h.Cycles) == 0:
		m.Note = "The graph has no cycle."
	case h.One != nil:
		m.fillCycle(s, h)
	case h.Why != "":
		m.Note = strings.ToUpper(h.Why[:1]) + h.Why[1:] + ". " + m.Note
	}
}

// fillCycle sets the nodes, the carried vectors and the numbers of the selected cycle h.One. Angles are the d rotation angles of the
// product H around the cycle, in radians and in ascending order, so that the last angle is the largest. The rows of the cycle precede the
// rows of all cycles, which [Cycles.fill] has set.
func (m *Cycles) fillCycle(s *state.State, h *frame.Holonomies) {
	cycle := h.One
	n := len(cycle.Cycle)
	classes, changes := view.Classes(s.Graph), 0 // changes counts the edges between two labels; a missing label is −1
	for k, i := range cycle.Cycle {
		label, next := s.Graph.Labels[i], s.Graph.Labels[cycle.Cycle[(k+1)%n]]
		chip := view.Chip{Node: i, Name: view.ShortName(s, i), Slot: -2} // −2: no class mark
		if label >= 0 {
			chip.Slot = classes[label].Slot
		}
		if label >= 0 && next >= 0 && label != next {
			changes++
		}
		m.Nodes = append(m.Nodes, chip)
	}

	for _, x := range cycle.Path {
		m.Path = append(m.Path, x)
	}
	degrees := cycle.Angles[len(cycle.Angles)-1] * 180 / math.Pi
	m.Nums = append([][]any{
		view.Row("Comes home turned by", view.Fix(degrees, 1)+"°"),
		view.Row("Distance from the identity", view.Fix(cycle.Away, 3)+words.Either(cycle.Mirror, ", reflected", "")),
		view.Row("Edges between classes", view.Int(changes)+" of "+view.Int(n))}, m.Nums...)
}

// cycleName returns the short names of the first namedNodes nodes of a cycle, joined by dashes. An ellipsis stands for all further nodes.
func cycleName(s *state.State, cycle []int) string {
	var names []string
	for _, i := range cycle[:min(len(cycle), namedNodes)] {
		names = append(names, view.ShortName(s, i))
	}
	return strings.Join(names, "–") + words.Either(len(cycle) > namedNodes, "–…", "")
}

// distanceShares returns the share of the cycles in each bin of the distance, from 0 to √2, the distance of −I. A cycle over an edge that
// lost a direction has no distance and does not count; its entry is negative or NaN.
func distanceShares(distances []float64) [cycleBins]float64 {
	count := 0.0
	for _, x := range distances {
		if x >= 0 {
			count++
		}
	}

	var shares [cycleBins]float64
	for _, x := range distances {
		isDefined := x >= 0
		if !isDefined {
			continue
		}
		bin := int(min(x/math.Sqrt2, 1) * cycleBins) // the end √2 itself belongs to the last bin
		shares[min(cycleBins-1, bin)] += 1 / count
	}
	return shares
}

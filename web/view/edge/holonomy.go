package edge

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Cycles is the data of the figure of a vector carried around a cycle.
type Cycles struct {
	Open bool `json:"open"`
	// Place is the selected cycle of the basis, from 1 on. Names lists the basis. Chosen reports that the nodes were selected
	// instead.
	Place  int      `json:"place"`
	Names  []string `json:"names,omitempty"`
	Chosen bool     `json:"chosen,omitempty"`
	// Nodes are those of the cycle. Path are the carried vectors, one more than nodes, since it returns to the first.
	Nodes []view.Chip  `json:"nodes,omitempty"`
	Path  []view.Vec   `json:"path,omitempty"`
	Nums  [][]any      `json:"nums,omitempty"`
	Bins  []CyclesBin  `json:"bins,omitempty"`
	Trail []CyclesStep `json:"trail,omitempty"`
	Note  string       `json:"note"`
}

// CyclesBin has the shares of cycles with a distance in the bin, for the maps and for shuffled maps. CyclesStep is a distance in
// an epoch.
type (
	CyclesBin struct {
		Own      view.F `json:"own"`
		Shuffled view.F `json:"shuffled"`
	}
	CyclesStep struct {
		Epoch int    `json:"epoch"`
		Away  view.F `json:"away"`
	}
)

// Bounds of the listed cycles and the number of bins of the distances.
const (
	namedCycles = 60
	cycleBins   = 14
)

// CycleFigure returns the figure of a cycle, nil for a graph without maps.
func CycleFigure(s *state.State) []view.Figure {
	if len(s.Frame.MapNorm) == 0 || s.Config.Reading == "code" {
		return nil
	}
	m := Cycles{Place: s.CyclePlace(), Chosen: s.CycleNodes() != nil}
	if m.Open = m.Place >= 0; m.Open {
		m.Note = view.MissingText(s)
		if v := s.RoundNow(); v != nil {
			rounded(s, v, &m)
		}
	}
	return []view.Figure{{ID: "round", Title: "Round a cycle", Sub: "a vector carried over its edges, back to where it began", TestID: "round",
		Data: m}}
}

// rounded fills the figure with the computed holonomies.
func rounded(s *state.State, v *frame.Holonomies, m *Cycles) {
	for _, c := range v.Cycles[:min(len(v.Cycles), namedCycles)] {
		name := ""
		for k, i := range c[:min(len(c), 6)] {
			name += words.Either(k > 0, "–", "") + view.ShortName(s, i)
		}
		m.Names = append(m.Names, name+words.Either(len(c) > 6, "–…", ""))
	}
	m.Bins = make([]CyclesBin, cycleBins)
	for k, list := range [][]float64{v.Away, v.Shuffled} {
		n := 0.0
		for _, x := range list {
			if x >= 0 {
				n++
			}
		}
		for _, x := range list {
			if !(x >= 0) { // a lost direction or NaN
				continue
			}
			if b := &m.Bins[min(cycleBins-1, int(min(x/math.Sqrt2, 1)*cycleBins))]; k == 0 {
				b.Own += view.F(1 / n)
			} else {
				b.Shuffled += view.F(1 / n)
			}
		}
	}
	for k, e := range v.Epochs {
		m.Trail = append(m.Trail, CyclesStep{e, view.F(v.Trail[k])})
	}
	kind := words.Either(v.Shortest, "a shortest basis", "a basis")
	m.Note = "Over an edge goes the orthogonal matrix T for which R_ji T is nearest to R_ij: the polar part of R_jiᵀR_ij. A distance is " +
		"‖H − I‖/√(2d) of the product H round a cycle, 1 for a random turn. The bars are the " + words.Count(len(v.Cycles), "cycle") + " of " +
		kind + ", the line the same cycles with the maps dealt out to the edges anew. A vector that no cycle moves is a global section of the T."
	if v.Missing > 0 {
		m.Note += " " + words.Count(v.Missing, "edge") + " lost a direction and carry nothing; cycles over them are left out."
	}
	mean := func(q frame.MeanAway) string {
		return words.Either(q.Count == 0, "none", view.Fix(q.Mean, 3)+", "+words.Count(q.Count, "cycle"))
	}
	fixed := words.Either(v.Fixed < 0, "–", view.Int(v.Fixed))
	m.Nums = [][]any{view.Row("Mean distance within a class", mean(v.Alike)), view.Row("Mean through several classes", mean(v.Mixed)),
		view.Row("dim H⁰ of the transports", fixed)}
	one := v.One
	if one == nil {
		m.Note = words.Either(v.Why == "", "The graph has no cycle.", v.Why+".") + " " + m.Note
		return
	}
	cl, changes := view.Classes(s.Graph), 0
	for k, i := range one.Cycle {
		y, next := s.Graph.Labels[i], s.Graph.Labels[one.Cycle[(k+1)%len(one.Cycle)]]
		c := view.Chip{Node: i, Name: view.ShortName(s, i), Slot: -2}
		if y >= 0 {
			c.Slot = cl[y].Slot
		}
		if y != next {
			changes++
		}
		m.Nodes = append(m.Nodes, c)
	}
	for _, x := range one.Path {
		m.Path = append(m.Path, x)
	}
	angle := view.Fix(one.Angles[len(one.Angles)-1]*180/math.Pi, 1) + "°"
	m.Nums = append([][]any{view.Row("Comes home turned by", angle), view.Row("Distance from the identity", view.Fix(one.Away, 3)+
		words.Either(one.Mirror, ", reflected", "")), view.Row("Edges between classes", view.Int(changes)+" of "+view.Int(len(one.Cycle)))},
		m.Nums...)
}

package frame

import (
	"errors"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// Holonomies describes the holonomies of cycles. The holonomy H of a cycle is the
// product of the transports (sheaf.Transports) around the cycle.
type Holonomies struct {
	// Cycles are a cycle basis of the graph, short cycles first. If Shortest is true, no
	// basis has a smaller total length. Away holds ‖H − I‖_F/√(2d) of each cycle. If an
	// edge of the cycle has no transport, Away is −1. Shuffled holds Away of all cycles for
	// each of Shuffles random permutations, which move the pairs of maps among the edges.
	Cycles   [][]int   `json:"cycles"`
	Shortest bool      `json:"shortest"`
	Away     []float64 `json:"away"`
	Shuffled []float64 `json:"shuffled"`
	// Missing is the number of edges without a transport. Fixed is dim H⁰ of the
	// transports, the dimension of the vectors that every holonomy fixes. It is −1 if
	// a transport is missing.
	Missing int `json:"missing"`
	Fixed   int `json:"fixed"`
	// Alike is the mean of Away over the cycles whose nodes have one common label. Mixed
	// is the mean over all other cycles. Cycles with Away = −1 count in neither mean.
	Alike MeanAway `json:"alike"`
	Mixed MeanAway `json:"mixed"`
	// One is the selected cycle. It is nil if no cycle is selected, if the selection is
	// invalid, or if an edge of the cycle has no transport. In the last two cases Why is the
	// reason.
	One *Holonomy `json:"one,omitempty"`
	Why string    `json:"why,omitempty"`
	// Epochs are epochs with a key frame (1-based). Trail holds Away of the selected
	// cycle for the maps of these epochs. Epochs with Away = −1 are omitted. Package view
	// fills both.
	Epochs []int     `json:"epochs,omitempty"`
	Trail  []float64 `json:"trail,omitempty"`
}

// MeanAway is a mean over Count cycles, 0 without cycles.
type MeanAway struct {
	Count int     `json:"count"`
	Mean  float64 `json:"mean"`
}

// Holonomy is the holonomy of one cycle. Cycle lists the nodes. Map is H, D×D, the
// product of the transports from the first node around the cycle. Away is
// ‖H − I‖_F/√(2d). Angles are the rotation angles of H in radians (sheaf.Angles). Mirror
// reports whether H reverses the orientation. Path holds a vector at each node of the
// cycle, and again at the first node. It begins with the unit vector that H moves most,
// and transports this vector around the cycle.
type Holonomy struct {
	Cycle  []int       `json:"cycle"`
	Map    []float64   `json:"map"`
	Away   float64     `json:"away"`
	Angles []float64   `json:"angles"`
	Mirror bool        `json:"mirror"`
	Path   [][]float64 `json:"path"`
}

// Shuffles is the number of random permutations of the maps.
const Shuffles = 8

// HolonomiesOf returns the holonomies of a cycle basis and of one selected cycle. The
// selected cycle has exactly the given nodes. If nodes is empty, place is the number
// (1-based) of the selected cycle in the basis, and 0 selects no cycle. seed determines
// the permutations. HolonomiesOf does not set Epochs and Trail.
func HolonomiesOf(s *sheaf.Sheaf, g *graph.Graph, seed uint64, nodes []int, place int) *Holonomies {
	v, t := &Holonomies{}, s.Transports()
	v.Cycles, v.Shortest = g.CycleBasis()
	for _, hasTransport := range t.Has {
		if !hasTransport {
			v.Missing++
		}
	}
	v.Fixed = t.Fixed(g.N, g.Edges)
	walks := make([][]graph.Crossing, len(v.Cycles))
	for k, cycle := range v.Cycles {
		walks[k], _ = g.Steps(cycle) // a cycle of the basis is valid
		away := Away(t, walks[k])
		v.Away = append(v.Away, away)
		if away < 0 { // an edge has no transport
			continue
		}
		if hasOneLabel(g, cycle) {
			v.Alike.add(away)
		} else {
			v.Mixed.add(away)
		}
	}
	// Random permutations of the maps, for comparison.
	stream := rng.New(seed, "holonomy/shuffle")
	for range Shuffles {
		permuted := t.Permuted(stream.Perm(len(g.Edges)))
		for _, walk := range walks {
			v.Shuffled = append(v.Shuffled, Away(permuted, walk))
		}
	}
	selected, err := v.selectCycle(g, nodes, place)
	if err == nil && len(selected) > 0 {
		v.One, err = holonomyOf(t, g, selected)
	}
	if err != nil {
		v.Why = err.Error()
	}
	return v
}

// hasOneLabel reports whether all nodes of a cycle have one common label. It returns false
// for a cycle with an unlabelled node.
func hasOneLabel(g *graph.Graph, cycle []int) bool {
	label := g.Labels[cycle[0]]
	hasOther := slices.ContainsFunc(cycle, func(i int) bool { return g.Labels[i] != label })
	return label >= 0 && !hasOther
}

// add adds a number to the mean.
func (m *MeanAway) add(away float64) {
	m.Count++
	m.Mean += (away - m.Mean) / float64(m.Count)
}

// selectCycle returns the cycle with exactly the given nodes. If nodes is empty, it returns
// cycle number place (1-based) of the basis, or nil for a place of 0 or less. It fails if
// there is no such cycle, and for more than graph.MostCycle nodes.
func (v *Holonomies) selectCycle(g *graph.Graph, nodes []int, place int) ([]int, error) {
	switch {
	case len(nodes) > 0:
		return g.CycleThrough(nodes)
	case place > len(v.Cycles):
		return nil, errors.New("the graph has no such cycle")
	case place > 0:
		return v.Cycles[place-1], nil
	}
	return nil, nil
}

// Away returns ‖H − I‖_F/√(2d) for the holonomy H along a walk: the crossed edges in
// order, each with its direction. It returns −1 if an edge of the walk has no transport.
func Away(t *sheaf.Transports, walk []graph.Crossing) float64 {
	h, ok := t.Holonomy(walk)
	if !ok {
		return -1
	}
	return sheaf.Away(t.D, h)
}

// holonomyOf returns the holonomy of a cycle. It fails if the nodes form no cycle, or
// if an edge has no transport.
func holonomyOf(t *sheaf.Transports, g *graph.Graph, cycle []int) (*Holonomy, error) {
	walk, err := g.Steps(cycle)
	if err != nil {
		return nil, err
	}
	d := t.D
	h, ok := t.Holonomy(walk)
	if !ok {
		return nil, errors.New("an edge of this cycle has no transport: a direction is lost on it, so that no orthogonal matrix is nearest")
	}
	v := &Holonomy{Cycle: cycle, Map: h, Away: sheaf.Away(d, h), Angles: sheaf.Angles(d, h), Mirror: sheaf.Mirrors(d, h)}
	start := sheaf.MostMoved(d, h)
	v.Path = append(v.Path, start)
	for k := range walk {
		transported := make([]float64, d)
		t.Carry(transported, start, 1, walk[:k+1]) // one channel
		v.Path = append(v.Path, transported)
	}
	return v, nil
}

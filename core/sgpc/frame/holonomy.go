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
	// Cycles are a cycle basis of the graph, short cycles first, each as the list of its
	// nodes. If Shortest is true, no basis has a smaller total length. Away holds
	// ‖H − I‖_F/√(2d) of each cycle, for the stalk dimension d, or −1 if an edge of the cycle
	// has no transport. Shuffled holds Away of all cycles for each of Shuffles random
	// permutations, which move the pairs of maps among the edges.
	Cycles   [][]int   `json:"cycles"`
	Shortest bool      `json:"shortest"`
	Away     []float64 `json:"away"`
	Shuffled []float64 `json:"shuffled"`
	// Missing is the number of edges without a transport. Fixed is dim H⁰ of the transports: the
	// dimension of the space of vectors that every holonomy fixes, summed over the components of
	// the graph. If a transport is missing, Fixed is −1.
	Missing int `json:"missing"`
	Fixed   int `json:"fixed"`
	// Alike is the mean of Away over the cycles whose nodes have one common label, and Mixed
	// over all other cycles. Cycles with Away = −1 count in neither mean.
	Alike MeanAway `json:"alike"`
	Mixed MeanAway `json:"mixed"`
	// One is the selected cycle. If the selection is invalid or an edge of the cycle has no
	// transport, One is nil, and Why is the reason. Without a selection, One is nil and Why "".
	One *Holonomy `json:"one,omitempty"`
	Why string    `json:"why,omitempty"`
	// Trail holds Away of the selected cycle for the maps of Epochs, epochs (1-based) with a
	// key frame and Away ≥ 0. Package view fills both.
	Epochs []int     `json:"epochs,omitempty"`
	Trail  []float64 `json:"trail,omitempty"`
}

// MeanAway is a mean over Count cycles. Without cycles Mean is 0.
type MeanAway struct {
	Count int     `json:"count"`
	Mean  float64 `json:"mean"`
}

// Holonomy is the holonomy H of one cycle, from its first node around the cycle.
type Holonomy struct {
	Cycle  []int     `json:"cycle"`  // the nodes
	Map    []float64 `json:"map"`    // H, D×D
	Away   float64   `json:"away"`   // ‖H − I‖_F/√(2d)
	Angles []float64 `json:"angles"` // rotation angles of H in radians (sheaf.Angles)
	Mirror bool      `json:"mirror"` // reports whether H reverses the orientation
	// Path has the unit vector at the first node that H moves most, and this vector
	// transported to each next node and back to the first node.
	Path [][]float64 `json:"path"`
}

// Shuffles is the number of random permutations of the maps.
const Shuffles = 8

// HolonomiesOf returns the holonomies of a cycle basis and of one selected cycle, which has
// exactly the given nodes. If nodes is empty, place is the number (1-based) of this cycle in
// the basis, and 0 selects no cycle. seed determines the permutations.
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
	// The comparison: the maps are permuted among the edges.
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

// hasOneLabel reports whether all nodes of a cycle are labelled and have one common label.
func hasOneLabel(g *graph.Graph, cycle []int) bool {
	label := g.Labels[cycle[0]]
	hasOther := slices.ContainsFunc(cycle, func(i int) bool { return g.Labels[i] != label })
	return label >= 0 && !hasOther
}

// add adds the Away of one more cycle to the mean.
func (m *MeanAway) add(away float64) {
	m.Count++
	m.Mean += (away - m.Mean) / float64(m.Count)
}

// selectCycle returns the cycle with exactly the given nodes or, if nodes is empty, cycle
// number place (1-based) of the basis. For a place of 0 or less it then returns nil. It fails
// if there is no such cycle, and if nodes has more than graph.MostCycle elements.
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

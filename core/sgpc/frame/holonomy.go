package frame

import (
	"errors"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// Holonomies holds the holonomy H of cycles: the product of the transports
// (sheaf.Transports) around each cycle.
type Holonomies struct {
	// Cycles are a cycle basis of the graph, short cycles first; Shortest reports
	// that its total length is minimal. Away is ‖H − I‖_F/√(2d) of each cycle, −1
	// when an edge has no transport. Shuffled has the same numbers after the pairs
	// of maps were permuted among the edges, Shuffles times.
	Cycles   [][]int   `json:"cycles"`
	Shortest bool      `json:"shortest"`
	Away     []float64 `json:"away"`
	Shuffled []float64 `json:"shuffled"`
	// Missing is the number of edges without a transport. Fixed is dim H⁰ of the
	// transports, the dimension of the vectors that every holonomy fixes, −1 when a
	// transport is missing.
	Missing int `json:"missing"`
	Fixed   int `json:"fixed"`
	// Alike is the mean of Away over the cycles within one label, Mixed over the
	// cycles through several labels.
	Alike MeanAway `json:"alike"`
	Mixed MeanAway `json:"mixed"`
	// One is the selected cycle, nil without one; Why is then the reason.
	One *Holonomy `json:"one,omitempty"`
	Why string    `json:"why,omitempty"`
	// Epochs are epochs with a key frame, Trail is Away of the selected cycle for
	// their maps.
	Epochs []int     `json:"epochs,omitempty"`
	Trail  []float64 `json:"trail,omitempty"`
}

// MeanAway is a mean over Count cycles.
type MeanAway struct {
	Count int     `json:"count"`
	Mean  float64 `json:"mean"`
}

// Holonomy is the holonomy of one cycle. Map is H, D×D, the product of the
// transports from the first node around the cycle. Angles are its rotation angles
// in radians (sheaf.Angles); Mirror reports that it reverses orientation. Path is
// the unit vector that H moves most, transported to each node in turn and back to
// the first.
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

// HolonomiesOf returns the holonomies of a cycle basis and of one selected cycle.
// The cycle goes through the given nodes and no others; without nodes it is number
// place of the basis, from 1, or none for 0. seed selects the permutations.
func HolonomiesOf(s *sheaf.Sheaf, g *graph.Graph, seed uint64, nodes []int, place int) *Holonomies {
	v, t := &Holonomies{}, s.Transports()
	v.Cycles, v.Shortest = g.CycleBasis()
	for _, has := range t.Has {
		if !has {
			v.Missing++
		}
	}
	v.Fixed = t.Fixed(g.N, g.Edges)
	walks := make([][]graph.Crossing, len(v.Cycles))
	for k, c := range v.Cycles {
		walks[k], _ = g.Steps(c)
		v.Away = append(v.Away, Away(t, walks[k]))
		if x := v.Away[k]; x >= 0 {
			m := &v.Alike
			if y := g.Labels[c[0]]; y < 0 || slices.ContainsFunc(c, func(i int) bool { return g.Labels[i] != y }) {
				m = &v.Mixed
			}
			m.Count++
			m.Mean += (x - m.Mean) / float64(m.Count)
		}
	}
	src := rng.New(seed, "holonomy/shuffle")
	for range Shuffles {
		other := t.Permuted(src.Perm(len(g.Edges)))
		for _, w := range walks {
			v.Shuffled = append(v.Shuffled, Away(other, w))
		}
	}
	var err error
	if len(nodes) == 0 && place > 0 {
		if place > len(v.Cycles) {
			err = errors.New("the graph has no such cycle")
		} else {
			nodes = v.Cycles[place-1]
		}
	} else if len(nodes) > 0 {
		nodes, err = g.CycleThrough(nodes)
	}
	if err == nil && len(nodes) > 0 {
		v.One, err = holonomyOf(t, g, nodes)
	}
	if err != nil {
		v.Why = err.Error()
	}
	return v
}

// Away returns ‖H − I‖_F/√(2d) along a walk, −1 when an edge has no transport.
func Away(t *sheaf.Transports, walk []graph.Crossing) float64 {
	h, ok := t.Holonomy(walk)
	if !ok {
		return -1
	}
	return sheaf.Away(t.D, h)
}

// holonomyOf returns the holonomy of a cycle. It fails when the nodes form no cycle
// or an edge has no transport.
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
	one := &Holonomy{Cycle: cycle, Map: h, Away: sheaf.Away(d, h), Angles: sheaf.Angles(d, h), Mirror: sheaf.Mirrors(d, h)}
	x := sheaf.MostMoved(d, h)
	one.Path = append(one.Path, x)
	for k := range walk {
		y := make([]float64, d)
		t.Carry(y, x, 1, walk[:k+1])
		one.Path = append(one.Path, y)
	}
	return one, nil
}

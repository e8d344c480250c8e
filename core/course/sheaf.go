// Package course holds what the course "Sheaves on graphs, by hand" computes: the sheaf
// that a reader edits, what follows from it, the exercises with their reasons, the
// completion code, glossary and quiz.
//
//	(δx)_e = F_i x_i − F_j x_j,   L = δᵀδ,   H⁰ = ker δ
//
// for an edge e = (i, j) and its restriction maps F_i and F_j (R_ij and R_ji in the rest
// of the program; Hansen and Ghrist, "Toward a spectral theory of cellular sheaves").
// Graphs have at most eight nodes, so that everything is dense, and the dimension of H⁰
// is exact where the maps are: see [Dimension].
package course

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/sheaf"
)

// Limits of the editor.
const (
	MinNodes = 2
	MaxNodes = 8
)

// Sheaf is a sheaf with its signal as the reader typed or dragged them.
type Sheaf struct {
	// D is the stalk dimension, 1 or 2.
	D     int    `json:"d"`
	Nodes []Node `json:"nodes"`
	// Edges are unique and have I < J; their order is kept.
	Edges []Edge `json:"edges"`
	// X is the signal, n·d texts: number i·d+k is coordinate k of node i, "" is 0.
	X []string `json:"x"`
}

// Node is a node and its place in the figure, in 0..1 both ways. Class is -1 for none.
type Node struct {
	Name  string  `json:"name"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Class int     `json:"class"`
}

// Edge joins nodes I < J. Maps[0] is the map from the stalk of I into that of the edge,
// Maps[1] the one from J, as texts that [ParseMap] reads.
type Edge struct {
	I    int       `json:"i"`
	J    int       `json:"j"`
	Maps [2]string `json:"maps"`
}

// Clone returns a copy that shares nothing.
func (s *Sheaf) Clone() *Sheaf {
	return &Sheaf{s.D, slices.Clone(s.Nodes), slices.Clone(s.Edges), slices.Clone(s.X)}
}

// Check reports the first mistake in a sheaf with its place and a remedy, or nil.
func (s *Sheaf) Check() error {
	_, _, _, err := s.read()
	return err
}

// checkShape is Check but for the texts of maps and signal.
func (s *Sheaf) checkShape() error {
	n := len(s.Nodes)
	if s.D != 1 && s.D != 2 {
		return fmt.Errorf("stalk dimension %d: choose 1 or 2", s.D)
	}
	if n < MinNodes || n > MaxNodes {
		return fmt.Errorf("%d nodes: the editor takes %d to %d; add or remove some", n, MinNodes, MaxNodes)
	}
	for i, v := range s.Nodes {
		if plain := strings.Trim(strings.ToLower(v.Name),
			"abcdefghijklmnopqrstuvwxyz0123456789") == ""; !plain || v.Name == "" || len(v.Name) > 12 {
			return fmt.Errorf("node %d: the name “%s” must be 1 to 12 letters or digits", i, shorten(v.Name))
		}
		if !(v.X >= 0 && v.X <= 1 && v.Y >= 0 && v.Y <= 1) || v.Class < -1 || v.Class >= MaxNodes {
			return fmt.Errorf("node %d: its place (%g, %g) must lie in 0 to 1 and its class %d in −1 to %d", i, v.X, v.Y, v.Class, MaxNodes-1)
		}
	}
	for e, g := range s.Edges {
		if g.I < 0 || g.I >= g.J || g.J >= n {
			return fmt.Errorf("edge %d joins nodes %d and %d: an edge joins two different nodes of 0 to %d, the smaller first", e, g.I, g.J, n-1)
		}
		if k := s.find(g.I, g.J); k != e {
			return fmt.Errorf("edge %d joins nodes %d and %d as edge %d does: remove one of them", e, g.I, g.J, k)
		}
	}
	if len(s.X) != n*s.D {
		return fmt.Errorf("the signal has %d numbers: %d nodes with %d each need %d", len(s.X), n, s.D, n*s.D)
	}
	return nil
}

// find returns the edge between i and j, -1 for none.
func (s *Sheaf) find(i, j int) int {
	return slices.IndexFunc(s.Edges, func(e Edge) bool { return e.I == min(i, j) && e.J == max(i, j) })
}

func (s *Sheaf) signal(k int) (float64, error) {
	if s.X[k] == "" {
		return 0, nil
	}
	v, _, err := number(s.X[k])
	return v, err
}

// read parses maps and signal. The sheaf is the core's, with the same order of edges. The error is that of Check.
func (s *Sheaf) read() (maps []Map, f *sheaf.Sheaf, x []float64, err error) {
	if err := s.checkShape(); err != nil {
		return nil, nil, nil, err
	}
	edges := make([]graph.Edge, len(s.Edges))
	for e, g := range s.Edges {
		edges[e] = graph.Edge{I: int32(g.I), J: int32(g.J)}
	}
	f = sheaf.New(len(s.Nodes), s.D, edges)
	for e, g := range s.Edges {
		for side, text := range g.Maps {
			m, err := ParseMap(text, s.D)
			if err != nil {
				return nil, nil, nil, fmt.Errorf("edge %d (nodes %d and %d), map of node %d: %w", e, g.I, g.J, [2]int{g.I, g.J}[side], err)
			}
			maps = append(maps, m)
			copy(f.Map(e, side), m.Entries)
		}
	}
	x = make([]float64, len(s.X))
	for k := range x {
		if x[k], err = s.signal(k); err != nil {
			return nil, nil, nil, fmt.Errorf("signal, node %d, coordinate %d: %w", k/s.D, k%s.D+1, err)
		}
	}
	return maps, f, x, nil
}

// Package coursemath is the mathematics of the course "Sheaves on graphs, by hand".
// It has the sheaf that a reader edits, its analysis, the exercises, the completion code, the glossary and the quiz.
//
// For an edge e = (i, j) with the restriction maps F_i and F_j, which are R_ij and R_ji in the rest of the program, the definitions are
//
//	(δx)_e = F_i x_i − F_j x_j,   L = δᵀδ,   H⁰ = ker δ,   H¹ = (edge stalks) / im δ
//
// as in Hansen and Ghrist, "Toward a spectral theory of cellular sheaves".
// The stalks of nodes and edges may have different dimensions. Graphs have at most eight nodes, so matrices are dense.
// The dimension of H⁰ is exact if the maps are exact; see [Dimension].
package coursemath

import (
	"fmt"
	"slices"
	"strings"
)

// Limits of a sheaf.
const (
	MinNodes = 2
	MaxNodes = 8
	MaxDim   = 4 // the largest dimension of a stalk; the smallest is 0
)

// SheafText is a sheaf with its signal. Maps and signal are texts, as the reader typed or dragged them.
type SheafText struct {
	// D is the dimension of stalks that the reader adds later.
	D     int    `json:"d"`
	Nodes []Node `json:"nodes"`
	Edges []Edge `json:"edges"` // of different pairs of nodes
	// X is the signal: a text for each coordinate of each node, in the order of [SheafText.NodeOffsets]. An empty text is 0.
	X []string `json:"x"`
}

// Node is a node with a stalk R^D. Its place in the figure is X, Y from 0 to 1, and Y increases downwards. Class is −1 for no class.
type Node struct {
	Name  string  `json:"name"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Class int     `json:"class"`
	D     int     `json:"d"`
}

// Edge joins nodes I < J and has a stalk R^D. Maps are the restriction maps from the stalks of I and of J to R^D, texts for [ParseMap].
type Edge struct {
	I    int       `json:"i"`
	J    int       `json:"j"`
	Maps [2]string `json:"maps"`
	D    int       `json:"d"`
}

// Offsets are the offsets of stalks in a vector of all coordinates: stalk i has the indices Offsets[i] to Offsets[i+1]−1.
type Offsets []int

// Dim returns the dimension of stalk i.
func (o Offsets) Dim(i int) int { return o[i+1] - o[i] }

// Total returns the sum of the dimensions.
func (o Offsets) Total() int { return o[len(o)-1] }

// Owner returns the index of the stalk that has coordinate k, 0 ≤ k < [Offsets.Total].
func (o Offsets) Owner(k int) int {
	return slices.IndexFunc(o, func(from int) bool { return from > k }) - 1
}

// appended returns the offsets with one more stalk of dimension d.
func (o Offsets) appended(d int) Offsets { return append(o, o.Total()+d) }

// NodeOffsets returns the offsets of the node stalks in a signal.
func (s *SheafText) NodeOffsets() Offsets {
	out := Offsets{0}
	for _, v := range s.Nodes {
		out = out.appended(v.D)
	}
	return out
}

// EdgeOffsets returns the offsets of the edge stalks among the rows of δ.
func (s *SheafText) EdgeOffsets() Offsets {
	out := Offsets{0}
	for _, e := range s.Edges {
		out = out.appended(e.D)
	}
	return out
}

// Equal reports whether D and the dimensions of all stalks are d.
func (s *SheafText) Equal(d int) bool {
	return s.D == d && !slices.ContainsFunc(s.Nodes, func(v Node) bool { return v.D != d }) &&
		!slices.ContainsFunc(s.Edges, func(e Edge) bool { return e.D != d })
}

// Clone returns a deep copy.
func (s *SheafText) Clone() *SheafText {
	return &SheafText{s.D, slices.Clone(s.Nodes), slices.Clone(s.Edges), slices.Clone(s.X)}
}

// Check returns an error that names the first mistake of the sheaf and a remedy, or nil.
func (s *SheafText) Check() error {
	_, _, err := s.read()
	return err
}

// checkShape is Check without the texts of the maps and of the signal. It checks the number of texts of the signal.
func (s *SheafText) checkShape() error {
	n := len(s.Nodes)
	if err := checkDim(s.D); err != nil {
		return err
	}
	if n < MinNodes {
		return fmt.Errorf("a sheaf has at least %d nodes here; add one first", MinNodes)
	}
	if n > MaxNodes {
		return fmt.Errorf("a sheaf has at most %d nodes here; remove one first", MaxNodes)
	}
	for i, v := range s.Nodes {
		// Trim leaves "" if all characters are letters or digits of ASCII.
		isPlain := strings.Trim(v.Name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
		isName := isPlain && v.Name != "" && len(v.Name) <= 12
		if !isName {
			return fmt.Errorf("node %d: the name “%s” must be 1 to 12 letters or digits, a to z, A to Z, 0 to 9", i, shorten(v.Name))
		}
		isInFigure := v.X >= 0 && v.X <= 1 && v.Y >= 0 && v.Y <= 1
		isClass := v.Class >= -1 && v.Class < MaxNodes
		if !isInFigure || !isClass {
			return fmt.Errorf("node %d: its place (%g, %g) must lie in 0 to 1 and its class %d in −1 to %d", i, v.X, v.Y, v.Class, MaxNodes-1)
		}
		if err := checkDim(v.D); err != nil {
			return fmt.Errorf("node %d: %w", i, err)
		}
	}
	for e, edge := range s.Edges {
		i, j := edge.I, edge.J
		haveOrder := 0 <= i && i < j && j < n
		if !haveOrder {
			return fmt.Errorf("edge %d joins nodes %d and %d: an edge joins two different nodes of 0 to %d, the smaller first", e, i, j, n-1)
		}
		first := s.find(i, j) // the first edge between i and j
		if first != e {
			return fmt.Errorf("edge %d joins nodes %d and %d as edge %d does: remove one of them", e, i, j, first)
		}
		if err := checkDim(edge.D); err != nil {
			return fmt.Errorf("edge %d: %w", e, err)
		}
	}
	needed := s.NodeOffsets().Total()
	if len(s.X) != needed {
		return fmt.Errorf("the signal has %d numbers: the stalks of %d nodes need %d", len(s.X), n, needed)
	}
	return nil
}

// checkDim returns an error unless d is a possible dimension of a stalk.
func checkDim(d int) error {
	if d < 0 || d > MaxDim {
		return fmt.Errorf("stalk dimension %d: choose 0 to %d", d, MaxDim)
	}
	return nil
}

// find returns the index of the first edge between nodes i and j, in any order, or −1 if no edge joins them.
func (s *SheafText) find(i, j int) int {
	return slices.IndexFunc(s.Edges, func(e Edge) bool { return e.I == min(i, j) && e.J == max(i, j) })
}

// signal returns coordinate k of the signal. It fails if the text is neither a number nor empty.
func (s *SheafText) signal(k int) (float64, error) {
	if s.X[k] == "" {
		return 0, nil
	}
	v, _, err := parseNumber(s.X[k])
	return v, err
}

// read returns the maps and the signal x, or the error of [SheafText.Check]. maps[2e] and maps[2e+1] are the maps of edge e.
func (s *SheafText) read() (maps []Map, x []float64, err error) {
	if err := s.checkShape(); err != nil {
		return nil, nil, err
	}
	for e, edge := range s.Edges {
		for side, i := range edge.ends() {
			m, err := ParseMap(edge.Maps[side], edge.D, s.Nodes[i].D)
			if err != nil {
				return nil, nil, fmt.Errorf("edge %d (nodes %d and %d), map of node %d: %w", e, edge.I, edge.J, i, err)
			}
			maps = append(maps, m)
		}
	}
	x = make([]float64, len(s.X))
	for k := range x {
		x[k], err = s.signal(k)
		if err != nil {
			offsets := s.NodeOffsets()
			i := offsets.Owner(k)
			return nil, nil, fmt.Errorf("signal, node %d, coordinate %d: %w", i, k-offsets[i]+1, err) // a message counts coordinates from 1
		}
	}
	return maps, x, nil
}

// ends returns the nodes of the edge, in the order of Maps.
func (e Edge) ends() [2]int { return [2]int{e.I, e.J} }

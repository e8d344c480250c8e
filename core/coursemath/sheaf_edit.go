// This file has the changes of a sheaf in the editor. A change with an invalid result leaves the sheaf as it was.

package coursemath

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// edit applies a change to a copy of the sheaf. If the copy passes [SheafText.Check], it replaces the sheaf. Otherwise edit returns the
// error.
func (s *SheafText) edit(change func(c *SheafText)) error {
	c := s.Clone()
	change(c)
	if err := c.Check(); err != nil {
		return err
	}
	*s = *c
	return nil
}

// AddNode adds a node without edges at a place of the figure, with signal 0 and the first free name. x and y are rounded to hundredths, and
// must then be from 0 to 1. AddNode also fails if there are MaxNodes nodes already.
func (s *SheafText) AddNode(x, y float64) error {
	isUsed := func(k int) bool {
		return slices.ContainsFunc(s.Nodes, func(v Node) bool { return v.Name == name(k) })
	}
	free := 0 // name(free) is the first name that no node has
	for isUsed(free) {
		free++
	}
	return s.edit(func(c *SheafText) {
		c.Nodes = append(c.Nodes, Node{Name: name(free), X: hundredth(x), Y: hundredth(y), Class: -1, D: c.D})
		for range c.D {
			c.X = append(c.X, "0")
		}
	})
}

// RemoveNode removes a node and its edges. The indices of later nodes decrease by one. It fails for an unknown node, or if there are only
// MinNodes nodes.
func (s *SheafText) RemoveNode(i int) error {
	if i < 0 || i >= len(s.Nodes) {
		return fmt.Errorf("there is no node %d; nodes run from 0 to %d", i, len(s.Nodes)-1)
	}
	return s.edit(func(c *SheafText) {
		offsets := c.NodeOffsets() // before the node is removed
		c.Nodes, c.X = slices.Delete(c.Nodes, i, i+1), slices.Delete(c.X, offsets[i], offsets[i+1])
		c.Edges = slices.DeleteFunc(c.Edges, func(e Edge) bool { return e.I == i || e.J == i })
		for k := range c.Edges {
			e := &c.Edges[k]
			if e.I > i {
				e.I--
			}
			if e.J > i {
				e.J--
			}
		}
	})
}

// AddEdge adds an edge with the maps "1" between nodes i and j. It fails for equal or unknown nodes, or if an edge already joins
// the nodes.
func (s *SheafText) AddEdge(i, j int) error {
	return s.edit(func(c *SheafText) { c.Edges = append(c.Edges, Edge{min(i, j), max(i, j), [2]string{"1", "1"}, c.D}) })
}

// RemoveEdge removes edge e. The indices of later edges decrease by one. It fails for an unknown edge.
func (s *SheafText) RemoveEdge(e int) error {
	if err := s.checkEdge(e); err != nil {
		return err
	}
	return s.edit(func(c *SheafText) { c.Edges = slices.Delete(c.Edges, e, e+1) })
}

// checkEdge returns an error unless e is the index of an edge.
func (s *SheafText) checkEdge(e int) error {
	if e < 0 || e >= len(s.Edges) {
		return fmt.Errorf("there is no edge %d; there are %d, counted from 0", e, len(s.Edges))
	}
	return nil
}

// SetD sets the dimension of all stalks, also of stalks that are added later. Signal and maps change as in [SheafText.SetDim].
// It fails for a dimension outside 0 to [MaxDim].
func (s *SheafText) SetD(d int) error {
	return s.resize(d, func(c *SheafText) {
		c.D = d
		for i := range c.Nodes {
			c.Nodes[i].D = d
		}
		for e := range c.Edges {
			c.Edges[e].D = d
		}
	})
}

// SetDim sets the dimension of the stalk of node i. It fails for an unknown node, or for a dimension outside 0 to [MaxDim].
// Coordinates that remain keep their values, and new coordinates are 0.
// A map whose entries no longer fit becomes "1", which keeps the first coordinates.
func (s *SheafText) SetDim(i, d int) error {
	if i < 0 || i >= len(s.Nodes) {
		return fmt.Errorf("there is no node %d; nodes run from 0 to %d", i, len(s.Nodes)-1)
	}
	return s.resize(d, func(c *SheafText) { c.Nodes[i].D = d })
}

// SetEdgeDim sets the dimension of the stalk of edge e. A map whose entries no longer fit becomes "1", which keeps the first coordinates.
// It fails for an unknown edge, or for a dimension outside 0 to [MaxDim].
func (s *SheafText) SetEdgeDim(e, d int) error {
	if err := s.checkEdge(e); err != nil {
		return err
	}
	return s.resize(d, func(c *SheafText) { c.Edges[e].D = d })
}

// resize applies a change that sets dimensions to d, and adapts signal and maps as in [SheafText.SetDim].
// It fails for a dimension outside 0 to [MaxDim].
func (s *SheafText) resize(d int, change func(c *SheafText)) error {
	if err := checkDim(d); err != nil {
		return err
	}
	return s.edit(func(c *SheafText) {
		change(c)
		// Each node keeps its first coordinates. s has the dimensions before the change.
		offsets := s.NodeOffsets()
		c.X = nil
		for i, v := range c.Nodes {
			kept := min(v.D, offsets.Dim(i))
			c.X = append(c.X, s.X[offsets[i]:offsets[i]+kept]...)
			c.X = append(c.X, slices.Repeat([]string{"0"}, v.D-kept)...)
		}
		for e, edge := range c.Edges {
			for side, i := range edge.ends() {
				_, err := ParseMap(edge.Maps[side], edge.D, c.Nodes[i].D)
				if err != nil {
					c.Edges[e].Maps[side] = "1"
				}
			}
		}
	})
}

// SetMap sets the map at one end of edge e from a text, whose numbers get the form of links; see [canonical]. side is 0 for node I and 1
// for node J. SetMap fails for any other edge or side, or if [ParseMap] refuses the text.
func (s *SheafText) SetMap(e, side int, text string) error {
	if err := s.checkEdge(e); err != nil {
		return err
	}
	if side != 0 && side != 1 {
		return fmt.Errorf("end %d of edge %d: an edge has the ends 0 and 1", side, e)
	}
	return s.edit(func(c *SheafText) { c.Edges[e].Maps[side] = s.canonicalMap(e, side, text) })
}

// canonicalMap returns the text of the map at an end of edge e in the form of links. The edge must have two nodes of the sheaf.
func (s *SheafText) canonicalMap(e, side int, text string) string {
	node := s.Edges[e].ends()[side]
	words := mapWords(text, s.Edges[e].D*s.Nodes[node].D) // the product is the number of entries of the map
	for k, word := range words {
		words[k] = canonical(word)
	}
	return strings.Join(words, " ")
}

// SetX sets coordinate k of the signal from a text, in the form of links. It fails for an unknown coordinate, or for a text that is neither
// a number nor empty.
func (s *SheafText) SetX(k int, text string) error {
	if k < 0 || k >= len(s.X) {
		return fmt.Errorf("there is no number %d of the signal; it has %d, counted from 0", k, len(s.X))
	}
	return s.edit(func(c *SheafText) { c.X[k] = canonical(text) })
}

// Do applies one change, given as a text:
//
//	node 0.5 0.1       adds a node at a place        drop-node 2      removes node 2 with its edges
//	edge 0 3           joins nodes 0 and 3           drop-edge 1      removes edge 1
//	map 5 0 turn 40    sets the map of end 0 of edge 5
//	x 3 1/2            sets number 3 of the signal   d 2              sets the dimension of all stalks
//	dim 2 3            sets the dimension of node 2  edge-dim 0 1     sets the dimension of edge 0
//
// Nodes, edges, ends and numbers of the signal are counted from 0. Any other text is an error.
func (s *SheafText) Do(change string) error {
	words := strings.Fields(change)
	noChange := fmt.Errorf("“%s” is no change; write “node 0.5 0.1”, “drop-node 2”, “edge 0 3”, “drop-edge 1”, “map 5 0 turn 40”, “x 3 "+
		"1/2”, “d 2”, “dim 2 3” or “edge-dim 0 1”", shorten(change))
	if len(words) < 2 {
		return noChange
	}
	verb, n := words[0], len(words)
	// Words 1 and 2 as whole numbers. A word that is none is 0, and is also in wholeErr.
	var whole [3]int
	var wholeErr error
	counts := map[string]int{"drop-node": 1, "edge": 2, "drop-edge": 1, "map": 2, "x": 1, "d": 1, "dim": 2, "edge-dim": 2}
	for k := 1; k <= counts[verb] && k < n; k++ {
		var err error
		whole[k], err = wholeNumber(words[k])
		wholeErr = cmp.Or(wholeErr, err)
	}
	// The cases also check the number of words.
	switch {
	case wholeErr != nil:
		return fmt.Errorf("“%s”: %w", shorten(change), wholeErr)
	case verb == "node" && n == 3:
		x, _, err := parseNumber(words[1])
		if err != nil {
			return err
		}
		y, _, err := parseNumber(words[2])
		if err != nil {
			return err
		}
		return s.AddNode(x, y)
	case verb == "drop-node" && n == 2:
		return s.RemoveNode(whole[1])
	case verb == "edge" && n == 3:
		return s.AddEdge(whole[1], whole[2])
	case verb == "drop-edge" && n == 2:
		return s.RemoveEdge(whole[1])
	case verb == "map" && n > 3:
		return s.SetMap(whole[1], whole[2], strings.Join(words[3:], " "))
	case verb == "x" && n >= 3:
		return s.SetX(whole[1], strings.Join(words[2:], " "))
	case verb == "d" && n == 2:
		return s.SetD(whole[1])
	case verb == "dim" && n == 3:
		return s.SetDim(whole[1], whole[2])
	case verb == "edge-dim" && n == 3:
		return s.SetEdgeDim(whole[1], whole[2])
	}
	return noChange
}

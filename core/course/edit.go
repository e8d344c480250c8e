package course

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// try makes a change on a copy and keeps it when the copy is sound.
func (s *Sheaf) try(change func(c *Sheaf)) error {
	c := s.Clone()
	change(c)
	if err := c.Check(); err != nil {
		return err
	}
	*s = *c
	return nil
}

// AddNode adds a node without edges, its signal 0.
func (s *Sheaf) AddNode(x, y float64) error {
	free := 0
	for slices.ContainsFunc(s.Nodes, func(v Node) bool { return v.Name == name(free) }) {
		free++
	}
	return s.try(func(c *Sheaf) {
		c.Nodes = append(c.Nodes, Node{Name: name(free), X: hundredth(x), Y: hundredth(y), Class: -1})
		for range c.D {
			c.X = append(c.X, "0")
		}
	})
}

// RemoveNode removes a node with its edges; the numbers of later nodes fall by one.
func (s *Sheaf) RemoveNode(i int) error {
	if i < 0 || i >= len(s.Nodes) {
		return fmt.Errorf("there is no node %d; nodes run from 0 to %d", i, len(s.Nodes)-1)
	}
	return s.try(func(c *Sheaf) {
		c.Nodes, c.X = slices.Delete(c.Nodes, i, i+1), slices.Delete(c.X, i*c.D, (i+1)*c.D)
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

// AddEdge joins i and j by an edge whose maps are the identity.
func (s *Sheaf) AddEdge(i, j int) error {
	return s.try(func(c *Sheaf) { c.Edges = append(c.Edges, Edge{min(i, j), max(i, j), [2]string{"1", "1"}}) })
}

// RemoveEdge removes edge e; the numbers of later edges fall by one.
func (s *Sheaf) RemoveEdge(e int) error {
	if err := s.hasEdge(e); err != nil {
		return err
	}
	return s.try(func(c *Sheaf) { c.Edges = slices.Delete(c.Edges, e, e+1) })
}

func (s *Sheaf) hasEdge(e int) error {
	if e < 0 || e >= len(s.Edges) {
		return fmt.Errorf("there is no edge %d; there are %d, counted from 0", e, len(s.Edges))
	}
	return nil
}

// SetD makes the stalk dimension 1 or 2. Maps become the identity where theirs does not
// fit the new dimension, and so do signals: a second coordinate starts at 0.
func (s *Sheaf) SetD(d int) error {
	if d == s.D {
		return nil
	}
	return s.try(func(c *Sheaf) {
		c.X = nil
		for i := range c.Nodes {
			c.X = append(c.X, s.X[i*s.D])
			if d == 2 {
				c.X = append(c.X, "0")
			}
		}
		c.D = d
		for e := range c.Edges {
			for side, text := range c.Edges[e].Maps {
				if _, err := ParseMap(text, d); err != nil {
					c.Edges[e].Maps[side] = "1"
				}
			}
		}
	})
}

// SetMap sets the map of one end of edge e, 0 for I and 1 for J, from its text.
func (s *Sheaf) SetMap(e, side int, text string) error {
	if err := s.hasEdge(e); err != nil {
		return err
	}
	if side != 0 && side != 1 {
		return fmt.Errorf("end %d of edge %d: an edge has the ends 0 and 1", side, e)
	}
	return s.try(func(c *Sheaf) { c.Edges[e].Maps[side] = text })
}

// SetX sets number k of the signal from its text.
func (s *Sheaf) SetX(k int, text string) error {
	if k < 0 || k >= len(s.X) {
		return fmt.Errorf("there is no number %d of the signal; it has %d, counted from 0", k, len(s.X))
	}
	return s.try(func(c *Sheaf) { c.X[k] = text })
}

// Do makes one change, given as a text:
//
//	node 0.5 0.1       adds a node at a place        drop-node 2      removes node 2 with its edges
//	edge 0 3           joins nodes 0 and 3           drop-edge 1      removes edge 1
//	map 5 0 turn 40    sets the map of end 0 of edge 5
//	x 3 1/2            sets number 3 of the signal   d 2              sets the stalk dimension
//
// A change that fails leaves the sheaf as it was.
func (s *Sheaf) Do(change string) error {
	w := strings.Fields(change)
	bad := fmt.Errorf("“%s” is no change; write “node 0.5 0.1”, “drop-node 2”, “edge 0 3”, “drop-edge 1”, “map 5 0 turn 40”, “x 3 "+
		"1/2” or “d 2”",
		shorten(change))
	if len(w) < 2 {
		return bad
	}
	whole := func(k int) int { // -1, which no change takes, for what is no number
		if k >= len(w) {
			return -1
		}
		i, err := strconv.Atoi(w[k])
		if err != nil {
			return -1
		}
		return i
	}
	switch n := len(w); {
	case w[0] == "node" && n == 3:
		x, _, err := number(w[1])
		if err != nil {
			return err
		}
		y, _, err := number(w[2])
		if err != nil {
			return err
		}
		return s.AddNode(x, y)
	case w[0] == "drop-node" && n == 2:
		return s.RemoveNode(whole(1))
	case w[0] == "edge" && n == 3:
		return s.AddEdge(whole(1), whole(2))
	case w[0] == "drop-edge" && n == 2:
		return s.RemoveEdge(whole(1))
	case w[0] == "map" && n > 3:
		return s.SetMap(whole(1), whole(2), strings.Join(w[3:], " "))
	case w[0] == "x" && n == 3:
		return s.SetX(whole(1), w[2])
	case w[0] == "d" && n == 2:
		return s.SetD(whole(1))
	}
	return bad
}

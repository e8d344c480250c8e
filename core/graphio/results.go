package graphio

import (
	"fmt"
	"math"
	"strconv"

	"sheafscope/core/graph"
)

// Column is a quantity of every node or edge that a writer puts beside the
// graph, such as a prediction. Readers of this package leave it out, so that a
// graph comes back as it was. A value that is not finite is not written.
type Column struct {
	// Name is an identifier: letters, digits and underscores.
	Name   string
	Values []float64
	// Whole marks numbers without fraction.
	Whole bool
}

// Extra holds the columns that are written beside a graph: one value per node,
// or per edge in the order of Graph.Edges.
type Extra struct{ Nodes, Edges []Column }

// check fails on columns that do not fit the graph.
func (x *Extra) check(g *graph.Graph) error {
	if x == nil {
		return nil
	}
	for k, list := range [2][]Column{x.Nodes, x.Edges} {
		want, of := g.N, "nodes"
		if k == 1 {
			want, of = len(g.Edges), "edges"
		}
		for _, c := range list {
			if len(c.Values) != want {
				return fmt.Errorf("graphio: the column %s has %d values for %d %s", c.Name, len(c.Values), want, of)
			}
			switch c.Name {
			case "id", "name", "class", "class_name", "features", "source", "target":
				return fmt.Errorf("graphio: %s cannot be the name of a column: the graph itself has it", c.Name)
			}
			for _, r := range c.Name {
				if r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
					return fmt.Errorf("graphio: %q cannot be the name of a column", c.Name)
				}
			}
		}
	}
	return nil
}

// columns returns the node and the edge columns; both are empty for nil.
func (x *Extra) columns() (nodes, edges []Column) {
	if x == nil {
		return nil, nil
	}
	return x.Nodes, x.Edges
}

// text writes value i, "" when it is not finite.
func (c *Column) text(i int) string {
	v := c.Values[i]
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return ""
	case c.Whole:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// eachValue calls f with the values of element i that are finite.
func eachValue(list []Column, i int, f func(key, value string)) {
	for k := range list {
		if s := list[k].text(i); s != "" {
			f(list[k].Name, s)
		}
	}
}

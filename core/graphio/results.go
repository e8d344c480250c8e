package graphio

import (
	"fmt"
	"math"
	"strconv"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// Column is a quantity of every node or edge that a writer puts beside the
// graph, such as a prediction. Readers of this package leave it out, so that a
// graph comes back as it was. A value that is not finite is not written.
type Column = content.Column

// Extra holds what is written beside a graph: columns with one value per node,
// or per edge in the order of Graph.Edges, and a split, which readers of this
// package give back in Result.Splits.
type Extra = content.Extra

// checkExtra fails on columns and a split that do not fit the graph.
func checkExtra(x *Extra, g *graph.Graph) error {
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
			case "id", "name", "class", "class_name", "features", setKey, "source", "target":
				return fmt.Errorf("graphio: %s cannot be the name of a column: the graph itself has it", c.Name)
			}
			for _, r := range c.Name {
				if r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
					return fmt.Errorf("graphio: %q cannot be the name of a column", c.Name)
				}
			}
		}
	}
	if x.Split != nil {
		return x.Split.Check(g.N)
	}
	return nil
}

// columnsOf returns the node and the edge columns; both are empty for nil.
func columnsOf(x *Extra) (nodes, edges []Column) {
	if x == nil {
		return nil, nil
	}
	return x.Nodes, x.Edges
}

// textOf writes value i of a column, "" when it is not finite.
func textOf(c *Column, i int) string {
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
		if s := textOf(&list[k], i); s != "" {
			f(list[k].Name, s)
		}
	}
}

package graphio

import (
	"fmt"
	"io"
	"strconv"

	"sheafscope/core/graph"
)

// WriteGeomGCN writes the pair of Geom-GCN files; an edge with both directions
// takes two lines, as the format lists directed edges. Features are written densely,
// or as lists of columns when they are all 0 or 1 and the dense file would be
// large. Names are not kept. It fails when a dense file would have more than
// 50 million fields.
func WriteGeomGCN(edges, nodes io.Writer, g *graph.Graph) error {
	p := &printer{w: edges}
	p.print("node_id\tnode_id\n")
	for k := range g.Edges {
		from, to, two := g.Entry(k)
		p.print(strconv.Itoa(int(from)), "\t", strconv.Itoa(int(to)), "\n")
		if two {
			p.print(strconv.Itoa(int(to)), "\t", strconv.Itoa(int(from)), "\n")
		}
	}
	if err := p.flush(); err != nil {
		return err
	}
	f := g.X.Cols
	bits := true
	for _, v := range g.X.Val {
		bits = bits && v == 1
	}
	indexed := bits && g.N*f > maxDense/10
	if !indexed && g.N*f > maxDense {
		return fmt.Errorf("graphio: the features of %s, %d×%d, are too many for a dense file", g.Name, g.N, f)
	}
	p = &printer{w: nodes}
	if indexed {
		p.print("node_id\tfeature(feature_amount:", strconv.Itoa(f), ")\tlabel\n")
	} else {
		p.print("node_id\tfeature\tlabel\n")
	}
	for i := range g.N {
		p.print(strconv.Itoa(i), "\t")
		at, end := g.X.Ptr[i], g.X.Ptr[i+1]
		if indexed {
			for k := at; k < end; k++ {
				if k > at {
					p.print(",")
				}
				p.print(strconv.Itoa(int(g.X.Col[k])))
			}
		}
		for c := 0; !indexed && c < f; c++ {
			value := "0"
			if at < end && int(g.X.Col[at]) == c {
				value = strconv.FormatFloat(g.X.Val[at], 'g', -1, 64)
				at++
			}
			if c > 0 {
				p.print(",")
			}
			p.print(value)
		}
		p.print("\t", strconv.Itoa(g.Labels[i]), "\n")
	}
	return p.flush()
}

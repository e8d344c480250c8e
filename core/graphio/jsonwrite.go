package graphio

import (
	"encoding/json"
	"io"
	"strconv"

	"sheafscope/core/graph"
	"sheafscope/core/words"
)

// writeJSON writes a graph as node-link JSON, which networkx.node_link_graph
// (edges="links") and d3 read. Attributes of a node are those of [writeGraphML].
// With directions every directed entry is a link.
func writeJSON(w io.Writer, g *graph.Graph, x *Extra) error {
	nodes, edges := columnsOf(x)
	about, err := json.Marshal(newMeta(g))
	if err != nil {
		return err
	}
	p := &printer{w: w}
	directed := strconv.FormatBool(g.Directions != nil)
	p.print(`{"directed": `, directed, `, "multigraph": false,`+"\n", `"graph": `, string(about), ",\n", `"nodes": [`)
	sets := setsOf(x, g.N)
	for i := range g.N {
		p.print(separator(i), `{"id": `, strconv.Itoa(i))
		nodeValues(g, sets, i, func(key, value string) {
			if key != "class" {
				text, e := json.Marshal(value)
				if e != nil && err == nil {
					err = e
				}
				value = string(text)
			}
			p.print(`, "`, key, `": `, value)
		})
		eachValue(nodes, i, func(key, value string) { p.print(`, "`, key, `": `, value) })
		p.print("}")
	}
	p.print("\n],\n", `"links": [`)
	first := 0
	link := func(k int, from, to int32) {
		p.print(separator(first), `{"source": `, strconv.Itoa(int(from)), `, "target": `, strconv.Itoa(int(to)))
		eachValue(edges, k, func(key, value string) { p.print(`, "`, key, `": `, value) })
		p.print("}")
		first++
	}
	for k := range g.Edges {
		from, to, two := g.Entry(k)
		link(k, from, to)
		if two && g.Directions != nil {
			link(k, to, from)
		}
	}
	p.print("\n]}\n")
	if err != nil {
		return err
	}
	return p.flush()
}

// separator goes before element k of a list.
func separator(k int) string { return words.Either(k == 0, "\n", ",\n") }

package graphio

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"sheafscope/core/graph"
)

// escape makes s safe in XML text and attributes.
func escape(s string) string {
	var b bytes.Buffer
	xml.EscapeText(&b, []byte(s))
	return b.String()
}

// metaText is the description of classes and features, for XML.
func metaText(g *graph.Graph) (string, error) {
	b, err := json.Marshal(newMeta(g))
	return escape(string(b)), err
}

// nodeValues calls f with the attributes of node i that are set: name, class,
// class_name, features and the node's set in the split.
func nodeValues(g *graph.Graph, sets []string, i int, f func(key, value string)) {
	if g.NodeNames != nil {
		f("name", g.NodeNames[i])
	}
	f("class", strconv.Itoa(g.Labels[i]))
	if s := className(g, g.Labels[i]); s != "" {
		f("class_name", s)
	}
	if s := formatFeatures(g.X, i); s != "" {
		f("features", s)
	}
	if sets != nil && sets[i] != "" {
		f(setKey, sets[i])
	}
}

// nodeKeys are the attributes of nodes and their types, the first for numbers.
func nodeKeys(sets []string) [][2]string {
	keys := [][2]string{{"name", "string"}, {"class", "int"}, {"class_name", "string"}, {"features", "string"}}
	if sets != nil {
		keys = append(keys, [2]string{setKey, "string"})
	}
	return keys
}

// writeGraphML writes a graph as GraphML. Attributes of a node are name, class
// (-1 for unknown), class_name and features ("column:value" for the non-zero
// ones); the graph's attribute about names classes and features.
func writeGraphML(w io.Writer, g *graph.Graph, x *Extra) error {
	nodes, edges := columnsOf(x)
	about, err := metaText(g)
	if err != nil {
		return err
	}
	p := &printer{w: w}
	p.print(`<?xml version="1.0" encoding="UTF-8"?>`+"\n", `<graphml xmlns="http://graphml.graphdrawing.org/xmlns">`+"\n",
		` <key id="about" for="graph" attr.name="about" attr.type="string"/>`+"\n")
	sets := setsOf(x, g.N)
	for _, k := range nodeKeys(sets) {
		p.print(` <key id="`, k[0], `" for="node" attr.name="`, k[0], `" attr.type="`, k[1], `"/>`+"\n")
	}
	for k, list := range [2][]Column{nodes, edges} {
		of := [2]string{"node", "edge"}[k]
		for _, c := range list {
			p.print(` <key id="`, of, "_", c.Name, `" for="`, of, `" attr.name="`, c.Name, `" attr.type="double"/>`+"\n")
		}
	}
	p.print(` <graph id="g" edgedefault="undirected">`+"\n", `  <data key="about">`, about, "</data>\n")
	for i := range g.N {
		p.print(`  <node id="`, strconv.Itoa(i), `">`)
		nodeValues(g, sets, i, func(key, value string) {
			p.print(`<data key="`, key, `">`, escape(value), `</data>`)
		})
		eachValue(nodes, i, func(key, value string) { p.print(`<data key="node_`, key, `">`, value, `</data>`) })
		p.print("</node>\n")
	}
	for k := range g.Edges {
		from, to, two := g.Entry(k)
		p.print(`  <edge source="`, strconv.Itoa(int(from)), `" target="`, strconv.Itoa(int(to)), `"`)
		if !two {
			p.print(` directed="true"`)
		}
		if len(edges) == 0 {
			p.print(`/>` + "\n")
			continue
		}
		p.print(`>`)
		eachValue(edges, k, func(key, value string) { p.print(`<data key="edge_`, key, `">`, value, `</data>`) })
		p.print("</edge>\n")
	}
	p.print(" </graph>\n</graphml>\n")
	return p.flush()
}

// writeGEXF writes a graph as GEXF 1.3, with the attributes of [writeGraphML].
func writeGEXF(w io.Writer, g *graph.Graph, x *Extra) error {
	nodes, edges := columnsOf(x)
	about, err := metaText(g)
	if err != nil {
		return err
	}
	p := &printer{w: w}
	p.print(`<?xml version="1.0" encoding="UTF-8"?>`+"\n", `<gexf xmlns="http://gexf.net/1.3" version="1.3">`+"\n",
		" <meta><creator>Sheafscope</creator><description>", about, "</description></meta>\n",
		` <graph defaultedgetype="undirected">`+"\n", `  <attributes class="node">`+"\n")
	sets := setsOf(x, g.N)
	for _, k := range nodeKeys(sets) {
		p.print(`   <attribute id="`, k[0], `" title="`, k[0], `" type="`, strings.Replace(k[1], "int", "integer", 1), `"/>`+"\n")
	}
	declare := func(list []Column) {
		for _, c := range list {
			p.print(`   <attribute id="`, c.Name, `" title="`, c.Name, `" type="double"/>`+"\n")
		}
	}
	declare(nodes)
	p.print("  </attributes>\n")
	if len(edges) > 0 {
		p.print(`  <attributes class="edge">` + "\n")
		declare(edges)
		p.print("  </attributes>\n")
	}
	p.print("  <nodes>\n")
	for i := range g.N {
		id := strconv.Itoa(i)
		label := id
		if g.NodeNames != nil {
			label = g.NodeNames[i]
		}
		p.print(`   <node id="`, id, `" label="`, escape(label), `"><attvalues>`)
		nodeValues(g, sets, i, func(key, value string) {
			p.print(`<attvalue for="`, key, `" value="`, escape(value), `"/>`)
		})
		eachValue(nodes, i, func(key, value string) { p.print(`<attvalue for="`, key, `" value="`, value, `"/>`) })
		p.print("</attvalues></node>\n")
	}
	p.print("  </nodes>\n  <edges>\n")
	for k := range g.Edges {
		from, to, two := g.Entry(k)
		p.print(`   <edge id="`, strconv.Itoa(k), `" source="`, strconv.Itoa(int(from)), `" target="`, strconv.Itoa(int(to)), `"`)
		if !two {
			p.print(` type="directed"`)
		}
		if len(edges) == 0 {
			p.print(`/>` + "\n")
			continue
		}
		p.print(`><attvalues>`)
		eachValue(edges, k, func(key, value string) { p.print(`<attvalue for="`, key, `" value="`, value, `"/>`) })
		p.print("</attvalues></edge>\n")
	}
	p.print("  </edges>\n </graph>\n</gexf>\n")
	return p.flush()
}

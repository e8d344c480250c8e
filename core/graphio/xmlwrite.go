package graphio

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// This file writes a graph as GraphML and GEXF, and checks the quantities of an export in any format.

// escape returns s escaped for XML text and attributes.
func escape(s string) string {
	var b bytes.Buffer
	xml.EscapeText(&b, []byte(s)) // no error, because a buffer accepts every write
	return b.String()
}

// metaText returns the description of the classes and features of a graph as JSON, escaped for XML.
func metaText(g *graph.Graph) (string, error) {
	b, err := json.Marshal(newMeta(g))
	return escape(string(b)), err
}

// eachNodeAttribute calls f for the attributes of node i (from 0): name, class, class_name, features and set.
// f gets the class always, -1 if it is unknown, and the name if the graph has names. The others it gets only if they are not empty.
// sets is the result of setTexts: the name of each node's set of the split, nil if the export has no split.
func eachNodeAttribute(g *graph.Graph, sets []string, i int, f func(key, value string)) {
	if g.NodeNames != nil {
		f("name", g.NodeNames[i])
	}
	f("class", strconv.Itoa(g.Labels[i]))
	if s := cellAt(g.ClassNames, g.Labels[i]); s != "" {
		f("class_name", s)
	}
	if s := formatFeatures(g.X, i); s != "" {
		f("features", s)
	}
	if sets != nil && sets[i] != "" {
		f(setKey, sets[i])
	}
}

// nodeKeys returns the name and the GraphML type of each attribute of eachNodeAttribute. sets is nil if the export has no split.
func nodeKeys(sets []string) [][2]string {
	keys := [][2]string{{"name", "string"}, {"class", "int"}, {"class_name", "string"}, {"features", "string"}}
	if sets != nil {
		keys = append(keys, [2]string{setKey, "string"})
	}
	return keys
}

// writeGraphML writes a graph as GraphML, with the quantities and the split of x. x may be nil.
// A node is <node id="0"><data key="class">1</data></node>, and an edge is <edge source="0" target="1"/>.
//   - The attributes of a node are name, class (-1 if it is unknown), class_name, features and set.
//     The text of features has "column:value" for each non-zero feature, with columns from 0.
//   - The attribute about of the graph describes the classes and features.
//   - The quantity q is an element <data key="node_q"> within a node, or <data key="edge_q"> within an edge.
func writeGraphML(w io.Writer, g *graph.Graph, x *Extra) error {
	nodes, edges := columnsOf(x)
	about, err := metaText(g)
	if err != nil {
		return err
	}
	p := &printer{w: w}
	p.print(`<?xml version="1.0" encoding="UTF-8"?>`+"\n", `<graphml xmlns="http://graphml.graphdrawing.org/xmlns">`+"\n",
		` <key id="about" for="graph" attr.name="about" attr.type="string"/>`+"\n")
	sets := setTexts(x, g.N)
	for _, k := range nodeKeys(sets) {
		p.print(` <key id="`, k[0], `" for="node" attr.name="`, k[0], `" attr.type="`, k[1], `"/>`+"\n")
	}
	// A prefix distinguishes the keys of quantities from the keys of attributes.
	for k, list := range [2][]Quantity{nodes, edges} {
		owner := [2]string{"node", "edge"}[k]
		for _, c := range list {
			p.print(` <key id="`, owner, "_", c.Name, `" for="`, owner, `" attr.name="`, c.Name, `" attr.type="double"/>`+"\n")
		}
	}
	p.print(` <graph id="g" edgedefault="undirected">`+"\n", `  <data key="about">`, about, "</data>\n")
	for i := range g.N {
		p.print(`  <node id="`, strconv.Itoa(i), `">`)
		eachNodeAttribute(g, sets, i, func(key, value string) { p.print(`<data key="`, key, `">`, escape(value), `</data>`) })
		eachFinite(nodes, i, func(key, value string) { p.print(`<data key="node_`, key, `">`, value, `</data>`) })
		p.print("</node>\n")
	}
	for k := range g.Edges {
		from, to, bothDirections := g.Entry(k)
		p.print(`  <edge source="`, strconv.Itoa(int(from)), `" target="`, strconv.Itoa(int(to)), `"`)
		if !bothDirections {
			p.print(` directed="true"`)
		}
		if len(edges) == 0 {
			p.print(`/>` + "\n")
			continue
		}
		p.print(`>`)
		eachFinite(edges, k, func(key, value string) { p.print(`<data key="edge_`, key, `">`, value, `</data>`) })
		p.print("</edge>\n")
	}
	p.print(" </graph>\n</graphml>\n")
	return p.flush()
}

// writeGEXF writes a graph as GEXF 1.3, with the attributes of [writeGraphML]. x may be nil.
// A node is <node id="0" label="Ann"><attvalues><attvalue for="class" value="1"/></attvalues></node>.
// The description in <meta> replaces the attribute about. Quantities have no prefix, because GEXF declares the attributes of nodes and
// edges in separate lists.
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
	sets := setTexts(x, g.N)
	for _, k := range nodeKeys(sets) {
		// The type int of GraphML is called integer in GEXF.
		p.print(`   <attribute id="`, k[0], `" title="`, k[0], `" type="`, strings.Replace(k[1], "int", "integer", 1), `"/>`+"\n")
	}
	declare := func(list []Quantity) {
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
		// The label of a node is its name, or its id in a graph without names.
		label := id
		if g.NodeNames != nil {
			label = g.NodeNames[i]
		}
		p.print(`   <node id="`, id, `" label="`, escape(label), `"><attvalues>`)
		eachNodeAttribute(g, sets, i, func(key, value string) { p.print(`<attvalue for="`, key, `" value="`, escape(value), `"/>`) })
		eachFinite(nodes, i, func(key, value string) { p.print(`<attvalue for="`, key, `" value="`, value, `"/>`) })
		p.print("</attvalues></node>\n")
	}
	p.print("  </nodes>\n  <edges>\n")
	for k := range g.Edges {
		from, to, bothDirections := g.Entry(k)
		p.print(`   <edge id="`, strconv.Itoa(k), `" source="`, strconv.Itoa(int(from)), `" target="`, strconv.Itoa(int(to)), `"`)
		if !bothDirections {
			p.print(` type="directed"`)
		}
		if len(edges) == 0 {
			p.print(`/>` + "\n")
			continue
		}
		p.print(`><attvalues>`)
		eachFinite(edges, k, func(key, value string) { p.print(`<attvalue for="`, key, `" value="`, value, `"/>`) })
		p.print("</attvalues></edge>\n")
	}
	p.print("  </edges>\n </graph>\n</gexf>\n")
	return p.flush()
}

// Quantity is a number per node or per edge, such as a prediction. Values that are not finite are not written.
// Readers of this package ignore quantities, which are no part of a graph.
type Quantity = content.Quantity

// Extra is the content of an export beside the graph: quantities per node, quantities per edge in the order of Graph.Edges, and a split.
// Readers of this package return the split in Found.Splits.
type Extra = content.Extra

// checkExtra returns an error if the quantities or the split of x do not fit the graph. It returns nil if x is nil.
func checkExtra(x *Extra, g *graph.Graph) error {
	if x == nil {
		return nil
	}
	if err := checkQuantities(x.Nodes, g.N, "nodes"); err != nil {
		return err
	}
	if err := checkQuantities(x.Edges, len(g.Edges), "edges"); err != nil {
		return err
	}
	if x.Split != nil {
		return x.Split.Check(g.N)
	}
	return nil
}

// checkQuantities returns the first error: a quantity whose number of values differs from count, or whose name is not allowed.
// elements is "nodes" or "edges", for the text of the error.
func checkQuantities(list []Quantity, count int, elements string) error {
	isOtherCharacter := func(r rune) bool {
		isLower, isUpper := r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z'
		isDigit := r >= '0' && r <= '9'
		return !isLower && !isUpper && !isDigit && r != '_'
	}
	for _, c := range list {
		if len(c.Values) != count {
			return fmt.Errorf("graphio: the column %s has %d values for %d %s", c.Name, len(c.Values), count, elements)
		}
		// Readers give these names another meaning.
		switch c.Name {
		case "id", "name", "class", "class_name", "features", setKey, "source", "target":
			return fmt.Errorf("graphio: %s cannot be the name of a column: the graph itself has it", c.Name)
		}
		// Names are identifiers in all formats.
		if strings.ContainsFunc(c.Name, isOtherCharacter) {
			return fmt.Errorf("graphio: %q cannot be the name of a column", c.Name)
		}
	}
	return nil
}

// columnsOf returns the quantities of nodes and of edges in x. Both are nil if x is nil.
func columnsOf(x *Extra) (nodes, edges []Quantity) {
	if x == nil {
		return nil, nil
	}
	return x.Nodes, x.Edges
}

// finiteText returns value i (from 0) of a quantity as text, or "" if the value is infinite or NaN.
func finiteText(c *Quantity, i int) string {
	v := c.Values[i]
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return ""
	// Whole numbers have no exponent.
	case c.Whole:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// eachFinite calls f with the name and the value of every quantity whose value for node or edge i (from 0) is finite.
func eachFinite(list []Quantity, i int, f func(key, value string)) {
	for k := range list {
		if s := finiteText(&list[k], i); s != "" {
			f(list[k].Name, s)
		}
	}
}

package graphio

import (
	"slices"
	"strings"
	"testing"
)

// TestFormsOfXML: for each form of GraphML, GEXF and GXL that an element or attribute may have, the names and the classes of the nodes,
// the features, the directions and the notes are those of the file. Notes about directions are not compared.
func TestFormsOfXML(t *testing.T) {
	const groups = "The groups of the file were left out: its nodes are not in one another."
	const times = "The times of the file were left out: its nodes and edges are all there at once, with the last values of the file."
	graphml := func(body string) string { return `<graphml>` + body + `</graphml>` }
	gexf := func(body string) string { return `<gexf><graph>` + body + `</graph></gexf>` }
	// gxl returns a graph of the nodes a and b, whose elements have the given contents, and an edge from a to b.
	gxl := func(graph, a, b, edge string) string {
		return `<gxl><graph id="g"` + graph + `><node id="a">` + a + `</node><node id="b">` + b + `</node><edge from="a" to="b">` + edge +
			`</edge></graph></gxl>`
	}
	// attributes declares the attribute 0 of the nodes, and value is its value at a node.
	const attributes = `<attributes class="node"><attribute id="0" title="class"><default>green</default></attribute></attributes>`
	value := func(text string) string { return `<attvalues><attvalue for="0" value="` + text + `"/></attvalues>` }
	nodes := `<node id="a">` + value("red") + `</node><node id="b">` + value("blue") + `</node><node id="c"/>`
	list := func(tag, x, y string) string {
		return `<attr name="features"><` + tag + `><float>` + x + `</float><float>` + y + `</float></` + tag + `></attr>`
	}
	nested := func(class string) string {
		return `<attr name="class"><attr name="source"><string>manual</string></attr><string>` + class + `</string></attr>`
	}
	class := func(class string) string { return `<attr name="class"><string>` + class + `</string></attr>` }
	const undirected = ` edgemode="undirected"`
	twoNodes := `<node id="a"/><node id="b"/><edge source="a" target="b" directed=`
	for name, c := range map[string]struct {
		text     string
		names    string // of the nodes, or of their classes, separated by spaces
		classes  string
		features []float64
		directed bool
		notes    []string
	}{
		"an edge of the direction 1": {graphml(`<graph edgedefault="undirected">` + twoNodes + `"1"/></graph>`), "a b", "", nil, true, nil},
		"an edge of the direction 0": {graphml(`<graph edgedefault="directed">` + twoNodes + `"0"/></graph>`), "a b", "", nil, false, nil},
		"two labels of yEd": {graphml(`<key id="d" for="node"/><graph edgedefault="undirected"><node id="a"><data key="d"><s>` +
			`<NodeLabel>Ann</NodeLabel><NodeLabel>7</NodeLabel></s></data></node><node id="b"><data key="d"><NodeLabel>Bob</NodeLabel>` +
			`</data></node></graph>`), "Ann Bob", "", nil, false, nil},
		"attributes before the nodes": {gexf(attributes + `<nodes>` + nodes + `</nodes><edges/>`), "a b c", "red blue green", nil, false, nil},
		"attributes after the nodes": {gexf(`<nodes>` + nodes + `</nodes>` + attributes + `<edges/>`), "a b c", "red blue green", nil, false,
			nil},
		"edges within a node": {gexf(attributes + `<nodes><node id="a"><nodes><node id="b"/><node id="c">` + value("blue") + `</node></nodes>` +
			`<edges><edge source="b" target="c"/></edges>` + value("red") + `</node></nodes>`), "a b c", "red green blue", nil, false,
			[]string{groups}},
		"a parent": {gexf(`<nodes><node id="a"/><node id="b" pid="a"/><node id="c" pid="a"/></nodes><edges/>`), "a b c", "", nil, false,
			[]string{groups}},
		"values in turn": {gexf(attributes + `<nodes><node id="a"><attvalues><attvalue for="0" value="red" end="2"/><attvalue for="0" ` +
			`value="blue" start="2"/></attvalues></node><node id="b"/></nodes><edges/>`), "a b", "blue green", nil, false, []string{times}},
		"no mode":       {gxl("", "", "", ""), "a b", "", nil, true, nil},
		"undirected":    {gxl(undirected, "", "", ""), "a b", "", nil, false, nil},
		"a sequence":    {gxl(undirected, list("seq", "1", "2"), list("seq", "3", "4"), ""), "a b", "", []float64{1, 2, 3, 4}, false, nil},
		"a tuple":       {gxl(undirected, list("tup", "1", "2"), list("bag", "3", "4"), ""), "a b", "", []float64{1, 2, 3, 4}, false, nil},
		"nested values": {gxl(undirected, nested("red"), nested("blue"), ""), "a b", "red blue", nil, false, nil},
		"an attribute of an edge": {gxl(undirected, class("red"), class("blue"), `<attr name="valence"><int>2</int></attr>`), "a b",
			"red blue", nil, false, []string{weightNote}},
		"a drawn edge": {gxl(undirected, class("red"), class("blue"), `<attr name="color"><string>red</string></attr>`), "a b", "red blue",
			nil, false, nil},
	} {
		r, err := Read([]File{{Name: "g.xml", Data: []byte(c.text)}})
		if err != nil {
			t.Errorf("%s: refused with %v", name, err)
			continue
		}
		g := r.Graph
		if got := strings.Join(g.NodeNames, " "); got != c.names {
			t.Errorf("%s: the nodes are %q, want %q", name, got, c.names)
		}
		var classes []string // of the nodes
		for _, y := range g.Labels {
			if y >= 0 && g.ClassNames != nil {
				classes = append(classes, g.ClassNames[y])
			}
		}
		if got := strings.Join(classes, " "); got != c.classes {
			t.Errorf("%s: the classes of the nodes are %q, want %q", name, got, c.classes)
		}
		if !slices.Equal(g.X.Val, c.features) {
			t.Errorf("%s: the features are %v, want %v", name, g.X.Val, c.features)
		}
		if isDirected := g.Directions != nil; isDirected != c.directed {
			t.Errorf("%s: directed is %v, want %v", name, isDirected, c.directed)
		}
		for _, note := range []string{groups, times, weightNote} {
			if slices.Contains(g.Notes, note) != slices.Contains(c.notes, note) {
				t.Errorf("%s: the notes are %q, want %q", name, g.Notes, c.notes)
			}
		}
	}
}

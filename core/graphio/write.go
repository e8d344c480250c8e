package graphio

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/words"
)

// WriteFormats returns the formats that Write knows.
func WriteFormats() []string { return []string{"graphml", "gexf", "json", "csv", "geom-gcn", "npz"} }

// holds says of every part of a graph which of [WriteFormats] cannot hold it.
var holds = []struct{ what, not string }{
	{"the name of the graph", "csv geom-gcn npz"},
	{"the names of the nodes", "geom-gcn"},
	{"the names of the classes", "geom-gcn"},
	{"the names of the features", "geom-gcn"},
	{"the split", "geom-gcn"},
	{"more than the first split", "graphml gexf json csv"},
}

// WriteSplits is WriteWith with the splits, all of them where the format can, and with texts as they are in tables if raw; lost lists what
// the format cannot hold of graph and splits.
func WriteSplits(g *graph.Graph, splits []graph.Split, format string, raw bool) (files []File, lost []string, err error) {
	has := []bool{g.Name != "", g.NodeNames != nil, g.ClassNames != nil, g.FeatureNames != nil, len(splits) > 0, len(splits) > 1}
	for k, h := range holds {
		if has[k] && slices.Contains(strings.Fields(h.not), format) {
			lost = append(lost, h.what)
		}
	}
	if format == "npz" {
		var b bytes.Buffer
		err = WriteGraphNPZ(&b, g, splits)
		return []File{{Name: fileName(g.Name) + ".npz", Data: b.Bytes()}}, lost, err
	}
	x := &Extra{Raw: raw}
	if len(splits) > 0 {
		x.Split = &splits[0]
	}
	files, err = WriteWith(g, x, format)
	return files, lost, err
}

// WriteWith returns the files of a graph in one of [WriteFormats], with columns beside the graph, which GraphML, GEXF and JSON carry
// as attributes, and with a split; x may be nil. Reading GraphML, GEXF and JSON gives the same graph again, if its names are as Read leaves
// them (no control characters, at most [MaxName] bytes). The table holds lists what the others cannot. It fails for an unknown format or
// when a dense feature matrix would be too large.
func WriteWith(g *graph.Graph, x *Extra, format string) ([]File, error) {
	if err := checkExtra(x, g); err != nil {
		return nil, err
	}
	name := fileName(g.Name)
	var a, b bytes.Buffer
	one := func(file string, err error) ([]File, error) { return []File{{Name: file, Data: a.Bytes()}}, err }
	switch format {
	case "graphml":
		return one(name+".graphml", writeGraphML(&a, g, x))
	case "gexf":
		return one(name+".gexf", writeGEXF(&a, g, x))
	case "json":
		return one(name+".json", writeJSON(&a, g, x))
	case "npz":
		return one(name+".npz", WriteGraphNPZ(&a, g, splitsOf(x)))
	case "csv":
		err := writeTables(&a, &b, g, x)
		return []File{{Name: name + "-edges.csv", Data: a.Bytes()}, {Name: name + "-nodes.csv", Data: b.Bytes()}}, err
	case "geom-gcn":
		err := WriteGeomGCN(&a, &b, g)
		return []File{{Name: "out1_graph_edges.txt", Data: a.Bytes()}, {Name: "out1_node_feature_label.txt", Data: b.Bytes()}}, err
	}
	return nil, fmt.Errorf("graphio: no format %q to write; there are %s", format, strings.Join(WriteFormats(), ", "))
}

// fileName makes a name that every file system takes.
func fileName(s string) string {
	s = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, s)
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '-' }), "-")
	if s == "" {
		return "graph"
	}
	return s[:min(len(s), 60)]
}

// printer writes and keeps the first error.
type printer struct {
	w   io.Writer
	buf []byte
	err error
}

func (p *printer) print(parts ...string) {
	for _, s := range parts {
		p.buf = append(p.buf, s...)
	}
	if len(p.buf) > 1<<16 {
		p.flush()
	}
}

func (p *printer) flush() error {
	if p.err == nil {
		_, p.err = p.w.Write(p.buf)
	}
	p.buf = p.buf[:0]
	return p.err
}

// at returns element i of a list, "" where there is none.
func at(list []string, i int) string {
	if i < 0 || i >= len(list) {
		return ""
	}
	return list[i]
}

// writeJSON writes a graph as node-link JSON, which networkx.node_link_graph (edges="links") and d3 read. Attributes of a node are those of
// [writeGraphML]. With directions every directed entry is a link.
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

// maxTableCells is the largest number of feature cells that get columns of their own.
const maxTableCells = 2_000_000

// changed reports whether a text has an apostrophe put before it.
func changed(text string) bool { return words.Guard(text) != text }

// writeTables writes an edge list with the columns source and target, and type (directed or undirected) when there are one-way edges; and a
// node table with the columns id, name (if there are names), class, class_name, set (if there is a split) and one column "feature:…" per
// feature, or a single column features(f) of "column:value" lists when the former would be too many.
func writeTables(edges, nodes io.Writer, g *graph.Graph, x *Extra) error {
	e := csv.NewWriter(edges)
	line := []string{"source", "target", typeKey}
	if g.Directions == nil {
		line = line[:2]
	}
	e.Write(line)
	for k := range g.Edges {
		from, to, two := g.Entry(k)
		row := []string{strconv.Itoa(int(from)), strconv.Itoa(int(to)), words.Either(two, "undirected", "directed")}
		e.Write(row[:len(line)])
	}
	e.Flush()
	if err := e.Error(); err != nil {
		return err
	}
	guard := func(text string) string { return text }
	if (x == nil || !x.Raw) && (slices.ContainsFunc(g.NodeNames, changed) || slices.ContainsFunc(g.ClassNames, changed)) {
		guard = words.Guard
		if _, err := io.WriteString(nodes, words.GuardNote); err != nil {
			return err
		}
	}
	sets, f := setsOf(x, g.N), g.X.Cols
	wide := f > 0 && (g.N+1)*f <= maxTableCells
	n := csv.NewWriter(nodes)
	// row writes a row, whose cells may be missing but for the class.
	row := func(id, name, class, className, set string, features []string) {
		cells := []string{id}
		if g.NodeNames != nil {
			cells = append(cells, name)
		}
		if cells = append(cells, class, className); sets != nil {
			cells = append(cells, set)
		}
		n.Write(append(cells, features...))
	}
	var features []string
	seen := map[string]bool{}
	for c := 0; wide && c < f; c++ {
		name := strconv.Itoa(c)
		if g.FeatureNames != nil {
			name = g.FeatureNames[c]
		}
		// Two features of one name need two columns all the same.
		for k, of := 2, name; seen[name]; k++ {
			name = strings.TrimSpace(fmt.Sprintf("%s (%d)", of, k))
		}
		seen[name] = true
		features = append(features, featurePrefix+name)
	}
	if f > 0 && !wide {
		features = []string{fmt.Sprintf("features(%d)", f)}
	}
	row("id", "name", "class", "class_name", setKey, features)
	for i := range g.N {
		if wide {
			features = denseTexts(g.X, i)
		} else if f > 0 {
			features = []string{formatFeatures(g.X, i)}
		}
		y := g.Labels[i]
		row(strconv.Itoa(i), guard(at(g.NodeNames, i)), strconv.Itoa(y), guard(at(g.ClassNames, y)), at(sets, i), features)
	}
	n.Flush()
	return n.Error()
}

// denseTexts returns row i of a matrix as texts.
func denseTexts(x *linalg.CSR, i int) []string {
	row := slices.Repeat([]string{"0"}, x.Cols)
	for p := x.Ptr[i]; p < x.Ptr[i+1]; p++ {
		row[x.Col[p]] = strconv.FormatFloat(x.Val[p], 'g', -1, 64)
	}
	return row
}

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

// Writing a graph in the formats of other programs: the choice of the format, JSON and tables.

// WriteFormats returns the formats of WriteWith.
func WriteFormats() []string { return []string{"graphml", "gexf", "json", "csv", "geom-gcn", "npz"} }

// unsupported lists, for each part of a graph, the formats that have no place for the part.
var unsupported = []struct{ part, formats string }{
	{"the name of the graph", "csv geom-gcn npz"},
	{"the names of the nodes", "geom-gcn"},
	{"the names of the classes", "geom-gcn"},
	{"the names of the features", "geom-gcn"},
	{"the split", "geom-gcn"},
	{"more than the first split", "graphml gexf json csv"},
}

// WriteSplits is WriteWith with several splits. raw is Extra.Raw.
// lost lists the parts of the graph and the splits that the format has no place for.
func WriteSplits(g *graph.Graph, splits []graph.Split, format string, raw bool) (files []File, lost []string, err error) {
	has := []bool{g.Name != "", g.NodeNames != nil, g.ClassNames != nil, g.FeatureNames != nil, len(splits) > 0, len(splits) > 1}
	for k, u := range unsupported {
		if has[k] && slices.Contains(strings.Fields(u.formats), format) {
			lost = append(lost, u.part)
		}
	}
	// Only npz has several splits. The other formats have the first.
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

// WriteWith returns the files of a graph in one of [WriteFormats], with the quantities and the split of x. x may be nil.
//
// In GraphML, GEXF and JSON the quantities are attributes, and reading the files returns the same graph.
// Names must then have no control characters and at most [MaxName] bytes. The other formats lack the parts that unsupported lists.
// An unknown format, and a feature matrix that is too large for a dense file, are errors.
func WriteWith(g *graph.Graph, x *Extra, format string) ([]File, error) {
	if err := checkExtra(x, g); err != nil {
		return nil, err
	}
	name := fileName(g.Name)
	var a, b bytes.Buffer
	single := func(file string, err error) ([]File, error) { return []File{{Name: file, Data: a.Bytes()}}, err }
	switch format {
	case "graphml":
		return single(name+".graphml", writeGraphML(&a, g, x))
	case "gexf":
		return single(name+".gexf", writeGEXF(&a, g, x))
	case "json":
		return single(name+".json", writeJSON(&a, g, x))
	case "npz":
		return single(name+".npz", WriteGraphNPZ(&a, g, splitList(x)))
	// Two files: the edges and the nodes.
	case "csv":
		err := writeTables(&a, &b, g, x)
		return []File{{Name: name + "-edges.csv", Data: a.Bytes()}, {Name: name + "-nodes.csv", Data: b.Bytes()}}, err
	case "geom-gcn":
		err := WriteGeomGCN(&a, &b, g)
		return []File{{Name: "out1_graph_edges.txt", Data: a.Bytes()}, {Name: "out1_node_feature_label.txt", Data: b.Bytes()}}, err
	}
	return nil, fmt.Errorf("graphio: no format %q to write; there are %s", format, strings.Join(WriteFormats(), ", "))
}

// fileName returns s as a name that is valid in every file system: at most 60 ASCII letters, digits, hyphens and underscores.
func fileName(s string) string {
	s = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, s)
	// Several hyphens become one, and none is at the begin or the end.
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '-' }), "-")
	if s == "" {
		return "graph"
	}
	return s[:min(len(s), 60)]
}

// printer buffers output and keeps the first error.
type printer struct {
	w   io.Writer
	buf []byte
	err error
}

// print appends texts to the buffer. A buffer of more than 64 kB is written.
func (p *printer) print(parts ...string) {
	for _, s := range parts {
		p.buf = append(p.buf, s...)
	}
	if len(p.buf) > 1<<16 {
		p.flush()
	}
}

// flush writes the buffer and returns the first error.
func (p *printer) flush() error {
	if p.err == nil {
		_, p.err = p.w.Write(p.buf)
	}
	p.buf = p.buf[:0]
	return p.err
}

// cellAt returns element i of a list, "" out of range.
func cellAt(list []string, i int) string {
	if i < 0 || i >= len(list) {
		return ""
	}
	return list[i]
}

// writeJSON writes a graph as node-link JSON, the format of networkx.node_link_graph (edges="links") and d3.
// The attributes are those of [writeGraphML]. In a graph with directions every directed entry is a link.
func writeJSON(w io.Writer, g *graph.Graph, x *Extra) error {
	nodes, edges := columnsOf(x)
	// The names of classes and features are attributes of the graph.
	about, err := json.Marshal(newMeta(g))
	if err != nil {
		return err
	}
	p := &printer{w: w}
	directed := strconv.FormatBool(g.Directions != nil)
	p.print(`{"directed": `, directed, `, "multigraph": false,`+"\n", `"graph": `, string(about), ",\n", `"nodes": [`)
	sets := setTexts(x, g.N)
	for i := range g.N {
		p.print(separator(i), `{"id": `, strconv.Itoa(i))
		eachNodeAttribute(g, sets, i, func(key, value string) {
			// Classes are numbers, all other attributes texts.
			if key != "class" {
				text, e := json.Marshal(value)
				if e != nil && err == nil {
					err = e
				}
				value = string(text)
			}
			p.print(`, "`, key, `": `, value)
		})
		eachFinite(nodes, i, func(key, value string) { p.print(`, "`, key, `": `, value) })
		p.print("}")
	}
	p.print("\n],\n", `"links": [`)
	// writeLink writes edge k in one direction.
	links := 0
	writeLink := func(k int, from, to int32) {
		p.print(separator(links), `{"source": `, strconv.Itoa(int(from)), `, "target": `, strconv.Itoa(int(to)))
		eachFinite(edges, k, func(key, value string) { p.print(`, "`, key, `": `, value) })
		p.print("}")
		links++
	}
	for k := range g.Edges {
		from, to, bothDirections := g.Entry(k)
		writeLink(k, from, to)
		if bothDirections && g.Directions != nil {
			writeLink(k, to, from)
		}
	}
	p.print("\n]}\n")
	if err != nil {
		return err
	}
	return p.flush()
}

// separator returns the text before element k of a JSON list.
func separator(k int) string { return words.Either(k == 0, "\n", ",\n") }

// maxTableCells limits the cells of a node table with a column per feature.
const maxTableCells = 2_000_000

// needsGuard reports whether a spreadsheet would evaluate a text as a formula. words.Guard writes an apostrophe before such a text.
func needsGuard(text string) bool { return words.Guard(text) != text }

// writeTables writes an edge list and a node table as CSV.
//
// The edge list has the columns source and target. A graph with directions also has the column type (directed or undirected).
// The node table has the columns id, name (with names), class, class_name, set (with a split) and "feature:…", one per feature.
// Above maxTableCells it has a single column features(f) with lists "column:value".
func writeTables(edges, nodes io.Writer, g *graph.Graph, x *Extra) error {
	if err := writeEdgeTable(edges, g); err != nil {
		return err
	}
	// Names get an apostrophe if one of them looks like a formula. A note in the first line records it for the reader.
	guard := func(text string) string { return text }
	if (x == nil || !x.Raw) && (slices.ContainsFunc(g.NodeNames, needsGuard) || slices.ContainsFunc(g.ClassNames, needsGuard)) {
		guard = words.Guard
		if _, err := io.WriteString(nodes, words.GuardNote); err != nil {
			return err
		}
	}
	sets, f := setTexts(x, g.N), g.X.Cols
	hasColumns := f > 0 && (g.N+1)*f <= maxTableCells
	n := csv.NewWriter(nodes)
	// writeRow writes a row of the node table, without the columns that the graph does not need.
	writeRow := func(id, name, class, className, set string, features []string) {
		cells := []string{id}
		if g.NodeNames != nil {
			cells = append(cells, name)
		}
		if cells = append(cells, class, className); sets != nil {
			cells = append(cells, set)
		}
		n.Write(append(cells, features...))
	}
	// The names of the columns of features.
	var features []string
	seen := map[string]bool{}
	for c := 0; hasColumns && c < f; c++ {
		name := strconv.Itoa(c)
		if g.FeatureNames != nil {
			name = g.FeatureNames[c]
		}
		// Features with equal names get numbers, because names of columns must be unique.
		for k, original := 2, name; seen[name]; k++ {
			name = strings.TrimSpace(fmt.Sprintf("%s (%d)", original, k))
		}
		seen[name] = true
		features = append(features, featurePrefix+name)
	}
	if f > 0 && !hasColumns {
		features = []string{fmt.Sprintf("features(%d)", f)}
	}
	writeRow("id", "name", "class", "class_name", setKey, features)
	for i := range g.N {
		if hasColumns {
			features = denseTexts(g.X, i)
		} else if f > 0 {
			features = []string{formatFeatures(g.X, i)}
		}
		y := g.Labels[i]
		writeRow(strconv.Itoa(i), guard(cellAt(g.NodeNames, i)), strconv.Itoa(y), guard(cellAt(g.ClassNames, y)), cellAt(sets, i), features)
	}
	n.Flush()
	return n.Error()
}

// writeEdgeTable writes the edge list of writeTables. Errors of single rows are returned at the end.
func writeEdgeTable(w io.Writer, g *graph.Graph) error {
	e := csv.NewWriter(w)
	header := []string{"source", "target", typeKey}
	if g.Directions == nil {
		header = header[:2]
	}
	e.Write(header)
	for k := range g.Edges {
		from, to, bothDirections := g.Entry(k)
		row := []string{strconv.Itoa(int(from)), strconv.Itoa(int(to)), words.Either(bothDirections, "undirected", "directed")}
		e.Write(row[:len(header)])
	}
	e.Flush()
	return e.Error()
}

// denseTexts returns all elements of row i of a sparse matrix as texts.
func denseTexts(x *linalg.CSR, i int) []string {
	row := slices.Repeat([]string{"0"}, x.Cols)
	for p := x.Ptr[i]; p < x.Ptr[i+1]; p++ {
		row[x.Col[p]] = strconv.FormatFloat(x.Val[p], 'g', -1, 64)
	}
	return row
}

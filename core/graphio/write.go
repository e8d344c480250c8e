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

// WriteFormats returns the formats of WriteWith.
func WriteFormats() []string { return []string{"graphml", "gexf", "json", "csv", "geom-gcn", "npz"} }

// unsupported lists, for each part of a graph, the formats that cannot hold it.
var unsupported = []struct{ what, not string }{
	{"the name of the graph", "csv geom-gcn npz"},
	{"the names of the nodes", "geom-gcn"},
	{"the names of the classes", "geom-gcn"},
	{"the names of the features", "geom-gcn"},
	{"the split", "geom-gcn"},
	{"more than the first split", "graphml gexf json csv"},
}

// WriteSplits is WriteWith with all splits where the format can hold them; raw is Extra.Raw.
// lost lists the parts of graph and splits that the format cannot hold.
func WriteSplits(g *graph.Graph, splits []graph.Split, format string, raw bool) (files []File, lost []string, err error) {
	has := []bool{g.Name != "", g.NodeNames != nil, g.ClassNames != nil, g.FeatureNames != nil, len(splits) > 0, len(splits) > 1}
	for k, h := range unsupported {
		if has[k] && slices.Contains(strings.Fields(h.not), format) {
			lost = append(lost, h.what)
		}
	}
	// Only npz holds several splits.
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

// WriteWith returns the files of a graph in one of [WriteFormats], with columns beside the graph and a split; x may be nil.
// GraphML, GEXF and JSON hold the columns as attributes, and reading them returns the same graph.
// Names must be clean for that: no control characters, at most [MaxName] bytes. The table unsupported lists the limits
// of other formats.
// An unknown format and a too large dense feature matrix are errors.
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
		return one(name+".npz", WriteGraphNPZ(&a, g, splitList(x)))
	case "csv":
		err := writeTables(&a, &b, g, x)
		return []File{{Name: name + "-edges.csv", Data: a.Bytes()}, {Name: name + "-nodes.csv", Data: b.Bytes()}}, err
	case "geom-gcn":
		err := WriteGeomGCN(&a, &b, g)
		return []File{{Name: "out1_graph_edges.txt", Data: a.Bytes()}, {Name: "out1_node_feature_label.txt", Data: b.Bytes()}}, err
	}
	return nil, fmt.Errorf("graphio: no format %q to write; there are %s", format, strings.Join(WriteFormats(), ", "))
}

// fileName returns a name that is valid in every file system: ASCII letters, digits, - and _, at most 60 of them.
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

// printer buffers output and keeps the first error.
type printer struct {
	w   io.Writer
	buf []byte
	err error
}

// print appends texts to the buffer, and writes it above 64 kB.
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

// writeJSON writes a graph as node-link JSON, which networkx.node_link_graph (edges="links") and d3 read.
// Attributes are those of [writeGraphML]. With directions every directed entry is a link.
func writeJSON(w io.Writer, g *graph.Graph, x *Extra) error {
	nodes, edges := columnsOf(x)
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
	first := 0
	link := func(k int, from, to int32) {
		p.print(separator(first), `{"source": `, strconv.Itoa(int(from)), `, "target": `, strconv.Itoa(int(to)))
		eachFinite(edges, k, func(key, value string) { p.print(`, "`, key, `": `, value) })
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

// separator returns the text before element k of a list.
func separator(k int) string { return words.Either(k == 0, "\n", ",\n") }

// maxTableCells limits the feature cells with columns of their own.
const maxTableCells = 2_000_000

// needsGuard reports whether a spreadsheet would compute a text, so that an apostrophe is put before it.
func needsGuard(text string) bool { return words.Guard(text) != text }

// writeTables writes an edge list and a node table as CSV.
// The edge list has source and target, and with one-way edges type (directed or undirected).
// The node table has id, name (with names), class, class_name, set (with a split) and a column "feature:…" per feature.
// Above maxTableCells one column features(f) holds "column:value" lists instead.
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
	if (x == nil || !x.Raw) && (slices.ContainsFunc(g.NodeNames, needsGuard) || slices.ContainsFunc(g.ClassNames, needsGuard)) {
		guard = words.Guard
		if _, err := io.WriteString(nodes, words.GuardNote); err != nil {
			return err
		}
	}
	sets, f := setTexts(x, g.N), g.X.Cols
	wide := f > 0 && (g.N+1)*f <= maxTableCells
	n := csv.NewWriter(nodes)
	// row writes a row of the node table, without the columns that the graph does not need.
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
		// Features with equal names get numbers, since names of columns are unique.
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
		row(strconv.Itoa(i), guard(cellAt(g.NodeNames, i)), strconv.Itoa(y), guard(cellAt(g.ClassNames, y)), cellAt(sets, i), features)
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

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

// This file writes a graph in the formats of other programs. It has the choice of the format, and the writers of JSON and tables.

// WriteFormats returns the formats of WriteWith.
func WriteFormats() []string { return []string{"graphml", "gexf", "json", "csv", "geom-gcn", "npz"} }

// unsupported has for each part of a graph the formats that have no place for the part, separated by spaces.
var unsupported = []struct{ part, formats string }{
	{"the name of the graph", "csv geom-gcn npz"},
	{"the names of the nodes", "geom-gcn"},
	{"the names of the classes", "geom-gcn"},
	{"the names of the features", "geom-gcn"},
	{"the split", "geom-gcn"},
	{"more than the first split", "graphml gexf json csv"},
}

// WriteSplits is WriteWith with several splits in place of x.Split.
// lost has the parts of the graph and of the splits for which the format has no place, as phrases for the user.
// Quantities of x are not listed in lost. In npz, x is ignored.
func WriteSplits(g *graph.Graph, splits []graph.Split, x Extra, format string) (files []File, lost []string, err error) {
	// hasPart reports for the parts of unsupported, in the same order, whether the graph has them.
	hasPart := []bool{g.Name != "", g.NodeNames != nil, g.ClassNames != nil, g.FeatureNames != nil, len(splits) > 0, len(splits) > 1}
	for k, u := range unsupported {
		if hasPart[k] && slices.Contains(strings.Fields(u.formats), format) {
			lost = append(lost, u.part)
		}
	}
	// Only npz has several splits. The other formats have the first split.
	if format == "npz" {
		var b bytes.Buffer
		err = WriteGraphNPZ(&b, g, splits)
		return []File{{Name: fileName(g.Name) + ".npz", Data: b.Bytes()}}, lost, err
	}
	x.Split = nil
	if len(splits) > 0 {
		x.Split = &splits[0]
	}
	files, err = WriteWith(g, &x, format)
	return files, lost, err
}

// WriteWith returns the files of a graph in one of [WriteFormats], with the quantities and the split of x. x may be nil.
//
//   - In GraphML, GEXF and JSON the quantities are attributes. Reading the files returns the same graph, unless a name has control
//     characters or more than [MaxName] bytes.
//   - The other formats leave out the quantities, and the parts in the variable unsupported.
//
// An unknown format, an x that does not fit the graph (checkExtra), and features that are too large for a dense file are errors.
// Files that are returned with an error are incomplete.
func WriteWith(g *graph.Graph, x *Extra, format string) ([]File, error) {
	if err := checkExtra(x, g); err != nil {
		return nil, err
	}
	name := fileName(g.Name)
	// a is the only file, or the file of the edges. b is the file of the nodes.
	var a, b bytes.Buffer
	// single returns a as the only file. A writer has filled a before the call.
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

// fileName returns a name that is valid in every file system: at most 60 ASCII letters, digits, hyphens and underscores.
// Hyphens replace all other characters of name. If nothing else is left, fileName returns "graph".
func fileName(name string) string {
	const maxFileName = 60
	s := strings.Map(func(r rune) rune {
		isLower, isUpper := r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z'
		isDigit := r >= '0' && r <= '9'
		return words.Either(isLower || isUpper || isDigit || r == '_', r, '-')
	}, name)
	// Several hyphens in sequence become one, and hyphens at the beginning and the end are removed.
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '-' }), "-")
	if s == "" {
		return "graph"
	}
	return s[:min(len(s), maxFileName)]
}

// printer buffers output and keeps the first error.
type printer struct {
	w   io.Writer
	buf []byte
	err error
}

// print appends texts to the buffer. A buffer of more than 64 kB is written.
func (p *printer) print(parts ...string) {
	const maxBuffer = 1 << 16
	for _, s := range parts {
		p.buf = append(p.buf, s...)
	}
	if len(p.buf) > maxBuffer {
		p.flush()
	}
}

// flush writes the buffer and returns the first error of all writes. After an error it writes nothing.
func (p *printer) flush() error {
	if p.err == nil {
		_, p.err = p.w.Write(p.buf)
	}
	p.buf = p.buf[:0]
	return p.err
}

// cellAt returns element i of a list. It returns "" if i is negative or beyond the list.
func cellAt(list []string, i int) string {
	if i < 0 || i >= len(list) {
		return ""
	}
	return list[i]
}

// writeJSON writes a graph as node-link JSON, the format of networkx.node_link_graph (edges="links") and d3.
// A node is {"id": 0, "name": "Ann", "class": 1}, and a link is {"source": 0, "target": 1}.
// It writes the same attributes as [writeGraphML]. The keys of quantities have no prefix. x may be nil.
// In a graph with directions, every link is directed: an edge of both directions is two links.
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
			// Classes are numbers, all other attributes are texts.
			if key == "class" {
				p.print(`, "`, key, `": `, value)
				return
			}
			// err keeps the first error, which is returned below.
			text, marshalErr := json.Marshal(value)
			if err == nil {
				err = marshalErr
			}
			p.print(`, "`, key, `": `, string(text))
		})
		eachFinite(nodes, i, func(key, value string) { p.print(`, "`, key, `": `, value) })
		p.print("}")
	}
	p.print("\n],\n", `"links": [`)
	// writeLink writes edge k as a link from one end to the other. links is the number of links that were written.
	links := 0
	writeLink := func(k int, from, to int32) {
		p.print(separator(links), `{"source": `, strconv.Itoa(int(from)), `, "target": `, strconv.Itoa(int(to)))
		eachFinite(edges, k, func(key, value string) { p.print(`, "`, key, `": `, value) })
		p.print("}")
		links++
	}
	// An undirected edge of a graph with directions is two links.
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

// separator returns the text before element k of a JSON list, counted from 0.
func separator(k int) string { return words.Either(k == 0, "\n", ",\n") }

// maxTableCells limits the cells of a node table with a column per feature. 2 million cells take at least 4 MB of text.
const maxTableCells = 2_000_000

// needsGuard reports whether a spreadsheet would evaluate a text as a formula. words.Guard writes an apostrophe before such a text.
func needsGuard(text string) bool { return words.Guard(text) != text }

// writeTables writes two tables as CSV. x may be nil.
//   - edges receives the edge list, with the columns source and target. A graph with directions also has the column type (directed or
//     undirected).
//   - nodes receives the node table, with the columns id (from 0), name, class (-1 if it is unknown), class_name, set, and a column
//     feature:… per feature. A graph without names has no column name, and an export without a split has no column set.
//     A graph without features has no columns of features.
//
// If the columns of the f features would have more than maxTableCells cells with their header, a single column features(f) replaces them.
// Its cells are lists "column:value" of the non-zero features, with columns from 0.
func writeTables(edges, nodes io.Writer, g *graph.Graph, x *Extra) error {
	if err := writeEdgeTable(edges, g); err != nil {
		return err
	}
	// guard changes no name, unless the table is guarded below: then a name that looks like a formula gets an apostrophe, and a note in the
	// first line requests the removal of the apostrophes.
	guard := func(text string) string { return text }
	// In a raw table (Extra.Raw), all names are unchanged. Names of features need no apostrophe, because they follow a prefix.
	isRaw := x != nil && x.Raw
	hasFormula := slices.ContainsFunc(g.NodeNames, needsGuard) || slices.ContainsFunc(g.ClassNames, needsGuard)
	if hasFormula && !isRaw {
		guard = words.Guard
		if _, err := io.WriteString(nodes, words.GuardNote); err != nil {
			return err
		}
	}
	sets, f := setTexts(x, g.N), g.X.Cols
	// table keeps the first error, which is returned at the end.
	table := csv.NewWriter(nodes)
	// writeRow writes a row of the node table. It leaves out the name and the set if the table has no such column.
	writeRow := func(id, name, class, className, set string, features []string) {
		cells := []string{id}
		if g.NodeNames != nil {
			cells = append(cells, name)
		}
		cells = append(cells, class, className)
		if sets != nil {
			cells = append(cells, set)
		}
		table.Write(append(cells, features...))
	}
	// The columns of features have g.N+1 rows, because the header is a row, too.
	hasColumns := f > 0 && (g.N+1)*f <= maxTableCells
	var features []string
	if hasColumns {
		features = featureColumns(g)
	} else if f > 0 {
		features = []string{fmt.Sprintf("features(%d)", f)}
	}
	writeRow("id", "name", "class", "class_name", setKey, features)
	for i := range g.N {
		if hasColumns {
			features = denseTexts(g.X, i)
		} else if f > 0 {
			features = []string{formatFeatures(g.X, i)}
		}
		class := g.Labels[i]
		name, className := guard(cellAt(g.NodeNames, i)), guard(cellAt(g.ClassNames, class))
		writeRow(strconv.Itoa(i), name, strconv.Itoa(class), className, cellAt(sets, i), features)
	}
	table.Flush()
	return table.Error()
}

// featureColumns returns the names of the columns of all features: the prefix feature: and the name of the feature, or its index from 0.
func featureColumns(g *graph.Graph) []string {
	var columns []string
	seen := map[string]bool{}
	for c := range g.X.Cols {
		name := strconv.Itoa(c)
		if g.FeatureNames != nil {
			name = g.FeatureNames[c]
		}
		// Features with equal names get numbers from 2 on, because names of columns must be unique.
		// The second empty name becomes (2).
		for k, original := 2, name; seen[name]; k++ {
			name = strings.TrimSpace(fmt.Sprintf("%s (%d)", original, k))
		}
		seen[name] = true
		columns = append(columns, featurePrefix+name)
	}
	return columns
}

// writeEdgeTable writes the edge list of writeTables. The writer of CSV keeps the first error, which is returned at the end.
func writeEdgeTable(w io.Writer, g *graph.Graph) error {
	table := csv.NewWriter(w)
	header := []string{"source", "target", typeKey}
	if g.Directions == nil {
		header = header[:2]
	}
	table.Write(header)
	for k := range g.Edges {
		from, to, bothDirections := g.Entry(k)
		// Without directions, the third cell is left out.
		row := []string{strconv.Itoa(int(from)), strconv.Itoa(int(to)), words.Either(bothDirections, "undirected", "directed")}
		table.Write(row[:len(header)])
	}
	table.Flush()
	return table.Error()
}

// denseTexts returns all elements of row i of a sparse matrix as texts.
func denseTexts(x *linalg.CSR, i int) []string {
	row := slices.Repeat([]string{"0"}, x.Cols)
	for p := x.Ptr[i]; p < x.Ptr[i+1]; p++ {
		row[x.Col[p]] = strconv.FormatFloat(x.Val[p], 'g', -1, 64)
	}
	return row
}

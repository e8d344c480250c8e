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

// This file chooses the writer for a format, and writes JSON and CSV.

// WriteFormats returns the names of the formats that [WriteWith] accepts.
func WriteFormats() []string { return []string{"graphml", "gexf", "json", "csv", "geom-gcn", "npz"} }

// unsupported lists parts of a graph. formats are the formats that have no place for the part, separated by spaces.
var unsupported = []struct{ part, formats string }{
	{"the name of the graph", "csv geom-gcn npz"},
	{"the names of the nodes", "geom-gcn"},
	{"the names of the classes", "geom-gcn"},
	{"the names of the features", "geom-gcn"},
	{"the split", "geom-gcn"},
	{"more than the first split", "graphml gexf json csv"},
}

// WriteSplits is WriteWith with several splits in place of x.Split. In npz, x is ignored.
// lost lists the parts of the graph and the splits that the format cannot hold, as phrases for the user. Quantities of x are not listed.
func WriteSplits(g *graph.Graph, splits []graph.Split, x Extra, format string) (files []File, lost []string, err error) {
	// hasPart reports, for each row of unsupported in order, whether the graph or the splits have the part.
	hasPart := []bool{g.Name != "", g.NodeNames != nil, g.ClassNames != nil, g.FeatureNames != nil, len(splits) > 0, len(splits) > 1}
	for k, u := range unsupported {
		if hasPart[k] && slices.Contains(strings.Fields(u.formats), format) {
			lost = append(lost, u.part)
		}
	}
	if format == "csv" && g.FeatureNames != nil && !hasFeatureColumns(g) {
		lost = append(lost, "the names of the features")
	}
	// Only npz can hold several splits.
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
//   - In GraphML, GEXF and JSON the quantities are attributes. Reading the files returns the same graph without its notes. The
//     names are then in the form of cleanName.
//   - The other formats leave out the quantities, and the parts in the variable unsupported.
//
// An unknown format, an x that does not fit the graph (checkExtra), and features that are too large for a dense file are errors.
// Files returned with an error are incomplete.
func WriteWith(g *graph.Graph, x *Extra, format string) ([]File, error) {
	if err := checkExtra(x, g); err != nil {
		return nil, err
	}
	name := fileName(g.Name)
	// a is the only file, or the file of the edges. b is the file of the nodes.
	var a, b bytes.Buffer
	// single returns a as the only file. Its second argument is the error of the writer that has filled a.
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
	case "csv":
		err := writeTables(&a, &b, g, x)
		return []File{{Name: name + "-edges.csv", Data: a.Bytes()}, {Name: name + "-nodes.csv", Data: b.Bytes()}}, err
	case "geom-gcn":
		err := WriteGeomGCN(&a, &b, g)
		return []File{{Name: "out1_graph_edges.txt", Data: a.Bytes()}, {Name: "out1_node_feature_label.txt", Data: b.Bytes()}}, err
	}
	return nil, fmt.Errorf("graphio: no format %q to write; there are %s", format, strings.Join(WriteFormats(), ", "))
}

// fileName makes a file name of at most 60 ASCII letters, digits, hyphens and underscores.
// A hyphen replaces each sequence of hyphens and other characters in name. Without any allowed character, the result is "graph".
func fileName(name string) string {
	const maxFileName = 60
	s := strings.Map(func(r rune) rune {
		isLower, isUpper := r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z'
		isDigit := r >= '0' && r <= '9'
		return words.Either(isLower || isUpper || isDigit || r == '_', r, '-')
	}, name)
	// FieldsFunc and Join also remove the hyphens at the beginning and the end.
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

// print appends texts to the buffer. It flushes a buffer of more than 64 KiB.
func (p *printer) print(parts ...string) {
	const maxBuffer = 1 << 16
	for _, s := range parts {
		p.buf = append(p.buf, s...)
	}
	if len(p.buf) > maxBuffer {
		p.flush()
	}
}

// flush writes the buffer to w and returns the first error of all writes. After an error it writes nothing more.
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
// The attributes are those of [writeGraphML], but the keys of quantities have no prefix. x may be nil.
// In a graph with directions, every link is directed: an edge of both directions is two links.
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
	links := 0 // number of links written so far
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

// separator returns the text before element k of a JSON list, counted from 0.
func separator(k int) string { return words.Either(k == 0, "\n", ",\n") }

// maxTableCells limits the cells of a node table with a column per feature. This many cells take at least 4 MB of text.
const maxTableCells = 2_000_000

// hasFeatureColumns reports whether the node table of g has a column per feature: a header and g.N cells.
func hasFeatureColumns(g *graph.Graph) bool { return g.X.Cols > 0 && (g.N+1)*g.X.Cols <= maxTableCells }

// needsGuard reports whether a spreadsheet would evaluate a text as a formula. words.Guard puts an apostrophe before such a text.
func needsGuard(text string) bool { return words.Guard(text) != text }

// writeTables writes two tables as CSV. x may be nil.
//   - edges receives the columns source and target, and type (directed or undirected) for a graph with directions.
//   - nodes receives the columns id (from 0), name, class (-1 if it is unknown), class_name, set, and a column feature:… per feature.
//     The column name is missing for a graph without names, and set for an export without a split.
//
// If the columns of the f features would have more than maxTableCells cells with their header, a single column features(f) replaces them.
// Its cells are lists "column:value" of the non-zero features, with columns from 0.
func writeTables(edges, nodes io.Writer, g *graph.Graph, x *Extra) error {
	if err := writeEdgeTable(edges, g); err != nil {
		return err
	}
	// guard puts an apostrophe before a name that looks like a formula, unless the table is raw (Extra.Raw). A note in the first line then
	// requests the removal of the apostrophes. Names of features need none, because they follow a prefix.
	guard := func(text string) string { return text }
	isRaw := x != nil && x.Raw
	hasFormula := slices.ContainsFunc(g.NodeNames, needsGuard) || slices.ContainsFunc(g.ClassNames, needsGuard)
	if hasFormula && !isRaw {
		guard = words.Guard
		if _, err := io.WriteString(nodes, words.GuardNote); err != nil {
			return err
		}
	}
	sets, f := setTexts(x, g.N), g.X.Cols
	// table keeps the first error of Write, and table.Error returns it at the end.
	table := csv.NewWriter(nodes)
	// writeRow leaves out the name and the set if the table has no such column.
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
	hasColumns := hasFeatureColumns(g)
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

// featureColumns returns the name of each feature's column: the prefix "feature:" and the name of the feature, or else its index from 0.
func featureColumns(g *graph.Graph) []string {
	var columns []string
	seen := map[string]bool{}
	for c := range g.X.Cols {
		name := strconv.Itoa(c)
		if g.FeatureNames != nil {
			name = g.FeatureNames[c]
		}
		// Names of columns must be unique. The second feature with a name gets (2), the third (3), and so on.
		// TrimSpace is for empty names, of which the second becomes "(2)".
		for k, original := 2, name; seen[name]; k++ {
			name = strings.TrimSpace(fmt.Sprintf("%s (%d)", original, k))
		}
		seen[name] = true
		columns = append(columns, featurePrefix+name)
	}
	return columns
}

// writeEdgeTable writes the edges of writeTables. The CSV writer keeps the first error of Write, which is returned at the end.
func writeEdgeTable(w io.Writer, g *graph.Graph) error {
	table := csv.NewWriter(w)
	header := []string{"source", "target", typeKey}
	if g.Directions == nil { // the rows then have no type, either
		header = header[:2]
	}
	table.Write(header)
	for k := range g.Edges {
		from, to, bothDirections := g.Entry(k)
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

package graphio

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/order"
	"sheafscope/core/words"
)

// This file reads and writes the format Geom-GCN (Pei et al. 2020). A graph is two text files, each with a header line.
// The edge file has a line "source<TAB>target" per directed edge. The node file has a line "id<TAB>features<TAB>label" per node.
// The features are separated by commas. A dense row has one number per column. An indexed row, as in the actor data,
// has the numbers of the columns that are 1. Columns count from 0.

// geomRemedy is the remedy for an incomplete graph.
const geomRemedy = "a Geom-GCN graph is the pair out1_graph_edges.txt and out1_node_feature_label.txt"

// isGeomEdges detects the edge file by its header.
func isGeomEdges(d []byte) bool {
	first, _ := firstLine(d)
	return bytes.EqualFold(bytes.TrimSpace(first), []byte("node_id\tnode_id"))
}

// isGeomNodes detects the node file by its header.
func isGeomNodes(d []byte) bool {
	first, _ := firstLine(d)
	return bytes.HasPrefix(bytes.ToLower(first), []byte("node_id\tfeature"))
}

// readGeomGCN reads a graph from its two files. A damaged line is an error, and so is a label below -1 or from MaxClasses on.
func readGeomGCN(edges, nodes File) (*Found, error) {
	// The node file comes first: the ends of edges are checked against the number of nodes.
	rows, header, err := geomRows(nodes)
	if err != nil {
		return nil, err
	}
	directedEdges, err := geomEdges(edges, len(rows))
	if err != nil {
		return nil, err
	}
	g, tally := graph.Build(geomName(nodes.Name), len(rows), directedEdges)
	// nil means that every line has one direction. An edge with lines in both directions keeps both directions.
	g.Orient(directedEdges, nil)
	if err := geomFeatures(g, nodes.Name, rows, header); err != nil {
		return nil, err
	}
	// The number of classes is the largest label plus 1. Row i is node i.
	for i, r := range rows {
		y, err := strconv.Atoi(string(r.label))
		isInRange := y >= -1 && y < MaxClasses
		if err != nil || !isInRange {
			return nil, fault(nodes.Name, r.line, "classes are numbered from 0, -1 means unknown",
				"the label %s is not a class number below %d", quote(r.label), MaxClasses)
		}
		g.Labels[i] = y
		g.Classes = max(g.Classes, y+1)
	}
	return &Found{Graph: g, Format: "Geom-GCN", Tally: tally}, nil
}

// geomName returns the name of the graph: the name of the file without endings of graph formats (baseName).
// For a file with the usual name out1_… it is the name of the folder, and without a folder "Geom-GCN graph".
func geomName(path string) string {
	base := baseName(path)
	if !strings.HasPrefix(base, "out1_") {
		return base
	}
	folder := path[:strings.LastIndexAny(path, `/\`)+1]
	// In an archive, the folder may be the current one.
	if name := baseName(strings.TrimRight(folder, `/\`)); name != "" && name != "." {
		return name
	}
	return "Geom-GCN graph"
}

// geomEdges returns the directed edges of the edge file. n is the number of nodes.
// A line without two ids below n is an error, and so are more than MaxEdges edges.
func geomEdges(f File, n int) ([]graph.Edge, error) {
	// Each edge follows a line end, so the list is allocated once.
	list := make([]graph.Edge, 0, min(bytes.Count(f.Data, []byte{'\n'}), MaxEdges))
	for line, s := range contentLines(f.Data, "") {
		// The first line is the header.
		if line == 1 {
			continue
		}
		if len(list) == MaxEdges {
			return nil, fault(f.Name, line, smallerRemedy, "more than %d edges", MaxEdges)
		}
		source, target, hasTab := bytes.Cut(s, []byte{'\t'})
		if !hasTab {
			return nil, fault(f.Name, line, "the file may be cut short", "%s is not two node ids separated by a tab", quote(s))
		}
		var ends [2]int32
		for k, id := range [2][]byte{source, bytes.TrimSpace(target)} {
			node, why := parseID(id)
			if why == "" && node >= int64(n) {
				why = fmt.Sprintf("is not in 0..%d, the ids of the node file", n-1)
			}
			if why != "" {
				return nil, fault(f.Name, line, "check that both files belong to the same graph", "the node id %s %s", quote(id), why)
			}
			ends[k] = int32(node)
		}
		list = append(list, graph.Edge{I: ends[0], J: ends[1]})
	}
	return list, nil
}

// geomRow is a line of the node file.
type geomRow struct {
	// line is the number of the line. features is the text between the first and the last tab, and label the text after the last tab.
	line            int
	features, label []byte
}

// geomRows returns the lines of the node file in the order of their ids, and the header of the file.
// A line with fewer than three fields, a file without nodes, and more than MaxNodes nodes are errors.
// Ids that are not exactly 0, …, n−1 for n lines are an error, too.
func geomRows(f File) (rows []geomRow, header []byte, err error) {
	header, _ = firstLine(f.Data)
	var ids []int64
	for line, s := range lines(f.Data) {
		// The first line is the header. Blank lines are skipped.
		if line == 1 || len(bytes.TrimSpace(s)) == 0 {
			continue
		}
		// The first tab ends the id, and the last tab ends the features. The two indices are equal if the line has no second tab.
		idEnd, featuresEnd := bytes.IndexByte(s, '\t'), bytes.LastIndexByte(s, '\t')
		if idEnd == featuresEnd {
			return nil, nil, fault(f.Name, line, "the file may be cut short", "a node line needs id, features and label, separated by tabs")
		}
		id, why := parseID(s[:idEnd])
		if why != "" {
			return nil, nil, fault(f.Name, line, "ids are 0, 1, 2, …", "the node id %s %s", quote(s[:idEnd]), why)
		}
		if len(rows) == MaxNodes {
			return nil, nil, fault(f.Name, line, "take a part of the graph", "more than %d nodes", MaxNodes)
		}
		ids = append(ids, id)
		rows = append(rows, geomRow{line, s[idEnd+1 : featuresEnd], bytes.TrimSpace(s[featuresEnd+1:])})
	}
	if len(rows) == 0 {
		return nil, nil, fault(f.Name, 0, geomRemedy, "the file has no nodes")
	}
	rows, err = sortGeomRows(f.Name, rows, ids)
	return rows, header, err
}

// sortGeomRows returns the rows in the order of their ids. Ids that are no permutation of 0, …, n−1 are an error.
func sortGeomRows(file string, rows []geomRow, ids []int64) ([]geomRow, error) {
	sorted := make([]geomRow, len(rows))
	for k, id := range ids {
		if id >= int64(len(rows)) {
			return nil, fault(file, rows[k].line, "ids are 0, 1, 2, … without gaps", "the node id %d does not fit a file of %d nodes", id,
				len(rows))
		}
		// Lines count from 1, so an element with line 0 is not set yet.
		if sorted[id].line != 0 {
			return nil, fault(file, rows[k].line, "remove one of the lines", "node %d is also on line %d", id, sorted[id].line)
		}
		sorted[id] = rows[k]
	}
	return sorted, nil
}

// geomFeatures sets g.X from the rows of the node file. All rows are dense, or all rows are indexed. A damaged row or header is an error.
func geomFeatures(g *graph.Graph, name string, rows []geomRow, header []byte) error {
	// The header of indexed rows is node_id, feature(feature_amount:932), label.
	_, after, statesWidth := bytes.Cut(header, []byte("feature_amount:"))
	// claimed is the number of columns in the header, 0 if the header does not state it.
	claimed := int64(0)
	if statesWidth {
		number, _, _ := bytes.Cut(after, []byte{')'})
		amount, why := parseID(number)
		if why != "" || amount > MaxFeatures {
			return fault(name, 1, "correct the header", "feature_amount %s is not a number up to %d", quote(number), MaxFeatures)
		}
		claimed = amount
	}
	// Rows are indexed if the header states the number of columns. Without this number, rows of different lengths are indexed. But if
	// node 0 has a row of bits (hasOnlyBits), all rows are dense, and a row of a different length is damaged.
	width := countGeomFields(rows[0].features)
	indexed := statesWidth
	if !statesWidth && !hasOnlyBits(rows[0].features) {
		indexed = slices.ContainsFunc(rows, func(r geomRow) bool { return countGeomFields(r.features) != width })
	}
	// featureRows.add checks only columns that are not 0.
	if !indexed && width > MaxFeatures {
		return fault(name, rows[0].line, "take fewer features", "more than %d feature columns", MaxFeatures)
	}
	x := newFeatures(name, g.N, words.Either(indexed, int(claimed), width))
	for _, r := range rows {
		x.line = r.line
		length := countGeomFields(r.features)
		switch {
		case indexed:
			x.indexedRow(r.features)
		case length != width:
			x.err = fault(name, r.line, "the line may be damaged", "the node has %d features, node 0 has %d", length, width)
		default:
			x.denseRow(r.features)
		}
		if x.err != nil {
			return x.err
		}
		x.endRow()
	}
	x.assignTo(g, 0) // no value is missing
	return nil
}

// countGeomFields returns the number of fields of s, which commas separate. An empty s has no field.
func countGeomFields(s []byte) int { return oneIf(len(s) > 0) + bytes.Count(s, []byte{','}) }

// hasOnlyBits reports whether s has three or more fields and every field is 0 or 1. A comma may follow the last field.
// A row of bits is dense. Shorter rows do not decide: "0,1" may also be two column numbers.
func hasOnlyBits(s []byte) bool {
	if len(s) < len("0,0,0") {
		return false
	}
	for i, c := range s {
		// Even indices have bits, odd indices have commas.
		isExpected := c == ','
		if i%2 == 0 {
			isExpected = c == '0' || c == '1'
		}
		if !isExpected {
			return false
		}
	}
	return true
}

// WriteGeomGCN writes a graph, its features and its labels as the two files of Geom-GCN. An edge with both directions has two lines.
// The names of nodes, classes and features are lost. The number of fields is the number of nodes times the number of feature columns.
//   - If all features are 0 or 1 and there are more than maxDense/10 (5 million) fields, the rows are indexed.
//   - Other rows are dense. More than maxDense (50 million) fields are an error; the edge file is then already written.
func WriteGeomGCN(edges, nodes io.Writer, g *graph.Graph) error {
	p := &printer{w: edges}
	p.print("node_id\tnode_id\n")
	for k := range g.Edges {
		source, target, bothWays := g.Entry(k)
		s, t := strconv.Itoa(int(source)), strconv.Itoa(int(target))
		p.print(s, "\t", t, "\n")
		if bothWays {
			p.print(t, "\t", s, "\n")
		}
	}
	if err := p.flush(); err != nil {
		return err
	}
	cols := g.X.Cols
	// X.Val has only the features that are not 0.
	isBinary := !slices.ContainsFunc(g.X.Val, func(v float64) bool { return v != 1 })
	// A file of up to preferDense fields, one per node and column, stays dense, because older programs read dense rows only.
	const preferDense = maxDense / 10
	indexed := isBinary && g.N*cols > preferDense
	if !indexed && g.N*cols > maxDense {
		return fmt.Errorf("graphio: the features of %s, %d×%d, are too many for a dense file", g.Name, g.N, cols)
	}
	// The node file has the features in one of the two forms.
	p = &printer{w: nodes}
	p.print("node_id\tfeature", words.Either(indexed, "(feature_amount:"+strconv.Itoa(cols)+")", ""), "\tlabel\n")
	for i := range g.N {
		var texts []string
		if indexed {
			for _, c := range g.X.Col[g.X.Ptr[i]:g.X.Ptr[i+1]] {
				texts = append(texts, strconv.Itoa(int(c)))
			}
		} else {
			texts = denseTexts(g.X, i)
		}
		p.print(strconv.Itoa(i), "\t", strings.Join(texts, ","), "\t", strconv.Itoa(g.Labels[i]), "\n")
	}
	return p.flush()
}

// denseRow adds the features of a row with one number per column. The numbers are separated by commas.
// x.err gets the error of a field that is no number, and a fault of add.
func (x *featureRows) denseRow(row []byte) {
	rest := row
	for col := 0; len(rest) > 0; col++ {
		var field []byte
		field, rest, _ = bytes.Cut(rest, []byte{','})
		// Most features are 0: they need no parsing.
		if len(field) == 1 && field[0] == '0' {
			continue
		}
		v, why := parseNumber(string(field))
		if why != "" && x.err == nil {
			// x.Ptr has one element more than there are complete rows, so len(x.Ptr)-1 is the node of this row.
			x.err = fault(x.file, x.line, finiteRemedy, "feature %d of node %d, %s, %s", col, len(x.Ptr)-1, quote(field), why)
		}
		// After an error add does nothing.
		x.add(col, v)
	}
}

// indexedRow adds the features of a row from a list of the columns that are 1, in any order. A repeated column counts once.
// x.err gets the error of a field that is no column number below MaxFeatures, and a fault of add.
func (x *featureRows) indexedRow(row []byte) {
	var cols []int
	rest := row
	for len(rest) > 0 {
		var field []byte
		field, rest, _ = bytes.Cut(rest, []byte{','})
		col, why := parseID(bytes.TrimSpace(field))
		if why == "" && col >= MaxFeatures {
			why = "is over the limit of " + strconv.Itoa(MaxFeatures) + " columns"
		}
		if why != "" {
			x.err = fault(x.file, x.line, "features of this file are column numbers", "the column number %s %s", quote(field), why)
			return
		}
		cols = append(cols, int(col))
		// The matrix may become wider than the header states: the header of the actor file states one column too few.
		x.Cols = max(x.Cols, int(col)+1)
	}
	// The matrix stores its rows in ascending order of columns.
	order.Ints(cols)
	for _, c := range slices.Compact(cols) {
		x.add(c, 1)
	}
}

package graphio

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/words"
)

// Geom-GCN (Pei et al. 2020) stores a graph in two text files, each with a header line.
// The edge file lists directed edges, "source<TAB>target". The node file has a line "id<TAB>features<TAB>label" per node.
// Features are one number a column, separated by commas, or (actor data) the numbers of the columns that are 1.

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

// readGeomGCN reads the pair of files.
func readGeomGCN(edges, nodes File) (*Found, error) {
	rows, header, err := geomRows(nodes)
	if err != nil {
		return nil, err
	}
	list, err := geomEdges(edges, len(rows))
	if err != nil {
		return nil, err
	}
	g, tally := graph.Build(geomName(nodes.Name), len(rows), list)
	g.Orient(list, nil)
	if err := geomFeatures(g, nodes.Name, rows, header); err != nil {
		return nil, err
	}
	for i, r := range rows {
		y, err := strconv.Atoi(string(r.label))
		if err != nil || y < -1 || y >= MaxClasses {
			return nil, fault(nodes.Name, r.line, "classes are numbered from 0, -1 means unknown",
				"the label %s is not a class number below %d", quote(r.label), MaxClasses)
		}
		g.Labels[i] = y
		g.Classes = max(g.Classes, y+1)
	}
	return &Found{Graph: g, Format: "Geom-GCN", Tally: tally}, nil
}

// geomName returns the name of the graph: the file name, or the folder name for the common name out1_….
func geomName(path string) string {
	base := baseName(path)
	if !strings.HasPrefix(base, "out1_") {
		return base
	}
	path = strings.TrimRight(path[:len(path)-len(path[strings.LastIndexAny(path, `/\`)+1:])], `/\`)
	if dir := baseName(path); dir != "" {
		return dir
	}
	return "Geom-GCN graph"
}

// geomEdges returns the directed edges of the edge file among n nodes.
func geomEdges(f File, n int) ([]graph.Edge, error) {
	// Counting lines allocates the list once, and bounds it before.
	capacity := bytes.Count(f.Data, []byte{'\n'})
	if capacity > MaxEdges {
		return nil, fault(f.Name, 0, "take a part of the graph", "the file has %d lines, over the limit of %d edges", capacity, MaxEdges)
	}
	list := make([]graph.Edge, 0, capacity)
	for line, s := range contentLines(f.Data, "") {
		if line == 1 {
			continue
		}
		a, b, ok := bytes.Cut(s, []byte{'\t'})
		if !ok {
			return nil, fault(f.Name, line, "the file may be cut short", "%s is not two node ids separated by a tab", quote(s))
		}
		var e [2]int32
		for k, id := range [2][]byte{a, bytes.TrimSpace(b)} {
			v, why := parseID(id)
			if why == "" && v >= int64(n) {
				why = fmt.Sprintf("is not in 0..%d, the ids of the node file", n-1)
			}
			if why != "" {
				return nil, fault(f.Name, line, "check that both files belong to the same graph", "the node id %s %s", quote(id), why)
			}
			e[k] = int32(v)
		}
		list = append(list, graph.Edge{I: e[0], J: e[1]})
	}
	return list, nil
}

// geomRow is a line of the node file.
type geomRow struct {
	line            int
	features, label []byte
}

// geomRows returns the lines of the node file in the order of their ids, and its header.
func geomRows(f File) (rows []geomRow, header []byte, err error) {
	header, _ = firstLine(f.Data)
	var ids []int64
	for line, s := range lines(f.Data) {
		if line == 1 || len(bytes.TrimSpace(s)) == 0 {
			continue
		}
		a, b := bytes.IndexByte(s, '\t'), bytes.LastIndexByte(s, '\t')
		if a == b {
			return nil, nil, fault(f.Name, line, "the file may be cut short", "a node line needs id, features and label, separated by tabs")
		}
		id, why := parseID(s[:a])
		if why != "" {
			return nil, nil, fault(f.Name, line, "ids are 0, 1, 2, …", "the node id %s %s", quote(s[:a]), why)
		}
		if len(rows) == MaxNodes {
			return nil, nil, fault(f.Name, line, "take a part of the graph", "more than %d nodes", MaxNodes)
		}
		ids, rows = append(ids, id), append(rows, geomRow{line, s[a+1 : b], bytes.TrimSpace(s[b+1:])})
	}
	if len(rows) == 0 {
		return nil, nil, fault(f.Name, 0, geomRemedy, "the file has no nodes")
	}
	// Ids are a permutation of 0..n-1: each row is at the place of its id.
	sorted := make([]geomRow, len(rows))
	for k, id := range ids {
		if id >= int64(len(rows)) {
			return nil, nil, fault(f.Name, rows[k].line, "ids are 0, 1, 2, … without gaps", "the node id %d does not fit a file of %d nodes", id,
				len(rows))
		}
		if sorted[id].line != 0 {
			return nil, nil, fault(f.Name, rows[k].line, "remove one of the lines", "node %d is also on line %d", id, sorted[id].line)
		}
		sorted[id] = rows[k]
	}
	return sorted, header, nil
}

// geomFeatures sets g.X from the rows.
// Features are lists of columns where the header gives their number, or where rows differ in length and the first is not dense.
func geomFeatures(g *graph.Graph, name string, rows []geomRow, header []byte) error {
	claimed, indexed := int64(0), false
	if _, after, ok := bytes.Cut(header, []byte("feature_amount:")); ok {
		number, _, _ := bytes.Cut(after, []byte{')'})
		v, why := parseID(number)
		if why != "" || v > MaxFeatures {
			return fault(name, 1, "correct the header", "feature_amount %s is not a number up to %d", quote(number), MaxFeatures)
		}
		claimed, indexed = v, true
	}
	width := fields(rows[0].features)
	if !indexed && !onlyBits(rows[0].features) {
		indexed = slices.ContainsFunc(rows, func(r geomRow) bool { return fields(r.features) != width })
	}
	// The header states the width of lists, the first row that of dense rows.
	x := newFeatures(name, g.N, words.Either(indexed, int(claimed), width))
	for _, r := range rows {
		x.line = r.line
		if indexed {
			x.indexedRow(r.features)
		} else if got := fields(r.features); got != width {
			x.err = fault(name, r.line, "the line may be damaged", "the node has %d features, node 0 has %d", got, width)
		} else {
			x.denseRow(r.features)
		}
		if x.err != nil {
			return x.err
		}
		x.endRow()
	}
	x.assignTo(g, 0)
	return nil
}

// fields returns the number of comma-separated fields of s, 0 for an empty s.
func fields(s []byte) int { return oneIf(len(s) > 0) + bytes.Count(s, []byte{','}) }

// onlyBits reports whether s has three or more fields, each 0 or 1. Such a row is dense.
func onlyBits(s []byte) bool {
	if len(s) < 5 {
		return false
	}
	for i, c := range s {
		if i%2 == 1 && c != ',' || i%2 == 0 && c != '0' && c != '1' {
			return false
		}
	}
	return true
}

// WriteGeomGCN writes the pair of Geom-GCN files. An edge with both directions has two lines. Names are not kept.
// Features are dense, or lists of columns where all are 0 or 1 and the dense file would be large.
// A dense file with more than 50 million fields is an error.
func WriteGeomGCN(edges, nodes io.Writer, g *graph.Graph) error {
	p := &printer{w: edges}
	p.print("node_id\tnode_id\n")
	for k := range g.Edges {
		from, to, two := g.Entry(k)
		s, t := strconv.Itoa(int(from)), strconv.Itoa(int(to))
		if p.print(s, "\t", t, "\n"); two {
			p.print(t, "\t", s, "\n")
		}
	}
	if err := p.flush(); err != nil {
		return err
	}
	f := g.X.Cols
	bits := !slices.ContainsFunc(g.X.Val, func(v float64) bool { return v != 1 })
	// Small graphs stay dense: older programs read only that form.
	indexed := bits && g.N*f > maxDense/10
	if !indexed && g.N*f > maxDense {
		return fmt.Errorf("graphio: the features of %s, %d×%d, are too many for a dense file", g.Name, g.N, f)
	}
	p = &printer{w: nodes}
	p.print("node_id\tfeature", words.Either(indexed, "(feature_amount:"+strconv.Itoa(f)+")", ""), "\tlabel\n")
	for i := range g.N {
		var texts []string
		for k := g.X.Ptr[i]; indexed && k < g.X.Ptr[i+1]; k++ {
			texts = append(texts, strconv.Itoa(int(g.X.Col[k])))
		}
		if !indexed {
			texts = denseTexts(g.X, i)
		}
		p.print(strconv.Itoa(i), "\t", strings.Join(texts, ","), "\t", strconv.Itoa(g.Labels[i]), "\n")
	}
	return p.flush()
}

// denseRow adds a row with one number a column.
func (x *featureRows) denseRow(rest []byte) {
	for col := 0; len(rest) > 0; col++ {
		var s []byte
		s, rest, _ = bytes.Cut(rest, []byte{','})
		if len(s) == 1 && s[0] == '0' {
			continue
		}
		v, why := parseNumber(string(s))
		if why != "" && x.err == nil {
			x.err = fault(x.file, x.line, finiteRemedy, "feature %d of node %d, %s, %s", col, len(x.Ptr)-1, quote(s), why)
		}
		x.add(col, v)
	}
}

// indexedRow adds a row that lists the columns equal to 1, in any order and with repetitions.
func (x *featureRows) indexedRow(rest []byte) {
	var cols []int
	for len(rest) > 0 {
		var s []byte
		s, rest, _ = bytes.Cut(rest, []byte{','})
		v, why := parseID(bytes.TrimSpace(s))
		if why == "" && v >= MaxFeatures {
			why = "is over the limit of " + strconv.Itoa(MaxFeatures) + " columns"
		}
		if why != "" {
			x.err = fault(x.file, x.line, "features of this file are column numbers", "the column number %s %s", quote(s), why)
			return
		}
		// The header of the actor file gives one column too few.
		cols, x.Cols = append(cols, int(v)), max(x.Cols, int(v)+1)
	}
	slices.Sort(cols)
	for _, c := range slices.Compact(cols) {
		x.add(c, 1)
	}
}

package graphio

import (
	"cmp"
	"path"
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/order"
	"sheafscope/core/words"
)

// This file chooses the table of edges among several tables, for readTables (tables.go).

// The scores of a table, by the evidence for a table of nodes or of edges.
const (
	// headedEdges is for a header with the two ends of an edge, and headedNodes for a header with ids.
	// repeatedCells is for a first column with repetitions, and uniqueCells for a first column without repetitions.
	headedEdges   = -1
	repeatedCells = 0
	uniqueCells   = 1
	headedNodes   = 2
)

// nodeScore returns the score of the table: one of the constants from headedEdges to headedNodes.
func (t *table) nodeScore() int {
	if t.header != nil {
		if t.edgeColumns() != [2]int{-1, -1} {
			return headedEdges
		}
		if t.headerColumn(idKeys) >= 0 {
			return headedNodes
		}
	}
	// In a table of nodes, no id occurs twice in the first column.
	seen := map[string]bool{}
	for _, cells := range t.allRows() {
		// More than MaxNodes different cells are no ids.
		if seen[cells[0]] || len(seen) > MaxNodes {
			return repeatedCells
		}
		seen[strings.Clone(cells[0])] = true
	}
	return uniqueCells
}

// fileWords are the words in file names that announce the content (kind) of a table. The words are from the data sets of OGB, TUDataset,
// Elliptic, LINQS and others. Tables of the kind "left" are left out of the graph.
var fileWords = []struct {
	kind  string
	words []string
}{
	{"left", strings.Fields(`graph_indicator graph-indicator graph_labels graph-label graph_attributes edge_labels edge-labels edge_attributes
		edge-attr edge-feat edge_feat edge-year edge_reltype num-edge-list num-node-list mapping relations_map featnames circles`)},
	{"edges", strings.Fields("edge edges link links edgelist cites adj_list relation relations arcs connections follows")},
	{"features", strings.Fields("feat features node-feat node_attributes node-attr content node_features")},
	{"nodes", strings.Fields("node nodes node-label node_labels labels label classes class target targets community cmty vertices")},
}

// fileKind returns the kind in fileWords that a file name announces: the first kind with a matching word.
// The word must end the name, and must follow a mark or begin the name. A word for edges needs no mark, and a word of the kind "left"
// need not end the name.
// Without such a word, fileKind returns "edges" for a name that ends with _a, and "" for any other name.
func fileKind(file string) string {
	name := strings.ToLower(baseName(file))
	// A browser adds a number to the name of a second download, as in edges (1).csv.
	if base, number, ok := strings.Cut(name, " ("); ok && isInteger(strings.TrimSuffix(number, ")")) {
		name = base
	}
	for _, w := range fileWords {
		for _, s := range w.words {
			start := strings.LastIndex(name, s)
			if start < 0 {
				continue
			}
			hasBegin := w.kind == "edges" || start == 0 || strings.IndexByte("-_. ", name[start-1]) >= 0
			hasEnd := w.kind == "left" || start+len(s) == len(name)
			if hasBegin && hasEnd {
				return w.kind
			}
		}
	}
	// TUDataset calls the file of edges NAME_A.txt. name is in lower case.
	if strings.HasSuffix(name, "_a") {
		return "edges"
	}
	return ""
}

// edgeHints are the parts of a correction that determine the table of edges.
type edgeHints struct {
	// corrected reports that the user has corrected the layout or the columns of the edges: without a chosen form, the table has pairs.
	// ends reports that the user has chosen an end of the edges.
	corrected, ends bool
	// table is the name of the table of edges, or its number from 1. It is "" if the user has not chosen the table.
	table string
}

// edgeTable returns the index of the table of edges. It returns an error if the choice is not clear, if the table that the user has chosen
// does not exist, or if the only table has nodes without edges.
// The evidence is, in this order: the user's choice, the headers and shapes of the tables, ends that are ids of other tables, file names,
// and the number of columns. Unless the user has chosen, edgeTable sets t.alone of a single table, or t.beside of each of several tables.
func edgeTable(tables []*table, hints edgeHints) (int, error) {
	if chosen := hints.table; chosen != "" {
		for k, t := range tables {
			hasNumber := chosen == strconv.Itoa(k+1)
			hasName := t.Name == chosen || strings.EqualFold(path.Base(t.Name), chosen)
			if hasNumber || hasName {
				return k, nil
			}
		}
		return 0, fault(tables[0].Name, 0, "name it as it is called, or by its number from 1", "there is no table %s", quote(chosen))
	}
	// A single table is the table of edges, unless it is a node table without any evidence for edges.
	if len(tables) == 1 {
		t := tables[0]
		t.alone = true
		isNodeTable := !hints.ends && t.nodeScore() == headedNodes
		// Any other shape than pairs is evidence for edges: a matrix or an adjacency list.
		// hasPairs is a function, because the shape is needed only for a node table.
		hasPairs := func() bool { return hints.corrected || t.shape() == shapePairs }
		if isNodeTable && hasPairs() && t.propose() == nil {
			return 0, t.endsError("the table holds nodes; the edge list is missing")
		}
		return 0, nil
	}
	// ids has the ids of each table.
	ids := make([]map[string]bool, len(tables))
	for k, t := range tables {
		ids[k] = t.uniqueIDs()
	}
	// scores are the scores of nodeScore, but headedEdges for matrices and lists, and headedNodes for a single column.
	// shares are the shares of ends that are ids of other tables.
	scores, shares := make([]int, len(tables)), make([]float64, len(tables))
	for k, t := range tables {
		t.beside = map[string]bool{}
		for other := range tables {
			for id := range ids[other] {
				// An id that occurs only in t has the value false.
				t.beside[id] = t.beside[id] || other != k
			}
		}
		scores[k] = t.nodeScore()
		// A single column cannot be a list of edges.
		if t.size.most == 1 {
			scores[k] = headedNodes
		}
		if scores[k] > headedEdges && !hints.corrected && t.shape() != shapePairs {
			scores[k] = headedEdges
		}
		shares[k] = t.shareOfEnds()
	}
	// best returns the index of the table with the largest value. It returns -1 if the lead over the second largest value is less than margin.
	best := func(value func(k int) float64, margin float64) int {
		// ranked has the indices of the tables in descending order of their values.
		ranked := make([]int, len(tables))
		for k := range ranked {
			ranked[k] = k
		}
		order.By(ranked, func(p, q int) bool { return value(p) > value(q) })
		if value(ranked[0]) >= value(ranked[1])+margin {
			return ranked[0]
		}
		return -1
	}
	// nameScore is 1 if the file name announces edges, 0 if it announces nothing, and -2 if it announces another content.
	// Different scores differ by the margin 1 below, or by more.
	nameScore := func(k int) float64 {
		switch fileKind(tables[k].Name) {
		case "edges":
			return 1
		case "":
			return 0
		}
		return -2
	}
	edgeScore := func(k int) float64 { return -float64(scores[k]) }
	shareOfEnds := func(k int) float64 { return shares[k] }
	// The strongest evidence comes first.
	for _, choice := range []int{
		best(edgeScore, 1),
		best(shareOfEnds, 0.5),
		best(nameScore, 1),
	} {
		// A single column cannot be a list of edges.
		if choice >= 0 && tables[choice].size.most > 1 {
			return choice, nil
		}
	}
	// Of two tables without a header, the table with more columns has the nodes.
	if len(tables) == 2 {
		first, second := tables[0], tables[1]
		haveNoHeader := first.header == nil && second.header == nil
		if haveNoHeader && first.width != second.width {
			return oneIf(second.width < first.width), nil
		}
	}
	const remedy = "call the edge list edges.csv, or name it with -edge-file FILE; " + tableRemedy
	if len(tables) > 2 { // the error names the first table that is too many
		return 0, fault(tables[2].Name, 0, remedy, "there are %d tables, and it is not clear which one holds the edges", len(tables))
	}
	return 0, fault(tables[1].Name, 0, remedy, "it is not clear which of the two tables holds the edges")
}

// endsError returns the error of a single table without edges. why is the message.
// The error contains the recognition of the columns, so that the user can select the two ends.
func (t *table) endsError(why string) error {
	// The remedy has an example with two columns of the table: their names or, without a header, their numbers.
	// Friend is an invented name, for a table without a second named column.
	source := cmp.Or(t.columnName(max(0, t.headerColumn(idKeys))), "1")
	target := words.Either(t.header == nil, "2", "Friend")
	for c := range t.width {
		if name := t.columnName(c); name != "" && name != source {
			target = name
			break
		}
	}
	err := fault(t.Name, 0, "add the edge list, or say which columns are the two ends of an edge, such as -columns source="+source+
		",target="+target, "%s", why)
	headerRows := oneIf(t.header != nil)
	sheet := content.Sheet{File: cleanName(t.Name), Table: content.Edges, Separator: content.SeparatorName(t.separator), Book: inBook(t.Name),
		Header: t.header != nil, Form: content.FormPairs, Rows: t.size.rows - headerRows}
	// The columns are shown with the first two as ends, as a suggestion.
	rows := t.rows[headerRows:]
	for c := range min(t.width, content.MaxColumns) {
		col := content.SheetColumn{Name: shortCell(t.columnName(c)), Role: content.RoleIgnored,
			Sample: sampleCells(rows[:min(len(rows), content.MaxSample)], c)}
		if c < 2 {
			col.Role = []content.Role{content.RoleSource, content.RoleTarget}[c]
		}
		sheet.Columns = append(sheet.Columns, col)
	}
	sheet.More = max(0, t.width-content.MaxColumns)
	err.Found = &Recognition{Format: "table", Sheets: []content.Sheet{sheet}, Doubts: []Doubt{{Rule: "ends", Text: "It is not clear " +
		"which columns of " + quote(cleanName(t.Name)) + " are the two ends of an edge: choose them, or add the edge list."}}}
	return err
}

// uniqueIDs returns the ids of a node table. A row whose id occurs in an earlier row is a repetition.
// uniqueIDs returns nil if more than a tenth of the ids have repetitions, or if two repetitions of one id differ.
func (t *table) uniqueIDs() map[string]bool {
	ids, column := map[string]bool{}, max(0, t.headerColumn(idKeys))
	// repetitions has the last repetition of each id, as the text of the row.
	repetitions := map[string]string{}
	for _, cells := range t.bodyRows() {
		// A row without the column of ids, or too many ids, ends the loop. Only the ids so far are then tested and returned.
		if column >= len(cells) || len(ids) > MaxNodes {
			break
		}
		id := strings.TrimSpace(cells[column])
		if !ids[id] {
			ids[strings.Clone(id)] = true
			continue
		}
		// Repetitions are compared with each other, but not with the first row of the id, whose text is not kept.
		row := strings.Join(cells, "\t")
		earlier := repetitions[id]
		if earlier != "" && earlier != row {
			return nil
		}
		repetitions[strings.Clone(id)] = row
	}
	hasManyRepetitions := 10*len(repetitions) > len(ids)
	return words.Either(hasManyRepetitions, nil, ids)
}

// shareOfEnds returns the share of rows whose two ends are ids of other tables, among the first rows: from 0 to 1, and 0 without rows.
func (t *table) shareOfEnds() float64 {
	const maxRows = 2000
	cols, rows, found := t.endColumns(), 0, 0
	for _, cells := range t.bodyRows() {
		if rows == maxRows {
			break
		}
		// A row without one of its ends does not count.
		if max(cols[0], cols[1]) >= len(cells) {
			continue
		}
		rows++
		areIDs := t.beside[strings.TrimSpace(cells[cols[0]])] && t.beside[strings.TrimSpace(cells[cols[1]])]
		found += oneIf(areIDs)
	}
	return float64(found) / float64(max(rows, 1))
}

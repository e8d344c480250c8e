package graphio

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// The choice of the table of edges among several tables, and the classification of the other tables.

// The scores of a table, by the evidence for a table of nodes or of edges.
const (
	// headedEdges is for a header with the two ends of an edge, repeatedCells for a first column with repetitions.
	headedEdges   = -1
	repeatedCells = 0
	// uniqueCells is for a first column without repetitions, headedNodes for a header with ids.
	uniqueCells = 1
	headedNodes = 2
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
	seen := map[string]bool{}
	for _, cells := range t.allRows() {
		if seen[cells[0]] || len(seen) > MaxNodes {
			return repeatedCells
		}
		seen[strings.Clone(cells[0])] = true
	}
	return uniqueCells
}

// fileWords are the words in file names that announce the content (kind) of a table. They are from the data sets of OGB, TUDataset,
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

// fileKind returns the kind in fileWords that a file name announces. It returns "" if the name has no such word.
// The word must end the name and follow a mark. A word for edges needs no mark, and a word of the kind "left" need not end the name.
func fileKind(file string) string {
	name := strings.ToLower(baseName(file))
	for _, w := range fileWords {
		for _, s := range w.words {
			start := strings.LastIndex(name, s)
			if start < 0 {
				continue
			}
			followsMark := start == 0 || strings.IndexByte("-_. ", name[start-1]) >= 0
			endsName := start+len(s) == len(name)
			if (followsMark || w.kind == "edges") && (endsName || w.kind == "left") {
				return w.kind
			}
		}
	}
	// TUDataset names the adjacency NAME_A.txt.
	if strings.HasSuffix(name, "_a") {
		return "edges"
	}
	return ""
}

// edgeHints are the parts of a correction that determine the table of edges.
type edgeHints struct {
	// corrected reports that the user has corrected the rows of edges, ends that the user has corrected the ends of an edge.
	corrected, ends bool
	// table is the name of the table of edges, or its number from 1. It is "" if the user has not chosen the table.
	table string
}

// edgeTable returns the index of the table of edges. It returns an error if the choice is not clear.
// The user's choice has priority. Then follow the shapes of the tables, ends that are ids of other tables, and file names.
func edgeTable(tables []*table, hints edgeHints) (int, error) {
	if chosen := hints.table; chosen != "" {
		for k, t := range tables {
			isNumber := chosen == strconv.Itoa(k+1)
			isName := t.Name == chosen || strings.EqualFold(path.Base(t.Name), chosen)
			if isNumber || isName {
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
		if isNodeTable && (hints.corrected || t.shape() == shapePairs) && t.propose() == nil {
			return 0, t.endsError("the table holds nodes; the edge list is missing")
		}
		return 0, nil
	}
	// The ids of each table, to compare with the ends of the others.
	ids := make([]map[string]bool, len(tables))
	for k, t := range tables {
		ids[k] = t.uniqueIDs()
	}
	// scores are the scores of nodeScore, and headedEdges for matrices and lists.
	// shares are the shares of ends that are ids of other tables.
	scores, shares := make([]int, len(tables)), make([]float64, len(tables))
	for k, t := range tables {
		t.beside = map[string]bool{}
		for other := range tables {
			for id := range ids[other] {
				t.beside[id] = t.beside[id] || other != k
			}
		}
		// A single column cannot be a list of edges.
		scores[k] = t.nodeScore()
		if t.size.most == 1 {
			scores[k] = headedNodes
		}
		if scores[k] > headedEdges && !hints.corrected && t.shape() != shapePairs {
			scores[k] = headedEdges
		}
		shares[k] = t.shareOfEnds()
	}
	// best returns the index of the table with the largest value. It returns -1 if the second largest value is less than margin below.
	best := func(value func(k int) float64, margin float64) int {
		order := make([]int, len(tables))
		for k := range order {
			order[k] = k
		}
		slices.SortStableFunc(order, func(p, q int) int { return oneIf(value(q) > value(p)) - oneIf(value(p) > value(q)) })
		if value(order[0]) >= value(order[1])+margin {
			return order[0]
		}
		return -1
	}
	// nameScore is 1 if the file name announces edges, 0 if it announces nothing, and -2 if it announces another content.
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
	// The evidence in the order of its strength: the header and the shape, shared ids, the file name.
	for _, choice := range []int{
		best(edgeScore, 1),
		best(shareOfEnds, 0.5),
		best(nameScore, 1),
	} {
		if choice >= 0 && tables[choice].size.most > 1 {
			return choice, nil
		}
	}
	// Of two tables without a header, the table with more columns has the nodes.
	if len(tables) == 2 && tables[0].header == nil && tables[1].header == nil && tables[0].width != tables[1].width {
		return oneIf(tables[1].width < tables[0].width), nil
	}
	// No evidence is left, and the user must decide.
	const remedy = "call it edges.csv, or say which one with -edge-file FILE; " + tableRemedy
	if len(tables) > 2 {
		return 0, fault(tables[2].Name, 0, remedy, "there are %d tables, and it is not clear which one holds the edges", len(tables))
	}
	return 0, fault(tables[1].Name, 0, remedy, "it is not clear which of the two tables holds the edges")
}

// endsError returns the error of a single table without edges. why is the message.
// The error contains the recognition of the columns, so that the user can select the two ends.
func (t *table) endsError(why string) error {
	// The remedy has an example with names of columns of the table or, if the table has no header, with their numbers.
	source := cmp.Or(t.columnName(max(0, t.headerColumn(idKeys))), "1")
	target := words.Either(t.header == nil, "2", "Friend")
	if t.width > 1 && t.columnName(1) != "" {
		target = t.columnName(1)
	}
	err := fault(t.Name, 0, "add the edge list, or say which columns are the two ends of an edge, such as -columns source="+source+
		",target="+target, "%s", why)
	sheet := content.Sheet{File: cleanName(t.Name), Table: content.Edges, Separator: content.SeparatorName(t.separator), Book: inBook(t.Name),
		Header: t.header != nil,
		Form:   content.FormPairs, Rows: t.size.rows - oneIf(t.header != nil)}
	// The columns are shown with the first two as ends, as a suggestion.
	rows := t.rows[oneIf(t.header != nil):]
	for c := range min(t.width, content.MaxColumns) {
		col := content.SheetColumn{Name: shortCell(t.columnName(c)), Role: content.RoleIgnored,
			Sample: sampleCells(rows[:min(len(rows), content.MaxSample)], c)}
		if c < 2 {
			col.Role = []content.Role{content.RoleSource, content.RoleTarget}[c]
		}
		sheet.Columns = append(sheet.Columns, col)
	}
	sheet.More = max(0, t.width-content.MaxColumns)
	err.Found = &Recognition{Format: "table", Sheets: []content.Sheet{sheet}, Doubts: []Doubt{{Rule: "ends", Text: "No two columns of " +
		quote(cleanName(t.Name)) + " share their values: say which of them are the two ends of an edge, or add the edge list."}}}
	return err
}

// uniqueIDs returns the ids of a node table. It returns nil if the second and a later row of an id differ,
// or if more than a tenth of the ids occur several times.
func (t *table) uniqueIDs() map[string]bool {
	ids, column := map[string]bool{}, max(0, t.headerColumn(idKeys))
	// repetitions has the second row of each id that occurs several times.
	repetitions := map[string]string{}
	for _, cells := range t.bodyRows() {
		if column >= len(cells) || len(ids) > MaxNodes {
			break
		}
		id := strings.TrimSpace(cells[column])
		if !ids[id] {
			ids[strings.Clone(id)] = true
			continue
		}
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

// shareOfEnds returns the share of rows whose two ends are ids of other tables, among the first rows.
func (t *table) shareOfEnds() float64 {
	const maxRows = 2000
	cols, rows, found := t.endColumns(), 0, 0
	for _, cells := range t.bodyRows() {
		if rows == maxRows {
			break
		}
		if cols[1] >= len(cells) {
			continue
		}
		rows++
		areIDs := t.beside[strings.TrimSpace(cells[cols[0]])] && t.beside[strings.TrimSpace(cells[cols[1]])]
		found += oneIf(areIDs)
	}
	return float64(found) / float64(max(rows, 1))
}

// classifyNodeTables classifies the tables in list beside the table of edges t. It sets rowsFrom of a table without ids, which has a row
// per node, and set of a list of nodes, which is a set of the split.
// It returns the node tables in the order in which they are read, and the names of the files that are left out.
func (t *table) classifyNodeTables(list []*table) (nodes []*table, leftOut []string) {
	smallest, largest := t.endRange()
	// rank is the place in the order: tables with a header, tables without a header, sets of the split.
	// In each group, tables of a single column come first.
	rank := func(n *table) int {
		const hasColumns, hasNoHeader, isSplit = 1, 2, 10
		return hasColumns*oneIf(n.size.most > 1) + hasNoHeader*oneIf(n.header == nil) + isSplit*oneIf(n.set != "")
	}
	for _, n := range list {
		rows := int64(n.size.rows - oneIf(n.header != nil))
		n.rowsFrom = -1
		name := strings.ToLower(baseName(n.Name))
		set, isSetName := setNumber(name)
		isUnique := n.uniqueIDs() != nil
		// Files such as a.circles of SNAP have sets of nodes and no attributes.
		isLeftOut := fileKind(n.Name) == "left" && len(list) > 1 || strings.HasSuffix(strings.ToLower(n.Name), ".circles")
		if isLeftOut {
			leftOut = append(leftOut, n.Name)
			continue
		}
		isNodeList := n.size.most == 1 && isUnique && rows <= largest
		// At least a row per node up to the largest end. Far more rows would be those of other things.
		hasRowPerNode := smallest >= 0 && rows >= largest && rows < 2*largest+8
		switch {
		case isSetName && isNodeList:
			n.set = setNames[set]
		case hasRowPerNode && n.headerColumn(idKeys) < 0 && (!isUnique || n.hasFractionalIDs()):
			// If the ends count from 1, row 0 belongs to node 1.
			n.rowsFrom = oneIf(smallest > 0 && rows == largest)
		}
		nodes = append(nodes, n)
	}
	slices.SortStableFunc(nodes, func(a, b *table) int { return rank(a) - rank(b) })
	return nodes, leftOut
}

// endRange returns the smallest and the largest end of the edges. It returns -1, -1 if some end is no number.
func (t *table) endRange() (smallest, largest int64) {
	cols := t.endColumns()
	smallest, largest = -1, -1
	for _, cells := range t.bodyRows() {
		for _, c := range cols {
			if c >= len(cells) {
				continue
			}
			id, why := parseID([]byte(strings.TrimSpace(cells[c])))
			if why != "" {
				return -1, -1
			}
			if smallest < 0 || id < smallest {
				smallest = id
			}
			largest = max(largest, id)
		}
	}
	return smallest, largest
}

// hasFractionalIDs reports whether the first column has a number that is no id: a number with a fraction or below 0.
func (t *table) hasFractionalIDs() bool {
	return slices.ContainsFunc(t.rows[oneIf(t.header != nil):], func(r []string) bool {
		s := strings.TrimSpace(r[0])
		return isNumber(s) && !isInteger(s)
	})
}

// decimalIDs reports whether an id of the tables has a fraction, such as 1.1. In such tables 1.0 is an id, too, and not the number 1.
func decimalIDs(tables []*table) bool {
	for _, t := range tables {
		// A table with a row per node has no ids.
		if t.rowsFrom >= 0 {
			continue
		}
		cols := t.edgeColumns()
		if cols[0] < 0 {
			cols = [2]int{0, min(1, t.width-1)}
		}
		for _, row := range t.rows {
			for _, c := range cols {
				whole, fraction, hasPoint := strings.Cut(strings.TrimSpace(cellAt(row, c)), ".")
				isDecimal := hasPoint && isInteger(whole) && isInteger(fraction)
				if isDecimal && strings.Trim(fraction, "0") != "" {
					return true
				}
			}
		}
	}
	return false
}

// endIDs yields the ends of every row of an edge list, without empty cells.
func (t *table) endIDs(yield func(id string) bool) {
	for _, cells := range t.bodyRows() {
		for _, c := range t.cols {
			id := strings.TrimSpace(cellAt(cells, c))
			if id != "" && !yield(id) {
				return
			}
		}
	}
}

// endSet returns the set of the ends of all edges. Ends after the first MaxNodes different ends have the value false.
func (t *table) endSet() map[string]bool {
	ends := map[string]bool{}
	for id := range t.endIDs {
		if _, ok := ends[id]; !ok {
			ends[strings.Clone(id)] = len(ends) < MaxNodes
		}
	}
	return ends
}

// hasIDHeader reports whether the first cell of the header is a word for ids.
func (t *table) hasIDHeader() bool { return slices.Contains(idWords, content.Word(t.header[0])) }

// hasHeaderRow reports whether the first row of a node table is a header: the first cell of the row is no end of an edge,
// but the first cells of at least nine of ten other rows are. ends returns the ends of the edges.
func (t *table) hasHeaderRow(ends func() map[string]bool) bool {
	isKnown := t.header != nil || t.rowsFrom >= 0 || t.set != ""
	if isKnown || t.size.rows < fewRows || t.width < 2 {
		return false
	}
	rows, found := 0, 0
	for _, cells := range t.allRows() {
		id := strings.TrimSpace(cells[0])
		rows++
		if rows == 1 {
			// A number is an id and not the name of a column.
			if isNumber(id) || ends()[id] {
				return false
			}
			continue
		}
		found += oneIf(ends()[id])
	}
	return 10*found >= 9*(rows-1)
}

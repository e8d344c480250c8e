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

// The choice of the table of edges among several tables, and the classification of the others.

// headedNodes is the score of a table with the header of a node table.
const headedNodes = 2

// nodeScore returns the evidence for a node table.
// It returns headedNodes for a header with ids, -1 for a header with the ends of edges, 1 for a first column without repetitions,
// and 0 otherwise.
func (t *table) nodeScore() int {
	if t.header != nil {
		if t.edgeColumns() != [2]int{-1, -1} {
			return -1
		}
		if t.headerColumn(idKeys) >= 0 {
			return headedNodes
		}
	}
	seen := map[string]bool{}
	for _, cells := range t.allRows() {
		if seen[cells[0]] || len(seen) > MaxNodes {
			return 0
		}
		seen[strings.Clone(cells[0])] = true
	}
	return 1
}

// fileWords are parts of file names by the content of the table, from data sets of OGB, TUDataset, Elliptic, LINQS and others.
// Tables of the kind "left" are left out.
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

// fileKind returns the kind of fileWords that a file name announces, "" without a word.
func fileKind(name string) string {
	name = strings.ToLower(baseName(name))
	for _, w := range fileWords {
		for _, s := range w.words {
			at := strings.LastIndex(name, s)
			if at < 0 {
				continue
			}
			// The word ends the name and follows a mark. Words for edges need no mark, words of "left" need not end the name.
			afterMark := at == 0 || strings.IndexByte("-_. ", name[at-1]) >= 0
			endsName := at+len(s) == len(name)
			if (afterMark || w.kind == "edges") && (endsName || w.kind == "left") {
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
	// corrected reports a correction of the rows of edges, ends a correction of the ends of an edge.
	corrected, ends bool
	// table is the name or the number of the table of edges, "" for a guess.
	table string
}

// edgeTable returns the index of the table of edges.
// The user's choice has priority. The shapes of the tables, ends that are ids of other tables, and file names follow.
func edgeTable(tables []*table, hints edgeHints) (int, error) {
	if chosen := hints.table; chosen != "" {
		for k, t := range tables {
			if chosen == strconv.Itoa(k+1) || strings.EqualFold(path.Base(t.Name), chosen) || t.Name == chosen {
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
	// scores are the results of nodeScore, and -1 for matrices and lists. shares are the shares of ends that are ids of other tables.
	scores, shares := make([]int, len(tables)), make([]float64, len(tables))
	for k, t := range tables {
		t.beside = map[string]bool{}
		for other := range tables {
			for id := range ids[other] {
				t.beside[id] = t.beside[id] || other != k
			}
		}
		// A single column cannot be a list of edges.
		if scores[k] = t.nodeScore(); t.size.most == 1 {
			scores[k] = headedNodes
		}
		if scores[k] >= 0 && !hints.corrected && t.shape() != shapePairs {
			scores[k] = -1
		}
		shares[k] = t.shareOfEnds()
	}
	// best returns the table with the largest value, -1 if its lead over the second largest value is below margin.
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
	// isOther is -1 if the file name announces another content than edges, and 0 otherwise.
	isOther := func(k int) float64 {
		return float64(oneIf(fileKind(tables[k].Name) == "edges")) - float64(oneIf(fileKind(tables[k].Name) != ""))
	}
	// The evidence in the order of its strength: a shape or header of edges, shared ids, file names, and weaker scores.
	for _, choice := range []int{
		best(func(k int) float64 { return float64(min(1, -scores[k])) }, 1),
		best(func(k int) float64 { return shares[k] }, 0.5),
		best(func(k int) float64 { return 2*isOther(k) + float64(oneIf(fileKind(tables[k].Name) == "edges")) }, 1),
		best(func(k int) float64 { return -float64(scores[k]) }, 1),
	} {
		if choice >= 0 && tables[choice].size.most > 1 {
			return choice, nil
		}
	}
	// Of two tables without a header, the table with more columns has the nodes.
	if len(tables) == 2 && tables[0].header == nil && tables[1].header == nil && tables[0].width != tables[1].width {
		return oneIf(tables[1].width < tables[0].width), nil
	}
	// Otherwise the user must decide.
	const remedy = "call it edges.csv, or say which one with -edge-file FILE; " + tableRemedy
	if len(tables) > 2 {
		return 0, fault(tables[2].Name, 0, remedy, "there are %d tables, and it is not clear which one holds the edges", len(tables))
	}
	return 0, fault(tables[1].Name, 0, remedy, "it is not clear which of the two tables holds the edges")
}

// endsError returns the error of a single table without edges. why is the reason.
// The error has the columns of the table: the user can select the two ends.
func (t *table) endsError(why string) error {
	// The remedy has an example with names of the table.
	other := words.Either(t.header == nil, "2", "Friend")
	if t.width > 1 && t.columnName(1) != "" {
		other = t.columnName(1)
	}
	err := fault(t.Name, 0, "add the edge list, or say which columns are the two ends of an edge, such as -columns source="+
		cmp.Or(t.columnName(max(0, t.headerColumn(idKeys))), "1")+",target="+other, "%s", why)
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

// uniqueIDs returns the ids of a node table. It returns nil if different rows have the same id, or if more than a tenth of the ids repeat.
func (t *table) uniqueIDs() map[string]bool {
	ids, column := map[string]bool{}, max(0, t.headerColumn(idKeys))
	repeated := map[string]string{}
	for _, cells := range t.bodyRows() {
		if column >= len(cells) || len(ids) > MaxNodes {
			break
		}
		id := strings.TrimSpace(cells[column])
		// The same row twice is a repetition and no contradiction.
		if !ids[id] {
			ids[strings.Clone(id)] = true
		} else {
			row := strings.Join(cells, "\t")
			// Exact repetitions of a row are tolerated.
			if was := repeated[id]; was != row && was != "" {
				return nil
			}
			repeated[strings.Clone(id)] = row
		}
	}
	return words.Either(10*len(repeated) > len(ids), nil, ids)
}

// shareOfEnds returns the share of rows whose two ends are ids of other tables, among the first 2000 rows.
func (t *table) shareOfEnds() float64 {
	cols, rows, found := t.endColumns(), 0, 0
	for _, cells := range t.bodyRows() {
		if rows == 2000 {
			break
		}
		if cols[1] < len(cells) {
			rows++
			found += oneIf(t.beside[strings.TrimSpace(cells[cols[0]])] && t.beside[strings.TrimSpace(cells[cols[1]])])
		}
	}
	return float64(found) / float64(max(rows, 1))
}

// classifyNodeTables classifies the tables in list beside the table of edges t.
// A table without ids has a row per node, and a list of nodes is a set of the split.
// It returns the node tables, those with the class first, and the names of the files that are left out.
func (t *table) classifyNodeTables(list []*table) (nodes []*table, leftOut []string) {
	low, top := t.endRange()
	// rank orders the tables: with a header before without, one column before several, and sets of the split last.
	rank := func(n *table) int {
		return oneIf(n.header == nil)*2 + oneIf(n.size.most > 1) + 10*oneIf(n.set != "")
	}
	for _, n := range list {
		rows := int64(n.size.rows - oneIf(n.header != nil))
		n.rowsFrom = -1
		name := strings.ToLower(baseName(n.Name))
		set, isSet := setNumber(name)
		unique := n.uniqueIDs() != nil
		switch {
		case fileKind(n.Name) == "left" && len(list) > 1 || strings.HasSuffix(strings.ToLower(n.Name), ".circles"):
			leftOut = append(leftOut, n.Name)
			continue
		// A list of nodes with a name such as train.
		case isSet && n.size.most == 1 && unique && rows <= top:
			n.set = setNames[set]
		// At least a row per node up to the largest end, and no column of ids.
		case low >= 0 && rows >= top && n.headerColumn(idKeys) < 0 && (!unique || n.hasFractionalIDs()) && rows < 2*top+8:
			n.rowsFrom = oneIf(low > 0 && rows == top)
		}
		nodes = append(nodes, n)
	}
	slices.SortStableFunc(nodes, func(a, b *table) int { return rank(a) - rank(b) })
	return nodes, leftOut
}

// endRange returns the smallest and the largest end of the edges, -1, -1 if some end is no number.
func (t *table) endRange() (low, top int64) {
	cols := t.endColumns()
	low, top = -1, -1
	for _, cells := range t.bodyRows() {
		for _, c := range cols {
			if c >= len(cells) {
				continue
			}
			v, why := parseID([]byte(strings.TrimSpace(cells[c])))
			if why != "" {
				return -1, -1
			}
			if low < 0 || v < low {
				low = v
			}
			top = max(top, v)
		}
	}
	return low, top
}

// hasFractionalIDs reports whether the first column has a number that is not a whole number from 0.
func (t *table) hasFractionalIDs() bool {
	return slices.ContainsFunc(t.rows[oneIf(t.header != nil):], func(r []string) bool {
		s := strings.TrimSpace(r[0])
		return isNumber(s) && !isInteger(s)
	})
}

// decimalIDs reports whether ids such as 1.1 and 1.2 exist. In such tables 1.0 is an id, too, and not the number 1.
func decimalIDs(tables []*table) bool {
	for _, t := range tables {
		cols := t.edgeColumns()
		if cols[0] < 0 {
			cols = [2]int{0, min(1, t.width-1)}
		}
		for _, row := range t.rows {
			for _, c := range cols {
				if c >= len(row) || t.rowsFrom >= 0 {
					continue
				}
				whole, fraction, hasPoint := strings.Cut(strings.TrimSpace(row[c]), ".")
				if hasPoint && isInteger(whole) && isInteger(fraction) && strings.Trim(fraction, "0") != "" {
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
			if id := strings.TrimSpace(cellAt(cells, c)); id != "" && !yield(id) {
				return
			}
		}
	}
}

// endSet returns the set of the ends of all edges. Ends after the first MaxNodes different ones have the value false.
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

// hasHeaderRow reports whether the first row of a node table is a header. Its id is no end of an edge, but the ids of nine of ten
// other rows are. ends returns the ends of the edges.
func (t *table) hasHeaderRow(ends func() map[string]bool) bool {
	if t.header != nil || t.rowsFrom >= 0 || t.set != "" || t.size.rows < fewRows || t.width < 2 {
		return false
	}
	rows, found := 0, 0
	for _, cells := range t.allRows() {
		// A number is an id and not the name of a column.
		id := strings.TrimSpace(cells[0])
		if rows++; rows == 1 {
			if isNumber(id) || ends()[id] {
				return false
			}
			continue
		}
		found += oneIf(ends()[id])
	}
	return 10*found >= 9*(rows-1)
}

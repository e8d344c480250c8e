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

// headedNodes is the score of a table whose header is that of a node table.
const headedNodes = 2

// nodeScore returns how much a table looks like a node table: by its header, else by a first column that never repeats.
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
	for _, cells := range t.all() {
		if seen[cells[0]] || len(seen) > MaxNodes {
			return 0
		}
		seen[strings.Clone(cells[0])] = true
	}
	return 1
}

// fileWords are parts of file names that say what a table holds, of data sets in the forms of OGB, TUDataset, Elliptic, LINQS and others.
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

// fileKind returns what the name of a file says that a table holds, "" for nothing.
func fileKind(name string) string {
	name = strings.ToLower(baseName(name))
	for _, w := range fileWords {
		for _, s := range w.words {
			if at := strings.LastIndex(name, s); at >= 0 && (at == 0 || strings.IndexByte("-_. ", name[at-1]) >= 0 || w.kind == "edges") &&
				(at+len(s) == len(name) || w.kind == "left") {
				return w.kind
			}
		}
	}
	if strings.HasSuffix(name, "_a") {
		return "edges" // TUDataset
	}
	return ""
}

// edgeTable returns which of the tables holds the edges: the one that the user says by name or number, or whose form says so, or whose ends
// are the ids of the others, or the one by name. ends reports whether the user says which columns are the ends of an edge.
func edgeTable(tables []*table, corrected, ends bool, said string) (int, error) {
	if said != "" {
		for k, t := range tables {
			if said == strconv.Itoa(k+1) || strings.EqualFold(path.Base(t.Name), said) || t.Name == said {
				return k, nil
			}
		}
		return 0, fault(tables[0].Name, 0, "name it as it is called, or by its number from 1", "there is no table %s", quote(said))
	}
	if len(tables) == 1 {
		t := tables[0]
		if t.alone = true; !ends && t.nodeScore() == headedNodes && (corrected || t.shape() == shapePairs) && t.propose() == nil {
			return 0, t.lacksEnds("the table holds nodes; the edge list is missing")
		}
		return 0, nil
	}
	ids := make([]map[string]bool, len(tables))
	for k, t := range tables {
		ids[k] = t.firstIDs()
	}
	scores, shares := make([]int, len(tables)), make([]float64, len(tables))
	for k, t := range tables {
		t.beside = map[string]bool{}
		for q := range tables {
			for id := range ids[q] {
				t.beside[id] = t.beside[id] || q != k
			}
		}
		// A single column cannot be a list of edges.
		if scores[k] = t.nodeScore(); t.size.most == 1 {
			scores[k] = headedNodes
		}
		if scores[k] >= 0 && !corrected && t.shape() != shapePairs {
			scores[k] = -1
		}
		shares[k] = t.shareOfEnds()
	}
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
	named := func(k int) float64 {
		return float64(oneIf(fileKind(tables[k].Name) == "edges")) - float64(oneIf(fileKind(tables[k].Name) != ""))
	}
	for _, choice := range []int{
		best(func(k int) float64 { return float64(min(1, -scores[k])) }, 1),
		best(func(k int) float64 { return shares[k] }, 0.5),
		best(func(k int) float64 { return 2*named(k) + float64(oneIf(fileKind(tables[k].Name) == "edges")) }, 1),
		best(func(k int) float64 { return -float64(scores[k]) }, 1),
	} {
		if choice >= 0 && tables[choice].size.most > 1 {
			return choice, nil
		}
	}
	// Of two tables without a header the wider one has the nodes.
	if len(tables) == 2 && tables[0].header == nil && tables[1].header == nil && tables[0].width != tables[1].width {
		return oneIf(tables[1].width < tables[0].width), nil
	}
	const remedy = "call it edges.csv, or say which one with -edge-file FILE; " + tableRemedy
	if len(tables) > 2 {
		return 0, fault(tables[2].Name, 0, remedy, "there are %d tables, and it is not clear which one holds the edges", len(tables))
	}
	return 0, fault(tables[1].Name, 0, remedy, "it is not clear which of the two tables holds the edges")
}

// lacksEnds refuses a lone table that holds no edges, for a reason.
func (t *table) lacksEnds(why string) error {
	other := words.Either(t.header == nil, "2", "Friend")
	if t.width > 1 && t.name(1) != "" {
		other = t.name(1)
	}
	err := fault(t.Name, 0, "add the edge list, or say which columns are the two ends of an edge, such as -columns source="+
		cmp.Or(t.name(max(0, t.headerColumn(idKeys))), "1")+",target="+other, "%s", why)
	s := content.Sheet{File: cleanName(t.Name), Table: content.Edges, Separator: content.SeparatorName(t.comma), Book: inBook(t.Name),
		Header: t.header != nil,
		Form:   content.FormPairs, Rows: t.size.rows - oneIf(t.header != nil)}
	rows := t.rows[oneIf(t.header != nil):]
	for c := range min(t.width, content.MaxColumns) {
		col := content.SheetColumn{Name: shortCell(t.name(c)), Role: content.RoleIgnored,
			Sample: cellsOf(rows[:min(len(rows), content.MaxSample)], c)}
		if c < 2 {
			col.Role = []content.Role{content.RoleSource, content.RoleTarget}[c]
		}
		s.Columns = append(s.Columns, col)
	}
	s.More = max(0, t.width-content.MaxColumns)
	err.Found = &Recognition{Format: "table", Sheets: []content.Sheet{s}, Doubts: []Doubt{{Rule: "ends", Text: "No two columns of " +
		quote(cleanName(t.Name)) + " share their values: say which of them are the two ends of an edge, or add the edge list."}}}
	return err
}

// firstIDs returns the ids of a table that may be one of nodes: its first column, or that under the name of one, when none occurs twice.
func (t *table) firstIDs() map[string]bool {
	ids, column := map[string]bool{}, max(0, t.headerColumn(idKeys))
	repeated := map[string]string{}
	for _, cells := range t.body() {
		if column >= len(cells) || len(ids) > MaxNodes {
			break
		}
		id := strings.TrimSpace(cells[column])
		if !ids[id] {
			ids[strings.Clone(id)] = true
		} else {
			row := strings.Join(cells, "\t")
			if was := repeated[id]; was != row && was != "" {
				return nil
			}
			repeated[strings.Clone(id)] = row
		}
	}
	return words.Either(10*len(repeated) > len(ids), nil, ids)
}

// shareOfEnds returns the part of the ends in the first rows that are ids of the other tables.
func (t *table) shareOfEnds() float64 {
	cols, rows, found := t.endColumns(), 0, 0
	for _, cells := range t.body() {
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

// rowTables finds among the tables beside the edges those without ids, whose rows are the nodes in order, and the lists of the nodes of a
// set; it returns the tables of nodes, those with the class first, and the names of files that are left out.
func (t *table) rowTables(list []*table) (nodes []*table, left []string) {
	low, top := t.endRange()
	rank := func(n *table) int { return oneIf(n.header == nil)*2 + oneIf(n.size.most > 1) }
	for _, n := range list {
		rows := int64(n.size.rows - oneIf(n.header != nil))
		n.rowsFrom = -1
		name := strings.ToLower(baseName(n.Name))
		set, isSet := setNumber(name)
		unique := n.firstIDs() != nil
		switch {
		case fileKind(n.Name) == "left" && len(list) > 1 || strings.HasSuffix(strings.ToLower(n.Name), ".circles"):
			left = append(left, n.Name)
			continue
		case isSet && n.size.most == 1 && unique && rows <= top:
			n.set = setNames[set]
		case low >= 0 && rows >= top && n.headerColumn(idKeys) < 0 && (!unique || n.fractional()) && rows < 2*top+8:
			n.rowsFrom = oneIf(low > 0 && rows == top)
		}
		nodes = append(nodes, n)
	}
	slices.SortStableFunc(nodes, func(a, b *table) int { return rank(a) + 10*oneIf(a.set != "") - rank(b) - 10*oneIf(b.set != "") })
	return nodes, left
}

// endRange returns the least and the largest number of the ends of edges, -1 where they are no numbers.
func (t *table) endRange() (low, top int64) {
	cols := t.endColumns()
	low, top = -1, -1
	for _, cells := range t.body() {
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

// fractional reports whether the first column holds numbers that are not whole.
func (t *table) fractional() bool {
	return slices.ContainsFunc(t.rows[oneIf(t.header != nil):], func(r []string) bool {
		s := strings.TrimSpace(r[0])
		return isNumber(s) && !isWhole(s)
	})
}

// decimalIDs reports whether ids such as 1.1 and 1.2 are names: then 1.0 is one, too.
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
				whole, part, ok := strings.Cut(strings.TrimSpace(row[c]), ".")
				if ok && isWhole(whole) && isWhole(part) && strings.Trim(part, "0") != "" {
					return true
				}
			}
		}
	}
	return false
}

// ends yields the two ends of the rows of an edge list.
func (t *table) ends(yield func(id string) bool) {
	for _, cells := range t.body() {
		for _, c := range t.cols {
			if id := strings.TrimSpace(at(cells, c)); id != "" && !yield(id) {
				return
			}
		}
	}
}

// firstEnds returns the ends of the edges, of which those beyond the largest number of nodes are false.
func (t *table) firstEnds() map[string]bool {
	ends := map[string]bool{}
	for id := range t.ends {
		if _, ok := ends[id]; !ok {
			ends[strings.Clone(id)] = len(ends) < MaxNodes
		}
	}
	return ends
}

// sureHeader reports whether the first cell of a header is a word for ids.
func (t *table) sureHeader() bool { return slices.Contains(idWords, content.Word(t.header[0])) }

// headless reports whether the first row of a table of nodes without a header names its columns: it is no end of an edge, while nearly all
// other rows are.
func (t *table) headless(ends func() map[string]bool) bool {
	if t.header != nil || t.rowsFrom >= 0 || t.set != "" || t.size.rows < fewRows || t.width < 2 {
		return false
	}
	rows, found := 0, 0
	for _, cells := range t.all() {
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

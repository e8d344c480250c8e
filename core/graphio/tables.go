package graphio

import (
	"bytes"
	"encoding/csv"
	"errors"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// Tables are an edge list and perhaps node tables, as CSV, TSV or with other separators.
// Lines that start with # or % are comments, unless ids begin with #.
// The ends of an edge are the columns source and target (from and to, u and v, and other languages).
// Without such names they are the first two columns that do not count the rows.
// The id of a node is the column id, else the first column.
// Without a header the second column, or a last one of texts, is the label and the rest are features.
// An adjacency matrix or list may replace the edge list (tableshape.go).

// Names of the columns of ends and ids. Earlier names have priority.
var (
	sourceKeys = []string{"source", "src", "from", "u", "node1", "node_1", "id1", "id_1", "start", "source_id", "from_id", "tail"}
	targetKeys = []string{"target", "dst", "to", "v", "node2", "node_2", "id2", "id_2", "end", "target_id", "to_id", "head"}
	idKeys     = []string{"new_id", "id", "node", "node_id", "nodeid", "vertex", "key", "name"}
)

const tableRemedy = "give an edge list with the columns source,target and, if there is one, a node table with the columns id,label,…"

// maxTableLines allows comments beside the largest edge list.
const maxTableLines = MaxEdges + 100_000

// table is a file of rows.
type table struct {
	File
	// separator is the separator of cells, ' ' for any white space.
	separator rune
	// guarded reports that texts have the form of words.Guard.
	guarded bool
	// header is nil for a table without a header.
	header []string
	// width is the number of cells of the first row.
	width int
	// userRoles are the roles from the user. cols are the columns of the two ends of an edge.
	// kind is Edges or the name of a node table. seen counts the cells that were read.
	userRoles userRoles
	cols      [2]int
	kind      string
	seen      survey
	// hash reports that ids begin with #. size counts rows and cells. rows are the first 20 rows, with the header.
	hash bool
	size extent
	rows [][]string
	// guessedHeader reports a header without a known word and without numbers below it.
	guessedHeader bool
	// neo4j marks the CSV of neo4j, whose relationships are directed.
	neo4j bool
	// knownShape and matrix cache the results of shape and matrixForm.
	knownShape *shape
	matrix     *matrixForm
	// alone reports that there is no other table. beside holds the ids of the other tables.
	alone  bool
	beside map[string]bool
	// declared are properties from the comments. lazyQuotes reports quotes within cells.
	declared   headComments
	lazyQuotes bool
	// rewritten reports that lines of lists, arrows or sentences were rewritten as pairs.
	rewritten bool
	// readErr is the error of the last pass over the rows.
	readErr error
	// rowsFrom is the node of the first row in a table without ids, -1 in other tables.
	rowsFrom int
	// supplement reports that an earlier node table exists, whose nodes the rows may name again.
	supplement bool
	// set is the set of the split that the table lists, "" for none.
	set string
	// featuresOnly reports that all columns of a table without a header are features: another table has the class.
	featuresOnly bool
	// proposed caches the result of propose. more are further columns of second ends.
	proposed *proposal
	more     []int
	// endNames are the columns with the names of the two ends, equal for none.
	endNames [2]int
	// tree reports that a row without a second end is the root of a tree.
	tree bool
	// root is the text for no parent, "" for none.
	root string
	// cells is the split of second ends that are lists, nil for one end a cell.
	cells *cellLists
	// notes and doubts are about text around the rows and about the roles of columns.
	notes  []string
	doubts []Doubt
}

// readTables reads an edge list, alone or with node tables, and features in at most one JSON file.
func readTables(files, features []File, c *Correction) (*Found, error) {
	if len(features) > 1 {
		return nil, fault(features[1].Name, 0, tableRemedy, "there are %d JSON files beside tables", len(features))
	}
	var tables []*table
	for _, f := range files {
		t, err := openTable(f, c.Layout(content.Edges))
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	// A correction of the rows ends the guesses about their form.
	corrected := correctsEdges(c, len(tables) == 1)
	ends := slices.ContainsFunc(c.Columns, func(r content.ColumnRole) bool {
		return r.Column != "-" && (r.Role == content.RoleSource || r.Role == content.RoleTarget)
	})
	at, err := edgeTable(tables, edgeHints{corrected: corrected, ends: ends, table: c.Table})
	if err != nil {
		return nil, err
	}
	edges, nodes := tables[at], slices.Delete(slices.Clone(tables), at, at+1)
	nodes, left := edges.classifyNodeTables(nodes)
	shape := shapePairs
	switch form := c.Layout(content.Edges).Form; {
	case form != "":
		if shape, err = edges.userShape(form); err != nil {
			return nil, err
		}
	case !corrected:
		if shape = edges.shape(); shape != shapeMatrix && edges.edgeColumns()[0] < 0 {
			if why := edges.matrixFault(); why != "" {
				return nil, fault(edges.Name, 0, "write numbers, x or nothing, or say what the rows are with -form",
					"the same names stand above and before the cells, as in a matrix, but %s", why)
			}
		}
	}
	a := newAssembly(edges.Name, c)
	a.sortIDs, a.decimals = true, decimalIDs(tables)
	for _, name := range left {
		a.notes = append(a.notes, "The file "+quote(cleanName(name))+" says nothing of nodes or edges and was left out.")
	}
	switch shape {
	case shapePairs:
		if !corrected && len(nodes) == 0 {
			edges.cutCountLines(a)
		}
		if edges.width < 2 {
			a.fail(1, tableRemedy, "a line of an edge list needs two node ids, separated by comma, tab, semicolon or space")
			return nil, a.err
		}
		a.tables = []*table{edges}
		if a.keepError(edges.resolveColumns(content.Edges, c, len(nodes) == 0)) && !corrected {
			if why := edges.whyNoEnds(); why != "" && len(nodes) == 0 {
				a.keepError(edges.endsError(why))
			}
			if a.keepError(edges.refuseProse()); len(nodes) == 0 && edges.edgeColumns()[0] < 0 && edges.propose() == nil && a.err == nil {
				if why := edges.whyNoEdges(); why != "" {
					a.keepError(edges.endsError(why))
				}
			}
		}
	case shapeMatrix, shapeLists, shapeLines:
		edges.kind, a.shapedTable, a.shape = content.Edges, edges, shape
	}
	if shape == shapePairs && c.Layout(content.Nodes).Header == "" {
		ends := sync.OnceValue(edges.endSet)
		for _, t := range nodes {
			if t.hasHeaderRow(ends) {
				if t.header = slices.Clone(t.rows[0]); t.hasIDHeader() {
					continue
				}
				t.doubts = append(t.doubts, Doubt{Rule: "header", Text: "The first row of " + quote(cleanName(t.Name)) + ", " + quote(t.header[0]) +
					", …, is no end of an edge and was taken as the names of the columns: it may be a node."})
			}
		}
	}
	a.readNodeTables(nodes, c)
	if a.err != nil {
		return nil, a.err
	}
	for _, t := range append([]*table{edges}, nodes...) {
		a.notes, a.doubts = append(a.notes, t.notes...), append(a.doubts, t.doubts...)
	}
	// Edges may refer to names of the node table.
	if len(nodes) > 0 && shape == shapePairs {
		a.indexByAttribute(edges.endIDs)
	}
	a.file = edges.Name
	format := edges.readEdgesAs(a, shape, nodes)
	if len(nodes) > 0 {
		a.file = nodes[len(nodes)-1].Name
	} else if a.err == nil {
		a.fillNumbers(c.From)
	}
	for _, f := range features {
		if a.err == nil {
			a.readFeatureLists(f)
		}
	}
	return a.finish(format)
}

// readNodeTables reads the node tables in order.
func (a *assembly) readNodeTables(nodes []*table, c *Correction) {
	none := map[content.Role]bool{}
	for k, t := range nodes {
		if a.err != nil {
			return
		}
		a.file, a.tables = t.Name, append(a.tables, t)
		if l := c.Layout(content.Nodes); l != c.Layout(content.Edges) {
			again, err := openTable(t.File, l)
			if !a.keepError(err) {
				return
			}
			again.rowsFrom, again.set = t.rowsFrom, t.set
			*t = *again
		}
		if t.rowsFrom < 0 && len(nodes) > 1 && t.header == nil && len(a.columns) > 0 {
			t.featuresOnly = true
		}
		if a.keepError(t.resolveColumns(content.NodeTable(k+1), c, false)) {
			t.supplement = k > 0
			t.readNodes(a)
		}
		maps.Copy(none, a.excluded)
	}
	a.excluded = none
}

// headerColumn returns the first column with one of the names, -1 for none.
func (t *table) headerColumn(keys []string) int {
	return headerIndex(t.header, keys)
}

// edgeColumns returns the columns of the two ends by their names, -1, -1 for none.
func (t *table) edgeColumns() [2]int { return namedEnds(t.header) }

// firstColumns returns the first two columns that do not count the rows and hold no times.
func (t *table) firstColumns() [2]int {
	if t.header != nil && t.width > 2 && slices.Contains(rowWords, content.Word(t.header[0])) && (t.header[0] == "" || t.isCounter(0)) {
		return [2]int{1, 2}
	}
	if t.sharedColumns() {
		return [2]int{1, 2}
	}
	// Tables of contacts begin with times.
	first := 0
	for first+3 < t.width+oneIf(t.header != nil) && first+2 < t.width && t.holdsTimes(first) {
		first++
	}
	return [2]int{first, first + 1}
}

// isCounter reports whether a column counts the first rows, from 0 or from 1.
func (t *table) isCounter(c int) bool {
	for k, row := range t.rows[1:] {
		if c >= len(row) || row[c] != strconv.Itoa(k) && row[c] != strconv.Itoa(k+1) {
			return false
		}
	}
	return len(t.rows) > 1
}

// allRows yields every row with its line. The cells are valid until the next row.
// readErr is set at a row that cannot be parsed; openTable has checked that there is none.
func (t *table) allRows() iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		if t.separator == ' ' {
			for line, s := range contentLines(t.Data, t.comments()) {
				cells := splitFields(string(s))
				for k := range cells {
					cells[k] = excelText(cells[k])
				}
				if !yield(line, cells) {
					return
				}
			}
			return
		}
		r := csv.NewReader(bytes.NewReader(t.Data))
		// Rows may differ in length: the doubt rules report it.
		r.Comma, r.FieldsPerRecord, r.ReuseRecord, r.TrimLeadingSpace = t.separator, -1, true, t.separator != '\t'
		r.LazyQuotes = t.lazyQuotes
		if !t.hash {
			r.Comment = '#'
		}
		for {
			cells, err := r.Read()
			if err != nil {
				var pe *csv.ParseError
				if errors.As(err, &pe) {
					t.readErr = fault(t.Name, pe.Line, "put text with quotes between double quotes and write quotes inside twice",
						"the quotes are wrong: %v", pe.Err)
				}
				return
			}
			line, _ := r.FieldPos(0)
			for k := range cells {
				if cells[k] = excelText(cells[k]); t.guarded {
					cells[k] = words.Unguard(cells[k])
				}
			}
			if !strings.HasPrefix(cells[0], "%") && !yield(line, cells) {
				return
			}
		}
	}
}

// bodyRows yields the rows below the header.
func (t *table) bodyRows() iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		first := t.header != nil
		for line, cells := range t.allRows() {
			if !first && !yield(line, cells) {
				return
			}
			first = false
		}
	}
}

// endColumns returns the columns of the two ends: by name, by proposal, or by position.
func (t *table) endColumns() [2]int {
	if cols := t.edgeColumns(); cols[0] >= 0 {
		return cols
	}
	if p := t.propose(); p != nil {
		return [2]int{p.source, p.targets[0]}
	}
	return t.firstColumns()
}

// listRows yields the rows of an adjacency list, without empty cells, the colon of the first cell and the commas of the others.
func (t *table) listRows() iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		colon := t.hasColons()
		var list []string
		for line, cells := range t.allRows() {
			list = list[:0]
			for k, s := range cells {
				if s = strings.TrimSpace(s); colon && k == 0 {
					head, rest, _ := strings.Cut(s, ":")
					list = append(list, strings.TrimSpace(head))
					s = strings.TrimSpace(rest)
				}
				if t.separator == ' ' {
					// A mark separates neighbours and is no part of a name.
					s = strings.TrimRight(s, ",;")
				}
				if s != "" {
					list = append(list, s)
				}
			}
			if len(list) > 0 && list[0] != "" && !yield(line, list) {
				return
			}
		}
	}
}

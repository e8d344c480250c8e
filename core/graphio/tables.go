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

// Tables are an edge list and perhaps a node table, as CSV, TSV or with other delimiters. Lines that start with # or % are comments, unless
// ids begin with #. In an edge list the columns source and target (or from and to, u and v, and in other languages), else the first two
// that do not count the rows, are node ids. In a node table the column id, else the first, is the node's id; without a header the second,
// or a last one of texts, is its label and the rest are features. Instead of edges there may be an adjacency matrix or list
// (tableshape.go).

var (
	sourceKeys = []string{"source", "src", "from", "u", "node1", "node_1", "id1", "id_1", "start", "source_id", "from_id", "tail"}
	targetKeys = []string{"target", "dst", "to", "v", "node2", "node_2", "id2", "id_2", "end", "target_id", "to_id", "head"}
	idKeys     = []string{"new_id", "id", "node", "node_id", "nodeid", "vertex", "key", "name"}
)

const tableRemedy = "give an edge list with the columns source,target and, if there is one, a node table with the columns id,label,…"

// maxTableLines leaves room for comments beside the largest edge list.
const maxTableLines = MaxEdges + 100_000

// table is a file of rows.
type table struct {
	File
	comma   rune     // comma is the delimiter, ' ' for any white space.
	guarded bool     // guarded reports that its texts are as words.Guard writes them.
	header  []string // header is nil when there is none.
	width   int      // width is the number of cells of the first row.
	// fixes are the roles that the user gave its columns; cols are the columns of the ends of an edge; seen counts what the rows hold.
	fixes fixes
	cols  [2]int
	kind  string
	seen  survey
	// hash reports whether ids begin with #; size counts rows and cells; rows are the first ones, with the header.
	hash     bool
	size     extent
	rows     [][]string
	supposed bool // supposed reports whether the header has no known word and no number below it.
	neo4j    bool // neo4j marks neo4j's CSV, whose relationships have a direction.
	// known is the shape of a table of edges and matrix the form of its matrix, when they have been looked for.
	known  *shape
	matrix *matrixForm
	// alone reports whether there is no other table, beside holds the ids of the others.
	alone  bool
	beside map[string]bool
	// facts are what the comments say; lazy reports whether quotes stand within cells.
	facts  headFacts
	lazy   bool
	paired bool // paired reports that lines of lists, arrows or sentences were written as its pairs.
	wrong  error
	// rowsFrom is the node of the first row in a table without ids, -1 in others; set is the set of the split that the table lists, "" for
	// none.
	rowsFrom int
	set      string
	plain    bool // plain reports whether all columns of a table without a header are features.
	// proposed is what the columns are most likely, when it has been looked for; more are further columns of second ends, and tree reports
	// whether a row without one is the root of a tree.
	proposed *proposal
	more     []int
	endNames [2]int // endNames are the columns with the names of the two ends, equal where there are none.
	tree     bool
	root     string     // root is the text that stands for no parent in a tree, "" for none.
	cells    *cellLists // cells is how the cells of second ends hold several, nil where they hold one.
	// notes and doubts are of what stands around the rows, and of what the columns were taken as.
	notes  []string
	doubts []Doubt
}

// readTables reads an edge list, alone or with node tables, and features as JSON that maps ids to the columns that are 1.
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
	corrected := correctsEdges(c, len(tables) == 1)
	ends := slices.ContainsFunc(c.Columns, func(r content.ColumnRole) bool {
		return r.Column != "-" && (r.Role == content.RoleSource || r.Role == content.RoleTarget)
	})
	at, err := edgeTable(tables, corrected, ends, c.Table)
	if err != nil {
		return nil, err
	}
	edges, nodes := tables[at], slices.Delete(slices.Clone(tables), at, at+1)
	nodes, left := edges.rowTables(nodes)
	shape := shapePairs
	switch form := c.Layout(content.Edges).Form; {
	case form != "":
		if shape, err = edges.formed(form); err != nil {
			return nil, err
		}
	case !corrected:
		if shape = edges.shape(); shape != shapeMatrix && edges.edgeColumns()[0] < 0 {
			if why := edges.brokenMatrix(); why != "" {
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
			edges.takeCountLine(a)
		}
		if edges.width < 2 {
			a.bad(1, tableRemedy, "a line of an edge list needs two node ids, separated by comma, tab, semicolon or space")
			return nil, a.err
		}
		a.tables = []*table{edges}
		if a.keep(edges.correct(content.Edges, c, len(nodes) == 0)) && !corrected {
			if why := edges.holdsNoEnds(); why != "" && len(nodes) == 0 {
				a.keep(edges.lacksEnds(why))
			}
			if a.keep(edges.doubtRagged()); len(nodes) == 0 && edges.edgeColumns()[0] < 0 && edges.propose() == nil && a.err == nil {
				if why := edges.lacksEdges(); why != "" {
					a.keep(edges.lacksEnds(why))
				}
			}
		}
	case shapeMatrix, shapeLists, shapeLines:
		edges.kind, a.shaped, a.shape = content.Edges, edges, shape
	}
	if shape == shapePairs && c.Layout(content.Nodes).Header == "" {
		ends := sync.OnceValue(edges.firstEnds)
		for _, t := range nodes {
			if t.headless(ends) {
				if t.header = slices.Clone(t.rows[0]); t.sureHeader() {
					continue
				}
				t.doubts = append(t.doubts, Doubt{Rule: "header", Text: "The first row of " + quote(cleanName(t.Name)) + ", " + quote(t.header[0]) +
					", …, is no end of an edge and was taken as the names of the columns: it may be a node."})
			}
		}
	}
	a.nodeTables(nodes, c)
	if a.err != nil {
		return nil, a.err
	}
	for _, t := range append([]*table{edges}, nodes...) {
		a.notes, a.doubts = append(a.notes, t.notes...), append(a.doubts, t.doubts...)
	}
	if len(nodes) > 0 && shape == shapePairs {
		a.callers(edges.ends)
	}
	a.file = edges.Name
	format := edges.read(a, shape, nodes)
	if len(nodes) > 0 {
		a.file = nodes[len(nodes)-1].Name
	} else if a.err == nil {
		a.number(c.From)
	}
	for _, f := range features {
		if a.err == nil {
			a.features(f)
		}
	}
	return a.finish(format)
}

// nodeTables reads the node tables.
func (a *assembly) nodeTables(nodes []*table, c *Correction) {
	none := map[content.Role]bool{}
	for k, t := range nodes {
		if a.err != nil {
			return
		}
		a.file, a.tables = t.Name, append(a.tables, t)
		if l := c.Layout(content.Nodes); l != c.Layout(content.Edges) {
			again, err := openTable(t.File, l)
			if !a.keep(err) {
				return
			}
			again.rowsFrom, again.set = t.rowsFrom, t.set
			*t = *again
		}
		if t.rowsFrom < 0 && len(nodes) > 1 && t.header == nil && len(a.columns) > 0 {
			t.plain = true // the class is in another table
		}
		if a.keep(t.correct(content.NodeTable(k+1), c, false)) {
			t.readNodes(a, k > 0)
		}
		maps.Copy(none, a.none)
	}
	a.none = none
}

// headerColumn returns the first column whose name is one of keys, or -1.
func (t *table) headerColumn(keys []string) int {
	return headerIndex(t.header, keys)
}

// edgeColumns returns the named source and target columns, or -1, -1.
func (t *table) edgeColumns() [2]int { return namedEnds(t.header) }

// firstColumns returns the first two columns that do not count the rows.
func (t *table) firstColumns() [2]int {
	if t.header != nil && t.width > 2 && slices.Contains(rowWords, content.Word(t.header[0])) && (t.header[0] == "" || t.counts(0)) {
		return [2]int{1, 2}
	}
	if t.sharedColumns() {
		return [2]int{1, 2}
	}
	// Times stand before contacts.
	first := 0
	for first+3 < t.width+oneIf(t.header != nil) && first+2 < t.width && t.isTime(first) {
		first++
	}
	return [2]int{first, first + 1}
}

// counts reports whether a column counts the first rows, from 0 or from 1.
func (t *table) counts(c int) bool {
	for k, row := range t.rows[1:] {
		if c >= len(row) || row[c] != strconv.Itoa(k) && row[c] != strconv.Itoa(k+1) {
			return false
		}
	}
	return len(t.rows) > 1
}

// all yields every row and its line, whose cells are valid until the next; wrong says why a row cannot be read, which openTable has made
// sure of.
func (t *table) all() iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		if t.comma == ' ' {
			for line, s := range filled(t.Data, t.comments()) {
				cells := fieldsOf(string(s))
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
		r.Comma, r.FieldsPerRecord, r.ReuseRecord, r.TrimLeadingSpace = t.comma, -1, true, t.comma != '\t'
		r.LazyQuotes = t.lazy
		if !t.hash {
			r.Comment = '#'
		}
		for {
			cells, err := r.Read()
			if err != nil {
				var pe *csv.ParseError
				if errors.As(err, &pe) {
					t.wrong = fault(t.Name, pe.Line, "put text with quotes between double quotes and write quotes inside twice",
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

// body is all without the header.
func (t *table) body() iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		first := t.header != nil
		for line, cells := range t.all() {
			if !first && !yield(line, cells) {
				return
			}
			first = false
		}
	}
}

// endColumns returns the columns of the two ends of an edge: by their names, else the first ones.
func (t *table) endColumns() [2]int {
	if cols := t.edgeColumns(); cols[0] >= 0 {
		return cols
	}
	if p := t.propose(); p != nil {
		return [2]int{p.source, p.targets[0]}
	}
	return t.firstColumns()
}

// lists yields the rows of an adjacency list, without empty cells, a colon behind the first and commas behind the others.
func (t *table) lists() iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		colon := t.colons()
		var list []string
		for line, cells := range t.all() {
			list = list[:0]
			for k, s := range cells {
				if s = strings.TrimSpace(s); colon && k == 0 {
					head, rest, _ := strings.Cut(s, ":")
					list = append(list, strings.TrimSpace(head))
					s = strings.TrimSpace(rest)
				}
				if t.comma == ' ' {
					s = strings.TrimRight(s, ",;") // a mark between neighbours, and no part of a name
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

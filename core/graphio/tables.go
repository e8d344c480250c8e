package graphio

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
)

// Tables are an edge list and perhaps a node table, as CSV, TSV or with other
// delimiters. Lines that start with # or % are comments, unless ids begin with #.
// In an edge list the columns source and target (or from and to, u and v, and in
// other languages), else the first two that do not count the rows, are node ids.
// In a node table the column id, else the first, is the node's id; without a
// header the second, or a last one of texts, is its label and the rest are
// features. Instead of an edge list there may be an adjacency matrix or an
// adjacency list (tableshape.go).

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
	// comma is the delimiter, ' ' for any white space.
	comma rune
	// guarded reports that its texts are as words.Guard writes them.
	guarded bool
	// header is nil when there is none.
	header []string
	// width is the number of cells of the first row.
	width int
	// fixes are the roles that the user gave its columns; cols are the columns
	// of the ends of an edge; seen counts what the rows hold.
	fixes fixes
	cols  [2]int
	kind  string
	seen  survey
	// hash reports whether ids begin with #; size counts rows and cells; rows are the
	// first ones, with the header.
	hash bool
	size extent
	rows [][]string
	// supposed reports whether the header has no known word and no number below it.
	supposed bool
	// neo4j tells of neo4j's CSV, whose relationships have a direction.
	neo4j bool
	// known is the shape of a table of edges and matrix the form of its matrix,
	// when they have been looked for.
	known  *shape
	matrix *matrixForm
	// alone reports whether there is no other table, beside holds the ids of the others.
	alone  bool
	beside map[string]bool
	// facts are what the comments say; lazy reports whether quotes stand within cells.
	facts headFacts
	lazy  bool
	// rowsFrom is the number of the node of the first row in a table without ids, -1 in others;
	// set is the set of the split that the table lists, "" for none.
	rowsFrom int
	set      string
	// plain reports whether all columns of a table without a header are features.
	plain bool
}

// errEnough ends the walk through a table.
var errEnough = errors.New("enough")

// readTables reads an edge list, alone or with node tables, and perhaps features
// as JSON that maps ids to the numbers of the columns that are 1.
func readTables(files, features []File, c *Correction) (*Result, error) {
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
	at, err := edgeTable(tables, corrected, c.Table)
	if err != nil {
		return nil, err
	}
	edges, nodes := tables[at], slices.Delete(slices.Clone(tables), at, at+1)
	nodes, left, err := edges.rowTables(nodes)
	if err != nil {
		return nil, err
	}
	shape := shapePairs
	switch form := c.Layout(content.Edges).Form; {
	case form != "":
		if shape, err = edges.formed(form); err != nil {
			return nil, err
		}
	case !corrected:
		shape = edges.shape()
	}
	a := newAssembly(edges.Name, c)
	a.sortIDs, a.decimals = true, decimalIDs(tables)
	for _, name := range left {
		a.notes = append(a.notes, "The file "+quote(cleanName(name))+" says nothing of nodes or edges and was left out.")
	}
	if shape == shapePairs && !corrected && len(nodes) == 0 {
		if err := edges.takeCountLine(a); err != nil {
			return nil, err
		}
	}
	if edges.width < 2 && shape == shapePairs {
		return nil, fault(edges.Name, 1, tableRemedy, "a line of an edge list needs two node ids, separated by comma, tab, semicolon or space")
	}
	if shape == shapePairs {
		a.tables = []*table{edges}
		if err := edges.correct(content.Edges, c, len(nodes) == 0); err != nil {
			return nil, err
		}
		if !corrected {
			if err := edges.doubtRagged(); err != nil {
				return nil, err
			}
		}
	}
	if shape == shapeMatrix || shape == shapeLists || shape == shapeLines {
		edges.kind, a.shaped, a.shape = content.Edges, edges, shape
	}
	if err := a.nodeTables(nodes, c); err != nil {
		return nil, err
	}
	a.file = edges.Name
	format, err := edges.read(a, shape, nodes)
	if err != nil {
		return nil, err
	}
	if len(nodes) > 0 {
		a.file = nodes[len(nodes)-1].Name
	} else if err := a.number(c.From); err != nil {
		return nil, err
	}
	for _, f := range features {
		if err := a.features(f); err != nil {
			return nil, err
		}
	}
	return a.finish(format)
}

// nodeTables reads the node tables.
func (a *assembly) nodeTables(nodes []*table, c *Correction) error {
	none := map[content.Role]bool{}
	for k, t := range nodes {
		a.file, a.tables = t.Name, append(a.tables, t)
		if l := c.Layout(content.Nodes); l != c.Layout(content.Edges) {
			again, err := openTable(t.File, l)
			if err != nil {
				return err
			}
			again.rowsFrom, again.set = t.rowsFrom, t.set
			*t = *again
		}
		if t.rowsFrom < 0 && len(nodes) > 1 && t.header == nil && len(a.columns) > 0 {
			t.plain = true // the class is in another table
		}
		if err := t.correct(content.NodeTable(k+1), c, false); err != nil {
			return err
		}
		if err := t.readNodes(a, k > 0); err != nil {
			return err
		}
		maps.Copy(none, a.none)
	}
	a.none = none
	return nil
}

// headerColumn returns the first column whose name is one of keys, or -1.
func (t *table) headerColumn(keys []string) int {
	for _, k := range keys {
		for c, s := range t.header {
			if strings.EqualFold(strings.TrimSpace(s), k) {
				return c
			}
		}
	}
	return -1
}

// edgeColumns returns the named source and target columns, or -1, -1.
func (t *table) edgeColumns() [2]int {
	s, d := t.headerColumn(sourceKeys), t.headerColumn(targetKeys)
	if s < 0 || d < 0 {
		return wordColumns(t.header)
	}
	return [2]int{s, d}
}

// firstColumns returns the first two columns that do not count the rows.
func (t *table) firstColumns() [2]int {
	if t.header != nil && t.width > 2 && slices.Contains(rowWords, content.Word(t.header[0])) && (t.header[0] == "" || t.counts(0)) {
		return [2]int{1, 2}
	}
	if t.sharedColumns() {
		return [2]int{1, 2}
	}
	return [2]int{0, 1}
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

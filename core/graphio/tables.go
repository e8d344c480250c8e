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
	at, err := edgeTable(tables, corrected)
	if err != nil {
		return nil, err
	}
	edges, nodes := tables[at], slices.Delete(slices.Clone(tables), at, at+1)
	shape := shapePairs
	switch form := c.Layout(content.Edges).Form; {
	case form != "":
		if shape, err = edges.formed(form); err != nil {
			return nil, err
		}
	case !corrected:
		shape = edges.shape()
	}
	if edges.width < 2 && shape == shapePairs {
		return nil, fault(edges.Name, 1, tableRemedy, "a line of an edge list needs two node ids, separated by comma, tab, semicolon or space")
	}
	a := newAssembly(edges.Name, c)
	a.sortIDs = true
	if shape == shapePairs {
		a.tables = []*table{edges}
		if err := edges.correct(content.Edges, c, len(nodes) == 0); err != nil {
			return nil, err
		}
		if !corrected {
			if err := edges.doubtRagged(); err != nil {
				return nil, err
			}
			if len(nodes) == 0 {
				if err := edges.takeCountLine(a); err != nil {
					return nil, err
				}
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

// edgeTable returns which of the tables holds the edges.
func edgeTable(tables []*table, corrected bool) (int, error) {
	if len(tables) == 1 {
		if t := tables[0]; t.nodeScore() == headedNodes && (corrected || t.shape() == shapePairs) {
			return 0, fault(t.Name, 0, tableRemedy, "the table holds nodes; the edge list is missing")
		}
		return 0, nil
	}
	scores := make([]int, len(tables))
	for k, t := range tables {
		if scores[k] = t.nodeScoreOfSeveral(); scores[k] >= 0 && !corrected && t.shape() != shapePairs {
			scores[k] = -1
		}
	}
	least := slices.Min(scores)
	at := slices.Index(scores, least)
	for k, s := range scores {
		if k == at || s > least && s > 0 {
			continue
		}
		// Of two tables without a header the wider one has the nodes.
		if len(tables) == 2 && tables[0].header == nil && tables[1].header == nil && tables[0].width != tables[1].width {
			if tables[0].width < tables[1].width {
				return 0, nil
			}
			return 1, nil
		}
		if len(tables) > 2 {
			return 0, fault(tables[2].Name, 0, tableRemedy, "there are %d tables, and it is not clear which one holds the edges", len(tables))
		}
		return 0, fault(tables[1].Name, 0, tableRemedy, "it is not clear which of the two tables holds the edges")
	}
	return at, nil
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
			*t = *again
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

// headedNodes is the score of a table whose header is that of a node table.
const headedNodes = 2

// nodeScore tells how much a table looks like a node table: by its header, else
// by a first column that never repeats.
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
	if t.each(func(line int, cells []string) error {
		if seen[cells[0]] || len(seen) > MaxNodes {
			return errEnough
		}
		seen[strings.Clone(cells[0])] = true
		return nil
	}) != nil {
		return 0
	}
	return 1
}

// nodeScoreOfSeveral is nodeScore when one of several tables must hold the
// nodes: a single column cannot be a list of edges.
func (t *table) nodeScoreOfSeveral() int {
	if t.width == 1 {
		return headedNodes
	}
	return t.nodeScore()
}

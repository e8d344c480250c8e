package graphio

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sheafscope/core/graphio/content"
)

// This file reads tables: an edge list, alone or with node tables, as CSV, TSV or with other separators.
// Lines that begin with # or % are comments. If ids begin with #, only % begins a comment.
// The names or the values of the columns show which columns are the two ends of an edge (endColumns).
// An adjacency matrix or an adjacency list may replace the edge list (tableshape.go).
// A doubt is a reason to ask the user before the graph is used (doubts.go).

// Names of the columns of ends and ids. Earlier names have priority.
var (
	sourceKeys = []string{"source", "src", "from", "u", "node1", "node_1", "id1", "id_1", "start", "source_id", "from_id", "tail"}
	targetKeys = []string{"target", "dst", "to", "v", "node2", "node_2", "id2", "id_2", "end", "target_id", "to_id", "head"}
	idKeys     = []string{"new_id", "id", "node", "node_id", "nodeid", "vertex", "key", "name"}
)

// tableRemedy is the remedy of errors in the columns of tables.
const tableRemedy = "give an edge list with the columns source,target and, if there is one, a node table with the columns id,label,…"

// maxTableLines limits the lines of a file: the largest edge list, and 100 000 comments.
const maxTableLines = MaxEdges + 100_000

// table is a file of rows, with the decisions about its form and its columns.
type table struct {
	File
	// separator is the character between cells, ' ' for any white space.
	separator rune
	// guarded reports that texts have the form of words.Guard, which prevents formulas.
	guarded bool
	// header has the names of the columns. It is nil if the table has no header.
	header []string
	// width is the number of columns: the number of cells of the first row, and one more if R omits the name of the first column.
	width int

	// userRoles are the roles of columns that the user has chosen. cols are the columns of the two ends of an edge.
	userRoles userRoles
	cols      [2]int
	// kind is content.Edges or the name of a node table. seen is the survey of the cells that were read.
	kind string
	seen survey
	// hash reports that ids begin with #.
	hash bool
	// size has the numbers of rows and cells. rows are the first 20 rows, with the header.
	size extent
	rows [][]string
	// guessedHeader reports a header without a known word and without numbers below it.
	guessedHeader bool
	// neo4j reports the CSV of neo4j, whose relationships are directed.
	neo4j bool
	// knownShape and matrix cache the results of shape and matrixForm.
	knownShape *shape
	matrix     *matrixForm
	// alone reports that the files have no other table. beside has the value true for the ids in the other tables, and is nil for a single
	// table. If the user has chosen the table of edges, alone is false and beside is nil.
	alone  bool
	beside map[string]bool
	// declared are the properties of the edges in the comments above the rows. lazyQuotes reports that quotes in cells are letters.
	declared   headComments
	lazyQuotes bool
	// rewritten reports that Data has pairs in place of the lists, arrows or sentences of the file.
	rewritten bool
	// bracketed reports that the rows of the file have brackets at both ends.
	bracketed bool
	// readErr is the error of the last pass over the rows.
	readErr error

	// rowsFrom is the id of the node of the first row, 0 or 1, if the table has a row per node and no ids. It is -1 if the table has ids.
	rowsFrom int
	// supplement reports that an earlier node table exists. The rows may then repeat nodes of the earlier table.
	supplement bool
	// set is a name of setNames if the table is the list of the nodes in a set of the split. It is "" for any other table.
	set string
	// featuresOnly reports a table without a header whose columns are all features: another table has the classes.
	featuresOnly bool

	// proposed caches the result of propose. more are further columns of second ends, in addition to cols[1].
	proposed *proposal
	more     []int
	// endNames are the columns with the names of the two ends. Both numbers are equal if the table has no such columns.
	endNames [2]int
	// tree reports that a row without a second end is the root of a tree.
	tree bool
	// root is the value of a second end that means no parent. It is "" if the table has no such value.
	root string
	// cells splits cells with several second ends. It is nil if every cell has one end.
	cells *cellLists
	// notes and doubts are about the text around the rows and about the roles of columns.
	notes  []string
	doubts []Doubt
}

// readTables reads an edge list, alone or with node tables, and features in at most one JSON file. c is the correction of the user.
func readTables(files, features []File, c *Correction) (*Found, error) {
	// MUSAE, a collection of graphs, has the features in a single file.
	if len(features) > 1 {
		return nil, fault(features[1].Name, 0, tableRemedy, "there are %d JSON files beside tables", len(features))
	}
	// Node tables may be opened again, with their own layout.
	var tables []*table
	for _, f := range files {
		t, err := openTable(f, c.Layout(content.Edges))
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	choosesEnd := func(r content.ColumnRole) bool {
		isEnd := r.Role == content.RoleSource || r.Role == content.RoleTarget
		return isEnd && r.Column != "-" // "-" excludes the role
	}
	hints := edgeHints{corrected: correctsEdges(c, len(tables) > 1), ends: slices.ContainsFunc(c.Columns, choosesEnd), table: c.Table}
	k, err := edgeTable(tables, hints)
	if err != nil {
		return nil, err
	}
	edges, others := tables[k], slices.Delete(slices.Clone(tables), k, k+1)
	// The tables were opened with the layout of the edges.
	if layout := c.Layout(content.Nodes); layout != c.Layout(content.Edges) {
		for i, f := range slices.Delete(slices.Clone(files), k, k+1) {
			if others[i], err = openTable(f, layout); err != nil {
				return nil, err
			}
		}
	}
	nodes, leftOut := edges.classifyNodeTables(others, c)
	shape, err := edges.chooseShape(c, hints)
	if err != nil {
		return nil, err
	}
	a := newAssembly(edges.Name, c)
	// sortIDs orders the nodes by numeric ids. decimals keeps the ids 1.0 and 1 apart, if other ids are fractions such as 1.1.
	a.sortIDs, a.decimals = true, decimalIDs(edges, nodes)
	for _, name := range leftOut {
		a.notes = append(a.notes, "The file "+quote(cleanName(name))+" was left out: a graph has no data of this kind.")
	}
	switch shape {
	case shapePairs:
		if err := a.preparePairs(edges, nodes, hints); err != nil {
			return nil, err
		}
	// The recognition, which the user checks, previews these tables. Triples have no preview.
	case shapeMatrix, shapeLists, shapeLines:
		edges.kind = content.Edges
		a.shapedTable, a.shape = edges, shape
	}
	// The ends of the edges show whether the first row of a node table is a header.
	if shape == shapePairs && c.Layout(content.Nodes).Header == "" {
		edges.findNodeHeaders(nodes)
	}
	a.readNodeTables(nodes, c)
	if a.err != nil {
		return nil, a.err
	}
	for _, t := range append([]*table{edges}, nodes...) {
		a.notes = append(a.notes, t.notes...)
		a.doubts = append(a.doubts, t.doubts...)
	}
	// Edges may refer to names of the node table.
	if len(nodes) > 0 && shape == shapePairs {
		a.indexByAttribute(edges)
	}
	// a.file is the file that errors name: first the edge list, then the file of the attributes.
	a.file = edges.Name
	format := edges.readEdgesAs(a, shape, nodes)
	if len(nodes) > 0 {
		a.file = nodes[len(nodes)-1].Name
	} else if a.err == nil {
		// Without node tables, the user may have said that the nodes are all numbers up to the largest id.
		a.fillNumbers(c.From)
		a.numbered = shape != shapeMatrix // the rows of a matrix are its nodes
	}
	for _, f := range features {
		if a.err == nil {
			a.readFeatureLists(f)
		}
	}
	return a.finish(format)
}

// chooseShape returns the shape of the table of edges: the form that the user has chosen, pairs after any other correction of the table by
// the user (hints.corrected), and otherwise the recognised shape.
// A table that cannot have the chosen form is an error, and so is a table with the names of a matrix and other cells (matrixFault).
func (t *table) chooseShape(c *Correction, hints edgeHints) (shape, error) {
	if form := c.Layout(content.Edges).Form; form != "" {
		return t.userShape(form)
	}
	if hints.corrected {
		return shapePairs, nil
	}
	// A table that looks like a matrix, but is none, must not be read as a list of edges.
	shape := t.shape()
	if shape != shapeMatrix && t.edgeColumns()[0] < 0 {
		if why := t.matrixFault(); why != "" {
			return shape, fault(t.Name, 0, "write numbers, x or nothing, or correct what each row is (-form)",
				"the same names stand above and before the cells, as in a matrix, but %s", why)
		}
	}
	return shape, nil
}

// preparePairs resolves the columns of an edge list before nodes, the node tables, are read. It makes edges the first of the tables that
// the recognition previews (a.tables).
// preparePairs records every error in the assembly. It also returns the error of a table with a single column, which has no columns to
// resolve.
func (a *assembly) preparePairs(edges *table, nodes []*table, hints edgeHints) error {
	present := kindsOfTables(len(nodes) > 0)
	// Rows with the numbers of nodes and edges may precede the edges.
	if !hints.corrected && present == onlyEdges {
		edges.cutCountLines(a)
	}
	if edges.width < 2 {
		a.fail(1, tableRemedy, "a line of an edge list needs two node ids, separated by comma, tab, semicolon or space")
		return a.err
	}
	a.tables = []*table{edges}
	// A table that the user has corrected is not refused.
	if !a.keepError(edges.resolveColumns(content.Edges, a.correction, present)) || hints.corrected {
		return nil
	}
	// Columns with the names or the values of ends may be prices or times.
	if why := edges.whyNotEdgeTable(); why != "" && present == onlyEdges {
		a.keepError(edges.endsError(why))
	}
	// Prose is refused beside node tables, too.
	a.keepError(edges.refuseProse())
	// If neither the header nor the values show the ends, they are the columns firstColumns, which may have any content.
	hasKnownEnds := edges.edgeColumns()[0] >= 0 || edges.propose() != nil
	if present == onlyEdges && !hasKnownEnds && a.err == nil {
		if why := edges.whyColumnsAreNoEnds(); why != "" {
			a.keepError(edges.endsError(why))
		}
	}
	return nil
}

// findNodeHeaders sets the header of each node table whose first row was not recognised as a header, but is one by the edges of t
// (hasHeaderRow). A header without a known word for ids adds a doubt.
func (t *table) findNodeHeaders(nodes []*table) {
	ends := sync.OnceValue(t.endSet)
	for _, n := range nodes {
		if !n.hasHeaderRow(ends) {
			continue
		}
		n.header = slices.Clone(n.rows[0])
		if n.hasIDHeader() {
			continue
		}
		n.doubts = append(n.doubts, Doubt{Rule: "header", Text: "The first row of " + quote(cleanName(n.Name)) + ", " + quote(n.header[0]) +
			", …, is no end of an edge and was taken as the names of the columns: it may be a node."})
	}
}

// readNodeTables reads the node tables in order into the assembly, up to the first error.
func (a *assembly) readNodeTables(nodes []*table, c *Correction) {
	// excluded are the roles that the user has excluded in at least one table.
	excluded := map[content.Role]bool{}
	for k, t := range nodes {
		if a.err != nil {
			return
		}
		a.file, a.tables = t.Name, append(a.tables, t)
		// An earlier node table with attributes is expected to have the classes. Then all columns of a table without a header are features.
		hasIDs := t.rowsFrom < 0
		hasEarlierAttributes := len(nodes) > 1 && len(a.columns) > 0
		if hasIDs && t.header == nil && hasEarlierAttributes {
			t.featuresOnly = true
		}
		// content.NodeTable counts the node tables from 1.
		if a.keepError(t.resolveColumns(content.NodeTable(k+1), c, edgesAndNodes)) {
			t.supplement = k > 0
			t.readNodes(a)
		}
		maps.Copy(excluded, a.excluded)
	}
	a.excluded = excluded
}

// headerColumn returns the column with a name in keys. Earlier keys have priority. headerColumn returns -1 if no column has such a name.
func (t *table) headerColumn(keys []string) int {
	return headerIndex(t.header, keys)
}

// edgeColumns returns the columns of the two ends by their names. It returns -1, -1 if the header has no names of ends.
// It also returns -1, -1 if both columns hold the times of a relation that another column names, as in Employee, Manager, Start, End.
func (t *table) edgeColumns() [2]int {
	cols := namedEnds(t.header)
	isRelation := func(s string) bool { return hasWordOf(s, relationWords) || hasWordOf(s, parentWords) }
	hasTimes := cols[0] >= 0 && t.holdsTimes(cols[0]) && t.holdsTimes(cols[1])
	if hasTimes && slices.ContainsFunc(t.header, isRelation) {
		return [2]int{-1, -1}
	}
	return cols
}

// firstColumns returns the first two columns that can be ends of edges, for a table whose names and values do not show the ends.
// It skips a first column that counts the rows, a first column before two columns with common ids, and columns of times.
func (t *table) firstColumns() [2]int {
	if t.startsWithRowNumbers() || t.sharedColumns() {
		return [2]int{1, 2}
	}
	// Tables of contacts begin with times. Two columns must follow, or three in a table without a header.
	needed := 3 - oneIf(t.header != nil)
	first := 0
	for first+needed < t.width && t.holdsTimes(first) {
		first++
	}
	return [2]int{first, first + 1}
}

// startsWithRowNumbers reports whether the first column probably counts the rows. The table has a header, and two other columns follow.
// The column has no name, whatever its cells are, or it has a name such as row and its first cells count the rows (isCounter).
func (t *table) startsWithRowNumbers() bool {
	if t.header == nil || t.width < 3 || !slices.Contains(rowWords, content.Word(t.header[0])) {
		return false
	}
	return t.columnName(0) == "" || t.isCounter(0)
}

// isCounter reports whether column c counts the first rows (t.rows): in row k, for k from 1 on, the cell is k-1 or k.
// It returns false for a table of one row.
func (t *table) isCounter(c int) bool {
	for k, row := range t.rows[1:] {
		cell := strings.TrimSpace(cellAt(row, c))
		if cell != strconv.Itoa(k) && cell != strconv.Itoa(k+1) {
			return false
		}
	}
	return len(t.rows) > 1
}

// endColumns returns the columns of the two ends: by the names in the header, by a proposal, or the first columns.
func (t *table) endColumns() [2]int {
	if cols := t.edgeColumns(); cols[0] >= 0 {
		return cols
	}
	if p := t.propose(); p != nil {
		return [2]int{p.source, p.targets[0]}
	}
	return t.firstColumns()
}

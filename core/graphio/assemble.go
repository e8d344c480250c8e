package graphio

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// assembly collects nodes, attributes and edges of a format with free node ids and named attributes.
// finish makes a graph of them.
type assembly struct {
	// file is the name of the file, for messages.
	file string
	// name is the name of the graph, "" for the name of the file.
	name string
	// index maps an id to its node. ids and lines hold the id and the line of every node.
	index map[string]int32
	ids   []string
	lines []int
	// columns are the attributes in order of appearance; byKey finds them by their key. cells counts their values.
	columns []*column
	byKey   map[string]*column
	cells   int
	edges   []graph.Edge
	// oneWay reports, for every edge, whether the file gives it a direction.
	oneWay []bool
	// pending are edges whose ends may be declared later in the file.
	pending []pendingEdge
	// meta is the description written by this package, nil in other files.
	meta *meta
	// sortIDs requests nodes in numerical order where all ids are integers.
	sortIDs bool
	// directed is the direction given to edges added from here on.
	// weighted reports that the file has attributes of edges; a graph here has none.
	directed, weighted bool
	// negative counts weights of edges below zero. They are left out like other weights, but with a doubt.
	negative int
	// dangling leaves out edges to nodes without an entry; otherwise such an edge is an error.
	dangling bool
	// newIDs lets edges of a table name nodes without an entry of their own.
	newIDs bool
	notes  []string
	// err is the first error. Later errors are dropped.
	err error
	// decimals reports that ids such as 1.1 are names and not numbers.
	decimals bool
	// commas reports a decimal comma: cells separated by semicolons suggest it.
	commas bool

	// correction is the user's correction, nil for none. userRoles and excluded are its roles for attributes, by key.
	correction *Correction
	userRoles  map[string]content.Role
	excluded   map[content.Role]bool
	// sets are the columns that hold the set of the split of every node.
	sets []*column
	// doubts are the doubts found while reading; findDoubts adds the others.
	doubts []Doubt
	// tables are the tables that were read, the edge list first.
	tables []*table
	// shapedTable is the table of edges where a row is no single edge; shape is its form.
	shapedTable *table
	shape       shape
}

// column is an attribute of the nodes. Nodes beyond the end of values lack it.
type column struct {
	key    string
	values []string
	// userRole is the role given by the user, role the role in use. Both are "" for none.
	userRole, role content.Role
}

// pendingEdge is an edge between ids. finish resolves them when all nodes are known.
type pendingEdge struct {
	source, target string
	line           int
	oneWay         bool
	// directionGiven reports that the edge itself has a mark of its direction. It overrides the direction of the file.
	directionGiven bool
}

// maxCells limits the attribute values of all nodes together: 10 million strings take about 160 MB without their texts.
const maxCells = 10_000_000

// newAssembly returns an empty assembly for a file. c may be nil.
func newAssembly(file string, c *Correction) *assembly {
	return &assembly{file: file, correction: c, index: map[string]int32{}, byKey: map[string]*column{}}
}

// addNode adds a node and returns its number. A repeated id or more than MaxNodes nodes is an error, and the number is then 0.
func (a *assembly) addNode(id string, line int) int {
	switch _, taken := a.index[id]; {
	// Two entries of one id may disagree: the file is refused.
	case taken:
		a.fail(line, "give every node one entry", "the node %s occurs twice", quote(id))
	case len(a.ids) == MaxNodes:
		a.fail(line, smallerRemedy, "more than %d nodes", MaxNodes)
	default:
		a.index[id] = int32(len(a.ids))
		a.ids, a.lines = append(a.ids, id), append(a.lines, line)
		return len(a.ids) - 1
	}
	return 0
}

// setAttribute sets the attribute key of node i. The first value of a key adds a column.
func (a *assembly) setAttribute(i int, key, value string) {
	c := a.byKey[key]
	// A new key is a new column, empty for the nodes before.
	if c == nil {
		if len(a.columns) == MaxFeatures {
			a.fail(a.lines[i], "take fewer columns", "more than %d columns", MaxFeatures)
			return
		}
		c = &column{key: key, userRole: a.userRoles[key]}
		a.byKey[key] = c
		a.columns = append(a.columns, c)
	}
	// Nodes without the value count too: they take memory all the same.
	if grow := i + 1 - len(c.values); grow > 0 {
		if a.cells += grow; a.cells > maxCells {
			a.fail(a.lines[i], "take fewer columns or nodes", "more than %d attribute values", maxCells)
			return
		}
		c.values = append(c.values, make([]string, grow)...)
	}
	c.values[i] = value
}

// addEdge adds an edge between two declared nodes. An unknown id is an error.
func (a *assembly) addEdge(source, target string, line int) {
	a.connect(a.nodeOf(source, line), a.nodeOf(target, line), line)
}

// deferEdge adds an edge whose nodes may be declared later.
func (a *assembly) deferEdge(source, target string, line int) {
	// The limit holds while reading, before any edge is resolved.
	if len(a.pending) == MaxEdges {
		a.fail(line, smallerRemedy, "more than %d edges", MaxEdges)
		return
	}
	a.pending = append(a.pending, pendingEdge{source: source, target: target, line: line, oneWay: a.directed})
}

// finish resolves pending edges, applies the correction and returns the graph with its splits.
// format is the value of Found.Format. The error is an *Error.
func (a *assembly) finish(format string) (*Found, error) {
	for _, e := range a.pending {
		a.directed = e.oneWay
		a.addEdge(e.source, e.target, e.line)
	}
	if a.err == nil {
		a.applyCorrection()
	}
	if len(a.ids) == 0 {
		a.fail(0, "choose a file with nodes or edges", "the graph has no nodes")
	}
	if a.err != nil {
		return nil, a.err
	}
	// Sorting comes after the correction, which can add nodes.
	if a.sortIDs {
		a.sortByID()
	}
	g, tally := graph.Build(cmp.Or(cleanName(a.name), baseName(a.file)), len(a.ids), a.edges)
	g.Notes = append(a.notes, g.Notes...)
	g.Orient(a.edges, a.oneWay)
	g.Notes = appendNote(g.Notes, g.Directions != nil, "The edges of the file are directed; here they join two nodes without direction, "+
		"but for the authors' program (reading “code”).")
	g.Notes = appendNote(g.Notes, a.weighted && a.meta == nil, weightNote)
	// Ids that are their own index are no names.
	for i, id := range a.ids {
		if id != strconv.Itoa(i) {
			g.NodeNames = cleanNames(a.ids)
			break
		}
	}
	a.sets = a.splitColumns()
	// Files of this package state their attributes. All others are guessed.
	if a.meta != nil {
		a.describedAttributes(g)
	} else {
		a.guessedAttributes(g)
	}
	return &Found{Graph: g, Format: format, Splits: a.splits(g), Tally: tally, negative: a.negative, assembly: a}, a.err
}

// sortByID renumbers the nodes in numerical order where all ids are integers. The sort is stable, so 7 and 07 keep their order.
func (a *assembly) sortByID() {
	keys := make([]uint64, len(a.ids))
	for i, id := range a.ids {
		// One id that is no number keeps the order of the file.
		v, err := strconv.ParseUint(id, 10, 64)
		if err != nil {
			return
		}
		keys[i] = v
	}
	order := make([]int, len(keys))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(p, q int) int { return cmp.Compare(keys[p], keys[q]) })
	rank, ids, lines := make([]int32, len(order)), make([]string, len(order)), make([]int, len(order))
	for r, i := range order {
		rank[i], ids[r], lines[r] = int32(r), a.ids[i], a.lines[i]
	}
	a.ids, a.lines = ids, lines
	// Edges and attributes follow the new numbers.
	for k, e := range a.edges {
		a.edges[k] = graph.Edge{I: rank[e.I], J: rank[e.J]}
	}
	for _, c := range a.columns {
		values := make([]string, len(order))
		for i, v := range c.values {
			values[rank[i]] = v
		}
		c.values = values
	}
}

// value returns the attribute of node i, "" where the node or the column is missing.
func (c *column) value(i int) string {
	if c == nil {
		return ""
	}
	return cellAt(c.values, i)
}

// find returns the first column with one of the keys, in the order of the keys and in any case.
// Columns with a role from the user are skipped.
func (a *assembly) find(keys ...string) *column {
	for _, k := range keys {
		for _, c := range a.columns {
			if c.userRole == "" && strings.EqualFold(strings.TrimSpace(c.key), k) {
				return c
			}
		}
	}
	return nil
}

// setNames names the nodes by a column. Nodes without a value keep their id, but not in files written by this package.
func (a *assembly) setNames(g *graph.Graph, c *column) {
	g.NodeNames = make([]string, g.N)
	long, own := 0, a.ownFormat()
	for i := range g.N {
		// A file of this package may have empty names.
		if g.NodeNames[i] = cleanName(c.value(i)); g.NodeNames[i] == "" && !own {
			g.NodeNames[i] = cleanName(a.ids[i])
		}
		long += oneIf(len(c.value(i)) > MaxName)
	}
	g.Notes = appendNote(g.Notes, long > 0, fmt.Sprintf("%s longer than %d bytes cut.", words.Count(long, "name"), MaxName))
}

// hasNode reports whether a node has the id.
func (a *assembly) hasNode(id string) bool {
	_, ok := a.index[id]
	return ok
}

// nodeOf returns the node of an id. An unknown id is an error, and the node is then 0.
func (a *assembly) nodeOf(id string, line int) int32 {
	i, ok := a.index[id]
	if !ok {
		a.fail(line, "declare the node or correct the id", "the edge names the node %s, which does not exist", quote(id))
	}
	return i
}

// nodeOrNew returns the node of an id, and adds it where the id is new.
func (a *assembly) nodeOrNew(id string, line int) int32 {
	i, ok := a.index[id]
	if !ok {
		i = int32(a.addNode(strings.Clone(id), line))
	}
	return i
}

// indexByAttribute lets edges refer to nodes by an attribute, such as their name.
// It applies where no end is an id and one attribute has every end as the value of one node.
// The ids of the nodes stay.
func (a *assembly) indexByAttribute(ends iter.Seq[string]) {
	some := false
	for id := range ends {
		// One end that is an id settles the question.
		if _, ok := a.index[id]; ok {
			return
		}
		some = true
	}
	for _, c := range a.columns {
		if !some {
			return
		}
		index, one := map[string]int32{}, true
		for i := range a.ids {
			// A repeated value would be ambiguous.
			if v := strings.TrimSpace(c.value(i)); v != "" {
				_, again := index[v]
				one = one && !again
				index[v] = int32(i)
			}
		}
		for id := range ends {
			_, ok := index[id]
			one = one && ok
		}
		if one && len(index) > 0 {
			a.index = index
			a.notes = append(a.notes, "The edges call the nodes by their "+quote(c.key)+".")
			return
		}
	}
}

// connect adds an edge between two nodes by number.
func (a *assembly) connect(i, j int32, line int) {
	if len(a.edges) == MaxEdges {
		a.fail(line, smallerRemedy, "more than %d edges", MaxEdges)
		return
	}
	a.edges, a.oneWay = append(a.edges, graph.Edge{I: i, J: j}), append(a.oneWay, a.directed)
}

// fail records an error in a line of the file, unless an earlier error is recorded.
func (a *assembly) fail(line int, remedy, format string, args ...any) {
	if a.err == nil {
		a.err = fault(a.file, line, remedy, format, args...)
	}
}

// keepError records err, unless err is nil or an earlier error is recorded. It reports whether no error is recorded.
func (a *assembly) keepError(err error) bool {
	if a.err == nil {
		a.err = err
	}
	return a.err == nil
}

const (
	// smallerRemedy is the remedy at a limit, finiteRemedy the remedy for a feature that is no number.
	smallerRemedy = "take a part of the graph"
	finiteRemedy  = "features are finite numbers"
	// weightNote is the note of a file with attributes of edges.
	weightNote = "Weights and other attributes of the edges were left out."
)

// appendNote returns notes with text appended where needed is true, and notes unchanged otherwise.
func appendNote(notes []string, needed bool, text string) []string {
	if needed {
		notes = append(notes, text)
	}
	return notes
}

// addDoubt records a doubt found while reading.
func (a *assembly) addDoubt(rule, text string) {
	a.doubts = append(a.doubts, Doubt{Rule: rule, Text: text})
}

// addNumberedNodes adds nodes with the ids from+1, …, to.
func (a *assembly) addNumberedNodes(from, to int64, line int) {
	for i := from + 1; i <= to && a.err == nil; i++ {
		a.addNode(strconv.FormatInt(i, 10), line)
	}
}

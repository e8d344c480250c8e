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

// assembly collects the nodes, attributes and edges of the formats whose nodes have free ids and named attributes, and makes a graph of
// them.
type assembly struct {
	file string
	name string // name of the graph, "" for the file's.
	// index maps an id to its node; ids and lines are by node.
	index map[string]int32
	ids   []string
	lines []int
	// columns are the attributes in order of appearance.
	columns []*column
	byKey   map[string]*column
	cells   int
	edges   []graph.Edge
	oneWay  []bool        // oneWay reports of each edge whether the file gives it a direction.
	pending []pendingEdge // pending are edges whose ends may be declared later.
	meta    *meta         // meta is the description that the writers of this package leave.
	sortIDs bool          // sortIDs asks for nodes in numerical order if all ids are integers.
	// directed reports whether the edges being read have one, weighted that the file gives edges attributes, which a graph here has not.
	directed, weighted bool
	// negative counts the weights of edges below zero, which are left out as well.
	negative int
	// dangling reports whether edges of nodes which do not exist are left out.
	dangling bool
	notes    []string
	err      error // err is the first error; nothing that follows it counts.
	decimals bool  // decimals reports whether ids such as 1.1 are names.
	commas   bool  // commas reports whether semicolons between the cells speak for a comma before the fraction of a number.

	// correct is what the user says, nil for nothing; fix and none are its roles for attributes, by key.
	correct *Correction
	fix     map[string]content.Role
	none    map[content.Role]bool
	sets    []*column // sets are the columns that say which set of the split a node is in.
	doubts  []Doubt   // doubts are those of the reader itself.
	tables  []*table  // tables are those that were read, the edge list first.
	// shaped is the table of edges when its rows are no edges, of that shape.
	shaped *table
	shape  shape
}

// column is a node attribute; nodes beyond the end of values lack it.
type column struct {
	key       string
	values    []string
	fix, role content.Role // fix is the role that the user gave it, role the one that it got, "" when it was left out.
}

type pendingEdge struct {
	source, target string
	line           int
	oneWay         bool
	said           bool // said reports whether the edge itself says whether it has a direction.
}

// maxCells limits the attribute values of all nodes together.
const maxCells = 10_000_000

func newAssembly(file string, c *Correction) *assembly {
	return &assembly{file: file, correct: c, index: map[string]int32{}, byKey: map[string]*column{}}
}

// node adds a node and returns its number. It fails when the id is taken or there are too many.
func (a *assembly) node(id string, line int) int {
	switch _, taken := a.index[id]; {
	case taken:
		a.bad(line, "give every node one entry", "the node %s occurs twice", quote(id))
	case len(a.ids) == MaxNodes:
		a.bad(line, smaller, "more than %d nodes", MaxNodes)
	default:
		a.index[id] = int32(len(a.ids))
		a.ids, a.lines = append(a.ids, id), append(a.lines, line)
		return len(a.ids) - 1
	}
	return 0
}

// set gives node i the value of an attribute.
func (a *assembly) set(i int, key, value string) {
	c := a.byKey[key]
	if c == nil {
		if len(a.columns) == MaxFeatures {
			a.bad(a.lines[i], "take fewer columns", "more than %d columns", MaxFeatures)
			return
		}
		c = &column{key: key, fix: a.fix[key]}
		a.byKey[key] = c
		a.columns = append(a.columns, c)
	}
	// Nodes without the value count too: they take memory all the same.
	if grow := i + 1 - len(c.values); grow > 0 {
		if a.cells += grow; a.cells > maxCells {
			a.bad(a.lines[i], "take fewer columns or nodes", "more than %d attribute values", maxCells)
			return
		}
		c.values = append(c.values, make([]string, grow)...)
	}
	c.values[i] = value
}

// edge adds an edge between declared nodes.
func (a *assembly) edge(source, target string, line int) {
	a.join(a.known(source, line, false), a.known(target, line, false), line)
}

// later adds an edge whose nodes may still follow.
func (a *assembly) later(source, target string, line int) {
	if len(a.pending) == MaxEdges {
		a.bad(line, smaller, "more than %d edges", MaxEdges)
		return
	}
	a.pending = append(a.pending, pendingEdge{source: source, target: target, line: line, oneWay: a.directed})
}

// finish makes the graph.
func (a *assembly) finish(format string) (*Found, error) {
	for _, e := range a.pending {
		a.directed = e.oneWay
		a.edge(e.source, e.target, e.line)
	}
	if a.err == nil {
		a.settle()
	}
	if len(a.ids) == 0 {
		a.bad(0, "choose a file with nodes or edges", "the graph has no nodes")
	}
	if a.err != nil {
		return nil, a.err
	}
	if a.sortIDs {
		a.sortByID()
	}
	g, tally := graph.Build(cmp.Or(cleanName(a.name), baseName(a.file)), len(a.ids), a.edges)
	g.Notes = append(a.notes, g.Notes...)
	g.Orient(a.edges, a.oneWay)
	note(&g.Notes, g.Directions != nil, "The edges of the file are directed; here they join two nodes without direction, "+
		"but for the authors' program (reading “code”).")
	note(&g.Notes, a.weighted && a.meta == nil, weightNote)
	for i, id := range a.ids {
		if id != strconv.Itoa(i) {
			g.NodeNames = cleanNames(a.ids)
			break
		}
	}
	a.sets = a.membership()
	if a.meta != nil {
		a.describedAttributes(g)
	} else {
		a.guessedAttributes(g)
	}
	return &Found{Graph: g, Format: format, Splits: a.takeSplit(g), Tally: tally, negative: a.negative, made: a}, a.err
}

// sortByID renumbers the nodes in numerical order if all ids are integers.
func (a *assembly) sortByID() {
	keys := make([]uint64, len(a.ids))
	for i, id := range a.ids {
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

// value returns the attribute of node i, "" when it has none.
func (c *column) value(i int) string {
	if c == nil {
		return ""
	}
	return at(c.values, i)
}

// find returns the first column under one of keys, in their order and any case, but for columns of which the user said the role.
func (a *assembly) find(keys ...string) *column {
	for _, k := range keys {
		for _, c := range a.columns {
			if c.fix == "" && strings.EqualFold(strings.TrimSpace(c.key), k) {
				return c
			}
		}
	}
	return nil
}

// setNames takes a column as the names of the nodes.
func (a *assembly) setNames(g *graph.Graph, c *column) {
	g.NodeNames = make([]string, g.N)
	long, own := 0, a.own()
	for i := range g.N {
		if g.NodeNames[i] = cleanName(c.value(i)); g.NodeNames[i] == "" && !own {
			g.NodeNames[i] = cleanName(a.ids[i])
		}
		long += oneIf(len(c.value(i)) > MaxName)
	}
	note(&g.Notes, long > 0, fmt.Sprintf("%s longer than %d bytes cut.", words.Count(long, "name"), MaxName))
}

// has reports whether there is a node of an id.
func (a *assembly) has(id string) bool {
	_, ok := a.index[id]
	return ok
}

// known returns the node of an id that must be there, or with declare may be new.
func (a *assembly) known(id string, line int, declare bool) int32 {
	i, ok := a.index[id]
	switch {
	case ok:
	case declare:
		i = int32(a.node(strings.Clone(id), line))
	default:
		a.bad(line, "declare the node or correct the id", "the edge names the node %s, which does not exist", quote(id))
	}
	return i
}

// callers makes the edges call the nodes by an attribute, such as their names, where their ends are no ids and all of them are values of
// it,
// each of one node. The ids of the nodes stay.
func (a *assembly) callers(ends iter.Seq[string]) {
	some := false
	for id := range ends {
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

// join adds an edge between two nodes by their numbers.
func (a *assembly) join(i, j int32, line int) {
	if len(a.edges) == MaxEdges {
		a.bad(line, smaller, "more than %d edges", MaxEdges)
		return
	}
	a.edges, a.oneWay = append(a.edges, graph.Edge{I: i, J: j}), append(a.oneWay, a.directed)
}

// bad keeps an error in the file being read, unless there is an earlier one.
func (a *assembly) bad(line int, remedy, format string, args ...any) {
	if a.err == nil {
		a.err = fault(a.file, line, remedy, format, args...)
	}
}

// keep keeps an error, unless it is nil or there is an earlier one, and reports whether there is none.
func (a *assembly) keep(err error) bool {
	if a.err == nil {
		a.err = err
	}
	return a.err == nil
}

const (
	// smaller is the way out of a limit, finite what a feature must be.
	smaller = "take a part of the graph"
	finite  = "features are finite numbers"
	// weightNote is the note where edges have more than ends.
	weightNote = "Weights and other attributes of the edges were left out."
)

// note adds a note where there is reason to.
func note(to *[]string, when bool, text string) {
	if when {
		*to = append(*to, text)
	}
}

// doubt adds a doubt of the reader itself.
func (a *assembly) doubt(rule, text string) {
	a.doubts = append(a.doubts, Doubt{Rule: rule, Text: text})
}

// numbered adds the nodes from+1 to to, which are called by their numbers.
func (a *assembly) numbered(from, to int64, line int) {
	for i := from + 1; i <= to && a.err == nil; i++ {
		a.node(strconv.FormatInt(i, 10), line)
	}
}

package graphio

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// assembly collects the nodes, attributes and edges of the formats in which
// nodes have free ids and named attributes, and makes a graph of them.
type assembly struct {
	file string
	// name of the graph, "" for the file's.
	name string
	// index maps an id to its node; ids and lines are by node.
	index map[string]int32
	ids   []string
	lines []int
	// columns are the attributes in order of appearance.
	columns []*column
	byKey   map[string]*column
	cells   int
	edges   []graph.Edge
	// oneWay tells of each edge whether the file gives it a direction.
	oneWay []bool
	// pending are edges whose ends may be declared later.
	pending []pendingEdge
	// meta is the description that the writers of this package leave.
	meta *meta
	// sortIDs asks for nodes in numerical order if all ids are integers.
	sortIDs bool
	// directed reports whether the edges now being read have a direction, weighted
	// that the file gives edges attributes, which a graph here has not.
	directed, weighted bool
	// dangling reports whether edges of nodes which do not exist are left out.
	dangling bool
	notes    []string
	// decimals reports whether ids such as 1.1 are names.
	decimals bool

	// correct is what the user says, nil for nothing; fix and none are its
	// roles for attributes, by key.
	correct *Correction
	fix     map[string]content.Role
	none    map[content.Role]bool
	// sets are the columns that say which set of the split a node is in.
	sets []*column
	// doubts are those of the reader itself.
	doubts []Doubt
	// tables are those that were read, the edge list first.
	tables []*table
	// shaped is the table of edges when its rows are no edges, of that shape.
	shaped *table
	shape  shape
}

// column is a node attribute; nodes beyond the end of values lack it.
type column struct {
	key    string
	values []string
	// fix is the role that the user gave it, role the one that it got, "" when it was left out.
	fix, role content.Role
}

type pendingEdge struct {
	source, target string
	line           int
	oneWay         bool
	// said reports whether the edge itself says whether it has a direction.
	said bool
}

// maxCells limits the attribute values of all nodes together.
const maxCells = 10_000_000

func newAssembly(file string, c *Correction) *assembly {
	return &assembly{file: file, correct: c, index: map[string]int32{}, byKey: map[string]*column{}}
}

// node adds a node. It fails when the id is taken or there are too many.
func (a *assembly) node(id string, line int) (int, error) {
	if _, ok := a.index[id]; ok {
		return 0, fault(a.file, line, "give every node one entry", "the node %s occurs twice", quote(id))
	}
	if len(a.ids) == MaxNodes {
		return 0, fault(a.file, line, "take a part of the graph", "more than %d nodes", MaxNodes)
	}
	i := len(a.ids)
	a.index[id] = int32(i)
	a.ids = append(a.ids, id)
	a.lines = append(a.lines, line)
	return i, nil
}

// set gives node i the value of an attribute.
func (a *assembly) set(i int, key, value string) error {
	c := a.byKey[key]
	if c == nil {
		if len(a.columns) == MaxFeatures {
			return fault(a.file, a.lines[i], "take fewer columns", "more than %d columns", MaxFeatures)
		}
		c = &column{key: key, fix: a.fix[key]}
		a.byKey[key] = c
		a.columns = append(a.columns, c)
	}
	// Nodes without the value count too: they take memory all the same.
	if grow := i + 1 - len(c.values); grow > 0 {
		if a.cells += grow; a.cells > maxCells {
			return fault(a.file, a.lines[i], "take fewer columns or nodes", "more than %d attribute values", maxCells)
		}
		c.values = append(c.values, make([]string, grow)...)
	}
	c.values[i] = value
	return nil
}

// edge adds an edge between declared nodes.
func (a *assembly) edge(source, target string, line int) error {
	var e [2]int32
	for k, id := range [2]string{source, target} {
		i, ok := a.index[id]
		if !ok {
			return fault(a.file, line, "declare the node or correct the id", "the edge names the node %s, which does not exist", quote(id))
		}
		e[k] = i
	}
	if len(a.edges) == MaxEdges {
		return fault(a.file, line, "take a part of the graph", "more than %d edges", MaxEdges)
	}
	a.edges, a.oneWay = append(a.edges, graph.Edge{I: e[0], J: e[1]}), append(a.oneWay, a.directed)
	return nil
}

// later adds an edge whose nodes may still follow.
func (a *assembly) later(source, target string, line int) error {
	if len(a.pending) == MaxEdges {
		return fault(a.file, line, "take a part of the graph", "more than %d edges", MaxEdges)
	}
	a.pending = append(a.pending, pendingEdge{source: source, target: target, line: line, oneWay: a.directed})
	return nil
}

// finish makes the graph.
func (a *assembly) finish(format string) (*Result, error) {
	for _, e := range a.pending {
		a.directed = e.oneWay
		if err := a.edge(e.source, e.target, e.line); err != nil {
			return nil, err
		}
	}
	if err := a.settle(); err != nil {
		return nil, err
	}
	if len(a.ids) == 0 {
		return nil, fault(a.file, 0, "choose a file with nodes or edges", "the graph has no nodes")
	}
	if a.sortIDs {
		a.sortByID()
	}
	g, tally := graph.Build(cmp.Or(cleanName(a.name), baseName(a.file)), len(a.ids), a.edges)
	g.Notes = append(a.notes, g.Notes...)
	g.Orient(a.edges, a.oneWay)
	if g.Directions != nil {
		g.Notes = append(g.Notes, "The edges of the file are directed; here they join two nodes without direction, "+
			"but for the authors' program (reading “code”).")
	}
	if a.weighted && a.meta == nil {
		g.Notes = append(g.Notes, "Weights and other attributes of the edges were left out.")
	}
	for i, id := range a.ids {
		if id != strconv.Itoa(i) {
			g.NodeNames = make([]string, g.N)
			for k, id := range a.ids {
				g.NodeNames[k] = cleanName(id)
			}
			break
		}
	}
	a.sets = a.membership()
	var err error
	if a.meta != nil {
		err = a.describedAttributes(g)
	} else {
		err = a.guessedAttributes(g)
	}
	if err != nil {
		return nil, err
	}
	return &Result{Graph: g, Format: format, Splits: a.takeSplit(g), Tally: tally, made: a}, nil
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
	rank := make([]int32, len(order))
	ids, lines := make([]string, len(order)), make([]int, len(order))
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
	if c == nil || i >= len(c.values) {
		return ""
	}
	return c.values[i]
}

// find returns the first column whose key is one of keys, in the order of keys
// and without regard to case, but for columns of which the user said the role.
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
		if len(c.value(i)) > MaxName {
			long++
		}
	}
	if long > 0 {
		g.Notes = append(g.Notes, fmt.Sprintf("%s longer than %d bytes cut.", words.Count(long, "name"), MaxName))
	}
}

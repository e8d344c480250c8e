package graphio

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// assembly is the common core of most readers of texts. A reader adds the nodes, attributes and edges of a file, and finish builds the
// graph.
// The id of a node may be any text.
type assembly struct {
	// file is the name of the file. name is the name of the graph, "" if the graph gets the name of the file.
	file string
	name string
	// index maps an id to the number of its node, from 0. If the edges call the nodes by an attribute, it maps the values of the attribute.
	// ids and lines have the id and the line of every node.
	// Lines count from 1; the line 0 means that no line is known.
	index map[string]int32
	ids   []string
	lines []int
	// secondIDs maps other ids, by which a file of JSON may name its nodes, to their nodes. It is nil if there are none.
	secondIDs map[string]int32
	// columns are the attributes in order of appearance. byKey maps a key to its attribute.
	// cells counts the values of all columns, with padding, for the limit maxCells.
	columns []*column
	byKey   map[string]*column
	cells   int
	edges   []graph.Edge
	// oneWay[k] reports whether edges[k] leads only from its node I to its node J.
	oneWay []bool
	// pending are edges whose ends may be declared later in the file.
	pending []pendingEdge
	// meta is the description of the attributes that this package writes into its files. It is nil in files of other programs.
	meta *meta
	// sortIDs requests nodes in numerical order, if all ids are integers without a sign (sortByID).
	sortIDs bool
	// directed reports whether connect adds an edge with one direction. Readers set it before they add an edge.
	// weighted reports that an attribute of an edge was left out, since a graph stores none. readEdges writes a note of its own instead.
	directed, weighted bool
	// negative counts the edge weights below zero, because they raise a doubt, a reason to ask the user.
	// The negative weights of edge lists are counted by negativeWeights instead.
	negative int
	// dangling reports that an edge to an id without a row in the node table is left out.
	dangling bool
	// newIDs reports that the files have no node table, so that the edges of a table add nodes.
	// If neither dangling nor newIDs is true, an edge to an unknown id is an error.
	newIDs bool
	// numbered reports a table of edges without a matrix or node tables, whose nodes the user may number.
	numbered bool
	// notes are sentences for the user. In the notes of the graph they precede the notes of graph.Build.
	notes []string
	// err is the first error. Later errors are dropped.
	err error
	// decimals reports that an id in the first rows of the tables has a fraction, such as 1.1. Then 1.0 and 1 are different ids.
	decimals bool
	// commas reports that numbers may have a decimal comma, because semicolons separate the cells.
	commas bool

	// correction is the user's correction, the zero value if the user made none. It is nil in an assembly that is never finished.
	// userRoles maps keys of attributes to fixed roles: roles in the correction, and the class and the name that an edge list gives a node.
	// excluded are the roles that no attribute may have.
	correction *Correction
	userRoles  map[string]content.Role
	excluded   map[content.Role]bool
	// sets are the columns that assign the nodes to the sets of a split.
	sets []*column
	// doubts are the doubts that the reader found. The doubts of the rules (doubts.go) are not among them.
	doubts []Doubt
	// tables are the tables of the files, the edge list first, without shapedTable. The list is nil if there are none.
	tables []*table
	// shapedTable is a table of edges whose rows are not single edges, such as a matrix. It is nil if there is none. shape is its form.
	shapedTable *table
	shape       shape
}

// column is an attribute of the nodes. Nodes beyond the end of values have no value.
type column struct {
	key    string
	values []string
	// userRole is the role in assembly.userRoles, and role is the role in use. Each is "" if there is none.
	userRole, role content.Role
}

// pendingEdge is an edge between ids. finish resolves the ids when all nodes are known.
type pendingEdge struct {
	source, target string
	// line counts from 1. It is 0 if unknown.
	line int
	// oneWay reports that the edge leads only from source to target.
	// directionGiven reports that a JSON file states oneWay for this edge. All other edges of JSON get the direction of the file.
	oneWay         bool
	directionGiven bool
}

// maxCells limits the attribute values of all nodes together. 10 million string headers take about 160 MB without their texts.
const maxCells = 10_000_000

// newAssembly returns an empty assembly. file is the name of the file, and c is the user's correction.
func newAssembly(file string, c *Correction) *assembly {
	return &assembly{file: file, correction: c, index: map[string]int32{}, byKey: map[string]*column{}}
}

// addNode adds a node and returns its number. A repeated id, or a node beyond MaxNodes, is an error; addNode then returns 0.
func (a *assembly) addNode(id string, line int) int {
	_, exists := a.index[id]
	switch {
	// Two entries of one id may disagree, so the file is refused.
	case exists:
		a.fail(line, "give every node one entry", "the node %s occurs twice", quote(id))
	case len(a.ids) == MaxNodes:
		a.fail(line, smallerRemedy, "more than %d nodes", MaxNodes)
	default:
		number := len(a.ids)
		a.index[id] = int32(number)
		a.ids = append(a.ids, id)
		a.lines = append(a.lines, line)
		return number
	}
	return 0
}

// setAttribute sets the attribute key of node i. The first value of a key adds a column. A second value of a node replaces the first.
// Too many columns or values are an error; the attribute is then not set.
func (a *assembly) setAttribute(i int, key, value string) {
	c := a.byKey[key]
	if c == nil {
		if len(a.columns) == MaxFeatures {
			a.fail(a.lines[i], "take fewer columns", "more than %d columns", MaxFeatures)
			return
		}
		c = &column{key: key, userRole: a.userRoles[key]}
		a.byKey[key] = c
		a.columns = append(a.columns, c)
	}
	// The column is padded with empty values up to node i. Padding counts against the limit, because it takes memory.
	added := i + 1 - len(c.values)
	if added > 0 {
		a.cells += added
		if a.cells > maxCells {
			a.fail(a.lines[i], "take fewer columns or nodes", "more than %d attribute values", maxCells)
			return
		}
		c.values = append(c.values, make([]string, added)...)
	}
	c.values[i] = value
}

// addEdge adds an edge between the nodes with the ids source and target, by connect.
// For an unknown id it records an error, and adds an edge at node 0; finish then returns no graph.
func (a *assembly) addEdge(source, target string, line int) {
	a.connect(a.nodeOf(source, line), a.nodeOf(target, line), line)
}

// deferEdge records an edge whose nodes may be declared later in the file. finish adds the edge.
// The edge gets the present value of a.directed as oneWay; readJSON sets oneWay later. Beyond MaxEdges edges the edge is an error.
func (a *assembly) deferEdge(source, target string, line int) {
	if len(a.pending) == MaxEdges {
		a.fail(line, smallerRemedy, "more than %d edges", MaxEdges)
		return
	}
	a.pending = append(a.pending, pendingEdge{source: source, target: target, line: line, oneWay: a.directed})
}

// finish resolves the pending edges, applies the correction and returns the graph with its splits. format becomes Found.Format.
// The error is an *Error. A graph without nodes is an error.
// With an error in the values of attributes, the result is an incomplete graph, which callers must not use. With any other error it is nil.
func (a *assembly) finish(format string) (*Found, error) {
	for _, e := range a.pending {
		// connect takes the direction of an edge from a.directed.
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
	// Readers set sortIDs if the file states no order of the nodes, or if fillNumbers may add nodes at the end.
	if a.sortIDs {
		a.sortByID()
	}
	g, tally := a.buildGraph()
	// A column of sets is neither a class nor a feature, so the sets are found before classes and features.
	a.sets = a.splitColumns()
	if a.meta != nil {
		a.describedAttributes(g)
	} else {
		a.guessedAttributes(g)
	}
	return &Found{Graph: g, Format: format, Splits: a.splits(g), Tally: tally, negative: a.negative, assembly: a}, a.err
}

// buildGraph returns the graph of the collected nodes and edges, with notes but without attributes.
// The tally counts the edges of the file, and the edges that graph.Build has merged or dropped.
func (a *assembly) buildGraph() (*graph.Graph, graph.Tally) {
	name := cmp.Or(cleanName(a.name), baseName(a.file))
	g, tally := graph.Build(name, len(a.ids), a.edges)
	g.Notes = append(a.notes, g.Notes...)
	// Orient leaves Directions nil if every edge has both directions.
	g.Orient(a.edges, a.oneWay)
	g.Notes = appendNote(g.Notes, g.Directions != nil, "The edges of the file are directed; here they join two nodes without direction, "+
		"but for the authors' program (reading “code”).")
	// In a file of this package the attributes of the edges are results of a run and no weights, so their loss needs no note.
	g.Notes = appendNote(g.Notes, a.weighted && a.meta == nil, weightNote)
	// Ids serve as names, unless every id is the number of its node.
	for i, id := range a.ids {
		if id != strconv.Itoa(i) {
			g.NodeNames = cleanNames(a.ids)
			break
		}
	}
	return g, tally
}

// value returns the attribute of node i. It returns "" if c is nil or the node has no value.
func (c *column) value(i int) string {
	if c == nil {
		return ""
	}
	return cellAt(c.values, i)
}

// find returns the first column whose key equals one of keys, or nil if no column does. Case and surrounding spaces make no difference.
// Earlier keys have priority. Columns with a role from the user are skipped, because their role is not guessed.
func (a *assembly) find(keys ...string) *column {
	for _, key := range keys {
		for _, c := range a.columns {
			hasKey := strings.EqualFold(strings.TrimSpace(c.key), key)
			if hasKey && c.userRole == "" {
				return c
			}
		}
	}
	return nil
}

// setNames names the nodes of g by column c. A node with a blank value gets its id as name or, in a file of this package, the name "".
// Names beyond MaxName bytes are cut. A note counts the values in c beyond this length.
func (a *assembly) setNames(g *graph.Graph, c *column) {
	g.NodeNames = make([]string, g.N)
	emptyAllowed := a.ownFormat()
	tooLong := 0
	for i := range g.N {
		name := cleanName(c.value(i))
		if name == "" && !emptyAllowed {
			name = cleanName(a.ids[i])
		}
		g.NodeNames[i] = name
		tooLong += oneIf(len(c.value(i)) > MaxName)
	}
	g.Notes = appendNote(g.Notes, tooLong > 0, fmt.Sprintf("%s longer than %d bytes cut.", words.Count(tooLong, "name"), MaxName))
}

// connect adds an edge between nodes i and j. The edge leads only from i to j if a.directed is true.
// Beyond MaxEdges edges it records an error and adds no edge.
func (a *assembly) connect(i, j int32, line int) {
	if len(a.edges) == MaxEdges {
		a.fail(line, smallerRemedy, "more than %d edges", MaxEdges)
		return
	}
	a.edges = append(a.edges, graph.Edge{I: i, J: j})
	a.oneWay = append(a.oneWay, a.directed)
}

// fail records an error at a line of the file, unless there is an earlier error. Line 0 means the whole file.
func (a *assembly) fail(line int, remedy, format string, args ...any) {
	if a.err == nil {
		a.err = fault(a.file, line, remedy, format, args...)
	}
}

// keepError records err, unless err is nil or there is an earlier error. keepError reports whether the assembly is free of errors.
func (a *assembly) keepError(err error) bool {
	if a.err == nil {
		a.err = err
	}
	return a.err == nil
}

// Remedies and notes that several readers share.
const (
	smallerRemedy = "take a part of the graph" // for a graph beyond a limit
	finiteRemedy  = "features are finite numbers"
	weightNote    = "Weights and other attributes of the edges were left out."
)

// appendNote returns notes, with text appended if needed is true.
func appendNote(notes []string, needed bool, text string) []string {
	if needed {
		notes = append(notes, text)
	}
	return notes
}

// addDoubt records a doubt of the reader. rule is the identifier of the reason.
func (a *assembly) addDoubt(rule, text string) {
	a.doubts = append(a.doubts, Doubt{Rule: rule, Text: text})
}

package graphio

import (
	"fmt"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// A doubt is a reason to ask the user before the graph is used. A doubt rule detects one reason.
// This file has the list of rules and the rules about the whole graph. doubtedges.go has the rules about the edge list, and
// doubtattributes.go the rules about attributes of the nodes.

// doubtInput is the input of a doubt rule.
type doubtInput struct {
	// g is the graph that was read. a is the assembly of the nodes, attributes and edges from which g was built.
	g *graph.Graph
	a *assembly
	// edges is the edge list and nodes the last node table. Each is nil if the files have none. A matrix is no edge list.
	edges, nodes *table
	// ends[i] counts the ends of edges at node i in the file. Repeated edges count again, and a loop counts twice.
	ends []int
	// class is the column of the class, nil for a graph without classes.
	class *column
	// negative counts the edge weights below zero. The negative weights of edge lists are counted by negativeWeights instead.
	negative int
}

// doubtRules are all doubt rules, in the order in which the user sees the doubts. name becomes Doubt.Rule.
// sentence returns the doubt as a sentence for the user, or "" if the rule has no doubt.
var doubtRules = []struct {
	name     string
	sentence func(in *doubtInput) string
}{
	{"ragged", doubtRaggedRows},
	{"third-column", doubtThirdColumn},
	{"row-numbers", doubtRowNumbers},
	{"all-distinct", doubtDistinctEnds},
	{"node-list", doubtNodeList},
	{"header", doubtFirstRow},
	{"ends-differ", doubtMixedEnds},
	{"many-classes", doubtManyClasses},
	{"one-class", doubtSingleClass},
	{"two-labels", doubtSecondClass},
	{"no-class", doubtNoClassMark},
	{"truth-class", doubtTruthClass},
	{"own-texts", doubtUnusedNames},
	{"two-names", doubtSecondNames},
	{"counting-feature", doubtCountingFeature},
	{"mixed-column", doubtMixedColumn},
	{"no-edges", doubtNoEdges},
	{"isolated", doubtIsolatedNodes},
	{"loops", doubtLoops},
	{"other-ends", doubtOtherEnds},
	{"listed-ends", doubtListedEnds},
	{"small-matrix", doubtSmallMatrix},
	{negativeRule, doubtNegativeWeights},
}

// The bounds for "very few" nodes, rows, classes and values, whose regularities may be chance.
const (
	fewNodes   = 6
	fewRows    = 3
	fewClasses = 5
	fewValues  = 7
)

// findDoubts returns the doubts of the reader, then the doubts of the rules.
// It returns nil for files with the description or the headers that this package writes, because their meaning is exact.
func findDoubts(r *Found, a *assembly) (out []Doubt) {
	in := &doubtInput{g: r.Graph, a: a, ends: make([]int, r.Graph.N), negative: r.negative}
	for _, t := range a.tables {
		if t.kind == content.Edges {
			in.edges = t
		} else {
			in.nodes = t
		}
	}
	// a.meta is the description.
	if a.meta != nil || in.hasOwnTables() {
		return nil
	}
	for _, e := range a.edges {
		in.ends[e.I]++
		in.ends[e.J]++
	}
	for _, col := range a.columns {
		if col.role == content.RoleLabel {
			in.class = col
		}
	}
	out = append(out, a.doubts...)
	for _, rule := range doubtRules {
		text := rule.sentence(in)
		if text != "" {
			out = append(out, Doubt{Rule: rule.name, Text: text})
		}
	}
	return out
}

// hasOwnTables reports whether an edge list and a node table have the headers that writeTables writes.
// It returns false if the user corrected a role, or if the rows of the edge list differ in length.
func (in *doubtInput) hasOwnTables() bool {
	if in.edges == nil || in.nodes == nil {
		return false
	}
	isCorrected := in.edges.hasCorrection() || in.nodes.hasCorrection()
	hasOddRow := in.edges.seen.oddLine != 0
	if isCorrected || hasOddRow {
		return false
	}
	header := in.edges.header
	isOwnEdgeList := len(header) >= 2 && slices.Equal(header[:2], []string{"source", "target"})
	isOwnNodeTable := slices.Contains(in.nodes.header, "class") && slices.Contains(in.nodes.header, "class_name")
	return isOwnEdgeList && isOwnNodeTable
}

// hasCorrection reports whether the user gave a column of the table a role.
func (t *table) hasCorrection() bool { return len(t.userRoles.byColumn) > 0 }

// hasUserRole reports whether the user gave column c a role.
func (t *table) hasUserRole(c int) bool {
	_, hasRole := t.userRoles.byColumn[c]
	return hasRole
}

// namesEnds reports whether the header names the columns of the two ends of an edge.
func (t *table) namesEnds() bool { return t.edgeColumns()[0] >= 0 }

// doubtDistinctEnds doubts edges of which no two have a common node, unless they are fewer than fewRows and hasEvidenceOfEdges is true.
func doubtDistinctEnds(in *doubtInput) string {
	edges := len(in.a.edges)
	// Edges without a common node have two nodes each. The test of N excludes most graphs at low cost.
	if edges == 0 || in.g.N < 2*edges || slices.Max(in.ends) > 1 {
		return ""
	}
	// Small examples often have one or two such edges, fewer than fewRows.
	if edges < fewRows && in.hasEvidenceOfEdges() {
		return ""
	}
	where := words.Either(edges == 1, "the only edge", fmt.Sprintf("the %d edges", edges))
	return "No id occurs twice in " + where + ", so no node has two neighbours: these may not be edges."
}

// hasEvidenceOfEdges reports whether a fact shows that the file has edges: the edges are not from an edge list, there is a node table,
// the header names the ends, the edges form a tree, or all ids are integers.
func (in *doubtInput) hasEvidenceOfEdges() bool {
	if in.edges == nil || in.nodes != nil {
		return true
	}
	return in.edges.namesEnds() || in.edges.tree || in.hasIntegerIDs()
}

// hasIntegerIDs reports whether all ids are integers.
func (in *doubtInput) hasIntegerIDs() bool { return allIntegers(in.a.ids) }

// doubtNoEdges doubts a graph of two or more nodes without edges.
func doubtNoEdges(in *doubtInput) string {
	if len(in.g.Edges) > 0 || in.g.N < 2 {
		return ""
	}
	// Only loops are left out of g, so every edge of the file was a loop.
	if len(in.a.edges) > 0 {
		return "No edge is left: every edge of the file joins a node with itself."
	}
	return "No edge was read: the graph is " + words.Count(in.g.N, "node") + " that nothing joins."
}

// doubtIsolatedNodes doubts a graph with edges and fewNodes or more nodes, in which more than half of the nodes have no edge.
func doubtIsolatedNodes(in *doubtInput) string {
	isolated := countIsolated(in.g)
	hasEdges := isolated < in.g.N
	if hasEdges && in.g.N >= fewNodes && 2*isolated > in.g.N {
		return fmt.Sprintf("%d of the %d nodes have no edge.", isolated, in.g.N)
	}
	return ""
}

// doubtSmallMatrix doubts three kinds of adjacency matrices that may be another table: a matrix between two sets of nodes,
// a matrix with entries on one side of the diagonal, and a small square of numbers.
func doubtSmallMatrix(in *doubtInput) string {
	t := in.a.shapedTable // nil if every row is one edge
	if t == nil || in.a.shape != shapeMatrix {
		return ""
	}
	isChosen := in.a.correction.Edges.Form != "" // by the user
	if isChosen {
		return ""
	}
	m := t.matrix
	// m.head is 1 if names are above the numbers, and m.side is 1 if names are before the numbers. m.two reports two sets of nodes, and
	// m.half reports a triangle.
	// Names on both sides are evidence of two sets. But a word in the corner that is known from headers, such as id, may begin the header
	// of nodes with their features.
	hasNamedSets := m.two && m.head+m.side == 2 && !knownWord(t.rows[0][0])
	if m.two && !hasNamedSets {
		return fmt.Sprintf("The rows and the columns of %s were taken as two sets of nodes: they may be nodes and their features.",
			cleanName(t.Name))
	}
	if m.half {
		return fmt.Sprintf("All entries of %s lie on one side of the diagonal: it was taken as half of a symmetric matrix.", cleanName(t.Name))
	}
	// An edge list with one or two further columns may have 3 or 4 = fewRows+1 rows, and so be a square by chance.
	// If the table names the nodes (m.names), it is surely a matrix.
	mayBeChance := m.names == nil && t.size.rows <= fewRows+1
	// A table of 0 and 1 with the diagonal 0 is hardly an edge list.
	if !mayBeChance || t.isSimpleMatrix() {
		return ""
	}
	return fmt.Sprintf("%s has as many rows as columns and was read as an adjacency matrix: it may be an edge list with a further column.",
		cleanName(t.Name))
}

// isSimpleMatrix reports whether all entries are 0 or 1 and the diagonal is 0, as in a simple graph.
// The matrix must be so small that t.rows has all its rows.
func (t *table) isSimpleMatrix() bool {
	for i, row := range t.rows {
		for j, cell := range row {
			value, _ := t.entryValue(cell) // every cell of a matrix is an entry
			isEdge := value == 1 && i != j
			if value != 0 && !isEdge {
				return false
			}
		}
	}
	return true
}

// doubtLoops doubts fewRows or more edges of which more than half are self-loops.
func doubtLoops(in *doubtInput) string {
	loops := 0
	for _, e := range in.a.edges {
		loops += oneIf(e.I == e.J)
	}
	if len(in.a.edges) < fewRows || 2*loops <= len(in.a.edges) {
		return ""
	}
	return fmt.Sprintf("%d of the %d edges join a node with itself and were left out.", loops, len(in.a.edges))
}

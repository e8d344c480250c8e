package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// doubtInput is the input of a doubt rule.
// edges and nodes are the tables, nil for none. lines counts the lines of edges by node.
type doubtInput struct {
	g            *graph.Graph
	a            *assembly
	edges, nodes *table
	lines        []int
	class        *column
	// negative counts weights below zero outside tables.
	negative int
}

// doubtRules are the reasons for a question to the user before a run uses the graph.
// A rule returns a sentence, "" for no doubt.
var doubtRules = []struct {
	name string
	test func(f *doubtInput) string
}{
	{"ragged", ragged},
	{"third-column", thirdColumn},
	{"row-numbers", rowNumbers},
	{"all-distinct", allDistinct},
	{"node-list", nodeList},
	{"header", firstRow},
	{"ends-differ", endsDiffer},
	{"many-classes", manyClasses},
	{"one-class", oneClass},
	{"two-labels", twoLabels},
	{"no-class", noClass},
	{"truth-class", truthClass},
	{"own-texts", ownTexts},
	{"two-names", twoNames},
	{"counting-feature", countingFeature},
	{"mixed-column", mixedColumn},
	{"no-edges", noEdges},
	{"isolated", mostIsolated},
	{"loops", mostLoops},
	{"other-ends", otherEnds},
	{"listed-ends", listedEnds},
	{"small-matrix", smallMatrix},
	{negativeRule, negativeWeights},
}

// Counts below these sizes are no evidence.
const (
	fewNodes   = 6
	fewRows    = 3
	fewClasses = 5
	fewValues  = 7
)

// findDoubts returns the doubts of all rules. Files of this package have none.
func findDoubts(r *Found, a *assembly) (out []Doubt) {
	f := &doubtInput{g: r.Graph, a: a, lines: make([]int, r.Graph.N), negative: r.negative}
	for _, t := range a.tables {
		if t.kind == content.Edges {
			f.edges = t
		} else {
			f.nodes = t
		}
	}
	// Files of this package have one reading.
	if a.meta != nil || f.ownTables() {
		return nil
	}
	for _, e := range a.edges {
		f.lines[e.I]++
		f.lines[e.J]++
	}
	for _, col := range a.columns {
		if col.role == content.RoleLabel {
			f.class = col
		}
	}
	out = append(out, a.doubts...)
	for _, rule := range doubtRules {
		if text := rule.test(f); text != "" {
			out = append(out, Doubt{Rule: rule.name, Text: text})
		}
	}
	return out
}

// ownTables reports whether the tables have the headers of writeTables.
func (f *doubtInput) ownTables() bool {
	if f.edges == nil || f.nodes == nil || len(f.edges.userRoles.byColumn)+len(f.nodes.userRoles.byColumn) > 0 {
		return false
	}
	return len(f.edges.header) >= 2 &&
		slices.Equal(f.edges.header[:2], []string{"source", "target"}) && slices.Contains(f.nodes.header, "class") &&
		slices.Contains(f.nodes.header, "class_name") && f.edges.seen.odd == 0
}

// ragged doubts an edge list whose rows have different numbers of cells.
func ragged(f *doubtInput) string {
	if f.edges == nil || f.edges.seen.odd == 0 {
		return ""
	}
	s := &f.edges.seen
	return fmt.Sprintf("The rows of %s differ in length: they have %d to %d cells, and line %d is the first with another number "+
		"than the first row.", cleanName(f.edges.Name), s.least, s.most, s.odd)
}

// thirdColumn doubts the omission of a further column of an edge list that may be a class.
func thirdColumn(f *doubtInput) string {
	if f.edges == nil {
		return ""
	}
	t := f.edges
	for c := range t.seen.columns {
		_, fixed := t.userRoles.byColumn[c]
		s := t.seen.column(c)
		if fixed || t.edgeRole(c) != content.RoleIgnored || len(s.values) < 2 || len(s.values) > MaxClasses || s.zero || s.one {
			continue
		}
		name, repeated, all := strings.ToLower(t.columnName(c)), 2*len(s.values) <= s.set, len(s.values) == s.set
		// With named ends only a name of a class is suspicious.
		named := t.header != nil && t.edgeColumns()[0] >= 0
		if named && !(repeated && content.ClassRank(content.NameClass, name) >= 0) || !repeated && (s.set >= 20 || all && s.set > fewValues) {
			continue
		}
		// NetworkX writes attributes of edges in braces.
		if rows := t.seen.sample; c < len(rows[0]) && strings.HasPrefix(rows[0][c], "{") {
			continue
		}
		return fmt.Sprintf("%s of the edge list (%s) may be a weight of the edges or the class of the first node. It was left out.",
			t.columnLabel(c), t.sampleText(c))
	}
	return ""
}

// rowNumbers doubts a source column without a name that counts the rows.
func rowNumbers(f *doubtInput) string {
	// Two rows count anything.
	if f.edges == nil || f.edges.seen.rows < fewRows || f.edges.width < 3 || f.edges.tree || f.edges.cells != nil {
		return ""
	}
	t, c := f.edges, f.edges.cols[0]
	if _, fixed := t.userRoles.byColumn[c]; fixed || t.edgeColumns()[0] >= 0 {
		return ""
	}
	if s := t.seen.column(c); s.zero || s.one {
		return fmt.Sprintf("%s of the edge list counts the rows: it may number the edges and not name their first node.", t.columnLabel(c))
	}
	return ""
}

// allDistinct doubts edges without a common node.
func allDistinct(f *doubtInput) string {
	// A few edges without a common node are common in examples.
	few := len(f.a.edges) < fewRows && (f.edges == nil || f.edges.edgeColumns()[0] >= 0 || f.edges.tree || f.nodes != nil || f.hasWholeIDs())
	if len(f.a.edges) == 0 || few || f.g.N < 2*len(f.a.edges) || slices.Max(f.lines) > 1 {
		return ""
	}
	return fmt.Sprintf("No id occurs twice in the %d edges, so no node has two neighbours: these may not be edges.", len(f.a.edges))
}

// hasWholeIDs reports whether all ids are integers.
func (f *doubtInput) hasWholeIDs() bool {
	return !slices.ContainsFunc(f.a.ids, func(s string) bool { return !isInteger(s) })
}

// nodeList doubts an edge list that may be a list of nodes with their class.
// Every first id occurs once there, and the second ids are few and never first.
func nodeList(f *doubtInput) string {
	if f.edges == nil || f.nodes != nil || f.edges.seen.rows < fewRows || f.edges.edgeColumns()[0] >= 0 ||
		len(f.edges.userRoles.byColumn) > 0 || f.edges.tree {
		return ""
	}
	from, to, targets := make([]int, f.g.N), make([]int, f.g.N), 0
	for _, e := range f.a.edges {
		if from[e.I]++; from[e.I] > 1 {
			return ""
		}
		if to[e.J]++; to[e.J] == 1 {
			targets++
		}
	}
	for i := range from {
		if from[i] > 0 && to[i] > 0 {
			return ""
		}
	}
	// Classes repeat, ends of edges hardly.
	if 2*targets > len(f.a.edges) {
		return ""
	}
	return fmt.Sprintf("Every id in the first column occurs once and the second column has only %d others: this may be a list of nodes "+
		"with their class and not of edges.", targets)
}

// firstRow doubts the first row of an edge list whose ids occur nowhere else: it may be a header.
// It also doubts a header of unknown words, which may be an edge.
func firstRow(f *doubtInput) string {
	if f.edges != nil && f.edges.guessedHeader {
		return fmt.Sprintf("The cells of the first row, %s and %s, occur nowhere else and were taken as the names of the columns: "+
			"they may be an edge.", quote(f.edges.columnName(0)), quote(f.edges.columnName(1)))
	}
	if f.edges == nil || f.edges.header != nil || f.nodes != nil || len(f.a.edges) < 2 ||
		f.a.correction.Layout(content.Edges).Header != "" {
		return ""
	}
	e := f.a.edges[0]
	if f.lines[e.I] > 1 || f.lines[e.J] > 1 || e.I == e.J || slices.Max(f.lines) < 2 {
		return ""
	}
	i, j := f.a.ids[e.I], f.a.ids[e.J]
	// Names of columns are no numbers.
	if isNumber(i) || isNumber(j) {
		return ""
	}
	return fmt.Sprintf("The ids of the first row, %s and %s, occur nowhere else: they may be the names of the columns.", quote(i), quote(j))
}

// endsDiffer doubts edges from numbers to texts.
func endsDiffer(f *doubtInput) string {
	if f.edges == nil || f.nodes != nil || f.edges.seen.rows < fewRows || f.edges.cells != nil {
		return ""
	}
	a, b := f.edges.seen.column(f.edges.cols[0]), f.edges.seen.column(f.edges.cols[1])
	if a.integers == a.set && b.numbers == 0 || b.integers == b.set && a.numbers == 0 {
		return fmt.Sprintf("%s holds numbers and %s names: they may not be the two ends of an edge.", f.edges.columnLabel(f.edges.cols[0]),
			strings.ToLower(f.edges.columnLabel(f.edges.cols[1])))
	}
	return ""
}

// otherEnds doubts the two ends where a header names another pair of columns that fits as well.
func otherEnds(f *doubtInput) string {
	if f.edges == nil || len(f.edges.userRoles.byColumn) > 0 || f.edges.header == nil {
		return ""
	}
	t := f.edges
	for _, c := range t.rivalEnds() {
		return fmt.Sprintf("The columns %s and %s were taken as the two ends of an edge: %s and %s may be them as well, and join others.",
			quote(t.columnName(t.cols[0])), quote(t.columnName(t.cols[1])), quote(t.columnName(c[0])), quote(t.columnName(c[1])))
	}
	return ""
}

// listedEnds doubts an end that contains other ids, separated by marks.
func listedEnds(f *doubtInput) string {
	if f.edges == nil || f.nodes != nil {
		return ""
	}
	for _, id := range f.a.ids {
		parts := strings.FieldsFunc(id, func(r rune) bool { return strings.ContainsRune(",;|/", r) })
		if len(parts) < 2 || len(parts) > MaxClasses {
			continue
		}
		for _, p := range parts {
			if _, known := f.a.index[strings.TrimSpace(p)]; known {
				return fmt.Sprintf("The end %s may be a list of several nodes: it was taken as one.", quote(id))
			}
		}
	}
	return ""
}

// noEdges doubts a graph without edges.
func noEdges(f *doubtInput) string {
	if len(f.g.Edges) > 0 || f.g.N < 2 {
		return ""
	}
	if n := len(f.a.edges); n > 0 {
		return fmt.Sprintf("No edge is left: all %d lines of edges join a node with itself.", n)
	}
	return "No edge was read: the graph is " + words.Count(f.g.N, "node") + " that nothing joins."
}

// mostIsolated doubts a graph where more than half of the nodes have no edge.
func mostIsolated(f *doubtInput) string {
	if n := countIsolated(f.g); n < f.g.N && f.g.N >= fewNodes && 2*n > f.g.N {
		return fmt.Sprintf("%d of the %d nodes have no edge.", n, f.g.N)
	}
	return ""
}

// smallMatrix doubts a small matrix: as many numbers a row as rows may be chance.
// Entries 0 and 1 with a zero diagonal leave no doubt.
func smallMatrix(f *doubtInput) string {
	t := f.a.shapedTable
	if t == nil || f.a.shape != shapeMatrix || f.a.correction.Edges.Form != "" {
		return ""
	}
	switch m := t.matrix; {
	case m.two && (m.head+m.side < 2 || knownWord(t.rows[0][0])):
		return fmt.Sprintf("The rows and the columns of %s were taken as two sets of nodes: they may be nodes and their features.",
			cleanName(t.Name))
	case m.half:
		return fmt.Sprintf("All entries of %s lie on one side of the diagonal: it was taken as half of a symmetric matrix.", cleanName(t.Name))
	}
	// Names and size leave no chance.
	if t.matrix.names != nil || t.size.rows > fewRows+1 {
		return ""
	}
	simple := true
	for i, row := range t.rows {
		for j, s := range row {
			v, _ := t.entryValue(s)
			simple = simple && (v == 0 || v == 1 && i != j)
		}
	}
	if simple {
		return ""
	}
	return fmt.Sprintf("%s has as many rows as columns and was read as an adjacency matrix: it may be an edge list with a further column.",
		cleanName(t.Name))
}

// mostLoops doubts edges of which more than half join a node with itself.
func mostLoops(f *doubtInput) string {
	loops := 0
	for _, e := range f.a.edges {
		loops += oneIf(e.I == e.J)
	}
	if len(f.a.edges) < fewRows || 2*loops <= len(f.a.edges) {
		return ""
	}
	return fmt.Sprintf("%d of the %d edges join a node with itself and were left out.", loops, len(f.a.edges))
}

// columnLabel returns the name of a column for a sentence, or its number from 1.
func (t *table) columnLabel(c int) string {
	if name := t.columnName(c); name != "" {
		return "Column " + quote(name)
	}
	return fmt.Sprintf("Column %d", c+1)
}

// sampleText returns the first cells of a column, separated by commas.
func (t *table) sampleText(c int) string {
	var out []string
	for _, row := range t.seen.sample {
		if c < len(row) {
			out = append(out, row[c])
		}
	}
	if t.seen.rows > len(out) {
		out = append(out, "…")
	}
	return strings.Join(out, ", ")
}

package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// Doubt rules about the edge list: its header, its columns and the two ends of an edge.

// doubtRaggedRows doubts an edge list whose rows have different numbers of cells.
func doubtRaggedRows(in *doubtInput) string {
	if in.edges == nil || in.edges.seen.oddLine == 0 {
		return ""
	}
	s := &in.edges.seen
	return fmt.Sprintf("The rows of %s differ in length: they have %d to %d cells, and line %d is the first with another number "+
		"than the first row.", cleanName(in.edges.Name), s.least, s.most, s.oddLine)
}

// doubtThirdColumn doubts that an ignored column of the edge list may be a weight or a class.
func doubtThirdColumn(in *doubtInput) string {
	if in.edges == nil {
		return ""
	}
	t := in.edges
	for c := range t.seen.columns {
		if t.hasUserRole(c) || t.edgeRole(c) != content.RoleIgnored || !t.mayBeClass(c) {
			continue
		}
		return fmt.Sprintf("%s of the edge list (%s) may be a weight of the edges or the class of the first node. It was left out.",
			t.columnLabel(c), t.sampleText(c))
	}
	return ""
}

// mayBeClass reports whether the values of column c of an edge list repeat as those of a class do.
// If the header names the ends, the column also needs a name of a class.
func (t *table) mayBeClass(c int) bool {
	// The counts are those of the whole column.
	s := t.seen.column(c)
	different := len(s.values)
	// A counter of the rows is no class.
	if different < 2 || different > MaxClasses || s.countsFrom0 || s.countsFrom1 {
		return false
	}
	// NetworkX writes attributes of edges in braces.
	if rows := t.seen.sample; c < len(rows[0]) && strings.HasPrefix(rows[0][c], "{") {
		return false
	}
	isRepeated := 2*different <= s.set
	if t.header != nil && t.namesEnds() {
		name := strings.ToLower(t.columnName(c))
		return isRepeated && content.ClassRank(content.NameClass, name) >= 0
	}
	// In a short list even a class may hardly repeat.
	allDistinct := different == s.set
	return isRepeated || s.set < manyValues && !(allDistinct && s.set > fewValues)
}

// manyValues is a number of cells among which the values of a class repeat.
const manyValues = 20

// doubtRowNumbers doubts that a first end without a name may be a counter of the rows.
func doubtRowNumbers(in *doubtInput) string {
	t := in.edges
	if t == nil || t.seen.rows < fewRows || t.width < 3 || t.tree || t.cells != nil {
		return ""
	}
	source := t.cols[0]
	if t.hasUserRole(source) || t.namesEnds() {
		return ""
	}
	if s := t.seen.column(source); s.countsFrom0 || s.countsFrom1 {
		return fmt.Sprintf("%s of the edge list counts the rows: it may number the edges and not name their first node.", t.columnLabel(source))
	}
	return ""
}

// doubtNodeList doubts that an edge list may be a list of nodes with their class.
// Such a list has every first id once, and few second ids, none of which is a first id.
func doubtNodeList(in *doubtInput) string {
	t := in.edges
	if t == nil || in.nodes != nil || t.seen.rows < fewRows || t.namesEnds() || t.hasCorrection() || t.tree {
		return ""
	}
	// firsts and seconds count for every node the edges in which it is the first or the second end.
	firsts, seconds, classes := make([]int, in.g.N), make([]int, in.g.N), 0
	for _, e := range in.a.edges {
		if firsts[e.I]++; firsts[e.I] > 1 {
			return ""
		}
		if seconds[e.J]++; seconds[e.J] == 1 {
			classes++
		}
	}
	for i := range firsts {
		if firsts[i] > 0 && seconds[i] > 0 {
			return ""
		}
	}
	// On average a class has at least two nodes.
	if 2*classes > len(in.a.edges) {
		return ""
	}
	return fmt.Sprintf("Every id in the first column occurs once and the second column has only %d others: this may be a list of nodes "+
		"with their class and not of edges.", classes)
}

// doubtFirstRow doubts whether the first row of an edge list is a header or an edge.
// It doubts a header of unknown words, and an edge whose two ids occur in no other row.
func doubtFirstRow(in *doubtInput) string {
	t := in.edges
	if t != nil && t.guessedHeader {
		return fmt.Sprintf("The cells of the first row, %s and %s, occur nowhere else and were taken as the names of the columns: "+
			"they may be an edge.", quote(t.columnName(0)), quote(t.columnName(1)))
	}
	if t == nil || t.header != nil || in.nodes != nil || len(in.a.edges) < 2 {
		return ""
	}
	// The user has decided the question.
	if in.a.correction.Layout(content.Edges).Header != "" {
		return ""
	}
	// Edges without any common node are a doubt of doubtDistinctEnds.
	e := in.a.edges[0]
	occursOnce := in.lines[e.I] <= 1 && in.lines[e.J] <= 1
	if !occursOnce || e.I == e.J || slices.Max(in.lines) < 2 {
		return ""
	}
	source, target := in.a.ids[e.I], in.a.ids[e.J]
	// Columns hardly have numbers as names.
	if isNumber(source) || isNumber(target) {
		return ""
	}
	return fmt.Sprintf("The ids of the first row, %s and %s, occur nowhere else: they may be the names of the columns.", quote(source),
		quote(target))
}

// doubtMixedEnds doubts edges between numbers in one column and texts in the other.
func doubtMixedEnds(in *doubtInput) string {
	t := in.edges
	if t == nil || in.nodes != nil || t.seen.rows < fewRows || t.cells != nil {
		return ""
	}
	// One column must have only integers, the other no number at all.
	source, target := t.seen.column(t.cols[0]), t.seen.column(t.cols[1])
	if source.integers == source.set && target.numbers == 0 || target.integers == target.set && source.numbers == 0 {
		return fmt.Sprintf("%s holds numbers and %s names: they may not be the two ends of an edge.", t.columnLabel(t.cols[0]),
			strings.ToLower(t.columnLabel(t.cols[1])))
	}
	return ""
}

// doubtOtherEnds doubts the two ends if the header names another pair of columns that fits as well.
func doubtOtherEnds(in *doubtInput) string {
	t := in.edges
	if t == nil || t.hasCorrection() || t.header == nil {
		return ""
	}
	// The sentence names the first rival pair.
	for _, rival := range t.rivalEnds() {
		return fmt.Sprintf("The columns %s and %s were taken as the two ends of an edge: %s and %s may be them as well, and join others.",
			quote(t.columnName(t.cols[0])), quote(t.columnName(t.cols[1])), quote(t.columnName(rival[0])), quote(t.columnName(rival[1])))
	}
	return ""
}

// doubtListedEnds doubts an end that may be a list: separators divide it into parts, of which one is another id.
func doubtListedEnds(in *doubtInput) string {
	if in.edges == nil || in.nodes != nil {
		return ""
	}
	isSeparator := func(r rune) bool { return strings.ContainsRune(",;|/", r) }
	for _, id := range in.a.ids {
		parts := strings.FieldsFunc(id, isSeparator)
		if len(parts) < 2 || len(parts) > MaxClasses {
			continue
		}
		for _, part := range parts {
			// A part that is the id of another node is evidence of a list.
			if in.a.hasNode(strings.TrimSpace(part)) {
				return fmt.Sprintf("The end %s may be a list of several nodes: it was taken as one.", quote(id))
			}
		}
	}
	return ""
}

// columnLabel returns `Column "name"` for a sentence, or `Column 3`, counted from 1, if the column has no name.
func (t *table) columnLabel(c int) string {
	if name := t.columnName(c); name != "" {
		return "Column " + quote(name)
	}
	return fmt.Sprintf("Column %d", c+1)
}

// sampleText returns the first cells of a column, separated by commas. An ellipsis stands for further rows.
func (t *table) sampleText(c int) string {
	var cells []string
	for _, row := range t.seen.sample {
		if c < len(row) {
			cells = append(cells, row[c])
		}
	}
	if t.seen.rows > len(cells) {
		cells = append(cells, "…")
	}
	return strings.Join(cells, ", ")
}

package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// This file has the doubt rules about the edge list: about its header, its columns and the two ends of an edge. doubts.go lists all rules.
// A rule returns a doubt as a sentence for the user, or "" if it has no doubt.
// in.edges is the edge list, and in.nodes a node table. Each is nil if the files have none.
// The field seen of a table has the counts of its cells (cellsurvey.go), and cols the columns of the two ends. Columns count from 0.

// doubtRaggedRows doubts an edge list whose rows have different numbers of cells.
func doubtRaggedRows(in *doubtInput) string {
	// oddLine is 0 if all rows are equally long.
	if in.edges == nil || in.edges.seen.oddLine == 0 {
		return ""
	}
	s := &in.edges.seen
	return fmt.Sprintf("The rows of %s differ in length: they have %d to %d cells, and line %d is the first with another number "+
		"than the first row.", cleanName(in.edges.Name), s.least, s.most, s.oddLine)
}

// doubtThirdColumn doubts the first ignored column of the edge list whose values repeat like a class: it may be a weight or a class.
// Columns beyond the survey, and columns with a role from the user, raise no doubt.
func doubtThirdColumn(in *doubtInput) string {
	if in.edges == nil {
		return ""
	}
	t := in.edges
	for c := range t.seen.columns {
		isIgnored := !t.hasUserRole(c) && t.edgeRole(c) == content.RoleIgnored
		if !isIgnored || !t.mayBeClass(c) {
			continue
		}
		return fmt.Sprintf("%s of the edge list (%s) may be a weight of the edges, or the class or a feature of the first node. It was left out.",
			t.columnLabel(c), t.sampleText(c))
	}
	return ""
}

// mayBeClass reports whether the values of column c of an edge list repeat like the values of a class: at least twice on average.
// If the header names the ends, the column must also have a name for a class. Without names of the ends, a column of fewer than manyValues
// filled cells needs only one repetition, and a column of at most fewValues filled cells none.
// A column with fewer than two or more than MaxClasses values, a counter of the rows, and attributes in braces are no class.
func (t *table) mayBeClass(c int) bool {
	count := t.seen.column(c)
	different := len(count.values)
	if different < 2 || different > MaxClasses {
		return false
	}
	if count.countsFrom0 || count.countsFrom1 {
		return false
	}
	// NetworkX writes attributes of edges in braces. The sample has a row, because the column has values.
	firstRow := t.seen.sample[0]
	if c < len(firstRow) && strings.HasPrefix(firstRow[c], "{") {
		return false
	}
	isRepeated := 2*different <= count.filled
	if t.header != nil && t.namesEnds() {
		name := strings.ToLower(t.columnName(c))
		return isRepeated && content.ClassRank(content.NameClass, name) >= 0
	}
	// In a short list even the values of a class may hardly repeat.
	isShort := count.filled < manyValues
	neverRepeats := different == count.filled && count.filled > fewValues
	mayRepeat := isShort && !neverRepeats
	return isRepeated || mayRepeat
}

// manyValues is the number of cells in which the values of a class are expected to repeat.
const manyValues = 20

// doubtRowNumbers doubts the column of the first ends of the edges if this column counts the rows.
// There is no doubt if the header names the ends, or if the user chose the column.
func doubtRowNumbers(in *doubtInput) string {
	t := in.edges
	// In fewer rows a count may be chance.
	if t == nil || t.seen.rows < fewRows {
		return ""
	}
	// In a table of two columns both are ends. A tree (t.tree) has a row per child, and a table with several second ends in a cell
	// (t.cells) has a row per first end. In such tables a node may have the number of its row.
	if t.width < 3 || t.tree || t.cells != nil {
		return ""
	}
	source := t.cols[0]
	if t.hasUserRole(source) || t.namesEnds() {
		return ""
	}
	count := t.seen.column(source)
	if count.countsFrom0 || count.countsFrom1 {
		return fmt.Sprintf("%s of the edge list counts the rows: it may number the edges and not name their first node.", t.columnLabel(source))
	}
	return ""
}

// doubtNodeList doubts an edge list that may be a list of nodes with their class, unless other facts show that it has edges.
// In a list of nodes every first id occurs once. The second ids are few, and none of them is a first id.
func doubtNodeList(in *doubtInput) string {
	t := in.edges
	// Beside a node table the edge list surely has the edges. A table of fewer than fewRows rows may fit by chance.
	if t == nil || in.nodes != nil || t.seen.rows < fewRows {
		return ""
	}
	// Names of the ends, a choice of the user, and the form of a tree are evidence of edges.
	isCertain := t.namesEnds() || t.hasCorrection() || t.tree
	if isCertain {
		return ""
	}
	// isFirst and isSecond report for every node whether it is a first end, and a second end, of an edge.
	isFirst, isSecond := make([]bool, in.g.N), make([]bool, in.g.N)
	// classes counts the different second ids, which would be the classes.
	classes := 0
	for _, e := range in.a.edges {
		if isFirst[e.I] {
			return ""
		}
		isFirst[e.I] = true
		classes += oneIf(!isSecond[e.J])
		isSecond[e.J] = true
	}
	for i := range isFirst {
		if isFirst[i] && isSecond[i] {
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

// doubtFirstRow doubts a header whose words are unknown, because it may be an edge.
// It also doubts a first edge whose two ids are texts that occur in no other row, because it may be the header.
func doubtFirstRow(in *doubtInput) string {
	t := in.edges
	if t == nil {
		return ""
	}
	if t.guessedHeader {
		return fmt.Sprintf("The cells of the first row, %s and %s, occur nowhere else and were taken as the names of the columns: "+
			"they may be an edge.", quote(t.columnName(0)), quote(t.columnName(1)))
	}
	// A header with known words is certain. Beside a node table every end is a node of that table, and so no name of a column.
	// The ids of a single edge never occur in another row.
	if t.header != nil || in.nodes != nil || len(in.a.edges) < 2 {
		return ""
	}
	if in.a.correction.Layout(content.Edges).Header != "" { // the user decided
		return ""
	}
	e := in.a.edges[0]
	// The edge of the first row is itself the one occurrence of its ends.
	occursOnce := in.ends[e.I] <= 1 && in.ends[e.J] <= 1
	// Two columns have different names, so a loop is no header.
	if !occursOnce || e.I == e.J {
		return ""
	}
	// If no two edges have a common node, every id occurs once. doubtDistinctEnds doubts such a list.
	if slices.Max(in.ends) < 2 {
		return ""
	}
	source, target := in.a.ids[e.I], in.a.ids[e.J]
	// A column hardly has a number as its name.
	if isNumber(source) || isNumber(target) {
		return ""
	}
	return fmt.Sprintf("The ids of the first row, %s and %s, occur nowhere else: they may be the names of the columns.", quote(source),
		quote(target))
}

// doubtMixedEnds doubts edges between integers in one column and texts in the other, in a table of fewRows rows or more.
// If the user chose both columns, there is no doubt.
func doubtMixedEnds(in *doubtInput) string {
	t := in.edges
	// Beside a node table every end is a node of that table.
	if t == nil || in.nodes != nil {
		return ""
	}
	// Cells with several ends are texts, even if the ends are numbers.
	if t.seen.rows < fewRows || t.cells != nil {
		return ""
	}
	isChosen := t.hasUserRole(t.cols[0]) && t.hasUserRole(t.cols[1])
	if isChosen {
		return ""
	}
	source, target := t.seen.column(t.cols[0]), t.seen.column(t.cols[1])
	if source.filled == 0 || target.filled == 0 { // a column is empty, or lies beyond the counted columns
		return ""
	}
	// A column is numbered if every cell with a value has an integer, while the other column has no number at all.
	isSourceNumbered := source.integers == source.filled && target.numbers == 0
	isTargetNumbered := target.integers == target.filled && source.numbers == 0
	// numbered is the column with integers, and named the column with texts.
	var numbered, named int
	switch {
	case isSourceNumbered:
		numbered, named = t.cols[0], t.cols[1]
	case isTargetNumbered:
		numbered, named = t.cols[1], t.cols[0]
	default:
		return ""
	}
	return fmt.Sprintf("%s holds numbers and %s names: they may not be the two ends of an edge.", t.columnLabel(numbered),
		t.innerLabel(named))
}

// doubtOtherEnds doubts the two ends if the header names another pair of columns that may be the ends.
// There is no doubt if the table has no header, or if the user gave one of its columns a role.
func doubtOtherEnds(in *doubtInput) string {
	t := in.edges
	if t == nil || t.hasCorrection() || t.header == nil {
		return ""
	}
	rivals := t.rivalEnds()
	if len(rivals) == 0 {
		return ""
	}
	source, target := quote(t.columnName(t.cols[0])), quote(t.columnName(t.cols[1]))
	rivalSource, rivalTarget := quote(t.columnName(rivals[0][0])), quote(t.columnName(rivals[0][1]))
	return fmt.Sprintf("The columns %s and %s were taken as the two ends of an edge. The columns %s and %s may be the ends "+
		"instead, of other edges.",
		source, target, rivalSource, rivalTarget)
}

// doubtListedEnds doubts the first id that may be a list of ids: a separator divides it into parts, and a part is the id of another node.
func doubtListedEnds(in *doubtInput) string {
	// Beside a node table every end is a node of that table, and so no list.
	if in.edges == nil || in.nodes != nil {
		return ""
	}
	isSeparator := func(r rune) bool { return strings.ContainsRune(",;|/", r) }
	for _, id := range in.a.ids {
		parts := strings.FieldsFunc(id, isSeparator)
		// The upper limit bounds the time.
		if len(parts) < 2 || len(parts) > MaxClasses {
			continue
		}
		for _, part := range parts {
			if in.a.hasNode(strings.TrimSpace(part)) {
				return fmt.Sprintf("The end %s may be a list of several nodes: it was taken as one.", quote(id))
			}
		}
	}
	return ""
}

// columnLabel returns column c, from 0, for a sentence: `Column "name"` or, without a name, its number from 1, as in `Column 3`.
func (t *table) columnLabel(c int) string {
	if name := t.columnName(c); name != "" {
		return "Column " + quote(name)
	}
	return fmt.Sprintf("Column %d", c+1)
}

// innerLabel returns columnLabel with a small first letter, for the inside of a sentence.
func (t *table) innerLabel(c int) string { return "c" + t.columnLabel(c)[1:] }

// sampleText returns the first cells of column c, separated by commas, and an ellipsis if the table has more rows than these cells.
// A row that is too short for column c gives no cell.
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

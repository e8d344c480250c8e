package graphio

import (
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/words"
)

// Adjacency matrices in tables: their recognition and their entries.

// matrixForm is the layout of a matrix in a table: an adjacency matrix, or a biadjacency matrix of two sets of nodes.
type matrixForm struct {
	// names are the names of the rows, nil for numbers from 0.
	// cols are the names of the columns. It is nil if the columns are the nodes of the rows in the same order.
	names, cols []string
	// head is 1 for a row of names above the numbers, side is 1 for a column of names before the numbers; otherwise they are 0.
	head, side int
	// rows and width are the numbers of rows and columns, without names and totals.
	rows, width int
	// two reports that rows and columns are different nodes, half that the entries are a triangle of a symmetric matrix.
	// upper reports a triangle whose rows become shorter: every row ends at the last column.
	two, half, upper bool
	// marked reports that all entries are words or marks.
	marked bool
}

// matrixForm returns the layout of a matrix, nil for other tables. It is the first candidate that isMatrix accepts.
func (t *table) matrixForm() *matrixForm {
	if t.matrix != nil {
		return t.matrix
	}
	rows, width := t.size.rows, t.size.most
	numbered := numberedNames(t.rows[0])
	if !numbered && t.edgeColumns()[0] >= 0 || rows < 2 || rows > MaxNodes+1 || width < 3 && t.size.least == width {
		return nil
	}
	first := trimmed(t.rows[0])
	// In a table with names, rows may omit blank cells at their end. White space as separator omits all blank cells.
	isFull := t.size.least == width || t.separator != ' ' && len(first) >= width && !t.size.short
	hasCorner := !t.isNumber(first[0]) && !(isMark(first[0]) && t.numericRow(first))
	// The candidates are in the order from the most names to none.
	var candidates []matrixForm
	addCandidate := func(head, side int) { candidates = append(candidates, matrixForm{head: head, side: side}) }
	switch {
	case t.size.short, t.size.least != width && hasCorner && first[0] == "":
		addCandidate(1, 1)
	case !isFull:
		addCandidate(0, 0)
	case hasCorner && (first[0] == "" || t.header != nil || !t.numericRow(first[1:]) || t.sharedNames() > 0):
		addCandidate(1, 1)
		if (numbered || !slices.ContainsFunc(first, knownWord)) && distinct(first) {
			addCandidate(1, 0)
		}
	}
	if isFull && t.size.least != width {
		addCandidate(0, 0)
	} else if t.size.least == width {
		if counted(first) {
			addCandidate(1, 0)
		}
		if hasCorner {
			addCandidate(0, 1)
		}
		if t.numericRow(first) && !t.countsRows() {
			addCandidate(0, 0)
		}
	}
	for _, f := range candidates {
		if t.isMatrix(&f) {
			t.matrix = &f
			return t.matrix
		}
	}
	return nil
}

// numberedNames reports whether a row is V1, V2, V3, …: R gives the columns of a matrix these names.
func numberedNames(row []string) bool {
	if len(row) > 0 && row[0] == "" {
		row = row[1:]
	}
	for k, s := range row {
		if strings.TrimSpace(s) != "V"+strconv.Itoa(k+1) {
			return false
		}
	}
	return len(row) > 2
}

// countsRows reports whether the first column counts the rows, as the ids of a node table often do.
func (t *table) countsRows() bool { return t.size.rows >= 4 && counted(sampleCells(t.rows, 0)) }

// counted reports whether every cell of a row is its index from 0 or from 1: pandas numbers columns in this way.
func counted(row []string) bool {
	for k, s := range row {
		if s = strings.TrimSpace(s); s != strconv.Itoa(k) && s != strconv.Itoa(k+1) {
			return false
		}
	}
	return true
}

// isNumber reports whether a cell is a number of a matrix.
func (t *table) isNumber(cell string) bool {
	_, ok := t.parseNumber(strings.TrimSpace(cell))
	return ok
}

// parseNumber returns the number in a cell. In a table separated by semicolons it may have a decimal comma.
// NaN and infinities give 0, with ok true.
func (t *table) parseNumber(s string) (v float64, ok bool) {
	if t.separator == ';' {
		s = decimalPoint(s)
	}
	v, why := parseNumber(s)
	return v, why == "" || isNumber(s)
}

// numericRow reports whether all cells are numbers or marks of a matrix.
func (t *table) numericRow(row []string) bool {
	return !slices.ContainsFunc(row, func(s string) bool { return !t.isNumber(s) && !isMark(strings.TrimSpace(s)) })
}

// distinct reports whether no name occurs twice.
func distinct(row []string) bool {
	seen := map[string]bool{}
	for _, s := range row {
		if seen[s] {
			return false
		}
		seen[s] = true
	}
	return true
}

// isMatrix reports whether all entries are numbers and the table is a matrix of edges. It completes the form.
// Without the same names above and before the entries, the matrix must be symmetric, have the entries 0 and 1, or be mostly 0.
func (t *table) isMatrix(form *matrixForm) bool {
	// zeros counts entries equal to 0, bits reports that all entries are 0 or 1.
	rowNumber, zeros, bits, negative := 0, 0, true, false
	// written reports filled cells left of the diagonal, on it, and right of it.
	var written [3]bool
	var entries matrixEntries
	// names are the names before the rows, lengths the numbers of cells. isEven reports equal lengths.
	// full is the last length, longest the largest number of cells without blank cells at the end.
	var names []string
	var lengths []int
	isEven, full, longest := true, 0, 0
	form.marked = true
	// values are the first 5000 entries, to compare the two triangles of a small weighted matrix.
	values := map[graph.Edge]float64{}
	for _, cells := range t.allRows() {
		if rowNumber++; rowNumber == 1 && form.head > 0 {
			if form.cols = trimmed(cells); form.side > 0 && !t.size.short {
				form.cols = form.cols[1:]
			}
			for n := len(form.cols); n > 1 && form.cols[n-1] == ""; n = len(form.cols) {
				form.cols = form.cols[:n-1]
			}
			continue
		}
		if len(cells) < form.side || len(entries.list) > MaxEdges {
			return false
		}
		if form.side > 0 {
			names = append(names, strings.Clone(strings.TrimSpace(cells[0])))
		}
		row := cells[form.side:]
		isEven = isEven && (len(lengths) == 0 || len(row) == full)
		lengths = append(lengths, len(row))
		if full = len(row); form.head == 0 || form.side > 0 {
			for len(row) > 0 && strings.TrimSpace(row[len(row)-1]) == "" {
				row = row[:len(row)-1]
			}
		}
		longest, zeros = max(longest, len(row)), zeros-len(row)
		// Only with names on both sides do omitted cells count as zeros.
		if form.head+form.side < 2 {
			lengths[form.rows], zeros = len(row), zeros+len(row)
		}
		for c, s := range row {
			v, ok := t.entryValue(s)
			if !ok {
				return false
			}
			zeros += oneIf(v == 0)
			part := oneIf(c >= form.rows) + oneIf(c > form.rows)
			written[part] = written[part] || strings.TrimSpace(s) != ""
			form.marked = form.marked && !t.isNumber(s)
			bits, negative = bits && (v == 0 || v == 1), negative || v < 0
			entries.add(int32(form.rows), int32(c), v)
			if len(values) < 5000 && v != 0 {
				values[graph.Edge{I: int32(form.rows), J: int32(c)}] = v
			}
		}
		form.rows++
	}
	if form.rows < 2 || form.side > 0 && !distinct(names) || form.head > 0 && !distinct(form.cols) {
		return false
	}
	form.width = full
	if form.side > 0 {
		form.names = names
	}
	if form.head+form.side == 2 && (t.separator != ' ' || isEven) {
		// Rows may omit blank cells at their end.
		if full = len(form.cols); longest > full {
			return false
		}
		isEven, form.width, zeros = true, full, zeros+full*form.rows
		form.half = isShrinking(lengths, full)
		form.upper = form.half && form.hasSameOrder()
	}
	if !isEven || form.head > 0 && full != len(form.cols) {
		return form.isTriangle(lengths, bits)
	}
	form.dropTotals()
	// Names on one or both sides, and a larger size, need less further evidence.
	cells := form.rows * form.width
	diagonal := slices.ContainsFunc(entries.list, func(e graph.Edge) bool { return e.I == e.J })
	sparse := 2*zeros >= cells
	symmetric := entries.symmetric() && (bits || sparse || evenValues(values, len(entries.list)))
	// The cells on one side of the diagonal are blank.
	isTriangle := form.rows == form.width && form.rows > 2 && len(entries.list) > 1 && !(written[0] && written[2])
	form.half = form.half || isTriangle
	switch n := form.rows; {
	case form.head+form.side == 2:
		return t.hasMatrixNames(form, symmetric, bits, !negative && 4*zeros >= cells)
	case n != form.width:
		// A rectangle with names on one side at most: two sets of nodes, or nodes and their features.
		form.two = true
		return bits && t.alone && form.width > 2 && n+form.width <= MaxNodes && (form.head == 0 || !counted(form.cols))
	case form.rows < 3 && form.head+form.side == 0 || n < 2:
		return false
	case form.head > 0:
		form.names, form.cols = form.cols, nil
		return bits || sparse || symmetric && (n > 3 || !diagonal)
	case symmetric || form.half:
		return n > 3 || !diagonal || bits
	case form.side == 1:
		return bits || sparse
	default:
		return n > 3 && bits || sparse && (n > 4 || n == 4 && !diagonal)
	}
}

// evenValues reports whether the matrix is symmetric by its values. all is the number of its entries.
// If values has only a part of the entries, it returns true.
func evenValues(values map[graph.Edge]float64, all int) bool {
	for e, v := range values {
		if w, ok := values[graph.Edge{I: e.J, J: e.I}]; len(values) == all && (!ok || v != w) {
			return false
		}
	}
	return true
}

// oneIf returns 1 for true and 0 for false.
func oneIf(b bool) int {
	return words.Either(b, 1, 0)
}

// trimmed returns the texts without surrounding space.
func trimmed(names []string) []string {
	out := make([]string, len(names))
	for k, s := range names {
		out[k] = strings.TrimSpace(s)
	}
	return out
}

// Words and marks of matrices for an edge and for no edge, in many languages.
var (
	yesWords = wordSet(`yes true t x y ja oui si sì sí sim da да так tak ano áno igen kyllä evet ja. ναι כן نعم 是 有 はい ○ 예 네 có ya हाँ ใช่ ✓ ✔
		wahr vrai verdadero verdadeiro vero waar sant prawda pravda истина правда`)
	noWords = wordSet(`no false f - . n nein non nej nei não nao nu net нет ні nie ne nem ei hayır όχι לא لا 否 不 无 無 没有 いいえ × 아니오 아니요
		không tidak नहीं ไม่ nee ✗ ✘ – —
		falsch faux falso onwaar falskt fałsz nepravda ложь неправда`)
)

// wordSet returns the words of a text as a set.
func wordSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, s := range strings.Fields(text) {
		set[s] = true
	}
	return set
}

// isMark reports whether a cell of a matrix is a word for yes or no, or a mark such as x.
func isMark(s string) bool {
	s = strings.ToLower(s)
	return yesWords[s] || noWords[s]
}

// entryValue returns the value of a cell of a matrix. ok is false for texts that are no entries.
// Empty, missing and infinite entries are 0: no path joins the nodes.
func (t *table) entryValue(s string) (v float64, ok bool) {
	s = strings.TrimSpace(s)
	switch low := strings.ToLower(s); {
	case isMissing(s) || noWords[low]:
		return 0, true
	case yesWords[low]:
		return 1, true
	}
	return t.parseNumber(s)
}

// readMatrix reads a matrix into an assembly. With node tables, its rows are the nodes with their names, or all nodes in their order.
func (t *table) readMatrix(a *assembly) {
	form := t.matrixForm()
	// k is the number of the current row of entries, from 1. unreadable counts entries that are infinite or NaN.
	k, unreadable := -form.head, 0
	rows := t.matrixNodes(a, form.names, form.rows, words.Either(form.two, "r", ""))
	cols := rows
	if form.cols != nil || form.two {
		cols = t.matrixNodes(a, form.cols, form.width, words.Either(form.two, "c", ""))
	}
	if a.err != nil {
		return
	}
	// The order of the matrix is that of the nodes.
	a.sortIDs = false
	var entries matrixEntries
	for _, cells := range t.allRows() {
		if k++; k < 1 || k > form.rows {
			continue
		}
		for c, s := range cells[form.side:] {
			v, _ := t.entryValue(s)
			// The rows of an upper triangle end at the last column.
			if form.upper {
				c += form.width - len(cells) + form.side
			}
			if c >= len(cols) {
				break
			}
			unreadable += oneIf(v == 0 && isNumber(strings.TrimSpace(s)) && strings.ContainsAny(s, "nN"))
			entries.add(rows[k-1], cols[c], v)
		}
	}
	a.notes = appendNote(a.notes, unreadable > 0,
		"Entries of the matrix that are infinite or no number were taken as no edge: "+strconv.Itoa(unreadable)+".")
	a.notes = appendNote(a.notes, form.two, twoSetsNote)
	entries.undirected = form.two || form.half
	entries.addTo(a)
}

// matrixNodes returns the nodes of n rows or columns. Rows without names have the ids prefix0, prefix1, … or are all nodes in order.
func (t *table) matrixNodes(a *assembly, names []string, n int, prefix string) []int32 {
	index := make([]int32, n)
	for i := range index {
		name := prefix + strconv.Itoa(i)
		switch {
		case names != nil && names[i] != "":
			name = names[i]
		case names == nil && !a.newIDs && n == len(a.ids):
			index[i] = int32(i)
			continue
		}
		if !a.hasNode(name) && !a.newIDs {
			a.fail(i+1, "declare the node or correct the name", "the matrix names the node %s, which does not exist", quote(name))
			continue
		}
		index[i] = a.nodeOrNew(name, i+1)
	}
	return index
}

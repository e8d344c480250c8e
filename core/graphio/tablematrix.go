package graphio

import (
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/words"
)

// matrixForm is the layout of an adjacency matrix, or of an incidence matrix of two sets, in a table.
type matrixForm struct {
	// names are the names of the rows, nil for numbers from 0. cols are the names of the columns, nil for the nodes of the rows in order.
	names, cols []string
	// head and side are 1 where names are above and before the numbers, else 0.
	head, side int
	// rows and width count the numbers, without a row and a column of totals.
	rows, width int
	// two reports that rows and columns are different nodes, half that the matrix is a triangle.
	// upper reports that the rows of a ragged triangle shrink, so that they end at the last column.
	two, half, upper bool
	// marked reports that no entry is a number.
	marked bool
}

// matrixForm returns the layout of a matrix, nil for other tables. The first form that isMatrix accepts counts.
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
	// Rows with names may omit blank cells at their end. Rows separated by white space omit all blank cells.
	filled := t.size.least == width || t.separator != ' ' && len(first) >= width && !t.size.short
	named := !t.isNumber(first[0]) && !(isMark(first[0]) && t.numericRow(first))
	var forms []matrixForm
	// Forms are tried from the most names to none.
	try := func(head, side int) { forms = append(forms, matrixForm{head: head, side: side}) }
	switch {
	case t.size.short, t.size.least != width && named && first[0] == "":
		try(1, 1)
	case !filled:
		try(0, 0)
	case named && (first[0] == "" || t.header != nil || !t.numericRow(first[1:]) || t.sharedNames() > 0):
		try(1, 1)
		if (numbered || !slices.ContainsFunc(first, knownWord)) && distinct(first) {
			try(1, 0)
		}
	}
	if filled && t.size.least != width {
		try(0, 0)
	} else if t.size.least == width {
		if counted(first) {
			try(1, 0)
		}
		if named {
			try(0, 1)
		}
		if t.numericRow(first) && !t.countsRows() {
			try(0, 0)
		}
	}
	for _, f := range forms {
		if t.isMatrix(&f) {
			t.matrix = &f
			return t.matrix
		}
	}
	return nil
}

// numberedNames reports whether a row is V1, V2, V3, …, the names that R gives the columns of a matrix.
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

// countsRows reports whether the first column counts the rows, as ids of nodes do.
func (t *table) countsRows() bool { return t.size.rows >= 4 && counted(sampleCells(t.rows, 0)) }

// counted reports whether a row is 0, 1, 2, … or 1, 2, 3, …, as pandas numbers columns.
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

// parseNumber returns the number in a cell, between semicolons also with a decimal comma. NaN and infinities count as 0, with ok true.
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
// Without names as proof the matrix must be symmetric, have entries 0 and 1, or be mostly 0.
func (t *table) isMatrix(form *matrixForm) bool {
	k, zeros, bits, negative := 0, 0, true, false
	// written reports entries left of the diagonal, on it, and right of it.
	var written [3]bool
	var entries matrixEntries
	var side []string
	var lengths []int
	even, full, most := true, 0, 0
	form.marked = true
	// values holds the first 5000 entries: enough to compare the sides of a small weighted matrix.
	values := map[graph.Edge]float64{}
	for _, cells := range t.allRows() {
		if k++; k == 1 && form.head > 0 {
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
			side = append(side, strings.Clone(strings.TrimSpace(cells[0])))
		}
		row := cells[form.side:]
		even = even && (len(lengths) == 0 || len(row) == full)
		lengths = append(lengths, len(row))
		if full = len(row); form.head == 0 || form.side > 0 {
			for len(row) > 0 && strings.TrimSpace(row[len(row)-1]) == "" {
				row = row[:len(row)-1]
			}
		}
		most, zeros = max(most, len(row)), zeros-len(row)
		if form.head+form.side < 2 {
			lengths[form.rows], zeros = len(row), zeros+len(row)
		}
		for c, s := range row {
			v, ok := t.entryValue(s)
			if !ok {
				return false
			}
			zeros += oneIf(v == 0)
			side := oneIf(c >= form.rows) + oneIf(c > form.rows)
			written[side] = written[side] || strings.TrimSpace(s) != ""
			form.marked = form.marked && !t.isNumber(s)
			bits, negative = bits && (v == 0 || v == 1), negative || v < 0
			entries.add(int32(form.rows), int32(c), v)
			if len(values) < 5000 && v != 0 {
				values[graph.Edge{I: int32(form.rows), J: int32(c)}] = v
			}
		}
		form.rows++
	}
	if form.rows < 2 || form.side > 0 && !distinct(side) || form.head > 0 && !distinct(form.cols) {
		return false
	}
	form.width = full
	if form.side > 0 {
		form.names = side
	}
	if form.head+form.side == 2 && (t.separator != ' ' || even) {
		// Blank cells at the ends of rows are left out.
		if full = len(form.cols); most > full {
			return false
		}
		even, form.width, zeros = true, full, zeros+full*form.rows
		form.half = isShrinking(lengths, full)
		form.upper = form.half && form.hasSameOrder()
	}
	if !even || form.head > 0 && full != len(form.cols) {
		return form.isTriangle(lengths, bits)
	}
	form.dropTotals()
	// The evidence needed decreases with names on one or both sides, and with size.
	cells := form.rows * form.width
	diagonal := slices.ContainsFunc(entries.list, func(e graph.Edge) bool { return e.I == e.J })
	sparse := 2*zeros >= cells
	symmetric := entries.symmetric() && (bits || sparse || evenValues(values, len(entries.list)))
	form.half = form.half || form.rows == form.width && form.rows > 2 && len(entries.list) > 1 && !(written[0] && written[2])
	switch n := form.rows; {
	case form.head+form.side == 2:
		return t.hasMatrixNames(form, symmetric, bits, !negative && 4*zeros >= cells)
	case n != form.width:
		// Names on one side alone, or none: nothing but two sets of nodes, or nodes with features.
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

// evenValues reports whether mirrored entries are equal. values may hold only a part of all entries; then it is true.
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

// Words of a matrix for an edge and for no edge, in many languages.
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

// isMark reports whether a cell of a matrix is a truth value or a mark such as x.
func isMark(s string) bool {
	s = strings.ToLower(s)
	return yesWords[s] || noWords[s]
}

// entryValue returns the number of a cell of a matrix; the result is false for other texts.
// Empty, missing and infinite entries are 0: no path joins the nodes.
func (t *table) entryValue(s string) (float64, bool) {
	s = strings.TrimSpace(s)
	switch low := strings.ToLower(s); {
	case isMissing(s) || noWords[low]:
		return 0, true
	case yesWords[low]:
		return 1, true
	}
	return t.parseNumber(s)
}

// readMatrix reads a matrix. With node tables its rows are nodes by name, or without names all nodes in order.
func (t *table) readMatrix(a *assembly) {
	form := t.matrixForm()
	k, odd := -form.head, 0
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
			if form.upper {
				c += form.width - len(cells) + form.side
			}
			if c >= len(cols) {
				break
			}
			odd += oneIf(v == 0 && isNumber(strings.TrimSpace(s)) && strings.ContainsAny(s, "nN"))
			entries.add(rows[k-1], cols[c], v)
		}
	}
	a.notes = appendNote(a.notes, odd > 0,
		"Entries of the matrix that are infinite or no number were taken as no edge: "+strconv.Itoa(odd)+".")
	a.notes = appendNote(a.notes, form.two, twoSetsNote)
	entries.undirected = form.two || form.half
	entries.addTo(a)
}

// matrixNodes returns the nodes of n rows or columns, by their names or by a prefix and a number.
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

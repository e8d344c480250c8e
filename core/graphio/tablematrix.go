package graphio

import (
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/words"
)

// This file recognises adjacency matrices in tables. shape (tableshape.go) uses it for the table of edges, and readMatrix reads the matrix.

// matrixForm is the layout of a matrix in a table: an adjacency matrix, or a biadjacency matrix of two sets of nodes.
type matrixForm struct {
	// names and cols are the names of the rows and of the columns, nil if these have no names.
	// Columns without names are the nodes of the rows in the same order, unless two is set.
	names, cols []string
	// head is the number of rows with names above the entries, 0 or 1. side is the number of columns with names before the entries, 0 or 1.
	head, side int
	// rows and width are the numbers of rows and columns of entries, without names and totals.
	rows, width int
	// two reports that rows and columns are different nodes.
	// half reports that the entries are a triangle of a symmetric matrix.
	// upper reports a triangle whose rows become shorter: every row begins one column after the row above.
	two, half, upper bool
	// start is the column of the first entry of an upper triangle: 0, or 1 without the diagonal.
	start int
	// marked reports that no entry is a number: all entries are words, marks or blank.
	marked bool
}

// matrixForm returns the layout of the matrix in the table: the first candidate that isMatrix accepts.
// It returns nil if the table is no matrix.
func (t *table) matrixForm() *matrixForm {
	// An earlier call, or the user's choice of the form, has set t.matrix.
	if t.matrix != nil {
		return t.matrix
	}
	rows, width := t.size.rows, t.size.most
	// MaxNodes rows may have a row of names above.
	if rows < 2 || rows > MaxNodes+1 {
		return nil
	}
	// isEven reports that all rows have the same number of cells.
	isEven := t.size.least == width
	// A header with the names of two ends belongs to an edge list, unless the rows have these names, too. The names V1, V2, … of R are no
	// such header.
	hasNumberedNames := numberedNames(t.rows[0])
	namesEnds := !hasNumberedNames && t.edgeColumns()[0] >= 0 && !t.rowsRepeatHeader()
	// Two columns are pairs.
	isPairs := isEven && width < 3
	if namesEnds || isPairs {
		return nil
	}
	first := trimmed(t.rows[0])
	// isFull reports that all rows have the same number of cells, apart from blank cells omitted at the end of a row.
	// The first row must then be the longest. White space as separator omits blank cells at any place.
	omitsBlankEnds := t.separator != ' ' && len(first) >= width && !t.size.short
	isFull := isEven || omitsBlankEnds
	// isEntry reports that the first cell is a mark in a row of entries, such as x. hasCorner reports any other cell that is no number, even
	// an empty cell.
	isEntry := isMark(first[0]) && t.numericRow(first)
	hasCorner := !t.isNumber(first[0]) && !isEntry
	// hasNamesAbove reports that the first row must be names: it has an empty corner or texts, or it is a header.
	hasNamesAbove := first[0] == "" || t.header != nil || !t.numericRow(first[1:])
	// The candidates are in the order from the most names to none.
	var candidates []matrixForm
	addCandidate := func(head, side int) { candidates = append(candidates, matrixForm{head: head, side: side}) }
	switch {
	// The first row has one cell less than the others, or an empty corner: it has names.
	case t.size.short, !isEven && first[0] == "":
		addCandidate(1, 1)
	// Rows of different lengths may be a triangle.
	case !isFull:
		addCandidate(0, 0)
	// The first row must be names, or it repeats names of the first column.
	case hasCorner && (hasNamesAbove || t.sharedNames() > 0):
		addCandidate(1, 1)
		// A known word such as id is no name of a node, but the name of a column in a table of attributes.
		mayBeNames := hasNumberedNames || !slices.ContainsFunc(first, knownWord)
		if mayBeNames && distinct(first) {
			addCandidate(1, 0)
		}
	}
	// Forms with fewer names. A triangle without names may also omit blank cells.
	if isFull && !isEven {
		addCandidate(0, 0)
	} else if isEven {
		// pandas numbers columns without names.
		if counted(first) {
			addCandidate(1, 0)
		}
		if hasCorner {
			addCandidate(0, 1)
		}
		// A first column that counts the rows is the ids of a node table.
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

// rowsRepeatHeader reports whether at least two of the first rows, and at least half of them, begin with the name of a column.
func (t *table) rowsRepeatHeader() bool {
	header, rows, repeated := trimmed(t.header), t.rows[1:], 0
	for _, row := range rows {
		name := strings.TrimSpace(row[0])
		repeated += oneIf(name != "" && slices.Contains(header, name))
	}
	return repeated > 1 && 2*repeated >= len(rows)
}

// numberedNames reports whether a row is V1, V2, V3, …, with at least three names: R gives the columns of a matrix these names.
// An empty corner may precede V1.
func numberedNames(row []string) bool {
	names := row
	if len(row) > 0 && row[0] == "" {
		names = row[1:]
	}
	for k, s := range names {
		if strings.TrimSpace(s) != "V"+strconv.Itoa(k+1) {
			return false
		}
	}
	return len(names) > 2
}

// countsRows reports whether the first column counts the first rows (t.rows), as the ids of a node table often do.
// It returns false for fewer than four rows.
func (t *table) countsRows() bool { return t.size.rows >= 4 && counted(sampleCells(t.rows, 0)) }

// counted reports whether cell k of a list is k or k+1, for every k: its index from 0 or from 1. pandas numbers columns in this way.
func counted(cells []string) bool {
	for k, cell := range cells {
		s := strings.TrimSpace(cell)
		if s != strconv.Itoa(k) && s != strconv.Itoa(k+1) {
			return false
		}
	}
	return true
}

// isNumber reports whether a cell is a number that may be an entry of a matrix.
func (t *table) isNumber(cell string) bool {
	_, ok := t.parseNumber(strings.TrimSpace(cell))
	return ok
}

// parseNumber returns the number in a cell. In a table separated by semicolons, tabs or bars the number may have a decimal comma.
// For NaN, infinities and numbers out of the range of float64 it returns 0 and true. For any other text ok is false.
func (t *table) parseNumber(cell string) (v float64, ok bool) {
	s := cell
	if strings.ContainsRune(";\t|", t.separator) {
		s = decimalPoint(cell)
	}
	v, why := parseNumber(s)
	return v, why == "" || isNumber(s)
}

// numericRow reports whether all cells are numbers or marks of a matrix.
func (t *table) numericRow(row []string) bool {
	isText := func(s string) bool { return !t.isNumber(s) && !isMark(strings.TrimSpace(s)) }
	return !slices.ContainsFunc(row, isText)
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

// isMatrix reports whether all entries are numbers, marks or blank, and the table is a matrix of edges. The caller sets head and side of
// the form, and isMatrix the other fields. A matrix has at least two rows, and no name occurs twice on a side.
// With names above and before the entries, hasMatrixNames decides. With fewer names, a rectangle must have only the entries 0 and 1.
// A square must be symmetric or a triangle, have only the entries 0 and 1, or mostly zeros. Two to four rows need more of this evidence.
func (t *table) isMatrix(form *matrixForm) bool {
	// zeros is the number of entries equal to 0. bits reports that all entries are 0 or 1. negative reports that an entry is below 0.
	zeros, bits, negative := 0, true, false
	// entryCells is the number of entries, without the blank cells that are cut below.
	entryCells := 0
	// written reports filled cells left of the diagonal (0), on the diagonal (1), and right of the diagonal (2).
	var written [3]bool
	var entries matrixEntries
	// names are the names before the rows. isEven reports that all rows have the same number of cells after these names.
	// lengths are these numbers, with the blank cells at the end of a row only if the form has names above.
	var names []string
	var lengths []int
	isEven := true
	// lastLength is the number of cells of the last row, with its blank cells. longest is the largest number of entries of a row.
	// reach is the number of columns up to the last filled cell, if every row began one column after the row above.
	// rowNumber counts all rows, with the row of names.
	rowNumber, lastLength, longest, reach := 0, 0, 0, 0
	form.marked = true
	// values are the first non-zero entries. They show whether a small weighted matrix is symmetric.
	const maxValues = 5000
	values := map[graph.Edge]float64{}
	for _, cells := range t.matrixRows(form) {
		rowNumber++
		if rowNumber == 1 && form.head > 0 {
			form.cols = trimmed(cells)
			// The cell above the names of the rows is no name of a column. A short first row lacks this cell.
			if form.side > 0 && !t.size.short {
				form.cols = form.cols[1:]
			}
			// Blank names at the end belong to no column.
			for n := len(form.cols); n > 1 && form.cols[n-1] == ""; n = len(form.cols) {
				form.cols = form.cols[:n-1]
			}
			continue
		}
		if len(entries.list) > MaxEdges {
			return false
		}
		if form.side > 0 {
			names = append(names, strings.Clone(strings.TrimSpace(cells[0])))
		}
		row := cells[form.side:]
		// lastLength still belongs to the row above.
		if len(lengths) > 0 && len(row) != lastLength {
			isEven = false
		}
		lastLength = len(row)
		// If the only names are above, a blank cell at the end is an entry. In other forms it does not count.
		if form.head == 0 || form.side > 0 {
			for len(row) > 0 && strings.TrimSpace(row[len(row)-1]) == "" {
				row = row[:len(row)-1]
			}
		}
		longest, reach, entryCells = max(longest, len(row)), max(reach, form.rows+len(row)), entryCells+len(row)
		lengths = append(lengths, words.Either(form.head+form.side == 2, lastLength, len(row)))
		// form.rows is the index of the current row, from 0.
		for c, s := range row {
			v, ok := t.entryValue(s)
			if !ok {
				return false
			}
			zeros += oneIf(v == 0)
			// region is the index of the cell in written.
			region := oneIf(c >= form.rows) + oneIf(c > form.rows)
			written[region] = written[region] || strings.TrimSpace(s) != ""
			form.marked = form.marked && !t.isNumber(s)
			bits = bits && (v == 0 || v == 1)
			negative = negative || v < 0
			entries.add(int32(form.rows), int32(c), v)
			if len(values) < maxValues && v != 0 {
				values[graph.Edge{I: int32(form.rows), J: int32(c)}] = v
			}
		}
		form.rows++
	}
	repeatsRowName := form.side > 0 && !distinct(names)
	repeatsColumnName := form.head > 0 && !distinct(form.cols)
	if form.rows < 2 || repeatsRowName || repeatsColumnName {
		return false
	}
	// If no cells are omitted, all rows have the length of the last row.
	form.width = lastLength
	if form.side > 0 {
		form.names = names
	}
	// Rows may omit blank cells at their end. With white space as separator, a missing cell may be anywhere, and all rows must be even.
	canOmitCells := t.separator != ' ' || isEven
	if form.head+form.side == 2 && canOmitCells {
		isEven, form.width = true, len(form.cols)
		if longest > form.width {
			return false
		}
		// A place of the matrix without an entry counts as a zero.
		zeros += form.width*form.rows - entryCells
		// Rows that become shorter are a triangle. With the same order of names on both sides, they end at the last column.
		// Further separators at their ends are no columns.
		hasOnlyBlanksBehind := lengths[0] <= form.width || reach <= form.width
		form.half = hasOnlyBlanksBehind && isShrinking(lengths, form.width)
		form.upper = form.half && form.hasSameOrder()
		form.start = max(0, form.width-lengths[0])
	}
	// Rows of different lengths may be a triangle. Its entries must be 0 and 1. With a row of names, completeTriangle returns false.
	hasOtherWidth := form.head > 0 && form.width != len(form.cols)
	if !isEven || hasOtherWidth {
		return bits && form.completeTriangle(lengths)
	}
	// Totals are no nodes. The counts above, such as zeros, still include them.
	form.dropTotals()
	places := form.rows * form.width
	hasDiagonal := slices.ContainsFunc(entries.list, func(e graph.Edge) bool { return e.I == e.J })
	// In a sparse matrix, at least half of the places are 0. With names on both sides, a quarter suffices (entryTraits).
	sparse := 2*zeros >= places
	// In a sparse matrix, or with the entries 0 and 1, symmetric positions suffice. In other matrices, the values must be symmetric, too.
	symmetric := entries.symmetric() && (bits || sparse || hasSymmetricValues(values, len(entries.list)))
	// The cells on one side of the diagonal of a triangle are blank. Two rows or a single entry are no evidence for a triangle.
	hasBlankSide := !written[0] || !written[2]
	isLargeSquare := form.rows == form.width && form.rows > 2
	isTriangle := hasBlankSide && isLargeSquare && len(entries.list) > 1
	form.half = form.half || isTriangle
	// The symmetry of two or three rows is no evidence if their diagonal has an entry other than 0.
	n := form.rows
	switch {
	case form.head+form.side == 2:
		isSparseEnough := !negative && 4*zeros >= places
		return t.hasMatrixNames(form, entryTraits{symmetric: symmetric, bits: bits, sparse: isSparseEnough})
	case n != form.width:
		// A rectangle with names on one side at most is two sets of nodes, or nodes and their features.
		form.two = true
		// Beside other tables, or under counting numbers, the columns are features. Two columns are pairs.
		hasCountedNames := form.head > 0 && counted(form.cols)
		mayBeNodes := t.alone && !hasCountedNames
		return bits && mayBeNodes && form.width > 2 && n+form.width <= MaxNodes
	// Two rows need names.
	case n < 3 && form.head+form.side == 0:
		return false
	// If the only names are above, they are also the names of the rows.
	case form.head > 0:
		form.names, form.cols = form.cols, nil
		isClearlySymmetric := symmetric && (n > 3 || !hasDiagonal)
		return bits || sparse || isClearlySymmetric
	case symmetric || form.half:
		return n > 3 || !hasDiagonal || bits
	case form.side == 1:
		return bits || sparse
	default:
		// A small table of numbers without names may have another meaning. With entries 0 and 1, four rows suffice.
		// A sparse matrix of other entries needs five rows, or four rows and a diagonal of zeros.
		isEvidentByBits := bits && n > 3
		hasEnoughRows := n > 4
		if n == 4 {
			hasEnoughRows = !hasDiagonal
		}
		isEvidentByZeros := sparse && hasEnoughRows
		return isEvidentByBits || isEvidentByZeros
	}
}

// hasSymmetricValues reports whether the values at (i, j) and (j, i) are equal for all non-zero entries of a matrix. count is their number.
// If values has only a part of these entries, hasSymmetricValues returns true.
func hasSymmetricValues(values map[graph.Edge]float64, count int) bool {
	if len(values) != count {
		return true
	}
	for e, v := range values {
		mirrored, ok := values[graph.Edge{I: e.J, J: e.I}]
		if !ok || v != mirrored {
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

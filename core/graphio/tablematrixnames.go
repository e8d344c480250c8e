package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/words"
)

// Names above and before the entries of a matrix, and triangles as a part of a symmetric matrix.

// hasMatrixNames reports whether the names above and before the entries are those of a matrix: the same nodes in any order, or
// two sets of nodes. The other arguments report properties of the entries: symmetric, 0 and 1 only, and mostly 0.
func (t *table) hasMatrixNames(form *matrixForm, symmetric, bits, sparse bool) bool {
	shared := 0
	for _, s := range form.names {
		shared += oneIf(slices.Contains(form.cols, s))
	}
	switch {
	case shared == form.rows && shared == form.width:
		return true
	case form.rows == form.width && counted(form.names) && shared == 0:
		// R numbers the rows: the names of the columns are those of the nodes.
		form.names, form.cols = form.cols, nil
		return symmetric || bits || sparse
	case shared > 0:
		// A node without edges may lack its row or column. Few common names, or numbers, are no evidence.
		if 2*shared < min(form.rows, form.width) || counted(form.names) {
			return false
		}
		if many := 2*shared >= max(form.rows, form.width); many && (form.rows == form.width || !bits && !sparse) {
			t.doubts = append(t.doubts, Doubt{Rule: "names", Text: fmt.Sprintf("%d of the %d names before the rows of %s stand above them, "+
				"too: it was taken as a matrix.", shared, form.rows, quote(cleanName(t.Name)))})
			return true
		}
		return bits || sparse
	}
	// Without common names the rows and the columns are two sets of nodes.
	form.two = true
	areNodes := t.beside != nil && !slices.ContainsFunc(slices.Concat(form.names, form.cols), func(s string) bool { return !t.beside[s] })
	corner := strings.TrimSpace(t.rows[0][0])
	// The cell above the names is no name of a column of attributes.
	isCorner := corner == "" || !knownWord(corner) && !t.numericRow(form.names)
	return form.width > 1 && (bits || sparse) && (isCorner || form.marked && form.width > 2) && (t.alone || areNodes)
}

// dropTotals removes a last row and a last column of totals, by their names.
func (form *matrixForm) dropTotals() {
	endsWithTotal := func(names []string) bool {
		return len(names) > 2 && slices.Contains(footerTotals, strings.ToLower(names[len(names)-1]))
	}
	if form.head+form.side == 2 && endsWithTotal(form.cols) {
		form.width--
		form.cols = form.cols[:form.width]
	}
	if form.head+form.side == 2 && endsWithTotal(form.names) {
		form.rows--
		form.names = form.names[:form.rows]
	}
}

// sharedNames returns the number of rows whose name is also above a column. It returns 0 if less than half of the rows have such a name.
// It also returns 0 if the text in the corner occurs in another cell, as a node of an adjacency list does.
func (t *table) sharedNames() (shared int) {
	first, row := trimmed(t.rows[0]), 0
	if t.separator == ' ' || len(first) < 3 || isNumber(first[0]) {
		return 0
	}
	above := map[string]bool{}
	for _, s := range first[1:] {
		above[s] = s != ""
	}
	for _, cells := range t.allRows() {
		if row++; row > 1 {
			if slices.ContainsFunc(cells, func(s string) bool { return first[0] != "" && strings.TrimSpace(s) == first[0] }) {
				return 0
			}
			shared += oneIf(above[strings.TrimSpace(cells[0])])
		}
	}
	return words.Either(shared > 1 && 2*shared >= max(t.size.rows, len(first))-1, shared, 0)
}

// matrixFault returns the reason why a table with equal names above and before its cells is no matrix, "" for other tables.
func (t *table) matrixFault() string {
	if t.sharedNames() == 0 || counted(trimmed(t.rows[0][1:])) {
		return ""
	}
	row := 0
	for line, cells := range t.allRows() {
		if row++; row == 1 {
			continue
		}
		// The first cell is the name of the row.
		for _, s := range cells[1:] {
			if _, ok := t.entryValue(s); !ok {
				return fmt.Sprintf("%s in line %d is no number, mark or blank cell", quote(shortCell(s)), line)
			}
		}
	}
	return ""
}

// isShrinking reports whether every row is a cell shorter than the row above, and the first row has full or full-1 cells.
// Such rows are a triangle without the blank cells before the diagonal.
func isShrinking(lengths []int, full int) bool {
	for k, n := range lengths {
		if n != lengths[0]-k {
			return false
		}
	}
	return len(lengths) > 2 && lengths[0] >= full-1
}

// hasSameOrder reports whether the common names have the same order above and before the entries.
func (form *matrixForm) hasSameOrder() bool {
	last := -1
	for _, s := range form.cols {
		if k := slices.Index(form.names, s); k >= 0 {
			if k < last {
				return false
			}
			last = k
		}
	}
	return last > 0
}

// isTriangle reports whether rows of these lengths are a triangle of 0 and 1 (bits), and completes the form.
// The lengths increase or decrease by 1, and the shortest row has one cell.
func (form *matrixForm) isTriangle(lengths []int, bits bool) bool {
	// All rows differ from the row above by the same number of cells.
	step := lengths[1] - lengths[0]
	for k := 1; k < len(lengths); k++ {
		if lengths[k]-lengths[k-1] != step {
			return false
		}
	}
	if len(lengths) < 3 || !bits || step != 1 && step != -1 || min(lengths[0], lengths[len(lengths)-1]) > 1 {
		return false
	}
	form.half, form.upper, form.width = true, step < 0, form.rows
	return form.head == 0 && min(lengths[0], lengths[len(lengths)-1]) == 1
}

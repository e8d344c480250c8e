package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/words"
)

// Names above and before the entries of a matrix, and triangles.

// hasMatrixNames reports whether the names above and before the entries fit a matrix: the same nodes in any order, or
// two sets of nodes.
func (t *table) hasMatrixNames(form *matrixForm, symmetric, bits, sparse bool) bool {
	shared := 0
	for _, s := range form.names {
		shared += oneIf(slices.Contains(form.cols, s))
	}
	switch {
	case shared == form.rows && shared == form.width:
		return true
	case form.rows == form.width && counted(form.names) && shared == 0:
		// R numbers the rows.
		form.names, form.cols = form.cols, nil
		return symmetric || bits || sparse
	case shared > 0:
		// Nodes without an edge may lack their row or column.
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
	form.two = true
	beside := t.beside != nil && !slices.ContainsFunc(slices.Concat(form.names, form.cols), func(s string) bool { return !t.beside[s] })
	corner := strings.TrimSpace(t.rows[0][0])
	free := corner == "" || !knownWord(corner) && !t.numericRow(form.names)
	return form.width > 1 && (bits || sparse) && (free || form.marked && form.width > 2) && (t.alone || beside)
}

// dropTotals removes a last row and a last column of sums.
func (form *matrixForm) dropTotals() {
	total := func(names []string) bool {
		return len(names) > 2 && slices.Contains(footerTotals, strings.ToLower(names[len(names)-1]))
	}
	if form.head+form.side == 2 && total(form.cols) {
		form.width--
		form.cols = form.cols[:form.width]
	}
	if form.head+form.side == 2 && total(form.names) {
		form.rows--
		form.names = form.names[:form.rows]
	}
}

// sharedNames returns the number of rows whose name is also above a column, 0 for less than half of them.
// It is 0 where the corner repeats in another cell, as a node of an adjacency list does.
func (t *table) sharedNames() (shared int) {
	first, k := trimmed(t.rows[0]), 0
	if t.separator == ' ' || len(first) < 3 || isNumber(first[0]) {
		return 0
	}
	above := map[string]bool{}
	for _, s := range first[1:] {
		above[s] = s != ""
	}
	for _, cells := range t.allRows() {
		if k++; k > 1 {
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
	k := 0
	for line, cells := range t.allRows() {
		if k++; k == 1 {
			continue
		}
		for _, s := range cells[1:] {
			if _, ok := t.entryValue(s); !ok {
				return fmt.Sprintf("%s in line %d is no number, mark or blank cell", quote(shortCell(s)), line)
			}
		}
	}
	return ""
}

// isShrinking reports whether every row is one cell shorter than the row above, from full or full-1 cells on.
// Such rows are a triangle without the blank cells before the diagonal.
func isShrinking(lengths []int, full int) bool {
	for k, n := range lengths {
		if n != lengths[0]-k {
			return false
		}
	}
	return len(lengths) > 2 && lengths[0] >= full-1
}

// hasSameOrder reports whether the names above the entries are in the order of the names before them.
func (form *matrixForm) hasSameOrder() bool {
	last := -1
	for _, s := range form.cols {
		if at := slices.Index(form.names, s); at >= 0 {
			if at < last {
				return false
			}
			last = at
		}
	}
	return last > 0
}

// isTriangle reports whether rows of these lengths are a triangle of 0 and 1, and sets the form.
func (form *matrixForm) isTriangle(lengths []int, bits bool) bool {
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

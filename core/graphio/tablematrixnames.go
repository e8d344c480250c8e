package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/words"
)

// This file compares the names above and before the entries of a matrix, and recognises triangles, which are half of a symmetric matrix.
// isMatrix (tablematrix.go) uses both.
// A doubt is a reason to ask the user before the graph is used (doubts.go).

// entryTraits are properties of the entries of a matrix that are evidence for edges.
type entryTraits struct {
	// symmetric reports that the entries are symmetric. bits reports that all entries are 0 or 1.
	symmetric, bits bool
	// sparse reports that no entry is negative and at least a quarter of the entries are 0.
	sparse bool
}

// hasMatrixNames reports whether the names above and before the entries are the names of a matrix, and completes the form.
// No name occurs twice on a side. The names are those of a matrix in these cases:
//   - Both sides of a square have the same names, in any order.
//   - The rows of a square have counting numbers, and the columns have the names of the nodes, none of them common. The entries must be
//     those of edges, or symmetric.
//   - At least half of the names of a square are common, and the rows have no counting numbers. The matrix is accepted with a doubt.
//   - At least half of the names of the shorter side of a rectangle are common, and the rows have no counting numbers. The entries must be
//     those of edges. Other entries are accepted with a doubt if at least half of the names of the longer side are common.
//   - No name is common. Rows and columns are then two sets of nodes. The entries must be those of edges, and the table must not have the
//     form of a table of attributes.
func (t *table) hasMatrixNames(form *matrixForm, entries entryTraits) bool {
	// areEdges reports entries that are usual for edges: 0 and 1, or sparse.
	areEdges := entries.bits || entries.sparse
	// shared is the number of names that are both before a row and above a column.
	shared := 0
	for _, s := range form.names {
		shared += oneIf(slices.Contains(form.cols, s))
	}
	isSquare := form.rows == form.width
	switch {
	case isSquare && shared == form.rows: // all names are common, in any order
		return true
	case isSquare && shared == 0 && counted(form.names):
		// R numbers the rows. Only the names of the columns are the names of the nodes.
		form.names, form.cols = form.cols, nil
		return areEdges || entries.symmetric
	case shared > 0:
		// A node without edges may have no row or no column. But few common names, or counting numbers, are no evidence.
		if 2*shared < min(form.rows, form.width) || counted(form.names) {
			return false
		}
		hasManyShared := 2*shared >= max(form.rows, form.width)
		// A rectangle with the entries of edges needs no doubt.
		needsDoubt := isSquare || !areEdges
		if hasManyShared && needsDoubt {
			t.doubts = append(t.doubts, Doubt{Rule: "names", Text: fmt.Sprintf("%d of the %d names before the rows of %s are also names of "+
				"columns: it was taken as a matrix.", shared, form.rows, quote(cleanName(t.Name)))})
			return true
		}
		return areEdges
	}
	// Two sets of nodes need at least two columns, and the entries of edges.
	form.two = true
	if form.width < 2 || !areEdges {
		return false
	}
	// If the graph has other tables, all names must be nodes of these tables.
	isNoNode := func(s string) bool { return !t.beside[s] }
	areNodes := t.beside != nil && !slices.ContainsFunc(slices.Concat(form.names, form.cols), isNoNode)
	// In a table of attributes, the first cell is a known word such as name, or the rows have numbers as ids.
	// Entries without any number, such as x, are evidence for a matrix, too.
	corner := strings.TrimSpace(t.rows[0][0])
	isOtherWord := !knownWord(corner) && !t.numericRow(form.names)
	isCorner := corner == "" || isOtherWord
	hasMarks := form.marked && form.width > 2
	mayBeMatrix, mayHaveNodes := isCorner || hasMarks, t.alone || areNodes
	return mayBeMatrix && mayHaveNodes
}

// dropTotals removes the last row and the last column, each if its name is a word for totals. Both sides must have names.
func (form *matrixForm) dropTotals() {
	if form.head+form.side < 2 {
		return
	}
	// At least two names must remain.
	endsWithTotal := func(names []string) bool {
		return len(names) > 2 && slices.Contains(footerTotals, strings.ToLower(names[len(names)-1]))
	}
	if endsWithTotal(form.cols) {
		form.width--
		form.cols = form.cols[:form.width]
	}
	if endsWithTotal(form.names) {
		form.rows--
		form.names = form.names[:form.rows]
	}
}

// sharedNames returns the number of rows whose name is also above a column. It returns 0 if the names are no evidence for a matrix:
//   - in a table separated by white space, with a first row of fewer than three cells, or with a number in the corner;
//   - if the text in the corner occurs in a row below, as a node of an adjacency list does;
//   - if the number is less than 2, less than half of the rows, or less than half of the columns.
func (t *table) sharedNames() (shared int) {
	first, row := trimmed(t.rows[0]), 0
	if t.separator == ' ' || len(first) < 3 || isNumber(first[0]) {
		return 0
	}
	corner := first[0]
	isAbove := map[string]bool{}
	for _, s := range first[1:] {
		isAbove[s] = s != ""
	}
	isCorner := func(s string) bool { return corner != "" && strings.TrimSpace(s) == corner }
	for _, cells := range t.allRows() {
		row++
		if row == 1 {
			continue
		}
		if slices.ContainsFunc(cells, isCorner) {
			return 0
		}
		shared += oneIf(isAbove[strings.TrimSpace(cells[0])])
	}
	// size is the larger of the numbers of rows and columns, without the names.
	size := max(t.size.rows, len(first)) - 1
	isHalf := 2*shared >= size
	return words.Either(shared > 1 && isHalf, shared, 0)
}

// matrixFault returns the reason why a table with equal names above and before its cells is no matrix.
// It returns "" for a table without such names, for names that only count the columns, and if all cells are entries of a matrix.
func (t *table) matrixFault() string {
	if t.sharedNames() == 0 || counted(trimmed(t.rows[0][1:])) {
		return ""
	}
	row := 0
	for line, cells := range t.allRows() {
		row++
		if row == 1 {
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

// isShrinking reports whether every row is one cell shorter than the row above, and the first row has at least full-1 cells.
// It is false for fewer than three rows. lengths are the numbers of cells of the rows, and full is the number of columns.
func isShrinking(lengths []int, full int) bool {
	for k, n := range lengths {
		if n != lengths[0]-k {
			return false
		}
	}
	return len(lengths) > 2 && lengths[0] >= full-1
}

// hasSameOrder reports whether the common names have the same order above and before the entries.
// It returns false if no name, or only the name of the first row, is common.
func (form *matrixForm) hasSameOrder() bool {
	// last is the row of the last common name.
	last := -1
	for _, s := range form.cols {
		row := slices.Index(form.names, s)
		if row < 0 {
			continue
		}
		if row < last {
			return false
		}
		last = row
	}
	return last > 0
}

// completeTriangle completes the form of a triangle. It returns false if rows of these lengths are no triangle.
// A triangle has at least three rows and no names above. Its rows grow by one cell from one cell, or shrink by one cell to one cell.
func (form *matrixForm) completeTriangle(lengths []int) bool {
	if len(lengths) < 3 {
		return false
	}
	step := lengths[1] - lengths[0]
	if step != 1 && step != -1 {
		return false
	}
	for k := 1; k < len(lengths); k++ {
		if lengths[k]-lengths[k-1] != step {
			return false
		}
	}
	shortest := min(lengths[0], lengths[len(lengths)-1])
	if shortest != 1 || form.head > 0 {
		return false
	}
	form.half, form.upper, form.width = true, step < 0, form.rows
	return true
}

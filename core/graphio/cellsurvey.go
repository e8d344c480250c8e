package graphio

import (
	"strings"

	"sheafscope/core/graphio/content"
)

// This file counts the cells of a table while the rows are read. The preview of the table needs the counts, and so do the doubt rules,
// which find reasons to ask the user (doubts.go).

// survey has the counts of the cells of a table. The doubt rules use them after the rows are released.
type survey struct {
	// rows is the number of rows without the header.
	rows int
	// least, most and first are the numbers of cells in the shortest, the longest and the first row.
	least, most, first int
	// oddLine is the line of the first row with another number of cells than first. It is 0 if all rows are equally long.
	oddLine int
	// sample holds the first cells of the first rows, cut for display.
	sample [][]string
	// columns are the counts of the first columns, at most surveyedColumns.
	columns []columnCount
	// negative[c] counts the numbers below zero in column c, counted from 0. negative ends at the last column with such a number.
	// bracedNegatives counts the negative weights within braces.
	negative        []int
	bracedNegatives int
}

// columnCount counts the cells of one column.
type columnCount struct {
	// filled counts the cells that are not empty. numbers counts the cells with a number, and integers counts the cells with an integer
	// without a sign.
	filled, numbers, integers int
	// countsFrom0 reports whether the cells are 0, 1, 2, … in the order of the rows. countsFrom1 is the same for 1, 2, 3, ….
	countsFrom0, countsFrom1 bool
	// values is the set of the distinct cells. It stops growing at MaxClasses+1 cells.
	values map[string]bool
}

// surveyedColumns limits the counted columns. The doubt rules raise no doubt about later columns.
const surveyedColumns = 6

// addRow counts the cells of a row. line is the number of the line in the file.
func (s *survey) addRow(line int, cells []string) {
	if s.rows == 0 {
		// The first row decides how many columns are counted.
		s.least, s.first = len(cells), len(cells)
		s.columns = make([]columnCount, min(len(cells), surveyedColumns))
		for c := range s.columns {
			s.columns[c] = columnCount{countsFrom0: true, countsFrom1: true, values: map[string]bool{}}
		}
	}
	s.least, s.most = min(s.least, len(cells)), max(s.most, len(cells))
	if len(cells) != s.first && s.oddLine == 0 {
		s.oddLine = line
	}
	// The first rows are kept for the preview.
	if s.rows < content.MaxSample {
		var sample []string
		for _, v := range cells[:min(len(cells), content.MaxColumns)] {
			sample = append(sample, shortCell(v))
		}
		s.sample = append(s.sample, sample)
	}
	for c := range s.columns {
		s.columns[c].add(strings.TrimSpace(cellAt(cells, c)), s.rows)
	}
	s.countNegative(cells)
	s.rows++
}

// add counts a cell of a row. row counts from 0. An empty cell only shows that the column does not count the rows.
func (c *columnCount) add(cell string, row int) {
	if cell == "" {
		c.countsFrom0, c.countsFrom1 = false, false
		return
	}
	c.filled++
	// parseID returns "" as the fault of an integer without a sign.
	n, why := parseID([]byte(cell))
	isInteger := why == ""
	c.countsFrom0 = c.countsFrom0 && isInteger && n == int64(row)
	c.countsFrom1 = c.countsFrom1 && isInteger && n == int64(row)+1
	switch {
	case isInteger:
		c.integers++
		c.numbers++
	case isNumber(cell):
		c.numbers++
	}
	if len(c.values) <= MaxClasses && !c.values[cell] {
		// cell is a part of the text of the file. Without the clone, the map would keep the whole text in memory.
		c.values[strings.Clone(cell)] = true
	}
}

// column returns the counts of column c. All counts are zero for a column that is not counted.
func (s *survey) column(c int) columnCount {
	if c < len(s.columns) {
		return s.columns[c]
	}
	return columnCount{}
}

// shortCell returns a cell for display: cleaned by cleanName and cut to MaxCell characters. The last character of a cut cell is "…".
func shortCell(cell string) string {
	characters := []rune(cleanName(cell))
	if len(characters) > content.MaxCell {
		characters = append(characters[:content.MaxCell-1], '…')
	}
	return string(characters)
}

// countNegative counts the numbers below zero in a row, for each column.
// NetworkX writes the attributes of an edge in braces. Separators may cut the braces into several cells,
// so countNegative joins all cells from the opening brace on. countNegative adds the negative weights in these cells to
// s.bracedNegatives.
func (s *survey) countNegative(cells []string) {
	for c, cell := range cells {
		text := strings.TrimSpace(cell)
		switch {
		case strings.HasPrefix(text, "{"):
			// This empty assembly only counts the negative weights.
			var counter assembly
			counter.recordEdgeAttributes(strings.Join(cells[c:], " "))
			s.bracedNegatives += counter.negative
			return
		// The test of the sign spares the parsing of most cells.
		case strings.HasPrefix(text, "-") && isNegative(text):
			// The list of counts grows to column c.
			missing := max(0, c+1-len(s.negative))
			s.negative = append(s.negative, make([]int, missing)...)
			s.negative[c]++
		}
	}
}

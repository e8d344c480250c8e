package graphio

import (
	"strings"

	"sheafscope/core/graphio/content"
)

// survey has the counts of the cells of a table, collected while the rows are read. The rows are not kept. The preview of the table uses
// the counts, and so do the doubt rules, which find reasons to ask the user (doubts.go).
type survey struct {
	// rows is the number of rows without the header.
	rows int
	// least, most and first are the numbers of cells in the shortest, the longest and the first row.
	least, most, first int
	// oddLine is the line of the first row with another number of cells than first. It is 0 if all rows are equally long.
	oddLine int
	// sample holds the first cells of the first rows, cut for display.
	sample [][]string
	// columns are the counts of the first columns of the first row, at most surveyedColumns.
	columns []columnCount
	// negative[c] counts the numbers below zero in column c, from 0. The list ends at the last column with such a number.
	// bracedNegatives counts the negative weights within braces.
	negative        []int
	bracedNegatives int
}

// columnCount counts the cells of one column.
type columnCount struct {
	// filled counts the cells that are not empty, numbers those with a number (isNumber), and integers those with an integer from 0 on.
	filled, numbers, integers int
	// countsFrom0 reports whether the cells are 0, 1, 2, … in the order of the rows, and countsFrom1 whether they are 1, 2, 3, ….
	countsFrom0, countsFrom1 bool
	// values is the set of the distinct cells. It stops growing at MaxClasses+1 cells.
	values map[string]bool
}

// surveyedColumns limits the columns with a columnCount. In later columns only negative numbers are counted (survey.negative).
const surveyedColumns = 6

// addRow counts the cells of a row. line is the number of the line in the file.
func (s *survey) addRow(line int, cells []string) {
	if s.rows == 0 {
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

// add counts a cell. row is the number of its row, from 0. An empty cell only shows that the column does not count the rows.
func (c *columnCount) add(cell string, row int) {
	if cell == "" {
		c.countsFrom0, c.countsFrom1 = false, false
		return
	}
	c.filled++
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

// column returns the counts of column c, from 0. All counts are zero for a column that is not counted.
func (s *survey) column(c int) columnCount {
	if c < len(s.columns) {
		return s.columns[c]
	}
	return columnCount{}
}

// shortCell returns a cell for display: cleaned by cleanName, and cut to MaxCell characters. The last character of a cut cell is "…".
func shortCell(cell string) string {
	characters := []rune(cleanName(cell))
	if len(characters) > content.MaxCell {
		characters = append(characters[:content.MaxCell-1], '…')
	}
	return string(characters)
}

// countNegative counts the numbers below zero in the cells of a row up to a cell that begins with a brace, in s.negative.
// From this cell on, it counts the negative weights, in s.bracedNegatives.
func (s *survey) countNegative(cells []string) {
	for c, cell := range cells {
		text := strings.TrimSpace(cell)
		switch {
		case strings.HasPrefix(text, "{"):
			// NetworkX writes the attributes of an edge in braces, which separators may cut into several cells.
			// The empty assembly only counts the negative weights in the joined cells.
			var counter assembly
			counter.recordEdgeAttributes(strings.Join(cells[c:], " "))
			s.bracedNegatives += counter.negative
			return
		// The test of the sign saves the parsing of most cells.
		case strings.IndexAny(text, "-−－") == 0 && isNegative(text):
			missing := max(0, c+1-len(s.negative))
			s.negative = append(s.negative, make([]int, missing)...)
			s.negative[c]++
		}
	}
}

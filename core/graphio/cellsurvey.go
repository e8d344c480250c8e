package graphio

import (
	"strings"

	"sheafscope/core/graphio/content"
)

// Counts of the cells of a table, taken while its rows are read.

// survey counts the cells of a table while it is read. The doubt rules use the counts after the rows are released.
type survey struct {
	rows int
	// least, most and first are the numbers of cells in the shortest, the longest and the first row.
	least, most, first int
	// oddLine is the line of the first row whose number of cells differs from the first row, 0 if all rows agree.
	oddLine int
	// sample holds the first cells of the first rows, cut for display.
	sample  [][]string
	columns []columnCount
	// negative counts cells below zero by column. bracedNegatives counts negative weights within braces.
	negative        []int
	bracedNegatives int
}

// columnCount counts the cells of one column.
type columnCount struct {
	// set counts cells that are not empty, numbers the numbers among them, integers the integers without a sign.
	set, numbers, integers int
	// countsFrom0 and countsFrom1 report whether the cells are 0, 1, 2, … or 1, 2, 3, … in the order of the rows.
	countsFrom0, countsFrom1 bool
	// values is the set of the distinct cells, at most MaxClasses+1.
	values map[string]bool
}

// surveyedColumns limits the counted columns. No doubt rule uses later columns.
const surveyedColumns = 6

// addRow counts the cells of a row in a line of the file.
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

// add counts the cell v of a row. row counts from 0.
func (c *columnCount) add(v string, row int) {
	if v == "" {
		c.countsFrom0, c.countsFrom1 = false, false
		return
	}
	c.set++
	n, why := parseID([]byte(v))
	isCount := why == ""
	c.countsFrom0 = c.countsFrom0 && isCount && n == int64(row)
	c.countsFrom1 = c.countsFrom1 && isCount && n == int64(row)+1
	switch {
	case isCount:
		c.integers++
		c.numbers++
	case isNumber(v):
		c.numbers++
	}
	if len(c.values) <= MaxClasses && !c.values[v] {
		// The clone does not keep the line of the file in memory.
		c.values[strings.Clone(v)] = true
	}
}

// column returns the counts of column c. All counts are zero for a column that is not counted.
func (s *survey) column(c int) columnCount {
	if c < len(s.columns) {
		return s.columns[c]
	}
	return columnCount{}
}

// shortCell returns a cell for display: cleaned by cleanName and cut to MaxCell characters.
func shortCell(v string) string {
	r := []rune(cleanName(v))
	if len(r) > content.MaxCell {
		r = append(r[:content.MaxCell-1], '…')
	}
	return string(r)
}

// countNegative counts the cells of a row below zero by column. From a cell with an opening brace on, the row holds
// attributes of an edge, as NetworkX writes them; negative weights among them are counted together.
func (s *survey) countNegative(cells []string) {
	for c, v := range cells {
		switch v = strings.TrimSpace(v); {
		case strings.HasPrefix(v, "{"):
			// The assembly only counts the weights.
			var counter assembly
			counter.recordEdgeAttributes(strings.Join(cells[c:], " "))
			s.bracedNegatives += counter.negative
			return
		case strings.HasPrefix(v, "-") && isNegative(v):
			s.negative = append(s.negative, make([]int, max(0, c+1-len(s.negative)))...)
			s.negative[c]++
		}
	}
}

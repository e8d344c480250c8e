package graphio

import (
	"strings"

	"sheafscope/core/graphio/content"
)

// survey counts what the rows of a table hold, while they are read.
type survey struct {
	rows int
	// least and most are the numbers of cells in a row, odd the line of the
	// first row with another number than the first one.
	least, most, first, odd int
	// sample holds the first cells of the first rows.
	sample  [][]string
	columns []columnCount
}

// columnCount is of one of the first columns.
type columnCount struct {
	// set cells are not empty; numbers and whole ones are counted among them.
	set, numbers, whole int
	// zero and one report whether the cells count the rows from 0 or from 1.
	zero, one bool
	// values holds the different cells, up to one more than MaxClasses.
	values map[string]bool
}

// surveyed is how many columns are counted: as many as are ever doubted.
const surveyed = 6

// row counts a row.
func (s *survey) row(line int, cells []string) {
	if s.rows == 0 {
		s.least, s.first = len(cells), len(cells)
		s.columns = make([]columnCount, min(len(cells), surveyed))
		for c := range s.columns {
			s.columns[c] = columnCount{zero: true, one: true, values: map[string]bool{}}
		}
	}
	if s.least, s.most = min(s.least, len(cells)), max(s.most, len(cells)); len(cells) != s.first && s.odd == 0 {
		s.odd = line
	}
	if s.rows < content.MaxSample {
		var sample []string
		for _, v := range cells[:min(len(cells), content.MaxColumns)] {
			sample = append(sample, shortCell(v))
		}
		s.sample = append(s.sample, sample)
	}
	for c := range s.columns {
		v := ""
		if c < len(cells) {
			v = strings.TrimSpace(cells[c])
		}
		s.columns[c].add(v, s.rows)
	}
	s.rows++
}

func (c *columnCount) add(v string, row int) {
	if v == "" {
		c.zero, c.one = false, false
		return
	}
	c.set++
	n, why := parseID([]byte(v))
	c.zero, c.one = c.zero && why == "" && n == int64(row), c.one && why == "" && n == int64(row)+1
	switch {
	case why == "":
		c.whole++
		c.numbers++
	case isNumber(v):
		c.numbers++
	}
	if len(c.values) <= MaxClasses && !c.values[v] {
		c.values[strings.Clone(v)] = true
	}
}

// column returns the counts of a column; of those beyond the counted ones they are zero.
func (s *survey) column(c int) columnCount {
	if c < len(s.columns) {
		return s.columns[c]
	}
	return columnCount{}
}

// shortCell makes a cell that is safe and short enough to show.
func shortCell(v string) string {
	r := []rune(cleanName(v))
	if len(r) > content.MaxCell {
		r = append(r[:content.MaxCell-1], '…')
	}
	return string(r)
}

package tables

import (
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// CSV builds a CSV file. Text, Int, Number, Share and Blank add cells to the row, and End ends it.
type CSV struct {
	rows []byte
	// begun reports that the row has a cell.
	begun bool
	// guarded reports that a text has an apostrophe before it.
	guarded bool
}

// File returns the content of the file. Its first line is [words.GuardNote] if a text has an apostrophe before it.
func (c *CSV) File() []byte {
	if c.guarded {
		return append([]byte(words.GuardNote), c.rows...)
	}
	return c.rows
}

// cell begins a cell.
func (c *CSV) cell() {
	if c.begun {
		c.rows = append(c.rows, ',')
	}
	c.begun = true
}

// Text adds texts, each in the form of [words.Guard].
func (c *CSV) Text(cells ...string) {
	for _, text := range cells {
		c.cell()
		safe := words.Guard(text)
		c.guarded = c.guarded || safe != text
		if strings.ContainsAny(safe, ",\"\n\r") {
			safe = `"` + strings.ReplaceAll(safe, `"`, `""`) + `"`
		}
		c.rows = append(c.rows, safe...)
	}
}

// Int adds an integer.
func (c *CSV) Int(i int) {
	c.cell()
	c.rows = strconv.AppendInt(c.rows, int64(i), 10)
}

// Number adds a number with the given count of significant digits, −1 for the shortest exact form.
func (c *CSV) Number(x float64, digits int) {
	c.cell()
	c.rows = strconv.AppendFloat(c.rows, x, 'g', digits, 64)
}

// Share adds an accuracy. A negative accuracy marks an empty set, and becomes an empty cell.
func (c *CSV) Share(x float64, digits int) {
	if x < 0 {
		c.Blank(1)
		return
	}
	c.Number(x, digits)
}

// Blank adds n empty cells.
func (c *CSV) Blank(n int) {
	for range n {
		c.cell()
	}
}

// End ends the row.
func (c *CSV) End() {
	c.rows, c.begun = append(c.rows, '\n'), false
}

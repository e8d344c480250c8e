// This file writes CSV files.

package tables

import (
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// CSV builds a CSV file. Text, Int, Number, Share and Blank add cells to the present row, and End ends the row.
type CSV struct {
	rows    []byte // content of the file, without the line words.GuardNote
	begun   bool   // whether the present row has a cell
	guarded bool   // whether words.Guard has added an apostrophe to a text of the file
}

// File returns the content of the file. The first line is [words.GuardNote] if Text has added an apostrophe to a text.
func (c *CSV) File() []byte {
	if c.guarded {
		return append([]byte(words.GuardNote), c.rows...)
	}
	return c.rows
}

// cell begins a cell: it writes a comma, except for the first cell of a row.
func (c *CSV) cell() {
	if c.begun {
		c.rows = append(c.rows, ',')
	}
	c.begun = true
}

// Text adds a cell for each text. A text that a spreadsheet would evaluate as a formula gets an apostrophe at its front ([words.Guard]).
// A text with a comma, a quotation mark or a line break is quoted, and its quotation marks are doubled.
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

// Number adds a number with the given count of significant digits. The count −1 gives the shortest text from which x can be restored.
func (c *CSV) Number(x float64, digits int) {
	c.cell()
	c.rows = strconv.AppendFloat(c.rows, x, 'g', digits, 64)
}

// Share adds an accuracy in 0..1 with digits as in Number, or an empty cell for a negative accuracy, which marks an empty set.
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

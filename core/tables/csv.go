package tables

import (
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// CSV is a CSV file in the making: Text, Int, Number and Share add cells to the row, Blank
// empty ones; End ends it.
type CSV struct {
	rows    []byte
	begun   bool // the row has a cell
	guarded bool // a text is not as it was given
}

// File returns what was written. Its first line is [words.GuardNote] when a text has got an apostrophe.
func (c *CSV) File() []byte {
	if c.guarded {
		return append([]byte(words.GuardNote), c.rows...)
	}
	return c.rows
}

func (c *CSV) cell() {
	if c.begun {
		c.rows = append(c.rows, ',')
	}
	c.begun = true
}

// Text adds texts, each as [words.Guard] writes it.
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

// Int adds a whole number.
func (c *CSV) Int(i int) {
	c.cell()
	c.rows = strconv.AppendInt(c.rows, int64(i), 10)
}

// Number adds a number in the given count of digits, −1 for as many as name it.
func (c *CSV) Number(x float64, digits int) {
	c.cell()
	c.rows = strconv.AppendFloat(c.rows, x, 'g', digits, 64)
}

// Share adds an accuracy, an empty cell for that of an empty set, which is negative.
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

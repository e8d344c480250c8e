package tables

import (
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// CSV is a CSV file in the making: Text, Int, Number and Share add cells to the row, Blank
// empty ones; End ends it.
type CSV struct {
	Bytes []byte
	begun bool // the row has a cell
}

func (c *CSV) cell() {
	if c.begun {
		c.Bytes = append(c.Bytes, ',')
	}
	c.begun = true
}

// Text adds texts, each as [Quote] writes it.
func (c *CSV) Text(cells ...string) {
	for _, text := range cells {
		c.cell()
		c.Bytes = append(c.Bytes, Quote(text)...)
	}
}

// Int adds a whole number.
func (c *CSV) Int(i int) {
	c.cell()
	c.Bytes = strconv.AppendInt(c.Bytes, int64(i), 10)
}

// Number adds a number in the given count of digits, −1 for as many as name it.
func (c *CSV) Number(x float64, digits int) {
	c.cell()
	c.Bytes = strconv.AppendFloat(c.Bytes, x, 'g', digits, 64)
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
	c.Bytes, c.begun = append(c.Bytes, '\n'), false
}

// Quote writes a text as a cell of a CSV file. One that a spreadsheet would take
// for a formula is preceded by an apostrophe.
func Quote(text string) string {
	if words.Formula(text) {
		text = "'" + text
	}
	if strings.ContainsAny(text, ",\"\n\r") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

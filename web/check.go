package web

import (
	"strconv"

	"github.com/vugu/vugu"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view/check"
)

// Check is the dialog about the reading of the user's files.
type Check struct {
	App *App

	model *check.Panel
	of    *state.Check
	busy  bool
}

// Model returns the dialog's model, nil while there is nothing to check.
func (c *Check) Model() *check.Panel {
	if s := &c.App.State; c.of != s.Check() || c.busy != s.Rereading() {
		c.model, c.of, c.busy = check.New(s), s.Check(), s.Rereading()
	}
	return c.model
}

// Open reports whether the dialog is open.
func (c *Check) Open() string { return truth(c.Model() != nil) }

// Busy reports whether the files are being read again.
func (c *Check) Busy() string { return truth(c.Model() != nil && c.Model().Busy) }

// Status describes the reading under way, "" for none.
func (c *Check) Status() string {
	return words.Either(c.Model() != nil && c.Model().Busy, "Reading again…", "")
}

// Options returns the JSON of a menu's options.
func (c *Check) Options(list [][2]string) string { return c.App.options(pairs(list)) }

// Class returns the class of a row, "off" for an unused one.
func (c *Check) Class(used bool) string { return words.Either(used, "", "off") }

// RoleID returns the test id of a column's menu.
func (c *Check) RoleID(table string, number int) string {
	return "open-" + table + "-" + strconv.Itoa(number)
}

// Role sets the role of a column.
func (c *Check) Role(e vugu.DOMEvent, table string, number int) {
	c.App.Do(state.CorrectRole{Table: table, Column: number, Role: content.Role(value(e))})
}

// Say corrects one part of the reading.
func (c *Check) Say(e vugu.DOMEvent, table, what string) {
	c.App.Do(state.Correct{Table: table, What: what, Value: value(e)})
}

// TakeText returns the label of the button that accepts the graph, or reads the chosen columns.
func (c *Check) TakeText() string {
	return words.Either(c.Model() != nil && c.Model().Unread, "Read these columns", "Take the graph")
}

// Take loads the graph with the present reading.
func (c *Check) Take() { c.App.Do(state.TakeFiles{}) }

// Leave returns to the previous graph.
func (c *Check) Leave() { c.App.Do(state.LeaveFiles{}) }

package web

import (
	"strconv"

	"github.com/vugu/vugu"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view/check"
)

// Check is the dialog that shows what was read of the user's files.
type Check struct {
	App *App

	model *check.Panel
	of    *state.Check
	busy  bool
}

// Model is what is shown, nil when there is nothing to check.
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

// Status says so.
func (c *Check) Status() string {
	return words.Either(c.Model() != nil && c.Model().Busy, "Reading again…", "")
}

// Options writes the choices of a menu.
func (c *Check) Options(list [][2]string) string { return c.App.options(pairs(list)) }

// Class marks what is left out.
func (c *Check) Class(used bool) string { return words.Either(used, "", "off") }

// RoleID is the test id of a column's menu.
func (c *Check) RoleID(table string, number int) string {
	return "open-" + table + "-" + strconv.Itoa(number)
}

// Role gives a column another role.
func (c *Check) Role(e vugu.DOMEvent, table string, number int) {
	c.App.Do(state.CorrectRole{Table: table, Column: number, Role: content.Role(value(e))})
}

// Say corrects how the files are read.
func (c *Check) Say(e vugu.DOMEvent, table, what string) {
	c.App.Do(state.Correct{Table: table, What: what, Value: value(e)})
}

// TakeText is the word on the button that takes the graph, or reads the columns of which the page asks.
func (c *Check) TakeText() string {
	return words.Either(c.Model() != nil && c.Model().Unread, "Read these columns", "Take the graph")
}

// Take loads the graph as it was read.
func (c *Check) Take() { c.App.Do(state.TakeFiles{}) }

// Leave goes back to the graph before.
func (c *Check) Leave() { c.App.Do(state.LeaveFiles{}) }

package web

import (
	"strconv"

	"github.com/vugu/vugu"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view/check"
)

// This file has the methods of the dialog about files that its template check.vugu calls.

// Check renders the dialog about the reading of the user's files.
type Check struct {
	App *App

	model *check.Panel
	of    *state.Check // check of the model
	busy  bool         // value of State.Rereading at the time of the model
}

// Model returns the model of the dialog, nil if no files are to be checked.
func (c *Check) Model() *check.Panel {
	s := &c.App.State
	outdated := c.of != s.Check() || c.busy != s.Rereading()
	if outdated {
		c.model, c.of, c.busy = check.New(s), s.Check(), s.Rereading()
	}
	return c.model
}

// Open returns "true" if the dialog is open, else "false".
func (c *Check) Open() string { return truth(c.Model() != nil) }

// Busy returns "true" while the files are read again, else "false".
func (c *Check) Busy() string { return truth(c.Model() != nil && c.Model().Busy) }

// Status returns a text while the files are read again, else "".
func (c *Check) Status() string {
	return words.Either(c.Model() != nil && c.Model().Busy, "Reading again…", "")
}

// Options returns the options of a menu as JSON, for pairs (value, label).
func (c *Check) Options(list [][2]string) string { return c.App.options(pairs(list)) }

// Class returns the class of a row: "off" for an unused row, else "".
func (c *Check) Class(used bool) string { return words.Either(used, "", "off") }

// RoleID returns the test id of a column's menu.
func (c *Check) RoleID(table string, number int) string {
	return "open-" + table + "-" + strconv.Itoa(number)
}

// Role sets the role of a column.
func (c *Check) Role(e vugu.DOMEvent, table string, number int) {
	c.App.Do(state.CorrectRole{Table: table, Column: number, Role: content.Role(value(e))})
}

// Say sets a part of the reading of a table to the chosen value. what is the name of the part.
func (c *Check) Say(e vugu.DOMEvent, table, what string) {
	c.App.Do(state.Correct{Table: table, What: what, Value: value(e)})
}

// TakeText returns the label of the button of Take. Until a graph has been read from the files, the button reads the columns that the user
// has chosen. Afterwards the button accepts the graph.
func (c *Check) TakeText() string {
	return words.Either(c.Model() != nil && c.Model().Unread, "Read these columns", "Take the graph")
}

// Take loads the graph with the present reading.
func (c *Check) Take() { c.App.Do(state.TakeFiles{}) }

// Leave returns to the previous graph.
func (c *Check) Leave() { c.App.Do(state.LeaveFiles{}) }

package web

import (
	"strconv"

	"github.com/vugu/vugu"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view/check"
)

// Check renders the dialog in which the user checks and corrects how the page has read files. The template check.vugu calls its methods.
type Check struct {
	App *App

	model *check.Panel // the newest model
	check *state.Check // the reading that model describes; nil if no reading waits for the user
	busy  bool         // whether the worker was reading the files again at the time when model was computed
}

// Model returns the model of the dialog, nil if no files are to be checked. It computes the model again only if there is another reading,
// or if the worker has begun or finished reading the files again.
func (c *Check) Model() *check.Panel {
	s := &c.App.State
	outdated := c.check != s.Check() || c.busy != s.Rereading()
	if outdated {
		c.model, c.check, c.busy = check.New(s), s.Check(), s.Rereading()
	}
	return c.model
}

// Open returns "true" if the dialog is open, else "false".
func (c *Check) Open() string { return truth(c.Model() != nil) }

// Busy returns "true" while the files are read again, else "false".
func (c *Check) Busy() string { return truth(c.Model() != nil && c.Model().Busy) }

// Status returns a text while the files are read again, and "" at other times.
func (c *Check) Status() string {
	return words.Either(c.Model() != nil && c.Model().Busy, "Reading again…", "")
}

// Options returns the options of a menu as JSON, for pairs (value, label).
func (c *Check) Options(list [][2]string) string { return c.App.options(pairs(list)) }

// Class returns the class of a row: "off" for an unused row, else "".
func (c *Check) Class(used bool) string { return words.Either(used, "", "off") }

// RoleID returns the test id of a column's menu: "open-TABLE-NUMBER" with the name of the table and the number of the column, from 1.
func (c *Check) RoleID(table string, number int) string {
	return "open-" + table + "-" + strconv.Itoa(number)
}

// Role sets the role of a column, for example "source", to the value of the changed menu. number is the number of the column, from 1.
func (c *Check) Role(e vugu.DOMEvent, table string, number int) {
	c.App.Do(state.CorrectRole{Table: table, Column: number, Role: content.Role(value(e))})
}

// Say sets an option of a table, for example "separator", to the value of the changed menu. [state.Correct] lists the options. table is ""
// for an option of the whole graph.
func (c *Check) Say(e vugu.DOMEvent, table, option string) {
	c.App.Do(state.Correct{Table: table, What: option, Value: value(e)})
}

// TakeText returns the label of the button that calls Take. If the files are no graph yet, the button reads the chosen columns. Otherwise
// it accepts the graph.
func (c *Check) TakeText() string {
	return words.Either(c.Model() != nil && c.Model().Unread, "Read these columns", "Take the graph")
}

// Take loads the graph with the present reading, or reads the chosen columns of files that are no graph yet. While the files are read
// again, it does nothing.
func (c *Check) Take() { c.App.Do(state.TakeFiles{}) }

// Leave closes the dialog. The previous graph stays. Without a previous graph the page loads its first recipe.
func (c *Check) Leave() { c.App.Do(state.LeaveFiles{}) }

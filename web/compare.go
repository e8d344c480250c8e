package web

// This file has the button that compares the page's run with a second run, and the progress that the panel of the graph shows.

import (
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Comparing reports whether two runs are compared.
func (a *App) Comparing() bool { return a.State.Lab.Compare.On }

// Compare starts or ends the comparison with a second run. At the start it closes the fields of [Bar.More] and opens the tab of the graph:
// a phone shows one tab at a time, and the comparison is in this tab.
func (c *Bar) Compare() {
	if c.App.Comparing() {
		c.App.Do(state.Lab{Msg: lab.CloseCompare{}})
		return
	}
	c.App.Do(state.SetMore{On: false})
	c.App.Do(state.SetTab{Tab: "graph"})
	c.App.Do(state.Lab{Msg: lab.OpenCompare{}})
}

// Comparing returns "true" if two runs are compared, else "false".
func (c *Bar) Comparing() string { return truth(c.App.Comparing()) }

// batch returns the progress of the runs of the table of results. It returns nil if the pool does not compute this table.
func (c *GraphPanel) batch() *state.Progress {
	if c.App.State.Lab.Work != lab.ForResults {
		return nil
	}
	report := &c.App.State.Lab.Results.Report
	text := "Training " + view.Int(report.Done) + " of " + view.Int(report.Total)
	return &state.Progress{What: text, Fraction: report.Fraction, Left: report.Left}
}

// progress returns
//   - the progress of the page's run, if there is one;
//   - nil while a graph is being loaded, since the progress of other runs would look like the progress of the load;
//   - the result of batch in any other case.
func (c *GraphPanel) progress() *state.Progress {
	progress := c.App.State.Progress
	if progress != nil || c.App.State.Loading() {
		return progress
	}
	return c.batch()
}

package web

// The comparison with a second run, and the progress of the runs beside the page's run.

import (
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Comparing reports whether two runs are compared.
func (a *App) Comparing() bool { return a.State.Lab.Compare.On }

// Compare toggles the comparison with a second run.
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

// batch returns the progress of the table's runs, nil while no table is computed.
func (c *GraphPanel) batch() *state.Progress {
	r := &c.App.State.Lab.Results
	if c.App.State.Lab.Work != lab.ForResults {
		return nil
	}
	return &state.Progress{What: "Training " + view.Int(r.Report.Done) + " of " + view.Int(r.Report.Total), Fraction: r.Report.Fraction,
		Left: r.Report.Left}
}

// progress returns the progress of the page's run or, while the run has none, that of the table's runs.
func (c *GraphPanel) progress() *state.Progress {
	if p := c.App.State.Progress; p != nil || c.App.State.Loading() {
		return p
	}
	return c.batch()
}

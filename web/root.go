package web

import (
	"github.com/vugu/vugu"

	"sheafscope/web/state"
)

// This file has the root component, which contains all panels.

// Root renders the whole page.
type Root struct{ App *App }

// Skip moves the focus past bar and rail to the graph. It prevents the default action of the link, which would replace the address of the
// run.
func (c *Root) Skip(e vugu.DOMEvent) {
	e.PreventDefault()
	c.App.Do(state.SkipToGraph{})
}

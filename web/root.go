package web

import (
	"github.com/vugu/vugu"

	"sheafscope/web/state"
)

// Root is the component of the whole page, which contains all panels.
type Root struct{ App *App }

// Skip moves the focus past bar and rail to the graph. The default action of its link would replace the address of the run.
func (c *Root) Skip(e vugu.DOMEvent) {
	e.PreventDefault()
	c.App.Do(state.SkipToGraph{})
}

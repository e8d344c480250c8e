package web

import (
	"github.com/vugu/vugu"

	"sheafscope/web/state"
)

// Root is the whole page.
type Root struct{ App *App }

// Skip goes past the bar and the rail to the graph. The address is that of the
// run: the link does not change it.
func (c *Root) Skip(e vugu.DOMEvent) {
	e.PreventDefault()
	c.App.Do(state.SkipToGraph{})
}

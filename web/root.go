package web

import (
	"github.com/vugu/vugu"

	"sheafscope/web/state"
)

// Root is the whole page.
type Root struct{ App *App }

// Skip moves the focus past bar and rail to the graph. It prevents the link's default, which would replace the run's address.
func (c *Root) Skip(e vugu.DOMEvent) {
	e.PreventDefault()
	c.App.Do(state.SkipToGraph{})
}

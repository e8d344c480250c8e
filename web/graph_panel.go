package web

import (
	"cmp"
	"strconv"

	"github.com/vugu/vugu"

	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/picture"
	"sheafscope/web/view/stages"
)

// GraphPanel renders the graph with its head, notices and legend. Its template graph-panel.vugu calls the exported methods.
type GraphPanel struct{ App *App }

// graph returns the loaded graph. Before the first load it returns an empty graph with the name “–”.
func (c *GraphPanel) graph() *proto.GraphInfo {
	return cmp.Or(c.App.State.Graph, &proto.GraphInfo{Name: "–"})
}

// Name returns the graph's name.
func (c *GraphPanel) Name() string { return c.graph().Name }

// N returns the number of nodes, 0 without a graph.
func (c *GraphPanel) N() int { return c.graph().N }

// M returns the number of edges, 0 without a graph. Edges has both ends of each edge.
func (c *GraphPanel) M() int { return len(c.graph().Edges) / 2 }

// Word returns a noun in singular or plural, as the count n requires.
func (c *GraphPanel) Word(n int, noun string) string { return words.Either(n == 1, noun, noun+"s") }

// Homophily returns the edge homophily, the share of edges inside a class, from 0 to 1. It returns "–" without a graph, and if no
// edge has two labelled ends.
func (c *GraphPanel) Homophily() string {
	return stages.Homophily(c.graph(), c.graph().EdgeHomophily, 2)
}

// NodeOptions returns the options of the menu of node colourings as JSON.
func (c *GraphPanel) NodeOptions() string { return c.App.options(pairs(picture.NodeModes())) }

// EdgeOptions returns the options of the menu of edge colourings as JSON.
func (c *GraphPanel) EdgeOptions() string {
	return c.App.options(pairs(picture.EdgeChoices(&c.App.State)))
}

// LayoutOptions returns the options of the menu of layouts as JSON.
func (c *GraphPanel) LayoutOptions() string { return c.App.options(pairs(picture.LayoutModes)) }

// NodesBy returns the chosen colouring of the nodes, state.ByStage if their colours follow the stage of the run.
func (c *GraphPanel) NodesBy() string {
	return words.Either(c.App.State.NodesFollow(), state.ByStage, c.App.State.View.Nodes)
}

// EdgesBy returns the chosen colouring of the edges, state.ByStage if their colours follow the stage of the run.
func (c *GraphPanel) EdgesBy() string {
	return words.Either(c.App.State.EdgesFollow(), state.ByStage, c.App.State.View.Edges)
}

// Follows reports whether the colours of both nodes and edges follow the stage.
func (c *GraphPanel) Follows() bool { return c.App.State.View.Colours == state.ByStage }

// FollowStage lets the colours of both nodes and edges follow the stage.
func (c *GraphPanel) FollowStage() { c.App.Do(state.SetColours{}) }

// Nodes sets the colouring of the nodes.
func (c *GraphPanel) Nodes(e vugu.DOMEvent) { c.App.Do(state.SetNodes{Mode: value(e)}) }

// Edges sets the colouring of the edges.
func (c *GraphPanel) Edges(e vugu.DOMEvent) { c.App.Do(state.SetEdges{Mode: value(e)}) }

// Layout sets the layout.
func (c *GraphPanel) Layout(e vugu.DOMEvent) { c.App.Do(state.SetLayout{Layout: value(e)}) }

// Find searches for a node by the typed name. The island of the drawing finds and shows it.
func (c *GraphPanel) Find(e vugu.DOMEvent) { c.App.Hint("find", value(e)) }

// Table closes the table of a button if it is open, and opens it otherwise. name is state.TableNodes, state.TableEdges or
// state.TableMatrix.
func (c *GraphPanel) Table(name string) {
	c.App.Do(state.Tabulate{Of: words.Either(c.tableIsOpen(name), "", name)}) // "" closes the table
}

// tableIsOpen reports whether the matrix is open, for the name state.TableMatrix. For any other name it reports whether a table of nodes or
// of edges is open: they share a button.
func (c *GraphPanel) tableIsOpen(name string) bool {
	isOpen, isMatrix := c.App.State.View.Table != nil, name == state.TableMatrix
	return isOpen && c.App.State.Matrix() == isMatrix
}

// Hops selects the next radius of the neighbourhood of the selection.
func (c *GraphPanel) Hops() { c.App.Do(state.CycleHops{}) }

// Focused returns "true" if only the neighbourhood of the selection is displayed, else "false".
func (c *GraphPanel) Focused() string { return truth(c.App.State.Around() != nil) }

// Tabled returns "true" if the table of the button is open, else "false".
func (c *GraphPanel) Tabled(name string) string { return truth(c.tableIsOpen(name)) }

// Edit starts or ends the editing of the graph.
func (c *GraphPanel) Edit() { c.App.Do(state.SketchOn{On: !c.App.State.Sketch.On()}) }

// Editing returns "true" while the graph is edited, else "false".
func (c *GraphPanel) Editing() string { return truth(c.App.State.Sketch.On()) }

// Cancel stops the work whose progress is displayed: the page's run or a load or, if both are idle, the batch of the table of results.
func (c *GraphPanel) Cancel() {
	isIdle := c.App.State.Progress == nil && !c.App.State.Loading()
	if isIdle && c.batch() != nil {
		c.App.Do(state.Lab{Msg: lab.Cancel{}})
		return
	}
	c.App.Do(state.Cancel{})
}

// Busy reports whether a progress is displayed.
func (c *GraphPanel) Busy() bool { return c.progress() != nil || c.App.State.Loading() }

// Fraction returns the finished share of the displayed work, from "0.000" to "1.000", or "0" before the work has a progress.
func (c *GraphPanel) Fraction() string {
	progress := c.progress()
	if progress == nil {
		return "0"
	}
	return strconv.FormatFloat(progress.Fraction, 'f', 3, 64)
}

// What returns the name of the displayed work, with the remaining time if it is known (Left ≥ 0, in seconds). Before a load has a progress,
// it returns "Loading" and the name of the new graph.
func (c *GraphPanel) What() string {
	p := c.progress()
	switch {
	case p == nil:
		return "Loading " + c.App.State.WantedName()
	case p.Left < 0:
		return p.What
	}
	return p.What + ", " + view.Duration(p.Left)
}

// Inspect opens the inspector on a phone.
func (c *GraphPanel) Inspect() { c.App.Do(state.SetTab{Tab: "inspect"}) }

// peek returns the one-line summary of the selection.
func (c *GraphPanel) peek() picture.Peek { return picture.NewPeek(&c.App.State) }

// PeekSlot returns the number of the class mark of end k of the selection. An edge has the ends 0 and 1, a node only the end 0. The number
// is −1 for a node without a class, and −2 for no mark.
func (c *GraphPanel) PeekSlot(k int) int { return c.peek().Slots[k] }

// PeekText returns the name of end k of the selection, "" if there is no end k. If nothing is selected, text 0 is "Nothing selected".
func (c *GraphPanel) PeekText(k int) string { return c.peek().Texts[k] }

// PeekNote returns the most important numbers of the selection, "" if there are none. If nothing is selected, it returns the stage of the
// run. Before the run has a frame (its numbers), it returns the reason why there is none.
func (c *GraphPanel) PeekNote() string { return c.peek().Note }

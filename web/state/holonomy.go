package state

import (
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
)

// This file handles the figure of cycles: the holonomy of the sheaf along a cycle of the graph.

// SliderCycle is the slider with 1 + the number of the selected cycle, which counts from 1. It is 0 while the figure is closed.
const SliderCycle = "cycle"

// CyclePlace returns the number of the selected cycle of the cycle basis, counted from 1. It returns −1 while the figure is closed. In a
// figure alone the first cycle is selected at the start.
func (s *State) CyclePlace() int {
	at := s.FigureAt(SliderCycle)
	if at < 0 && s.Figure.Name == FigureCycle {
		return 1
	}
	return at - 1
}

// CycleNodes returns the nodes selected together if their number allows a cycle through all of them. It returns nil for fewer than
// graph.LeastCycle and for more than graph.MostCycle nodes.
func (s *State) CycleNodes() []int {
	n := len(s.View.Chosen)
	if n < graph.LeastCycle || n > graph.MostCycle {
		return nil
	}
	return s.View.Chosen
}

// RoundNow returns the holonomies of the shown maps at the position on the screen, nil before they have arrived. After the user has
// selected another cycle, it returns the holonomies with the previous cycle until the new holonomies have arrived.
func (s *State) RoundNow() *frame.Holonomies {
	d := s.detail("round")
	if d == nil || !s.now(d.of) {
		return nil
	}
	sameMaps := d.of.sheaf == s.FileMaps() && d.of.layer == s.View.Layer
	if !sameMaps {
		return nil
	}
	return d.Holonomy
}

// roundRow returns the row of the holonomies in the table of details, for a panel: the panel of stage 4, or the panel of several nodes that
// are selected together. The latter panel needs a cycle through the selected nodes.
func roundRow(panel string, stage int) detailRow {
	return detailRow{
		kind: "round", panel: panel, stage: stage,
		there: func(s *State, d *detail) bool {
			d.node, d.sheaf, d.layer = max(0, s.CyclePlace()), s.FileMaps(), s.View.Layer
			for _, i := range s.CycleNodes() {
				d.cycle += " " + strconv.Itoa(i)
			}
			ofSelection := s.Node() < 0 && d.cycle != ""
			isShown := panel == PanelStage || ofSelection
			return isShown && s.CyclePlace() >= 0 && len(s.Frame.MapNorm) > 0
		},
		ask: func(o *frame.Once, d detail) {
			o.Cycles, o.Place, o.Sheaf = true, d.node, d.sheaf
			for _, number := range strings.Fields(d.cycle) {
				i, _ := strconv.Atoi(number) // no error is possible: the function there has written the numbers
				o.Cycle = append(o.Cycle, i)
			}
		},
		found: func(f *frame.Frame) bool { return f.Holonomy != nil },
	}
}

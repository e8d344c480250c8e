package state

import (
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
)

// This file handles the figure of cycles: the holonomy of the sheaf along a cycle of the graph, the product of the maps on its edges. The
// cycle basis is a list of cycles from which every cycle of the graph can be composed.

// SliderCycle is the slider that opens the figure and selects a cycle of the cycle basis. Its values are
//   - 0 while the figure is closed,
//   - 1 for the open figure without a selected cycle,
//   - 1 + k for cycle k of the basis, where k counts from 1: the value 2 is the first cycle.
const SliderCycle = "cycle"

// CyclePlace returns the number of the selected cycle in the cycle basis, counted from 1. It returns 0 if no cycle is selected, and a
// negative number while the figure is closed. If the page shows this figure alone, cycle 1 is selected until the user moves the slider.
func (s *State) CyclePlace() int {
	value := s.FigureAt(SliderCycle)
	isUnmoved := value < 0
	if isUnmoved && s.Figure.Name == FigureCycle {
		return 1
	}
	return value - 1
}

// CycleNodes returns the nodes that are selected together, for a cycle through all of them. It returns nil for fewer than graph.LeastCycle
// and for more than graph.MostCycle nodes.
func (s *State) CycleNodes() []int {
	n := len(s.Chosen())
	if n < graph.LeastCycle || n > graph.MostCycle {
		return nil
	}
	return s.Chosen()
}

// RoundNow returns the holonomies of the shown maps at the shown position of the run. It returns nil before their arrival. After the user
// has selected another cycle, it returns the holonomies with the previous cycle until the new holonomies have arrived.
func (s *State) RoundNow() *frame.Holonomies {
	d := s.detail("round")
	if d == nil || !s.isPresent(d.identity) {
		return nil
	}
	sameMaps := d.identity.sheaf == s.FileMaps() && d.identity.layer == s.View.Layer
	if !sameMaps {
		return nil
	}
	return d.Holonomy
}

// roundRow returns the row of a panel for the holonomies (the kind "round") in the table of details. stage is the stage of the panel, 0 for
// every stage. Two panels show holonomies: PanelStage, and PanelNode for a selected group of nodes that [State.CycleNodes] returns.
func roundRow(panel string, stage int) detailRow {
	return detailRow{
		kind: "round", panel: panel, stage: stage,
		exists: func(s *State, d *detail) bool {
			// The identity of the detail. For this kind node is the number of the selected cycle, 0 for none.
			d.node, d.sheaf, d.layer = max(0, s.CyclePlace()), s.FileMaps(), s.View.Layer
			for _, i := range s.CycleNodes() {
				d.cycle += " " + strconv.Itoa(i)
			}
			groupHasCycle := s.Node() < 0 && d.cycle != "" // PanelNode shows several nodes in place of one
			panelHasFigure := panel == PanelStage || groupHasCycle
			isOpen := s.CyclePlace() >= 0
			hasMaps := len(s.Frame.MapNorm) > 0
			return panelHasFigure && isOpen && hasMaps
		},
		ask: func(o *frame.Once, d detail) {
			o.Cycles, o.Place, o.Sheaf = true, d.node, d.sheaf
			for _, number := range strings.Fields(d.cycle) { // for example " 0 4 7"
				i, _ := strconv.Atoi(number) // no error is possible: exists has written the numbers
				o.Cycle = append(o.Cycle, i)
			}
		},
		found: func(f *frame.Frame) bool { return f.Holonomy != nil },
	}
}

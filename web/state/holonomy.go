package state

import (
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
)

// SliderCycle is the slider with 1 + the number of the selected cycle. It is 0 while the figure is closed.
const SliderCycle = "cycle"

// CyclePlace returns the number of the selected cycle of the basis, from 1 on. It returns −1 while the figure is closed.
func (s *State) CyclePlace() int {
	at := s.FigureAt(SliderCycle)
	if at < 0 && s.Figure.Name == FigureCycle {
		return 1
	}
	return at - 1
}

// CycleNodes returns the nodes selected together if a cycle may go through them. It returns nil for too few or too many nodes.
func (s *State) CycleNodes() []int {
	if n := len(s.View.Chosen); n >= graph.LeastCycle && n <= graph.MostCycle {
		return s.View.Chosen
	}
	return nil
}

// RoundNow returns the holonomies at the shown position. Until those of a newly selected cycle have arrived, they are those of the cycle
// before. It returns nil before any have arrived.
func (s *State) RoundNow() *frame.Holonomies {
	d := s.detail("round")
	if d == nil || d.of.run != s.run() || d.of.position != s.Frame.Position {
		return nil
	}
	if sameMaps := d.of.sheaf == s.FileMaps() && d.of.layer == s.View.Layer; !sameMaps {
		return nil
	}
	return d.Holonomy
}

// roundRow describes the detail of the cycles for a panel: that of stage 4, or that of nodes selected together.
func roundRow(panel string, stage int) detailRow {
	return detailRow{
		kind: "round", panel: panel, stage: stage,
		there: func(s *State, d *detail) bool {
			d.node, d.sheaf, d.layer = max(0, s.CyclePlace()), s.FileMaps(), s.View.Layer
			for _, i := range s.CycleNodes() {
				d.cycle += " " + strconv.Itoa(i)
			}
			return s.CyclePlace() >= 0 && len(s.Frame.MapNorm) > 0 && (panel == PanelStage || s.Node() < 0 && d.cycle != "")
		},
		ask: func(o *frame.Once, d detail) {
			o.Cycles, o.Place, o.Sheaf = true, d.node, d.sheaf
			for _, i := range strings.Fields(d.cycle) {
				n, _ := strconv.Atoi(i)
				o.Cycle = append(o.Cycle, n)
			}
		},
		found: func(f *frame.Frame) bool { return f.Holonomy != nil },
	}
}

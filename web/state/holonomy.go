package state

import (
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
)

// SliderCycle is 1 + the place of the chosen cycle in the basis, 0 while the figure is closed.
const SliderCycle = "cycle"

// CyclePlace returns the place of the chosen cycle, from 1 on, −1 while the figure is closed.
func (s *State) CyclePlace() int {
	at := s.FigureAt(SliderCycle)
	if at < 0 && s.Figure.Name == FigureCycle {
		return 1
	}
	return at - 1
}

// CycleNodes are the nodes that were chosen together, where a cycle may go through them, else nil.
func (s *State) CycleNodes() []int {
	if n := len(s.View.Chosen); n >= graph.LeastCycle && n <= graph.MostCycle {
		return s.View.Chosen
	}
	return nil
}

// RoundNow returns the holonomies at the position on the screen, of the cycle before until those of the newest come; nil before.
func (s *State) RoundNow() *frame.Holonomies {
	if r := s.detail("round"); r != nil && r.of.run == s.run() && r.of.position == s.Frame.Position && r.of.sheaf == s.FileMaps() &&
		r.of.layer == s.View.Layer {
		return r.Holonomy
	}
	return nil
}

// roundRow is the row of details for the cycles: beside the maps (stage 4), and where nodes are chosen together.
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

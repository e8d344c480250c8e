package stages

// This file has the rail: the list of the ten stages with a text and a small picture each. At the level Learn the page follows one node
// through the stages, and shows a stage of the user's choice.

import (
	"cmp"
	"math"

	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// notYet is the value in the rail of a stage that has not run.
const notYet = "not run yet"

// RailItem is one stage of the rail.
type RailItem struct {
	// Number counts from 1. Value is the text beside the name. Class is "done" for a stage before the current stage, "todo" for a stage after
	// it, and "" for the current stage.
	Number int
	Name   string
	Value  string
	Class  string
	// Current reports that the run is in this stage or, at the level Learn, that the page shows it. Chosen reports that its panel is open,
	// which is possible for any stage.
	Current bool
	Chosen  bool
}

// Rail returns the items of the ten stages. The current stage is the stage of the frame or, at the level Learn, the shown stage.
func Rail(s *state.State) []RailItem {
	out := make([]RailItem, len(stages()))
	current := 0 // before the first frame
	if s.Frame != nil {
		current = s.Frame.Stage
	}
	if s.View.Level == state.LevelLearn {
		current = s.ShownStage()
	}

	for i := range out {
		number := i + 1
		item := RailItem{Number: number, Name: stage.Names[number], Value: railValue(s, number), Current: number == current,
			Chosen: s.View.Panel == state.PanelStage && s.ShownStage() == number}
		switch {
		case number < current:
			item.Class = "done"
		case number > current:
			item.Class = "todo"
		}
		out[i] = item
	}
	return out
}

// railValue returns the text beside stage k in the rail: the quantity of the stage (row.value), or the reason why the stage has none. It
// returns a dash without a graph or a frame, and if the frame lacks the quantity.
func railValue(s *state.State, k int) string {
	if s.Frame == nil || s.Graph == nil {
		return "–"
	}
	if !has(s, k) {
		return "not in this model"
	}
	if Off(&s.Config, k) {
		return "off"
	}
	// Some stages have a quantity before their first run, for example the size of a block.
	row := rowOf(k)
	if !row.hasValues(s) {
		return notYet
	}
	return cmp.Or(row.value(s), "–")
}

// Sizes of the small pictures, which are some dozens of pixels wide.
const (
	sparkBars  = 21  // the largest number of bars
	sparkBins  = 24  // bins of a histogram
	sparkEdges = 260 // the largest number of edges of a Laplacian
)

// Spark is a small picture in the rail. Kind names its drawing function and decides which fields are set:
//   - "line", "dots", and "trail" (a line with dots) have the values Y, and Zero reports that their axis starts at 0;
//   - "bars" has the values Y, on an axis from 0;
//   - "shares" has the values Y, and the slots of the palette in Slots;
//   - "heat" has the D × D matrices Mats, and Signed reports that their entries have signs;
//   - "blocks" has the N nodes of a Laplacian, and Pairs are the ends of the drawn edges.
type Spark struct {
	Kind   string     `json:"kind"`
	Y      view.Vec   `json:"y,omitempty"`
	Zero   bool       `json:"zero,omitempty"`
	D      int        `json:"d,omitempty"`
	Mats   []view.Vec `json:"mats,omitempty"`
	Signed bool       `json:"signed,omitempty"`
	N      int        `json:"n,omitempty"`
	Pairs  []int32    `json:"pairs,omitempty"`
	Slots  []int      `json:"slots,omitempty"`
}

// Sparks returns the small pictures of the ten stages. A picture is nil without a graph or a frame, for a stage that the model lacks, and
// before the stage has run, unless the stage shows its values early.
func Sparks(s *state.State) []*Spark {
	out := make([]*Spark, len(stages()))
	if s.Frame == nil || s.Graph == nil {
		return out
	}
	for i, row := range stages() {
		if row.hasValues(s) && has(s, row.number) {
			out[i] = row.spark(s)
		}
	}
	return out
}

// profile returns the k largest absolute values of v in descending order, or all if v has fewer numbers.
func profile(v []float64, k int) view.Vec {
	sizes := make([]float64, len(v))
	for i, x := range v {
		sizes[i] = math.Abs(x)
	}
	out := make(view.Vec, 0, k)
	for _, i := range view.LargestIndices(sizes, k) {
		out = append(out, sizes[i])
	}
	return out
}

// thinPairs returns at most k pairs, evenly chosen from the list, in which two successive numbers are a pair.
func thinPairs(pairs []int32, k int) []int32 {
	m := len(pairs) / 2
	if m <= k {
		return pairs
	}
	out := make([]int32, 0, 2*k)
	for _, e := range view.EvenIndices(m, k) {
		out = append(out, pairs[2*e], pairs[2*e+1])
	}
	return out
}

package stages

import (
	"cmp"
	"math"

	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// notYet is the rail's text of a stage that has not run.
const notYet = "not run yet"

// RailItem is one stage of the rail.
type RailItem struct {
	Number  int
	Name    string
	Value   string
	Class   string // "done", "todo" or ""
	Current bool
	Chosen  bool
}

// Rail returns the ten stages, each with its present value.
func Rail(s *state.State) []RailItem {
	out := make([]RailItem, len(stages()))
	cur := 0
	if s.Frame != nil {
		cur = s.Frame.Stage
	}
	if s.View.Level == state.LevelLearn { // at Learn the rail marks the followed stage
		cur = s.ShownStage()
	}
	for k := range out {
		n := k + 1
		it := RailItem{Number: n, Name: stage.Names[n], Value: railValue(s, n), Current: n == cur,
			Chosen: s.View.Panel == state.PanelStage && s.ShownStage() == n}
		switch {
		case n < cur:
			it.Class = "done"
		case n > cur:
			it.Class = "todo"
		}
		out[k] = it
	}
	return out
}

// railValue returns the number of a stage in the rail; it is never empty.
func railValue(s *state.State, n int) string {
	f, g := s.Frame, s.Graph
	if f == nil || g == nil {
		return "–"
	}
	if !has(s, n) {
		return "not in this model"
	}
	if off(&s.Config, n) {
		return "off"
	}
	row := rowOf(n)
	if !row.early && !view.Reached(f, n) {
		return notYet
	}
	return cmp.Or(row.value(s), "–")
}

// Spark is a small picture in the rail.
type Spark struct {
	Kind   string     `json:"kind"`
	Y      view.Vec   `json:"y,omitempty"`
	Zero   bool       `json:"zero,omitempty"`
	Ref    *view.F    `json:"ref,omitempty"`
	D      int        `json:"d,omitempty"`
	Mats   []view.Vec `json:"mats,omitempty"`
	Signed bool       `json:"signed,omitempty"`
	N      int        `json:"n,omitempty"`
	Pairs  []int32    `json:"pairs,omitempty"`
	Slots  []int      `json:"slots,omitempty"`
}

// Sparks returns the pictures of the ten stages, nil for a stage that has not run.
func Sparks(s *state.State) []*Spark {
	out := make([]*Spark, len(stages()))
	f := s.Frame
	if f == nil || s.Graph == nil {
		return out
	}
	for k, row := range stages() {
		if has(s, row.number) && (row.early || view.Reached(f, row.number)) {
			out[k] = row.spark(s)
		}
	}
	return out
}

// profile returns the k largest absolute values in descending order.
func profile(v []float64, k int) view.Vec {
	a := make([]float64, len(v))
	for i, x := range v {
		a[i] = math.Abs(x)
	}
	out := make(view.Vec, 0, k)
	for _, i := range view.Top(a, k) {
		out = append(out, a[i])
	}
	return out
}

// thin keeps at most k pairs, evenly spaced.
func thin(pairs []int32, k int) []int32 {
	m := len(pairs) / 2
	if m <= k {
		return pairs
	}
	out := make([]int32, 0, 2*k)
	for _, e := range view.Even(m, k) {
		out = append(out, pairs[2*e], pairs[2*e+1])
	}
	return out
}

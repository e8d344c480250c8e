package results

// This file has the heat maps: accuracies on generated graphs over a grid. The axes of the grid are two properties of the graphs.

import (
	"slices"
	"strings"

	"sheafscope/core/heat"
	"sheafscope/core/words"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Heat is the view model of the heat maps over a grid of generated graphs. The first map compares sheaf models with other models, and each
// further map has the accuracies of a single model.
type Heat struct {
	// Across and Down are the names of the axes, and Columns and Rows are the values on the axes.
	Across  string   `json:"across"`
	Down    string   `json:"down"`
	Columns []string `json:"columns"`
	Rows    []string `json:"rows"`
	// Maps has the comparison first. It is empty if there is no map for the selected axes.
	Maps []HeatMap `json:"maps"`
	// Axes are the names and titles of the selectable grids, and Axis is the name of the selected grid.
	Axes [][2]string `json:"axes"`
	Axis string      `json:"axis"`
	// Have reports that the stored maps have been downloaded. Off reports that no training can start. Running reports that a training of a
	// map proceeds, with the progress Fraction in 0..1 and the remaining time Left.
	Have     bool   `json:"have"`
	Running  bool   `json:"running"`
	Off      bool   `json:"off"`
	Fraction view.F `json:"fraction"`
	Left     string `json:"left"`
	Note     string `json:"note"` // the experiment, its method and its source
}

// HeatMap is one map of the grid, with its cells row by row.
type HeatMap struct {
	Name  string     `json:"name"`
	Cells []HeatCell `json:"cells"`
}

// HeatCell is a cell of a map: its number as text, and its darkness Share in 0..1. Side is the winner of the comparison, "sheaf" or
// "graph". It is "" if no side wins, or in the map of a single model.
type HeatCell struct {
	// Text is "–" for a point of the grid without results. Tip is the tooltip, with the spread and the number of graphs.
	Text  string `json:"text"`
	Tip   string `json:"tip"`
	Share view.F `json:"share"`
	Side  string `json:"side,omitempty"`
}

// shownHeat returns the shown map, and whether it was trained on the page (live). Without a map of the page, it returns the stored map with
// the axes of the selected grid, or nil.
func shownHeat(s *state.State) (m *heat.Map, live bool) {
	h := &s.Lab.Heat
	if h.Map != nil {
		return h.Map, true
	}
	if k := slices.IndexFunc(h.Stored, h.Grid().Of); k >= 0 { // Of reports whether a map has the axes of the grid
		return h.Stored[k], false
	}
	return nil, false
}

// heatFigure returns the section with the heat maps.
func heatFigure(s *state.State) view.Figure {
	return view.Figure{ID: "heat", TestID: "heat", Title: "Where a sheaf pays", Sub: "generated graphs by their yardsticks",
		Of: "mean of generated graphs, chosen on validation", Data: NewHeat(s)}
}

// NewHeat returns the heat maps of the selected grid. If there is no map, the result has no columns, rows and maps, and its note says how
// to train a map.
func NewHeat(s *state.State) Heat {
	h := &s.Lab.Heat
	m, live := shownHeat(s)
	grid := h.Grid()
	v := Heat{Across: grid.Across.Name, Down: grid.Down.Name, Columns: []string{}, Rows: []string{}, Maps: []HeatMap{}, Axis: grid.Name,
		Have: h.Stored != nil, Running: s.Lab.Work == lab.ForHeat, Off: s.Lab.Busy(), Fraction: view.F(h.Report.Fraction)}
	for _, g := range lab.HeatGrids() {
		v.Axes = append(v.Axes, [2]string{g.Name, g.Across.Name + " and " + g.Down.Name})
	}
	if v.Running {
		v.Left = view.RunsLeft(&h.Report)
	}
	v.Note = "Train here: the models chosen for the table of results, on five small graphs a point, of " + grid.Base(s.LabSubject()) + "."
	if m == nil {
		return v
	}

	// The axes and the maps, the comparison first.
	for _, x := range m.Axes[0].Values {
		v.Columns = append(v.Columns, view.Set(x))
	}
	for _, x := range m.Axes[1].Values {
		v.Rows = append(v.Rows, view.Set(x))
	}
	v.Maps = append(v.Maps, comparedMap(m))
	for k := range m.Models {
		v.Maps = append(v.Maps, accuracyMap(m, k))
	}
	finding := ""
	if s.Figure.Name != state.FigureHeat { // the page with this figure alone has the sentence as its lead
		finding = m.Sentence() + " "
	}
	v.Note = finding + heatMethod(m) + words.Either(live, "Trained here: "+m.Base+", up to "+view.Int(m.Graphs)+" graphs a point.",
		"Stored: "+m.Command+", "+m.Date+".") + heatOthers(h, m) + " " + v.Note
	return v
}

// heatMethod returns sentences on the method of the comparison. They end with a space.
func heatMethod(m *heat.Map) string {
	return "Per graph, the sheaf model that validation chooses less the other model that it chooses, in points of test accuracy. A side " +
		"wins where Student’s t-test says so at 5 %, with Holm’s correction for " + view.Int(m.Points()) + " points; elsewhere they cannot be " +
		"told apart. "
}

// comparedMap returns the map of differences in points of test accuracy: the sheaf model that validation chooses less the other model that
// validation chooses.
func comparedMap(m *heat.Map) HeatMap {
	const darkest = 30.0 // difference in points from which a cell is fully dark
	sides := [...]string{"graph", "", "sheaf"}
	outcomes := [...]string{"the graph wins", "cannot be told apart", "the sheaf wins"}
	compared := HeatMap{Name: "A sheaf less a graph"}

	// A verdict is the outcome of the t-test at one point of the grid.
	for _, verdict := range m.Verdicts() {
		cell := HeatCell{Text: "–", Tip: "no graph with all its runs"}
		if verdict.N > 0 { // the number of graphs on which both kinds of models have run
			winner := verdict.Sign + 1               // the sign is −1 if the graph wins, 1 if the sheaf wins, and 0 if no side wins
			size := max(verdict.Mean, -verdict.Mean) // the absolute difference
			cell = HeatCell{Text: signed(verdict.Mean), Share: view.F(min(1, size/darkest)), Side: sides[winner]}
			half, p := "", "" // "": there is no test of fewer than three graphs
			if verdict.N > 2 {
				half, p = " ± "+view.Fix(verdict.Interval(), 1), ", p = "+view.Num(verdict.P)
			}
			cell.Tip = cell.Text + half + " points over " + runCount(verdict.N, "graphs") + p + ": " + outcomes[winner]
		}
		compared.Cells = append(compared.Cells, cell)
	}
	return compared
}

// accuracyMap returns the map of the mean test accuracies of model k, in per cent.
func accuracyMap(m *heat.Map, k int) HeatMap {
	accuracies := HeatMap{Name: view.ModelName(m.Models[k])}
	for p := range m.Points() {
		cell := HeatCell{Text: "–", Tip: "not trained"}
		if mean := m.Mean(p, k); mean.N > 0 {
			cell = HeatCell{Text: view.Fix(mean.Mean, 0), Share: view.F(mean.Mean / 100), Tip: words.With(mean.String(), " %") + " over " +
				runCount(mean.N, "graphs")}
		}
		accuracies.Cells = append(accuracies.Cells, cell)
	}
	return accuracies
}

// heatOthers returns sentences with the findings of the stored maps that are not shown. Each begins with a space.
func heatOthers(h *lab.Heat, shown *heat.Map) (text string) {
	for _, m := range h.Stored {
		if m != shown {
			text += " Also stored, by " + m.Axes[0].Name + " and " + m.Axes[1].Name + ": " + m.Sentence() + " Choose its axes for the map."
		}
	}
	return text
}

// signed formats a number with one decimal. A positive number has a plus sign, unless its text is "0.0" or the dash that stands for +∞.
func signed(x float64) string {
	text := view.Fix(x, 1)
	isZero := strings.Trim(text, "0.") == "" // the text is "0.0"
	if x > 0 && !isZero && text != words.Dash {
		return "+" + text
	}
	return text
}

// heatLead returns the finding of the shown map, or the request to train a map.
func heatLead(s *state.State) []view.Span {
	m, _ := shownHeat(s)
	if m == nil {
		grid := s.Lab.Heat.Grid()
		return view.Say("Train a map of " + grid.Across.Name + " and " + grid.Down.Name + ".")
	}
	return view.Say(m.Sentence())
}

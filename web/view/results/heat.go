package results

import (
	"slices"
	"strings"

	"sheafscope/core/heat"
	"sheafscope/core/words"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Heat is the view model of the map of accuracies over generated graphs: the comparison, then each model.
type Heat struct {
	Across  string    `json:"across"`
	Down    string    `json:"down"`
	Columns []string  `json:"columns"`
	Rows    []string  `json:"rows"`
	Maps    []HeatMap `json:"maps"`
	// Axes are the grids by their second axis, with their titles; Axis is the selected one.
	Axes     [][2]string `json:"axes"`
	Axis     string      `json:"axis"`
	Have     bool        `json:"have"` // the stored maps are downloaded
	Running  bool        `json:"running"`
	Off      bool        `json:"off"`
	Fraction view.F      `json:"fraction"`
	Left     string      `json:"left"`
	Note     string      `json:"note"`
}

// HeatMap is one picture with its cells row by row.
type HeatMap struct {
	Name  string     `json:"name"`
	Cells []HeatCell `json:"cells"`
}

// HeatCell is a number as text; Share, in 0..1, is its darkness. In the comparison Side is "sheaf", "graph", or "" for neither.
type HeatCell struct {
	Text  string `json:"text"`
	Tip   string `json:"tip"`
	Share view.F `json:"share"`
	Side  string `json:"side,omitempty"`
}

// shownHeat returns the shown map: that of the page, else a stored one with the selected axes. live reports the former.
func shownHeat(s *state.State) (m *heat.Map, live bool) {
	h := &s.Lab.Heat
	if h.Map != nil {
		return h.Map, true
	}
	if k := slices.IndexFunc(h.Stored, h.Grid().Of); k >= 0 {
		return h.Stored[k], false
	}
	return nil, false
}

// heatFigure returns the section of the map.
func heatFigure(s *state.State) view.Figure {
	return view.Figure{ID: "heat", TestID: "heat", Title: "Where a sheaf pays", Sub: "generated graphs by their yardsticks",
		Of: "mean of generated graphs, chosen on validation", Data: NewHeat(s)}
}

// NewHeat returns the map.
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
	for _, x := range m.Axes[0].Values {
		v.Columns = append(v.Columns, view.Set(x))
	}
	for _, x := range m.Axes[1].Values {
		v.Rows = append(v.Rows, view.Set(x))
	}
	compared := HeatMap{Name: "A sheaf less a graph"}
	for _, d := range m.Verdicts() {
		c := HeatCell{Text: "–", Tip: "no graph with all its runs"}
		if d.N > 0 {
			c = HeatCell{Text: signed(d.Mean), Share: view.F(min(1, max(d.Mean, -d.Mean)/30)), Side: []string{"graph", "", "sheaf"}[d.Sign+1],
				Tip: signed(d.Mean) + " ± " + view.Fix(d.Interval(), 1) + " points over " + runCount(d.N, "graphs") + ", p = " + view.Num(d.P) +
					": " +
					[]string{"the graph wins", "cannot be told apart", "the sheaf wins"}[d.Sign+1]}
		}
		compared.Cells = append(compared.Cells, c)
	}
	v.Maps = append(v.Maps, compared)
	for k, name := range m.Models {
		one := HeatMap{Name: view.ModelName(name)}
		for p := range m.Points() {
			c := HeatCell{Text: "–", Tip: "not trained"}
			if a := m.Mean(p, k); a.N > 0 {
				c = HeatCell{Text: view.Fix(a.Mean, 0), Share: view.F(a.Mean / 100), Tip: words.With(a.String(), " %") + " over " +
					runCount(a.N, "graphs")}
			}
			one.Cells = append(one.Cells, c)
		}
		v.Maps = append(v.Maps, one)
	}
	said := ""
	if s.Figure.Name != state.FigureHeat { // as the panel's only figure it has the sentence as its lead
		said = m.Sentence() + " "
	}
	v.Note = said + "Per graph, the sheaf model that validation chooses less the other model that it chooses, in points of test " +
		"accuracy. A side " +
		"wins where Student’s t-test says so at 5 %, with Holm’s correction for " + view.Int(m.Points()) + " points; elsewhere they cannot be " +
		"told apart. " +
		words.Either(live, "Trained here: "+m.Base+", "+view.Int(m.Graphs)+" graphs a point.",
			"Stored: "+m.Command+", "+m.Date+".") + heatOthers(h, m) + " " + v.Note
	return v
}

// heatOthers adds the sentences of stored maps that are not shown.
func heatOthers(h *lab.Heat, shown *heat.Map) (text string) {
	for _, m := range h.Stored {
		if m != shown {
			text += " Also stored, by " + m.Axes[0].Name + " and " + m.Axes[1].Name + ": " + m.Sentence() + " Choose its axes for the map."
		}
	}
	return text
}

// signed formats a number with its sign.
func signed(x float64) string {
	text := view.Fix(x, 1)
	return words.Either(x > 0 && strings.Trim(text, "0.") != "" && text != words.Dash, "+", "") + text
}

// heatLead returns the sentence of the shown map.
func heatLead(s *state.State) []view.Span {
	m, _ := shownHeat(s)
	if grid := s.Lab.Heat.Grid(); m == nil {
		return view.Say("Train a map of " + grid.Across.Name + " and " + grid.Down.Name + ".")
	}
	return view.Say(m.Sentence())
}

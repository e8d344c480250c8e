package results

import (
	"math"
	"slices"

	"sheafscope/core/figures"
	"sheafscope/core/linalg"
	"sheafscope/core/peer"
	"sheafscope/core/published"
	"sheafscope/core/tables"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// PaperTable is the view model of table 1: a cell for each model and data set.
type PaperTable struct {
	Sets    []string    `json:"sets"`
	Rows    []PaperRow  `json:"rows"`
	Note    string      `json:"note"`
	Running PaperAction `json:"running"`
	// Have reports that the stored results are downloaded.
	Have bool `json:"have"`
}

// PaperRow is a row of the table.
type PaperRow struct {
	Key   string      `json:"key"`
	Label string      `json:"label"`
	Cells []PaperCell `json:"cells"`
}

// PaperCell has our accuracy in per cent and the published one, "" for none; Live reports that ours was trained on the page.
type PaperCell struct {
	Ours  string `json:"ours"`
	Paper string `json:"paper"`
	Live  bool   `json:"live"`
	Busy  bool   `json:"busy"`
	Title string `json:"title"`
}

// PaperAction is the progress of the runs of a figure or cell; Off reports that none can start.
type PaperAction struct {
	On       bool   `json:"on"`
	Off      bool   `json:"off"`
	Fraction view.F `json:"fraction"`
	Left     string `json:"left"`
}

// PaperFigure is the view model of a figure of the paper; its chart is "lines" or "dots".
type PaperFigure struct {
	ID       string       `json:"id"`
	Shows    string       `json:"shows,omitempty"`
	Note     string       `json:"note"`
	Chart    string       `json:"chart"`
	Lines    *view.Lines  `json:"lines,omitempty"`
	Dots     *PaperDots   `json:"dots,omitempty"`
	Sets     [][2]string  `json:"sets"`
	Variants []PaperCheck `json:"variants,omitempty"`
	Running  PaperAction  `json:"running"`
}

// PaperCheck is a variant with its inclusion in the next run.
type PaperCheck struct {
	Name string `json:"name"`
	On   bool   `json:"on"`
}

// PaperDots is a chart of one point with its interval for each row, in per cent, between Low and High.
type PaperDots struct {
	Rows []PaperDot `json:"rows"`
	Low  view.F     `json:"low"`
	High view.F     `json:"high"`
}

// PaperDot is a point; Half is the half-width of its interval.
type PaperDot struct {
	Name string `json:"name"`
	V    view.F `json:"v"`
	Half view.F `json:"half"`
	Text string `json:"text"`
}

// PaperView returns the panel: the table, then the figures.
func PaperView(s *state.State) view.Inspector {
	v := view.Inspector{Title: []view.TitlePart{{Text: "Paper", Slot: -2}}, Sub: "table 1, figures 1 to 4 and ablations",
		TestID: "inspector-paper",
		Lead: view.Say("What the paper shows, what we find, and *", "run again", "* to train it here, over up to "+view.Int(lab.PaperRuns)+
			" splits, in workers beside the run.")}
	v.Add(view.Figure{ID: "paper-table", TestID: "paper-table", Title: "Table 1", Sub: "test accuracy in %: ours, below it the published",
		Of: "mean of the splits by default settings, SGPC’s chosen on validation; below, the paper's", Data: NewPaperTable(s)})
	if s.Lab.Paper.Library == nil {
		return v
	}
	for _, f := range s.Lab.Paper.Library.Figures {
		title := f.Title
		if f.Shows != "" {
			title = "Figure " + f.ID + ": " + f.Title
		}
		v.Add(view.Figure{ID: "figure-" + f.ID, TestID: "figure-" + f.ID, Title: title, Of: "mean of the splits by the figure's settings",
			Data: NewPaperFigure(s, f)})
	}
	return v
}

// action returns the progress of a figure's runs.
func action(s *state.State, id string) PaperAction {
	p := &s.Lab.Paper
	a := PaperAction{On: s.Lab.Work == lab.ForPaper && p.ID == id, Off: s.Lab.Busy()}
	if a.On {
		a.Fraction, a.Left = view.F(p.Report.Fraction), view.RunsLeft(&p.Report)
	}
	return a
}

// storedNote names the origin of the stored results.
func storedNote(stored *figures.Stored) string {
	if stored.Command == "" {
		return "No results are stored with this page."
	}
	return "Stored: " + stored.Command + ", " + stored.Date + ", version " + stored.Version + "."
}

// NewPaperTable returns table 1.
func NewPaperTable(s *state.State) PaperTable {
	p := &s.Lab.Paper
	t := PaperTable{Sets: published.Datasets(), Running: action(s, lab.TableID), Have: p.Library != nil}
	for _, m := range lab.PaperModels() {
		row := PaperRow{Key: m, Label: peer.Label(m)}
		any := false
		for _, d := range t.Sets {
			c, ok := p.Cells[[2]string{d, m}]
			cell := PaperCell{Live: ok, Busy: t.Running.On && p.Dataset == d && p.Model == m}
			if !ok && t.Have {
				c, ok = p.Library.Paper.Cell(d, m)
			}
			cell.Title = "Train " + row.Label + " on the splits of " + d
			if ok && c.N > 0 {
				cell.Ours = view.Fix(c.Mean, 1)
				cell.Title += "; ours " + tables.PlusMinus(c.N, c.Mean, c.Std) + " over " + runCount(c.N, "runs")
				if c.From != "" {
					cell.Title += ", settings: " + c.From
				}
			}
			if v := peer.Reported(m, peer.OnTenSplits).Of(d); v > 0 {
				cell.Paper = view.Fix(v, 1)
			}
			any = any || cell.Paper != "" || cell.Ours != ""
			row.Cells = append(row.Cells, cell)
		}
		if any {
			t.Rows = append(t.Rows, row)
		}
	}
	t.Note = "Ours above, as published below, for SGPC from its paper (20 random labels a class, which no WebKB set has in every class). " +
		"Of NSD the paper gives the best of three kinds of maps, so that its rows have the same published figures. " +
		"Ours of SGPC has settings that a search on validation chose. A click trains a cell here. "
	if t.Have {
		t.Note += storedNote(p.Library.Paper)
	}
	return t
}

// NewPaperFigure returns a figure with its stored curves, or those trained on the page.
func NewPaperFigure(s *state.State, f figures.PaperFigure) PaperFigure {
	m := PaperFigure{ID: f.ID, Running: action(s, f.ID), Sets: [][2]string{}}
	if f.Shows != "" {
		m.Shows = "The paper: " + f.Shows
	}
	names := slices.Clone(f.Datasets)
	if f.ID != "1" && !slices.Contains(names, "texas") {
		names = append(names, "texas")
	}
	for _, d := range names {
		m.Sets = append(m.Sets, [2]string{d, d})
	}
	if s.Graph != nil {
		m.Sets = append(m.Sets, [2]string{"", "the loaded graph"})
	}
	if f.X == figures.XVariant {
		for _, v := range lab.TrainedVariants(f) {
			m.Variants = append(m.Variants, PaperCheck{v.Name, !s.Lab.Paper.Off[[2]string{f.ID, v.Name}]})
		}
	}
	stored := s.Lab.Paper.Library.Stored(f.ID)
	curves := stored.Figures[f.ID]
	m.Note = storedNote(stored)
	if live, ok := s.Lab.Paper.Live[f.ID]; ok {
		curves = live.Curves
		m.Note = "Trained here, on " + live.On + "."
		if live.Failed != "" {
			m.Note += " A run has failed: " + live.Failed + "."
		}
	}
	switch {
	case len(curves) == 0:
		if f.Shows == "" || m.Note != storedNote(stored) {
			m.Note = "Not trained yet."
		} else {
			m.Note = "No result is stored; run it here."
		}
	case f.X == figures.XVariant:
		m.Chart, m.Dots = "dots", dotsOf(curves)
		m.Note += " Mean test accuracy in % with its 95 % interval."
		if len(curves[len(curves)-1].Paired) > 0 {
			m.Note += " The difference is paired, split by split, with its 95 % interval. The splits share nodes, which makes both too narrow."
		}
	default:
		m.Chart, m.Lines = "lines", linesOf(f, curves)
		if on := setsOf(curves); on != "" && s.Lab.Paper.Live[f.ID].Curves == nil {
			m.Note += " On " + on + "."
		}
	}
	return m
}

// setsOf names the data sets of curves.
func setsOf(curves []figures.Curve) (text string) {
	var seen []string
	for _, c := range curves {
		if !slices.Contains(seen, c.Dataset) {
			seen = append(seen, c.Dataset)
			if text != "" {
				text += ", "
			}
			text += c.Dataset
		}
	}
	return text
}

// dotsOf returns the curves as points; all have one value.
func dotsOf(curves []figures.Curve) *PaperDots {
	d := &PaperDots{Rows: []PaperDot{}}
	low, high := 100.0, 0.0
	several := false
	for _, c := range curves {
		several = several || c.Dataset != curves[0].Dataset
	}
	for _, c := range curves {
		if len(c.Y) == 0 {
			continue
		}
		name := c.Name
		if several {
			name = c.Dataset + ", " + name
		}
		if p := c.Paired; len(p) == 2 {
			name += ": " + curves[0].Name + " − it " + view.Minus(tables.PlusMinus(c.N[0], 100*p[0], 100*p[1]))
		}
		v, half := 100*c.Y[0], 100*c.Half[0]
		d.Rows = append(d.Rows, PaperDot{name, view.F(v), view.F(half), tables.PlusMinus(c.N[0], v, half) + " (" + view.Int(c.N[0]) + ")"})
		low, high = min(low, v-half), max(high, v+half)
	}
	d.Low, d.High = view.F(max(0, 5*math.Floor(low/5))), view.F(min(100, 5*math.Ceil(high/5)))
	return d
}

// linesOf returns the curves as lines; points without an order become dots.
func linesOf(f figures.PaperFigure, curves []figures.Curve) *view.Lines {
	l := &view.Lines{XLabel: f.XLabel, Height: 150, IntX: f.X == figures.XIndex || f.ID == "4"}
	least := math.Inf(1)
	for _, c := range curves {
		for _, x := range c.X {
			if x > 0 {
				least = min(least, x)
			}
		}
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	var cloud []figures.Curve
	for k, c := range curves {
		x := slices.Clone(c.X)
		for i := range x {
			if f.Log {
				x[i] = linalg.Log10(max(x[i], least/10))
			}
			lo, hi = min(lo, x[i]), max(hi, x[i])
		}
		if f.X == figures.XMetric {
			cloud = append(cloud, c)
			continue
		}
		q := view.Series{Name: c.Name, X: x, Y: c.Y, Class: []string{"ln", "ln lna", "ln ln2"}[k%3], Dots: len(x) < 20}
		if len(x) < 20 {
			q.Half = c.Half
		}
		if len(curves) == 1 {
			q.Name = ""
		}
		l.Series = append(l.Series, q)
	}
	if cloud != nil {
		q := view.Series{Dots: true, Alone: true}
		for _, c := range cloud {
			q.X, q.Y, q.Half = append(q.X, c.X[0]), append(q.Y, c.Y[0]), append(q.Half, c.Half[0])
		}
		l.Series = append(l.Series, q)
	}
	if f.Log {
		l.XLabel = "log₁₀ " + f.XLabel
	}
	if hi > lo {
		l.XMin, l.XMax = new(view.F(lo)), new(view.F(hi))
	}
	return l
}

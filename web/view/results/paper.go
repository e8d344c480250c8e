package results

// This file has the table and the figures of the paper, with the published numbers and ours. Our numbers are stored results, which the page
// downloads as a library, or come from runs on the page, which are called live.

import (
	"math"
	"slices"
	"strings"

	"sheafscope/core/figures"
	"sheafscope/core/linalg"
	"sheafscope/core/peer"
	"sheafscope/core/published"
	"sheafscope/core/tables"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// PaperTable is the view model of the paper's table 1. It has a row for each model and a cell for each data set.
type PaperTable struct {
	Sets    []string    `json:"sets"` // the names of the data sets, one for each column
	Rows    []PaperRow  `json:"rows"`
	Note    string      `json:"note"`    // the sources of the numbers, and the last failure of a run
	Running PaperAction `json:"running"` // the progress of the runs for a cell
	Have    bool        `json:"have"`    // the stored results have been downloaded
}

// PaperRow is the row of a model. Its cells are in the order of PaperTable.Sets.
type PaperRow struct {
	Key   string      `json:"key"`
	Label string      `json:"label"`
	Cells []PaperCell `json:"cells"`
}

// PaperCell is a cell of the table: Ours is our accuracy, and Paper is the published accuracy, both in per cent. The text of a missing
// accuracy is "". Live reports that our accuracy was trained on the page, and Busy reports that the training proceeds.
type PaperCell struct {
	Ours  string `json:"ours"`
	Paper string `json:"paper"`
	Live  bool   `json:"live"`
	Busy  bool   `json:"busy"`
	// Title is the tooltip, with the number of runs and the settings.
	Title string `json:"title"`
}

// PaperAction is the progress of the runs for a figure or a cell. On reports that the runs proceed, and Off reports that no run can start.
// Fraction is the progress in 0..1, and Left is the remaining time as text. If no runs proceed, they are 0 and "".
type PaperAction struct {
	On       bool   `json:"on"`
	Off      bool   `json:"off"`
	Fraction view.F `json:"fraction"`
	Left     string `json:"left"`
}

// PaperFigure is the view model of a figure of the paper, or of a study of ours, whose Shows is "". Shows says what the figure shows in the
// paper. Chart is "lines", "dots", or "" for a figure without results; Lines or Dots then has the data. Sets are the keys and names of the
// data sets on which the user can run the figure. The key "" stands for the loaded graph.
type PaperFigure struct {
	ID    string `json:"id"`
	Shows string `json:"shows,omitempty"`
	// Note says where the results come from, or why there are none.
	Note  string      `json:"note"`
	Chart string      `json:"chart"`
	Lines *view.Lines `json:"lines,omitempty"`
	Dots  *PaperDots  `json:"dots,omitempty"`
	Sets  [][2]string `json:"sets"`
	// Variants are the checkboxes of an ablation, nil for a figure over a quantity.
	Variants []PaperCheck `json:"variants,omitempty"`
	Running  PaperAction  `json:"running"` // the progress of the runs for this figure
}

// PaperCheck is a variant of an ablation. On reports that the next batch of runs includes the variant.
type PaperCheck struct {
	Name string `json:"name"`
	On   bool   `json:"on"`
}

// PaperDots is a chart with a point and its interval in each row, in per cent. Low and High are the ends of the axis.
type PaperDots struct {
	Rows []PaperDot `json:"rows"`
	Low  view.F     `json:"low"`
	High view.F     `json:"high"`
}

// PaperDot is a point of a chart: the mean V with its interval V ± Half, and both as text.
type PaperDot struct {
	Name string `json:"name"`
	V    view.F `json:"v"`
	Half view.F `json:"half"`
	Text string `json:"text"`
}

// PaperView returns the panel of the paper's results: the table, then the figures. Before the library of figures has been downloaded, the
// panel has only the table.
func PaperView(s *state.State) view.Inspector {
	v := view.Inspector{Title: []view.TitlePart{{Text: "Paper", Slot: -2}}, // −2: no mark of a class
		Sub:    "table 1, figures 1 to 4 and ablations",
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
		if f.Shows != "" { // the paper has this figure; a study of ours has no number
			title = "Figure " + f.ID + ": " + f.Title
		}
		v.Add(view.Figure{ID: "figure-" + f.ID, TestID: "figure-" + f.ID, Title: title, Of: "mean of the splits by the figure's settings",
			Data: NewPaperFigure(s, f)})
	}
	return v
}

// action returns the progress of the runs for the figure, or the table, with this id.
func action(s *state.State, id string) PaperAction {
	p := &s.Lab.Paper
	a := PaperAction{On: s.Lab.Work == lab.ForPaper && p.ID == id, Off: s.Lab.Busy()}
	if a.On {
		a.Fraction, a.Left = view.F(p.Report.Fraction), view.RunsLeft(&p.Report)
	}
	return a
}

// storedNote returns a sentence on the command that made the stored results. An empty command stands for missing results.
func storedNote(stored *figures.Stored) string {
	if stored.Command == "" {
		return "No results are stored with this page."
	}
	return "Stored: " + stored.Command + ", " + stored.Date + ", version " + stored.Version + "."
}

// NewPaperTable returns table 1 of the paper. A model without any number has no row.
func NewPaperTable(s *state.State) PaperTable {
	p := &s.Lab.Paper
	t := PaperTable{Sets: published.Datasets(), Running: action(s, lab.TableID), Have: p.Library != nil}
	for _, model := range lab.PaperModels() {
		row := PaperRow{Key: model, Label: peer.Label(model)}
		hasNumber := false
		for _, set := range t.Sets {
			cell := paperCell(p, set, model)
			cell.Busy = t.Running.On && p.Dataset == set && p.Model == model
			hasNumber = hasNumber || cell.Paper != "" || cell.Ours != ""
			row.Cells = append(row.Cells, cell)
		}
		if hasNumber {
			t.Rows = append(t.Rows, row)
		}
	}

	t.Note = "Ours above, as published below, for SGPC from its paper (20 random labels a class, which no WebKB set has in every class). " +
		"Of NSD the paper gives the best of three kinds of maps, so that its rows have the same published figures. " +
		"Ours of SGPC has settings that a search on validation chose. A click trains a cell here. "
	if failed := p.Failed(); failed != "" && p.ID == lab.TableID {
		t.Note += "A run on " + p.Dataset + " has failed: " + failed + ". "
	}
	if t.Have {
		t.Note += storedNote(p.Library.Paper)
	}
	return t
}

// paperCell returns the cell of a model on a data set, with Busy unset. Our result comes from successful runs on the page or, without such
// runs, from the stored results.
func paperCell(p *lab.Paper, set, model string) PaperCell {
	result := p.Cells[[2]string{set, model}] // trained on the page; N is the number of successful runs
	cell := PaperCell{Live: result.N > 0, Title: "Train " + peer.Label(model) + " on the splits of " + set}
	if !cell.Live && p.Library != nil {
		result, _ = p.Library.Paper.Cell(set, model)
	}

	// A published accuracy of 0 is unknown.
	if result.N > 0 {
		cell.Ours = view.Fix(result.Mean, 1)
		cell.Title += "; ours " + tables.PlusMinus(result.N, result.Mean, result.Std) + " over " + runCount(result.N, "runs")
		if result.From != "" {
			cell.Title += ", settings: " + result.From
		}
	}
	if accuracy := peer.Reported(model, peer.OnTenSplits).Of(set); accuracy > 0 {
		cell.Paper = view.Fix(accuracy, 1)
	}
	return cell
}

// NewPaperFigure returns a figure of the paper. Its curves come from the runs on the page or, without such runs, from the stored results. A
// figure of variants has dots, and any other figure has lines. Without curves there is no chart. The caller makes sure that the library has
// been downloaded.
func NewPaperFigure(s *state.State, f figures.PaperFigure) PaperFigure {
	m := PaperFigure{ID: f.ID, Running: action(s, f.ID), Sets: [][2]string{}}
	if f.Shows != "" {
		m.Shows = "The paper: " + f.Shows
	}

	// The data sets of the paper, and the loaded graph. All figures but the first also offer Texas, a small set on which runs end soon.
	sets := slices.Clone(f.Datasets)
	if f.ID != "1" && !slices.Contains(sets, "texas") {
		sets = append(sets, "texas")
	}
	for _, set := range sets {
		m.Sets = append(m.Sets, [2]string{set, set})
	}
	if s.Graph != nil {
		m.Sets = append(m.Sets, [2]string{"", "the loaded graph"})
	}
	if f.X == figures.XVariant { // the user can leave out variants of the next runs
		for _, variant := range lab.TrainedVariants(f) {
			excluded := s.Lab.Paper.Off[[2]string{f.ID, variant.Name}]
			m.Variants = append(m.Variants, PaperCheck{variant.Name, !excluded})
		}
	}

	// The curves with their note.
	stored := s.Lab.Paper.Library.Stored(f.ID)
	curves := stored.Figures[f.ID]
	m.Note = storedNote(stored)
	live, hasLive := s.Lab.Paper.Live[f.ID] // the runs on the page
	if hasLive {
		curves = live.Curves
		m.Note = "Trained here, on " + live.On + "."
		if live.Failed != "" {
			m.Note += " A run has failed: " + live.Failed + "."
		}
	}

	switch {
	case len(curves) == 0: // no chart: the note has the reason
		switch {
		case live.Failed != "": // the note has the error already
		case hasLive: // for example accuracies in splits without test nodes
			m.Note += " The runs have none of these numbers."
		case f.Shows == "": // a study of ours
			m.Note = "Not trained yet."
		default:
			m.Note = "No result is stored; run it here."
		}
	case f.X == figures.XVariant:
		m.Chart, m.Dots = "dots", dotsOf(curves)
		m.Note += " Mean test accuracy in % with its 95 % interval."
		if len(curves[len(curves)-1].Paired) > 0 { // the first curve has no difference: the others are compared with it
			m.Note += " The difference is paired, split by split, with its 95 % interval. The splits share nodes, which makes both too narrow."
		}
	default:
		m.Chart, m.Lines = "lines", linesOf(f, curves)
		if names := setsOf(curves); names != "" && !hasLive { // the note on live curves names their set already
			m.Note += " On " + names + "."
		}
	}
	return m
}

// setsOf returns the names of the data sets of the curves, separated by commas. It names a set of several curves once.
func setsOf(curves []figures.Curve) string {
	var sets []string
	for _, c := range curves {
		if !slices.Contains(sets, c.Dataset) {
			sets = append(sets, c.Dataset)
		}
	}
	return strings.Join(sets, ", ")
}

// dotsOf returns curves with one value each as points, in per cent. If a curve has a difference that is paired with the first curve, the
// name of the point ends with this difference, for example "no diffusion: full − it 1.2 ± 0.4". If the curves have several data sets, the
// name begins with the set. A curve without a value is omitted.
func dotsOf(curves []figures.Curve) *PaperDots {
	d := &PaperDots{Rows: []PaperDot{}}
	low, high := 100.0, 0.0 // the ends of all intervals; the first interval replaces both numbers
	severalSets := slices.ContainsFunc(curves, func(c figures.Curve) bool { return c.Dataset != curves[0].Dataset })
	for _, c := range curves {
		if len(c.Y) == 0 {
			continue
		}
		name := c.Name
		if severalSets {
			name = c.Dataset + ", " + name
		}
		if paired := c.Paired; len(paired) == 2 { // the mean difference and the half-width of its interval
			name += ": " + curves[0].Name + " − it " + view.Minus(tables.PlusMinus(c.N[0], 100*paired[0], 100*paired[1]))
		}

		// The point with its interval, and the number of runs in brackets.
		mean, half := 100*c.Y[0], 100*c.Half[0]
		text := tables.PlusMinus(c.N[0], mean, half) + " (" + view.Int(c.N[0]) + ")"
		d.Rows = append(d.Rows, PaperDot{name, view.F(mean), view.F(half), text})
		low, high = min(low, mean-half), max(high, mean+half)
	}
	// The axis ends at different multiples of five, also if all intervals are one point.
	fivesBelow := min(19, math.Floor(low/5))
	fivesAbove := max(fivesBelow+1, math.Ceil(high/5))
	d.Low, d.High = view.F(max(0, 5*fivesBelow)), view.F(min(100, 5*fivesAbove))
	return d
}

// linesOf returns the curves as lines. If x is a measured quantity (figures.XMetric), each curve has one point, and these points form a
// single series of dots. Accuracies stay shares in 0..1. The x-axis has whole numbers if x counts something: in figures with an index, and
// in figure 4, by layers.
func linesOf(f figures.PaperFigure, curves []figures.Curve) *view.Lines {
	l := &view.Lines{XLabel: f.XLabel, Height: 150, IntX: f.X == figures.XIndex || f.ID == "4"}
	if f.Log {
		l.XLabel = "log₁₀ " + f.XLabel
	}

	// A curve becomes a line or, if x is measured, a dot of the cloud.
	abscissas, lo, hi := abscissasOf(f, curves)
	cloud := view.Series{Dots: true, Alone: true}
	const tooManyDots = 20 // a line with this number of points or more has no dots and no intervals
	for k, c := range curves {
		if f.X == figures.XMetric { // the curve has one point
			cloud.X, cloud.Y, cloud.Half = append(cloud.X, c.X[0]), append(cloud.Y, c.Y[0]), append(cloud.Half, c.Half[0])
			continue
		}
		x := abscissas[k]
		hasDots := len(x) < tooManyDots
		class := []string{"ln", "ln lna", "ln ln2"}[k%3] // three styles of lines by turns
		line := view.Series{Name: c.Name, X: x, Y: c.Y, Class: class, Dots: hasDots}
		if hasDots {
			line.Half = c.Half
		}
		if len(curves) == 1 {
			line.Name = "" // the title of the figure suffices
		}
		l.Series = append(l.Series, line)
	}
	if len(cloud.X) > 0 {
		l.Series = append(l.Series, cloud)
	}
	if lo == hi && lo < 0 { // a single point would lie to the left of the picture's own axis, which begins at 0
		lo, hi = lo-1, hi+1
	}
	if hi > lo { // otherwise the picture chooses the ends of the axis
		l.XMin, l.XMax = new(view.F(lo)), new(view.F(hi))
	}
	return l
}

// abscissasOf returns the drawn abscissas of each curve, and the range lo to hi of all. On a linear axis they are the values x. On a
// logarithmic axis they are decadic logarithms. Zero has no logarithm, so that x = 0 lies one decade below the least positive x of all
// curves, or below 1 without a positive x.
func abscissasOf(f figures.PaperFigure, curves []figures.Curve) (abscissas [][]float64, lo, hi float64) {
	leastPositive := math.Inf(1)
	for _, c := range curves {
		for _, x := range c.X {
			if x > 0 {
				leastPositive = min(leastPositive, x)
			}
		}
	}

	if math.IsInf(leastPositive, 1) {
		leastPositive = 1
	}

	// The range of all drawn abscissas, which is empty at first.
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, c := range curves {
		drawn := slices.Clone(c.X)
		for i := range drawn {
			if f.Log {
				drawn[i] = linalg.Log10(max(drawn[i], leastPositive/10))
			}
			lo, hi = min(lo, drawn[i]), max(hi, drawn[i])
		}
		abscissas = append(abscissas, drawn)
	}
	return abscissas, lo, hi
}

// Package results has the view models that combine several runs: the table of accuracies over splits, and the studies of depth, of
// restriction maps and of generated graphs. It also has the search for settings, the comparison of two runs, and the paper's table and
// figures. SGPC is the model of the paper, and a peer is a model to compare with SGPC.
package results

import (
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/words"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Model is the view model of the table of results: test accuracies of several models, each trained on several splits or seeds. Models are
// the models that the user can choose.
type Model struct {
	Models []lab.Choice `json:"models"`
	// Runs lists the selectable numbers of runs of a model, and Count is the selected number. The number 0 stands for all splits, or for the
	// default number of seeds if the seed determines the split.
	Runs  []Runs `json:"runs"`
	Count int    `json:"count"`
	// Running reports that the runs of the table proceed. Fraction is their progress in 0..1, and Left is the remaining time as text.
	Running  bool   `json:"running"`
	Fraction view.F `json:"fraction"`
	Left     string `json:"left"`
	// Note explains the numbers. Rows are the models, or one model with several kinds of maps.
	Note string      `json:"note,omitempty"`
	Rows []TableLine `json:"rows"`
	// Low and High are the ends of the axis of the dots, in per cent. Published reports that at least one row has a published accuracy.
	Low       view.F `json:"low"`
	High      view.F `json:"high"`
	Published bool   `json:"published"`
	// Mistakes reports that a run of the table has succeeded, so that nodes can be coloured by mistakes.
	Mistakes bool `json:"mistakes,omitempty"`
	// Maps is the value of the setting "maps" in the run on the page. It is "" for a model without this setting.
	Maps string `json:"maps"`
}

// Runs is a selectable number of splits or seeds.
type Runs struct {
	Value int    `json:"v"`
	Label string `json:"l"`
}

// TableLine is a row of the table: a model with its runs as dots.
type TableLine struct {
	// Key and Label are the key and the name of the model. Dots are its finished runs with a test accuracy.
	Key   string `json:"key"`
	Label string `json:"label"`
	Dots  []Dot  `json:"dots"`
	// N is the number of ended runs with a test accuracy. Mean and Std are the mean and the standard deviation of these accuracies in per
	// cent, and Text has both. Without such a run, Text is "–" or lab.NoTest.
	N    int    `json:"n"`
	Mean view.F `json:"mean"`
	Std  view.F `json:"std"`
	Text string `json:"text"`
	// Best reports, once all runs have ended, that the mean is the best of the rows without failures. It is false for the only row of a
	// table. Seconds is the mean time of a run, "" before the first ended run with a test accuracy. Published is the published accuracy, "–"
	// if it is unknown, and Source is its paper. Failed is the reason of the last failed run.
	Best      bool   `json:"best"`
	Seconds   string `json:"seconds"`
	Published string `json:"published"`
	Source    string `json:"source"`
	Failed    string `json:"failed,omitempty"`
}

// Dot is a finished run: V is its accuracy in per cent, and Name is its split or seed, followed by the accuracy.
type Dot struct {
	V    view.F `json:"v"`
	Name string `json:"name"`
}

// fromStartNote returns a sentence for a page whose run was opened with the weights of a file: all other runs start from random weights. It
// returns "" if the run has no such file. subject is the subject of the sentence with its verb, for example "B is". The sentence begins
// with a space, since it follows another sentence.
func fromStartNote(subject string, s *state.State) string {
	file := s.LabSubject().Recipe.Net.File
	if file == "" {
		return ""
	}
	return " " + subject + " trained from the start, without the weights of " + file + "."
}

// NewTable returns the table of results. The axis of the dots covers our accuracies and the published accuracies.
func NewTable(s *state.State) Model {
	r := &s.Lab.Results
	m := Model{Rows: []TableLine{}, Runs: runChoices(s), Running: s.Lab.Work == lab.ForResults, Fraction: view.F(r.Report.Fraction),
		Count: r.Runs, Models: r.Models, Mistakes: r.Mistakes != nil}
	if lab.HasMaps(s.LabSubject().Recipe) {
		m.Maps = s.Config.Maps
	}

	// The rows, and the range of their accuracies.
	t := r.Table()
	lo, hi := 100.0, 0.0
	for _, row := range t.Rows {
		line := tableLine(row)
		for _, dot := range line.Dots {
			lo, hi = min(lo, float64(dot.V)), max(hi, float64(dot.V))
		}
		if row.Published > 0 {
			m.Published = true
			lo, hi = min(lo, row.Published), max(hi, row.Published)
		}
		m.Rows = append(m.Rows, line)
	}
	if lo > hi { // both have their start values: there is no accuracy yet
		lo, hi = 0, 100
	}

	// The axis ends at multiples of ten, between 0 and 100. It begins below 100, even if all accuracies are 100.
	tensBelow, tensAbove := min(9, int(lo/10)), int(hi/10)+1
	m.Low, m.High = view.F(max(0, 10*float64(tensBelow))), view.F(min(100, 10*float64(tensAbove)))
	if m.Running {
		m.Left = view.RunsLeft(&r.Report)
	}
	if len(r.Jobs) > 0 {
		m.Note = tableNote(s, t, m.Published)
	}
	return m
}

// runChoices returns the selectable numbers of splits or seeds. A value of 0 stands for all splits, or for the default number of seeds.
func runChoices(s *state.State) []Runs {
	// all has a setup for each run, and over is the word "splits" or "seeds".
	all, _, over := lab.RunsOver(s.LabSubject(), 0)
	every := runCount(len(all), over)
	if over == "seeds" { // any number of seeds can be drawn
		return []Runs{{0, every}, {3, "3 seeds"}, {10, "10 seeds"}}
	}
	choices := []Runs{{0, "all " + every}}
	for _, k := range []int{3, 5} {
		if k < len(all) { // value 0 stands for all splits already
			choices = append(choices, Runs{k, "first " + view.Int(k)})
		}
	}
	return choices
}

// tableLine returns the line of a row. A run has a dot if it is finished and its split has test nodes. Without a mean, Text is a dash or,
// for a split without test nodes, lab.NoTest. A published accuracy of 0 is unknown.
func tableLine(row lab.Standing) TableLine {
	line := TableLine{Key: row.Key, Label: row.Label, N: row.N, Mean: view.F(row.Mean), Std: view.F(row.Std),
		Best: row.Best, Text: "–", Published: "–", Source: row.Source, Dots: []Dot{}}
	for _, run := range row.Dots {
		switch {
		case run.Failed == lab.NoTest: // no failure: the split has no test nodes
			line.Text = lab.NoTest
		case run.Failed != "":
			line.Failed = run.Split + ": " + run.Failed // the last failed run replaces earlier ones
		case run.Done:
			line.Dots = append(line.Dots, Dot{view.F(run.Test), run.Split + ": " + words.Percents(run.Test, 1)})
		}
	}
	if row.N > 0 {
		line.Text = row.Summary.String()
		line.Seconds = view.Fix(row.Seconds, 1) + " s"
	}
	if row.Published > 0 {
		line.Published = strconv.FormatFloat(row.Published, 'f', 1, 64)
	}
	return line
}

// tableNote returns sentences on the numbers of the table. If a row has a published accuracy, it also returns sentences on the sources. On
// the public splits (t.Splits), peers have published accuracies, too.
func tableNote(s *state.State, t lab.Tally, published bool) string {
	r := &s.Lab.Results
	note := r.Graph + ". Test accuracy in % at the epoch that validation chose, mean ± standard deviation over " + t.Over +
		"; a dot is a run, the stroke their mean."
	if t.Over == "seeds" {
		note += " A seed draws the split and the first weights."
	}

	// A note on the start of all runs, warnings about one class and about a small test set, then the sources of the published accuracies.
	note += fromStartNote("All are", s) + oneClassRuns(r, view.Classes(s.Graph)) + view.SmallTest(s.Graph)
	if published {
		note += " Published: " + words.Either(t.Splits, "peers, of NSD the best, on these splits, with the source in the tooltip; ", "") +
			"SGPC as in its paper: 20 random labels a class, which no WebKB set has in every class."
	}
	return note
}

// oneClassRuns returns a warning for each model that predicts the same class for every node in a run, or "" if there is none. If a model
// has several such runs, the warning is about the first.
func oneClassRuns(r *lab.Results, classes []view.Class) (text string) {
	warned := map[string]bool{}
	for k, job := range r.Jobs {
		ended := k < len(r.Report.Results) && r.Report.Results[k].Done
		if !ended || warned[job.Label] {
			continue
		}
		warning := view.OneClassWarning(job.Label+", "+job.Split+",", r.Report.Results[k].Outcome.Pred, classes)
		if warning != "" {
			text += warning
			warned[job.Label] = true
		}
	}
	return text
}

// View returns the results panel: a sentence on the best models, then the table and the other sections. If the page shows the heat maps or
// the triangles alone, the sentence is about this figure.
func View(s *state.State) view.Inspector {
	v := view.Inspector{Title: []view.TitlePart{{Text: "Results", Slot: -2}}, // −2: no mark of a class
		Sub: "several models on the loaded graph", Lead: tableLead(s), TestID: "inspector-results"}

	if s.Figure.Name == state.FigureHeat { // package inspector removes the other sections
		v.Sub, v.Lead = "generated graphs, whatever graph is loaded", heatLead(s)
	}
	if s.Figure.Name == state.FigureTriangles {
		v.Sub, v.Lead = "stored, whatever graph is loaded", view.Say("One network, two tasks on one graph: how far do its maps turn a vector "+
			"once round a triangle?")
		v.Body.Figures = []view.Figure{{ID: "triangles", TestID: "triangles", Title: "Angles of all triangles", Data: Triangles{}}}
		return v
	}
	v.Body.Figures = resultsFigures(s)
	return v
}

// resultsFigures returns the sections of the results panel: the table, the dial, the study of depth, the search for settings, and the heat
// maps. A requested search precedes the table. The comparisons of the table's runs follow the table.
func resultsFigures(s *state.State) []view.Figure {
	figures := []view.Figure{{ID: "results", Of: "mean of the runs; “as set”: by settings of the page", Data: NewTable(s)},
		{ID: "dial", Title: "From a graph to a sheaf",
			Sub: "one network, five families of maps", Of: "one run of each, chosen on validation", Data: NewDial(s)},
		depthFigure(s),
		{ID: "tune", Title: "Settings by validation", Of: "mean on validation nodes, of settings chosen by it", Data: NewTune(s)},
		heatFigure(s)}
	search := &s.Lab.Tune
	searchRequested := search.Splits > 0 || search.Error != "" // Splits is 0 before the first search
	if searchRequested {
		// Move the search to the front.
		figures[0], figures[1], figures[2], figures[3] = figures[3], figures[0], figures[1], figures[2]
	}

	// The comparisons exist once the runs of a split have ended.
	comparisons := mistakesFigures(s)
	if a := newAlone(s); len(a.Rows) > 0 {
		comparisons = append([]view.Figure{{ID: "alone", Title: "Right in one model alone",
			Sub: "test nodes, by " + strings.TrimSuffix(s.Lab.Results.Over, "s"), Data: a}}, comparisons...) // "by split" or "by seed"
	}
	next := 1 + slices.IndexFunc(figures, func(f view.Figure) bool { return f.ID == "results" }) // the place after the table
	upToTable, others := figures[:next], figures[next:]
	return append(append(append([]view.Figure{}, upToTable...), comparisons...), others...)
}

// tableLead returns the sentence on the best two models of the table, or on the only model with an accuracy. Before the first accuracy it
// returns a sentence on the runs under way, or the request to train.
func tableLead(s *state.State) []view.Span {
	t := s.Lab.Results.Table()
	running := s.Lab.Work == lab.ForResults
	best, second := bestRows(t.Rows)
	switch {
	case best < 0 && running: // no row has a mean
		return view.Say("The first runs are under way; the table fills as they end.")
	case best < 0:
		_, names, over := lab.RunsOver(s.LabSubject(), s.Lab.Results.Runs)
		return view.Say("Train the chosen models on *", runCount(len(names), over),
			"* of "+s.Graph.Name+", side by side in workers of their own."+settingsOf(s))
	case second < 0: // one row has a mean
		row := t.Rows[best]
		return view.Say(row.Label+" has a mean of *", words.Percents(row.Mean, 1), "* over "+runCount(row.N, t.Over)+".")
	}

	// Two rows or more have a mean.
	a, b := t.Rows[best], t.Rows[second]
	if a.Mean == b.Mean {
		return view.Say(a.Label+" and "+b.Label+" lead with a mean of *", words.Percents(a.Mean, 1), "* over "+
			runCount(min(a.N, b.N), t.Over)+".")
	}
	verb := words.Either(running, " is ahead with a mean of *", " leads with a mean of *")
	return view.Say(a.Label+verb, words.Percents(a.Mean, 1), "* over "+runCount(a.N, t.Over)+"; next is "+b.Label+" with *",
		words.Percents(b.Mean, 1), "*.")
}

// bestRows returns the indices of the rows with the best and with the second best mean. An index is −1 if too few rows have a mean.
func bestRows(rows []lab.Standing) (best, second int) {
	best, second = -1, -1
	for k, row := range rows {
		switch {
		case row.N == 0: // no mean
		case best < 0 || row.Mean > rows[best].Mean:
			best, second = k, best
		case second < 0 || row.Mean > rows[second].Mean:
			second = k
		}
	}
	return best, second
}

// Triangles selects the figure of the lesson on triangles. The island, code in assets/src, draws it from the stored rows of a study.
type Triangles struct{}

// settingsOf returns a sentence on the settings of SGPC in the runs of the table, with a space in front. SGPC has the settings of the
// page's run if the page shows a run of SGPC as in the paper (State.HasMethod), and the recipe of this run has settings (lab.OwnSettings).
// In all other cases validation has chosen the settings.
func settingsOf(s *state.State) string {
	if s.HasMethod() && lab.OwnSettings(s.Recipe.Setup) {
		return " SGPC has the settings of the run on the page."
	}
	return " SGPC has the settings that validation chose for such graphs."
}

// runCount formats a number with a plural noun, for example "3 seeds". For 1 the noun loses its "s".
func runCount(n int, plural string) string {
	noun := plural
	if n == 1 {
		noun = strings.TrimSuffix(plural, "s")
	}
	return view.Int(n) + " " + noun
}

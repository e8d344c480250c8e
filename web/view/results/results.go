// Package results has the view models of several runs: accuracies over splits, models by depth and by their maps, the search for
// settings, the comparison of two runs, and the paper's table and figures.
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

// Model is the view model of the results panel.
type Model struct {
	Models []lab.Choice `json:"models"`
	// Runs lists the selectable numbers of runs; Count is the selected one.
	Runs    []Runs `json:"runs"`
	Count   int    `json:"count"`
	Running bool   `json:"running"`
	// Fraction is the progress in 0..1; Left is the remaining time.
	Fraction view.F      `json:"fraction"`
	Left     string      `json:"left"`
	Note     string      `json:"note,omitempty"`
	Rows     []TableLine `json:"rows"`
	// Low and High are the ends of the axis of the dots, in per cent.
	Low       view.F `json:"low"`
	High      view.F `json:"high"`
	Published bool   `json:"published"`
	// Mistakes reports that a run has predicted every node.
	Mistakes bool `json:"mistakes,omitempty"`
	// Maps is the run's setting "maps", "" for a model without it.
	Maps string `json:"maps"`
}

// Runs is a selectable number of splits or seeds.
type Runs struct {
	Value int    `json:"v"`
	Label string `json:"l"`
}

// TableLine is a row of the table, in per cent.
type TableLine struct {
	Key       string `json:"key"`
	Label     string `json:"label"`
	Dots      []Dot  `json:"dots"`
	Done      int    `json:"done"`
	N         int    `json:"n"`
	Mean      view.F `json:"mean"`
	Std       view.F `json:"std"`
	Text      string `json:"text"`
	Best      bool   `json:"best"`
	Seconds   string `json:"seconds"`
	Published string `json:"published"`
	Source    string `json:"source"`
	Failed    string `json:"failed,omitempty"`
}

// Dot is a finished run.
type Dot struct {
	V    view.F `json:"v"`
	Name string `json:"name"`
}

// untrained notes that runs do not start from the weights of a file with which the page's run was opened, "" without such a file.
func untrained(who string, s *state.State) string {
	file := s.LabSubject().Recipe.Net.File
	return words.Either(file == "", "", " "+who+" trained from the start, without the weights of "+file+".")
}

// NewTable returns the table.
func NewTable(s *state.State) Model {
	r := &s.Lab.Results
	m := Model{Rows: []TableLine{}, Running: s.Lab.Work == lab.ForResults, Fraction: view.F(r.Report.Fraction), Count: r.Runs,
		Models:   r.Models,
		Mistakes: r.Mistakes != nil}
	on := s.LabSubject()
	if lab.HasMaps(on.Recipe) {
		m.Maps = s.Config.Maps
	}
	all, _, over := lab.RunsOver(on, 0)
	m.Runs = []Runs{{0, view.Int(len(all)) + " " + over}}
	if over == "seeds" {
		m.Runs = append(m.Runs, Runs{3, "3 seeds"}, Runs{10, "10 seeds"})
	} else {
		m.Runs[0].Label = "all " + m.Runs[0].Label
		for _, k := range []int{3, 5} {
			if k < len(all) {
				m.Runs = append(m.Runs, Runs{k, "first " + view.Int(k)})
			}
		}
	}
	t := r.Table()
	lo, hi := 100.0, 0.0
	for _, row := range t.Rows {
		x := TableLine{Key: row.Key, Label: row.Label, N: row.N, Done: row.N + row.Failed, Mean: view.F(row.Mean), Std: view.F(row.Std),
			Best: row.Best,
			Text: "–", Published: "–", Source: row.Source, Dots: []Dot{}}
		for _, d := range row.Dots {
			if d.Failed == lab.NoTest {
				x.Text = lab.NoTest
			} else if d.Failed != "" {
				x.Failed = d.Split + ": " + d.Failed
			} else if d.Done {
				x.Dots = append(x.Dots, Dot{view.F(d.Test), d.Split + ": " + words.Percents(d.Test, 1)})
				lo, hi = min(lo, d.Test), max(hi, d.Test)
			}
		}
		if row.N > 0 {
			x.Text = row.Summary.String()
			x.Seconds = view.Fix(row.Seconds, 1) + " s"
		}
		if row.Published > 0 {
			x.Published = strconv.FormatFloat(row.Published, 'f', 1, 64)
			m.Published = true
			lo, hi = min(lo, row.Published), max(hi, row.Published)
		}
		m.Rows = append(m.Rows, x)
	}
	if lo > hi {
		lo, hi = 0, 100
	}
	m.Low, m.High = view.F(max(0, 10*float64(int(lo/10)))), view.F(min(100, 10*float64(int(hi/10)+1)))
	if m.Running {
		m.Left = view.RunsLeft(&r.Report)
	}
	if len(r.Jobs) > 0 {
		m.Note = r.Graph + ". Test accuracy in % at the epoch that validation chose, mean ± standard deviation over " + t.Over +
			"; a dot is a run, the stroke their mean."
		if t.Over == "seeds" {
			m.Note += " A seed draws the split and the first weights."
		}
		m.Note += untrained("All are", s) + flatRuns(r, view.Classes(s.Graph))
		switch {
		case m.Published && t.Splits:
			m.Note += " Published: the peers and NSD (its best) as in Bodnar et al., 2022, on these splits; SGPC as in its paper: 20 random " +
				"labels a class, which no WebKB set has in every class."
		case m.Published:
			m.Note += " Published: SGPC as in its paper: 20 random labels a class, which no WebKB set has in every class."
		}
	}
	return m
}

// flatRuns names models that predict one class for every node in a run.
func flatRuns(r *lab.Results, cl []view.Class) (text string) {
	said := map[string]bool{}
	for k, j := range r.Jobs {
		if k >= len(r.Report.Results) || !r.Report.Results[k].Done || said[j.Label] {
			continue
		}
		if flat := view.OneClassWarning(j.Label+", "+j.Split+",", r.Report.Results[k].Outcome.Pred, cl); flat != "" {
			text, said[j.Label] = text+flat, true
		}
	}
	return text
}

// View returns the panel: a sentence on the best models, then the table and the other sections.
func View(s *state.State) view.Inspector {
	v := view.Inspector{Title: []view.TitlePart{{Text: "Results", Slot: -2}}, Sub: "several models on the loaded graph",
		TestID: "inspector-results"}
	r := &s.Lab.Results
	t := r.Table()
	best, second := -1, -1
	for k, row := range t.Rows {
		switch {
		case row.N == 0:
		case best < 0 || row.Mean > t.Rows[best].Mean:
			best, second = k, best
		case second < 0 || row.Mean > t.Rows[second].Mean:
			second = k
		}
	}
	switch {
	case best < 0 && s.Lab.Work == lab.ForResults:
		v.Lead = view.Say("The first runs are under way; the table fills as they end.")
	case best < 0:
		_, names, over := lab.RunsOver(s.LabSubject(), r.Runs)
		v.Lead = view.Say("Train the chosen models on *", view.Int(len(names))+" "+over,
			"* of "+s.Graph.Name+", side by side in workers of their own."+settingsOf(s))
	case second < 0:
		row := t.Rows[best]
		v.Lead = view.Say(row.Label+" has a mean of *", words.Percents(row.Mean, 1), "* over "+runCount(row.N, t.Over)+".")
	default:
		a, b := t.Rows[best], t.Rows[second]
		if a.Mean == b.Mean {
			v.Lead = view.Say(a.Label+" and "+b.Label+" lead with a mean of *", words.Percents(a.Mean, 1), "* over "+
				runCount(min(a.N, b.N), t.Over)+".")
			break
		}
		verb := words.Either(s.Lab.Work == lab.ForResults, " is ahead with a mean of *", " leads with a mean of *")
		v.Lead = view.Say(a.Label+verb, words.Percents(a.Mean, 1), "* over "+runCount(a.N, t.Over)+"; next is "+b.Label+" with *",
			words.Percents(b.Mean, 1), "*.")
	}
	if s.Figure.Name == state.FigureHeat {
		v.Sub, v.Lead = "generated graphs, whatever graph is loaded", heatLead(s)
	}
	if s.Figure.Name == state.FigureTriangles {
		v.Sub, v.Lead = "stored, whatever graph is loaded", view.Say("One network, two tasks on one graph: how far do its maps turn a vector "+
			"once round a triangle?")
		v.Body.Figures = []view.Figure{{ID: "triangles", TestID: "triangles", Title: "Angles of all triangles", Data: Triangles{}}}
		return v
	}
	of := words.Either(s.HasMethod() && lab.OwnSettings(s.Recipe.Setup), "the settings on the page",
		"default settings; SGPC: chosen on validation")
	_, splits, over := lab.RunsOver(s.LabSubject(), r.Runs)
	v.Body.Figures = []view.Figure{{ID: "results", Of: "mean of " + runCount(len(splits), over) + " by " + of, Data: NewTable(s)},
		{ID: "dial", Title: "From a graph to a sheaf",
			Sub: "one network, five families of maps", Of: "mean of the splits by default settings", Data: NewDial(s)},
		depthFigure(s),
		{ID: "tune", Title: "Settings by validation", Of: "mean on validation nodes, of settings chosen by it", Data: NewTune(s)},
		heatFigure(s)}
	if u := &s.Lab.Tune; u.Splits > 0 || u.Error != "" { // a requested search comes first
		f := v.Body.Figures
		f[0], f[1], f[2], f[3] = f[3], f[0], f[1], f[2]
	}
	more := mistakesFigures(s)
	if a := newAlone(s); len(a.Rows) > 0 {
		more = append([]view.Figure{{ID: "alone", Title: "Right in one model alone",
			Sub: "test nodes, by " + strings.TrimSuffix(r.Over, "s"), Data: a}}, more...)
	}
	k := slices.IndexFunc(v.Body.Figures, func(f view.Figure) bool { return f.ID == "results" })
	v.Body.Figures = slices.Concat(v.Body.Figures[:k+1], more, v.Body.Figures[k+1:])
	return v
}

// Triangles is the figure of the lesson on triangles, drawn from the stored rows of their study.
type Triangles struct{}

// settingsOf names the origin of SGPC's settings in the table.
func settingsOf(s *state.State) string {
	if s.HasMethod() && lab.OwnSettings(s.Recipe.Setup) {
		return " SGPC has the settings of the run on the page."
	}
	return " SGPC has the settings that validation chose for such graphs."
}

// runCount formats "3 seeds" or "1 seed".
func runCount(n int, what string) string {
	if n == 1 {
		what = strings.TrimSuffix(what, "s")
	}
	return view.Int(n) + " " + what
}

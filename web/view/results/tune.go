package results

import (
	"cmp"
	"sort"
	"strconv"

	"sheafscope/core/tune"
	"sheafscope/core/words"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Tune is the view model of the search for settings.
type Tune struct {
	Lead    string `json:"lead"`
	Running bool   `json:"running"`
	// Off reports that no search can start.
	Off bool `json:"off"`
	// Fraction is the progress in 0..1; Left describes it with the remaining time.
	Fraction view.F `json:"fraction"`
	Left     string `json:"left"`
	// Rows are the configurations, the best first.
	Rows []TuneRow `json:"rows"`
}

// TuneRow is a configuration with its mean validation accuracy in per cent and its number of runs.
type TuneRow struct {
	Name   string `json:"name"`
	Val    string `json:"val"`
	Runs   string `json:"runs"`
	Why    string `json:"why"`
	Chosen bool   `json:"chosen"`
}

// NewTune returns the search. Configurations are ordered by the runs and epochs of their last rung, then by mean validation
// accuracy.
func NewTune(s *state.State) Tune {
	t := &s.Lab.Tune
	m := Tune{Rows: []TuneRow{}, Running: s.Lab.Work == lab.ForTune, Off: s.Lab.Work == lab.ForResults}
	switch {
	case m.Running && !t.Training():
		m.Left = "reading the splits"
	case m.Running:
		done := t.Done + t.Report.Done
		m.Left = "run " + view.Int(done) + " of about " + view.Int(t.All)
		m.Fraction = view.F(float64(done) / float64(max(1, t.All)))
		if least, most := t.Left(); least >= 0 {
			m.Left += ", " + view.DurationRange(least, most)
		}
	}
	order := make([]int, len(t.Trials))
	for k := range order {
		order[k] = k
	}
	sort.SliceStable(order, func(a, b int) bool {
		x, y := t.Trials[order[a]], t.Trials[order[b]]
		return cmp.Or(cmp.Compare(lastRung(y).Runs, lastRung(x).Runs), cmp.Compare(lastRung(y).Epochs, lastRung(x).Epochs),
			cmp.Compare(y.ValMean, x.ValMean)) < 0
	})
	for _, k := range order {
		x := t.Trials[k]
		r := TuneRow{Name: x.From, Val: "–", Chosen: k == t.Chosen, Why: lab.FormatSettings(x.Settings)}
		if x.Failed != "" {
			r.Val, r.Why = "failed", x.Failed
		} else if n := lastRung(x); n.Runs > 0 {
			r.Val, r.Runs = view.Fix(100*x.ValMean, 1), strconv.Itoa(n.Runs)
			if n.Epochs > 0 {
				r.Runs += " × " + view.Int(n.Epochs)
			}
		}
		m.Rows = append(m.Rows, r)
	}
	m.Lead = tuneLead(s)
	return m
}

// lastRung returns the rung of a configuration's mean, the zero value before its first run.
func lastRung(t tune.Candidate) tune.Rung {
	if n := len(t.Rungs); n > 0 && t.Failed == "" {
		return t.Rungs[n-1]
	}
	return tune.Rung{}
}

// tuneLead describes the search or its choice.
func tuneLead(s *state.State) string {
	t := &s.Lab.Tune
	own := s.Recipe.Tuned
	switch {
	case t.Error != "":
		return "The search has failed: " + t.Error + "."
	case s.Lab.Work == lab.ForTune:
		return "Configurations of SGPC train on " + runCount(t.Splits, t.Over) +
			", without test nodes and their labels. After each rung the " +
			"best by mean validation accuracy go on with more runs."
	case t.Cancelled:
		return "The search was cancelled; the run keeps its settings."
	case t.Chosen >= 0:
		text := "Of " + view.Int(len(t.Trials)) + " configurations “" + t.Trials[t.Chosen].From +
			"” is best: mean validation accuracy " + tune.Judged(t.Tuned.Version) + ": " +
			words.Percent(t.Trials[t.Chosen].ValMean, 1) + " over " + runCount(lastRung(t.Trials[t.Chosen]).Runs, "runs") +
			". The run on the page has its settings. No test label was read."
		if !t.Sheaf {
			text += " It has no sheaf: diffusion and frequency mixing are off."
		}
		if t.Lost > 0 {
			text += " " + t.LostText()
		}
		return text
	case own.Tried > 0 && s.MethodShown() == state.MethodAuto:
		text := "A search over " + view.Int(own.Tried) + " configurations chose these settings: mean validation accuracy " +
			words.Percent(own.Val, 1) +
			". They are in the link; the same search gives them again."
		if !tune.HasSheaf(s.Config) {
			text += " They have no sheaf: diffusion and frequency mixing are off."
		}
		return text
	}
	return "Try up to " + view.Int(tune.MaxTried) + " configurations of SGPC on this graph and take the best by mean validation accuracy " +
		"over runs, " + tune.Judged(tune.Version) + ", with or without a sheaf. Test labels are not read."
}

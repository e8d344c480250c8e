package results

// This file has the search for settings on the validation nodes. The search trains many configurations with few runs and few epochs. After
// each round it drops the worst configurations, adds changed copies of the best, or trains the best with more runs and epochs.

import (
	"cmp"
	"maps"
	"sort"
	"strconv"

	"sheafscope/core/tune"
	"sheafscope/core/words"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Tune is the view model of the search for settings on the validation nodes.
type Tune struct {
	Lead string `json:"lead"` // sentences on the state or the outcome of the search
	// Running reports that the search proceeds. Off disables the button of a search while the table of results is trained. During all other
	// work of the workers, a click on the button is answered by a refusal.
	Running bool `json:"running"`
	Off     bool `json:"off"`
	// Fraction is the progress in 0..1. Left describes the progress and, if it is known, the remaining time. It is "" unless the search
	// proceeds.
	Fraction view.F    `json:"fraction"`
	Left     string    `json:"left"`
	Rows     []TuneRow `json:"rows"` // the configurations, the best first
}

// TuneRow is a configuration: its name, its mean validation accuracy in per cent, its runs, and its settings (Why). Chosen reports that the
// search has chosen the configuration.
//   - Runs is "3 × 50" for 3 runs of 50 epochs at most, and "3" if only the settings limit the epochs.
//   - If the configuration failed, Val is "failed", Runs is "", and Why is the reason.
//   - If the configuration has not run, Val is "–" and Runs is "".
type TuneRow struct {
	Name   string `json:"name"`
	Val    string `json:"val"`
	Runs   string `json:"runs"`
	Why    string `json:"why"`
	Chosen bool   `json:"chosen"`
}

// NewTune returns the search with its configurations, the best first. A rung is a round of the search, in which each remaining
// configuration has a number of runs and epochs. A configuration is better if its last rung has more runs or, for equal runs, more epochs:
// it has passed more rounds. For equal rungs the mean validation accuracy decides.
func NewTune(s *state.State) Tune {
	t := &s.Lab.Tune
	m := Tune{Rows: []TuneRow{}, Running: s.Lab.Work == lab.ForTune, Off: s.Lab.Work == lab.ForResults}
	switch {
	case m.Running && !t.Training():
		m.Left = "reading the splits"
	case m.Running:
		done := t.Done + t.Report.Done // runs of earlier rounds, and of the present round
		m.Left = "run " + view.Int(done) + " of about " + view.Int(t.All)
		m.Fraction = view.F(float64(done) / float64(max(1, t.All)))
		if least, most := t.Left(); least >= 0 { // negative without an estimate
			m.Left += ", " + view.DurationRange(least, most)
		}
	}

	// The configurations, the best first. Those that have failed or have not run have an empty rung, and come last.
	order := make([]int, len(t.Trials))
	for k := range order {
		order[k] = k
	}
	sort.SliceStable(order, func(a, b int) bool {
		first, second := t.Trials[order[a]], t.Trials[order[b]]
		rung1, rung2 := lastRung(first), lastRung(second)
		return cmp.Or(cmp.Compare(rung2.Runs, rung1.Runs), cmp.Compare(rung2.Epochs, rung1.Epochs),
			cmp.Compare(second.ValMean, first.ValMean)) < 0
	})
	for _, k := range order {
		trial := t.Trials[k]
		row := TuneRow{Name: trial.From, Val: "–", Chosen: k == t.Chosen, Why: lab.FormatSettings(trial.Settings)}
		rung := lastRung(trial)
		switch {
		case trial.Failed != "":
			row.Val, row.Why = "failed", trial.Failed
		case rung.Runs > 0:
			row.Val, row.Runs = view.Fix(100*trial.ValMean, 1), strconv.Itoa(rung.Runs)
			if rung.Epochs > 0 { // with 0 only the settings limit the epochs
				row.Runs += " × " + view.Int(rung.Epochs)
			}
		}
		m.Rows = append(m.Rows, row)
	}
	m.Lead = tuneLead(s)
	return m
}

// lastRung returns the last rung of a configuration, from which its mean comes. The rung is empty if the configuration has not run or has
// failed.
func lastRung(c tune.Candidate) tune.Rung {
	if n := len(c.Rungs); n > 0 && c.Failed == "" {
		return c.Rungs[n-1]
	}
	return tune.Rung{}
}

// tuneLead returns sentences on the search of the page. Without such a search, the sentences are about the earlier search that chose the
// settings of the run or, without an earlier search, about the purpose of a search.
func tuneLead(s *state.State) string {
	t := &s.Lab.Tune
	tuned := s.Recipe.Tuned // the earlier search from which the settings of the run come
	switch {
	// A search on this page.
	case t.Error != "":
		return "The search has failed: " + t.Error + "."
	case s.Lab.Work == lab.ForTune:
		return "Configurations of SGPC train on " + runCount(t.Splits, t.Over) +
			", without test nodes and their labels. After each rung the best by mean validation accuracy go on with more runs."
	case t.Cancelled:
		return "The search was cancelled; the run keeps its settings."
	case t.Chosen >= 0:
		best := t.Trials[t.Chosen]
		text := "Of " + words.Count(len(t.Trials), "configuration") + " “" + best.From +
			"” is best: mean validation accuracy " + tune.Judged(t.Tuned.Version) + ": " +
			words.Percent(best.ValMean, 1) + " over " + runCount(lastRung(best).Runs, "runs") +
			". No test label was read."
		if s.HasMethod() && maps.Equal(s.Recipe.Settings, t.Settings) { // false after a change by the user
			text += " The run on the page has its settings."
		}
		if !t.Sheaf {
			text += " It has no sheaf: diffusion and frequency mixing are off."
		}
		if t.Lost > 0 {
			text += " " + t.LostText()
		}
		return text

	// The search that chose the settings of the link.
	case tuned.Tried > 0 && s.MethodShown() == state.MethodAuto: // MethodAuto stands for settings of a search
		text := "A search over " + words.Count(tuned.Tried, "configuration") + " chose these settings: mean validation accuracy " +
			words.Percent(tuned.Val, 1) + ". They are in the link; the same search gives them again."
		if !tune.HasSheaf(s.Config) {
			text += " They have no sheaf: diffusion and frequency mixing are off."
		}
		return text
	}
	return "Try up to " + view.Int(tune.MaxTried) + " configurations of SGPC on this graph and take the best by mean validation accuracy " +
		"over runs, " + tune.Judged(tune.Version) + ", with or without a sheaf. Test labels are not read."
}

package lab

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/tables"
	"sheafscope/core/words"
)

// Dot is one run of a row. Test is the test accuracy in per cent, Failed the reason of a failure.
type Dot struct {
	Split  string
	Test   float64
	Done   bool
	Failed string
}

// NoTest is the reason why a successful run has no test accuracy.
const NoTest = "no test nodes"

// Standing is the row of a model. The embedded Summary is that of the test accuracies of the finished runs, in per cent.
type Standing struct {
	Key, Label string
	Dots       []Dot
	tables.Summary
	Val     float64 // mean validation accuracy in per cent
	Seconds float64 // mean training time in seconds
	Failed  int     // number of failed runs
	Best    bool    // the mean is the best of the table
	// Published is the accuracy in a paper in per cent, 0 if no paper has one. Source names the paper.
	Published float64
	Source    string
}

// Tally is the table. It has a row for each model, in the order of the jobs.
type Tally struct {
	Graph, Set, Over string
	Runs             int
	Splits           bool
	Rows             []Standing
}

// Table computes the table of the finished runs. After all runs have ended, the best mean of the rows without failures is marked. Equal
// best means are all marked.
func (r *Results) Table() Tally {
	t := Tally{Graph: r.Graph, Set: r.Set, Over: r.Over, Splits: r.Splits}
	at := map[string]int{} // index of the row by model
	open := false          // a run has not ended
	var test, val, seconds [][]float64
	for i, j := range r.Jobs {
		k, ok := at[j.Model]
		if !ok {
			k = len(t.Rows)
			at[j.Model] = k
			t.Rows = append(t.Rows, Standing{Key: j.Model, Label: j.Label})
			test, val, seconds = append(test, nil), append(val, nil), append(seconds, nil)
		}
		row := &t.Rows[k]
		res := r.result(i)
		d := Dot{Split: j.Split, Done: res.Done, Failed: res.Err}
		switch {
		case res.Err != "":
			row.Failed++
		case res.Done && res.Outcome.Test >= 0:
			d.Test = 100 * res.Outcome.Test
			test[k] = append(test[k], d.Test)
			val[k], seconds[k] = append(val[k], 100*res.Outcome.Val), append(seconds[k], res.Outcome.Seconds)
		case res.Done:
			row.Failed++
			d.Failed = NoTest
		}
		open = open || !d.Done
		row.Dots = append(row.Dots, d)
	}
	// Means, and published accuracies.
	best := math.Inf(-1)
	for k := range t.Rows {
		row := &t.Rows[k]
		t.Runs = max(t.Runs, len(row.Dots))
		row.Summary = tables.Summarize(test[k])
		row.Val, row.Seconds = tables.Summarize(val[k]).Mean, tables.Summarize(seconds[k]).Mean
		if row.N == len(row.Dots) {
			best = max(best, row.Mean)
		}
		model, _, _ := strings.Cut(row.Key, "/")
		paper := peer.Reported(model, peer.Comparison(t.Splits))
		row.Published = paper.Of(t.Set)
		if row.Published > 0 {
			row.Source = paper.Source
		}
	}
	for k := range t.Rows {
		row := &t.Rows[k]
		isComplete := row.N == len(row.Dots)
		row.Best = !open && len(t.Rows) > 1 && isComplete && row.Mean == best
	}
	return t
}

// Markdown returns the table as Markdown.
func (t Tally) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d %s. Test accuracy at the best epoch by validation, mean ± sample standard deviation, in percent.\n\n", t.Graph,
		t.Runs, t.Over)
	var rows [][]string
	for _, r := range t.Rows {
		test, val, paper := r.Summary.String(), "–", "–"
		if r.N > 0 && r.Val >= 0 {
			val = words.Fixed(r.Val, 1)
		}
		if r.Best {
			test = "**" + test + "**"
		}
		if r.Published > 0 {
			paper = strconv.FormatFloat(r.Published, 'f', -1, 64) + " (" + r.Source + ")"
		}
		rows = append(rows, []string{r.Label, test, val, strconv.Itoa(r.N), paper})
	}
	b.WriteString(tables.Markdown([]string{"Model", "Test", "Validation", "Runs", "Published"}, rows))
	return b.String()
}

// CSV returns one line for each finished run, in the order of the jobs.
func (r *Results) CSV() string {
	var t tables.CSV
	t.Text("graph", "model", "run", "seed", "validation", "test", "best_epoch", "epochs", "seconds", "error")
	t.End()
	for i, j := range r.Jobs {
		res := r.result(i)
		if !res.Done {
			continue
		}
		t.Text(r.Graph, j.Label, j.Split, strconv.FormatUint(j.Request.Run.Seed, 10))
		if o := res.Outcome; res.Err != "" {
			t.Blank(5)
		} else {
			t.Share(o.Val, -1)
			t.Share(o.Test, -1)
			t.Int(o.BestEpoch)
			t.Int(o.Epochs)
			t.Number(o.Seconds, -1)
		}
		t.Text(res.Err)
		t.End()
	}
	return string(t.File())
}

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

// This file computes the table of results from the finished runs, and formats the table.

// Dot is one run of a row.
type Dot struct {
	Split  string  // the name of the split or seed
	Test   float64 // the test accuracy in per cent, 0 if the run has none
	Done   bool    // the run has ended
	Failed string  // the reason of a failure, [NoTest] for a run without test nodes, "" if the run has not failed
}

// NoTest is the reason why a successful run has no test accuracy.
const NoTest = "no test nodes"

// Standing is the row of a model. The embedded Summary summarises the test accuracies of the successful runs, in per cent. A run without
// test nodes counts as failed.
type Standing struct {
	// Key and Label are the key and the name of the model. Dots are its runs in the order of the splits.
	Key, Label string
	Dots       []Dot
	tables.Summary
	Val     float64 // mean validation accuracy in per cent of the successful runs that have one, −1 if none has
	Seconds float64 // mean training time in seconds, 0 without a successful run
	Failed  int     // number of failed runs
	Best    bool    // the mean is the best of the table, as [Results.Table] defines it
	// Published is the accuracy in a paper in per cent, or 0 if no paper has an accuracy. Source names the paper.
	Published float64
	Source    string
}

// Tally is the table. It has a row for each model, in the order of the jobs. Graph, Set, Over and Splits are copies of the fields of
// [Results]. Runs is the largest number of runs of a row.
type Tally struct {
	Graph, Set, Over string
	Runs             int
	Splits           bool
	Rows             []Standing
}

// Table computes the table of the finished runs. After all runs have ended, it marks the best mean of the rows without failures. Several
// equal best means are all marked. The only row of a table is not marked.
func (r *Results) Table() Tally {
	t := Tally{Graph: r.Graph, Set: r.Set, Over: r.Over, Splits: r.Splits}
	rowOf := map[string]int{} // index of the row by Job.Model
	unfinished := false       // a run has not ended

	// The dots of the rows, and the numbers of the successful runs by row.
	var test, val, seconds [][]float64
	for i, j := range r.Jobs {
		k, ok := rowOf[j.Model]
		if !ok { // the first job of a model
			k = len(t.Rows)
			rowOf[j.Model] = k
			t.Rows = append(t.Rows, Standing{Key: j.Model, Label: j.Label})
			test, val, seconds = append(test, nil), append(val, nil), append(seconds, nil)
		}
		row := &t.Rows[k]
		result := r.result(i)
		dot := Dot{Split: j.Split, Done: result.Done, Failed: result.Err}
		switch {
		case result.Err != "":
			row.Failed++
		case result.Done && result.Outcome.Test >= 0: // shares become per cent
			dot.Test = 100 * result.Outcome.Test
			test[k] = append(test[k], dot.Test)
			if result.Outcome.Val >= 0 { // another split may have no validation nodes
				val[k] = append(val[k], 100*result.Outcome.Val)
			}
			seconds[k] = append(seconds[k], result.Outcome.Seconds)
		case result.Done: // the accuracy of a split without test nodes is negative
			row.Failed++
			dot.Failed = NoTest
		}
		unfinished = unfinished || !dot.Done
		row.Dots = append(row.Dots, dot)
	}

	// Means, and published accuracies.
	best := math.Inf(-1)
	for k := range t.Rows {
		row := &t.Rows[k]
		t.Runs = max(t.Runs, len(row.Dots))
		row.Summary = tables.Summarize(test[k])
		row.Val, row.Seconds = -1, tables.Summarize(seconds[k]).Mean
		if len(val[k]) > 0 {
			row.Val = tables.Summarize(val[k]).Mean
		}
		if row.isComplete() { // a mean over fewer splits is not comparable
			best = max(best, row.Mean)
		}
		// The published accuracies of peers, the models other than SGPC, are comparable only with runs on the public splits.
		model, _, _ := strings.Cut(row.Key, "/") // a key such as "sgpc/code" ends with the reading
		paper := peer.Reported(model, peer.Comparison(t.Splits))
		row.Published = paper.Of(t.Set) // 0 without a published accuracy; a key such as "sgpc+zero" names no model
		if row.Published > 0 {
			row.Source = paper.Source
		}
	}
	if unfinished || len(t.Rows) < 2 {
		return t
	}
	for k := range t.Rows {
		row := &t.Rows[k]
		row.Best = row.isComplete() && row.Mean == best
	}
	return t
}

// isComplete reports whether all runs of the row have ended successfully.
func (s *Standing) isComplete() bool { return s.N == len(s.Dots) }

// Markdown returns the table as Markdown, with a sentence that defines its numbers. A dash stands for a missing number. The best mean is
// bold.
func (t Tally) Markdown() string {
	var b strings.Builder
	over := t.Over
	if t.Runs == 1 {
		over = strings.TrimSuffix(over, "s")
	}
	fmt.Fprintf(&b, "%s, %d %s. Test accuracy at the best epoch by validation, mean ± sample standard deviation, in percent.\n\n", t.Graph,
		t.Runs, over)
	var rows [][]string
	for _, r := range t.Rows {
		test, val, paper := r.Summary.String(), "–", "–"
		if r.Val >= 0 {
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

// CSV returns the finished runs as CSV, one line for each run in the order of the jobs, for example:
//
//	Cora,GCN,split 3,0,0.81,0.79,40,200,1.2,
//
// Accuracies are shares from 0 to 1. An accuracy without labelled nodes is an empty cell. A failed run has the error in
// place of the results.
func (r *Results) CSV() string {
	var t tables.CSV
	t.Text("graph", "model", "run", "seed", "validation", "test", "best_epoch", "epochs", "seconds", "error")
	t.End()
	for i, j := range r.Jobs {
		result := r.result(i)
		if !result.Done {
			continue
		}
		t.Text(r.Graph, j.Label, j.Split, strconv.FormatUint(j.Request.Run.Seed, 10))
		if result.Err != "" {
			t.Blank(5) // the columns from validation to seconds
		} else {
			outcome := &result.Outcome
			t.Share(outcome.Val, -1) // −1: all digits
			t.Share(outcome.Test, -1)
			t.Int(outcome.BestEpoch)
			t.Int(outcome.Epochs)
			t.Number(outcome.Seconds, -1)
		}
		t.Text(result.Err)
		t.End()
	}
	return string(t.File())
}

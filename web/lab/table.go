package lab

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/published"
)

// Dot is one run of a row: its test accuracy in percent.
type Dot struct {
	Split  string
	Test   float64
	Done   bool
	Failed string
}

// Row is a model of the table. Mean and Std are of the N finished runs, in percent.
type Row struct {
	Key, Label string
	Dots       []Dot
	N          int
	Mean, Std  float64
	Val        float64 // mean validation accuracy
	Seconds    float64 // mean training time
	Failed     int
	Best       bool
	// Published is the figure of a paper in percent, 0 for none; Source names it.
	Published float64
	Source    string
}

// Table is the results, one row for each model in the order of the choice.
type Table struct {
	Graph, Set, Over string
	Runs             int
	Splits           bool
	Rows             []Row
}

// papers names the published row that stands beside a model.
var papers = map[string]string{"sgpc": "SGPC, its paper", "sgpc/code": "SGPC, its paper", "nsd-diag": "NSD, best of its sheaves",
	"nsd-orth": "NSD, best of its sheaves", "nsd-general": "NSD, best of its sheaves",
	"h2gcn": peer.Label("h2gcn"), "gprgnn": peer.Label("gprgnn"), "gcnii": peer.Label("gcnii"), "gat": peer.Label("gat"),
	"gcn": peer.Label("gcn"), "mlp": peer.Label("mlp")}

// Table makes the table of what is finished. The best mean of the complete
// rows is marked; a tie marks both.
func (r *Results) Table() Table {
	t := Table{Graph: r.Graph, Set: r.Set, Over: r.Over, Splits: r.Splits}
	at := map[string]int{}
	var val, seconds []float64
	for i, j := range r.Jobs {
		k, ok := at[j.Model]
		if !ok {
			k = len(t.Rows)
			at[j.Model] = k
			t.Rows = append(t.Rows, Row{Key: j.Model, Label: j.Label})
			val, seconds = append(val, 0), append(seconds, 0)
		}
		row := &t.Rows[k]
		d := Dot{Split: j.Split}
		if i < len(r.Report.Results) {
			res := r.Report.Results[i]
			d.Done, d.Failed = res.Done, res.Err
			switch {
			case res.Err != "":
				row.Failed++
			case res.Done && res.Outcome.Test >= 0:
				d.Test = 100 * res.Outcome.Test
				row.N++
				row.Mean += d.Test
				val[k] += 100 * res.Outcome.Val
				seconds[k] += res.Outcome.Seconds
			case res.Done:
				row.Failed++
				d.Failed = "the test set is empty"
			}
		}
		row.Dots = append(row.Dots, d)
	}
	best := math.Inf(-1)
	for k := range t.Rows {
		row := &t.Rows[k]
		t.Runs = max(t.Runs, len(row.Dots))
		if row.N > 0 {
			row.Mean /= float64(row.N)
			row.Val, row.Seconds = val[k]/float64(row.N), seconds[k]/float64(row.N)
		}
		sum := 0.0
		for _, d := range row.Dots {
			if d.Done && d.Failed == "" {
				sum += (d.Test - row.Mean) * (d.Test - row.Mean)
			}
		}
		if row.N > 1 {
			row.Std = math.Sqrt(sum / float64(row.N-1))
		}
		if row.N == len(row.Dots) {
			best = max(best, row.Mean)
		}
		for _, p := range published.Rows(t.Splits) {
			if t.Set != "" && p.Name == papers[row.Key] && p.Mean[t.Set] > 0 {
				row.Published, row.Source = p.Mean[t.Set], p.Source
			}
		}
	}
	for k := range t.Rows {
		t.Rows[k].Best = len(t.Rows) > 1 && t.Rows[k].N == len(t.Rows[k].Dots) && t.Rows[k].Mean == best
	}
	return t
}

// Markdown writes the table as Markdown.
func (t Table) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d %s. Test accuracy at the best epoch by validation, mean ± sample standard deviation, in percent.\n\n", t.Graph,
		t.Runs, t.Over)
	b.WriteString("| Model | Test | Validation | Runs | Published |\n|---|---:|---:|---:|---:|\n")
	for _, r := range t.Rows {
		test, val, paper := "–", "–", "–"
		if r.N > 0 {
			test, val = fmt.Sprintf("%.1f ± %.1f", r.Mean, r.Std), fmt.Sprintf("%.1f", r.Val)
		}
		if r.Best {
			test = "**" + test + "**"
		}
		if r.Published > 0 {
			paper = strconv.FormatFloat(r.Published, 'f', -1, 64) + " (" + r.Source + ")"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %d | %s |\n", r.Label, test, val, r.N, paper)
	}
	return b.String()
}

// CSV writes one line for each run, in the order of the jobs.
func (r *Results) CSV() string {
	var b strings.Builder
	b.WriteString("graph,model,run,seed,validation,test,best_epoch,epochs,seconds,error\n")
	g := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	for i, j := range r.Jobs {
		if i >= len(r.Report.Results) || !r.Report.Results[i].Done {
			continue
		}
		res := r.Report.Results[i]
		o := res.Outcome
		fmt.Fprintf(&b, "%s,%s,%s,%d,", cell(r.Graph), cell(j.Label), cell(j.Split), j.Request.Recipe.Seed)
		if res.Err != "" {
			fmt.Fprintf(&b, ",,,,,%s\n", cell(res.Err))
			continue
		}
		fmt.Fprintf(&b, "%s,%s,%d,%d,%s,\n", g(o.Val), g(o.Test), o.BestEpoch, o.Epochs, g(o.Seconds))
	}
	return b.String()
}

// cell quotes a text for CSV; a spreadsheet must not take it for a formula.
func cell(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		s = "'" + s
	}
	if strings.ContainsAny(s, ",\"\n\r") {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}

package study

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/tables"
)

// Row is what a model came to on a data set, one line of the file that the page of accuracies is made of.
type Row struct {
	Dataset string `json:"dataset"`
	Model   string `json:"model"`
	// Protocol, Method ("auto", "nested", or one of method.Method), Splits, Seeds and Set are what was run; Dedup which copies were left out.
	Protocol string            `json:"protocol"`
	Method   string            `json:"method"`
	Splits   string            `json:"splits"`
	Seeds    string            `json:"seeds"`
	Set      map[string]string `json:"set,omitempty"`
	Dedup    string            `json:"dedup,omitempty"`
	// From and Settings are what was chosen on validation.
	From     string            `json:"from,omitempty"`
	Settings map[string]string `json:"settings,omitempty"`
	// Choices are what was chosen split by split. Overlap then is that of Overlap, and Tested the number of test nodes over that of all
	// other nodes of a split, both means over the splits.
	Choices []Choice `json:"choices,omitempty"`
	Overlap float64  `json:"overlap,omitempty"`
	Tested  float64  `json:"tested,omitempty"`
	// Version is that of ModelVersion, "" of a run before there were versions; Date the day, Command what makes it again.
	Version string `json:"version,omitempty"`
	Date    string `json:"date"`
	Command string `json:"command,omitempty"`
	// Val, Test and AUC are shares by split and seed, Test the accuracy; ECE is the mean calibration error.
	Val  []float64 `json:"val,omitempty"`
	Test []float64 `json:"test,omitempty"`
	AUC  []float64 `json:"auc,omitempty"`
	ECE  *float64  `json:"ece,omitempty"`
	// Seconds is how long the runs took, one after the other, without those of a search.
	Seconds float64 `json:"seconds,omitempty"`
	// Mean and Std of N runs in %, where the runs themselves are not at hand.
	Mean float64 `json:"mean,omitempty"`
	Std  float64 `json:"std,omitempty"`
	N    int     `json:"n,omitempty"`
}

// Summary is the mean test accuracy in %.
func (r *Row) Summary() tables.Summary {
	if r.Test == nil {
		return tables.Summary{N: r.N, Mean: r.Mean, Std: r.Std}
	}
	return tables.Summarize(percents(r.Test))
}

// what is run, of rows that may stand in one table.
func (r *Row) what() string {
	set := ""
	if len(r.Set) > 0 { // a file has no empty one
		text, _ := json.Marshal(r.Set) // sorted by name
		set = string(text)
	}
	return strings.Join([]string{r.Protocol, r.Method, r.Splits, r.Seeds, r.Dedup, set}, " ")
}

// RowsOf makes the rows of finished runs; row holds what all have in common, chosen what was chosen for them.
func RowsOf(results []Result, row Row, chosen []Chosen, version func(Cell) (string, error)) (out []Row, err error) {
	var splits [][]string
	var seeds [][]uint64
	for _, r := range results {
		if r.Outcome.Test < 0 {
			continue
		}
		k := slices.IndexFunc(out, func(q Row) bool { return q.Dataset == r.Cell.Dataset && q.Model == r.Cell.Model })
		if k < 0 {
			q := row
			q.Dataset, q.Model = r.Cell.Dataset, r.Cell.Model
			if q.Version, err = version(r.Cell); err != nil {
				return nil, err
			}
			for _, c := range chosen {
				if c.Dataset == q.Dataset && (c.Model == q.Model || c.Model == "" && q.Model == "sgpc") {
					if c.Split != "" {
						q.Choices = append(q.Choices, Choice{c.Split, c.From, c.Settings})
						continue
					}
					q.From, q.Settings = c.From, c.Settings
				}
			}
			out, splits, seeds = append(out, q), append(splits, nil), append(seeds, nil)
			k = len(out) - 1
		}
		q := &out[k]
		if !slices.Contains(splits[k], r.Cell.Split) {
			splits[k] = append(splits[k], r.Cell.Split)
		}
		if !slices.Contains(seeds[k], r.Cell.Seed) {
			seeds[k] = append(seeds[k], r.Cell.Seed)
		}
		q.Splits, q.Seeds = axis(splits[k]), axis(seeds[k])
		q.Test, q.Val = append(q.Test, short(r.Outcome.Test)), append(q.Val, short(r.Outcome.Val))
		q.Seconds = math.Round(1000*(q.Seconds+r.Outcome.Seconds)) / 1000
		if area := areaOf(r.Outcome); area >= 0 {
			q.AUC = append(q.AUC, short(area))
		}
		if e, ok := r.Outcome.Metrics["ece"]; ok {
			mean := 0.0
			if q.ECE != nil {
				mean = *q.ECE
			}
			mean += (e - mean) / float64(len(q.Test))
			q.ECE = &mean
		}
	}
	return out, nil
}

// axis writes what a table is over, "0-9" for 0, 1, …, 9.
func axis[T any](list []T) string {
	var texts []string
	run := true
	for k, v := range list {
		texts = append(texts, fmt.Sprint(v))
		first, err := strconv.Atoi(texts[0])
		run = run && err == nil && texts[k] == strconv.Itoa(first+k)
	}
	if run && len(list) > 1 {
		return texts[0] + "-" + texts[len(list)-1]
	}
	return strings.Join(texts, ",")
}

// ReadRows reads a file of rows; name is for its errors.
func ReadRows(name string, data []byte) (out []Row, err error) {
	n := 0
	for line := range bytes.Lines(data) {
		n++
		var r Row
		if err := json.Unmarshal(line, &r); err != nil || r.Dataset == "" || r.Model == "" || r.Date == "" {
			return nil, fmt.Errorf("%s:%d: no row with data set, model and date (delete the line, or give another file)", name, n)
		}
		out = append(out, r)
	}
	return out, nil
}

// withRows puts rows in the place of those of the same runs, of whatever version, or at the end.
func withRows(all, rows []Row) []Row {
	for _, r := range rows {
		same := func(q Row) bool { return q.Dataset == r.Dataset && q.Model == r.Model && q.what() == r.what() }
		if k := slices.IndexFunc(all, same); k >= 0 {
			all = append(all[:k:k], append([]Row{r}, slices.DeleteFunc(slices.Clone(all[k+1:]), same)...)...)
		} else {
			all = append(all, r)
		}
	}
	return all
}

// writeRows is the text of a file of rows.
func writeRows(rows []Row) ([]byte, error) {
	var b bytes.Buffer
	for _, r := range rows {
		line, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		b.Write(append(line, '\n'))
	}
	return b.Bytes(), nil
}

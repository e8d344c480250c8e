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

// Row is the result of a model on a data set, a line of the file from which the page of accuracies is made.
type Row struct {
	Dataset string `json:"dataset"`
	Model   string `json:"model"`
	// Protocol, Method ("auto", "nested" or a method.Method), Splits, Seeds, Set and Dedup are the flags of the runs.
	Protocol string            `json:"protocol"`
	Method   string            `json:"method"`
	Splits   string            `json:"splits"`
	Seeds    string            `json:"seeds"`
	Set      map[string]string `json:"set,omitempty"`
	Dedup    string            `json:"dedup,omitempty"`
	// From and Settings are the name and the settings of the configuration chosen on validation.
	From     string            `json:"from,omitempty"`
	Settings map[string]string `json:"settings,omitempty"`
	// Choices are the choices of each split, where the method is "nested".
	// Overlap and Tested are the results of [Overlap].
	Choices []Choice `json:"choices,omitempty"`
	Overlap float64  `json:"overlap,omitempty"`
	Tested  float64  `json:"tested,omitempty"`
	// Version is the ModelVersion of the runs, "" for old rows; Date is the day, and Command repeats the runs.
	Version string `json:"version,omitempty"`
	Date    string `json:"date"`
	Command string `json:"command,omitempty"`
	// Val and Test are accuracies and AUC areas under the ROC curve, in 0..1, by split and seed; ECE is the mean calibration error.
	Val  []float64 `json:"val,omitempty"`
	Test []float64 `json:"test,omitempty"`
	AUC  []float64 `json:"auc,omitempty"`
	ECE  *float64  `json:"ece,omitempty"`
	// Seconds is the total time of the runs, without a search.
	Seconds float64 `json:"seconds,omitempty"`
	// Mean and Std of N runs in per cent, for old rows without Test.
	Mean float64 `json:"mean,omitempty"`
	Std  float64 `json:"std,omitempty"`
	N    int     `json:"n,omitempty"`
}

// Summary returns the summary of the test accuracy, in per cent.
func (r *Row) Summary() tables.Summary {
	if r.Test == nil {
		return tables.Summary{N: r.N, Mean: r.Mean, Std: r.Std}
	}
	return tables.Summarize(percents(r.Test))
}

// runKey returns a key of the flags; rows with equal keys may share a table.
func (r *Row) runKey() string {
	set := ""
	if len(r.Set) > 0 { // nil and an empty map are equal
		text, _ := json.Marshal(r.Set) // encoding/json sorts the names
		set = string(text)
	}
	return strings.Join([]string{r.Protocol, r.Method, r.Splits, r.Seeds, r.Dedup, set}, " ")
}

// RowsOf returns a row for each data set and model of finished runs.
// row holds the common fields, and chosen the chosen settings.
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
		q.Splits, q.Seeds = rangeText(splits[k]), rangeText(seeds[k])
		q.Test, q.Val = append(q.Test, fiveDigits(r.Outcome.Test)), append(q.Val, fiveDigits(r.Outcome.Val))
		q.Seconds = math.Round(1000*(q.Seconds+r.Outcome.Seconds)) / 1000
		if area := aucOf(r.Outcome); area >= 0 {
			q.AUC = append(q.AUC, fiveDigits(area))
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

// rangeText returns a list as text, "0-9" for 0, 1, …, 9 and with commas otherwise.
func rangeText[T any](list []T) string {
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

// ReadRows returns the rows of a file; name is its name in errors.
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

// replaceRows returns all with rows in place of those of the same runs, of any version, or appended.
func replaceRows(all, rows []Row) []Row {
	for _, r := range rows {
		same := func(q Row) bool { return q.Dataset == r.Dataset && q.Model == r.Model && q.runKey() == r.runKey() }
		if k := slices.IndexFunc(all, same); k >= 0 {
			all = append(all[:k:k], append([]Row{r}, slices.DeleteFunc(slices.Clone(all[k+1:]), same)...)...)
		} else {
			all = append(all, r)
		}
	}
	return all
}

// encodeRows returns the content of a file of rows.
func encodeRows(rows []Row) ([]byte, error) {
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

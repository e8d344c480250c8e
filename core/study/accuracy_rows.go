// This file makes rows of finished runs, and encodes and decodes files of rows.

package study

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/tables"
	"sheafscope/core/train"
)

// Row is the result of a model on a data set, a line of the file from which the page of accuracies is made.
type Row struct {
	// Dataset is the name of the data set. Model is "sgpc" or the name of a peer.
	Dataset string `json:"dataset"`
	Model   string `json:"model"`
	// Protocol, Method ("auto", "nested" or a method.Method), Splits, Seeds, Set and Dedup are flags that repeat the runs.
	Protocol string            `json:"protocol"`
	Method   string            `json:"method"`
	Splits   string            `json:"splits"`
	Seeds    string            `json:"seeds"`
	Set      map[string]string `json:"set,omitempty"`
	Dedup    string            `json:"dedup,omitempty"`
	// From is the name of the configuration that was chosen on validation for all splits, or "" if there was no such choice.
	// Settings are the settings of the configuration that differ from the defaults.
	From     string            `json:"from,omitempty"`
	Settings map[string]string `json:"settings,omitempty"`
	// Choices has the choice of each split if the method is "nested". Overlap and Tested are then the results of function [Overlap].
	Choices []Choice `json:"choices,omitempty"`
	Overlap float64  `json:"overlap,omitempty"`
	Tested  float64  `json:"tested,omitempty"`
	// Version is the [ModelVersion] of the runs, or "" in rows of the first format.
	// Date is the day of the runs, such as 2025-01-31. Command is the command that repeats the runs.
	Version string `json:"version,omitempty"`
	Date    string `json:"date"`
	Command string `json:"command,omitempty"`
	// Val and Test have the accuracies of each run, in 0..1; in Val, −1 stands for a run without validation nodes.
	// The order of the runs is split by split, and within a split seed by seed.
	// AUC has the areas under the ROC curve in 0..1, of the runs that have one.
	// ECE is the mean of the expected calibration error over the runs, or nil if no run has it.
	Val  []float64 `json:"val,omitempty"`
	Test []float64 `json:"test,omitempty"`
	AUC  []float64 `json:"auc,omitempty"`
	ECE  *float64  `json:"ece,omitempty"`
	// Seconds is the total time of the runs, without the time of a search for settings.
	Seconds float64 `json:"seconds,omitempty"`
	// Mean and Std are the mean and the standard deviation of the test accuracy of N runs, in per cent.
	// Only rows of the first format have these fields, in place of Test.
	Mean float64 `json:"mean,omitempty"`
	Std  float64 `json:"std,omitempty"`
	N    int     `json:"n,omitempty"`
}

// Summary returns the number of runs, the mean and the standard deviation of the test accuracy, in per cent.
func (r *Row) Summary() tables.Summary {
	if r.Test == nil { // a row of the first format, without a list of runs
		return tables.Summary{N: r.N, Mean: r.Mean, Std: r.Std}
	}
	return tables.Summarize(percents(r.Test))
}

// runKey returns a text that is equal for two rows if and only if their runs had the same flags. Rows with equal keys may share a table.
// An example is `splits auto 0-9 0-2  {"d":"3"}`, in which Dedup is not set.
func (r *Row) runKey() string {
	set := ""
	if len(r.Set) > 0 { // nil and an empty map have the same key
		text, _ := json.Marshal(r.Set) // no error for a map of texts; encoding/json sorts the names
		set = string(text)
	}
	return strings.Join([]string{r.Protocol, r.Method, r.Splits, r.Seeds, r.Dedup, set}, " ")
}

// RowsOf returns a row for each data set and model of finished runs, in the order of their first runs.
// It omits runs without labelled test nodes.
// common holds the fields that all rows share. chosen holds the choices of settings for all rows.
// version returns the version of a cell's model. RowsOf fails if version fails.
// A row of drawn splits has their protocol, and their seeds as Splits, also if the graph has no splits and common has [ProtocolSplits].
func RowsOf(results []Result, common Row, chosen []Chosen, version func(Cell) (string, error)) (out []Row, err error) {
	// splits[k] and seeds[k] are the distinct splits and seeds of out[k].
	var splits [][]string
	var seeds [][]uint64
	for _, r := range results {
		if r.Outcome.Test < 0 { // −1 for a split without test nodes
			continue
		}
		k := slices.IndexFunc(out, func(row Row) bool { return row.Dataset == r.Cell.Dataset && row.Model == r.Cell.Model })
		if k < 0 {
			row := common
			row.Dataset, row.Model = r.Cell.Dataset, r.Cell.Model
			row.Version, err = version(r.Cell)
			if err != nil {
				return nil, err
			}
			row.addChoices(chosen)
			k = len(out)
			out = append(out, row)
			splits, seeds = append(splits, nil), append(seeds, nil)
		}
		// The protocol of a drawn split such as per-class:20@3 precedes its seed, which is the number in the flag -splits.
		split := r.Cell.Split
		if protocol, seed, isDrawn := strings.Cut(split, "@"); isDrawn {
			out[k].Protocol, split = protocol, seed
		}
		if !slices.Contains(splits[k], split) {
			splits[k] = append(splits[k], split)
		}
		if !slices.Contains(seeds[k], r.Cell.Seed) {
			seeds[k] = append(seeds[k], r.Cell.Seed)
		}
		row := &out[k]
		row.Splits, row.Seeds = rangeText(splits[k]), rangeText(seeds[k])
		row.addOutcome(r.Outcome)
	}
	return out, nil
}

// addChoices adds the choices that were made for the row's data set and model. chosen has the choices for all rows.
// A choice for all splits sets From and Settings. A choice for one split is appended to Choices.
func (r *Row) addChoices(chosen []Chosen) {
	for _, c := range chosen {
		model := cmp.Or(c.Model, "sgpc") // the choices of SGPC have no name of a model
		if c.Dataset != r.Dataset || model != r.Model {
			continue
		}
		if c.Split != "" {
			r.Choices = append(r.Choices, Choice{c.Split, c.From, c.Settings})
		} else {
			r.From, r.Settings = c.From, c.Settings
		}
	}
}

// addOutcome adds a run: it appends the accuracies with five significant digits, and adds the time to Seconds, rounded to milliseconds.
// It appends the area under the ROC curve and updates the mean ECE only if the run has them.
func (r *Row) addOutcome(o train.Outcome) {
	r.Test = append(r.Test, fiveDigits(o.Test))
	r.Val = append(r.Val, fiveDigits(o.Val))
	r.Seconds = math.Round(1000*(r.Seconds+o.Seconds)) / 1000
	if area := aucOf(o); area >= 0 { // −1 for a run without an area
		r.AUC = append(r.AUC, fiveDigits(area))
	}
	// The mean of n values is m + (last − m)/n, where m is the mean of the first n − 1 values. n is the number of
	// runs, this run included, since every run with test nodes has an ECE.
	if ece, ok := o.Metrics["ece"]; ok {
		mean := 0.0
		if r.ECE != nil {
			mean = *r.ECE
		}
		mean += (ece - mean) / float64(len(r.Test))
		r.ECE = &mean
	}
}

// rangeText returns a list as text. Two or more consecutive ascending numbers are a range: 0, 1, …, 9 give "0-9".
// The elements of any other list are joined by commas. An empty list gives "".
func rangeText[T any](list []T) string {
	var texts []string
	isRange := true
	for k, v := range list {
		texts = append(texts, fmt.Sprint(v))
		first, err := strconv.Atoi(texts[0])
		// In a range that begins with first, element k is first + k.
		isRange = isRange && err == nil && texts[k] == strconv.Itoa(first+k)
	}
	if isRange && len(list) > 1 {
		return texts[0] + "-" + texts[len(list)-1]
	}
	return strings.Join(texts, ",")
}

// ReadRows decodes the content of a file of rows, one JSON object a line. Every row must have a data set, a model and a date.
// name is the name of the file. An error begins with the name and the number of the line, which counts from 1.
func ReadRows(name string, data []byte) (out []Row, err error) {
	number := 0
	for line := range bytes.Lines(data) {
		number++
		var r Row
		err := json.Unmarshal(line, &r)
		isComplete := r.Dataset != "" && r.Model != "" && r.Date != ""
		if err != nil || !isComplete {
			return nil, fmt.Errorf("%s:%d: no row with data set, model and date (delete the line, or give another file)", name, number)
		}
		out = append(out, r)
	}
	return out, nil
}

// replaceRows returns the list all with the given rows put in.
// A given row replaces the rows with its model, data set and flags, of any version. If all has no such row, the given row is appended.
func replaceRows(all, rows []Row) []Row {
	for _, r := range rows {
		isReplaced := func(q Row) bool { return q.Dataset == r.Dataset && q.Model == r.Model && q.runKey() == r.runKey() }
		first := slices.IndexFunc(all, isReplaced)
		if first < 0 {
			all = append(all, r)
			continue
		}
		// r is written at the place of the first replaced row. All later replaced rows are deleted.
		later := slices.DeleteFunc(slices.Clone(all[first+1:]), isReplaced)
		all = slices.Concat(all[:first], []Row{r}, later)
	}
	return all
}

// encodeRows returns the content of a file of rows, one JSON object a line. It is the inverse of [ReadRows].
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

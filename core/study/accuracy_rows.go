// Rows: stored accuracies of a model on a data set, as lines of JSON.

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
	"sheafscope/core/train"
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
	// From and Settings are the name and the settings of the configuration that was chosen on validation.
	From     string            `json:"from,omitempty"`
	Settings map[string]string `json:"settings,omitempty"`
	// Choices has the choice of each split if the method is "nested".
	// Overlap and Tested are the results of [Overlap].
	Choices []Choice `json:"choices,omitempty"`
	Overlap float64  `json:"overlap,omitempty"`
	Tested  float64  `json:"tested,omitempty"`
	// Version is the [ModelVersion] of the runs, "" in old rows. Date is the day of the runs. Command repeats them.
	Version string `json:"version,omitempty"`
	Date    string `json:"date"`
	Command string `json:"command,omitempty"`
	// Val and Test are accuracies, and AUC are areas under the ROC curve. All are in 0..1, split by split, and within a split seed by seed.
	// ECE is the mean of the expected calibration error.
	Val  []float64 `json:"val,omitempty"`
	Test []float64 `json:"test,omitempty"`
	AUC  []float64 `json:"auc,omitempty"`
	ECE  *float64  `json:"ece,omitempty"`
	// Seconds is the total time of the runs, without a search.
	Seconds float64 `json:"seconds,omitempty"`
	// Mean and Std are those of N runs in per cent. Only old rows have them, in place of Test.
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

// runKey returns a key of the flags of the runs. Rows with equal keys are comparable, so that they may share a table.
func (r *Row) runKey() string {
	set := ""
	if len(r.Set) > 0 { // nil and an empty map are equal
		text, _ := json.Marshal(r.Set) // encoding/json sorts the names
		set = string(text)
	}
	return strings.Join([]string{r.Protocol, r.Method, r.Splits, r.Seeds, r.Dedup, set}, " ")
}

// RowsOf returns a row for each data set and model of finished runs; runs without test nodes are left out.
// common holds the fields that all rows share, chosen the settings chosen for some of them. version returns the version of a cell's model.
func RowsOf(results []Result, common Row, chosen []Chosen, version func(Cell) (string, error)) (out []Row, err error) {
	// The distinct splits and seeds of each row.
	var splits [][]string
	var seeds [][]uint64
	for _, r := range results {
		if r.Outcome.Test < 0 {
			continue
		}
		k := slices.IndexFunc(out, func(row Row) bool { return row.Dataset == r.Cell.Dataset && row.Model == r.Cell.Model })
		if k < 0 {
			row := common
			row.Dataset, row.Model = r.Cell.Dataset, r.Cell.Model
			if row.Version, err = version(r.Cell); err != nil {
				return nil, err
			}
			row.addChoices(chosen)
			k = len(out)
			out, splits, seeds = append(out, row), append(splits, nil), append(seeds, nil)
		}
		if !slices.Contains(splits[k], r.Cell.Split) {
			splits[k] = append(splits[k], r.Cell.Split)
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

// addChoices adds the choices for the row's data set and model: one for all splits, or one for each split.
func (r *Row) addChoices(chosen []Chosen) {
	for _, c := range chosen {
		isModel := c.Model == r.Model || c.Model == "" && r.Model == "sgpc" // choices of SGPC have no model
		switch {
		case c.Dataset != r.Dataset || !isModel:
		case c.Split != "":
			r.Choices = append(r.Choices, Choice{c.Split, c.From, c.Settings})
		default:
			r.From, r.Settings = c.From, c.Settings
		}
	}
}

// addOutcome appends the numbers of a run, rounded to five digits. ECE is a running mean over the runs of the row.
func (r *Row) addOutcome(o train.Outcome) {
	r.Test, r.Val = append(r.Test, fiveDigits(o.Test)), append(r.Val, fiveDigits(o.Val))
	r.Seconds = math.Round(1000*(r.Seconds+o.Seconds)) / 1000
	if area := aucOf(o); area >= 0 {
		r.AUC = append(r.AUC, fiveDigits(area))
	}
	if ece, ok := o.Metrics["ece"]; ok {
		mean := 0.0
		if r.ECE != nil {
			mean = *r.ECE
		}
		mean += (ece - mean) / float64(len(r.Test))
		r.ECE = &mean
	}
}

// rangeText returns a list as text: "0-9" for consecutive numbers 0, 1, …, 9, and the elements with commas between for any other list.
func rangeText[T any](list []T) string {
	var texts []string
	isRange := true
	for k, v := range list {
		texts = append(texts, fmt.Sprint(v))
		first, err := strconv.Atoi(texts[0])
		isRange = isRange && err == nil && texts[k] == strconv.Itoa(first+k)
	}
	if isRange && len(list) > 1 {
		return texts[0] + "-" + texts[len(list)-1]
	}
	return strings.Join(texts, ",")
}

// ReadRows decodes the rows of a file, one a line. Errors begin with the given name of the file and the number of the line.
func ReadRows(name string, data []byte) (out []Row, err error) {
	number := 0
	for line := range bytes.Lines(data) {
		number++
		var r Row
		if err := json.Unmarshal(line, &r); err != nil || r.Dataset == "" || r.Model == "" || r.Date == "" {
			return nil, fmt.Errorf("%s:%d: no row with data set, model and date (delete the line, or give another file)", name, number)
		}
		out = append(out, r)
	}
	return out, nil
}

// replaceRows returns all with the given rows. A row replaces the rows of the same model, data set and flags, whatever their version.
// Without such a row it is appended.
func replaceRows(all, rows []Row) []Row {
	for _, r := range rows {
		same := func(q Row) bool { return q.Dataset == r.Dataset && q.Model == r.Model && q.runKey() == r.runKey() }
		if k := slices.IndexFunc(all, same); k >= 0 {
			// The row takes the place of the first; all later ones are deleted.
			later := slices.DeleteFunc(slices.Clone(all[k+1:]), same)
			all = slices.Concat(all[:k], []Row{r}, later)
		} else {
			all = append(all, r)
		}
	}
	return all
}

// encodeRows returns the content of a file of rows, one a line.
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

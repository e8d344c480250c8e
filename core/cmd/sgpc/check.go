package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"sheafscope/core/coursemath"
	"sheafscope/core/disk"
	"sheafscope/core/graph"
	"sheafscope/core/json"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/study"
	"sheafscope/core/words"
)

// checkCommand verifies completion codes of the course by replay.
func checkCommand(args []string) int {
	fs := flag.NewFlagSet("sgpc check", flag.ContinueOnError)
	fs.Usage = func() {
		fmt.Fprintln(fs.Output(), "usage: sgpc check [flags] CODE... verifies completion codes of the course by replay; - reads them "+
			"from standard input")
		fs.PrintDefaults()
	}
	file := fs.String("file", "", "`file` with one code a line, with a name before or after it (Ada: SGPC1-…) where it has one")
	train := fs.Bool("train", true, "train the networks that some exercises are about; without it their answers are not judged")
	dir := fs.String("data", "../shared/datasets", "`folder` with one folder per data set, for the exercise on Texas")
	asJSON := fs.Bool("json", false, "print one JSON object on the last line")
	if code := parse(fs, args); code != 0 {
		return max(code, 0)
	}
	codes, err := readCodes(fs.Args(), *file)
	if err != nil {
		return fail(err)
	}
	var retrain coursemath.Retrain
	if *train {
		retrain = newTrainer(*dir).outcome
	}
	bad := 0
	var reports []coursemath.Judgement
	check, first := coursemath.Checker(retrain), map[string]int{} // first has the line of the first code with given answers
	for k, code := range codes {
		r := coursemath.JudgeLine(check, code, k+1)
		if r.Error != "" || r.Forged {
			bad++
		}
		reports = append(reports, r)
		if *asJSON {
			continue
		}
		text := reportText(r, len(codes) == 1)
		if same := r.SameAnswers(); same != "" && first[same] > 0 {
			text += fmt.Sprintf("  the same answers as code %d\n", first[same])
		} else if same != "" {
			first[same] = r.Line
		}
		if status := show(text); status != 0 {
			return status
		}
	}
	if *asJSON {
		if code := printJSON(struct {
			Codes []coursemath.Judgement `json:"codes"`
		}{reports}); code != 0 {
			return code
		}
	}
	if text := coursemath.GainText(reports); text != "" && !*asJSON {
		if status := show(text + "\n"); status != 0 {
			return status
		}
	}
	if bad > 0 {
		return fail(fmt.Errorf("%d of %d codes cannot be trusted", bad, len(codes)))
	}
	return 0
}

// maxCodes is the largest size of a file of codes, or of standard input, in bytes.
const maxCodes = 64 << 20

// readCodes returns the codes of the arguments and of the file, without empty lines.
func readCodes(args []string, file string) ([]string, error) {
	var codes []string
	lines := func(data []byte) {
		for line := range strings.Lines(string(data)) {
			if t := strings.TrimSpace(line); t != "" {
				codes = append(codes, t)
			}
		}
	}
	for _, a := range args {
		if a != "-" {
			codes = append(codes, a)
			continue
		}
		data, err := io.ReadAll(io.LimitReader(os.Stdin, maxCodes+1))
		if err == nil && len(data) > maxCodes {
			err = fmt.Errorf("more than %d MB; give one code a line, and fewer at a time", maxCodes>>20)
		}
		if err != nil {
			return nil, fmt.Errorf("standard input: %w", err)
		}
		lines(data)
	}
	if file != "" {
		data, err := disk.Read(file, maxCodes)
		if err != nil {
			return nil, err
		}
		lines(data)
	}
	if len(codes) == 0 {
		return nil, usageError{fmt.Errorf("check: give a completion code, a -file with one a line, or - for standard input")}
	}
	return codes, nil
}

// reportText returns a line on a code and, with details, a line on each exercise; texts of a student are quoted.
func reportText(r coursemath.Judgement, details bool) string {
	if r.Error != "" {
		return fmt.Sprintf("code %d: %s\n", r.Line, printable(r.Error))
	}
	name := "no name"
	if r.Name != "" {
		name = strconv.Quote(r.Name)
	}
	text := fmt.Sprintf("code %d (%s, seed %d): %d of %d right, %d wrong, %d not answered", r.Line, name, r.Seed, r.Right, len(r.Exercises),
		r.Wrong, r.Open)
	if r.Unjudged > 0 {
		text += fmt.Sprintf(", %d not judged", r.Unjudged)
	}
	text += "\n"
	for _, c := range r.Exercises {
		said := words.Either(c.Right, "right", "wrong")
		switch {
		case !c.Given:
			said = "not answered"
		case c.Forged:
			said = "forged: the code says right, and it is not"
		case c.Error != "":
			said = printable(c.Error)
		}
		if details || c.Forged || c.Given && c.Error != "" {
			text += fmt.Sprintf("  %-5s %s\n", c.ID, said)
		}
	}
	return text
}

// printable returns a text with an escape for every character that is invisible or would move the cursor.
func printable(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strconv.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}

// trainer trains the networks of exercises, each once.
type trainer struct {
	load study.Loader
	done map[string]*sgpc.Run
}

// newTrainer returns a trainer with the data sets in dir.
func newTrainer(dir string) *trainer {
	return &trainer{load: courseLoader(dir), done: map[string]*sgpc.Run{}}
}

// courseLoader returns a loader of "data:texas" from its folder in dir, and of all names that loadGraph accepts.
func courseLoader(dir string) study.Loader {
	return func(name string) (*graph.Graph, []graph.Split, error) {
		set, public := strings.CutPrefix(name, "data:")
		if !public {
			return loadGraph(name)
		}
		folder := filepath.Join(dir, set)
		if !fileExists(folder) {
			return nil, nil, fmt.Errorf("there is no folder %s; name the folder of the data sets with -data", folder)
		}
		return loadGraph(folder)
	}
}

// outcome returns the accuracy of a training at the epoch of best validation, and the predictions of the final network.
// The predictions are those without the edges of want.Without.
func (t *trainer) outcome(want coursemath.Training) (coursemath.Trained, error) {
	r, err := t.network(want)
	if err != nil {
		return coursemath.Trained{}, err
	}
	f := view.Frame(r, frame.Focus{})
	o := coursemath.Trained{Name: want.Name, Predictions: f.Pred, Labels: r.Graph.Labels, Test: r.Split.Test}
	if b := f.History.BestEpoch; b > 0 {
		o.Accuracy = 100 * f.History.Test[b-1]
	}
	for _, e := range r.Graph.Edges {
		o.Edges = append(o.Edges, [2]int{int(e.I), int(e.J)})
	}
	if want.Without != nil {
		a, err := explain.WhatIf(r, explain.Change{RemoveEdges: want.Without})
		if err != nil {
			return o, err
		}
		o.Predictions = a.Pred
	}
	return o, nil
}

// network returns a trained network.
func (t *trainer) network(want coursemath.Training) (*sgpc.Run, error) {
	want.Name, want.Label, want.Without = "", "", nil
	key, err := json.Marshal(want)
	if err != nil {
		return nil, err
	}
	if r := t.done[string(key)]; r != nil {
		return r, nil
	}
	fmt.Fprintf(os.Stderr, "training %s on %s, seed %d\n", want.Model, want.Graph, want.Seed)
	g, splits, err := t.load(want.Graph)
	if err != nil {
		return nil, err
	}
	var split graph.Split
	if number, public := strings.CutPrefix(want.Split, "public:"); public {
		if split, err = study.SplitOf(g, splits, number); err != nil {
			return nil, err
		}
	} else if split, err = study.SplitOf(g, splits, want.Split+"@"+strconv.FormatUint(want.Seed, 10)); err != nil {
		return nil, err
	}
	cfg, err := study.ConfigFor(g, split, study.Cell{Model: want.Model, Seed: want.Seed, Set: want.Settings})
	if err != nil {
		return nil, err
	}
	r, err := sgpc.New(g, split, cfg)
	if err != nil {
		return nil, err
	}
	for !r.Done() {
		r.StepEpoch()
	}
	t.done[string(key)] = r
	return r, nil
}

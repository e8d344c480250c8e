// The command check judges completion codes of the course for a teacher. A completion code has the name, the seed and the answers of a
// student. The command replays the exercises and trains their networks.

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

// checkCommand draws the exercises of each completion code again and checks the stored answers.
// The exit status is 1 if a code cannot be decoded or marks a wrong answer as right, and if reading or writing fails. It is 2 for wrong
// usage, and 0 in all other cases.
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
	if status, stop := parseFlags(fs, args); stop {
		return status
	}
	lines, err := readCodes(fs.Args(), *file)
	if err != nil {
		return fail(err)
	}
	var retrain coursemath.Retrain // nil leaves exercises about trained networks unjudged
	if *train {
		retrain = newTrainer(*dir).outcome
	}
	check := coursemath.Checker(retrain)
	untrusted := 0 // number of codes that cannot be decoded or mark a wrong answer as right
	var judgements []coursemath.Judgement
	firstLine := map[string]int{} // number of the first line with each list of answers, 0 before such a line
	for k, line := range lines {
		j := coursemath.JudgeLine(check, line, k+1) // lines count from 1
		judgements = append(judgements, j)
		if j.Error != "" || j.Forged {
			untrusted++
		}
		if *asJSON { // the object of all judgements is printed at the end
			continue
		}
		// Print each judgement at once, since the networks of the next code may train for minutes.
		// A single code gets a line for each of its exercises.
		listed := suspectExercises
		if len(lines) == 1 {
			listed = allExercises
		}
		text := reportText(j, listed)
		answers := j.SameAnswers() // equal for codes with the same answers, "" for a code that is not compared
		if first := firstLine[answers]; first > 0 {
			text += fmt.Sprintf("  the same answers as code %d\n", first)
		} else if answers != "" {
			firstLine[answers] = j.Line
		}
		if status := show(text); status != 0 {
			return status
		}
	}
	// Print a JSON object of all judgements, or a line on what the students have learned.
	// Without a code with both tests of the course there is no such line.
	if *asJSON {
		if status := printJSON(struct {
			Codes []coursemath.Judgement `json:"codes"`
		}{judgements}); status != 0 {
			return status
		}
	} else if text := coursemath.GainText(judgements); text != "" {
		if status := show(text + "\n"); status != 0 {
			return status
		}
	}
	if untrusted > 0 {
		return fail(fmt.Errorf("%d of %d codes cannot be trusted", untrusted, len(lines)))
	}
	return 0
}

// maxCodeBytes is the largest size of a file of codes or of standard input: 64 MB.
const maxCodeBytes = 64 << 20

// readCodes returns the lines with codes: first the arguments, then the lines of the file. The argument "-" stands for the lines of
// standard input. readCodes omits empty lines. It fails if there is no line, if the file or standard input cannot be read, and if
// one of the two has more than maxCodeBytes bytes.
func readCodes(args []string, file string) ([]string, error) {
	var codes []string
	addLines := func(data []byte) {
		text := strings.TrimPrefix(string(data), "\ufeff") // the byte order mark of some editors
		for line := range strings.Lines(text) {
			if code := strings.TrimSpace(line); code != "" {
				codes = append(codes, code)
			}
		}
	}
	for _, arg := range args {
		if arg != "-" {
			codes = append(codes, arg)
			continue
		}
		// One byte above the limit is enough to detect an input that is too large.
		data, err := io.ReadAll(io.LimitReader(os.Stdin, maxCodeBytes+1))
		if err == nil && len(data) > maxCodeBytes {
			err = fmt.Errorf("more than %d MB; give one code a line, and fewer at a time", maxCodeBytes>>20)
		}
		if err != nil {
			return nil, fmt.Errorf("standard input: %w", err)
		}
		addLines(data)
	}
	if file != "" {
		data, err := disk.Read(file, maxCodeBytes)
		if err != nil {
			return nil, err
		}
		addLines(data)
	}
	if len(codes) == 0 {
		return nil, usageError{fmt.Errorf("check: give a completion code, a -file with one a line, or - for standard input")}
	}
	return codes, nil
}

// listing states which exercises of a code get a line.
type listing bool

const (
	suspectExercises listing = false // the exercises that are forged or could not be judged
	allExercises     listing = true
)

// reportText returns a line on a code, and a line for each exercise that listed selects. If the code cannot be decoded, the line has the
// error, and there are no lines of exercises.
// The code may be forged, so texts from it are quoted or escaped. For example:
//
//	code 1 ("Ada", seed 7): 20 of 24 right, 2 wrong, 2 not answered
//	  4.1   forged: the code says right, and it is not
func reportText(j coursemath.Judgement, listed listing) string {
	if j.Error != "" {
		return fmt.Sprintf("code %d: %s\n", j.Line, printable(j.Error))
	}
	name := "no name"
	if j.Name != "" {
		name = strconv.Quote(j.Name)
	}
	text := fmt.Sprintf("code %d (%s, seed %d): %d of %d right, %d wrong, %d not answered", j.Line, name, j.Seed, j.Right, len(j.Exercises),
		j.Wrong, j.Open)
	// Answers about trained networks are not judged with -train=false.
	if j.Unjudged > 0 {
		text += fmt.Sprintf(", %d not judged", j.Unjudged)
	}
	text += "\n"
	for _, exercise := range j.Exercises {
		// Several cases may apply to an exercise. The first of them determines the verdict.
		verdict := words.Either(exercise.Right, "right", "wrong")
		switch {
		case !exercise.Given:
			verdict = "not answered"
		case exercise.Forged:
			verdict = "forged: the code says right, and it is not"
		case exercise.Error != "":
			verdict = printable(exercise.Error)
		}
		// An error without an answer is no reason for a line.
		isUnjudged := exercise.Given && exercise.Error != ""
		if listed == allExercises || exercise.Forged || isUnjudged {
			text += fmt.Sprintf("  %-5s %s\n", exercise.ID, verdict)
		}
	}
	return text
}

// printable escapes the characters of a text that are invisible or control the terminal, such as "\x1b". All others are unchanged.
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

// trainer trains the networks of exercises. It trains each network once, even if several codes need it.
type trainer struct {
	load study.Loader         // reads the graph of a training by its name
	done map[string]*sgpc.Run // trained networks by the JSON text of their training
}

// newTrainer returns a trainer that reads data sets from the folders in dir.
func newTrainer(dir string) *trainer {
	return &trainer{load: courseLoader(dir), done: map[string]*sgpc.Run{}}
}

// courseLoader returns a loader that reads a name such as "data:texas" from the folder texas in dir, and passes other names to [loadGraph].
func courseLoader(dir string) study.Loader {
	return func(name string) (*graph.Graph, []graph.Split, error) {
		dataset, isDataset := strings.CutPrefix(name, "data:")
		if !isDataset {
			return loadGraph(name)
		}
		folder := filepath.Join(dir, dataset)
		if !fileExists(folder) {
			return nil, nil, fmt.Errorf("there is no folder %s; name the folder of the data sets with -data", folder)
		}
		return loadGraph(folder)
	}
}

// outcome trains the network of an exercise. It returns the test accuracy in per cent at the epoch with the best validation accuracy, or 0
// if there is no best epoch. It also returns the predictions after the last epoch, on the graph without the edges of training.Without.
// The labels, the test nodes and the edges in the result belong to the whole graph.
// outcome fails if the network cannot be trained, or if [explain.WhatIf] fails to remove the edges.
func (t *trainer) outcome(training coursemath.Training) (coursemath.Trained, error) {
	r, err := t.network(training)
	if err != nil {
		return coursemath.Trained{}, err
	}
	// The evaluation after the last epoch, on the whole graph.
	last := view.Frame(r, frame.Focus{}) // the zero Focus selects no details
	trained := coursemath.Trained{Name: training.Name, Predictions: last.Pred, Labels: r.Graph.Labels, Test: r.Split.Test}
	if best := last.History.BestEpoch; best > 0 { // epochs count from 1
		trained.Accuracy = 100 * last.History.Test[best-1]
	}
	// Some exercises ask for an edge of the graph.
	for _, edge := range r.Graph.Edges {
		trained.Edges = append(trained.Edges, [2]int{int(edge.I), int(edge.J)})
	}
	// The same network on the graph without some edges.
	if training.Without != nil {
		changed, err := explain.WhatIf(r, explain.Change{RemoveEdges: training.Without})
		if err != nil {
			return trained, err
		}
		trained.Predictions = changed.Pred
	}
	return trained, nil
}

// network returns the network of a training after its last epoch. It trains the network only if t.done does not have it.
func (t *trainer) network(training coursemath.Training) (*sgpc.Run, error) {
	// Name, label and removed edges do not affect the training, so trainings that differ in them share a network.
	training.Name, training.Label, training.Without = "", "", nil
	key, err := json.Marshal(training)
	if err != nil {
		return nil, err
	}
	if r := t.done[string(key)]; r != nil {
		return r, nil
	}
	// The training may last for minutes, so it is announced.
	fmt.Fprintf(os.Stderr, "training %s on %s, seed %d\n", training.Model, training.Graph, training.Seed)
	g, splits, err := t.load(training.Graph)
	if err != nil {
		return nil, err
	}
	// "public:K" is split K of the data set. Any other text describes a split that is drawn with the seed of the training.
	spec, isPublic := strings.CutPrefix(training.Split, "public:")
	if !isPublic {
		spec += "@" + strconv.FormatUint(training.Seed, 10)
	}
	split, err := study.SplitOf(g, splits, spec)
	if err != nil {
		return nil, err
	}
	cfg, err := study.ConfigFor(g, split, study.Cell{Model: training.Model, Seed: training.Seed, Set: training.Settings})
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

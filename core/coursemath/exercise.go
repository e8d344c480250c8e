// This file has the table of exercises, draws their variants by seed, and marks answers. The chapter files have the exercises themselves.

package coursemath

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sheafscope/core/rng"
	"sheafscope/core/words"
)

// Kind is the kind of an exercise, which determines the form of its answer. Every answer is a text.
type Kind string

// The kinds, with the form of an answer.
const (
	KindNumber  Kind = "number"  // a number, "3.2"
	KindChoice  Kind = "choice"  // the key of an option
	KindDrag    Kind = "drag"    // the sheaf of the figure with dragged maps, a text for [ParseSheaf]
	KindEntries Kind = "entries" // numbers separated by blanks, "1 0 -2 1"; in exercise 11.1 a node and an edge, "node 57 edge 12 57"
	KindGraph   Kind = "graph"   // the sheaf of the figure with edited graph and maps, a text for [ParseSheaf]
)

// Exercise is a row of the table of exercises.
type Exercise struct {
	Chapter string `json:"chapter"`
	Number  int    `json:"number"` // in the chapter, from 1
	Kind    Kind   `json:"kind"`
	// Goal is the title of the exercise.
	Goal string `json:"goal"`

	// draw sets the question and the check of a variant from random numbers.
	draw func(r *rng.Stream, v *Variant)
}

// Variant is an exercise with numbers drawn from a seed.
type Variant struct {
	ID   string `json:"id"`
	Kind Kind   `json:"kind"`
	// Question has TeX between dollar signs. Unit is the unit of a number, "" if it has none.
	Question string   `json:"question"`
	Unit     string   `json:"unit"`
	Options  []Option `json:"options"` // of a choice, in display order
	// Sheaf is the initial sheaf of the figure, nil for none. Handles are the indices of the edges whose maps a reader can drag, or in a
	// choice, of the edges that the figure marks. Signals are further signals of the figure, or the options of a choice between signals.
	Sheaf   *SheafText  `json:"sheaf"`
	Handles []int       `json:"handles"`
	Signals [][]float64 `json:"signals"`
	Graph   string      `json:"graph"` // of the figure: a specification for graph.Generate, "" for none
	// Params are further numbers of the figure by name.
	Params map[string]float64 `json:"params"`
	// Entries is the number of boxes to fill in, in Rows rows and Cols columns. All three are 0 in an exercise without boxes.
	Entries int `json:"entries"`
	Rows    int `json:"rows"`
	Cols    int `json:"cols"`
	// Runs are the trainings that the check of every answer needs.
	Runs []Training `json:"runs"`

	// check marks an answer that is neither empty nor an unknown option. runs has an outcome for each training of NeedRuns.
	check func(answer string, runs outcomes) Marking
	// needs returns further trainings that the check of this answer needs. It is nil if no answer needs any.
	needs func(answer string) []Training
}

// Option is an option of a choice. The answer is Key, and the page shows Text, which may have TeX between dollar signs.
type Option struct {
	Key  string `json:"key"`
	Text string `json:"text"`
}

// Training is a network to train. [Trained] is its outcome.
type Training struct {
	// Name identifies the training within its variant. Label is its name in texts for readers.
	Name  string `json:"name"`
	Label string `json:"label"`
	// Graph, Split, Model, Seed and Settings are the fields of a recipe. Graph is the name of a generated graph, or "data:" and the name of a
	// data set. Split is a text for graph.ParseSplit, or "public:" and the number of a split of the data set.
	Graph    string            `json:"graph"`
	Split    string            `json:"split"`
	Model    string            `json:"model"`
	Seed     uint64            `json:"seed"`
	Settings map[string]string `json:"settings"`
	// Without are edges, as pairs of nodes, that are removed from the graph after the training. The network is then evaluated without them.
	Without [][2]int `json:"without"`
}

// Trained is the outcome of the training with the given Name.
// Accuracy is the test accuracy in per cent, at the epoch of best validation accuracy.
// Predictions are the predicted classes of all nodes, after the last epoch and without the edges of [Training.Without]. Accuracy is with
// these edges.
// Labels (the classes of the nodes), Test (the test nodes) and Edges describe the graph. They and Predictions may be nil if the exercise
// needs the accuracy alone.
type Trained struct {
	Name        string   `json:"name"`
	Accuracy    float64  `json:"accuracy"`
	Predictions []int    `json:"predictions"`
	Labels      []int    `json:"labels"`
	Test        []int    `json:"test"`
	Edges       [][2]int `json:"edges"`
}

// outcomes are the outcomes of the trainings of [Variant.NeedRuns], which are also called runs.
type outcomes []Trained

// find returns the outcome of the run with a name, or nil if no run has the name.
func (o outcomes) find(name string) *Trained {
	for k := range o {
		if o[k].Name == name {
			return &o[k]
		}
	}
	return nil
}

// withAccuracy returns how many of the named runs have exactly the given accuracy. Every name must belong to a run.
func (o outcomes) withAccuracy(accuracy float64, names ...string) (count int) {
	for _, name := range names {
		if o.find(name).Accuracy == accuracy {
			count++
		}
	}
	return count
}

// Meter is a number that the page displays while the reader drags a map. It is infinite or NaN if it is a ratio with the denominator 0.
type Meter float64

// MarshalJSON returns the number, or null for an infinite number or NaN, which JSON does not have.
func (m Meter) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(m)) || math.IsInf(float64(m), 0) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(m), 'g', -1, 64), nil
}

// Marking is the result of checking an answer.
type Marking struct {
	Right bool `json:"right"`
	// Reason explains the mark to the reader.
	Reason string `json:"reason"`
	// Value is the number of the meter, 0 in an exercise without a meter. Close is true for a nearly right answer, and for some right answers.
	Value Meter `json:"value"`
	Close bool  `json:"close"`
	// Error is the reason why the answer was not judged; see [Variant.Check]. It is "" for a judged answer.
	Error string `json:"error"`
}

// right returns the marking of a right answer.
func right(reason string) Marking { return Marking{Right: true, Reason: reason} }

// wrong returns the marking of a wrong answer.
func wrong(reason string) Marking { return Marking{Reason: reason} }

// failed returns the marking of an answer that cannot be judged.
func failed(reason string) Marking { return Marking{Error: reason} }

// Edition is the present edition of the course. A completion code is judged by the exercises of the edition that the code names.
const Edition = 2

// Exercises returns the exercises of the present edition, in the order of the course.
func Exercises() []Exercise {
	return []Exercise{
		{"0", 1, KindChoice, "Guess who comes last", whoIsLast(puzzleNoise)}, {"0", 2, KindChoice, "Which bar stays", whichStays(puzzleNoise)},
		{"1", 1, KindNumber, "When the classes blur", depthInFigure()},
		{"2", 1, KindDrag, "Make two ends agree", agree}, {"2", 2, KindDrag, "Make every pair disagree", disagree},
		{"2", 3, KindChoice, "Can an edge refuse all", refuseAll},
		{"3", 1, KindEntries, "One block", oneBlock}, {"3", 2, KindEntries, "A signal without energy", freeSignal},
		{"4", 1, KindChoice, "Turns round a ring", ringOfTurns}, {"4", 2, KindChoice, "Mirrors in a ring", ringOfMirrors},
		{"4", 3, KindChoice, "Turns that meet", ringOfPairs}, {"4", 4, KindGraph, "Build dimension 1", buildOne},
		{"5", 1, KindChoice, "Which signal survives", survivor}, {"5", 2, KindNumber, "Half of the energy", halfEnergy},
		{"6", 1, KindDrag, "Raise the gap", raiseGap(presentGapGoal)}, {"6", 2, KindGraph, "Where no step can", noStep},
		{"7a", 1, KindNumber, "A sign from two features", signFromEnds},
		{"7b", 1, KindNumber, "What the plans carry", whatPlansCarry}, {"7b", 2, KindChoice, "Which plan the step makes", whichPlan},
		{"8", 1, KindEntries, "Make a high-pass", highPass}, {"8", 2, KindChoice, "Why softmax cannot", softmaxCannot},
		{"9", 1, KindChoice, "What is guaranteed", guarantee}, {"9", 2, KindNumber, "After no errors", noErrors},
		{"10", 1, KindNumber, "One number of a layer", oneProduct},
		{"11", 1, KindEntries, "The edge that does it", edgeThatDoes},
	}
}

// Find returns the exercise of the present edition with an id such as "4.1". ok is false if no exercise has the id.
func Find(id string) (exercise Exercise, ok bool) {
	for _, e := range Exercises() {
		if e.ID() == id {
			return e, true
		}
	}
	return Exercise{}, false
}

// ID returns the chapter and the number of the exercise, as in "4.1".
func (e Exercise) ID() string { return e.Chapter + "." + strconv.Itoa(e.Number) }

// Variant returns the exercise with numbers drawn from a seed. Equal seeds give equal variants.
func (e Exercise) Variant(seed uint64) Variant {
	v := Variant{ID: e.ID(), Kind: e.Kind}
	e.draw(rng.New(seed, "exercise "+e.ID()), &v)
	return v
}

// NeedRuns returns the trainings that the check of an answer needs. The trainings of v.Runs come first.
func (v Variant) NeedRuns(answer string) []Training {
	if v.needs == nil {
		return v.Runs
	}
	return slices.Concat(v.Runs, v.needs(answer))
}

// Check marks an answer. runs are the outcomes of [Variant.NeedRuns], in any order. Four kinds of answers are not judged:
//   - an empty answer;
//   - a choice that is none of the options;
//   - an answer for which a run is missing;
//   - an answer that the check of the exercise cannot read.
func (v Variant) Check(answer string, runs []Trained) Marking {
	trimmed := strings.TrimSpace(answer)
	if trimmed == "" {
		return failed("There is no answer yet.")
	}
	isOption := slices.ContainsFunc(v.Options, func(o Option) bool { return o.Key == trimmed })
	if v.Kind == KindChoice && !isOption {
		return failed("“" + shorten(trimmed) + "” is none of the choices.")
	}
	for _, r := range v.NeedRuns(trimmed) {
		if outcomes(runs).find(r.Name) == nil {
			return failed("The run “" + r.Label + "” is missing; run it first.")
		}
	}
	return v.check(trimmed, runs)
}

// shuffle adds the options of a choice in random order.
func (v *Variant) shuffle(r *rng.Stream, options ...Option) {
	for _, k := range r.Perm(len(options)) {
		v.Options = append(v.Options, options[k])
	}
}

// judge sets v.check for an answer that is a number x, which the parameter check marks. A text that is no number is not judged.
func (v *Variant) judge(check func(x float64, runs outcomes) Marking) {
	v.check = func(answer string, runs outcomes) Marking {
		number := answer
		// With the unit %, “25” and “25 %” both mean 25. But parseNumber divides “25 %” by a hundred. It refuses “25 %%”.
		if v.Unit == "%" && strings.Count(number, "%") == 1 {
			number = strings.TrimSuffix(number, "%")
		}
		x, _, err := parseNumber(number)
		if err != nil {
			return failed(capital(err.Error()) + ".")
		}
		return check(x, runs)
	}
}

// judgeEntries sets the boxes of an answer of rows·cols numbers, and v.check. The parameter check marks the numbers x, with the texts that
// the reader typed. An answer with more or fewer texts, or with a text that is no number, is not judged.
func (v *Variant) judgeEntries(rows, cols int, check func(x []float64, texts []string) Marking) {
	v.Entries, v.Rows, v.Cols = rows*cols, rows, cols
	v.check = func(answer string, _ outcomes) Marking {
		texts := splitNumbers(answer, v.Entries)
		if len(texts) != v.Entries {
			return failed("Fill in all " + strconv.Itoa(v.Entries) + " numbers.")
		}
		x := make([]float64, len(texts))
		for k, text := range texts {
			number, _, err := parseNumber(text)
			if err != nil {
				return failed("Number " + strconv.Itoa(k+1) + ": " + err.Error() + ".")
			}
			x[k] = number
		}
		return check(x, texts)
	}
}

// judgeSheaf sets v.check for an answer that is a sheaf s. The parameter check marks s with its analysis a.
// analyse is [analyseEnergy] or [analyseSpectrum]. Four kinds of answers are not judged:
//   - a text that is no sheaf;
//   - a sheaf whose stalks have neither all dimension 1 nor all dimension 2;
//   - a sheaf with another graph or signal than v.Sheaf, if graph is fixedGraph;
//   - a sheaf that analyse refuses.
func (v *Variant) judgeSheaf(graph graphRule, analyse func(s *SheafText) (*Analysis, error),
	check func(s *SheafText, a *Analysis) Marking) {
	v.check = func(answer string, _ outcomes) Marking {
		s, err := ParseSheaf(answer)
		if err != nil {
			return failed("The answer is no sheaf: " + err.Error() + ".")
		}
		if !s.Equal(1) && !s.Equal(2) {
			return failed("The exercises take stalks that all have dimension 1, or all 2.")
		}
		if graph == fixedGraph && !sameGraph(s, v.Sheaf) {
			return failed("The answer has another graph or signal than the exercise; start again.")
		}
		a, err := analyse(s)
		if err != nil {
			return failed(capital(err.Error()) + ".")
		}
		return check(s, a)
	}
}

// graphRule is the rule for the graph and the signal of an answer that is a sheaf.
type graphRule bool

const (
	freeGraph  graphRule = false // any graph and signal
	fixedGraph graphRule = true  // only the graph and the signal of the initial sheaf
)

// sameGraph reports whether two sheaves have equal dimensions D, numbers of nodes, edges in the same order, and signals.
// All stalks of a and of b must have the dimension D of their sheaf, so that the signals have equal lengths.
// Numbers of the signals may differ by 1e-12, since a fraction and its decimals differ by rounding.
func sameGraph(a, b *SheafText) bool {
	if a.D != b.D || len(a.Nodes) != len(b.Nodes) || len(a.Edges) != len(b.Edges) {
		return false
	}
	// The order of the edges counts, since handles and meters refer to their indices.
	for e := range a.Edges {
		if a.Edges[e].I != b.Edges[e].I || a.Edges[e].J != b.Edges[e].J {
			return false
		}
	}
	for k := range a.X {
		x, errA := a.signal(k)
		y, errB := b.signal(k)
		if errA != nil || errB != nil || math.Abs(x-y) > 1e-12 {
			return false
		}
	}
	return true
}

// capital returns a nonempty text with its first letter in upper case.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// percent formats a number of per cent with at most one decimal: “25 %” or “33.3 %”.
func percent(v float64) string { return strings.Replace(words.Percents(v, 1), ".0 %", " %", 1) }

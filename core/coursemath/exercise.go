package coursemath

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sheafscope/core/rng"
	"sheafscope/core/words"
)

// Kind says how an exercise is answered. An answer is always a text that is enough to check it again.
type Kind string

// The kinds, with what an answer is.
const (
	KindNumber  Kind = "number"  // a number, "3.2"
	KindChoice  Kind = "choice"  // the key of an option
	KindDrag    Kind = "drag"    // the figure's sheaf as text, maps dragged
	KindEntries Kind = "entries" // numbers with blanks between, "1 0 -2 1"
	KindGraph   Kind = "graph"   // the figure's sheaf as text, graph and maps edited
)

// Exercise is a row of the table of exercises.
type Exercise struct {
	Chapter string `json:"chapter"`
	Number  int    `json:"number"`
	Kind    Kind   `json:"kind"`
	// Goal names the exercise in a few words.
	Goal string `json:"goal"`

	draw func(r *rng.Stream, v *Variant)
}

// Variant is an exercise with its numbers drawn by a seed.
type Variant struct {
	ID   string `json:"id"`
	Kind Kind   `json:"kind"`
	// Question has TeX between dollar signs. Unit follows a number.
	Question string `json:"question"`
	Unit     string `json:"unit"`
	// Options are what a choice offers, in the order to show.
	Options []Option `json:"options"`
	// Sheaf is what the figure starts with; Handles are the edges whose maps may be
	// dragged; Signals are signals that it shows, one for each option of a choice among them.
	Sheaf   *SheafText  `json:"sheaf"`
	Handles []int       `json:"handles"`
	Signals [][]float64 `json:"signals"`
	// Graph is a generated graph of the figure, as graph.Generate takes it.
	Graph string `json:"graph"`
	// Params are further numbers of the figure by name.
	Params map[string]float64 `json:"params"`
	// Rows and Cols lay out the Entries boxes.
	Entries int `json:"entries"`
	Rows    int `json:"rows"`
	Cols    int `json:"cols"`
	// Runs are trained before the check.
	Runs []Training `json:"runs"`

	check func(answer string, runs outcomes) Marking
	needs func(answer string) []Training
}

// Option is one choice.
type Option struct {
	Key  string `json:"key"`
	Text string `json:"text"`
}

// Training is a network to train: the fields are those of a recipe. Its outcome is that at the epoch of best validation accuracy.
type Training struct {
	Name     string            `json:"name"`
	Label    string            `json:"label"`
	Graph    string            `json:"graph"`
	Split    string            `json:"split"`
	Model    string            `json:"model"`
	Seed     uint64            `json:"seed"`
	Settings map[string]string `json:"settings"`
	// Without are edges taken away from the trained network, which is not trained again.
	Without [][2]int `json:"without"`
}

// Trained is what a run came to: test accuracy in per cent and, where Predicted, the class of every node.
type Trained struct {
	Name        string   `json:"name"`
	Accuracy    float64  `json:"accuracy"`
	Predictions []int    `json:"predictions"`
	Labels      []int    `json:"labels"`
	Test        []int    `json:"test"`
	Edges       [][2]int `json:"edges"`
}

type outcomes []Trained

func (o outcomes) find(name string) *Trained {
	for k := range o {
		if o[k].Name == name {
			return &o[k]
		}
	}
	return nil
}

// at counts the runs of some names that came to an accuracy.
func (o outcomes) at(accuracy float64, names ...string) (count int) {
	for _, name := range names {
		if o.find(name).Accuracy == accuracy {
			count++
		}
	}
	return count
}

// Meter is a number beside a drag. One that is infinite or no number, as a ratio to nothing is, is null in JSON.
type Meter float64

// MarshalJSON implements json.Marshaler.
func (m Meter) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(m)) || math.IsInf(float64(m), 0) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(m), 'g', -1, 64), nil
}

// Marking is what a check answers.
type Marking struct {
	Right bool `json:"right"`
	// Reason says why, for right and wrong answers. A wrong one's begins with what was sensible in it.
	Reason string `json:"reason"`
	// Value is what a meter beside a drag shows; Close reports whether it nearly is where it should be.
	Value Meter `json:"value"`
	Close bool  `json:"close"`
	// Error says why there is nothing to judge: an answer that cannot be read, or a run that is missing.
	Error string `json:"error"`
}

func right(reason string) Marking  { return Marking{Right: true, Reason: reason} }
func wrong(reason string) Marking  { return Marking{Reason: reason} }
func failed(reason string) Marking { return Marking{Error: reason} }

// Edition counts the editions of the course. A completion code says to which it belongs, and is judged by that one.
const Edition = 2

// Exercises lists those of the present edition in order.
func Exercises() []Exercise {
	return []Exercise{
		{"0", 1, KindChoice, "Guess who comes last", whoIsLast(puzzleNoise)}, {"0", 2, KindChoice, "Which bar stays", whichStays(puzzleNoise)},
		{"1", 1, KindNumber, "When the classes blur", blurSeen()},
		{"2", 1, KindDrag, "Make two ends agree", agree}, {"2", 2, KindDrag, "Make every pair disagree", disagree},
		{"2", 3, KindChoice, "Can an edge refuse all", refuseAll},
		{"3", 1, KindEntries, "One block", oneBlock}, {"3", 2, KindEntries, "A signal without energy", freeSignal},
		{"4", 1, KindChoice, "Turns round a ring", ringOfTurns}, {"4", 2, KindChoice, "Mirrors in a ring", ringOfMirrors},
		{"4", 3, KindChoice, "Turns that meet", ringOfPairs}, {"4", 4, KindGraph, "Build dimension 1", buildOne},
		{"5", 1, KindChoice, "Which signal survives", survivor}, {"5", 2, KindNumber, "Half of the energy", halfEnergy},
		{"6", 1, KindDrag, "Raise the gap", raiseGap(beyond)}, {"6", 2, KindGraph, "Where no step can", noStep},
		{"7a", 1, KindNumber, "A sign from two features", signFromEnds},
		{"7b", 1, KindNumber, "What the plans carry", whatPlansCarry}, {"7b", 2, KindChoice, "Which plan the step makes", whichPlan},
		{"8", 1, KindEntries, "Make a high-pass", highPass}, {"8", 2, KindChoice, "Why softmax cannot", softmaxCannot},
		{"9", 1, KindChoice, "What is guaranteed", guarantee}, {"9", 2, KindNumber, "After no errors", noErrors},
		{"10", 1, KindNumber, "One number of a layer", oneProduct},
		{"11", 1, KindEntries, "The edge that does it", edgeThatDoes},
	}
}

// Find returns the exercise of the present edition called "4.1".
func Find(id string) (Exercise, bool) {
	for _, e := range Exercises() {
		if e.ID() == id {
			return e, true
		}
	}
	return Exercise{}, false
}

// ID returns chapter and number, "4.1".
func (e Exercise) ID() string { return e.Chapter + "." + strconv.Itoa(e.Number) }

// Variant draws the numbers of an exercise: equal seeds, equal variants.
func (e Exercise) Variant(seed uint64) Variant {
	v := Variant{ID: e.ID(), Kind: e.Kind}
	e.draw(rng.New(seed, "exercise "+e.ID()), &v)
	return v
}

// NeedRuns returns the runs that the check of an answer needs.
func (v Variant) NeedRuns(answer string) []Training {
	if v.needs == nil {
		return v.Runs
	}
	return append(v.Runs[:len(v.Runs):len(v.Runs)], v.needs(answer)...)
}

// Check judges an answer. runs are the outcomes of [Variant.NeedRuns], in any order.
func (v Variant) Check(answer string, runs []Trained) Marking {
	answer = strings.TrimSpace(answer)
	if answer == "" {
		return failed("There is no answer yet.")
	}
	if v.Kind == KindChoice {
		known := false
		for _, o := range v.Options {
			known = known || o.Key == answer
		}
		if !known {
			return failed("“" + shorten(answer) + "” is none of the choices.")
		}
	}
	for _, r := range v.NeedRuns(answer) {
		if outcomes(runs).find(r.Name) == nil {
			return failed("The run “" + r.Label + "” is missing; run it first.")
		}
	}
	return v.check(answer, runs)
}

// shuffle sets the options of a choice, in a drawn order.
func (v *Variant) shuffle(r *rng.Stream, options ...Option) {
	for _, k := range r.Perm(len(options)) {
		v.Options = append(v.Options, options[k])
	}
}

// judge sets the check of a number.
func (v *Variant) judge(check func(x float64, runs outcomes) Marking) {
	v.check = func(answer string, runs outcomes) Marking {
		t := answer
		if v.Unit == "%" { // the answer counts in per cent, with or without the sign
			t = strings.TrimSuffix(t, "%")
		}
		x, _, err := number(t)
		if err != nil {
			return failed(capital(err.Error()) + ".")
		}
		return check(x, runs)
	}
}

// judgeEntries sets the check of a list of numbers.
func (v *Variant) judgeEntries(rows, cols int, check func(x []float64, words []string) Marking) {
	v.Entries, v.Rows, v.Cols = rows*cols, rows, cols
	v.check = func(answer string, _ outcomes) Marking {
		words := numbers(answer, v.Entries)
		if len(words) != v.Entries {
			return failed("Fill in all " + strconv.Itoa(v.Entries) + " numbers.")
		}
		x := make([]float64, len(words))
		for k, w := range words {
			var err error
			if x[k], _, err = number(w); err != nil {
				return failed("Number " + strconv.Itoa(k+1) + ": " + err.Error() + ".")
			}
		}
		return check(x, words)
	}
}

// judgeSheaf sets the check of a sheaf, by what [measure] or [spectrum] says of it. With fixed it must have the graph and the signal
// that the figure started with.
func (v *Variant) judgeSheaf(fixed bool, analyse func(s *SheafText) (*Analysis, error), check func(s *SheafText, a *Analysis) Marking) {
	v.check = func(answer string, _ outcomes) Marking {
		s, err := ParseSheaf(answer)
		if err != nil {
			return failed("The answer is no sheaf: " + err.Error() + ".")
		}
		if !s.Equal(1) && !s.Equal(2) {
			return failed("The exercises take stalks that all have dimension 1, or all 2.")
		}
		if fixed && !sameGraph(s, v.Sheaf) {
			return failed("The answer has another graph or signal than the exercise; start again.")
		}
		a, err := analyse(s)
		if err != nil {
			return failed(capital(err.Error()) + ".")
		}
		return check(s, a)
	}
}

// sameGraph reports whether two sheaves have the same stalks, edges and signal.
func sameGraph(a, b *SheafText) bool {
	if a.D != b.D || len(a.Nodes) != len(b.Nodes) || len(a.Edges) != len(b.Edges) { // of one size each, see judgeSheaf
		return false
	}
	for e := range a.Edges {
		if a.Edges[e].I != b.Edges[e].I || a.Edges[e].J != b.Edges[e].J {
			return false
		}
	}
	for k := range a.X {
		if x, err := a.signal(k); err != nil {
			return false
		} else if y, err := b.signal(k); err != nil || math.Abs(x-y) > 1e-12 {
			return false
		}
	}
	return true
}

// capital writes the first letter large.
func capital(t string) string {
	first, size := utf8.DecodeRuneInString(t)
	return string(unicode.ToUpper(first)) + t[size:]
}

// percent writes an accuracy, with one decimal.
func percent(v float64) string { return strings.Replace(words.Percents(v, 1), ".0 %", " %", 1) }

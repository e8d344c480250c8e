package course

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	exact "sheafscope/core/coursemath"
	"sheafscope/wasm/recipe"
)

// Asked is an exercise as the article shows it; texts are HTML.
type Asked struct {
	ID, Kind, Question, Unit string
	Options                  [][2]string // key and text
	Rows, Cols               int
	// Figure names the figure that belongs to it, "" for none.
	Figure string
	// InFigure reports that the answer is what a figure shows.
	InFigure bool
	// Trains reports whether models have to be trained for the check.
	Trains bool
}

// Judged is what became of an answer; texts are HTML.
type Judged struct {
	Right, Close bool
	Reason       string
	Value        string
	// Wait says that models are still being trained for the answer, and how far.
	Wait string
	// Error says why nothing can be judged, "" when it can.
	Error string
}

// Shown lists the exercises of a chapter.
func Shown(chapter string) []string {
	var list []string
	for _, e := range exact.Exercises() {
		if e.Chapter == chapter {
			list = append(list, e.ID())
		}
	}
	return list
}

// Ask returns an exercise with its numbers drawn by a seed, and makes its figure.
func (c *Course) Ask(id string, seed uint64) (Asked, bool) {
	e, ok := exact.Find(id)
	if !ok {
		return Asked{}, false
	}
	v := e.Variant(seed)
	a := Asked{ID: id, Kind: string(v.Kind), Question: ProseExplained(v.Question), Unit: v.Unit, Rows: v.Rows, Cols: v.Cols,
		Trains: len(v.Runs) > 0, InFigure: v.Kind == exact.KindDrag || v.Kind == exact.KindGraph || id == pageExercise}
	if id == pageExercise {
		c.values["webkb"]["split"] = texasSplit(seed)
	}
	for _, o := range v.Options {
		a.Options = append(a.Options, [2]string{o.Key, Prose(o.Text)})
	}
	if v.Sheaf != nil {
		a.Figure = tryName(id)
		c.try(a.Figure, v)
	}
	return a, true
}

// pageExercise is answered in the figure of its chapter.
const pageExercise = "11.1"

// Given is the answer that is checked: what was typed, or what the exercise's figure shows.
func (c *Course) Given(id, answer string) string {
	if id == pageExercise {
		return c.webAnswer()
	}
	if t := c.tries[tryName(id)]; t != nil {
		if e, ok := exact.Find(id); ok && (e.Kind == exact.KindDrag || e.Kind == exact.KindGraph) {
			return t.reads(c.values[tryName(id)]).Text()
		}
	}
	return answer
}

// tryName is the name of an exercise's figure.
func tryName(id string) string { return "ex-" + strings.ReplaceAll(id, ".", "-") }

// Judge judges an answer to an exercise; what has to be trained first is trained.
func (c *Course) Judge(id string, seed uint64, answer string) Judged {
	e, ok := exact.Find(id)
	if !ok {
		return Judged{Error: "There is no exercise " + id + "."}
	}
	v := e.Variant(seed)
	if answer = c.Given(id, answer); id == pageExercise && answer == "" {
		return Judged{Error: "Let the models learn first, by the button below the figure; then mark a page and a link there."}
	}
	var tasks []Task
	var outcomes []exact.Trained
	wait := ""
	for _, r := range v.NeedRuns(answer) {
		task := taskFor(r)
		tasks = append(tasks, task)
		result := c.Trainer.Result(task.Key)
		switch {
		case result != nil && result.Err != "":
			c.Trainer.Forget(task.Key)
			return Judged{Error: plain("The training failed: " + result.Err)}
		case result != nil && result.Done:
			outcomes = append(outcomes, outcome(r.Name, result))
		case result != nil && result.What != "":
			wait = result.What + "…"
		}
	}
	if len(outcomes) < len(tasks) {
		if slices.ContainsFunc(tasks, func(t Task) bool { return c.Trainer.Result(t.Key) == nil }) {
			c.Trainer.add(tasks)
		}
		return Judged{Wait: cmp.Or(wait, "Training "+strconv.Itoa(len(outcomes)+1)+" of "+strconv.Itoa(len(tasks))+"…")}
	}
	verdict := v.Check(answer, outcomes)
	return Judged{Right: verdict.Right, Close: verdict.Close, Reason: ProseExplained(verdict.Reason), Value: Num(float64(verdict.Value), 2),
		Error: plain(verdict.Error)}
}

// taskFor is the task of a run that an exercise needs.
func taskFor(r exact.Training) Task {
	return taskOf(recipe.Setup{Graph: r.Graph, Split: r.Split, Seed: r.Seed, Model: r.Model, Settings: r.Settings}, r.Without...)
}

// outcome is what a trained network came to.
func outcome(name string, t *Trained) exact.Trained {
	o := exact.Trained{Name: name, Accuracy: 100 * t.Test, Predictions: t.Pred}
	if g := t.Graph; g != nil {
		o.Labels, o.Test = g.Labels, g.Test
		for k := 0; k < len(g.Edges); k += 2 {
			o.Edges = append(o.Edges, [2]int{int(min(g.Edges[k], g.Edges[k+1])), int(max(g.Edges[k], g.Edges[k+1]))})
		}
	}
	return o
}

// settings writes settings in a fixed order.
func settings(m map[string]string) string {
	text := ""
	for _, k := range slices.Sorted(maps.Keys(m)) {
		text += k + "=" + m[k] + " "
	}
	return text
}

// Code is the completion code of the answers that were given, by exercise; seeds has those of exercises with other numbers, kit
// the answers to the ten questions, nil for none.
func Code(seed uint64, name string, answers, right, seeds map[string]string, kit *exact.ReadingTest) (string, error) {
	w := exact.Work{Edition: exact.Edition, Seed: seed, Name: name, Kit: kit}
	for _, e := range exact.Exercises() {
		if a, ok := answers[e.ID()]; ok {
			g := exact.Given{ID: e.ID(), Answer: a, Right: right[e.ID()] == "true"}
			if own, err := strconv.ParseUint(seeds[e.ID()], 10, 64); err == nil && own != seed {
				g.Seed = own
			}
			w.Answers = append(w.Answers, g)
		}
	}
	return exact.Encode(w)
}

// Report judges a line with a completion code, the number-th, by replay. Answers about networks are judged where [Course.Replay] has
// trained them.
func (c *Course) Report(line string, number int) exact.Judgement {
	return exact.JudgeLine(c.check, line, number)
}

// Each says what became of each exercise of the present edition: "right", "wrong", "not judged", "forged" or "" for no answer. Those
// of the first edition stand with the exercise on the same subject.
func Each(r exact.Judgement) []string {
	var out []string
	at := map[string]int{}
	for k, e := range exact.Exercises() {
		at[e.ID()] = k
		out = append(out, "")
	}
	for _, c := range r.Exercises {
		id := c.ID
		if r.Edition == 0 {
			id = exact.PresentID(id)
		}
		switch {
		case !c.Given:
		case c.Forged:
			out[at[id]] = "forged"
		case c.Right:
			out[at[id]] = "right"
		case c.Error != "":
			out[at[id]] = "not judged"
		default:
			out[at[id]] = "wrong"
		}
	}
	return out
}

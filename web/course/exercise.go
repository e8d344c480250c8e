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

// ExerciseView is an exercise for the article. Texts are HTML.
type ExerciseView struct {
	ID, Kind, Question, Unit string
	Options                  [][2]string // pairs of key and text
	Rows, Cols               int
	// Figure names the figure of the exercise, "" for none.
	Figure string
	// InFigure reports whether the state of a figure is the answer.
	InFigure bool
	// Trains reports whether the check trains models.
	Trains bool
}

// CheckedAnswer is the result of a check. Texts are HTML.
type CheckedAnswer struct {
	Right, Close bool
	Reason       string
	Value        string
	// Wait describes the progress of a training that the check needs, "" for none.
	Wait string
	// Error is the reason why the answer cannot be judged, "" for none.
	Error string
}

// ExerciseIDs lists the exercises of a chapter.
func ExerciseIDs(chapter string) []string {
	var list []string
	for _, e := range exact.Exercises() {
		if e.Chapter == chapter {
			list = append(list, e.ID())
		}
	}
	return list
}

// Exercise returns an exercise with numbers drawn from seed and adds its figure to the course. ok is false for an unknown id.
func (c *Course) Exercise(id string, seed uint64) (view ExerciseView, ok bool) {
	e, ok := exact.Find(id)
	if !ok {
		return ExerciseView{}, false
	}
	v := e.Variant(seed)
	a := ExerciseView{ID: id, Kind: string(v.Kind), Question: ProseExplained(v.Question), Unit: v.Unit, Rows: v.Rows, Cols: v.Cols,
		Trains: len(v.Runs) > 0, InFigure: v.Kind == exact.KindDrag || v.Kind == exact.KindGraph || id == pageExercise}
	if id == pageExercise {
		c.values["webkb"]["split"] = texasSplit(seed)
	}
	for _, o := range v.Options {
		a.Options = append(a.Options, [2]string{o.Key, Prose(o.Text)})
	}
	if v.Sheaf != nil {
		a.Figure = exerciseFigureName(id)
		c.addExerciseFigure(a.Figure, v)
	}
	return a, true
}

// pageExercise is the exercise whose answer is marked in the figure of chapter 11.
const pageExercise = "11.1"

// GivenAnswer returns the answer to check: the state of the exercise's figure where it has one to set, else the typed answer.
func (c *Course) GivenAnswer(id, answer string) string {
	if id == pageExercise {
		return c.webAnswer()
	}
	if t := c.exercises[exerciseFigureName(id)]; t != nil {
		if e, ok := exact.Find(id); ok && (e.Kind == exact.KindDrag || e.Kind == exact.KindGraph) {
			return t.sheafOf(c.values[exerciseFigureName(id)]).Text()
		}
	}
	return answer
}

// exerciseFigureName returns the name of an exercise's figure, "ex-2-1" for exercise 2.1.
func exerciseFigureName(id string) string { return "ex-" + strings.ReplaceAll(id, ".", "-") }

// Judge checks an answer. Where the check needs networks it schedules their training, and Wait is set until they are trained.
func (c *Course) Judge(id string, seed uint64, answer string) CheckedAnswer {
	e, ok := exact.Find(id)
	if !ok {
		return CheckedAnswer{Error: "There is no exercise " + id + "."}
	}
	v := e.Variant(seed)
	if answer = c.GivenAnswer(id, answer); id == pageExercise && answer == "" {
		return CheckedAnswer{Error: "Let the models learn first, by the button below the figure; then mark a page and a link there."}
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
			return CheckedAnswer{Error: plain("The training failed: " + result.Err)}
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
		return CheckedAnswer{Wait: cmp.Or(wait, "Training "+strconv.Itoa(len(outcomes)+1)+" of "+strconv.Itoa(len(tasks))+"…")}
	}
	verdict := v.Check(answer, outcomes)
	return CheckedAnswer{Right: verdict.Right, Close: verdict.Close, Reason: ProseExplained(verdict.Reason),
		Value: Num(float64(verdict.Value), 2), Error: plain(verdict.Error)}
}

// taskFor returns the training of an exercise's run.
func taskFor(r exact.Training) Task {
	return taskOf(recipe.Setup{Graph: r.Graph, Split: r.Split, Seed: r.Seed, Model: r.Model, Settings: r.Settings}, r.Without...)
}

// outcome converts a trained network for the check of an exercise. Accuracy is in per cent.
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

// settingsText formats settings in the order of their names.
func settingsText(m map[string]string) string {
	text := ""
	for _, k := range slices.Sorted(maps.Keys(m)) {
		text += k + "=" + m[k] + " "
	}
	return text
}

// Code returns the completion code of answers by exercise. right has "true" for those judged right, seeds the seeds of exercises
// with other numbers than those of seed, and kit the answers to the ten questions, or nil.
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

// Report judges the completion code in a line of the given number by replay. Answers about networks are judged with those that
// [Course.Replay] has trained.
func (c *Course) Report(line string, number int) exact.Judgement {
	return exact.JudgeLine(c.check, line, number)
}

// ExerciseStates returns, for each exercise of the present edition, "right", "wrong", "not judged", "forged", or "" without an
// answer. An exercise of the first edition counts for the present one on the same subject.
func ExerciseStates(r exact.Judgement) []string {
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

// Exercises in the article: their texts, the check of answers, and completion codes.

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
	// Figure is the name of the figure of the exercise, "" if it has no figure.
	Figure string
	// InFigure reports whether the answer is the state of a figure.
	InFigure bool
	// Trains reports whether the check needs trained models.
	Trains bool
}

// CheckedAnswer is the result of a check. Texts are HTML.
type CheckedAnswer struct {
	Right, Close bool
	Reason       string
	Value        string
	// Wait describes the progress of the trainings that the check needs, "" if it needs no further training.
	Wait string
	// Error is the reason why the answer cannot be judged, "" if it was judged.
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

// Exercise returns an exercise with numbers drawn from a seed, and adds its figure to the course. ok is false for an unknown id.
func (c *Course) Exercise(id string, seed uint64) (view ExerciseView, ok bool) {
	e, ok := exact.Find(id)
	if !ok {
		return ExerciseView{}, false
	}
	v := e.Variant(seed)
	view = ExerciseView{ID: id, Kind: string(v.Kind), Question: ProseExplained(v.Question), Unit: v.Unit, Rows: v.Rows, Cols: v.Cols,
		Trains: len(v.Runs) > 0, InFigure: v.Kind == exact.KindDrag || v.Kind == exact.KindGraph || id == pageExercise}
	if id == pageExercise {
		c.values["webkb"]["split"] = texasSplit(seed)
	}
	for _, o := range v.Options {
		view.Options = append(view.Options, [2]string{o.Key, Prose(o.Text)})
	}
	if v.Sheaf != nil {
		view.Figure = exerciseFigureName(id)
		c.addExerciseFigure(view.Figure, v)
	}
	return view, true
}

// pageExercise is the exercise whose answer is marked in the figure of chapter 11.
const pageExercise = "11.1"

// GivenAnswer returns the answer to check. It is the state of a figure if [ExerciseView.InFigure], and otherwise the typed answer.
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

// Judge checks an answer. If the check needs networks that are not trained, Judge schedules their training and sets Wait.
func (c *Course) Judge(id string, seed uint64, answer string) CheckedAnswer {
	e, ok := exact.Find(id)
	if !ok {
		return CheckedAnswer{Error: "There is no exercise " + id + "."}
	}
	v := e.Variant(seed)
	if answer = c.GivenAnswer(id, answer); id == pageExercise && answer == "" {
		return CheckedAnswer{Error: "Let the models learn first, by the button below the figure; then mark a page and a link there."}
	}
	// The outcomes of the trainings that the check needs, as far as they are done.
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
		isUnscheduled := func(t Task) bool { return c.Trainer.Result(t.Key) == nil }
		if slices.ContainsFunc(tasks, isUnscheduled) {
			c.Trainer.add(tasks)
		}
		return CheckedAnswer{Wait: cmp.Or(wait, "Training "+strconv.Itoa(len(outcomes)+1)+" of "+strconv.Itoa(len(tasks))+"…")}
	}
	verdict := v.Check(answer, outcomes)
	return CheckedAnswer{Right: verdict.Right, Close: verdict.Close, Reason: ProseExplained(verdict.Reason),
		Value: Num(float64(verdict.Value), 2), Error: plain(verdict.Error)}
}

// taskFor returns the task of a training that an exercise needs.
func taskFor(r exact.Training) Task {
	return taskOf(recipe.Setup{Graph: r.Graph, Split: r.Split, Seed: r.Seed, Model: r.Model, Settings: r.Settings}, r.Without...)
}

// outcome converts the state of a finished task to the outcome of an exercise's training. The accuracy of the latter is in per cent.
func outcome(name string, t *Trained) exact.Trained {
	o := exact.Trained{Name: name, Accuracy: 100 * t.Test, Predictions: t.Pred}
	if g := t.Graph; g != nil {
		o.Labels, o.Test = g.Labels, g.Test
		for k := 0; k < len(g.Edges); k += 2 { // both ends of an edge are adjacent
			o.Edges = append(o.Edges, [2]int{int(min(g.Edges[k], g.Edges[k+1])), int(max(g.Edges[k], g.Edges[k+1]))})
		}
	}
	return o
}

// settingsText lists settings as name=value, in alphabetical order.
func settingsText(m map[string]string) string {
	text := ""
	for _, k := range slices.Sorted(maps.Keys(m)) {
		text += k + "=" + m[k] + " "
	}
	return text
}

// Code returns the completion code of a reader's answers, given by the id of the exercise. right has "true" for answers that were judged
// right. seeds has the seeds of exercises for which the reader requested other numbers. kit has the answers to the ten questions, or is
// nil.
func Code(seed uint64, name string, answers, right, seeds map[string]string, kit *exact.ReadingTest) (string, error) {
	w := exact.Work{Edition: exact.Edition, Seed: seed, Name: name, Kit: kit}
	for _, e := range exact.Exercises() {
		if a, ok := answers[e.ID()]; ok {
			given := exact.Given{ID: e.ID(), Answer: a, Right: right[e.ID()] == "true"}
			if other, err := strconv.ParseUint(seeds[e.ID()], 10, 64); err == nil && other != seed {
				given.Seed = other
			}
			w.Answers = append(w.Answers, given)
		}
	}
	return exact.Encode(w)
}

// Report judges the completion code of a line; number is the number of the line. Answers about networks are judged by the networks
// that [Course.Replay] has trained.
func (c *Course) Report(line string, number int) exact.Judgement {
	return exact.JudgeLine(c.check, line, number)
}

// ExerciseStates returns for each exercise of the present edition "right", "wrong", "not judged", "forged", or "" if it has no answer.
// The answer to an exercise of the first edition counts for the present exercise on the same subject.
func ExerciseStates(j exact.Judgement) []string {
	var states []string
	indexOf := map[string]int{}
	for k, e := range exact.Exercises() {
		indexOf[e.ID()] = k
		states = append(states, "")
	}
	for _, c := range j.Exercises {
		id := c.ID
		if j.Edition == 0 { // the first edition
			id = exact.PresentID(id)
		}
		switch {
		case !c.Given:
		case c.Forged:
			states[indexOf[id]] = "forged"
		case c.Right:
			states[indexOf[id]] = "right"
		case c.Error != "":
			states[indexOf[id]] = "not judged"
		default:
			states[indexOf[id]] = "wrong"
		}
	}
	return states
}

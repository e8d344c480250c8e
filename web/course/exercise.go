// This file joins the exercises of package coursemath to the article: it returns their texts, checks answers, and makes and judges
// completion codes. A completion code is a text with all answers of a reader, for the teacher.

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

// ExerciseView is an exercise as the article shows it. Kind is the kind of its answer (exact.Kind…). Question and the texts of Options are
// HTML. Unit is the unit of the answer, "" for an answer without a unit.
type ExerciseView struct {
	ID, Kind, Question, Unit string
	Options                  [][2]string // pairs of key and text
	// Rows and Cols are the numbers of rows and columns of the boxes for the answer, 0 for an answer without boxes.
	Rows, Cols int
	// Figure is the name of the figure of the exercise, "" if it has no figure.
	Figure string
	// InFigure reports whether the answer is the state of a figure.
	InFigure bool
	// Trains reports whether the check needs trained models.
	Trains bool
}

// CheckedAnswer is the result of the check of an answer. Texts are HTML. Right, Close, Reason and Value come from [exact.Marking]: Close
// reports that the answer is nearly right, and Value is the number of the exercise's meter, with two decimals.
type CheckedAnswer struct {
	Right, Close bool
	Reason       string
	Value        string
	// Wait describes the progress of the trainings that the check still needs, "" if it needs none.
	Wait string
	// Error is the reason why the answer cannot be judged. It is "" for a judged answer, and while Wait is set.
	Error string
}

// ExerciseIDs returns the ids of the exercises of a chapter, in their order.
func ExerciseIDs(chapter string) []string {
	var ids []string
	for _, e := range exact.Exercises() {
		if e.Chapter == chapter {
			ids = append(ids, e.ID())
		}
	}
	return ids
}

// Exercise returns an exercise with numbers drawn from a seed. If the exercise has a figure, Exercise adds it to the course. For
// exercise 11.1 it sets the split of the figure of chapter 11, and removes the mark of another split. ok is false for an unknown id.
func (c *Course) Exercise(id string, seed uint64) (view ExerciseView, ok bool) {
	e, ok := exact.Find(id)
	if !ok {
		return ExerciseView{}, false
	}
	v := e.Variant(seed)
	isInFigure := v.Kind == exact.KindDrag || v.Kind == exact.KindGraph || id == pageExercise
	view = ExerciseView{ID: id, Kind: string(v.Kind), Question: ProseExplained(v.Question), Unit: v.Unit, Rows: v.Rows, Cols: v.Cols,
		Trains: len(v.Runs) > 0, InFigure: isInFigure}
	if id == pageExercise { // the reader answers in the figure of chapter 11
		mark, split := c.values["webkb"], texasSplit(seed)
		if mark["split"] != split { // other test pages: the reader has marked none of them
			mark["split"], mark["page"], mark["link"], mark["mine"] = split, 0, 0, 0
		}
	}
	for _, o := range v.Options {
		view.Options = append(view.Options, [2]string{o.Key, Prose(o.Text)})
	}
	if v.Sheaf != nil { // the exercise has a figure of its own
		view.Figure = exerciseFigureName(id)
		c.addExerciseFigure(view.Figure, v)
	}
	return view, true
}

// pageExercise is the exercise whose answer the reader marks in the figure of chapter 11.
const pageExercise = "11.1"

// GivenAnswer returns the answer to check. For an exercise with [ExerciseView.InFigure] it is the state of the figure. For any other
// exercise, for an unknown id, and before [Course.Exercise] has made the figure, it is the typed answer.
func (c *Course) GivenAnswer(id, typed string) string {
	if id == pageExercise {
		return c.webAnswer()
	}
	name := exerciseFigureName(id)
	figure := c.exercises[name]
	e, ok := exact.Find(id)
	if figure == nil || !ok { // no figure, or an unknown id
		return typed
	}
	if e.Kind == exact.KindDrag || e.Kind == exact.KindGraph {
		return figure.sheafOf(c.values[name]).Text()
	}
	return typed
}

// exerciseFigureName returns the name of an exercise's figure, "ex-2-1" for exercise 2.1.
func exerciseFigureName(id string) string { return "ex-" + strings.ReplaceAll(id, ".", "-") }

// Judge checks an answer. If the check needs networks that are not trained yet, Judge schedules their training and sets Wait. It sets Error
// for an unknown exercise, for an answer that cannot be judged, and after a failed training. The next call repeats a failed training.
func (c *Course) Judge(id string, seed uint64, typed string) CheckedAnswer {
	e, ok := exact.Find(id)
	if !ok {
		return CheckedAnswer{Error: "There is no exercise " + id + "."}
	}
	v := e.Variant(seed)
	answer := c.GivenAnswer(id, typed)
	if id == pageExercise && answer == "" {
		if c.pages(c.values["webkb"]) == nil { // the pages are not loaded
			return CheckedAnswer{Error: "Let the models learn first, by the button below the figure; then mark a page and a link there."}
		}
		return CheckedAnswer{Error: "In the figure, mark a page and one of its links."}
	}
	// The trainings that the check needs, and the outcomes of the finished trainings. A task that waits or trains has no outcome yet.
	var tasks []Task
	var outcomes []exact.Trained
	loading := ""                          // description of a load that is under way
	for _, r := range v.NeedRuns(answer) { // none for most exercises
		task := taskFor(r)
		tasks = append(tasks, task)
		result := c.Trainer.Result(task.Key)
		switch {
		case result != nil && result.Err != "":
			c.Trainer.Forget(task.Key) // the next call schedules the training again
			return CheckedAnswer{Error: plain("The training failed: " + result.Err)}
		case result != nil && result.Done:
			outcomes = append(outcomes, outcome(r.Name, result))
		case result != nil && result.Loading != "":
			loading = result.Loading + "…"
		}
	}
	if len(outcomes) < len(tasks) {
		isUnscheduled := func(t Task) bool { return c.Trainer.Result(t.Key) == nil }
		if slices.ContainsFunc(tasks, isUnscheduled) {
			c.Trainer.add(tasks) // ignores tasks that are scheduled already
		}
		return CheckedAnswer{Wait: cmp.Or(loading, "Training "+strconv.Itoa(len(outcomes)+1)+" of "+strconv.Itoa(len(tasks))+"…")}
	}
	verdict := v.Check(answer, outcomes)
	return CheckedAnswer{Right: verdict.Right, Close: verdict.Close, Reason: ProseExplained(verdict.Reason),
		Value: Num(float64(verdict.Value), 2), Error: plain(verdict.Error)}
}

// taskFor returns the task of a training that an exercise needs.
func taskFor(r exact.Training) Task {
	return taskOf(recipe.Setup{Graph: r.Graph, Split: r.Split, Seed: r.Seed, Model: r.Model, Settings: r.Settings}, r.Without...)
}

// outcome converts the state of a finished task to the outcome of an exercise's training, with the accuracy in per cent. If the state has
// no graph, the outcome has no labels, test nodes or edges. An edge has its smaller end first.
func outcome(name string, t *Trained) exact.Trained {
	o := exact.Trained{Name: name, Accuracy: 100 * t.Test, Predictions: t.Pred}
	g := t.Graph
	if g == nil {
		return o
	}
	o.Labels, o.Test = g.Labels, g.Test
	for k := 0; k < len(g.Edges); k += 2 { // entries k and k+1 are the ends of an edge
		i, j := int(g.Edges[k]), int(g.Edges[k+1])
		o.Edges = append(o.Edges, [2]int{min(i, j), max(i, j)})
	}
	return o
}

// settingsText lists settings in the order of the names, for example "channels=8 d=2 ". Each has a space after it.
func settingsText(m map[string]string) string {
	text := ""
	for _, k := range slices.Sorted(maps.Keys(m)) {
		text += k + "=" + m[k] + " "
	}
	return text
}

// Code returns the completion code of a reader with the given seed and name. The three maps have the ids of exercises as keys:
//   - answers has the given answers;
//   - right has "true" for an answer that was judged right;
//   - seeds has the seed of an exercise for which the reader requested other numbers.
//
// kit has the answers to the ten questions before and after the course, nil for none. Code fails if [exact.Encode] fails, for example for
// answers that are too long.
func Code(seed uint64, name string, answers, right, seeds map[string]string, kit *exact.ReadingTest) (string, error) {
	work := exact.Work{Edition: exact.Edition, Seed: seed, Name: name, Kit: kit}
	for _, e := range exact.Exercises() {
		id := e.ID()
		answer, isAnswered := answers[id]
		if !isAnswered {
			continue
		}
		given := exact.Given{ID: id, Answer: answer, Right: right[id] == "true"}
		ownSeed, err := strconv.ParseUint(seeds[id], 10, 64)
		// An exercise without its own seed has "", which is an error: given.Seed stays 0, which means the seed of the work.
		if err == nil && ownSeed != seed {
			given.Seed = ownSeed
		}
		work.Answers = append(work.Answers, given)
	}
	return exact.Encode(work)
}

// Report judges the completion code of a line. number is the number of the line, from 1. Answers about networks are judged by the networks
// that [Course.Replay] has trained.
func (c *Course) Report(line string, number int) exact.Judgement {
	return exact.JudgeLine(c.check, line, number)
}

// ExerciseStates returns the state of each exercise, in the order of [exact.Exercises]:
//   - "" for an exercise without an answer;
//   - "right" for a right answer;
//   - "forged" for an answer that the code claims to be right, but that is wrong or cannot be parsed;
//   - "not judged" for any other answer whose judgement failed;
//   - "wrong" for any other answer.
//
// The answer to an exercise of the first edition counts for the present exercise on the same subject.
func ExerciseStates(j exact.Judgement) []string {
	var states []string
	indexOf := map[string]int{} // of an exercise in states, by id
	for k, e := range exact.Exercises() {
		indexOf[e.ID()] = k
		states = append(states, "")
	}
	for _, judged := range j.Exercises {
		// Codes of the first edition have edition 0 and their own ids.
		id := judged.ID
		if j.Edition == 0 {
			id = exact.PresentID(id)
		}
		switch {
		case !judged.Given: // the state remains ""
		case judged.Forged:
			states[indexOf[id]] = "forged"
		case judged.Right:
			states[indexOf[id]] = "right"
		case judged.Error != "":
			states[indexOf[id]] = "not judged"
		default:
			states[indexOf[id]] = "wrong"
		}
	}
	return states
}

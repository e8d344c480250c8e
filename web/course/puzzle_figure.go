// This file has the figure of chapter 0: the graph of friends and rivals, and the test accuracies of models that the reader trains and
// guesses.

package course

import (
	"math"
	"strconv"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/graph"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// comparedModel is a model in a comparison: its key, its name, and its treatment of ties in a few words. action is "" for a model
// that is not in puzzleModels.
type comparedModel struct{ model, name, action string }

// puzzleModels are the models of the puzzle. The last model is slower, so the reader compares it only on request.
var puzzleModels = []comparedModel{
	{"mlp", "MLP", "one at a time"}, {"gcn", "GCN", "averages"}, {"nsd-general", "NSD", "reads each tie"},
	{"sgpc", "SGPC", "reads ties, too"},
}

// percent formats a share from 0 to 1 in whole per cent, for example "12 %". A share that would round to 0 or 100 is "under 1 %" or
// "over 99 %", unless it is exactly 0 or 1.
func percent(v float64) string { return words.Percent(v, 0) }

// puzzleFigure returns the figure of chapter 0: a graph of friends and rivals, and the accuracies of models on it.
func puzzleFigure() *Diagram {
	f := &Diagram{
		Name: "puzzle", Title: "Friends and rivals", Touch: "tap a person to see their ties",
		Params: []Param{
			{Name: "noise", Label: "Noise", Start: exact.PuzzleNoise, Min: 0, Max: 4, Step: 0.1},
			{Name: "degree", Label: "Ties a person", Start: 10, Min: 2, Max: 20, Step: 1},
			{Name: "rule", Label: "Keep the rule", Start: 0.92, Min: 0.5, Max: 1, Step: 0.01, text: percent},
			{Name: "seeds", Label: "graphs", Start: 1, Min: 1, Max: maxSeeds, Step: 1, Jump: true,
				text: func(v float64) string { return words.Count(int(v), "graph") }},
			choice("sgpc", "models", 0, "three models", "and a fourth, slower"),
			// The place of the marked person in the sample. At −1 the sample's first person is marked.
			{Name: "person", Label: "marked person", Start: -1, Min: -1, Max: sampleSize - 1, Step: 1, Jump: true},
			choice("signs", "ties as", 0, "the rule has them", "NSD reads them"),
		},
		Pictures: []Size{{"puzzle", 520, 372, "Two groups of people; within each group temper decides class"},
			{"bars", 520, 166, "Test accuracy of the models, as bars, with your guesses"}},
		show: showPuzzle,
		point: func(c *Course, v Values, picture, handle string, x, y float64) {
			if picture == "bars" {
				// A dragged guess is at least 40 %, since 39 is noGuess. Course.Point limits it to 100 %.
				if handle != "" {
					v[handle] = max(40, (x-barLeft)/barScale)
				}
				return
			}
			// A tap marks the nearest person, at a distance of less than 30 units.
			p, nearest := c.puzzleGraph(puzzleSpec(v, seedAt(1))), 30.0
			for k := range p.x {
				if distance := math.Hypot(p.x[k]-x, p.y[k]-y); distance < nearest {
					nearest, v["person"] = distance, float64(k)
				}
			}
		},
		nudge: func(_ *Course, v Values, handle string, dx, dy float64) bool {
			// A handle is a guess. The first key sets it to 50 %, and later keys move it, down to 40 %.
			if handle != "" {
				guess, isGuess := v[handle]
				if isGuess {
					v[handle] = words.Either(guess == noGuess, 50, max(40, guess+dx+dy))
				}
				return isGuess
			}
			// Without a handle the keys mark the next or the previous person of the sample.
			marked := max(v["person"], 0) // at −1 the first person is marked
			v["person"] = math.Mod(marked+dx+dy+sampleSize, sampleSize)
			return true
		},
		tasks: puzzleTasks,
		more:  func(v Values) { v["seeds"] = min(v["seeds"]+1, maxSeeds) },
		recipe: func(v Values) recipe.Recipe {
			return recipe.Recipe{Setup: recipe.Setup{Graph: puzzleSpec(v, seedAt(1)), Seed: uint64(seedAt(1))}}
		},
	}
	// A guess for each model, in per cent, or noGuess.
	for _, m := range puzzleModels {
		f.Params = append(f.Params, Param{Name: "guess-" + m.model, Label: "your guess for " + m.name, Start: noGuess,
			Min: noGuess, Max: 100, Step: 1,
			text: func(v float64) string { return words.Either(v == noGuess, "no guess yet", Num(v, 0)+" %") }})
	}
	return f
}

// noGuess is the value of a guess that the reader has not made yet. A guess is from 40 to 100 per cent.
const noGuess = 39

// maxSeeds is the largest number of graphs of a comparison.
const maxSeeds = 10

// seedAt returns the seed of the k-th graph, k = 1 … maxSeeds: maxSeeds, 1, 2, …, maxSeeds − 1. The picture shows the first graph, whose
// seed is maxSeeds.
func seedAt(k int) int { return (maxSeeds+k-2)%maxSeeds + 1 }

// comparedModels returns the models that the reader compares: three, or all four.
func comparedModels(v Values) []comparedModel { return puzzleModels[:3+int(v["sgpc"])] }

// puzzleSpec returns the generator's specification of the graph with the given seed, for example "friends:noise=1,seed=10". The values of
// the figure are its parameters.
func puzzleSpec(v Values, seed int) string {
	gen, _, err := graph.ParseSpec("friends")
	if err != nil { // not reached: the generator exists
		return "friends"
	}
	return gen.Spec(map[string]float64{"noise": v["noise"], "degree": v["degree"], "rule": v["rule"], "seed": float64(seed)})
}

// puzzleTask returns the training of a model on the k-th graph. For NSD on the first graph it also requests the signs of the maps, for the
// picture.
func puzzleTask(v Values, model string, k int) Task {
	t := taskOf(recipe.Setup{Graph: puzzleSpec(v, seedAt(k)), Seed: uint64(seedAt(k)), Model: model, Settings: exact.Schedule(model)})
	t.Maps = k == 1 && model == "nsd-general"
	return t
}

// puzzleTasks returns the trainings of the compared models on all graphs, graph by graph.
func puzzleTasks(_ *Course, v Values) []Task {
	var list []Task
	for k := 1; k <= int(v["seeds"]); k++ {
		for _, m := range comparedModels(v) {
			list = append(list, puzzleTask(v, m.model, k))
		}
	}
	return list
}

// modelScore is the mean test accuracy of a model over the graphs on which its training has begun.
type modelScore struct {
	mean     float64 // mean accuracy over the begun trainings, in 0..1
	finished int     // number of trainings that have succeeded
	begun    int     // number of trainings with at least one epoch that have not failed
	progress float64 // share of the finished epochs of the last running training, in 0..1; 0 if none runs
	err      string  // error of the last failed training, "" if no training failed
}

// scoreOf returns the score of a model over the v["seeds"] graphs of the comparison.
func (c *Course) scoreOf(v Values, model string) modelScore {
	var s modelScore
	for k := 1; k <= int(v["seeds"]); k++ {
		r := c.Trainer.Result(puzzleTask(v, model, k).Key)
		switch {
		case r == nil: // not scheduled, or dropped
		case r.Err != "":
			s.err = r.Err
		default:
			if r.Test >= 0 { // the accuracy is −1 before the first epoch
				s.mean += r.Test // the sum until the division below
				s.begun++
			}
			if r.Done {
				s.finished++
			} else if r.Epochs > 0 { // the number of epochs is known once the graph is loaded
				s.progress = float64(r.Epoch) / float64(r.Epochs)
			}
		}
	}
	if s.begun > 0 {
		s.mean /= float64(s.begun)
	}
	return s
}

// showPuzzle renders the figure: the graph with the ties of the marked person, and the bars of the models.
func showPuzzle(c *Course, v Values) Rendering {
	g := c.puzzleGraph(puzzleSpec(v, seedAt(1)))
	marked := int(v["person"]) // place in the sample, −1 at the start
	if marked < 0 || marked >= len(g.sample) {
		marked = g.firstMarked
	}
	var people, bars pen
	signs := c.learnedSigns(v)
	if v["signs"] == 1 {
		drawPeople(&people, g, marked, signs)
	} else {
		drawPeople(&people, g, marked, nil) // nil: the tempers decide how a tie is drawn
	}
	// The sentences have numbers of the ties of the marked person and of all people. Some need an explanation:
	//   - plain: mean over the marked person's neighbours: +1 for the person's class, and −1 for the other class
	//   - read: the mean plain, but with the opposite sign for each rival
	//   - equal: share of ties inside a class
	//   - kept: number of ties that keep the rule
	//   - chance: accuracy, in per cent, of a model that guesses
	values := map[string]string{"people": strconv.Itoa(g.graph.N), "drawn": strconv.Itoa(len(g.sample))}
	g.addAgreement(signs, g.sample[marked], values)
	t := g.countTies(g.sample[marked])
	values["friends"], values["rivals"] = words.Count(t.friends, "friend"), words.Count(t.rivals, "rival")
	values["friends-same"], values["rivals-other"] = strconv.Itoa(t.friendsSame), strconv.Itoa(t.rivalsOther)
	values["plain"], values["read"] = Num(t.plain, 2), Num(t.read, 2)
	kept := 0
	for _, e := range g.graph.Edges {
		if g.class(int(e.I))*g.class(int(e.J)) == g.temper[e.I]*g.temper[e.J] {
			kept++
		}
	}
	values["equal"] = percent(g.graph.EdgeHomophily())
	values["ties"], values["kept"] = strconv.Itoa(len(g.graph.Edges)), strconv.Itoa(kept)
	values["chance"] = "50"
	// The bars of the models, the smallest number of graphs that a compared model has finished, and the error of a failed training.
	finished, failure := math.MaxInt, "" // at least three models are compared, so that finished does not stay MaxInt
	hasBegun := false                    // whether any bar has an accuracy
	for i, m := range comparedModels(v) {
		s := c.scoreOf(v, m.model)
		bar(&bars, i, m, s, v["guess-"+m.model])
		finished, hasBegun = min(finished, s.finished), hasBegun || s.begun > 0
		if s.err != "" {
			failure = s.err
		}
	}
	barAxis(&bars, len(comparedModels(v)))
	// The status of the trainings, and the label of the button.
	graphs := int(v["seeds"])
	values["word"] = "Let them learn"
	switch {
	case failure != "":
		values["status"] = "Training failed: " + failure
	case c.Busy("puzzle"):
		values["status"] = "training, " + strconv.Itoa(finished) + " of " + words.Count(graphs, "graph")
	case finished == graphs:
		values["status"] = "mean of " + words.Count(graphs, "graph")
		values["word"] = words.Either(graphs < maxSeeds, "One more graph", "They have learned")
	default:
		values["status"] = words.Either(hasBegun, "not all run at these settings", "not run at these settings")
	}
	return Rendering{Pictures: map[string]string{"puzzle": people.String(), "bars": bars.String()}, Values: values}
}

// The axis of the bars: barLeft is the x coordinate of 0 %, and barScale is the width of 1 %.
const barLeft, barScale = 128.0, 3.3

// bar draws the bar of the i-th model, i = 0, 1, …, with the reader's guess in per cent, or noGuess. Before the first epoch of the model,
// the bar is the guess, with a handle to drag it.
func bar(p *pen, i int, m comparedModel, s modelScore, guess float64) {
	y, left := 14+34*float64(i), barLeft // the rows are 34 units apart
	p.text("i b", 0, y+8, m.name)
	p.text("sm", 0, y+24, m.action)
	if s.begun == 0 {
		// The handle of the guess. Before the first guess the handle is at chance, 50 %.
		h := handle{name: "guess-" + m.model, label: "your guess for " + m.name, text: Num(guess, 0) + " per cent", value: guess,
			min: noGuess, max: 100, small: true}
		handleX, hint := left+barScale*guess, "your guess "+Num(guess, 0)
		if guess == noGuess {
			h.text = "no guess yet"
			handleX, hint = left+barScale*50, "drag to your guess"
		}
		p.rect("ghost", left, y, handleX-left, 20)
		p.handle(h, handleX, y+10)
		p.text("k", handleX+14, y+15, hint)
		return
	}
	// The mean accuracy, with the progress of a running training below.
	class := words.Either(i >= 2, "t1", "t2") // models with maps are darker
	end := left + barScale*100*s.mean
	p.rect(class, left, y, end-left, 20)
	if s.progress > 0 {
		p.rect("t2", left, y+22, (end-left)*s.progress, 2)
	}
	// The guess as a vertical line with a circle, and the accuracy as a number to the right of both. A wide light line separates the thin
	// dark line from the bar.
	numberX := end + 9
	if guess != noGuess {
		guessX := left + barScale*guess
		p.line("stem", guessX, y-3, guessX, y+23)
		p.line("stem2", guessX, y-3, guessX, y+23)
		p.circle("knob thin", guessX, y-3, 3)
		numberX = max(end, guessX+4) + 9
	}
	p.text("s f15", numberX, y+16, Num(100*s.mean, 0))
}

// barAxis draws the axis of the bars, with a line at chance, 50 %. rows is the number of bars.
func barAxis(p *pen, rows int) {
	y := 14 + 34*float64(rows) // below the last bar
	const chanceX = barLeft + barScale*50
	p.line("ax dash", chanceX, 8, chanceX, y)
	p.line("ax", barLeft, 8, barLeft, y-2)
	p.text("c sm", chanceX, y+14, "chance 50")
	p.text("sm", 0, y+14, "Test accuracy, %")
	p.text("sm e", 520, y+14, "open ring: your guess")
}

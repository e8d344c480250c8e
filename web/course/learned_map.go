// This file has the figure of chapter 7a: a map that the features of both ends of an edge determine, as in the model NSD (neural sheaf
// diffusion). The figure also shows the puzzle, the graph of chapter 0, in which each person has a temper +1 or −1.

package course

import (
	exact "sheafscope/core/coursemath"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// learnedMapFigure returns the figure of chapter 7a: the maps of one edge, and the signs that NSD has learned on the ties of the puzzle.
func learnedMapFigure() *Diagram {
	return &Diagram{
		Name: "ends", Title: "A map from both ends", Touch: "set tempers and weights",
		Params: []Param{
			{Name: "own", Label: "Weight of the own temper", Start: 1.6, Min: 0, Max: 3, Step: 0.1},
			{Name: "other", Label: "Weight of the far temper", Start: 0.2, Min: 0, Max: 3, Step: 0.1},
			choice("tu", "temper of u", 0, "u +1", "u −1"), choice("tv", "temper of v", 1, "v +1", "v −1"),
		},
		Pictures: []Size{{Name: "ends", Width: 520, Height: 262, Label: "The tempers of two people, the maps made of them, and their product"},
			{Name: "signs", Width: 520, Height: 372, Label: "The ties of the puzzle, after the training as NSD reads them"}},
		show: showLearnedMap,
		tasks: func(c *Course, _ Values) []Task {
			return []Task{puzzleTask(c.puzzleStart(), "nsd-general", 1)} // NSD on the first graph of the puzzle
		},
		recipe: func(Values) recipe.Recipe {
			return puzzleRecipe("nsd-general")
		},
	}
}

// puzzleRecipe returns the laboratory's recipe of a model on the first graph of the puzzle, with the noise and the seed of the course. For
// the model "" the laboratory chooses its default model.
func puzzleRecipe(model string) recipe.Recipe {
	return recipe.Recipe{Setup: recipe.Setup{Graph: "friends:noise=" + short(exact.PuzzleNoise) + ",seed=" + short(float64(seedAt(1))),
		Model: model, Seed: uint64(seedAt(1))}}
}

// puzzleStart returns the initial values of the puzzle's parameters.
func (c *Course) puzzleStart() Values {
	v := Values{}
	for _, p := range c.Figure("puzzle").Params {
		v[p.Name] = p.Start
	}
	return v
}

// readingOf returns how an edge reads its ends, and the class of its line. product is Fu·Fv. The edge compares Fu·xu with Fv·xv: for a
// positive product no sign is turned, or both are.
func readingOf(product float64) (text, class string) {
	switch {
	case product > 0:
		return "read alike", "ea on"
	case product < 0:
		return "one turned over", "ea r on"
	}
	return "nothing said", "tie"
}

// showLearnedMap renders the figure: an edge with the maps of both ends, all four pairs of tempers, and the puzzle with the learned signs.
func showLearnedMap(c *Course, v Values) Rendering {
	// mapOf returns the map, a number, of an end from its own temper and the temper of the far end.
	mapOf := func(ownTemper, farTemper float64) float64 {
		return exact.TwoEnds(v["own"], v["other"], ownTemper, farTemper)
	}
	tu, tv := 1-2*v["tu"], 1-2*v["tv"] // the choices 0 and 1 are the tempers +1 and −1
	fu, fv := mapOf(tu, tv), mapOf(tv, tu)
	// The edge. An end with temper +1 is a disc, and an end with temper −1 is a square.
	var ends, people pen
	reading, class := readingOf(fu * fv)
	ends.line(class, 96, 60, 424, 60)
	for i, temper := range []float64{tu, tv} {
		x := 76 + 368*float64(i)
		if temper > 0 {
			ends.circle("disc", x, 60, 24)
		} else {
			ends.rect("disc", x-22, 38, 44, 44)
		}
		name := words.Either(i == 0, "u", "v")
		ends.text("m c", x, 66, it(name))
		ends.text("k c", x, 108, "temper "+Num(temper, 0))
		ends.text("i c", x, 134, sub("F", name)+plain(" = "+Num([]float64{fu, fv}[i], 2)))
	}
	kind := words.Either(tu == tv, "friends", "rivals")
	ends.text("k c", 260, 40, kind)
	ends.text("i c", 260, 96, "−"+sub("F", "u")+sub("F", "v")+plain(" = "+Num(-fu*fv, 2)))
	ends.text("k c", 260, 116, reading)
	// The product of the maps for all four pairs of tempers.
	ends.text("i b", 0, 176, "All four cases")
	for k, t := range [][2]float64{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}} {
		x := 66 + 130*float64(k)
		product := mapOf(t[0], t[1]) * mapOf(t[1], t[0])
		reading, _ := readingOf(product)
		ends.text("k c", x, 202, plain(Num(t[0], 0)+" and "+Num(t[1], 0)))
		ends.text("i c", x, 224, sub("F", "u")+sub("F", "v")+plain(" = "+Num(product, 2)))
		ends.text("k c", x, 244, reading)
	}
	// The puzzle, with the learned signs if NSD is trained.
	start := c.puzzleStart()
	g := c.puzzleGraph(puzzleSpec(start, seedAt(1)))
	signs := c.learnedSigns(start)
	drawPeople(&people, g, g.firstMarked, signs)
	// The sentences have both maps and further values:
	//   - block: the block −Fu·Fv of L
	//   - word, status: the label of the button, and the progress of the training
	values := map[string]string{"fu": Num(fu, 2), "fv": Num(fv, 2), "block": Num(-fu*fv, 2), "kind": kind,
		"word": "Let NSD learn", "status": "not run yet"}
	g.addAgreement(signs, g.sample[g.firstMarked], values)
	r := c.Trainer.Result(puzzleTask(start, "nsd-general", 1).Key)
	switch {
	case signs != nil:
		values["word"], values["status"] = "It has learned", "the learned sign of every tie"
	case r != nil && r.Err != "":
		values["status"] = "Training failed: " + r.Err
	case r != nil: // waiting or running; without a scheduled training the status stays "not run yet"
		values["status"] = "training"
	}
	return Rendering{Pictures: map[string]string{"ends": ends.String(), "signs": people.String()}, Values: values}
}

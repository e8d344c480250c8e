// This file has the figure of chapter 11: Texas, its links, and the mistakes of the models. Texas is a graph of 183 web pages in five
// classes; its edges are links.

package course

import (
	"slices"
	"strconv"
	"strings"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// texas is the data set of chapter 11. A worker downloads it when the reader runs the figure.
const texas = "data:texas"

// webkbFigure returns the figure. It shows the models' mistakes, the links by pair of classes, and a page with its neighbours.
func webkbFigure() *Diagram {
	return &Diagram{
		Name: "webkb", Title: "Texas", Touch: "tap a page, then a neighbour",
		Params: []Param{
			// The value of who is the index of a model in puzzleModels, from 0 to 3.
			{Name: "who", Label: "mistakes of", Max: 3, Step: 1, Jump: true, text: func(v float64) string { return puzzleModels[int(v)].name }},
			choice("look", "shown below", 0, "models", "class pairs", "one page"),
			{Name: "split", Label: "split", Start: texasSplit(1), Max: 9, Step: 1, Jump: true},
			choice("all", "models", 0, "four", "all"),
			// The value of page is the index of a page in Test. The value of link is the index of a neighbour of this page. Both count from
			// 0, and cannot exceed 182, since Texas has 183 pages. The value of mine is 1 if the reader has marked a link. It is 0 if the
			// first link of a page is marked by default.
			{Name: "mine", Label: "marked by hand", Max: 1, Step: 1, Jump: true},
			{Name: "page", Label: "marked test page", Max: 182, Step: 1, Jump: true},
			{Name: "link", Label: "marked link", Max: 182, Step: 1, Jump: true},
		},
		Pictures: []Size{{"pages", 520, 330, "The pages of Texas and their links; the marked model's mistakes have a ring"},
			{"below", 520, 236, "The models' accuracies, the links by class pair, or a page with its neighbours"}},
		show:  showWebkb,
		point: pointWebkb,
		// The handles are "page" and "link". After the last value of a handle the keys continue with the first. Another page has other
		// links, so its first link is marked by default.
		nudge: func(c *Course, v Values, handle string, dx, dy float64) bool {
			p := c.pages(v)
			if p == nil { // before Texas is loaded the keys have no effect
				return true
			}
			_, count := p.markedPage(v) // number of values of the handle: links of the page, or (below) test pages
			if handle == "page" {
				v["link"], count = 0, len(p.Test)
			}
			// If the page has no link, count is 0.
			count = max(1, count)
			k := min(int(v[handle]), count-1) + int(dx+dy) // a larger value than count−1 stands for the last one
			v[handle] = float64((k%count + count) % count)
			v["mine"] = indicator(handle == "link") // 1 for true, 0 for false
			return true
		},
		tasks: webTasks,
		more:  func(v Values) { v["all"] = 1 },
		recipe: func(v Values) recipe.Recipe {
			return recipe.Recipe{Setup: webTask(v, puzzleModels[int(v["who"])].model).Recipe}
		},
	}
}

// texasSplit returns the number of the public split, from 0 to 9, that exercise 11.1 uses for a seed.
func texasSplit(seed uint64) float64 {
	e, _ := exact.Find(pageExercise) // it exists
	split := e.Variant(seed).Runs[0].Split
	k, _ := strconv.Atoi(strings.TrimPrefix(split, "public:")) // no error, since the exercise has a public split
	return float64(k)
}

// Models sets the models of the laboratory from a list of lines “name label”. It ignores lines without a label, and the models of
// puzzleModels, which the figure always has.
func (c *Course) Models(list string) {
	c.otherModels = nil
	for _, line := range strings.Split(list, "\n") {
		name, label, ok := strings.Cut(strings.TrimSpace(line), " ")
		if ok && !slices.ContainsFunc(puzzleModels, func(m comparedModel) bool { return m.model == name }) {
			c.otherModels = append(c.otherModels, comparedModel{model: name, name: label})
		}
	}
}

// webRows returns the models of the figure: the four models of the puzzle and, if v["all"] is 1, the other models of the laboratory.
func (c *Course) webRows(v Values) []comparedModel {
	if v["all"] == 1 {
		return slices.Concat(puzzleModels, c.otherModels)
	}
	return puzzleModels
}

// webTask returns the training of a model on the split v["split"].
func webTask(v Values, model string) Task {
	return taskOf(recipe.Setup{Graph: texas, Split: "public:" + strconv.Itoa(int(v["split"])), Model: model,
		Settings: exact.Schedule(model)})
}

// webTasks returns the trainings of all models of the figure.
func webTasks(c *Course, v Values) []Task {
	var list []Task
	for _, m := range c.webRows(v) {
		list = append(list, webTask(v, m.model))
	}
	return list
}

// letter returns the name of a class, "A" for class 0. In the data classes have only numbers.
func letter(class int) string { return string(rune('A' + class)) }

// webAnswer returns the marked page and link as an answer to exercise 11.1, for example "node 7 edge 3 7". It returns "" before Texas is
// loaded, if the reader has marked no link, and if the marked page has no link.
func (c *Course) webAnswer() string {
	v := c.values["webkb"]
	p := c.pages(v)
	if p == nil || v["mine"] != 1 {
		return ""
	}
	page, neighbour := p.markedLink(v)
	if neighbour < 0 { // no link
		return ""
	}
	return "node " + strconv.Itoa(page) + " edge " + strconv.Itoa(min(page, neighbour)) + " " + strconv.Itoa(max(page, neighbour))
}

// Unknown is the text of a number that is not computed yet.
const Unknown = "…"

// showWebkb renders the figure: the pages, and below them the accuracies, the pairs of classes or one page.
func showWebkb(c *Course, v Values) Rendering {
	// Every number is Unknown until it is computed: better below, all others in addValues.
	values := map[string]string{}
	for _, name := range strings.Fields("nodes links test same top top-count only only-mlp better one page class degree link agree") {
		values[name] = Unknown
	}
	for _, m := range puzzleModels {
		values[m.name+"-wrong"], values[m.name+"-says"] = Unknown, Unknown
	}
	values["answer"] = "none yet"
	p := c.pages(v) // nil before Texas is loaded
	if p != nil {
		p.addValues(v, values)
		// The number of trained models without the MLP (others), and the number of these models with fewer mistakes than the MLP (better).
		better, others := 0, 0
		wrongOfMLP, hasMLP := p.mistakes("mlp")
		for _, m := range c.webRows(v) {
			wrong, isTrained := p.mistakes(m.model)
			if m.model == "mlp" || !isTrained { // the MLP is the model of comparison
				continue
			}
			others++
			if wrong < wrongOfMLP {
				better++
			}
		}
		if hasMLP && others > 0 {
			values["better"] = strconv.Itoa(better) + " of " + strconv.Itoa(others)
		}
	}
	c.webStatus(v, p, values)
	var above, below pen
	drawPages(&above, p, v)
	switch {
	case v["look"] == 1: // the choices of the parameter "look": models, class pairs, one page
		drawPairs(&below, p)
	case v["look"] == 2:
		drawPage(&below, p, v)
	default:
		c.drawAccuracies(&below, p, v)
	}
	return Rendering{Pictures: map[string]string{"pages": above.String(), "below": below.String()}, Values: values}
}

// addValues adds the numbers of the figure's sentences to values. Numbers that need models stay Unknown until these are trained.
func (p *pages) addValues(v Values, values map[string]string) {
	values["nodes"], values["links"], values["test"] = strconv.Itoa(p.N), strconv.Itoa(len(p.Edges)/2), strconv.Itoa(len(p.Test))
	values["one"] = words.Part(1, float64(len(p.Test)), 1) // the share of one test page
	// The number of links inside a class (same), and the pair of different classes with the most links (top).
	pairs, same, top := p.pairs(), 0, [2]int{0, 1} // top has the smaller class first; Texas has at least two classes
	for a := range pairs {
		same += pairs[a][a]
		for b := range a {
			if pairs[b][a] > pairs[top[0]][top[1]] {
				top = [2]int{b, a}
			}
		}
	}
	values["same"] = percent(float64(same) / float64(max(1, len(p.Edges)/2)))
	values["top"], values["top-count"] = letter(top[0])+" and "+letter(top[1]), strconv.Itoa(pairs[top[0]][top[1]])
	// The marked page, its marked link, and the number of its neighbours with its class.
	page, neighbour := p.markedLink(v)
	values["page"], values["class"], values["degree"] = "page "+strconv.Itoa(page), letter(p.Labels[page]), strconv.Itoa(len(p.near[page]))
	values["link"], values["agree"] = "none", "0"
	if neighbour >= 0 {
		values["link"] = strconv.Itoa(min(page, neighbour)) + "–" + strconv.Itoa(max(page, neighbour))
		values["answer"] = words.Either(v["mine"] == 1, values["page"]+", link "+values["link"], "none yet")
		agree := 0
		for _, j := range p.near[page] {
			if p.Labels[j] == p.Labels[page] {
				agree++
			}
		}
		values["agree"] = strconv.Itoa(agree)
	}
	// The mistakes of each model, and its prediction for the marked page.
	for _, m := range puzzleModels {
		wrong, isTrained := p.mistakes(m.model)
		if isTrained {
			values[m.name+"-wrong"], values[m.name+"-says"] = strconv.Itoa(wrong), letter(p.predictions[m.model][page])
		}
	}
	// only has, for each of three models, the number of test pages that this model alone predicts correctly. The answer to exercise 11.1
	// is such a page of SGPC.
	three := []string{"mlp", "gcn", "sgpc"}
	only := map[string]int{}
	for _, i := range p.Test {
		rightModels := slices.DeleteFunc(slices.Clone(three), func(m string) bool { return !p.isRight(m, i) })
		if len(rightModels) == 1 {
			only[rightModels[0]]++
		}
	}
	areTrained := !slices.ContainsFunc(three, func(m string) bool { return p.predictions[m] == nil })
	if areTrained {
		values["only"], values["only-mlp"] = words.Count(only["sgpc"], "test page"), words.Count(only["mlp"], "test page")
	}
}

// webStatus adds two texts to values: "status" is the progress of the training or the reason of a failure, and "word" is the label of the
// button. p is nil before Texas is loaded. A failure of any model hides the progress of the others.
func (c *Course) webStatus(v Values, p *pages, values map[string]string) {
	models := c.webRows(v)
	done, status := 0, "" // status describes the last running load or, without a load, the first running training
	inTraining := ""      // the name of the first model in training
	for _, m := range models {
		r := c.Trainer.Result(webTask(v, m.model).Key)
		switch {
		case r == nil: // not scheduled
		case r.Err != "":
			values["status"] = "It did not work: " + strings.TrimSuffix(r.Err, ".") + ". The rest of the course does without Texas."
			values["word"] = "Try again"
			return
		case r.Done:
			done++
		case r.Loading != "":
			status = r.Loading + "…"
		case r.Epochs > 0 && inTraining == "":
			inTraining = m.name
		}
	}
	if status == "" && inTraining != "" {
		status = "training " + inTraining + ", " + strconv.Itoa(done) + " of " + strconv.Itoa(len(models)) + " are done"
	}
	// Without a running load or training, the status and the label of the button depend on the number of trained models.
	values["word"] = "Let them learn"
	switch {
	case status != "": // running
	case c.Busy("webkb"):
		status = "starting"
	case done == len(models):
		status, values["word"] = "all "+strconv.Itoa(done)+" models have learned", "All have learned"
		if v["all"] == 0 && len(c.otherModels) > 0 {
			status = strconv.Itoa(done) + " models have learned"
			values["word"] = "The other " + strconv.Itoa(len(c.otherModels)) + " too, some minutes"
		}
	case p == nil:
		status, values["word"] = "not fetched yet", "Fetch Texas and let them learn"
	default:
		status = strconv.Itoa(done) + " of " + strconv.Itoa(len(models)) + " models have learned"
	}
	values["status"] = status
}

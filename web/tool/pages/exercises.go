// This file renders the exercises, the glossary and the reading test of the course. Templates call these functions.

package main

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/coursemath"
	"sheafscope/core/words"
	"sheafscope/web/course"
)

// kindTitles has the heading of an exercise by its kind.
var kindTitles = map[string]string{"choice": "Predict first", "number": "Predict first", "drag": "Try it", "graph": "Build it",
	"entries": "Work it out"}

// labNotes has, by chapter, the note beside the link to the laboratory. A note states the values of the figure that the link contains, and
// the values that it omits.
var labNotes = map[string]string{
	"0": "It opens the ties of the first graph as the sliders have them, and trains one model at a time.",
	"1": "It opens the same graph for a GCN with as many layers, at least one; these have weights, which it learns.",
	"2": mapsAndSignal + " " + normalisedTwice,
	"3": mapsAndSignal + " " + normalisedTwice,
	"4": "It opens the ring with these maps in place of its network’s, " +
		"and the vector that is sent as the features of every node. " + normalised + ".",
	"5": "It opens the ring with these maps in place of its network’s, and the signal at the start as features. " +
		"Its diffusion steps are as long as the implicit ones here, where those are longer than 0. " + normalisedTwice +
		puzzleLearns,
	"6": "It opens the graph with these maps in place of its network’s, and the drawn signal as features; the step η stays here. " +
		normalisedTwice + puzzleLearns,
	"7a": "It opens the ties of the puzzle for NSD. Its stalks have three coordinates there, " +
		"and its maps all entries; the tempers and weights that you set stay here.",
	"7b": "It takes ε₀, τ and the Sinkhorn steps from here: two scalings for each step, and one for none. " +
		"Its measures come from a network, on a graph of its own.",
	"8":  "It opens a graph for JacobiConv, which learns its weights; those that you set stay here.",
	"9":  "It counts errors on nodes that had no part in choosing the epoch, on a graph of its own; the simulation stays here.",
	"10": "It opens the six people with the tempers as maps in place of its network’s, and the hints as features. " + normalisedTwice,
	"11": "It opens Texas with the same split, for the model whose mistakes are ringed.",
}

// Sentences that several notes share.
const (
	mapsAndSignal   = "It opens the graph with these maps in place of its network’s, and the signal as features."
	normalised      = "Its Laplacian is the normalised one"
	normalisedTwice = normalised + ", and a map of one coordinate stands there for two, so that every eigenvalue comes twice."
	puzzleLearns    = " The puzzle opens without these maps, for a network that learns its own." // behind another sentence
)

// exercises returns the exercises at the end of a chapter, and its link to the laboratory with the note in labNotes. It omits the exercises
// in betweenSteps, since the template has these between the steps of the chapter. The error is an error of exercise.
func (a *article) exercises(chapter string, betweenSteps ...string) (string, error) {
	var b strings.Builder
	for _, id := range course.ExerciseIDs(chapter) {
		if slices.Contains(betweenSteps, id) {
			continue
		}
		text, err := a.exercise(id)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	b.WriteString(`<p class="there"><a class="tolab" href="index.html" data-testid="to-lab">Open this chapter in the laboratory</a>` +
		labNotes[chapter] + `</p>`)
	return b.String(), nil
}

// exercise returns an exercise with the numbers that seed 1 generates, as an HTML section. The identifier "4.2" becomes "exercise-4-2" in
// the page. exercise returns an error for an unknown identifier, for a figure without a picture "sheaf", or if the figure webkb has no
// value "answer".
func (a *article) exercise(id string) (string, error) {
	var b strings.Builder
	q, ok := a.course.Exercise(id, 1)
	if !ok {
		return "", fmt.Errorf("no exercise %s", id)
	}
	name := "exercise-" + strings.ReplaceAll(id, ".", "-")
	trains := words.Either(q.Trains, " data-trains", "") // the check trains networks first
	// The head has the kind, the identifier, a button for other numbers, and the state of the answer. The question follows.
	fmt.Fprintf(&b, `<section class="ex open" id="%s" data-testid="%s" data-ex="%s"%s aria-label="Exercise %s"><div `+
		`class="hd"><b>%s</b><span>%s</span>`+
		`<button type="button" class="other" data-testid="other">Other numbers</button>`+
		`<span class="st" role="status"><svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="5.5"/></svg>Not `+
		`answered</span></div>`+
		`<div class="q">%s</div>`, name, name, id, trains, id, kindTitles[q.Kind], id, q.Question)
	if q.Figure != "" {
		picture, err := a.picture(q.Figure, "sheaf")
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, `<div class="exfig" data-figure="%s">%s</div>`, q.Figure, picture)
	}
	// The form of the answer depends on the kind of the exercise.
	b.WriteString(`<div class="opts" data-testid="answer"`)
	switch q.Kind {
	case "choice":
		b.WriteString(` role="radiogroup" aria-label="answers">`)
		for k, o := range q.Options { // an option has a key and a text
			tab := words.Either(k == 0, "0", "-1") // no option is checked yet: the Tab key reaches the first
			fmt.Fprintf(&b, `<button type="button" class="opt" role="radio" aria-checked="false" tabindex="%s" data-key="%s">%s</button>`, tab,
				o[0], o[1])
		}
	case "number":
		fmt.Fprintf(&b, `><input inputmode="decimal" autocomplete="off" aria-label="your number"><span>%s</span>`, q.Unit)
	case "entries":
		if q.InFigure { // the reader marks a page and a link in the figure, and writes no numbers
			marked, err := a.live("webkb.answer", 16) // the only figure with such an exercise; 16 characters of width
			if err != nil {
				return "", err
			}
			b.WriteString(`><span>marked: ` + marked + `</span>`)
			break // without fields for numbers
		}
		fmt.Fprintf(&b, `><div class="boxes c%d">`, q.Cols)
		for k := range q.Rows * q.Cols {
			fmt.Fprintf(&b, `<input inputmode="text" autocomplete="off" aria-label="number %d">`, k+1)
		}
		b.WriteString("</div>")
	case "drag":
		b.WriteString(`><span>the measure now</span><span class="live now"></span>`)
	default: // a graph: the reader builds it in the figure
		b.WriteString(">")
	}
	label := words.Either(q.Trains, "Run to check", "Check")
	hidden := words.Either(q.Kind == "drag", " hidden", "") // the page checks this kind during the drag
	fmt.Fprintf(&b, `<button type="button" class="go" data-testid="check" disabled%s>%s</button></div><p class="why" `+
		`data-testid="reason" hidden></p></section>`,
		hidden, label)
	return b.String(), nil
}

// symbolValues has, by the key of a symbol in the glossary, the names of its values in the figures, separated by spaces. The name
// "edge.r" is the value r of the figure edge. A card displays the value of a figure in the chapter where the card was opened. If this
// chapter has none of the figures, the card displays the first value of the list.
var symbolValues = map[string]string{"x": "edge.xu", "F": "edge.map", "r": "edge.r", "energy": "laplacian.energy heat.energy editor.energy",
	"H0": "ring.dim editor.dim", "holonomy": "ring.map", "lambda2": "gap.lambda2 editor.lambda2", "lambda3": "gap.lambda3", "eta": "gap.eta",
	"d": "edge.dim laplacian.dim editor.d", "n": "blur.nodes puzzle.people", "m": "puzzle.ties", "t": "heat.time", "epsilon0": "plan.eps",
	"tau": "plan.tau", "alphaq": "filter.a1", "conf": "sure.delta"}

// glossary returns the cards of the course's symbols. Terms without a chapter belong to the laboratory and have no card.
// glossary returns an error if a name in symbolValues has no value in the figures.
func (a *article) glossary() (string, error) {
	var b strings.Builder
	b.WriteString(`<div class="entries">`)
	for _, t := range coursemath.Glossary() {
		if t.Chapter == "" {
			continue
		}
		value := ""
		if names := symbolValues[t.Key]; names != "" {
			for _, name := range strings.Fields(names) {
				if _, err := a.value(name); err != nil { // no figure has the value
					return "", err
				}
			}
			value = ` data-now="` + names + `"`
		}
		fmt.Fprintf(&b, `<section class="entry" id="g-%s"%s><h3>%s</h3>%s<p>%s</p><p `+
			`class="more">%s</p><footer><span>chapter %s</span></footer></section>`,
			t.Key, value, course.Prose(t.Name), symbolOf(t), course.Prose(t.Definition), properties(t), t.Chapter)
	}
	return b.String() + "</div>", nil
}

// symbolOf returns the symbol of a term as HTML. It returns "" if the term has no symbol.
func symbolOf(t coursemath.Term) string {
	if t.TeX == "" {
		return ""
	}
	return `<span class="f">` + course.Formula(t.TeX) + `</span>`
}

// properties returns the shape, the unit and the other names of a term's symbol, separated by semicolons. It omits absent ones.
func properties(t coursemath.Term) string {
	var parts []string
	for _, part := range [][2]string{{"", t.Shape}, {"unit: ", t.Unit}, {"elsewhere: ", t.Other}} {
		if part[1] != "" {
			parts = append(parts, course.Prose(part[0]+part[1]))
		}
	}
	return strings.Join(parts, "; ")
}

// quiz returns a form of the reading test, "A" or "B", as HTML. A form has ten questions, each with its answer in a closed details element.
// Behind the answer is the phrase of the course from which the answer follows.
func quiz(form string) string {
	var b strings.Builder
	for k, q := range coursemath.Quiz(form) {
		id := fmt.Sprintf("q%s%d", form, k+1) // as in "qA1"
		fmt.Fprintf(&b, `<li><p id="%[1]s">%[2]d. %[3]s</p><ul role="radiogroup" aria-labelledby="%[1]s">`, id, k+1, course.Prose(q.Text))
		answer := ""
		for _, o := range q.Options {
			fmt.Fprintf(&b, `<li role="none"><label><input type="radio" name="%s" value="%s"> %s</label></li>`, id, o.Key, course.Prose(o.Text))
			if o.Key == q.Answer {
				answer = o.Text
			}
		}
		fmt.Fprintf(&b, `</ul><details><summary>Answer</summary>%s. It follows from <a href="#chapter-%s">chapter %s</a>: “…%s…”.</details></li>`,
			course.Prose(answer), q.Chapter, q.Chapter, course.Prose(q.Sentence))
	}
	return b.String()
}

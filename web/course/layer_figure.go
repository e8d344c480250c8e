// This file has the figure of chapter 10: every number of one layer of a sheaf network, and the computation of the opened number.

package course

import (
	"math"
	"strconv"
	"strings"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// layerFigure returns the figure of chapter 10: a layer on the small puzzle of six people. A tap, a hovering mouse or a key opens a number.
func layerFigure() *Diagram {
	return &Diagram{
		Name: "layer", Title: "A layer, number by number", Touch: "point at a number to see what made it",
		Params: []Param{
			{Name: "step", Label: "Step τ", Start: 0.25, Min: 0, Max: 0.5, Step: 0.05},
			{Name: "weight", Label: "Weight of the classifier", Start: 3, Min: 0, Max: 6, Step: 0.5},
			choice("plain", "maps", 0, "the tempers", "all 1"),
			// The index of the opened number: row·columns + column, both from 0. It starts at 8, the mixed feature of person a.
			{Name: "cell", Label: "opened number", Start: 8, Max: float64(layerRows*len(layerColumns) - 1), Step: 1, Jump: true},
		},
		Pictures: []Size{{Name: "layer", Width: 520, Height: 396, Label: "Features, Laplacian, mixed features, scores and classes of six " +
			"people, and below a sentence on the marked number"}},
		Hover: true,
		show:  showLayer,
		point: func(_ *Course, v Values, _, _ string, x, y float64) {
			// The row at y, and the column nearest to x, at a distance of less than 20 units.
			row := math.Round((y - layerTop) / layerHigh)
			column, nearest := -1, 20.0
			for k, c := range layerColumns {
				if distance := math.Abs(c.x - x); distance < nearest {
					column, nearest = k, distance
				}
			}
			isCell := row >= 0 && row < layerRows && column >= 0 // column is −1 if no column is near
			if isCell {
				v["cell"] = row*float64(len(layerColumns)) + float64(column)
			}
		},
		// The keys go round: after the last row or column comes the first, and before the first comes the last.
		nudge: func(_ *Course, v Values, _ string, dx, dy float64) bool {
			columns := float64(len(layerColumns))
			row, column := math.Floor(v["cell"]/columns), math.Mod(v["cell"], columns)
			newRow, newColumn := math.Mod(row-dy+layerRows, layerRows), math.Mod(column+dx+columns, columns)
			v["cell"] = newRow*columns + newColumn
			return true
		},
		recipe: func(Values) recipe.Recipe { return inLaboratory(exact.SmallPuzzle(), nil) }, // nil: the default settings
	}
}

// layerTop is the y coordinate of the middle of the first row of the picture, and layerHigh is the distance between two rows.
const layerTop, layerHigh = 78.0, 38.0

// layerRows is the number of people, one in each row.
const layerRows = 6

// layerColumn is a column of the picture, with a number for each person.
type layerColumn struct {
	x    float64 // of the middle of the column
	name string  // heading
	// number returns the number of person i as text, and explain returns the sentence on its computation.
	number  func(o *exact.LayerNumbers, i int) string
	explain func(o *exact.LayerNumbers, i int) string
}

// person returns the name of person i, 0 ≤ i < layerRows.
func person(i int) string { return string(rune('a' + i)) }

// layerColumns are the columns of the picture: two features, six entries of a row of L, the mixed feature, the score, the probability and
// the class.
var layerColumns = func() []layerColumn {
	list := []layerColumn{
		{48, "temper", func(o *exact.LayerNumbers, i int) string { return Num(o.Tempers[i], 0) },
			func(o *exact.LayerNumbers, i int) string {
				return "The temper of " + person(i) + ", a feature: " + Num(o.Tempers[i], 0) + ". NSD makes maps of the features."
			}},
		{100, "hint", func(o *exact.LayerNumbers, i int) string { return Num(o.Hints[i], 2) },
			func(o *exact.LayerNumbers, i int) string {
				return "The hint of " + person(i) + ", a feature: " + Num(o.Hints[i], 2) + ". Class A has hints above 0, class B below, but for " +
					"noise."
			}},
	}
	for j := range layerRows {
		list = append(list, layerColumn{148 + 33*float64(j), person(j),
			func(o *exact.LayerNumbers, i int) string { return Num(o.Laplacian[i][j], 0) },
			func(o *exact.LayerNumbers, i int) string { return openedEntry(o, i, j) }})
	}
	return append(list,
		layerColumn{362, "mixed", func(o *exact.LayerNumbers, i int) string { return Num(o.Mixed[i], 2) }, openedMix},
		layerColumn{411, "score",
			func(o *exact.LayerNumbers, i int) string { return Num(o.Score[i], 2) }, func(o *exact.LayerNumbers, i int) string {
				return "Weight times mixed number: " + Num(o.Weight, 1) + " · " + Num(o.Mixed[i], 2) + " = " + Num(o.Score[i], 2) +
					". It is the score of class A; that of B is its negative."
			}},
		layerColumn{458, "P(A)",
			func(o *exact.LayerNumbers, i int) string { return Num(o.Probability[i], 2) }, func(o *exact.LayerNumbers, i int) string {
				s := Num(o.Score[i], 2)
				return "Softmax of both scores: exp(" + s + ") / (exp(" + s + ") + exp(" + Num(-o.Score[i], 2) + ")) = " +
					Num(o.Probability[i], 2) + "."
			}},
		layerColumn{502, "class", func(o *exact.LayerNumbers, i int) string { return words.Either(namesA(o, i), "A", "B") },
			func(o *exact.LayerNumbers, i int) string {
				reason := "The likelier class: P(A) is " + words.Either(namesA(o, i), "more", "less") + " than one half."
				if isUndecided(o, i) {
					reason = "Neither class is likelier: P(A) is one half. The layer then names B."
				}
				return reason + " The true class of " + person(i) + " is " + words.Either(o.Classes[i] > 0, "A", "B") + "."
			}})
}()

// isUndecided reports whether both classes of person i are equally likely. A score of size below 1e-12 is 0 but for rounding errors.
func isUndecided(o *exact.LayerNumbers, i int) bool { return math.Abs(o.Score[i]) < 1e-12 }

// namesA reports whether the layer names class A for person i.
func namesA(o *exact.LayerNumbers, i int) bool { return o.Score[i] > 0 && !isUndecided(o, i) }

// openedEntry returns the sentence with the computation of entry (i, j) of the Laplacian: the degree on the diagonal, minus the product of
// both maps for a tie, and 0 without a tie.
func openedEntry(o *exact.LayerNumbers, i, j int) string {
	s := exact.SmallPuzzle()
	name := "The entry of " + person(i) + " and " + person(j) + " in L"
	if i == j {
		return name + ": each of the " + strconv.Itoa(o.Degree(i)) + " ties of " + person(i) + " adds the square of its map, 1."
	}
	for e, g := range s.Edges {
		if g.I == min(i, j) && g.J == max(i, j) { // the end I of an edge is smaller than J
			return name + ": minus the product of both maps, −(" + Num(o.Maps[e][0], 0) + ") · (" + Num(o.Maps[e][1], 0) + ") = " +
				Num(o.Laplacian[i][j], 0) + "."
		}
	}
	return name + " is 0: there is no tie between them."
}

// openedMix returns the sentence with the computation of the mixed feature of person i: hint − τ·(row i of L)·hints.
func openedMix(o *exact.LayerNumbers, i int) string {
	var terms []string // products "entry of L · hint", for the entries that are not 0
	for j, entry := range o.Laplacian[i] {
		if entry == 0 {
			continue
		}
		hint := Num(o.Hints[j], 2)
		if o.Hints[j] < 0 {
			hint = "(" + hint + ")"
		}
		terms = append(terms, Num(entry, 0)+" · "+hint)
	}
	// A term with a minus is joined by "−", not by "+ −".
	return "Own hint minus τ times the row of L: " + Num(o.Hints[i], 2) + " − " + Num(o.Step, 2) + " · (" +
		strings.ReplaceAll(strings.Join(terms, " + "), "+ −", "− ") + ") = " + Num(o.Mixed[i], 2) + "."
}

// showLayer renders the figure: a table of all numbers, and below it the computation of the opened number. The rendering is empty if the
// layer cannot be computed.
func showLayer(_ *Course, v Values) Rendering {
	o, err := exact.OpenLayer(exact.LayerOptions{Step: v["step"], Weight: v["weight"], Plain: v["plain"] == 1})
	if err != nil {
		return Rendering{}
	}
	columns := len(layerColumns)
	row, column := int(v["cell"])/columns, int(v["cell"])%columns // of the opened number
	var p pen
	p.text("k c", 74, 20, "features")
	p.text("k c", 230, 20, it("L")+", made of the maps")
	p.text("k c", 432, 20, "what follows")
	for k, c := range layerColumns {
		p.text("k c", c.x, 44, plain(c.name))
		for i := range layerRows {
			y := layerTop + layerHigh*float64(i)
			isOpened := i == row && k == column
			if isOpened {
				p.grip(handle{name: "cell", label: "opened number", text: c.number(o, i), value: v["cell"], max: float64(layerRows*columns - 1)})
				p.rect("wash", c.x-20, y-16, 40, 32)
				p.add("</g>") // closes the group that grip has opened
			}
			p.text(words.Either(isOpened, "a c", "i c"), c.x, y+5, plain(c.number(o, i)))
		}
	}
	// The names of the people, and the number of people whose class is predicted correctly.
	right := 0
	for i := range layerRows {
		p.text("m c", 14, layerTop+layerHigh*float64(i)+5, plain(person(i)))
		isA := o.Classes[i] > 0
		if namesA(o, i) == isA {
			right++
		}
	}
	p.line("gd", 0, 294, 520, 294)
	// The computation, in lines of at most 63 bytes.
	text := layerColumns[column].explain(o, row)
	line, y := "", 318.0
	for _, word := range strings.Fields(text) {
		if len(line)+len(word) > 62 { // 63 with the space between line and word
			p.text("i", 0, y, plain(line))
			line, y = "", y+22
		}
		line = strings.TrimSpace(line + " " + word)
	}
	p.text("i", 0, y, plain(line))
	// The numbers of the page's sentences, such as "mixed-a" and "hint-a" for person a.
	values := map[string]string{"right": Num(float64(right), 0), "people": strconv.Itoa(layerRows), "opened": text}
	for i := range layerRows {
		values["mixed-"+person(i)], values["hint-"+person(i)] = Num(o.Mixed[i], 2), Num(o.Hints[i], 2)
	}
	return Rendering{Pictures: map[string]string{"layer": p.String()}, Values: values}
}

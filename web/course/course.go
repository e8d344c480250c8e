// Package course is the course “Sheaves on graphs, by hand”: what each of its
// figures shows, from the figure's state. A figure has parameters; from their
// values follow its pictures, as SVG, and the numbers that stand in the
// sentences, so that no sentence can say what the picture does not show. What
// must be trained first comes from a [Trainer].
//
// The texts are in assets/learn; the exact small mathematics and the exercises
// are in core/coursemath. The package knows no browser.
package course

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	exact "sheafscope/core/coursemath"
	"sheafscope/wasm/recipe"
)

// Param is a parameter of a figure.
type Param struct {
	Name  string
	Label string
	Start float64
	// Min, Max and Step say which values it takes.
	Min, Max, Step float64
	// Jump marks a choice: between two values of it there is nothing to show.
	Jump bool
	// Walk marks a way that a step of the text shows from its beginning, slowly enough to follow.
	Walk bool
	// text writes a value, nil for a plain number.
	text func(float64) string
}

// choice is a parameter that takes one of some words.
func choice(name, label string, start float64, words ...string) Param {
	return Param{Name: name, Label: label, Start: start, Max: float64(len(words) - 1), Step: 1, Jump: true,
		text: func(v float64) string { return words[int(v)] }}
}

// Text writes a value of the parameter.
func (p *Param) Text(v float64) string {
	if p.text != nil {
		return p.text(v)
	}
	return Num(v, decimals(p.Step))
}

// decimals is how many of them a step needs.
func decimals(step float64) int {
	d := 0
	for d < 4 && math.Abs(step-math.Round(step)) > 1e-9 {
		step *= 10
		d++
	}
	return d
}

// degrees writes an angle.
func degrees(v float64) string { return Num(v, 0) + "°" }

// Values are the values of a figure's parameters, by name.
type Values map[string]float64

// Displayed is what a figure shows.
type Displayed struct {
	// Pictures are the insides of its SVG elements, by name.
	Pictures map[string]string
	// Values are the numbers and words in the sentences, by name.
	Values map[string]string
}

// Size is that of a picture in its own units.
type Size struct {
	Name          string
	Width, Height float64
	// Label says what it shows, to those who do not see it.
	Label string
}

// Diagram is a figure of the course.
type Diagram struct {
	Name, Title, Touch string
	Params             []Param
	Pictures           []Size
	// Hover reports whether a mouse over a picture acts as a tap there.
	Hover bool
	show  func(c *Course, v Values) Displayed
	// point moves a handle of a picture ("" for a tap elsewhere) to a place in it.
	point func(c *Course, v Values, picture, handle string, x, y float64)
	// nudge moves a handle by steps of the keyboard; nil where the handle's name is a parameter.
	nudge func(c *Course, v Values, handle string, dx, dy float64) bool
	// tasks lists what has to be trained for what is shown, nil for a figure without training.
	tasks func(c *Course, v Values) []Task
	// more widens what is trained, once all of it is.
	more func(v Values)
	// recipe is the state of the laboratory that shows the same.
	recipe func(v Values) recipe.Recipe
	// link is the same where it is more than the values say.
	link func(c *Course) string
}

// figures lists the figures in the order of the chapters.
func figures() []*Diagram {
	return []*Diagram{puzzle(), blur(), edge(), laplacian(), ring(), heat(), gap(), ends(), plan(), filter(), sure(), layer(), webkb(),
		editorFigure()}
}

// Course is the state of the course: the values of all figures, and what was trained.
type Course struct {
	figures []*Diagram
	values  map[string]Values
	people  people // what the puzzle drew last
	blur    blurred
	fading  *exact.Fading // of the puzzle as the course begins, computed at its first use
	tries   map[string]*try
	others  []contender // models of the laboratory beside the four of chapter 10
	editor  *editor
	Trainer *Trainer
	check   func(code string) exact.Judgement // judges codes by what is trained here
	replay  []Task                            // what the teacher's table needs
	// Reports are those of the teacher's table.
	Reports []exact.Judgement
}

// New returns the course as it begins. With a trainer of nil nothing can be trained.
func New(t *Trainer) *Course {
	if t == nil {
		t = NewTrainer(nil, nil)
	}
	c := &Course{figures: figures(), values: map[string]Values{}, tries: map[string]*try{}, editor: newEditor(), Trainer: t}
	c.check = exact.Checker(c.replayed)
	for _, f := range c.figures {
		v := Values{}
		for _, p := range f.Params {
			v[p.Name] = p.Start
		}
		c.values[f.Name] = v
	}
	return c
}

// Figure finds a figure by its name, nil when there is none.
func (c *Course) Figure(name string) *Diagram {
	for _, f := range c.figures {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Param finds a parameter by its name, nil when there is none.
func (f *Diagram) Param(name string) *Param {
	for i := range f.Params {
		if f.Params[i].Name == name {
			return &f.Params[i]
		}
	}
	return nil
}

// Value is the value of a figure's parameter.
func (c *Course) Value(figure, param string) float64 { return c.values[figure][param] }

// State is a copy of the values of a figure's parameters, Restore sets those that are named.
func (c *Course) State(figure string) Values { return maps.Clone(c.values[figure]) }

// Restore sets parameters of a figure.
func (c *Course) Restore(figure string, v Values) {
	for name, x := range v {
		_ = c.Set(figure, name, x, false) // what the figure has not is left out
	}
}

// Set gives a parameter ("edge", "turn") a value, held inside its range and put
// on its next step. On the way of an animation between two values it is put on none.
func (c *Course) Set(figure, param string, value float64, between bool) error {
	f := c.Figure(figure)
	if f == nil {
		return fmt.Errorf("course: no figure %q", figure)
	}
	p := f.Param(param)
	if p == nil || math.IsNaN(value) {
		return fmt.Errorf("course: figure %s takes no %s = %v", figure, param, value)
	}
	if between && !p.Jump {
		c.values[figure][param] = min(max(value, p.Min), p.Max)
	} else {
		c.values[figure][param] = p.snap(value)
	}
	return nil
}

func (p *Param) snap(value float64) float64 {
	steps := math.Round((min(max(value, p.Min), p.Max) - p.Min) / p.Step)
	v, _ := strconv.ParseFloat(strconv.FormatFloat(p.Min+steps*p.Step, 'f', 6, 64), 64)
	return min(v, p.Max)
}

// snap puts every value on a step of its range.
func (f *Diagram) snap(v Values) {
	for _, p := range f.Params {
		v[p.Name] = p.snap(v[p.Name])
	}
}

// Point moves a handle of a figure's picture to a place in it, or reports a tap there.
func (c *Course) Point(figure, picture, handle string, x, y float64) {
	f := c.Figure(figure)
	if f == nil || f.point == nil || math.IsNaN(x+y) {
		return
	}
	v := c.values[figure]
	f.point(c, v, picture, handle, x, y)
	f.snap(v)
}

// Nudge moves a handle by arrow keys: dx and dy are steps to the right and upwards.
func (c *Course) Nudge(figure, handle string, dx, dy float64) {
	f := c.Figure(figure)
	if f == nil {
		return
	}
	v := c.values[figure]
	if f.nudge != nil && f.nudge(c, v, handle, dx, dy) {
		f.snap(v)
		return
	}
	if p := f.Param(handle); p != nil {
		v[handle] = p.snap(v[handle] + (dx+dy)*p.Step)
	}
}

// Show is what a figure shows now. Every parameter is also a value.
func (c *Course) Show(figure string) Displayed {
	f := c.Figure(figure)
	if f == nil {
		return Displayed{}
	}
	v := c.values[figure]
	view := f.show(c, v)
	if view.Values == nil {
		view.Values = map[string]string{}
	}
	for _, p := range f.Params {
		if _, own := view.Values[p.Name]; !own {
			view.Values[p.Name] = p.Text(v[p.Name])
		}
	}
	return view
}

// Run asks for the training of what a figure shows.
func (c *Course) Run(figure string) {
	f := c.Figure(figure)
	if f == nil || f.tasks == nil {
		return
	}
	if f.more != nil && c.done(f) {
		f.more(c.values[figure])
	}
	c.Trainer.Want(f.tasks(c, c.values[figure]))
}

// done reports whether everything that a figure shows is trained.
func (c *Course) done(f *Diagram) bool {
	return !slices.ContainsFunc(f.tasks(c, c.values[f.Name]), func(t Task) bool {
		r := c.Trainer.Result(t.Key)
		return r == nil || !r.Done || r.Err != ""
	})
}

// Busy reports whether something is being trained for a figure.
func (c *Course) Busy(figure string) bool {
	f := c.Figure(figure)
	return f != nil && f.tasks != nil && slices.ContainsFunc(f.tasks(c, c.values[figure]), c.Trainer.Pending)
}

// Assign reads "turn=40 dim=2", the state that a step of the text shows.
func Assign(text string) (Values, error) {
	v := Values{}
	for _, part := range strings.Fields(text) {
		name, value, ok := strings.Cut(part, "=")
		x, err := strconv.ParseFloat(value, 64)
		if !ok || err != nil {
			return nil, fmt.Errorf("course: %q is not name=number", part)
		}
		v[name] = x
	}
	return v, nil
}

// Package course computes the figures of the course “Sheaves on graphs, by hand”. A figure has parameters. Its SVG pictures and
// the numbers in its sentences are functions of their values, so that no sentence contradicts its picture. Trained networks come
// from a [Trainer].
//
// The texts are in assets/learn. The exact small mathematics and the exercises are in core/coursemath. The package knows no
// browser.
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
	// Min, Max and Step define the values: Min + k·Step up to Max.
	Min, Max, Step float64
	// Jump marks a choice, which has no values between its steps.
	Jump bool
	// Walk marks a parameter that a step of the text animates from Min, slowly enough to follow.
	Walk bool
	// text formats a value; nil formats a plain number.
	text func(float64) string
}

// choice returns a parameter whose values 0, 1, … are labelled by words.
func choice(name, label string, start float64, words ...string) Param {
	return Param{Name: name, Label: label, Start: start, Max: float64(len(words) - 1), Step: 1, Jump: true,
		text: func(v float64) string { return words[int(v)] }}
}

// Text formats a value of the parameter.
func (p *Param) Text(v float64) string {
	if p.text != nil {
		return p.text(v)
	}
	return Num(v, decimals(p.Step))
}

// decimals returns the number of decimals, at most 4, that a multiple of step needs.
func decimals(step float64) int {
	d := 0
	for d < 4 && math.Abs(step-math.Round(step)) > 1e-9 {
		step *= 10
		d++
	}
	return d
}

// degrees formats an angle in degrees.
func degrees(v float64) string { return Num(v, 0) + "°" }

// Values are the values of a figure's parameters, by name.
type Values map[string]float64

// Rendering is the output of a figure at one state.
type Rendering struct {
	// Pictures maps the name of each picture to the inside of its SVG element.
	Pictures map[string]string
	// Values maps the name of each placeholder in the sentences to its number or word.
	Values map[string]string
}

// Size is the name, the size and the label of a picture. Width and height are in units of its SVG view box.
type Size struct {
	Name          string
	Width, Height float64
	// Label describes the picture for screen readers.
	Label string
}

// Diagram is a figure of the course.
type Diagram struct {
	Name, Title, Touch string
	Params             []Param
	Pictures           []Size
	// Hover reports whether a hovering mouse acts as a tap.
	Hover bool
	// show computes the pictures and values.
	show func(c *Course, v Values) Rendering
	// point handles a drag of a handle, or a tap where handle is "", at (x, y) in the picture's units.
	point func(c *Course, v Values, picture, handle string, x, y float64)
	// nudge moves a handle by dx and dy keyboard steps and reports whether it did. Without nudge a handle is the parameter of its
	// name.
	nudge func(c *Course, v Values, handle string, dx, dy float64) bool
	// tasks lists the trainings that the figure needs; nil for a figure without training.
	tasks func(c *Course, v Values) []Task
	// more extends the set of trainings after all of them are done.
	more func(v Values)
	// recipe returns the state of the laboratory that shows the figure's graph.
	recipe func(v Values) recipe.Recipe
	// link replaces recipe where the link depends on more than the values.
	link func(c *Course) string
}

// figures lists the figures in the order of the chapters.
func figures() []*Diagram {
	return []*Diagram{puzzleFigure(), averagingFigure(), edgeFigure(), laplacianFigure(), ringFigure(), heatFigure(), gapFigure(),
		learnedMapFigure(), planFigure(), filterFigure(), boundFigure(), layerFigure(), webkbFigure(), editorFigure()}
}

// Course is the state of the course: the values of all figures and the results of trainings.
type Course struct {
	figures     []*Diagram
	values      map[string]Values
	puzzle      puzzleGraph // the newest graph of the puzzle
	averaging   averagedGraph
	fading      *exact.Fading // diffusion on the puzzle's start graph, computed at first use
	exercises   map[string]*exerciseFigure
	otherModels []comparedModel // the laboratory's models beside puzzleModels
	editor      *editor
	Trainer     *Trainer
	check       func(code string) exact.Judgement // judges codes with the networks trained here
	replay      []Task                            // trainings of the last Replay
	// Reports are the judgements of the teacher's table.
	Reports []exact.Judgement
}

// New returns the course at its start. A nil trainer trains nothing.
func New(t *Trainer) *Course {
	if t == nil {
		t = NewTrainer(nil, nil)
	}
	c := &Course{figures: figures(), values: map[string]Values{}, exercises: map[string]*exerciseFigure{}, editor: newEditor(), Trainer: t}
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

// Figure returns the figure of a name, or nil.
func (c *Course) Figure(name string) *Diagram {
	for _, f := range c.figures {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Param returns the parameter of a name, or nil.
func (f *Diagram) Param(name string) *Param {
	for i := range f.Params {
		if f.Params[i].Name == name {
			return &f.Params[i]
		}
	}
	return nil
}

// Value returns the value of a figure's parameter.
func (c *Course) Value(figure, param string) float64 { return c.values[figure][param] }

// State returns a copy of the values of a figure's parameters.
func (c *Course) State(figure string) Values { return maps.Clone(c.values[figure]) }

// Restore sets the named parameters of a figure and ignores unknown names.
func (c *Course) Restore(figure string, v Values) {
	for name, x := range v {
		_ = c.Set(figure, name, x) // an unknown name sets nothing
	}
}

// Set sets a parameter, for example ("edge", "turn"), to the step of its range that is nearest to value. It fails for an unknown
// figure or parameter and for NaN.
func (c *Course) Set(figure, param string, value float64) error {
	return c.set(figure, param, value, (*Param).snap)
}

// SetBetween sets a parameter to a frame of an animation: inside its range, and between steps unless it jumps. Errors are those of
// [Course.Set].
func (c *Course) SetBetween(figure, param string, value float64) error {
	return c.set(figure, param, value, (*Param).clamp)
}

// set sets a parameter to the value that fit returns.
func (c *Course) set(figure, param string, value float64, fit func(*Param, float64) float64) error {
	f := c.Figure(figure)
	if f == nil {
		return fmt.Errorf("course: no figure %q", figure)
	}
	p := f.Param(param)
	if p == nil || math.IsNaN(value) {
		return fmt.Errorf("course: figure %s takes no %s = %v", figure, param, value)
	}
	c.values[figure][param] = fit(p, value)
	return nil
}

// clamp returns the value of the range nearest to value; a parameter that jumps has only its steps.
func (p *Param) clamp(value float64) float64 {
	if p.Jump {
		return p.snap(value)
	}
	return min(max(value, p.Min), p.Max)
}

// snap returns the step nearest to value. The decimal round trip removes the rounding error of steps·Step.
func (p *Param) snap(value float64) float64 {
	steps := math.Round((min(max(value, p.Min), p.Max) - p.Min) / p.Step)
	v, _ := strconv.ParseFloat(strconv.FormatFloat(p.Min+steps*p.Step, 'f', 6, 64), 64)
	return min(v, p.Max)
}

// snap rounds every value to a step of its range.
func (f *Diagram) snap(v Values) {
	for _, p := range f.Params {
		v[p.Name] = p.snap(v[p.Name])
	}
}

// Point drags a handle of a picture to (x, y), or taps there where handle is "".
func (c *Course) Point(figure, picture, handle string, x, y float64) {
	f := c.Figure(figure)
	if f == nil || f.point == nil || math.IsNaN(x+y) {
		return
	}
	v := c.values[figure]
	f.point(c, v, picture, handle, x, y)
	f.snap(v)
}

// Nudge moves a handle by arrow keys: dx steps to the right and dy steps upwards.
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

// Render computes a figure at its present values. A parameter without a value of its own in the figure adds its text.
func (c *Course) Render(figure string) Rendering {
	f := c.Figure(figure)
	if f == nil {
		return Rendering{}
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

// Run schedules the trainings of a figure.
func (c *Course) Run(figure string) {
	f := c.Figure(figure)
	if f == nil || f.tasks == nil {
		return
	}
	if f.more != nil && c.trained(f) {
		f.more(c.values[figure])
	}
	c.Trainer.Schedule(f.tasks(c, c.values[figure]))
}

// trained reports whether all trainings of a figure succeeded.
func (c *Course) trained(f *Diagram) bool {
	return !slices.ContainsFunc(f.tasks(c, c.values[f.Name]), func(t Task) bool {
		r := c.Trainer.Result(t.Key)
		return r == nil || !r.Done || r.Err != ""
	})
}

// Busy reports whether a training of a figure is pending.
func (c *Course) Busy(figure string) bool {
	f := c.Figure(figure)
	return f != nil && f.tasks != nil && slices.ContainsFunc(f.tasks(c, c.values[figure]), c.Trainer.Pending)
}

// Assign parses the state of a figure that a step of the text shows, for example "turn=40 dim=2".
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

// Package course has the figures of the course “Sheaves on graphs, by hand”. A figure computes its SVG pictures and the numbers in its
// sentences from the values of its parameters. A [Trainer] trains the networks that a figure shows.
//
// The texts are in assets/learn. The exact small mathematics and the exercises are in core/coursemath. The package runs without a
// browser: web/course/page joins it to the page. The laboratory is the main page of Sheafscope, to which the figures link.
//
// In a picture x increases to the right and y downwards, in units of the picture; every picture is 520 units wide. The places of texts and
// lines are chosen by eye.
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

// Param is a parameter of a figure, which a slider, a menu or a handle sets.
type Param struct {
	// Name identifies the parameter in its figure, Label is its text for the reader, and Start is its first value.
	Name  string
	Label string
	Start float64
	// Min, Max and Step define the values: Min + k·Step, up to Max.
	Min, Max, Step float64
	// Jump marks a parameter without values between two steps, such as a choice. An animation sets such a parameter only to its steps.
	Jump bool
	// Walk marks a parameter that the text animates slowly, beginning with Min.
	Walk bool
	// text formats a value. If it is nil, the value is formatted as a number.
	text func(float64) string
}

// choice returns a parameter with the values 0, 1, …, one for each of the labels. It starts at the index start.
func choice(name, label string, start float64, labels ...string) Param {
	return Param{Name: name, Label: label, Start: start, Max: float64(len(labels) - 1), Step: 1, Jump: true,
		text: func(v float64) string { return labels[int(v)] }}
}

// Text formats a value of the parameter.
func (p *Param) Text(v float64) string {
	if p.text != nil {
		return p.text(v)
	}
	return Num(v, decimals(p.Step))
}

// decimals returns the number of decimals, at most 4, that the multiples of step need: 2 for 0.05. A difference from a whole number of at
// most 1e-9 is a rounding error.
func decimals(step float64) int {
	count := 0
	for scaled := step; count < 4 && math.Abs(scaled-math.Round(scaled)) > 1e-9; count++ {
		scaled *= 10
	}
	return count
}

// degrees formats an angle in degrees, rounded to a whole number: “40°”.
func degrees(v float64) string { return Num(v, 0) + "°" }

// Values are the values of a figure's parameters, by name. A choice has the index of its label.
type Values map[string]float64

// Rendering is the output of a figure for the present values of its parameters.
type Rendering struct {
	// Pictures maps the name of each picture to the content of its SVG element.
	Pictures map[string]string
	// Values maps the name of each placeholder in the sentences to its number or word.
	Values map[string]string
}

// Size describes a picture. Width and height are in units of its SVG view box.
type Size struct {
	Name          string
	Width, Height float64
	// Label describes the picture for screen readers.
	Label string
}

// Diagram is a figure of the course.
type Diagram struct {
	// Name identifies the figure, Title is its heading, and Touch is a hint how to change the figure.
	Name, Title, Touch string
	Params             []Param
	Pictures           []Size
	Hover              bool // a hovering mouse acts as a tap
	// show renders the figure for the values v. [Course.Render] adds the texts of the parameters.
	show func(c *Course, v Values) Rendering
	// point handles a drag of a handle to (x, y), in units of the picture. If handle is "", point handles a tap at (x, y). point may set
	// values between two steps or outside their range: [Course.Point] moves them to a step. point is nil if nothing moves.
	point func(c *Course, v Values, picture, handle string, x, y float64)
	// nudge moves a handle by dx keyboard steps to the right and dy upwards, and reports whether it has handled the keys. If nudge is nil or
	// returns false, the keys change the parameter with the name of the handle.
	nudge func(c *Course, v Values, handle string, dx, dy float64) bool
	// tasks returns the trainings that the figure needs. It is nil for a figure without training.
	tasks func(c *Course, v Values) []Task
	// more changes the values such that tasks returns further trainings. It is nil if there are none.
	more func(v Values)
	// recipe returns the recipe with which the laboratory shows the figure's graph. link replaces recipe in a figure whose link to
	// the laboratory depends on more than the values. Both are nil for a figure without such a link.
	recipe func(v Values) recipe.Recipe
	link   func(c *Course) string
}

// figures lists the figures in the order of the chapters, and last the editor, which belongs to no chapter.
func figures() []*Diagram {
	return []*Diagram{puzzleFigure(), averagingFigure(), edgeFigure(), laplacianFigure(), ringFigure(), heatFigure(), gapFigure(),
		learnedMapFigure(), planFigure(), filterFigure(), boundFigure(), layerFigure(), webkbFigure(), editorFigure()}
}

// Course is the state of the course: the values of all figures and the results of trainings.
type Course struct {
	figures     []*Diagram
	values      map[string]Values          // by the name of the figure
	puzzle      puzzleGraph                // the newest graph of the puzzle
	averaging   averagedGraph              // the newest graph of the figure of averaging
	fading      *exact.Fading              // heat flow on the initial graph of the puzzle, nil before its first use
	exercises   map[string]*exerciseFigure // by the name of the figure
	otherModels []comparedModel            // the models of the laboratory that the puzzle does not compare
	editor      *editor                    // state of the sheaf editor
	Trainer     *Trainer
	check       func(code string) exact.Judgement // judges completion codes, with networks of Trainer
	replay      []Task                            // trainings of the last call of Replay
	Reports     []exact.Judgement                 // the judgements of the teacher's table
}

// New returns the course with all parameters at their start. If t is nil, every training fails.
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

// Figure returns the figure with a name, nil if there is none.
func (c *Course) Figure(name string) *Diagram {
	for _, f := range c.figures {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Param returns the figure's parameter with a name, nil if there is none.
func (f *Diagram) Param(name string) *Param {
	for i := range f.Params {
		if f.Params[i].Name == name {
			return &f.Params[i]
		}
	}
	return nil
}

// Value returns the value of a figure's parameter. It returns 0 for an unknown figure or parameter.
func (c *Course) Value(figure, param string) float64 { return c.values[figure][param] }

// State returns a copy of the values of a figure's parameters, nil for an unknown figure.
func (c *Course) State(figure string) Values { return maps.Clone(c.values[figure]) }

// Restore sets parameters of a figure to v. It ignores NaN, unknown names in v, and an unknown figure.
func (c *Course) Restore(figure string, v Values) {
	for name, value := range v {
		_ = c.Set(figure, name, value) // an error sets nothing
	}
}

// Set sets a parameter, for example ("edge", "turn"), to the step of its range that is nearest to value. It fails for an unknown
// figure or parameter and for NaN.
func (c *Course) Set(figure, param string, value float64) error {
	return c.set(figure, param, value, (*Param).snap)
}

// SetBetween sets a parameter to a value of an animation, which may lie between two steps unless the parameter jumps. It fails as
// [Course.Set] does.
func (c *Course) SetBetween(figure, param string, value float64) error {
	return c.set(figure, param, value, (*Param).clamp)
}

// set sets a parameter to fit(parameter, value), where fit is snap or clamp. It fails as [Course.Set] does.
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

// clamp returns the value of the range nearest to value. For a parameter that jumps it returns the nearest step.
func (p *Param) clamp(value float64) float64 {
	if p.Jump {
		return p.snap(value)
	}
	return min(max(value, p.Min), p.Max)
}

// snap returns the step nearest to value. The decimal round trip removes the rounding error of steps·Step, for example 0.15000000000000002.
func (p *Param) snap(value float64) float64 {
	inRange := min(max(value, p.Min), p.Max)
	steps := math.Round((inRange - p.Min) / p.Step)
	text := strconv.FormatFloat(p.Min+steps*p.Step, 'f', 6, 64)
	snapped, _ := strconv.ParseFloat(text, 64) // no error, since text is a number
	return min(snapped, p.Max)                 // the range need not be a multiple of Step
}

// snap rounds the value of every parameter of the figure to a step of its range.
func (f *Diagram) snap(v Values) {
	for _, p := range f.Params {
		v[p.Name] = p.snap(v[p.Name])
	}
}

// Point drags a handle of a picture to (x, y), in units of the picture. If handle is "", Point taps the picture at (x, y). Point
// ignores an unknown figure, a figure without handles and taps, and coordinates that are not numbers.
func (c *Course) Point(figure, picture, handle string, x, y float64) {
	f := c.Figure(figure)
	if f == nil || f.point == nil || math.IsNaN(x+y) {
		return
	}
	v := c.values[figure]
	f.point(c, v, picture, handle, x, y)
	f.snap(v)
}

// Nudge moves a handle by arrow keys: dx steps to the right or dy steps upwards, one of them 0. If Diagram.nudge does not handle the keys,
// they change the parameter with the name of the handle. Nudge ignores an unknown figure, and keys without such a parameter.
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

// Render renders a figure at its present values. It adds the text of each parameter to the values of the rendering, unless the figure
// itself has set a value with the name of the parameter. For an unknown figure it returns an empty rendering.
func (c *Course) Render(figure string) Rendering {
	f := c.Figure(figure)
	if f == nil {
		return Rendering{}
	}
	v := c.values[figure]
	view := f.show(c, v)
	if view.Values == nil { // the figure has no numbers of its own, or could not be computed
		view.Values = map[string]string{}
	}
	for _, p := range f.Params {
		if _, exists := view.Values[p.Name]; !exists {
			view.Values[p.Name] = p.Text(v[p.Name])
		}
	}
	return view
}

// Run schedules the trainings of a figure. If all of them have succeeded, Run first calls Diagram.more for further trainings. Run ignores
// an unknown figure, and a figure without training.
func (c *Course) Run(figure string) {
	f := c.Figure(figure)
	if f == nil || f.tasks == nil {
		return
	}
	if f.more != nil && c.allTrained(f) {
		f.more(c.values[figure])
	}
	c.Trainer.Schedule(f.tasks(c, c.values[figure]))
}

// allTrained reports whether all trainings of a figure have succeeded. f.tasks must not be nil.
func (c *Course) allTrained(f *Diagram) bool {
	hasNotSucceeded := func(t Task) bool {
		r := c.Trainer.Result(t.Key)
		return r == nil || !r.Done || r.Err != ""
	}
	return !slices.ContainsFunc(f.tasks(c, c.values[f.Name]), hasNotSucceeded)
}

// Busy reports whether a training of a figure is pending.
func (c *Course) Busy(figure string) bool {
	f := c.Figure(figure)
	return f != nil && f.tasks != nil && slices.ContainsFunc(f.tasks(c, c.values[figure]), c.Trainer.Pending)
}

// Assign parses the values that a passage of the text sets in a figure, for example "turn=40 dim=2". It fails for a part that is not
// name=number.
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

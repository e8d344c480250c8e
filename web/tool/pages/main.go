// Command pages writes the parts of the page that the build computes. A reader sees these parts before a program has loaded:
//
//	pages first FILE          a script with the first pictures of the laboratory
//	pages learn FOLDER FILE   the page of the course, from templates in a folder
//
// The page of the course has the pictures and numbers of its figures in their first state. A template that names an absent figure or value
// fails the build.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"unicode/utf8"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/words"
	"sheafscope/web/course"
	"sheafscope/web/course/contents"
)

// main runs the command of the arguments.
func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pages:", err)
		os.Exit(1)
	}
}

// run executes the command of args and writes its output to the file in the last argument.
func run(args []string) (err error) {
	var page []byte
	switch {
	case len(args) == 2 && args[0] == "first":
		page, err = first()
	case len(args) == 3 && args[0] == "learn":
		page, err = learn(args[1])
	default:
		err = errors.New("usage: pages first FILE, or pages learn FOLDER FILE")
	}
	if err != nil {
		return err
	}
	return os.WriteFile(args[len(args)-1], page, 0o666)
}

// learn returns the page of the course from the templates in a folder, with its formulas as MathML.
func learn(folder string) ([]byte, error) {
	page, err := newArticle().page(folder)
	if err != nil {
		return nil, err
	}
	page, err = typeset(folder, page)
	return punctuated.ReplaceAll(page, []byte(`<span class="nw">$0</span>`)), err
}

// article renders the page of the course. Most of its methods are functions of the templates, which return HTML.
type article struct {
	course *course.Course
	views  map[string]course.Rendering // each figure in its first state, by name
	// figureOf is the name of the figure of the present step, "" outside of steps. state is the state of this figure in the step. Numbers
	// of the figure in the text of the step are the numbers in this state.
	figureOf string
	state    course.Values
}

// newArticle returns an article that is outside of steps.
func newArticle() *article {
	return &article{course: course.New(nil), views: map[string]course.Rendering{}}
}

// page renders learn.html, which includes the chapters.
func (a *article) page(folder string) ([]byte, error) {
	funcs := template.FuncMap{
		"live": a.live, "grab": a.grab, "slider": a.slider, "choice": a.choice, "figure": a.figure, "picture": a.picture,
		"exerciseIDs": exerciseIDs,
		"carried":     func() string { return strings.Join(exact.UnchangedExercises(), " ") },
		"glossary":    a.glossary, "quiz": quiz, "guides": guides,
		"plans": plans, "m": course.Formula,
		"chapters": func() []contents.Chapter { return contents.Chapters },
		"sym":      symbol, "chapter": func(c contents.Chapter) (string, error) { return a.chapter(filepath.Join(folder, c.ID()+".html"), c) },
		"editor": func() (string, error) { return a.chapter(filepath.Join(folder, "editor.html"), contents.Chapter{}) },
	}
	return a.fill(filepath.Join(folder, "learn.html"), funcs, nil)
}

// fill executes the template in a file.
func (a *article) fill(name string, funcs template.FuncMap, data any) ([]byte, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	t, err := template.New(filepath.Base(name)).Funcs(funcs).Parse(string(text))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, data)
	return b.Bytes(), err
}

// chapter renders the template of a chapter.
func (a *article) chapter(file string, c contents.Chapter) (string, error) {
	funcs := template.FuncMap{
		"live": a.live, "grab": a.grab, "slider": a.slider, "choice": a.choice, "figure": a.figure, "picture": a.picture, "m": course.Explained,
		"step": a.step, "sym": symbol, "def": definition, "goal": objective, "run": a.run, "exercises": a.exercises, "exercise": a.exercise,
		"measured": measured, "drawing": drawing(filepath.Dir(file)),
		"stop": a.stop, "small": smallPuzzle, "set": datasetFact, "models": models, "shapes": shapes, "begin": shapeLink, "value": a.value,
	}
	b, err := a.fill(file, funcs, c)
	return string(b), err
}

// drawing returns the template function that embeds an SVG file of a folder. The function has two parameters: the name of the file and the
// alternative text of the picture.
func drawing(folder string) func(name, alternative string) (string, error) {
	return func(name, alternative string) (string, error) {
		data, err := os.ReadFile(filepath.Join(folder, name))
		return fmt.Sprintf(`<img class="drawing" alt="%s" src="data:image/svg+xml,%s">`, html.EscapeString(alternative),
			url.PathEscape(string(data))), err
	}
}

// view returns a figure in its first state.
func (a *article) view(figure string) course.Rendering {
	v, isRendered := a.views[figure]
	if !isRendered {
		v = a.course.Render(figure)
		a.views[figure] = v
	}
	return v
}

// viewIn returns a figure in a state. Afterwards the course is in its first state again.
func (a *article) viewIn(figure string, state course.Values) course.Rendering {
	begin := a.course.State(figure)
	defer a.course.Restore(figure, begin)
	a.course.Restore(figure, state)
	return a.course.Render(figure)
}

// split returns the figure and the parameter of a name such as "edge.turn".
func (a *article) split(name string) (f *course.Diagram, p *course.Param, err error) {
	figure, param, _ := strings.Cut(name, ".")
	f = a.course.Figure(figure)
	if f == nil {
		return nil, nil, fmt.Errorf("no figure %q", figure)
	}
	p = f.Param(param)
	if p == nil {
		return nil, nil, fmt.Errorf("figure %s has no parameter %q", figure, param)
	}
	return f, p, nil
}

// value returns the text of a value, such as "edge.r". For the figure of the present step it is the value in the state of the step, for any
// other figure the value in the first state.
func (a *article) value(name string) (string, error) {
	figure, key, _ := strings.Cut(name, ".")
	view := a.view(figure)
	if figure == a.figureOf {
		view = a.viewIn(figure, a.state)
	}
	text, ok := view.Values[key]
	if !ok {
		return "", fmt.Errorf("figure %s has no value %q", figure, key)
	}
	return text, nil
}

// live returns a number in the text that changes with its figure. An optional width in characters reserves space, so that lines do not move
// when the number changes.
func (a *article) live(name string, width ...int) (string, error) {
	text, err := a.value(name)
	classes := ""
	if len(width) > 0 {
		classes = " w" + strconv.Itoa(width[0])
	}
	classes += words.Either(text == course.Unknown, " unknown", "")
	return `<span class="live` + classes + `" data-v="` + name + `"` + a.stepValue(text) + `>` + text + `</span>`, err
}

// stepValue returns the HTML attribute with the value of a number in the state of its step, "" outside of steps. The page displays this
// value while the reader is at another step.
func (a *article) stepValue(text string) string {
	if a.figureOf == "" {
		return ""
	}
	return ` data-at="` + html.EscapeString(text) + `"`
}

// grab returns a number in the text that a reader can drag. name is the name of its parameter, such as "edge.turn". Dragging also sets the
// parameters that the sentence presupposes: supposed has assignments such as "dim=2".
func (a *article) grab(name string, supposed ...string) (string, error) {
	f, p, err := a.split(name)
	if err != nil {
		return "", err
	}
	with := strings.Join(supposed, " ")
	if _, err := course.Assign(with); err != nil {
		return "", err
	}
	width := max(utf8.RuneCountInString(p.Text(p.Min)), utf8.RuneCountInString(p.Text(p.Max)))
	text, err := a.value(name)
	// For the figure of the step the number is that of the state of the step, if the state sets the parameter.
	number, isSet := a.state[p.Name]
	isOfStep := isSet && f.Name == a.figureOf
	if !isOfStep {
		number = a.course.Value(f.Name, p.Name)
	}
	return fmt.Sprintf(`<span class="grab w%d" role="slider" tabindex="0" data-p="%s" data-with="%s" data-v="%s"%s aria-label="%s" `+
		`aria-valuemin="%g" aria-valuemax="%g" aria-valuenow="%g" aria-valuetext="%s">%s</span>`, width, name, with, name, a.stepValue(text),
		p.Label, p.Min, p.Max, number, text, text), err
}

// slider returns the slider of a parameter, which is below the figure of the parameter.
func (a *article) slider(name string) (string, error) {
	f, p, err := a.split(name)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf(`<label class="sl"><span>%s<b data-v="%s">%s</b></span><input type="range" data-p="%s" min="%g" max="%g" `+
		`step="%g" value="%g" `+
		`aria-label="%s"></label>`, p.Label, name, a.view(f.Name).Values[p.Name], name, p.Min, p.Max, p.Step, a.course.Value(f.Name,
		p.Name), p.Label), nil
}

// choice returns a row of buttons, one for each value of a parameter.
func (a *article) choice(name string) (string, error) {
	f, p, err := a.split(name)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<div class="seg" role="radiogroup" aria-label="%s">`, p.Label)
	for v := p.Min; v <= p.Max; v += p.Step {
		isChosen := a.course.Value(f.Name, p.Name) == v
		tab := words.Either(isChosen, "0", "-1")
		fmt.Fprintf(&b, `<button type="button" role="radio" data-p="%s" data-value="%g" aria-checked="%t" tabindex="%s">%s</button>`, name, v,
			isChosen, tab, p.Text(v))
	}
	return b.String() + "</div>", nil
}

// figure returns the head of a figure: title, instruction and link.
func (a *article) figure(name string) (string, error) {
	f := a.course.Figure(name)
	if f == nil {
		return "", fmt.Errorf("no figure %q", name)
	}
	return fmt.Sprintf(`<div class="ft"><b>%s</b><span>%s</span><button type="button" class="other" data-link `+
		`data-testid="link-%s">Link</button></div>`, f.Title, f.Touch, f.Name), nil
}

// picture returns the picture of a figure with a name, in the first state of the figure.
func (a *article) picture(figure, name string) (string, error) {
	f := a.course.Figure(figure)
	if f == nil {
		return "", fmt.Errorf("no figure %q", figure)
	}
	for _, s := range f.Pictures {
		if s.Name != name {
			continue
		}
		body, isDrawn := a.view(figure).Pictures[name]
		if !isDrawn {
			return "", fmt.Errorf("figure %s draws no %q", figure, name)
		}
		hover := words.Either(f.Hover, " data-hover", "")
		return fmt.Sprintf(`<svg class="pic" id="pic-%s-%s" data-picture="%s"%s viewBox="0 0 %g %g" role="group" aria-label="%s">%s</svg>`,
			figure, name, name, hover, s.Width, s.Height, s.Label, body), nil
	}
	return "", fmt.Errorf("figure %s has no picture %q", figure, name)
}

// step returns the beginning of a step, which sets the figure to a state such as "turn=1 dim=2". The slide of the step has the picture of
// the figure with the name picture. If no name is given, the slide has the first picture.
func (a *article) step(figure, state string, picture ...string) (string, error) {
	values, err := course.Assign(state)
	if err != nil {
		return "", err
	}
	shown := ""
	for _, name := range picture {
		if _, err := a.picture(figure, name); err != nil {
			return "", err
		}
		shown = ` data-shows="` + name + `"`
	}
	for name := range values {
		if _, _, err := a.split(figure + "." + name); err != nil {
			return "", err
		}
	}
	a.figureOf, a.state = figure, values
	show := words.Either(state != "", `<button type="button" class="show" hidden>Put it back</button>`, "")
	return fmt.Sprintf(`<li class="step" data-figure-of="%s" data-set="%s"%s>%s`, figure, state, shown, show), nil
}

// stop returns the end of a chapter's steps. Numbers after the end are the numbers in the first state of their figure.
func (a *article) stop() string {
	a.figureOf, a.state = "", nil
	return "</ol>"
}

// definition returns a text as the definition of the glossary term key. Links lead to the element. A test reads the elements to check that
// terms are defined before their use.
func definition(key, text string) (string, error) {
	if _, err := term(key); err != nil {
		return "", err
	}
	return `<dfn id="def-` + key + `">` + text + `</dfn>`, nil
}

// term returns a term of the glossary by its key.
func term(key string) (exact.Term, error) {
	terms := exact.Glossary()
	k := slices.IndexFunc(terms, func(t exact.Term) bool { return t.Key == key })
	if k < 0 {
		return exact.Term{}, fmt.Errorf("the glossary has no %q", key)
	}
	return terms[k], nil
}

// symbol returns a formula as a button that opens the card of a glossary term.
func symbol(key, tex string) (string, error) {
	t, err := term(key)
	return fmt.Sprintf(`<button type="button" class="sym" data-g="%s" aria-expanded="false"><span class="sr">%s </span>%s</button>`, key,
		t.Name, course.Formula(tex)), err
}

// run returns the button that trains the network of a figure. Its label is the value "word" of the figure.
func (a *article) run(figure string) (string, error) {
	word, err := a.value(figure + ".word")
	return fmt.Sprintf(`<button type="button" class="go" data-run="%s" data-testid="run-%s" data-v="%s.word">%s</button>`, figure, figure,
		figure, word), err
}

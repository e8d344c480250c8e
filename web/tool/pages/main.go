// Command pages writes the parts of the page that the build computes. A reader sees these parts before a program has loaded:
//
//	pages first FILE          a script with the first pictures of the laboratory
//	pages learn FOLDER FILE   the page of the course, from templates in a folder
//
// The page of the course has the pictures of its figures in their first state. A number of the text has the state of its step, or outside
// of steps the first state. A template that names an absent picture or value fails the build.
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

	"sheafscope/core/coursemath"
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

// learn returns the page of the course from the templates in a folder. The formulas of the page are MathML. A formula that opens a card of
// the glossary shares a span without line breaks with a punctuation mark directly behind it.
func learn(folder string) ([]byte, error) {
	page, err := newArticle().page(folder)
	if err != nil {
		return nil, err
	}
	typesetPage, err := typeset(folder, page)
	if err != nil {
		return nil, err
	}
	return punctuated.ReplaceAll(typesetPage, []byte(`<span class="nw">$0</span>`)), nil
}

// article renders the page of the course. Most of its methods are functions of the templates and return HTML. A name such as "edge.turn"
// has a figure, edge, and a parameter or value of the figure, turn.
type article struct {
	course *course.Course
	views  map[string]course.Rendering // figures in their first state, by name; view adds them
	// A chapter has steps. Each step sets a figure to a state. figureOf is the figure of the present step, and state is the state of this
	// figure. Outside of steps figureOf is "", and state is nil. Numbers in the text of a step come from the state of the step.
	figureOf string
	state    course.Values
}

// newArticle returns an article that is outside of steps.
func newArticle() *article {
	// nil: the course has no trainer. A number that needs a training is unknown until a reader starts the training.
	return &article{course: course.New(nil), views: map[string]course.Rendering{}}
}

// page renders the template learn.html of a folder. Its function "carried" returns the identifiers of the exercises whose answers from the
// first edition of the course remain valid. learn.html includes the chapters and the editor. The editor is rendered like a chapter, but has
// no number.
func (a *article) page(folder string) ([]byte, error) {
	chapter := func(c contents.Chapter) (string, error) { return a.chapter(filepath.Join(folder, c.ID()+".html"), c) }
	editor := func() (string, error) { return a.chapter(filepath.Join(folder, "editor.html"), contents.Chapter{}) }
	funcs := template.FuncMap{
		"live": a.live, "grab": a.grab, "slider": a.slider, "choice": a.choice, "figure": a.figure, "picture": a.picture,
		"exerciseIDs": exerciseIDs,
		"carried":     func() string { return strings.Join(coursemath.UnchangedExercises(), " ") },
		"glossary":    a.glossary, "quiz": quiz, "guides": guides,
		"plans": plans, "m": course.Formula,
		"chapters": func() []contents.Chapter { return contents.Chapters },
		"sym":      symbol, "chapter": chapter, "editor": editor,
	}
	return a.fill(filepath.Join(folder, "learn.html"), funcs, nil)
}

// fill executes the template in a file with the functions funcs, and returns the result. data is the dot of the template.
func (a *article) fill(file string, funcs template.FuncMap, data any) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	t, err := template.New(filepath.Base(file)).Funcs(funcs).Parse(string(text))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, data)
	return b.Bytes(), err
}

// chapter renders the template of a chapter in a file. Its function "m" explains the symbols of a formula, unlike "m" of page.
func (a *article) chapter(file string, c contents.Chapter) (string, error) {
	funcs := template.FuncMap{
		"live": a.live, "grab": a.grab, "slider": a.slider, "choice": a.choice, "figure": a.figure, "picture": a.picture, "m": course.Explained,
		"sym":  symbol,
		"step": a.step, "def": definition, "goal": objective, "run": a.runButton, "exercises": a.exercises, "exercise": a.exercise,
		"measured": measured, "drawing": drawing(filepath.Dir(file)),
		"stop": a.stop, "small": smallPuzzle, "set": datasetFact, "models": models, "shapes": shapes, "begin": shapeLink, "value": a.value,
	}
	b, err := a.fill(file, funcs, c)
	return string(b), err
}

// drawing returns the template function that embeds an SVG file of a folder, with an alternative text. The function returns an error for an
// absent file.
func drawing(folder string) func(name, alternative string) (string, error) {
	return func(name, alternative string) (string, error) {
		data, err := os.ReadFile(filepath.Join(folder, name))
		return fmt.Sprintf(`<img class="drawing" alt="%s" src="data:image/svg+xml,%s">`, html.EscapeString(alternative),
			url.PathEscape(string(data))), err
	}
}

// view returns a figure in its first state. It renders each figure once, because the templates request a figure many times.
func (a *article) view(figure string) course.Rendering {
	v, ok := a.views[figure]
	if !ok {
		v = a.course.Render(figure)
		a.views[figure] = v
	}
	return v
}

// viewIn returns a figure in a state. A parameter that is not in state has its first value. The state of the course does not change.
func (a *article) viewIn(figure string, state course.Values) course.Rendering {
	begin := a.course.State(figure)
	defer a.course.Restore(figure, begin)
	a.course.Restore(figure, state)
	return a.course.Render(figure)
}

// split returns the figure and the parameter of a name such as "edge.turn". It returns an error for an unknown figure or parameter.
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

// value returns the text of a value, such as "edge.r". The figure is in the state of the present step if the step has this figure. Any
// other figure is in its first state. An unknown figure or value is an error.
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

// live returns a number that changes with its figure, as in <span class="live w4" data-v="edge.r">0.50</span>. An optional width, in
// characters, reserves space, so that lines do not move when the number changes. The class unknown marks a value that is not computed yet.
// An unknown figure or value is an error.
func (a *article) live(name string, width ...int) (string, error) {
	text, err := a.value(name)
	classes := "" // after the class live, each with a blank before it
	if len(width) > 0 {
		classes = " w" + strconv.Itoa(width[0])
	}
	classes += words.Either(text == course.Unknown, " unknown", "")
	return `<span class="live` + classes + `" data-v="` + name + `"` + a.stepValue(text) + `>` + text + `</span>`, err
}

// stepValue returns the attribute with the text of a number in the present step, as in ` data-at="0.50"`. While the reader is at another
// step, the page displays this text, unless it is course.Unknown. Outside of steps stepValue returns "".
func (a *article) stepValue(text string) string {
	if a.figureOf == "" {
		return ""
	}
	return ` data-at="` + html.EscapeString(text) + `"`
}

// grab returns a number in the text that a reader can drag, a span with data-p="edge.turn" and the role slider. The sentence of the number
// may presuppose values of other parameters, such as "dim=2": dragging sets these values, too. grab returns an error for an unknown figure
// or parameter, also in a presupposition, or for a presupposition of another form.
func (a *article) grab(name string, presupposed ...string) (string, error) {
	f, p, err := a.split(name)
	if err != nil {
		return "", err
	}
	otherValues := strings.Join(presupposed, " ")
	if _, err := a.assign(f.Name, otherValues); err != nil {
		return "", err
	}
	width := max(utf8.RuneCountInString(p.Text(p.Min)), utf8.RuneCountInString(p.Text(p.Max))) // in characters
	text, err := a.value(name)
	// The attribute aria-valuenow has the number of the text. A parameter that the step does not set, or that belongs to another figure, has
	// the number of the first state.
	number, inState := a.state[p.Name]
	if !inState || f.Name != a.figureOf {
		number = a.course.Value(f.Name, p.Name)
	}
	return fmt.Sprintf(`<span class="grab w%d" role="slider" tabindex="0" data-p="%s" data-with="%s" data-v="%s"%s aria-label="%s" `+
		`aria-valuemin="%g" aria-valuemax="%g" aria-valuenow="%g" aria-valuetext="%s">%s</span>`, width, name, otherValues, name,
		a.stepValue(text), p.Label, p.Min, p.Max, number, text, text), err
}

// slider returns the slider of a parameter, for the place below its figure. It has the value of the first state, even within a step. An
// unknown figure or parameter is an error.
func (a *article) slider(name string) (string, error) {
	f, p, err := a.split(name)
	if err != nil {
		return "", err
	}
	text, number := a.view(f.Name).Values[p.Name], a.course.Value(f.Name, p.Name)
	return fmt.Sprintf(`<label class="sl"><span>%s<b data-v="%s">%s</b></span><input type="range" data-p="%s" min="%g" max="%g" `+
		`step="%g" value="%g" `+
		`aria-label="%s"></label>`, p.Label, name, text, name, p.Min, p.Max, p.Step, number, p.Label), nil
}

// choice returns a row of buttons with a button for each value of a parameter. The button of the value in the first state is checked.
// An unknown figure or parameter is an error.
func (a *article) choice(name string) (string, error) {
	f, p, err := a.split(name)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<div class="seg" role="radiogroup" aria-label="%s">`, p.Label)
	for v := p.Min; v <= p.Max; v += p.Step {
		isChecked := a.course.Value(f.Name, p.Name) == v
		tab := words.Either(isChecked, "0", "-1") // only the checked button is in the order of the Tab key
		fmt.Fprintf(&b, `<button type="button" role="radio" data-p="%s" data-value="%g" aria-checked="%t" tabindex="%s">%s</button>`, name, v,
			isChecked, tab, p.Text(v))
	}
	return b.String() + "</div>", nil
}

// figure returns the head of a figure: the title, an instruction, and a button for a link to the figure. An unknown figure is an error.
func (a *article) figure(name string) (string, error) {
	f := a.course.Figure(name)
	if f == nil {
		return "", fmt.Errorf("no figure %q", name)
	}
	return fmt.Sprintf(`<div class="ft"><b>%s</b><span>%s</span><button type="button" class="other" data-link `+
		`data-testid="link-%s">Link</button></div>`, f.Title, f.Touch, f.Name), nil
}

// picture returns a picture of a figure in its first state, as an SVG. name is the name of the picture. picture returns an error for an
// unknown figure, for a picture that the figure does not list, or for a listed picture that the figure does not draw.
func (a *article) picture(figure, name string) (string, error) {
	f := a.course.Figure(figure)
	if f == nil {
		return "", fmt.Errorf("no figure %q", figure)
	}
	for _, s := range f.Pictures {
		if s.Name != name {
			continue
		}
		body, ok := a.view(figure).Pictures[name]
		if !ok {
			return "", fmt.Errorf("figure %s draws no %q", figure, name)
		}
		hover := words.Either(f.Hover, " data-hover", "")
		return fmt.Sprintf(`<svg class="pic" id="pic-%s-%s" data-picture="%s"%s viewBox="0 0 %g %g" role="group" aria-label="%s">%s</svg>`,
			figure, name, name, hover, s.Width, s.Height, s.Label, body), nil
	}
	return "", fmt.Errorf("figure %s has no picture %q", figure, name)
}

// assign returns the values of a state such as "turn=1 dim=2". It returns an error for a state of another form, and for an unknown figure
// or parameter.
func (a *article) assign(figure, state string) (course.Values, error) {
	if a.course.Figure(figure) == nil {
		return nil, fmt.Errorf("no figure %q", figure)
	}
	values, err := course.Assign(state)
	for name := range values {
		if _, _, splitErr := a.split(figure + "." + name); splitErr != nil {
			err = splitErr
		}
	}
	return values, err
}

// step returns the beginning of a step. The step sets the figure to a state such as "turn=1 dim=2". From here to the next step or stop,
// numbers of the figure in the text come from this state. The optional picture is the name of the figure's picture on the slide of the
// step; a slide without this name has the first picture. step returns an error for an unknown figure, picture or parameter, or for a
// state of another form.
func (a *article) step(figure, state string, picture ...string) (string, error) {
	values, err := a.assign(figure, state)
	if err != nil {
		return "", err
	}
	slidePicture := "" // attribute
	for _, name := range picture {
		if _, err := a.picture(figure, name); err != nil {
			return "", err
		}
		slidePicture = ` data-shows="` + name + `"`
	}
	a.figureOf, a.state = figure, values
	// A step without values has nothing to put back.
	putBack := words.Either(state != "", `<button type="button" class="show" hidden>Put it back</button>`, "")
	return fmt.Sprintf(`<li class="step" data-figure-of="%s" data-set="%s"%s>%s`, figure, state, slidePicture, putBack), nil
}

// stop returns the end of the list of a chapter's steps. Numbers after the steps come from the first state of their figure.
func (a *article) stop() string {
	a.figureOf, a.state = "", nil
	return "</ol>"
}

// definition returns the HTML element dfn, which marks the text as the definition of the glossary term with the key. Links lead to this
// element. definition returns an error if the glossary has no term with the key.
func definition(key, text string) (string, error) {
	if _, err := term(key); err != nil {
		return "", err
	}
	return `<dfn id="def-` + key + `">` + text + `</dfn>`, nil
}

// term returns the term of the glossary with the given key. It returns an error if the glossary has no such key.
func term(key string) (coursemath.Term, error) {
	terms := coursemath.Glossary()
	k := slices.IndexFunc(terms, func(t coursemath.Term) bool { return t.Key == key })
	if k < 0 {
		return coursemath.Term{}, fmt.Errorf("the glossary has no %q", key)
	}
	return terms[k], nil
}

// symbol returns a formula as a button that opens the card of a glossary term. key is the key of the term, and tex is the formula. Screen
// readers read the name of the term (class sr) before the formula. An unknown key is an error.
func symbol(key, tex string) (string, error) {
	t, err := term(key)
	return fmt.Sprintf(`<button type="button" class="sym" data-g="%s" aria-expanded="false"><span class="sr">%s </span>%s</button>`, key,
		t.Name, course.Formula(tex)), err
}

// runButton returns the button that trains the network of a figure. The label of the button is the value "word" of the figure. runButton
// returns an error if the figure has no such value.
func (a *article) runButton(figure string) (string, error) {
	word, err := a.value(figure + ".word")
	return fmt.Sprintf(`<button type="button" class="go" data-run="%s" data-testid="run-%s" data-v="%s.word">%s</button>`, figure, figure,
		figure, word), err
}

// Command pages writes the parts of the page that are computed when it is built, so that a reader sees them before a program has arrived:
// the first pictures of the laboratory, as a script; and the page of the course, learn.html, from the texts in a folder, with the
// pictures and numbers of its figures as they begin. A name that no figure has fails the build. The build runs it.
//
//	pages first FILE
//	pages learn FOLDER FILE
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
	"sheafscope/core/peer"
	"sheafscope/core/words"
	"sheafscope/wasm/data"
	"sheafscope/web/course"
	"sheafscope/web/course/contents"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pages:", err)
		os.Exit(1)
	}
}

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

// learn returns the page of the course, of the texts in a folder.
func learn(folder string) ([]byte, error) {
	page, err := newArticle().page(folder)
	if err != nil {
		return nil, err
	}
	page, err = typeset(folder, page)
	return punctuated.ReplaceAll(page, []byte(`<span class="nw">$0</span>`)), err
}

// article makes the page of the course.
type article struct {
	course *course.Course
	views  map[string]course.Rendering
	// figure and state are those of the step that is written, whose numbers are those of this state; "" for none.
	figureOf string
	state    course.Values
}

func newArticle() *article {
	return &article{course: course.New(nil), views: map[string]course.Rendering{}}
}

// page puts the page together: learn.html, with the chapters in it.
func (a *article) page(folder string) ([]byte, error) {
	funcs := template.FuncMap{
		"live": a.live, "grab": a.grab, "slider": a.slider, "choice": a.choice, "figure": a.figure, "picture": a.picture,
		"exerciseIDs": exerciseIDs,
		"carried":     func() string { return strings.Join(exact.UnchangedExercises(), " ") },
		"glossary":    a.glossary, "quiz": quiz, "guides": guides,
		"plans": plans, "m": course.Formula,
		"chapters": func() []contents.Chapter { return contents.Chapters },
		"sym":      sym, "chapter": func(c contents.Chapter) (string, error) { return a.chapter(filepath.Join(folder, c.ID()+".html"), c) },
		"editor": func() (string, error) { return a.chapter(filepath.Join(folder, "editor.html"), contents.Chapter{}) },
	}
	return a.fill(filepath.Join(folder, "learn.html"), funcs, nil)
}

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

func (a *article) chapter(file string, c contents.Chapter) (string, error) {
	funcs := template.FuncMap{
		"live": a.live, "grab": a.grab, "slider": a.slider, "choice": a.choice, "figure": a.figure, "picture": a.picture, "m": course.Explained,
		"step": a.step, "sym": sym, "def": def, "goal": goal, "run": a.run, "exercises": a.exercises, "exercise": a.exercise,
		"measured": measured, "drawing": drawing(filepath.Dir(file)),
		"stop": a.stop, "small": small, "set": set, "models": models, "shapes": shapes, "begin": begin, "value": a.value,
	}
	b, err := a.fill(file, funcs, c)
	return string(b), err
}

// drawing returns what puts a drawing of the folder into a chapter, with its words for who does not see it.
func drawing(folder string) func(name, alternative string) (string, error) {
	return func(name, alternative string) (string, error) {
		data, err := os.ReadFile(filepath.Join(folder, name))
		return fmt.Sprintf(`<img class="drawing" alt="%s" src="data:image/svg+xml,%s">`, html.EscapeString(alternative),
			url.PathEscape(string(data))), err
	}
}

func (a *article) view(figure string) course.Rendering {
	v, ok := a.views[figure]
	if !ok {
		v = a.course.Render(figure)
		a.views[figure] = v
	}
	return v
}

// at is what a figure shows in a state; it stays as it begins.
func (a *article) at(figure string, state course.Values) course.Rendering {
	begin := a.course.State(figure)
	defer a.course.Restore(figure, begin)
	a.course.Restore(figure, state)
	return a.course.Render(figure)
}

// split finds the figure and the parameter of a name such as "edge.turn".
func (a *article) split(name string) (f *course.Diagram, p *course.Param, err error) {
	figure, param, _ := strings.Cut(name, ".")
	if f = a.course.Figure(figure); f == nil {
		return nil, nil, fmt.Errorf("no figure %q", figure)
	}
	if p = f.Param(param); p == nil {
		return nil, nil, fmt.Errorf("figure %s has no parameter %q", figure, param)
	}
	return f, p, nil
}

// value is a live number: that of the state of its step or, outside of one, as the page begins.
func (a *article) value(name string) (string, error) {
	figure, key, _ := strings.Cut(name, ".")
	view := a.view(figure)
	if figure == a.figureOf {
		view = a.at(figure, a.state)
	}
	text, ok := view.Values[key]
	if !ok {
		return "", fmt.Errorf("figure %s has no value %q", figure, key)
	}
	return text, nil
}

// live is a number that follows its figure; it is given room for so many characters, so that lines stay where they are.
func (a *article) live(name string, width ...int) (string, error) {
	text, err := a.value(name)
	room := ""
	if len(width) > 0 {
		room = " w" + strconv.Itoa(width[0])
	}
	room += words.Either(text == course.Unknown, " unknown", "")
	return `<span class="live` + room + `" data-v="` + name + `"` + a.frozen(text) + `>` + text + `</span>`, err
}

// frozen marks a number of a step with its value in the state of the step, which it has while another step is read.
func (a *article) frozen(text string) string {
	if a.figureOf == "" {
		return ""
	}
	return ` data-at="` + html.EscapeString(text) + `"`
}

// grab is a number that one drags in the text; what its sentence supposes of the figure, such as "dim=2", holds from then on.
func (a *article) grab(name string, supposed ...string) (string, error) {
	f, p, err := a.split(name)
	if err != nil {
		return "", err
	}
	with := strings.Join(supposed, " ")
	if _, err := course.Assign(with); err != nil {
		return "", err
	}
	room := max(utf8.RuneCountInString(p.Text(p.Min)), utf8.RuneCountInString(p.Text(p.Max)))
	text, err := a.value(name)
	now, own := a.state[p.Name]
	if !own || f.Name != a.figureOf {
		now = a.course.Value(f.Name, p.Name)
	}
	return fmt.Sprintf(`<span class="grab w%d" role="slider" tabindex="0" data-p="%s" data-with="%s" data-v="%s"%s aria-label="%s" `+
		`aria-valuemin="%g" aria-valuemax="%g" aria-valuenow="%g" aria-valuetext="%s">%s</span>`, room, name, with, name, a.frozen(text),
		p.Label, p.Min, p.Max, now, text, text), err
}

// slider is one below a figure.
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

// choice is a row of buttons, one for each value of a parameter.
func (a *article) choice(name string) (string, error) {
	f, p, err := a.split(name)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<div class="seg" role="radiogroup" aria-label="%s">`, p.Label)
	for v := p.Min; v <= p.Max; v += p.Step {
		on := a.course.Value(f.Name, p.Name) == v
		tab := words.Either(on, "0", "-1")
		fmt.Fprintf(&b, `<button type="button" role="radio" data-p="%s" data-value="%g" aria-checked="%t" tabindex="%s">%s</button>`, name, v,
			on, tab,
			p.Text(v))
	}
	return b.String() + "</div>", nil
}

// figure is the head of a figure.
func (a *article) figure(name string) (string, error) {
	f := a.course.Figure(name)
	if f == nil {
		return "", fmt.Errorf("no figure %q", name)
	}
	return fmt.Sprintf(`<div class="ft"><b>%s</b><span>%s</span><button type="button" class="other" data-link `+
		`data-testid="link-%s">Link</button></div>`, f.Title, f.Touch, f.Name), nil
}

// picture is one picture of a figure, as it begins.
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

// step begins a step of the text; the figure goes to the state it names. Its slide shows a picture of the figure, the first one
// where none is named.
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

// stop ends the steps of a chapter: what follows shows the figure as it begins.
func (a *article) stop() string {
	a.figureOf, a.state = "", nil
	return "</ol>"
}

// def is the place that defines a term of the glossary: the words in bold, which links and the test of the order find.
func def(key, text string) (string, error) {
	if _, err := term(key); err != nil {
		return "", err
	}
	return `<dfn id="def-` + key + `">` + text + `</dfn>`, nil
}

// term finds a term of the glossary.
func term(key string) (exact.Term, error) {
	terms := exact.Glossary()
	k := slices.IndexFunc(terms, func(t exact.Term) bool { return t.Key == key })
	if k < 0 {
		return exact.Term{}, fmt.Errorf("the glossary has no %q", key)
	}
	return terms[k], nil
}

// measured is a number that core/coursemath keeps of the puzzle: the mean test accuracy of a model over ten graphs.
func measured(model string) (string, error) {
	for _, m := range exact.PuzzleAccuracies() {
		if m.Model == model {
			return strconv.FormatFloat(m.Mean(), 'f', 0, 64) + " %", nil
		}
	}
	return "", fmt.Errorf("nothing is measured of %q", model)
}

// small is what chapter 4 says of the small puzzle: the dimension of its sections, the same without the tie that breaks the rule, and the
// energy of the classes with the tempers as maps and with all maps 1; or the link that opens it in the editor.
func small(what string) (string, error) {
	s := exact.SmallPuzzle()
	for i := range s.X {
		s.X[i] = strconv.Itoa(int(exact.SmallClass(i)))
	}
	switch what {
	case "link":
		return toEditor(s), nil
	case "cut-dim": // the last tie joins the two sides
		s.Edges = s.Edges[:len(s.Edges)-1]
	case "plain-energy":
		for e := range s.Edges {
			s.Edges[e].Maps = [2]string{"1", "1"}
		}
	}
	a, err := exact.Analyse(s)
	if err != nil {
		return "", err
	}
	if strings.HasSuffix(what, "energy") {
		return course.Num(a.Energy, 0), nil
	}
	return strconv.Itoa(a.Dim.Dim), nil
}

// exerciseIDs are the names of all exercises.
func exerciseIDs() string {
	var ids []string
	for _, e := range exact.Exercises() {
		ids = append(ids, e.ID())
	}
	return strings.Join(ids, " ")
}

// sym is a symbol with a card, by its key in the glossary.
func sym(key, tex string) (string, error) {
	t, err := term(key)
	return fmt.Sprintf(`<button type="button" class="sym" data-g="%s" aria-expanded="false"><span class="sr">%s </span>%s</button>`, key,
		t.Name, course.Formula(tex)), err
}

// run is the button that trains what a figure shows; its word is a value of the figure.
func (a *article) run(figure string) (string, error) {
	word, err := a.value(figure + ".word")
	return fmt.Sprintf(`<button type="button" class="go" data-run="%s" data-testid="run-%s" data-v="%s.word">%s</button>`, figure, figure,
		figure, word), err
}

// models lists the models of the laboratory, a line each.
func models() string {
	var lines []string
	for _, p := range peer.All() {
		lines = append(lines, p.Name+" "+p.Label)
	}
	return html.EscapeString(strings.Join(lines, "\n"))
}

// set is what the list of public data sets says of one.
func set(name, what string) (string, error) {
	s, err := data.Find(data.Prefix + name)
	if err != nil {
		return "", err
	}
	text, ok := map[string]string{"nodes": strconv.Itoa(s.Nodes), "edges": strconv.Itoa(s.Edges), "features": strconv.Itoa(s.Features),
		"classes": strconv.Itoa(s.Classes), "homophily": strconv.FormatFloat(100*s.Homophily, 'f', 0, 64) + " %",
		"bytes": strconv.FormatFloat(float64(s.Bytes())/1e3, 'f', 0, 64) + " kB", "host": data.Host(s.MirrorFiles(nil)[0].URL)}[what]
	if !ok {
		return "", fmt.Errorf("nothing is known of %q", what)
	}
	return text, nil
}

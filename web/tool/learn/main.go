// Command learn writes the page of the course, learn.html, from the texts in
// assets/learn: it puts in the pictures and numbers of the figures as they
// begin, computed here, so that all can be read and seen before a program has
// arrived. A name that no figure has fails the build. The build runs it.
//
//	learn FOLDER FILE
package main

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"unicode/utf8"

	exact "sheafscope/core/course"
	"sheafscope/core/peer"
	"sheafscope/wasm/data"
	"sheafscope/web/course"
	"sheafscope/web/course/contents"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "learn:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: learn FOLDER FILE")
	}
	page, err := newArticle().page(args[0])
	if err != nil {
		return err
	}
	return os.WriteFile(args[1], page, 0o666)
}

// article makes the page of the course.
type article struct {
	course *course.Course
	views  map[string]course.View
}

func newArticle() *article { return &article{course.New(nil), map[string]course.View{}} }

// page puts the page together: learn.html, with the chapters in it.
func (a *article) page(folder string) ([]byte, error) {
	funcs := template.FuncMap{
		"live": a.live, "grab": a.grab, "slider": a.slider, "choice": a.choice, "figure": a.figure, "picture": a.picture,
		"glossary": a.glossary, "quiz": quiz, "m": course.Formula, "chapters": func() []contents.Chapter { return contents.Chapters },
		"sym": sym, "chapter": func(c contents.Chapter) (string, error) { return a.chapter(folder, c) },
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

func (a *article) chapter(folder string, c contents.Chapter) (string, error) {
	funcs := template.FuncMap{
		"live": a.live, "grab": a.grab, "slider": a.slider, "choice": a.choice, "figure": a.figure, "picture": a.picture, "m": course.Formula,
		"step": a.step, "sym": sym, "run": a.run, "exercises": a.exercises, "set": set, "models": models,
	}
	b, err := a.fill(filepath.Join(folder, fmt.Sprintf("chapter-%d.html", c.Number)), funcs, c)
	return string(b), err
}

func (a *article) view(figure string) course.View {
	v, ok := a.views[figure]
	if !ok {
		v = a.course.Show(figure)
		a.views[figure] = v
	}
	return v
}

// split finds the figure and the parameter of a name such as "edge.turn".
func (a *article) split(name string) (f *course.Figure, p *course.Param, err error) {
	figure, param, _ := strings.Cut(name, ".")
	if f = a.course.Figure(figure); f == nil {
		return nil, nil, fmt.Errorf("no figure %q", figure)
	}
	if p = f.Param(param); p == nil {
		return nil, nil, fmt.Errorf("figure %s has no parameter %q", figure, param)
	}
	return f, p, nil
}

// value is a live number as the page begins.
func (a *article) value(name string) (string, error) {
	figure, key, _ := strings.Cut(name, ".")
	text, ok := a.view(figure).Values[key]
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
	return `<span class="live` + room + `" data-v="` + name + `">` + text + `</span>`, err
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
	return fmt.Sprintf(`<span class="grab w%d" role="slider" tabindex="0" data-p="%s" data-with="%s" data-v="%s" aria-label="%s" `+
		`aria-valuemin="%g" aria-valuemax="%g" `+
		`aria-valuenow="%g" aria-valuetext="%s">%s</span>`, room, name, with, name, p.Label, p.Min, p.Max, a.course.Value(f.Name, p.Name),
		a.view(f.Name).Values[p.Name], a.view(f.Name).Values[p.Name]), nil
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
		tab := "-1"
		if on {
			tab = "0"
		}
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
	return fmt.Sprintf(`<div class="ft"><b>%s</b><span>%s</span></div>`, f.Title, f.Touch), nil
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
		return fmt.Sprintf(`<svg class="pic" id="pic-%s-%s" data-picture="%s" viewBox="0 0 %g %g" role="group" aria-label="%s">%s</svg>`,
			figure, name, name,
			s.Width, s.Height, s.Label, body), nil
	}
	return "", fmt.Errorf("figure %s has no picture %q", figure, name)
}

// step begins a step of the text; the figure goes to the state it names.
func (a *article) step(figure, state string) (string, error) {
	values, err := course.Assign(state)
	if err != nil {
		return "", err
	}
	for name := range values {
		if _, _, err := a.split(figure + "." + name); err != nil {
			return "", err
		}
	}
	show := ""
	if state != "" {
		show = `<button type="button" class="show" hidden>Show this</button>`
	}
	return fmt.Sprintf(`<li class="step" data-figure-of="%s" data-set="%s">%s`, figure, state, show), nil
}

// sym is a symbol with a card, by its key in the glossary.
func sym(key, tex string) (string, error) {
	terms := exact.Glossary()
	k := slices.IndexFunc(terms, func(t exact.Term) bool { return t.Key == key })
	if k < 0 {
		return "", fmt.Errorf("the glossary has no %q", key)
	}
	return fmt.Sprintf(`<button type="button" class="sym" data-g="%s" aria-expanded="false"><span class="sr">%s </span>%s</button>`, key,
		terms[k].Name, course.Formula(tex)), nil
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
		"bytes": strconv.FormatFloat(float64(s.Bytes())/1e3, 'f', 0, 64) + " kB", "host": data.Host(s.MirrorFiles()[0].URL)}[what]
	if !ok {
		return "", fmt.Errorf("nothing is known of %q", what)
	}
	return text, nil
}

// kinds are the words over an exercise.
var kinds = map[string]string{"choice": "Predict first", "number": "Predict first", "drag": "Try it", "graph": "Build it",
	"entries": "Work it out"}

// exercises are those of a chapter, with the numbers of the first seed.
func (a *article) exercises(chapter int) (string, error) {
	var b strings.Builder
	for _, id := range course.Shown(chapter) {
		q, ok := a.course.Ask(id, 1)
		if !ok {
			return "", fmt.Errorf("no exercise %s", id)
		}
		name := "exercise-" + strings.ReplaceAll(id, ".", "-")
		trains := ""
		if q.Trains {
			trains = " data-trains"
		}
		fmt.Fprintf(&b, `<section class="ex open" id="%s" data-testid="%s" data-ex="%s"%s aria-label="Exercise %s"><div `+
			`class="hd"><b>%s</b><span>%s</span>`+
			`<span class="st" role="status"><svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="5.5"/></svg>Not `+
			`answered</span></div>`+
			`<div class="q">%s</div>`, name, name, id, trains, id, kinds[q.Kind], id, q.Question)
		if q.Figure != "" {
			picture, err := a.picture(q.Figure, "sheaf")
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, `<div class="exfig" data-figure="%s">%s</div>`, q.Figure, picture)
		}
		b.WriteString(`<div class="opts" data-testid="answer"`)
		switch q.Kind {
		case "choice":
			b.WriteString(` role="radiogroup" aria-label="answers">`)
			for k, o := range q.Options {
				tab := "-1"
				if k == 0 {
					tab = "0"
				}
				fmt.Fprintf(&b, `<button type="button" class="opt" role="radio" aria-checked="false" tabindex="%s" data-key="%s">%s</button>`, tab,
					o[0], o[1])
			}
		case "number":
			fmt.Fprintf(&b, `><input inputmode="decimal" autocomplete="off" aria-label="your number"><span>%s</span>`, q.Unit)
		case "entries":
			if q.InFigure {
				marked, err := a.live("webkb.answer", 16)
				if err != nil {
					return "", err
				}
				b.WriteString(`><span>marked: ` + marked + `</span>`)
				break
			}
			fmt.Fprintf(&b, `><div class="boxes c%d">`, q.Cols)
			for k := range q.Rows * q.Cols {
				fmt.Fprintf(&b, `<input inputmode="text" autocomplete="off" aria-label="number %d">`, k+1)
			}
			b.WriteString("</div>")
		case "drag":
			b.WriteString(`><span>the measure now</span><span class="live now"></span>`)
		default:
			b.WriteString(">")
		}
		word := "Check"
		if q.Trains {
			word = "Run to check"
		}
		hidden := ""
		if q.Kind == "drag" {
			hidden = " hidden"
		}
		fmt.Fprintf(&b, `<button type="button" class="go" data-testid="check" disabled%s>%s</button></div><p class="why" `+
			`data-testid="reason" hidden></p></section>`,
			hidden, word)
	}
	b.WriteString(`<p><a class="tolab" href="index.html" data-testid="to-lab">Open this chapter’s graph in the laboratory</a></p>`)
	return b.String(), nil
}

// now names the value that a symbol has in the figures, by its key in the glossary.
var now = map[string]string{"x": "edge.xu", "F": "edge.map", "r": "edge.r", "energy": "laplacian.energy", "H0": "ring.dim",
	"holonomy": "ring.map",
	"lambda2":  "gap.lambda2", "lambda3": "gap.lambda3", "eta": "gap.eta", "d": "edge.dim", "n": "blur.nodes", "m": "puzzle.ties"}

// glossary lists the symbols that the chapters have met.
func (a *article) glossary() (string, error) {
	var b strings.Builder
	b.WriteString(`<div class="entries">`)
	for _, t := range exact.Glossary() {
		if t.Chapter < 0 {
			continue // of the laboratory
		}
		value := ""
		if name := now[t.Key]; name != "" {
			if _, err := a.value(name); err != nil {
				return "", err
			}
			value = ` data-now="` + name + `"`
		}
		fmt.Fprintf(&b, `<section class="entry" id="g-%s"%s><h3>%s</h3><span class="f">%s</span><p>%s</p><p `+
			`class="more">%s</p><footer><span>chapter %d</span></footer></section>`,
			t.Key, value, course.Prose(t.Name), course.Formula(t.TeX), course.Prose(t.Definition), more(t), t.Chapter)
	}
	return b.String() + "</div>", nil
}

// more says the shape, the unit and the other names of a symbol.
func more(t exact.Term) string {
	var parts []string
	for _, part := range [][2]string{{"", t.Shape}, {"unit: ", t.Unit}, {"elsewhere: ", t.Other}} {
		if part[1] != "" {
			parts = append(parts, course.Prose(part[0]+part[1]))
		}
	}
	return strings.Join(parts, "; ")
}

// quiz is the reading test: ten questions, with the answers folded away.
func quiz() string {
	var b strings.Builder
	for k, q := range exact.Quiz() {
		fmt.Fprintf(&b, `<li><p>%d. %s</p><ul>`, k+1, course.Prose(q.Text))
		answer := ""
		for _, o := range q.Options {
			fmt.Fprintf(&b, `<li>%s</li>`, course.Prose(o.Text))
			if o.Key == q.Answer {
				answer = o.Text
			}
		}
		fmt.Fprintf(&b, `</ul><details><summary>Answer</summary>%s. It stands in <a href="#chapter-%d">chapter %d</a>: “…%s…”.</details></li>`,
			course.Prose(answer), q.Chapter, q.Chapter, course.Prose(q.Sentence))
	}
	return b.String()
}

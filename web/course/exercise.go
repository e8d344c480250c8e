package course

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	exact "sheafscope/core/course"
	"sheafscope/wasm/recipe"
)

// Asked is an exercise as the article shows it; texts are HTML.
type Asked struct {
	ID, Kind, Question, Unit string
	Options                  [][2]string // key and text
	Rows, Cols               int
	// Figure names the figure that belongs to it, "" for none.
	Figure string
	// InFigure reports that the answer is what a figure shows.
	InFigure bool
	// Trains reports whether models have to be trained for the check.
	Trains bool
}

// Judged is what became of an answer; texts are HTML.
type Judged struct {
	Right, Close bool
	Reason       string
	Value        string
	// Wait says that models are still being trained for the answer, and how far.
	Wait string
	// Error says why nothing can be judged, "" when it can.
	Error string
}

// Shown lists the exercises of a chapter.
func Shown(chapter int) []string {
	var list []string
	for _, e := range exact.Exercises() {
		if e.Chapter == chapter {
			list = append(list, e.ID())
		}
	}
	return list
}

// try is a figure of an exercise, with the sheaf that it began with.
type try struct {
	id    string
	start *exact.Sheaf
	edges []int
	// reads makes the sheaf of some values.
	reads func(v Values) *exact.Sheaf
}

// Ask returns an exercise with its numbers drawn by a seed, and makes its figure.
func (c *Course) Ask(id string, seed uint64) (Asked, bool) {
	e, ok := exact.Find(id)
	if !ok {
		return Asked{}, false
	}
	v := e.Variant(seed)
	a := Asked{ID: id, Kind: string(v.Kind), Question: Prose(v.Question), Unit: v.Unit, Rows: v.Rows, Cols: v.Cols, Trains: len(v.Runs) > 0,
		InFigure: v.Kind == exact.KindDrag || v.Kind == exact.KindGraph || id == pageExercise}
	if id == pageExercise {
		c.values["webkb"]["split"] = texasSplit(seed)
	}
	for _, o := range v.Options {
		a.Options = append(a.Options, [2]string{o.Key, Prose(o.Text)})
	}
	if v.Sheaf != nil {
		a.Figure = tryName(id)
		c.try(a.Figure, v)
	}
	return a, true
}

// try makes the figure of an exercise on a sheaf.
func (c *Course) try(name string, v exact.Variant) {
	t := &try{id: v.ID, start: v.Sheaf}
	high := 300.0
	if len(v.Sheaf.Nodes) < 4 { // in a row
		high = 190
	}
	f := &Figure{Name: name, Title: "Exercise " + v.ID, Pictures: []Size{{"sheaf", 520, high, "The sheaf of exercise " + v.ID}}}
	values := Values{}
	add := func(p Param) {
		f.Params = append(f.Params, p)
		values[p.Name] = p.Start
	}
	sheaf := func(Values) *exact.Sheaf { return v.Sheaf }
	switch {
	case v.Kind == exact.KindDrag && len(v.Handles) == 1: // a turn of one map
		add(Param{Name: "e0", Start: turnOf(v.Sheaf.Edges[v.Handles[0]].Maps[0]), Min: -180, Max: 180, Step: 1, text: degrees})
		sheaf = func(x Values) *exact.Sheaf {
			s := v.Sheaf.Clone()
			s.Edges[v.Handles[0]].Maps[0] = exact.TurnText(x["e0"], 1, false)
			return s
		}
	case v.Kind == exact.KindDrag: // scales of both maps of edges
		for _, e := range v.Handles {
			start, _ := strconv.ParseFloat(v.Sheaf.Edges[e].Maps[0], 64) // these maps are numbers
			add(Param{Name: "e" + strconv.Itoa(e), Start: start, Min: 0.05, Max: 3, Step: 0.05})
		}
		sheaf = func(x Values) *exact.Sheaf {
			s := v.Sheaf.Clone()
			for _, e := range v.Handles {
				text := strconv.FormatFloat(x["e"+strconv.Itoa(e)], 'f', 2, 64)
				s.Edges[e].Maps = [2]string{text, text}
			}
			return s
		}
	case v.Kind == exact.KindGraph && v.Sheaf.D == 2: // an edge changes nothing, turns, or mirrors
		for e := range v.Sheaf.Edges {
			add(Param{Name: "k" + strconv.Itoa(e), Min: 0, Max: 2, Step: 1, Jump: true})
		}
		sheaf = func(x Values) *exact.Sheaf {
			s := v.Sheaf.Clone()
			for e := range s.Edges {
				if k := int(x["k"+strconv.Itoa(e)]); k > 0 {
					s.Edges[e].Maps[0] = exact.TurnText(60, 1, k == 2)
				}
			}
			return s
		}
	case v.Kind == exact.KindGraph: // edges come and go
		for i := range v.Sheaf.Nodes {
			for j := range i {
				p := Param{Name: "p" + strconv.Itoa(j) + strconv.Itoa(i), Max: 1, Step: 1, Jump: true}
				for _, e := range v.Sheaf.Edges {
					if e.I == j && e.J == i {
						p.Start = 1
					}
				}
				add(p)
			}
		}
		sheaf = func(x Values) *exact.Sheaf {
			s := v.Sheaf.Clone()
			s.Edges = nil
			for i := range s.Nodes {
				for j := range i {
					if x["p"+strconv.Itoa(j)+strconv.Itoa(i)] == 1 {
						s.Edges = append(s.Edges, exact.Edge{I: j, J: i, Maps: [2]string{"1", "1"}})
					}
				}
			}
			return s
		}
	}
	t.reads = sheaf
	f.show = func(_ *Course, x Values) View { return t.show(f, v, x) }
	f.point = func(_ *Course, x Values, _, handle string, px, py float64) { t.point(f, v, x, handle, px, py) }
	c.tries[name] = t
	c.values[name] = values
	for k, old := range c.figures {
		if old.Name == name {
			c.figures[k] = f
			return
		}
	}
	c.figures = append(c.figures, f)
}

// mapText says the maps of an edge; angles are in degrees.
func mapText(e exact.Edge) string {
	text := mapWords(e)
	if strings.HasPrefix(text, "turn") || strings.HasPrefix(text, "mirror") {
		text += "°"
	}
	return text
}

func mapWords(e exact.Edge) string {
	switch {
	case e.Maps[0] == "1" && e.Maps[1] == "1":
		return ""
	case e.Maps[0] == e.Maps[1], e.Maps[1] == "1":
		return strings.Replace(e.Maps[0], "-", "−", 1)
	case e.Maps[0] == "1":
		return strings.Replace(e.Maps[1], "-", "−", 1)
	}
	return strings.ReplaceAll(e.Maps[0]+" | "+e.Maps[1], "-", "−")
}

// turnOf is the angle of a map that turns, between −180 and 180 degrees.
func turnOf(text string) float64 {
	m, err := exact.ParseMap(text, 2)
	if err != nil {
		return 0
	}
	return m.Turn - 360*math.Floor((m.Turn+180)/360)
}

func (t *try) look(f *Figure, v exact.Variant, x Values) look {
	l := look{width: f.Pictures[0].Width, height: f.Pictures[0].Height, marked: map[int]bool{}, grips: map[int]float64{}}
	for _, e := range v.Handles {
		l.marked[e] = len(v.Handles) < len(v.Sheaf.Edges) || len(v.Sheaf.Edges) == 1
		if p := f.Param("e" + strconv.Itoa(e)); p != nil {
			l.grips[e] = (2*x[p.Name] - p.Min - p.Max) / (p.Max - p.Min)
		}
	}
	return l
}

func (t *try) show(f *Figure, v exact.Variant, x Values) View {
	s := t.reads(x)
	l := t.look(f, v, x)
	a, err := exact.Analyse(s)
	if err != nil {
		return View{Pictures: map[string]string{"sheaf": ""}}
	}
	long := false // maps that do not fit on an edge stand below the graph
	for _, e := range s.Edges {
		long = long || len(mapText(e)) > 12
	}
	if !long {
		l.label = func(e int) string { return mapText(s.Edges[e]) }
	}
	if v.Kind == exact.KindDrag || v.Kind == exact.KindNumber {
		l.signal = a.X
	}
	if v.ID == "6.1" {
		l.signal = a.Vectors[max(0, a.Lambda2Index)]
	}
	var p pen
	drawSheaf(&p, s, l)
	if long {
		for e, edge := range s.Edges {
			p.text("k c", 260, 158+20*float64(e), plain("edge "+s.Nodes[edge.I].Name+s.Nodes[edge.J].Name+":  "+s.Nodes[edge.I].Name+" by ["+
				strings.ReplaceAll(edge.Maps[0], "-", "−")+"],  "+s.Nodes[edge.J].Name+" by ["+strings.ReplaceAll(edge.Maps[1], "-", "−")+"]"))
		}
	}
	text := s.Text()
	switch {
	case len(v.Signals) > 0 && v.Kind == exact.KindDrag:
		signals(&p, s, v.Signals)
	case v.ID == "2.1":
		seen := turned([2]float64{a.X[0], a.X[1]}, x["e0"])
		ax, ay := l.spot(s, 1)
		p.arrow("re", ax, ay, ax+seen[0]*27, ay-seen[1]*27, 8)
		p.text("a c", ax, ay+52, "u as seen here")
	case v.Kind == exact.KindGraph && s.D == 2:
		p.text("f", 0, 292, "tap an edge: nothing, a turn of 60°, a mirror")
	case v.Kind == exact.KindGraph:
		p.text("f", 0, 292, "tap two nodes, one after the other: their edge comes or goes")
	}
	return View{Pictures: map[string]string{"sheaf": p.String()}, Values: map[string]string{"sheaf": text}}
}

// signals lists the energies of several signals on one edge.
func signals(p *pen, s *exact.Sheaf, list [][]float64) {
	for k, x := range list {
		c := s.Clone()
		for i, v := range x {
			c.X[i] = strconv.FormatFloat(v, 'f', 2, 64)
		}
		if a, err := exact.Analyse(c); err == nil {
			p.text("k c", 120+140*float64(k), 180, "pair "+strconv.Itoa(k+1)+": "+Num(a.Energy, 2))
		}
	}
}

// point drags a handle, or changes the edge or the nodes that were tapped.
func (t *try) point(f *Figure, v exact.Variant, x Values, handle string, px, py float64) {
	s := t.reads(x)
	l := t.look(f, v, x)
	if p := f.Param(handle); p != nil {
		e, err := strconv.Atoi(handle[1:])
		if err != nil || e >= len(s.Edges) {
			return
		}
		ax, ay := l.spot(s, s.Edges[e].I)
		bx, by := l.spot(s, s.Edges[e].J)
		dx, dy := bx-ax, by-ay
		at := (((px-ax)*dx+(py-ay)*dy)/(dx*dx+dy*dy) - 0.5) / 0.3
		x[handle] = (p.Min+p.Max)/2 + at*(p.Max-p.Min)/2
		return
	}
	if v.Kind != exact.KindGraph {
		return
	}
	if s.D == 2 {
		best, which := 26.0, -1
		for e, edge := range s.Edges {
			ax, ay := l.spot(s, edge.I)
			bx, by := l.spot(s, edge.J)
			if d := math.Hypot((ax+bx)/2-px, (ay+by)/2-py); d < 2*best {
				best, which = d/2, e
			}
		}
		if which >= 0 {
			k := "k" + strconv.Itoa(which)
			x[k] = math.Mod(x[k]+1, 3)
		}
		return
	}
	for i := range s.Nodes {
		ax, ay := l.spot(s, i)
		if math.Hypot(ax-px, ay-py) > 34 {
			continue
		}
		if t.edges = append(t.edges, i); len(t.edges) == 2 {
			a, b := min(t.edges[0], t.edges[1]), max(t.edges[0], t.edges[1])
			if k := "p" + strconv.Itoa(a) + strconv.Itoa(b); a != b {
				x[k] = 1 - x[k]
			}
			t.edges = nil
		}
		return
	}
}

// pageExercise is answered in the figure of its chapter.
const pageExercise = "10.1"

// Given is the answer that is checked: what was typed, or what the exercise's figure shows.
func (c *Course) Given(id, answer string) string {
	if id == pageExercise {
		return c.webAnswer()
	}
	if t := c.tries[tryName(id)]; t != nil {
		if e, ok := exact.Find(id); ok && (e.Kind == exact.KindDrag || e.Kind == exact.KindGraph) {
			return t.reads(c.values[tryName(id)]).Text()
		}
	}
	return answer
}

// tryName is the name of an exercise's figure.
func tryName(id string) string { return "ex-" + strings.ReplaceAll(id, ".", "-") }

// Judge judges an answer to an exercise; what has to be trained first is trained.
func (c *Course) Judge(id string, seed uint64, answer string) Judged {
	e, ok := exact.Find(id)
	if !ok {
		return Judged{Error: "There is no exercise " + id + "."}
	}
	v := e.Variant(seed)
	if answer = c.Given(id, answer); id == pageExercise && answer == "" {
		return Judged{Error: "Let the models learn first, by the button below the figure; then mark a page and a link there."}
	}
	var tasks []Task
	var outcomes []exact.Outcome
	wait := ""
	for _, r := range v.NeedRuns(answer) {
		task := taskOf(recipe.Run{Graph: r.Graph, Split: r.Split, Seed: r.Seed, Model: r.Model, Settings: r.Settings}, r.Without...)
		tasks = append(tasks, task)
		result := c.Trainer.Result(task.Key)
		switch {
		case result != nil && result.Err != "":
			c.Trainer.Forget(task.Key)
			return Judged{Error: plain("The training failed: " + result.Err)}
		case result != nil && result.Done:
			outcomes = append(outcomes, outcome(r.Name, result))
		case result != nil && result.What != "":
			wait = result.What + "…"
		}
	}
	if len(outcomes) < len(tasks) {
		if slices.ContainsFunc(tasks, func(t Task) bool { return c.Trainer.Result(t.Key) == nil }) {
			c.Trainer.Want(tasks)
		}
		return Judged{Wait: cmp.Or(wait, "Training "+strconv.Itoa(len(outcomes)+1)+" of "+strconv.Itoa(len(tasks))+"…")}
	}
	verdict := v.Check(answer, outcomes)
	return Judged{Right: verdict.Right, Close: verdict.Close, Reason: Prose(verdict.Reason), Value: Num(verdict.Value, 2),
		Error: plain(verdict.Error)}
}

// outcome is what a trained network came to.
func outcome(name string, t *Trained) exact.Outcome {
	o := exact.Outcome{Name: name, Accuracy: 100 * t.Test, Predictions: t.Pred}
	if g := t.Graph; g != nil {
		o.Labels, o.Test = g.Labels, g.Test
		for k := 0; k < len(g.Edges); k += 2 {
			o.Edges = append(o.Edges, [2]int{int(min(g.Edges[k], g.Edges[k+1])), int(max(g.Edges[k], g.Edges[k+1]))})
		}
	}
	return o
}

// settings writes settings in a fixed order.
func settings(m map[string]string) string {
	text := ""
	for _, k := range slices.Sorted(maps.Keys(m)) {
		text += k + "=" + m[k] + " "
	}
	return text
}

// Code is the completion code of the answers that were given, by exercise.
func Code(seed uint64, name string, answers, right map[string]string) (string, error) {
	w := exact.Work{Seed: seed, Name: name}
	for _, e := range exact.Exercises() {
		if a, ok := answers[e.ID()]; ok {
			w.Answers = append(w.Answers, exact.Given{ID: e.ID(), Answer: a, Right: right[e.ID()] == "true"})
		}
	}
	return exact.Encode(w)
}

// Reports judges completion codes, one a line, by replay. Answers about networks are not
// judged: that would train them; sgpc check does.
func Reports(codes string) []exact.Report {
	var list []exact.Report
	for _, code := range strings.Split(codes, "\n") {
		if code = strings.TrimSpace(code); code != "" {
			r := exact.CheckCode(code, nil)
			r.Line = len(list) + 1
			list = append(list, r)
		}
	}
	return list
}

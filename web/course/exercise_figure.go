// The figures of exercises, whose state may be the answer.

package course

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	exact "sheafscope/core/coursemath"
)

// exerciseFigure is the state of an exercise's figure beside the values of its parameters.
type exerciseFigure struct {
	tapped []int // nodes tapped since the last change of an edge
	// sheafOf returns the sheaf that the values describe.
	sheafOf func(v Values) *exact.SheafText
}

// addExerciseFigure adds the figure of an exercise to the course. It replaces a figure of the same name.
// The kind of the exercise determines the parameters, and the sheaf that their values describe.
func (c *Course) addExerciseFigure(name string, v exact.Variant) {
	high := 300.0
	if len(v.Sheaf.Nodes) < 4 { // the nodes form a row
		high = 190
	}
	f := &Diagram{Name: name, Title: "Exercise " + v.ID, Pictures: []Size{{"sheaf", 520, high, "The sheaf of exercise " + v.ID}}}
	values := Values{}
	add := func(p Param) {
		f.Params = append(f.Params, p)
		values[p.Name] = p.Start
	}
	sheaf := func(Values) *exact.SheafText { return v.Sheaf }
	switch {
	case v.Kind == exact.KindDrag && len(v.Handles) == 1: // the turn of one map
		add(Param{Name: "e0", Start: turnOf(v.Sheaf.Edges[v.Handles[0]].Maps[0]), Min: -180, Max: 180, Step: 1, text: degrees})
		sheaf = func(x Values) *exact.SheafText {
			s := v.Sheaf.Clone()
			s.Edges[v.Handles[0]].Maps[0] = exact.TurnText(x["e0"], 1, false)
			return s
		}
	case v.Kind == exact.KindDrag: // a number for both maps of each edge
		for _, e := range v.Handles {
			start, _ := strconv.ParseFloat(v.Sheaf.Edges[e].Maps[0], 64) // no error, since these maps are numbers
			add(Param{Name: "e" + strconv.Itoa(e), Start: start, Min: 0.05, Max: 3, Step: 0.05})
		}
		sheaf = func(x Values) *exact.SheafText {
			s := v.Sheaf.Clone()
			for _, e := range v.Handles {
				text := strconv.FormatFloat(x["e"+strconv.Itoa(e)], 'f', 2, 64)
				s.Edges[e].Maps = [2]string{text, text}
			}
			return s
		}
	case v.Kind == exact.KindGraph && v.Sheaf.D == 2: // each edge has the identity, a turn or a mirror
		for e := range v.Sheaf.Edges {
			add(choice("k"+strconv.Itoa(e), v.Sheaf.Nodes[v.Sheaf.Edges[e].I].Name+v.Sheaf.Nodes[v.Sheaf.Edges[e].J].Name, 0,
				"nothing", "a turn of 60°", "a mirror"))
		}
		sheaf = func(x Values) *exact.SheafText {
			s := v.Sheaf.Clone()
			for e := range s.Edges {
				if k := int(x["k"+strconv.Itoa(e)]); k > 0 {
					s.Edges[e].Maps[0] = exact.TurnText(60, 1, k == 2)
				}
			}
			return s
		}
	case v.Kind == exact.KindGraph: // each pair of nodes has an edge or none
		for i := range v.Sheaf.Nodes {
			for j := range i {
				p := choice("p"+strconv.Itoa(j)+strconv.Itoa(i), v.Sheaf.Nodes[j].Name+v.Sheaf.Nodes[i].Name, 0, "no edge", "an edge")
				for _, e := range v.Sheaf.Edges {
					if e.I == j && e.J == i {
						p.Start = 1
					}
				}
				add(p)
			}
		}
		sheaf = func(x Values) *exact.SheafText {
			s := v.Sheaf.Clone()
			s.Edges = nil
			for i := range s.Nodes {
				for j := range i {
					if x["p"+strconv.Itoa(j)+strconv.Itoa(i)] == 1 {
						s.Edges = append(s.Edges, exact.Edge{I: j, J: i, Maps: [2]string{"1", "1"}, D: s.D})
					}
				}
			}
			return s
		}
	}
	// Store the figure.
	t := &exerciseFigure{sheafOf: sheaf}
	f.show = func(_ *Course, x Values) Rendering { return t.show(f, v, x) }
	f.point = func(_ *Course, x Values, _, handle string, px, py float64) { t.point(f, v, x, handle, px, py) }
	c.exercises[name] = t
	c.values[name] = values
	for k, old := range c.figures {
		if old.Name == name {
			c.figures[k] = f
			return
		}
	}
	c.figures = append(c.figures, f)
}

// mapText formats the maps of an edge as [mapWords] does, with the sign for degrees after an angle.
func mapText(e exact.Edge) string {
	text := mapWords(e)
	if strings.HasPrefix(text, "turn") || strings.HasPrefix(text, "mirror") {
		text += "°"
	}
	return text
}

// mapWords formats the maps of an edge. It returns "" if both are 1, and a single map if the other map is 1 or equal.
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

// rowsText formats a map. Four entries form two rows.
func rowsText(text string) string {
	text = strings.ReplaceAll(text, "-", "−")
	if entries := strings.Fields(text); len(entries) == 4 {
		text = "(" + entries[0] + " " + entries[1] + "; " + entries[2] + " " + entries[3] + ")"
	}
	return text
}

// turnOf returns the angle of a 2×2 map in degrees, in [−180, 180). It returns 0 for any other map.
func turnOf(text string) float64 {
	m, err := exact.ParseMap(text, 2, 2)
	if err != nil {
		return 0
	}
	return m.Turn - 360*math.Floor((m.Turn+180)/360)
}

// style returns the style of the picture: it marks the edges that the reader changes and places their handles.
func (t *exerciseFigure) style(f *Diagram, v exact.Variant, x Values) sheafStyle {
	l := sheafStyle{width: f.Pictures[0].Width, height: f.Pictures[0].Height, marked: map[int]bool{}, grips: map[int]float64{}}
	for _, e := range v.Handles {
		l.marked[e] = len(v.Handles) < len(v.Sheaf.Edges) || len(v.Sheaf.Edges) == 1
		if p := f.Param("e" + strconv.Itoa(e)); p != nil {
			l.grips[e] = (2*x[p.Name] - p.Min - p.Max) / (p.Max - p.Min)
		}
	}
	return l
}

// show renders the figure: the sheaf of the values, with the numbers and hints that the exercise needs.
func (t *exerciseFigure) show(f *Diagram, v exact.Variant, x Values) Rendering {
	s := t.sheafOf(x)
	l := t.style(f, v, x)
	a, err := exact.Analyse(s)
	if err != nil {
		return Rendering{Pictures: map[string]string{"sheaf": ""}}
	}
	// Maps are printed beside their edges or, if one is too long for that, below the graph.
	long := false
	for _, e := range s.Edges {
		long = long || utf8.RuneCountInString(mapText(e)) > 12
	}
	if !long {
		l.label = func(e int) string { return mapText(s.Edges[e]) }
	}
	// The signal, or the eigenvector of λ₂.
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
			from, to := s.Nodes[edge.I].Name, s.Nodes[edge.J].Name
			p.text("k c", 260, 158+20*float64(e), plain("edge "+from+to+":  map of "+from+" "+rowsText(edge.Maps[0])+",  map of "+to+" "+
				rowsText(edge.Maps[1])))
		}
	}
	if v.Kind == exact.KindGraph {
		t.keys(&p, f, v, x, l)
	}
	// Numbers and hints of the kind of exercise.
	text := s.Text()
	switch {
	case len(v.Signals) > 0 && v.Kind == exact.KindDrag:
		for k, x := range v.Signals {
			p.text("k c", 120+140*float64(k), 180, "pair "+strconv.Itoa(k+1)+": "+Num(a.EnergyOf(x), 2))
		}
	case v.ID == "2.1":
		seen := turned([2]float64{a.X[0], a.X[1]}, x["e0"])
		ax, ay := l.nodePlace(s, 1)
		p.arrow("x", ax, ay, ax+seen[0]*27, ay-seen[1]*27, 8)
		p.text("s c", ax, ay+52, "u as seen here")
	case v.Kind == exact.KindGraph && s.D == 2:
		p.text("f", 0, 292, "tap an edge: nothing, a turn of 60°, a mirror")
	case v.Kind == exact.KindGraph:
		p.text("f", 0, 292, "tap two nodes, one after the other: their edge comes or goes")
	}
	return Rendering{Pictures: map[string]string{"sheaf": p.String()}, Values: map[string]string{"sheaf": text}}
}

// keys adds an invisible control for the keyboard to each edge or, if the exercise adds edges, to each pair of nodes.
func (t *exerciseFigure) keys(p *pen, f *Diagram, v exact.Variant, x Values, l sheafStyle) {
	for k, q := range f.Params {
		ends := [2]int{int(q.Name[1] - '0'), int(q.Name[len(q.Name)-1] - '0')}
		if v.Sheaf.D == 2 {
			ends = [2]int{v.Sheaf.Edges[k].I, v.Sheaf.Edges[k].J}
		}
		ax, ay := l.nodePlace(v.Sheaf, ends[0])
		bx, by := l.nodePlace(v.Sheaf, ends[1])
		p.grip(handle{name: q.Name, label: "edge " + q.Label, text: q.Text(x[q.Name]), value: x[q.Name], max: q.Max})
		p.line("hit off", ax, ay, bx, by)
		p.add("</g>")
	}
}

// point drags a handle, or changes the tapped edge or the edge between two tapped nodes.
func (t *exerciseFigure) point(f *Diagram, v exact.Variant, x Values, handle string, px, py float64) {
	s := t.sheafOf(x)
	l := t.style(f, v, x)
	// A handle: its place along the edge is linear in the value of its parameter.
	if p := f.Param(handle); p != nil {
		e, err := strconv.Atoi(handle[1:])
		if err != nil || e >= len(s.Edges) {
			return
		}
		ax, ay := l.nodePlace(s, s.Edges[e].I)
		bx, by := l.nodePlace(s, s.Edges[e].J)
		dx, dy := bx-ax, by-ay
		at := (((px-ax)*dx+(py-ay)*dy)/(dx*dx+dy*dy) - 0.5) / 0.3
		x[handle] = (p.Min+p.Max)/2 + at*(p.Max-p.Min)/2
		return
	}
	if v.Kind != exact.KindGraph {
		return
	}
	// A tap near the middle of an edge: the edge gets its next map.
	if s.D == 2 {
		best, nearest := 26.0, -1
		for e, edge := range s.Edges {
			ax, ay := l.nodePlace(s, edge.I)
			bx, by := l.nodePlace(s, edge.J)
			if d := math.Hypot((ax+bx)/2-px, (ay+by)/2-py); d < 2*best {
				best, nearest = d/2, e
			}
		}
		if nearest >= 0 {
			name := "k" + strconv.Itoa(nearest)
			x[name] = math.Mod(x[name]+1, 3)
		}
		return
	}
	// A tap on a node: the second of two nodes adds or removes their edge.
	for i := range s.Nodes {
		ax, ay := l.nodePlace(s, i)
		if math.Hypot(ax-px, ay-py) > 34 {
			continue
		}
		if t.tapped = append(t.tapped, i); len(t.tapped) == 2 {
			a, b := min(t.tapped[0], t.tapped[1]), max(t.tapped[0], t.tapped[1])
			if name := "p" + strconv.Itoa(a) + strconv.Itoa(b); a != b {
				x[name] = 1 - x[name]
			}
			t.tapped = nil
		}
		return
	}
}

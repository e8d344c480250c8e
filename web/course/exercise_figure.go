package course

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	exact "sheafscope/core/coursemath"
)

// try is a figure of an exercise, with the sheaf that it began with.
type try struct {
	edges []int // tapped nodes
	// reads makes the sheaf of some values.
	reads func(v Values) *exact.SheafText
}

// try makes the figure of an exercise on a sheaf.
func (c *Course) try(name string, v exact.Variant) {
	high := 300.0
	if len(v.Sheaf.Nodes) < 4 { // in a row
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
	case v.Kind == exact.KindDrag && len(v.Handles) == 1: // a turn of one map
		add(Param{Name: "e0", Start: turnOf(v.Sheaf.Edges[v.Handles[0]].Maps[0]), Min: -180, Max: 180, Step: 1, text: degrees})
		sheaf = func(x Values) *exact.SheafText {
			s := v.Sheaf.Clone()
			s.Edges[v.Handles[0]].Maps[0] = exact.TurnText(x["e0"], 1, false)
			return s
		}
	case v.Kind == exact.KindDrag: // scales of both maps of edges
		for _, e := range v.Handles {
			start, _ := strconv.ParseFloat(v.Sheaf.Edges[e].Maps[0], 64) // these maps are numbers
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
	case v.Kind == exact.KindGraph && v.Sheaf.D == 2: // an edge changes nothing, turns, or mirrors
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
	case v.Kind == exact.KindGraph: // edges come and go
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
	t := &try{reads: sheaf}
	f.show = func(_ *Course, x Values) Displayed { return t.show(f, v, x) }
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

// rowsText writes a map; four entries stand in two rows.
func rowsText(text string) string {
	text = strings.ReplaceAll(text, "-", "−")
	if w := strings.Fields(text); len(w) == 4 {
		text = "(" + w[0] + " " + w[1] + "; " + w[2] + " " + w[3] + ")"
	}
	return text
}

// turnOf is the angle of a map that turns, between −180 and 180 degrees.
func turnOf(text string) float64 {
	m, err := exact.ParseMap(text, 2, 2)
	if err != nil {
		return 0
	}
	return m.Turn - 360*math.Floor((m.Turn+180)/360)
}

func (t *try) look(f *Diagram, v exact.Variant, x Values) look {
	l := look{width: f.Pictures[0].Width, height: f.Pictures[0].Height, marked: map[int]bool{}, grips: map[int]float64{}}
	for _, e := range v.Handles {
		l.marked[e] = len(v.Handles) < len(v.Sheaf.Edges) || len(v.Sheaf.Edges) == 1
		if p := f.Param("e" + strconv.Itoa(e)); p != nil {
			l.grips[e] = (2*x[p.Name] - p.Min - p.Max) / (p.Max - p.Min)
		}
	}
	return l
}

func (t *try) show(f *Diagram, v exact.Variant, x Values) Displayed {
	s := t.reads(x)
	l := t.look(f, v, x)
	a, err := exact.Analyse(s)
	if err != nil {
		return Displayed{Pictures: map[string]string{"sheaf": ""}}
	}
	long := false // maps that do not fit on an edge stand below the graph
	for _, e := range s.Edges {
		long = long || utf8.RuneCountInString(mapText(e)) > 12
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
			from, to := s.Nodes[edge.I].Name, s.Nodes[edge.J].Name
			p.text("k c", 260, 158+20*float64(e), plain("edge "+from+to+":  map of "+from+" "+rowsText(edge.Maps[0])+",  map of "+to+" "+
				rowsText(edge.Maps[1])))
		}
	}
	if v.Kind == exact.KindGraph {
		t.keys(&p, f, v, x, l)
	}
	text := s.Text()
	switch {
	case len(v.Signals) > 0 && v.Kind == exact.KindDrag:
		for k, x := range v.Signals {
			p.text("k c", 120+140*float64(k), 180, "pair "+strconv.Itoa(k+1)+": "+Num(a.EnergyOf(x), 2))
		}
	case v.ID == "2.1":
		seen := turned([2]float64{a.X[0], a.X[1]}, x["e0"])
		ax, ay := l.spot(s, 1)
		p.arrow("x", ax, ay, ax+seen[0]*27, ay-seen[1]*27, 8)
		p.text("s c", ax, ay+52, "u as seen here")
	case v.Kind == exact.KindGraph && s.D == 2:
		p.text("f", 0, 292, "tap an edge: nothing, a turn of 60°, a mirror")
	case v.Kind == exact.KindGraph:
		p.text("f", 0, 292, "tap two nodes, one after the other: their edge comes or goes")
	}
	return Displayed{Pictures: map[string]string{"sheaf": p.String()}, Values: map[string]string{"sheaf": text}}
}

// keys gives the keyboard what a tap changes: each edge, or each pair of nodes.
func (t *try) keys(p *pen, f *Diagram, v exact.Variant, x Values, l look) {
	for k, q := range f.Params {
		ends := [2]int{int(q.Name[1] - '0'), int(q.Name[len(q.Name)-1] - '0')}
		if v.Sheaf.D == 2 {
			ends = [2]int{v.Sheaf.Edges[k].I, v.Sheaf.Edges[k].J}
		}
		ax, ay := l.spot(v.Sheaf, ends[0])
		bx, by := l.spot(v.Sheaf, ends[1])
		p.grip(handle{name: q.Name, label: "edge " + q.Label, text: q.Text(x[q.Name]), value: x[q.Name], max: q.Max})
		p.line("hit off", ax, ay, bx, by)
		p.add("</g>")
	}
}

// point drags a handle, or changes the edge or the nodes that were tapped.
func (t *try) point(f *Diagram, v exact.Variant, x Values, handle string, px, py float64) {
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

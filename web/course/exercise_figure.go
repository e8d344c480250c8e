// This file makes the figures of exercises. In some exercises the answer is the state of the figure, which the reader drags or taps.

package course

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	exact "sheafscope/core/coursemath"
)

// exerciseFigure is the state of an exercise's figure besides the values of its parameters. The name of a parameter is
//   - "e" and an edge, for example "e2": the number by which a handle sets maps of edge 2;
//   - "k" and an edge, for example "k2": the kind of the first map of edge 2, which a tap changes;
//   - "p" and two nodes, for example "p02": 1 if there is an edge between nodes 0 and 2, else 0.
type exerciseFigure struct {
	tapped []int // the first node of a pair that the reader taps; empty before this tap and after the second
	// sheafOf returns the sheaf that the values describe.
	sheafOf func(v Values) *exact.SheafText
}

// addExerciseFigure adds the figure of an exercise to the course. It replaces a figure of the same name. In an exercise of KindDrag or
// KindGraph the figure has parameters, whose values describe its sheaf. In an exercise of any other kind the figure has no parameters, and
// always shows the sheaf of the exercise.
func (c *Course) addExerciseFigure(name string, variant exact.Variant) {
	height := 300.0
	// Up to three nodes need less height, unless a hint is below the drawing.
	if len(variant.Sheaf.Nodes) < 4 && variant.Kind != exact.KindGraph {
		height = 190
	}
	f := &Diagram{Name: name, Title: "Exercise " + variant.ID,
		Pictures: []Size{{"sheaf", 520, height, "The sheaf of exercise " + variant.ID}}}
	t := &exerciseFigure{sheafOf: func(Values) *exact.SheafText { return variant.Sheaf }}
	// A single handle turns a map, and several handles scale the maps of their edges. Without handles the reader chooses maps if the stalks
	// have dimension 2, else edges.
	switch {
	case variant.Kind == exact.KindDrag && len(variant.Handles) == 1:
		f.Params, t.sheafOf = turnedEdge(variant.Sheaf, variant.Handles[0])
	case variant.Kind == exact.KindDrag:
		f.Params, t.sheafOf = scaledEdges(variant.Sheaf, variant.Handles)
	case variant.Kind == exact.KindGraph && variant.Sheaf.D == 2:
		f.Params, t.sheafOf = chosenMaps(variant.Sheaf)
	case variant.Kind == exact.KindGraph:
		f.Params, t.sheafOf = chosenEdges(variant.Sheaf)
	}
	f.show = func(_ *Course, v Values) Rendering { return t.show(f, variant, v) }
	f.point = func(_ *Course, v Values, _, handle string, x, y float64) { t.point(f, variant, v, handle, x, y) }
	values := Values{}
	for _, p := range f.Params {
		values[p.Name] = p.Start
	}
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

// turnedEdge returns a parameter for the angle of edge e's first map, which is a turn, and the sheaf as a function of its value. The
// parameter is "e0", since an exercise with a turned map has one edge, so that e is 0.
func turnedEdge(initial *exact.SheafText, e int) ([]Param, func(Values) *exact.SheafText) {
	angle := Param{Name: "e0", Start: turnOf(initial.Edges[e].Maps[0]), Min: -180, Max: 180, Step: 1, text: degrees}
	return []Param{angle}, func(v Values) *exact.SheafText {
		s := initial.Clone()
		s.Edges[e].Maps[0] = exact.TurnText(v["e0"], 1, exact.Rotation)
		return s
	}
}

// scaledEdges returns a parameter for each of the given edges: a number that is both maps of the edge. It also returns the sheaf as a
// function of the values.
func scaledEdges(initial *exact.SheafText, edges []int) (params []Param, sheafOf func(Values) *exact.SheafText) {
	for _, e := range edges {
		start, _ := strconv.ParseFloat(initial.Edges[e].Maps[0], 64) // no error, since these maps are numbers
		params = append(params, Param{Name: "e" + strconv.Itoa(e), Start: start, Min: 0.05, Max: 3, Step: 0.05})
	}
	return params, func(v Values) *exact.SheafText {
		s := initial.Clone()
		for _, e := range edges {
			text := strconv.FormatFloat(v["e"+strconv.Itoa(e)], 'f', 2, 64)
			s.Edges[e].Maps = [2]string{text, text}
		}
		return s
	}
}

// chosenMaps returns a parameter for each edge: its first map is the identity (0), a turn by 60° (1) or a mirror (2). It also returns the
// sheaf as a function of the values.
func chosenMaps(initial *exact.SheafText) (params []Param, sheafOf func(Values) *exact.SheafText) {
	for e, edge := range initial.Edges {
		name := initial.Nodes[edge.I].Name + initial.Nodes[edge.J].Name
		params = append(params, choice("k"+strconv.Itoa(e), name, 0, "nothing", "a turn of 60°", "a mirror"))
	}
	return params, func(v Values) *exact.SheafText {
		s := initial.Clone()
		for e := range s.Edges {
			chosen := int(v["k"+strconv.Itoa(e)])
			if chosen > 0 { // else the map stays the identity
				s.Edges[e].Maps[0] = exact.TurnText(60, 1, chosen == 2) // the mirror reflects in the line at 60°
			}
		}
		return s
	}
}

// chosenEdges returns a parameter for each pair of nodes: no edge (0) or an edge (1). It also returns the sheaf as a function of the
// values.
func chosenEdges(initial *exact.SheafText) (params []Param, sheafOf func(Values) *exact.SheafText) {
	// The pairs j < i. The name of the pair 0, 2 is "p02".
	for i := range initial.Nodes {
		for j := range i {
			p := choice("p"+strconv.Itoa(j)+strconv.Itoa(i), initial.Nodes[j].Name+initial.Nodes[i].Name, 0, "no edge", "an edge")
			isEdge := slices.ContainsFunc(initial.Edges, func(e exact.Edge) bool { return e.I == j && e.J == i })
			p.Start = indicator(isEdge)
			params = append(params, p)
		}
	}
	return params, func(v Values) *exact.SheafText {
		s := initial.Clone()
		s.Edges = nil // the values describe all edges
		for i := range s.Nodes {
			for j := range i {
				hasEdge := v["p"+strconv.Itoa(j)+strconv.Itoa(i)] == 1
				if hasEdge {
					s.Edges = append(s.Edges, exact.Edge{I: j, J: i, Maps: [2]string{"1", "1"}, D: s.D})
				}
			}
		}
		return s
	}
}

// mapText formats the maps of an edge as [mapWords] does, for example "2 | −1". It omits a map 1, and writes equal maps once. So it returns
// "" if both maps are 1.
func mapText(e exact.Edge) string {
	first, second := mapWords(e.Maps[0]), mapWords(e.Maps[1])
	switch {
	case first == "1" && second == "1":
		return ""
	case first == second, second == "1":
		return first
	case first == "1":
		return second
	}
	return first + " | " + second
}

// mapWords formats a map with a typographic minus, and the angle of a turn or mirror with a degree sign: "turn −40° times 2".
func mapWords(text string) string {
	parts := strings.Fields(strings.ReplaceAll(text, "-", "−"))
	if len(parts) > 1 && (parts[0] == "turn" || parts[0] == "mirror") {
		parts[1] = strings.TrimSuffix(parts[1], "°") + "°"
	}
	return strings.Join(parts, " ")
}

// rowsText formats a map with a typographic minus. A map with four entries becomes two rows in parentheses: "1 0 0 1" becomes "(1 0; 0 1)".
func rowsText(text string) string {
	text = strings.ReplaceAll(text, "-", "−")
	if entries := strings.Fields(text); len(entries) == 4 {
		text = "(" + entries[0] + " " + entries[1] + "; " + entries[2] + " " + entries[3] + ")"
	}
	return text
}

// turnOf returns the angle of a turn, or of the line of a reflection, in degrees in [−180, 180). It returns 0 for any other map.
func turnOf(text string) float64 {
	m, err := exact.ParseMap(text, 2, 2)
	if err != nil {
		return 0
	}
	return m.Turn - 360*math.Floor((m.Turn+180)/360)
}

// style returns the style of the picture. It marks the edges of variant.Handles, and places their handles. If all of several edges have
// handles, no edge is marked, since a mark would distinguish nothing.
func (t *exerciseFigure) style(f *Diagram, variant exact.Variant, v Values) sheafStyle {
	style := sheafStyle{width: f.Pictures[0].Width, height: f.Pictures[0].Height, marked: map[int]bool{}, grips: map[int]float64{}}
	marksHandles := len(variant.Handles) < len(variant.Sheaf.Edges) || len(variant.Sheaf.Edges) == 1
	for _, e := range variant.Handles {
		style.marked[e] = marksHandles
		p := f.Param("e" + strconv.Itoa(e))
		// The range Min to Max of the parameter becomes −1 to 1.
		if p != nil { // nil in a question with options: its edges have marks, but no handles
			style.grips[e] = (2*v[p.Name] - p.Min - p.Max) / (p.Max - p.Min)
		}
	}
	return style
}

// show renders the figure: the sheaf that the values describe, with the numbers and hints that the exercise needs. A sheaf that cannot be
// analysed has an empty picture.
func (t *exerciseFigure) show(f *Diagram, variant exact.Variant, v Values) Rendering {
	s := t.sheafOf(v)
	style := t.style(f, variant, v)
	a, err := exact.Analyse(s)
	if err != nil {
		return Rendering{Pictures: map[string]string{"sheaf": ""}}
	}
	// Maps are printed beside their edges. If the text of any edge has more than 12 characters, all maps are printed below the graph.
	hasLongText := slices.ContainsFunc(s.Edges, func(e exact.Edge) bool { return utf8.RuneCountInString(mapText(e)) > 12 })
	if !hasLongText {
		style.label = func(e int) string { return mapText(s.Edges[e]) }
	}
	// The vector at the nodes is the signal of the sheaf or, in exercise 6.1, the eigenvector of λ₂. Other exercises are not about a vector:
	// style.signal stays nil, so that drawSheaf writes the names of the nodes.
	if variant.Kind == exact.KindDrag || variant.Kind == exact.KindNumber {
		style.signal = a.X
	}
	if variant.ID == "6.1" {
		style.signal = a.Vectors[max(0, a.Lambda2Index)] // the index is −1 if all eigenvalues are 0
	}
	var p pen
	drawSheaf(&p, s, style)
	if hasLongText { // a line of text for each edge, below the row of nodes
		for e, edge := range s.Edges {
			from, to := s.Nodes[edge.I].Name, s.Nodes[edge.J].Name
			p.text("k c", 260, 158+20*float64(e), plain("edge "+from+to+":  map of "+from+" "+rowsText(edge.Maps[0])+",  map of "+to+" "+
				rowsText(edge.Maps[1])))
		}
	}
	if variant.Kind == exact.KindGraph {
		t.keys(&p, f, variant, v, style)
	}
	switch {
	case len(variant.Signals) > 0 && variant.Kind == exact.KindDrag: // the energy of each signal, a pair of vectors
		for k, signal := range variant.Signals {
			p.text("k c", 120+140*float64(k), 180, "pair "+strconv.Itoa(k+1)+": "+Num(a.EnergyOf(signal), 2))
		}
	case variant.ID == "2.1": // the image of the first node's vector, at the second node, with the scale 27 of drawNode
		image := rotated([2]float64{a.X[0], a.X[1]}, v["e0"])
		nodeX, nodeY := style.nodePlace(s, 1)
		p.arrow("x", nodeX, nodeY, nodeX+image[0]*27, nodeY-image[1]*27, 8)
		p.text("s c", nodeX, nodeY+52, "u as seen here")
	case variant.Kind == exact.KindGraph && s.D == 2:
		p.text("f", 0, 292, "tap an edge: nothing, a turn of 60°, a mirror")
	case variant.Kind == exact.KindGraph:
		p.text("f", 0, 292, "tap two nodes, one after the other: their edge comes or goes")
	}
	return Rendering{Pictures: map[string]string{"sheaf": p.String()}, Values: map[string]string{"sheaf": s.Text()}}
}

// keys adds an invisible control for the keyboard to each edge or, if the exercise adds edges, to each pair of nodes.
func (t *exerciseFigure) keys(p *pen, f *Diagram, variant exact.Variant, v Values, style sheafStyle) {
	for k, param := range f.Params {
		// The name "p02" has the numbers of both nodes as digits. In a sheaf with D = 2 parameter k belongs to edge k instead.
		name := param.Name
		ends := [2]int{int(name[1] - '0'), int(name[len(name)-1] - '0')}
		if variant.Sheaf.D == 2 {
			ends = [2]int{variant.Sheaf.Edges[k].I, variant.Sheaf.Edges[k].J}
		}
		ax, ay := style.nodePlace(variant.Sheaf, ends[0])
		bx, by := style.nodePlace(variant.Sheaf, ends[1])
		p.grip(handle{name: name, label: "edge " + param.Label, text: param.Text(v[name]), value: v[name], max: param.Max})
		p.line("hit off", ax, ay, bx, by)
		p.add("</g>")
	}
}

// point drags a handle to (x, y), or taps there if handle is "". In an exercise of KindGraph a tap changes the map of an edge (D = 2) or
// selects a node, one end of an edge to add or remove. In any other exercise a tap does nothing.
func (t *exerciseFigure) point(f *Diagram, variant exact.Variant, v Values, handle string, x, y float64) {
	s := t.sheafOf(v)
	style := t.style(f, variant, v)
	// The place of a handle is linear in the value of its parameter. The range covers the middle 0.6 of the edge, as in drawSheaf.
	if p := f.Param(handle); p != nil {
		e, err := strconv.Atoi(handle[1:])   // 2 for the handle "e2"
		if err != nil || e >= len(s.Edges) { // the handle belongs to no edge
			return
		}
		ax, ay := style.nodePlace(s, s.Edges[e].I)
		bx, by := style.nodePlace(s, s.Edges[e].J)
		dx, dy := bx-ax, by-ay
		share := ((x-ax)*dx + (y-ay)*dy) / (dx*dx + dy*dy) // of the way from a to b
		fromMiddle := (share - 0.5) / 0.3                  // −1 to 1
		v[handle] = (p.Min+p.Max)/2 + fromMiddle*(p.Max-p.Min)/2
		return
	}
	if variant.Kind != exact.KindGraph {
		return
	}
	// A tap gives an edge the next of its three maps: the edge with the nearest middle, if this is less than 52 units away.
	if s.D == 2 {
		distance, nearest := 52.0, -1
		for e, edge := range s.Edges {
			ax, ay := style.nodePlace(s, edge.I)
			bx, by := style.nodePlace(s, edge.J)
			if d := math.Hypot((ax+bx)/2-x, (ay+by)/2-y); d < distance {
				distance, nearest = d, e
			}
		}
		if nearest >= 0 {
			name := "k" + strconv.Itoa(nearest)
			v[name] = math.Mod(v[name]+1, 3) // after the mirror, the identity again
		}
		return
	}
	// The first tap stores its node. The second tap ends the pair, and adds or removes the edge if its node is another.
	for i := range s.Nodes {
		nodeX, nodeY := style.nodePlace(s, i)
		if math.Hypot(nodeX-x, nodeY-y) > 34 { // too far from this node
			continue
		}
		t.tapped = append(t.tapped, i)
		if len(t.tapped) < 2 {
			return
		}
		a, b := min(t.tapped[0], t.tapped[1]), max(t.tapped[0], t.tapped[1])
		if a != b {
			name := "p" + strconv.Itoa(a) + strconv.Itoa(b)
			v[name] = 1 - v[name]
		}
		t.tapped = nil
		return
	}
}

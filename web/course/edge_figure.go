// This file has the figure of chapter 2: one edge between the nodes u and v, its map, and its residual. The residual is the difference of
// both vectors as seen on the edge. The reader turns the map of u, so that the residual becomes shorter.

package course

import (
	"math"
	"strconv"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/linalg"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// edgeFigure returns the figure of chapter 2.
func edgeFigure() *Diagram {
	// coordinate returns the parameter of a vector's coordinate, from −1 to 1.
	coordinate := func(name, label string, start float64) Param {
		return Param{Name: name, Label: label, Start: start, Min: -1, Max: 1, Step: 0.05}
	}
	return &Diagram{
		Name: "edge", Title: "One edge", Touch: "drag the handle or either arrow",
		Params: []Param{
			{Name: "turn", Label: "turn of the map", Start: 20, Min: -180, Max: 180, Step: 1, text: degrees},
			{Name: "dim", Label: "coordinates", Start: 1, Min: 1, Max: 2, Step: 1, Jump: true},
			coordinate("ux", "first coordinate of u", 0.9), coordinate("uy", "second coordinate of u", 0.3),
			coordinate("vx", "first coordinate of v", 0.3), coordinate("vy", "second coordinate of v", 0.9),
		},
		Pictures: []Size{{"edge", 520, 496, "Two nodes joined by an edge, the map on it, and both vectors as seen on the edge"},
			{"parts", 520, 218, "The parts of a sheaf: a stalk at each node and on the edge, and a restriction map from each node to the edge"}},
		show:   func(_ *Course, v Values) Rendering { return showEdge(v) },
		recipe: func(v Values) recipe.Recipe { return inLaboratory(edgeSheaf(v), nil) }, // nil: the default settings
		// The handle "turn" belongs to the dial, and the handles "u" and "v" are the tips of both vectors. In the picture y increases
		// downwards, and angles are anticlockwise.
		point: func(_ *Course, v Values, _, handle string, x, y float64) {
			switch handle {
			case "turn":
				v["turn"] = math.Atan2(edgeMap[1]-y, x-edgeMap[0]) * 180 / math.Pi
			case "u", "v":
				centre := words.Either(handle == "u", edgeU, edgeV)
				v[handle+"x"] = (x - centre[0]) / edgeScale
				if v["dim"] == 2 { // with one coordinate the second is not visible, and stays
					v[handle+"y"] = (centre[1] - y) / edgeScale
				}
			}
		},
		// With one coordinate the map is a sign. The keys right and up set the map −1 (180°), and the keys left and down set the map 1
		// (0°). With two coordinates the keys change the parameter "turn". A key moves the tip of a vector by one step, 0.05. With
		// one coordinate the keys up and down act as right and left.
		nudge: func(_ *Course, v Values, handle string, dx, dy float64) bool {
			switch {
			case handle == "turn" && v["dim"] == 1:
				v["turn"] = 180 * max(0, min(1, dx+dy))
			case handle == "u" || handle == "v":
				if v["dim"] == 1 {
					dx, dy = dx+dy, 0
				}
				v[handle+"x"] += 0.05 * dx
				v[handle+"y"] += 0.05 * dy
			default:
				return false
			}
			return true
		},
	}
}

// Centres in the picture: of both nodes, of the dial of the map, and of the lower drawing with its numbers.
var (
	edgeU, edgeV, edgeMap = [2]float64{92, 104}, [2]float64{428, 104}, [2]float64{260, 104}
	edgeOrigin            = [2]float64{258, 392}
)

// Lengths of a unit vector, in units of the picture.
const (
	edgeScale = 70.0  // at the nodes
	edgeLarge = 114.4 // in the lower drawing
)

// edgeNumbers are the numbers of the figure, where F is the map of u. The map of v is the identity.
type edgeNumbers struct {
	oneCoordinate bool    // F is 1 or −1, and the second coordinates are 0
	Turn          float64 // angle of F in degrees; 0 or 180 with one coordinate
	// U and V are the vectors of the nodes, Seen is F·U, and Residual is Seen − V.
	U, V, Seen, Residual [2]float64
	Energy               float64 // ‖Residual‖²
}

// edgeState computes the numbers of the figure. With one coordinate it replaces the turn by the nearer of 0° and 180°.
func edgeState(v Values) edgeNumbers {
	s := edgeNumbers{oneCoordinate: v["dim"] == 1, Turn: v["turn"], U: [2]float64{v["ux"], v["uy"]}, V: [2]float64{v["vx"], v["vy"]}}
	if s.oneCoordinate {
		s.U[1], s.V[1] = 0, 0
		if math.Abs(s.Turn) < 90 {
			s.Turn = 0
		} else {
			s.Turn = 180
		}
	}
	s.Seen = rotated(s.U, s.Turn)
	s.Residual = [2]float64{s.Seen[0] - s.V[0], s.Seen[1] - s.V[1]}
	s.Energy = s.Residual[0]*s.Residual[0] + s.Residual[1]*s.Residual[1]
	return s
}

// edgeSheaf returns the sheaf of the figure, for the laboratory.
func edgeSheaf(v Values) *exact.SheafText {
	// The path of 2 nodes has one edge. Its map at u is a turn with the scale 1.
	numbers, sheaf := edgeState(v), exact.Path(2, int(v["dim"]))
	sheaf.Edges[0].Maps[0] = exact.TurnText(numbers.Turn, 1, exact.Rotation)
	if sheaf.D == 1 { // 0° is 1, and 180° is −1
		sheaf.Edges[0].Maps[0] = strconv.Itoa(int(math.Round(1 - numbers.Turn/90)))
	}
	for i, x := range [][2]float64{numbers.U, numbers.V} {
		for k := range sheaf.D {
			sheaf.X[i*sheaf.D+k] = typedNumber(x[k])
		}
	}
	return sheaf
}

// text formats a vector. A vector of one coordinate is a number, and a vector of two coordinates is two numbers in parentheses.
func (s *edgeNumbers) text(v [2]float64) string {
	if s.oneCoordinate {
		return Num(v[0], 2)
	}
	return pair(v)
}

// showEdge renders the figure: both nodes with their vectors, the map between them, and both vectors in the stalk of the edge.
func showEdge(v Values) Rendering {
	s := edgeState(v)
	vec := s.text
	mapInWords := "turn by " + degrees(s.Turn)
	if s.oneCoordinate {
		mapInWords = words.Either(s.Turn == 0, "keep", "flip")
	}
	const r = 74.0 // radius of a node
	var p pen
	p.line("tie", edgeU[0]+r, 104, edgeV[0]-r, 104) // both nodes are at the height 104
	// node draws a node with centre c and vector x. The tip of the vector is a handle.
	node := func(c, x [2]float64, name string) {
		p.circle("disc", c[0], c[1], r)
		p.line("gd", c[0]-r, c[1], c[0]+r, c[1])
		if !s.oneCoordinate {
			p.line("gd", c[0], c[1]-r, c[0], c[1]+r)
		}
		tipX, tipY := c[0]+x[0]*edgeScale, c[1]-x[1]*edgeScale
		p.arrow("x", c[0], c[1], tipX, tipY, 9)
		p.circle("fi", c[0], c[1], 3.5)
		p.text("i c halo", c[0], c[1]+98, sub("x", name)+plain(" = "+vec(x)))
		// The handle has no circle of its own, so it is not drawn by pen.handle. Its value as a slider is the first coordinate.
		h := handle{name: name, label: "vector of " + name, text: vec(x), value: x[0]}
		p.add(`<g class="tip" data-h="`, name, `" role="slider" tabindex="0" aria-label="`, h.label, `" aria-valuemin="-1" `+
			`aria-valuemax="1" aria-valuenow="`, h.value, `" aria-valuetext="`, h.text, `">`)
		p.circle("hit", tipX, tipY, 20)
		p.add("</g>")
	}
	node(edgeU, s.U, "u")
	node(edgeV, s.V, "v")
	p.text("m", edgeU[0]-72, 44, "u")
	p.text("m", edgeV[0]+62, 44, "v")
	edgeDial(&p, s, mapInWords)
	edgeBelow(&p, s)
	// The least energy over all turns: the best turn gives both vectors the same direction, so that only the lengths differ.
	lengthU, lengthV := math.Hypot(s.U[0], s.U[1]), math.Hypot(s.V[0], s.V[1])
	least := linalg.Pow(lengthU-lengthV, 2)
	// The sentences have these numbers, and further numbers whose names need no explanation:
	//   - xu, xv: vectors of u and v
	//   - seen, r: image of u on the edge, and the residual
	//   - u1, v1: first coordinates of u and v
	//   - lengthu, lengthv: lengths of u and v
	//   - energy, least: energy, and the least energy over all turns
	return Rendering{Pictures: map[string]string{"edge": p.String(), "parts": edgeParts()}, Values: map[string]string{
		"turn": degrees(s.Turn), "map": mapInWords, "xu": vec(s.U), "xv": vec(s.V), "seen": vec(s.Seen), "r": vec(s.Residual),
		"energy": Num(s.Energy, 2), "u1": Num(v["ux"], 2), "v1": Num(v["vx"], 2),
		"lengthu": Num(lengthU, 2), "lengthv": Num(lengthV, 2), "least": Num(least, 2),
	}}
}

// edgeParts draws the parts of a sheaf on one edge: three stalks and two restriction maps, with their names.
func edgeParts() string {
	var p pen
	// The stalks of u, of the edge and of v, as discs of radius r, 190 units apart.
	const uX, edgeX, vX = 70.0, 260.0, 450.0
	const y, r = 92.0, 50.0
	p.line("tie", uX, y, vX, y)
	for k, name := range []string{"u", "e", "v"} {
		x := uX + 190*float64(k)
		p.circle("disc", x, y, r)
		p.line("gd", x-r, y, x+r, y)
		p.line("gd", x, y-r, x, y+r)
		p.text("i c", x, y+72, words.Either(name == "e", "stalk of the edge", "stalk of "+it(name)))
		p.text("k c", x, y+92, words.Either(name == "e", "both ends are read here", "its vector is "+sub("x", name)))
	}
	// The vectors u and v of the nodes, with y downwards. In the stalk of the edge: their images fu and fv, and the difference of the images.
	u, v := [2]float64{34, -22}, [2]float64{12, -38}
	p.arrow("x", uX, y, uX+u[0], y+u[1], 8)
	p.arrow("x", vX, y, vX+v[0], y+v[1], 8)
	fu, fv := [2]float64{26, -30}, [2]float64{-4, -38}
	p.arrow("x", edgeX, y, edgeX+fu[0], y+fu[1], 8)
	p.arrow("x", edgeX, y, edgeX+fv[0], y+fv[1], 8)
	p.arrow("re", edgeX+fv[0], y+fv[1], edgeX+fu[0], y+fu[1], 7)
	// The restriction maps, as arrows in the space between the discs: from the stalk of a node to the stalk of the edge.
	for k, name := range []string{"u", "v"} {
		fromX, toX := 128.0, 202.0
		if k == 1 {
			fromX, toX = 392, 318
		}
		p.arrow("ax", fromX, y-20, toX, y-20, 8)
		p.text("i c halo", (fromX+toX)/2, y-30, sub("F", name))
		p.text("sm c", (fromX+toX)/2, 26, "restriction map")
	}
	return p.String()
}

// edgeDial draws the map on the edge as a dial with its handle. The hand has the direction of the image of the first axis.
func edgeDial(p *pen, s edgeNumbers, mapInWords string) {
	const r = 44.0
	cx, cy := edgeMap[0], edgeMap[1]
	hand := rotated([2]float64{r, 0}, s.Turn)
	handleX, handleY := cx+hand[0], cy-hand[1]
	p.circle("disc", cx, cy, r)
	sector(p, cx, cy, r, 0, s.Turn, "swept", "swing")
	p.line("ax dash", cx, cy, cx+r, cy)
	p.line("swing", cx, cy, handleX, handleY)
	// The label is to the left of the centre. It is in the lower half for a negative turn, and else in the upper half.
	label := degrees(s.Turn)
	if s.oneCoordinate {
		label = mapInWords
	}
	p.text("s c halo mid", cx-14, cy-14+28*indicator(s.Turn < 0), plain(label))
	p.handle(handle{name: "turn", label: "turn of the map", text: mapInWords, value: s.Turn, min: -180, max: 180}, handleX, handleY)
	p.text("k c", cx, cy+64, "the map of")
	p.text("k c", cx, cy+80, "this end, "+it("u"))
}

// indicator returns 1 for true and 0 for false. These are also the values of a choice with two labels.
func indicator(condition bool) float64 {
	if condition {
		return 1
	}
	return 0
}

// sector draws the angle between two directions as a wedge around (cx, cy) with an arc of radius r. The directions are in degrees,
// anticlockwise from the right. wedge and arc are CSS classes. An angle below half a degree is not drawn, since it would not be visible.
func sector(p *pen, cx, cy, r, fromDegrees, toDegrees float64, wedge, arc string) {
	if math.Abs(toDegrees-fromDegrees) < 0.5 {
		return
	}
	a, b := rotated([2]float64{r, 0}, fromDegrees), rotated([2]float64{r, 0}, toDegrees)
	// The flags of SVG's arc command: whether the arc has more than 180°, and whether it runs clockwise.
	isLarge, isClockwise := int(indicator(math.Abs(toDegrees-fromDegrees) > 180)), int(indicator(toDegrees < fromDegrees))
	// The arc from the first direction to the second, for example "M304 104A44 44 0 0 0 301.35 88.95".
	arcPath := []any{"M", cx + a[0], " ", cy - a[1], "A", r, " ", r, " 0 ", isLarge, " ", isClockwise, " ", cx + b[0], " ", cy - b[1]}
	p.add(`<path class="`, wedge, `" d="`)
	p.add(arcPath...)
	p.add("L", cx, " ", cy, `Z"/><path class="`, arc, `" d="`)
	p.add(arcPath...)
	p.add(`"/>`)
}

// edgeBelow draws the lower part of the picture: the vector v and the image of u in the stalk of the edge, and the energy.
func edgeBelow(p *pen, s edgeNumbers) {
	vec := s.text
	ox, oy := edgeOrigin[0]+60, edgeOrigin[1]-12 // the origin of the stalk of the edge, to the right of the numbers
	p.line("gd", 0, 228, 520, 228)
	p.text("i b", 0, 254, "Seen on the edge")
	tip := func(v [2]float64) (float64, float64) { return ox + v[0]*edgeLarge, oy - v[1]*edgeLarge }
	ux, uy := tip(s.U)
	sx, sy := tip(s.Seen)
	vx, vy := tip(s.V)
	p.line("ax", ox-135, oy, ox+135, oy)
	if s.oneCoordinate {
		// Both vectors lie on the axis and would cover each other. So the image of u is drawn above the axis, v below, and the residual on
		// the axis.
		aboveY, belowY := sy-34, vy+34
		p.line("ax", ox, oy-62, ox, oy+62)
		p.arrow("x", ox, aboveY, sx, aboveY, 10)
		p.arrow("x", ox, belowY, vx, belowY, 10)
		p.line("ax dash", sx, aboveY, sx, oy)
		p.line("ax dash", vx, belowY, vx, oy)
		p.arrow("re", vx, oy, sx, oy, 11)
		// The labels of u and v are at the middle of their arrows. The label of the residual is below both arrows.
		p.text("i halo c", ox+sx/2-ox/2, aboveY-12, it("u")+plain(" "+vec(s.Seen)))
		p.text("i halo c", ox+vx/2-ox/2, belowY+22, it("v")+plain(" "+vec(s.V)))
		p.text("a halo c", ox, oy+92, sub("r", "e")+plain(" = "+vec(s.Residual)))
	} else {
		// The vertical axis, and a circle whose radius is the length of u. The arrows: u before the map, its image, v, and the residual.
		p.line("ax", ox, oy+112, ox, oy-118)
		length := math.Hypot(s.U[0], s.U[1]) * edgeLarge
		p.circle("gd", ox, oy, length)
		p.arrow("gx dash", ox, oy, ux, uy, 8)
		p.arrow("x", ox, oy, sx, sy, 10)
		p.arrow("x", ox, oy, vx, vy, 10)
		p.arrow("re", vx, vy, sx, sy, 11)
		placer := &labels{pen: p}
		placer.put("i", sx, sy, s.Seen, it("u")+plain(" "+vec(s.Seen)))
		placer.put("i", vx, vy, s.V, it("v")+plain(" "+vec(s.V)))
		if math.Abs(s.Turn) > 8 { // up to 8° the label would cover the label of the image
			placer.put("f", ux, uy, s.U, "before")
		}
	}
	p.text("k", 0, oy-34, "What the edge adds")
	p.text("k", 0, oy-16, "to the energy")
	p.text("big", 0, oy+30, Num(s.Energy, 2))
	if !s.oneCoordinate {
		p.text("a", 0, oy+62, sub("r", "e")+plain(" = "+vec(s.Residual)))
	}
}

// labels places texts at the tips of arrows, on the side away from the origin of the arrows. A label that would cover an earlier label is
// moved.
type labels struct {
	pen    *pen
	placed [][2]float64 // places of the labels written so far
}

// put writes a label at the tip of an arrow with direction dir, whose y coordinate is positive upwards. class is the first CSS class of the
// text.
func (l *labels) put(class string, tipX, tipY float64, dir [2]float64, markup string) {
	length := math.Hypot(dir[0], dir[1])
	if length == 0 { // a zero vector has no direction; its label is at the origin
		length = 1
	}
	// An arrow to the left has its label to the left of its tip, and an arrow to the right has it to the right. An arrow steeper than 69.5°
	// (its cosine is 0.35) has its label above or below its tip.
	x, anchor := tipX, " "
	switch {
	case dir[0]/length < -0.35:
		x, anchor = tipX-10, " e"
	case dir[0]/length > 0.35: // the whole label stays inside the picture, also in the view as slides
		labelWidth := words.Either(class == "f", 66.0, 118) // of “before”, and of a letter with a vector
		x = min(tipX+10, 520-labelWidth)
	default:
		anchor = " c"
	}
	// The middle of the text is up to 15 units above or below the tip. A text is drawn on its baseline, 5 units below its middle.
	y := tipY + (5 - 15*dir[1]/length)
	// A label closer than 110 × 17 units to an earlier label moves beyond the earlier label: upwards if the arrow points upwards, and
	// downwards if not. All moves have the same direction, so that the loop ends.
	side := 1 - 2*indicator(dir[1] >= 0) // −1 moves upwards, since y increases downwards
	for moved := true; moved; {
		moved = false
		for _, q := range l.placed {
			if math.Abs(q[0]-x) < 110 && math.Abs(q[1]-y) < 17 {
				y, moved = q[1]+18*side, true
			}
		}
	}
	l.placed = append(l.placed, [2]float64{x, y})
	l.pen.text(class+anchor+" halo", x, y, markup)
}

// This file has the figure of chapter 4: a vector walks around a ring of six nodes, and comes home changed by the holonomy of the ring.

package course

import (
	"math"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/linalg"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// ringFigure returns the figure of chapter 4: six nodes in a ring with two coordinates each. The marked map is a rotation or a reflection,
// and all other maps are the identity.
func ringFigure() *Diagram {
	return &Diagram{
		Name: "ring", Title: "A ring of six, one map marked", Touch: "drag the handle",
		Params: []Param{
			{Name: "turn", Label: "turn of the marked map", Start: 40, Min: -180, Max: 180, Step: 1, text: degrees},
			choice("mirror", "the marked map", 0, "turns", "mirrors"),
			{Name: "sent", Label: "direction of the vector sent round", Start: 57, Min: -180, Max: 180, Step: 1, text: degrees},
			{Name: "walk", Label: "Edges walked", Start: ringNodes, Max: ringNodes, Step: 1, Walk: true},
		},
		Pictures: []Size{{"ring", 520, 400, "A ring of six nodes; a vector walks from node to node, and comes home"},
			{"dim", 520, 236, "The dimension of H0 and the smallest eigenvalue, by the turn of the map"}},
		show:   func(_ *Course, v Values) Rendering { return showRing(v) },
		recipe: func(v Values) recipe.Recipe { return inLaboratory(ringSheaf(v), nil) },
		point: func(_ *Course, v Values, picture, handle string, x, y float64) {
			switch {
			// The axis of turns from −180° to 180° begins at x = 60 and is 420 units long.
			case picture == "dim":
				v["turn"] = (x-60)/420*360 - 180
			// The place of the handle along the marked edge is linear in the angle.
			case handle == "turn":
				a, b := ringPlace(ringNodes-1), ringPlace(0)
				dx, dy := b[0]-a[0], b[1]-a[1]
				share := ((x-a[0])*dx + (y-a[1])*dy) / (dx*dx + dy*dy) // of the way from a to b
				v["turn"] = (share - 0.5) / ringRun * 180
			case handle == "sent":
				p := ringPlace(0) // the vector begins at node 0
				v["sent"] = math.Atan2(p[1]-y, x-p[0]) * 180 / math.Pi
			}
		},
	}
}

// ringCentre is the centre of the ring in the picture.
var ringCentre = [2]float64{230, 202}

// Numbers of the picture of the ring.
const (
	ringRadius = 146.0 // in units of the picture
	ringNodes  = 6
	ringRun    = 0.28 // length of the handle's path from 0° to 180°, as a share of the marked edge
	ringArrow  = 34.0 // length of a vector, in units of the picture
)

// ringPlace returns the centre of node i in the picture, i = 0 … ringNodes−1. Node 0 is at the upper left, and nodes 1, 2, … follow
// clockwise.
func ringPlace(i int) [2]float64 {
	s, c := math.Sincos((-120 + 60*float64(i)) * math.Pi / 180)
	return [2]float64{ringCentre[0] + ringRadius*c, ringCentre[1] + ringRadius*s}
}

// ringSheaf returns the sheaf of the figure. The marked map is the map of the last node on the last edge, between this node and node 0. The
// signal at every node is the sent vector.
func ringSheaf(v Values) *exact.SheafText {
	s, orientation := exact.Ring(ringNodes, 2), exact.Orientation(v["mirror"] == 1) // true is exact.Reflection
	turn := v["turn"]
	if orientation == exact.Reflection {
		turn /= 2 // TurnText takes the angle of the line of the reflection
	}
	// Maps[1] is the map of the end with the larger number, here of the last node.
	s.Edges[ringNodes-1].Maps[1] = exact.TurnText(turn, 1, orientation)
	sent := rotated([2]float64{1, 0}, v["sent"])
	for k := range s.X {
		s.X[k] = typedNumber(sent[k%2])
	}
	return s
}

// ringNumbers are the numbers of the ring with its marked map.
type ringNumbers struct {
	// Holonomy is the product of all maps on the way round, here the marked map. It is a 2×2 matrix, row by row.
	Holonomy [4]float64
	// Dim is dim H⁰: 0, 1 or 2.
	Dim int
	// Smallest is the smallest eigenvalue of the Laplacian.
	Smallest float64
}

// smallestText formats the smallest eigenvalue with four decimals, or with six if four would be 0 although dim H⁰ is 0.
func (s ringNumbers) smallestText() string {
	return Num(s.Smallest, words.Either(s.Dim == 0 && s.Smallest < 0.5e-4, 6, 4))
}

// markedMap is the map of the marked edge: a rotation by an angle in degrees, or the reflection in the line at half of the angle.
type markedMap struct {
	angle    float64
	isMirror bool
}

// markedMapOf returns the marked map that the values describe.
func markedMapOf(v Values) markedMap { return markedMap{v["turn"], v["mirror"] == 1} }

// ringState computes the numbers of the ring with a marked map.
func ringState(m markedMap) ringNumbers {
	s, c := math.Sincos(m.angle * math.Pi / 180)
	r := ringNumbers{Holonomy: [4]float64{c, -s, s, c}}
	switch { // dim H⁰ is the dimension of the vectors that the holonomy keeps, 0 for a rotation by an angle other than 0
	case m.isMirror: // keeps the vectors on its line
		r.Holonomy, r.Dim = [4]float64{c, s, s, -c}, 1
	case m.angle == 0: // keeps every vector
		r.Dim = 2
	}
	values, _, err := linalg.EigSym(ringLaplacian(r.Holonomy), linalg.ValuesOnly)
	if err == nil { // the values are ascending; after an error Smallest stays 0
		r.Smallest = max(0, values[0]) // rounding may make it negative
	}
	return r
}

// ringLaplacian returns L = δᵀδ of the ring with holonomy h. δx is x_i − x_{i+1} on five edges, and h·x_5 − x_0 on the last edge.
func ringLaplacian(h [4]float64) *linalg.Dense {
	l := linalg.NewDense(2*ringNodes, 2*ringNodes)
	for i := range ringNodes {
		// The edge from i to j has the map f at i and the identity at j. It adds fᵀf at (i, i), 1 at (j, j), −f at (j, i) and −fᵀ at (i, j).
		j := (i + 1) % ringNodes
		f := [4]float64{1, 0, 0, 1}
		if i == ringNodes-1 {
			f = h
		}
		for a := range 2 {
			rowI, rowJ := l.Row(2*i+a), l.Row(2*j+a)
			rowJ[2*j+a]++
			for b := range 2 {
				rowI[2*i+b] += f[a]*f[b] + f[2+a]*f[2+b]
				rowJ[2*i+b] -= f[2*a+b]
				rowI[2*j+b] -= f[2*b+a]
			}
		}
	}
	return l
}

// showRing renders the figure: the ring with the transported vector, and dim H⁰ with the smallest eigenvalue against the angle.
func showRing(v Values) Rendering {
	m := markedMapOf(v)
	s := ringState(m)
	// The sent vector, and the vector that comes home: the holonomy times the sent vector.
	sent := rotated([2]float64{1, 0}, v["sent"])
	home := [2]float64{s.Holonomy[0]*sent[0] + s.Holonomy[1]*sent[1], s.Holonomy[2]*sent[0] + s.Holonomy[3]*sent[1]}
	distance := math.Hypot(home[0]-sent[0], home[1]-sent[1])
	mapInWords := "turn " + degrees(v["turn"])
	if m.isMirror {
		mapInWords = "mirror at " + Num(v["turn"]/2, 1) + "°"
	}
	var ring, dim pen
	ringPicture(&ring, v, s, sent, home, mapInWords)
	dimPicture(&dim, m, s)
	// The sentences have these numbers, and further numbers whose names need no explanation:
	//   - apart: distance between the sent vector and the vector that comes home
	//   - dim, smallest: dim H⁰ and the smallest eigenvalue for the marked map
	//   - dim-straight, dim-turned, dim-mirror: dim H⁰ for the identity, for a turn by 1°, and for the reflection
	return Rendering{Pictures: map[string]string{"ring": ring.String(), "dim": dim.String()}, Values: map[string]string{
		"map": mapInWords, "dim": Num(float64(s.Dim), 0), "smallest": s.smallestText(), "apart": Num(distance, 2),
		"dim-straight": Num(float64(ringState(markedMap{angle: 0}).Dim), 0),
		"dim-turned":   Num(float64(ringState(markedMap{angle: 1}).Dim), 0),
		"dim-mirror":   Num(float64(ringState(markedMap{v["turn"], true}).Dim), 0),
	}}
}

// ringPicture draws the ring. sent is the vector before the round, and home is the vector after the round. v["walk"] is the number of edges
// that the vector has passed; between two whole numbers the vector is on an edge.
func ringPicture(p *pen, v Values, s ringNumbers, sent, home [2]float64, mapInWords string) {
	for i := range ringNodes {
		a, b := ringPlace(i), ringPlace((i+1)%ringNodes)
		p.line(words.Either(i == ringNodes-1, "re", "tie"), a[0], a[1], b[0], b[1])
	}
	cx, cy := ringCentre[0], ringCentre[1]
	// The arrow of the direction: an arc of radius 64, and two lines at its end.
	p.add(`<path class="round" d="M`, cx-52, " ", cy-38, "A64 64 0 1 1 ", cx-62, " ", cy+16, `"/><path class="round" d="M`,
		cx-71, " ", cy+24, `l9 -8l7 10"/>`)
	p.text("c k", cx, cy-2, "carry the vector")
	p.text("c k", cx, cy+16, "once round")
	// Each node that the walk has reached has the vector. After a whole round node 0 has both vectors and, for a turn, the angle between
	// them.
	node0, walk := ringPlace(0), v["walk"]
	vector := func(class string, place, x [2]float64) {
		p.arrow(class, place[0], place[1], place[0]+x[0]*ringArrow, place[1]-x[1]*ringArrow, 8)
		p.circle("fi", place[0], place[1], 3)
	}
	for i := range ringNodes {
		place := ringPlace(i)
		p.circle("disc", place[0], place[1], 37)
		switch {
		case i > 0 && float64(i) <= walk:
			vector("x", place, sent) // the maps between node 0 and node i are the identity
		case i == 0 && walk < ringNodes: // the vector has not come home yet
			vector("x", place, sent)
		case i == 0:
			if v["mirror"] == 0 {
				sector(p, place[0], place[1], 30, v["sent"], v["sent"]+v["turn"], "wash", "arc")
			}
			vector("gx dash", place, sent)
			vector("x", place, home)
		}
	}
	// The vector on an edge: from the node with the number passed to the next node. The marked map acts in the middle of its edge.
	wholeEdges, share := math.Modf(walk) // share is the passed share of the present edge
	if share > 0 {
		passed := int(wholeEdges)
		a, b := ringPlace(passed), ringPlace((passed+1)%ringNodes)
		carried := sent
		if passed == ringNodes-1 && share > 0.5 {
			carried = home
		}
		vector("x", [2]float64{a[0] + (b[0]-a[0])*share, a[1] + (b[1]-a[1])*share}, carried)
	}
	// The handle of the sent vector is the tip of the vector. It is invisible, unlike the circle that p.handle draws.
	p.add(`<g class="tip" data-h="sent" role="slider" tabindex="0" aria-label="direction of the vector sent round" aria-valuemin="-180" `+
		`aria-valuemax="180" aria-valuenow="`, v["sent"], `">`)
	p.circle("hit", node0[0]+sent[0]*ringArrow, node0[1]-sent[1]*ringArrow, 20)
	p.add("</g>")
	// The handle of the marked map is on the marked edge. Its place is linear in the angle.
	last := ringPlace(ringNodes - 1)
	handleShare := 0.5 + v["turn"]/180*ringRun
	handleX, handleY := last[0]+(node0[0]-last[0])*handleShare, last[1]+(node0[1]-last[1])*handleShare
	p.handle(handle{name: "turn", label: "turn of the marked map", text: mapInWords, value: v["turn"], min: -180, max: 180}, handleX, handleY)
	p.text("a e halo f15", handleX-18, handleY+1, plain(mapInWords))
	p.text("e k", node0[0]-46, node0[1]-16, "sent out")
	if walk == ringNodes {
		p.text("e s", node0[0]-46, node0[1]+2, "comes home")
	}
	p.text("k", 424, 96, "dim "+sup("H", "0"))
	p.text("big", 424, 140, plain(Num(float64(s.Dim), 0)))
	p.text("f", 424, 164, []string{"no vector but 0", "one direction", "every vector"}[s.Dim])
	p.text("f", 424, 182, "comes home")
	p.text("f", 424, 200, "as sent")
}

// angleX returns the x coordinate of an angle in degrees in the lower picture.
func angleX(angle float64) float64 { return 60 + (angle+180)/360*420 }

// dimPicture draws dim H⁰ and the smallest eigenvalue against the angle of the marked map. s has the numbers of the ring with this map.
func dimPicture(p *pen, m markedMap, s ringNumbers) {
	turn := m.angle
	p.line("gd", 0, 0, 520, 0)
	p.text("i b", 0, 24, "dim "+sup("H", "0"))
	// level returns the y coordinate of the dimension d.
	level := func(d int) float64 { return 108 - 34*float64(d) }
	for d := range 3 {
		p.line("gd", 60, level(d), 480, level(d))
		p.text("e", 50, level(d)+4, Num(float64(d), 0))
	}
	if m.isMirror {
		p.line("ln", 60, level(1), 480, level(1))
		p.text("k halo", 316, level(1)-8, "a mirror: 1 at every angle")
	} else {
		p.line("ln", 60, level(0), 480, level(0))
		p.circle("knob", angleX(0), level(0), 5) // an open circle: at 0° the dimension is not 0
		p.circle("fi", angleX(0), level(2), 5)
		p.text("k halo", angleX(0)+13, level(2)+5, "2, only at exactly 0°")
	}
	// The smallest eigenvalue, on the scale of its maximum at 180°.
	top := ringState(markedMap{angle: 180}).Smallest
	y := func(value float64) float64 { return 206 - value/top*54 }
	var curve [][2]float64
	for a := -180.0; a <= 180; a += 6 { // 61 points
		curve = append(curve, [2]float64{angleX(a), y(ringState(markedMap{a, m.isMirror}).Smallest)})
	}
	p.text("i b", 0, 138, "Smallest eigenvalue")
	p.line("ax", 60, 206, 480, 206)
	p.path("ln", curve)
	p.text("e", 50, 210, "0")
	p.text("e", 50, y(top)+8, Num(top, 2))
	// The present angle in both parts. Near the right border its number is to the left of the point.
	x := angleX(turn)
	p.line("mark", x, level(s.Dim), x, 206)
	p.circle("fa", x, level(s.Dim), 5)
	p.circle("fa", x, y(s.Smallest), 5)
	labelClass, labelX := "a halo", x+10
	if turn > 110 {
		labelClass, labelX = "a e halo", x-10
	}
	p.text(labelClass, labelX, y(s.Smallest)-14, s.smallestText())
	// The labels of the axis, except labels that the label of the present angle would cover.
	for _, a := range []float64{-180, -90, 0, 90, 180} {
		if math.Abs(a-turn) > 24 || a == turn {
			p.text(words.Either(a == turn, "c a", "c"), angleX(a), 227, degrees(a))
		}
	}
	if math.Mod(turn, 90) != 0 { // at a multiple of 90° the loop has written the label
		p.text("c a", x, 227, degrees(turn))
	}
}

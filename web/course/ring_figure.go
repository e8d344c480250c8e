// The figure of chapter 4: a vector on its way around a ring.

package course

import (
	"math"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/linalg"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// ringFigure returns the figure of chapter 4: six nodes in a ring with two coordinates each. The marked map is a rotation or a reflection,
// and all others are the identity.
func ringFigure() *Diagram {
	return &Diagram{
		Name: "ring", Title: "A ring of six, one map turned", Touch: "drag the handle",
		Params: []Param{
			{Name: "turn", Label: "turn of the marked map", Start: 40, Min: -180, Max: 180, Step: 1, text: degrees},
			choice("mirror", "the marked map", 0, "turns", "mirrors"),
			{Name: "sent", Label: "direction of the vector sent round", Start: 57, Min: -180, Max: 180, Step: 1, text: degrees},
			{Name: "walk", Label: "Edges walked", Start: ringNodes, Max: ringNodes, Step: 1, Walk: true},
		},
		Pictures: []Size{{"ring", 520, 400, "A ring of six nodes; a vector walks from node to node, and comes home turned"},
			{"dim", 520, 236, "The dimension of H0 and the smallest eigenvalue, by the turn of the map"}},
		show:   func(_ *Course, v Values) Rendering { return showRing(v) },
		recipe: func(v Values) recipe.Recipe { return inLaboratory(ringSheaf(v), nil) },
		point: func(_ *Course, v Values, picture, handle string, x, y float64) {
			switch {
			case picture == "dim":
				v["turn"] = (x-60)/420*360 - 180
			// The place of the handle along the marked edge is linear in the angle.
			case handle == "turn":
				a, b := ringPlace(ringNodes-1), ringPlace(0)
				dx, dy := b[0]-a[0], b[1]-a[1]
				v["turn"] = (((x-a[0])*dx+(y-a[1])*dy)/(dx*dx+dy*dy) - 0.5) / ringRun * 180
			case handle == "sent":
				p := ringPlace(0)
				v["sent"] = math.Atan2(p[1]-y, x-p[0]) * 180 / math.Pi
			}
		},
	}
}

// ringCentre is the centre of the ring in the picture.
var ringCentre = [2]float64{230, 202}

const (
	ringRadius = 146.0
	ringNodes  = 6
	ringRun    = 0.28 // length of the handle's path from 0° to 180°, as a share of the marked edge
)

// ringPlace returns the centre of node i in the picture.
func ringPlace(i int) [2]float64 {
	s, c := math.Sincos((-120 + 60*float64(i)) * math.Pi / 180)
	return [2]float64{ringCentre[0] + ringRadius*c, ringCentre[1] + ringRadius*s}
}

// ringSheaf returns the sheaf of the figure. The marked map is that of the last node. The signal at every node is the sent vector.
func ringSheaf(v Values) *exact.SheafText {
	s, mirror := exact.Ring(ringNodes, 2), v["mirror"] == 1
	turn := v["turn"]
	if mirror {
		turn /= 2 // angle of the line of the reflection
	}
	s.Edges[ringNodes-1].Maps[1] = exact.TurnText(turn, 1, mirror)
	sent := turned([2]float64{1, 0}, v["sent"])
	for k := range s.X {
		s.X[k] = typedNumber(sent[k%2])
	}
	return s
}

// ringNumbers are the numbers of the ring with its marked map.
type ringNumbers struct {
	// Holonomy is the holonomy of the ring, row by row.
	Holonomy [4]float64
	// Dim is dim H⁰: 2 for the identity, 1 for a reflection, 0 for every other rotation.
	Dim int
	// Smallest is the smallest eigenvalue of the Laplacian.
	Smallest float64
}

// markedMap is the map of the marked edge: a rotation by an angle in degrees, or the reflection in the line at half of the angle.
type markedMap struct {
	degrees float64
	mirror  bool
}

// markedMapOf returns the map of the values.
func markedMapOf(v Values) markedMap { return markedMap{v["turn"], v["mirror"] == 1} }

// ringState computes the numbers of the ring with a marked map.
func ringState(m markedMap) ringNumbers {
	s, c := math.Sincos(m.degrees * math.Pi / 180)
	r := ringNumbers{Holonomy: [4]float64{c, -s, s, c}}
	switch {
	case m.mirror:
		r.Holonomy, r.Dim = [4]float64{c, s, s, -c}, 1
	case m.degrees == 0:
		r.Dim = 2
	}
	values, _, err := linalg.EigSym(ringLaplacian(r.Holonomy), linalg.ValuesOnly)
	if err == nil {
		r.Smallest = max(0, values[0])
	}
	return r
}

// ringLaplacian returns L = δᵀδ of the ring with holonomy h. δx is x_i − x_{i+1} on five edges and h·x_5 − x_0 on the last.
func ringLaplacian(h [4]float64) *linalg.Dense {
	l := linalg.NewDense(2*ringNodes, 2*ringNodes)
	for i := range ringNodes {
		j := (i + 1) % ringNodes
		f := [4]float64{1, 0, 0, 1}
		if i == ringNodes-1 {
			f = h
		}
		for a := range 2 {
			l.Data[(2*j+a)*l.Cols+2*j+a]++
			for b := range 2 {
				l.Data[(2*i+a)*l.Cols+2*i+b] += f[a]*f[b] + f[2+a]*f[2+b]
				l.Data[(2*j+a)*l.Cols+2*i+b] -= f[2*a+b]
				l.Data[(2*i+b)*l.Cols+2*j+a] -= f[2*a+b]
			}
		}
	}
	return l
}

// showRing renders the figure: the ring with the transported vector, and dim H⁰ with the smallest eigenvalue against the angle.
func showRing(v Values) Rendering {
	m := markedMapOf(v)
	s := ringState(m)
	// The sent vector, and the vector that comes home.
	out := turned([2]float64{1, 0}, v["sent"])
	home := [2]float64{s.Holonomy[0]*out[0] + s.Holonomy[1]*out[1], s.Holonomy[2]*out[0] + s.Holonomy[3]*out[1]}
	word := "turn " + degrees(v["turn"])
	if m.mirror {
		word = "mirror at " + Num(v["turn"]/2, 1) + "°"
	}
	apart := math.Hypot(home[0]-out[0], home[1]-out[1])
	var p, q pen
	ringPicture(&p, v, s, out, home, word)
	dimPicture(&q, m, s)
	return Rendering{Pictures: map[string]string{"ring": p.String(), "dim": q.String()}, Values: map[string]string{
		"map": word, "dim": Num(float64(s.Dim), 0), "smallest": Num(s.Smallest, 4), "apart": Num(apart, 2),
		"dim-straight": Num(float64(ringState(markedMap{degrees: 0}).Dim), 0),
		"dim-turned":   Num(float64(ringState(markedMap{degrees: 1}).Dim), 0),
		"dim-mirror":   Num(float64(ringState(markedMap{v["turn"], true}).Dim), 0),
	}}
}

// ringPicture draws the ring. out is the sent vector, home the vector after a round, and word the marked map in words.
func ringPicture(p *pen, v Values, s ringNumbers, out, home [2]float64, word string) {
	// Edges, and an arrow that shows the direction of the round.
	c := ringCentre
	for i := range ringNodes {
		a, b := ringPlace(i), ringPlace((i+1)%ringNodes)
		p.line(words.Either(i == ringNodes-1, "re", "tie"), a[0], a[1], b[0], b[1])
	}
	p.add(`<path class="round" d="M`, c[0]-52, " ", c[1]-38, "A64 64 0 1 1 ", c[0]-62, " ", c[1]+16, `"/><path class="round" d="M`,
		c[0]-71, " ", c[1]+24, `l9 -8l7 10"/>`)
	p.text("c k", c[0], c[1]-2, "carry the vector")
	p.text("c k", c[0], c[1]+16, "once round")
	// Nodes with the vectors so far. After a whole round, node 0 has both vectors and the angle between them.
	first, walk := ringPlace(0), v["walk"]
	vector := func(class string, q, x [2]float64) {
		p.arrow(class, q[0], q[1], q[0]+x[0]*34, q[1]-x[1]*34, 8)
		p.circle("fi", q[0], q[1], 3)
	}
	for i := range ringNodes {
		q := ringPlace(i)
		p.circle("disc", q[0], q[1], 37)
		switch {
		case i > 0 && float64(i) <= walk:
			vector("x", q, out) // the maps up to node i are the identity
		case i == 0 && walk < ringNodes:
			vector("x", q, out)
		case i == 0:
			if v["mirror"] == 0 {
				sector(p, q[0], q[1], 30, v["sent"], v["sent"]+v["turn"], "wash", "arc")
			}
			vector("gx dash", q, out)
			vector("x", q, home)
		}
	}
	// A vector between two nodes. The marked map acts in the middle of its edge.
	if node, share := math.Modf(walk); share > 0 {
		a, b := ringPlace(int(node)), ringPlace((int(node)+1)%ringNodes)
		carried := out
		if int(node) == ringNodes-1 && share > 0.5 {
			carried = home
		}
		vector("x", [2]float64{a[0] + (b[0]-a[0])*share, a[1] + (b[1]-a[1])*share}, carried)
	}
	// The handles of the sent vector and of the marked map. The place of the latter on its edge is linear in the angle.
	p.add(`<g class="tip" data-h="sent" role="slider" tabindex="0" aria-label="direction of the vector sent round" aria-valuemin="-180" `+
		`aria-valuemax="180" aria-valuenow="`, v["sent"], `">`)
	p.circle("hit", first[0]+out[0]*34, first[1]-out[1]*34, 20)
	p.add("</g>")
	last := ringPlace(ringNodes - 1)
	share := 0.5 + v["turn"]/180*ringRun
	hx, hy := last[0]+(first[0]-last[0])*share, last[1]+(first[1]-last[1])*share
	p.handle(handle{name: "turn", label: "turn of the marked map", text: word, value: v["turn"], min: -180, max: 180}, hx, hy)
	p.text("a e halo f15", hx-18, hy+1, plain(word))
	p.text("e k", first[0]-46, first[1]-16, "sent out")
	if walk == ringNodes {
		p.text("e s", first[0]-46, first[1]+2, "comes home")
	}
	// The dimension of H⁰, in a number and in words.
	p.text("k", 424, 96, "dim "+sup("H", "0"))
	p.text("big", 424, 140, plain(Num(float64(s.Dim), 0)))
	switch s.Dim {
	case 2:
		p.text("f", 424, 164, "every vector")
		p.text("f", 424, 182, "comes home")
		p.text("f", 424, 200, "as sent")
	case 1:
		p.text("f", 424, 164, "one direction")
		p.text("f", 424, 182, "comes home")
	default:
		p.text("f", 424, 164, "no vector but 0")
		p.text("f", 424, 182, "comes home")
	}
}

// angleX returns the x coordinate of an angle in degrees in the lower picture.
func angleX(angle float64) float64 { return 60 + (angle+180)/360*420 }

// dimPicture draws dim H⁰ and the smallest eigenvalue against the angle of the marked map.
func dimPicture(p *pen, m markedMap, s ringNumbers) {
	// The dimension jumps at 0°, while the eigenvalue below is continuous.
	turn := m.degrees
	p.line("gd", 0, 0, 520, 0)
	p.text("i b", 0, 24, "dim "+sup("H", "0"))
	level := func(d int) float64 { return 108 - 34*float64(d) }
	for d := range 3 {
		p.line("gd", 60, level(d), 480, level(d))
		p.text("e", 50, level(d)+4, Num(float64(d), 0))
	}
	if m.mirror {
		p.line("ln", 60, level(1), 480, level(1))
		p.text("k halo", 496-180, level(1)-8, "a mirror: 1 at every angle")
	} else {
		p.line("ln", 60, level(0), 480, level(0))
		p.circle("knob", angleX(0), level(0), 5)
		p.circle("fi", angleX(0), level(2), 5)
		p.text("k halo", angleX(0)+13, level(2)+5, "2, only at exactly 0°")
	}
	// The smallest eigenvalue, on the scale of its maximum at 180°.
	top := ringState(markedMap{degrees: 180}).Smallest
	y := func(value float64) float64 { return 206 - value/top*54 }
	var curve [][2]float64
	for a := -180.0; a <= 180; a += 6 {
		curve = append(curve, [2]float64{angleX(a), y(ringState(markedMap{a, m.mirror}).Smallest)})
	}
	p.text("i b", 0, 138, "Smallest eigenvalue")
	p.line("ax", 60, 206, 480, 206)
	p.path("ln", curve)
	p.text("e", 50, 210, "0")
	p.text("e", 50, y(top)+8, Num(top, 2))
	// The present angle in both parts, and the axis of angles without the labels that it would cover.
	x := angleX(turn)
	p.line("mark", x, level(s.Dim), x, 206)
	p.circle("fa", x, level(s.Dim), 5)
	p.circle("fa", x, y(s.Smallest), 5)
	label, lx := "a halo", x+10
	if turn > 110 {
		label, lx = "a e halo", x-10
	}
	p.text(label, lx, y(s.Smallest)-14, Num(s.Smallest, 4))
	for _, a := range []float64{-180, -90, 0, 90, 180} {
		if math.Abs(a-turn) > 24 || a == turn {
			p.text(words.Either(a == turn, "c a", "c"), angleX(a), 227, degrees(a))
		}
	}
	if math.Mod(turn, 90) != 0 {
		p.text("c a", x, 227, degrees(turn))
	}
}

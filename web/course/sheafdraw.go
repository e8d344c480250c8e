package course

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	exact "sheafscope/core/coursemath"

	"sheafscope/core/words"
)

// look says how a small sheaf is drawn.
type look struct {
	width, height float64
	// signal is drawn at the nodes, by the coordinates of their stalks; nil for none.
	signal []float64
	// grips are the edges with a handle, by place in the list of edges, with the handle's place −1..1 on the edge.
	grips map[int]float64
	// label says a map of an edge in words; nil for its text.
	label func(e int) string
	// marked edges and nodes are in the accent colour.
	marked map[int]bool
	fixed  map[int]bool
	names  bool
}

// spot is where a node stands.
func (l *look) spot(s *exact.SheafText, i int) (x, y float64) {
	side, wide := min(l.width-120, l.height-80)/0.8, l.width-120
	if slices.ContainsFunc(s.Nodes, func(v exact.Node) bool { return v.Y != s.Nodes[0].Y }) { // else they stand in a row
		wide = min(side*1.35, wide)
	}
	return l.width/2 + (s.Nodes[i].X-0.5)*wide, l.height/2 + (s.Nodes[i].Y-0.5)*side
}

// room returns how far a place lies from the nodes, their numbers and from the middles of the edges other than e, where handles are.
func (l *look) room(s *exact.SheafText, e int, x, y float64) float64 {
	least := math.Inf(1)
	for i := range s.Nodes {
		px, py := l.spot(s, i)
		least = min(least, math.Hypot(x-px, y-py))
		if l.side(s, i) == 0 {
			least = min(least, math.Hypot(x-px, y-py-37)) // its number
		}
	}
	for k, edge := range s.Edges {
		ax, ay := l.spot(s, edge.I)
		bx, by := l.spot(s, edge.J)
		if k != e {
			least = min(least, math.Hypot(x-(ax+bx)/2, y-(ay+by)/2))
		}
	}
	return least
}

// side returns −1 for a node at the left end of a picture with handles, 1 for one at its right end, else 0: there the number of a node
// stands beside it, below it those of handles stand.
func (l *look) side(s *exact.SheafText, i int) float64 {
	byX := func(a, b exact.Node) int { return cmp.Compare(a.X, b.X) }
	first, last := slices.MinFunc(s.Nodes, byX).X, slices.MaxFunc(s.Nodes, byX).X
	switch x := s.Nodes[i].X; {
	case l.grips == nil || last-first < 0.5:
		return 0
	case x-first < 0.05:
		return -1
	case last-x < 0.05:
		return 1
	}
	return 0
}

// drawSheaf draws nodes with their signal, edges with their maps, and handles.
func drawSheaf(p *pen, s *exact.SheafText, l look) {
	for e, edge := range s.Edges {
		ax, ay := l.spot(s, edge.I)
		bx, by := l.spot(s, edge.J)
		class := words.Either(l.marked[e], "re", "tie")
		p.line(class, ax, ay, bx, by)
	}
	for e, edge := range s.Edges {
		text := ""
		if l.label != nil {
			text = l.label(e)
		}
		ax, ay := l.spot(s, edge.I)
		bx, by := l.spot(s, edge.J)
		mx, my := (ax+bx)/2, (ay+by)/2
		if at, ok := l.grips[e]; ok {
			hx, hy := mx+(bx-ax)*0.3*at, my+(by-ay)*0.3*at
			p.handle(handle{name: "e" + strconv.Itoa(e), label: "map of the edge " + s.Nodes[edge.I].Name + s.Nodes[edge.J].Name, text: text,
				value: at,
				min:   -1, max: 1, small: len(s.Edges) > 3}, hx, hy)
		}
		if text != "" {
			nx, ny := by-ay, ax-bx // across the edge, outwards
			if n := math.Hypot(nx, ny); n > 0 {
				nx, ny = nx/n, ny/n
			}
			if nx*(mx-l.width/2)+ny*(my-l.height/2) < 0 || math.Abs(mx-l.width/2)+math.Abs(my-l.height/2) < 1 && ny > 0 {
				nx, ny = -nx, -ny
			}
			if l.grips != nil && l.room(s, e, mx-18*nx, my-18*ny) > l.room(s, e, mx+18*nx, my+18*ny)+1 {
				nx, ny = -nx, -ny
			}
			class := "k halo c"
			if nx > 0.5 {
				class = "k halo"
			} else if nx < -0.5 {
				class = "k halo e"
			}
			if l.marked[e] {
				class = "a" + class[1:]
			}
			p.text(class, mx+18*nx, my+18*ny+5, plain(text))
		}
	}
	for i := range s.Nodes {
		x, y := l.spot(s, i)
		drawNode(p, s, l, i, x, y)
	}
}

// drawNode draws a node: with one coordinate a disc whose area grows with the number, filled for plus and open for minus, with two an
// arrow, with more an arrow of the first two and the others as numbers, without any an empty disc.
func drawNode(p *pen, s *exact.SheafText, l look, i int, x, y float64) {
	d := s.Nodes[i].D
	r := []float64{12, 26, 30}[min(d, 2)]
	p.circle("disc", x, y, r)
	if l.signal == nil {
		p.text("i c", x, y+5, plain(s.Nodes[i].Name))
		return
	}
	at := s.NodeOffsets()
	switch v := l.signal[at[i]:at[i+1]]; d {
	case 0:
		p.text("sm c halo", x, y+r+16, plain("no stalk"))
	case 1:
		p.circle(words.Either(v[0] >= 0, "plus", "minus"), x, y, 22*math.Sqrt(min(1, math.Abs(v[0]))))
		switch side := l.side(s, i); side {
		case 0:
			p.text("i c halo", x, y+r+16, Num(v[0], 2))
		default:
			p.text(words.Either(side < 0, "i e halo", "i halo"), x+side*(r+6), y+5, Num(v[0], 2))
		}
	default:
		p.arrow("x", x, y, x+v[0]*27, y-v[1]*27, 8)
		p.circle("fi", x, y, 3)
		if d > 2 {
			p.text("i c halo", x, y+r+16, plain("…, "+numberList(v[2:])))
		}
	}
	if l.fixed[i] {
		p.circle("sel", x, y, r+3)
	}
	if l.names {
		p.text("k c halo", x, y-r-6, plain(s.Nodes[i].Name))
	}
}

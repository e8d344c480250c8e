// The picture of a small sheaf.

package course

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	exact "sheafscope/core/coursemath"

	"sheafscope/core/words"
)

// sheafStyle determines what the picture of a small sheaf shows.
type sheafStyle struct {
	width, height float64
	// signal is drawn at the nodes. Its coordinates are in the order of the stalks. If it is nil, the names of the nodes are drawn.
	signal []float64
	// grips has the place of the handle of each edge with a handle, from −1 to 1 along the middle part of the edge.
	grips map[int]float64
	// label, unless nil, returns the text beside an edge.
	label func(e int) string
	// marked are the edges in the accent colour.
	marked map[int]bool
	// fixed are the nodes with a ring.
	fixed map[int]bool
	// names reports whether the names of the nodes are written above them.
	names bool
}

// nodePlace returns the place of a node in the picture. The width of the drawing is limited unless the nodes form a row, so that the
// drawing is not stretched.
func (l *sheafStyle) nodePlace(s *exact.SheafText, i int) (x, y float64) {
	high, wide := min(l.width-120, l.height-80)/0.8, l.width-120
	inRow := !slices.ContainsFunc(s.Nodes, func(v exact.Node) bool { return v.Y != s.Nodes[0].Y })
	if !inRow {
		wide = min(high*1.35, wide)
	}
	return l.width/2 + (s.Nodes[i].X-0.5)*wide, l.height/2 + (s.Nodes[i].Y-0.5)*high
}

// clearance returns the smallest distance of (x, y) from the nodes, from the numbers below them, and from the middles of the edges other
// than e, where handles are.
func (l *sheafStyle) clearance(s *exact.SheafText, e int, x, y float64) float64 {
	least := math.Inf(1)
	for i := range s.Nodes {
		px, py := l.nodePlace(s, i)
		least = min(least, math.Hypot(x-px, y-py))
		if l.labelSide(s, i) == 0 {
			least = min(least, math.Hypot(x-px, y-py-37)) // the number
		}
	}
	for k, edge := range s.Edges {
		ax, ay := l.nodePlace(s, edge.I)
		bx, by := l.nodePlace(s, edge.J)
		if k != e {
			least = min(least, math.Hypot(x-(ax+bx)/2, y-(ay+by)/2))
		}
	}
	return least
}

// labelSide returns the side of a node on which its number is written: −1 left, 1 right, 0 below. In a picture with handles the leftmost
// and rightmost nodes have the number at their side.
func (l *sheafStyle) labelSide(s *exact.SheafText, i int) float64 {
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

// drawSheaf draws the edges, their handles and labels, and then the nodes with their signal.
func drawSheaf(p *pen, s *exact.SheafText, l sheafStyle) {
	for e, edge := range s.Edges {
		ax, ay := l.nodePlace(s, edge.I)
		bx, by := l.nodePlace(s, edge.J)
		class := words.Either(l.marked[e], "re", "tie")
		p.line(class, ax, ay, bx, by)
	}
	for e, edge := range s.Edges {
		text := ""
		if l.label != nil {
			text = l.label(e)
		}
		ax, ay := l.nodePlace(s, edge.I)
		bx, by := l.nodePlace(s, edge.J)
		mx, my := (ax+bx)/2, (ay+by)/2 // the middle of the edge
		if at, ok := l.grips[e]; ok {
			hx, hy := mx+(bx-ax)*0.3*at, my+(by-ay)*0.3*at
			p.handle(handle{name: "e" + strconv.Itoa(e), label: "map of the edge " + s.Nodes[edge.I].Name + s.Nodes[edge.J].Name, text: text,
				value: at, min: -1, max: 1, small: len(s.Edges) > 3}, hx, hy)
		}
		if text != "" {
			// The label is on the side of the edge away from the centre of the picture, or of a central horizontal edge above it.
			nx, ny := by-ay, ax-bx // normal of the edge
			if n := math.Hypot(nx, ny); n > 0 {
				nx, ny = nx/n, ny/n
			}
			dx, dy := mx-l.width/2, my-l.height/2 // from the centre of the picture
			isInward := nx*dx+ny*dy < 0
			isCentral := math.Abs(dx)+math.Abs(dy) < 1
			if isInward || isCentral && ny > 0 {
				nx, ny = -nx, -ny
			}
			// In a picture with handles it moves to the side with more room.
			if l.grips != nil && l.clearance(s, e, mx-18*nx, my-18*ny) > l.clearance(s, e, mx+18*nx, my+18*ny)+1 {
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
		x, y := l.nodePlace(s, i)
		drawNode(p, s, l, i, x, y)
	}
}

// drawNode draws a node with its signal. A number is a disc whose area is its absolute value, filled for plus and open for minus. A vector
// of the plane is an arrow. Of more coordinates the first two are an arrow and the others numbers. A stalk of dimension 0 is an empty
// disc.
func drawNode(p *pen, s *exact.SheafText, l sheafStyle, i int, x, y float64) {
	d := s.Nodes[i].D
	r := []float64{12, 26, 30}[min(d, 2)] // radius of the disc
	p.circle("disc", x, y, r)
	if l.signal == nil {
		p.text("i c", x, y+5, plain(s.Nodes[i].Name))
		return
	}
	// The signal in the stalk of the node.
	at := s.NodeOffsets()
	switch v := l.signal[at[i]:at[i+1]]; d {
	case 0:
		p.text("sm c halo", x, y+r+16, plain("no stalk"))
	case 1:
		p.circle(words.Either(v[0] >= 0, "plus", "minus"), x, y, 22*math.Sqrt(min(1, math.Abs(v[0]))))
		switch side := l.labelSide(s, i); side {
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

// This file draws a small sheaf, for the editor, the exercises and several figures: edges with labels and handles, and nodes with their
// signal.

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
	width, height float64 // of the picture, in its units
	// signal is drawn at the nodes. Its coordinates are in the order of the stalks. If signal is nil, the names of the nodes are drawn
	// instead.
	signal []float64
	// grips has the place of the handle of each edge with a handle, from −1 to 1 along the middle 0.6 of the edge. Unless it is nil, numbers
	// and labels avoid the places of handles, even if no edge has one.
	grips map[int]float64
	// label, unless nil, returns the text beside an edge, "" for none.
	label func(e int) string
	// marked are the edges in the accent colour.
	marked map[int]bool
	// fixed are the nodes with a ring.
	fixed map[int]bool
	// names reports whether the names of the nodes are written above them. Without a signal it has no effect.
	names bool
}

// nodePlace returns the place of node i in the picture. In s the coordinates of a node are in the unit square. The initial shapes use at
// most 0.8 of its height, which leaves margins of at least 40 units above and below. Its width leaves margins of at least 60 units.
func (style *sheafStyle) nodePlace(s *exact.SheafText, i int) (x, y float64) {
	height, width := min(style.width-120, style.height-80)/0.8, style.width-120 // of the unit square in the picture
	isRow := !slices.ContainsFunc(s.Nodes, func(v exact.Node) bool { return v.Y != s.Nodes[0].Y })
	if !isRow { // at most 1.35 times the height, so that the sheaf is not stretched
		width = min(height*1.35, width)
	}
	return style.width/2 + (s.Nodes[i].X-0.5)*width, style.height/2 + (s.Nodes[i].Y-0.5)*height
}

// clearance returns the distance of (x, y) from the nearest obstacle for a label of edge e. Obstacles are the nodes, the places of numbers
// below nodes, and the middles of all edges but e, since handles are near these middles.
func (style *sheafStyle) clearance(s *exact.SheafText, e int, x, y float64) float64 {
	least := math.Inf(1)
	for i := range s.Nodes {
		px, py := style.nodePlace(s, i)
		least = min(least, math.Hypot(x-px, y-py))
		if style.labelSide(s, i) == 0 {
			least = min(least, math.Hypot(x-px, y-py-37)) // the number is 37 units below the node
		}
	}
	for k, edge := range s.Edges {
		ax, ay := style.nodePlace(s, edge.I)
		bx, by := style.nodePlace(s, edge.J)
		if k != e {
			least = min(least, math.Hypot(x-(ax+bx)/2, y-(ay+by)/2))
		}
	}
	return least
}

// labelSide returns the side of node i on which its number is written: −1 left, 1 right, 0 below. Let style.grips be not nil, and the nodes
// span at least 0.5 in x. Then a node within 0.05 of the least x has its number at the left, and a node within 0.05 of the largest x at the
// right. Any other number is below.
func (style *sheafStyle) labelSide(s *exact.SheafText, i int) float64 {
	byX := func(a, b exact.Node) int { return cmp.Compare(a.X, b.X) }
	leftmost, rightmost := slices.MinFunc(s.Nodes, byX).X, slices.MaxFunc(s.Nodes, byX).X
	x := s.Nodes[i].X
	switch {
	case style.grips == nil || rightmost-leftmost < 0.5: // no handles to avoid, or a narrow sheaf
		return 0
	case x-leftmost < 0.05:
		return -1
	case rightmost-x < 0.05:
		return 1
	}
	return 0
}

// drawSheaf draws the edges, their handles and labels, and then the nodes with their signal.
func drawSheaf(p *pen, s *exact.SheafText, style sheafStyle) {
	// All edges are below all labels and handles, and these are below the nodes.
	for e, edge := range s.Edges {
		ax, ay := style.nodePlace(s, edge.I)
		bx, by := style.nodePlace(s, edge.J)
		class := words.Either(style.marked[e], "re", "tie")
		p.line(class, ax, ay, bx, by)
	}
	for e, edge := range s.Edges {
		text := ""
		if style.label != nil {
			text = style.label(e)
		}
		ax, ay := style.nodePlace(s, edge.I)
		bx, by := style.nodePlace(s, edge.J)
		middleX, middleY := (ax+bx)/2, (ay+by)/2
		// The handle of edge 0 is "e0". More than three edges have small handles, for lack of room.
		if place, hasHandle := style.grips[e]; hasHandle {
			handleX, handleY := middleX+(bx-ax)*0.3*place, middleY+(by-ay)*0.3*place
			p.handle(handle{name: "e" + strconv.Itoa(e), label: "map of the edge " + s.Nodes[edge.I].Name + s.Nodes[edge.J].Name, text: text,
				value: place, min: -1, max: 1, small: len(s.Edges) > 3}, handleX, handleY)
		}
		if text != "" {
			drawLabel(p, s, style, e, text)
		}
	}
	for i := range s.Nodes {
		x, y := style.nodePlace(s, i)
		drawNode(p, s, style, i, x, y)
	}
}

// drawLabel writes a text beside the middle of edge e, at a distance of 18 units.
func drawLabel(p *pen, s *exact.SheafText, style sheafStyle, e int, text string) {
	ax, ay := style.nodePlace(s, s.Edges[e].I)
	bx, by := style.nodePlace(s, s.Edges[e].J)
	middleX, middleY := (ax+bx)/2, (ay+by)/2
	// (nx, ny) is the unit normal of the edge on the side of the label. It never points towards the centre of the picture and, if the middle
	// of the edge is the centre, never downwards.
	nx, ny := by-ay, ax-bx
	if length := math.Hypot(nx, ny); length > 0 { // 0: both ends have the same place
		nx, ny = nx/length, ny/length
	}
	dx, dy := middleX-style.width/2, middleY-style.height/2 // from the centre of the picture
	isInward := nx*dx+ny*dy < 0
	isCentral := math.Abs(dx)+math.Abs(dy) < 1
	isBelow := isCentral && ny > 0
	if isInward || isBelow {
		nx, ny = -nx, -ny
	}
	// Unless grips is nil, the label moves to the other side of the edge if its clearance there is larger by more than one unit.
	if style.grips != nil {
		room := style.clearance(s, e, middleX+18*nx, middleY+18*ny)
		otherRoom := style.clearance(s, e, middleX-18*nx, middleY-18*ny)
		if otherRoom > room+1 {
			nx, ny = -nx, -ny
		}
	}
	// To the right of an edge the text begins at its place. To the left it ends at its place, and above or below it is centred there.
	class := "k halo c"
	if nx > 0.5 { // the normal is within 60° of the direction to the right
		class = "k halo"
	} else if nx < -0.5 {
		class = "k halo e"
	}
	if style.marked[e] { // the accent colour "a" replaces the colour "k"
		class = "a" + class[1:]
	}
	p.text(class, middleX+18*nx, middleY+18*ny+5, plain(text))
}

// drawNode draws node i at (x, y): a disc with the signal of its stalk. If style.signal is nil, the node is a disc with its name, without a
// ring.
func drawNode(p *pen, s *exact.SheafText, style sheafStyle, i int, x, y float64) {
	d := s.Nodes[i].D
	r := []float64{12, 26, 30}[min(d, 2)] // radius of the disc
	p.circle("disc", x, y, r)
	if style.signal == nil {
		p.text("i c", x, y+5, plain(s.Nodes[i].Name))
		return
	}
	// The signal in the stalk of the node.
	offsets := s.NodeOffsets()
	v := style.signal[offsets[i]:offsets[i+1]]
	switch d {
	case 0:
		p.text("sm c halo", x, y+r+16, plain("no stalk"))
	case 1: // the number, and an inner disc whose area is proportional to its absolute value up to 1
		p.circle(words.Either(v[0] >= 0, "plus", "minus"), x, y, 22*math.Sqrt(min(1, math.Abs(v[0]))))
		side := style.labelSide(s, i)
		if side == 0 {
			p.text("i c halo", x, y+r+16, Num(v[0], 2))
		} else {
			p.text(words.Either(side < 0, "i e halo", "i halo"), x+side*(r+6), y+5, Num(v[0], 2))
		}
	default: // the first two coordinates as an arrow, and any further coordinates as numbers
		p.arrow("x", x, y, x+v[0]*27, y-v[1]*27, 8) // 27 units are the length 1 (signalScale)
		p.circle("fi", x, y, 3)
		if d > 2 {
			p.text("i c halo", x, y+r+16, plain("…, "+numberList(v[2:])))
		}
	}
	if style.fixed[i] {
		p.circle("sel", x, y, r+3)
	}
	if style.names {
		p.text("k c halo", x, y-r-6, plain(s.Nodes[i].Name))
	}
}

package layout

import "math"

// tree is the quadtree of Barnes and Hut (1986): the push of all other points
// on a point, with far groups taken as one point in their middle.
type tree struct {
	cells []cell
}

// cell is a square. A cell without children holds count points at one place.
type cell struct {
	child [4]int32 // indices of cells, 0 for none
	// mx, my is the middle of its points, midX, midY that of the square, half its half side.
	mx, my, midX, midY, half float64
	count                    int32
	leaf                     bool
}

// treeDepth bounds the tree: points that it cannot part count as one place.
const treeDepth = 40

// build makes the tree of the points; it reuses memory.
func (t *tree) build(x, y []float64) {
	lowX, highX, lowY, highY := x[0], x[0], y[0], y[0]
	for i := range x {
		lowX, highX = math.Min(lowX, x[i]), math.Max(highX, x[i])
		lowY, highY = math.Min(lowY, y[i]), math.Max(highY, y[i])
	}
	half := float64(math.Max(highX-lowX, highY-lowY)/2) + 1e-9
	t.cells = append(t.cells[:0], cell{midX: (lowX + highX) / 2, midY: (lowY + highY) / 2, half: half, leaf: true})
	for i := range x {
		t.insert(x[i], y[i])
	}
}

// insert adds a point: sums on the way down, a division at the end of build
// is spared by keeping the running middle.
func (t *tree) insert(x, y float64) {
	at := int32(0)
	for depth := 0; ; depth++ {
		c := &t.cells[at]
		if c.leaf && c.count > 0 && depth < treeDepth && (c.mx != x || c.my != y) {
			// The points that were here go down one level.
			old, n := t.grow(at, c.mx, c.my), c.count
			moved := &t.cells[old]
			c = &t.cells[at]
			moved.mx, moved.my, moved.count = c.mx, c.my, n
			c.leaf = false
		}
		c.count++
		share := 1 / float64(c.count)
		c.mx += float64((x - c.mx) * share)
		c.my += float64((y - c.my) * share)
		if c.leaf {
			return
		}
		at = t.grow(at, x, y)
	}
}

// grow returns the child of a cell that holds a place, making it if needed.
func (t *tree) grow(at int32, x, y float64) int32 {
	c := &t.cells[at]
	k, h := 0, float64(c.half/2)
	midX, midY := c.midX-h, c.midY-h
	if x >= c.midX {
		k, midX = 1, c.midX+h
	}
	if y >= c.midY {
		k, midY = k+2, c.midY+h
	}
	if c.child[k] == 0 {
		c.child[k] = int32(len(t.cells))
		t.cells = append(t.cells, cell{midX: midX, midY: midY, half: h, leaf: true})
		return int32(len(t.cells) - 1)
	}
	return c.child[k]
}

// push is the sum of (p − q)/|p − q|² over all points q for the point p =
// (x, y); points at the same place push nowhere.
func (t *tree) push(x, y, theta float64) (fx, fy float64) {
	var stack [4 * treeDepth]int32
	n := 1 // the root is cell 0
	for n > 0 {
		n--
		c := &t.cells[stack[n]]
		dx, dy := x-c.mx, y-c.my
		d2 := float64(dx*dx) + float64(dy*dy)
		if c.leaf || 4*c.half*c.half < theta*theta*d2 {
			w := float64(c.count) / math.Max(d2, 1e-4)
			fx += float64(w * dx)
			fy += float64(w * dy)
			continue
		}
		for _, k := range c.child {
			if k != 0 {
				stack[n] = k
				n++
			}
		}
	}
	return fx, fy
}

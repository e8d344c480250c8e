package layout

import "math"

// quadtree approximates the repulsion between all nodes for force (Barnes and Hut 1986): a distant cell repels a node as one point.
type quadtree struct {
	cells []cell // the root is the first cell
}

// cell is a square of the plane with its points. The points of a leaf are at one place, unless the leaf is at maxTreeDepth.
// A cell that is no leaf has the points of its children.
type cell struct {
	child [4]int32 // indices of cells in the order of childAt; 0, the root, stands for a child that does not exist
	// (meanX, meanY) is the mean of the points, (midX, midY) the centre of the square, and half is half the length of its sides.
	meanX, meanY, midX, midY, half float64
	count                          int32 // number of points
	leaf                           bool  // whether the cell has no children
}

// maxTreeDepth is the largest depth of the tree. A leaf at this depth treats its points as if they were at one place.
const maxTreeDepth = 40

// build replaces the content of the tree by the points (x[i], y[i]), of which there is at least one. It reuses the memory of the tree.
func (t *quadtree) build(x, y []float64) {
	lowX, highX, lowY, highY := x[0], x[0], y[0], y[0]
	for i := range x {
		lowX, highX = math.Min(lowX, x[i]), math.Max(highX, x[i])
		lowY, highY = math.Min(lowY, y[i]), math.Max(highY, y[i])
	}
	half := float64(math.Max(highX-lowX, highY-lowY)/2) + 1e-9 // positive even if all points coincide
	t.cells = append(t.cells[:0], cell{midX: (lowX + highX) / 2, midY: (lowY + highY) / 2, half: half, leaf: true})
	for i := range x {
		t.insert(x[i], y[i])
	}
}

// insert adds a point to the cells from the root to a leaf. If this leaf has points at another place, it is divided first, unless it is
// at maxTreeDepth.
func (t *quadtree) insert(x, y float64) {
	current := int32(0) // index of the current cell
	for depth := 0; ; depth++ {
		c := &t.cells[current]
		isOccupied := c.leaf && c.count > 0
		isOtherPlace := c.meanX != x || c.meanY != y // the mean of points at one place is exactly this place
		if isOccupied && isOtherPlace && depth < maxTreeDepth {
			// The leaf is divided: its points move to one of its children.
			child := t.childAt(current, c.meanX, c.meanY)
			c = &t.cells[current] // childAt may have moved the cells in memory
			moved := &t.cells[child]
			moved.meanX, moved.meanY, moved.count = c.meanX, c.meanY, c.count
			c.leaf = false
		}
		// Updating the mean here saves a second pass over the cells.
		c.count++
		share := 1 / float64(c.count)
		c.meanX += float64((x - c.meanX) * share) // float64 forbids a fused multiply-add
		c.meanY += float64((y - c.meanY) * share)
		if c.leaf {
			return
		}
		current = t.childAt(current, x, y)
	}
}

// childAt returns the index of the child of cell parent that contains the point (x, y). It creates the child if it does not exist.
func (t *quadtree) childAt(parent int32, x, y float64) int32 {
	c := &t.cells[parent]
	// k is the number of the child: 1 is added in the half of larger x, and 2 in the half of larger y. (midX, midY) and half are the
	// fields of the child.
	k, half := 0, float64(c.half/2)
	midX, midY := c.midX-half, c.midY-half
	if x >= c.midX {
		k, midX = 1, c.midX+half
	}
	if y >= c.midY {
		k, midY = k+2, c.midY+half
	}
	if c.child[k] == 0 {
		c.child[k] = int32(len(t.cells))
		t.cells = append(t.cells, cell{midX: midX, midY: midY, half: half, leaf: true})
		return int32(len(t.cells) - 1)
	}
	return c.child[k]
}

// repulsion returns an approximation of Σ_q (p − q)/|p − q|² over the points q of the tree, for the point p = (x, y).
// A cell counts as one point if its width is less than theta times the distance of its mean from p. With theta = 0 only
// leaves do. The sum is then exact, except for points at a squared distance below minSquare and for leaves at maxTreeDepth.
// A leaf at p itself adds 0.
func (t *quadtree) repulsion(x, y, theta float64) (fx, fy float64) {
	const minSquare = 1e-4 // least squared distance in the denominator, so that the force of a close point is limited
	// The cells that are not visited yet. Each level of the tree replaces one cell by at most four, so at most 3·maxTreeDepth + 1 wait.
	var stack [4 * maxTreeDepth]int32
	n := 1 // length of the stack, which begins with the root, cell 0
	for n > 0 {
		n--
		c := &t.cells[stack[n]]
		dx, dy := x-c.meanX, y-c.meanY
		squaredDistance := float64(dx*dx) + float64(dy*dy)
		// The width of the cell is 2·half. Both sides of the comparison are squared.
		if c.leaf || 4*c.half*c.half < theta*theta*squaredDistance {
			w := float64(c.count) / math.Max(squaredDistance, minSquare)
			fx += float64(w * dx)
			fy += float64(w * dy)
			continue
		}
		for _, child := range c.child {
			if child != 0 {
				stack[n] = child
				n++
			}
		}
	}
	return fx, fy
}

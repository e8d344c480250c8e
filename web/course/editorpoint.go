// This file handles the pointer and the keyboard in the figure of the sheaf editor.

package course

import (
	"math"
	"strconv"

	exact "sheafscope/core/coursemath"
)

// pointEditor handles a tap at (x, y), or a drag of a handle to (x, y). In the spectrum a tap chooses the nearest eigenvalue, whose
// eigenvector is then drawn at the nodes. In the picture of the sheaf a tap marks the nearest edge, and a drag moves the handle. A tap far
// from all eigenvalues or edges changes nothing. For a sheaf that cannot be analysed nothing changes. [Course.Edit] marks nodes.
func pointEditor(c *Course, v Values, picture, handle string, x, y float64) {
	e := c.editor
	a, err := exact.Analyse(e.sheaf)
	if err != nil {
		return
	}
	// nearest is the distance of the nearest eigenvalue or edge so far. At its initial value or farther a tap changes nothing.
	switch {
	case picture == "spectrum":
		nearest := 20.0
		for k := range a.Values { // "paint" 1 draws the eigenvector of the index "eigen" at the nodes
			px, py := spectrumPlace(a, k)
			if distance := math.Hypot(px-x, py-y); distance < nearest {
				nearest, v["eigen"], v["paint"] = distance, float64(k), 1
			}
		}
	case picture == "sheaf" && handle == "":
		nearest := 14.0
		for k, edge := range e.sheaf.Edges {
			ax, ay := editorStyle.nodePlace(e.sheaf, edge.I)
			bx, by := editorStyle.nodePlace(e.sheaf, edge.J)
			// The point of the edge that is nearest to (x, y): share is 0 at the end a, and 1 at the end b.
			dx, dy := bx-ax, by-ay
			projection := ((x-ax)*dx + (y-ay)*dy) / max(1, dx*dx+dy*dy) // dx = dy = 0 for ends in the same place
			share := min(max(projection, 0), 1)
			if distance := math.Hypot(ax+share*dx-x, ay+share*dy-y); distance < nearest {
				nearest, e.edge = distance, k
			}
		}
	case picture == "sheaf":
		e.drag(handle, x, y)
	}
}

// drag moves a handle to (x, y). The handle "x" is the signal of the marked node, "m0" and "m1" are the maps of the marked edge, and "n2"
// is node 2. If the sheaf does not allow the change, the handle stays in place.
func (e *editor) drag(handle string, x, y float64) {
	s, style := e.sheaf, editorStyle
	switch {
	case handle == "x":
		px, py := style.nodePlace(s, e.node)
		if s.Nodes[e.node].D > 1 {
			e.signal((x-px)/signalScale, (py-y)/signalScale)
		} else { // the only coordinate is the height of the handle
			e.signal((py-y)/signalScale, 0)
		}
	case handle[0] == 'm' && e.edge >= 0: // pointEditor passes no empty handle
		side := int(handle[1] - '0')
		if side != 0 && side != 1 { // no handle of the editor
			return
		}
		// A number is the distance of the handle from the edge. A turn or a reflection has the direction and the distance of the handle.
		ax, ay, nx, ny := e.mapAnchor(side)
		m := e.mapOf(side)
		if len(m.Entries) == 1 {
			number := ((x-ax)*nx + (y-ay)*ny) / mapScale
			e.setMap(side, draggedNumber(number))
			return
		}
		if m.Conformal {
			turn := math.Round(math.Atan2(ay-y, x-ax) * 180 / math.Pi)
			scale := rounded(math.Hypot(x-ax, y-ay) / mapScale)
			e.setMap(side, exact.TurnText(turn, max(0.1, scale), exact.Orientation(m.Mirror))) // above 0: a map 0 would have no handle
		}
	case handle[0] == 'n':
		// The inverse of sheafStyle.nodePlace. nodePlace has no limit height·1.35 for nodes in a row; in editorStyle the limit has no effect.
		height := min(style.width-120, style.height-80) / 0.8
		width := min(height*1.35, style.width-120)
		nodeX, nodeY := (x-style.width/2)/width+0.5, (y-style.height/2)/height+0.5
		_ = e.change("move", handle[1:]+" "+short(nodeX)+" "+short(nodeY))
	}
}

// rounded rounds x to a whole number if x is less than 0.08 away from it, so that whole numbers are easy to reach. It rounds any other x to
// a multiple of 0.05.
func rounded(x float64) float64 {
	if whole := math.Round(x); math.Abs(x-whole) < 0.08 {
		return whole
	}
	return math.Round(x*20) / 20
}

// draggedNumber formats a dragged number, limited to the range −3 to 3.
func draggedNumber(x float64) string { return short(rounded(min(max(x, -3), 3))) }

// setMap sets a map of the marked edge. If the sheaf does not allow the map, setMap does nothing.
func (e *editor) setMap(side int, text string) { _ = e.change("map", strconv.Itoa(side)+" "+text) }

// signal sets the first two coordinates of the signal at the marked node to x and y. With one coordinate y is not used.
func (e *editor) signal(x, y float64) {
	_ = e.change("x", "0 "+draggedNumber(x))
	if e.sheaf.Nodes[e.node].D > 1 {
		_ = e.change("x", "1 "+draggedNumber(y))
	}
}

// nudgeEditor moves a handle of [editor.drag] by arrow keys: dx steps to the right and dy steps upwards. It always returns true, since no
// handle is a parameter of the figure. A change that the sheaf does not allow is ignored.
func nudgeEditor(c *Course, _ Values, handle string, dx, dy float64) bool {
	e := c.editor
	s := e.sheaf
	// A step is 0.05 for a coordinate, a number or a scale, one degree for an angle, and 0.02 of the unit square for a node.
	switch {
	case handle == "x":
		v := parsedNumbers(e.vector())
		for k, steps := range [2]float64{dx, dy} {
			k = min(k, len(v)-1)      // both pairs of keys change an only coordinate
			if k >= 0 && steps != 0 { // the other coordinate may be a fraction, which short would round
				_ = e.change("x", strconv.Itoa(k)+" "+short(v[k]+0.05*steps))
			}
		}
	case handle != "" && handle[0] == 'm' && e.edge >= 0:
		side := 0
		if handle == "m1" {
			side = 1
		}
		m := e.mapOf(side)
		if len(m.Entries) == 1 {
			e.setMap(side, short(m.Entries[0]+0.05*(dx+dy)))
		} else if m.Conformal {
			scale := max(0.05, m.Scale+0.05*dy) // above 0: a map 0 would have no handle
			e.setMap(side, exact.TurnText(m.Turn+dx, scale, exact.Orientation(m.Mirror)))
		}
	case handle != "" && handle[0] == 'n':
		i, err := strconv.Atoi(handle[1:])
		isNode := err == nil && i >= 0 && i < len(s.Nodes)
		if isNode {
			_ = e.change("move", handle[1:]+" "+short(s.Nodes[i].X+0.02*dx)+" "+short(s.Nodes[i].Y-0.02*dy))
		}
	}
	return true
}

// Pointer and keyboard in the figure of the sheaf editor.

package course

import (
	"math"
	"strconv"

	exact "sheafscope/core/coursemath"
)

// pointEditor drags a handle, or marks the tapped edge or eigenvalue.
func pointEditor(c *Course, v Values, picture, handle string, x, y float64) {
	e := c.editor
	a, err := exact.Analyse(e.sheaf)
	if err != nil {
		return
	}
	// Of the eigenvalues or edges within reach the nearest is marked.
	switch {
	case picture == "spectrum":
		best := 20.0
		for k := range a.Values {
			px, py := spectrumPlace(a, k)
			if distance := math.Hypot(px-x, py-y); distance < best {
				best, v["eigen"], v["paint"] = distance, float64(k), 1
			}
		}
	case picture == "sheaf" && handle == "":
		best := 14.0
		for k, g := range e.sheaf.Edges {
			ax, ay := editorStyle.nodePlace(e.sheaf, g.I)
			bx, by := editorStyle.nodePlace(e.sheaf, g.J)
			// The nearest point of the edge is at this share of the way from a to b.
			dx, dy := bx-ax, by-ay
			share := min(max(((x-ax)*dx+(y-ay)*dy)/max(1, dx*dx+dy*dy), 0), 1)
			if distance := math.Hypot(ax+share*dx-x, ay+share*dy-y); distance < best {
				best, e.edge = distance, k
			}
		}
	case picture == "sheaf":
		e.drag(handle, x, y)
	}
}

// drag moves a handle to (x, y): "x" is the signal of the marked node, "m0" and "m1" are the maps of the marked edge, and "n2" is node 2.
// If the sheaf does not allow the change, the handle stays in place.
func (e *editor) drag(handle string, x, y float64) {
	s, l := e.sheaf, editorStyle
	switch {
	case handle == "x" && e.node >= 0:
		px, py := l.nodePlace(s, e.node)
		if s.Nodes[e.node].D > 1 {
			e.signal((x-px)/signalScale, (py-y)/signalScale)
		} else {
			e.signal((py-y)/signalScale, 0)
		}
	case handle[0] == 'm' && e.edge >= 0:
		side := int(handle[1] - '0')
		if side != 0 && side != 1 {
			return
		}
		ax, ay, nx, ny := e.mapAnchor(side)
		m := e.mapOf(side)
		if len(m.Entries) == 1 {
			e.setMap(side, draggedNumber(((x-ax)*nx+(y-ay)*ny)/mapScale))
			return
		}
		if m.Conformal {
			turn := math.Round(math.Atan2(ay-y, x-ax) * 180 / math.Pi)
			scale := rounded(math.Hypot(x-ax, y-ay) / mapScale)
			e.setMap(side, exact.TurnText(turn, max(0.1, scale), m.Mirror))
		}
	case handle[0] == 'n':
		// The inverse of sheafStyle.nodePlace, for nodes that are not in a row.
		high := min(l.width-120, l.height-80) / 0.8
		wide := min(high*1.35, l.width-120)
		_ = e.change("move", handle[1:]+" "+short((x-l.width/2)/wide+0.5)+" "+short((y-l.height/2)/high+0.5))
	}
}

// rounded rounds to a whole number within 0.08, and otherwise to a multiple of 0.05.
func rounded(x float64) float64 {
	if whole := math.Round(x); math.Abs(x-whole) < 0.08 {
		return whole
	}
	return math.Round(x*20) / 20
}

// draggedNumber formats a dragged number, limited to the range −3 to 3.
func draggedNumber(x float64) string { return short(rounded(min(max(x, -3), 3))) }

// setMap sets a map of the marked edge, unless the sheaf does not allow it.
func (e *editor) setMap(side int, text string) { _ = e.change("map", strconv.Itoa(side)+" "+text) }

// signal sets the first two coordinates of the signal at the marked node. With one coordinate y is not used.
func (e *editor) signal(x, y float64) {
	_ = e.change("x", "0 "+draggedNumber(x))
	if e.sheaf.Nodes[e.node].D > 1 {
		_ = e.change("x", "1 "+draggedNumber(y))
	}
}

// nudgeEditor moves a handle by arrow keys. It always returns true, since no handle is a parameter of the figure.
func nudgeEditor(c *Course, _ Values, handle string, dx, dy float64) bool {
	e := c.editor
	s := e.sheaf
	// The handles are those of drag. A step is 0.05, a degree, or 0.02 of the picture.
	switch {
	case handle == "x" && e.node >= 0:
		v := parsedNumbers(e.vector())
		if len(v) == 0 {
			return true
		}
		if len(v) == 1 {
			_ = e.change("x", "0 "+short(v[0]+0.05*(dx+dy)))
			return true
		}
		_ = e.change("x", "0 "+short(v[0]+0.05*dx))
		_ = e.change("x", "1 "+short(v[1]+0.05*dy))
	case handle != "" && handle[0] == 'm' && e.edge >= 0:
		side := 0
		if handle == "m1" {
			side = 1
		}
		m := e.mapOf(side)
		if len(m.Entries) == 1 {
			e.setMap(side, short(m.Entries[0]+0.05*(dx+dy)))
		} else if m.Conformal {
			e.setMap(side, exact.TurnText(m.Turn+dx, max(0.05, m.Scale+0.05*dy), m.Mirror))
		}
	case handle != "" && handle[0] == 'n':
		if i, err := strconv.Atoi(handle[1:]); err == nil && i < len(s.Nodes) && i >= 0 {
			_ = e.change("move", handle[1:]+" "+short(s.Nodes[i].X+0.02*dx)+" "+short(s.Nodes[i].Y-0.02*dy))
		}
	}
	return true
}

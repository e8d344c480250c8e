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
	switch {
	case picture == "spectrum":
		best := 20.0
		for k := range a.Values {
			px, py := spectrumPlace(a, k)
			if far := math.Hypot(px-x, py-y); far < best {
				best, v["eigen"], v["paint"] = far, float64(k), 1
			}
		}
	case picture == "sheaf" && handle == "":
		best := 14.0
		for k, g := range e.sheaf.Edges {
			ax, ay := editorStyle.nodePlace(e.sheaf, g.I)
			bx, by := editorStyle.nodePlace(e.sheaf, g.J)
			at := min(max(((x-ax)*(bx-ax)+(y-ay)*(by-ay))/max(1, (bx-ax)*(bx-ax)+(by-ay)*(by-ay)), 0), 1)
			if far := math.Hypot(ax+at*(bx-ax)-x, ay+at*(by-ay)-y); far < best {
				best, e.edge = far, k
			}
		}
	case picture == "sheaf":
		e.drag(handle, x, y)
	}
}

// drag moves a handle to (x, y). A change that the sheaf refuses leaves the handle in place.
func (e *editor) drag(handle string, x, y float64) {
	s, l := e.sheaf, editorStyle // change refuses what the sheaf cannot hold
	switch {
	case handle == "x" && e.node >= 0:
		px, py := l.nodePlace(s, e.node)
		if s.Nodes[e.node].D > 1 {
			e.signal((x-px)/27, (py-y)/27)
		} else {
			e.signal((py-y)/27, 0)
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
			e.setMap(side, exact.TurnText(turn, max(0.1, rounded(math.Hypot(x-ax, y-ay)/mapScale)), m.Mirror))
		}
	case handle[0] == 'n':
		side := min(l.width-120, l.height-80) / 0.8
		_ = e.change("move", handle[1:]+" "+short((x-l.width/2)/min(side*1.35, l.width-120)+0.5)+" "+short((y-l.height/2)/side+0.5))
	}
}

// rounded rounds to multiples of 0.05, and to whole numbers within 0.08.
func rounded(x float64) float64 {
	if whole := math.Round(x); math.Abs(x-whole) < 0.08 {
		return whole
	}
	return math.Round(x*20) / 20
}

// draggedNumber formats a dragged number, limited to −3 … 3.
func draggedNumber(x float64) string { return short(rounded(min(max(x, -3), 3))) }

func (e *editor) setMap(side int, text string) { _ = e.change("map", strconv.Itoa(side)+" "+text) }

// signal sets the vector of the marked node; y is unused in one dimension.
func (e *editor) signal(x, y float64) {
	_ = e.change("x", "0 "+draggedNumber(x))
	if e.sheaf.Nodes[e.node].D > 1 {
		_ = e.change("x", "1 "+draggedNumber(y))
	}
}

// nudgeEditor moves a handle by arrow keys.
func nudgeEditor(c *Course, _ Values, handle string, dx, dy float64) bool {
	e := c.editor
	s := e.sheaf
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

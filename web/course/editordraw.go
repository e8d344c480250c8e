package course

import (
	"math"
	"strconv"
	"strings"

	exact "sheafscope/core/coursemath"

	"sheafscope/core/words"
)

var editorStyle = sheafStyle{width: 520, height: 360}

func showEditor(c *Course, v Values) Rendering {
	e := c.editor
	a, err := exact.Analyse(e.sheaf)
	if err != nil {
		return Rendering{Pictures: map[string]string{"sheaf": "", "spectrum": "", "matrix": ""}, Values: map[string]string{"how": err.Error()}}
	}
	var p, q, m pen
	e.drawSheaf(&p, e.drawnSignal(a, v))
	p.text("k e", 518, 14, plain("dim ")+sup("H", "0")+plain(" = "+strconv.Itoa(a.Dim.Dim)+", dim ")+sup("H", "1")+
		plain(" = "+strconv.Itoa(a.H1)+", ")+it("χ")+plain(" = "+Num(float64(a.Euler), 0)))
	drawSpectrum(&q, a, v)
	e.drawMatrix(&m, a, v)
	return Rendering{Pictures: map[string]string{"sheaf": p.String(), "spectrum": q.String(), "matrix": m.String()}, Values: editorValues(e,
		a)}
}

// drawSheaf draws the sheaf with signal x, handles at the nodes, the marked node's signal and the marked edge's maps.
func (e *editor) drawSheaf(p *pen, x []float64) {
	s, l := e.sheaf, editorStyle
	l.signal, l.marked, l.fixed, l.names = x, map[int]bool{e.edge: true}, map[int]bool{}, true
	for _, i := range e.labelled() {
		l.fixed[i] = true
	}
	l.label = func(k int) string {
		if text := mapText(s.Edges[k]); k != e.edge && len(text) < 16 {
			return text
		}
		return ""
	}
	drawSheaf(p, s, l)
	for i, n := range s.Nodes {
		px, py := l.nodePlace(s, i)
		p.grip(handle{name: "n" + strconv.Itoa(i), label: "node " + n.Name, text: "arrow keys move it", value: n.X, max: 1})
		p.circle("hit", px, py, 22)
		if i == e.node {
			p.circle("mark", px, py, 34)
		}
		p.add("</g>")
	}
	if e.edge >= 0 {
		for side := range 2 {
			e.drawMap(p, side)
		}
	}
	if e.node >= 0 && s.Nodes[e.node].D > 0 {
		px, py := e.signalTip()
		label := "signal of " + s.Nodes[e.node].Name
		p.handle(handle{name: "x", label: label, text: e.vector()[0], min: -3, max: 3, small: true}, px, py)
	}
}

// signalTip returns the place of the handle of the marked node's signal. The stalk must not be 0.
func (e *editor) signalTip() (x, y float64) {
	s := e.sheaf
	x, y = editorStyle.nodePlace(s, e.node)
	v := parsedNumbers(e.vector())
	if len(v) == 1 {
		return x + 44, y - 27*v[0]
	}
	return x + 27*v[0], y - 27*v[1]
}

// parsedNumbers parses the coordinates of a signal; a text that is no number gives 0.
func parsedNumbers(texts []string) []float64 {
	out := make([]float64, len(texts))
	for k, t := range texts {
		if m, err := exact.ParseMap(t, 1, 1); err == nil {
			out[k] = m.Entries[0]
		}
	}
	return out
}

// mapAnchor returns the place of a map of the marked edge and the unit normal of the edge.
func (e *editor) mapAnchor(side int) (x, y, nx, ny float64) {
	g := e.sheaf.Edges[e.edge]
	ax, ay := editorStyle.nodePlace(e.sheaf, g.I)
	bx, by := editorStyle.nodePlace(e.sheaf, g.J)
	at := 0.33
	if side == 1 {
		at = 0.67
	}
	long := max(1, math.Hypot(bx-ax, by-ay))
	return ax + at*(bx-ax), ay + at*(by-ay), (by - ay) / long, (ax - bx) / long
}

// mapOf returns the map on one side of the marked edge.
func (e *editor) mapOf(side int) exact.Map {
	g := e.sheaf.Edges[e.edge]
	m, _ := exact.ParseMap(g.Maps[side], g.D, e.sheaf.Nodes[[2]int{g.I, g.J}[side]].D) // the editor checks every sheaf
	return m
}

// mapScale is the length, in pixels, of a map of size 1.
const mapScale = 19.0

// drawMap draws a map of the marked edge with its handle. A conformal map of the plane has it at the image of the first axis, or
// on the mirror line; a number has it beside the edge. Other maps show only their size.
func (e *editor) drawMap(p *pen, side int) {
	s := e.sheaf
	text := s.Edges[e.edge].Maps[side]
	m := e.mapOf(side)
	x, y, nx, ny := e.mapAnchor(side)
	if len(m.Entries) != 1 && !m.Conformal {
		p.text("a c halo", x, y+4, plain(strconv.Itoa(m.Rows)+"×"+strconv.Itoa(m.Cols)))
		return
	}
	hx, hy := x+nx*mapScale*m.Entries[0], y+ny*mapScale*m.Entries[0]
	if m.Conformal {
		d := turned([2]float64{mapScale * m.Scale, 0}, m.Turn)
		hx, hy = x+d[0], y-d[1]
		p.circle("ghost", x, y, mapScale)
		if m.Mirror {
			p.line("mark dash", 2*x-hx, 2*y-hy, hx, hy)
		}
	}
	p.line("mark", x, y, hx, hy)
	p.handle(handle{name: "m" + strconv.Itoa(side), label: "map of " + s.Nodes[[2]int{s.Edges[e.edge].I, s.Edges[e.edge].J}[side]].Name,
		text: text, value: m.Turn, min: -360, max: 360, small: true}, hx, hy)
}

// drawSpectrum draws the eigenvalues of L as points, equal ones stacked and those of the kernel in the accent colour.
func drawSpectrum(p *pen, a *exact.Analysis, v Values) {
	p.line("ax", 20, 56, 500, 56)
	if len(a.Values) == 0 {
		p.text("sm c", 260, 72, plain("All stalks have dimension 0."))
		return
	}
	for k := range a.Values {
		x, y := spectrumPlace(a, k)
		p.circle(words.Either(k < a.Dim.Dim, "fa", "t2"), x, y, 4)
		if v["paint"] == 1 && k == min(int(v["eigen"]), len(a.Values)-1) {
			p.circle("sel", x, y, 7)
		}
	}
	p.text("sm", 16, 72, "0")
	p.text("sm e", 504, 72, Num(a.Values[len(a.Values)-1], 2))
	p.text("sm c", 260, 72, "eigenvalues of "+it("L")+"; tap one to draw its vector")
}

// spectrumPlace returns the place of eigenvalue k; eigenvalues less than 5 pixels apart are stacked.
func spectrumPlace(a *exact.Analysis, k int) (x, y float64) {
	top := max(a.Values[len(a.Values)-1], 1e-12)
	x, y = 20+480*a.Values[k]/top, 51
	for j := range k {
		if math.Abs(a.Values[j]-a.Values[k])*480/top < 5 {
			y = max(6, y-7)
		}
	}
	return x, y
}

// drawMatrix draws δ, L or L̂ with the entries of the marked edge highlighted.
func (e *editor) drawMatrix(p *pen, a *exact.Analysis, v Values) {
	name, m, exactly, down := "δ", a.Delta, a.DeltaText, a.EdgeAt
	on := func(r, _ int) bool { return a.EdgeAt.Owner(r) == e.edge }
	if v["matrix"] > 0 {
		name, m, exactly, down = "L = δᵀδ", a.L, a.LText, a.At
		if v["matrix"] == 2 {
			name, m, exactly = "L̂", a.Hat, nil
		}
		on = func(r, c int) bool {
			if e.edge < 0 {
				return false
			}
			g, i, j := e.sheaf.Edges[e.edge], a.At.Owner(r), a.At.Owner(c)
			return (i == g.I || i == g.J) && (j == g.I || j == g.J)
		}
	}
	columns := len(a.X)
	p.text("i b", 0, 14, it(name)+plain(", "+strconv.Itoa(len(m))+" × "+strconv.Itoa(columns)))
	if len(m) == 0 || columns == 0 {
		p.text("k", 0, 40, words.Either(a.M == 0, "There is no edge.", "Its stalks have dimension 0."))
		return
	}
	wide, high := min(56, 520/float64(columns)), min(30, 274/float64(len(m)))
	for r, row := range m {
		for c, x := range row {
			p.rect(cellClass(x, on(r, c)), wide*float64(c), 24+high*float64(r), wide, high)
			text := shortNumber(x)
			if exactly != nil && len(exactly[r][c]) < 6 {
				text = strings.Replace(exactly[r][c], "-", "−", 1)
			}
			if high >= 14 && 7.5*float64(len([]rune(text))) < wide {
				p.text("sm i c", wide*(float64(c)+0.5), 24+high*(float64(r)+0.5)+4, plain(text))
			}
		}
	}
	// Lines between the blocks of the stalks.
	right, bottom := wide*float64(columns), 24+high*float64(len(m))
	for _, k := range a.At[1:] {
		p.line("tie", wide*float64(k), 24, wide*float64(k), bottom)
	}
	for _, k := range down[1:] {
		p.line("tie", 0, 24+high*float64(k), right, 24+high*float64(k))
	}
}

// The pictures of the sheaf editor: sheaf, spectrum and matrix.

package course

import (
	"math"
	"strconv"
	"strings"

	exact "sheafscope/core/coursemath"

	"sheafscope/core/words"
)

// editorStyle is the style of the editor's picture of the sheaf.
var editorStyle = sheafStyle{width: 520, height: 360}

// showEditor renders the figure: the sheaf with its dimensions, the spectrum of L, and a matrix.
func showEditor(c *Course, v Values) Rendering {
	e := c.editor
	a, err := exact.Analyse(e.sheaf)
	if err != nil {
		return Rendering{Pictures: map[string]string{"sheaf": "", "spectrum": "", "matrix": ""}, Values: map[string]string{"how": err.Error()}}
	}
	var sheaf, spectrum, matrix pen
	e.drawSheaf(&sheaf, e.drawnSignal(a, v))
	sheaf.text("k e", 518, 14, plain("dim ")+sup("H", "0")+plain(" = "+strconv.Itoa(a.Dim.Dim)+", dim ")+sup("H", "1")+
		plain(" = "+strconv.Itoa(a.H1)+", ")+it("χ")+plain(" = "+Num(float64(a.Euler), 0)))
	drawSpectrum(&spectrum, a, v)
	e.drawMatrix(&matrix, a, v)
	return Rendering{Pictures: map[string]string{"sheaf": sheaf.String(), "spectrum": spectrum.String(), "matrix": matrix.String()},
		Values: editorValues(e, a)}
}

// drawSheaf draws the sheaf with the signal x. Nodes, the maps of the marked edge and the signal of the marked node have handles.
func (e *editor) drawSheaf(p *pen, x []float64) {
	s, l := e.sheaf, editorStyle
	l.signal, l.marked, l.fixed, l.names = x, map[int]bool{e.edge: true}, map[int]bool{}, true
	for _, i := range e.labelled() {
		l.fixed[i] = true
	}
	// The maps of the marked edge are drawn, and long ones do not fit.
	l.label = func(k int) string {
		if text := mapText(s.Edges[k]); k != e.edge && len(text) < 16 {
			return text
		}
		return ""
	}
	drawSheaf(p, s, l)
	// Handles, above the drawing.
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

// signalTip returns the place of the handle of the marked node's signal. The stalk must have a coordinate.
func (e *editor) signalTip() (x, y float64) {
	s := e.sheaf
	x, y = editorStyle.nodePlace(s, e.node)
	v := parsedNumbers(e.vector())
	if len(v) == 1 { // beside the disc
		return x + 44, y - signalScale*v[0]
	}
	return x + signalScale*v[0], y - signalScale*v[1]
}

// signalScale is the length of a unit vector of the signal, in pixels.
const signalScale = 27.0

// parsedNumbers parses the coordinates of a signal. A text that is no number becomes 0.
func parsedNumbers(texts []string) []float64 {
	out := make([]float64, len(texts))
	for k, t := range texts {
		if m, err := exact.ParseMap(t, 1, 1); err == nil {
			out[k] = m.Entries[0]
		}
	}
	return out
}

// mapAnchor returns the place at which a map of the marked edge is drawn, and the unit normal of the edge.
func (e *editor) mapAnchor(side int) (x, y, nx, ny float64) {
	g := e.sheaf.Edges[e.edge]
	ax, ay := editorStyle.nodePlace(e.sheaf, g.I)
	bx, by := editorStyle.nodePlace(e.sheaf, g.J)
	share := 0.33 // of the way from the first end to the second
	if side == 1 {
		share = 0.67
	}
	length := max(1, math.Hypot(bx-ax, by-ay))
	return ax + share*(bx-ax), ay + share*(by-ay), (by - ay) / length, (ax - bx) / length
}

// mapOf returns the map at one end of the marked edge.
func (e *editor) mapOf(side int) exact.Map {
	edge := e.sheaf.Edges[e.edge]
	node := [2]int{edge.I, edge.J}[side]
	m, _ := exact.ParseMap(edge.Maps[side], edge.D, e.sheaf.Nodes[node].D) // no error, since the editor checks every sheaf
	return m
}

// mapScale is the length, in pixels, of a map of size 1.
const mapScale = 19.0

// drawMap draws a map of the marked edge with its handle. The handle of a turn is at the image of the first axis, that of a
// reflection on its line, and that of a number beside the edge. Any other map is drawn as its numbers of rows and columns.
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

// drawSpectrum draws the eigenvalues of L as points. Equal ones are stacked, and those of the kernel have the accent colour.
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

// spectrumPlace returns the place of eigenvalue k. Eigenvalues at a distance of less than 5 pixels are stacked.
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

// drawMatrix draws δ, L or L̂. The entries that belong to the marked edge are highlighted.
func (e *editor) drawMatrix(p *pen, a *exact.Analysis, v Values) {
	// The matrix, its entries as fractions or nil, and the offsets of its rows.
	name, m, exactly, down := "δ", a.Delta, a.DeltaText, a.EdgeAt
	isMarked := func(r, _ int) bool { return a.EdgeAt.Owner(r) == e.edge }
	if v["matrix"] > 0 {
		name, m, exactly, down = "L = δᵀδ", a.L, a.LText, a.At
		if v["matrix"] == 2 {
			name, m, exactly = "L̂", a.Hat, nil
		}
		isMarked = func(r, c int) bool {
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
	// Cells, with their entries if they fit.
	wide, high := min(56, 520/float64(columns)), min(30, 274/float64(len(m)))
	for r, row := range m {
		for c, x := range row {
			p.rect(cellClass(x, isMarked(r, c)), wide*float64(c), 24+high*float64(r), wide, high)
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

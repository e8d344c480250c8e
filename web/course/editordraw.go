// This file draws the pictures of the sheaf editor: the sheaf, the spectrum of its Laplacian, and a matrix.

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

// showEditor renders the figure: the sheaf with its dimensions, the spectrum of L, and a matrix. If the sheaf cannot be analysed, all
// pictures are empty, the numbers of the analysis are Unknown, and the placeholder "how" has the reason.
func showEditor(c *Course, v Values) Rendering {
	e := c.editor
	a, err := exact.Analyse(e.sheaf)
	values := e.values()
	if err != nil {
		for _, name := range strings.Fields("dim h1 h1-how energy lambda2 spectrum residual edge-energy harmonic open") {
			values[name] = Unknown
		}
		values["how"] = err.Error()
		return Rendering{Pictures: map[string]string{"sheaf": "", "spectrum": "", "matrix": ""}, Values: values}
	}
	e.addAnalysis(a, values)
	var sheafPen, spectrumPen, matrixPen pen
	e.drawSheaf(&sheafPen, e.drawnSignal(a, v))
	// The dimensions at the upper right corner.
	sheafPen.text("k e", 518, 14, plain("dim ")+sup("H", "0")+plain(" = "+strconv.Itoa(a.Dim.Dim)+", dim ")+sup("H", "1")+
		plain(" = "+strconv.Itoa(a.H1)+", ")+it("χ")+plain(" = "+Num(float64(a.Euler), 0)))
	drawSpectrum(&spectrumPen, a, v)
	e.drawMatrix(&matrixPen, a, v)
	return Rendering{Pictures: map[string]string{"sheaf": sheafPen.String(), "spectrum": spectrumPen.String(), "matrix": matrixPen.String()},
		Values: values}
}

// drawSheaf draws the sheaf with the signal x, and handles:
//   - "n2" for node 2, and likewise for every node;
//   - "m0" and "m1" for the maps of the marked edge, except for maps without a handle (drawMap);
//   - "x" for the signal of the marked node, unless its stalk has dimension 0.
func (e *editor) drawSheaf(p *pen, x []float64) {
	s, style := e.sheaf, editorStyle
	style.signal, style.names = x, true
	style.marked = map[int]bool{e.edge: true}
	style.fixed = map[int]bool{} // the held nodes have a ring
	for _, i := range e.heldNodes() {
		style.fixed[i] = true
	}
	// The marked edge has no label, because its maps are drawn. A text of 16 bytes or more is too long for the picture.
	style.label = func(k int) string {
		text := mapText(s.Edges[k])
		if k == e.edge || len(text) >= 16 {
			return ""
		}
		return text
	}
	drawSheaf(p, s, style)
	// The handles come last, so that they are above the drawing.
	for i, n := range s.Nodes {
		px, py := style.nodePlace(s, i)
		p.grip(handle{name: "n" + strconv.Itoa(i), label: "node " + n.Name, text: "arrow keys move it", value: n.X, max: 1})
		p.circle("hit", px, py, 22) // the invisible area of the handle
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
	if s.Nodes[e.node].D > 0 {
		px, py := e.signalTip()
		label := "signal of " + s.Nodes[e.node].Name
		p.handle(handle{name: "x", label: label, text: strings.Join(e.vector(), ", "), min: -3, max: 3, small: true}, px, py)
	}
}

// signalTip returns the place of the handle of the marked node's signal. The stalk must have a coordinate.
func (e *editor) signalTip() (x, y float64) {
	s := e.sheaf
	x, y = editorStyle.nodePlace(s, e.node)
	v := parsedNumbers(e.vector())
	if len(v) == 1 { // beside the disc of radius 26, at the height of the number
		return x + 44, y - signalScale*v[0]
	}
	return x + signalScale*v[0], y - signalScale*v[1]
}

// signalScale is the length of a unit vector of the signal, in units of the picture, as in drawNode.
const signalScale = 27.0

// parsedNumbers parses the coordinates of a signal. A text that is no number becomes 0.
func parsedNumbers(texts []string) []float64 {
	out := make([]float64, len(texts))
	for k, text := range texts {
		m, err := exact.ParseMap(text, 1, 1) // a number has the syntax of a 1×1 map
		if err == nil {
			out[k] = m.Entries[0]
		}
	}
	return out
}

// mapAnchor returns the place (x, y) at which a map of the marked edge is drawn, and the unit normal (nx, ny) of the edge. side is 0 for
// the map of the edge's first node, and 1 for the map of the second node. If both nodes have the same place, the normal is (0, 0).
func (e *editor) mapAnchor(side int) (x, y, nx, ny float64) {
	g := e.sheaf.Edges[e.edge]
	ax, ay := editorStyle.nodePlace(e.sheaf, g.I)
	bx, by := editorStyle.nodePlace(e.sheaf, g.J)
	share := 0.33 // of the way from the first node to the second: a third, near the node of the map
	if side == 1 {
		share = 0.67
	}
	length := max(1, math.Hypot(bx-ax, by-ay)) // at least 1, since it is a divisor
	return ax + share*(bx-ax), ay + share*(by-ay), (by - ay) / length, (ax - bx) / length
}

// mapOf returns the map of the marked edge's first node (side 0) or second node (side 1).
func (e *editor) mapOf(side int) exact.Map {
	edge := e.sheaf.Edges[e.edge]
	node := [2]int{edge.I, edge.J}[side]
	m, _ := exact.ParseMap(edge.Maps[side], edge.D, e.sheaf.Nodes[node].D) // no error, since the editor checks every sheaf
	return m
}

// mapScale is the distance between a map and its handle for the number 1 or the scale 1, in units of the picture.
const mapScale = 19.0

// drawMap draws a map of the marked edge with its handle. A number has its handle beside the edge, a turn at the image of the first axis,
// and a reflection on its line. Any other map has no handle. It is drawn as a text: "2×3" for two rows and three columns.
func (e *editor) drawMap(p *pen, side int) {
	s := e.sheaf
	edge := s.Edges[e.edge]
	node := s.Nodes[[2]int{edge.I, edge.J}[side]]
	m := e.mapOf(side)
	x, y, nx, ny := e.mapAnchor(side)
	isNumber := len(m.Entries) == 1
	if !isNumber && !m.Conformal { // a conformal map is a rotation or a reflection, times a number
		p.text("a c halo", x, y+4, plain(strconv.Itoa(m.Rows)+"×"+strconv.Itoa(m.Cols)))
		return
	}
	// The handle of a number is on the normal of the edge, and the handle of a conformal map is in the direction Turn.
	handleX, handleY := x+nx*mapScale*m.Entries[0], y+ny*mapScale*m.Entries[0]
	if m.Conformal {
		tip := rotated([2]float64{mapScale * m.Scale, 0}, m.Turn)
		handleX, handleY = x+tip[0], y-tip[1]
		p.circle("ghost", x, y, mapScale)
		if m.Mirror { // the line of the reflection continues on the other side of (x, y)
			p.line("mark dash", 2*x-handleX, 2*y-handleY, handleX, handleY)
		}
	}
	p.line("mark", x, y, handleX, handleY)
	// The value of the handle is an angle, which is 0 for a number.
	p.handle(handle{name: "m" + strconv.Itoa(side), label: "map of " + node.Name, text: edge.Maps[side],
		value: m.Turn, min: -360, max: 360, small: true}, handleX, handleY)
}

// drawSpectrum draws the eigenvalues of L as points. Equal eigenvalues are stacked. Eigenvalues of the kernel have the accent colour, and
// the eigenvalue whose vector is drawn at the nodes has a ring.
func drawSpectrum(p *pen, a *exact.Analysis, v Values) {
	p.line("ax", 20, 56, 500, 56)
	if len(a.Values) == 0 {
		p.text("sm c", 260, 72, plain("All stalks of the nodes have dimension 0."))
		return
	}
	// The index "eigen" can exceed the last eigenvalue, after the sheaf has become smaller.
	chosen := min(int(v["eigen"]), len(a.Values)-1)
	for k := range a.Values {
		x, y := spectrumPlace(a, k)
		isInKernel := k < a.Dim.Dim
		p.circle(words.Either(isInKernel, "fa", "t2"), x, y, 4)
		if v["paint"] == 1 && k == chosen { // 1: an eigenvector is drawn at the nodes
			p.circle("sel", x, y, 7)
		}
	}
	p.text("sm", 16, 72, "0")
	p.text("sm e", 504, 72, Num(a.Values[len(a.Values)-1], 2))
	p.text("sm c", 260, 72, "eigenvalues of "+it("L")+"; tap one to draw its vector")
}

// spectrumPlace returns the place of eigenvalue k on an axis from 0 to the largest eigenvalue. Each earlier eigenvalue at a distance of
// less than 5 units moves the point up by 7 units, but not out of the picture.
func spectrumPlace(a *exact.Analysis, k int) (x, y float64) {
	largest := max(a.Values[len(a.Values)-1], 1e-12) // not 0, since it is a divisor
	x, y = 20+480*a.Values[k]/largest, 51
	for j := range k {
		if math.Abs(a.Values[j]-a.Values[k])*480/largest < 5 {
			y = max(6, y-7)
		}
	}
	return x, y
}

// drawMatrix draws δ, L or the normalised Laplacian L̂, for the values 0, 1 and 2 of the parameter "matrix". The entries that belong to the
// marked edge are highlighted. For a matrix without entries it writes the reason instead.
func (e *editor) drawMatrix(p *pen, a *exact.Analysis, v Values) {
	// The rows of δ belong to edges, and the rows of L and L̂ to nodes. Owner returns the edge or the node of a row or column. fractions has
	// the entries as fractions. It is nil for L̂, and for maps without exact fractions.
	name, m, fractions, rowOffsets := "δ", a.Delta, a.DeltaText, a.EdgeAt
	isMarked := func(r, _ int) bool { return a.EdgeAt.Owner(r) == e.edge }
	if v["matrix"] > 0 {
		name, m, fractions, rowOffsets = "L = δᵀδ", a.L, a.LText, a.At
		if v["matrix"] == 2 {
			name, m, fractions = "L̂", a.Hat, nil
		}
		// An entry belongs to the marked edge if its row and its column belong to ends of the edge.
		isMarked = func(r, c int) bool {
			if e.edge < 0 {
				return false
			}
			edge, i, j := e.sheaf.Edges[e.edge], a.At.Owner(r), a.At.Owner(c)
			rowIsEnd := i == edge.I || i == edge.J
			columnIsEnd := j == edge.I || j == edge.J
			return rowIsEnd && columnIsEnd
		}
	}
	columns := len(a.X) // one for each coordinate of the nodes, in all three matrices
	p.text("i b", 0, 14, it(name)+plain(", "+strconv.Itoa(len(m))+" × "+strconv.Itoa(columns)))
	if len(m) == 0 || columns == 0 {
		reason := "All stalks of the nodes have dimension 0." // no column
		if columns > 0 {                                      // no row of δ
			reason = words.Either(a.M == 0, "There is no edge.", "All stalks of the edges have dimension 0.")
		}
		p.text("k", 0, 40, reason)
		return
	}
	// The cells. An entry is written only if its text fits: a character is 7.5 units wide, and a line needs 14 units.
	const top = 24.0
	width, height := min(56, 520/float64(columns)), min(30, 274/float64(len(m))) // heading and margin need 26 of 300 units
	for r, row := range m {
		for c, x := range row {
			p.rect(cellClass(x, isMarked(r, c)), width*float64(c), top+height*float64(r), width, height)
			text := shortNumber(x)
			if fractions != nil && len(fractions[r][c]) < 6 { // a longer fraction is less readable than a decimal number
				text = strings.Replace(fractions[r][c], "-", "−", 1)
			}
			fits := height >= 14 && 7.5*float64(len([]rune(text))) < width
			if fits {
				p.text("sm i c", width*(float64(c)+0.5), top+height*(float64(r)+0.5)+4, plain(text))
			}
		}
	}
	// Lines after the columns and after the rows of each stalk.
	right, bottom := width*float64(columns), top+height*float64(len(m))
	for _, k := range a.At[1:] {
		x := width * float64(k)
		p.line("tie", x, top, x, bottom)
	}
	for _, k := range rowOffsets[1:] {
		y := top + height*float64(k)
		p.line("tie", 0, y, right, y)
	}
}

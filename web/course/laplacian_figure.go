// This file has the figure of chapter 3. It shows the coboundary δ and the Laplacian L = δᵀδ of a small sheaf as matrices, block by block.

package course

import (
	"math"
	"strconv"
	"strings"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// laplacianFigure returns the figure of chapter 3: three nodes a, b and c in a row, and the blocks of their matrices δ and L.
func laplacianFigure() *Diagram {
	// number returns a parameter for a map or a coordinate, from −2 to 2.
	number := func(name, label string, start float64) Param {
		return Param{Name: name, Label: label, Start: start, Min: -2, Max: 2, Step: 0.5}
	}
	return &Diagram{
		Name: "laplacian", Title: "Three nodes, two edges", Touch: "tap an edge, a row or a block",
		Params: []Param{
			number("fa", "map of a on the edge ab", 1), number("fb", "map of b on the edge ab", 1),
			number("gb", "map of b on the edge bc", 1), number("gc", "map of c on the edge bc", -1),
			{Name: "turn", Label: "turn of b’s map on the edge bc", Start: 90, Min: -180, Max: 180, Step: 15, text: degrees},
			{Name: "dim", Label: "coordinates", Start: 1, Min: 1, Max: 2, Step: 1, Jump: true},
			choice("edge", "marked edge", 0, "ab", "bc"),
			number("xa", "x at a", 1), number("xb", "x at b", 1), number("xc", "x at c", -1),
		},
		Pictures: []Size{{"graph", 520, 128, "Three nodes in a row with the maps at both ends of the two edges"},
			{"matrices", 520, 366, "The coboundary and the Laplacian as matrices; the rows and blocks of the marked edge are marked"}},
		show:   func(_ *Course, v Values) Rendering { return showLaplacian(v) },
		recipe: func(v Values) recipe.Recipe { return inLaboratory(pathSheaf(v), nil) }, // nil: the default settings
		// A tap marks an edge. A tap on a place without an edge changes nothing.
		point: func(_ *Course, v Values, picture, _ string, x, y float64) {
			// In the graph the edge ab is to the left of the node b, and the edge bc is to the right.
			if picture == "graph" {
				v["edge"] = indicator(x > laplacianNodes[1])
				return
			}
			// The first d rows of δ belong to the edge ab, and the next d rows to bc. Their tolerance is 6 units above and 4 below. A row
			// extends to both borders of the picture.
			d := int(v["dim"])
			rowHeight := cellSide(v) * flat
			isOnRows := y > deltaTop-6 && y < deltaTop+4+float64(2*d)*rowHeight
			if isOnRows {
				row := int((y - deltaTop) / rowHeight)
				v["edge"] = indicator(row >= d)
				return
			}
			// A block of L belongs to the edge ab if row + col is 0 or 1, and to bc if it is 3 or 4. The sum is 2 for the block of b, which
			// belongs to both edges, and for the block between a and c, which belongs to none.
			block := float64(d) * cellSide(v)
			row, col := math.Floor((y-laplacianTop(v))/(block*flat)), math.Floor((x-matrixLeft)/block)
			isInside := min(row, col) >= 0 && max(row, col) <= 2
			if isInside && row+col != 2 {
				v["edge"] = indicator(row+col > 2)
			}
		},
	}
}

// laplacianNodes are the places of the nodes a, b and c in the picture of the graph, from the left.
var laplacianNodes = [...]float64{70, 260, 450}

// deltaTop is the place of the first row of δ in the picture of the matrices, from the top. matrixLeft is the place of the first column of
// δ and of L, from the left.
const deltaTop, matrixLeft = 36.0, 40.0

// laplacianTop returns the place of the first row of L, from the top. Below the 2·dim rows of δ are 52 units for names and a heading.
func laplacianTop(v Values) float64 { return deltaTop + 2*v["dim"]*cellSide(v)*flat + 52 }

// cellSide returns the width of a cell of a matrix. With two coordinates a matrix has more cells, so they are smaller.
func cellSide(v Values) float64 { return words.Either(v["dim"] == 1, 52.0, 42) }

// flat is the ratio of height to width of a cell.
const flat = 0.64

// pathSheaf returns the sheaf that the values describe: a path of three nodes. A map that is one number stands for this multiple of the
// identity.
func pathSheaf(v Values) *exact.SheafText {
	s := exact.Path(3, int(v["dim"]))
	text := typedNumber
	s.Edges[0].Maps = [2]string{text(v["fa"]), text(v["fb"])}
	s.Edges[1].Maps = [2]string{text(v["gb"]), text(v["gc"])}
	for i, name := range []string{"xa", "xb", "xc"} { // the first coordinate of each node
		s.X[i*s.D] = text(v[name])
	}
	if s.D == 2 {
		// With two coordinates the map of b on the edge bc is a rotation times the number gb.
		s.Edges[1].Maps[0] = exact.TurnText(v["turn"], 1, exact.Rotation) + " times " + text(v["gb"])
	}
	return s
}

// showLaplacian renders the figure: the path with its maps and its signal, δ and L. The rendering is empty if the sheaf cannot be analysed.
func showLaplacian(v Values) Rendering {
	s := pathSheaf(v)
	a, err := exact.Analyse(s)
	if err != nil {
		return Rendering{}
	}
	d, marked := s.D, int(v["edge"])
	i, j := s.Edges[marked].I, s.Edges[marked].J
	// The path: its edges with both maps, then its nodes.
	var path, matrices pen
	nodeX := laplacianNodes
	for e := range 2 {
		class := words.Either(e == marked, "re", "tie")
		path.line(class, nodeX[e]+26, 64, nodeX[e+1]-26, 64)
		for side, x := range []float64{nodeX[e] + 52, nodeX[e+1] - 52} {
			path.text(words.Either(e == marked, "a c halo", "k c halo"), x, 50, plain(mapLabel(s.Edges[e].Maps[side], d)))
		}
	}
	for k, name := range []string{"a", "b", "c"} {
		path.circle("disc", nodeX[k], 64, 26)
		path.text("m c", nodeX[k], 70, name)
		path.text("i c", nodeX[k], 112, it("x")+" = "+plain(vectorText(a.X[k*d:(k+1)*d])))
	}
	// δ at the top, with the rows of the marked edge highlighted.
	cellWidth := cellSide(v)
	cellHeight := cellWidth * flat
	deltaHeight := float64(len(a.Delta)) * cellHeight
	matrices.text("i b", 0, 24, it("δ")+", a row for each number of an edge, a column for each of a node")
	matrix(&matrices, a.Delta, a.DeltaText, matrixLeft, deltaTop, cellWidth, d, func(r, _ int) bool { return r/d == marked })
	// L is below δ. A block is highlighted if its row and its column belong to the ends i and j of the marked edge.
	top := laplacianTop(v)
	matrices.text("i b", 0, top-12, it("L")+" = "+it("δ")+"ᵀ"+it("δ")+", blocks")
	matrix(&matrices, a.L, a.LText, matrixLeft, top, cellWidth, d, func(r, c int) bool {
		rowIsEnd := r/d == i || r/d == j
		columnIsEnd := c/d == i || c/d == j
		return rowIsEnd && columnIsEnd
	})
	// The columns of δ and the rows of L have the names of the nodes. The rows of δ have the names of the edges.
	for k, name := range []string{"a", "b", "c"} {
		middle := (float64(k) + 0.5) * float64(d) // of block k, in cells
		matrices.text("c it", matrixLeft+middle*cellWidth, deltaTop+deltaHeight+15, name)
		matrices.text("e it", matrixLeft-8, top+middle*cellHeight+4, name)
	}
	for k, name := range []string{"ab", "bc"} {
		middle := (float64(k) + 0.5) * float64(d)
		matrices.text("e it", matrixLeft-8, deltaTop+middle*cellHeight+4, name)
	}
	// The energy and the dimension of H⁰, to the right of the matrices.
	rightX := matrixLeft + 3*float64(d)*cellWidth + 36
	matrices.text("k", rightX, 60, "energy "+carded("x^⊤Lx", slanted("x")+"ᵀ"+slanted("Lx")))
	matrices.text("big", rightX, 104, Num(a.Energy, 2))
	matrices.text("k", rightX, top+40, "dim "+sup("H", "0")+plain(" = "+strconv.Itoa(a.Dim.Dim)))
	// The sentences have the energies of both edges (edge-ab, edge-bc), and three blocks of L:
	//   - off: the block between the ends of the marked edge
	//   - middle: the diagonal block of b
	//   - corner: the block between a and c, which have no edge
	values := map[string]string{"energy": Num(a.Energy, 2), "edge-ab": Num(a.EdgeEnergy[0], 2), "edge-bc": Num(a.EdgeEnergy[1], 2),
		"marked": words.Either(marked == 1, "bc", "ab"), "off": blockText(a.Block(i, j)), "middle": blockText(a.Block(1, 1)),
		"corner": blockText(a.Block(0, 2)), "rows": strconv.Itoa(len(a.Delta)), "cols": strconv.Itoa(len(a.L)),
	}
	return Rendering{Pictures: map[string]string{"graph": path.String(), "matrices": matrices.String()}, Values: values}
}

// mapLabel formats a d×d map for the picture. A map with entries off the diagonal is a rotation here, and its label is the angle, with the
// factor unless it is 1: "90° × 2.0". Every other map of the figure is a multiple of the identity, and its label is the first entry. A text
// that is no map remains unchanged.
func mapLabel(text string, d int) string {
	m, err := exact.ParseMap(text, d, d)
	if err != nil {
		return text
	}
	if d == 2 && m.Entries[1] != 0 {
		label := degrees(turnOf(text))
		if m.Scale != 1 {
			label += " × " + Num(m.Scale, 1)
		}
		return label
	}
	return Num(m.Entries[0], 1)
}

// vectorText formats a vector as "1.00" or "(1.00, 2.00)": one coordinate has no parentheses.
func vectorText(x []float64) string {
	if len(x) == 1 {
		return numberList(x)
	}
	return "(" + numberList(x) + ")"
}

// numberList formats numbers with two decimals, separated by commas.
func numberList(x []float64) string {
	var parts []string
	for _, v := range x {
		parts = append(parts, Num(v, 2))
	}
	return strings.Join(parts, ", ")
}

// blockText formats a block of one number, or a 2 × 2 block row by row, for example "(1 0 ; 0 1)".
func blockText(b [][]float64) string {
	if len(b) == 1 {
		return shortNumber(b[0][0])
	}
	return "(" + shortNumber(b[0][0]) + " " + shortNumber(b[0][1]) + " ; " + shortNumber(b[1][0]) + " " + shortNumber(b[1][1]) + ")"
}

// shortNumber formats a number with at most two decimals and without trailing zeros.
func shortNumber(x float64) string {
	hundredths := math.Round(x*100) / 100
	return Num(hundredths, decimals(hundredths))
}

// cellClass returns the CSS classes of a cell of a matrix. A value of size below 1e-12 is 0 but for rounding errors.
func cellClass(value float64, marked bool) string {
	switch {
	case marked:
		return "cell on"
	case math.Abs(value) < 1e-12:
		return "cell off"
	}
	return "cell"
}

// matrix draws a matrix of a sheaf with stalks of dimension d. (x, y) is the upper left corner of a grid of cells with the given width.
// isMarked reports whether the cell in row r and column c is highlighted. fractions has the entries as fractions, or is nil.
func matrix(p *pen, m [][]float64, fractions [][]string, x, y, width float64, d int, isMarked func(r, c int) bool) {
	textClass := words.Either(d == 1, "i c", "sm i c") // cells are smaller with two coordinates
	for r, row := range m {
		for c, value := range row {
			p.rect(cellClass(value, isMarked(r, c)), x+float64(c)*width, y+float64(r)*width*flat, width, width*flat)
			text := shortNumber(value)
			if fractions != nil && len(fractions[r][c]) < 6 { // a longer fraction is less readable than a decimal number
				text = strings.Replace(fractions[r][c], "-", "−", 1)
			}
			// In the middle of the cell: a text is drawn on its baseline, 4.5 units below its middle.
			p.text(textClass, x+(float64(c)+0.5)*width, y+(float64(r)+0.5)*width*flat+4.5, plain(text))
		}
	}
}

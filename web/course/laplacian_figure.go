// The figure of chapter 3: δ and L, block by block.

package course

import (
	"math"
	"strconv"
	"strings"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// laplacianFigure returns the figure of chapter 3: δ and L of three nodes in a row, block by block.
func laplacianFigure() *Diagram {
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
		recipe: func(v Values) recipe.Recipe { return inLaboratory(pathSheaf(v), nil) },
		point: func(_ *Course, v Values, picture, _ string, x, y float64) {
			if picture == "graph" {
				v["edge"] = indicator(x > 260)
				return
			}
			// The rows of δ: those of the edge ab, then those of bc.
			rows := 2 * int(v["dim"])
			if high := cellSide(v) * flat; y > 30 && y < 40+float64(rows)*high {
				v["edge"] = indicator(int((y-36)/high) >= int(v["dim"]))
			}
		},
	}
}

// cellSide returns the width of a cell of a matrix. Two coordinates need more cells, which are smaller.
func cellSide(v Values) float64 { return words.Either(v["dim"] == 1, 52.0, 42) }

// flat is the ratio of height to width of a cell.
const flat = 0.64

// pathSheaf returns the sheaf that the values describe: a path of three nodes.
func pathSheaf(v Values) *exact.SheafText {
	s := exact.Path(3, int(v["dim"]))
	text := typedNumber
	s.Edges[0].Maps = [2]string{text(v["fa"]), text(v["fb"])}
	s.Edges[1].Maps = [2]string{text(v["gb"]), text(v["gc"])}
	for i, name := range []string{"xa", "xb", "xc"} {
		s.X[i*s.D] = text(v[name])
	}
	if s.D == 2 {
		// With two coordinates b's map on the second edge is a rotation times its number.
		s.Edges[1].Maps[0] = exact.TurnText(v["turn"], 1, false) + " times " + text(v["gb"])
		if v["gb"] == 0 {
			s.Edges[1].Maps[0] = "0"
		}
	}
	return s
}

// showLaplacian renders the figure: the path with its maps and its signal, δ and L.
func showLaplacian(v Values) Rendering {
	s := pathSheaf(v)
	a, err := exact.Analyse(s)
	if err != nil {
		return Rendering{}
	}
	d, e := s.D, int(v["edge"]) // e is the marked edge, between i and j
	i, j := s.Edges[e].I, s.Edges[e].J
	// The path.
	var g, m pen
	x := []float64{70, 260, 450}
	for k := range 2 {
		class := words.Either(k == e, "re", "tie")
		g.line(class, x[k]+26, 64, x[k+1]-26, 64)
		for side, at := range []float64{x[k] + 52, x[k+1] - 52} {
			g.text(words.Either(k == e, "a c halo", "k c halo"), at, 50, plain(mapLabel(s.Edges[k].Maps[side], d)))
		}
	}
	for k, name := range []string{"a", "b", "c"} {
		g.circle("disc", x[k], 64, 26)
		g.text("m c", x[k], 70, name)
		g.text("i c", x[k], 112, it("x")+" = "+plain(vectorText(a.X[k*d:(k+1)*d])))
	}
	// δ with the rows of the marked edge, and L with its blocks.
	side := cellSide(v)
	left := 40.0
	m.text("i b", 0, 24, it("δ")+", a row for each number of an edge, a column for each of a node")
	matrix(&m, a.Delta, a.DeltaText, left, 36, side, d, func(r, _ int) bool { return r/d == e })
	high := side * flat
	top := 36 + float64(len(a.Delta))*high + 52
	m.text("i b", 0, top-12, it("L")+" = "+it("δ")+"ᵀ"+it("δ")+", blocks")
	matrix(&m, a.L, a.LText, left, top, side, d, func(r, c int) bool {
		return (r/d == i || r/d == j) && (c/d == i || c/d == j)
	})
	for k, name := range []string{"a", "b", "c"} {
		m.text("c it", left+(float64(k)+0.5)*float64(d)*side, 36+float64(len(a.Delta))*high+15, name)
		m.text("e it", left-8, top+(float64(k)+0.5)*float64(d)*high+4, name)
	}
	for k, name := range []string{"ab", "bc"} {
		m.text("e it", left-8, 36+(float64(k)+0.5)*float64(d)*high+4, name)
	}
	// The energy and the dimension of H⁰, to the right of the matrices.
	rightX := left + 3*float64(d)*side + 36
	m.text("k", rightX, 60, "energy "+carded("x^⊤Lx", slanted("x")+"ᵀ"+slanted("Lx")))
	m.text("big", rightX, 104, Num(a.Energy, 2))
	m.text("k", rightX, top+40, "dim "+sup("H", "0")+plain(" = "+strconv.Itoa(a.Dim.Dim)))
	values := map[string]string{"energy": Num(a.Energy, 2), "dim-h0": strconv.Itoa(a.Dim.Dim),
		"edge-ab": Num(a.EdgeEnergy[0], 2), "edge-bc": Num(a.EdgeEnergy[1], 2), "rab": vectorText(a.Residuals[0]),
		"rbc":    vectorText(a.Residuals[1]),
		"marked": words.Either(e == 1, "bc", "ab"), "off": blockText(a.Block(i, j)), "own": blockText(a.Block(j, j)),
		"middle": blockText(a.Block(1, 1)), "rows": strconv.Itoa(len(a.Delta)), "cols": strconv.Itoa(len(a.L)),
		"corner":   blockText(a.Block(0, 2)),
		"smallest": Num(a.Values[0], 2),
	}
	return Rendering{Pictures: map[string]string{"graph": g.String(), "matrices": m.String()}, Values: values}
}

// mapLabel formats a map for the picture: an angle with a factor for a turn, and otherwise the first entry.
func mapLabel(text string, d int) string {
	m, err := exact.ParseMap(text, d, d)
	if err != nil {
		return text
	}
	isTurn := d == 2 && m.Turn != 0 && m.Conformal && !m.Mirror && m.Scale != 0
	if isTurn {
		out := degrees(turnOf(text))
		if m.Scale != 1 {
			out += " × " + Num(m.Scale, 1)
		}
		return out
	}
	return Num(m.Entries[0], 1)
}

// vectorText formats one number, or several in parentheses.
func vectorText(x []float64) string {
	if len(x) == 1 {
		return numberList(x)
	}
	return "(" + numberList(x) + ")"
}

// numberList formats numbers with two decimals and commas.
func numberList(x []float64) string {
	var parts []string
	for _, v := range x {
		parts = append(parts, Num(v, 2))
	}
	return strings.Join(parts, ", ")
}

// blockText formats a block of one number, or a 2 × 2 block row by row.
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

// cellClass returns the CSS classes of a cell of a matrix.
func cellClass(value float64, marked bool) string {
	switch {
	case marked:
		return "cell on"
	case math.Abs(value) < 1e-12:
		return "cell off"
	}
	return "cell"
}

// matrix draws a matrix at (x, y) as a grid of cells of width side. isMarked reports whether a cell is highlighted. exactly, unless nil,
// has the entries as fractions. A fraction is printed if it is short.
func matrix(p *pen, m [][]float64, exactly [][]string, x, y, side float64, d int, isMarked func(r, c int) bool) {
	for r, row := range m {
		for c, value := range row {
			p.rect(cellClass(value, isMarked(r, c)), x+float64(c)*side, y+float64(r)*side*flat, side, side*flat)
			text := shortNumber(value)
			if exactly != nil && len(exactly[r][c]) < 6 {
				text = strings.Replace(exactly[r][c], "-", "−", 1)
			}
			p.text(words.Either(d == 1, "i c", "sm i c"), x+(float64(c)+0.5)*side, y+(float64(r)+0.5)*side*flat+4.5, plain(text))
		}
	}
}

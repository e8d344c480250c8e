package scene

// This file writes the strip of a tie, a list of cells under each scene. It has a cell for each quantity, from the features of the
// neighbour to the class of the person. The lines of a cell have formulas with numbers, so that a reader can recompute the class with a
// calculator.

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"sheafscope/core/linalg"
)

// StripCell is a quantity of the strip with its value as Text. Name is one of the names below, and Label is the caption. Lines derive the
// value from earlier cells: "name = formula = value", or words.
type StripCell struct {
	Name  string   `json:"name"`
	Label string   `json:"label"`
	Text  string   `json:"text"`
	Lines []string `json:"lines"`
}

// Names of the cells in their order. A network without maps has neither CellSends nor CellEdge.
const (
	CellGiven = "given"
	CellSends = "sends"
	CellEdge  = "edge"
	CellBack  = "back"
	CellPull  = "pull"
	CellSum   = "sum"
	CellGuess = "guess"
)

// Camps are the names of the classes 0 and 1 at Look.
var Camps = [2]string{"blue", "amber"}

// writer formats the numbers of a person's score.
type writer struct {
	*Evaluation
	u      int   // the person
	digits int   // number of decimals
	ties   []Tie // ties of the person
}

// writer returns the writer of person u, with 2 to 8 decimals: as few as suffice for a sum of rounded terms to decide the class. n rounded
// terms have an error of at most n/2 units of the last digit. The decimals suffice if |score| exceeds twice this error.
func (r *Evaluation) writer(u int) *writer {
	w := &writer{Evaluation: r, u: u, digits: 2, ties: r.Ties(u)}
	terms := float64(len(w.ties) + 3) // the ties, the person's own part, the bias, and the sum itself
	for w.digits < 8 && math.Abs(r.Score[u]) <= math.Pow10(-w.digits)*terms {
		w.digits++
	}
	return w
}

// fix formats a number with the given number of decimals and a typographic minus. digits = −1 means the shortest exact form. A number that
// rounds to 0 has no sign.
func fix(v float64, digits int) string {
	text := strconv.FormatFloat(v, 'f', digits, 64)
	if digits < 0 || strings.Trim(text, "-0.") != "" { // exact, or not rounded to 0
		return strings.Replace(text, "-", "−", 1)
	}
	return strings.TrimPrefix(text, "-")
}

// plus formats a number like fix, and adds a plus sign to a number that has no minus sign.
func plus(v float64, digits int) string {
	text := fix(v, digits)
	if strings.HasPrefix(text, "−") {
		return text
	}
	return "+" + text
}

// vec formats a vector.
func (w *writer) vec(v pair) string {
	return "(" + fix(v[0], w.digits) + ", " + fix(v[1], w.digits) + ")"
}

// fine formats a vector with one decimal more than vec, since the pull is computed from it.
func (w *writer) fine(v pair) string {
	return "(" + fix(v[0], w.digits+1) + ", " + fix(v[1], w.digits+1) + ")"
}

// given formats the features of a person: the hint, and the temper 1 or −1.
func (w *writer) given(i int) string {
	return "(" + fix(w.Given[i][0], w.digits) + ", " + fix(w.Given[i][1], -1) + ")"
}

// num formats a number like fix, with brackets around a negative number, for use inside a formula.
func num(v float64, digits int) string {
	text := fix(v, digits)
	if strings.HasPrefix(text, "−") {
		return "(" + text + ")"
	}
	return text
}

// exact formats a stored weight with all digits.
func exact(v float64) string { return fix(v, -1) }

// exacts formats a vector of two stored weights with all digits.
func exacts(a, b float64) string { return "(" + exact(a) + ", " + exact(b) + ")" }

// strip returns the cells of the tie t in the order of the computation. The tie leads from the neighbour v to the person u.
func (w *writer) strip(t Tie) []StripCell {
	u, v := w.u, t.Node
	cells := []StripCell{{CellGiven, "v is given", w.given(v), []string{
		fmt.Sprintf("v, person %d: hint %s, temper %s", v, fix(w.Given[v][0], w.digits), fix(w.Given[v][1], -1)),
		fmt.Sprintf("u, person %d: hint %s, temper %s", u, fix(w.Given[u][0], w.digits), fix(w.Given[u][1], -1))}}}

	// The formula at u multiplies R_u by the vector on the edge, R_v x_v. Without maps there is no factor R_u, and the vector is x_v, the
	// features of v.
	carried, mapFactor := w.given(v), ""
	if !w.Plain {
		cells = append(cells,
			StripCell{CellSends, "v sends", w.vec(w.Sent[v]), []string{w.hiddenLine("v", v), w.sentLine("v", v)}},
			StripCell{CellEdge, "on the edge", w.vec(t.On), append(w.mapLines("v", "u", v, u, t.Rv),
				"R_v x_v = "+num(t.Rv, w.digits)+"·"+w.vec(w.Sent[v])+" = "+w.vec(t.On))})
		carried, mapFactor = w.vec(t.On), num(t.Ru, w.digits)+"·"
	}

	// The vector that arrives at u with its lines, then the pull, the sum and the guess.
	backLines := []string{}
	if !w.Plain {
		backLines = w.mapLines("u", "v", u, v, t.Ru)
	}
	backLines = append(backLines, w.norm("u", u), w.norm("v", v))
	formula := "n_u n_v R_uᵀ R_v x_v = "
	if w.Plain {
		formula = "n_u n_v x_v = "
	}
	backLines = append(backLines, formula+fix(w.Norm[u], w.digits+1)+"·"+fix(w.Norm[v], w.digits+1)+"·"+mapFactor+carried+" = "+w.fine(t.Back))
	return append(cells, StripCell{CellBack, "back at u", w.fine(t.Back), backLines},
		StripCell{CellPull, "pull", plus(t.Pull, w.digits), []string{w.readout(),
			"pull = " + w.vec(w.weights.readout) + "·" + w.fine(t.Back) + " = " + plus(t.Pull, w.digits)}},
		w.sum(), w.guess())
}

// hiddenLine returns the line of the vector h = Wᵀ·given + b of person i, whose name in formulas is u or v. With the features (0.31, −1) it
// is for example "h_v = 0.31·(1.2, 0.4) − 1·(0.5, 0.7) + (0.1, 0) = (−0.03, −0.58)".
func (w *writer) hiddenLine(name string, i int) string {
	in, f := w.weights.in, w.Given[i]
	sign := " + " // of the temper, which is 1 or −1
	if f[1] < 0 {
		sign = " − "
	}
	return fmt.Sprintf("h_%s = %s·%s%s%s·%s + %s = %s", name, fix(f[0], w.digits), exacts(in[0], in[1]), sign, fix(math.Abs(f[1]), -1),
		exacts(in[2], in[3]), exacts(w.weights.inBias[0], w.weights.inBias[1]), w.vec(w.Kept[i]))
}

// sentLine returns the line of the vector x of person i, for example "x_v = w₂ W₁ h_v = 1.3·[0.9 0.1; −0.2 0.8]·(−0.03, −0.58) = …".
func (w *writer) sentLine(name string, i int) string {
	left := w.weights.left // W₁, row-major
	matrix := fmt.Sprintf("[%s %s; %s %s]", exact(left[0]), exact(left[1]), exact(left[2]), exact(left[3]))
	return fmt.Sprintf("x_%s = w₂ W₁ h_%s = %s·%s·%s = %s", name, name, exact(w.weights.right), matrix, w.vec(w.Kept[i]), w.vec(w.Sent[i]))
}

// mapLines returns the lines of the map at one end of a tie. value is the number of the map. own is the person at this end, and far is the
// person at the other end; formulas call them name and farName. A learned map has three lines: both vectors h, then the map. Any other map
// has one line.
func (w *writer) mapLines(name, farName string, own, far int, value float64) []string {
	l := w.weights.learner
	switch {
	case l == nil || value == 0: // no learned map, or a map that the reader has set to 0
		return []string{fmt.Sprintf("R_%s = %s", name, fix(value, -1))}
	case value == 1: // an identity: a learned map is a hyperbolic tangent, which is below 1
		return []string{fmt.Sprintf("R_%s = 1", name)}
	}
	tanh := fmt.Sprintf("R_%s = tanh(%s·%s + %s·%s) = %s", name, exacts(l[0], l[1]), w.vec(w.Kept[own]),
		exacts(l[2], l[3]), w.vec(w.Kept[far]), fix(value, w.digits))
	return []string{w.hiddenLine(farName, far), w.hiddenLine(name, own), tanh}
}

// norm returns the line of the normaliser n of person i. It is computed from the maps at the person's ties, for example
// "n_u = 1/√(1 + 0.52² + 0.31²) = 0.855". If the network has no maps, or all maps print as 1, it is "n_u = 1/√(1 + 2) = 0.577".
func (w *writer) norm(name string, i int) string {
	squares := ""
	for e, edge := range w.Graph.Edges {
		for side, end := range [2]int32{edge.I, edge.J} { // side is the index of the end's map
			if int(end) == i {
				squares += " + " + fix(math.Abs(w.Maps[e][side]), w.digits) + "²"
			}
		}
	}

	// If all squares are 1, their number replaces the long sum.
	ties := strings.Count(squares, "²")
	one := "+ 1." + strings.Repeat("0", w.digits) + "²" // the text of a square that prints as 1
	if w.Plain || strings.Count(squares, one) == ties {
		squares = fmt.Sprintf(" + %d", ties)
	}
	return fmt.Sprintf("n_%s = 1/√(1%s) = %s", name, squares, fix(w.Norm[i], w.digits+1))
}

// readout returns the line of the read-out: the weights of the first class minus the weights of the second.
func (w *writer) readout() string {
	c := w.weights.classes // 2 × 2 in row-major order, a column for each class
	return "w = " + exacts(c[0], c[2]) + " − " + exacts(c[1], c[3]) + " = " + w.vec(w.weights.readout)
}

// sum returns the cell of the score: the lines of the person's own part, the bias, and the sum of all terms, for example
// "own + ties + bias = +0.52 − 0.31 + 0.10 = +0.31".
func (w *writer) sum() StripCell {
	d, bias := w.digits, w.weights.classBias
	lines := append(w.ownLines(), "bias = "+exact(bias[0])+" − "+num(bias[1], -1)+" = "+plus(w.Bias(), d))
	summands := plus(w.Own(w.u), d)
	for _, t := range w.ties {
		summands += term(t.Pull, d)
	}
	score := plus(w.Score[w.u], d)
	return StripCell{CellSum, "all of them", score, append(lines, "own + ties + bias = "+summands+term(w.Bias(), d)+" = "+score)}
}

// ownLines returns the lines of the person's own part of the score ([Evaluation.Own]). The own part is the read-out of the person's own
// vector. For a network with maps this vector is k·h_u − q·x_u in each coordinate, where k = 1 + tanh ε and q = n_u² ΣR_u². For a network
// without maps (Plain, a GCN) it is n_u² x_u.
func (w *writer) ownLines() []string {
	u, d := w.u, w.digits
	own, norm, sent, readout := plus(w.Own(u), d), fix(w.Norm[u], d+1), w.Sent[u], w.weights.readout
	if w.Plain {
		return []string{"own = n_u² w·x_u = " + norm + "²·(" + w.vec(readout) + "·" + w.given(u) + ") = " + own}
	}

	// The lines of h_u, x_u, k, q, and the read-out of the vector. Since n_u² = 1/(1 + ΣR_u²), q is 1 − n_u².
	eps, kept := w.weights.eps, w.Kept[u]
	k := pair{w.weights.retained(0), w.weights.retained(1)}
	q := fix(w.Norm[u]*w.Norm[u]*w.Squares[u], d+1)
	return []string{w.hiddenLine("u", u), w.sentLine("u", u),
		fmt.Sprintf("k = 1 + tanh ε = (1 + tanh(%s), 1 + tanh(%s)) = %s", exact(eps[0]), exact(eps[1]), w.vec(k)),
		"q = n_u² ΣR_u² = 1 − " + norm + "² = " + q,
		fmt.Sprintf("own = %s·(%s·%s − %s·%s) + %s·(%s·%s − %s·%s) = %s", fix(readout[0], d), fix(k[0], d), num(kept[0], d), q, num(sent[0], d),
			num(readout[1], d), fix(k[1], d), num(kept[1], d), q, num(sent[1], d), own)}
}

// term formats a number as a further term of a sum, for example " + 0.25" or " − 0.25".
func term(v float64, digits int) string {
	text := plus(v, digits)
	sign, size := " + ", strings.TrimPrefix(text, "+")
	if positive, isNegative := strings.CutPrefix(text, "−"); isNegative {
		sign, size = " − ", positive
	}
	return sign + size
}

// guess returns the cell of the predicted class with its probability. A score of exactly 0 counts as above 0.
func (w *writer) guess() StripCell {
	p, size := w.prob(), math.Abs(w.Score[w.u])
	camp := Camps[w.Pred[w.u]]
	side := "above"
	if w.Pred[w.u] == 1 {
		side = "below"
	}
	return StripCell{CellGuess, "guess", camp, []string{fmt.Sprintf("%s is %s 0: %s", plus(w.Score[w.u], w.digits), side, camp),
		fmt.Sprintf("probability = 1/(1 + exp(−%s)) = %s", fix(size, w.digits), fix(p, 2))}}
}

// prob returns the probability of the predicted class.
func (w *writer) prob() float64 { return 1 / (1 + linalg.Exp(-math.Abs(w.Score[w.u]))) }

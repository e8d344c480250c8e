package inspector

// This file defines the chain: the equations of a stage at the followed node, with the node's own numbers in cells. The level Learn of the
// page follows one node, one of its edges, and one channel of the features. A channel has a vector for each node, with D numbers (the stalk
// dimension). File chains.go has the equations of each stage.

import (
	"math"
	"slices"
	"strings"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Chain is the picture of a stage at the level Learn: rows of equations, each with numbers in coloured cells.
type Chain struct {
	Rows []ChainRow `json:"rows"`
	// There are two scales of colours. Signed is the largest absolute value of the signed numbers of all rows, and Mass the largest mass.
	Signed view.F `json:"signed,omitempty"`
	Mass   view.F `json:"mass,omitempty"`
	// Strip has one cell for each main quantity from the features to the class.
	Strip []StripCell `json:"strip,omitempty"`
}

// ChainRow is one equation. Says is its description in words.
type ChainRow struct {
	Says string `json:"says"`
	// Items are the operands and the operator signs of the equation, from left to right.
	Items []*ChainItem `json:"items"`
}

// ChainItem is an operand of an equation or an operator sign. An operand is a matrix V, row by row, with a Name and at least one column
// (Cols). The Name can be "". For an operator sign, Op is the sign and all other fields are empty.
type ChainItem struct {
	Op   string   `json:"op,omitempty"`
	Name string   `json:"name,omitempty"`
	Cols int      `json:"cols,omitempty"`
	V    view.Vec `json:"v,omitempty"`
	// Mass reports that the quantity is never negative, such as a mass, a share or a norm. Its numbers use the scale Chain.Mass.
	Mass bool `json:"mass,omitempty"`
	// Fine reports that the numbers are shown with four digits, so that small changes are visible.
	Fine bool `json:"fine,omitempty"`
	// Labels name the entries. They are beside the rows of a column, or above the columns of a matrix with one row.
	Labels []string `json:"labels,omitempty"`
	token  string   // the token of the operand in the formulas of [walk.eq], such as "h:u"; "" for the operand "_"
}

// let defines a token for the formulas of [walk.eq]: the operand with the numbers v. A vector of D² numbers becomes a D × D matrix,
// row-major, and every other v becomes a column. The suffix :u or :v of a token names the node of the numbers. The caller can set further
// fields of the returned operand.
func (w *walk) let(token string, v []float64) *ChainItem {
	operand := w.column(token, v)
	if d := w.c.D; d > 1 && len(v) == d*d {
		operand.Cols = d
	}
	return operand
}

// column defines a token like [walk.let], but v is a column for every length. The operand of the empty token has no name, and formulas
// refer to it as "_".
func (w *walk) column(token string, v []float64) *ChainItem {
	operand := &ChainItem{Name: token, Cols: 1, V: v, token: token}
	if name, end, ok := strings.Cut(token, ":"); ok {
		operand.Name = name + " of " + w.name(end)
	}
	if token == "" {
		w.operands["_"] = operand
	} else {
		w.operands[token] = operand
	}
	return operand
}

// name returns the name of node u if end is "u", and the name of node v if end is "v".
func (w *walk) name(end string) string { return words.Either(end == "u", w.U, w.V) }

// eq appends a row with the description text and the equation formula. The formula has tokens between spaces, as in "R:u · h:u = Rh:u":
// tokens defined by [walk.let] or [walk.column] are operands, and all others are operator signs. A word before an arrow, as in "softmax→",
// names the function. A later definition of a token does not change this row. A later change of an operand does, since rows share operands.
func (w *walk) eq(text, formula string) {
	row := ChainRow{Says: text}
	for token := range strings.FieldsSeq(formula) {
		item := w.operands[token]
		if item == nil {
			item = &ChainItem{Op: token}
			if function, ok := strings.CutSuffix(token, "→"); ok && function != "" {
				item.Op = function + " →"
			}
		}
		row.Items = append(row.Items, item)
	}
	w.equations = append(w.equations, row)
}

// StripCell is a quantity on the way from the features to the class. V has its first numbers, at most two, and More reports that the
// quantity has further numbers. Text is the value of a quantity that is no vector: the name of the class. Now is the quantity's stage minus
// the shown stage. It is negative for an earlier stage, and 0 for the shown stage.
type StripCell struct {
	Name string   `json:"name"`
	Text string   `json:"text,omitempty"`
	V    view.Vec `json:"v,omitempty"`
	More bool     `json:"more,omitempty"`
	Now  int      `json:"now"`
}

// inStrip has the tokens of the quantities in the strip, each between spaces.
const inStrip = " features:u h:u μ:u P⋆ R:u block x:u f:u enters score probability calibrated "

// strip returns the cells of the strip, in the order of the stages 1 to 9. If several equations have a quantity, its cell gets the stage of
// the first of these equations and the numbers of the last. The final cell is the predicted class, if there are a prediction and other
// cells. shown is the stage that the page shows. strip overwrites the operands and the equations of w.
func (w *walk) strip(shown int) (cells []StripCell) {
	place := map[string]int{} // by token: the number of its cell, from 1; 0 for a token without a cell
	for k := stage.Features; k <= stage.Posterior; k++ {
		for _, item := range w.items(k) {
			isInStrip := item.token != "" && strings.Contains(inStrip, " "+item.token+" ")
			if !isInStrip || len(item.V) == 0 {
				continue // for example an operator sign, which has neither token nor numbers
			}
			if place[item.token] == 0 {
				cells = append(cells, StripCell{Name: strings.TrimSuffix(item.token, ":u"), Now: k - shown})
				place[item.token] = len(cells)
			}
			cell := &cells[place[item.token]-1]
			cell.V = item.V[:min(2, len(item.V))]
			cell.More = len(item.V) > 2
		}
	}

	// The class belongs to stage 9, whose calibration may change the prediction of stage 8.
	if class := view.Predicted(w.s, w.u); class >= 0 && len(cells) > 0 {
		cells = append(cells, StripCell{Name: "class", Text: view.Classes(w.s.Graph)[class].Name, Now: stage.Posterior - shown})
	}
	return cells
}

// items returns the operands and signs of all equations of stage k.
func (w *walk) items(k int) (items []*ChainItem) {
	for _, row := range w.rows(k) {
		items = append(items, row.Items...)
	}
	return items
}

// figure returns the chain as a figure of the panel, and whether the figure has a row. It omits every row in which an operand has no
// numbers, and sets the scales Signed and Mass from the remaining rows.
func (c Chain) figure(title string) (fig view.Figure, ok bool) {
	rows := c.Rows
	c.Rows = nil
	for _, row := range rows {
		if !row.complete() {
			continue
		}
		c.Rows = append(c.Rows, row)
		for _, item := range row.Items {
			size := view.F(view.MaxNorm(item.V))
			switch {
			case len(item.V) == 0: // an operator sign
			case item.Mass:
				c.Mass = max(c.Mass, size)
			default:
				c.Signed = max(c.Signed, size)
			}
		}
	}
	return view.Figure{ID: "chain", Title: title, Alt: "The numbers of this stage, for the node that is followed", Data: c}, len(c.Rows) > 0
}

// complete reports whether the equation has items, and each operand has numbers.
func (r ChainRow) complete() bool {
	lacksNumbers := func(item *ChainItem) bool { return item.Op == "" && len(item.V) == 0 }
	return len(r.Items) > 0 && !slices.ContainsFunc(r.Items, lacksNumbers)
}

// walk builds the equations of one node u, its edge to node v, and one channel.
type walk struct {
	s *state.State
	f *frame.Frame // the numbers of the shown position
	// c has the numbers of the followed channel, and is nil before they arrive. Some of its fields are:
	//   - Encoded and Diffused, N × D numbers each: the vectors of all nodes before and after the diffusion;
	//   - Input, Output and Mixed, D numbers each: the vector of u before and after the diffusion, and after the mixing;
	//   - Maps and Hat: both maps of the followed edge, and their forms in the operator (R̂ for L̂, R itself for L);
	//   - Terms: the terms Δt (L̂x)_u by edge of u;
	//   - Powers: the Chebyshev polynomials T_q(I − L̂)h at u; in the code reading T_q(I + L̂)h.
	c    *frame.Channel
	u, v int    // v is −1 if u has no edge
	side int    // 1 if u is the second end of the edge, and 0 if u is the first end or has no edge
	U, V string // the short names of u and v; V is "" if u has no edge
	// operands has the operand of each defined token. equations are the rows of the stage whose equations were built last.
	operands  map[string]*ChainItem
	equations []ChainRow
}

// newWalk returns the walk of the followed node and its followed edge. It defines the tokens that several stages use: the vectors h, x and
// f (before the diffusion, after it, and after the mixing), and the maps R and R̂. ok is false if the numbers of this node and edge have
// not arrived, and during a change by hand, since the channel has only numbers of the run. The names of the nodes are set even then.
func newWalk(s *state.State) (w walk, ok bool) {
	w = walk{s: s, f: s.Frame, c: s.ChannelNow(), u: s.Node(), v: -1, U: view.ShortName(s, s.Node())}
	if e := s.FollowedEdge(); e >= 0 {
		i, j := s.Graph.Ends(e)
		w.v = j
		if j == w.u {
			w.v, w.side = i, 1
		}
		w.V = view.ShortName(s, w.v)
	}
	if w.c == nil || !s.ChannelFollows() || s.ByHand != nil {
		return w, false
	}

	// Numbers that the channel lacks are nil, and Chain.figure omits the rows with them.
	w.operands = map[string]*ChainItem{}
	w.let("h:u", w.c.Input)
	if w.c.Input == nil { // until the diffusion has run, h is the encoded vector
		w.let("h:u", w.ofNode(w.c.Encoded, w.u))
	}
	w.let("h:v", w.ofNode(w.c.Encoded, w.v))
	w.let("x:u", w.c.Output)
	w.let("x:v", w.ofNode(w.c.Diffused, w.v))
	w.let("f:u", w.c.Mixed)
	for k, end := range []string{"u", "v"} {
		w.let("R:"+end, w.c.Maps[w.side^k]) // Maps[side] belongs to u, Maps[1−side] to v
		w.let("R̂:"+end, w.c.Hat[w.side^k])
	}
	return w, true
}

// ofNode returns the D numbers of a node in all, which is N×D. It returns nil for the node −1, or if all does not reach the node.
func (w *walk) ofNode(all []float32, node int) []float64 {
	d := w.c.D
	if node < 0 || (node+1)*d > len(all) {
		return nil
	}
	out := make([]float64, d)
	for p := range out {
		out[p] = float64(all[node*d+p])
	}
	return out
}

// edge returns the numbers of the followed edge. It returns nil if u has no edge, or until the numbers of this edge have arrived.
func (w *walk) edge() *frame.Edge {
	if e := w.f.Edge; e != nil && w.v >= 0 && e.Index == w.s.FollowedEdge() {
		return e
	}
	return nil
}

// plan returns a D × D plan of the edge so that rows belong to u. The argument p has rows for the first end of the edge.
func (w *walk) plan(p []float64) []float64 {
	if w.side == 0 {
		return p
	}
	return transposed(p)
}

// transposed returns the transpose of a d × d matrix, row-major. For an empty list it returns an empty list.
func transposed(m []float64) []float64 {
	d := int(math.Round(math.Sqrt(float64(len(m)))))
	out := make([]float64, len(m))
	for k, v := range m {
		row, col := k/d, k%d
		out[col*d+row] = v
	}
	return out
}

// times returns m·x for a d × d matrix m, row-major, and d = len(x). It returns nil if m has another size or x is empty.
func times(m, x []float64) []float64 {
	d := len(x)
	if d == 0 || len(m) != d*d {
		return nil
	}
	out := make([]float64, d)
	for k, v := range m {
		row, col := k/d, k%d
		out[row] += v * x[col]
	}
	return out
}

// product returns scale·a·b for two d × d matrices, row-major. It returns nil if a and b differ in size, as when one of them is missing.
func product(a, b []float64, scale float64) []float64 {
	d := int(math.Round(math.Sqrt(float64(len(a)))))
	if len(a) != len(b) {
		return nil
	}
	out := make([]float64, len(a))
	for i := range d {
		for j := range d {
			for k := range d {
				out[i*d+j] += scale * a[i*d+k] * b[k*d+j]
			}
		}
	}
	return out
}

// plus returns a + scale·b. It returns nil if a and b differ in length.
func plus(a, b []float64, scale float64) []float64 {
	if len(a) != len(b) {
		return nil
	}
	out := slices.Clone(a)
	for k, v := range b {
		out[k] += scale * v
	}
	return out
}

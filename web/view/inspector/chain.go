package inspector

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

// Chain is the picture of a stage at Learn: rows of equations with their numbers in cells. Signed and Mass are the largest
// absolute values of signed numbers and of masses; each kind has one scale.
type Chain struct {
	Rows   []ChainRow `json:"rows"`
	Signed view.F     `json:"signed,omitempty"`
	Mass   view.F     `json:"mass,omitempty"`
	// Strip has the quantities of all stages.
	Strip []StripCell `json:"strip,omitempty"`
}

// ChainRow is an equation with its description Says.
type ChainRow struct {
	Says  string       `json:"says"`
	Items []*ChainItem `json:"items"`
}

// ChainItem is a matrix with Cols columns under its name, or the sign Op between two.
type ChainItem struct {
	Op   string   `json:"op,omitempty"`
	Name string   `json:"name,omitempty"`
	Cols int      `json:"cols,omitempty"`
	V    view.Vec `json:"v,omitempty"`
	Mass bool     `json:"mass,omitempty"`
	// Fine numbers have four digits, to show small changes.
	Fine bool `json:"fine,omitempty"`
	// Labels are written beside the rows of a column, or above the columns of one row.
	Labels []string `json:"labels,omitempty"`
	token  string   // the name given by let
}

// let names numbers for the equations of eq; a name with :u or :v belongs to that node. d numbers are a column, d² a matrix.
func (w *walk) let(token string, v []float64) *ChainItem {
	q := w.column(token, v)
	if d := w.c.D; d > 1 && len(v) == d*d {
		q.Cols = d
	}
	return q
}

// column is let for a column of any length.
func (w *walk) column(token string, v []float64) *ChainItem {
	q := &ChainItem{Name: token, Cols: 1, V: v, token: token}
	if name, end, ok := strings.Cut(token, ":"); ok {
		q.Name = name + " of " + w.name(end)
	}
	if token == "" {
		token = "_"
	}
	w.known[token] = q
	return q
}

// name returns the name of an end.
func (w *walk) name(end string) string { return words.Either(end == "u", w.U, w.V) }

// eq appends a row. A token of form is a name given by let, or a sign.
func (w *walk) eq(text, form string) {
	r := ChainRow{Says: text}
	for token := range strings.FieldsSeq(form) {
		q := w.known[token]
		if q == nil {
			q = &ChainItem{Op: token}
			if name, ok := strings.CutSuffix(token, "→"); ok && name != "" {
				q.Op = name + " →"
			}
		}
		r.Items = append(r.Items, q)
	}
	w.made = append(w.made, r)
}

// StripCell is a quantity on the way to the class, with at most two of its numbers. Now is its stage relative to the shown one: 0
// at it, negative before.
type StripCell struct {
	Name string   `json:"name"`
	Text string   `json:"text,omitempty"`
	V    view.Vec `json:"v,omitempty"`
	More bool     `json:"more,omitempty"`
	Now  int      `json:"now"`
}

// inStrip are the names whose numbers are in the strip.
const inStrip = " features:u h:u μ:u P⋆ R:u block x:u f:u enters score probability calibrated "

// strip returns the quantities of all stages up to the class, each with its last value in its stage's equations.
func (w *walk) strip(now int) (cells []StripCell) {
	at := map[string]int{}
	for k := stage.Features; k <= stage.Posterior; k++ {
		for _, r := range w.rows(k) {
			for _, q := range r.Items {
				if len(q.V) == 0 || q.token == "" || !strings.Contains(inStrip, " "+q.token+" ") {
					continue
				}
				if at[q.token] == 0 {
					cells = append(cells, StripCell{Name: strings.TrimSuffix(q.token, ":u"), Now: k - now})
					at[q.token] = len(cells)
				}
				c := &cells[at[q.token]-1]
				c.V, c.More = q.V[:min(2, len(q.V))], len(q.V) > 2
			}
		}
	}
	if c := view.Predicted(w.s, w.u); c >= 0 && len(cells) > 0 {
		cells = append(cells, StripCell{Name: "class", Text: view.Classes(w.s.Graph)[c].Name, Now: stage.Posterior - now})
	}
	return cells
}

// figure returns the picture without the rows that lack a number; false without rows.
func (c Chain) figure(title string) (view.Figure, bool) {
	rows := c.Rows
	c.Rows = nil
	for _, r := range rows {
		there := len(r.Items) > 0
		for _, q := range r.Items {
			there = there && (q.Op != "" || len(q.V) > 0)
		}
		if !there {
			continue
		}
		c.Rows = append(c.Rows, r)
		for _, q := range r.Items {
			if size := view.F(view.MaxNorm(q.V)); len(q.V) == 0 {
				continue
			} else if q.Mass {
				c.Mass = max(c.Mass, size)
			} else {
				c.Signed = max(c.Signed, size)
			}
		}
	}
	return view.Figure{ID: "chain", Title: title, Alt: "The numbers of this stage, for the node that is followed", Data: c}, len(c.Rows) > 0
}

// walk is the subject of the pictures: node u, its edge to v, and a channel.
type walk struct {
	s    *state.State
	f    *frame.Frame
	c    *frame.Channel
	u, v int // v is −1 without an edge
	side int // side of u on the edge, 0 or 1
	U, V string
	// known are the numbers named by let; made are the rows of a stage.
	known map[string]*ChainItem
	made  []ChainRow
}

// newWalk returns the followed node with its edge; ok is false before the channel is computed.
func newWalk(s *state.State) (w walk, ok bool) {
	w = walk{s: s, f: s.Frame, c: s.ChannelNow(), u: s.Node(), v: -1, U: view.ShortName(s, s.Node())}
	if e := s.FollowedEdge(); e >= 0 {
		i, j := s.Graph.Ends(e)
		if w.v = j; j == w.u {
			w.v, w.side = i, 1
		}
		w.V = view.ShortName(s, w.v)
	}
	if w.c == nil {
		return w, false
	}
	w.known = map[string]*ChainItem{}
	w.let("h:u", w.c.Input)
	if w.c.Input == nil {
		w.let("h:u", w.of(w.c.Encoded, w.u))
	}
	w.let("h:v", w.of(w.c.Encoded, w.v))
	w.let("x:u", w.c.Output)
	w.let("x:v", w.of(w.c.Diffused, w.v))
	w.let("f:u", w.c.Mixed)
	for k, end := range []string{"u", "v"} {
		w.let("R:"+end, w.c.Maps[w.side^k])
		w.let("R̂:"+end, w.c.Hat[w.side^k])
	}
	return w, true
}

// of returns the numbers of a node in the channel, nil for −1.
func (w *walk) of(all []float32, node int) []float64 {
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

// edge returns the followed edge, nil before its numbers are computed.
func (w *walk) edge() *frame.Edge {
	if e := w.f.Edge; e != nil && w.v >= 0 && e.Index == w.s.FollowedEdge() {
		return e
	}
	return nil
}

// plan returns a plan of the edge with u in the rows.
func (w *walk) plan(p []float64) []float64 {
	if w.side == 0 {
		return p
	}
	return turned(p)
}

// turned returns the transpose of a d × d matrix.
func turned(m []float64) []float64 {
	d := int(math.Round(math.Sqrt(float64(len(m)))))
	out := make([]float64, len(m))
	for k, v := range m {
		out[k%d*d+k/d] = v
	}
	return out
}

// times returns m·x, product scale·a·b, of d × d matrices row by row; nil for other sizes.
func times(m, x []float64) []float64 {
	d := len(x)
	if d == 0 || len(m) != d*d {
		return nil
	}
	out := make([]float64, d)
	for k, v := range m {
		out[k/d] += v * x[k%d]
	}
	return out
}

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

// plus returns a + scale·b, nil for unequal lengths.
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

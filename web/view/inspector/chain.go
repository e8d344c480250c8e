package inspector

import (
	"math"
	"slices"

	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Chain is the picture of a stage at Learn: rows of equations in cells with their numbers. Signed and Mass are the largest sizes of what
// has a sign, and of what has none: each has one scale in the picture.
type Chain struct {
	Rows   []ChainRow `json:"rows"`
	Signed view.F     `json:"signed,omitempty"`
	Mass   view.F     `json:"mass,omitempty"`
}

// ChainRow is an equation: Says names it.
type ChainRow struct {
	Says  string       `json:"says"`
	Items []*ChainItem `json:"items"`
}

// ChainItem is a matrix with Cols columns under its name, or a sign between two, Op.
type ChainItem struct {
	Op   string   `json:"op,omitempty"`
	Name string   `json:"name,omitempty"`
	Cols int      `json:"cols,omitempty"`
	V    view.Vec `json:"v,omitempty"`
	Mass bool     `json:"mass,omitempty"`
	// Fine numbers have four digits, to distinguish what hardly changes.
	Fine bool `json:"fine,omitempty"`
	// Labels stand beside the rows of a column, or over the columns of one row.
	Labels []string `json:"labels,omitempty"`
}

// says begins a row.
func says(text string, items ...*ChainItem) ChainRow { return ChainRow{Says: text, Items: items} }

func op(text string) *ChainItem { return &ChainItem{Op: text} }

// col is a vector as a column, wide the same as one row, square a d×d matrix.
func col(name string, v []float64) *ChainItem { return &ChainItem{Name: name, Cols: 1, V: v} }

func wide(name string, v []float64) *ChainItem {
	return &ChainItem{Name: name, Cols: max(1, len(v)), V: v}
}

func square(name string, v []float64) *ChainItem {
	return &ChainItem{Name: name, Cols: int(math.Round(math.Sqrt(float64(len(v))))), V: v}
}

// mass marks numbers that are never below 0.
func (q *ChainItem) mass() *ChainItem {
	q.Mass = true
	return q
}

func (q *ChainItem) finely() *ChainItem {
	q.Fine = true
	return q
}

func (q *ChainItem) labels(names []string) *ChainItem {
	q.Labels = names
	return q
}

// figure makes the picture of rows; rows that miss a number are left out.
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

// walk is what the pictures of the stages speak of: node u with its edge to v, in channel K.
type walk struct {
	s    *state.State
	f    *frame.Frame
	c    *frame.Channel
	u, v int // v is −1 without an edge
	side int // of u on the edge
	U, V string
}

// newWalk reports whether the numbers of the channel are there.
func newWalk(s *state.State) (w walk, ok bool) {
	w = walk{s: s, f: s.Frame, c: s.ChannelNow(), u: s.Node(), v: -1, U: view.ShortName(s, s.Node())}
	if e := s.FollowedEdge(); e >= 0 {
		i, j := s.Graph.Ends(e)
		if w.v = j; j == w.u {
			w.v, w.side = i, 1
		}
		w.V = view.ShortName(s, w.v)
	}
	return w, w.c != nil
}

// of are the numbers of a node in the channel.
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

// edge is the edge that is followed, nil where its numbers are not there.
func (w *walk) edge() *frame.Edge {
	if e := w.f.Edge; e != nil && w.v >= 0 && e.Index == w.s.FollowedEdge() {
		return e
	}
	return nil
}

// measures are those of u and v, and a plan of the edge with u in the rows.
func (w *walk) measures(e *frame.Edge) (mu, nu []float64) {
	if w.side == 1 {
		return e.Nu, e.Mu
	}
	return e.Mu, e.Nu
}

func (w *walk) plan(p []float64) []float64 {
	if w.side == 0 {
		return p
	}
	return turned(p)
}

// turned is a d×d matrix with rows and columns exchanged.
func turned(m []float64) []float64 {
	d := int(math.Round(math.Sqrt(float64(len(m)))))
	out := make([]float64, len(m))
	for k, v := range m {
		out[k%d*d+k/d] = v
	}
	return out
}

// times is m·x, and product a·b, of d×d matrices by rows.
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

// plus is a + scale·b.
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

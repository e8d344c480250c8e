package node

import (
	"cmp"
	"slices"
	"sort"
	"strconv"

	"sheafscope/core/sgpc/explain"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Bounds of the lists of an unrolled node: neighbours, further nodes, features, classes and flips.
const (
	nearRows   = 8
	farRows    = 30
	wordRows   = 7
	scoreCols  = 6
	flipRows   = 6
	wordChips  = 6
	joinChips  = 3
	gapVisible = 0.005 // least gap visible with two decimals
)

// Unrolled is the score of a node by source (rows) and class (columns), with its change when something is removed.
type Unrolled struct {
	Node  int         `json:"node"`
	Slot  int         `json:"slot"`
	Prev  int         `json:"prev"`
	Next  int         `json:"next"`
	Name  string      `json:"name"` // names of the node, the previous and the next one
	Prior string      `json:"prevname"`
	After string      `json:"nextname"`
	Title string      `json:"title"`
	Lead  []view.Span `json:"lead"`
	Pair  string      `json:"pair"`
	From  string      `json:"from"`
	To    string      `json:"to"`
	Way   bool        `json:"way"`
	Note  string      `json:"note"`
	Score string      `json:"score"` // score of the predicted class with all digits
	Sum   string      `json:"sum"`   // sum of its rows
	Top   view.F      `json:"top"`   // largest |entry| of the messages
	MapD  int         `json:"d"`
	Words []view.Bar  `json:"words"`
	If    *WhatIf     `json:"whatif,omitempty"`

	Columns []ScoreColumn `json:"columns"`
	Rows    []SourceRow   `json:"rows,omitempty"`
}

// ScoreColumn is a class with its score and probability. Softmax is the probability before calibration, "" without calibration.
// Role marks the predicted and the true class.
type ScoreColumn struct {
	Name    string `json:"name"`
	Slot    int    `json:"slot"`
	Role    string `json:"role"`
	Score   string `json:"score"`
	Softmax string `json:"softmax,omitempty"`
	Prob    string `json:"prob"`
}

// SourceRow is a source of the scores. In is the key of the row that unfolds it, "" for an unfolded one.
type SourceRow struct {
	Key  string       `json:"key"`
	In   string       `json:"in,omitempty"`
	Name string       `json:"name"`
	Sub  string       `json:"sub,omitempty"`
	Slot int          `json:"slot"`
	Node int          `json:"node"`
	Same bool         `json:"same,omitempty"` // an edge between nodes of one class
	Edge int          `json:"edge"`
	V    view.Vec     `json:"v"`
	Text []string     `json:"t"`
	Pull view.F       `json:"pull"`
	Says string       `json:"says"`
	Way  *explain.Way `json:"way,omitempty"`

	sum  []float64 // contribution by class
	pull float64
}

// unroller computes an Unrolled.
type unroller struct {
	s       *state.State
	w       *state.Why
	x       *explain.Parts
	cl      []view.Class
	a, b    int // the predicted class and the one compared with it
	columns []int
}

// NewUnrolled returns the view of the selected node, nil before its explanation is computed.
func NewUnrolled(s *state.State) *Unrolled {
	w := s.WhyOf()
	if w == nil || w.View == nil || len(w.View.Score) != s.Graph.Classes {
		return nil
	}
	u := unroller{s: s, w: w, x: w.View, cl: view.Classes(s.Graph)}
	u.classes()
	v := &Unrolled{Node: s.Node(), Slot: u.cl[u.a].Slot, Way: u.x.Exact, From: u.cl[u.b].Name, To: u.cl[u.a].Name}
	v.Pair = "pull to " + v.To + " against " + v.From
	v.Prev, v.Next = u.around()
	v.Name, v.Prior, v.After = view.ShortName(s, v.Node), view.ShortName(s, v.Prev), view.ShortName(s, v.Next)
	v.Title = "Why is node " + v.Name + " called " + v.To + "?"
	v.Rows = u.rows()
	u.round(v.Rows)
	sum := 0.0
	for k := range v.Rows {
		r := &v.Rows[k]
		if r.In == "" {
			sum += r.sum[u.a]
		}
		for _, c := range u.columns {
			r.V = append(r.V, r.sum[c])
		}
		r.Pull, r.Says = view.F(r.pull), plusFix(r.pull)
		if m := r.Way; m != nil {
			v.MapD = len(m.X)
			for _, part := range [][]float64{m.X, m.Rji, m.OnEdge, m.Rij, m.Back, m.Arrives} {
				if slices.ContainsFunc(part, func(x float64) bool { return x-x != 0 }) {
					r.Way = nil // NaN or Inf cannot be drawn
				}
				v.Top = max(v.Top, view.F(view.MaxNorm(part)))
			}
		}
	}
	v.Score, v.Sum = digits(u.x.Score[u.a]), digits(sum)
	for _, c := range u.columns {
		col := ScoreColumn{Name: u.cl[c].Name, Slot: u.cl[c].Slot, Score: plusFix(u.x.Score[c]), Prob: view.Fix(u.x.Called[c], 2)}
		if !slices.Equal(u.x.Prob, u.x.Called) {
			col.Softmax = view.Fix(u.x.Prob[c], 2)
		}
		switch label := s.Graph.Labels[s.Node()]; {
		case c == u.a && c == label:
			col.Role = "called, truth"
		case c == u.a:
			col.Role = "called"
		case c == label:
			col.Role = "truth"
		}
		v.Columns = append(v.Columns, col)
	}
	v.Lead, v.Note = u.lead(v.Rows), u.note()
	v.Words = u.words()
	v.If = u.whatIf(v.Rows)
	return v
}

// UnrolledOrNot is NewUnrolled, with only a title before the explanation is computed.
func UnrolledOrNot(s *state.State) *Unrolled {
	if v := NewUnrolled(s); v != nil {
		return v
	}
	return &Unrolled{Node: s.Node(), Title: "Node " + view.ShortName(s, max(0, s.Node())),
		Lead: view.Say("There is an answer when the run stands and has an epoch.")}
}

// classes sets the predicted class, the compared one (the truth where it differs, else the next best) and the columns: these two,
// then the others by score.
func (u *unroller) classes() {
	score := u.x.Score
	u.columns = make([]int, len(score))
	for c := range score {
		u.columns[c] = c
	}
	u.a = argMax(u.x.Called)
	u.b = u.s.Graph.Labels[u.s.Node()]
	rank := map[int]int{u.b: -1, u.a: -2}
	sort.SliceStable(u.columns, func(i, j int) bool {
		p, q := u.columns[i], u.columns[j]
		return cmp.Or(cmp.Compare(rank[p], rank[q]), cmp.Compare(score[q], score[p])) < 0
	})
	if u.b < 0 || u.b == u.a {
		u.b = u.columns[1]
	}
	u.columns = u.columns[:min(scoreCols, len(u.columns))]
}

// argMax returns the index of the largest number, the first of equal ones.
func argMax(v []float64) int {
	best := 0
	for c, x := range v {
		if x > v[best] {
			best = c
		}
	}
	return best
}

// around returns the previous and the next node: of the selection, else by number.
func (u *unroller) around() (prev, next int) {
	s := u.s
	if k := slices.Index(s.View.Chosen, s.Node()); k >= 0 && len(s.View.Chosen) > 1 {
		return s.View.Chosen[(k+len(s.View.Chosen)-1)%len(s.View.Chosen)], s.View.Chosen[(k+1)%len(s.View.Chosen)]
	}
	return (s.Node() + s.Graph.N - 1) % s.Graph.N, (s.Node() + 1) % s.Graph.N
}

// digits formats a number with all digits.
func digits(x float64) string {
	return words.Either(x-x == 0, strconv.FormatFloat(x, 'g', -1, 64), words.Dash)
}

// plusFix formats a number with two decimals and its sign.
func plusFix(x float64) string {
	text := view.Fix(x, 2)
	return words.Either(x > 0 && text != "0.00" && text != words.Dash, "+"+text, text)
}

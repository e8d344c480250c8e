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

// Bounds of what an unrolled node lists: neighbours, further nodes, features and
// classes by themselves, and flips.
const (
	nearRows   = 8
	farRows    = 30
	wordRows   = 7
	scoreCols  = 6
	flipRows   = 6
	wordChips  = 6
	joinChips  = 3
	gapVisible = 0.005 // a gap that a number of two decimals shows
)

// Unrolled is the score of a node, a row a source, a column a class, and what
// becomes of it when something is taken away.
type Unrolled struct {
	Node  int         `json:"node"`
	Slot  int         `json:"slot"`
	Prev  int         `json:"prev"`
	Next  int         `json:"next"`
	Name  string      `json:"name"` // of the node, of the one before and of the one after
	Prior string      `json:"prevname"`
	After string      `json:"nextname"`
	Title string      `json:"title"`
	Lead  []view.Span `json:"lead"`
	Pair  string      `json:"pair"`
	From  string      `json:"from"`
	To    string      `json:"to"`
	Way   bool        `json:"way"`
	Note  string      `json:"note"`
	Score string      `json:"score"` // of the called class, with all digits
	Sum   string      `json:"sum"`   // of its rows
	Top   view.F      `json:"top"`   // largest entry of the messages
	MapD  int         `json:"d"`
	Words []view.Bar  `json:"words"`
	If    *WhatIf     `json:"whatif,omitempty"`

	Columns []ScoreColumn `json:"columns"`
	Rows    []SourceRow   `json:"rows,omitempty"`
}

// ScoreColumn is a class, its score and its probability, and what the softmax of the scores gives before calibration, ""
// where nothing is calibrated. Role says whether it is called or true.
type ScoreColumn struct {
	Name    string `json:"name"`
	Slot    int    `json:"slot"`
	Role    string `json:"role"`
	Score   string `json:"score"`
	Softmax string `json:"softmax,omitempty"`
	Prob    string `json:"prob"`
}

// SourceRow is where a part of the scores comes from. In names the row that opens it, "" for one that stands open.
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

	sum  []float64 // by class
	pull float64
}

// unroller makes an Unrolled.
type unroller struct {
	s       *state.State
	w       *state.Why
	x       *explain.Parts
	cl      []view.Class
	a, b    int // called, and what it is held against
	columns []int
}

// NewUnrolled returns the view of the chosen node, nil when it is not there.
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
					r.Way = nil // no numbers, nothing to draw
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

// UnrolledOrNot is NewUnrolled, or only a title while it is on its way.
func UnrolledOrNot(s *state.State) *Unrolled {
	if v := NewUnrolled(s); v != nil {
		return v
	}
	return &Unrolled{Node: s.Node(), Title: "Node " + view.ShortName(s, max(0, s.Node())),
		Lead: view.Say("There is an answer when the run stands and has an epoch.")}
}

// classes chooses what is called, what it is held against (the truth where that
// is another, else the next best) and the columns: these two first, the others by score.
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

func argMax(v []float64) int {
	best := 0
	for c, x := range v {
		if x > v[best] {
			best = c
		}
	}
	return best
}

// around is the node before and after: in the selection, else by number.
func (u *unroller) around() (prev, next int) {
	s := u.s
	if k := slices.Index(s.View.Chosen, s.Node()); k >= 0 && len(s.View.Chosen) > 1 {
		return s.View.Chosen[(k+len(s.View.Chosen)-1)%len(s.View.Chosen)], s.View.Chosen[(k+1)%len(s.View.Chosen)]
	}
	return (s.Node() + s.Graph.N - 1) % s.Graph.N, (s.Node() + 1) % s.Graph.N
}

// digits writes all digits of a number.
func digits(x float64) string {
	return words.Either(x-x == 0, strconv.FormatFloat(x, 'g', -1, 64), words.Dash)
}

// plusFix writes hundredths with their sign.
func plusFix(x float64) string {
	text := view.Fix(x, 2)
	return words.Either(x > 0 && text != "0.00" && text != words.Dash, "+"+text, text)
}

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

// The lengths of the lists of an unrolled node.
const (
	nearRows  = 8  // neighbours
	farRows   = 30 // nodes without an edge to the node
	wordRows  = 7  // features as bars
	scoreCols = 6  // classes
	flipRows  = 6  // flips
	wordChips = 6  // features that can be hidden
	joinChips = 3  // edges that can be added
)

// visible is the least number that two decimals show.
const visible = 0.005

// Unrolled is the view model of a node's scores as sums over their sources. Rows are the sources, and Columns are the classes. It also has
// the scores of a changed graph or network (If).
type Unrolled struct {
	Node int `json:"node"`
	Slot int `json:"slot"`
	// Prev and Next are the nodes of the two buttons. Name, Prior and After are the names of the node, of Prev and of Next.
	Prev  int    `json:"prev"`
	Next  int    `json:"next"`
	Name  string `json:"name"`
	Prior string `json:"prevname"`
	After string `json:"nextname"`
	Title string `json:"title"`

	Lead []view.Span `json:"lead"`
	// A pull is a contribution to the score of class To less that to class From. Pair is this sentence.
	Pair string `json:"pair"`
	From string `json:"from"`
	To   string `json:"to"`
	// Way reports that the rows are exact and have the message along each edge.
	Way  bool   `json:"way"`
	Note string `json:"note"`
	// Score is the score of the predicted class, Sum the sum of its rows, both with all digits.
	Score string `json:"score"`
	Sum   string `json:"sum"`
	// Top is the largest absolute entry of the messages, and MapD the stalk dimension.
	Top   view.F     `json:"top"`
	MapD  int        `json:"d"`
	Words []view.Bar `json:"words"`
	If    *WhatIf    `json:"whatif,omitempty"`

	Columns []ScoreColumn `json:"columns"`
	Rows    []SourceRow   `json:"rows,omitempty"`
}

// ScoreColumn is a class with its score and probability. Softmax is the probability before calibration, "" for a model that does not
// calibrate. Role is "called" for the predicted class, "truth" for the label, both for a correct prediction, and "" otherwise.
type ScoreColumn struct {
	Name    string `json:"name"`
	Slot    int    `json:"slot"`
	Role    string `json:"role"`
	Score   string `json:"score"`
	Softmax string `json:"softmax,omitempty"`
	Prob    string `json:"prob"`
}

// SourceRow is a source of the scores. In is the key of the folded row that contains it, "" for a row that is always visible. Same reports
// an edge between nodes of one class. V and Text are the contributions by column, and Pull with the text Says is the pull of the row.
type SourceRow struct {
	Key  string       `json:"key"`
	In   string       `json:"in,omitempty"`
	Name string       `json:"name"`
	Sub  string       `json:"sub,omitempty"`
	Slot int          `json:"slot"`
	Node int          `json:"node"`
	Same bool         `json:"same,omitempty"`
	Edge int          `json:"edge"`
	V    view.Vec     `json:"v"`
	Text []string     `json:"t"`
	Pull view.F       `json:"pull"`
	Says string       `json:"says"`
	Way  *explain.Way `json:"way,omitempty"`

	sum  []float64 // contribution by class
	pull float64
}

// unroller computes an Unrolled from the explanation x of the worker.
type unroller struct {
	s       *state.State
	w       *state.Why
	x       *explain.Parts
	cl      []view.Class
	a, b    int   // the predicted class, and the class compared with it
	columns []int // the shown classes
}

// NewUnrolled returns the unrolled score of the selected node. It returns nil before the explanation is computed.
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
	v.Score, v.Sum = digits(u.x.Score[u.a]), digits(u.sumOfRows(v.Rows))
	for k := range v.Rows {
		row := &v.Rows[k]
		for _, c := range u.columns {
			row.V = append(row.V, row.sum[c])
		}
		row.Pull, row.Says = view.F(row.pull), plusFix(row.pull)
		if row.Way != nil {
			v.addMessage(row)
		}
	}
	for _, c := range u.columns {
		v.Columns = append(v.Columns, u.column(c))
	}
	v.Lead, v.Note = u.lead(v.Rows), u.note()
	v.Words = u.words()
	v.If = u.whatIf(v.Rows)
	return v
}

// sumOfRows returns the sum of the visible rows' contributions to the predicted class. The rows inside a folded one are part of that row.
func (u *unroller) sumOfRows(rows []SourceRow) float64 {
	sum := 0.0
	for k := range rows {
		if rows[k].In == "" {
			sum += rows[k].sum[u.a]
		}
	}
	return sum
}

// addMessage enlarges the scale of the messages by that of a row. A message with NaN or Inf cannot be drawn and is removed.
func (v *Unrolled) addMessage(row *SourceRow) {
	m := row.Way
	v.MapD = len(m.X)
	for _, part := range [][]float64{m.X, m.Rji, m.OnEdge, m.Rij, m.Back, m.Arrives} {
		if slices.ContainsFunc(part, func(x float64) bool { return !isFinite(x) }) {
			row.Way = nil
		}
		v.Top = max(v.Top, view.F(view.MaxNorm(part)))
	}
}

// isFinite reports whether x is neither NaN nor infinite.
func isFinite(x float64) bool { return x-x == 0 }

// column returns the column of class c.
func (u *unroller) column(c int) ScoreColumn {
	column := ScoreColumn{Name: u.cl[c].Name, Slot: u.cl[c].Slot, Score: plusFix(u.x.Score[c]), Prob: view.Fix(u.x.Called[c], 2)}
	if !slices.Equal(u.x.Prob, u.x.Called) {
		column.Softmax = view.Fix(u.x.Prob[c], 2)
	}
	switch label := u.s.Graph.Labels[u.s.Node()]; {
	case c == u.a && c == label:
		column.Role = "called, truth"
	case c == u.a:
		column.Role = "called"
	case c == label:
		column.Role = "truth"
	}
	return column
}

// UnrolledOrNot returns NewUnrolled. Before the explanation is computed, the result has only a title and a sentence.
func UnrolledOrNot(s *state.State) *Unrolled {
	if v := NewUnrolled(s); v != nil {
		return v
	}
	return &Unrolled{Node: s.Node(), Title: "Node " + view.ShortName(s, max(0, s.Node())),
		Lead: view.Say("There is an answer when the run stands and has an epoch.")}
}

// classes sets the predicted class a, the compared class b, and the columns. Class b is the label if the prediction is wrong, else the
// class with the next best score. The columns are a, the label, and the other classes by decreasing score.
func (u *unroller) classes() {
	score := u.x.Score
	u.columns = make([]int, len(score))
	for c := range score {
		u.columns[c] = c
	}
	u.a = argMax(u.x.Called)
	u.b = u.s.Graph.Labels[u.s.Node()]
	rank := map[int]int{u.b: -1, u.a: -2} // other classes have rank 0
	sort.SliceStable(u.columns, func(i, j int) bool {
		first, second := u.columns[i], u.columns[j]
		return cmp.Or(cmp.Compare(rank[first], rank[second]), cmp.Compare(score[second], score[first])) < 0
	})
	if unknownOrRight := u.b < 0 || u.b == u.a; unknownOrRight {
		u.b = u.columns[1]
	}
	u.columns = u.columns[:min(scoreCols, len(u.columns))]
}

// argMax returns the index of the largest number. Of equal numbers it returns the first.
func argMax(v []float64) int {
	best := 0
	for c, x := range v {
		if x > v[best] {
			best = c
		}
	}
	return best
}

// around returns the nodes before and after the node, cyclically: in the order of the selection if that contains the node, else by number.
func (u *unroller) around() (prev, next int) {
	s := u.s
	chosen := s.View.Chosen
	if k, n := slices.Index(chosen, s.Node()), len(chosen); k >= 0 && n > 1 {
		return chosen[(k+n-1)%n], chosen[(k+1)%n]
	}
	n := s.Graph.N
	return (s.Node() + n - 1) % n, (s.Node() + 1) % n
}

// digits formats a number with all its digits, NaN and ±Inf as a dash.
func digits(x float64) string {
	return words.Either(isFinite(x), strconv.FormatFloat(x, 'g', -1, 64), words.Dash)
}

// plusFix formats a number with two decimals, a positive one with a plus sign unless it rounds to 0.
func plusFix(x float64) string {
	text := view.Fix(x, 2)
	return words.Either(x > 0 && text != "0.00" && text != words.Dash, "+"+text, text)
}

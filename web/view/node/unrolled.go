package node

// This file has the scores of a node as sums over their sources: the view model and its assembly. The rows and the sentences are in
// unrolled_rows.go and unrolled_lead.go.

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

// The largest lengths of the lists of an unrolled node.
const (
	nearRows  = 8  // visible rows of neighbours
	farRows   = 30 // rows of nodes without an edge to the node
	wordRows  = 7  // bars of single features, which the identifiers call words
	scoreCols = 6  // columns of classes
	flipRows  = 6  // flips: changes under which the node has another class
	wordChips = 6  // switches that hide a feature
	joinChips = 3  // switches that add an edge
)

// leastVisible is the least number that two decimals show: smaller numbers are rounded to 0.
const leastVisible = 0.005

// Unrolled is the view model of a node's scores as sums over their sources. Rows are the sources, and Columns are the classes. The field If
// has the predictions for a changed graph or network, and is nil until the explanation of the scores is computed.
type Unrolled struct {
	// Node is the node, and Slot is the class mark (the palette slot) of its predicted class.
	Node int `json:"node"`
	Slot int `json:"slot"`
	// Prev and Next are the nodes of the two buttons that go to another node. Name is the short name of Node, Prior is the short name of
	// Prev, and After is the short name of Next. Title is the question above the section.
	Prev  int    `json:"prev"`
	Next  int    `json:"next"`
	Name  string `json:"name"`
	Prior string `json:"prevname"`
	After string `json:"nextname"`
	Title string `json:"title"`

	Lead []view.Span `json:"lead"` // the sentences at the top of the section
	// The pull of a source is its contribution to the score of class To less its contribution to the score of class From. To is the
	// predicted class. Pair is a caption with both names.
	Pair string `json:"pair"`
	From string `json:"from"`
	To   string `json:"to"`
	// Exact reports that the rows come from the exact method of package explain. The rows of neighbours then have the message along the
	// edge, SourceRow.Way.
	Exact bool `json:"way"`
	// Note explains the scores and the method of the rows.
	Note string `json:"note"`
	// Score is the score of the predicted class, and Sum is the sum of the rows' contributions to that score. Both have all digits, so that
	// a reader can compare them.
	Score string `json:"score"`
	Sum   string `json:"sum"`
	// Top is the largest absolute entry of all messages, and MapD is the stalk dimension. Both are 0 if no row has a message.
	Top  view.F `json:"top"`
	MapD int    `json:"d"`
	// Words are the bars of the features of the node.
	Words []view.Bar `json:"words"`
	If    *WhatIf    `json:"whatif,omitempty"`

	Columns []ScoreColumn `json:"columns"`
	Rows    []SourceRow   `json:"rows,omitempty"`
}

// ScoreColumn is a class with the node's score and probability.
type ScoreColumn struct {
	// Name is the name of the class, Slot is its class mark, and Score is the rounded score of the node.
	Name string `json:"name"`
	Slot int    `json:"slot"`
	// Role is "called" for the predicted class, "truth" for the label, and "called, truth" if the class is the prediction and the label. It
	// is "" for all other classes.
	Role  string `json:"role"`
	Score string `json:"score"`
	// Softmax is the probability before calibration. It is "" if calibration changes no probability. Prob is the final probability.
	Softmax string `json:"softmax,omitempty"`
	Prob    string `json:"prob"`
}

// SourceRow is a source of the scores: a node, a sum over nodes, the bias, or the part that the explanation lacks.
type SourceRow struct {
	// Key identifies the row. In is the key of the folded row that contains this row. It is "" for a row that is always visible.
	Key string `json:"key"`
	In  string `json:"in,omitempty"`
	// Name is the text at the start of the row: a node, a number of nodes, or "Bias".
	Name string `json:"name"`
	Sub  string `json:"sub,omitempty"` // the caption
	// Slot is the class mark: −1 for a node without a prediction, −2 for a row without a single node. Node is the source node, and Edge
	// joins the source node and the explained node. Node is −1 for a row without a single node, and Edge is −1 if no edge joins the nodes.
	// Same reports that both nodes have the same label.
	Slot int  `json:"slot"`
	Node int  `json:"node"`
	Same bool `json:"same,omitempty"`
	Edge int  `json:"edge"`
	// V has the contribution to the score of each column, and Text has these contributions as rounded texts. Pull is the pull of the row,
	// and Says is its text.
	V    view.Vec `json:"v"`
	Text []string `json:"t"`
	Pull view.F   `json:"pull"`
	Says string   `json:"says"`
	// Way is the message along the edge. It is nil for a row without an edge.
	Way *explain.Way `json:"way,omitempty"`

	sum  []float64 // contribution by class, for all classes of the graph
	pull float64   // Pull with all digits
}

// unroller computes an Unrolled from the explanation of the worker.
type unroller struct {
	s           *state.State
	explanation *state.Why // the sources of the scores, the change by hand, and the answer to the change
	// parts has the scores of the node and their terms. Score has the logits, Prob has their softmax, and Called has the final
	// probabilities, after a calibration if there is one. Words are the contributions of single features.
	parts   *explain.Parts
	classes []view.Class // all classes of the graph
	// predicted is the predicted class, and compared is the class with which the pulls compare it. columns are the shown classes.
	predicted, compared int
	columns             []int
}

// NewUnrolled returns the unrolled score of the selected node. It returns nil before the explanation is computed, or if the explanation
// belongs to a graph with another number of classes.
func NewUnrolled(s *state.State) *Unrolled {
	explanation := s.WhyOf()
	if explanation == nil || explanation.View == nil || len(explanation.View.Score) != s.Graph.Classes {
		return nil
	}
	u := unroller{s: s, explanation: explanation, parts: explanation.View, classes: view.Classes(s.Graph)}
	u.selectClasses()

	// The names, then the rows with their numbers by column.
	to, from := u.classes[u.predicted], u.classes[u.compared]
	v := &Unrolled{Node: s.Node(), Slot: to.Slot, Exact: u.parts.Exact, From: from.Name, To: to.Name}
	v.Pair = "pull to " + v.To + " against " + v.From
	v.Prev, v.Next = u.around()
	v.Name, v.Prior, v.After = view.ShortName(s, v.Node), view.ShortName(s, v.Prev), view.ShortName(s, v.Next)
	v.Title = "Why is node " + v.Name + " called " + v.To + "?"
	v.Rows = u.rows()
	u.setTexts(v.Rows)
	v.Score, v.Sum = digits(u.parts.Score[u.predicted]), digits(u.sumOfRows(v.Rows))
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
	v.Words = u.featureBars()
	v.If = u.whatIf(v.Rows)
	return v
}

// sumOfRows returns the sum of the visible rows' contributions to the predicted class. It skips the rows inside a folded row, whose own
// contribution is their sum.
func (u *unroller) sumOfRows(rows []SourceRow) float64 {
	sum := 0.0
	for k := range rows {
		if rows[k].In == "" {
			sum += rows[k].sum[u.predicted]
		}
	}
	return sum
}

// addMessage sets MapD, and enlarges Top so that it covers the message of a row. A message with NaN or ±Inf cannot be drawn, and is only
// removed from the row. A message is the vector X of the neighbour, carried by the map Rji onto the edge, and by the transpose of Rij
// back to the node. Arrives is what reaches the node over all paths of the graph.
func (v *Unrolled) addMessage(row *SourceRow) {
	message := row.Way
	top := float64(v.Top)
	for _, part := range [][]float64{message.X, message.Rji, message.OnEdge, message.Rij, message.Back, message.Arrives} {
		if slices.ContainsFunc(part, func(x float64) bool { return !isFinite(x) }) {
			row.Way = nil
			return
		}
		top = max(top, view.MaxNorm(part))
	}
	v.MapD, v.Top = len(message.X), view.F(top)
}

// isFinite reports whether x is neither NaN nor ±Inf: for these, x−x is NaN.
func isFinite(x float64) bool { return x-x == 0 }

// column returns the column of class c.
func (u *unroller) column(c int) ScoreColumn {
	column := ScoreColumn{Name: u.classes[c].Name, Slot: u.classes[c].Slot, Score: plusFix(u.parts.Score[c]),
		Prob: view.Fix(u.parts.Called[c], 2)}
	if !slices.Equal(u.parts.Prob, u.parts.Called) {
		column.Softmax = view.Fix(u.parts.Prob[c], 2)
	}
	label := u.s.Graph.Labels[u.s.Node()]
	switch {
	case c == u.predicted && c == label:
		column.Role = "called, truth"
	case c == u.predicted:
		column.Role = "called"
	case c == label:
		column.Role = "truth"
	}
	return column
}

// UnrolledOrNot returns the result of [NewUnrolled] or, before the explanation is computed, a view model with only a title and a sentence.
func UnrolledOrNot(s *state.State) *Unrolled {
	if v := NewUnrolled(s); v != nil {
		return v
	}
	title := "No node is chosen"
	if s.Node() >= 0 {
		title = "Node " + view.ShortName(s, s.Node())
	}
	return &Unrolled{Node: s.Node(), Title: title, Lead: view.Say("The answer comes once an epoch has ended and the run is paused.")}
}

// selectClasses sets the predicted class, the compared class, and the columns. The columns are the predicted class, the label, and the
// other classes by descending score, at most scoreCols in all. The compared class is the label if the prediction is wrong. For a
// correct prediction or an unknown label, it is the class with the best score besides the predicted class. The graph has at least two
// classes.
func (u *unroller) selectClasses() {
	score := u.parts.Score
	u.columns = make([]int, len(score))
	for c := range score {
		u.columns[c] = c
	}
	u.predicted = argMax(u.parts.Called)
	label := u.s.Graph.Labels[u.s.Node()]
	rank := map[int]int{label: -1, u.predicted: -2} // all other classes have rank 0; for a correct prediction the later value, −2, counts
	sort.SliceStable(u.columns, func(i, j int) bool {
		first, second := u.columns[i], u.columns[j]
		return cmp.Or(cmp.Compare(rank[first], rank[second]), cmp.Compare(score[second], score[first])) < 0
	})
	u.compared = label
	if label < 0 || label == u.predicted {
		u.compared = u.columns[1]
	}
	u.columns = u.columns[:min(scoreCols, len(u.columns))]
}

// argMax returns the index of the largest number, the first index if several numbers are the largest. The list is not empty.
func argMax(v []float64) int {
	best := 0
	for c, x := range v {
		if x > v[best] {
			best = c
		}
	}
	return best
}

// around returns the nodes before and after the explained node: in the list of the selected nodes if it is one of several, and otherwise in
// the order of the node numbers. Both orders are cyclic.
func (u *unroller) around() (prev, next int) {
	s := u.s
	chosen := s.Chosen()
	place, count := slices.Index(chosen, s.Node()), len(chosen)
	if place >= 0 && count > 1 {
		return chosen[(place+count-1)%count], chosen[(place+1)%count]
	}
	n := s.Graph.N
	return (s.Node() + n - 1) % n, (s.Node() + 1) % n
}

// digits formats a number with all its digits. NaN and ±Inf become a dash.
func digits(x float64) string {
	return words.Either(isFinite(x), strconv.FormatFloat(x, 'g', -1, 64), words.Dash)
}

// plusFix formats a number with two decimals. A positive number has a plus sign, unless it rounds to 0.
func plusFix(x float64) string {
	text := view.Fix(x, 2)
	hasPlus := x > 0 && text != "0.00" && text != words.Dash // a dash stands for +Inf
	return words.Either(hasPlus, "+"+text, text)
}

package picture

// This file has the table of nodes or edges under the graph. A filter is a condition on the columns, such as "wrong and degree > 3". The
// picture highlights the nodes or edges that it selects.

import (
	"math"
	"slices"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// TableModel is the view model of the table.
type TableModel struct {
	// Of is the kind of the rows, state.TableNodes or state.TableEdges. Rows is their number, and Chosen is the number of selected rows.
	Of     string `json:"of"`
	Rows   int    `json:"rows"`
	Chosen int    `json:"chosen"`
	// Current is the number of the node or edge in the panel, from 0 on. It is −1 if nothing is selected.
	Current int `json:"current"`
	// Text is the filter, or "" without one. It is also "" if the filter has no fault, but the selection has another origin.
	// Problem is the fault of the filter, or "". At is its range: the indices of the first character, from 0 on, and after the last one.
	Text    string        `json:"text"`
	Problem string        `json:"problem"`
	At      [2]int        `json:"at"`
	Says    string        `json:"says"` // the numbers of rows and of selected rows
	Help    string        `json:"help"` // an example of a filter
	Columns []TableColumn `json:"columns"`
	Classes []view.Class  `json:"classes"`
	// Names are the names of the nodes. It is empty if the nodes have only numbers.
	Names []string `json:"names"`

	// Order has the numbers of the rows (from 0 on) from top to bottom. The first Chosen rows are selected.
	Order []int32 `json:"-"` // the page passes Order and Values as bytes
	// Values has the values of the columns, column after column.
	Values []float32 `json:"-"`
}

// TableColumn is a column of the table. Chosen is its mean over the selected rows, and Rest is its mean over all other rows. A mean is ""
// for the first column, which numbers the rows, for a column of classes or nodes, and for rows without a known value. Sort is "ascending",
// "descending" or "none".
type TableColumn struct {
	Key   string `json:"key"` // the name of the column in a filter
	Label string `json:"label"`
	Kind  string `json:"kind"` // as in state.Column: "class", "node", "flag", "count", or "" for numbers
	// Tip is the tooltip, for example "degree in a filter: its edges".
	Tip    string `json:"tip"`
	Sort   string `json:"sort"`
	Hidden bool   `json:"hidden"` // the user has hidden the column
	Chosen string `json:"chosen"`
	Rest   string `json:"rest"`
}

// NewTable returns the open table, which is the table of the nodes or of the edges. The caller makes sure that a table is open.
func NewTable(s *state.State) *TableModel {
	cols := s.Columns()
	t := &TableModel{Of: s.View.Table.Of, Rows: len(cols[0].Values), Current: s.Node(), Text: s.View.Table.Filter,
		Classes: view.Classes(s.Graph), Names: []string{}, Help: "wrong and degree > 3 and class = 2"}
	singular, plural := "node", "nodes"
	if t.Of == state.TableEdges {
		t.Help, t.Current = "not same and kappa < 0.3", s.Edge()
		singular, plural = "edge", "edges"
	} else if len(s.Chosen()) > 0 && s.View.ChosenAs != t.Text {
		t.Text = "" // ChosenAs names the origin of the selection, which is not this filter
	}
	if s.Graph.NodeNames != nil {
		t.Names = s.Graph.NodeNames
	}

	// The rows and the filter.
	t.Order, t.Chosen = s.TableOrder(cols)
	t.Says = words.Counted(t.Rows, singular, plural)
	if t.Chosen > 0 || t.Text != "" { // a filter may select no row
		t.Says = view.Int(t.Chosen) + " of " + t.Says
	}
	if p := s.TableProblem(cols); p != nil { // a faulty filter is shown even if the selection has another origin
		t.Problem, t.At, t.Text = p.Error(), [2]int{p.At, p.End}, s.View.Table.Filter
	}

	// The columns with their means.
	for k, c := range cols {
		col := TableColumn{Key: c.Key, Label: c.Label, Kind: c.Kind, Tip: c.Key + " in a filter: " + c.Tip, Sort: "none",
			Hidden: slices.Contains(s.View.Table.Hidden, c.Key)}
		sortsByDefault := k == 0 && s.View.Table.Key == "" // by the first column
		if c.Key == s.View.Table.Key || sortsByDefault {
			col.Sort = "ascending"
			if s.View.Table.Down {
				col.Sort = "descending"
			}
		}
		isNumber := c.Kind != "class" && c.Kind != "node"
		if k > 0 && isNumber { // the first column numbers the rows
			col.Chosen, col.Rest = meanText(c.Values, t.Order[:t.Chosen]), meanText(c.Values, t.Order[t.Chosen:])
		}
		t.Columns = append(t.Columns, col)
		for _, v := range c.Values {
			t.Values = append(t.Values, float32(v))
		}
	}
	return t
}

// meanText formats the mean of the known values in these rows; NaN is a missing value. Without a known value it returns "".
func meanText(values []float64, rows []int32) string {
	sum, n := 0.0, 0
	for _, i := range rows {
		if v := values[i]; !math.IsNaN(v) {
			sum += v
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return view.Fix(sum/float64(n), 2)
}

// SameTable reports whether the table has equal numbers for two frames, so that the page keeps the table. A frame has the numbers of one
// position of the run, and nil is a missing frame. of is the kind of the table's rows: nodes or edges.
func SameTable(of string, a, b *frame.Frame) bool {
	switch {
	case a == nil || b == nil:
		return a == b // true only if both are missing
	case of != state.TableNodes: // the columns of the edges
		return slices.Equal(a.Kappa, b.Kappa) && slices.Equal(a.MapNorm, b.MapNorm) && slices.Equal(a.OffDiagonal, b.OffDiagonal) &&
			slices.Equal(a.EdgeEnergy, b.EdgeEnergy)
	}
	// The columns of the nodes. They have predictions only after the first loss, when Judged is above 0.
	return (a.Judged > 0) == (b.Judged > 0) && a.Classes == b.Classes && slices.Equal(a.Pred, b.Pred) &&
		slices.Equal(a.Calibrated, b.Calibrated) && slices.Equal(a.NodeKappa, b.NodeKappa)
}

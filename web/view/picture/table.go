package picture

import (
	"math"
	"slices"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// TableModel is the table under the graph. Values holds the columns one after the other, Order the rows from top to bottom, of
// which the first Chosen are selected.
type TableModel struct {
	Of      string        `json:"of"`
	Rows    int           `json:"rows"`
	Chosen  int           `json:"chosen"`
	Current int           `json:"current"` // row of the inspector's node or edge, −1 for none
	Text    string        `json:"text"`    // text of the filter
	Problem string        `json:"problem"`
	At      [2]int        `json:"at"` // range of the fault in the text
	Says    string        `json:"says"`
	Help    string        `json:"help"` // example of a filter
	Columns []TableColumn `json:"columns"`
	Classes []view.Class  `json:"classes"`
	Names   []string      `json:"names"` // names of nodes, empty for numbers

	Order  []int32   `json:"-"`
	Values []float32 `json:"-"`
}

// TableColumn is a column with its means over the selected rows and the rest, "" for none. Sort is "ascending", "descending" or
// "none".
type TableColumn struct {
	Key    string `json:"key"`
	Label  string `json:"label"`
	Kind   string `json:"kind"`
	Tip    string `json:"tip"`
	Sort   string `json:"sort"`
	Hidden bool   `json:"hidden"`
	Chosen string `json:"chosen"`
	Rest   string `json:"rest"`
}

// NewTable returns the open table.
func NewTable(s *state.State) *TableModel {
	cols := s.Columns()
	t := &TableModel{Of: s.View.Table.Of, Rows: len(cols[0].Values), Current: s.Node(), Text: s.View.Table.Filter,
		Classes: view.Classes(s.Graph),
		Names:   []string{}}
	example, one, many := "wrong and degree > 3 and class = 2", "node", "nodes"
	if t.Of == state.TableEdges {
		example, one, many, t.Current = "not same and kappa < 0.3", "edge", "edges", s.Edge()
	} else if len(s.View.Chosen) > 0 && s.View.ChosenAs != t.Text {
		t.Text = "" // the selection has another origin than this filter
	}
	t.Help = example
	if s.Graph.NodeNames != nil {
		t.Names = s.Graph.NodeNames
	}
	t.Order, t.Chosen = s.TableOrder(cols)
	t.Says = words.Counted(t.Rows, one, many)
	if t.Chosen > 0 || t.Text != "" {
		t.Says = view.Int(t.Chosen) + " of " + t.Says
	}
	if p := s.TableProblem(cols); p != nil {
		t.Problem, t.At, t.Text = p.Error(), [2]int{p.At, p.End}, s.View.Table.Filter
	}
	for k, c := range cols {
		col := TableColumn{Key: c.Key, Label: c.Label, Kind: c.Kind, Tip: c.Key + " in a filter: " + c.Tip, Sort: "none",
			Hidden: slices.Contains(s.View.Table.Hidden, c.Key)}
		if c.Key == s.View.Table.Key || k == 0 && s.View.Table.Key == "" {
			col.Sort = "ascending"
			if s.View.Table.Down {
				col.Sort = "descending"
			}
		}
		if k > 0 && c.Kind != "class" && c.Kind != "node" {
			col.Chosen, col.Rest = meanText(c.Values, t.Order[:t.Chosen]), meanText(c.Values, t.Order[t.Chosen:])
		}
		t.Columns = append(t.Columns, col)
		for _, v := range c.Values {
			t.Values = append(t.Values, float32(v))
		}
	}
	return t
}

// meanText formats the mean of the known values of some rows.
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

// SameTable reports whether two frames have equal numbers in the table.
func SameTable(of string, a, b *frame.Frame) bool {
	switch {
	case a == nil || b == nil:
		return a == b
	case of != state.TableNodes:
		return slices.Equal(a.Kappa, b.Kappa) && slices.Equal(a.MapNorm, b.MapNorm) && slices.Equal(a.OffDiagonal, b.OffDiagonal) &&
			slices.Equal(a.EdgeEnergy, b.EdgeEnergy)
	}
	return (a.Judged > 0) == (b.Judged > 0) && a.Classes == b.Classes && slices.Equal(a.Pred, b.Pred) &&
		slices.Equal(a.Calibrated, b.Calibrated) && slices.Equal(a.NodeKappa, b.NodeKappa)
}

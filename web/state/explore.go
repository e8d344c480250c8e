package state

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"sheafscope/core/filter"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/tables"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// This file handles the table under the graph: its order, its filter, its selection and its file. The matrix can take the table's place.

// The rows of the table: nodes or edges.
const (
	TableNodes = "nodes"
	TableEdges = "edges"
)

// TableMatrix is the matrix of the graph, which the page can show in place of the table. Its filter is no expression, but the state of the
// drawing: the names of a matrix and of an order of its rows, and the nodes that the user has moved. For example, "A class 4>0" is the
// adjacency matrix ordered by class, with node 4 moved to row 0.
const TableMatrix = "matrix"

// OrderCommunity is the name of the row order by communities.
const OrderCommunity = "community"

// Communities returns the number of the community of each node, counted from 0. There must be a graph.
func (s *State) Communities() []int {
	communities, _ := graph.Communities(outlineOf(s.Graph))
	return communities
}

// Matrix reports whether the matrix is open.
func (s *State) Matrix() bool { return s.View.Table != nil && s.View.Table.Of == TableMatrix }

// Messages about the table (View.Table). A filter of nodes selects nodes of the page, like a lasso. A filter of edges selects only rows of
// the table.
type (
	// Tabulate opens the table of nodes, the table of edges or the matrix. "" closes it.
	Tabulate struct{ Of string }
	// TableFilter selects the rows for which an expression is true. An empty expression clears the selection. For the matrix, Text is the
	// state of [TableMatrix].
	TableFilter struct{ Text string }
	// TableSort sorts by the column with this key, in ascending order. If the table is already sorted by this column, TableSort reverses the
	// order. TableHide hides a column, or shows it again.
	TableSort struct{ Key string }
	TableHide struct{ Key string }
	// TableCSV saves the rows in their order with the shown columns.
	TableCSV struct{}
	// PickEdges opens the table of edges with a filter.
	PickEdges struct{ Text string }
)

// TableChosen returns the selected rows of the open table: edges for the table of edges, nodes for the table of nodes and the matrix. It
// returns nil if no table is open.
func (s *State) TableChosen() []int {
	switch {
	case s.View.Table == nil:
		return nil
	case s.View.Table.Of == TableEdges:
		return s.View.Table.Rows
	}
	return s.Chosen()
}

// EdgesChosen returns the edges that a filter of edges, or a link, has selected in the open table. It returns nil if no table is open.
func (s *State) EdgesChosen() []int {
	if s.View.Table == nil {
		return nil
	}
	return s.View.Table.Rows // nil for a table of nodes, whose filter sets View.Chosen
}

// TableOrder returns the rows of the open table from top to bottom: the selected rows, then the other rows. chosen is the number of
// selected rows. cols are some of the table's columns, at least one. Each of the two parts is sorted by the column with the key of the
// table or, if cols lacks this column, by the first column. Rows with an unknown value are at the end of their part.
func (s *State) TableOrder(cols []Column) (rows []int32, chosen int) {
	// The selected rows, each counted once.
	n := len(cols[0].Values)
	selected := make([]bool, n)
	for _, i := range s.TableChosen() {
		if i < n && !selected[i] { // i ≥ n: during a load the selection can be of the coming graph
			selected[i] = true
			chosen++
		}
	}

	// The order of the rows. A stable sort keeps the order of the numbers for equal values.
	rows = make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	values := cols[0].Values
	for _, c := range cols {
		if c.Key == s.View.Table.Key {
			values = c.Values
		}
	}
	descending := s.View.Table.Down
	sort.SliceStable(rows, func(a, b int) bool { // reports whether row a is above row b
		i, j := rows[a], rows[b]
		if selected[i] != selected[j] {
			return selected[i]
		}
		x, y := values[i], values[j]
		if math.IsNaN(x) || math.IsNaN(y) { // NaN is an unknown value
			return !math.IsNaN(x)
		}
		if descending {
			return x > y
		}
		return x < y
	})
	return rows, chosen
}

// PairFilter returns the filter of the edges between two classes, which count from 0. For 0 and 1 it is "class_i = 0 and class_j = 1 or
// class_i = 1 and class_j = 0".
func PairFilter(a, b int) string {
	ends := func(i, j int) string { return "class_i = " + strconv.Itoa(i) + " and class_j = " + strconv.Itoa(j) }
	if a == b { // the edges inside a class
		return ends(a, a)
	}
	return ends(a, b) + " or " + ends(b, a)
}

// tabulate handles the messages about the table:
//
//   - PickEdges opens the table of edges, unless it is open, and sets its filter.
//   - Tabulate changes nothing if its table is open already. Without a graph it closes the table.
//   - Messages that change or save the table are ignored if no table is open, and without a graph.
//   - A filter that selects nodes ends a change by hand, except for the maps of a file, and then selects by the numbers of the run.
//   - A filter that clears the selected edge or node of a paused run also requests a frame without their details.
func (s State) tabulate(m Msg) (State, []Command) {
	switch m := m.(type) {
	case PickEdges:
		if s.View.Table == nil || s.View.Table.Of != TableEdges {
			s, _ = s.tabulate(Tabulate{Of: TableEdges}) // Tabulate returns no commands
		}
		return s.tabulate(TableFilter(m))
	case Tabulate:
		switch {
		case m.Of == "" || s.Graph == nil:
			table := s.View.Table
			if table != nil && table.Of == TableNodes && table.Filter != "" && table.Filter == s.View.ChosenAs {
				s.View.Chosen = nil // closing the table ends the selection by its filter
			}
			s.View.Table = nil // also ends the selection in a table of edges
		case s.View.Table == nil || s.View.Table.Of != m.Of:
			s.View.Table = &recipe.TableView{Of: m.Of}
		}
		return s, nil
	}

	if s.View.Table == nil || s.Graph == nil {
		return s, nil
	}
	next := *s.View.Table
	s.View.Table = &next // a copy, since states share the old table; changes of next below are changes of the open table
	switch m := m.(type) {
	case TableFilter:
		edge, node := s.Edge(), s.Node()
		s.filter(&next, m.Text)
		selectsNodes := next.Of == TableNodes && len(s.View.Chosen) > 0 // and has opened their panel
		if selectsNodes && s.ByHand != nil && s.FileMaps() == 0 {
			s.putBack()
			s.filter(&next, m.Text)
		}
		clearsSelection := edge != s.Edge() || node != s.Node() // the filter has selected nodes in place of the edge or node
		if clearsSelection && s.stands() {
			return s, []Command{s.readFrame(frame.Once{}, "")} // without additional numbers, and without a purpose
		}
	case TableSort:
		sortedBy := cmp.Or(next.Key, s.columnsOf(next.Of)[0].Key) // a new table is sorted by its first column
		next.Down = sortedBy == m.Key && !next.Down               // another column is sorted in ascending order
		next.Key = m.Key
	case TableHide:
		next.Hidden = toggle(next.Hidden, m.Key)
	case TableCSV:
		return s, []Command{Download{Name: fileName(s.name(), next.Of+"-table.csv"), Type: "text/csv", Data: s.tableCSV()}}
	}
	return s, nil
}

// filter sets the filter of a table and selects the rows for which the expression is true. An empty or faulty expression selects no row. A
// fault is announced. The matrix keeps its selection.
func (s *State) filter(t *recipe.TableView, text string) {
	t.Filter = text
	if t.Of == TableMatrix {
		return
	}
	cols := s.columnsOf(t.Of)
	holds, problem := parseFilter(text, cols)
	var found []int
	if holds != nil {
		for i := range cols[0].Values {
			if holds(i) {
				found = append(found, i)
			}
		}
	}
	if t.Of == TableNodes {
		s.selectNodes(found, text)
	} else {
		t.Rows = found
		s.said = words.Count(len(found), "edge") + " selected."
	}
	if problem != nil {
		s.said = problem.Error()
	}
}

// parseFilter returns the function that reports whether the expression text is true for a row of a table with these columns. The function
// is nil for an empty expression, and for a faulty expression, whose fault is problem.
func parseFilter(text string, cols []Column) (holds func(row int) bool, problem *filter.Error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	names := make([]string, len(cols))
	for k, c := range cols {
		names[k] = c.Key
	}
	expression, err := filter.Parse(text, names)
	if err != nil {
		errors.As(err, &problem) // filter.Parse returns no other type of error
		return nil, problem
	}
	return func(row int) bool {
		return expression.Holds(func(k int) float64 { return cols[k].Values[row] })
	}, nil
}

// TableProblem returns the fault in the filter of the open table, which has these columns. It returns nil for a valid filter, and for an
// empty one. The table must be of nodes or edges.
func (s *State) TableProblem(cols []Column) *filter.Error {
	_, problem := parseFilter(s.View.Table.Filter, cols)
	return problem
}

// tableCSV returns the shown table as CSV, with the keys of the shown columns in the first line. The first column is 1 for a selected row
// and 0 for any other row. An unknown value is an empty cell.
func (s *State) tableCSV() []byte {
	all := s.Columns()
	rows, chosen := s.TableOrder(all) // a hidden column can define the order
	cols := slices.DeleteFunc(all, func(c Column) bool {
		isRowNumber := c.Key == "node" || c.Key == "edge" // the column with the number of the row cannot be hidden
		return slices.Contains(s.View.Table.Hidden, c.Key) && !isRowNumber
	})
	var t tables.CSV
	t.Text("selected")
	for _, c := range cols {
		t.Text(c.Key)
	}
	t.End()
	for k, i := range rows { // the selected rows are the first ones
		t.Int(int(flagValue(k < chosen)))
		for _, c := range cols {
			if v := c.Values[i]; math.IsNaN(v) {
				t.Blank(1)
			} else {
				t.Number(v, -1) // −1: as many digits as the number needs
			}
		}
		t.End()
	}
	return t.File()
}

package check_test

import (
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
	"sheafscope/web/state"
	"sheafscope/web/view/check"
)

// The dialog states what was recognised and the doubts. It offers for every column the roles that its table has, with the present role
// chosen. A matrix has no roles. A correction of the user is chosen in the menus.
//
// A table of edges has the menus form, header and separator; a table of nodes has header and separator, a matrix form alone. The whole
// graph has the menus table (the file of the edges), from (the first number of a node) and directed, or without table for a matrix.
func TestCheckOfFiles(t *testing.T) {
	s := state.State{}
	if check.New(&s) != nil {
		t.Fatal("there is a dialog without a file")
	}
	s.Waits = &state.Check{Found: content.Recognition{Format: "table", Nodes: 3000, Edges: 1, Features: 0, Classes: 2, Isolated: 2998,
		Numbered: true, Directable: true, LeftOut: []string{"One line was merged."}, Doubts: []content.Doubt{{Rule: "a", Text: "Why."}},
		Sheets: []content.Sheet{
			{File: "e.csv", Table: content.Edges, Separator: "comma", Form: content.FormPairs, Rows: 9, Columns: []content.SheetColumn{
				{Name: "from", Role: content.RoleSource, Sample: []string{"a", "b"}}, {Role: content.RoleTarget, Sample: []string{"b", "c"}},
				{Role: content.RoleWeight, Sample: []string{"1", ""}}}},
			{File: "n.csv", Table: content.Nodes, Separator: "tab", Header: true, Rows: 1, More: 40, Columns: []content.SheetColumn{
				{Name: "id", Role: content.RoleID, Sample: []string{"a"}}}},
		}}}
	// An edge list of three columns and a node table: counts, doubts, menus, and rows.
	dialog := check.New(&s)
	if dialog.Counts != "Read as tables: 3000 nodes, 1 edge, 2 classes, no features; 2998 nodes without an edge." {
		t.Errorf("the counts are %q", dialog.Counts)
	}
	if !reflect.DeepEqual(dialog.Doubts, []string{"Why."}) || !reflect.DeepEqual(dialog.LeftOut, []string{"One line was merged."}) ||
		dialog.Busy || dialog.Error != "" {
		t.Errorf("the doubts are %q, the left-out parts %q, busy %v, error %q", dialog.Doubts, dialog.LeftOut, dialog.Busy, dialog.Error)
	}
	edgeSheet, nodeSheet := dialog.Sheets[0], dialog.Sheets[1]
	if edgeSheet.More != "and 7 rows more" || edgeSheet.Menus[0].Value != "pairs" || edgeSheet.Menus[1].Value != "no" {
		t.Errorf("the sheet of the edges is %+v", edgeSheet)
	}
	if nodeSheet.More != "and 40 columns more" || nodeSheet.Menus[0].Value != "yes" || nodeSheet.Menus[1].Value != "tab" {
		t.Errorf("the sheet of the nodes is %+v", nodeSheet)
	}
	rows := edgeSheet.Rows
	if len(rows) != 2 || rows[1][0].Text != "b" || !rows[0][1].Used || rows[0][2].Used || edgeSheet.Columns[1].Name != "Column 2" {
		t.Errorf("the rows of the edges are %+v, the columns %+v", rows, edgeSheet.Columns)
	}
	// Each column has the roles of its table, and exactly one is chosen.
	for _, sheet := range dialog.Sheets {
		for _, c := range sheet.Columns {
			chosen := 0
			for _, r := range c.Roles {
				if r[0] == c.Role {
					chosen++
				}
				if r[1] == "" {
					t.Errorf("the role %s has no words", r[0])
				}
			}
			if chosen != 1 || len(c.Roles) != len(content.Roles(c.Table)) {
				t.Errorf("column %s: the roles %v contain the role %q %d times, want once", c.Name, c.Roles, c.Role, chosen)
			}
		}
	}
	if len(dialog.Menus) != 3 || len(dialog.Menus[0].Choices) != 3 || dialog.Menus[0].Choices[2][0] != "n.csv" ||
		!strings.Contains(dialog.Menus[2].Choices[0][1], "(undirected)") {
		t.Errorf("the menus of the graph are %+v", dialog.Menus)
	}
	// An adjacency matrix.
	found := &s.Check().Found
	found.Format, found.Sheets = "adjacency matrix", []content.Sheet{{File: "m.txt", Table: content.Edges, Separator: "space",
		Form: content.FormMatrix, Rows: 2, Columns: []content.SheetColumn{{Sample: []string{"0", "1"}}, {Sample: []string{"1", "0"}}}}}
	dialog = check.New(&s)
	matrix := dialog.Sheets[0]
	if len(matrix.Menus) != 1 || matrix.Menus[0].Value != "matrix" || matrix.Columns[0].Roles != nil || !matrix.Rows[0][0].Used {
		t.Errorf("a matrix is shown as %+v", matrix)
	}
	if !strings.HasPrefix(dialog.Counts, "Read as an adjacency matrix: ") {
		t.Errorf("the counts of a matrix are %q", dialog.Counts)
	}
	// A correction: the first column is the source, and the edges are directed.
	s.Check().Recipe.Read, s.Check().Found.Directed = "from=1,directed=yes", true
	dialog = check.New(&s)
	if dialog.Menus[0].Value != "1" || dialog.Menus[1].Value != "yes" {
		t.Errorf("the menus of a correction are %+v, want 1 and yes", dialog.Menus)
	}
}

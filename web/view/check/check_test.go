package check_test

import (
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
	"sheafscope/web/state"
	"sheafscope/web/view/check"
)

// The dialog says what was recognised, why it asks, and offers for every column
// the roles that its table has, with the present one chosen.
func TestCheckOfFiles(t *testing.T) {
	s := state.State{}
	if check.New(&s) != nil {
		t.Fatal("a check of nothing")
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
	m := check.New(&s)
	if m.Counts != "Read as tables: 3000 nodes, 1 edge, 2 classes, no features; 2998 nodes without an edge." {
		t.Errorf("counts %q", m.Counts)
	}
	if !reflect.DeepEqual(m.Doubts, []string{"Why."}) || !reflect.DeepEqual(m.LeftOut, []string{"One line was merged."}) || m.Busy ||
		m.Error != "" {
		t.Errorf("%+v", m)
	}
	e, n := m.Sheets[0], m.Sheets[1]
	if e.More != "and 7 rows more" || n.More != "and 40 columns more" || e.Menus[0].Value != "pairs" || e.Menus[1].Value != "no" ||
		n.Menus[0].Value != "yes" || n.Menus[1].Value != "tab" {
		t.Errorf("sheets %+v\n%+v", e, n)
	}
	if len(e.Rows) != 2 || e.Rows[1][0].Text != "b" || !e.Rows[0][1].Used || e.Rows[0][2].Used || e.Columns[1].Name != "Column 2" {
		t.Errorf("rows %+v of %+v", e.Rows, e.Columns)
	}
	for _, sheet := range m.Sheets {
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
				t.Errorf("column %s: roles %v, chosen %q", c.Name, c.Roles, c.Role)
			}
		}
	}
	if len(m.Menus) != 3 || len(m.Menus[0].Choices) != 3 || m.Menus[0].Choices[2][0] != "n.csv" ||
		!strings.Contains(m.Menus[2].Choices[0][1], "(undirected)") {
		t.Errorf("menus %+v", m.Menus)
	}
	found := &s.Check().Found
	found.Format, found.Sheets = "adjacency matrix", []content.Sheet{{File: "m.txt", Table: content.Edges, Separator: "space",
		Form: content.FormMatrix, Rows: 2, Columns: []content.SheetColumn{{Sample: []string{"0", "1"}}, {Sample: []string{"1", "0"}}}}}
	m = check.New(&s)
	if x := m.Sheets[0]; len(x.Menus) != 1 || x.Menus[0].Value != "matrix" || x.Columns[0].Roles != nil || !x.Rows[0][0].Used ||
		!strings.HasPrefix(m.Counts, "Read as an adjacency matrix: ") {
		t.Errorf("a matrix is shown as %+v", x)
	}
	s.Check().Recipe.Read, s.Check().Found.Directed = "from=1,directed=yes", true
	if m = check.New(&s); m.Menus[0].Value != "1" || m.Menus[1].Value != "yes" {
		t.Errorf("menus of a correction %+v", m.Menus)
	}
}

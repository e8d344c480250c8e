// Package check has the view model of the dialog in which the user checks how an ambiguous file was read.
package check

import (
	"cmp"
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
	"sheafscope/web/state"
)

// Panel is the view model of the dialog: how the page has read the user's files, before it loads the graph.
type Panel struct {
	// Counts summarises the graph in a line. Doubts are the reasons for the dialog.
	Counts string
	Doubts []string
	Sheets []Sheet
	// Menus are the corrections of the whole graph. LeftOut names the parts of the files that the graph does not use.
	Menus   []Menu
	LeftOut []string
	// Error is the reason why the last correction failed. Busy reports that the files are being read again.
	Error string
	Busy  bool
	// Unread reports that no graph has been read from the files yet.
	Unread bool
}

// Sheet is a table or the attributes of the nodes.
type Sheet struct {
	// Title is the file name, About its content.
	Title, About string
	Menus        []Menu
	Columns      []Heading
	// Rows are the first rows, by column.
	Rows [][]Value
	// More counts the omitted rows and columns. It is "" if all are shown.
	More string
}

// Heading is a column with the menu of its roles.
type Heading struct {
	Table  string
	Number int
	Name   string
	Role   string
	// Used reports whether the column is part of the graph.
	Used bool
	// Roles are the choices, as pairs of value and label. It is nil for a column of a list or a matrix.
	Roles [][2]string
}

// Value is the text of a cell. Used reports that its column is part of the graph.
type Value struct {
	Text string
	Used bool
}

// Menu is the menu of a correction. What is the name of the correction and Table its table, "" for the whole graph.
type Menu struct {
	What, Table, Label, Value string
	Choices                   [][2]string
}

// New returns the dialog. It returns nil if no reading waits for a check.
func New(s *state.State) *Panel {
	if s.Check() == nil {
		return nil
	}
	f, fix := &s.Check().Found, s.Correction()
	m := &Panel{Counts: counts(f), Doubts: f.Texts(), LeftOut: f.LeftOut, Error: s.Check().Error, Busy: s.Rereading(),
		Unread: s.Check().Unread}
	for k := range f.Sheets {
		m.Sheets = append(m.Sheets, sheetOf(&f.Sheets[k]))
	}
	if len(f.Sheets) > 1 || len(f.Unread) > 0 {
		choices := [][2]string{{"", "as guessed"}}
		for _, name := range f.Unread {
			choices = append(choices, [2]string{name, "sheet " + name})
		}
		for _, t := range f.Sheets {
			if !strings.ContainsAny(t.File, ",=") {
				choices = append(choices, [2]string{t.File, t.File})
			}
		}
		m.Menus = append(m.Menus, Menu{"table", "", "Edges are in", fix.Table, choices})
	}
	if f.Numbered {
		m.Menus = append(m.Menus, Menu{"from", "", "Nodes", fix.From, [][2]string{{"", "as the ids say"}, {"0", "numbered from 0"},
			{"1", "numbered from 1"}}})
	}
	if f.Directable {
		now := words.Either(f.Directed, "directed", "undirected")
		if fix.Directed != "" {
			now = "guessed"
		}
		m.Menus = append(m.Menus, Menu{"directed", "", "Edges", fix.Directed, [][2]string{{"", "as the file says (" + now + ")"},
			{"yes", "all directed"}, {"no", "all undirected"}}})
	}
	return m
}

// counts returns the format of the files and the numbers of nodes, edges, classes and features.
func counts(f *content.Recognition) string {
	format := f.Format
	if f.Nodes == 0 && f.Edges == 0 {
		return "Not read yet: say which columns are the two ends of an edge."
	}
	switch format {
	case "adjacency matrix", "adjacency list":
		format = "an " + format
	case "table":
		format = "tables"
		if len(f.Sheets) == 1 {
			format = "an edge list"
		}
	}
	text := "Read as " + format + ": " + counted(f.Nodes, "node") + ", " + counted(f.Edges, "edge") + ", " +
		counted(f.Classes, "class") + ", " + counted(f.Features, "feature")
	if f.Isolated > 0 {
		text += "; " + counted(f.Isolated, "node") + " without an edge"
	}
	return text + "."
}

// counted formats a number with its noun: "no classes", "1 class", "2 classes".
func counted(n int, noun string) string {
	return words.Either(n == 0, "no"+words.Count(0, noun)[1:], words.Count(n, noun))
}

// separatorWords maps a separator of cells to its label.
var separatorWords = map[string]string{"tab": "tab", "comma": "comma", "semicolon": "semicolon", "bar": "vertical bar", "space": "space"}

// sheetOf returns the view model of a table.
func sheetOf(s *content.Sheet) Sheet {
	m := Sheet{Title: s.File, About: "Edges, " + counted(s.Rows, "row")}
	if s.Table != content.Edges {
		m.About = "Nodes, " + counted(s.Rows, "row")
	}
	form := Menu{"form", s.Table, "Each row", s.Form, [][2]string{{content.FormPairs, "is an edge"},
		{content.FormLists, "is a node and its neighbours"}, {content.FormMatrix, "is a row of a matrix"}}}
	switch {
	case s.Separator == "":
		m.About = "Attributes of the nodes"
	case s.Form != "" && s.Form != content.FormPairs:
		m.Menus = []Menu{form}
	default:
		header := words.Either(s.Header, "yes", "no")
		var list [][2]string
		for _, name := range content.Separators {
			list = append(list, [2]string{name, separatorWords[name]})
		}
		if s.Form != "" {
			m.Menus = []Menu{form}
		}
		m.Menus = append(m.Menus, Menu{"header", s.Table, "First row", header, [][2]string{{"yes", "names the columns"}, {"no", "is data"}}})
		if !s.Book {
			m.Menus = append(m.Menus, Menu{"separator", s.Table, "Between cells", s.Separator, list})
		}
	}
	rows := 0
	for k, c := range s.Columns {
		col := Heading{Table: s.Table, Number: k + 1, Name: c.Name, Role: string(c.Role), Roles: roleWords(s.Table),
			Used: c.Role != content.RoleIgnored && c.Role != content.RoleWeight}
		if c.Role == "" {
			col.Roles = nil
		}
		col.Name = cmp.Or(col.Name, "Column "+strconv.Itoa(k+1))
		m.Columns = append(m.Columns, col)
		rows = max(rows, len(c.Sample))
	}
	for r := range rows {
		var row []Value
		for k, c := range s.Columns {
			row = append(row, Value{c.Sample[r], m.Columns[k].Used})
		}
		m.Rows = append(m.Rows, row)
	}
	var more []string
	if s.Rows > rows {
		more = append(more, counted(s.Rows-rows, "row"))
	}
	if s.More > 0 {
		more = append(more, counted(s.More, "column"))
	}
	if len(more) > 0 {
		m.More = "and " + strings.Join(more, " and ") + " more"
	}
	return m
}

// roleWords returns the roles of a table's columns with their labels.
func roleWords(table string) (out [][2]string) {
	names := map[content.Role]string{content.RoleSource: "source", content.RoleTarget: "target", content.RoleWeight: "weight, left out",
		content.RoleDirection: "direction", content.RoleLabel: "class", content.RoleID: "id", content.RoleName: "name",
		content.RoleClassName: "class name", content.RoleFeature: "feature", content.RoleSplit: "split", content.RoleIgnored: "left out"}
	for _, r := range content.Roles(table) {
		text := words.Either(table == content.Edges && r == content.RoleLabel, "class of the source", names[r])
		out = append(out, [2]string{string(r), text})
	}
	return out
}

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
	// Counts is a line with the format and the size of the graph, or a request if no graph has been read. Doubts are the reasons for the
	// dialog. Sheets are the tables of the files.
	Counts string
	Doubts []string
	Sheets []Sheet
	// Menus are the corrections of the whole graph. LeftOut names the parts of the files that the graph does not use.
	Menus   []Menu
	LeftOut []string
	// Error is the reason why the last correction failed, "" if it did not fail. Busy reports that the files are being read again.
	Error string
	Busy  bool
	// Unread reports that no graph has been read from the files yet.
	Unread bool
}

// Sheet is a table of a file, or the attributes of the nodes in a file of another format.
type Sheet struct {
	// Title is the name of the file, and About describes the content.
	Title, About string
	// Menus are the corrections of the table. Columns are the shown columns.
	Menus   []Menu
	Columns []Heading
	// Rows are the first rows of the table. Each row has a value for each shown column.
	Rows [][]Value
	// More is a text with the numbers of omitted rows and columns. It is "" if nothing is omitted.
	More string
}

// Heading is a column with the menu of its roles. The role is the meaning of the column for the graph, such as one end of an edge.
type Heading struct {
	// Table is the name of the table, and Role is the present role of the column.
	Table  string
	Number int // the place of the column in the table, from 1
	Name   string
	Role   string
	Used   bool // the column is part of the graph
	// Roles are the possible roles, as pairs of value and label. It is nil for a column of a list or a matrix, whose role is fixed.
	Roles [][2]string
}

// Value is the text of a cell. Used reports that its column is part of the graph.
type Value struct {
	Text string
	Used bool
}

// Menu is the menu of a correction.
type Menu struct {
	// What is the name of the correction. Table is the table that the correction changes, "" for the whole graph. Label is the label of
	// the menu, and Value is the chosen value.
	What, Table, Label, Value string
	// Choices are the possible values, as pairs of value and label. The value "" stands for no correction.
	Choices [][2]string
}

// New returns the dialog about the files that the page has read. It returns nil if no files wait for an answer of the user.
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

	// The menus of the whole graph: the table of the edges, the number of the first node, and the direction of the edges. A menu exists only
	// if the files leave a choice. f.Unread names the sheets of workbooks that were not read.
	if len(f.Sheets) > 1 || len(f.Unread) > 0 {
		choices := [][2]string{{"", "as guessed"}}
		for _, name := range f.Unread {
			choices = append(choices, [2]string{name, "sheet " + name})
		}
		for _, t := range f.Sheets {
			choices = append(choices, [2]string{t.File, t.File})
		}
		m.Menus = append(m.Menus, Menu{"table", "", "Edges are in", fix.Table, choices})
	}
	if f.Numbered {
		m.Menus = append(m.Menus, Menu{"from", "", "Nodes", fix.From, [][2]string{{"", "as the ids say"}, {"0", "numbered from 0"},
			{"1", "numbered from 1"}}})
	}
	if f.Directable {
		inFile := words.Either(f.Directed, "directed", "undirected")
		if fix.Directed != "" { // f.Directed then has the correction, and the direction in the file is unknown
			inFile = "guessed"
		}
		m.Menus = append(m.Menus, Menu{"directed", "", "Edges", fix.Directed, [][2]string{{"", "as the file says (" + inFile + ")"},
			{"yes", "all directed"}, {"no", "all undirected"}}})
	}
	return m
}

// counts returns a sentence with the format of the files and the numbers of nodes, edges, classes and features. If no graph has been read,
// it returns the request to identify the ends of an edge.
func counts(f *content.Recognition) string {
	if f.Nodes == 0 && f.Edges == 0 {
		return "Not read yet: say which columns are the two ends of an edge."
	}
	format := f.Format
	switch format { // any other format has a proper name, without an article
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
	return words.Either(n == 0, "no"+words.Count(0, noun)[1:], words.Count(n, noun)) // "0 classes" without its digit is " classes"
}

// sheetOf returns the view model of a table: its menus, its columns, its first rows, and the numbers of omitted rows and columns.
func sheetOf(s *content.Sheet) Sheet {
	m := Sheet{Title: s.File, About: "Edges, " + counted(s.Rows, "row")}
	if s.Table != content.Edges {
		m.About = "Nodes, " + counted(s.Rows, "row")
	}
	m.setMenus(s)
	m.setColumns(s)

	// The dialog shows only the first rows and columns.
	rows := len(m.Rows)
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

// setMenus sets the menus of a table: the form of a row, the header, and the separator of cells. A list and a matrix have only the menu
// of the form. The attributes of nodes are no table: for them setMenus replaces the description, and sets no menu.
func (m *Sheet) setMenus(s *content.Sheet) {
	form := Menu{"form", s.Table, "Each row", s.Form, [][2]string{{content.FormPairs, "is an edge"},
		{content.FormLists, "is a node and its neighbours"}, {content.FormMatrix, "is a row of a matrix"}}}
	switch {
	case s.Separator == "": // attributes of nodes: only a table has a separator
		m.About = "Attributes of the nodes"
	case s.Form != "" && s.Form != content.FormPairs: // a list or a matrix
		m.Menus = []Menu{form}
	default:
		header := words.Either(s.Header, "yes", "no")
		var separators [][2]string
		for _, name := range content.Separators {
			separators = append(separators, [2]string{name, words.Either(name == "bar", "vertical bar", name)})
		}
		if s.Form != "" { // a table of edges; a table of nodes has no form
			m.Menus = []Menu{form}
		}
		m.Menus = append(m.Menus, Menu{"header", s.Table, "First row", header, [][2]string{{"yes", "names the columns"}, {"no", "is data"}}})
		if !s.Book { // the cells of a workbook have no separator
			m.Menus = append(m.Menus, Menu{"separator", s.Table, "Between cells", s.Separator, separators})
		}
	}
}

// setColumns sets the shown columns of a table and its first rows. The graph uses all columns except weights and ignored columns.
func (m *Sheet) setColumns(s *content.Sheet) {
	rows := 0 // samples of a column; all columns have the same number
	for k, c := range s.Columns {
		heading := Heading{Table: s.Table, Number: k + 1, Name: c.Name, Role: string(c.Role), Roles: roleWords(s.Table),
			Used: c.Role != content.RoleIgnored && c.Role != content.RoleWeight}
		if c.Role == "" { // a list or a matrix
			heading.Roles = nil
		}
		heading.Name = cmp.Or(heading.Name, "Column "+strconv.Itoa(k+1))
		m.Columns = append(m.Columns, heading)
		rows = max(rows, len(c.Sample))
	}

	for r := range rows {
		var row []Value
		for k, c := range s.Columns {
			row = append(row, Value{c.Sample[r], m.Columns[k].Used})
		}
		m.Rows = append(m.Rows, row)
	}
}

// roleWords returns the possible roles of a table's columns, as pairs of value and text. In a table of edges, a class or a feature
// is that of each edge's source.
func roleWords(table string) (out [][2]string) {
	names := map[content.Role]string{content.RoleSource: "source", content.RoleTarget: "target", content.RoleWeight: "weight, left out",
		content.RoleDirection: "direction", content.RoleLabel: "class", content.RoleID: "id", content.RoleName: "name",
		content.RoleClassName: "class name", content.RoleFeature: "feature", content.RoleSplit: "split", content.RoleIgnored: "left out"}
	for _, r := range content.Roles(table) {
		text := names[r]
		if table == content.Edges && (r == content.RoleLabel || r == content.RoleFeature) {
			text += " of the source"
		}
		out = append(out, [2]string{string(r), text})
	}
	return out
}

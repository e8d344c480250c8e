package content

// This file has the types with which package graphio reports what it recognised in files, for a dialog of the page.

// Recognition is the result of reading files. The user checks it before a run uses the graph.
type Recognition struct {
	// Format is the name of the format, as in graphio.Found.Format.
	// Sheets are the tables, or the attributes of the nodes. A format with neither has no sheets.
	Format string
	Sheets []Sheet
	// Nodes, Edges, Features and Classes are the numbers in the files, without features and classes that the program adds.
	// Isolated is the number of nodes without an edge.
	Nodes, Edges, Features, Classes, Isolated int
	// Directed reports whether edges have a direction.
	Directed bool
	// Numbered reports whether the user may choose Correction.From, the first number of the nodes.
	// Directable reports whether the user may choose Correction.Directed.
	Numbered, Directable bool
	// Unread are the names of the sheets of workbooks that were not read.
	Unread []string
	// LeftOut are sentences about merged, omitted or cut content.
	LeftOut []string
	// Doubts are the reasons for a question to the user. If the list is empty, the recognition is certain.
	Doubts []Doubt
}

// Sheet is a table, or the attributes of the nodes.
type Sheet struct {
	// File is the name of the file. Table is Edges or the name of a node table.
	File, Table string
	// Separator is the name of the separator, "" if the source is not a table. A sheet of a workbook has the separator of the text to which
	// it was converted.
	Separator string
	// Book reports whether the table is a sheet of a workbook. The user then has no separator to correct.
	Book bool
	// Header reports whether the first row has the names of the columns.
	Header bool
	// Form is one of Forms for a table of edges, "" for any other table. Columns of FormLists and FormMatrix have no roles.
	Form string
	// Rows is the number of rows without the header.
	Rows int
	// Columns are the first MaxColumns columns. More is the number of further columns.
	Columns []SheetColumn
	More    int
}

// SheetColumn is a column with its role.
type SheetColumn struct {
	// Name is the name of the column, "" for a table without a header.
	Name string
	// Role is the meaning of the column, such as the first end of an edge (RoleSource).
	Role Role
	// Sample holds the cells of the column in the first MaxSample rows, each cut to MaxCell characters.
	// The last character of a cut cell is "…".
	Sample []string
}

// Limits of the preview of a table: columns, rows, and characters of a cell.
const (
	MaxColumns = 24
	MaxSample  = 5
	MaxCell    = 32
)

// Doubt is a reason for a question to the user.
type Doubt struct {
	// Rule is the identifier of the reason, such as "encoding". Text is a sentence for the user.
	Rule, Text string
}

// Question is the error for files that require a correction by the user.
type Question struct {
	// Text is the message. Found is the recognition of the columns, from which the user can choose.
	Text  string
	Found *Recognition
}

// Error returns Text.
func (q *Question) Error() string { return q.Text }

// Texts returns the sentences of all doubts. It returns nil if r is nil or has no doubts.
func (r *Recognition) Texts() []string {
	if r == nil {
		return nil
	}
	var out []string
	for _, d := range r.Doubts {
		out = append(out, d.Text)
	}
	return out
}

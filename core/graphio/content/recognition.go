package content

// Recognition is the result of recognising files in package graphio. If it has doubts, the page shows it before a run uses the graph.
type Recognition struct {
	Format string // as in graphio.Found.Format
	// Sheets are the tables, or the attributes of the nodes. A format with neither has no sheets.
	Sheets []Sheet
	// Nodes, Edges, Features and Classes are the numbers of the graph, without features and classes that the program adds.
	// Isolated is the number of nodes without an edge.
	Nodes, Edges, Features, Classes, Isolated int
	// Directed reports whether at least one edge has a direction.
	Directed bool
	// Numbered reports whether the user may choose Correction.From, the first number of the nodes.
	// Directable reports whether the user may choose Correction.Directed.
	Numbered, Directable bool
	// Unread are the names of the sheets of workbooks that were not read.
	Unread []string
	// LeftOut are the notes of the graph, such as sentences about merged, omitted or cut content.
	LeftOut []string
	// Doubts are the reasons for a question to the user. If the list is empty, the recognition is certain.
	Doubts []Doubt
}

// Sheet is a table, or the attributes of the nodes.
type Sheet struct {
	// File is the name of the file. Table is Edges or the name of a node table.
	File, Table string
	// Separator is the name of the separator, "" if the source is not a table.
	Separator string
	// Book reports whether the table is a sheet of a workbook. The user then has no separator to correct.
	Book bool
	// Header reports whether the first row has the names of the columns.
	Header bool
	// Form is one of Forms for a table of edges, "" for any other table. Columns of FormLists and FormMatrix have no roles.
	Form string
	// Rows is the number of rows without the header.
	Rows int
	// Columns are the first columns, at most MaxColumns. More is the number of further columns.
	Columns []SheetColumn
	More    int
}

// SheetColumn is a column with its role.
type SheetColumn struct {
	Name string // "" for a table without a header
	Role Role   // "" in a sheet of FormLists or FormMatrix
	// Sample holds the cells of the column in the first MaxSample rows, each cut to MaxCell characters. A cut cell ends with "…".
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
	// Rule identifies the reason, such as "encoding". Text is a sentence for the user.
	Rule, Text string
}

// Question is the error for files that require a correction by the user.
type Question struct {
	// Text is the message. Found has the columns from which the user can choose.
	Text  string
	Found *Recognition
}

// Error returns Text.
func (q *Question) Error() string { return q.Text }

// Texts returns the sentences of all doubts. r may be nil.
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

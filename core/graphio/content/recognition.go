package content

// Recognition is the result of reading files, for the user to check before a run uses the graph.
type Recognition struct {
	// Format is Found.Format. Sheets are the tables, or the attributes of the nodes; other formats have none.
	Format string
	Sheets []Sheet
	// Nodes, Edges, Features and Classes count the content of the files, without any filled features or classes.
	// Isolated counts nodes without an edge.
	Nodes, Edges, Features, Classes, Isolated int
	// Directed reports whether edges have a direction.
	Directed bool
	// Numbered and Directable report whether Correction.From and Correction.Directed apply.
	Numbered, Directable bool
	// Unread are the names of sheets of a workbook that were not read.
	Unread []string
	// LeftOut are sentences about merged, omitted or cut content.
	LeftOut []string
	// Doubts are the reasons for a question to the user. Without any the reading is certain.
	Doubts []Doubt
}

// Sheet is a table, or the attributes of the nodes.
type Sheet struct {
	// File is the name of the file. Table is Edges or the name of a node table.
	File, Table string
	// Separator is the name of the separator, "" where the source is no text table.
	Separator string
	// Book reports a sheet of a workbook, which has no separators.
	Book   bool
	Header bool // Header reports whether the first row names the columns.
	// Form is one of Forms for a table of edges. Columns of a list or of a matrix have no roles.
	Form string
	// Rows counts the rows without the header.
	Rows int
	// Columns are the first MaxColumns columns. More counts the others.
	Columns []SheetColumn
	More    int
}

// SheetColumn is a column with the role in use.
type SheetColumn struct {
	// Name is the name of the column, "" for none.
	Name string
	Role Role
	// Sample holds the cells of the column in the first rows.
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
	// Rule identifies the reason; Text is a sentence.
	Rule, Text string
}

// Question is the error of files that need a correction of the user. Found shows their columns.
type Question struct {
	Text  string
	Found *Recognition
}

// Error returns Text.
func (q *Question) Error() string { return q.Text }

// Texts returns the sentences of all doubts, nil for a nil Recognition.
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

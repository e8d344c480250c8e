package content

// Recognition is what was made of files, for a user to check before the graph is taken.
type Recognition struct {
	// Format is that of the result; Sheets are the tables, or the attributes of the nodes. Formats with neither have none.
	Format string
	Sheets []Sheet
	// Nodes, Edges, Features and Classes count what was read, before anything is made up; Isolated counts nodes without an edge.
	Nodes, Edges, Features, Classes, Isolated int
	Directed                                  bool // Directed reports whether edges have a direction.
	// Numbered and Directable report whether Correction.From and Correction.Directed apply.
	Numbered, Directable bool
	Unread               []string // Unread are the sheets of a workbook that were not read.
	LeftOut              []string // LeftOut are sentences about what was merged, left out or cut.
	Doubts               []Doubt  // Doubts are the reasons to ask, none when the reading is sure.
}

// Sheet is a table, or the attributes of the nodes.
type Sheet struct {
	File, Table string // File is its name, Table is Edges or Nodes.
	Separator   string // Separator is the name of its separator, "" when it is no text table.
	Book        bool   // Book reports whether it is a sheet of a workbook, between whose cells nothing stands.
	Header      bool   // Header reports whether the first row names the columns.
	// Form is one of Forms for a table of edges. The columns of a list or a matrix have no roles.
	Form string
	Rows int // Rows is the number of rows without the header.
	// Columns are the first MaxColumns columns, More the number of further ones.
	Columns []SheetColumn
	More    int
}

// SheetColumn is a column as it was taken.
type SheetColumn struct {
	// Name is "" for a column without one.
	Name   string
	Role   Role
	Sample []string // Sample holds its cells in the first rows.
}

// Limits of what is shown of a table.
const (
	MaxColumns = 24
	MaxSample  = 5
	MaxCell    = 32 // characters
)

// Doubt is a reason to ask.
type Doubt struct {
	Rule, Text string // Rule names the reason; Text is a sentence.
}

// Question is the error of files that can be read once the user says what their columns are: Found shows them.
type Question struct {
	Text  string
	Found *Recognition
}

func (q *Question) Error() string { return q.Text }

// Texts returns the sentences of doubts.
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

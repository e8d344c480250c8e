package content

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Role is the meaning of a column of a table, or of an attribute of the nodes.
type Role string

// The roles. Source, target, direction, id, name, label, class name and split have at most one column each.
const (
	RoleSource    Role = "source"    // first end of an edge
	RoleTarget    Role = "target"    // second end of an edge
	RoleWeight    Role = "weight"    // weight of an edge, left out: a graph here has none
	RoleDirection Role = "direction" // "directed" or "undirected"
	RoleID        Role = "id"        // the id by which edges refer to the node
	RoleName      Role = "name"      // displayed name of the node; in an edge list, of the source
	RoleLabel     Role = "label"     // class of the node; in an edge list, of the source
	RoleClassName Role = "classname" // name of the class
	RoleFeature   Role = "feature"   // one feature, or a list of features
	RoleSplit     Role = "split"     // train, val or test
	RoleIgnored   Role = "ignored"   // left out
)

// The names of tables, as corrections and [Sheet] use them.
const (
	Edges = "edges"
	Nodes = "nodes"
)

// NodeTable returns the name of the k-th node table, counted from 1: nodes, nodes2, nodes3, …
func NodeTable(k int) string {
	if k < 2 {
		return Nodes
	}
	return Nodes + strconv.Itoa(k)
}

// isTable reports whether a text is the name of a table.
func isTable(name string) bool {
	k, err := strconv.Atoi(strings.TrimPrefix(name, Nodes))
	return name == Edges || name == Nodes || err == nil && name == NodeTable(k) && k > 1 && k < 100
}

// Roles returns the roles that a column of a table ("edges" or a node table) can have.
func Roles(table string) []Role {
	if table == Edges {
		return []Role{RoleSource, RoleTarget, RoleWeight, RoleDirection, RoleName, RoleLabel, RoleIgnored}
	}
	return []Role{RoleID, RoleName, RoleLabel, RoleClassName, RoleFeature, RoleSplit, RoleIgnored}
}

// Single reports whether at most one column of a table has the role.
func (r Role) Single() bool { return r != RoleWeight && r != RoleFeature && r != RoleIgnored }

// Correction overrides the recognition of files by the user's choice. The zero value corrects nothing.
// String and [ParseCorrection] exchange it with a text such as "source=1,target=3,label=-,header=no,from=1".
type Correction struct {
	Columns []ColumnRole
	// All, Edges and Nodes are the layout of every table, of the edge list and of the node tables.
	All, Edges, Nodes Layout
	// From is "0" or "1" where nodes are numbered from there without a gap, "" to keep the ids of the files.
	// Then every number up to the largest is a node, and numbers in an edge list count the rows of a node table.
	From string
	// Directed is "yes" or "no", "" for the direction in the files.
	Directed string
	// Table is the file name of the table with the edges, or its number from 1. "" leaves the choice to the reader.
	Table string
}

// ColumnRole gives a role to columns of a table.
type ColumnRole struct {
	// Table is Edges, a node table (NodeTable), or "" for the table that has the role.
	// A label without a table belongs to the first node table, or to the edge list without one.
	Table string
	Role  Role
	// Column is the name of a column, its number from 1, numbers and ranges as "3-5+8", or "-" for no column.
	Column string
}

// Layout is the form of the lines of a table.
type Layout struct {
	// Header is "yes" where the first row names the columns, "no" where not, "" for a guess.
	Header string
	// Separator is one of Separators, "" for a guess.
	Separator string
	// Form is the form of a table of edges, one of Forms, "" for a guess.
	Form string
}

// Forms are the meanings of a row of a table of edges.
// A row is an edge (FormPairs), a node with its neighbours (FormLists) or a row of an adjacency matrix (FormMatrix).
var Forms = []string{FormPairs, FormLists, FormMatrix}

// The values of Layout.Form.
const (
	FormPairs  = "pairs"
	FormLists  = "lists"
	FormMatrix = "matrix"
)

// Separators are the names of the separators of two cells.
var Separators = []string{"tab", "comma", "semicolon", "bar", "space"}

// separatorRunes are the characters of Separators, in the same order. A space represents any white space.
var separatorRunes = "\t,;| "

// SeparatorRune returns the character of a separator by its name, 0 for an unknown name.
func SeparatorRune(name string) rune {
	if k := slices.Index(Separators, name); k >= 0 {
		return rune(separatorRunes[k])
	}
	return 0
}

// SeparatorName returns the name of a separator, "" for another character.
func SeparatorName(r rune) string {
	if k := strings.IndexRune(separatorRunes, r); k >= 0 {
		return Separators[k]
	}
	return ""
}

// Layout returns the layout of a table: its own values, and those of All where a value is missing.
func (c *Correction) Layout(table string) Layout {
	own := c.Nodes
	if table == Edges {
		own = c.Edges
	}
	return Layout{cmp.Or(own.Header, c.All.Header), cmp.Or(own.Separator, c.All.Separator), cmp.Or(own.Form, c.All.Form)}
}

// maxCorrection limits the parts of a correction: a correction can come from a link.
const maxCorrection = 10_000

// ParseCorrection parses a correction: parts "key=value" separated by commas.
// A key is a role, header, separator, form, from, directed or table.
// "edges." or "nodes." may precede a role, header and separator. Unknown keys and values are errors.
func ParseCorrection(text string) (c Correction, err error) {
	if text == "" {
		return c, nil
	}
	parts := strings.Split(text, ",")
	if len(parts) > maxCorrection {
		return c, fmt.Errorf("the correction has more than %d parts", maxCorrection)
	}
	for _, part := range parts {
		key, value, ok := strings.Cut(part, "=")
		if key, value = strings.TrimSpace(key), strings.TrimSpace(value); !ok || value == "" {
			return Correction{}, fmt.Errorf("%q is not of the form source=1, label=- or header=yes", part)
		}
		table, name, prefixed := strings.Cut(key, ".")
		if !prefixed {
			table, name = "", key
		} else if !isTable(table) {
			return Correction{}, fmt.Errorf("%q is neither edges nor nodes", table)
		}
		if err := c.part(table, name, value); err != nil {
			return Correction{}, err
		}
	}
	return c, nil
}

// part applies one part of the text of a correction. table is "" for a key without a prefix.
func (c *Correction) part(table, name, value string) error {
	if to, of := c.field(table, name); to != nil {
		if of != nil && !slices.Contains(of, value) {
			return fmt.Errorf("%s is %s, not %q", name, strings.Join(of, " or "), value)
		}
		*to = value
		return nil
	}
	all := slices.Concat(Roles(Edges), Roles(Nodes))
	if table != "" {
		all = Roles(table)
	}
	if !slices.Contains(all, Role(name)) {
		return fmt.Errorf("%q is no role of a column; the roles are %v", name, all)
	}
	c.Columns = append(c.Columns, ColumnRole{table, Role(name), value})
	return nil
}

// String returns the text that [ParseCorrection] parses, "" for the zero value.
func (c Correction) String() string {
	var parts []string
	add := func(table, key, value string) {
		if value == "" {
			return
		}
		if table != "" {
			key = table + "." + key
		}
		parts = append(parts, key+"="+value)
	}
	for _, r := range c.Columns {
		add(r.Table, string(r.Role), r.Column)
	}
	for _, l := range []struct {
		table string
		Layout
	}{{"", c.All}, {Edges, c.Edges}, {Nodes, c.Nodes}} {
		add(l.table, "header", l.Header)
		add(l.table, "separator", l.Separator)
		add(l.table, "form", l.Form)
	}
	add("", "from", c.From)
	add("", "directed", c.Directed)
	add("", "table", c.Table)
	return strings.Join(parts, ",")
}

// With returns the correction with role to in place of role from for one column, numbered from 1.
// A single role leaves its former column; without a new column it has the column "-".
func (c Correction) With(table string, column int, from, to Role) Correction {
	number := strconv.Itoa(column)
	var list []ColumnRole
	for _, r := range c.Columns {
		if r.Table != table || r.Column != number && !(r.Role == to && to.Single()) && !(r.Role == from && r.Column == "-") {
			list = append(list, r)
		}
	}
	if from != to && from.Single() {
		list = append(list, ColumnRole{table, from, "-"})
	}
	c.Columns = append(list, ColumnRole{table, to, number})
	return c
}

// WithOption returns the correction with one option set, "" for the value that the files suggest.
// The options are header, separator and form of a table, and from, directed and table of all tables.
func (c Correction) WithOption(table, what, value string) Correction {
	old := c
	owner := cmp.Or(table, Nodes)
	if slices.Contains([]string{"from", "directed", "table"}, what) {
		owner = ""
	}
	if to, _ := c.field(owner, what); to != nil {
		*to = value
	}
	switch what {
	case "form":
		c.Edges = Layout{Form: value, Separator: old.Edges.Separator}
		fallthrough
	case "separator":
		// Another separator gives other columns: roles of the former columns are dropped.
		c.Columns = slices.DeleteFunc(slices.Clone(c.Columns), func(r ColumnRole) bool { return r.Table == table })
	case "table":
		// Other tables have other columns and layouts.
		c = Correction{Table: value, From: c.From, Directed: c.Directed}
	}
	return c
}

// field returns the field of an option of a table, "" for all tables, and the values allowed there.
// Without a list every value is allowed. The field is nil for an unknown option.
func (c *Correction) field(table, name string) (*string, []string) {
	layout := &c.Nodes // of all node tables
	switch table {
	case "":
		layout = &c.All
	case Edges:
		layout = &c.Edges
	}
	switch {
	case name == "header":
		return &layout.Header, []string{"yes", "no"}
	case name == "separator":
		return &layout.Separator, Separators
	case name == "form" && (table == "" || table == Edges):
		return &c.Edges.Form, Forms
	case name == "from" && table == "":
		return &c.From, []string{"0", "1"}
	case name == "directed" && table == "":
		return &c.Directed, []string{"yes", "no"}
	case name == "table" && table == "":
		return &c.Table, nil
	}
	return nil, nil
}

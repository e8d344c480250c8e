package content

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// This file has the roles of columns, and the user's corrections of the recognition of files.

// Role is the meaning of a column of a table, or of an attribute of the nodes.
type Role string

// The roles. A correction gives each role to at most one column of a table, except weight, feature and ignored.
const (
	RoleSource    Role = "source"    // first end of an edge
	RoleTarget    Role = "target"    // second end of an edge
	RoleWeight    Role = "weight"    // weight of an edge; graphs of this program have no weights
	RoleDirection Role = "direction" // "directed" or "undirected"
	RoleID        Role = "id"        // the id by which edges refer to the node
	RoleName      Role = "name"      // displayed name of the node; in an edge list, of the source
	RoleLabel     Role = "label"     // class of the node; in an edge list, of the source
	RoleClassName Role = "classname" // name of the class
	RoleFeature   Role = "feature"   // one feature, or a list of features; in an edge list, of the source
	RoleSplit     Role = "split"     // train, val or test
	RoleIgnored   Role = "ignored"   // not read
)

// The names of tables in corrections and in [Sheet].
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

// isTable reports whether a text is the name of a table: edges, nodes, or nodes2 to nodes1000.
// An archive has at most 1000 files (MaxArchive of package graphio).
func isTable(name string) bool {
	number, err := strconv.Atoi(strings.TrimPrefix(name, Nodes))
	// The comparison with NodeTable excludes spellings such as nodes02.
	isFurther := err == nil && number > 1 && number <= 1000 && name == NodeTable(number)
	return name == Edges || name == Nodes || isFurther
}

// Roles returns the roles that a column of a table may have. table is "edges" or the name of a node table.
func Roles(table string) []Role {
	if table == Edges {
		return []Role{RoleSource, RoleTarget, RoleWeight, RoleDirection, RoleName, RoleLabel, RoleFeature, RoleIgnored}
	}
	return []Role{RoleID, RoleName, RoleLabel, RoleClassName, RoleFeature, RoleSplit, RoleIgnored}
}

// Single reports whether a correction gives the role to at most one column of a table. A guess may give target, name and split to several.
func (r Role) Single() bool { return r != RoleWeight && r != RoleFeature && r != RoleIgnored }

// Correction has the choices of the user that replace parts of the recognition of files. The zero value corrects nothing.
// As text a correction is, for example, "source=1,target=3,label=-,header=no,from=1" ([Correction.String], [ParseCorrection]).
type Correction struct {
	// Columns are the roles that the user has given to columns.
	Columns []ColumnRole
	// Edges is the layout of the edge list, and Nodes the layout of the node tables. All replaces their empty fields.
	All, Edges, Nodes Layout
	// From is "0" or "1" if the nodes are all numbers from 0, or from 1, to the largest id. A number without an edge is a node, too.
	// With a node table, the rows of this table are the nodes, numbered from From. If From is "", the ids of the files are names.
	From string
	// Directed is "yes" if all edges have a direction, "no" if none has, and "" if the files decide.
	Directed string
	// Table is the file name of the table of edges, the name of its sheet in a workbook, or its number from 1. "" lets the reader select it.
	Table string
}

// ColumnRole gives a role to columns of a table.
type ColumnRole struct {
	// Table is Edges or a node table (NodeTable). It may be "": this is Edges for a role of edge lists, and Nodes for a role of node tables.
	// For a role of both kinds of tables (name, label, ignored), "" is Nodes, or Edges if there is no node table.
	Table string
	Role  Role
	// Column is the name of a column, its number from 1, a set of numbers such as "3-5+8", or "-" for no column.
	Column string
}

// Layout describes the rows of a table. The reader guesses a field that is "".
type Layout struct {
	Header    string // "yes" if the first row has the names of the columns, "no" if it is data
	Separator string // one of Separators
	Form      string // one of Forms, for a table of edges
}

// Forms are the values of Layout.Form, the meanings of a row in a table of edges.
var Forms = []string{FormPairs, FormLists, FormMatrix}

// The meanings of a row in a table of edges.
const (
	FormPairs  = "pairs"  // an edge
	FormLists  = "lists"  // a node with its neighbours
	FormMatrix = "matrix" // a row of an adjacency matrix
)

// Separators are the names of the characters that separate cells.
var Separators = []string{"tab", "comma", "semicolon", "bar", "space"}

// separatorRunes are the characters of Separators, in the same order. A space represents any white space.
var separatorRunes = "\t,;| "

// SeparatorRune returns the character of a separator by its name. It returns 0 for an unknown name.
func SeparatorRune(name string) rune {
	if k := slices.Index(Separators, name); k >= 0 {
		return rune(separatorRunes[k])
	}
	return 0
}

// SeparatorName returns the name of a separator. It returns "" if the character is no separator.
func SeparatorName(r rune) string {
	if k := strings.IndexRune(separatorRunes, r); k >= 0 {
		return Separators[k]
	}
	return ""
}

// Layout returns the layout of a table: Edges or a node table. If a field of its layout is "", the field of All replaces it.
func (c *Correction) Layout(table string) Layout {
	own := c.Nodes
	if table == Edges {
		own = c.Edges
	}
	return Layout{cmp.Or(own.Header, c.All.Header), cmp.Or(own.Separator, c.All.Separator), cmp.Or(own.Form, c.All.Form)}
}

// maxCorrection limits the parts of a correction, because a correction may come from a link.
const maxCorrection = 10_000

// ParseCorrection parses a correction: parts "key=value" separated by commas, such as "source=1,nodes.label=3,edges.header=no,from=1".
// A key is a role, or one of the options header, separator, form, from, directed and table.
// A role, header or separator may have the name of a table as prefix, such as "edges." or "nodes."; form may have "edges.".
// In a value "%2C" stands for a comma, and "%252" for "%2".
// The header or separator of one node table holds for all node tables.
// Errors are more than maxCorrection parts, a part of another form, an unknown table or key, and a value that an option does not allow.
// The columns of roles are not checked. For the empty text, and after an error, c is the zero value.
func ParseCorrection(text string) (c Correction, err error) {
	if text == "" {
		return c, nil
	}
	parts := strings.Split(text, ",")
	if len(parts) > maxCorrection {
		return c, fmt.Errorf("the correction exceeds %d parts", maxCorrection)
	}
	for _, part := range parts {
		left, right, hasEquals := strings.Cut(part, "=")
		key, value := strings.TrimSpace(left), unescape(strings.TrimSpace(right))
		if !hasEquals || value == "" {
			return Correction{}, fmt.Errorf("%q is not of the form source=1, label=- or header=yes", part)
		}
		// The prefix of the key, up to a point, is the name of a table.
		table, name, hasPrefix := strings.Cut(key, ".")
		if !hasPrefix {
			table, name = "", key
		} else if !isTable(table) {
			return Correction{}, fmt.Errorf("%q is neither edges nor nodes", table)
		}
		if err := c.set(table, name, value); err != nil {
			return Correction{}, err
		}
	}
	return c, nil
}

// set stores value as the option called name or, if name is a role, appends the role to Columns with value as its column.
// table is the prefix of the key, "" if there is none. Any other name, and a value that the option does not allow, are errors.
func (c *Correction) set(table, name, value string) error {
	option, allowed := c.field(table, name)
	if option != nil {
		if allowed != nil && !slices.Contains(allowed, value) {
			return fmt.Errorf("%s is %s, not %q", name, strings.Join(allowed, " or "), value)
		}
		*option = value
		return nil
	}
	// A key without a prefix may be a role in any table.
	roles := slices.Concat(Roles(Edges), Roles(Nodes))
	if table != "" {
		roles = Roles(table)
	}
	if !slices.Contains(roles, Role(name)) {
		return fmt.Errorf("%q is no role; the roles are %v", name, roles)
	}
	c.Columns = append(c.Columns, ColumnRole{table, Role(name), value})
	return nil
}

// escape returns a value without commas, and unescape returns the value again.
func escape(value string) string {
	return strings.ReplaceAll(strings.ReplaceAll(value, "%2", "%252"), ",", "%2C")
}

func unescape(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "%2C", ","), "%252", "%2")
}

// String returns the correction as a text that [ParseCorrection] parses. The text of the zero value is "".
func (c Correction) String() string {
	var parts []string
	// add appends a part, unless the value is "". table is the prefix of the key.
	add := func(table, name, value string) {
		if value == "" {
			return
		}
		key := name
		if table != "" {
			key = table + "." + name
		}
		parts = append(parts, key+"="+escape(value))
	}
	for _, r := range c.Columns {
		add(r.Table, string(r.Role), r.Column)
	}
	// Only the edge list can have a form; add omits the empty fields of the others.
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

// With returns the correction in which a column of a table, numbered from 1, has newRole in place of oldRole.
// Former corrections of this column by its number are removed. If newRole is single ([Role.Single]), its former column loses this role.
// If oldRole is single and differs from newRole, the column "-" excludes oldRole, also for other columns. A split is not excluded, because
// the masks of its sets are several columns.
func (c Correction) With(table string, column int, oldRole, newRole Role) Correction {
	number := strconv.Itoa(column)
	var list []ColumnRole
	for _, r := range c.Columns {
		isOfColumn := r.Column == number
		isFormerColumn := r.Role == newRole && newRole.Single()
		isNoColumn := r.Role == oldRole && r.Column == "-"
		isReplaced := r.Table == table && (isOfColumn || isFormerColumn || isNoColumn)
		if !isReplaced {
			list = append(list, r)
		}
	}
	if oldRole != newRole && oldRole.Single() && oldRole != RoleSplit {
		list = append(list, ColumnRole{table, oldRole, "-"})
	}
	c.Columns = append(list, ColumnRole{table, newRole, number})
	return c
}

// WithOption returns the correction with an option set to a value, or without the option if the value is "".
// The options header, separator and form belong to a table: Edges or a node table; form is only for Edges.
// For the options from, directed and table the parameter table has no effect.
// The option form or separator removes the roles of the table, and form removes Edges.Header. All node tables have one separator.
// A role without a table may be a role of any table, and is removed, too.
// The option table removes all roles and layouts.
func (c Correction) WithOption(table, option, value string) Correction {
	owner := cmp.Or(table, Nodes) // a header or separator without a table belongs to the node tables
	isOfAllTables := slices.Contains([]string{"from", "directed", "table"}, option)
	if isOfAllTables {
		owner = ""
	}
	if field, _ := c.field(owner, option); field != nil {
		*field = value
	}
	// The first letter distinguishes the edges from all node tables.
	isOfTable := func(r ColumnRole) bool { return r.Table == "" || r.Table[0] == owner[0] }
	switch option {
	case "form":
		// The choice of a header was about the rows of the former form.
		c.Edges = Layout{Form: value, Separator: c.Edges.Separator}
		fallthrough // the columns change, too
	case "separator":
		// Another separator gives other columns. The clone protects the list of the caller, because c is a copy that shares it.
		c.Columns = slices.DeleteFunc(slices.Clone(c.Columns), isOfTable)
	case "table":
		// The roles and layouts were about the former table.
		c = Correction{Table: value, From: c.From, Directed: c.Directed}
	}
	return c
}

// field returns a pointer to an option by its name, nil if the table has no such option. table is "" for the options of all tables.
// allowed are the values of the option, nil if every value is allowed.
func (c *Correction) field(table, name string) (option *string, allowed []string) {
	layout := &c.Nodes // for every node table
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
	// Only the table of edges has a form. The prefix of its key may be missing.
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

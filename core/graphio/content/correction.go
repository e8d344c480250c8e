package content

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Role is what a column of a table, or an attribute of the nodes, is taken as.
type Role string

// The roles. At most one column each is the source, target, direction, id, name, label, the class name and the split.
const (
	RoleSource    Role = "source"    // first end of an edge
	RoleTarget    Role = "target"    // second end of an edge
	RoleWeight    Role = "weight"    // of an edge; a graph here has none, so it is left out
	RoleDirection Role = "direction" // "directed" or "undirected"
	RoleID        Role = "id"        // what the edges call the node
	RoleName      Role = "name"      // what the node is shown as; in an edge list, the edge's source
	RoleLabel     Role = "label"     // class of the node; in an edge list, of the edge's source
	RoleClassName Role = "classname" // name of the class
	RoleFeature   Role = "feature"   // one or, as a list, several features
	RoleSplit     Role = "split"     // train, val or test
	RoleIgnored   Role = "ignored"   // left out
)

// Tables that a column can stand in.
const (
	Edges = "edges"
	Nodes = "nodes"
)

// NodeTable is the name of the k-th node table, from 1: nodes, nodes2, nodes3, …
func NodeTable(k int) string {
	if k < 2 {
		return Nodes
	}
	return Nodes + strconv.Itoa(k)
}

// isTable reports whether a text names a table.
func isTable(name string) bool {
	k, err := strconv.Atoi(strings.TrimPrefix(name, Nodes))
	return name == Edges || name == Nodes || err == nil && name == NodeTable(k) && k > 1 && k < 100
}

// Roles lists the roles that a column of a table ("edges" or a node table) can have.
func Roles(table string) []Role {
	if table == Edges {
		return []Role{RoleSource, RoleTarget, RoleWeight, RoleDirection, RoleName, RoleLabel, RoleIgnored}
	}
	return []Role{RoleID, RoleName, RoleLabel, RoleClassName, RoleFeature, RoleSplit, RoleIgnored}
}

// Single reports whether only one column of a table has the role.
func (r Role) Single() bool { return r != RoleWeight && r != RoleFeature && r != RoleIgnored }

// Correction is what the user says of files that would be read otherwise. Its zero value corrects nothing. String and [ParseCorrection]
// give it as one text, such as "source=1,target=3,label=-,header=no,from=1".
type Correction struct {
	Columns           []ColumnRole
	All, Edges, Nodes Layout // Layout of every table, and of the edge list or the node table alone.
	// From is "0" or "1" when the nodes are numbered from there without a gap: every number up to the largest is a node, and the numbers in an
	// edge list count the rows of a node table. "" keeps the ids of the files.
	From     string
	Directed string // Directed is "yes" or "no", "" for what the files say.
	// Table says by file name, or number from 1, which of several tables holds the edges, "" for what the files suggest.
	Table string
}

// ColumnRole gives columns a role.
type ColumnRole struct {
	// Table is Edges, a node table (NodeTable), or "" for the one that the role belongs to; a label to the first node table when there is one.
	Table string
	Role  Role
	// Column is the name of a column, its number from 1, several numbers and ranges as "3-5+8", or "-" when no column has the role.
	Column string
}

// Layout is how the lines of a table are read.
type Layout struct {
	Header    string // Header is "yes" when the first row names the columns, "no" when not, "" to guess.
	Separator string // Separator is one of Separators, "" to guess.
	Form      string // Form, of a table of edges, is one of Forms, "" to guess.
}

// Forms are what a row of edges may be: [FormPairs] is an edge, [FormLists] a node and its neighbours, [FormMatrix] a row of an adjacency
// matrix.
var Forms = []string{FormPairs, FormLists, FormMatrix}

// The forms.
const (
	FormPairs  = "pairs"
	FormLists  = "lists"
	FormMatrix = "matrix"
)

// Separators are the names of what may stand between two cells.
var Separators = []string{"tab", "comma", "semicolon", "bar", "space"}

// separatorRunes are the separators themselves; a space stands for any white space.
var separatorRunes = "\t,;| "

// SeparatorRune returns the separator of a name, 0 for none.
func SeparatorRune(name string) rune {
	if k := slices.Index(Separators, name); k >= 0 {
		return rune(separatorRunes[k])
	}
	return 0
}

// SeparatorName returns the name of a separator.
func SeparatorName(r rune) string {
	if k := strings.IndexRune(separatorRunes, r); k >= 0 {
		return Separators[k]
	}
	return ""
}

// Layout returns how a table is read: what is said of it alone, else of all.
func (c *Correction) Layout(table string) Layout {
	own := c.Nodes
	if table == Edges {
		own = c.Edges
	}
	return Layout{cmp.Or(own.Header, c.All.Header), cmp.Or(own.Separator, c.All.Separator), cmp.Or(own.Form, c.All.Form)}
}

// maxCorrection limits the parts of a correction.
const maxCorrection = 10_000

// ParseCorrection reads the text of a correction: parts "key=value" between commas, where key is a role, header, separator, form, from,
// directed or table; before a role, header and separator may stand "edges." or "nodes.".
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

// String writes the correction as [ParseCorrection] reads it, "" for none.
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

// With returns the correction that gives a column of a table, numbered from 1, the role to in place of the role from.
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

// Say returns the correction with "header", "separator" or "form" of a table, "from" or "directed" set, "" for what the files suggest.
func (c Correction) Say(table, what, value string) Correction {
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
		// There are other columns now.
		c.Columns = slices.DeleteFunc(slices.Clone(c.Columns), func(r ColumnRole) bool { return r.Table == table })
	case "table":
		c = Correction{Table: value, From: c.From, Directed: c.Directed} // the tables are others now
	}
	return c
}

// field returns where a correction of a table, "" for all, keeps what is said of a word other than a role, and the values that this may
// have, none for any; nil for another word.
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

package graphio

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// A correction of the user overrides the recognition. The types are those of package content.

// What a user says of files goes before what their content suggests. The types are those of package content.
type (
	// Correction overrides the recognition by the user's choice.
	Correction = content.Correction
	// Recognition is the result of reading files.
	Recognition = content.Recognition
	// Doubt is a reason for a question to the user.
	Doubt = content.Doubt
)

// userRoles are the roles that a correction gives the columns of one table, by number from 0, and the roles without any column.
type userRoles struct {
	byColumn map[int]content.Role
	excluded map[content.Role]bool
}

const columnRemedy = "say a column by its name or its number from 1"

// userRolesOf returns the roles that c gives the columns of a table. header may be nil.
// alone reports that the files have no node table: roles common to both tables then belong to the edge list.
func userRolesOf(c *Correction, file, table string, alone bool, header []string, width int) (userRoles, error) {
	f := userRoles{map[int]content.Role{}, map[content.Role]bool{}}
	for _, r := range c.Columns {
		if tableOfRole(r, alone) != table {
			continue
		}
		// The role is excluded for all columns.
		if r.Column == "-" {
			f.excluded[r.Role] = true
			continue
		}
		list, err := columnNumbers(file, r.Column, header, width)
		if err != nil {
			return f, err
		}
		for _, k := range list {
			// The last correction of a single role wins.
			if r.Role.Single() {
				for old, role := range f.byColumn {
					if role == r.Role {
						delete(f.byColumn, old)
					}
				}
			}
			f.byColumn[k] = r.Role
		}
		delete(f.excluded, r.Role)
	}
	return f, nil
}

// tableOfRole returns the table of a role.
func tableOfRole(r content.ColumnRole, alone bool) string {
	switch {
	case r.Table != "":
		return r.Table
	case !slices.Contains(content.Roles(content.Nodes), r.Role):
		return content.Edges
	case alone && slices.Contains(content.Roles(content.Edges), r.Role):
		return content.Edges
	}
	return content.Nodes
}

// columnNumbers returns the columns, numbered from 0, that a text names: a name, a number from 1, or ranges as "3-5+8".
func columnNumbers(file, text string, header []string, width int) ([]int, error) {
	// A name has priority over a number: columns may be named by numbers.
	if k := slices.IndexFunc(header, func(s string) bool { return strings.EqualFold(strings.TrimSpace(s), text) }); k >= 0 {
		return []int{k}, nil
	}
	var out []int
	for _, part := range strings.Split(text, "+") {
		first, last, _ := strings.Cut(part, "-")
		last = cmp.Or(last, first)
		lo, why := parseID([]byte(first))
		hi, why2 := parseID([]byte(last))
		switch {
		case why != "" || why2 != "":
			return nil, fault(file, 0, columnRemedy, "there is no column %s", quote(text))
		case lo < 1 || hi < lo || hi > int64(width):
			return nil, fault(file, 0, columnRemedy, "there is no column %s; the columns are 1 to %d", quote(part), width)
		}
		for k := lo; k <= hi; k++ {
			out = append(out, int(k-1))
		}
	}
	return out, nil
}

// column returns the column with a single role, -1 for none.
func (f userRoles) columnOf(role content.Role) int {
	for k, r := range f.byColumn {
		if r == role {
			return k
		}
	}
	return -1
}

// checkCorrection returns an error for a correction of a property that the files do not have.
func checkCorrection(c *Correction, r *Recognition, file string) error {
	have := map[string]bool{}
	for _, s := range r.Sheets {
		have[s.Table] = true
	}
	const remedy = "leave this correction out"
	for _, p := range c.Columns {
		if t := tableOfRole(p, !have[content.Nodes]); !have[t] {
			return fault(file, 0, remedy, "it has no table of %s in which a column could be the %s", t, p.Role)
		}
	}
	text := len(r.Sheets) > 0 && r.Sheets[0].Separator != ""
	switch {
	case !text && (c.All != content.Layout{} || c.Edges != content.Layout{} || c.Nodes != content.Layout{}):
		return fault(file, 0, remedy, "%s has neither header nor separators to correct", r.Format)
	case c.From != "" && !r.Numbered:
		return fault(file, 0, remedy, "%s says itself which nodes there are", r.Format)
	case c.Directed != "" && !r.Directable:
		return fault(file, 0, remedy, "%s says itself which edges have a direction", r.Format)
	}
	return nil
}

// applyCorrection applies the correction after the last line: roles of attributes outside tables, and the direction of edges.
func (a *assembly) applyCorrection() {
	if a.correction == nil {
		return
	}
	// Tables have applied their roles while reading.
	if a.tables == nil {
		keys := make([]string, len(a.columns))
		for k, c := range a.columns {
			keys[k] = c.key
		}
		f, err := userRolesOf(a.correction, a.file, content.Nodes, false, keys, len(keys))
		if !a.keepError(err) {
			return
		}
		for k, role := range f.byColumn {
			a.columns[k].userRole = role
		}
		if a.excluded = f.excluded; len(f.byColumn)+len(f.excluded) > 0 {
			// Corrected roles override the description of this package.
			a.meta = nil
		}
	}
	if d := a.correction.Directed; d != "" {
		for k := range a.oneWay {
			a.oneWay[k] = d == "yes"
		}
	}
}

// fillNumbers adds a node for every number from the first, given as text, to the largest id. Ids that are no such numbers are errors.
func (a *assembly) fillNumbers(from string) {
	if from == "" {
		return
	}
	first, _ := parseID([]byte(from))
	last, there := first-1, map[int64]bool{}
	for i, id := range a.ids {
		v, why := parseID([]byte(id))
		if why == "" && v < first {
			why = "is below " + from
		}
		if why != "" {
			a.fail(a.lines[i], "correct where the numbers of the nodes begin", "the node id %s %s", quote(id), why)
			return
		}
		last, there[v] = max(last, v), true
	}
	for v := first; v <= last && a.err == nil; v++ {
		if !there[v] {
			a.addNode(strconv.FormatInt(v, 10), 0)
		}
	}
}

// userColumn returns the first column with a role from the user, nil for none.
func (a *assembly) userColumn(role content.Role) *column {
	for _, c := range a.columns {
		if c.userRole == role {
			return c
		}
	}
	return nil
}

// chooseColumn returns the column of a single role and records the role.
// The user's column has priority over the guess; an excluded role has none.
func (a *assembly) chooseColumn(role content.Role, guess func() *column) *column {
	c := a.userColumn(role)
	if c == nil && !a.excluded[role] {
		c = guess()
	}
	if c != nil {
		c.role = role
	}
	return c
}

// countIsolated returns the number of nodes without an edge.
func countIsolated(g *graph.Graph) int {
	n, touched := g.N, make([]bool, g.N)
	for _, e := range g.Edges {
		// Each node is subtracted at its first edge.
		n -= oneIf(!touched[e.I])
		touched[e.I] = true
		n -= oneIf(!touched[e.J])
		touched[e.J] = true
	}
	return n
}

// setRecognition sets Recognition, with its doubts, and releases the assembly.
func (r *Found) setRecognition() {
	g := r.Graph
	out := &Recognition{Format: r.Format, Nodes: g.N, Edges: len(g.Edges), Features: g.X.Cols, Classes: g.Classes, Isolated: countIsolated(g),
		Directed: g.Directions != nil, LeftOut: g.Notes}
	r.Recognition = out
	a := r.assembly
	// The assembly holds every cell of the files.
	r.assembly = nil
	if a == nil {
		if text := negativeText(r.negative); text != "" {
			out.Doubts = []Doubt{{Rule: negativeRule, Text: text}}
		}
		return
	}
	out.Directable, out.Numbered = true, a.tables != nil
	if a.shapedTable != nil {
		out.Sheets = append(out.Sheets, a.shapedTable.shapedSheet(a.shape))
	}
	for _, t := range a.tables {
		out.Sheets = append(out.Sheets, t.sheet(a))
	}
	if a.tables == nil && len(a.columns) > 0 {
		out.Sheets = append(out.Sheets, a.sheet())
	}
	out.Doubts = findDoubts(r, a)
}

// sheet returns the preview of a table with the roles of its columns.
func (t *table) sheet(a *assembly) content.Sheet {
	s := content.Sheet{File: cleanName(t.Name), Table: t.kind, Separator: content.SeparatorName(t.separator), Book: inBook(t.Name),
		Header: t.header != nil,
		Rows:   t.seen.rows}
	id := t.idColumn()
	if a.correction.From != "" {
		id = -1
	}
	for c := range min(t.width, content.MaxColumns) {
		col := content.SheetColumn{Name: shortCell(t.columnName(c)), Role: content.RoleIgnored, Sample: sampleCells(t.seen.sample, c)}
		switch attribute := a.byKey[t.attributeKey(c)]; {
		case t.kind == content.Edges:
			s.Form, col.Role = content.FormPairs, t.edgeRole(c)
		case c == id:
			col.Role = content.RoleID
		case attribute != nil && attribute.role != "":
			col.Role = attribute.role
		}
		s.Columns = append(s.Columns, col)
	}
	s.More = max(0, t.width-content.MaxColumns)
	return s
}

// sampleCells returns column c of rows for display, "" in rows without the cell.
func sampleCells(rows [][]string, c int) (out []string) {
	for _, row := range rows {
		out = append(out, shortCell(cellAt(row, c)))
	}
	return out
}

// shapedSheet returns the preview of a table of edges where a row is no single edge.
func (t *table) shapedSheet(as shape) content.Sheet {
	s := content.Sheet{File: cleanName(t.Name), Table: t.kind, Separator: content.SeparatorName(t.separator), Book: inBook(t.Name),
		Form: content.FormLists,
		Rows: t.size.rows}
	if as == shapeMatrix {
		s.Form = content.FormMatrix
	}
	rows := t.rows[:min(len(t.rows), content.MaxSample)]
	for c := range min(t.size.most, content.MaxColumns) {
		s.Columns = append(s.Columns, content.SheetColumn{Sample: sampleCells(rows, c)})
	}
	s.More = max(0, t.size.most-content.MaxColumns)
	return s
}

// sheet returns the preview of the attributes of the nodes, for formats without tables.
func (a *assembly) sheet() content.Sheet {
	s := content.Sheet{File: cleanName(a.file), Table: content.Nodes, Header: true, Rows: len(a.ids),
		More: max(0, len(a.columns)-content.MaxColumns)}
	for _, c := range a.columns[:len(a.columns)-s.More] {
		col := content.SheetColumn{Name: shortCell(c.key), Role: content.RoleIgnored}
		if c.role != "" {
			col.Role = c.role
		} else if role := metaRoles[c.key]; a.meta != nil && role != "" {
			col.Role = role
		}
		for i := range min(len(a.ids), content.MaxSample) {
			col.Sample = append(col.Sample, shortCell(c.value(i)))
		}
		s.Columns = append(s.Columns, col)
	}
	return s
}

// metaRoles are the roles of the attributes that this package writes.
var metaRoles = map[string]content.Role{"name": content.RoleName, "class": content.RoleLabel, "features": content.RoleFeature,
	setKey: content.RoleSplit}

package graphio

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// What a user says of files goes before what their content suggests. The types are those of package content.
type (
	// Correction is what the user says.
	Correction = content.Correction
	// Recognition is what was made of the files.
	Recognition = content.Recognition
	// Doubt is a reason to ask the user.
	Doubt = content.Doubt
)

// fixes are the roles that a correction gives the columns of one table, by number from 0, and the roles that no column shall have.
type fixes struct {
	role map[int]content.Role
	none map[content.Role]bool
}

const columnRemedy = "say a column by its name or its number from 1"

// fixesOf resolves what c says of a table whose columns are called header, or have no names. A role that both kinds of tables have belongs
// to the node table unless the edge list is alone.
func fixesOf(c *Correction, file, table string, alone bool, header []string, width int) (fixes, error) {
	f := fixes{map[int]content.Role{}, map[content.Role]bool{}}
	for _, r := range c.Columns {
		if tableOf(r, alone) != table {
			continue
		}
		if r.Column == "-" {
			f.none[r.Role] = true
			continue
		}
		list, err := columnsNamed(file, r.Column, header, width)
		if err != nil {
			return f, err
		}
		for _, k := range list {
			if r.Role.Single() {
				for old, role := range f.role {
					if role == r.Role {
						delete(f.role, old)
					}
				}
			}
			f.role[k] = r.Role
		}
		delete(f.none, r.Role)
	}
	return f, nil
}

// tableOf returns the table that a role is meant for.
func tableOf(r content.ColumnRole, alone bool) string {
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

// columnsNamed returns the columns, from 0, that a text names.
func columnsNamed(file, text string, header []string, width int) ([]int, error) {
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
func (f fixes) column(role content.Role) int {
	for k, r := range f.role {
		if r == role {
			return k
		}
	}
	return -1
}

// correctable refuses a correction of something that the files do not have.
func correctable(c *Correction, r *Recognition, file string) error {
	have := map[string]bool{}
	for _, s := range r.Sheets {
		have[s.Table] = true
	}
	const remedy = "leave this correction out"
	for _, p := range c.Columns {
		if t := tableOf(p, !have[content.Nodes]); !have[t] {
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

// settle applies what the user says when all is read: the roles of attributes that are no columns of a table, and the direction of the
// edges.
func (a *assembly) settle() {
	if a.correct == nil {
		return
	}
	if a.tables == nil {
		keys := make([]string, len(a.columns))
		for k, c := range a.columns {
			keys[k] = c.key
		}
		f, err := fixesOf(a.correct, a.file, content.Nodes, false, keys, len(keys))
		if !a.keep(err) {
			return
		}
		for k, role := range f.role {
			a.columns[k].fix = role
		}
		if a.none = f.none; len(f.role)+len(f.none) > 0 {
			a.meta = nil // what this package wrote is read as the user says
		}
	}
	if d := a.correct.Directed; d != "" {
		for k := range a.oneWay {
			a.oneWay[k] = d == "yes"
		}
	}
}

// number makes a node of every number from c.From to the largest id.
func (a *assembly) number(from string) {
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
			a.bad(a.lines[i], "correct where the numbers of the nodes begin", "the node id %s %s", quote(id), why)
			return
		}
		last, there[v] = max(last, v), true
	}
	for v := first; v <= last && a.err == nil; v++ {
		if !there[v] {
			a.node(strconv.FormatInt(v, 10), 0)
		}
	}
}

// fixed returns the first column that the user gave a role.
func (a *assembly) fixed(role content.Role) *column {
	for _, c := range a.columns {
		if c.fix == role {
			return c
		}
	}
	return nil
}

// take finds the column of a single role: the user's, none when the user says so, else the guess.
func (a *assembly) take(role content.Role, guess func() *column) *column {
	c := a.fixed(role)
	if c == nil && !a.none[role] {
		c = guess()
	}
	if c != nil {
		c.role = role
	}
	return c
}

// isolated counts the nodes without an edge.
func isolated(g *graph.Graph) int {
	n, touched := g.N, make([]bool, g.N)
	for _, e := range g.Edges {
		n -= oneIf(!touched[e.I])
		touched[e.I] = true
		n -= oneIf(!touched[e.J])
		touched[e.J] = true
	}
	return n
}

// recognise says what was made of the files, and what is doubtful about it.
func (r *Found) recognise() {
	g := r.Graph
	out := &Recognition{Format: r.Format, Nodes: g.N, Edges: len(g.Edges), Features: g.X.Cols, Classes: g.Classes, Isolated: isolated(g),
		Directed: g.Directions != nil, LeftOut: g.Notes}
	r.Recognition = out
	a := r.made
	r.made = nil // it holds every cell of the files
	if a == nil {
		if text := negativeText(r.negative); text != "" {
			out.Doubts = []Doubt{{Rule: negativeRule, Text: text}}
		}
		return
	}
	out.Directable, out.Numbered = true, a.tables != nil
	if a.shaped != nil {
		out.Sheets = append(out.Sheets, a.shaped.shapedSheet(a.shape))
	}
	for _, t := range a.tables {
		out.Sheets = append(out.Sheets, t.sheet(a))
	}
	if a.tables == nil && len(a.columns) > 0 {
		out.Sheets = append(out.Sheets, a.sheet())
	}
	out.Doubts = doubtsOf(r, a)
}

// sheet describes a table.
func (t *table) sheet(a *assembly) content.Sheet {
	s := content.Sheet{File: cleanName(t.Name), Table: t.kind, Separator: content.SeparatorName(t.comma), Book: inBook(t.Name),
		Header: t.header != nil,
		Rows:   t.seen.rows}
	id := t.idColumn()
	if a.correct.From != "" {
		id = -1
	}
	for c := range min(t.width, content.MaxColumns) {
		col := content.SheetColumn{Name: shortCell(t.name(c)), Role: content.RoleIgnored, Sample: cellsOf(t.seen.sample, c)}
		switch attribute := a.byKey[t.key(c)]; {
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

// cellsOf are the cells of column c, as they are shown, "" in rows without one.
func cellsOf(rows [][]string, c int) (out []string) {
	for _, row := range rows {
		out = append(out, shortCell(at(row, c)))
	}
	return out
}

// shapedSheet describes a table of edges whose rows are no edges.
func (t *table) shapedSheet(as shape) content.Sheet {
	s := content.Sheet{File: cleanName(t.Name), Table: t.kind, Separator: content.SeparatorName(t.comma), Book: inBook(t.Name),
		Form: content.FormLists,
		Rows: t.size.rows}
	if as == shapeMatrix {
		s.Form = content.FormMatrix
	}
	rows := t.rows[:min(len(t.rows), content.MaxSample)]
	for c := range min(t.size.most, content.MaxColumns) {
		s.Columns = append(s.Columns, content.SheetColumn{Sample: cellsOf(rows, c)})
	}
	s.More = max(0, t.size.most-content.MaxColumns)
	return s
}

// sheet describes the attributes of the nodes in a format without tables.
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

// metaRoles are those of the attributes that this package writes.
var metaRoles = map[string]content.Role{"name": content.RoleName, "class": content.RoleLabel, "features": content.RoleFeature,
	setKey: content.RoleSplit}

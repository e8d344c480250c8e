package graphio

import (
	"sheafscope/core/graphio/content"
)

// recognise says what was made of the files, and what is doubtful about it.
func (r *Result) recognise() {
	g := r.Graph
	out := &Recognition{Format: r.Format, Nodes: g.N, Edges: len(g.Edges), Features: g.X.Cols, Classes: g.Classes, Isolated: isolated(g),
		Directed: g.Directions != nil, LeftOut: g.Notes}
	r.Recognition = out
	a := r.made
	r.made = nil // it holds every cell of the files
	if a == nil {
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
	s := content.Sheet{File: cleanName(t.Name), Table: t.kind, Separator: content.SeparatorName(t.comma), Header: t.header != nil,
		Rows: t.seen.rows}
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
		v := ""
		if c < len(row) {
			v = shortCell(row[c])
		}
		out = append(out, v)
	}
	return out
}

// shapedSheet describes a table of edges whose rows are no edges.
func (t *table) shapedSheet(as shape) content.Sheet {
	s := content.Sheet{File: cleanName(t.Name), Table: t.kind, Separator: content.SeparatorName(t.comma), Form: content.FormLists,
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

package graphio

import (
	"sheafscope/core/graphio/content"
)

// This file makes the previews in which the user corrects the roles of columns. A content.Sheet is the preview of one table, or of the
// attributes of the nodes.

// sheet returns the preview of a table with the roles of its columns.
func (t *table) sheet(a *assembly) content.Sheet {
	s := t.emptySheet()
	// t.seen has the counts and the first rows.
	s.Header, s.Rows = t.header != nil, t.seen.rows
	idColumn := t.idColumn()
	// If the correction or the rows number the nodes, no column holds their ids.
	if a.correction.From != "" || t.rowsFrom >= 0 {
		idColumn = -1
	}
	for c := range min(t.width, content.MaxColumns) {
		col := content.SheetColumn{Name: shortCell(t.columnName(c)), Role: content.RoleIgnored, Sample: sampleCells(t.seen.sample, c)}
		// A column of a node table is stored as the attribute with this key.
		attribute := a.byKey[t.attributeKey(c)]
		switch {
		case t.kind == content.Edges:
			s.Form = content.FormPairs
			col.Role = t.edgeRole(c)
		// The other cases are columns of a node table.
		case c == idColumn:
			col.Role = content.RoleID
		case attribute != nil && attribute.role != "":
			col.Role = attribute.role
		}
		s.Columns = append(s.Columns, col)
	}
	s.More = max(0, t.width-content.MaxColumns)
	return s
}

// emptySheet returns the preview of a table without its rows and columns.
func (t *table) emptySheet() content.Sheet {
	return content.Sheet{File: cleanName(t.Name), Table: t.kind, Separator: content.SeparatorName(t.separator), Book: inBook(t.Name)}
}

// sampleCells returns column c of rows for display. The cell is "" in a row that is too short.
func sampleCells(rows [][]string, c int) (out []string) {
	for _, row := range rows {
		out = append(out, shortCell(cellAt(row, c)))
	}
	return out
}

// shapedSheet returns the preview of a table of edges whose rows are not single edges.
// Every form except shapeMatrix is shown as lists of neighbours.
func (t *table) shapedSheet(form shape) content.Sheet {
	s := t.emptySheet()
	// t.size.most is the number of cells of the longest row. t.rows has the first rows.
	s.Form, s.Rows = content.FormLists, t.size.rows
	if form == shapeMatrix {
		s.Form = content.FormMatrix
	}
	// The columns have no roles, because the form alone gives the meaning of a cell.
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
	shown := len(a.columns) - s.More
	for _, c := range a.columns[:shown] {
		col := content.SheetColumn{Name: shortCell(c.key), Role: content.RoleIgnored}
		// In a file of this package the key decides the role. c.role is "", except for the set of a split.
		ownRole := metaRoles[c.key]
		switch {
		case c.role != "":
			col.Role = c.role
		case a.meta != nil && ownRole != "":
			col.Role = ownRole
		}
		for i := range min(len(a.ids), content.MaxSample) {
			col.Sample = append(col.Sample, shortCell(c.value(i)))
		}
		s.Columns = append(s.Columns, col)
	}
	return s
}

// metaRoles maps the keys of the attributes that this package writes to their roles.
var metaRoles = map[string]content.Role{"name": content.RoleName, "class": content.RoleLabel, "features": content.RoleFeature,
	setKey: content.RoleSplit}

package graphio

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// This file finds tables in JSON: lists of rows, lists of flat objects, the orientations of pandas' to_json, and results of SPARQL.
// It converts them to CSV, which readTables reads. r.unknown has the members whose keys have no meaning in node-link JSON (jsonread.go).

// csvFile returns rows as a CSV file with a name.
func csvFile(name string, rows [][]string) *File {
	var b bytes.Buffer
	for _, row := range rows {
		for c, cell := range row {
			if c > 0 {
				b.WriteByte(',')
			}
			// Quotes protect characters with a meaning in CSV, and the first character of comments.
			isMarked := cell != strings.TrimSpace(cell) || strings.ContainsAny(cell, "\",\r\n") || strings.IndexAny(cell, "#%") == 0
			// A row with one empty cell would be an empty line, which readers skip.
			if isMarked || len(row) == 1 && cell == "" {
				cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
			}
			b.WriteString(cell)
		}
		b.WriteByte('\n')
	}
	return &File{Name: name, Data: b.Bytes()}
}

// pairRows returns a list of rows as a table with the name of a file. A row is a list of at least two scalars.
// pairRows returns nil for other values, and for rows that openTable refuses. It also returns nil for rows that may be edges, with or
// without weights: the first row is not a header, and no row has a text after its first two cells.
func pairRows(name string, v json.RawMessage) *File {
	if len(v) < 2 || v[0] != '[' || !startsWithList(v) {
		return nil
	}
	list, _ := elementsOf(v)
	var rows [][]string
	hasTexts := false
	for _, element := range list {
		cells, keys := elementsOf(element)
		isObject := keys != nil
		if isObject || len(cells) < 2 {
			return nil
		}
		row := make([]string, len(cells))
		for k, cell := range cells {
			text, isScalar := scalar(cell)
			if !isScalar {
				return nil
			}
			row[k] = text
			// In an edge the third cell would be the weight, a number. A text there shows that the row is no edge.
			isFurtherText := k > 1 && cell[0] == '"'
			hasTexts = hasTexts || isFurtherText
		}
		rows = append(rows, row)
	}
	f := csvFile(name, rows)
	// The reader of tables decides whether the first row is a header.
	t, err := openTable(*f, content.Layout{})
	if err != nil {
		return nil
	}
	if t.header == nil && !hasTexts {
		return nil
	}
	return f
}

// readSheets sets r.table to the first member with a key, if pairRows accepts the member. It reports whether pairRows does.
// A spreadsheet in JSON maps the name of a sheet to its rows, the header first: the other members that are tables become r.sheets.
func (r *jsonReader) readSheets(key string) bool {
	r.table = pairRows(r.a.file, r.member(key))
	if r.table == nil {
		return false
	}
	for _, p := range r.unknown {
		name := path.Join(r.a.file, p.key)
		if t := pairRows(name, p.value); t != nil && p.key != key {
			r.sheets = append(r.sheets, *t)
		}
	}
	if len(r.sheets) > 0 {
		r.table.Name = path.Join(r.a.file, key)
	}
	return true
}

// tooManyCells reports whether a table has more than maxCells cells, which is an error.
func (r *jsonReader) tooManyCells(rows, columns int) bool {
	isTooLarge := columns > 0 && rows > maxCells/columns
	if isTooLarge {
		r.a.fail(0, "take fewer columns or rows", "the table has more than %d cells", maxCells)
	}
	return isTooLarge
}

// flatMembers returns the members of a flat object of two or more members. ok is false for other values.
// An object is flat if it has neither inner objects nor lists.
func flatMembers(v json.RawMessage) (out []pair, ok bool) {
	if v[0] != '{' {
		return nil, false
	}
	// The new assembly only records an error.
	r := newJSONReader(v, &assembly{})
	r.readObject(func(key string) { out = append(out, pair{key, r.readRaw()}) })
	for _, p := range out {
		_, isScalar := scalar(p.value)
		if !isScalar {
			return nil, false
		}
	}
	return out, r.a.err == nil && len(out) > 1
}

// recordTable returns a list of flat objects as a table with one column per key, the keys of header first. A key that an object lacks gives
// an empty cell.
// Of a repeated key the last value counts.
// recordTable returns nil if flatMembers refuses an element, if the list is empty, if all objects together have a single key, and after the
// error of more than maxCells cells.
func (r *jsonReader) recordTable(name string, header []string, list []json.RawMessage) *File {
	// column maps a key to the number of its column, from 0.
	column := map[string]int{}
	for c, key := range header {
		column[key] = c
	}
	var objects [][]pair
	for _, v := range list {
		members, ok := flatMembers(v)
		if !ok {
			return nil
		}
		for _, p := range members {
			if _, known := column[p.key]; !known {
				column[p.key] = len(header)
				header = append(header, p.key)
			}
		}
		objects = append(objects, members)
	}
	if len(objects) == 0 || len(header) < 2 || r.tooManyCells(len(objects), len(header)) {
		return nil
	}
	rows := [][]string{header}
	for _, members := range objects {
		row := make([]string, len(header))
		for _, p := range members {
			row[column[p.key]], _ = scalar(p.value)
		}
		rows = append(rows, row)
	}
	return csvFile(name, rows)
}

// member returns the value of the first member in r.unknown with a key, or nil if no member has the key.
func (r *jsonReader) member(key string) json.RawMessage {
	for _, p := range r.unknown {
		if p.key == key {
			return p.value
		}
	}
	return nil
}

// asTable returns an object as a table: results of SPARQL, a table of pandas, the first sheet with a table in a spreadsheet, or columns or
// rows under their names (columnTable). It returns nil for an object of another form.
func (r *jsonReader) asTable() *File {
	name := r.a.file
	if t := r.sparqlTable(); t != nil {
		return t
	}
	data := r.member("data")
	if data != nil && data[0] == '[' {
		list, _ := elementsOf(data)
		// The orientation "split" of pandas has the names of the columns, and lists of cells. An object with such names is no other kind of
		// table.
		var columns []string
		columnsMember := r.member("columns")
		hasColumns := columnsMember != nil && json.Unmarshal(columnsMember, &columns) == nil
		// The orientation "table" of pandas has a schema and flat objects. Flat objects name their columns, in any order.
		t := r.recordTable(name, columns, list)
		if t != nil && (hasColumns || r.member("schema") != nil) {
			return t
		}
		if hasColumns {
			return rowTable(name, columns, list)
		}
	}
	for _, key := range r.unknownKeys() {
		if r.readSheets(key) {
			return r.table
		}
	}
	return r.columnTable(name)
}

// sparqlTable returns results of SPARQL as a table with one column per variable. The object has the form
// {"head": {"vars": ["a", "b"]}, "results": {"bindings": [{"a": {"value": "x"}, "b": {"value": "y"}}]}}.
// sparqlTable returns nil for other objects, for results with fewer than two variables, and after the error of more than maxCells cells.
// A variable without a value in a result gives an empty cell.
func (r *jsonReader) sparqlTable() *File {
	headMember, resultsMember := r.member("head"), r.member("results")
	if headMember == nil || resultsMember == nil {
		return nil
	}
	// Package json ignores the case of keys: the field Bindings has the member bindings.
	var results struct {
		Bindings []map[string]struct{ Value string }
	}
	var head struct{ Vars []string }
	if json.Unmarshal(resultsMember, &results) != nil || json.Unmarshal(headMember, &head) != nil {
		return nil
	}
	if len(head.Vars) < 2 || r.tooManyCells(len(results.Bindings), len(head.Vars)) {
		return nil
	}
	rows := [][]string{head.Vars}
	for _, binding := range results.Bindings {
		row := make([]string, len(head.Vars))
		for c, variable := range head.Vars {
			row[c] = binding[variable].Value
		}
		rows = append(rows, row)
	}
	return csvFile(r.a.file, rows)
}

// rowTable returns lists of cells below a header as a table. The cells of an object are the values of its members.
// rowTable returns nil if a row has more or fewer cells than the header. A list or an object in place of a cell becomes an empty cell.
func rowTable(name string, header []string, list []json.RawMessage) *File {
	rows := [][]string{header}
	for _, v := range list {
		cells, _ := elementsOf(v)
		if len(cells) != len(header) {
			return nil
		}
		row := make([]string, len(header))
		for c := range row {
			row[c], _ = scalar(cells[c])
		}
		rows = append(rows, row)
	}
	return csvFile(name, rows)
}

// membersAreRows reports whether the members of a table are its rows, and not its columns. outerKeys are the keys of the members,
// innerKeys the keys within every member. pandas uses the names of the columns and the numbers of the rows as keys.
func membersAreRows(outerKeys, innerKeys []string) bool {
	// counted reports whether key k, from 0, is k or k+1, for every k: such outer keys are the numbers of rows.
	if counted(outerKeys) {
		return true
	}
	// The members are columns if the inner keys are the numbers of rows, or if two outer keys name the ends of an edge, such as source
	// and target. Without such names namedEnds returns -1.
	return !counted(innerKeys) && namedEnds(outerKeys)[0] < 0
}

// areRowIDs reports whether keys, which belong to rows of a table with a header, are ids of nodes, and not only the names of the rows:
// a cell has a key as its value, or no two columns have the ends of edges. Ends have usual names, or a common value.
func areRowIDs(keys, header []string, rows [][]string) bool {
	isName := func(key string) bool { return !isInteger(key) }
	haveEnds := namedEnds(header)[0] >= 0
	if haveEnds || slices.Contains(header, "id") || !slices.ContainsFunc(keys, isName) {
		return false
	}
	isKey, columnOf := map[string]bool{}, map[string]int{} // columnOf has the first column with a value
	for _, key := range keys {
		isKey[key] = true
	}
	for _, row := range rows {
		for c, cell := range row {
			if isKey[cell] {
				return true
			}
			first, isKnown := columnOf[cell]
			haveEnds = haveEnds || isKnown && first != c && cell != ""
			columnOf[cell] = words.Either(isKnown, first, c)
		}
	}
	return !haveEnds
}

// inOrder returns the values under other keys in the order of keys. It returns nil if a key is missing or repeated.
func inOrder(values []json.RawMessage, keys, order []string) (out []json.RawMessage) {
	if len(keys) != len(order) || !distinct(keys) {
		return nil
	}
	valueOf := map[string]json.RawMessage{}
	for k, key := range keys {
		valueOf[key] = values[k]
	}
	for _, key := range order {
		if valueOf[key] == nil {
			return nil
		}
		out = append(out, valueOf[key])
	}
	return out
}

// columnTable returns the table whose columns or rows are the members of the object: two or more lists of the same length, as in
// {"source": ["a", "b"], "target": ["b", "c"]}, or flat objects with the same keys, as in
// {"source": {"0": "a", "1": "b"}, …}. It returns nil for other objects, and for members with fewer than two elements.
func (r *jsonReader) columnTable(name string) *File {
	if len(r.unknown) < 2 {
		return nil
	}
	// header are the keys of the object. innerKeys are the keys within the first member, nil for a list.
	var header, innerKeys []string
	// columns[k] has the elements of member k. If the members turn out to be rows, these are the cells of row k.
	var columns [][]string
	// The first member decides about the other members: lists or objects, the keys within, and the number of cells.
	areObjects := r.unknown[0].value[0] == '{'
	for k, p := range r.unknown {
		// elementsOf below gives no element for a number or a text, so the test of the length refuses the value.
		isObject := p.value[0] == '{'
		if isObject != areObjects {
			return nil
		}
		list, keys := elementsOf(p.value)
		if k == 0 {
			innerKeys = keys
		}
		// The members of an object have no order.
		if !slices.Equal(keys, innerKeys) {
			list = inOrder(list, keys, innerKeys)
		}
		if len(list) < 2 {
			return nil
		}
		if k > 0 && len(list) != len(columns[0]) {
			return nil
		}
		cells := make([]string, len(list))
		for i, v := range list {
			text, isScalar := scalar(v)
			if !isScalar {
				return nil
			}
			cells[i] = text
		}
		header = append(header, p.key)
		columns = append(columns, cells)
	}
	// The inner keys name the columns of the rows.
	if areObjects && membersAreRows(header, innerKeys) {
		rows := append([][]string{innerKeys}, columns...)
		if areRowIDs(header, innerKeys, columns) {
			for k, id := range append([]string{"id"}, header...) {
				rows[k] = append([]string{id}, rows[k]...)
			}
		}
		return csvFile(name, rows)
	}
	// The members are columns: row i has element i of every member.
	rows := [][]string{header}
	for i := range columns[0] {
		row := make([]string, len(columns))
		for c := range columns {
			row[c] = columns[c][i]
		}
		rows = append(rows, row)
	}
	return csvFile(name, rows)
}

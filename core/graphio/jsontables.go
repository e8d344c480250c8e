package graphio

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"

	"sheafscope/core/graphio/content"
)

// Tables as JSON: lists of flat objects, the orientations of pandas' to_json, and results of SPARQL.
// They are converted to CSV and read as tables.

// csvFile returns rows as a CSV file with a name.
func csvFile(name string, rows [][]string) *File {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	for _, row := range rows {
		if len(row) == 1 && row[0] == "" {
			// An empty line would be no row.
			row = []string{" "}
		}
		// A buffer in memory never fails.
		w.Write(row)
	}
	w.Flush()
	return &File{Name: name, Data: b.Bytes()}
}

// pairRows returns a list of rows as a table, if the first row is a header or a text follows the two ends in a row.
// Otherwise it returns nil: the rows may be edges with weights.
func pairRows(name string, v json.RawMessage) *File {
	if len(v) < 2 || v[0] != '[' || !startsWithList(v) {
		return nil
	}
	list, _ := elementsOf(v)
	var rows [][]string
	hasTexts := false
	for _, e := range list {
		// Every row is a list of at least two scalars.
		cells, keys := elementsOf(e)
		if keys != nil || len(cells) < 2 {
			return nil
		}
		row := make([]string, len(cells))
		for k, c := range cells {
			var ok bool
			if row[k], ok = scalar(c); !ok {
				return nil
			}
			// The third column of an edge would be its weight, a number.
			hasTexts = hasTexts || k > 1 && c[0] == '"'
		}
		rows = append(rows, row)
	}
	f := csvFile(name, rows)
	// The reader of tables decides whether the first row is a header.
	if t, err := openTable(*f, content.Layout{}); err != nil || t.header == nil && !hasTexts {
		return nil
	}
	return f
}

// flatMembers returns the members of a flat object of two or more members. ok is false for other values.
// An object is flat if it has neither inner objects nor lists.
func flatMembers(v json.RawMessage) (out []pair, ok bool) {
	if len(v) == 0 || v[0] != '{' {
		return nil, false
	}
	r := newJSONReader(v, &assembly{})
	r.readObject(func(key string) { out = append(out, pair{key, r.readRaw()}) })
	for _, p := range out {
		if _, isScalar := scalar(p.value); !isScalar {
			return nil, false
		}
	}
	return out, r.a.err == nil && len(out) > 1
}

// recordTable returns a list of flat objects as a table with one column per key. It returns nil if an object is not flat.
func recordTable(name string, list []json.RawMessage) *File {
	var header []string
	column := map[string]int{}
	// Row 0 is the header, which is complete after the last object.
	rows := [][]string{nil}
	for _, v := range list {
		members, ok := flatMembers(v)
		if !ok {
			return nil
		}
		row := make([]string, len(header))
		for _, p := range members {
			c, known := column[p.key]
			if !known {
				c = len(header)
				column[p.key], header, row = c, append(header, p.key), append(row, "")
			}
			row[c], _ = scalar(p.value)
		}
		rows = append(rows, row)
	}
	if len(rows) < 2 || len(header) < 2 {
		return nil
	}
	// Later objects may have added columns, so earlier rows are padded.
	for k := range rows {
		rows[k] = append(rows[k], make([]string, len(header)-len(rows[k]))...)
	}
	rows[0] = header
	return csvFile(name, rows)
}

// member returns the value of the first member with a key without a known meaning, or nil if the object lacks the key.
func (r *jsonReader) member(key string) json.RawMessage {
	for _, p := range r.others {
		if p.key == key {
			return p.value
		}
	}
	return nil
}

// asTable returns an object as a table: results of SPARQL, or a table of pandas in any orientation. It returns nil for other objects.
func (r *jsonReader) asTable() *File {
	name := r.a.file
	if t := r.sparqlTable(); t != nil {
		return t
	}
	if data := r.member("data"); data != nil && data[0] == '[' {
		list, _ := elementsOf(data)
		// The orientation "table" has a schema and flat objects, "split" has columns and rows.
		// pandas adds the schema to the orientation "table".
		if t := recordTable(name, list); t != nil && r.member("schema") != nil {
			return t
		}
		var columns []string
		if v := r.member("columns"); v != nil && json.Unmarshal(v, &columns) == nil {
			return rowTable(name, columns, list)
		}
	}
	// A spreadsheet as JSON maps a sheet to its rows, the header first.
	for _, p := range r.others {
		if t := pairRows(name, p.value); t != nil {
			return t
		}
	}
	return r.columnTable(name)
}

// sparqlTable returns results of SPARQL as a table with one column per variable. It returns nil for other objects.
func (r *jsonReader) sparqlTable() *File {
	headMember, resultsMember := r.member("head"), r.member("results")
	if headMember == nil || resultsMember == nil {
		return nil
	}
	var results struct {
		Bindings []map[string]struct{ Value string }
	}
	var head struct{ Vars []string }
	if json.Unmarshal(resultsMember, &results) != nil || json.Unmarshal(headMember, &head) != nil || len(head.Vars) < 2 {
		return nil
	}
	rows := [][]string{head.Vars}
	for _, b := range results.Bindings {
		row := make([]string, len(head.Vars))
		for c, v := range head.Vars {
			row[c] = b[v].Value
		}
		rows = append(rows, row)
	}
	return csvFile(r.a.file, rows)
}

// rowTable returns lists of cells below a header as a table. It returns nil if a list is not as long as the header.
func rowTable(name string, header []string, list []json.RawMessage) *File {
	rows := [][]string{header}
	for _, v := range list {
		cells, _ := elementsOf(v)
		row := make([]string, len(header))
		if len(cells) != len(header) {
			return nil
		}
		for c := range row {
			row[c], _ = scalar(cells[c])
		}
		rows = append(rows, row)
	}
	return csvFile(name, rows)
}

// columnTable returns the table whose columns or rows are the members of the object. It returns nil for other objects.
// The members are lists of the same length, or flat objects with the same keys.
func (r *jsonReader) columnTable(name string) *File {
	if len(r.others) < 2 {
		return nil
	}
	var header, innerKeys []string
	var columns [][]string
	areObjects := r.others[0].value[0] == '{'
	for k, p := range r.others {
		if len(p.value) == 0 || (p.value[0] == '{') != areObjects {
			return nil
		}
		// All members must have the keys of the first one.
		list, keys := elementsOf(p.value)
		if k == 0 {
			innerKeys = keys
		}
		if len(list) < 2 || k > 0 && (len(list) != len(columns[0]) || !slices.Equal(keys, innerKeys)) {
			return nil
		}
		cells := make([]string, len(list))
		for i, v := range list {
			var ok bool
			if cells[i], ok = scalar(v); !ok {
				return nil
			}
		}
		header, columns = append(header, p.key), append(columns, cells)
	}
	rows := [][]string{header}
	// The members are rows if the outer keys count them, or if neither the inner keys count rows nor the outer keys name two ends.
	if areObjects && (counted(header) || !counted(innerKeys) && namedEnds(header)[0] < 0) {
		rows[0] = innerKeys
		return csvFile(name, append(rows, columns...))
	}
	// The members are columns: row i has element i of every member.
	for i := range columns[0] {
		row := make([]string, len(columns))
		for c := range columns {
			row[c] = columns[c][i]
		}
		rows = append(rows, row)
	}
	return csvFile(name, rows)
}

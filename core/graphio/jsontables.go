package graphio

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"

	"sheafscope/core/graphio/content"
)

// Tables as JSON: flat objects, the orientations of pandas, and results of SPARQL. They are converted to CSV and read as a table.

// csvFile returns rows as a CSV file.
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

// pairRows returns a list of lists as a table where the first row is a header, or texts follow the two ends; nil otherwise.
// A weight would be a number.
func pairRows(name string, v json.RawMessage) *File {
	if len(v) < 2 || v[0] != '[' || !startsWithList(v) {
		return nil
	}
	list, _ := elementsOf(v)
	var rows [][]string
	texts := false
	for _, e := range list {
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
			texts = texts || k > 1 && c[0] == '"'
		}
		rows = append(rows, row)
	}
	f := csvFile(name, rows)
	// The reader of tables decides whether the first row is a header.
	if t, err := openTable(*f, content.Layout{}); err != nil || t.header == nil && !texts {
		return nil
	}
	return f
}

// flatMembers returns the members of an object without inner objects and lists; ok is false for other values.
func flatMembers(v json.RawMessage) (out []pair, ok bool) {
	if len(v) == 0 || v[0] != '{' {
		return nil, false
	}
	r := newJSONReader(v, &assembly{})
	r.readObject(func(key string) { out = append(out, pair{key, r.readRaw()}) })
	for _, p := range out {
		if _, is := scalar(p.value); !is {
			return nil, false
		}
	}
	return out, r.a.err == nil && len(out) > 1
}

// recordTable returns flat objects as a table with a column per key, nil where one is not flat.
func recordTable(name string, list []json.RawMessage) *File {
	var header []string
	column := map[string]int{}
	rows := [][]string{nil}
	for _, v := range list {
		members, ok := flatMembers(v)
		if !ok {
			return nil
		}
		// Later records can add columns: earlier rows are extended at the end.
		row := make([]string, len(header))
		for _, p := range members {
			c, there := column[p.key]
			if !there {
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
	for k := range rows {
		rows[k] = append(rows[k], make([]string, len(header)-len(rows[k]))...)
	}
	rows[0] = header
	return csvFile(name, rows)
}

// asTable returns an object as a table: results of SPARQL, or a table of pandas in any orientation; nil for other objects.
func (r *jsonReader) asTable() *File {
	name := r.a.file
	member := func(key string) json.RawMessage {
		for _, p := range r.others {
			if p.key == key {
				return p.value
			}
		}
		return nil
	}
	if results := member("results"); member("head") != nil && results != nil {
		var of struct {
			Bindings []map[string]struct{ Value string }
		}
		var head struct{ Vars []string }
		if json.Unmarshal(results, &of) == nil && json.Unmarshal(member("head"), &head) == nil && len(head.Vars) > 1 {
			rows := [][]string{head.Vars}
			for _, b := range of.Bindings {
				row := make([]string, len(head.Vars))
				for c, v := range head.Vars {
					row[c] = b[v].Value
				}
				rows = append(rows, row)
			}
			return csvFile(name, rows)
		}
	}
	if data := member("data"); data != nil && data[0] == '[' {
		list, _ := elementsOf(data)
		if t := recordTable(name, list); t != nil && member("schema") != nil {
			return t
		}
		var columns []string
		if v := member("columns"); v != nil && json.Unmarshal(v, &columns) == nil {
			return rowTable(name, columns, list)
		}
	}
	for _, p := range r.others {
		// Rows of a sheet have the header first.
		if t := pairRows(name, p.value); t != nil {
			return t
		}
	}
	return r.columnTable(name)
}

// rowTable returns lists of cells below a header as a table, nil where a list has another length.
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

// columnTable returns the table whose columns or rows are the members, nil for other objects.
// The members are lists of one length, or flat objects with the same keys.
func (r *jsonReader) columnTable(name string) *File {
	if len(r.others) < 2 {
		return nil
	}
	var header, inner []string
	var columns [][]string
	objects := r.others[0].value[0] == '{'
	for k, p := range r.others {
		if len(p.value) == 0 || (p.value[0] == '{') != objects {
			return nil
		}
		list, keys := elementsOf(p.value)
		if k == 0 {
			inner = keys
		}
		if len(list) < 2 || k > 0 && (len(list) != len(columns[0]) || !slices.Equal(keys, inner)) {
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
	if objects && (counted(header) || !counted(inner) && namedEnds(header)[0] < 0) {
		// The members are rows.
		rows[0] = inner
		return csvFile(name, append(rows, columns...))
	}
	for i := range columns[0] {
		row := make([]string, len(columns))
		for c := range columns {
			row[c] = columns[c][i]
		}
		rows = append(rows, row)
	}
	return csvFile(name, rows)
}

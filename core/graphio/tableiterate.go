package graphio

import (
	"bytes"
	"encoding/csv"
	"errors"
	"iter"
	"strings"

	"sheafscope/core/words"
)

// Iterators over the rows of a table.

// allRows yields every row with its line. The cells are valid until the next row.
// A row that cannot be parsed ends the rows and sets readErr. openTable has checked that all rows can be parsed.
func (t *table) allRows() iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		// Cells separated by white space.
		if t.separator == ' ' {
			for line, s := range contentLines(t.Data, t.comments()) {
				cells := splitFields(string(s))
				for k := range cells {
					cells[k] = excelText(cells[k])
				}
				if !yield(line, cells) {
					return
				}
			}
			return
		}
		// Cells separated by a character, in the format of CSV.
		r := csv.NewReader(bytes.NewReader(t.Data))
		// Rows may differ in length. The doubt rules report them.
		r.Comma, r.FieldsPerRecord, r.ReuseRecord, r.TrimLeadingSpace = t.separator, -1, true, t.separator != '\t'
		r.LazyQuotes = t.lazyQuotes
		if !t.hash {
			r.Comment = '#'
		}
		for {
			cells, err := r.Read()
			if err != nil {
				var parseErr *csv.ParseError
				if errors.As(err, &parseErr) {
					t.readErr = fault(t.Name, parseErr.Line, "put text with quotes between double quotes and write quotes inside twice",
						"the quotes are wrong: %v", parseErr.Err)
				}
				return
			}
			// A cell may span lines: the row has the line of its first cell.
			line, _ := r.FieldPos(0)
			for k := range cells {
				if cells[k] = excelText(cells[k]); t.guarded {
					cells[k] = words.Unguard(cells[k])
				}
			}
			// Package csv has one character for comments, #.
			if !strings.HasPrefix(cells[0], "%") && !yield(line, cells) {
				return
			}
		}
	}
}

// bodyRows yields the rows below the header.
func (t *table) bodyRows() iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		// first reports that the next row is the header.
		first := t.header != nil
		for line, cells := range t.allRows() {
			if !first && !yield(line, cells) {
				return
			}
			first = false
		}
	}
}

// listRows yields the rows of an adjacency list without empty cells.
// The first cell has no colon at its end, and the other cells no commas.
func (t *table) listRows() iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		colon := t.hasColons()
		var list []string
		for line, cells := range t.allRows() {
			list = list[:0]
			for k, s := range cells {
				// What follows the colon in the first cell is a neighbour.
				if s = strings.TrimSpace(s); colon && k == 0 {
					head, rest, _ := strings.Cut(s, ":")
					list = append(list, strings.TrimSpace(head))
					s = strings.TrimSpace(rest)
				}
				// A comma or a semicolon separates neighbours. It is not a part of a name.
				if t.separator == ' ' {
					s = strings.TrimRight(s, ",;")
				}
				if s != "" {
					list = append(list, s)
				}
			}
			if len(list) > 0 && list[0] != "" && !yield(line, list) {
				return
			}
		}
	}
}

package graphio

import (
	"bytes"
	"encoding/csv"
	"errors"
	"iter"
	"strings"

	"sheafscope/core/words"
)

// This file has the iterators over the rows of a table.

// allRows yields every row with the number of its line, from 1. Empty lines and comments are no rows.
// The cells are valid until the next row. The form of texts for Excel (excelText) is removed. Guards against formulas (words.Unguard) are
// removed unless white space separates the cells.
// A row that cannot be parsed ends the iteration and sets t.readErr. openTable has checked that all rows can be parsed.
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
		r.Comma = t.separator
		// Rows may differ in length. Rules for doubts report such rows.
		r.FieldsPerRecord = -1
		r.ReuseRecord = true
		r.TrimLeadingSpace = t.separator != '\t'
		r.LazyQuotes = t.lazyQuotes
		// If t.hash is set, # begins an id.
		if !t.hash {
			r.Comment = '#'
		}
		// lineStart is the offset of the line with the number at.
		at, lineStart := 1, 0
		for {
			cells, err := r.Read()
			// Any error other than a ParseError is the end of the text.
			if err != nil {
				var parseErr *csv.ParseError
				if errors.As(err, &parseErr) {
					t.readErr = fault(t.Name, parseErr.Line, "put text with quotes between double quotes and write quotes inside twice",
						"the quotes are wrong: %v", parseErr.Err)
				}
				return
			}
			// A cell may contain line ends. The number of a row is the line of its first cell.
			line, col := r.FieldPos(0)
			for k := range cells {
				cells[k] = excelText(cells[k])
				if t.guarded {
					cells[k] = words.Unguard(cells[k])
				}
			}
			// Package csv has a single character for comments, #. Lines that begin with % are comments, too, but not with % in quotes.
			isComment := strings.HasPrefix(cells[0], "%")
			if isComment {
				for ; at < line; at++ {
					lineStart += bytes.IndexByte(t.Data[lineStart:], '\n') + 1
				}
				isComment = t.Data[lineStart+col-1] == '%'
			}
			if !isComment && !yield(line, cells) {
				return
			}
		}
	}
}

// bodyRows yields the rows below the header. Without a header, it yields all rows.
func (t *table) bodyRows() iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		// isHeaderNext reports that the next row is the header.
		isHeaderNext := t.header != nil
		for line, cells := range t.allRows() {
			if !isHeaderNext && !yield(line, cells) {
				return
			}
			isHeaderNext = false
		}
	}
}

// listRows yields the rows of an adjacency list: a node and its neighbours, without empty cells.
// It removes the colon after the node and, in a table separated by white space, commas and semicolons after ids.
// A row without a node is left out.
// A row is valid until the next row.
func (t *table) listRows() iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		hasColons := t.hasColons()
		var list []string
		for line, cells := range t.allRows() {
			list = list[:0]
			for k, cell := range cells {
				id := strings.TrimSpace(cell)
				// A neighbour may follow the colon in the first cell.
				if hasColons && k == 0 {
					node, neighbour, _ := strings.Cut(id, ":")
					list = append(list, strings.TrimSpace(node))
					id = strings.TrimSpace(neighbour)
				}
				// A comma or a semicolon separates neighbours and is not a part of a name.
				if t.separator == ' ' {
					id = strings.TrimRight(id, ",;")
				}
				if id != "" {
					list = append(list, id)
				}
			}
			hasNode := len(list) > 0 && list[0] != ""
			if hasNode && !yield(line, list) {
				return
			}
		}
	}
}

// headerLine returns the line of the first row. Titles may precede the row.
func (t *table) headerLine() int {
	for line := range t.allRows() {
		return line
	}
	return 1
}

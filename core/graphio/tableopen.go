package graphio

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// openTable finds delimiter and header from the first rows.
func openTable(f File, layout content.Layout) (*table, error) {
	t := &table{File: f, comma: content.SeparatorRune(layout.Separator), facts: headOf(f.Data), rowsFrom: -1,
		guarded: bytes.HasPrefix(f.Data, []byte(words.GuardNote))}
	if t.hash = hashRows(f.Data); t.hash {
		t.Data = blankComments(f.Data)
	}
	if t.comma == 0 {
		t.Data = cleanRows(t.Data)
		t.comma = delimiter(t.Data, t.comments())
		if t.sif() && bytes.IndexByte(t.Data, '\t') >= 0 {
			t.comma = '\t' // as Cytoscape reads it
		}
		t.Data = doubleQuotes(t.Data, t.comma)
	}
	for line, s := range lines(t.Data) {
		if n := bytes.Count(s, []byte(string(t.comma))); n > MaxFeatures {
			return nil, fault(f.Name, line, tableRemedy, "the line has %d columns, over the limit of %d", n+1, MaxFeatures)
		}
		if line > maxTableLines {
			return nil, fault(f.Name, line, "take a part of the graph", "more than %d lines, over the limit of %d edges", maxTableLines, MaxEdges)
		}
	}
	if err := t.checkQuotes(); err != nil {
		return nil, err
	}
	t.size = t.measure()
	err := t.each(func(line int, cells []string) error {
		t.rows = append(t.rows, slices.Clone(cells))
		if len(t.rows) == 20 {
			return errEnough
		}
		return nil
	})
	if err != nil && err != errEnough {
		return nil, err
	}
	if len(t.rows) == 0 {
		return nil, fault(f.Name, 0, tableRemedy, "the table has no rows")
	}
	t.width = len(t.rows[0])
	if layout.Header != "" {
		if layout.Header == "yes" {
			t.header = slices.Clone(t.rows[0])
		}
		return t, nil
	}
	switch first := t.rows[0]; {
	case t.sif(): // which has none
	case t.size.short && !slices.ContainsFunc(first, func(s string) bool { return isNumber(s) && t.size.rows != len(first)+1 }):
		// R's write.table leaves out the name of the column of row names.
		t.header = append([]string{""}, first...)
		t.width++
	case isHeader(t.rows):
		t.header = slices.Clone(first)
	case t.supposedHeader(t.rows):
		t.header, t.supposed = slices.Clone(first), true
	}
	if slices.ContainsFunc(t.header, isNeo4j) {
		t.neo4j = true
		neo4jHeader(t.header)
	}
	return t, nil
}

// delimiter returns the character that divides most of the first lines into
// equally many cells, of several such the one that makes more; ' ' if none
// divides half of the lines.
func delimiter(d []byte, comments string) rune {
	var sample [][]byte
	for _, s := range filled(d, comments) {
		if sample = append(sample, s); len(sample) == 20 {
			break
		}
	}
	best, most, score := ' ', 0, 0
	counts := make([]int, len(sample))
	for _, c := range "\t,;|" {
		for k, s := range sample {
			counts[k] = countBare(s, byte(c))
		}
		// The middle count passes over a damaged line.
		slices.Sort(counts)
		if len(counts) == 0 || counts[len(counts)/2] == 0 {
			continue
		}
		agree, run := 0, 0
		for k, n := range counts {
			if run++; k > 0 && n != counts[k-1] {
				run = 1
			}
			if n > 0 {
				agree = max(agree, run)
			}
		}
		if middle := counts[len(counts)/2]; agree > most || agree == most && middle > score {
			best, most, score = c, agree, middle
		}
	}
	return best
}

// countBare counts c in a line, but for what stands between double quotes or in
// a dictionary at the end.
func countBare(line []byte, c byte) (n int) {
	quoted := false
	for _, b := range line[:dictionary(string(line))] {
		if b == '"' {
			quoted = !quoted
		} else if b == c && !quoted {
			n++
		}
	}
	return n
}

// comments are the characters with which a comment begins.
func (t *table) comments() string { return words.Either(t.hash, "%", "#%") }

// each calls f with every row and its line. The cells are only valid during
// the call.
func (t *table) each(f func(line int, cells []string) error) error {
	if t.comma == ' ' {
		for line, s := range filled(t.Data, t.comments()) {
			if err := f(line, fieldsOf(string(s))); err != nil {
				return err
			}
		}
		return nil
	}
	r := csv.NewReader(bytes.NewReader(t.Data))
	r.Comma, r.FieldsPerRecord, r.ReuseRecord, r.TrimLeadingSpace = t.comma, -1, true, t.comma != '\t'
	r.LazyQuotes = t.lazy
	if !t.hash {
		r.Comment = '#'
	}
	for {
		cells, err := r.Read()
		if err == io.EOF {
			return nil
		}
		var pe *csv.ParseError
		if errors.As(err, &pe) {
			return fault(t.Name, pe.Line, "put text with quotes between double quotes and write quotes inside twice", "the quotes are wrong: %v",
				pe.Err)
		}
		if err != nil {
			return fault(t.Name, 0, tableRemedy, "%v", err)
		}
		line, _ := r.FieldPos(0)
		for k := range cells {
			if t.guarded {
				cells[k] = words.Unguard(cells[k])
			}
		}
		if strings.HasPrefix(cells[0], "%") {
			continue
		}
		if err := f(line, cells); err != nil {
			return err
		}
	}
}

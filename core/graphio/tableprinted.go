package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// Tables as programs print them: rules and frames of databases, LaTeX, and typographic or East Asian punctuation.

// plainMarks returns a text with ASCII marks between cells in place of East Asian commas and semicolons.
// It also replaces typographic quotes around cells.
func plainMarks(d []byte) []byte {
	// A mark is replaced if every first row has it and no ASCII separator, or is a frame.
	for _, m := range [][2]string{{"，", ","}, {"；", ";"}, {"、", ","}, {"│", "|"}} {
		if bytes.Contains(d, []byte(m[0])) && firstRowsMatch(d, func(s string) bool {
			return strings.Contains(s, m[0]) && !strings.ContainsAny(s, ",;\t|") || strings.HasPrefix(s, "┌") || strings.HasPrefix(s, "├")
		}) {
			d = bytes.ReplaceAll(d, []byte(m[0]), []byte(m[1]))
		}
	}
	if !bytes.ContainsAny(d, "“„«") || bytes.IndexByte(d, '"') >= 0 {
		return d
	}
	// Quotes count only at the begin and the end of a cell. withoutOpening and withoutClosing remove them.
	withoutOpening := func(s string) string {
		for _, q := range []string{"“", "„", "«"} {
			s = strings.TrimPrefix(s, q)
		}
		return s
	}
	withoutClosing := func(s string) string {
		for _, q := range []string{"”", "“", "»"} {
			s = strings.TrimSuffix(s, q)
		}
		return s
	}
	beginsQuoted := func(s string) bool { return withoutOpening(strings.TrimSpace(s)) != strings.TrimSpace(s) }
	return mapRows(d, func(s string) string {
		// mark is the separator of the line.
		mark := ","
		for _, m := range []string{"\t", ";", "|"} {
			if strings.Contains(s, m) {
				mark = m
			}
		}
		cells := strings.Split(s, mark)
		for k := 0; k < len(cells); k++ {
			cell, end := strings.TrimSpace(cells[k]), k
			// A cell without its closing quote continues after the separator.
			for beginsQuoted(cell) && withoutClosing(cell) == cell && end+1 < len(cells) {
				end++
				cell += mark + cells[end]
			}
			if cell = strings.TrimSpace(cell); beginsQuoted(cell) && withoutClosing(cell) != cell {
				cells = slices.Concat(cells[:k], []string{`"` + withoutClosing(withoutOpening(cell)) + `"`}, cells[end+1:])
			}
		}
		return strings.Join(cells, mark)
	}, func(s string) bool { return strings.ContainsAny(s, "“„«") })
}

// printedRows returns a text without rules between rows, without the row counts of databases, and without the commands of LaTeX.
func printedRows(d []byte) []byte {
	if bytes.HasPrefix(bytes.TrimSpace(d), []byte(`\begin{`)) {
		return mapRows(d, func(s string) string {
			if s[0] == '\\' {
				return ""
			}
			return strings.ReplaceAll(strings.TrimSuffix(strings.TrimSpace(s), `\\`), "&", "\t")
		}, func(s string) bool { return s != "" })
	}
	// Texts without a rule are returned unchanged.
	d = withoutPrintHead(d)
	if !slices.ContainsFunc([]string{"---", "===", "___", "───", "═══"}, func(s string) bool { return bytes.Contains(d, []byte(s)) }) {
		return d
	}
	// Row counts are removed only from texts with rules.
	out := mapRows(d, func(string) string { return "" }, isRule)
	if len(out) == len(d) || len(bytes.TrimSpace(out)) == 0 {
		return d
	}
	return mapRows(out, func(string) string { return "" }, isCount)
}

// isCount reports whether a line is the number of the rows above: (3 rows), or 3 rows in set (0.00 sec).
func isCount(s string) bool {
	words := strings.Fields(strings.ToLower(strings.Trim(s, "()")))
	return len(words) > 1 && isInteger(words[0]) && (words[1] == "row" || words[1] == "rows" || words[1] == "zeilen") &&
		(len(words) == 2 || words[2] == "in")
}

// isRule reports whether a line is a rule of a table: hyphens, equals signs or underscores under every column.
// Every column has at least two of them, and some column has three.
func isRule(s string) bool {
	cells := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t|;+:┌┬┐├┼┤└┴┘╞╪╡", r) })
	long := false
	for _, c := range cells {
		if len(c) < 2 || strings.Trim(c, "-=_─═") != "" {
			return false
		}
		long = long || len(c) > 2
	}
	return len(cells) > 1 && long
}

// withoutPrintHead returns a text with empty lines in place of the lines that programs print above the rows.
// R prints the class of a sparse matrix or the types of the columns. MATLAB prints the name of a sparse matrix.
func withoutPrintHead(d []byte) []byte {
	line, rest := firstLine(bytes.TrimLeft(d, "\n"))
	isEntry := func(s string) bool { _, ok := entryRow(s); return ok }
	first := string(bytes.TrimSpace(line))
	if strings.Contains(first, "sparse Matrix of class ") || strings.HasSuffix(first, "=") && firstRowsMatch(rest, isEntry) {
		return mapRows(d, func(string) string { return "" }, func(s string) bool { return s == first })
	}
	if !bytes.Contains(d, []byte("<chr>")) && !bytes.Contains(d, []byte("<dbl>")) && !bytes.Contains(d, []byte("<int>")) {
		return d
	}
	return mapRows(d, func(string) string { return "" }, func(s string) bool {
		return s != "" && !slices.ContainsFunc(strings.Fields(s), func(w string) bool { return len(w) < 5 || w[0] != '<' || w[len(w)-1] != '>' })
	})
}

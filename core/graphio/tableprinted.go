package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// Tables as programs print them, with rules and frames of databases and LaTeX, and with marks of other keyboards.

// plainMarks replaces Chinese and Japanese commas and semicolons between cells, and typographic quotes around cells, by ASCII marks.
func plainMarks(d []byte) []byte {
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
	// Quotes count only at the begin and the end of a cell.
	opens := func(s string) string {
		for _, q := range []string{"“", "„", "«"} {
			s = strings.TrimPrefix(s, q)
		}
		return s
	}
	closes := func(s string) string {
		for _, q := range []string{"”", "“", "»"} {
			s = strings.TrimSuffix(s, q)
		}
		return s
	}
	quoted := func(s string) bool { return opens(strings.TrimSpace(s)) != strings.TrimSpace(s) }
	return mapRows(d, func(s string) string {
		mark := ","
		for _, m := range []string{"\t", ";", "|"} {
			if strings.Contains(s, m) {
				mark = m
			}
		}
		cells := strings.Split(s, mark)
		for k := 0; k < len(cells); k++ {
			cell, end := strings.TrimSpace(cells[k]), k
			for quoted(cell) && closes(cell) == cell && end+1 < len(cells) {
				end++
				cell += mark + cells[end]
			}
			if cell = strings.TrimSpace(cell); quoted(cell) && closes(cell) != cell {
				cells = slices.Concat(cells[:k], []string{`"` + closes(opens(cell)) + `"`}, cells[end+1:])
			}
		}
		return strings.Join(cells, mark)
	}, func(s string) bool { return strings.ContainsAny(s, "“„«") })
}

// printedRows removes rules between rows, row counts of databases, and commands of LaTeX around a table.
func printedRows(d []byte) []byte {
	if bytes.HasPrefix(bytes.TrimSpace(d), []byte(`\begin{`)) {
		return mapRows(d, func(s string) string {
			if s[0] == '\\' {
				return ""
			}
			return strings.ReplaceAll(strings.TrimSuffix(strings.TrimSpace(s), `\\`), "&", "\t")
		}, func(s string) bool { return s != "" })
	}
	d = withoutPrintHead(d)
	if !slices.ContainsFunc([]string{"---", "===", "___", "───", "═══"}, func(s string) bool { return bytes.Contains(d, []byte(s)) }) {
		return d
	}
	out := mapRows(d, func(string) string { return "" }, isRule)
	if len(out) == len(d) || len(bytes.TrimSpace(out)) == 0 {
		return d
	}
	return mapRows(out, func(string) string { return "" }, isCount)
}

// isCount reports whether a line counts the rows above: (3 rows), or 3 rows in set (0.00 sec).
func isCount(s string) bool {
	words := strings.Fields(strings.ToLower(strings.Trim(s, "()")))
	return len(words) > 1 && isInteger(words[0]) && (words[1] == "row" || words[1] == "rows" || words[1] == "zeilen") &&
		(len(words) == 2 || words[2] == "in")
}

// isRule reports whether a line is a rule of a table: dashes, equals signs or underscores under every column.
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

// withoutPrintHead empties lines that programs print above the rows.
// R prints the class of a sparse matrix and the types of columns, MATLAB the name of a sparse matrix.
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

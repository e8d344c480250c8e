package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// This file rewrites tables that programs print: rules and frames of databases, LaTeX, and typographic or East Asian punctuation.
// cleanRows (tableclean.go) uses it before the rows are split into cells.

// plainMarks returns a text with ASCII marks in place of East Asian commas and semicolons, and of the vertical lines of frames.
// It also replaces typographic quotes around cells, if the text has no ASCII quotes.
func plainMarks(d []byte) []byte {
	for _, m := range [][2]string{{"，", ","}, {"；", ";"}, {"、", ","}, {"│", "|"}} {
		mark, plain := m[0], m[1]
		// Each of the first rows must have the mark and no ASCII separator, or be the line of a frame.
		isMarked := func(s string) bool {
			isFrame := strings.HasPrefix(s, "┌") || strings.HasPrefix(s, "├")
			hasOnlyMark := strings.Contains(s, mark) && !strings.ContainsAny(s, ",;\t|")
			return isFrame || hasOnlyMark
		}
		if bytes.Contains(d, []byte(mark)) && firstRowsMatch(d, isMarked) {
			d = bytes.ReplaceAll(d, []byte(mark), []byte(plain))
		}
	}
	if !bytes.ContainsAny(d, "“„«") || bytes.IndexByte(d, '"') >= 0 {
		return d
	}
	hasOpening := func(s string) bool { return strings.ContainsAny(s, "“„«") }
	return mapRows(d, plainQuotes, hasOpening)
}

// plainQuotes returns a row with ASCII quotes in place of typographic quotes around whole cells.
func plainQuotes(s string) string {
	// The quote “ opens in English and closes in German.
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
	endsQuoted := func(s string) bool { return withoutClosing(strings.TrimSpace(s)) != strings.TrimSpace(s) }
	// The separator is the last of the marks below that the row contains, and a comma if it contains none of them.
	separator := ","
	for _, m := range []string{"\t", ";", "|"} {
		if strings.Contains(s, m) {
			separator = m
		}
	}
	cells := strings.Split(s, separator)
	// Only spaces separate the cells.
	if len(cells) == 1 && (beginsQuoted(s) || endsQuoted(s)) {
		return strings.NewReplacer("“", `"`, "„", `"`, "«", `"`, "”", `"`, "»", `"`).Replace(s)
	}
	for k := 0; k < len(cells); k++ {
		text, end := strings.TrimSpace(cells[k]), k
		// A cell without its closing quote continues after the separator. end is the index of its last part.
		for beginsQuoted(text) && !endsQuoted(text) && end+1 < len(cells) {
			end++
			text += separator + cells[end]
		}
		cell := strings.TrimSpace(text)
		if beginsQuoted(cell) && endsQuoted(cell) {
			quoted := `"` + withoutClosing(withoutOpening(cell)) + `"`
			cells = slices.Concat(cells[:k], []string{quoted}, cells[end+1:])
		}
	}
	return strings.Join(cells, separator)
}

// printedRows returns a text without rules between rows, without the row counts of databases, and without the commands of LaTeX.
func printedRows(d []byte) []byte {
	clearLine := func(string) string { return "" }
	if bytes.HasPrefix(bytes.TrimSpace(d), []byte(`\begin{`)) {
		// A row of LaTeX ends with two backslashes, perhaps with commands such as \hline behind them. & separates the cells, and \& does not.
		plainCells := strings.NewReplacer(`\&`, "&", "&", "\t")
		removeCommands := func(s string) string {
			if s[0] == '\\' {
				return ""
			}
			if end := strings.LastIndex(s, `\\`); end >= 0 {
				s = s[:end]
			}
			return plainCells.Replace(s)
		}
		return mapRows(d, removeCommands, func(s string) bool { return s != "" })
	}
	d = withoutPrintHead(d)
	isInText := func(s string) bool { return bytes.Contains(d, []byte(s)) }
	mayHaveRules := slices.ContainsFunc([]string{"---", "===", "___", "───", "═══"}, isInText)
	if !mayHaveRules {
		return d
	}
	hasRule := false
	clearRule := func(string) string { hasRule = true; return "" }
	out := mapRows(d, clearRule, isRule)
	// No rule was removed, or the text has only rules.
	if !hasRule || len(bytes.TrimSpace(out)) == 0 {
		return d
	}
	// Row counts are removed only from texts with rules.
	return mapRows(out, clearLine, isCount)
}

// isCount reports whether a line is the number of the rows above: (3 rows), or 3 rows in set (0.00 sec).
func isCount(s string) bool {
	words := strings.Fields(strings.ToLower(strings.Trim(s, "()")))
	if len(words) < 2 || !isInteger(words[0]) {
		return false
	}
	// In German, rows are Zeilen.
	isUnit := words[1] == "row" || words[1] == "rows" || words[1] == "zeilen"
	return isUnit && (len(words) == 2 || words[2] == "in")
}

// isRule reports whether a line is a rule of a table: hyphens, equals signs, underscores or lines of a frame under every column.
// A rule has at least two columns. Every column has at least two bytes of such marks, and some column has three or more.
func isRule(s string) bool {
	// Spaces, bars, semicolons, colons, and plus signs or corners of frames separate the columns of a rule.
	cells := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t|;+:┌┬┐├┼┤└┴┘╞╪╡", r) })
	hasLongCell := false
	for _, c := range cells {
		if len(c) < 2 || strings.Trim(c, "-=_─═") != "" {
			return false
		}
		hasLongCell = hasLongCell || len(c) > 2
	}
	return len(cells) > 1 && hasLongCell
}

// withoutPrintHead returns a text with empty lines in place of the lines that programs print above the rows.
// R prints the class of a sparse matrix, or the types of the columns. MATLAB prints the name of a sparse matrix, as in A =.
// Any other text is returned unchanged.
func withoutPrintHead(d []byte) []byte {
	clearLine := func(string) string { return "" }
	line, below := firstLine(bytes.TrimLeft(d, "\n"))
	first := string(bytes.TrimSpace(line))
	// An entry of a sparse matrix is printed as (row,column) value.
	isMatrixEntry := func(s string) bool { _, ok := entryRow(s); return ok }
	isHeadOfR := strings.Contains(first, "sparse Matrix of class ")
	isHeadOfMATLAB := strings.HasSuffix(first, "=") && firstRowsMatch(below, isMatrixEntry)
	if isHeadOfR || isHeadOfMATLAB {
		return mapRows(d, clearLine, func(s string) bool { return s == first })
	}
	// R prints one of these types for texts, real numbers or integers.
	if !bytes.Contains(d, []byte("<chr>")) && !bytes.Contains(d, []byte("<dbl>")) && !bytes.Contains(d, []byte("<int>")) {
		return d
	}
	// A line of types, such as <chr> <dbl>.
	isNoType := func(w string) bool { return len(w) < len("<int>") || w[0] != '<' || w[len(w)-1] != '>' }
	areTypes := func(s string) bool { return s != "" && !slices.ContainsFunc(strings.Fields(s), isNoType) }
	return mapRows(d, clearLine, areTypes)
}

package graphio

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The removal of text around the cells of tables, and numbers of nodes and edges above the rows.

// cleanRows removes text around the cells if all first lines have it: comments after //, frames of Markdown, brackets of pairs.
// It rewrites lines with arrows, sentences or lists as pairs.
func (t *table) cleanRows(d []byte) []byte {
	// If the file has comments of this form, " // " within a row begins a remark.
	isComment := func(s string) bool { return s == "//" || strings.HasPrefix(s, "// ") || strings.HasPrefix(s, "//\t") }
	if bytes.HasPrefix(d, []byte("//")) || bytes.Contains(d, []byte("\n//")) {
		d = mapRows(d, func(string) string { return "" }, isComment)
		d = mapRows(d, func(s string) string { return s[:strings.LastIndex(s, " // ")] }, func(s string) bool {
			return strings.LastIndex(s, " // ") > 0
		})
	}
	// A regular table needs no rewriting.
	if startsWithHeader(d) {
		return d
	}
	d = printedRows(plainMarks(d))
	// A row of Markdown has bars at both ends. A line of hyphens below the header is removed.
	isFramed := func(s string) bool { return len(s) > 2 && s[0] == '|' && s[len(s)-1] == '|' }
	if firstRowsMatch(d, isFramed) {
		d = mapRows(d, func(s string) string {
			if strings.Trim(s, "|-: ") == "" {
				return ""
			}
			return strings.TrimSpace(plainCells(s[1 : len(s)-1]))
		}, isFramed)
	}
	// Each of the following forms is rewritten as rows of cells.
	if rows := triangleRows(d); rows != nil {
		return rows
	}
	d = cutRowMarks(boldNames(t.withoutHeadings(splitPairs(d))))
	isEntry := func(s string) bool { _, ok := entryRow(s); return ok }
	if firstRowsMatch(d, isEntry) {
		return mapRows(d, func(s string) string { row, _ := entryRow(s); return row }, isEntry)
	}
	// Pairs in brackets, with single quotes as in Python.
	if firstRowsMatch(d, isTuple) {
		return mapRows(d, func(s string) string {
			s = strings.TrimRight(strings.TrimSpace(s), ",")
			return strings.ReplaceAll(s[1:len(s)-1], "'", `"`)
		}, isTuple)
	}
	// Arrows between two ends.
	if rows, directed, doubts := arrowRows(d); rows != nil {
		t.declared.directed, t.rewritten = t.declared.directed || directed, true
		t.doubts = append(t.doubts, doubts...)
		return rows
	}
	// Sentences. In SIF, three words are a triple.
	if rows, doubts := sentenceRows(d); rows != nil && !t.isSIF() {
		t.rewritten = true
		t.doubts = append(t.doubts, doubts...)
		return rows
	}
	t.doubtSentences(d)
	return t.colonRows(d)
}

// startsWithHeader reports whether the first row is a header with commas whose first column has ids or sources.
// No other row may have fewer commas. A cell of such a table may look like a list or a sentence.
func startsWithHeader(d []byte) bool {
	commas := 0
	return firstRowsMatch(d, func(s string) bool {
		if commas == 0 {
			first, _, _ := strings.Cut(s, ",")
			commas = strings.Count(s, ",")
			return commas > 0 && (headerIndex([]string{first}, idKeys) == 0 || headerIndex([]string{first}, sourceKeys) == 0)
		}
		return strings.Count(s, ",") >= commas
	})
}

// entryRow returns an entry of a sparse matrix, "(row,column) value" as MATLAB and SciPy print it, as a row. ok is false for other lines.
func entryRow(s string) (row string, ok bool) {
	position, value, closed := strings.Cut(strings.TrimSpace(s), ")")
	i, j, hasComma := strings.Cut(position, ",")
	i, j, value = strings.TrimPrefix(i, "("), strings.TrimLeft(j, " "), strings.TrimSpace(value)
	isIndex := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	hasBrackets := closed && hasComma && position[0] == '('
	if _, err := strconv.ParseFloat(value, 64); err != nil || !hasBrackets || !isIndex(i) || !isIndex(j) {
		return "", false
	}
	return i + "\t" + j + "\t" + value, true
}

// plainCells removes the marks of bold and code around whole cells in a row of Markdown.
func plainCells(s string) string {
	cells := strings.Split(s, "|")
	for k, c := range cells {
		// The marks count only around the whole cell.
		c = strings.TrimSpace(c)
		for _, mark := range []string{"**", "__", "`"} {
			n := len(mark)
			encloses := strings.HasPrefix(c, mark) && strings.HasSuffix(c, mark) && strings.Count(c, mark) == 2
			if len(c) > 2*n && encloses {
				cells[k] = " " + c[n:len(c)-n] + " "
			}
		}
	}
	return strings.Join(cells, "|")
}

// unifyQuotes replaces single quotes by double quotes if all cells of the first rows are in single quotes.
// Numbers and the first row need no quotes.
func unifyQuotes(d []byte, separator rune) []byte {
	if bytes.IndexByte(d, '"') >= 0 || bytes.IndexByte(d, '\'') < 0 {
		return d
	}
	rows, quoted := 0, 0
	all := firstRowsMatch(d, func(s string) bool {
		rows++
		cells := strings.Split(s, string(separator))
		for _, c := range cells {
			c = strings.TrimSpace(c)
			inQuotes := len(c) > 1 && c[0] == '\'' && c[len(c)-1] == '\'' && strings.Count(c, "'") == 2
			if quoted += oneIf(inQuotes); !inQuotes && !isNumber(c) && rows > 1 {
				return false
			}
		}
		return true
	})
	if !all || quoted < 2 {
		return d
	}
	return bytes.ReplaceAll(d, []byte{'\''}, []byte{'"'})
}

// checkQuotes reads a table with quotes once and returns the error of wrong quotes.
// If the quotes are wrong, it reads the table again with quotes as letters. A cell of several lines then proves the error.
func (t *table) checkQuotes() error {
	if t.separator == ' ' || bytes.IndexByte(t.Data, '"') < 0 {
		return nil
	}
	for range t.allRows() {
		// The iterator sets t.readErr.
	}
	if quoteErr := t.readErr; quoteErr != nil {
		t.lazyQuotes, t.readErr = true, nil
		for _, cells := range t.allRows() {
			if slices.ContainsFunc(cells, func(s string) bool { return strings.IndexByte(s, '\n') >= 0 }) {
				return quoteErr
			}
		}
	}
	return t.readErr
}

// isTuple reports whether a line is a pair in brackets, (a, b) or [a, b]. A comma may follow.
func isTuple(s string) bool {
	s = strings.TrimRight(s, ",")
	if len(s) <= 3 || !strings.Contains(s, ",") {
		return false
	}
	ends := s[:1] + s[len(s)-1:]
	return ends == "()" || ends == "[]"
}

// firstRowsMatch reports whether there are at least two rows and the first 20 rows satisfy a condition.
func firstRowsMatch(d []byte, matches func(s string) bool) bool {
	rows := 0
	for _, s := range contentLines(d, "#%") {
		if rows == 20 {
			break
		}
		if rows++; len(s) > 4*MaxName || !matches(string(s)) {
			return false
		}
	}
	return rows > 1
}

// mapRows returns the text with change applied to every line that satisfies a condition. Both receive the line without surrounding space.
func mapRows(d []byte, change func(s string) string, matches func(s string) bool) []byte {
	out := make([]byte, 0, len(d))
	for _, s := range lines(d) {
		if text := strings.TrimSpace(string(s)); matches(text) {
			out = append(out, change(text)...)
		} else {
			out = append(out, s...)
		}
		out = append(out, '\n')
	}
	return out
}

// countLines returns the number of first rows that have the numbers of nodes and edges, 0 without such rows.
// The row has both numbers (exercises, rudy of Biq Mac), or n, n, m (matrices without a banner). algs4 has two rows of one number.
// The numbers must agree with the rows below. first is the first id, nodes the number of nodes.
func (t *table) countLines() (rows int, first, nodes int64) {
	if t.header != nil || t.size.rows < 3 || len(t.rows) < 3 {
		return 0, 0, 0
	}
	// The numbers of the first row, or of the first two rows of one number.
	var head []int64
	for _, row := range t.rows[:2] {
		if rows++; len(row) > 3 || rows == 2 && (len(row) != 1 || len(head) != 1) {
			rows--
			break
		}
		for _, s := range row {
			v, why := parseID([]byte(strings.TrimSpace(s)))
			if why != "" {
				return 0, 0, 0
			}
			head = append(head, v)
		}
	}
	if len(head) < 2 || len(head) == 3 && head[0] != head[1] || head[0] > MaxNodes || head[0] < 2 {
		return 0, 0, 0
	}
	// The smallest and the largest id of the edges.
	n, m := head[0], head[len(head)-1]
	row, low, top := 0, n, int64(0)
	for _, cells := range t.allRows() {
		if row++; row <= rows {
			continue
		}
		for c := range 2 {
			v, why := parseID([]byte(strings.TrimSpace(cellAt(cells, c))))
			if why != "" || v > n {
				return 0, 0, 0
			}
			low, top = min(low, v), max(top, v)
		}
	}
	// The first and the last node occur.
	isExact := low == 0 && top == n-1 || low == 1 && top == n
	// The row cannot be an edge: it has three numbers or one, or fewer cells than the others. Then the first or last node may be isolated.
	isNoEdge := len(head) == 3 || rows == 2 || t.size.most > len(head) && t.size.least == len(head)
	inRange := top <= n && !(low == 0 && top == n)
	if m != int64(t.size.rows-rows) || !isExact && !(isNoEdge && inRange) {
		return 0, 0, 0
	}
	return rows, min(low, 1), n
}

// cutCountLines removes the rows of countLines and adds all nodes to the assembly.
func (t *table) cutCountLines(a *assembly) {
	rows, first, n := t.countLines()
	if rows == 0 {
		return
	}
	// offset is the end of the last of these rows in the text.
	remaining, offset := rows, 0
	for _, s := range lines(t.Data) {
		if remaining == 0 {
			break
		}
		offset += len(s) + 1
		if s = bytes.TrimSpace(s); len(s) > 0 && strings.IndexByte(t.comments(), s[0]) < 0 {
			remaining--
		}
	}
	// With empty lines in their place, the other lines keep their numbers.
	t.Data = slices.Concat(bytes.Repeat([]byte{'\n'}, bytes.Count(t.Data[:offset], []byte{'\n'})), t.Data[offset:])
	t.size = t.measure()
	t.rows = t.rows[rows:]
	t.width = len(t.rows[0])
	a.notes = append(a.notes, fmt.Sprintf("The first line was taken as the numbers of nodes and edges, %d and %d, which they are.",
		n, t.size.rows))
	a.addNumberedNodes(first-1, first+n-1, 1)
}

// sharedColumns reports whether the second and the third column share ids, and the first column has none of these ids.
// The first column then has times, scores or line numbers.
func (t *table) sharedColumns() bool {
	if t.width < 3 || t.size.least < 3 {
		return false
	}
	// The values of the first three columns in the first 2000 rows.
	sets := [3]map[string]bool{{}, {}, {}}
	k := 0
	for _, cells := range t.bodyRows() {
		for c := range min(len(sets), len(cells)) {
			sets[c][strings.Clone(strings.TrimSpace(cells[c]))] = true
		}
		if k++; k > 2000-oneIf(t.header != nil) {
			break
		}
	}
	// At least half of the smaller set must be in both columns.
	shared := 0
	for id := range sets[1] {
		if sets[0][id] {
			return false
		}
		shared += oneIf(sets[2][id])
	}
	// Real numbers in the third column are quantities.
	for id := range sets[2] {
		if sets[0][id] || isNumber(id) && !isInteger(id) {
			return false
		}
	}
	return len(sets[1]) > 2 && 2*shared >= min(len(sets[1]), len(sets[2])) && !slices.ContainsFunc(t.rows, func(r []string) bool {
		return len(r) < 3
	})
}

// headComments are the properties of the edges in comments before the first row.
type headComments struct{ directed, bipartite bool }

// factWords are the first words of comments with properties of the edges. % is for KONECT and Network Repository, # for SNAP.
var factWords = []struct {
	mark, text string
	facts      headComments
}{
	{"%", "asym ", headComments{directed: true}}, {"%", "sym ", headComments{}}, {"%", "bip ", headComments{bipartite: true}},
	{"#", "directed graph", headComments{directed: true}}, {"#", "undirected graph", headComments{}},
	{"#", "bipartite graph", headComments{bipartite: true}},
}

// readHeadComments returns the properties in the comments before the first row. The first comment with known words decides.
func readHeadComments(d []byte) headComments {
	for _, s := range lines(d[:min(len(d), 20_000)]) {
		if s = bytes.TrimSpace(s); len(s) == 0 {
			continue
		}
		// The first row ends the comments.
		if s[0] != '%' && s[0] != '#' {
			break
		}
		text := strings.ToLower(strings.TrimLeft(string(s), "#% \t")) + " "
		for _, w := range factWords {
			if strings.HasPrefix(text, w.text) && s[0] == w.mark[0] {
				return w.facts
			}
		}
	}
	return headComments{}
}

package graphio

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// cleanRows removes text around the cells where all first lines have it: comments behind //, frames of Markdown,
// arrows, brackets of pairs.
func (t *table) cleanRows(d []byte) []byte {
	// Comments of this form make " // " at the end of a row a remark.
	comment := func(s string) bool { return s == "//" || strings.HasPrefix(s, "// ") || strings.HasPrefix(s, "//\t") }
	if bytes.HasPrefix(d, []byte("//")) || bytes.Contains(d, []byte("\n//")) {
		d = mapRows(d, func(string) string { return "" }, comment)
		d = mapRows(d, func(s string) string { return s[:strings.LastIndex(s, " // ")] }, func(s string) bool {
			return strings.LastIndex(s, " // ") > 0
		})
	}
	// A regular table is not rewritten.
	if startsWithHeader(d) {
		return d
	}
	d = printedRows(plainMarks(d))
	framed := func(s string) bool { return len(s) > 2 && s[0] == '|' && s[len(s)-1] == '|' }
	if firstRowsMatch(d, framed) {
		d = mapRows(d, func(s string) string {
			if strings.Trim(s, "|-: ") == "" {
				return ""
			}
			return strings.TrimSpace(plainCells(s[1 : len(s)-1]))
		}, framed)
	}
	if rows := triangleRows(d); rows != nil {
		return rows
	}
	d = cutRowMarks(boldNames(t.withoutHeadings(splitPairs(d))))
	isEntry := func(s string) bool { _, ok := entryRow(s); return ok }
	if firstRowsMatch(d, isEntry) {
		return mapRows(d, func(s string) string { row, _ := entryRow(s); return row }, isEntry)
	}
	if firstRowsMatch(d, isTuple) {
		return mapRows(d, func(s string) string {
			s = strings.TrimRight(strings.TrimSpace(s), ",")
			return strings.ReplaceAll(s[1:len(s)-1], "'", `"`)
		}, isTuple)
	}
	if rows, directed, doubts := arrowRows(d); rows != nil {
		t.declared.directed, t.rewritten = t.declared.directed || directed, true
		t.doubts = append(t.doubts, doubts...)
		return rows
	}
	if rows, doubts := sentenceRows(d); rows != nil && !t.isSIF() {
		t.rewritten = true
		t.doubts = append(t.doubts, doubts...)
		return rows
	}
	t.doubtSentences(d)
	return t.colonRows(d)
}

// startsWithHeader reports whether the first row is a header with commas, ids first, and no row has fewer cells.
// A name in such rows may look like a list or a sentence.
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

// entryRow returns an entry of a sparse matrix, "(row,column) value" of MATLAB and SciPy, as a row; ok is false for other lines.
func entryRow(s string) (row string, ok bool) {
	place, value, closed := strings.Cut(strings.TrimSpace(s), ")")
	i, j, two := strings.Cut(place, ",")
	i, j, value = strings.TrimPrefix(i, "("), strings.TrimLeft(j, " "), strings.TrimSpace(value)
	whole := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	if _, err := strconv.ParseFloat(value, 64); err != nil || !closed || !two || place[0] != '(' || !whole(i) || !whole(j) {
		return "", false
	}
	return i + "\t" + j + "\t" + value, true
}

// plainCells removes the marks of bold and code around whole cells of Markdown.
func plainCells(s string) string {
	cells := strings.Split(s, "|")
	for k, c := range cells {
		c = strings.TrimSpace(c)
		for _, mark := range []string{"**", "__", "`"} {
			if n := len(mark); len(c) > 2*n && strings.HasPrefix(c, mark) && strings.HasSuffix(c, mark) && strings.Count(c, mark) == 2 {
				cells[k] = " " + c[n:len(c)-n] + " "
			}
		}
	}
	return strings.Join(cells, "|")
}

// unifyQuotes replaces single quotes by double ones where all first cells, except numbers and a header, are in single quotes.
func unifyQuotes(d []byte, comma rune) []byte {
	if bytes.IndexByte(d, '"') >= 0 || bytes.IndexByte(d, '\'') < 0 {
		return d
	}
	k, quoted := 0, 0
	all := firstRowsMatch(d, func(s string) bool {
		k++
		cells := strings.Split(s, string(comma))
		for _, c := range cells {
			c = strings.TrimSpace(c)
			in := len(c) > 1 && c[0] == '\'' && c[len(c)-1] == '\'' && strings.Count(c, "'") == 2
			if quoted += oneIf(in); !in && !isNumber(c) && k > 1 {
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

// checkQuotes reads a table with quotes once and returns the error of wrong ones.
// Quotes within cells are letters, unless a cell would then span lines.
func (t *table) checkQuotes() error {
	if t.separator == ' ' || bytes.IndexByte(t.Data, '"') < 0 {
		return nil
	}
	for range t.allRows() {
	}
	if wrong := t.readErr; wrong != nil {
		t.lazyQuotes, t.readErr = true, nil
		for _, cells := range t.allRows() {
			if slices.ContainsFunc(cells, func(s string) bool { return strings.IndexByte(s, '\n') >= 0 }) {
				return wrong
			}
		}
	}
	return t.readErr
}

// isTuple reports whether a line is a pair in brackets.
func isTuple(s string) bool {
	s = strings.TrimRight(s, ",")
	return len(s) > 3 && (s[0] == '(' && s[len(s)-1] == ')' || s[0] == '[' && s[len(s)-1] == ']') && strings.Contains(s, ",")
}

// firstRowsMatch reports whether the first 20 rows, and at least two, satisfy is.
func firstRowsMatch(d []byte, is func(s string) bool) bool {
	rows := 0
	for _, s := range contentLines(d, "#%") {
		if rows == 20 {
			break
		}
		if rows++; len(s) > 4*MaxName || !is(string(s)) {
			return false
		}
	}
	return rows > 1
}

// mapRows returns the text with every line that satisfies is replaced by change.
func mapRows(d []byte, change func(s string) string, is func(s string) bool) []byte {
	out := make([]byte, 0, len(d))
	for _, s := range lines(d) {
		if text := strings.TrimSpace(string(s)); is(text) {
			out = append(out, change(text)...)
		} else {
			out = append(out, s...)
		}
		out = append(out, '\n')
	}
	return out
}

// countLines returns the number of first rows that count nodes and edges, 0 for none, with the first id and the number of nodes.
// One row has both numbers (exercises, rudy of Biq Mac) or n, n, m (matrices without a banner); algs4 has two rows of one number.
// The counts must agree with the rows, and ids must lie in the range.
func (t *table) countLines() (rows int, first, nodes int64) {
	if t.header != nil || t.size.rows < 3 || len(t.rows) < 3 {
		return 0, 0, 0
	}
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
	n, m := head[0], head[len(head)-1]
	k, low, top := 0, n, int64(0)
	for _, cells := range t.allRows() {
		if k++; k <= rows {
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
	// All numbers occur at their limits: the count is certain.
	exact := low == 0 && top == n-1 || low == 1 && top == n
	// A third number, or two rows of one number, is no edge. Then nodes may lack edges.
	sure := len(head) == 3 || rows == 2 || t.size.most > len(head) && t.size.least == len(head)
	if m != int64(t.size.rows-rows) || !exact && (!sure || top > n || low == 0 && top == n) {
		return 0, 0, 0
	}
	return rows, min(low, 1), n
}

// cutCountLines removes the rows of countLines and adds the nodes that they count.
func (t *table) cutCountLines(a *assembly) {
	rows, first, n := t.countLines()
	if rows == 0 {
		return
	}
	skip, at := rows, 0
	for _, s := range lines(t.Data) {
		if skip == 0 {
			break
		}
		at += len(s) + 1
		if s = bytes.TrimSpace(s); len(s) > 0 && strings.IndexByte(t.comments(), s[0]) < 0 {
			skip--
		}
	}
	// Empty lines keep the numbers of the other lines.
	t.Data = slices.Concat(bytes.Repeat([]byte{'\n'}, bytes.Count(t.Data[:at], []byte{'\n'})), t.Data[at:])
	t.size = t.measure()
	t.rows = t.rows[rows:]
	t.width = len(t.rows[0])
	a.notes = append(a.notes, fmt.Sprintf("The first line was taken as the numbers of nodes and edges, %d and %d, which they are.",
		n, t.size.rows))
	a.addNumberedNodes(first-1, first+n-1, 1)
}

// sharedColumns reports whether the second and the third column share ids and the first has none of them.
// The first column then holds times, scores or line numbers.
func (t *table) sharedColumns() bool {
	if t.width < 3 || t.size.least < 3 {
		return false
	}
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
	shared := 0
	for id := range sets[1] {
		if sets[0][id] {
			return false
		}
		shared += oneIf(sets[2][id])
	}
	for id := range sets[2] {
		if sets[0][id] || isNumber(id) && !isInteger(id) {
			return false
		}
	}
	return len(sets[1]) > 2 && 2*shared >= min(len(sets[1]), len(sets[2])) && !slices.ContainsFunc(t.rows, func(r []string) bool {
		return len(r) < 3
	})
}

// headComments are properties of the edges from comments before the first row.
type headComments struct{ directed, bipartite bool }

// factWords begin comments with properties of the edges: the first line of KONECT and Network Repository, and of SNAP.
var factWords = []struct {
	mark, text string
	facts      headComments
}{
	{"%", "asym ", headComments{directed: true}}, {"%", "sym ", headComments{}}, {"%", "bip ", headComments{bipartite: true}},
	{"#", "directed graph", headComments{directed: true}}, {"#", "undirected graph", headComments{}},
	{"#", "bipartite graph", headComments{bipartite: true}},
}

// readHeadComments returns the properties in the comments before the first row.
func readHeadComments(d []byte) headComments {
	for _, s := range lines(d[:min(len(d), 20_000)]) {
		if s = bytes.TrimSpace(s); len(s) == 0 {
			continue
		}
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

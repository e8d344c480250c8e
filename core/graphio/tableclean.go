package graphio

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// cleanRows takes off what is no cell: comments behind //, the frame of a table in Markdown, an arrow between two ids,
// and the brackets of Python's pairs, where all of the first lines have them.
func (t *table) cleanRows(d []byte) []byte {
	comment := func(s string) bool { return s == "//" || strings.HasPrefix(s, "// ") || strings.HasPrefix(s, "//\t") }
	if bytes.HasPrefix(d, []byte("//")) || bytes.Contains(d, []byte("\n//")) {
		d = mapRows(d, func(string) string { return "" }, comment)
		d = mapRows(d, func(s string) string { return s[:strings.LastIndex(s, " // ")] }, func(s string) bool {
			return strings.LastIndex(s, " // ") > 0 // a remark, as the comments above say
		})
	}
	if headed(d) {
		return d
	}
	d = printedRows(plainMarks(d))
	framed := func(s string) bool { return len(s) > 2 && s[0] == '|' && s[len(s)-1] == '|' }
	if sampled(d, framed) {
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
	d = markedRows(boldNames(t.withoutHeadings(inLines(d))))
	isEntry := func(s string) bool { _, ok := entryRow(s); return ok }
	if sampled(d, isEntry) {
		return mapRows(d, func(s string) string { row, _ := entryRow(s); return row }, isEntry)
	}
	if sampled(d, isTuple) {
		return mapRows(d, func(s string) string {
			s = strings.TrimRight(strings.TrimSpace(s), ",")
			return strings.ReplaceAll(s[1:len(s)-1], "'", `"`)
		}, isTuple)
	}
	if rows, directed, doubts := arrowRows(d); rows != nil {
		t.facts.directed, t.paired = t.facts.directed || directed, true
		t.doubts = append(t.doubts, doubts...)
		return rows
	}
	if rows, doubts := sentenceRows(d); rows != nil && !t.sif() {
		t.paired = true
		t.doubts = append(t.doubts, doubts...)
		return rows
	}
	t.doubtSentences(d)
	return t.colonRows(d)
}

// headed reports whether the first row names columns with commas between, that of the ids first, and no row has fewer cells. What looks
// like a list or a sentence in such rows is a name.
func headed(d []byte) bool {
	commas := 0
	return sampled(d, func(s string) bool {
		if commas == 0 {
			first, _, _ := strings.Cut(s, ",")
			commas = strings.Count(s, ",")
			return commas > 0 && (headerIndex([]string{first}, idKeys) == 0 || headerIndex([]string{first}, sourceKeys) == 0)
		}
		return strings.Count(s, ",") >= commas
	})
}

// entryRow returns one entry of a sparse matrix, as MATLAB and SciPy print it, "(row,column) value", as the row of a table; ok is false
// for any other line.
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

// plainCells takes the marks of bold and code off cells of Markdown that stand in them as a whole.
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

// doubleQuotes puts double quotes for single ones where all cells of the first rows, but numbers and a header, stand in single ones.
func doubleQuotes(d []byte, comma rune) []byte {
	if bytes.IndexByte(d, '"') >= 0 || bytes.IndexByte(d, '\'') < 0 {
		return d
	}
	k, quoted := 0, 0
	all := sampled(d, func(s string) bool {
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

// checkQuotes reads a table with quotes once: where they stand within cells they are letters, unless a cell would go on over the end of its
// line.
func (t *table) checkQuotes() error {
	if t.comma == ' ' || bytes.IndexByte(t.Data, '"') < 0 {
		return nil
	}
	for range t.all() {
	}
	if wrong := t.wrong; wrong != nil {
		t.lazy, t.wrong = true, nil
		for _, cells := range t.all() {
			if slices.ContainsFunc(cells, func(s string) bool { return strings.IndexByte(s, '\n') >= 0 }) {
				return wrong
			}
		}
	}
	return t.wrong
}

// isTuple reports whether a line is a pair in brackets.
func isTuple(s string) bool {
	s = strings.TrimRight(s, ",")
	return len(s) > 3 && (s[0] == '(' && s[len(s)-1] == ')' || s[0] == '[' && s[len(s)-1] == ']') && strings.Contains(s, ",")
}

// sampled reports whether the first rows are all so, and there are several.
func sampled(d []byte, is func(s string) bool) bool {
	rows := 0
	for _, s := range filled(d, "#%") {
		if rows == 20 {
			break
		}
		if rows++; len(s) > 4*MaxName || !is(string(s)) {
			return false
		}
	}
	return rows > 1
}

// mapRows changes the lines that are so.
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

// countLines reports how many of the first rows of a list of numbered edges give the numbers of nodes and edges: one with both, as in many
// exercises, Biq Mac's rudy and matrices without a banner (n, n, m), or one for each, as in algs4. As many rows follow, and their ids go
// from 0 or 1 to the number of nodes at most.
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
	for _, cells := range t.all() {
		if k++; k <= rows {
			continue
		}
		for c := range 2 {
			v, why := parseID([]byte(strings.TrimSpace(at(cells, c))))
			if why != "" || v > n {
				return 0, 0, 0
			}
			low, top = min(low, v), max(top, v)
		}
	}
	exact := low == 0 && top == n-1 || low == 1 && top == n
	// A third number, or two rows of one, is no edge; then nodes may lack edges.
	sure := len(head) == 3 || rows == 2 || t.size.most > len(head) && t.size.least == len(head)
	if m != int64(t.size.rows-rows) || !exact && (!sure || top > n || low == 0 && top == n) {
		return 0, 0, 0
	}
	return rows, min(low, 1), n
}

// takeCountLine leaves the first rows out and declares the nodes that they count.
func (t *table) takeCountLine(a *assembly) {
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
	t.Data = slices.Concat(bytes.Repeat([]byte{'\n'}, bytes.Count(t.Data[:at], []byte{'\n'})), t.Data[at:])
	t.size = t.measure()
	t.rows = t.rows[rows:]
	t.width = len(t.rows[0])
	a.notes = append(a.notes, fmt.Sprintf("The first line was taken as the numbers of nodes and edges, %d and %d, which they are.",
		n, t.size.rows))
	a.numbered(first-1, first+n-1, 1)
}

// sharedColumns reports whether the second and third column share ids and the first has others: times before contacts, scores, numbers of
// lines.
func (t *table) sharedColumns() bool {
	if t.width < 3 || t.size.least < 3 {
		return false
	}
	sets := [3]map[string]bool{{}, {}, {}}
	k := 0
	for _, cells := range t.body() {
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
		if sets[0][id] || isNumber(id) && !isWhole(id) {
			return false
		}
	}
	return len(sets[1]) > 2 && 2*shared >= min(len(sets[1]), len(sets[2])) && !slices.ContainsFunc(t.rows, func(r []string) bool {
		return len(r) < 3
	})
}

// headFacts are what the comments before the first row of an edge list say.
type headFacts struct{ directed, bipartite bool }

// factWords begin a comment that says what the edges are: KONECT's first line, as Network Repository writes it too, and SNAP's.
var factWords = []struct {
	mark, text string
	facts      headFacts
}{
	{"%", "asym ", headFacts{directed: true}}, {"%", "sym ", headFacts{}}, {"%", "bip ", headFacts{bipartite: true}},
	{"#", "directed graph", headFacts{directed: true}}, {"#", "undirected graph", headFacts{}},
	{"#", "bipartite graph", headFacts{bipartite: true}},
}

// headOf reads the comments before the first row.
func headOf(d []byte) headFacts {
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
	return headFacts{}
}

package graphio

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// arrows may stand between the two ends of an edge.
var arrows = []string{"<->", "-->", "->", "--", "=>", "→", "—", "–"}

// cleanRows takes off what is no cell: Excel's line sep=;, comments behind //, the
// frame of a table in Markdown, an arrow between two ids, and the brackets of
// Python's pairs, where all of the first lines have them.
func cleanRows(d []byte) []byte {
	comment := func(s string) bool { return s == "//" || strings.HasPrefix(s, "// ") || strings.HasPrefix(s, "//\t") }
	if bytes.HasPrefix(d, []byte("//")) || bytes.Contains(d, []byte("\n//")) {
		d = mapRows(d, func(string) string { return "" }, comment)
	}
	framed := func(s string) bool { return len(s) > 2 && s[0] == '|' && s[len(s)-1] == '|' }
	if sampled(d, framed) {
		d = mapRows(d, func(s string) string {
			if strings.Trim(s, "|-: ") == "" {
				return ""
			}
			return strings.TrimSpace(s[1 : len(s)-1])
		}, framed)
	}
	if bytes.HasPrefix(d, []byte("sep=")) {
		if end := bytes.IndexByte(d, '\n'); end == len("sep=;") {
			d = append([]byte(nil), d[end:]...)
		}
	}
	if sampled(d, isTuple) {
		return mapRows(d, func(s string) string {
			s = strings.TrimRight(strings.TrimSpace(s), ",")
			return strings.ReplaceAll(s[1:len(s)-1], "'", `"`)
		}, isTuple)
	}
	for _, arrow := range arrows {
		has := func(s string) bool {
			from, to, ok := strings.Cut(s, arrow)
			return ok && strings.TrimSpace(from) != "" && strings.TrimSpace(to) != "" && !strings.Contains(to, arrow) &&
				(len(arrow) > 1 && arrow != "--" && arrow[0] < 0x80 || strings.HasSuffix(from, " ") && strings.HasPrefix(to, " "))
		}
		if sampled(d, has) {
			return mapRows(d, func(s string) string {
				from, to, _ := strings.Cut(s, arrow)
				return strings.TrimSpace(from) + "\t" + strings.TrimSpace(to)
			}, has)
		}
	}
	return d
}

// doubleQuotes puts double quotes for single ones where all cells of the first rows, but
// numbers and a header, stand in single ones.
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

// checkQuotes reads the table once when it has quotes: where they stand within cells
// they are letters, unless a cell would go on over the end of its line.
func (t *table) checkQuotes() error {
	if t.comma == ' ' || bytes.IndexByte(t.Data, '"') < 0 {
		return nil
	}
	wrong := t.each(func(int, []string) error { return nil })
	if wrong == nil {
		return nil
	}
	t.lazy = true
	err := t.each(func(line int, cells []string) error {
		if slices.ContainsFunc(cells, func(s string) bool { return strings.IndexByte(s, '\n') >= 0 }) {
			return wrong
		}
		return nil
	})
	return err
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

// countLines reports how many of the first rows of a list of numbered edges give the
// numbers of nodes and edges: one with both, as in many exercises, Biq Mac's rudy and
// matrices without a banner (n, n, m), or one for each, as in algs4. As many rows
// follow, and their ids go from 0 or 1 to the number of nodes at most.
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
	same := len(head) == 3 && head[0] == head[1]
	if len(head) < 2 || len(head) == 3 && !same || head[0] > MaxNodes || head[0] < 2 {
		return 0, 0, 0
	}
	n, m := head[0], head[len(head)-1]
	k, low, top := 0, n, int64(0)
	err := t.each(func(line int, cells []string) error {
		if k++; k <= rows {
			return nil
		}
		for c := range 2 {
			v, why := int64(0), "is missing"
			if c < len(cells) {
				v, why = parseID([]byte(strings.TrimSpace(cells[c])))
			}
			if why != "" || v > n {
				return errEnough
			}
			low, top = min(low, v), max(top, v)
		}
		return nil
	})
	exact := low == 0 && top == n-1 || low == 1 && top == n
	// A third number, or two rows of one, is no edge; then nodes may lack edges.
	sure := len(head) == 3 || rows == 2 || t.size.most > len(head) && t.size.least == len(head)
	if err != nil || m != int64(t.size.rows-rows) || !exact && (!sure || top > n || low == 0 && top == n) {
		return 0, 0, 0
	}
	return rows, min(low, 1), n
}

// takeCountLine leaves the first rows out and declares the nodes that they count.
func (t *table) takeCountLine(a *assembly) error {
	rows, first, n := t.countLines()
	if rows == 0 {
		return nil
	}
	t.Data = t.Data[:len(t.Data):len(t.Data)]
	skip, at := rows, 0
	for line, s := range lines(t.Data) {
		if skip == 0 {
			break
		}
		at += len(s) + 1
		if s = bytes.TrimSpace(s); line > 0 && len(s) > 0 && strings.IndexByte(t.comments(), s[0]) < 0 {
			skip--
		}
	}
	t.Data = slices.Concat(bytes.Repeat([]byte{'\n'}, bytes.Count(t.Data[:at], []byte{'\n'})), t.Data[at:])
	t.size = t.measure()
	t.rows = t.rows[rows:]
	t.width = len(t.rows[0])
	a.notes = append(a.notes, "The first line was taken as the numbers of nodes and edges, "+strconv.FormatInt(n, 10)+" and "+
		strconv.Itoa(t.size.rows)+", which they are.")
	return a.numbered(first-1, first+n-1, 1)
}

// sharedColumns returns the second and third column when these share ids and
// the first has others: times before the ends of contacts, scores, numbers of lines.
func (t *table) sharedColumns() bool {
	if t.width < 3 || t.size.least < 3 {
		return false
	}
	var sets [3]map[string]bool
	for c := range sets {
		sets[c] = map[string]bool{}
	}
	k := 0
	t.each(func(line int, cells []string) error {
		if k++; k == 1 && t.header != nil {
			return nil
		}
		for c := range sets {
			if c < len(cells) {
				sets[c][strings.Clone(strings.TrimSpace(cells[c]))] = true
			}
		}
		if k > 2000 {
			return errEnough
		}
		return nil
	})
	shared := 0
	for id := range sets[1] {
		if sets[0][id] {
			return false
		}
		if sets[2][id] {
			shared++
		}
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

package graphio

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// arrows may stand between the two ends of an edge.
var arrows = []string{"<->", "-->", "->", "--", "=>", "→", "—", "–"}

// cleanRows takes off what is no cell: Excel's line sep=;, an arrow between two
// ids, and the brackets of Python's pairs, where all of the first lines have them.
func cleanRows(d []byte) []byte {
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

// countLine reports whether the first row of a list of numbered edges gives the
// numbers of nodes and edges, as in many exercises: as many rows follow, and
// their ids go from 0 or 1 exactly to the number of nodes. It returns the first id.
func (t *table) countLine() (first, nodes int64, ok bool) {
	if t.header != nil || t.width != 2 || t.size.rows < 3 {
		return 0, 0, false
	}
	n, why := parseID([]byte(strings.TrimSpace(t.rows[0][0])))
	m, why2 := parseID([]byte(strings.TrimSpace(t.rows[0][1])))
	if why != "" || why2 != "" || m != int64(t.size.rows)-1 || n > MaxNodes {
		return 0, 0, false
	}
	k, low, top := 0, n, int64(0)
	err := t.each(func(line int, cells []string) error {
		if k++; k == 1 {
			return nil
		}
		for _, s := range cells[:min(2, len(cells))] {
			v, why := parseID([]byte(strings.TrimSpace(s)))
			if why != "" || v > n {
				return errEnough
			}
			low, top = min(low, v), max(top, v)
		}
		return nil
	})
	return low, n, err == nil && (low == 0 && top == n-1 || low == 1 && top == n)
}

// takeCountLine leaves the first row out and declares the nodes that it counts.
func (t *table) takeCountLine(a *assembly) error {
	first, n, ok := t.countLine()
	if !ok {
		return nil
	}
	t.header = []string{"", ""}
	a.notes = append(a.notes, "The first line was taken as the numbers of nodes and edges, "+strconv.FormatInt(n, 10)+" and "+
		strconv.Itoa(t.size.rows-1)+", which they are.")
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

package graphio

import (
	"math"
	"strings"
	"unicode"
)

// isProse reports whether most lines are words and some end as sentences do.
func isProse(d []byte) bool {
	rows, words, ends := 0, 0, 0
	for _, s := range filled(d[:min(len(d), 10_000)], "") {
		text := strings.Fields(string(s))
		letters := 0
		for _, w := range text {
			letters += oneIf(strings.ContainsFunc(w, unicode.IsLetter))
		}
		rows++
		words += oneIf(len(text) > 3 && 3*letters > 2*len(text) && strings.IndexByte(string(s), '\t') < 0)
		ends += oneIf(strings.IndexByte(".:!?,", s[len(s)-1]) >= 0)
	}
	return 3*words > 2*rows && 2*ends >= rows
}

// fractions reports whether half of the first cells of a column are numbers with a fraction.
func (t *table) fractions(c int) bool {
	n, rows := 0, t.rows[oneIf(t.header != nil):]
	for _, row := range rows {
		if v, why := parseNumber(row[min(c, len(row)-1)]); why == "" && v != math.Trunc(v) {
			n++
		}
	}
	return n > 0 && 2*n >= len(rows)
}

// doubtRagged refuses text that is no table: prose, and rows of different lengths
// that no edges explain.
func (t *table) doubtRagged() error {
	if t.edgeColumns()[0] >= 0 || t.size.short {
		return nil
	}
	if t.rowsFrom < 0 && t.fractions(t.cols[0]) && t.fractions(t.cols[1]) {
		return fault(t.Name, 1, tableRemedy, "the first columns hold real numbers: these are features and not the ends of edges")
	}
	words, sentences := 0, 0
	for _, row := range t.rows {
		line := strings.TrimSpace(strings.Join(row, " "))
		n := 0
		for _, w := range strings.Fields(line) {
			if strings.ContainsFunc(w, unicode.IsLetter) {
				n++
			}
		}
		if 2*n > len(strings.Fields(line)) {
			words++
		}
		last := line[max(0, len(line)-1):]
		if n >= 4 && strings.ContainsAny(last, ":,") || n >= 3 && strings.ContainsAny(last, ".!?") || n >= 6 && t.comma == ' ' {
			sentences++
		}
	}
	text := 2*words > len(t.rows)
	ragged := t.size.most != t.size.least
	if text && 2*sentences >= len(t.rows) && (ragged || len(t.rows) < 3) && (t.comma == ' ' || len(strings.Fields(t.rows[0][0])) > 2) ||
		text && ragged && t.comma == ' ' && t.size.most > 3 {
		return fault(t.Name, 1, "give an edge list, two ids a line, and put names with spaces between double quotes",
			"the lines have 1 to %d words: this is prose or a list of sets (a hypergraph), not a table of edges", t.size.most)
	}
	if !ragged || t.size.least < 2 || t.size.most <= 3 || text || t.header != nil && !t.supposed {
		return nil
	}
	// Numbers behind a pair of ids may be weights; ids are sets of nodes.
	whole := true
	for _, row := range t.rows {
		for _, s := range row[min(2, len(row)):] {
			whole = whole && (isWhole(strings.TrimSpace(s)) || strings.TrimSpace(s) == "")
		}
	}
	if whole {
		return fault(t.Name, 1, "write an edge for each pair of nodes, or an adjacency list with one line for each node",
			"the lines have %d to %d ids: this is a hypergraph, whose edges join more than two nodes, and not a table of edges", t.size.least,
			t.size.most)
	}
	return nil
}

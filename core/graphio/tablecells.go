package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// Lists in cells: a person, a group, and one cell with all friends. A column holds lists of neighbours when most parts of its cells are
// values of another one, each of which names one row.

// cellMarks are what may stand between the parts of a cell, those tried first first; a word such as and may stand before the last part.
var cellMarks = []string{";", "\n", "|", "、", "，", "/", ",", "·", "+", "&", " "}

// cellLists is how a column is divided into parts.
type cellLists struct {
	mark  string
	names map[string]bool // names are the values that are parts by themselves.
	share float64         // share is the part of the parts that are names.
	of    int             // of counts the cells with several parts that are names.
}

// split divides a cell into its parts.
func (l *cellLists) split(cell string) (parts []string) {
	if cell = strings.TrimSpace(cell); l.names[cell] || cell == "" {
		return []string{cell}
	}
	list := strings.Split(cell, l.mark)
	if l.mark == " " {
		list = strings.Fields(cell)
	}
	for _, p := range list {
		if p = strings.TrimSpace(p); p == "" || l.names[p] {
			parts = appendFilled(parts, p)
			continue
		}
		words := strings.Fields(p)
		from := 0
		for k, w := range words {
			if slices.Contains(andWords, strings.ToLower(w)) && (k > 0 && k < len(words)-1 || len(list) > 1 && k == 0 && len(words) > 1) {
				parts = appendFilled(parts, strings.Join(words[from:k], " "))
				from = k + 1
			}
		}
		if l.mark != " " || !slices.Contains(andWords, strings.ToLower(p)) {
			parts = appendFilled(parts, strings.Join(words[from:], " "))
		}
	}
	return parts
}

func appendFilled(list []string, s string) []string {
	if s != "" {
		list = append(list, s)
	}
	return list
}

// listsIn returns how a column is best divided into names, nil when no cell has several of them.
func (t *table) listsIn(c int, names map[string]bool) (best *cellLists) {
	var cells []string
	for _, row := range t.body() {
		if v := strings.TrimSpace(at(row, c)); !slices.Contains(content.NameRules[content.NameNoEnd].Names, v) {
			cells = append(cells, strings.Clone(v))
		}
		if len(cells) == proposedRows {
			break
		}
	}
	for _, mark := range cellMarks {
		if !slices.ContainsFunc(cells, func(s string) bool { return strings.Contains(s, mark) }) {
			continue
		}
		l := &cellLists{mark: mark, names: names}
		parts, named := 0, 0
		for _, s := range cells {
			found, list := 0, l.split(s)
			for _, p := range list {
				found += oneIf(names[p])
			}
			parts, named, l.of = parts+len(list), named+found, l.of+oneIf(found > 1)
		}
		if l.share = float64(named) / float64(max(1, parts)); l.of > 0 && (best == nil || l.share > best.share) {
			best = l
		}
	}
	return best
}

// The shares of parts that are names from which a column is taken as lists, and without a doubt.
const (
	likelyLists = 0.5
	sureLists   = 0.9
)

// findLists returns the proposal for a column of lists of neighbours, nil without one.
func (t *table) findLists(sets []columnSet) *proposal {
	var best *proposal
	for i := range sets {
		if len(sets[i].values) < 3 || len(sets[i].values) < sets[i].set || sets[i].fraction > 0 {
			continue // the values of the first column are one for each row
		}
		for c := range sets {
			if c == i || sets[c].numbers == sets[c].set || t.isTime(c) {
				continue
			}
			if l := t.listsIn(c, sets[i].values); l != nil && l.share >= likelyLists && (best == nil || l.share > best.lists.share) {
				best = &proposal{source: i, targets: []int{c}, lists: l, sure: l.share >= sureLists}
			}
		}
	}
	if best != nil && t.holdsIDs(best.source, sets) {
		best.name = max(0, t.namesBeside(best, sets))
	}
	if best != nil && t.header == nil {
		t.listHeader(best)
	}
	return best
}

// listHeader takes the first row as the names of the columns, with a doubt, when its node is in no list and its list holds no node.
func (t *table) listHeader(p *proposal) {
	first := trimmed(t.rows[0])
	for k, row := range t.rows {
		for _, s := range p.lists.split(at(row, p.targets[0])) {
			if s == at(first, p.source) || k == 0 && p.lists.names[s] {
				return
			}
		}
	}
	if at(first, p.targets[0]) == "" {
		return
	}
	delete(p.lists.names, at(first, p.source))
	if t.header = slices.Clone(t.rows[0]); slices.ContainsFunc(first, knownWord) {
		return
	}
	t.doubts = append(t.doubts, Doubt{Rule: "header", Text: "The first row, " + quote(strings.Join(first, ", ")) +
		", was taken as the names of " +
		"the columns: it may be a node and its neighbours."})
}

// hasLists reports whether a table of no known ends has a column of lists.
func (t *table) hasLists() bool {
	p := t.propose()
	return p != nil && p.lists != nil
}

// findMembers returns the proposal for a table of two columns, things and what belongs to each, such as dishes and their ingredients, when
// parts of the second one stand in several rows; nil for another table.
func (t *table) findMembers() *proposal {
	if t.width != 2 || t.size.most != 2 || !t.alone {
		return nil
	}
	cells := trimmed(cellsOf(t.rows[oneIf(t.header != nil):], 1))
	things := trimmed(cellsOf(t.rows[oneIf(t.header != nil):], 0))
	if len(cells) < 3 || !distinct(things) || slices.ContainsFunc(things, isNumber) {
		return nil
	}
	for _, mark := range []string{";", "、", "|", ","} {
		l, several, count, again := &cellLists{mark: mark}, 0, map[string]int{}, 0
		for _, s := range cells {
			parts := l.split(s)
			several += oneIf(len(parts) > 1)
			for _, p := range parts {
				if count[p]++; count[p] == 2 {
					again++
				}
				if isNumber(p) || len(strings.Fields(p)) > 3 {
					return nil
				}
			}
		}
		if several < 2 || 3*several < len(cells) || again < 2 {
			continue
		}
		if first := l.split(cells[0]); t.header == nil && len(first) == 1 && count[first[0]] == 1 {
			t.header = slices.Clone(t.rows[0])
			t.doubts = append(t.doubts, Doubt{Rule: "header", Text: "The first row, " + quote(strings.Join(t.header, ", ")) + ", was taken as the " +
				"names of the columns: it may be a node and what belongs to it."})
		}
		return &proposal{source: 0, targets: []int{1}, label: -1, lists: l}
	}
	return nil
}

// takeLists finds lists in the cells of the second ends, whose columns are known by their names.
func (t *table) takeLists() {
	sets := t.columnSets()
	if !t.alone || max(t.cols[0], t.cols[1]) >= len(sets) || sets[t.cols[1]].numbers == sets[t.cols[1]].set {
		return
	}
	l := t.listsIn(t.cols[1], sets[t.cols[0]].values)
	if l == nil || l.share < likelyLists {
		return
	}
	if t.cells = l; l.share < sureLists {
		t.doubts = append(t.doubts, Doubt{Rule: "lists", Text: t.called(t.cols[1]) + " was taken as lists of neighbours: some of their parts " +
			"name no row."})
	}
}

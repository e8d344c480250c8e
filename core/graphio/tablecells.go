package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// Lists of neighbours in cells, for example all friends of a person.
// A column has such lists if at least half of the parts of its cells are values of another column, whose values are unique.

// cellMarks are the separators between the parts of a cell, in the order of their tests. A word such as "and" may precede the last part.
var cellMarks = []string{";", "\n", "|", "、", "，", "/", ",", "·", "+", "&", " "}

// cellLists splits the cells of a column into parts at a mark.
type cellLists struct {
	mark string
	// names are the values of the other column. They are not split, even if they contain the mark.
	names map[string]bool
	// share is the share of the parts that are names.
	share float64
	// several is the number of cells with two or more names.
	several int
}

// split returns the parts of a cell without empty parts. An empty cell has one empty part.
func (l *cellLists) split(cell string) (parts []string) {
	if cell = strings.TrimSpace(cell); l.names[cell] || cell == "" {
		return []string{cell}
	}
	// White space of any length is one separator.
	list := strings.Split(cell, l.mark)
	if l.mark == " " {
		list = strings.Fields(cell)
	}
	for _, p := range list {
		if p = strings.TrimSpace(p); p == "" || l.names[p] {
			parts = appendNonEmpty(parts, p)
			continue
		}
		// A word such as "and" separates two names, or begins the last part of a list.
		words := strings.Fields(p)
		from := 0
		for k, w := range words {
			isBetween := k > 0 && k < len(words)-1
			beginsPart := len(list) > 1 && k == 0 && len(words) > 1
			if slices.Contains(andWords, strings.ToLower(w)) && (isBetween || beginsPart) {
				parts = appendNonEmpty(parts, strings.Join(words[from:k], " "))
				from = k + 1
			}
		}
		if l.mark != " " || !slices.Contains(andWords, strings.ToLower(p)) {
			parts = appendNonEmpty(parts, strings.Join(words[from:], " "))
		}
	}
	return parts
}

// appendNonEmpty appends s to list unless s is empty.
func appendNonEmpty(list []string, s string) []string {
	if s != "" {
		list = append(list, s)
	}
	return list
}

// bestSplit returns the split of column c with the largest share of names, nil if no cell has several names.
func (t *table) bestSplit(c int, names map[string]bool) (best *cellLists) {
	var cells []string
	for _, row := range t.bodyRows() {
		// A word for no end says nothing about the mark.
		if v := strings.TrimSpace(cellAt(row, c)); !slices.Contains(content.NameRules[content.NameNoEnd].Names, v) {
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
		// The share of the parts that are names.
		l := &cellLists{mark: mark, names: names}
		parts, named := 0, 0
		for _, s := range cells {
			found, list := 0, l.split(s)
			for _, p := range list {
				found += oneIf(names[p])
			}
			parts, named, l.several = parts+len(list), named+found, l.several+oneIf(found > 1)
		}
		if l.share = float64(named) / float64(max(1, parts)); l.several > 0 && (best == nil || l.share > best.share) {
			best = l
		}
	}
	return best
}

// Thresholds for the share of names: below minListShare a column has no lists, from sureListShare on its lists need no doubt.
const (
	minListShare  = 0.5
	sureListShare = 0.9
)

// proposeLists returns the proposal for the column with the largest share of names in its lists, nil without lists.
func (t *table) proposeLists(sets []columnSet) *proposal {
	var best *proposal
	for i := range sets {
		// The values of the source must be unique.
		if len(sets[i].values) < 3 || len(sets[i].values) < sets[i].set || sets[i].fraction > 0 {
			continue
		}
		for c := range sets {
			if c == i || sets[c].numbers == sets[c].set || t.holdsTimes(c) {
				continue
			}
			if l := t.bestSplit(c, sets[i].values); l != nil && l.share >= minListShare && (best == nil || l.share > best.lists.share) {
				best = &proposal{source: i, targets: []int{c}, lists: l, sure: l.share >= sureListShare}
			}
		}
	}
	if best != nil && t.holdsIDs(best.source, sets) {
		// In a table of ids, another column may have the names.
		best.name = max(0, t.namesBeside(best, sets))
	}
	if best != nil && t.header == nil {
		t.guessListHeader(best)
	}
	return best
}

// guessListHeader makes the first row the header if its first end is in no list and its list contains no node.
// A header without a known word adds a doubt.
func (t *table) guessListHeader(p *proposal) {
	first := trimmed(t.rows[0])
	for k, row := range t.rows {
		for _, s := range p.lists.split(cellAt(row, p.targets[0])) {
			if s == cellAt(first, p.source) || k == 0 && p.lists.names[s] {
				return
			}
		}
	}
	// A node without neighbours has an empty list.
	if cellAt(first, p.targets[0]) == "" {
		return
	}
	// The name of the column is no node.
	delete(p.lists.names, cellAt(first, p.source))
	if t.header = slices.Clone(t.rows[0]); slices.ContainsFunc(first, knownWord) {
		return
	}
	t.doubts = append(t.doubts, Doubt{Rule: "header", Text: "The first row, " + quote(strings.Join(first, ", ")) +
		", was taken as the names of " +
		"the columns: it may be a node and its neighbours."})
}

// hasLists reports whether a table without known ends has a column of lists.
func (t *table) hasLists() bool {
	p := t.propose()
	return p != nil && p.lists != nil
}

// proposeMembers returns the proposal for two columns of things and their members, such as dishes and ingredients.
// It returns nil for other tables. At least two members must occur in several rows.
func (t *table) proposeMembers() *proposal {
	if t.width != 2 || t.size.most != 2 || !t.alone {
		return nil
	}
	// Every thing has one row and a name, and its members are in the second column.
	cells := trimmed(sampleCells(t.rows[oneIf(t.header != nil):], 1))
	things := trimmed(sampleCells(t.rows[oneIf(t.header != nil):], 0))
	if len(cells) < 3 || !distinct(things) || slices.ContainsFunc(things, isNumber) {
		return nil
	}
	for _, mark := range []string{";", "、", "|", ","} {
		// several counts cells with several members, repeated members of several cells.
		l, several, count, repeated := &cellLists{mark: mark}, 0, map[string]int{}, 0
		for _, s := range cells {
			parts := l.split(s)
			several += oneIf(len(parts) > 1)
			for _, p := range parts {
				if count[p]++; count[p] == 2 {
					repeated++
				}
				// A member is a short text.
				if isNumber(p) || len(strings.Fields(p)) > 3 {
					return nil
				}
			}
		}
		if several < 2 || 3*several < len(cells) || repeated < 2 {
			continue
		}
		// A first row with a single cell that occurs nowhere else is a header.
		if first := l.split(cells[0]); t.header == nil && len(first) == 1 && count[first[0]] == 1 {
			t.header = slices.Clone(t.rows[0])
			t.doubts = append(t.doubts, Doubt{Rule: "header", Text: "The first row, " + quote(strings.Join(t.header, ", ")) + ", was taken as the " +
				"names of the columns: it may be a node and what belongs to it."})
		}
		return &proposal{source: 0, targets: []int{1}, label: -1, lists: l}
	}
	return nil
}

// findCellLists sets t.cells if the second ends are lists. The header has named the ends.
func (t *table) findCellLists() {
	sets := t.columnSets()
	if !t.alone || max(t.cols[0], t.cols[1]) >= len(sets) || sets[t.cols[1]].numbers == sets[t.cols[1]].set {
		return
	}
	l := t.bestSplit(t.cols[1], sets[t.cols[0]].values)
	if l == nil || l.share < minListShare {
		return
	}
	if t.cells = l; l.share < sureListShare {
		t.doubts = append(t.doubts, Doubt{Rule: "lists",
			Text: t.columnLabel(t.cols[1]) + " was taken as lists of neighbours: some of their parts name no row."})
	}
}

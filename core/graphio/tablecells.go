package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// A cell can list several neighbours, for example all friends of a person.
// A column has such lists if at least half of its parts are values of a column with unique values.

// cellMarks are the separators of the parts of a cell, in the order of their tests. A word such as "and" may precede the last part.
var cellMarks = []string{";", "\n", "|", "、", "，", "/", ",", "·", "+", "&", " "}

// cellLists is a split of the cells of a column into parts.
type cellLists struct {
	mark string
	// names are values that are not split, even if they contain the mark.
	names map[string]bool
	// share is the share of parts that are names.
	share float64
	// several counts cells with two or more parts that are names.
	several int
}

// split returns the parts of a cell.
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
			parts = appendNonEmpty(parts, p)
			continue
		}
		words := strings.Fields(p)
		from := 0
		for k, w := range words {
			if slices.Contains(andWords, strings.ToLower(w)) && (k > 0 && k < len(words)-1 || len(list) > 1 && k == 0 && len(words) > 1) {
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

// appendNonEmpty returns list with s appended, and list unchanged for an empty s.
func appendNonEmpty(list []string, s string) []string {
	if s != "" {
		list = append(list, s)
	}
	return list
}

// bestSplit returns the split of column c with the largest share of names, nil where no cell has several names.
func (t *table) bestSplit(c int, names map[string]bool) (best *cellLists) {
	var cells []string
	for _, row := range t.bodyRows() {
		// Cells that mean no neighbour give no evidence for a mark.
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

// A column with a share of names below minListShare has no lists. From sureListShare on its lists are without a doubt.
const (
	minListShare  = 0.5
	sureListShare = 0.9
)

// proposeLists returns the proposal for a column of lists of neighbours, nil for none.
func (t *table) proposeLists(sets []columnSet) *proposal {
	var best *proposal
	for i := range sets {
		if len(sets[i].values) < 3 || len(sets[i].values) < sets[i].set || sets[i].fraction > 0 {
			// The source must have its own value in every row.
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
		// A column of ids may have a column of names beside it.
		best.name = max(0, t.namesBeside(best, sets))
	}
	if best != nil && t.header == nil {
		t.guessListHeader(best)
	}
	return best
}

// guessListHeader takes the first row as the header, with a doubt, if its node is in no list and its list contains no node.
func (t *table) guessListHeader(p *proposal) {
	first := trimmed(t.rows[0])
	for k, row := range t.rows {
		for _, s := range p.lists.split(cellAt(row, p.targets[0])) {
			if s == cellAt(first, p.source) || k == 0 && p.lists.names[s] {
				return
			}
		}
	}
	if cellAt(first, p.targets[0]) == "" {
		return
	}
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

// proposeMembers returns the proposal for two columns, things and their members, such as dishes and ingredients; nil for others.
// Two members at least must occur in several rows.
func (t *table) proposeMembers() *proposal {
	if t.width != 2 || t.size.most != 2 || !t.alone {
		return nil
	}
	cells := trimmed(sampleCells(t.rows[oneIf(t.header != nil):], 1))
	things := trimmed(sampleCells(t.rows[oneIf(t.header != nil):], 0))
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

// findCellLists finds lists in the cells of the second ends where the header names the ends.
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

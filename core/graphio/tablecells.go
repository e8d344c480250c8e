package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// This file finds lists of neighbours in the cells of a column, for example all friends of a person.
// It also finds columns with the members of things, such as the ingredients of dishes (proposeMembers).
// A column has lists of neighbours if at least half of the parts of its cells are names: values of another column.
// A proposal assigns roles to the columns of a table of edges (tableends.go).
// A doubt is a reason to ask the user before the graph is used (doubts.go).

// cellMarks are the separators between the parts of a cell. Of two marks with the same share of names, the earlier mark is chosen.
// A word such as "and" may precede the last part.
var cellMarks = []string{";", "\n", "|", "、", "，", "/", ",", "·", "+", "&", " "}

// cellLists splits the cells of a column into parts at a mark.
type cellLists struct {
	mark string
	// names are the values of another column. A part that is a name is not split, even if the name contains "and".
	names map[string]bool
	// share is the number of parts that are names, divided by the number of all parts, from 0 to 1.
	share float64
	// several is the number of cells with two or more names.
	several int
}

// split returns the parts of a cell that are not empty. For an empty cell, it returns one empty text. A cell that is a name is one part.
// A part that is no name is split again at words such as "and".
func (l *cellLists) split(cell string) (parts []string) {
	text := strings.TrimSpace(cell)
	if text == "" || l.names[text] {
		return []string{text}
	}
	// If the mark is a space, white space of any length is one separator.
	list := strings.Split(text, l.mark)
	if l.mark == " " {
		list = strings.Fields(text)
	}
	for _, element := range list {
		part := strings.TrimSpace(element)
		if part == "" || l.names[part] {
			parts = appendNonEmpty(parts, part)
			continue
		}
		// A word such as "and" separates two names, or begins a part of a list. start is the index of the first word of the current part.
		words := strings.Fields(part)
		start := 0
		for k, w := range words {
			isBetween := k > 0 && k < len(words)-1
			beginsPart := len(list) > 1 && k == 0 && len(words) > 1
			maySeparate := isBetween || beginsPart
			if slices.Contains(andWords, strings.ToLower(w)) && maySeparate {
				parts = appendNonEmpty(parts, strings.Join(words[start:k], " "))
				start = k + 1
			}
		}
		// Among words separated by spaces, "and" alone is no name.
		isAnd := l.mark == " " && slices.Contains(andWords, strings.ToLower(part))
		if !isAnd {
			parts = appendNonEmpty(parts, strings.Join(words[start:], " "))
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

// bestSplit splits the cells of column c at each of cellMarks, and returns the cellLists with the largest share of names.
// It returns nil if no mark gives a cell with several names. names are the values of another column.
// Only the first proposedRows cells with neighbours are tested.
func (t *table) bestSplit(c int, names map[string]bool) (best *cellLists) {
	var cells []string
	for _, row := range t.bodyRows() {
		v := strings.TrimSpace(cellAt(row, c))
		// An empty cell, or a word that means no neighbours, is no evidence for a mark.
		isNoEnd := slices.Contains(content.NameRules[content.NameNoEnd].Names, v)
		if !isNoEnd {
			cells = append(cells, strings.Clone(v)) // v is valid only until the next row
		}
		if len(cells) == proposedRows {
			break
		}
	}
	for _, mark := range cellMarks {
		hasMark := func(s string) bool { return strings.Contains(s, mark) }
		if !slices.ContainsFunc(cells, hasMark) {
			continue
		}
		l := &cellLists{mark: mark, names: names}
		// parts is the number of parts of all cells. named is the number of parts that are names.
		parts, named := 0, 0
		for _, s := range cells {
			list := l.split(s)
			found := 0
			for _, p := range list {
				found += oneIf(names[p])
			}
			parts += len(list)
			named += found
			l.several += oneIf(found > 1)
		}
		l.share = float64(named) / float64(max(1, parts))
		isBest := best == nil || l.share > best.share
		if l.several > 0 && isBest {
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

// proposeLists returns the proposal for the column whose lists have the largest share of names.
// It returns nil if no column has lists. The caller sets the label of the proposal.
// If the table has no header, the lists show whether the first row is one. proposeLists then sets t.header (guessListHeader).
func (t *table) proposeLists(sets []columnSet) *proposal {
	var best *proposal
	for i := range sets {
		// The source has at least three values, no value twice, and no numbers with a fraction or a sign.
		isUnique := len(sets[i].values) >= sets[i].filled
		if len(sets[i].values) < 3 || !isUnique || sets[i].fractions > 0 {
			continue
		}
		for c := range sets {
			// Numbers and times are no lists.
			onlyNumbers := sets[c].numbers == sets[c].filled
			if c == i || onlyNumbers || t.holdsTimes(c) {
				continue
			}
			l := t.bestSplit(c, sets[i].values)
			if l == nil || l.share < minListShare {
				continue
			}
			if best == nil || l.share > best.lists.share {
				best = &proposal{source: i, targets: []int{c}, lists: l, sure: l.share >= sureListShare}
			}
		}
	}
	if best != nil && t.holdsIDs(best.source, sets) {
		// In a table of ids, another column may have the names. 0 means no such column.
		best.name = max(0, t.namesBeside(best, sets))
	}
	if best != nil && t.header == nil {
		t.guessListHeader(best)
	}
	return best
}

// guessListHeader sets t.header to the first row of a table if this row is the header: its first end must be in no list of the first rows
// (t.rows), and its list must contain text, but no node. The first end is then removed from the names of p.lists.
// A header without a known word adds a doubt.
func (t *table) guessListHeader(p *proposal) {
	first := trimmed(t.rows[0])
	for k, row := range t.rows {
		for _, neighbour := range p.lists.split(cellAt(row, p.targets[0])) {
			isFirstEnd := neighbour == cellAt(first, p.source)
			firstHasNode := k == 0 && p.lists.names[neighbour]
			if isFirstEnd || firstHasNode {
				return
			}
		}
	}
	// If the list of the first row is empty, the row may be a node without neighbours.
	if cellAt(first, p.targets[0]) == "" {
		return
	}
	delete(p.lists.names, cellAt(first, p.source))
	t.header = slices.Clone(t.rows[0])
	if slices.ContainsFunc(first, knownWord) {
		return
	}
	t.doubts = append(t.doubts, Doubt{Rule: "header", Text: "The first row, " + quote(strings.Join(first, ", ")) +
		", was taken as the names of " +
		"the columns: it may be a node and its neighbours."})
}

// hasLists reports whether the proposal for the ends of the table is a column of lists.
func (t *table) hasLists() bool {
	p := t.propose()
	return p != nil && p.lists != nil
}

// proposeMembers returns the proposal for a table of two columns: things and lists of their members, such as dishes and ingredients.
// At least two members must occur in several rows, and a member is a text of at most three words.
// If the table has no such columns, or is not the only table, proposeMembers returns nil.
// If the first row turns out to be a header, proposeMembers sets t.header and adds a doubt.
func (t *table) proposeMembers() *proposal {
	if t.width != 2 || t.size.most != 2 || !t.alone {
		return nil
	}
	body := t.rows[oneIf(t.header != nil):]
	things, cells := trimmed(sampleCells(body, 0)), trimmed(sampleCells(body, 1))
	// Three or more of the first rows are needed. The names of things are no numbers, and no thing has two rows.
	if len(cells) < 3 || !distinct(things) || slices.ContainsFunc(things, isNumber) {
		return nil
	}
	for _, mark := range []string{";", "、", "|", ","} {
		hasMark := func(s string) bool { return strings.Contains(s, mark) }
		if !slices.ContainsFunc(cells, hasMark) {
			continue
		}
		l, count := &cellLists{mark: mark}, map[string]int{}
		// several is the number of cells with several members. repeated is the number of members that occur in several places.
		several, repeated := 0, 0
		for _, s := range cells {
			parts := l.split(s)
			several += oneIf(len(parts) > 1)
			for _, member := range parts {
				count[member]++
				repeated += oneIf(count[member] == 2)
				// A number, or a part of more than three words, shows that the column has no members. Further marks are not tried.
				if isNumber(member) || len(strings.Fields(member)) > 3 {
					return nil
				}
			}
		}
		// At least two cells, and a third of all cells, must have several members.
		if several < 2 || 3*several < len(cells) || repeated < 2 {
			continue
		}
		// If the list of the first row is a single text that occurs nowhere else, the row is a header.
		first := l.split(cells[0])
		isHeader := len(first) == 1 && count[first[0]] == 1
		if t.header == nil && isHeader {
			t.header = slices.Clone(t.rows[0])
			t.doubts = append(t.doubts, Doubt{Rule: "header", Text: "The first row, " + quote(strings.Join(t.header, ", ")) + ", was taken as the " +
				"names of the columns: it may be a node and what belongs to it."})
		}
		return &proposal{source: 0, targets: []int{1}, label: -1, lists: l}
	}
	return nil
}

// findCellLists sets t.cells if the second ends, which the header names, are lists of neighbours. Below sureListShare it adds a doubt.
// It does nothing if the graph has other tables, whose rows may define the names, or if an end is beyond the columns of columnSets.
func (t *table) findCellLists() {
	sets := t.columnSets()
	if !t.alone || max(t.cols[0], t.cols[1]) >= len(sets) {
		return
	}
	// Numbers are no lists.
	if targets := sets[t.cols[1]]; targets.numbers == targets.filled {
		return
	}
	l := t.bestSplit(t.cols[1], sets[t.cols[0]].values)
	if l == nil || l.share < minListShare {
		return
	}
	t.cells = l
	if l.share < sureListShare {
		t.doubts = append(t.doubts, Doubt{Rule: "lists",
			Text: t.columnLabel(t.cols[1]) + " was taken as lists of neighbours: some of their parts name no row."})
	}
}

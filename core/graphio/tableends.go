package graphio

import (
	"maps"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// This file proposes the two ends of edges for a table whose header has no known words for them.

// proposal is an assignment of roles to the columns of a table of edges.
type proposal struct {
	// source is the column of the first end. It is -1 in a proposal without ends.
	source int
	// targets are the columns of second ends. A table of persons with a column per friend has several second ends.
	targets []int
	// label is the column of the class of the source, -1 if no column has classes.
	label int
	// name is the column of the names of the sources, if the sources are ids. 0 means no such column: names in column 0 are not used.
	name int
	// tree reports that the edges form a tree. In the row of the root, the second end is empty, the value of the field root below,
	// or the id of the row itself.
	tree bool
	// root is the value of a second end that means no parent, such as 0. It is "" if the table has no such value.
	root string
	// sure reports that the names and the values of the columns leave no doubt.
	sure bool
	// lists splits cells with several ends. It is nil if every cell has one end.
	lists *cellLists
}

// columnSet has statistics of a column in the first rows. Empty cells and words for no end, such as none, do not count.
type columnSet struct {
	values map[string]bool
	// filled is the number of filled cells, and numbers is the number of cells with an id of digits (isInteger) or a fraction (isFraction).
	// fractions counts the fractions. rows is the number of rows, at most proposedRows.
	filled, numbers, fractions, rows int
}

// proposedRows and proposedColumns limit the rows and columns that are compared.
const (
	proposedRows    = 5000
	proposedColumns = content.MaxColumns
)

// columnSets returns the statistics of the first columns, at most proposedColumns.
func (t *table) columnSets() []columnSet {
	sets := make([]columnSet, min(t.width, proposedColumns))
	for c := range sets {
		sets[c].values = map[string]bool{}
	}
	rows := 0
	for _, cells := range t.bodyRows() {
		rows++
		if rows > proposedRows {
			break
		}
		for c := range sets {
			v := strings.TrimSpace(cellAt(cells, c))
			isNoEnd := slices.Contains(content.NameRules[content.NameNoEnd].Names, v)
			if isNoEnd {
				continue
			}
			// The text of a cell is cloned, because it is a part of the whole row.
			s := &sets[c]
			s.filled++
			s.numbers += oneIf(isInteger(v) || isFraction(v))
			s.fractions += oneIf(isFraction(v))
			s.values[strings.Clone(v)] = true
		}
	}
	for c := range sets {
		sets[c].rows = min(rows, proposedRows)
	}
	return sets
}

// overlap returns the number of values of a that are also values of b, divided by the number of values of a. It is 0 if a has no values.
func overlap(a, b columnSet) float64 {
	shared := 0
	for v := range a.values {
		shared += oneIf(b.values[v])
	}
	return float64(shared) / float64(max(1, len(a.values)))
}

// propose returns the most probable roles of the columns. It returns nil if the header gives the ends, or if no two columns are likely to
// be ends. The evidence is the names and the values of the columns (findEnds), unless the format gives the ends.
// Without such evidence, a column may list the members of things (proposeMembers).
func (t *table) propose() *proposal {
	if t.proposed == nil {
		p := proposal{source: -1}
		hasKnownEnds := t.edgeColumns()[0] >= 0
		switch {
		case hasKnownEnds || t.isSIF() || t.neo4j || t.width < 2:
			// The header or the format gives the ends, or the table has a single column.
		case t.header != nil && !t.guessedHeader:
			p = t.findEnds()
		default:
			p = t.findEndsWithoutHeader()
		}
		if !hasKnownEnds && p.source < 0 {
			if members := t.proposeMembers(); members != nil {
				p = *members
			}
		}
		t.proposed = &p
	}
	if t.proposed.source < 0 {
		return nil
	}
	return t.proposed
}

// findEndsWithoutHeader returns the proposal for a table without a header, or whose header is a guess.
// If the table has lists of neighbours in cells, they decide whether the first row is a header (t.header), which is then no guess any more.
// Without such lists, a guessed header is kept, and a table without a header has a proposal without ends.
func (t *table) findEndsWithoutHeader() proposal {
	guessed := t.header
	t.header = nil
	// proposeLists may set the header.
	lists := t.proposeLists(t.columnSets())
	if lists == nil {
		if guessed == nil {
			return proposal{source: -1}
		}
		t.header = guessed
		return t.findEnds()
	}
	t.guessedHeader = false
	if t.header != nil {
		return t.findEnds()
	}
	// Without names of columns, no column is known to have classes.
	lists.label = -1
	return *lists
}

// findEnds returns the proposal for a table with a header: lists in cells, several columns of neighbours, a tree, or the best pair of
// columns, in this order. The source is -1 if no two columns are likely to be ends.
func (t *table) findEnds() proposal {
	sets, none := t.columnSets(), proposal{source: -1}
	names := t.header[:len(sets)]
	// person is the column of ids or persons, -1 if no name of a column is such a word.
	person := slices.IndexFunc(names, func(s string) bool {
		w := content.Word(s)
		return slices.Contains(idWords, w) || slices.Contains(personWords, w)
	})
	// first is the column person. If person is -1, first is the first column with a name.
	first := person
	if first < 0 {
		first = slices.IndexFunc(names, func(s string) bool { return s != "" })
	}
	if first < 0 {
		return none
	}
	if lists := t.proposeLists(sets); lists != nil {
		return t.addLabel(*lists, sets)
	}
	if wide := t.wideColumns(sets, first); wide != nil {
		return t.addLabel(*wide, sets)
	}
	// In a tree, every row has a unique id and the id of its parent.
	isUnique := len(sets[first].values) == sets[first].filled
	for c := range sets {
		isParent := c != first && sets[c].filled > 0 && hasWordOf(t.columnName(c), parentWords)
		if !isParent || !isUnique {
			continue
		}
		// A single parent may be a coincidence.
		p := proposal{source: first, targets: []int{c}, tree: true, sure: sets[c].filled > 1}
		if t.isTree(&p, sets) {
			return t.addLabel(p, sets)
		}
	}
	// Otherwise the ends are the pair of columns i and j with the best score. Common values, words for a relation and links add to it.
	canBeEnd := func(c int) bool { return sets[c].filled > 0 && sets[c].fractions == 0 }
	isQuantityWord := func(s string) bool { return slices.Contains(quantityWords, s) }
	best, bestScore := none, 0.0
	for i := range sets {
		for j := i + 1; j < len(sets); j++ {
			if !canBeEnd(i) || !canBeEnd(j) {
				continue
			}
			name := t.columnName(j)
			hasRelationWord := hasWordOf(name, relationWords) || hasWordOf(name, parentWords)
			isRelation := hasRelationWord && !slices.ContainsFunc(nameParts(name), isQuantityWord)
			areTexts := sets[i].numbers == 0 && sets[j].numbers == 0
			// If the name of j is no word for a relation, both columns must be texts, and j must be no class.
			isClass := content.ClassRank(content.NameClass, name) >= 0
			if !isRelation && (!areTexts || isClass) {
				continue
			}
			shared := max(overlap(sets[i], sets[j]), overlap(sets[j], sets[i]))
			// If i is the column first, a word for a relation counts as much as full overlap. Links count half as much.
			const relationScore, linkScore, minScore = 1, 0.5, 0.3
			score := shared + relationScore*float64(oneIf(isRelation && i == first))
			if areTexts && areLinks(sets[i]) && areLinks(sets[j]) {
				score += linkScore
			}
			// A score below minScore may be a coincidence.
			if score >= minScore && score > bestScore {
				best, bestScore = proposal{source: i, targets: []int{j}}, score
			}
		}
	}
	if best.source < 0 {
		return none
	}
	return t.addLabel(best, sets)
}

// rootNames are values of parents that mean no parent, unless a row has the value as its id. A number counts only if all ids are numbers.
var rootNames = []string{"0", "-1", "root", "Root", "ROOT", "#", "top", "Top"}

// isTree reports whether the parents, the values of the second ends, are rows of the table. It also completes the proposal p:
//   - If some parents, all except one of rootNames, are values of p.source, p.root is the exception. It is no parent in the next rules.
//   - If at least nine of ten parents are values of p.source, isTree returns true. If p.source has ids, p.name is the column of names.
//   - Otherwise, if at least nine of ten parents are names of rows, p.source becomes the column of names, and isTree returns true.
func (t *table) isTree(p *proposal, sets []columnSet) bool {
	const minShare = 0.9
	ids, parents := sets[p.source], sets[p.targets[0]]
	for _, s := range rootNames {
		if !parents.values[s] || ids.values[s] {
			continue
		}
		hasTextIDs := ids.numbers < ids.filled
		if isNumber(s) && hasTextIDs {
			continue
		}
		// All other parents must be rows. At most one of rootNames can meet this condition.
		others := columnSet{values: maps.Clone(parents.values)}
		delete(others.values, s)
		if len(others.values) > 0 && overlap(others, ids) == 1 {
			parents, p.root = others, s
		}
	}
	nameColumn := t.namesBeside(p, sets)
	if overlap(parents, ids) >= minShare {
		// Only a source of ids needs another column with the names.
		p.name = words.Either(t.holdsIDs(p.source, sets), max(0, nameColumn), 0)
		return true
	}
	if nameColumn >= 0 && overlap(parents, sets[nameColumn]) >= minShare {
		p.source = nameColumn
		return true
	}
	return false
}

// namesBeside returns the first column with the names of the nodes in addition to their ids. It returns -1 if no column has such names.
// The names must be different and no numbers, as many as the filled cells of p.source. The column must be called name, person or similarly.
func (t *table) namesBeside(p *proposal, sets []columnSet) int {
	for c := range sets {
		isEnd := c == p.source || c == p.targets[0]
		areUnique := sets[c].filled == len(sets[c].values) && sets[c].filled == sets[p.source].filled
		isCalledName := nameWords[content.Word(t.columnName(c))] || hasWordOf(t.columnName(c), personWords)
		if !isEnd && areUnique && sets[c].numbers == 0 && isCalledName {
			return c
		}
	}
	return -1
}

// holdsIDs reports whether all values of column c are numbers, or its name is a word for ids or has a part such as id or code.
func (t *table) holdsIDs(c int, sets []columnSet) bool {
	name := t.columnName(c)
	word := content.Word(name)
	onlyNumbers := sets[c].numbers == sets[c].filled
	// Some words of idWords are also words for names.
	isIDWord := !nameWords[word] && slices.Contains(idWords, word)
	isIDPart := func(s string) bool { return slices.Contains([]string{"id", "no", "nr", "number", "code"}, s) }
	return onlyNumbers || isIDWord || slices.ContainsFunc(nameParts(name), isIDPart)
}

// areLinks reports whether all values are web addresses, such as the identifiers in results of SPARQL. Without values, it is false.
func areLinks(s columnSet) bool {
	links := 0
	for v := range s.values {
		links += oneIf(strings.HasPrefix(v, "http://") || strings.HasPrefix(v, "https://"))
	}
	return links > 0 && links == len(s.values)
}

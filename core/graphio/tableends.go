package graphio

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// The proposal of the two ends of edges for a table whose header has no known words for them.

// proposal is an assignment of roles to the columns of a table of edges.
type proposal struct {
	// source is the column of the first end. It is -1 in a proposal without ends.
	source int
	// targets are the columns of second ends. A table of persons with a column per friend has several second ends.
	targets []int
	// label is the column of the class of the source, -1 if no column has classes.
	label int
	// name is the column of the name of the source, 0 if no column has names.
	name int
	// tree reports that the edges form a tree. In the row of the root, the second end is empty or the id of the row itself.
	tree bool
	// root is the value of a second end that means no parent. It is "" if the table has no such value.
	root string
	// sure reports that the names and the values of the columns leave no doubt.
	sure bool
	// lists splits cells with several ends. It is nil if every cell has one end.
	lists *cellLists
}

// columnSet has statistics of a column in the first rows. Cells with a word for no end, such as none, do not count.
type columnSet struct {
	// values is the set of the values.
	values map[string]bool
	// set is the number of filled cells, numbers that of cells with a number, fraction that of numbers that are no integers.
	// n is the number of rows.
	set, numbers, fraction, n int
}

// Limits of the rows and columns that are compared.
const (
	proposedRows    = 5000
	proposedColumns = content.MaxColumns
)

// columnSets returns the statistics of the first columns.
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
			// An empty cell, or a word such as none.
			isNoEnd := slices.Contains(content.NameRules[content.NameNoEnd].Names, v)
			if isNoEnd {
				continue
			}
			// The text of a cell is cloned, because it is a part of the whole row.
			s := &sets[c]
			s.set++
			s.numbers += oneIf(isNumber(v))
			s.fraction += oneIf(isNumber(v) && !isInteger(v))
			s.values[strings.Clone(v)] = true
		}
	}
	for c := range sets {
		sets[c].n = min(rows, proposedRows)
	}
	return sets
}

// overlap returns the number of values of a that are also values of b, divided by the number of values of a.
func overlap(a, b columnSet) float64 {
	shared := 0
	for v := range a.values {
		shared += oneIf(b.values[v])
	}
	return float64(shared) / float64(max(1, len(a.values)))
}

// propose returns the most probable roles of the columns. It returns nil if no two columns are likely to be ends.
// The evidence is, in this order, the words of names, common values, and position.
func (t *table) propose() *proposal {
	// The result is kept, because several steps need it.
	if t.proposed == nil {
		p := proposal{source: -1}
		hasKnownEnds := t.edgeColumns()[0] >= 0
		switch {
		case hasKnownEnds || t.isSIF() || t.neo4j || t.width < 2:
			// The ends are known by the header or the format, or the table has a single column.
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
// If the table has lists of neighbours in cells, they decide whether the first row is a header.
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
	lists.label = -1
	return *lists
}

// findEnds returns the proposal for a table with a header. The source is -1 if no two columns are likely to be ends.
func (t *table) findEnds() proposal {
	sets, none := t.columnSets(), proposal{source: -1}
	names := t.header[:len(sets)]
	// person is the column of ids or persons, -1 if no name of a column is such a word.
	person := slices.IndexFunc(names, func(s string) bool {
		w := content.Word(s)
		return slices.Contains(idWords, w) || slices.Contains(personWords, w)
	})
	// first is the column person. If no column is called so, first is the first column with a name.
	first := person
	if first < 0 {
		first = slices.IndexFunc(names, func(s string) bool { return s != "" })
	}
	if first < 0 {
		return none
	}
	// Lists of neighbours in cells.
	if lists := t.proposeLists(sets); lists != nil {
		return t.addLabel(*lists, sets)
	}
	// Several columns of neighbours.
	if wide := t.wideColumns(sets, first); wide != nil {
		return t.addLabel(*wide, sets)
	}
	// A tree: every row has the id of its parent, and its own id is unique.
	isUnique := len(sets[first].values) == sets[first].set
	for c := range sets {
		isParent := c != first && sets[c].set > 0 && hasWordOf(t.columnName(c), parentWords)
		if !isParent || !isUnique {
			continue
		}
		p := proposal{source: first, targets: []int{c}, tree: true, sure: sets[c].set > 1}
		if t.isTree(&p, sets) {
			return t.addLabel(p, sets)
		}
	}
	// The pair of columns i and j with the best score: common values, words for a relation, and links.
	canBeEnd := func(c int) bool { return sets[c].set > 0 && sets[c].fraction == 0 }
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
			// If the name of j is no word for a relation, both ends must be texts, and j must be no class.
			isClass := content.ClassRank(content.NameClass, name) >= 0
			if !isRelation && (!areTexts || isClass) {
				continue
			}
			shared := max(overlap(sets[i], sets[j]), overlap(sets[j], sets[i]))
			// The weights of the evidence: a word for a relation counts as much as full overlap, links count half as much.
			const relationScore, linkScore, minScore = 1, 0.5, 0.3
			score := shared + relationScore*float64(oneIf(isRelation && (i == first || i == person)))
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

// rootNames are values that mean no parent if no row has them as id. Numbers count only if all ids are numbers.
var rootNames = []string{"0", "-1", "root", "Root", "ROOT", "#", "top", "Top"}

// isTree reports whether at least nine of ten parents are rows of the table. The parents are ids or names of rows.
// isTree completes p: source becomes the column of ids or names to which the parents belong, name the column of names,
// and root the value that means no parent.
func (t *table) isTree(p *proposal, sets []columnSet) bool {
	const minShare = 0.9
	source, parents := sets[p.source], sets[p.targets[0]]
	for _, s := range rootNames {
		if !parents.values[s] || source.values[s] {
			continue
		}
		hasTextIDs := source.numbers < source.set
		if isNumber(s) && hasTextIDs {
			continue
		}
		// All other parents must be rows.
		others := columnSet{values: maps.Clone(parents.values)}
		delete(others.values, s)
		if len(others.values) > 0 && overlap(others, source) == 1 {
			parents, p.root = others, s
		}
	}
	names := t.namesBeside(p, sets)
	if overlap(parents, source) >= minShare {
		p.name = words.Either(t.holdsIDs(p.source, sets), max(0, names), 0)
		return true
	}
	if names >= 0 && overlap(parents, sets[names]) >= minShare {
		p.source = names
		return true
	}
	return false
}

// namesBeside returns a column with the names of the nodes in addition to their ids. It returns -1 if no column has such names.
// Every row with an id must have a different name, and the name of the column must be a word such as name or person.
func (t *table) namesBeside(p *proposal, sets []columnSet) int {
	for c := range sets {
		isEnd := c == p.source || c == p.targets[0]
		areUnique := sets[c].set == len(sets[c].values) && sets[c].set == sets[p.source].set
		isCalledName := nameWords[content.Word(t.columnName(c))] || hasWordOf(t.columnName(c), personWords)
		if !isEnd && areUnique && sets[c].numbers == 0 && isCalledName {
			return c
		}
	}
	return -1
}

// holdsIDs reports whether all values of column c are numbers, or the name of the column is a word for ids or contains one.
func (t *table) holdsIDs(c int, sets []columnSet) bool {
	name := t.columnName(c)
	word := content.Word(name)
	onlyNumbers := sets[c].numbers == sets[c].set
	// Some words of idWords are also words for names.
	isIDWord := !nameWords[word] && slices.Contains(idWords, word)
	isIDPart := func(s string) bool { return slices.Contains([]string{"id", "no", "nr", "number", "code"}, s) }
	return onlyNumbers || isIDWord || slices.ContainsFunc(nameParts(name), isIDPart)
}

// areLinks reports whether all values are web addresses, such as the identifiers in results of SPARQL.
func areLinks(s columnSet) bool {
	links := 0
	for v := range s.values {
		links += oneIf(strings.HasPrefix(v, "http://") || strings.HasPrefix(v, "https://"))
	}
	return links > 0 && links == len(s.values)
}

// addLabel returns the proposal with label set to the column of the class of the source. Its name is that of a class,
// its values repeat, and every source has a single value. Of several such columns, the name with the lowest rank decides.
func (t *table) addLabel(p proposal, sets []columnSet) proposal {
	p.label = -1
	bestRank := 0
	for c := range sets {
		isEnd := c == p.source || slices.Contains(p.targets, c)
		rank := content.ClassRank(content.NameClass, t.columnName(c))
		if isEnd || rank < 0 || sets[c].fraction > 0 {
			continue
		}
		if p.label >= 0 && rank >= bestRank {
			continue
		}
		// The values of a table of one or two rows need not repeat.
		count := len(sets[c].values)
		repeats := 2*count <= sets[c].set || sets[c].set <= 2
		if count < 2 || !repeats || !t.determines(p.source, c) {
			continue
		}
		p.label, bestRank = c, rank
	}
	// In a table of lists of neighbours, the column of classes may have any name.
	hasLists := p.lists != nil || len(p.targets) > 1
	if p.label < 0 && hasLists {
		p.label = t.onlyGroup(p, sets)
	}
	return p
}

// onlyGroup returns the only column, other than those of the proposal, whose values are texts that repeat.
// It returns -1 if no column or more than one column has such values.
func (t *table) onlyGroup(p proposal, sets []columnSet) int {
	only := -1
	for c := range sets {
		isProposed := c == p.source || c == p.name || slices.Contains(p.targets, c)
		count := len(sets[c].values)
		isGroup := count >= 2 && count <= MaxClasses && 2*count <= sets[c].set && sets[c].numbers == 0
		if isProposed || !isGroup || t.holdsTimes(c) {
			continue
		}
		if only >= 0 {
			return -1
		}
		only = c
	}
	return only
}

// determines reports whether rows with the same id have the same value in column c. id is the column of ids. Only the first rows count.
func (t *table) determines(id, c int) bool {
	values, rows := map[string]string{}, 0
	for _, cells := range t.bodyRows() {
		rows++
		if rows > proposedRows {
			break
		}
		key, v := strings.TrimSpace(cellAt(cells, id)), strings.TrimSpace(cellAt(cells, c))
		earlier, isRepeated := values[key]
		if isRepeated && earlier != v {
			return false
		}
		values[strings.Clone(key)] = strings.Clone(v)
	}
	return true
}

// applyProposal sets the roles of a proposal, unless p is nil or the user has chosen an end. Roles that the user has chosen are kept.
// It adds doubts, except for a sure proposal and for the default, which is the first two columns as ends and no class.
func (t *table) applyProposal(p *proposal) {
	hasUserEnd := t.userRoles.columnOf(content.RoleSource) >= 0 || t.userRoles.columnOf(content.RoleTarget) >= 0
	if p == nil || hasUserEnd {
		return
	}
	t.cols = [2]int{p.source, p.targets[0]}
	t.tree, t.root, t.cells = p.tree, p.root, p.lists
	if p.lists != nil && !p.sure {
		t.doubts = append(t.doubts, Doubt{Rule: "lists", Text: t.columnLabel(p.targets[0]) + " was taken as lists of neighbours: some of their " +
			"parts name no row."})
	}
	if p.root != "" {
		t.doubts = append(t.doubts, Doubt{Rule: "root", Text: "The value " + quote(p.root) + " in column " + quote(t.columnName(p.targets[0])) +
			" was taken as that of no node, since no row has it."})
	}
	// isFree reports whether the user has neither chosen a role for a column nor decided about the role.
	isFree := func(column int, role content.Role) bool {
		_, chosen := t.userRoles.byColumn[column]
		return !chosen && !t.userRoles.excluded[role] && t.userRoles.columnOf(role) < 0
	}
	if p.name > 0 && t.alone && isFree(p.name, content.RoleName) {
		t.userRoles.byColumn[p.name] = content.RoleName
	}
	for _, c := range p.targets[1:] {
		if _, chosen := t.userRoles.byColumn[c]; !chosen {
			t.more = append(t.more, c)
		}
	}
	// classText is the part of the doubt about the class.
	classText := ""
	if p.label >= 0 && isFree(p.label, content.RoleLabel) {
		t.userRoles.byColumn[p.label] = content.RoleLabel
		classText = fmt.Sprintf(", and %s as the class of the first", quote(t.columnName(p.label)))
	}
	isDefault := classText == "" && t.more == nil && t.cols == t.firstColumns()
	if !p.sure && !isDefault {
		names := make([]string, len(p.targets))
		for k, c := range p.targets {
			names[k] = quote(t.columnName(c))
		}
		t.doubts = append(t.doubts, Doubt{Rule: "proposed", Text: fmt.Sprintf("The columns %s and %s were taken as the two ends of an "+
			"edge%s: no name "+
			"of a column says so.", quote(t.columnName(p.source)), strings.Join(names, ", "), classText)})
	}
}

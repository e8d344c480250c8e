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
	// source is the column of the first end, -1 for an empty proposal.
	source int
	// targets are the columns of second ends. A table of persons with a column per friend has several.
	targets []int
	// label is the column of the class of the source, -1 without one. name is the column of its name, 0 without one.
	label int
	name  int
	// tree reports that the edges form a tree. An empty second end, or the id of the row itself, marks the root.
	tree bool
	// root is the value that means no parent, "" without such a value.
	root string
	// sure reports that the names and the values of the columns leave no doubt.
	sure bool
	// lists splits cells with several ends. It is nil if every cell has one end.
	lists *cellLists
}

// columnSet is the set of the values of a column in the first rows.
type columnSet struct {
	values map[string]bool
	// set counts filled cells, numbers cells with a number, fraction numbers that are no integers. n counts rows.
	set, numbers, fraction, n int
}

// Limits of the compared rows and columns.
const (
	proposedRows    = 5000
	proposedColumns = content.MaxColumns
)

// columnSets returns the values of the first columns. Words for no end do not count.
func (t *table) columnSets() []columnSet {
	sets := make([]columnSet, min(t.width, proposedColumns))
	for c := range sets {
		sets[c].values = map[string]bool{}
	}
	// The first rows suffice.
	rows := 0
	for _, cells := range t.bodyRows() {
		if rows++; rows > proposedRows {
			break
		}
		for c := range sets {
			v := strings.TrimSpace(cellAt(cells, c))
			if slices.Contains(content.NameRules[content.NameNoEnd].Names, v) {
				continue
			}
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

// overlap returns the share of the values of a that are values of b.
func overlap(a, b columnSet) float64 {
	shared := 0
	for v := range a.values {
		shared += oneIf(b.values[v])
	}
	return float64(shared) / float64(max(1, len(a.values)))
}

// propose returns the most probable roles of the columns, nil without evidence for two ends.
// The evidence is, in this order, the words of names, common values, and position.
func (t *table) propose() *proposal {
	// Several steps need the result.
	if t.proposed == nil {
		p := proposal{source: -1}
		switch {
		case t.edgeColumns()[0] >= 0 || t.isSIF() || t.neo4j || t.width < 2:
		case t.header != nil && !t.guessedHeader:
			p = t.findEnds()
		default:
			p = t.findEndsWithoutHeader()
		}
		if t.edgeColumns()[0] < 0 && p.source < 0 {
			if l := t.proposeMembers(); l != nil {
				p = *l
			}
		}
		t.proposed = &p
	}
	if t.proposed.source < 0 {
		return nil
	}
	return t.proposed
}

// findEndsWithoutHeader returns the proposal for a table without known names of columns.
// Lists of neighbours in cells decide whether the first row is a header.
func (t *table) findEndsWithoutHeader() proposal {
	header := t.header
	t.header = nil
	// proposeLists may set the header.
	lists := t.proposeLists(t.columnSets())
	switch {
	case lists == nil && header == nil:
		return proposal{source: -1}
	case lists == nil:
		t.header = header
		return t.findEnds()
	}
	if t.guessedHeader = false; t.header != nil {
		return t.findEnds()
	}
	lists.label = -1
	return *lists
}

// findEnds returns the proposal for a table with a header. Its source is -1 without evidence.
func (t *table) findEnds() proposal {
	sets, none := t.columnSets(), proposal{source: -1}
	canBeEnd := func(c int) bool { return sets[c].set > 0 && sets[c].fraction == 0 }
	// person is the column of ids or persons, -1 without one. first is this column, or the first column with a name.
	person := slices.IndexFunc(t.header[:len(sets)], func(s string) bool {
		w := content.Word(s)
		return slices.Contains(idWords, w) || slices.Contains(personWords, w)
	})
	first := person
	if first < 0 {
		if first = slices.IndexFunc(t.header[:len(sets)], func(s string) bool { return s != "" }); first < 0 {
			return none
		}
	}
	// Lists of neighbours in cells, and several columns of neighbours.
	if lists := t.proposeLists(sets); lists != nil {
		return t.addLabel(*lists, sets)
	}
	if wide := t.wideColumns(sets, first); wide != nil {
		return t.addLabel(*wide, sets)
	}
	for c := range sets {
		// In a tree every row has the id of its parent, and its own id is unique.
		if c != first && hasWordOf(t.columnName(c), parentWords) && sets[c].set > 0 && len(sets[first].values) == sets[first].set {
			p := proposal{source: first, targets: []int{c}, tree: true, sure: sets[c].set > 1}
			if !t.isTree(&p, sets) {
				continue
			}
			return t.addLabel(p, sets)
		}
	}
	// The pair of columns with the best score: common values, words for a relation, and links.
	best, bestScore := none, 0.0
	for i := range sets {
		for j := i + 1; j < len(sets); j++ {
			name := t.columnName(j)
			relation := (hasWordOf(name, relationWords) || hasWordOf(name, parentWords)) &&
				!slices.ContainsFunc(nameParts(name), func(s string) bool { return slices.Contains(quantityWords, s) })
			texts := sets[i].numbers == 0 && sets[j].numbers == 0
			// Without a word for a relation both ends are texts, and the second is no class.
			if !canBeEnd(i) || !canBeEnd(j) || !relation && (!texts || content.ClassRank(content.NameClass, t.columnName(j)) >= 0) {
				continue
			}
			shared := max(overlap(sets[i], sets[j]), overlap(sets[j], sets[i]))
			// A word for a relation counts as much as full overlap, links count half as much.
			score := shared + float64(oneIf(relation && (i == first || i == person)))
			if links := texts && areLinks(sets[i]) && areLinks(sets[j]); links {
				score += 0.5
			}
			// Less than 0.3 may be a coincidence.
			if score >= 0.3 && score > bestScore {
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

// isTree reports whether at least nine of ten parents are rows of the table.
// It sets source to the column of ids or names that the parents are from, name to the column of names, and root.
func (t *table) isTree(p *proposal, sets []columnSet) bool {
	// The value for no parent is the only one that is no row.
	parent := sets[p.targets[0]]
	for _, s := range rootNames {
		if !parent.values[s] || sets[p.source].values[s] || isNumber(s) && sets[p.source].numbers < sets[p.source].set {
			continue
		}
		without := columnSet{values: maps.Clone(parent.values)}
		if delete(without.values, s); overlap(without, sets[p.source]) == 1 && len(without.values) > 0 {
			parent, p.root = without, s
		}
	}
	names := t.namesBeside(p, sets)
	if overlap(parent, sets[p.source]) >= 0.9 {
		p.name = words.Either(t.holdsIDs(p.source, sets), max(0, names), 0)
		return true
	}
	if names >= 0 && overlap(parent, sets[names]) >= 0.9 {
		p.source = names
		return true
	}
	return false
}

// namesBeside returns a column with the names of the nodes in addition to their ids, -1 without one.
// Every row with an id must have a different name, and the column must be called name or person.
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

// holdsIDs reports whether all values of a column are numbers, or its name is a word for ids.
func (t *table) holdsIDs(c int, sets []columnSet) bool {
	word := content.Word(t.columnName(c))
	idPart := func(s string) bool { return slices.Contains([]string{"id", "no", "nr", "number", "code"}, s) }
	return sets[c].numbers == sets[c].set || !nameWords[word] && slices.Contains(idWords, word) ||
		slices.ContainsFunc(nameParts(t.columnName(c)), idPart)
}

// areLinks reports whether all values are web addresses, such as the identifiers in results of SPARQL.
func areLinks(s columnSet) bool {
	links := 0
	for v := range s.values {
		links += oneIf(strings.HasPrefix(v, "http://") || strings.HasPrefix(v, "https://"))
	}
	return links > 0 && links == len(s.values)
}

// addLabel returns a proposal with the column of the class of the source.
// The column has the name of a class, values that repeat, and one value for each source.
func (t *table) addLabel(p proposal, sets []columnSet) proposal {
	p.label = -1
	bestRank := 0
	for c := range sets {
		// The column with the best name of a class is selected.
		rank := content.ClassRank(content.NameClass, t.columnName(c))
		if c == p.source || slices.Contains(p.targets, c) || rank < 0 || sets[c].fraction > 0 || p.label >= 0 && rank >= bestRank {
			continue
		}
		if n := len(sets[c].values); n < 2 || 2*n > sets[c].set && sets[c].set > 2 || !t.determines(p.source, c) {
			continue
		}
		p.label, bestRank = c, rank
	}
	// A list of neighbours needs no name of a class.
	if p.label < 0 && (p.lists != nil || len(p.targets) > 1) {
		p.label = t.onlyGroup(p, sets)
	}
	return p
}

// onlyGroup returns the only column of texts that repeat, apart from the columns of the proposal. It returns -1 for none or several.
func (t *table) onlyGroup(p proposal, sets []columnSet) int {
	only := -1
	for c := range sets {
		n := len(sets[c].values)
		if c == p.source || c == p.name || slices.Contains(p.targets, c) || sets[c].numbers > 0 || n < 2 || 2*n > sets[c].set ||
			n > MaxClasses || t.holdsTimes(c) {
			continue
		}
		if only >= 0 {
			return -1
		}
		only = c
	}
	return only
}

// determines reports whether rows with the same id have the same value in column c, in the first rows. id is the column of ids.
func (t *table) determines(id, c int) bool {
	values, rows := map[string]string{}, 0
	for _, cells := range t.bodyRows() {
		if rows++; rows > proposedRows {
			break
		}
		key, v := strings.TrimSpace(cellAt(cells, id)), strings.TrimSpace(cellAt(cells, c))
		if before, ok := values[key]; ok && before != v {
			return false
		}
		values[strings.Clone(key)] = strings.Clone(v)
	}
	return true
}

// applyProposal sets the roles of a proposal, unless the user has chosen an end. Roles that the user has chosen are kept.
// It adds doubts, except for a sure proposal and for the default: the first two columns without a class.
func (t *table) applyProposal(p *proposal) {
	if p == nil || t.userRoles.columnOf(content.RoleSource) >= 0 || t.userRoles.columnOf(content.RoleTarget) >= 0 {
		return
	}
	t.cols, t.tree, t.root, t.cells = [2]int{p.source, p.targets[0]}, p.tree, p.root, p.lists
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
	label := ""
	if p.label >= 0 && isFree(p.label, content.RoleLabel) {
		t.userRoles.byColumn[p.label] = content.RoleLabel
		label = fmt.Sprintf(", and %s as the class of the first", quote(t.columnName(p.label)))
	}
	if !p.sure && (label != "" || t.more != nil || t.cols != t.firstColumns()) {
		names := make([]string, len(p.targets))
		for k, c := range p.targets {
			names[k] = quote(t.columnName(c))
		}
		t.doubts = append(t.doubts, Doubt{Rule: "proposed", Text: fmt.Sprintf("The columns %s and %s were taken as the two ends of an "+
			"edge%s: no name "+
			"of a column says so.", quote(t.columnName(p.source)), strings.Join(names, ", "), label)})
	}
}

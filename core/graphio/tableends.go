package graphio

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// proposal assigns roles to the columns of a table of edges without known words for the two ends.
type proposal struct {
	source int
	// targets are the columns of second ends, several for a person with a column per friend.
	targets []int
	// label is the column of the class of the source, -1 for none. name is the column of its name, 0 for none.
	label int
	name  int
	// tree reports that an empty second end, or the own id, marks the root of a tree.
	tree bool
	// root is the value for no parent, "" for none.
	root string
	// sure reports that names and values of the columns leave no doubt.
	sure bool
	// lists is the split of cells with several ends, nil for one end a cell.
	lists *cellLists
}

// columnSet holds the values of a column in the first rows, and counts of filled cells, numbers and fractions. n counts rows.
type columnSet struct {
	values                    map[string]bool
	set, numbers, fraction, n int
}

// proposedRows and proposedColumns limit the compared rows and columns.
const (
	proposedRows    = 5000
	proposedColumns = content.MaxColumns
)

// columnSets returns the values of the first columns.
func (t *table) columnSets() []columnSet {
	sets := make([]columnSet, min(t.width, proposedColumns))
	for c := range sets {
		sets[c].values = map[string]bool{}
	}
	k := 0
	for _, cells := range t.bodyRows() {
		if k++; k > proposedRows {
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
		sets[c].n = min(k, proposedRows)
	}
	return sets
}

// overlap returns the share of the values of a that b has, too.
func overlap(a, b columnSet) float64 {
	n := 0
	for v := range a.values {
		n += oneIf(b.values[v])
	}
	return float64(n) / float64(max(1, len(a.values)))
}

// propose returns the most probable roles of the columns, nil without evidence for two ends.
// The evidence is, in this order, the words of names, common values, and position.
func (t *table) propose() *proposal {
	// The result is cached: several steps ask for it.
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

// findEndsWithoutHeader returns the proposal for a table without known names of columns. Lists in cells decide whether
// the first row is a header.
func (t *table) findEndsWithoutHeader() proposal {
	header := t.header
	t.header = nil
	l := t.proposeLists(t.columnSets())
	switch {
	case l == nil && header == nil:
		return proposal{source: -1}
	case l == nil:
		t.header = header
		return t.findEnds()
	}
	if t.guessedHeader = false; t.header != nil {
		return t.findEnds()
	}
	l.label = -1
	return *l
}

// findEnds returns the proposal for a table with a header; source is -1 for none.
func (t *table) findEnds() proposal {
	sets, none := t.columnSets(), proposal{source: -1}
	free := func(c int) bool { return sets[c].set > 0 && sets[c].fraction == 0 }
	// person is the column of ids or persons, first the source of a list, a tree or a relation.
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
	if lists := t.proposeLists(sets); lists != nil {
		return t.addLabel(*lists, sets)
	}
	if wide := t.wideColumns(sets, first); wide != nil {
		return t.addLabel(*wide, sets)
	}
	for c := range sets {
		// In a tree every row has the id of another row, or none.
		if c != first && hasWordOf(t.columnName(c), parentWords) && sets[c].set > 0 && len(sets[first].values) == sets[first].set {
			p := proposal{source: first, targets: []int{c}, tree: true, sure: sets[c].set > 1}
			if !t.isTree(&p, sets) {
				continue
			}
			return t.addLabel(p, sets)
		}
	}
	best, most := none, 0.0
	for i := range sets {
		for j := i + 1; j < len(sets); j++ {
			name := t.columnName(j)
			relation := (hasWordOf(name, relationWords) || hasWordOf(name, parentWords)) &&
				!slices.ContainsFunc(nameParts(name), func(s string) bool { return slices.Contains(quantityWords, s) })
			texts := sets[i].numbers == 0 && sets[j].numbers == 0
			if !free(i) || !free(j) || !relation && (!texts || content.ClassRank(content.NameClass, t.columnName(j)) >= 0) {
				continue
			}
			shared := max(overlap(sets[i], sets[j]), overlap(sets[j], sets[i]))
			// A word for a relation counts as much as full overlap, addresses half of it.
			score := shared + float64(oneIf(relation && (i == first || i == person)))
			if links := texts && areLinks(sets[i]) && areLinks(sets[j]); links {
				score += 0.5
			}
			if score >= 0.3 && score > most {
				best, most = proposal{source: i, targets: []int{j}}, score
			}
		}
	}
	if best.source < 0 {
		return none
	}
	return t.addLabel(best, sets)
}

// rootNames are values for no parent where no row has them as id. Numbers count only among numbers.
var rootNames = []string{"0", "-1", "root", "Root", "ROOT", "#", "top", "Top"}

// isTree reports whether nine of ten parents are rows of the table.
// It sets the column to which parents refer, ids or names, the column of names, and the value for no parent.
func (t *table) isTree(p *proposal, sets []columnSet) bool {
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

// namesBeside returns the column with the names of the nodes beside the ends of a proposal, -1 for none.
func (t *table) namesBeside(p *proposal, sets []columnSet) int {
	for c := range sets {
		if c != p.source && c != p.targets[0] && sets[c].set == len(sets[c].values) && sets[c].numbers == 0 &&
			(nameWords[content.Word(t.columnName(c))] || hasWordOf(t.columnName(c), personWords)) && sets[c].set == sets[p.source].set {
			return c
		}
	}
	return -1
}

// holdsIDs reports whether a column has numbers, or by its name ids.
func (t *table) holdsIDs(c int, sets []columnSet) bool {
	word := content.Word(t.columnName(c))
	idPart := func(s string) bool { return slices.Contains([]string{"id", "no", "nr", "number", "code"}, s) }
	return sets[c].numbers == sets[c].set || !nameWords[word] && slices.Contains(idWords, word) ||
		slices.ContainsFunc(nameParts(t.columnName(c)), idPart)
}

// areLinks reports whether all values are addresses, as the identifiers of SPARQL.
func areLinks(s columnSet) bool {
	n := 0
	for v := range s.values {
		n += oneIf(strings.HasPrefix(v, "http://") || strings.HasPrefix(v, "https://"))
	}
	return n > 0 && n == len(s.values)
}

// ordinals are counting words in names of columns: best friend, second friend.
var ordinals = wordSet(`first second third fourth fifth best closest 1st 2nd 3rd 4th 5th erste erster zweite zweiter dritte dritter ` +
	`vierte beste
	bester premier première deuxième troisième meilleur meilleure primer primera segundo segunda tercer tercera mejor primo prima seconda terzo
	terza migliore primeiro primeira terceiro terceira melhor eerste tweede derde лучший первый второй третий`)

// stemOf returns the name of a column without its number or its counting words, "" for a name without them.
func stemOf(name string) string {
	parts := nameParts(name)
	if n := len(parts); n > 1 && isInteger(parts[n-1]) {
		return strings.Join(parts[:n-1], " ")
	}
	rest := slices.DeleteFunc(slices.Clone(content.Parts(name)), func(s string) bool { return ordinals[s] })
	if len(rest) == 0 || len(rest) == len(content.Parts(name)) {
		return ""
	}
	return strings.Join(rest, " ")
}

// wideColumns returns the proposal for a person and several columns of others, whose names differ by a number; nil for none.
func (t *table) wideColumns(sets []columnSet, first int) *proposal {
	groups := map[string][]int{}
	for c := range sets {
		if stem := stemOf(t.columnName(c)); stem != "" && c != first {
			groups[stem] = append(groups[stem], c)
		}
	}
	for c := range sets {
		stem := stemOf(t.columnName(c))
		cols := groups[stem]
		if len(cols) < 2 || cols[0] != c || slices.ContainsFunc(cols, func(c int) bool { return sets[c].fraction > 0 }) {
			continue
		}
		all := columnSet{values: map[string]bool{}}
		numbers := 0
		for _, c := range cols {
			numbers += sets[c].numbers
			for v := range sets[c].values {
				all.values[v] = true
			}
		}
		relation, shared := hasWordOf(stem, relationWords), overlap(all, sets[first])
		if shared == 0 && numbers == 0 && t.isCounter(first) && overlap(sets[cols[1]], sets[cols[0]]) > 0 {
			// The first column numbers the edges.
			return &proposal{source: cols[0], targets: cols[1:], label: -1}
		}
		if relation && (shared > 0 || numbers == 0) || numbers == 0 && shared >= 0.5 && len(all.values) > 1 {
			return &proposal{source: first, targets: cols, label: -1, sure: relation && shared >= 0.5}
		}
	}
	return nil
}

// addLabel adds the column of the class of the source: its name is one of a class, and it has one value for each source.
func (t *table) addLabel(p proposal, sets []columnSet) proposal {
	p.label = -1
	least := 0
	for c := range sets {
		// The best name of a class wins.
		rank := content.ClassRank(content.NameClass, t.columnName(c))
		if c == p.source || slices.Contains(p.targets, c) || rank < 0 || sets[c].fraction > 0 || p.label >= 0 && rank >= least {
			continue
		}
		if n := len(sets[c].values); n < 2 || 2*n > sets[c].set && sets[c].set > 2 || !t.determines(p.source, c) {
			continue
		}
		p.label, least = c, rank
	}
	if p.label < 0 && (p.lists != nil || len(p.targets) > 1) {
		p.label = t.onlyGroup(p, sets)
	}
	return p
}

// onlyGroup returns the one column beside a person and its neighbours whose texts repeat, -1 for none or several.
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

// determines reports whether column c is a function of column of in the first rows.
func (t *table) determines(of, c int) bool {
	said, k := map[string]string{}, 0
	for _, cells := range t.bodyRows() {
		if k++; k > proposedRows {
			break
		}
		id, v := strings.TrimSpace(cellAt(cells, of)), strings.TrimSpace(cellAt(cells, c))
		if before, ok := said[id]; ok && before != v {
			return false
		}
		said[strings.Clone(id)] = strings.Clone(v)
	}
	return true
}

// applyProposal sets the roles of a proposal where the user gave none.
// Without a class the first two columns need no doubt: they are the default ends.
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
	if _, fixed := t.userRoles.byColumn[p.name]; p.name > 0 && t.alone && !fixed && !t.userRoles.excluded[content.RoleName] &&
		t.userRoles.columnOf(content.RoleName) < 0 {
		t.userRoles.byColumn[p.name] = content.RoleName
	}
	for _, c := range p.targets[1:] {
		if _, fixed := t.userRoles.byColumn[c]; !fixed {
			t.more = append(t.more, c)
		}
	}
	label := ""
	if _, fixed := t.userRoles.byColumn[p.label]; p.label >= 0 && !fixed && !t.userRoles.excluded[content.RoleLabel] &&
		t.userRoles.columnOf(content.RoleLabel) < 0 {
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

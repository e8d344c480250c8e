package graphio

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// proposal is what the columns of a table of edges are taken as when no known pair of words names the two ends.
type proposal struct {
	source  int
	targets []int // targets are several for a person and further columns of others.
	label   int   // label is the column of the class of the source, -1 without one; name is that of its name, 0 for none.
	name    int
	tree    bool   // tree reports whether an empty end, or the own id, marks the root of a tree.
	root    string // root is the number that stands for no parent, "" for none.
	sure    bool   // sure reports whether names and values of the columns leave nothing to ask.
	// lists is how the cells of the target hold several ends, nil where they hold one.
	lists *cellLists
}

// columnSet holds what the first rows of a column hold.
type columnSet struct {
	values                    map[string]bool
	set, numbers, fraction, n int
}

// proposedRows limits the rows and proposedColumns the columns that are compared.
const (
	proposedRows    = 5000
	proposedColumns = content.MaxColumns
)

// columnSets collects the values of the first columns.
func (t *table) columnSets() []columnSet {
	sets := make([]columnSet, min(t.width, proposedColumns))
	for c := range sets {
		sets[c].values = map[string]bool{}
	}
	k := 0
	for _, cells := range t.body() {
		if k++; k > proposedRows {
			break
		}
		for c := range sets {
			v := strings.TrimSpace(at(cells, c))
			if slices.Contains(content.NameRules[content.NameNoEnd].Names, v) {
				continue
			}
			s := &sets[c]
			s.set++
			s.numbers += oneIf(isNumber(v))
			s.fraction += oneIf(isNumber(v) && !isWhole(v))
			s.values[strings.Clone(v)] = true
		}
	}
	for c := range sets {
		sets[c].n = min(k, proposedRows)
	}
	return sets
}

// share returns the part of the values of a that b has, too.
func share(a, b columnSet) float64 {
	n := 0
	for v := range a.values {
		n += oneIf(b.values[v])
	}
	return float64(n) / float64(max(1, len(a.values)))
}

// propose returns what the columns of a table are most likely: by the words of their names, by what they share, then by position; nil where
// nothing speaks for two ends.
func (t *table) propose() *proposal {
	if t.proposed == nil {
		p := proposal{source: -1}
		switch {
		case t.edgeColumns()[0] >= 0 || t.sif() || t.neo4j || t.width < 2:
		case t.header != nil && !t.supposed:
			p = t.findEnds()
		default:
			p = t.findHeadless()
		}
		if t.edgeColumns()[0] < 0 && p.source < 0 {
			if l := t.findMembers(); l != nil {
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

// findHeadless is findEnds for a table without known names of its columns: lists in its cells say whether the first row has such names.
func (t *table) findHeadless() proposal {
	header := t.header
	t.header = nil
	l := t.findLists(t.columnSets())
	switch {
	case l == nil && header == nil:
		return proposal{source: -1}
	case l == nil:
		t.header = header
		return t.findEnds()
	}
	if t.supposed = false; t.header != nil {
		return t.findEnds()
	}
	l.label = -1
	return *l
}

func (t *table) findEnds() proposal {
	sets, none := t.columnSets(), proposal{source: -1}
	free := func(c int) bool { return sets[c].set > 0 && sets[c].fraction == 0 }
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
	if lists := t.findLists(sets); lists != nil {
		return t.withLabel(*lists, sets)
	}
	if wide := t.wideColumns(sets, first); wide != nil {
		return t.withLabel(*wide, sets)
	}
	for c := range sets {
		// A tree: every row has the id of another one, or none.
		if c != first && hasWordOf(t.name(c), parentWords) && sets[c].set > 0 && len(sets[first].values) == sets[first].set {
			p := proposal{source: first, targets: []int{c}, tree: true, sure: sets[c].set > 1}
			if !t.isTree(&p, sets) {
				continue
			}
			return t.withLabel(p, sets)
		}
	}
	best, most := none, 0.0
	for i := range sets {
		for j := i + 1; j < len(sets); j++ {
			relation := (hasWordOf(t.name(j), relationWords) || hasWordOf(t.name(j), parentWords)) && !slices.ContainsFunc(nameParts(t.name(j)),
				func(s string) bool { return slices.Contains(quantityWords, s) })
			texts := sets[i].numbers == 0 && sets[j].numbers == 0
			if !free(i) || !free(j) || !relation && (!texts || content.ClassRank(content.NameClass, t.name(j)) >= 0) {
				continue
			}
			shared := max(share(sets[i], sets[j]), share(sets[j], sets[i]))
			score := shared + float64(oneIf(relation && (i == first || i == person)))
			if links := texts && isLinks(sets[i]) && isLinks(sets[j]); links {
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
	return t.withLabel(best, sets)
}

// rootNames stand for no parent where no row has them: numbers where nodes have numbers, and words.
var rootNames = []string{"0", "-1", "root", "Root", "ROOT", "#", "top", "Top"}

// isTree reports whether nearly all parents are rows of their own. It finds the column by whose values the parents go, which may be that of
// the names, that of the names where parents are ids, and the number that stands for none.
func (t *table) isTree(p *proposal, sets []columnSet) bool {
	parent := sets[p.targets[0]]
	for _, s := range rootNames {
		if !parent.values[s] || sets[p.source].values[s] || isNumber(s) && sets[p.source].numbers < sets[p.source].set {
			continue
		}
		without := columnSet{values: maps.Clone(parent.values)}
		if delete(without.values, s); share(without, sets[p.source]) == 1 && len(without.values) > 0 {
			parent, p.root = without, s
		}
	}
	names := t.namesBeside(p, sets)
	if share(parent, sets[p.source]) >= 0.9 {
		p.name = words.Either(t.holdsIDs(p.source, sets), max(0, names), 0)
		return true
	}
	if names >= 0 && share(parent, sets[names]) >= 0.9 {
		p.source = names
		return true
	}
	return false
}

// namesBeside returns the column with the names of the nodes beside the two ends of a proposal, -1 for none.
func (t *table) namesBeside(p *proposal, sets []columnSet) int {
	for c := range sets {
		if c != p.source && c != p.targets[0] && sets[c].set == len(sets[c].values) && sets[c].numbers == 0 &&
			(nameWords[content.Word(t.name(c))] || hasWordOf(t.name(c), personWords)) && sets[c].set == sets[p.source].set {
			return c
		}
	}
	return -1
}

// holdsIDs reports whether a column holds numbers, or by its name ids, and not the names of its nodes.
func (t *table) holdsIDs(c int, sets []columnSet) bool {
	word := content.Word(t.name(c))
	return sets[c].numbers == sets[c].set || !nameWords[word] && slices.Contains(idWords, word) ||
		slices.ContainsFunc(nameParts(t.name(c)), func(s string) bool { return slices.Contains([]string{"id", "no", "nr", "number", "code"}, s) })
}

// isLinks reports whether a column holds addresses, as SPARQL calls the things of a graph.
func isLinks(s columnSet) bool {
	n := 0
	for v := range s.values {
		n += oneIf(strings.HasPrefix(v, "http://") || strings.HasPrefix(v, "https://"))
	}
	return n > 0 && n == len(s.values)
}

// ordinals count the columns of others by words: best friend, second friend.
var ordinals = wordSet(`first second third fourth fifth best closest 1st 2nd 3rd 4th 5th erste erster zweite zweiter dritte dritter ` +
	`vierte beste
	bester premier première deuxième troisième meilleur meilleure primer primera segundo segunda tercer tercera mejor primo prima seconda terzo
	terza migliore primeiro primeira terceiro terceira melhor eerste tweede derde лучший первый второй третий`)

// stemOf returns what the name of a column has besides a number behind it, or besides words that count; "" for a name without either.
func stemOf(name string) string {
	parts := nameParts(name)
	if n := len(parts); n > 1 && isWhole(parts[n-1]) {
		return strings.Join(parts[:n-1], " ")
	}
	rest := slices.DeleteFunc(slices.Clone(content.Parts(name)), func(s string) bool { return ordinals[s] })
	if len(rest) == 0 || len(rest) == len(content.Parts(name)) {
		return ""
	}
	return strings.Join(rest, " ")
}

// wideColumns returns the proposal for a person and several columns of others, whose names differ by a number alone; nil without them.
func (t *table) wideColumns(sets []columnSet, first int) *proposal {
	groups := map[string][]int{}
	for c := range sets {
		if stem := stemOf(t.name(c)); stem != "" && c != first {
			groups[stem] = append(groups[stem], c)
		}
	}
	for c := range sets {
		stem := stemOf(t.name(c))
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
		relation, shared := hasWordOf(stem, relationWords), share(all, sets[first])
		if shared == 0 && numbers == 0 && t.counts(first) && share(sets[cols[1]], sets[cols[0]]) > 0 {
			return &proposal{source: cols[0], targets: cols[1:], label: -1} // the first column numbers the edges
		}
		if relation && (shared > 0 || numbers == 0) || numbers == 0 && shared >= 0.5 && len(all.values) > 1 {
			return &proposal{source: first, targets: cols, label: -1, sure: relation && shared >= 0.5}
		}
	}
	return nil
}

// withLabel adds the column of the class of the source: the one with the name of a class that says the same in all rows of a source.
func (t *table) withLabel(p proposal, sets []columnSet) proposal {
	p.label = -1
	least := 0
	for c := range sets {
		rank := content.ClassRank(content.NameClass, t.name(c))
		if c == p.source || slices.Contains(p.targets, c) || rank < 0 || sets[c].fraction > 0 || p.label >= 0 && rank >= least {
			continue
		}
		if n := len(sets[c].values); n < 2 || 2*n > sets[c].set && sets[c].set > 2 || !t.says(p.source, c) {
			continue
		}
		p.label, least = c, rank
	}
	if p.label < 0 && (p.lists != nil || len(p.targets) > 1) {
		p.label = t.onlyGroup(p, sets)
	}
	return p
}

// onlyGroup returns the one column of a person and its neighbours whose texts repeat, -1 for none or several.
func (t *table) onlyGroup(p proposal, sets []columnSet) int {
	only := -1
	for c := range sets {
		n := len(sets[c].values)
		if c == p.source || c == p.name || slices.Contains(p.targets, c) || sets[c].numbers > 0 || n < 2 || 2*n > sets[c].set ||
			n > MaxClasses || t.isTime(c) {
			continue
		}
		if only >= 0 {
			return -1
		}
		only = c
	}
	return only
}

// says reports whether a column says one thing of every value of another one.
func (t *table) says(of, c int) bool {
	said, k := map[string]string{}, 0
	for _, cells := range t.body() {
		if k++; k > proposedRows {
			break
		}
		id, v := strings.TrimSpace(at(cells, of)), strings.TrimSpace(at(cells, c))
		if before, ok := said[id]; ok && before != v {
			return false
		}
		said[strings.Clone(id)] = strings.Clone(v)
	}
	return true
}

// apply takes what a proposal says of the columns where the user says nothing. Without a class the first two columns need no doubt: they
// are the ends where nothing is known.
func (t *table) apply(p *proposal) {
	if p == nil || t.fixes.column(content.RoleSource) >= 0 || t.fixes.column(content.RoleTarget) >= 0 {
		return
	}
	t.cols, t.tree, t.root, t.cells = [2]int{p.source, p.targets[0]}, p.tree, p.root, p.lists
	if p.lists != nil && !p.sure {
		t.doubts = append(t.doubts, Doubt{Rule: "lists", Text: t.called(p.targets[0]) + " was taken as lists of neighbours: some of their " +
			"parts name no row."})
	}
	if p.root != "" {
		t.doubts = append(t.doubts, Doubt{Rule: "root", Text: "The value " + quote(p.root) + " in column " + quote(t.name(p.targets[0])) +
			" was taken as that of no node, since no row has it."})
	}
	if _, fixed := t.fixes.role[p.name]; p.name > 0 && t.alone && !fixed && !t.fixes.none[content.RoleName] &&
		t.fixes.column(content.RoleName) < 0 {
		t.fixes.role[p.name] = content.RoleName
	}
	for _, c := range p.targets[1:] {
		if _, fixed := t.fixes.role[c]; !fixed {
			t.more = append(t.more, c)
		}
	}
	label := ""
	if _, fixed := t.fixes.role[p.label]; p.label >= 0 && !fixed && !t.fixes.none[content.RoleLabel] && t.fixes.column(content.RoleLabel) < 0 {
		t.fixes.role[p.label] = content.RoleLabel
		label = fmt.Sprintf(", and %s as the class of the first", quote(t.name(p.label)))
	}
	if !p.sure && (label != "" || t.more != nil || t.cols != t.firstColumns()) {
		names := make([]string, len(p.targets))
		for k, c := range p.targets {
			names[k] = quote(t.name(c))
		}
		t.doubts = append(t.doubts, Doubt{Rule: "proposed", Text: fmt.Sprintf("The columns %s and %s were taken as the two ends of an "+
			"edge%s: no name "+
			"of a column says so.", quote(t.name(p.source)), strings.Join(names, ", "), label)})
	}
}

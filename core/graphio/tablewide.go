package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// Tables of persons with several columns of neighbours, such as friend 1, friend 2 and best friend.

// ordinals are counting words in the names of columns, such as best friend and second friend.
var ordinals = wordSet(`first second third fourth fifth best closest 1st 2nd 3rd 4th 5th erste erster zweite zweiter dritte dritter ` +
	`vierte beste
	bester premier première deuxième troisième meilleur meilleure primer primera segundo segunda tercer tercera mejor primo prima seconda terzo
	terza migliore primeiro primeira terceiro terceira melhor eerste tweede derde лучший первый второй третий`)

// stemOf returns the name of a column without its final number or its ordinals, "" for a name without either.
func stemOf(name string) string {
	parts := nameParts(name)
	if n := len(parts); n > 1 && isInteger(parts[n-1]) {
		return strings.Join(parts[:n-1], " ")
	}
	// Without a number, an ordinal must be removed.
	rest := slices.DeleteFunc(slices.Clone(content.Parts(name)), func(s string) bool { return ordinals[s] })
	if len(rest) == 0 || len(rest) == len(content.Parts(name)) {
		return ""
	}
	return strings.Join(rest, " ")
}

// wideColumns returns the proposal for a column first of persons and several columns of their neighbours, nil without such columns.
// The names of these columns differ only by a number or an ordinal.
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
		// The values of the columns of neighbours together.
		all := columnSet{values: map[string]bool{}}
		numbers := 0
		for _, c := range cols {
			numbers += sets[c].numbers
			for v := range sets[c].values {
				all.values[v] = true
			}
		}
		// relation reports a word for a neighbour, shared the share of neighbours that are persons of the table.
		relation, shared := hasWordOf(stem, relationWords), overlap(all, sets[first])
		// The first column counts the rows: the first of the columns has the sources.
		if shared == 0 && numbers == 0 && t.isCounter(first) && overlap(sets[cols[1]], sets[cols[0]]) > 0 {
			return &proposal{source: cols[0], targets: cols[1:], label: -1}
		}
		byName := relation && (shared > 0 || numbers == 0)
		byValues := numbers == 0 && shared >= 0.5 && len(all.values) > 1
		if byName || byValues {
			return &proposal{source: first, targets: cols, label: -1, sure: relation && shared >= 0.5}
		}
	}
	return nil
}

package graphio

import (
	"cmp"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// This file proposes the ends of edges for tables of persons with several columns of neighbours: friend 1, friend 2, best friend.

// ordinals are counting words in the names of columns, such as best friend and second friend.
var ordinals = wordSet(`first second third fourth fifth best closest 1st 2nd 3rd 4th 5th erste erster zweite zweiter dritte dritter ` +
	`vierte beste
	bester premier première deuxième troisième meilleur meilleure primer primera segundo segunda tercer tercera mejor primo prima seconda terzo
	terza migliore primeiro primeira terceiro terceira melhor eerste tweede derde лучший первый второй третий`)

// stemOf returns the words of a column's name, in lower case, without its final number, or without its ordinals if it has no such number.
// It returns "" if the name has neither, or has nothing else: for "2" and for "best first".
func stemOf(name string) string {
	parts := nameParts(name)
	if n := len(parts); n > 1 && isInteger(parts[n-1]) {
		return strings.Join(parts[:n-1], " ")
	}
	words := content.Parts(name)
	stem := slices.DeleteFunc(slices.Clone(words), func(s string) bool { return ordinals[s] })
	hasOrdinal := len(stem) < len(words)
	if !hasOrdinal {
		return ""
	}
	return strings.Join(stem, " ")
}

// wideColumns returns the proposal for a table with a column of persons and a group of columns of their neighbours.
// The names of the columns of a group are equal or have the same stem: they differ only by a number or an ordinal.
// persons is the index of the column of persons, and sets has the values of the first columns.
// The first group with evidence for neighbours decides. Without such a group, wideColumns returns nil.
func (t *table) wideColumns(sets []columnSet, persons int) *proposal {
	// The first column of a group may have its stem as its name, without a number: friend, friend 2.
	stemOrName := func(c int) string {
		name := t.columnName(c)
		return cmp.Or(stemOf(name), strings.Join(nameParts(name), " "))
	}
	// groups has the columns of each stem, in order.
	groups := map[string][]int{}
	for c := range sets {
		stem := stemOrName(c)
		if stem != "" && c != persons {
			groups[stem] = append(groups[stem], c)
		}
	}
	hasFractions := func(c int) bool { return sets[c].fractions > 0 }
	for c := range sets {
		stem := stemOrName(c)
		cols := groups[stem]
		// Each group is examined once, at its first column. A single column is no group, and a column with fractions has no persons.
		isFirstOfGroup := len(cols) > 1 && cols[0] == c
		if !isFirstOfGroup || slices.ContainsFunc(cols, hasFractions) {
			continue
		}
		// group has the values of all columns of the group, and numbers is the number of cells with a number in these columns.
		group := columnSet{values: map[string]bool{}}
		numbers := 0
		for _, member := range cols {
			numbers += sets[member].numbers
			for v := range sets[member].values {
				group.values[v] = true
			}
		}
		areTexts := numbers == 0
		// shared is the share of the neighbours that are also values of the column of persons. From one half on, it is evidence.
		const minShare = 0.5
		shared := overlap(group, sets[persons])
		// isRelation reports a word such as friend in the name of the group.
		isRelation := hasWordOf(stem, relationWords)
		// A column that only counts the rows has no persons. The first column of the group then has the persons, if some of its values are
		// also values of the second column. label is −1, since the caller finds the column of classes (addLabel).
		hasPersonsInGroup := overlap(sets[cols[1]], sets[cols[0]]) > 0
		if areTexts && shared == 0 && t.isCounter(persons) && hasPersonsInGroup {
			return &proposal{source: cols[0], targets: cols[1:], label: -1}
		}
		// The group has neighbours by its name or by its values. The proposal is sure if both are evidence.
		// Numbers are neighbours only if some of them are persons. Values give evidence only if at least two of them differ.
		mayBeNeighbours := shared > 0 || areTexts
		byName := isRelation && mayBeNeighbours
		byValues := areTexts && shared >= minShare && len(group.values) > 1
		if byName || byValues {
			return &proposal{source: persons, targets: cols, label: -1, sure: isRelation && shared >= minShare}
		}
	}
	return nil
}

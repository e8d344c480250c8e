package graphio

import (
	"bytes"
	"slices"
	"strings"

	"sheafscope/core/words"
)

// This file separates edges from their surroundings: several pairs in one line, list marks such as 1. or -, and brackets around rows.
// The caller is cleanRows (tableclean.go).

// splitPairs splits a text of a single line with at least three pairs into lines of one pair each. Two pairs suffice with arrows that have
// a direction. Any other text is returned unchanged.
// Examples are "1-2, 2-3, 3-4", "a,b; b,c; c,d", "A -> B, B -> C" and "A -> B -> C".
func splitPairs(d []byte) []byte {
	// A line longer than maxNames names of the greatest length is not tested, which saves time.
	const maxNames = 100
	line := bytes.TrimSpace(d)
	if bytes.IndexByte(line, '\n') >= 0 || len(line) > maxNames*MaxName {
		return d
	}
	// A chain of several edges in one direction, such as A -> B -> C.
	parts, directions := splitArrows(string(line))
	isChain := len(directions) > 1 && !slices.Contains(parts, "") && !strings.ContainsAny(string(line), listMarks)
	isOther := func(direction int) bool { return direction == 0 || direction != directions[0] }
	if isChain && !slices.ContainsFunc(directions, isOther) {
		var rows []string
		for k := range directions {
			rows = append(rows, parts[k]+words.Either(directions[0] > 0, " -> ", " <- ")+parts[k+1])
		}
		return []byte(strings.Join(rows, "\n"))
	}
	// mark is the separator between the pairs.
	for _, mark := range []string{";", ",", " "} {
		items := strings.FieldsFunc(string(line), func(r rune) bool { return strings.ContainsRune(mark, r) })
		isNoPair := func(item string) bool {
			s := strings.TrimSpace(item)
			// Semicolons may separate pairs with a comma.
			hasComma := mark == ";" && strings.Count(s, ",") == 1 && !strings.HasPrefix(s, ",")
			return !hasComma && !isHyphenPair(s) && !isArrowRow(s)
		}
		// Two pairs need an arrow with a direction.
		isPlain := func(item string) bool {
			_, directions := splitArrows(item)
			return len(directions) == 0 || directions[0] == 0
		}
		areSure := len(items) > 2 || len(items) == 2 && !slices.ContainsFunc(items, isPlain)
		if areSure && !slices.ContainsFunc(items, isNoPair) {
			return []byte(strings.Join(items, "\n"))
		}
	}
	return d
}

// cutRowMarks removes list marks before rows: a mark that all first rows have, or numbers that count them, as in 1. Ann or 1) Ann.
// Any other text is returned unchanged.
func cutRowMarks(d []byte) []byte {
	for _, mark := range []string{"- ", "* ", "• ", "> ", "Edge "} {
		hasMark := func(s string) bool { return strings.HasPrefix(s, mark) }
		if firstRowsMatch(d, hasMark) {
			return mapRows(d, func(s string) string { return strings.TrimSpace(s[len(mark):]) }, hasMark)
		}
	}
	// cutNumber splits a row such as 1. Ann or 1) Ann into the number and the text.
	cutNumber := func(s string) (number, text string, ok bool) {
		k := strings.IndexAny(s, ".)")
		hasNumber := k > 0 && k+1 < len(s) && s[k+1] == ' ' && isInteger(s[:k])
		if !hasNumber {
			return "", "", false
		}
		return s[:k], strings.TrimSpace(s[k+1:]), true
	}
	// row is the number of rows so far, and first is the number in the first row.
	row, first := int64(0), int64(0)
	// countsRows reports whether the number in the next row continues a count from 0 or 1. Other numbers are ids.
	countsRows := func(s string) bool {
		number, _, ok := cutNumber(s)
		v, _ := parseID([]byte(number))
		if row == 0 {
			first = v
		}
		row++
		return ok && first < 2 && v == first+row-1
	}
	if !firstRowsMatch(d, countsRows) {
		return d
	}
	removeNumber := func(s string) string { _, text, _ := cutNumber(s); return text }
	isNumbered := func(s string) bool { _, _, ok := cutNumber(s); return ok }
	return mapRows(d, removeNumber, isNumbered)
}

// isTuple reports whether a line has brackets at both ends, as (a, b) or [a, b], and a comma between them. Commas may follow the brackets.
func isTuple(s string) bool {
	pair := strings.TrimRight(s, ",")
	// The shortest text with a comma and an end, (a,), has four bytes.
	if len(pair) < 4 || !strings.Contains(pair, ",") {
		return false
	}
	brackets := pair[:1] + pair[len(pair)-1:]
	return brackets == "()" || brackets == "[]"
}

// tupleRows returns a line of tuples as rows of their cells, one row for each tuple. Commas or spaces separate the tuples.
func tupleRows(s string) string {
	text := strings.TrimRight(s, ",")
	opening, closing := text[0], text[len(text)-1]
	text = text[1 : len(text)-1]
	var rows []string
	start, hasComma := 0, false
	for k := 0; k < len(text); k++ {
		hasComma = hasComma || text[k] == ','
		// Brackets in a cell, as in (Ann (1), Bob), end no tuple: a comma must precede the end.
		if text[k] != closing || !hasComma {
			continue
		}
		next := strings.TrimLeft(text[k+1:], ", ")
		if next != "" && next[0] == opening {
			rows = append(rows, doubleQuotes(text[start:k]))
			start, hasComma = len(text)-len(next)+1, false
			k = start - 1
		}
	}
	return strings.Join(append(rows, doubleQuotes(text[start:])), "\n")
}

// doubleQuotes replaces the single quotes around cells, as Python prints them, by double quotes. Commas separate the cells.
// An apostrophe in a cell stays.
func doubleQuotes(s string) string {
	out := []byte(s)
	// opened is the index of the quote that opened the cell at k, or -1. last is the last byte before k that is no space.
	opened, last := -1, byte(',')
	for k := range out {
		if s[k] == '\'' {
			after := strings.TrimLeft(s[k+1:], " ")
			closes := after == "" || after[0] == ','
			switch {
			case opened < 0 && last == ',':
				opened = k
			case opened >= 0 && closes:
				out[opened], out[k] = '"', '"'
				opened = -1
			}
		}
		if s[k] != ' ' {
			last = s[k]
		}
	}
	return string(out)
}

package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// This file finds columns with the names of ends beside the chosen ends, and columns that cannot be ends. The doubts about edges use it.

// rivalEnds returns the pairs of columns that could be the two ends in place of the pair t.cols. There are two kinds of pairs:
//   - the column of the first end, and a column outside t.cols with the same stem;
//   - two columns outside t.cols whose names differ by a pair of words. Such a pair is left out if its values depend on the ends, as the
//     cities of airports do.
//
// rivalEnds returns nil if the names of the ends are in sourceKeys and targetKeys, for several second ends (t.more), and for a tree.
func (t *table) rivalEnds() (out [][2]int) {
	hasKeys := headerIndex(t.header, sourceKeys) == t.cols[0] && headerIndex(t.header, targetKeys) == t.cols[1]
	if hasKeys || t.more != nil || t.tree {
		return nil
	}
	isEnd := func(c int) bool { return slices.Contains(t.cols[:], c) }
	firstStem := stemOf(t.columnName(t.cols[0]))
	for c := range min(t.width, proposedColumns) {
		// The names of the column and of the first end differ only by a number or an ordinal.
		stem := stemOf(t.columnName(c))
		if stem != "" && stem == firstStem && !isEnd(c) {
			out = append(out, [2]int{t.cols[0], c})
		}
	}
	for _, p := range pairsNamed(t.header) {
		if !isEnd(p.cols[0]) && !isEnd(p.cols[1]) && !t.dependsOnEnds(p.cols) {
			out = append(out, p.cols)
		}
	}
	return out
}

// dependsOnEnds reports whether each node has the same value in all rows with the node as an end. Column cols[0] has the values of the
// first ends, and cols[1] those of the second ends. Only the first proposedRows rows count.
func (t *table) dependsOnEnds(cols [2]int) bool {
	// earlierValue has the last value of each node.
	earlierValue, rows := map[string]string{}, 0
	for _, cells := range t.bodyRows() {
		rows++
		if rows > proposedRows {
			break
		}
		// end is 0 for the first end and 1 for the second end.
		for end, c := range cols {
			id, v := strings.TrimSpace(cellAt(cells, t.cols[end])), strings.TrimSpace(cellAt(cells, c))
			earlier, isRepeated := earlierValue[id]
			if isRepeated && earlier != v {
				return false
			}
			earlierValue[strings.Clone(id)] = strings.Clone(v)
		}
	}
	return true
}

// endNameColumns returns the two columns with the names of the ends, if the first ends are ids. If the first ends are no ids, or the table
// has no such columns, endNameColumns returns {0, 0}.
func (t *table) endNameColumns() (cols [2]int) {
	areIDs := t.everyCell(t.cols[0], isInteger) || slices.Contains(nameParts(t.columnName(t.cols[0])), "id")
	if !areIDs {
		return cols
	}
	isText := func(s string) bool { return !isNumber(s) }
	// hasNames reports texts in a column whose name has several words and begins or ends with a word such as name.
	hasNames := func(c int) bool {
		parts := nameParts(t.columnName(c))
		isCalledName := len(parts) > 1 && (nameWords[parts[len(parts)-1]] || nameWords[parts[0]])
		return isCalledName && t.everyCell(c, isText)
	}
	for _, p := range pairsNamed(t.header) {
		// The columns of the ends may be such a pair themselves.
		isEnd := slices.Contains(t.cols[:], p.cols[0])
		if !isEnd && hasNames(p.cols[0]) && hasNames(p.cols[1]) && t.dependsOnEnds(p.cols) {
			return p.cols
		}
	}
	return cols
}

// commentHeader returns the text with a comment at its beginning, directly above the first row, as the header.
// The comment must have known names of ends and as many cells as the row in the next line. Without such a comment, the text is returned
// unchanged.
func commentHeader(d []byte) []byte {
	offset := 0
	for tail := d; len(tail) > 1 && tail[0] == '#'; {
		line, below := firstLine(tail)
		next, _ := firstLine(below)
		// The end of a very long comment is left out.
		text := strings.TrimLeft(string(line[:min(len(line), 4*MaxName)]), "# ")
		for _, mark := range "\t,;|" {
			cells := strings.Split(text, string(mark))
			isAboveRow := len(cells) > 1 && len(next) > 0 && next[0] != '#' && countBare(next, byte(mark)) == len(cells)-1
			// A header in the next line leaves the line above it a comment.
			namesEnds := func(cells []string) bool { return namedEnds(cells)[0] >= 0 }
			if isAboveRow && namesEnds(cells) && !namesEnds(strings.Split(string(next), string(mark))) {
				// Spaces in place of the # keep the offsets of the other lines.
				spaces := bytes.Repeat([]byte{' '}, len(line)-len(text))
				return slices.Concat(d[:offset], spaces, []byte(text), d[offset+len(line):])
			}
		}
		offset += len(line) + 1
		tail = below
	}
	return d
}

// everyCell reports whether column c has filled cells in the first rows, and all of them satisfy the condition matches.
func (t *table) everyCell(c int, matches func(s string) bool) bool {
	filled := 0
	for _, row := range t.rows[oneIf(t.header != nil):] {
		s := strings.TrimSpace(cellAt(row, c))
		if s == "" {
			continue
		}
		filled++
		if !matches(s) {
			return false
		}
	}
	return filled > 0
}

// holdsTimes reports whether column c has filled cells in the first rows, and all of them are dates or times.
func (t *table) holdsTimes(c int) bool {
	return t.everyCell(c, isTimeText)
}

// isTimeText reports whether a cell is a date or a time.
func isTimeText(s string) bool { return isDate(s) || isClock(s) }

// recordWords are names of columns with properties of persons and things.
var recordWords = wordSet(`email mail emailaddress phone phonenumber telephone tel telefon telefono mobile handy ` +
	`fax address
	adresse dirección street straße strasse zip zipcode postcode plz birthday birthdate dateofbirth dob geburtsdatum price preis precio prix
	stock sku salary gehalt website homepage isbn телефон адрес почта 电话 地址 邮箱 电子邮件 電話 住所 전화 주소`)

// timeWords are names of columns with times.
var timeWords = wordSet("date time timestamp datetime day month year ts unixtime epoch datum zeit uhrzeit tag fecha hora jour heure " +
	"data ora jahr annee año ano anno jaar rok monat mois mes mese maand год месяц " +
	"дата время 日期 时间 日時 날짜 시간")

// endsOverlap reports whether a value occurs in both columns of ends. It also returns true if an end is beyond the compared columns.
func (t *table) endsOverlap() bool {
	sets := t.columnSets()
	areCompared := max(t.cols[0], t.cols[1]) < len(sets)
	return !areCompared || overlap(sets[t.cols[0]], sets[t.cols[1]]) > 0
}

// endsRepeat reports whether a value occurs twice in the two columns of ends. Only repetitions of the first MaxNodes values are found.
func (t *table) endsRepeat() bool {
	seen := map[string]bool{}
	for id := range t.endIDs {
		if seen[id] {
			return true
		}
		seen[strings.Clone(id)] = len(seen) < MaxNodes
	}
	return false
}

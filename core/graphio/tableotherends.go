package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// Other columns that may be the ends of edges, columns with the names of ends, and columns that cannot be ends.

// rivalEnds returns other pairs of columns whose names are those of two ends.
// Pairs whose values depend on the ends are left out, for example the cities of airports.
// It returns nil if the ends have names of sourceKeys and targetKeys.
func (t *table) rivalEnds() (out [][2]int) {
	hasKeys := headerIndex(t.header, sourceKeys) == t.cols[0] && headerIndex(t.header, targetKeys) == t.cols[1]
	if hasKeys || t.more != nil || t.tree {
		return nil
	}
	for c := range min(t.width, proposedColumns) {
		// The name of the column differs from that of the first end only by a number.
		if stem := stemOf(t.columnName(c)); stem != "" && stem == stemOf(t.columnName(t.cols[0])) && !slices.Contains(t.cols[:], c) {
			out = append(out, [2]int{t.cols[0], c})
		}
	}
	for _, p := range pairsNamed(t.header) {
		if !slices.Contains(t.cols[:], p.cols[0]) && !slices.Contains(t.cols[:], p.cols[1]) && !t.dependsOnEnds(p.cols) {
			out = append(out, p.cols)
		}
	}
	return out
}

// dependsOnEnds reports whether equal ends have equal values in the two columns, or all values are real numbers.
func (t *table) dependsOnEnds(cols [2]int) bool {
	// values are the values by end. fractions counts real numbers.
	values, rows, fractions := map[string]string{}, 0, 0
	for _, cells := range t.bodyRows() {
		if rows++; rows > proposedRows {
			break
		}
		for end, c := range cols {
			id, v := strings.TrimSpace(cellAt(cells, t.cols[end])), strings.TrimSpace(cellAt(cells, c))
			// Real numbers are quantities of an edge and cannot be ends.
			if before, ok := values[id]; ok && before != v {
				return fractions == 2*rows
			}
			fractions += oneIf(isNumber(v) && !isInteger(v))
			values[strings.Clone(id)] = strings.Clone(v)
		}
	}
	return true
}

// endNameColumns returns the two columns with the names of the ends if the ends are ids. It returns {0, 0} without such columns.
func (t *table) endNameColumns() (cols [2]int) {
	if !t.everyCell(t.cols[0], isInteger) && !slices.Contains(nameParts(t.columnName(t.cols[0])), "id") {
		return cols
	}
	for _, p := range pairsNamed(t.header) {
		isName := func(c int) bool {
			parts := nameParts(t.columnName(c))
			return len(parts) > 1 && (nameWords[parts[len(parts)-1]] || nameWords[parts[0]]) &&
				t.everyCell(c, func(s string) bool { return !isNumber(s) })
		}
		if !slices.Contains(t.cols[:], p.cols[0]) && isName(p.cols[0]) && isName(p.cols[1]) && t.dependsOnEnds(p.cols) {
			return p.cols
		}
	}
	return cols
}

// commentHeader returns a text with the comment above its first row as the header.
// The comment must have known names of ends and as many cells as the next row. Other texts are returned unchanged.
func commentHeader(d []byte) []byte {
	offset := 0
	for rest := d; len(rest) > 1 && rest[0] == '#'; {
		line, below := firstLine(rest)
		next, _ := firstLine(below)
		text := strings.TrimLeft(string(line[:min(len(line), 4*MaxName)]), "# ")
		for _, mark := range "\t,;|" {
			cells := strings.Split(text, string(mark))
			n := len(cells)
			isAboveRow := n > 1 && len(next) > 0 && next[0] != '#' && countBare(next, byte(mark)) == n-1
			// Spaces in place of the # keep the offsets of the other lines.
			if isAboveRow && namedEnds(cells)[0] >= 0 {
				return slices.Concat(d[:offset], bytes.Repeat([]byte{' '}, len(line)-len(text)), []byte(text), d[offset+len(line):])
			}
		}
		offset, rest = offset+len(line)+1, below
	}
	return d
}

// everyCell reports whether column c has filled cells in the first rows and all of these satisfy a condition.
func (t *table) everyCell(c int, matches func(s string) bool) bool {
	rows, n := t.rows[oneIf(t.header != nil):], 0
	for _, row := range rows {
		if s := strings.TrimSpace(cellAt(row, c)); s != "" {
			if n++; !matches(s) {
				return false
			}
		}
	}
	return n > 0
}

// holdsTimes reports whether all filled cells of a column are dates or times.
func (t *table) holdsTimes(c int) bool {
	return t.everyCell(c, isTimeText)
}

// isTimeText reports whether a cell is a date or a time.
func isTimeText(s string) bool { return isDate(s) || isClock(s) }

// recordWords are names of columns with properties of persons and things.
var recordWords = wordSet(`email mail emailaddress phone phonenumber telephone tel telefon teléfono telefono téléphone mobile handy ` +
	`fax address
	adresse dirección street straße strasse zip zipcode postcode plz birthday birthdate dateofbirth dob geburtsdatum price preis precio prix
	stock sku salary gehalt website homepage isbn телефон адрес почта 电话 地址 邮箱 电子邮件 電話 住所 전화 주소`)

// timeWords are names of columns with times.
var timeWords = wordSet("date time timestamp datetime day month year ts unixtime epoch datum zeit uhrzeit tag fecha hora jour heure " +
	"data ora jahr année annee año ano anno jaar rok monat mois mes mese maand год месяц " +
	"дата время 日期 时间 日時 날짜 시간")

// endsOverlap reports whether a value occurs in both columns of ends.
func (t *table) endsOverlap() bool {
	sets := t.columnSets()
	return max(t.cols[0], t.cols[1]) >= len(sets) || overlap(sets[t.cols[0]], sets[t.cols[1]]) > 0
}

// endsRepeat reports whether a value occurs twice in the two columns of ends.
func (t *table) endsRepeat() bool {
	seen := map[string]bool{}
	for _, cells := range t.bodyRows() {
		for _, c := range t.cols {
			if s := strings.TrimSpace(cellAt(cells, c)); s != "" {
				if seen[s] {
					return true
				}
				seen[strings.Clone(s)] = len(seen) < MaxNodes
			}
		}
	}
	return false
}

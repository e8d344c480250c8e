package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// Columns that may be ends of an edge as well, and columns that cannot be ends.

// rivalEnds returns other pairs of columns that the header names as two ends.
// Columns that are functions of the ends are left out, for example the cities of airports.
// The result is nil if the header names the ends by sourceKeys and targetKeys.
func (t *table) rivalEnds() (out [][2]int) {
	if headerIndex(t.header, sourceKeys) == t.cols[0] && headerIndex(t.header, targetKeys) == t.cols[1] || t.more != nil || t.tree {
		return nil
	}
	for c := range min(t.width, proposedColumns) {
		// A further column with the same name and another number.
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

// dependsOnEnds reports whether the values of two columns are functions of the two ends.
func (t *table) dependsOnEnds(cols [2]int) bool {
	of, k, numbers := map[string]string{}, 0, 0
	for _, cells := range t.bodyRows() {
		if k++; k > proposedRows {
			break
		}
		for end, c := range cols {
			id, v := strings.TrimSpace(cellAt(cells, t.cols[end])), strings.TrimSpace(cellAt(cells, c))
			if before, ok := of[id]; ok && before != v {
				// Real numbers are quantities of an edge and no ends.
				return numbers == 2*k
			}
			numbers += oneIf(isNumber(v) && !isInteger(v))
			of[strings.Clone(id)] = strings.Clone(v)
		}
	}
	return true
}

// endNameColumns returns the two columns with the names of the ends if the ends are ids, {0, 0} for none.
func (t *table) endNameColumns() (cols [2]int) {
	if !t.everyCell(t.cols[0], isInteger) && !slices.Contains(nameParts(t.columnName(t.cols[0])), "id") {
		return cols
	}
	for _, p := range pairsNamed(t.header) {
		is := func(c int) bool {
			parts := nameParts(t.columnName(c))
			return len(parts) > 1 && (nameWords[parts[len(parts)-1]] || nameWords[parts[0]]) &&
				t.everyCell(c, func(s string) bool { return !isNumber(s) })
		}
		if !slices.Contains(t.cols[:], p.cols[0]) && is(p.cols[0]) && is(p.cols[1]) && t.dependsOnEnds(p.cols) {
			return p.cols
		}
	}
	return cols
}

// commentHeader turns a comment directly above the rows into the header where it has known ends and as many cells as the next row.
func commentHeader(d []byte) []byte {
	from := 0
	for rest := d; len(rest) > 1 && rest[0] == '#'; {
		line, below := firstLine(rest)
		next, _ := firstLine(below)
		text := strings.TrimLeft(string(line[:min(len(line), 4*MaxName)]), "# ")
		for _, mark := range "\t,;|" {
			cells := strings.Split(text, string(mark))
			if n := len(cells); n > 1 && len(next) > 0 && next[0] != '#' && countBare(next, byte(mark)) == n-1 && namedEnds(cells)[0] >= 0 {
				return slices.Concat(d[:from], bytes.Repeat([]byte{' '}, len(line)-len(text)), []byte(text), d[from+len(line):])
			}
		}
		from, rest = from+len(line)+1, below
	}
	return d
}

// everyCell reports whether a column has cells in the first rows and all of them satisfy is.
func (t *table) everyCell(c int, is func(s string) bool) bool {
	rows, n := t.rows[oneIf(t.header != nil):], 0
	for _, row := range rows {
		if s := strings.TrimSpace(cellAt(row, c)); s != "" {
			if n++; !is(s) {
				return false
			}
		}
	}
	return n > 0
}

// holdsTimes reports whether a column has dates or times.
func (t *table) holdsTimes(c int) bool {
	return t.everyCell(c, isTimeText)
}

// isTimeText reports whether a cell is a date or a time.
func isTimeText(s string) bool { return isDate(s) || isClock(s) }

// recordWords are names of columns with properties of a person or a thing.
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

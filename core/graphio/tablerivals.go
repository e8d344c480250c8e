package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// Columns that may be the ends of an edge as well as those taken, and columns that cannot be ends.

// rivals returns pairs of columns that the header names as two ends, too, and whose values are no function of the ends taken, as the city
// of an
// airport is. A header with the plain words source and target has none.
func (t *table) rivals() (out [][2]int) {
	if headerIndex(t.header, sourceKeys) == t.cols[0] && headerIndex(t.header, targetKeys) == t.cols[1] || t.more != nil || t.tree {
		return nil
	}
	for c := range min(t.width, proposedColumns) {
		// A third one of numbered columns.
		if stem := stemOf(t.name(c)); stem != "" && stem == stemOf(t.name(t.cols[0])) && !slices.Contains(t.cols[:], c) {
			out = append(out, [2]int{t.cols[0], c})
		}
	}
	for _, p := range pairsNamed(t.header) {
		if !slices.Contains(t.cols[:], p.cols[0]) && !slices.Contains(t.cols[:], p.cols[1]) && !t.follows(p.cols) {
			out = append(out, p.cols)
		}
	}
	return out
}

// follows reports whether the values in two columns go with those of the ends taken, one with each.
func (t *table) follows(cols [2]int) bool {
	of, k, numbers := map[string]string{}, 0, 0
	for _, cells := range t.body() {
		if k++; k > proposedRows {
			break
		}
		for end, c := range cols {
			id, v := strings.TrimSpace(at(cells, t.cols[end])), strings.TrimSpace(at(cells, c))
			if before, ok := of[id]; ok && before != v {
				return numbers == 2*k // quantities of an edge
			}
			numbers += oneIf(isNumber(v) && !isWhole(v))
			of[strings.Clone(id)] = strings.Clone(v)
		}
	}
	return true
}

// nameColumns returns the columns that hold the names of ends which are ids, equal columns where there are none: a word for a name stands
// in their own names.
func (t *table) nameColumns() (cols [2]int) {
	if !t.column(t.cols[0], isWhole) && !slices.Contains(nameParts(t.name(t.cols[0])), "id") {
		return cols
	}
	for _, p := range pairsNamed(t.header) {
		is := func(c int) bool {
			parts := nameParts(t.name(c))
			return len(parts) > 1 && (nameWords[parts[len(parts)-1]] || nameWords[parts[0]]) &&
				t.column(c, func(s string) bool { return !isNumber(s) })
		}
		if !slices.Contains(t.cols[:], p.cols[0]) && is(p.cols[0]) && is(p.cols[1]) && t.follows(p.cols) {
			return p.cols
		}
	}
	return cols
}

// commentHeader turns a comment directly above the rows into the header that it is: with known ends and as many cells as the next row.
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

// column reports whether all cells of a column in the first rows are so, and there are some.
func (t *table) column(c int, is func(s string) bool) bool {
	rows, n := t.rows[oneIf(t.header != nil):], 0
	for _, row := range rows {
		if s := strings.TrimSpace(at(row, c)); s != "" {
			if n++; !is(s) {
				return false
			}
		}
	}
	return n > 0
}

// isTime reports whether a column holds dates or times.
func (t *table) isTime(c int) bool {
	return t.column(c, isTimeText)
}

// isTimeText reports whether a cell is a date or a time.
func isTimeText(s string) bool { return isDate(s) || isClock(s) }

// recordWords name columns of what is known of a person or a thing, and no ends of an edge.
var recordWords = wordSet(`email mail emailaddress phone phonenumber telephone tel telefon teléfono telefono téléphone mobile handy ` +
	`fax address
	adresse dirección street straße strasse zip zipcode postcode plz birthday birthdate dateofbirth dob geburtsdatum price preis precio prix
	stock sku salary gehalt website homepage isbn телефон адрес почта 电话 地址 邮箱 电子邮件 電話 住所 전화 주소`)

// timeWords name columns of times.
var timeWords = wordSet("date time timestamp datetime day month year ts unixtime epoch datum zeit uhrzeit tag fecha hora jour heure " +
	"data ora jahr année annee año ano anno jaar rok monat mois mes mese maand год месяц " +
	"дата время 日期 时间 日時 날짜 시간")

// shareEnds reports whether a value stands in both columns of ends.
func (t *table) shareEnds() bool {
	sets := t.columnSets()
	return max(t.cols[0], t.cols[1]) >= len(sets) || share(sets[t.cols[0]], sets[t.cols[1]]) > 0
}

// sharedEnds reports whether a value stands in both columns of ends, or twice in one of them.
func (t *table) sharedEnds() bool {
	seen := map[string]bool{}
	for _, cells := range t.body() {
		for _, c := range t.cols {
			if s := strings.TrimSpace(at(cells, c)); s != "" {
				if seen[s] {
					return true
				}
				seen[strings.Clone(s)] = len(seen) < MaxNodes
			}
		}
	}
	return false
}

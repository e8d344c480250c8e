package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// Tables without edges, recognised by the content of their columns: amounts, dates, times, records.

// isMeasure reports whether a cell is an amount, a percentage, a date, a time or a named value. Such a cell is no name of a node.
// Examples are 3.5, 1.234,50, 12 %, € 3,20, 2024-01-31, 10:15 and temp=21.5. An integer is not a measure.
func isMeasure(s string) bool {
	if isTimeText(s) {
		return true
	}
	// A named value, such as temp=21.5.
	if name, value, ok := strings.Cut(s, "="); ok && name != "" && isWord(name) {
		return isNumber(value)
	}
	// The number without its currency or unit, and without its sign.
	plain := strings.TrimSpace(strings.Trim(s, "€$£¥₽₹%° "))
	for _, unit := range []string{"EUR", "USD", "CHF", "GBP", "N", "S", "E", "W"} {
		if v, ok := strings.CutSuffix(plain, unit); ok {
			plain = strings.TrimSpace(v)
		}
	}
	digits := strings.TrimLeft(plain, "+-−")
	if digits == "" || strings.Trim(digits, "0123456789.,' \u00a0\u202f") != "" || digits[0] < '0' || digits[0] > '9' {
		return false
	}
	k := strings.LastIndexAny(digits, ".,")
	hasFraction := k > 0 && strings.Trim(digits[k+1:], "0123456789") == "" && strings.Trim(digits[k+1:], "0") != ""
	// A sign, a unit, or two digits after a mark, as in 12,50, are evidence, too.
	hasSign, hasUnit, hasCents := digits != plain, plain != s, k > 0 && len(digits)-k == 3
	return hasFraction || hasSign || hasUnit || hasCents
}

// holdsMeasures reports whether all cells of a column are measures or numbers, and at least one is a measure.
func (t *table) holdsMeasures(c int) bool {
	found := false
	return t.everyCell(c, func(s string) bool {
		measure := isMeasure(s)
		found = found || measure
		return measure || isNumber(s)
	}) && found
}

// hasDistinctCells reports whether a column has two or more cells in the first rows, all of them different.
func (t *table) hasDistinctCells(c int) bool {
	cells := trimmed(sampleCells(t.rows[oneIf(t.header != nil):], c))
	return len(cells) > 1 && distinct(cells)
}

// dayWords are names of the days of the week and of the months.
var dayWords = wordSet(`monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun montag dienstag mittwoch
	donnerstag freitag samstag sonntag mo di mi do fr sa so lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles
	miércoles jueves viernes sabado sábado domingo lunedi martedi mercoledi giovedi venerdi sabato domenica january february march april may
	june july august september october november december jan feb mar apr jun jul aug sep oct nov dec januar februar märz mai juni juli oktober
	dezember`)

// whyNoEdges returns the reason why a single table without known ends has no edges, "" without a reason.
func (t *table) whyNoEdges() string {
	// numbered is the largest number of columns of numbers with the same name and different numbers, such as x1 and x2.
	// records counts names of properties of persons and things.
	first := t.rows[0]
	stems := map[string]int{}
	numbered, records := 0, 0
	for c, s := range first {
		if parts := nameParts(s); len(parts) > 1 && isInteger(parts[len(parts)-1]) && t.everyCell(c, isNumber) && t.header != nil {
			stem := strings.Join(parts[:len(parts)-1], " ")
			stems[stem]++
			numbered = max(numbered, stems[stem])
		}
		records += oneIf(recordWords[content.Word(s)])
	}
	a, b := t.cols[0], t.cols[1]
	// Each function describes a column: numbers, real numbers, times and texts.
	number := func(c int) bool {
		return t.everyCell(c, func(s string) bool { return isNumber(decimalPoint(s)) })
	}
	real := func(c int) bool {
		return number(c) && slices.ContainsFunc(t.rows[oneIf(t.header != nil):], func(row []string) bool {
			return !isInteger(strings.TrimSpace(cellAt(row, c)))
		})
	}
	timed := func(c int) bool {
		return t.holdsTimes(c) || t.header != nil && timeWords[content.Word(t.columnName(c))] && number(c)
	}
	// shared reports that the two columns have a common value, which is evidence for edges.
	shared, text := t.endsOverlap(), func(c int) bool { return t.everyCell(c, func(s string) bool { return !isNumber(s) && !isMeasure(s) }) }
	switch {
	// The reasons are in the order of their certainty.
	case numbered > 2 && number(a) && number(b):
		return "the columns hold numbers under numbered names: these are features and not the ends of edges"
	case timed(a) && number(b), timed(b) && number(a), timed(a) && timed(b), a > 0 && timed(0) && number(a) && number(b) && !shared:
		return "the first columns hold times and numbers, and not the ends of edges"
	case t.header != nil && !t.guessedHeader && (real(a) && number(b) || number(a) && real(b)) && !shared:
		return "the first columns hold real numbers: these are features and not the ends of edges"
	case t.holdsMeasures(a) && !shared, t.holdsMeasures(b) && !shared:
		c := words.Either(t.holdsMeasures(a), a, b)
		return strings.ToLower(t.columnLabel(c)[:1]) + t.columnLabel(c)[1:] +
			" holds amounts, dates or times, none of which stands in the other column of ends: these are not the ends of edges"
	case (timed(a) || timed(b)) && !shared:
		return "one of the first columns holds times, and not ends of edges"
	case t.header != nil && !t.guessedHeader && a > 0 && number(a) && number(b) && text(0) && t.hasDistinctCells(0):
		return "the rows are things with numbers behind their names: these are features and not the ends of edges"
	case t.header != nil && !shared && (text(a) && number(b) && t.hasDistinctCells(b) || number(a) && text(b) && t.hasDistinctCells(a)):
		return "one of the first columns holds a number of its own for every row: these are quantities and not the ends of edges"
	case dayWords[content.Word(t.columnName(a))] && dayWords[content.Word(t.columnName(b))]:
		return "the columns are days or months: this is a timetable and not a list of edges"
	case t.header == nil && t.separator == ' ' && t.size.most != t.size.least && t.size.most > 3 && !shared:
		return fmt.Sprintf("the lines have %d to %d words, and the first two have none in common: this is no list of edges", t.size.least,
			t.size.most)
	case records > 0 && t.width > 2 && !t.endsRepeat():
		return "the rows are records of persons or things, and no two columns share a value that would join them"
	case t.holdsThings():
		return "the rows are things with what is known of each, and no column names another row: this is a table of nodes without edges"
	}
	return ""
}

package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// Tables that hold no edges, by what their columns hold: amounts, dates, times, records.

// isMeasure reports whether a cell is an amount, a share, a date, a time or a named value, as no name of a node is: 3.5, 1.234,50, 12 %,
// € 3,20, 2024-01-31, 10:15, temp=21.5. A whole number is none.
func isMeasure(s string) bool {
	if isTimeText(s) {
		return true
	}
	if name, value, ok := strings.Cut(s, "="); ok && name != "" && isWord(name) {
		return isNumber(value)
	}
	plain := strings.TrimSpace(strings.Trim(s, "€$£¥₽₹%° "))
	for _, unit := range []string{"EUR", "USD", "CHF", "GBP", "N", "S", "E", "W"} {
		if v, ok := strings.CutSuffix(plain, unit); ok {
			plain = strings.TrimSpace(v)
		}
	}
	sign := strings.TrimLeft(plain, "+-−")
	if sign == "" || strings.Trim(sign, "0123456789.,' \u00a0\u202f") != "" || sign[0] < '0' || sign[0] > '9' {
		return false
	}
	k := strings.LastIndexAny(sign, ".,")
	fraction := k > 0 && strings.Trim(sign[k+1:], "0123456789") == "" && strings.Trim(sign[k+1:], "0") != ""
	return fraction || sign != plain || plain != s || k > 0 && len(sign)-k == 3
}

// measures reports whether a column holds measures, and besides whole numbers alone.
func (t *table) measures(c int) bool {
	some := false
	return t.column(c, func(s string) bool {
		is := isMeasure(s)
		some = some || is
		return is || isNumber(s)
	}) && some
}

// apart reports whether no value of a column in the first rows occurs twice, in several rows.
func (t *table) apart(c int) bool {
	cells := trimmed(cellsOf(t.rows[oneIf(t.header != nil):], c))
	return len(cells) > 1 && distinct(cells)
}

// dayWords are the days of the week and the months.
var dayWords = wordSet(`monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun montag dienstag mittwoch
	donnerstag freitag samstag sonntag mo di mi do fr sa so lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles
	miércoles jueves viernes sabado sábado domingo lunedi martedi mercoledi giovedi venerdi sabato domenica january february march april may
	june july august september october november december jan feb mar apr jun jul aug sep oct nov dec januar februar märz mai juni juli oktober
	dezember`)

// lacksEdges reports of a lone table without known ends why it holds no edges, "" where it may.
func (t *table) lacksEdges() string {
	first := t.rows[0]
	stems := map[string]int{}
	numbers, records := 0, 0
	for c, s := range first {
		if parts := nameParts(s); len(parts) > 1 && isWhole(parts[len(parts)-1]) && t.column(c, isNumber) && t.header != nil {
			stem := strings.Join(parts[:len(parts)-1], " ")
			stems[stem]++
			numbers = max(numbers, stems[stem])
		}
		records += oneIf(recordWords[content.Word(s)])
	}
	a, b := t.cols[0], t.cols[1]
	number := func(c int) bool {
		return t.column(c, func(s string) bool { return isNumber(decimalPoint(s)) })
	}
	real := func(c int) bool {
		return number(c) && slices.ContainsFunc(t.rows[oneIf(t.header != nil):], func(row []string) bool {
			return !isWhole(strings.TrimSpace(at(row, c)))
		})
	}
	timed := func(c int) bool {
		return t.isTime(c) || t.header != nil && timeWords[content.Word(t.name(c))] && number(c)
	}
	shared, text := t.shareEnds(), func(c int) bool { return t.column(c, func(s string) bool { return !isNumber(s) && !isMeasure(s) }) }
	switch {
	case numbers > 2 && number(a) && number(b):
		return "the columns hold numbers under numbered names: these are features and not the ends of edges"
	case timed(a) && number(b), timed(b) && number(a), timed(a) && timed(b), a > 0 && timed(0) && number(a) && number(b) && !shared:
		return "the first columns hold times and numbers, and not the ends of edges"
	case t.header != nil && !t.supposed && (real(a) && number(b) || number(a) && real(b)) && !shared:
		return "the first columns hold real numbers: these are features and not the ends of edges"
	case t.measures(a) && !shared, t.measures(b) && !shared:
		c := words.Either(t.measures(a), a, b)
		return strings.ToLower(t.called(c)[:1]) + t.called(c)[1:] + " holds amounts, dates or times, none of which stands in the other column " +
			"of ends: these are not the ends of edges"
	case (timed(a) || timed(b)) && !shared:
		return "one of the first columns holds times, and not ends of edges"
	case t.header != nil && !t.supposed && a > 0 && number(a) && number(b) && text(0) && t.apart(0):
		return "the rows are things with numbers behind their names: these are features and not the ends of edges"
	case t.header != nil && !shared && (text(a) && number(b) && t.apart(b) || number(a) && text(b) && t.apart(a)):
		return "one of the first columns holds a number of its own for every row: these are quantities and not the ends of edges"
	case dayWords[content.Word(t.name(a))] && dayWords[content.Word(t.name(b))]:
		return "the columns are days or months: this is a timetable and not a list of edges"
	case t.header == nil && t.comma == ' ' && t.size.most != t.size.least && t.size.most > 3 && !shared:
		return fmt.Sprintf("the lines have %d to %d words, and the first two have none in common: this is no list of edges", t.size.least,
			t.size.most)
	case records > 0 && t.width > 2 && !t.sharedEnds():
		return "the rows are records of persons or things, and no two columns share a value that would join them"
	case t.holdsThings():
		return "the rows are things with what is known of each, and no column names another row: this is a table of nodes without edges"
	}
	return ""
}

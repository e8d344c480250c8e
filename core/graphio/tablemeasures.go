package graphio

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/numeral"
	"sheafscope/core/words"
)

// This file recognises tables without edges, which preparePairs (tables.go) refuses.
// Their columns have amounts, dates, times, or properties of persons and things.

// isMeasure reports whether a cell is an amount, a percentage, a date, a time or a named value. Such a cell is no name of a node.
// Examples are 3.5, 1.234,50, 12 %, € 3,20, 2024-01-31, 10:15 and temp=21.5.
// An integer without a sign and a unit is no measure, and neither is 3.0. Numbers of a network or a telephone, such as 10.0.0.1 and
// +4930123456, are no measures.
func isMeasure(s string) bool {
	if isTimeText(s) {
		return true
	}
	if name, value, ok := strings.Cut(s, "="); ok && name != "" && isWord(name) {
		return isNumber(value)
	}
	// The number without its currency or unit, and without its sign.
	amount := strings.TrimSpace(strings.Trim(s, "€$£¥₽₹%° "))
	for _, unit := range []string{"EUR", "USD", "CHF", "GBP"} {
		if v, ok := strings.CutSuffix(amount, unit); ok {
			amount = strings.TrimSpace(v)
		}
	}
	// N, S, E and W are directions, as in 48.1 N. Without a fraction, 3N may also be the name of a thing.
	plain := strings.TrimSpace(strings.TrimRight(amount, "NSEW"))
	digits := strings.TrimLeft(plain, "+-−")
	if digits == "" || digits[0] < '0' || digits[0] > '9' {
		return false
	}
	// Points, commas, apostrophes and spaces may separate groups of digits.
	if strings.Trim(digits, "0123456789.,' \u00a0\u202f") != "" {
		return false
	}
	// A measure differs from an integer by a fraction that is not 0, a sign, a unit, or two digits after a point or a comma, as in 12,00.
	point := strings.LastIndexAny(digits, ".,")
	_, isPoint := numeral.With(digits, '.')
	_, isComma := numeral.With(digits, ',')
	isAddress := strings.Count(digits, ".") == 3
	isAmount := (isPoint || isComma) && !isAddress
	hasFraction := point > 0 && isAmount && strings.Trim(digits[point+1:], "0") != ""
	isTelephone := plain[0] == '+' && len(digits) > 7 && (isInteger(digits) || !isAmount)
	hasSign := digits != plain && !isTelephone
	hasUnit := amount != s
	hasCents := point > 0 && isAmount && len(digits)-point == len(",00")
	return hasFraction || hasSign || hasUnit || hasCents
}

// holdsMeasures reports whether all filled cells of column c in the first rows are measures or numbers, and at least one is a measure.
func (t *table) holdsMeasures(c int) bool {
	hasMeasure := false
	onlyQuantities := t.everyCell(c, func(s string) bool {
		measure := isMeasure(s)
		hasMeasure = hasMeasure || measure
		return measure || isNumber(s)
	})
	return onlyQuantities && hasMeasure
}

// hasDistinctCells reports whether column c has two or more cells in the first rows, all of them different.
func (t *table) hasDistinctCells(c int) bool {
	cells := trimmed(sampleCells(t.rows[oneIf(t.header != nil):], c))
	return len(cells) > 1 && distinct(cells)
}

// dayWords are names of the days of the week and of the months.
var dayWords = wordSet(`monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun montag dienstag mittwoch
	donnerstag freitag samstag sonntag mo di mi do fr sa so lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles
	jueves viernes sabado sábado domingo lunedi martedi mercoledi giovedi venerdi sabato domenica january february march april may
	june july august september october november december jan feb mar apr jun jul aug sep oct nov dec januar februar märz mai juni juli oktober
	dezember`)

// whyColumnsAreNoEnds returns the reason why the columns a and b of t.cols are no ends of edges, as the message of an error.
// It returns "" if no reason is found. The table is the only one, and its header does not name the ends.
func (t *table) whyColumnsAreNoEnds() string {
	// numbered is the largest number of columns of numbers whose names differ only by a number, such as x1 and x2.
	// stems counts these columns for each name without its number, such as x.
	// records is the number of columns with properties of persons and things.
	stems := map[string]int{}
	numbered, records := 0, 0
	for c, s := range t.rows[0] {
		parts := nameParts(s)
		last := len(parts) - 1
		isNumbered := t.header != nil && len(parts) > 1 && isInteger(parts[last]) && t.everyCell(c, isNumber)
		if isNumbered {
			stem := strings.Join(parts[:last], " ")
			stems[stem]++
			numbered = max(numbered, stems[stem])
		}
		records += oneIf(recordWords[content.Word(s)])
	}
	a, b := t.cols[0], t.cols[1]
	hasNumbers := func(c int) bool {
		return t.everyCell(c, func(s string) bool { return isNumber(decimalPoint(s)) })
	}
	hasFractions := func(c int) bool {
		// Any number that is no id (isInteger) counts as a fraction, too.
		isNoInteger := func(row []string) bool {
			s := strings.TrimSpace(cellAt(row, c))
			return s != "" && !isInteger(s)
		}
		return hasNumbers(c) && slices.ContainsFunc(t.rows[oneIf(t.header != nil):], isNoInteger)
	}
	hasTimes := func(c int) bool {
		isCalledTime := t.header != nil && timeWords[content.Word(t.columnName(c))]
		areNumberedTimes := isCalledTime && hasNumbers(c)
		return t.holdsTimes(c) || areNumberedTimes
	}
	hasTexts := func(c int) bool {
		return t.everyCell(c, func(s string) bool { return !isNumber(s) && !isMeasure(s) })
	}
	areNumbers := func() bool { return hasNumbers(a) && hasNumbers(b) }
	// A common value of the two columns is evidence for edges.
	hasNoCommonValue := !t.endsOverlap()
	hasColumnNames := t.header != nil && !t.guessedHeader
	// isNameAndQuantity reports whether two columns are names of things and a quantity that differs from row to row.
	isNameAndQuantity := func(name, quantity int) bool {
		return hasTexts(name) && hasNumbers(quantity) && t.hasDistinctCells(quantity)
	}
	// If a is above 0, other columns precede the ends. These may be columns of times.
	isAfterTimes := a > 0 && hasNoCommonValue && hasTimes(0)
	// An edge with its weight has three words. The lines of prose have more words, and differ in length.
	hasLongLines := t.separator == ' ' && t.size.most != t.size.least && t.size.most > 3
	// The reasons are in the order of their certainty.
	switch {
	case numbered > 2 && areNumbers():
		return "the columns hold numbers under numbered names: these are features and not the ends of edges"
	case hasTimes(a) && hasNumbers(b), hasTimes(b) && hasNumbers(a), hasTimes(a) && hasTimes(b),
		isAfterTimes && areNumbers():
		return "the first columns hold times, or times and numbers, and not the ends of edges"
	case hasColumnNames && hasNoCommonValue && areNumbers() && (hasFractions(a) || hasFractions(b)):
		return "the first columns hold real numbers: these are features and not the ends of edges"
	case hasNoCommonValue && t.holdsMeasures(a), hasNoCommonValue && t.holdsMeasures(b):
		c := words.Either(t.holdsMeasures(a), a, b)
		return t.innerLabel(c) +
			" holds amounts, dates or times, none of which stands in the other column of ends: these are not the ends of edges"
	case hasNoCommonValue && (hasTimes(a) || hasTimes(b)):
		return "one of the first columns holds times, and not ends of edges"
	case hasColumnNames && a > 0 && areNumbers() && hasTexts(0) && t.hasDistinctCells(0):
		return "the rows are things with numbers behind their names: these are features and not the ends of edges"
	case t.header != nil && hasNoCommonValue && (isNameAndQuantity(a, b) || isNameAndQuantity(b, a)):
		return "one of the first columns holds a number of its own for every row: these are quantities and not the ends of edges"
	case dayWords[content.Word(t.columnName(a))] && dayWords[content.Word(t.columnName(b))]:
		return "the columns are days or months: this is a timetable and not a list of edges"
	case hasNoCommonValue && t.header == nil && hasLongLines:
		return fmt.Sprintf("the lines have %d to %d words, and no word is both a first and a second one: this is no list of edges",
			t.size.least, t.size.most)
	case records > 0 && t.width > 2 && !t.endsRepeat():
		return "the rows are records of persons or things, and no two columns share a value that would join them"
	case t.holdsThings():
		return "the rows are things with their properties, and no column names another row: this is a table of nodes without edges"
	}
	return ""
}

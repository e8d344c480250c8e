package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// Tables whose columns resemble two ends by names or values, but are none.

// priceWords are the columns of prices in a period.
var priceWords = strings.Fields("open high low close")

// whyNoEnds returns the reason why the columns of a lone table are no ends of edges, whatever their names are; "" for none.
func (t *table) whyNoEnds() string {
	if len(t.userRoles.byColumn) > 0 {
		return ""
	}
	if t.header == nil {
		return words.Either(t.arePrices(), "the numbers are prices in a time, which are features and not the ends of edges", "")
	}
	days, prices, numbers, set := 0, 0, 0, 0
	for c := range t.header {
		word := content.Word(t.columnName(c))
		days += oneIf(dayWords[word])
		prices += oneIf(slices.Contains(priceWords, word))
		number := t.everyCell(c, func(s string) bool { return isNumber(s) || isMeasure(s) || isTimeText(s) })
		numbers, set = numbers+oneIf(number), set+oneIf(t.everyCell(c, func(string) bool { return true }))
	}
	named := t.edgeColumns()[0] >= 0
	switch {
	case days > 2 && t.matrixForm() == nil:
		return "the columns are days: this is a timetable and not a list of edges"
	case prices == len(priceWords):
		return "the columns are prices in a time, which are features and not the ends of edges"
	case named && t.holdsTimes(t.cols[0]) && t.holdsTimes(t.cols[1]):
		return "the columns by whose names an edge has two ends hold times: these are ranges and no edges"
	case named && t.areRanges():
		return "the rows are ranges of numbers, of which each begins behind the one before, and no edges"
	case !named && t.propose() == nil && numbers > 3 && numbers == set && (t.arePrices() || !t.endsOverlap()):
		return "all columns hold times or real numbers: these are features and not the ends of edges"
	}
	return ""
}

// arePrices reports whether the first four columns, after one of times, are opening, highest, lowest and closing prices.
// In all rows the second number is the largest and the third the smallest, and some columns have fractions.
func (t *table) arePrices() bool {
	first, rows, fractions := oneIf(t.holdsTimes(0)), 0, [4]bool{}
	for _, cells := range t.rows[oneIf(t.header != nil):] {
		var v [4]float64
		for k := range v {
			var why string
			s := strings.TrimSpace(cellAt(cells, first+k))
			if v[k], why = parseNumber(s); why != "" {
				return false
			}
			fractions[k] = fractions[k] || !isInteger(s)
		}
		if v[1] != slices.Max(v[:]) || v[2] != slices.Min(v[:]) {
			return false
		}
		rows++
	}
	n := 0
	for _, f := range fractions {
		n += oneIf(f)
	}
	return rows > 2 && n > 1 || rows > 2 && n > 0 && first > 0
}

// areRanges reports whether the two ends of the first rows are ascending ranges of integers, each one behind the last.
func (t *table) areRanges() bool {
	last, rows := int64(-1), 0
	for _, cells := range t.rows[oneIf(t.header != nil):] {
		from, why := parseID([]byte(strings.TrimSpace(cellAt(cells, t.cols[0]))))
		to, wrong := parseID([]byte(strings.TrimSpace(cellAt(cells, t.cols[1]))))
		if why != "" || wrong != "" && strings.TrimSpace(cellAt(cells, t.cols[1])) != "" || rows > 0 && from != last+1 ||
			wrong == "" && to < from {
			return false
		}
		last = to
		rows++
	}
	return rows > 2
}

// holdsThings reports whether the rows are things with properties.
// One of the first columns names each row and shares no value with other columns, and some column has quantities.
func (t *table) holdsThings() bool {
	if t.header == nil || t.width < 3 || !t.alone {
		return false
	}
	sets := t.columnSets()
	a := t.cols[0]
	if max(a, t.cols[1]) >= len(sets) || len(sets[a].values) < sets[a].set || sets[a].set < 3 || sets[a].set < sets[a].n {
		return false
	}
	others := 0
	for c := range sets {
		if c == a {
			continue
		}
		if overlap(sets[c], sets[a]) > 0 {
			return false
		}
		others += oneIf(t.everyCell(c, func(s string) bool { return isNumber(s) || isMeasure(s) || isQuantity(s) }))
	}
	return others > 0
}

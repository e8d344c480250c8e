package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// Tables whose columns resemble the two ends of edges by names or values, but are none: prices, ranges and properties.

// priceWords are the names of the columns of prices in a period.
var priceWords = strings.Fields("open high low close")

// whyNoEnds returns the reason why no columns of a single table are ends of edges, even if their names are those of ends.
// It returns "" without a reason, and if the user has chosen a role.
func (t *table) whyNoEnds() string {
	if len(t.userRoles.byColumn) > 0 {
		return ""
	}
	// Without names of columns, only prices are recognised.
	if t.header == nil {
		return words.Either(t.arePrices(), "the numbers are prices in a time, which are features and not the ends of edges", "")
	}
	// The numbers of columns: of days, of prices, of numbers or times, and with any filled cell.
	days, prices, numbers, filled := 0, 0, 0, 0
	for c := range t.header {
		word := content.Word(t.columnName(c))
		days += oneIf(dayWords[word])
		prices += oneIf(slices.Contains(priceWords, word))
		isNumeric := t.everyCell(c, func(s string) bool { return isNumber(s) || isMeasure(s) || isTimeText(s) })
		numbers, filled = numbers+oneIf(isNumeric), filled+oneIf(t.everyCell(c, func(string) bool { return true }))
	}
	hasNames := t.edgeColumns()[0] >= 0
	switch {
	case days > 2 && t.matrixForm() == nil:
		return "the columns are days: this is a timetable and not a list of edges"
	case prices == len(priceWords):
		return "the columns are prices in a time, which are features and not the ends of edges"
	case hasNames && t.holdsTimes(t.cols[0]) && t.holdsTimes(t.cols[1]):
		return "the columns by whose names an edge has two ends hold times: these are ranges and no edges"
	case hasNames && t.areRanges():
		return "the rows are ranges of numbers, of which each begins behind the one before, and no edges"
	case !hasNames && t.propose() == nil && numbers > 3 && numbers == filled && (t.arePrices() || !t.endsOverlap()):
		return "all columns hold times or real numbers: these are features and not the ends of edges"
	}
	return ""
}

// arePrices reports whether the first four columns are opening, highest, lowest and closing prices. A column of times may precede them.
// In all rows the second number must be the largest and the third the smallest, and some columns must have fractions.
func (t *table) arePrices() bool {
	first, rows, fractions := oneIf(t.holdsTimes(0)), 0, [4]bool{}
	for _, cells := range t.rows[oneIf(t.header != nil):] {
		// The four prices of the row.
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
	withFractions := 0
	for _, f := range fractions {
		withFractions += oneIf(f)
	}
	// With a column of times, one column with fractions suffices.
	return rows > 2 && (withFractions > 1 || withFractions > 0 && first > 0)
}

// areRanges reports whether the two ends of the first rows are ranges of integers, each of which begins after the range before.
func (t *table) areRanges() bool {
	last, rows := int64(-1), 0
	for _, cells := range t.rows[oneIf(t.header != nil):] {
		low, lowFault := parseID([]byte(strings.TrimSpace(cellAt(cells, t.cols[0]))))
		topText := strings.TrimSpace(cellAt(cells, t.cols[1]))
		top, topFault := parseID([]byte(topText))
		// An open range has no upper end.
		areIntegers := lowFault == "" && (topFault == "" || topText == "")
		if !areIntegers || rows > 0 && low != last+1 || topFault == "" && top < low {
			return false
		}
		last = top
		rows++
	}
	return rows > 2
}

// holdsThings reports whether the rows are things with properties.
// The column of first ends must have a different name in each row and share no value with other columns.
// Some other column must have quantities.
func (t *table) holdsThings() bool {
	if t.header == nil || t.width < 3 || !t.alone {
		return false
	}
	sets := t.columnSets()
	a := t.cols[0]
	isUnique := max(a, t.cols[1]) < len(sets) && len(sets[a].values) >= sets[a].set && sets[a].set >= sets[a].n
	if !isUnique || sets[a].set < 3 {
		return false
	}
	quantities := 0
	for c := range sets {
		if c == a {
			continue
		}
		if overlap(sets[c], sets[a]) > 0 {
			return false
		}
		quantities += oneIf(t.everyCell(c, func(s string) bool { return isNumber(s) || isMeasure(s) || isQuantity(s) }))
	}
	return quantities > 0
}

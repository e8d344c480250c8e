package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// This file recognises tables whose columns look like two ends by their names or values, but are no ends: prices, ranges and properties.
// preparePairs (tables.go) refuses such tables.

// priceWords are the names of the columns of prices in a period.
var priceWords = strings.Fields("open high low close")

// whyNotEdgeTable returns the reason why no columns of a single table are ends of edges, even if the header names ends.
// It returns "" if no reason is found, or if the user has chosen the role of a column.
func (t *table) whyNotEdgeTable() string {
	if len(t.userRoles.byColumn) > 0 {
		return ""
	}
	// In a table without a header, only prices are recognised.
	if t.header == nil {
		return words.Either(t.arePrices(), "the numbers are prices in a time, which are features and not the ends of edges", "")
	}
	// days and prices count columns by their names. numbers counts the columns of numbers, measures or times in the first rows (t.rows), and
	// filled counts the columns with a filled cell in these rows.
	days, prices, numbers, filled := 0, 0, 0, 0
	for c := range t.header {
		word := content.Word(t.columnName(c))
		days += oneIf(dayWords[word])
		prices += oneIf(slices.Contains(priceWords, word))
		isNumeric := t.everyCell(c, func(s string) bool { return isNumber(s) || isMeasure(s) || isTimeText(s) })
		isFilled := t.everyCell(c, func(string) bool { return true })
		numbers += oneIf(isNumeric)
		filled += oneIf(isFilled)
	}
	hasNames := t.edgeColumns()[0] >= 0
	areQuantities := numbers > 3 && numbers == filled
	switch {
	// The nodes of a matrix may be days, and edges may have an amount for each month.
	case days > 2 && !hasNames && t.matrixForm() == nil:
		return "the columns are days or months: this is a timetable and not a list of edges"
	case prices == len(priceWords):
		return "the columns are prices in a time, which are features and not the ends of edges"
	case hasNames && t.holdsTimes(t.cols[0]) && t.holdsTimes(t.cols[1]):
		return "the two columns named like ends hold times: these are ranges and no edges"
	case hasNames && t.areRanges():
		return "the rows are ranges of numbers, and each begins after the range above: these are no edges"
	// A common value of the two columns would be evidence for edges, except among prices.
	case !hasNames && t.propose() == nil && areQuantities && (t.arePrices() || !t.endsOverlap()):
		return "all columns hold times, integers or real numbers: these are features and not the ends of edges"
	}
	return ""
}

// arePrices reports whether the first four columns are opening, highest, lowest and closing prices. A column of times may precede them.
// Only the first rows (t.rows) are tested, at least three. In each of them no price may exceed the second or be below the third.
// Two columns must have a number that is no id, with a fraction or a sign. Beside times, one such column suffices.
func (t *table) arePrices() bool {
	hasTimes := t.holdsTimes(0)
	firstPrice := oneIf(hasTimes)
	// hasFraction reports for each price whether some row has a fraction or a sign.
	rows, hasFraction := 0, [4]bool{}
	for _, cells := range t.rows[oneIf(t.header != nil):] {
		var prices [4]float64
		// A missing price is no number.
		for k := range prices {
			s := strings.TrimSpace(cellAt(cells, firstPrice+k))
			price, why := parseNumber(s)
			if why != "" {
				return false
			}
			prices[k] = price
			hasFraction[k] = hasFraction[k] || !isInteger(s)
		}
		highest, lowest := prices[1], prices[2]
		if highest != slices.Max(prices[:]) || lowest != slices.Min(prices[:]) {
			return false
		}
		rows++
	}
	fractions := 0
	for _, isFractional := range hasFraction {
		fractions += oneIf(isFractional)
	}
	// Times are as much evidence as a second column with fractions.
	needed := 2 - oneIf(hasTimes)
	return rows > 2 && fractions >= needed
}

// areRanges reports whether the two ends in all rows, at least three, are ranges of integers.
// Each range must begin with the integer after the end of the range above. Some range must have more than two integers, because 1–2, 3–4
// and 5–6 may be couples.
func (t *table) areRanges() bool {
	lastEnd, rows, hasLongRange := int64(-1), 0, false
	for _, cells := range t.bodyRows() {
		start, startFault := parseID([]byte(strings.TrimSpace(cellAt(cells, t.cols[0]))))
		endText := strings.TrimSpace(cellAt(cells, t.cols[1]))
		end, endFault := parseID([]byte(endText))
		// The end of an open range is empty.
		areIntegers := startFault == "" && (endFault == "" || endText == "")
		if !areIntegers {
			return false
		}
		follows := rows == 0 || start == lastEnd+1
		endsBeforeStart := endFault == "" && end < start
		if !follows || endsBeforeStart {
			return false
		}
		// The empty end of an open range gives lastEnd 0. A row after an open range would have to begin at 1.
		lastEnd = end
		rows++
		hasLongRange = hasLongRange || end > start+1
	}
	return rows > 2 && hasLongRange
}

// holdsThings reports whether the rows, at least three, are things with properties. The table must be the only one, with a header and at
// least three columns.
// The column of first ends must have a different name in each row, and no value in common with the other compared columns.
// At least one of these columns must have only quantities. Only the rows and columns of columnSets are compared.
func (t *table) holdsThings() bool {
	if t.header == nil || t.width < 3 || !t.alone {
		return false
	}
	sets := t.columnSets()
	names := t.cols[0]
	// An end beyond the compared columns cannot be tested.
	if max(names, t.cols[1]) >= len(sets) {
		return false
	}
	isFilled := sets[names].filled >= sets[names].rows
	isUnique := len(sets[names].values) >= sets[names].filled
	if !isFilled || !isUnique || sets[names].filled < 3 {
		return false
	}
	// A value that is also a name would be a reference to another row.
	hasQuantities := false
	for c := range sets {
		if c == names {
			continue
		}
		if overlap(sets[c], sets[names]) > 0 {
			return false
		}
		onlyQuantities := t.everyCell(c, func(s string) bool { return isNumber(s) || isMeasure(s) || isQuantity(s) })
		hasQuantities = hasQuantities || onlyQuantities
	}
	return hasQuantities
}

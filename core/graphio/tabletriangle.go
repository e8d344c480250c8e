package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// This file reads triangles of numbers with names before or after the numbers and without names above, as in road atlases and in PHYLIP.

// triangleLine is a row of a triangle: a name and numbers. A mark such as - may replace a missing number.
type triangleLine struct {
	name  string
	cells []string
}

// maxTriangle limits the number of rows: the time and the result grow with its square.
const maxTriangle = 2000

// isTriangleCell reports whether a cell is a number or a mark of a missing number.
func isTriangleCell(s string) bool {
	return isNumber(decimalPoint(s)) || s == "-" || s == "–" || s == "—" || s == "." || s == "*"
}

// triangleLines splits each line of a text into a name and numbers. ok is false if the lines have another form, are fewer than three, or
// exceed a limit.
// last has the names in a last line without numbers. It is nil if the text has no such line.
// count is the number in a first line of a single number. It is -1 if the text has no such line.
func triangleLines(d []byte) (rows []triangleLine, last []string, count int64, ok bool) {
	// Longer texts are not tested. The limit is the size of a triangle of maxTriangle rows: maxTriangle²/2 cells of two bytes each.
	// textLines cuts lines after maxLine bytes. A first line of at most maxLine/2 bytes excludes a cut in a square or an upper triangle,
	// where no row is much longer than the first.
	line, _ := firstLine(d)
	if len(d) > maxTriangle*maxTriangle || len(line) > maxLine/2 {
		return nil, nil, 0, false
	}
	text := textLines(d, "#%", maxTriangle+1)
	if len(text) > maxTriangle {
		return nil, nil, 0, false
	}
	count = -1
	// PHYLIP begins with the number of rows. At least three rows must follow.
	if len(text) > 3 {
		if n, why := parseID([]byte(text[0])); why == "" {
			count, text = n, text[1:]
		}
	}
	if len(text) < 3 {
		return nil, nil, 0, false
	}
	// separator is the character between the cells, 0 for white space. The line above the last decides: the last may have names only.
	separator := rune(0)
	for _, m := range "\t;|," {
		if strings.ContainsRune(text[len(text)-2], m) {
			separator = m
			break
		}
	}
	isNoWord := func(s string) bool { return s == "" || isTriangleCell(s) }
	for k, s := range text {
		cells := strings.Fields(s)
		if separator != 0 {
			cells = trimmed(strings.Split(s, string(separator)))
			// Separators at the end of a line add no cells.
			for len(cells) > 0 && cells[len(cells)-1] == "" {
				cells = cells[:len(cells)-1]
			}
		}
		// words are the words of the name. firstNumber is the index of the first number, -1 if the line has none.
		words := slices.DeleteFunc(slices.Clone(cells), isNoWord)
		firstNumber := slices.IndexFunc(cells, isTriangleCell)
		// A last line of two or more words and no numbers has the names of the columns. A single word is a column name only after a row
		// of more than two numbers. Otherwise it is a row without numbers, as at the end of an upper triangle without a diagonal.
		isNamesOnly := firstNumber < 0 && k == len(text)-1
		followsLongRow := len(rows) > 0 && len(rows[len(rows)-1].cells) > 2
		areColumnNames := len(words) > 1 || followsLongRow
		if isNamesOnly && areColumnNames {
			last = words
			break
		}
		// A row needs a name. With a separator, the name is a single cell.
		isSplitName := separator != 0 && len(words) > 1
		if len(words) == 0 || isSplitName {
			return nil, nil, 0, false
		}
		numberCount := len(cells) - len(words)
		beginsWithName := firstNumber == len(words) && slices.Equal(cells[:len(words)], words)
		var numbers []string
		switch {
		// The name precedes the numbers, or the row has no numbers.
		case firstNumber < 0 || beginsWithName:
			numbers = cells[len(words):]
		// The name follows the numbers.
		case firstNumber == 0 && slices.Equal(cells[numberCount:], words):
			numbers = cells[:numberCount]
		default:
			return nil, nil, 0, false
		}
		rows = append(rows, triangleLine{strings.Trim(strings.Join(words, " "), `"':`), numbers})
	}
	return rows, last, count, true
}

// triangleRows returns a triangle as the text of a matrix, separated by tabs, with names above and before the numbers.
// A square is accepted if the first line has the number of its rows. triangleRows returns nil for any other text.
func triangleRows(d []byte) []byte {
	rows, last, count, ok := triangleLines(d)
	if !ok || len(rows) < 2 {
		return nil
	}
	n := len(rows)
	if count >= 0 && count != int64(n) {
		return nil
	}
	names := make([]string, n)
	for k, r := range rows {
		names[k] = r.name
	}
	// step is the change of the length from row to row: 1 in a lower triangle, -1 in an upper triangle, 0 in a square.
	step := len(rows[1].cells) - len(rows[0].cells)
	if step < -1 || step > 1 {
		return nil
	}
	for k := 1; k < n; k++ {
		if len(rows[k].cells)-len(rows[k-1].cells) != step {
			return nil
		}
	}
	firstLength := len(rows[0].cells)
	// In a lower triangle without a diagonal, the first node has no numbers, and its row may be missing.
	// The first row then has one number, and only the last line has the name of the first node.
	isKnown := func(s string) bool { return slices.Contains(names, s) }
	unknown := slices.DeleteFunc(slices.Clone(last), isKnown)
	if len(unknown) == 1 && step == 1 && firstLength == 1 {
		rows, names = append([]triangleLine{{name: unknown[0]}}, rows...), append([]string{unknown[0]}, names...)
		n, firstLength = n+1, 0
	} else if len(unknown) > 0 {
		return nil
	}
	// A triangle has at least three different names.
	// If the first name has several words, and one of them is another name, the first line is a list of all names and no row.
	isPartOfFirst := func(s string) bool { return hasPart(names[0], s) }
	if n < 3 || !distinct(names) || slices.ContainsFunc(names[1:], isPartOfFirst) {
		return nil
	}
	// The shortest row of a triangle has one number, which is on the diagonal, or none.
	shortest := firstLength
	if step < 0 {
		shortest = len(rows[n-1].cells)
	}
	isSquare := step == 0
	if isSquare {
		hasRowCount := count >= 0 && firstLength == n
		if !hasRowCount {
			return nil
		}
	} else if shortest > 1 {
		return nil
	}
	hasDiagonal := !isSquare && shortest == 1
	// entry returns the number in row i and column j, "" outside the triangle. k is the index of the number in its row.
	entry := func(i, j int) string {
		k := j
		// A row of an upper triangle begins at the diagonal, or after the diagonal if the triangle has no diagonal.
		if step < 0 {
			k = j - i - oneIf(!hasDiagonal)
		}
		if k < 0 || k >= len(rows[i].cells) {
			return ""
		}
		return decimalPoint(rows[i].cells[k])
	}
	// In a triangle with a diagonal, the distance of a node from itself must be the same for all nodes.
	for i := range n {
		if hasDiagonal && entry(i, i) != entry(0, 0) {
			return nil
		}
	}
	// The first line has an empty cell above the names of the rows.
	var b bytes.Buffer
	for _, s := range names {
		b.WriteString("\t" + s)
	}
	for i, s := range names {
		b.WriteString("\n" + s)
		for j := range n {
			b.WriteString("\t" + entry(i, j))
		}
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// hasPart reports whether s has several words and part is one of them.
func hasPart(s, part string) bool {
	words := strings.Fields(s)
	return len(words) > 1 && slices.Contains(words, part)
}

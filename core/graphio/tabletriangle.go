package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// Triangles of numbers with names before or after the numbers and without names above, as in road atlases and in PHYLIP.

// triangleLine is a row of a triangle.
type triangleLine struct {
	name string
	// cells are the numbers, or marks of missing numbers.
	cells []string
}

// maxTriangle limits the compared rows.
const maxTriangle = 2000

// triangleCell reports whether a cell is a number or a mark of a missing number.
func triangleCell(s string) bool {
	return isNumber(decimalPoint(s)) || s == "-" || s == "–" || s == "—" || s == "." || s == "*"
}

// triangleLines splits the lines of a text into a name and numbers. ok is false for other lines.
// last are the names in a last line without numbers. count is the number in a first line of one number, -1 without such a line.
func triangleLines(d []byte) (rows []triangleLine, last []string, count int64, ok bool) {
	// Long texts are no triangles.
	if line, _ := firstLine(d); len(d) > maxTriangle*maxTriangle || len(line) > maxLine/2 {
		return nil, nil, 0, false
	}
	text := textLines(d, "#%", maxTriangle+1)
	if len(text) > maxTriangle {
		return nil, nil, 0, false
	}
	count = -1
	// PHYLIP begins with the number of rows.
	if len(text) > 3 && isInteger(text[0]) {
		count, _ = parseID([]byte(text[0]))
		text = text[1:]
	}
	if len(text) < 3 {
		return nil, nil, 0, false
	}
	// mark is the separator of the cells, 0 for white space.
	mark := rune(0)
	for _, m := range "\t;|," {
		if strings.ContainsRune(text[len(text)-2], m) {
			mark = m
			break
		}
	}
	for k, s := range text {
		cells := strings.Fields(s)
		if mark != 0 {
			cells = trimmed(strings.Split(s, string(mark)))
			for len(cells) > 0 && cells[len(cells)-1] == "" {
				cells = cells[:len(cells)-1]
			}
		}
		// The first number, and the words of the name before or after the numbers.
		from := slices.IndexFunc(cells, triangleCell)
		words := slices.DeleteFunc(slices.Clone(cells), func(s string) bool { return s == "" || triangleCell(s) })
		if from < 0 && k == len(text)-1 && (len(words) > 1 || len(rows) > 0 && len(rows[len(rows)-1].cells) > 2) {
			last = words
			break
		}
		behind := len(cells) - len(words)
		switch {
		// With a separator, a name is a single cell.
		case len(words) == 0 || mark != 0 && len(words) > 1:
			return nil, nil, 0, false
		case from < 0 || from == len(words):
			cells = cells[len(words):]
		case from == 0 && slices.Equal(cells[behind:], words):
			cells = cells[:behind]
		default:
			return nil, nil, 0, false
		}
		rows = append(rows, triangleLine{strings.Trim(strings.Join(words, " "), `"':`), cells})
	}
	return rows, last, count, true
}

// triangleRows returns a triangle as a matrix with names above and before the numbers, nil for other texts.
// A square is accepted if the first line has the number of its rows.
func triangleRows(d []byte) []byte {
	rows, last, count, ok := triangleLines(d)
	if !ok || len(rows) < 2 || count >= 0 && count != int64(len(rows)) {
		return nil
	}
	n := len(rows)
	// The lengths of the rows must form a triangle or a square.
	names := make([]string, n)
	for k, r := range rows {
		names[k] = r.name
	}
	// step is the change of the length from row to row: 1, -1, or 0 for a square.
	step := len(rows[1].cells) - len(rows[0].cells)
	for k := 1; k < n; k++ {
		if len(rows[k].cells)-len(rows[k-1].cells) != step {
			return nil
		}
	}
	first, lower := len(rows[0].cells), step > 0
	// A node without a row has its name only in the last line.
	if other := slices.DeleteFunc(slices.Clone(last), func(s string) bool { return slices.Contains(names, s) }); len(other) == 1 &&
		lower && first == 1 && step == 1 {
		rows, names = append([]triangleLine{{name: other[0]}}, rows...), append([]string{other[0]}, names...)
		n, first = n+1, 0
	} else if len(other) > 0 {
		return nil
	}
	hasDiagonal := lower && first == 1 || step < 0 && len(rows[n-1].cells) == 1
	switch {
	case n < 3 || !distinct(names) || slices.ContainsFunc(names[1:], func(s string) bool { return hasPart(names[0], s) }):
		return nil
	case step == 0 && (count < 0 || first != n), step > 1, step < -1, lower && first > 1, step < 0 && len(rows[n-1].cells) > 1:
		return nil
	}
	// at returns the number in row i and column j, "" outside the triangle. The rows of an upper triangle begin at the diagonal.
	at := func(i, j int) string {
		k := j
		if step < 0 {
			k = j - i - oneIf(!hasDiagonal)
		}
		if k < 0 || k >= len(rows[i].cells) {
			return ""
		}
		return decimalPoint(rows[i].cells[k])
	}
	for i := range n {
		if hasDiagonal && at(i, i) != at(0, 0) {
			// The distance of a node from itself is the same for all nodes.
			return nil
		}
	}
	// The matrix with its names.
	var b bytes.Buffer
	for _, s := range names {
		b.WriteString("\t" + s)
	}
	for i, s := range names {
		b.WriteString("\n" + s)
		for j := range n {
			b.WriteString("\t" + at(i, j))
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

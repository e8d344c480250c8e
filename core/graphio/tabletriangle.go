package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// Triangles of numbers with names before or behind them and none above, as road atlases and PHYLIP print distances.

// triangleLine is a row of such a triangle.
type triangleLine struct {
	name  string
	cells []string // cells are the numbers, blank and missing ones included.
}

// maxTriangle limits the rows that are compared.
const maxTriangle = 2000

// triangleCell reports whether a cell is a number, or the mark of none.
func triangleCell(s string) bool {
	return isNumber(decimalPoint(s)) || s == "-" || s == "–" || s == "—" || s == "." || s == "*"
}

// triangleLines divides lines into a name and numbers. last holds the names of a last line without numbers; count is the number in a first
// line alone, -1 without it. ok is false for other lines.
func triangleLines(d []byte) (rows []triangleLine, last []string, count int64, ok bool) {
	if line, _ := firstLine(d); len(d) > maxTriangle*maxTriangle || len(line) > maxLine/2 {
		return nil, nil, 0, false
	}
	text := textLines(d, "#%", maxTriangle+1)
	if len(text) > maxTriangle {
		return nil, nil, 0, false
	}
	count = -1
	if len(text) > 3 && isWhole(text[0]) {
		count, _ = parseID([]byte(text[0]))
		text = text[1:]
	}
	if len(text) < 3 {
		return nil, nil, 0, false
	}
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
		from := slices.IndexFunc(cells, triangleCell)
		words := slices.DeleteFunc(slices.Clone(cells), func(s string) bool { return s == "" || triangleCell(s) })
		if from < 0 && k == len(text)-1 && (len(words) > 1 || len(rows) > 0 && len(rows[len(rows)-1].cells) > 2) {
			last = words
			break
		}
		behind := len(cells) - len(words)
		switch {
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

// triangleRows writes a triangle, or with the count of its rows in front a square, as a matrix with the names above and before the numbers;
// nil for other rows.
func triangleRows(d []byte) []byte {
	rows, last, count, ok := triangleLines(d)
	if !ok || len(rows) < 2 || count >= 0 && count != int64(len(rows)) {
		return nil
	}
	n := len(rows)
	names := make([]string, n)
	for k, r := range rows {
		names[k] = r.name
	}
	step := len(rows[1].cells) - len(rows[0].cells)
	for k := 1; k < n; k++ {
		if len(rows[k].cells)-len(rows[k-1].cells) != step {
			return nil
		}
	}
	first, lower := len(rows[0].cells), step > 0
	// The name of a node without numbers of its own may stand in the last line alone.
	if other := slices.DeleteFunc(slices.Clone(last), func(s string) bool { return slices.Contains(names, s) }); len(other) == 1 &&
		lower && first == 1 && step == 1 {
		rows, names = append([]triangleLine{{name: other[0]}}, rows...), append([]string{other[0]}, names...)
		n, first = n+1, 0
	} else if len(other) > 0 {
		return nil
	}
	diagonal := lower && first == 1 || step < 0 && len(rows[n-1].cells) == 1
	switch {
	case n < 3 || !distinct(names) || slices.ContainsFunc(names[1:], func(s string) bool { return hasPart(names[0], s) }):
		return nil
	case step == 0 && (count < 0 || first != n), step > 1, step < -1, lower && first > 1, step < 0 && len(rows[n-1].cells) > 1:
		return nil
	}
	at := func(i, j int) string {
		k := j
		if step < 0 {
			k = j - i - oneIf(!diagonal)
		}
		if k < 0 || k >= len(rows[i].cells) {
			return ""
		}
		return decimalPoint(rows[i].cells[k])
	}
	for i := range n {
		if diagonal && at(i, i) != at(0, 0) {
			return nil // these are no distances of a node from itself
		}
	}
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

// hasPart reports whether a text of several words has another one among them.
func hasPart(s, part string) bool {
	words := strings.Fields(s)
	return len(words) > 1 && slices.Contains(words, part)
}

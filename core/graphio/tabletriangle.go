package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// Triangles of numbers with names before or behind them and none above, as road atlases and PHYLIP print distances.

// triangleLine is a row of a triangle.
type triangleLine struct {
	name string
	// cells are the numbers, with blank and missing ones.
	cells []string
}

// maxTriangle limits the compared rows.
const maxTriangle = 2000

// triangleCell reports whether a cell is a number or a mark of none.
func triangleCell(s string) bool {
	return isNumber(decimalPoint(s)) || s == "-" || s == "–" || s == "—" || s == "." || s == "*"
}

// triangleLines splits lines into a name and numbers; ok is false for other lines.
// last holds the names of a last line without numbers. count is the number of a first line alone, -1 for none.
func triangleLines(d []byte) (rows []triangleLine, last []string, count int64, ok bool) {
	if line, _ := firstLine(d); len(d) > maxTriangle*maxTriangle || len(line) > maxLine/2 {
		return nil, nil, 0, false
	}
	text := textLines(d, "#%", maxTriangle+1)
	if len(text) > maxTriangle {
		return nil, nil, 0, false
	}
	count = -1
	if len(text) > 3 && isInteger(text[0]) {
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

// triangleRows returns a triangle as a matrix with names above and before the numbers, nil for other rows.
// A square is accepted where a first line counts its rows.
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
	// A node without numbers of its own has its name only in the last line.
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
			// Distances of a node from itself are all equal.
			return nil
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

// hasPart reports whether a text of several words has part among them.
func hasPart(s, part string) bool {
	words := strings.Fields(s)
	return len(words) > 1 && slices.Contains(words, part)
}

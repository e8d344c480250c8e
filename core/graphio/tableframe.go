package graphio

import (
	"bytes"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// What stands around the rows of a table and belongs to none of them: the line sep=; for Excel, titles above the header, a footer, and the
// name that pandas gives a column without one.

// cutSeparator takes off a first line that names the separator, as Excel reads it, and returns this; 0 without such a line.
func cutSeparator(d []byte) ([]byte, rune) {
	line, _ := firstLine(d)
	text := strings.Trim(strings.TrimRight(string(line[:min(len(line), 20)]), ",;"), `"`)
	if len(text) < len("sep=") || !strings.EqualFold(text[:4], "sep=") {
		return d, 0
	}
	rest := append([]byte(nil), d[len(line):]...)
	for _, r := range line[4:] {
		if strings.ContainsRune("\t,;|", rune(r)) {
			return rest, rune(r)
		}
	}
	return rest, 0
}

// pandasIndex is the name that pandas gives a first column without one when it reads and writes a table again.
const pandasIndex = "Unnamed: 0"

// numberedRow is a row of a table with its line.
type numberedRow struct {
	line  int
	cells []string
}

// filledCells returns the cells that are not empty.
func (r numberedRow) filledCells() (out []string) {
	for _, s := range r.cells {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// maxTitles limits the lines above a header, maxFooters those of a footer.
const (
	maxTitles  = 6
	maxFooters = 3
)

// cutFrame empties the lines of titles and footers. A doubt names each, unless the row below a title has the known words of a header.
func (t *table) cutFrame() {
	if t.sif() || t.size.rows < 2 {
		return
	}
	var head []numberedRow
	for line, cells := range t.all() {
		if head = append(head, numberedRow{line, slices.Clone(cells)}); len(head) == maxTitles+4 {
			break
		}
	}
	tail := t.lastRows(maxFooters + 3)
	if n, sure := t.titles(head); n > 0 {
		t.blank(head[0].line, head[n].line)
		text := "The text " + quote(strings.Join(head[0].filledCells(), " ")) + " above the table was taken as its title"
		t.notes = append(t.notes, text+".")
		if !sure {
			t.doubts = append(t.doubts, Doubt{Rule: "title", Text: text + ": it may be a row."})
		}
	}
	for k := max(0, len(tail)-maxFooters); k < len(tail); k++ {
		if k > 0 && t.isFooter(tail[k], tail[:k]) {
			t.blank(tail[k].line, 1+bytes.Count(t.Data, []byte{'\n'})+1)
			text := "The last line, which begins with " + quote(tail[k].filledCells()[0]) + ", was left out"
			t.notes = append(t.notes, text+".")
			t.doubts = append(t.doubts, Doubt{Rule: "footer", Text: text + " as a total or a note: it may be a row."})
			break
		}
	}
}

// lastRows returns the last rows, at most n, without reading those above.
func (t *table) lastRows(n int) (tail []numberedRow) {
	d := bytes.TrimRight(t.Data, " \t\n")
	from := len(d)
	for range 3 * n { // some lines may be empty
		if from = bytes.LastIndexByte(d[:max(from, 0)], '\n'); from < 0 {
			break
		}
	}
	last := *t
	last.Data = d[from+1:]
	if bytes.Count(last.Data, []byte{'"'})%2 == 1 {
		return nil // a cell goes over several lines
	}
	above := bytes.Count(d[:from+1], []byte{'\n'})
	for line, cells := range last.all() {
		tail = append(tail, numberedRow{line + above, slices.Clone(cells)})
	}
	return tail[max(0, len(tail)-n):]
}

// titles returns how many of the first rows are titles: rows of one text above others, or any rows above the known words of a header. sure
// reports whether the row below them has such words.
func (t *table) titles(head []numberedRow) (n int, sure bool) {
	for k := 1; k < min(len(head)-1, maxTitles+1); k++ {
		long := slices.ContainsFunc(head[k].cells, func(s string) bool { return len(content.Word(s)) > 3 && knownWord(s) })
		if cols := namedEnds(head[k].cells); cols[0] >= 0 && long && !slices.ContainsFunc(head[:k], func(r numberedRow) bool {
			return len(r.filledCells()) >= len(head[k].filledCells()) && t.comma != ' ' || namedEnds(r.cells)[0] >= 0
		}) {
			return k, true
		}
	}
	if t.comma == ' ' {
		return 0, false
	}
	// Groups of columns above a header, as NodeXL has them.
	if len(head) > 2 && 2*len(head[0].filledCells()) < len(head[1].filledCells()) && len(head[0].filledCells()) > 0 &&
		knownWord(head[1].cells[0]) &&
		strings.TrimSpace(head[0].cells[0]) == "" {
		return 1, true
	}
	for n < len(head) && n <= maxTitles && len(head[n].filledCells()) < 2 {
		n++
	}
	if n == 0 || n > maxTitles || n+1 >= len(head) || slices.ContainsFunc(head[n:],
		func(r numberedRow) bool {
			// A row of a matrix without entries has its name alone.
			row := r.filledCells()
			return len(row) < 2 && !(len(row) == 1 && hasWord(head[n].cells, content.Word(row[0]))) && (len(r.cells) < 3 ||
				len(r.cells) != len(head[n].cells) || len(head[0].cells) == len(r.cells))
		}) {
		return 0, false
	}
	spaces, texts := true, map[string]bool{}
	for _, r := range head[:n] {
		for _, s := range r.filledCells() {
			if isNumber(s) {
				return 0, false
			}
			spaces, texts[s] = spaces && strings.Contains(s, " "), true
		}
	}
	again := 0
	for line, cells := range t.all() {
		for _, s := range cells {
			again += oneIf(line >= head[n].line && texts[strings.TrimSpace(s)])
		}
	}
	var below [][]string
	for _, r := range head[n:] {
		below = append(below, r.cells)
	}
	even := !slices.ContainsFunc(head[n:], func(r numberedRow) bool {
		return len(r.filledCells()) != len(head[n].filledCells()) && (len(r.cells) != len(head[n].cells) || len(head[0].cells) > 1)
	})
	square := len(head) > n+2 && !slices.ContainsFunc(head[n+1:], func(r numberedRow) bool { // the names of a matrix
		return !slices.Contains(head[n].cells[1:], r.cells[0])
	})
	if again > 0 || !spaces && !even && !square && !isHeader(below) {
		return 0, false
	}
	return n, false
}

// footers begin a last line that is no row, totals when they are a word of their own, notes with a colon.
var (
	footerTotals = strings.Fields("total totals sum sums gesamt summe somme totale suma razem итого всего 合计 总计 合計 합계")
	footerNotes  = strings.Fields("source sources quelle note notes fuente fonte data generated exported created downloaded © (c) 来源 注")
)

// isFooter reports whether one of the last rows is a total or a note. Before are some rows above it.
func (t *table) isFooter(r numberedRow, before []numberedRow) bool {
	cells := r.filledCells()
	if len(cells) == 0 || isNumber(cells[0]) {
		return false
	}
	first := strings.ToLower(cells[0])
	word, _ := cutAny(first, " :")
	width := len(before[0].filledCells())
	for _, b := range before {
		width = min(width, len(b.filledCells()))
		if c := b.filledCells(); len(c) > 0 && strings.EqualFold(c[0], first) {
			return false
		}
	}
	if slices.Contains(footerNotes, word) && strings.ContainsAny(first, ":©") {
		return t.comma == ' ' || len(cells) < max(2, width)
	}
	if t.comma == ' ' && width < 2 || !slices.Contains(footerTotals, strings.TrimPrefix(word, "grand")) && !strings.HasPrefix(first,
		"grand total") {
		return t.comma != ' ' && len(cells) == 1 && width > 1 && len(strings.Fields(first)) > 2
	}
	numbers := !slices.ContainsFunc(cells[1:], func(s string) bool { return !isNumber(s) })
	texts := slices.ContainsFunc(before[max(0, len(before)-2):], func(b numberedRow) bool {
		return !isNumber(strings.TrimSpace(at(b.cells,
			1)))
	})
	odd := !slices.ContainsFunc(before, func(b numberedRow) bool { return !isNumber(strings.TrimSpace(at(b.cells, 0))) })
	return numbers && (len(cells) < width || texts || odd && width < 3)
}

// blank empties the lines from one on and before another, so that the others keep their numbers.
func (t *table) blank(from, to int) {
	out := make([]byte, 0, len(t.Data))
	for line, s := range lines(t.Data) {
		if line < from || line >= to {
			out = append(out, s...)
		}
		out = append(out, '\n')
	}
	t.Data = out
	t.size = t.measure()
}

// excelText returns what a cell holds that Excel was to take as a text, ="007", and nothing for pandas' name of a column without one.
func excelText(s string) string {
	if s == pandasIndex {
		return ""
	}
	if len(s) > 3 && strings.HasPrefix(s, `="`) && s[len(s)-1] == '"' {
		return s[2 : len(s)-1]
	}
	return s
}

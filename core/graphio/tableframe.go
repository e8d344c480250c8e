package graphio

import (
	"bytes"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// Text around the rows of a table: the line sep=; of Excel, titles above the header, and a footer.

// cutSeparator removes a first line such as sep=; which names the separator for Excel.
// It returns the text without the line, and the separator, 0 without such a line.
func cutSeparator(d []byte) (text []byte, separator rune) {
	line, _ := firstLine(d)
	// A program may have added separators and quotes.
	head := strings.Trim(strings.TrimRight(string(line[:min(len(line), 20)]), ",;"), `"`)
	if len(head) < len("sep=") || !strings.EqualFold(head[:4], "sep=") {
		return d, 0
	}
	text = append([]byte(nil), d[len(line):]...)
	for _, r := range line[4:] {
		if strings.ContainsRune("\t,;|", rune(r)) {
			return text, rune(r)
		}
	}
	return text, 0
}

// pandasIndex is the name that pandas gives a first column without a name.
const pandasIndex = "Unnamed: 0"

// numberedRow is a row of cells with the number of its line.
type numberedRow struct {
	line  int
	cells []string
}

// filledCells returns the cells that are not empty, without surrounding space.
func (r numberedRow) filledCells() (out []string) {
	for _, s := range r.cells {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// Limits of the lines of titles above a header, and of footers.
const (
	maxTitles  = 6
	maxFooters = 3
)

// cutFrame empties the lines of titles and footers. Each adds a doubt, except a title above a header of known words.
func (t *table) cutFrame() {
	if t.isSIF() || t.size.rows < 2 {
		return
	}
	// The first rows and the last rows.
	var head []numberedRow
	for line, cells := range t.allRows() {
		if head = append(head, numberedRow{line, slices.Clone(cells)}); len(head) == maxTitles+4 {
			break
		}
	}
	tail := t.lastRows(maxFooters + 3)
	if n, sure := t.countTitles(head); n > 0 {
		t.blankLines(head[0].line, head[n].line)
		text := "The text " + quote(strings.Join(head[0].filledCells(), " ")) + " above the table was taken as its title"
		t.notes = append(t.notes, text+".")
		if !sure {
			t.doubts = append(t.doubts, Doubt{Rule: "title", Text: text + ": it may be a row."})
		}
	}
	// The first line of a footer ends the table.
	for k := max(0, len(tail)-maxFooters); k < len(tail); k++ {
		if k > 0 && t.isFooter(tail[k], tail[:k]) {
			t.blankLines(tail[k].line, 1+bytes.Count(t.Data, []byte{'\n'})+1)
			text := "The last line, which begins with " + quote(tail[k].filledCells()[0]) + ", was left out"
			t.notes = append(t.notes, text+".")
			t.doubts = append(t.doubts, Doubt{Rule: "footer", Text: text + " as a total or a note: it may be a row."})
			break
		}
	}
}

// lastRows returns the last rows, at most n. It parses only the lines at the end.
func (t *table) lastRows(n int) (tail []numberedRow) {
	d := bytes.TrimRight(t.Data, " \t\n")
	from := len(d)
	// Three lines per row, since lines may be empty.
	for range 3 * n {
		if from = bytes.LastIndexByte(d[:max(from, 0)], '\n'); from < 0 {
			break
		}
	}
	last := *t
	last.Data = d[from+1:]
	// With an odd number of quotes, the first of these lines may be inside a cell.
	if bytes.Count(last.Data, []byte{'"'})%2 == 1 {
		return nil
	}
	above := bytes.Count(d[:from+1], []byte{'\n'})
	for line, cells := range last.allRows() {
		tail = append(tail, numberedRow{line + above, slices.Clone(cells)})
	}
	return tail[max(0, len(tail)-n):]
}

// countTitles returns the number of titles among the first rows head. Titles are rows of one text, or any rows above a known header.
// sure reports that the row below the titles has known words of a header.
func (t *table) countTitles(head []numberedRow) (n int, sure bool) {
	for k := 1; k < min(len(head)-1, maxTitles+1); k++ {
		hasLongWord := slices.ContainsFunc(head[k].cells, func(s string) bool { return len(content.Word(s)) > 3 && knownWord(s) })
		if namedEnds(head[k].cells)[0] < 0 || !hasLongWord {
			continue
		}
		// A row above with as many cells, or with names of ends, is data or the header.
		isRow := func(r numberedRow) bool {
			return len(r.filledCells()) >= len(head[k].filledCells()) && t.separator != ' ' || namedEnds(r.cells)[0] >= 0
		}
		if !slices.ContainsFunc(head[:k], isRow) {
			return k, true
		}
	}
	if t.separator == ' ' {
		return 0, false
	}
	// NodeXL has a row with the names of groups of columns above the header.
	if len(head) > 2 {
		groups, names := len(head[0].filledCells()), len(head[1].filledCells())
		if groups > 0 && 2*groups < names && knownWord(head[1].cells[0]) && strings.TrimSpace(head[0].cells[0]) == "" {
			return 1, true
		}
	}
	// The first rows with at most one text. All rows below must have more.
	for n < len(head) && n <= maxTitles && len(head[n].filledCells()) < 2 {
		n++
	}
	if n == 0 || n > maxTitles || n+1 >= len(head) || slices.ContainsFunc(head[n:],
		func(r numberedRow) bool {
			// A row of a matrix without entries has only its name.
			row := r.filledCells()
			return len(row) < 2 && !(len(row) == 1 && hasWord(head[n].cells, content.Word(row[0]))) && (len(r.cells) < 3 ||
				len(r.cells) != len(head[n].cells) || len(head[0].cells) == len(r.cells))
		}) {
		return 0, false
	}
	// A title has no number, and its text occurs in no row below. It has spaces, or the rows below form a regular table.
	hasSpaces, titles := true, map[string]bool{}
	for _, r := range head[:n] {
		for _, s := range r.filledCells() {
			if isNumber(s) {
				return 0, false
			}
			hasSpaces, titles[s] = hasSpaces && strings.Contains(s, " "), true
		}
	}
	repeated := 0
	for line, cells := range t.allRows() {
		for _, s := range cells {
			repeated += oneIf(line >= head[n].line && titles[strings.TrimSpace(s)])
		}
	}
	var below [][]string
	for _, r := range head[n:] {
		below = append(below, r.cells)
	}
	isRegular := !slices.ContainsFunc(head[n:], func(r numberedRow) bool {
		return len(r.filledCells()) != len(head[n].filledCells()) && (len(r.cells) != len(head[n].cells) || len(head[0].cells) > 1)
	})
	// isMatrix reports that the rows begin with names from the row below the titles.
	isMatrix := len(head) > n+2 && !slices.ContainsFunc(head[n+1:], func(r numberedRow) bool {
		return !slices.Contains(head[n].cells[1:], r.cells[0])
	})
	if repeated > 0 || !hasSpaces && !isRegular && !isMatrix && !isHeader(below) {
		return 0, false
	}
	return n, false
}

// footerTotals are the first words of a last line of totals, footerNotes the first words of a note with a colon.
var (
	footerTotals = strings.Fields("total totals sum sums gesamt summe somme totale suma razem итого всего 合计 总计 合計 합계")
	footerNotes  = strings.Fields("source sources quelle note notes fuente fonte data generated exported created downloaded © (c) 来源 注")
)

// isFooter reports whether r, one of the last rows, is a total or a note. before are the rows above r.
func (t *table) isFooter(r numberedRow, before []numberedRow) bool {
	cells := r.filledCells()
	if len(cells) == 0 || isNumber(cells[0]) {
		return false
	}
	first := strings.ToLower(cells[0])
	word, _ := cutAny(first, " :")
	// width is the smallest number of filled cells above. An id of another row is no footer.
	width := len(before[0].filledCells())
	for _, b := range before {
		width = min(width, len(b.filledCells()))
		if c := b.filledCells(); len(c) > 0 && strings.EqualFold(c[0], first) {
			return false
		}
	}
	if slices.Contains(footerNotes, word) && strings.ContainsAny(first, ":©") {
		return t.separator == ' ' || len(cells) < max(2, width)
	}
	isTotal := slices.Contains(footerTotals, strings.TrimPrefix(word, "grand")) || strings.HasPrefix(first, "grand total")
	// A single text of three or more words is a note.
	if t.separator == ' ' && width < 2 || !isTotal {
		return t.separator != ' ' && len(cells) == 1 && width > 1 && len(strings.Fields(first)) > 2
	}
	// A total has only numbers after its word, and differs from the rows above: fewer cells, or a number where the rows have texts.
	onlyNumbers := !slices.ContainsFunc(cells[1:], func(s string) bool { return !isNumber(s) })
	isText := func(b numberedRow, column int) bool { return !isNumber(strings.TrimSpace(cellAt(b.cells, column))) }
	textsAbove := slices.ContainsFunc(before[max(0, len(before)-2):], func(b numberedRow) bool { return isText(b, 1) })
	numericIDs := !slices.ContainsFunc(before, func(b numberedRow) bool { return isText(b, 0) })
	return onlyNumbers && (len(cells) < width || textsAbove || numericIDs && width < 3)
}

// blankLines empties the lines first to end-1. The other lines keep their numbers.
func (t *table) blankLines(first, end int) {
	out := make([]byte, 0, len(t.Data))
	for line, s := range lines(t.Data) {
		if line < first || line >= end {
			out = append(out, s...)
		}
		out = append(out, '\n')
	}
	t.Data = out
	t.size = t.measure()
}

// excelText returns the text of a cell in the form ="007" of Excel, and "" for pandasIndex. Other cells are returned unchanged.
func excelText(s string) string {
	if s == pandasIndex {
		return ""
	}
	if len(s) > 3 && strings.HasPrefix(s, `="`) && s[len(s)-1] == '"' {
		return s[2 : len(s)-1]
	}
	return s
}

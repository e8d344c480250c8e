package graphio

import (
	"bytes"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// Text around the rows of a table: the line sep=; of Excel, titles above the header, and a footer.
// pandas also gives a first column without a name the name Unnamed: 0.

// cutSeparator removes a first line that names the separator for Excel. It returns the text and the separator, 0 for none.
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

// pandasIndex is the name of an unnamed first column after pandas has read and written a table.
const pandasIndex = "Unnamed: 0"

// numberedRow is a row with its line.
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

// maxTitles limits the title lines above a header, maxFooters the footer lines.
const (
	maxTitles  = 6
	maxFooters = 3
)

// cutFrame empties the lines of titles and footers. A doubt names each, unless the row below a title has known words of a header.
func (t *table) cutFrame() {
	if t.isSIF() || t.size.rows < 2 {
		return
	}
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
	// The first footer line ends the table.
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

// lastRows returns the last rows, at most n, without parsing the rows above.
func (t *table) lastRows(n int) (tail []numberedRow) {
	d := bytes.TrimRight(t.Data, " \t\n")
	from := len(d)
	// Some of the lines may be empty.
	for range 3 * n {
		if from = bytes.LastIndexByte(d[:max(from, 0)], '\n'); from < 0 {
			break
		}
	}
	last := *t
	last.Data = d[from+1:]
	if bytes.Count(last.Data, []byte{'"'})%2 == 1 {
		// A cell may span lines: the cut may be inside it.
		return nil
	}
	above := bytes.Count(d[:from+1], []byte{'\n'})
	for line, cells := range last.allRows() {
		tail = append(tail, numberedRow{line + above, slices.Clone(cells)})
	}
	return tail[max(0, len(tail)-n):]
}

// countTitles returns the number of first rows that are titles: rows of one text, or any rows above known words of a header.
// sure reports that the row below has such words.
func (t *table) countTitles(head []numberedRow) (n int, sure bool) {
	for k := 1; k < min(len(head)-1, maxTitles+1); k++ {
		long := slices.ContainsFunc(head[k].cells, func(s string) bool { return len(content.Word(s)) > 3 && knownWord(s) })
		if cols := namedEnds(head[k].cells); cols[0] >= 0 && long && !slices.ContainsFunc(head[:k], func(r numberedRow) bool {
			return len(r.filledCells()) >= len(head[k].filledCells()) && t.separator != ' ' || namedEnds(r.cells)[0] >= 0
		}) {
			return k, true
		}
	}
	if t.separator == ' ' {
		return 0, false
	}
	// NodeXL has a row with groups of columns above the header.
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
	// A title does not occur in the rows below, and has spaces or stands above a regular table.
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
	for line, cells := range t.allRows() {
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
	// square reports the names of a matrix above and before its rows.
	square := len(head) > n+2 && !slices.ContainsFunc(head[n+1:], func(r numberedRow) bool {
		return !slices.Contains(head[n].cells[1:], r.cells[0])
	})
	if again > 0 || !spaces && !even && !square && !isHeader(below) {
		return 0, false
	}
	return n, false
}

// footerTotals begin a last line of totals as a word, footerNotes begin a note with a colon.
var (
	footerTotals = strings.Fields("total totals sum sums gesamt summe somme totale suma razem итого всего 合计 总计 合計 합계")
	footerNotes  = strings.Fields("source sources quelle note notes fuente fonte data generated exported created downloaded © (c) 来源 注")
)

// isFooter reports whether a last row is a total or a note. before are rows above it.
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
		return t.separator == ' ' || len(cells) < max(2, width)
	}
	if t.separator == ' ' && width < 2 || !slices.Contains(footerTotals, strings.TrimPrefix(word, "grand")) && !strings.HasPrefix(first,
		"grand total") {
		return t.separator != ' ' && len(cells) == 1 && width > 1 && len(strings.Fields(first)) > 2
	}
	numbers := !slices.ContainsFunc(cells[1:], func(s string) bool { return !isNumber(s) })
	texts := slices.ContainsFunc(before[max(0, len(before)-2):], func(b numberedRow) bool {
		return !isNumber(strings.TrimSpace(cellAt(b.cells,
			1)))
	})
	odd := !slices.ContainsFunc(before, func(b numberedRow) bool { return !isNumber(strings.TrimSpace(cellAt(b.cells, 0))) })
	return numbers && (len(cells) < width || texts || odd && width < 3)
}

// blankLines empties the lines from to to-1. The other lines keep their numbers.
func (t *table) blankLines(from, end int) {
	out := make([]byte, 0, len(t.Data))
	for line, s := range lines(t.Data) {
		if line < from || line >= end {
			out = append(out, s...)
		}
		out = append(out, '\n')
	}
	t.Data = out
	t.size = t.measure()
}

// excelText returns the text of a cell written as ="007" for Excel, "" for pandasIndex, and other cells unchanged.
func excelText(s string) string {
	if s == pandasIndex {
		return ""
	}
	if len(s) > 3 && strings.HasPrefix(s, `="`) && s[len(s)-1] == '"' {
		return s[2 : len(s)-1]
	}
	return s
}

package graphio

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// This file removes text around the rows of a table: the line sep=; of Excel, titles above the header, and a footer below the last row.
// A doubt is a reason to ask the user before the graph is used (doubts.go).

// cutSeparator empties a first line such as sep=; in which Excel gives the separator. It returns the new text and the separator.
// Without such a line, the text is unchanged. separator is 0 without such a line, or if the line has no known separator.
func cutSeparator(d []byte) (text []byte, separator rune) {
	const prefix = "sep="
	line, _ := firstLine(d)
	// A program may have added separators and quotes to the line. 20 bytes have room for all of them.
	head := strings.Trim(strings.TrimRight(string(line[:min(len(line), 20)]), ",;"), `"`)
	if len(head) < len(prefix) || !strings.EqualFold(head[:len(prefix)], prefix) {
		return d, 0
	}
	// The line end stays, so that the other lines keep their numbers.
	text = append([]byte(nil), d[len(line):]...)
	for _, c := range line[len(prefix):] {
		if strings.ContainsRune("\t,;|", rune(c)) {
			return text, rune(c)
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
		out = appendNonEmpty(out, strings.TrimSpace(s))
	}
	return out
}

// maxTitles limits the rows of titles above a header, and maxFooters the rows of a footer.
const (
	maxTitles  = 6
	maxFooters = 3
)

// cutFrame empties the lines of titles and of a footer. The titles and the footer add a note and a doubt each, but titles above a header of
// known words add no doubt. A file in SIF, a format of Cytoscape, and a table of a single row are unchanged.
func (t *table) cutFrame() {
	if t.isSIF() || t.size.rows < 2 {
		return
	}
	// head has the rows that may be titles, and rowsBelow more. tail has the rows that may be a footer, and rowsAbove more.
	const rowsBelow, rowsAbove = 4, 3
	var head []numberedRow
	for line, cells := range t.allRows() {
		head = append(head, numberedRow{line, slices.Clone(cells)})
		if len(head) == maxTitles+rowsBelow {
			break
		}
	}
	tail := t.lastRows(maxFooters + rowsAbove)
	if n, sure := t.countTitles(head); n > 0 {
		t.blankLines(head[0].line, head[n].line)
		// title is the first row with a text. Excel may write only empty rows above the table.
		var title string
		for _, r := range head[:n] {
			title = cmp.Or(title, strings.Join(r.filledCells(), " "))
		}
		text := "The text " + quote(title) + " above the table was taken as its title"
		t.notes = appendNote(t.notes, title != "", text+".")
		if title != "" && !sure {
			t.doubts = append(t.doubts, Doubt{Rule: "title", Text: text + ": it may be a row."})
		}
	}
	// The first row of a footer ends the table, unless further rows are below it.
	for k := max(0, len(tail)-maxFooters); k < len(tail); k++ {
		isRow := func(r numberedRow) bool { return t.isRowBelow(r, tail[:k]) }
		// A footer has a row above it.
		if k > 0 && t.isFooter(tail[k], tail[:k]) && !slices.ContainsFunc(tail[k+1:], isRow) {
			lineCount := bytes.Count(t.Data, []byte{'\n'}) + 1
			t.blankLines(tail[k].line, lineCount+1)
			begin := quote(tail[k].filledCells()[0])
			text := "The last line, which begins with " + begin + ", was left out"
			if n := len(tail) - k; n > 1 {
				text = fmt.Sprintf("The last %d lines, of which the first begins with %s, were left out", n, begin)
			}
			t.notes = append(t.notes, text+".")
			t.doubts = append(t.doubts, Doubt{Rule: "footer", Text: text + " as a total or a note: it may be a row."})
			break
		}
	}
}

// lastRows returns the last rows, at most n. It parses only the lines at the end of the text.
// If the first of these lines may be inside a cell, lastRows returns nil.
func (t *table) lastRows(n int) (tail []numberedRow) {
	d := bytes.TrimRight(t.Data, " \t\n")
	// start is the offset of the last lines. Three lines per row leave room for empty lines. More empty lines give fewer than n rows.
	start := len(d)
	for range 3 * n {
		lineEnd := bytes.LastIndexByte(d[:max(start-1, 0)], '\n')
		start = lineEnd + 1
		if lineEnd < 0 {
			break
		}
	}
	// end is a copy of the table with only the last lines.
	end := *t
	end.Data = d[start:]
	hasOpenQuote := bytes.Count(end.Data, []byte{'"'})%2 == 1
	if hasOpenQuote {
		return nil
	}
	// Lines of the copy are numbered from 1.
	linesAbove := bytes.Count(d[:start], []byte{'\n'})
	for line, cells := range end.allRows() {
		tail = append(tail, numberedRow{line + linesAbove, slices.Clone(cells)})
	}
	return tail[max(0, len(tail)-n):]
}

// countTitles returns the number of titles at the beginning of head, the first rows of the table. Titles are any rows above a header of
// known words or, with enough evidence, rows of at most one text. sure reports that a header of known words is below the titles.
func (t *table) countTitles(head []numberedRow) (n int, sure bool) {
	if rows := t.countRowsAboveHeader(head); rows > 0 {
		return rows, true
	}
	// White space separates the words of a title, which then looks like any row.
	if t.separator == ' ' {
		return 0, false
	}
	for n < len(head) && n <= maxTitles && len(head[n].filledCells()) < 2 {
		n++
	}
	// There is no title, there are too many titles, or fewer than two rows are below them.
	if n == 0 || n > maxTitles || n+1 >= len(head) {
		return 0, false
	}
	// top is the row below the titles. below has top and the rows of head after top.
	top, below := head[n], head[n:]
	canBeTitle := func(r numberedRow) bool {
		filled := r.filledCells()
		if len(filled) >= 2 {
			return false
		}
		// A row of a matrix without entries has only its name, which is also above a column.
		isNodeName := len(filled) == 1 && hasWord(top.cells, content.Word(filled[0]))
		// A row with all cells of the table, most of them empty, is no title if the first title has another number of cells.
		hasAllCells := len(r.cells) >= 3 && len(r.cells) == len(top.cells) && len(r.cells) != len(head[0].cells)
		return !isNodeName && !hasAllCells
	}
	// If a row below may be a title, too, rows of one text belong to the table.
	if slices.ContainsFunc(below, canBeTitle) {
		return 0, false
	}
	// A title has no number, and its text occurs in no row below.
	hasSpaces, titles := true, map[string]bool{}
	for _, r := range head[:n] {
		for _, s := range r.filledCells() {
			if isNumber(s) {
				return 0, false
			}
			hasSpaces = hasSpaces && strings.Contains(s, " ")
			titles[s] = true
		}
	}
	for line, cells := range t.allRows() {
		isTitle := func(s string) bool { return titles[strings.TrimSpace(s)] }
		if line >= top.line && slices.ContainsFunc(cells, isTitle) {
			return 0, false
		}
	}
	// Titles with spaces need no further evidence.
	if hasSpaces || t.isTableBelow(below, len(head[0].cells)) {
		return n, false
	}
	return 0, false
}

// countRowsAboveHeader returns the number of rows above the header, among the first rows head.
// The header is a row that names both ends of an edge, and at least one of its cells is a known word of more than three bytes.
// The result is 1 for the row with groups of columns that NodeXL writes above the header.
// It is 0 if head has no such header, or if the rows above are rows of the table.
func (t *table) countRowsAboveHeader(head []numberedRow) int {
	// Words of up to three bytes, such as id and to, may also be data.
	isLongWord := func(s string) bool { return len(content.Word(s)) > 3 && knownWord(s) }
	// A header has at most maxTitles rows above it, and at least one row below it.
	for k := 1; k < min(len(head)-1, maxTitles+1); k++ {
		namesEnds := namedEnds(head[k].cells)[0] >= 0
		if !namesEnds || !slices.ContainsFunc(head[k].cells, isLongWord) {
			continue
		}
		// A row above is data or the header if it names ends, or if it has at least as many filled cells as row k.
		// With white space between cells, a title has as many cells as words, and their number is no evidence.
		isRow := func(r numberedRow) bool {
			hasAllCells := t.separator != ' ' && len(r.filledCells()) >= len(head[k].filledCells())
			return hasAllCells || namedEnds(r.cells)[0] >= 0
		}
		if !slices.ContainsFunc(head[:k], isRow) {
			return k
		}
	}
	if t.separator == ' ' || len(head) < 3 {
		return 0
	}
	// In the row of NodeXL, the first cell is empty, and fewer than half as many cells are filled as in the header.
	groups, names := len(head[0].filledCells()), len(head[1].filledCells())
	areGroups := groups > 0 && 2*groups < names && strings.TrimSpace(head[0].cells[0]) == ""
	return oneIf(areGroups && knownWord(head[1].cells[0]))
}

// isTableBelow reports whether the rows below titles are evidently a table: a regular table, a matrix, or rows below a header.
// titleWidth is the number of cells of the first title.
func (t *table) isTableBelow(below []numberedRow, titleWidth int) bool {
	top := below[0]
	isIrregular := func(r numberedRow) bool {
		// Below a title of a single cell, a row with as many cells as top may have empty cells.
		cannotHaveEmptyCells := len(r.cells) != len(top.cells) || titleWidth > 1
		return len(r.filledCells()) != len(top.filledCells()) && cannotHaveEmptyCells
	}
	if !slices.ContainsFunc(below, isIrregular) {
		return true
	}
	// The rows of a matrix begin with names from top.
	hasOtherName := func(r numberedRow) bool { return !slices.Contains(top.cells[1:], r.cells[0]) }
	isMatrix := len(below) > 2 && !slices.ContainsFunc(below[1:], hasOtherName)
	var rows [][]string
	for _, r := range below {
		rows = append(rows, r.cells)
	}
	return isMatrix || isHeader(rows)
}

// footerTotals are the first words of a last line of totals. footerNotes are the first words of a note with a colon or the mark ©.
var (
	footerTotals = strings.Fields("total totals sum sums gesamt summe somme totale suma razem итого всего 合计 总计 合計 합계")
	footerNotes  = strings.Fields("source sources quelle note notes fuente fonte data generated exported created downloaded © (c) 来源 注")
)

// isFooter reports whether r, one of the last rows, is a total or a note. above has at least one of the rows above r.
func (t *table) isFooter(r numberedRow, above []numberedRow) bool {
	cells := r.filledCells()
	// A footer begins with a word.
	if len(cells) == 0 || isNumber(cells[0]) {
		return false
	}
	first := strings.ToLower(cells[0])
	// word is the first word of the first cell.
	word, _ := cutAny(first, " :：")
	// width is the smallest number of filled cells in the rows above.
	width := len(above[0].filledCells())
	for _, row := range above {
		filled := row.filledCells()
		width = min(width, len(filled))
		// If a row above begins with the same cell, the cell is an id.
		if len(filled) > 0 && strings.EqualFold(filled[0], first) {
			return false
		}
	}
	isNote := slices.Contains(footerNotes, word) && strings.ContainsAny(first, ":：©")
	// A note has fewer cells than a row. With white space between cells, their number is no evidence.
	if isNote {
		return t.separator == ' ' || len(cells) < max(2, width)
	}
	// Grand total may be one word or two words.
	isTotal := slices.Contains(footerTotals, strings.TrimPrefix(word, "grand")) || strings.HasPrefix(first, "grand total")
	// With white space between cells, and a row of one word above, the word total may be an id.
	isWordList := t.separator == ' ' && width < 2
	if !isTotal || isWordList {
		// A single text of three or more words is a note if all rows above have several cells.
		isSentence := len(cells) == 1 && len(strings.Fields(first)) > 2
		return isSentence && t.separator != ' ' && width > 1
	}
	// A total has only numbers after its word.
	if slices.ContainsFunc(cells[1:], func(s string) bool { return !isNumber(s) }) {
		return false
	}
	// A total differs from the rows above: it has fewer cells, or one of the two rows above has no number in the second column.
	// If some row above has at most two cells, it suffices that the first cells of all rows above are numbers.
	isText := func(row numberedRow, column int) bool { return !isNumber(strings.TrimSpace(cellAt(row.cells, column))) }
	hasTextsAbove := slices.ContainsFunc(above[max(0, len(above)-2):], func(row numberedRow) bool { return isText(row, 1) })
	hasNumericIDs := !slices.ContainsFunc(above, func(row numberedRow) bool { return isText(row, 0) })
	isBelowIDs := hasNumericIDs && width < 3
	return len(cells) < width || hasTextsAbove || isBelowIDs
}

// isRowBelow reports whether r, below a footer, has as many filled cells as one of the rows above the footer, and is no footer.
func (t *table) isRowBelow(r numberedRow, above []numberedRow) bool {
	hasLength := func(row numberedRow) bool { return len(row.filledCells()) == len(r.filledCells()) }
	return slices.ContainsFunc(above, hasLength) && !t.isFooter(r, above)
}

// blankLines empties the lines first to end-1, counted from 1, and measures the table again. The other lines keep their numbers.
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

// excelText returns the text 007 of a cell in the form ="007", in which programs write texts for Excel. It returns "" for pandasIndex.
// Any other cell is returned unchanged.
func excelText(s string) string {
	if s == pandasIndex {
		return ""
	}
	if len(s) > 3 && strings.HasPrefix(s, `="`) && s[len(s)-1] == '"' {
		return s[2 : len(s)-1]
	}
	return s
}

package graphio

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// This file removes text around the cells of tables, and the numbers of nodes and edges above the rows.
// openTable (tableshape.go) calls cleanRows. Other files test and rewrite rows with firstRowsMatch and mapRows.
// A doubt is a reason to ask the user before the graph is used (doubts.go).

// cleanRows returns the text d of a table as rows of cells. A table below a header with commas loses only its comments after //.
// From any other text cleanRows also removes marks, rules and frames. It rewrites a triangle as a matrix, printed entries of a sparse
// matrix as rows, and lines with arrows, sentences or lists as pairs (t.rewritten), possibly with doubts.
// Arrows with a direction make the edges directed (t.declared).
func (t *table) cleanRows(d []byte) []byte {
	d = withoutSlashComments(d)
	// Below a header, a cell that looks like a list or a sentence stays as it is.
	if startsWithHeader(d) {
		return d
	}
	d = printedRows(plainMarks(d))
	// A row of Markdown has bars at both ends. The line of hyphens below the header is removed.
	isFramed := func(s string) bool { return len(s) > 2 && s[0] == '|' && s[len(s)-1] == '|' }
	removeFrame := func(s string) string {
		if strings.Trim(s, "|-: ") == "" {
			return ""
		}
		return strings.TrimSpace(plainCells(s[1 : len(s)-1]))
	}
	if firstRowsMatch(d, isFramed) {
		d = mapRows(d, removeFrame, isFramed)
	}
	// The first form that matches gives the result. The first of these forms is a triangle of numbers.
	if rows := triangleRows(d); rows != nil {
		return rows
	}
	// For the other forms, pairs in one line become one line each. Headings, the marks of bold names and list marks are removed.
	d = cutRowMarks(boldNames(t.withoutHeadings(splitPairs(d))))
	isMatrixEntry := func(s string) bool { _, ok := entryRow(s); return ok }
	rewriteEntry := func(s string) string { row, _ := entryRow(s); return row }
	if firstRowsMatch(d, isMatrixEntry) {
		return mapRows(d, rewriteEntry, isMatrixEntry)
	}
	if firstRowsMatch(d, isTuple) {
		t.bracketed = true
		return mapRows(d, tupleRows, isTuple)
	}
	if rows, directed, doubts := arrowRows(d); rows != nil {
		t.declared.directed = t.declared.directed || directed
		t.rewritten = true
		t.doubts = append(t.doubts, doubts...)
		return rows
	}
	// Sentences. In SIF, a format of Cytoscape, three words are an edge and no sentence.
	if rows, doubts := sentenceRows(d); rows != nil && !t.isSIF() {
		t.rewritten = true
		t.doubts = append(t.doubts, doubts...)
		return rows
	}
	// The last form is lists after colons. Lines of words may give a doubt.
	t.doubtSentences(d)
	return t.colonRows(d)
}

// withoutSlashComments empties comment lines, which are // alone or begin with // and white space. It also cuts rows at their last " // ".
// If no line begins with //, the text is returned unchanged: " // " may then belong to a cell.
func withoutSlashComments(d []byte) []byte {
	hasComments := bytes.HasPrefix(d, []byte("//")) || bytes.Contains(d, []byte("\n//"))
	if !hasComments {
		return d
	}
	isComment := func(s string) bool { return s == "//" || strings.HasPrefix(s, "// ") || strings.HasPrefix(s, "//\t") }
	hasRemark := func(s string) bool { return strings.LastIndex(s, " // ") > 0 }
	d = mapRows(d, func(string) string { return "" }, isComment)
	return mapRows(d, func(s string) string { return s[:strings.LastIndex(s, " // ")] }, hasRemark)
}

// startsWithHeader reports whether the text has a header with commas: the first column of the first row is named as ids or sources,
// and each of the next rows that firstRowsMatch tests has at least as many commas as the first row.
func startsWithHeader(d []byte) bool {
	// headerCommas is the number of commas in the first row. It is 0 until this row is tested.
	headerCommas := 0
	return firstRowsMatch(d, func(s string) bool {
		commas := strings.Count(s, ",")
		if headerCommas > 0 {
			return commas >= headerCommas
		}
		headerCommas = commas
		first, _, _ := strings.Cut(s, ",")
		isEnd := headerIndex([]string{first}, idKeys) == 0 || headerIndex([]string{first}, sourceKeys) == 0
		return commas > 0 && isEnd
	})
}

// entryRow returns an entry of a sparse matrix as a row with tabs. MATLAB and SciPy print an entry in the form "(row,column) value".
// ok is false if the line has another form.
func entryRow(s string) (row string, ok bool) {
	position, after, isClosed := strings.Cut(strings.TrimSpace(s), ")")
	left, right, hasComma := strings.Cut(position, ",")
	hasBrackets := isClosed && hasComma && position[0] == '('
	i, j, value := strings.TrimPrefix(left, "("), strings.TrimLeft(right, " "), strings.TrimSpace(after)
	isIndex := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	_, err := strconv.ParseFloat(value, 64)
	if err != nil || !hasBrackets || !isIndex(i) || !isIndex(j) {
		return "", false
	}
	return i + "\t" + j + "\t" + value, true
}

// plainCells removes the marks of bold and code around whole cells in a row of Markdown.
func plainCells(s string) string {
	cells := strings.Split(s, "|")
	for k, cell := range cells {
		text := strings.TrimSpace(cell)
		for _, mark := range []string{"**", "__", "`"} {
			n := len(mark)
			encloses := strings.HasPrefix(text, mark) && strings.HasSuffix(text, mark) && strings.Count(text, mark) == 2
			if len(text) > 2*n && encloses {
				cells[k] = " " + text[n:len(text)-n] + " "
			}
		}
	}
	return strings.Join(cells, "|")
}

// unifyQuotes replaces single quotes by double quotes if all cells of the first rows are in single quotes, and at least two cells are.
// Numbers and the cells of the first row, which may be a header, need no quotes. Any other text is returned unchanged.
func unifyQuotes(d []byte, separator rune) []byte {
	// A text with double quotes uses single quotes as apostrophes.
	if bytes.IndexByte(d, '"') >= 0 || bytes.IndexByte(d, '\'') < 0 {
		return d
	}
	// quoted is the number of cells in quotes.
	rows, quoted := 0, 0
	allInQuotes := firstRowsMatch(d, func(s string) bool {
		rows++
		for _, cell := range strings.Split(s, string(separator)) {
			c := strings.TrimSpace(cell)
			inQuotes := len(c) > 1 && c[0] == '\'' && c[len(c)-1] == '\'' && strings.Count(c, "'") == 2
			quoted += oneIf(inQuotes)
			needsQuotes := rows > 1 && !isNumber(c)
			if needsQuotes && !inQuotes {
				return false
			}
		}
		return true
	})
	// A single quoted cell may be a name with apostrophes.
	if !allInQuotes || quoted < 2 {
		return d
	}
	return bytes.ReplaceAll(d, []byte{'\''}, []byte{'"'})
}

// checkQuotes parses a table with quotes. If quotes are not balanced, they become letters (t.lazyQuotes), and it parses the table again.
// If the table cannot be parsed again, or then has a cell of several lines, checkQuotes returns an error.
// A table separated by white space needs no check, because splitFields accepts any quotes.
func (t *table) checkQuotes() error {
	if t.separator == ' ' || bytes.IndexByte(t.Data, '"') < 0 {
		return nil
	}
	for range t.allRows() {
		// The iterator sets t.readErr.
	}
	quoteErr := t.readErr
	if quoteErr == nil {
		return nil
	}
	t.lazyQuotes, t.readErr = true, nil
	hasLineEnd := func(s string) bool { return strings.IndexByte(s, '\n') >= 0 }
	for _, cells := range t.allRows() {
		if slices.ContainsFunc(cells, hasLineEnd) {
			return quoteErr
		}
	}
	return t.readErr
}

// firstRowsMatch reports whether the text has at least two rows, and the first twenty rows satisfy the condition matches.
// A row of more than 4*MaxName bytes satisfies no condition. Blank lines and comments are no rows.
func firstRowsMatch(d []byte, matches func(s string) bool) bool {
	const testedRows, maxRow = 20, 4 * MaxName
	rows := 0
	for _, s := range contentLines(d, "#%") {
		if rows == testedRows {
			break
		}
		rows++
		if len(s) > maxRow || !matches(string(s)) {
			return false
		}
	}
	return rows > 1
}

// mapRows returns the text with change applied to every line that satisfies the condition matches, blank lines included.
// A comment, which begins with # or %, stays as it is.
// Both functions receive the line without surrounding space. Any other line is unchanged. Every line of the result has a line end.
func mapRows(d []byte, change func(s string) string, matches func(s string) bool) []byte {
	out := make([]byte, 0, len(d))
	for _, s := range lines(d) {
		text := strings.TrimSpace(string(s))
		isComment := text != "" && strings.IndexByte("#%", text[0]) >= 0
		if !isComment && matches(text) {
			out = append(out, change(text)...)
		} else {
			out = append(out, s...)
		}
		out = append(out, '\n')
	}
	return out
}

// countLines returns the number of first rows that have the numbers of nodes and edges. It returns 0, 0, 0 if the table has no such rows.
// For n nodes and m edges, a single row has n, m (files of the Biq Mac library) or n, n, m (matrices).
// Two rows have n and m (files of the book Algorithms). The numbers must agree with the rows below.
// first is the smallest id that a node may have, 0 or 1, and nodes is the number of nodes.
func (t *table) countLines() (rows int, first, nodes int64) {
	// Numbers with an arrow or in brackets are an edge.
	isMarked := t.rewritten || t.bracketed
	if t.header != nil || isMarked || t.size.rows < 3 || len(t.rows) < 3 {
		return 0, 0, 0
	}
	// numbers has the numbers of the first row, or of the first two rows if each has a single number.
	var numbers []int64
	for k, row := range t.rows[:2] {
		haveOneNumber := len(row) == 1 && len(numbers) == 1
		mayCount := k == 0 || haveOneNumber
		if !mayCount || len(row) > 3 {
			break
		}
		rows++
		for _, s := range row {
			v, why := parseID([]byte(strings.TrimSpace(s)))
			if why != "" {
				return 0, 0, 0
			}
			numbers = append(numbers, v)
		}
	}
	// The first number counts the nodes, at least two.
	if len(numbers) < 2 || numbers[0] < 2 || numbers[0] > MaxNodes {
		return 0, 0, 0
	}
	n, m := numbers[0], numbers[len(numbers)-1]
	// A matrix has as many rows as columns.
	if len(numbers) == 3 && numbers[1] != n {
		return 0, 0, 0
	}
	// smallest and largest are the limits of the ids in the edges.
	rowNumber, smallest, largest := 0, n, int64(0)
	for _, cells := range t.allRows() {
		rowNumber++
		if rowNumber <= rows {
			continue
		}
		for c := range 2 {
			id, why := parseID([]byte(strings.TrimSpace(cellAt(cells, c))))
			if why != "" || id > n {
				return 0, 0, 0
			}
			smallest, largest = min(smallest, id), max(largest, id)
		}
	}
	// isExact reports that the ids begin with 0 or 1, and that the first and the last node are ends of edges.
	countsFrom0, countsFrom1 := smallest == 0 && largest == n-1, smallest == 1 && largest == n
	isExact := countsFrom0 || countsFrom1
	// The first rows are certainly no edges if they have three numbers, one number each, or fewer cells than the rows below.
	// Then the ids of the edges need only be in the range: the first or the last node may have no edges.
	hasFewerCells := t.size.most > len(numbers) && t.size.least == len(numbers)
	isNoEdge := len(numbers) == 3 || rows == 2 || hasFewerCells
	// Ids from 0 to n would be n+1 nodes.
	isOneTooMany := smallest == 0 && largest == n
	inRange := largest <= n && !isOneTooMany
	hasEdgeCount := m == int64(t.size.rows-rows)
	agreesInRange := isNoEdge && inRange
	if hasEdgeCount && (isExact || agreesInRange) {
		// A smallest id above 1 means ids from 1, without an edge at node 1.
		return rows, min(smallest, 1), n
	}
	return 0, 0, 0
}

// cutCountLines removes the rows of countLines. It adds all nodes, and a note, to the assembly, which collects the graph (assemble.go).
func (t *table) cutCountLines(a *assembly) {
	rows, first, n := t.countLines()
	if rows == 0 {
		return
	}
	// remaining is the number of rows that are still to be removed. end is the offset in the text after the last removed row.
	remaining, end := rows, 0
	for _, s := range lines(t.Data) {
		if remaining == 0 {
			break
		}
		end += len(s) + 1
		text := bytes.TrimSpace(s)
		isComment := len(text) > 0 && strings.IndexByte(t.comments(), text[0]) >= 0
		if len(text) > 0 && !isComment {
			remaining--
		}
	}
	// Empty lines replace the removed lines, so that the other lines keep their numbers.
	emptyLines := bytes.Repeat([]byte{'\n'}, bytes.Count(t.Data[:end], []byte{'\n'}))
	t.Data = slices.Concat(emptyLines, t.Data[end:])
	t.size = t.measure()
	t.rows = t.rows[rows:]
	t.width = len(t.rows[0])
	a.notes = append(a.notes, fmt.Sprintf("%s the numbers of nodes and edges, %d and %d, and no edge.",
		words.Either(rows == 1, "The first line has", "The first two lines have"), n, t.size.rows))
	// The ids first to first+n-1: the first argument is the number before them. An error would name line 1.
	a.addNumberedNodes(first-1, first+n-1, 1)
}

// sharedColumns reports whether the ends of the edges are in the second and the third column, after times, scores or line numbers.
// Their common ids must be at least half of the ids of the column with fewer ids. The first column must have none of their ids.
// Every row must have at least three cells, and the second column at least three ids.
// The third column must have no numbers with a fraction or a sign.
func (t *table) sharedColumns() bool {
	const maxRows = 2000
	if t.width < 3 || t.size.least < 3 {
		return false
	}
	// sets are the values of the first three columns.
	sets := [3]map[string]bool{{}, {}, {}}
	rows := 0
	for _, cells := range t.bodyRows() {
		for c := range min(len(sets), len(cells)) {
			sets[c][strings.Clone(strings.TrimSpace(cells[c]))] = true
		}
		rows++
		// At most maxRows+1 rows are compared. The header counts as one of them.
		if rows > maxRows-oneIf(t.header != nil) {
			break
		}
	}
	// shared is the number of ids in both the second and the third column.
	shared := 0
	for id := range sets[1] {
		if sets[0][id] {
			return false
		}
		shared += oneIf(sets[2][id])
	}
	// Numbers with a fraction or a sign are quantities and no ids.
	for id := range sets[2] {
		if sets[0][id] || isFraction(id) {
			return false
		}
	}
	// t.size counts separators without parsing, but t.rows are parsed: they show whether a row has fewer cells.
	isShort := func(row []string) bool { return len(row) < 3 }
	if len(sets[1]) < 3 || slices.ContainsFunc(t.rows, isShort) {
		return false
	}
	return 2*shared >= min(len(sets[1]), len(sets[2]))
}

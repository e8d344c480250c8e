package graphio

import (
	"bytes"
	"strings"
)

// This file splits the rows of tables at white space, recognises ids that begin with #, and measures the extent of a table.
// openTable (tableshape.go) and the iterators over rows (tableiterate.go) use it.

// hasHashIDs reports whether ids begin with #, such as hashtags. Lines with such ids are not comments.
// The evidence is an id with # in a second column, or at least two lines of several cells that begin with such an id, if they are more
// than half of the lines. Only the first maxRows lines that are no comments (isComment) are tested.
func hasHashIDs(d []byte) bool {
	const maxRows = 200
	rows, hashed := 0, 0
	for _, s := range contentLines(d, "%") {
		if isComment(s) {
			continue
		}
		if rows == maxRows {
			break
		}
		rows++
		// end is the index after the first cell.
		end := bytes.IndexAny(s, "\t,; |")
		if end < 0 {
			continue
		}
		// second is the line from the second cell on. If it has a space, its # may begin a comment.
		second := bytes.TrimLeft(s[end:], "\t,; |\"")
		isID := len(second) > 1 && second[0] == '#' && !isComment(second) && !bytes.ContainsAny(second, " ")
		if isID {
			return true
		}
		if s[0] == '#' {
			// A number after # may be a count in a comment, and is no evidence.
			_, why := parseID(s[1:end])
			hashed += oneIf(why != "")
		}
	}
	return hashed >= 2 && 2*hashed > rows
}

// isComment reports whether a line is a comment in a table whose ids begin with #. A space, a tab, another #, a ! or nothing follows the #.
// The line is not empty.
func isComment(s []byte) bool {
	return s[0] == '#' && (len(s) == 1 || strings.IndexByte(" \t#!", s[1]) >= 0)
}

// blankComments returns the text d with an empty line in place of each comment (isComment). The ids of d begin with #.
func blankComments(d []byte) []byte {
	out := make([]byte, 0, len(d))
	for _, s := range lines(d) {
		text := bytes.TrimSpace(s)
		if len(text) == 0 || !isComment(text) {
			out = append(out, s...)
		}
		out = append(out, '\n')
	}
	return out
}

// dictionaryStart returns the offset of a Python dictionary at the end of a line, after a space or a separator.
// NetworkX writes attributes in this form. Without such a dictionary, dictionaryStart returns the length of the line.
func dictionaryStart(line string) int {
	if !strings.HasSuffix(line, "}") {
		return len(line)
	}
	for _, start := range []string{"{'", "{}", `{"`} {
		if k := strings.Index(line, start); k > 0 && strings.IndexByte(" \t,;|", line[k-1]) >= 0 {
			return k
		}
	}
	return len(line)
}

// splitFields splits a line at white space outside double quotes and outside a dictionary at its end.
func splitFields(line string) []string {
	if strings.IndexByte(line, '"') < 0 && strings.IndexByte(line, '{') < 0 {
		return strings.Fields(line)
	}
	const space = " \t\v\f"
	end := dictionaryStart(line)
	dictionary := line[end:]
	var out []string
	// tail is the part of the line that is not yet split.
	for tail := strings.TrimLeft(line[:end], space); tail != ""; tail = strings.TrimLeft(tail, space) {
		var cell string
		if tail[0] == '"' {
			cell, tail = quotedField(tail)
		} else {
			cell, tail = cutAny(tail, space)
		}
		out = append(out, cell)
	}
	// The dictionary is a single cell.
	if dictionary != "" {
		out = append(out, dictionary)
	}
	return out
}

// countFields returns the number of cells that splitFields returns, if all white space in the line is ASCII.
// It allocates memory only for lines with quotes or braces.
func countFields(s []byte) (n int) {
	if bytes.IndexByte(s, '"') >= 0 || bytes.IndexByte(s, '{') >= 0 {
		return len(splitFields(string(s)))
	}
	// isInCell reports that the last character belongs to a cell.
	isInCell := false
	for _, c := range s {
		isSpace := c == ' ' || c == '\t' || c == '\v' || c == '\f'
		n += oneIf(!isSpace && !isInCell)
		isInCell = !isSpace
	}
	return n
}

// quotedField splits a line that begins with a double quote into the text between the quotes and the rest of the line.
// Two quotes, or a backslash and a quote, mean one quote. If the closing quote is missing, the text ends at a space or a tab, and keeps the
// opening quote.
func quotedField(line string) (text, rest string) {
	var b []byte
	for k := 1; k < len(line); k++ {
		// The text continues up to a quote that is neither doubled nor after a backslash.
		c := line[k]
		precedesQuote := k+1 < len(line) && line[k+1] == '"'
		switch {
		case precedesQuote && (c == '\\' || c == '"'):
			k++
			b = append(b, '"')
		case c == '"':
			return string(b), line[k+1:]
		default:
			b = append(b, c)
		}
	}
	// The closing quote is missing.
	return cutAny(line, " \t")
}

// extent is the size of a table.
type extent struct {
	// rows is the number of rows. least and most are the numbers of cells in the shortest and the longest row. An empty cell after the last
	// separator of a row does not count.
	rows, least, most int
	// short reports that the first row has one cell less than every other row. A table of one row is not short, and neither is a table in
	// which only the first row ends in a separator: the name of its last column is empty.
	short bool
}

// measure returns the extent of the table. It counts separators and parses no cell. Blank lines and comments are no rows.
// A cell in quotes may contain line ends, unless white space separates the cells.
func (t *table) measure() extent {
	e := extent{}
	// first and second are the numbers of cells in the first two rows. isUneven reports another number than second in a later row.
	first, second, isUneven := 0, 0, false
	// firstEnds and secondEnds report that the first and the second row end in a separator.
	var firstEnds, secondEnds bool
	// cells is the number of cells in the current row. inQuotes reports that the row continues within a quoted cell.
	cells, inQuotes := 0, false
	for _, line := range lines(t.Data) {
		s := bytes.TrimRight(line, " \n")
		if !inQuotes {
			if len(bytes.TrimSpace(s)) == 0 {
				continue
			}
			// If t.hash is set, # begins an id.
			isHashComment := s[0] == '#' && !t.hash
			isCommentLine := s[0] == '%' || isHashComment
			if isCommentLine {
				continue
			}
		}
		if t.separator == ' ' {
			cells = countFields(s)
		} else {
			if !inQuotes {
				cells = 1
			}
			// The commas in a dictionary at the end of the row separate no cells.
			for _, c := range s[:dictionaryStart(string(s))] {
				switch {
				case c == '"' && !t.lazyQuotes:
					inQuotes = !inQuotes
				case !inQuotes && rune(c) == t.separator:
					cells++
				}
			}
			// The row continues in the next line.
			if inQuotes {
				continue
			}
		}
		// No cell follows a final separator.
		endsInSeparator := t.separator != ' ' && len(s) > 0 && rune(s[len(s)-1]) == t.separator
		cells -= oneIf(endsInSeparator)
		e.rows++
		if e.rows == 1 {
			first, firstEnds, e.least, e.most = cells, endsInSeparator, cells, cells
			continue
		}
		if e.rows == 2 {
			second, secondEnds = cells, endsInSeparator
		}
		isUneven = isUneven || cells != second
		e.least, e.most = min(e.least, cells), max(e.most, cells)
	}
	hasEmptyName := firstEnds && !secondEnds
	e.short = e.rows > 1 && !isUneven && !hasEmptyName && second == first+1
	return e
}

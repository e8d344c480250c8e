package graphio

import (
	"bytes"
	"strings"
)

// Cells of tables separated by white space, ids that begin with #, and the extent of a table.

// hasHashIDs reports whether ids begin with #, such as hashtags. Lines with such ids are not comments.
// The evidence is such an id in a second column, or # at the begin of most lines with several cells.
func hasHashIDs(d []byte) bool {
	rows, hashed := 0, 0
	for _, s := range contentLines(d, "%") {
		if isComment(s) {
			continue
		}
		// Two hundred lines suffice.
		if rows == 200 {
			break
		}
		rows++
		firstEnd := bytes.IndexAny(s, "\t,; |")
		if firstEnd < 0 {
			continue
		}
		// An id in the second column is certain evidence.
		second := bytes.TrimLeft(s[firstEnd:], "\t,; |\"")
		if len(second) > 1 && second[0] == '#' && !isComment(second) && !bytes.ContainsAny(second, " ") {
			return true
		}
		// A number after # may be a comment on a count.
		if s[0] == '#' {
			if _, why := parseID(s[1:firstEnd]); why != "" {
				hashed++
			}
		}
	}
	return hashed >= 2 && 2*hashed > rows
}

// isComment reports whether a line is a comment in a table whose ids begin with #. A space, # or ! follows the #.
func isComment(s []byte) bool {
	return s[0] == '#' && (len(s) == 1 || strings.IndexByte(" \t#!", s[1]) >= 0)
}

// blankComments returns a text whose ids begin with #, with empty lines in place of comments.
func blankComments(d []byte) []byte {
	out := make([]byte, 0, len(d))
	for _, s := range lines(d) {
		if t := bytes.TrimSpace(s); len(t) == 0 || !isComment(t) {
			out = append(out, s...)
		}
		out = append(out, '\n')
	}
	return out
}

// dictionaryStart returns the offset of a Python dictionary at the end of a line: NetworkX writes attributes in this form.
// Without a dictionary it returns the length of the line.
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
	// The dictionary is a single cell.
	end := dictionaryStart(line)
	line, last := line[:end], line[end:]
	var out []string
	for {
		if line = strings.TrimLeft(line, " \t\v\f"); line == "" {
			break
		}
		var text string
		if line[0] == '"' {
			text, line = quotedField(line)
		} else {
			text, line = cutAny(line, " \t\v\f")
		}
		out = append(out, text)
	}
	if last != "" {
		out = append(out, last)
	}
	return out
}

// countFields returns the number of cells of splitFields. It allocates memory only for lines with quotes or braces.
func countFields(s []byte) (n int) {
	if bytes.IndexByte(s, '"') >= 0 || bytes.IndexByte(s, '{') >= 0 {
		return len(splitFields(string(s)))
	}
	// within reports that the last character belongs to a cell.
	within := false
	for _, c := range s {
		space := c == ' ' || c == '\t' || c == '\v' || c == '\f'
		n += oneIf(!space && !within)
		within = !space
	}
	return n
}

// quotedField splits a line that begins with a double quote into the text within the quotes and the rest.
// Two quotes, or a backslash and a quote, mean one quote. Without a closing quote the text ends at white space.
func quotedField(line string) (text, rest string) {
	var b []byte
	for k := 1; k < len(line); k++ {
		switch c := line[k]; {
		case c == '\\' && k+1 < len(line) && line[k+1] == '"', c == '"' && k+1 < len(line) && line[k+1] == '"':
			k++
			b = append(b, '"')
		case c == '"':
			return string(b), line[k+1:]
		default:
			b = append(b, c)
		}
	}
	return cutAny(line, " \t")
}

// extent is the size of a table.
type extent struct {
	// rows counts rows. least and most are the numbers of cells in the shortest and the longest row.
	rows, least, most int
	// short reports that the first row has one cell less than all others.
	short bool
}

// measure returns the extent of the table. It counts separators and parses no cell. A cell in quotes may span lines.
func (t *table) measure() extent {
	e := extent{}
	// first and second are the cells of the first two rows. isUneven reports another number in a later row.
	first, second, isUneven, quoted := 0, 0, false, false
	cells := 0
	for _, s := range lines(t.Data) {
		s = bytes.TrimRight(s, " \n")
		// Blank lines and comments are no rows.
		if !quoted && (len(bytes.TrimSpace(s)) == 0 || s[0] == '%' || !t.hash && s[0] == '#') {
			continue
		}
		if t.separator == ' ' {
			cells = countFields(s)
		} else {
			// A quoted cell continues on the next line.
			if !quoted {
				cells = 1
			}
			for _, c := range s[:dictionaryStart(string(s))] {
				switch {
				case c == '"':
					quoted = !quoted
				case !quoted && rune(c) == t.separator:
					cells++
				}
			}
			if quoted {
				continue
			}
			// No cell follows a final separator.
			if len(s) > 0 && rune(s[len(s)-1]) == t.separator {
				cells--
			}
		}
		if e.rows++; e.rows == 1 {
			first, e.least, e.most = cells, cells, cells
			continue
		}
		if e.rows == 2 {
			second = cells
		}
		isUneven = isUneven || cells != second
		e.least, e.most = min(e.least, cells), max(e.most, cells)
	}
	e.short = e.rows > 1 && !isUneven && second == first+1
	return e
}

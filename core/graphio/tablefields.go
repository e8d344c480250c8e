package graphio

import (
	"bytes"
	"strings"
)

// hasHashIDs reports whether ids begin with #, such as hashtags, so that such lines are no comments.
// The evidence is such an id in a second column, or most lines with # and several cells.
func hasHashIDs(d []byte) bool {
	rows, hashed := 0, 0
	for _, s := range contentLines(d, "%") {
		if isComment(s) {
			continue
		}
		// A sample suffices.
		if rows == 200 {
			break
		}
		rows++
		cut := bytes.IndexAny(s, "\t,; |")
		if cut < 0 {
			continue
		}
		second := bytes.TrimLeft(s[cut:], "\t,; |\"")
		if len(second) > 1 && second[0] == '#' && !isComment(second) && !bytes.ContainsAny(second, " ") {
			return true
		}
		if s[0] == '#' {
			if _, why := parseID(s[1:cut]); why != "" {
				hashed++
			}
		}
	}
	return hashed >= 2 && 2*hashed > rows
}

// isComment reports whether a line with # is a comment even where ids begin with #.
func isComment(s []byte) bool {
	return s[0] == '#' && (len(s) == 1 || strings.IndexByte(" \t#!", s[1]) >= 0)
}

// blankComments returns a text, whose ids begin with #, with its comments emptied. Lines keep their numbers.
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

// dictionaryStart returns the offset of a Python dictionary at the end of a line, where NetworkX writes attributes.
// Without one it returns the length of the line.
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

// countFields returns the number of cells of splitFields, mostly without allocating.
func countFields(s []byte) (n int) {
	if bytes.IndexByte(s, '"') >= 0 || bytes.IndexByte(s, '{') >= 0 {
		return len(splitFields(string(s)))
	}
	within := false
	for _, c := range s {
		space := c == ' ' || c == '\t' || c == '\v' || c == '\f'
		n += oneIf(!space && !within)
		within = !space
	}
	return n
}

// quotedField reads a text in double quotes. Two quotes, or a backslash and a quote, are one quote.
// Without a closing quote the field ends at white space.
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

// extent is the number of rows of a table, and of cells in the shortest and the longest row.
type extent struct {
	rows, least, most int
	// short reports that the first row has one cell less than all others.
	short bool
}

// measure returns the extent of the table without parsing it. Quotes may span lines.
func (t *table) measure() extent {
	e := extent{}
	first, others, odd, quoted := 0, 0, false, false
	cells := 0
	for _, s := range lines(t.Data) {
		s = bytes.TrimRight(s, " \n")
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
			if len(s) > 0 && rune(s[len(s)-1]) == t.separator {
				// A final separator begins no cell.
				cells--
			}
		}
		if e.rows++; e.rows == 1 {
			first, e.least, e.most = cells, cells, cells
			continue
		}
		if e.rows == 2 {
			others = cells
		}
		odd = odd || cells != others
		e.least, e.most = min(e.least, cells), max(e.most, cells)
	}
	e.short = e.rows > 1 && !odd && others == first+1
	return e
}

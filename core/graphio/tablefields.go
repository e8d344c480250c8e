package graphio

import (
	"bytes"
	"strings"
)

// hashRows reports whether lines that begin with # are rows of a table whose ids begin with it, such as hashtags, and not comments. They
// are when an id in the second column does too, or when most lines are so and have several cells.
func hashRows(d []byte) bool {
	rows, hashed := 0, 0
	for _, s := range filled(d, "%") {
		if isComment(s) {
			continue
		}
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

// isComment reports whether a line that may begin with # is a comment even where # begins ids.
func isComment(s []byte) bool {
	return s[0] == '#' && (len(s) == 1 || strings.IndexByte(" \t#!", s[1]) >= 0)
}

// blankComments empties the comments of a text whose ids begin with #.
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

// dictionary returns where a Python dictionary begins at the end of a line, as NetworkX writes attributes; the line's length without one.
func dictionary(line string) int {
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

// fieldsOf divides a line at white space that is neither in double quotes nor in a dictionary at its end.
func fieldsOf(line string) []string {
	if strings.IndexByte(line, '"') < 0 && strings.IndexByte(line, '{') < 0 {
		return strings.Fields(line)
	}
	end := dictionary(line)
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

// countFields counts the cells that fieldsOf returns.
func countFields(s []byte) (n int) {
	if bytes.IndexByte(s, '"') >= 0 || bytes.IndexByte(s, '{') >= 0 {
		return len(fieldsOf(string(s)))
	}
	within := false
	for _, c := range s {
		space := c == ' ' || c == '\t' || c == '\v' || c == '\f'
		n += oneIf(!space && !within)
		within = !space
	}
	return n
}

// quotedField reads a text in double quotes, in which two or one after a backslash are a quote. Without the last one the field ends at
// white space.
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

// extent counts the rows of a table and the cells in them, without reading them.
type extent struct {
	rows, least, most int
	short             bool // short reports whether the first row has one cell less than all others.
}

// measure returns the extent of a text with a delimiter. Quotes may span lines.
func (t *table) measure() extent {
	e := extent{}
	first, others, odd, quoted := 0, 0, false, false
	cells := 0
	for _, s := range lines(t.Data) {
		s = bytes.TrimRight(s, " \n")
		if !quoted && (len(bytes.TrimSpace(s)) == 0 || s[0] == '%' || !t.hash && s[0] == '#') {
			continue
		}
		if t.comma == ' ' {
			cells = countFields(s)
		} else {
			if !quoted {
				cells = 1
			}
			for _, c := range s[:dictionary(string(s))] {
				switch {
				case c == '"':
					quoted = !quoted
				case !quoted && rune(c) == t.comma:
					cells++
				}
			}
			if quoted {
				continue
			}
			if len(s) > 0 && rune(s[len(s)-1]) == t.comma {
				cells-- // nothing follows the last delimiter
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

package graphio

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file reads literals of Python, such as edges copied from a program or its output.
// A literal is for example a list or a set of pairs, a matrix, or a dictionary of neighbours. A name with an equals sign may precede it.
// readLiteral converts literals to JSON, and readJSON reads the graph. No Python code is executed.

// isLiteral detects Python literals that contain a list, a set, a tuple or a dictionary. JSON is no literal in this sense.
func isLiteral(d []byte) bool { return literalJSON(d) != nil }

// readLiteral converts Python literals to JSON and reads the graph.
// If the text is a call of tensor, with or without a name, two rows of ids with equal length are an edge_index: column k has the two ends
// of edge k.
func readLiteral(f File, c *Correction) (*Found, error) {
	// The caller has tested the file with isLiteral, so value is not nil.
	value := literalJSON(f.Data)
	// Ids are integers from 0 on. Unmarshal fails for any other number, and for integers from 2^32 on.
	var rows [][]uint32
	isIDMatrix := isTensorCall(f.Data) && json.Unmarshal(value, &rows) == nil
	isEdgeIndex := isIDMatrix && len(rows) == 2 && len(rows[0]) == len(rows[1])
	if !isEdgeIndex {
		f.Data = value
		return readJSON(f, c)
	}
	f.Data = slices.Concat([]byte(`{"edge_index":`), value, []byte{'}'})
	r, err := readJSON(f, c)
	// A 2×2 tensor is ambiguous: each row could also be an edge.
	if err == nil && len(rows[0]) == 2 {
		r.assembly.addDoubt("tensor", "The two rows of the tensor were taken as the first and the second ends of two edges: "+
			"they may be two edges, or a matrix.")
	}
	return r, err
}

// isTensorCall reports whether a text begins with a call of tensor, such as tensor( or torch.tensor(. PyTorch prints tensors in this form.
// Comments may precede the call, and a name with an equals sign.
func isTensorCall(d []byte) bool {
	p := literal{d: d}
	p.skipSpace()
	p.readAssignment()
	function := lastName(p.readWord())
	isTensor := function == "tensor" || function == "LongTensor"
	return isTensor && p.peek() == '('
}

// lastName returns the part of a name after its last point: array for np.array. A name without a point is returned whole.
func lastName(word string) string { return word[strings.LastIndexByte(word, '.')+1:] }

// literalJSON returns the Python literals in the text d as JSON: the value of a single literal, a list of several literals, or an object of
// several named literals (jsonMembers). The name of a single literal is dropped, unless its last part is edge_index.
// literalJSON returns nil if d is JSON (isJSON), a table of tuples, or no literal. A table of tuples has one in each of its first lines.
// Literals without a collection, an unnamed scalar, and literals of which only some have names give nil, too.
func literalJSON(d []byte) []byte {
	p := &literal{d: d}
	p.skipSpace()
	name := p.readAssignment()
	if name == "" {
		// JSON and tables of tuples have readers of their own.
		isTupleTable := p.peek() == '(' && firstRowsMatch(d, isTuple)
		if isTupleTable || p.isJSON() {
			return nil
		}
	}
	var values [][]byte
	var names []string
	hasCollection := false
	for {
		v, kind := p.parseValue(0)
		// A scalar without a name contains no edges. A scalar with a name, such as n = 5, is a member of the object.
		isUnnamedScalar := kind == plainValue && name == ""
		if p.failed || isUnnamedScalar {
			return nil
		}
		hasCollection = hasCollection || kind != plainValue
		values, names = append(values, v), append(names, name)
		p.skipSpace()
		// A comma between values without names continues a tuple without brackets. A semicolon ends a statement.
		separator := p.peek()
		endsStatement := separator == ';'
		continuesTuple := separator == ',' && name == ""
		if endsStatement || continuesTuple {
			p.pos++
			p.skipSpace()
		}
		if p.pos >= len(d) {
			break
		}
		name = p.readAssignment()
		hasName, firstHasName := name != "", names[0] != ""
		if hasName != firstHasName {
			return nil
		}
	}
	if !hasCollection {
		return nil
	}
	isSingle := len(values) == 1
	if names[0] == "" {
		if isSingle {
			return p.withDirection(values[0])
		}
		return jsonList(values)
	}
	// The two rows of an edge_index are the ends of edges. Other names of a single collection have no meaning.
	if isSingle && lastName(names[0]) != "edge_index" {
		return p.withDirection(values[0])
	}
	if p.directed {
		names, values = append(names, "directed"), append(values, []byte("true"))
	}
	return jsonMembers(names, values)
}

// withDirection returns a list of edges as the member of an object that states directed, if the text has a call of a directed graph.
// It returns any other value, such as a matrix, unchanged.
func (p *literal) withDirection(v []byte) []byte {
	isList := v[0] == '[' && startsWithList(v)
	if !p.directed || !isList || squareMatrix(v) != nil {
		return v
	}
	return slices.Concat([]byte(`{"directed":true,"edges":`), v, []byte{'}'})
}

// jsonMembers returns a JSON object of values with names. Of a repeated name the last value counts, as in Python.
// A key is the last part of a name, such as x for data.x. If two names have the same last part, they are the keys.
func jsonMembers(names []string, values [][]byte) []byte {
	var members [][]byte
	for k, name := range names {
		if slices.Contains(names[k+1:], name) {
			continue
		}
		key := lastName(name)
		if slices.ContainsFunc(names, func(other string) bool { return other != name && lastName(other) == key }) {
			key = name
		}
		members = append(members, slices.Concat(jsonText(key), []byte{':'}, values[k]))
	}
	return slices.Concat([]byte{'{'}, bytes.Join(members, []byte{','}), []byte{'}'})
}

// isJSON reports whether the text from the position on is JSON. A text after the first value counts as JSON, too, if the whole text has
// neither a single quote nor an opening parenthesis, which are marks of Python.
func (p *literal) isJSON() bool {
	text := bytes.TrimSpace(p.d[p.pos:])
	// The shortest collections are [] and {}.
	if len(text) < 2 {
		return false
	}
	beginsAsJSON := text[0] == '['
	// The first key of an object is in double quotes. A dictionary may have other keys.
	if text[0] == '{' {
		inside := bytes.TrimLeft(text[1:], " \t\n")
		beginsAsJSON = len(inside) > 0 && (inside[0] == '"' || inside[0] == '}')
	}
	if !beginsAsJSON {
		return false
	}
	// A text in JSON may contain a mark of Python.
	hasPythonMark := bytes.ContainsAny(text, "'(")
	if hasPythonMark || json.Valid(text) {
		return json.Valid(text)
	}
	var first json.RawMessage
	return json.NewDecoder(bytes.NewReader(text)).Decode(&first) == nil
}

// The kinds of values.
const (
	plainValue = iota // a scalar: a number, a text, a truth value or None
	listValue         // a list, a set, or a dictionary whose keys are tuples
	tupleValue        // a tuple or a frozenset; as a key of a dictionary it means an edge (parseBraces)
	dictValue         // a dictionary, except one whose keys are tuples
)

// literal is the state of a parser of Python literals.
type literal struct {
	d   []byte // the text
	pos int    // the index of the next byte of d
	// failed reports a failure. After a failure the position is at the end or beyond it, and all values are invalid.
	failed bool
	// directed reports a call with the name of a directed graph of NetworkX, or of its edges.
	directed bool
}

// fail records a failure and returns null as a value.
func (p *literal) fail() ([]byte, int) {
	p.failed, p.pos = true, len(p.d)
	return []byte("null"), plainValue
}

// peek returns the next byte without moving the position. It returns 0 at the end of the text.
func (p *literal) peek() byte {
	if p.pos >= len(p.d) {
		return 0
	}
	return p.d[p.pos]
}

// skipSpace skips spaces, tabs, line ends, comments, and a backslash at the end of a line.
func (p *literal) skipSpace() {
	for p.pos < len(p.d) {
		c := p.d[p.pos]
		continuesLine := c == '\\' && bytes.HasPrefix(p.d[p.pos+1:], []byte{'\n'})
		switch {
		case c == '#': // a comment up to the end of its line
			length := bytes.IndexByte(p.d[p.pos:], '\n')
			if length < 0 {
				length = len(p.d) - p.pos
			}
			p.pos += length
		case c == ' ' || c == '\t' || c == '\n' || continuesLine:
			p.pos++
		default:
			return
		}
	}
}

// readWord reads a name of letters, underscores, digits and points, such as np.array. The first character is a letter or an underscore.
// readWord returns "" if no name begins at the position.
func (p *literal) readWord() string {
	end := p.pos
	for end < len(p.d) {
		r, size := utf8.DecodeRune(p.d[end:])
		canBegin := unicode.IsLetter(r) || r == '_'
		canFollow := end > p.pos && (unicode.IsDigit(r) || r == '.')
		if !canBegin && !canFollow {
			break
		}
		end += size
	}
	s := string(p.d[p.pos:end])
	p.pos = end
	return s
}

// readAssignment reads a name, an optional type annotation and an equals sign, and returns the name.
// If the text has no assignment at the position, readAssignment returns "" and restores the position.
func (p *literal) readAssignment() string {
	start := p.pos
	name := p.readWord()
	p.skipSpace()
	// A type annotation, as in edges: list = […], is skipped up to the equals sign.
	if name != "" && p.peek() == ':' {
		line, _, _ := bytes.Cut(p.d[p.pos:], []byte{'\n'})
		if k := bytes.IndexByte(line, '='); k > 0 {
			p.pos += k
		}
	}
	isComparison := bytes.HasPrefix(p.d[p.pos:], []byte("=="))
	if name == "" || p.peek() != '=' || isComparison {
		p.pos = start
		return ""
	}
	p.pos++
	p.skipSpace()
	return name
}

// parseValue parses a value and returns the value as JSON, with its kind. depth is the number of collections around the value.
// A text that is no value is a failure, and so are more than [MaxDepth] collections around it.
func (p *literal) parseValue(depth int) (v []byte, kind int) {
	if depth > MaxDepth {
		return p.fail()
	}
	p.skipSpace()
	first := p.peek()
	isDigit := first >= '0' && first <= '9'
	switch {
	case first == '\'' || first == '"':
		return p.parseText(), plainValue
	case first == '(' || first == '[':
		return p.parseList(depth)
	case first == '{':
		return p.parseBraces(depth)
	case first == '-' || first == '+' || first == '.' || isDigit:
		return p.parseNumber(), plainValue
	}
	// A word is a constant, the prefix of a text, or the name of a call.
	word := p.readWord()
	// JSON has neither NaN nor infinity. NumPy prints np.True_.
	switch lastName(word) {
	case "None", "nan", "inf":
		return []byte("null"), plainValue
	case "True", "True_":
		return []byte("true"), plainValue
	case "False", "False_":
		return []byte("false"), plainValue
	}
	// A text may have a prefix of one or two of the letters r (raw), u (Unicode) and b (bytes).
	isPrefix := word != "" && len(word) <= 2 && strings.Trim(strings.ToLower(word), "rub") == ""
	next := p.peek()
	isQuote := next == '\'' || next == '"'
	if isPrefix && isQuote {
		if strings.ContainsAny(word, "rR") {
			return p.parseRawText(), plainValue
		}
		return p.parseText(), plainValue
	}
	switch function := lastName(word); {
	case next == '(' && slices.Contains(scalarCalls, strings.TrimRight(function, "0123456789_")):
		return p.parseList(depth)
	case next == '(' && slices.Contains(literalCalls, function):
		p.directed = p.directed || strings.HasSuffix(function, "DiGraph") || strings.HasPrefix(function, "Out")
		v, kind = p.parseCall(depth)
		if function == "frozenset" || function == "tuple" {
			kind = tupleValue
		}
		return v, kind
	}
	return p.fail()
}

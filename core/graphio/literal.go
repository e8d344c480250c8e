package graphio

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Literals of Python: edges copied from a program or its output.
// A literal is a list or a set of pairs, or a dictionary of neighbours. A name with an equals sign may precede it.
// The reader converts literals to JSON with the same values. It never calls a function.

// isLiteral detects Python values that are not JSON.
func isLiteral(d []byte) bool { return literalJSON(d) != nil }

// readLiteral reads Python values as JSON.
// A tensor of PyTorch with two rows of ids is an edge_index: its rows are the first and the second ends of edges.
func readLiteral(f File, c *Correction) (*Found, error) {
	value := literalJSON(f.Data)
	var rows [][]uint32
	isMatrix := tensorCall(f.Data) && json.Unmarshal(value, &rows) == nil
	isEdgeIndex := isMatrix && len(rows) == 2 && len(rows[0]) == len(rows[1])
	if f.Data = value; !isEdgeIndex {
		return readJSON(f, c)
	}
	f.Data = slices.Concat([]byte(`{"edge_index":`), value, []byte{'}'})
	r, err := readJSON(f, c)
	// A 2×2 tensor has the same shape for two edges in rows.
	if err == nil && len(rows[0]) == 2 {
		r.assembly.addDoubt("tensor", "The two rows of the tensor were taken as the first and the second ends of two edges: "+
			"they may be two edges, or a matrix.")
	}
	return r, err
}

// tensorCall reports whether a text is a tensor as PyTorch prints it, without an assignment.
func tensorCall(d []byte) bool {
	p := literal{d: bytes.TrimSpace(d)}
	word := p.readWord()
	return word[strings.LastIndexByte(word, '.')+1:] == "tensor" && p.peek() == '('
}

// literalJSON returns Python literals as JSON, nil for other texts.
// A single value without a name is returned itself. Several values become a list, named values an object.
func literalJSON(d []byte) []byte {
	p := &literal{d: d}
	p.skipSpace()
	name := p.readAssignment()
	// JSON and tables of tuples have readers of their own.
	if name == "" && (p.isJSON() || p.peek() == '(' && firstRowsMatch(d, isTuple)) {
		return nil
	}
	var values [][]byte
	var names []string
	// hasCollection reports that some value is a collection.
	hasCollection := false
	for {
		v, kind := p.parseValue(0)
		hasCollection = hasCollection || kind != plainValue
		// A scalar without a name is no literal with edges.
		if p.failed || kind == plainValue && name == "" {
			return nil
		}
		values, names = append(values, v), append(names, name)
		if p.skipSpace(); p.peek() == ',' && name == "" { // A tuple without brackets.
			p.pos++
			p.skipSpace()
		} else if p.peek() == ';' {
			p.pos++
			p.skipSpace()
		}
		if p.pos >= len(d) {
			break
		}
		// All values have a name, or none has.
		if name = p.readAssignment(); (name == "") != (names[0] == "") {
			return nil
		}
	}
	named, single := names[0] != "", len(values) == 1
	switch {
	case !hasCollection:
		return nil
	case single && !named:
		return values[0]
	// The name of a single collection says nothing, except for edge_index, whose rows are ends.
	case single && strings.IndexByte("[{", values[0][0]) >= 0 && names[0] != "edge_index":
		return values[0]
	case !named:
		return jsonList(values)
	}
	// Named values become the members of an object.
	members := make([][]byte, len(names))
	for k, s := range names {
		members[k] = slices.Concat(jsonText(s), []byte{':'}, values[k])
	}
	return slices.Concat([]byte{'{'}, bytes.Join(members, []byte{','}), []byte{'}'})
}

// isJSON reports whether the text is JSON, or begins as JSON and has no mark of Python.
func (p *literal) isJSON() bool {
	rest := bytes.TrimSpace(p.d[p.pos:])
	if len(rest) < 2 || rest[0] != '[' && rest[0] != '{' {
		return false
	}
	next := bytes.TrimLeft(rest[1:], " \t\n")
	beginsAsJSON := rest[0] == '[' || len(next) > 0 && (next[0] == '"' || next[0] == '}')
	return beginsAsJSON && (!bytes.ContainsAny(rest, "'(") || json.Valid(rest))
}

// The kinds of values: plainValue is a scalar, listValue a list or a set.
const (
	plainValue = iota
	listValue
	tupleValue
	dictValue
)

// literal is the state of a parser of Python literals. After a failure the position is at the end, and all values are invalid.
type literal struct {
	d      []byte
	pos    int
	failed bool
}

// fail records a failure and returns the value null.
func (p *literal) fail() ([]byte, int) {
	p.failed, p.pos = true, len(p.d)
	return []byte("null"), plainValue
}

// peek returns the next byte, 0 at the end.
func (p *literal) peek() byte {
	if p.pos >= len(p.d) {
		return 0
	}
	return p.d[p.pos]
}

// skipSpace skips white space, comments, and a backslash at the end of a line.
func (p *literal) skipSpace() {
	for p.pos < len(p.d) {
		switch c := p.d[p.pos]; {
		// A comment ends with its line.
		case c == '#':
			end := bytes.IndexByte(p.d[p.pos:], '\n')
			if end < 0 {
				end = len(p.d) - p.pos
			}
			p.pos += end
		case c == ' ' || c == '\t' || c == '\n' || c == '\\' && bytes.HasPrefix(p.d[p.pos+1:], []byte{'\n'}):
			p.pos++
		default:
			return
		}
	}
}

// readWord reads a name that may contain points. It returns "" if no name begins at the position.
func (p *literal) readWord() string {
	end := p.pos
	for end < len(p.d) {
		r, size := utf8.DecodeRune(p.d[end:])
		if !unicode.IsLetter(r) && r != '_' && (end == p.pos || !unicode.IsDigit(r) && r != '.') {
			break
		}
		end += size
	}
	s := string(p.d[p.pos:end])
	p.pos = end
	return s
}

// readAssignment reads a name, an optional type annotation and an equals sign, and returns the name.
// For other text it returns "" and restores the position.
func (p *literal) readAssignment() string {
	from := p.pos
	name := p.readWord()
	p.skipSpace()
	// An annotation, as in edges: list = […].
	if name != "" && p.peek() == ':' {
		line, _, _ := bytes.Cut(p.d[p.pos:], []byte{'\n'})
		if k := bytes.IndexByte(line, '='); k > 0 {
			p.pos += k
		}
	}
	// A comparison with == is no assignment.
	if name == "" || p.peek() != '=' || bytes.HasPrefix(p.d[p.pos:], []byte("==")) {
		p.pos = from
		return ""
	}
	p.pos++
	p.skipSpace()
	return name
}

// parseValue parses a value and returns it as JSON. depth is the number of surrounding collections.
func (p *literal) parseValue(depth int) (v []byte, kind int) {
	if depth > MaxDepth {
		return p.fail()
	}
	p.skipSpace()
	switch c := p.peek(); {
	case c == '\'' || c == '"':
		return p.parseText(), plainValue
	case c == '(' || c == '[':
		return p.parseList(depth)
	case c == '{':
		return p.parseBraces(depth)
	case c == '-' || c == '+' || c == '.' || c >= '0' && c <= '9':
		return p.parseNumber(), plainValue
	}
	word := p.readWord()
	// JSON has neither NaN nor infinity.
	switch word {
	case "None", "nan", "inf":
		return []byte("null"), plainValue
	case "True":
		return []byte("true"), plainValue
	case "False":
		return []byte("false"), plainValue
	}
	// The prefix of a text: r (raw), u (Unicode) or b (bytes), at most two of them.
	isPrefix := word != "" && len(word) < 3 && strings.Trim(strings.ToLower(word), "rub") == ""
	switch c := p.peek(); {
	case isPrefix && (c == '\'' || c == '"'):
		if strings.ContainsAny(word, "rR") {
			return p.parseRawText(), plainValue
		}
		return p.parseText(), plainValue
	case c == '(' && slices.Contains(literalCalls, word[strings.LastIndexByte(word, '.')+1:]):
		return p.parseCall(depth)
	}
	return p.fail()
}

// literalCalls are the names of calls with a collection as argument.
// They are the names under which Python prints collections, and functions that return a collection or a graph.
var literalCalls = strings.Fields(`set frozenset list tuple dict defaultdict OrderedDict Counter array asarray tensor LongTensor ` +
	`matrix Graph
	add_edges_from add_weighted_edges_from from_edgelist from_dict_of_lists EdgeView OutEdgeView EdgeDataView OutEdgeDataView
	MultiEdgeDataView OutMultiEdgeDataView NodeView AdjacencyView dict_items dict_keys`)

// parseCall parses the arguments of a call and returns the last collection among them. Named arguments do not count.
func (p *literal) parseCall(depth int) (v []byte, kind int) {
	v, kind = []byte("[]"), listValue
	p.pos++
	for p.skipSpace(); p.peek() != ')'; p.skipSpace() {
		// A defaultdict prints the class of its default values: <class 'list'>.
		if p.peek() == '<' {
			end := bytes.IndexByte(p.d[p.pos:], '>')
			if end < 0 {
				return p.fail()
			}
			p.pos += end + 1
		} else if named := p.readAssignment() != ""; p.skipTypeName() {
			// The name of a type, such as list, is no value.
		} else if w, k := p.parseValue(depth + 1); k != plainValue && !named {
			v, kind = w, k
		}
		if p.skipSpace(); p.peek() == ',' {
			p.pos++
		} else if p.peek() != ')' {
			return p.fail()
		}
	}
	p.pos++
	return v, kind
}

// skipTypeName skips an argument that is the name of a type. It reports whether the argument is one.
func (p *literal) skipTypeName() bool {
	from := p.pos
	word := p.readWord()
	if p.skipSpace(); word != "" && (p.peek() == ',' || p.peek() == ')') {
		return true
	}
	p.pos = from
	return false
}

// parseItems parses values separated by commas up to the bracket closing. It returns the values as JSON, with their kinds.
func (p *literal) parseItems(depth int, closing byte) (list [][]byte, kinds []int) {
	p.pos++
	for p.skipSpace(); p.peek() != closing && !p.failed; p.skipSpace() {
		v, kind := p.parseValue(depth + 1)
		list, kinds = append(list, v), append(kinds, kind)
		if p.skipSpace(); p.peek() == ',' {
			p.pos++
		} else if p.peek() != closing {
			p.fail()
		}
	}
	p.pos++
	return list, kinds
}

// jsonList returns values as a JSON list.
func jsonList(list [][]byte) []byte {
	return slices.Concat([]byte{'['}, bytes.Join(list, []byte{','}), []byte{']'})
}

// parseList parses a list, a tuple, or a value in parentheses. A tuple with one element ends with a comma.
func (p *literal) parseList(depth int) (v []byte, kind int) {
	if p.peek() == '[' {
		list, _ := p.parseItems(depth, ']')
		return jsonList(list), listValue
	}
	// Parentheses enclose a tuple, or a single value without a comma.
	list, kinds := p.parseItems(depth, ')')
	if before := bytes.TrimRight(p.d[:min(p.pos-1, len(p.d))], " \t\n"); len(list) == 1 && !bytes.HasSuffix(before, []byte{','}) {
		return list[0], kinds[0]
	}
	return jsonList(list), tupleValue
}

// parseBraces parses a set or a dictionary.
// A dictionary with pairs as keys becomes a list: each pair, extended by its value.
func (p *literal) parseBraces(depth int) (v []byte, kind int) {
	p.pos++
	var list [][]byte
	// The counts of elements without a value, with a text or a number as key, and with a tuple as key.
	sets, texts, tuples := 0, 0, 0
	for p.skipSpace(); p.peek() != '}' && !p.failed; p.skipSpace() {
		// An element of a set, or a key before its value.
		key, kind := p.parseValue(depth + 1)
		if p.skipSpace(); p.peek() != ':' {
			sets++
			list = append(list, key)
		} else {
			p.pos++
			value, _ := p.parseValue(depth + 1)
			if kind == tupleValue {
				tuples++
				// [a,b] with the value v becomes [a,b,v].
				list = append(list, slices.Concat(key[:len(key)-1], []byte{','}, value, []byte{']'}))
			} else if text, ok := scalar(key); ok {
				texts++
				list = append(list, slices.Concat(jsonText(text), []byte{':'}, value))
			} else {
				return p.fail()
			}
		}
		if p.skipSpace(); p.peek() == ',' {
			p.pos++
		} else if p.peek() != '}' {
			return p.fail()
		}
	}
	p.pos++
	// All elements must be of one kind.
	switch len(list) {
	case texts:
		return slices.Concat([]byte{'{'}, bytes.Join(list, []byte{','}), []byte{'}'}), dictValue
	case sets, tuples:
		return jsonList(list), listValue
	}
	return p.fail()
}

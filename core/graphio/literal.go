package graphio

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Literals of Python hold edges copied from a program or its output.
// A literal is a list or a set of pairs, or a dictionary of neighbours, perhaps with a name and an equals sign.
// Literals are converted to JSON with the same values. Nothing in them is ever called.

// isLiteral detects Python values that are no JSON.
func isLiteral(d []byte) bool { return literalJSON(d) != nil }

// readLiteral reads Python values as JSON. Two rows of ids printed by PyTorch are the first and the second ends of edges.
func readLiteral(f File, c *Correction) (*Found, error) {
	value := literalJSON(f.Data)
	var rows [][]uint32
	two := tensorCall(f.Data) && json.Unmarshal(value, &rows) == nil && len(rows) == 2 && len(rows[0]) == len(rows[1])
	if f.Data = value; !two {
		return readJSON(f, c)
	}
	f.Data = slices.Concat([]byte(`{"edge_index":`), value, []byte{'}'})
	r, err := readJSON(f, c)
	if err == nil && len(rows[0]) == 2 {
		r.assembly.addDoubt("tensor", "The two rows of the tensor were taken as the first and the second ends of two edges: "+
			"they may be two edges, or a matrix.")
	}
	return r, err
}

// tensorCall reports whether a text is a tensor of PyTorch without a name.
func tensorCall(d []byte) bool {
	p := literal{d: bytes.TrimSpace(d)}
	word := p.readWord()
	return word[strings.LastIndexByte(word, '.')+1:] == "tensor" && p.peek() == '('
}

// literalJSON returns Python literals as JSON, nil for other texts.
// A single value without a name is the value itself; several values are a list; named values are an object.
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
	// filled reports that some value is a collection.
	filled := false
	for {
		v, kind := p.parseValue(0)
		filled = filled || kind != plainValue
		if p.failed || kind == plainValue && name == "" {
			return nil
		}
		values, names = append(values, v), append(names, name)
		if p.skipSpace(); p.peek() == ',' && name == "" { // a tuple without brackets
			p.pos++
			p.skipSpace()
		} else if p.peek() == ';' {
			p.pos++
			p.skipSpace()
		}
		if p.pos >= len(d) {
			break
		}
		if name = p.readAssignment(); name == "" && names[0] != "" || name != "" && names[0] == "" {
			return nil
		}
	}
	switch {
	case !filled:
		return nil
	case names[0] == "" && len(values) == 1, len(values) == 1 && strings.IndexByte("[{", values[0][0]) >= 0 && names[0] != "edge_index":
		return values[0]
	case names[0] == "":
		return slices.Concat([]byte{'['}, bytes.Join(values, []byte{','}), []byte{']'})
	}
	members := make([][]byte, len(names))
	for k, s := range names {
		members[k] = slices.Concat(jsonText(s), []byte{':'}, values[k])
	}
	return slices.Concat([]byte{'{'}, bytes.Join(members, []byte{','}), []byte{'}'})
}

// isJSON reports whether the text is JSON, or begins as JSON without any mark of Python.
func (p *literal) isJSON() bool {
	rest := bytes.TrimSpace(p.d[p.pos:])
	if len(rest) < 2 || rest[0] != '[' && rest[0] != '{' {
		return false
	}
	next := bytes.TrimLeft(rest[1:], " \t\n")
	same := rest[0] == '[' || len(next) > 0 && (next[0] == '"' || next[0] == '}')
	return same && (!bytes.ContainsAny(rest, "'(") || json.Valid(rest))
}

// The kinds of values: a scalar, a list or a set, a tuple, and a dictionary.
const (
	plainValue = iota
	listValue
	tupleValue
	dictValue
)

// literal parses Python literals. After a failure the position is at the end, and no later value counts.
type literal struct {
	d      []byte
	pos    int
	failed bool
}

// fail records a failure and returns null.
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

// skipSpace skips white space, comments and a backslash at a line end.
func (p *literal) skipSpace() {
	for p.pos < len(p.d) {
		switch c := p.d[p.pos]; {
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

// readWord reads a name, perhaps with points; "" for none.
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

// readAssignment reads a name, perhaps a type, and an equals sign, and returns the name.
// For other text it returns "" and does not move.
func (p *literal) readAssignment() string {
	from := p.pos
	name := p.readWord()
	p.skipSpace()
	if name != "" && p.peek() == ':' {
		line, _, _ := bytes.Cut(p.d[p.pos:], []byte{'\n'})
		if k := bytes.IndexByte(line, '='); k > 0 {
			p.pos += k
		}
	}
	if name == "" || p.peek() != '=' || bytes.HasPrefix(p.d[p.pos:], []byte("==")) {
		p.pos = from
		return ""
	}
	p.pos++
	p.skipSpace()
	return name
}

// parseValue parses a value and returns its JSON.
func (p *literal) parseValue(depth int) (v []byte, kind int) {
	if depth > MaxDepth {
		return p.fail()
	}
	p.skipSpace()
	switch c := p.peek(); {
	case c == '\'' || c == '"':
		return p.parseText(false), plainValue
	case c == '(' || c == '[':
		return p.parseList(depth)
	case c == '{':
		return p.parseBraces(depth)
	case c == '-' || c == '+' || c == '.' || c >= '0' && c <= '9':
		return p.parseNumber(), plainValue
	}
	word := p.readWord()
	switch word {
	case "None", "nan", "inf":
		return []byte("null"), plainValue
	case "True":
		return []byte("true"), plainValue
	case "False":
		return []byte("false"), plainValue
	}
	switch c := p.peek(); {
	case (c == '\'' || c == '"') && len(word) < 3 && strings.Trim(strings.ToLower(word), "rub") == "" && word != "":
		return p.parseText(strings.ContainsAny(word, "rR")), plainValue
	case c == '(' && slices.Contains(literalCalls, word[strings.LastIndexByte(word, '.')+1:]):
		return p.parseCall(depth)
	}
	return p.fail()
}

// literalCalls are the names under which Python prints collections, and functions from a collection to a collection or a graph.
var literalCalls = strings.Fields(`set frozenset list tuple dict defaultdict OrderedDict Counter array asarray tensor LongTensor ` +
	`matrix Graph
	add_edges_from add_weighted_edges_from from_edgelist from_dict_of_lists EdgeView OutEdgeView EdgeDataView OutEdgeDataView
	MultiEdgeDataView OutMultiEdgeDataView NodeView AdjacencyView dict_items dict_keys`)

// parseCall parses the arguments of a call and returns the last collection among them.
func (p *literal) parseCall(depth int) (v []byte, kind int) {
	v, kind = []byte("[]"), listValue
	p.pos++
	for p.skipSpace(); p.peek() != ')'; p.skipSpace() {
		// A defaultdict prints the class of its default values.
		if p.peek() == '<' { // <class 'list'> of a defaultdict
			end := bytes.IndexByte(p.d[p.pos:], '>')
			if end < 0 {
				return p.fail()
			}
			p.pos += end + 1
		} else if named := p.readAssignment() != ""; p.skipTypeName() {
			// no value
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

// skipTypeName skips an argument that is the name of a type. It reports whether there is one.
func (p *literal) skipTypeName() bool {
	from := p.pos
	word := p.readWord()
	if p.skipSpace(); word != "" && (p.peek() == ',' || p.peek() == ')') {
		return true
	}
	p.pos = from
	return false
}

// parseItems parses values separated by commas up to a closing bracket.
func (p *literal) parseItems(depth int, end byte) (list [][]byte, kinds []int) {
	p.pos++
	for p.skipSpace(); p.peek() != end && !p.failed; p.skipSpace() {
		v, kind := p.parseValue(depth + 1)
		list, kinds = append(list, v), append(kinds, kind)
		if p.skipSpace(); p.peek() == ',' {
			p.pos++
		} else if p.peek() != end {
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

// parseList parses a list, a tuple, or a value in parentheses. A tuple of one ends with a comma.
func (p *literal) parseList(depth int) (v []byte, kind int) {
	if p.peek() == '[' {
		list, _ := p.parseItems(depth, ']')
		return jsonList(list), listValue
	}
	list, kinds := p.parseItems(depth, ')')
	if before := bytes.TrimRight(p.d[:min(p.pos-1, len(p.d))], " \t\n"); len(list) == 1 && !bytes.HasSuffix(before, []byte{','}) {
		return list[0], kinds[0]
	}
	return jsonList(list), tupleValue
}

// parseBraces parses a set or a dictionary. A dictionary with pairs as keys becomes a list of the pairs with their values.
func (p *literal) parseBraces(depth int) (v []byte, kind int) {
	p.pos++
	var list [][]byte
	sets, texts, tuples := 0, 0, 0
	for p.skipSpace(); p.peek() != '}' && !p.failed; p.skipSpace() {
		key, kind := p.parseValue(depth + 1)
		if p.skipSpace(); p.peek() != ':' {
			sets++
			list = append(list, key)
		} else {
			p.pos++
			value, _ := p.parseValue(depth + 1)
			if kind == tupleValue {
				tuples++
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

// parseNumber parses a number in any notation of Python. -inf becomes null.
func (p *literal) parseNumber() []byte {
	end := p.pos
	for end < len(p.d) && strings.IndexByte("+-.0123456789eE_", p.d[end]) >= 0 {
		end++
	}
	s := strings.ReplaceAll(string(p.d[p.pos:end]), "_", "")
	if p.pos = end; json.Valid([]byte(s)) {
		return []byte(s)
	}
	v, why := parseNumber(s)
	if why != "" {
		if s == "-" && p.readWord() == "inf" {
			return []byte("null")
		}
		p.fail()
	}
	return strconv.AppendFloat(nil, v, 'g', -1, 64)
}

// parseText parses a text in one or three quotes. In a raw text backslashes have no meaning.
func (p *literal) parseText(raw bool) []byte {
	quote := p.d[p.pos : p.pos+1]
	if three := bytes.Repeat(quote, 3); bytes.HasPrefix(p.d[p.pos:], three) {
		quote = three
	}
	p.pos += len(quote)
	var b []byte
	for !bytes.HasPrefix(p.d[min(p.pos, len(p.d)):], quote) {
		if p.pos >= len(p.d) || p.d[p.pos] == '\n' && len(quote) == 1 {
			p.fail()
			return []byte("null")
		}
		if p.d[p.pos] == '\\' && !raw && p.pos+1 < len(p.d) {
			if c, _, rest, err := strconv.UnquoteChar(string(p.d[p.pos:min(len(p.d), p.pos+10)]), quote[0]); err == nil {
				b = utf8.AppendRune(b, c)
				p.pos = min(len(p.d), p.pos+10) - len(rest)
				continue
			}
		}
		b = append(b, p.d[p.pos])
		p.pos++
	}
	p.pos += len(quote)
	return jsonText(string(b))
}

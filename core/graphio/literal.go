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

// Literals of Python hold edges as people copy them from a program or its output: a list or a set of pairs, a dictionary of neighbours,
// with
// or without a name and an equals sign before it. They become the JSON of the same values, and nothing in them is ever called.

// isLiteral detects values of Python that are no JSON.
func isLiteral(d []byte) bool { return literalJSON(d) != nil }

// readLiteral reads such values as JSON. Two rows of ids that PyTorch prints are the ends of edges, in their order.
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
		r.made.doubt("tensor", "The two rows of the tensor were taken as the first and the second ends of two edges: they may be two edges, "+
			"or a matrix.")
	}
	return r, err
}

// tensorCall reports whether a text is a tensor of PyTorch without a name.
func tensorCall(d []byte) bool {
	p := literal{d: bytes.TrimSpace(d)}
	word := p.word()
	return word[strings.LastIndexByte(word, '.')+1:] == "tensor" && p.peek() == '('
}

// literalJSON returns the values of Python's literals as JSON, nil for another text: of one value without a name this value, else an object
// of the names.
func literalJSON(d []byte) []byte {
	p := &literal{d: d}
	p.space()
	name := p.assigned()
	if name == "" && (p.isJSON() || p.peek() == '(' && sampled(d, isTuple)) {
		return nil
	}
	var values [][]byte
	var names []string
	filled := false // filled reports whether a value is no number or text alone
	for {
		v, kind := p.value(0)
		filled = filled || kind != plainValue
		if p.failed || kind == plainValue && name == "" {
			return nil
		}
		values, names = append(values, v), append(names, name)
		if p.space(); p.peek() == ',' && name == "" { // a tuple without brackets
			p.at++
			p.space()
		} else if p.peek() == ';' {
			p.at++
			p.space()
		}
		if p.at >= len(d) {
			break
		}
		if name = p.assigned(); name == "" && names[0] != "" || name != "" && names[0] == "" {
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

// isJSON reports whether the text begins as JSON does and is JSON, or has no mark of Python's own.
func (p *literal) isJSON() bool {
	rest := bytes.TrimSpace(p.d[p.at:])
	if len(rest) < 2 || rest[0] != '[' && rest[0] != '{' {
		return false
	}
	next := bytes.TrimLeft(rest[1:], " \t\n")
	same := rest[0] == '[' || len(next) > 0 && (next[0] == '"' || next[0] == '}')
	return same && (!bytes.ContainsAny(rest, "'(") || json.Valid(rest))
}

// The kinds of values: a list or a set, a tuple, a dictionary, and others.
const (
	plainValue = iota
	listValue
	tupleValue
	dictValue
)

// literal parses the literals of Python. After a failure nothing that follows counts.
type literal struct {
	d      []byte
	at     int
	failed bool
}

func (p *literal) fail() ([]byte, int) {
	p.failed, p.at = true, len(p.d)
	return []byte("null"), plainValue
}

// peek returns the next byte, 0 at the end.
func (p *literal) peek() byte {
	if p.at >= len(p.d) {
		return 0
	}
	return p.d[p.at]
}

// space passes over white space, comments and a backslash at the end of a line.
func (p *literal) space() {
	for p.at < len(p.d) {
		switch c := p.d[p.at]; {
		case c == '#':
			end := bytes.IndexByte(p.d[p.at:], '\n')
			if end < 0 {
				end = len(p.d) - p.at
			}
			p.at += end
		case c == ' ' || c == '\t' || c == '\n' || c == '\\' && bytes.HasPrefix(p.d[p.at+1:], []byte{'\n'}):
			p.at++
		default:
			return
		}
	}
}

// word returns a name, perhaps with points, that begins here; "" for none.
func (p *literal) word() string {
	end := p.at
	for end < len(p.d) {
		r, size := utf8.DecodeRune(p.d[end:])
		if !unicode.IsLetter(r) && r != '_' && (end == p.at || !unicode.IsDigit(r) && r != '.') {
			break
		}
		end += size
	}
	s := string(p.d[p.at:end])
	p.at = end
	return s
}

// assigned passes over a name and an equals sign, and perhaps the type between them, and returns the name; "" without moving for other
// text.
func (p *literal) assigned() string {
	from := p.at
	name := p.word()
	p.space()
	if name != "" && p.peek() == ':' {
		line, _, _ := bytes.Cut(p.d[p.at:], []byte{'\n'})
		if k := bytes.IndexByte(line, '='); k > 0 {
			p.at += k
		}
	}
	if name == "" || p.peek() != '=' || bytes.HasPrefix(p.d[p.at:], []byte("==")) {
		p.at = from
		return ""
	}
	p.at++
	p.space()
	return name
}

// value parses a value and returns its JSON.
func (p *literal) value(depth int) (v []byte, kind int) {
	if depth > MaxDepth {
		return p.fail()
	}
	p.space()
	switch c := p.peek(); {
	case c == '\'' || c == '"':
		return p.text(false), plainValue
	case c == '(' || c == '[':
		return p.list(depth)
	case c == '{':
		return p.braces(depth)
	case c == '-' || c == '+' || c == '.' || c >= '0' && c <= '9':
		return p.number(), plainValue
	}
	word := p.word()
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
		return p.text(strings.ContainsAny(word, "rR")), plainValue
	case c == '(' && slices.Contains(literalCalls, word[strings.LastIndexByte(word, '.')+1:]):
		return p.call(depth)
	}
	return p.fail()
}

// literalCalls are the names under which Python prints collections, and those that make a collection or a graph of another.
var literalCalls = strings.Fields(`set frozenset list tuple dict defaultdict OrderedDict Counter array asarray tensor LongTensor ` +
	`matrix Graph
	add_edges_from add_weighted_edges_from from_edgelist from_dict_of_lists EdgeView OutEdgeView EdgeDataView OutEdgeDataView
	MultiEdgeDataView OutMultiEdgeDataView NodeView AdjacencyView dict_items dict_keys`)

// call parses the arguments of a call and returns the collection among them.
func (p *literal) call(depth int) (v []byte, kind int) {
	v, kind = []byte("[]"), listValue
	p.at++
	for p.space(); p.peek() != ')'; p.space() {
		if p.peek() == '<' { // the class of the default values
			end := bytes.IndexByte(p.d[p.at:], '>')
			if end < 0 {
				return p.fail()
			}
			p.at += end + 1
		} else if named := p.assigned() != ""; p.typeName() {
			// no value
		} else if w, k := p.value(depth + 1); k != plainValue && !named {
			v, kind = w, k
		}
		if p.space(); p.peek() == ',' {
			p.at++
		} else if p.peek() != ')' {
			return p.fail()
		}
	}
	p.at++
	return v, kind
}

// typeName passes over the name of a type that is an argument, and reports whether there is one.
func (p *literal) typeName() bool {
	from := p.at
	word := p.word()
	if p.space(); word != "" && (p.peek() == ',' || p.peek() == ')') {
		return true
	}
	p.at = from
	return false
}

// items parses values between commas up to a closing bracket.
func (p *literal) items(depth int, end byte) (list [][]byte, kinds []int) {
	p.at++
	for p.space(); p.peek() != end && !p.failed; p.space() {
		v, kind := p.value(depth + 1)
		list, kinds = append(list, v), append(kinds, kind)
		if p.space(); p.peek() == ',' {
			p.at++
		} else if p.peek() != end {
			p.fail()
		}
	}
	p.at++
	return list, kinds
}

// listOf writes values as a list.
func listOf(list [][]byte) []byte {
	return slices.Concat([]byte{'['}, bytes.Join(list, []byte{','}), []byte{']'})
}

// list parses a list, a tuple, or a value between round brackets.
func (p *literal) list(depth int) (v []byte, kind int) {
	if p.peek() == '[' {
		list, _ := p.items(depth, ']')
		return listOf(list), listValue
	}
	list, kinds := p.items(depth, ')')
	if before := bytes.TrimRight(p.d[:min(p.at-1, len(p.d))], " \t\n"); len(list) == 1 && !bytes.HasSuffix(before, []byte{','}) {
		return list[0], kinds[0]
	}
	return listOf(list), tupleValue
}

// braces parses a set or a dictionary. A dictionary whose keys are pairs is a list of them with their values.
func (p *literal) braces(depth int) (v []byte, kind int) {
	p.at++
	var list [][]byte
	sets, texts, tuples := 0, 0, 0
	for p.space(); p.peek() != '}' && !p.failed; p.space() {
		key, kind := p.value(depth + 1)
		if p.space(); p.peek() != ':' {
			sets++
			list = append(list, key)
		} else {
			p.at++
			value, _ := p.value(depth + 1)
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
		if p.space(); p.peek() == ',' {
			p.at++
		} else if p.peek() != '}' {
			return p.fail()
		}
	}
	p.at++
	switch len(list) {
	case texts:
		return slices.Concat([]byte{'{'}, bytes.Join(list, []byte{','}), []byte{'}'}), dictValue
	case sets, tuples:
		return listOf(list), listValue
	}
	return p.fail()
}

// number parses a number.
func (p *literal) number() []byte {
	end := p.at
	for end < len(p.d) && strings.IndexByte("+-.0123456789eE_", p.d[end]) >= 0 {
		end++
	}
	s := strings.ReplaceAll(string(p.d[p.at:end]), "_", "")
	if p.at = end; json.Valid([]byte(s)) {
		return []byte(s)
	}
	v, why := parseNumber(s)
	if why != "" {
		if s == "-" && p.word() == "inf" {
			return []byte("null")
		}
		p.fail()
	}
	return strconv.AppendFloat(nil, v, 'g', -1, 64)
}

// text parses a text between quotes; of a raw one backslashes stay.
func (p *literal) text(raw bool) []byte {
	quote := p.d[p.at : p.at+1]
	if three := bytes.Repeat(quote, 3); bytes.HasPrefix(p.d[p.at:], three) {
		quote = three
	}
	p.at += len(quote)
	var b []byte
	for !bytes.HasPrefix(p.d[min(p.at, len(p.d)):], quote) {
		if p.at >= len(p.d) || p.d[p.at] == '\n' && len(quote) == 1 {
			p.fail()
			return []byte("null")
		}
		if p.d[p.at] == '\\' && !raw && p.at+1 < len(p.d) {
			if c, _, rest, err := strconv.UnquoteChar(string(p.d[p.at:min(len(p.d), p.at+10)]), quote[0]); err == nil {
				b = utf8.AppendRune(b, c)
				p.at = min(len(p.d), p.at+10) - len(rest)
				continue
			}
		}
		b = append(b, p.d[p.at])
		p.at++
	}
	p.at += len(quote)
	return jsonText(string(b))
}

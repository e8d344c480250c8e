package graphio

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"sheafscope/core/words"
)

// object calls f with every key of an object; f reads the value.
func (r *jsonReader) object(f func(key string)) {
	if r.open('{', "object") {
		r.members(f)
	}
}

// members is object after the opening brace.
func (r *jsonReader) members(f func(key string)) {
	for r.a.err == nil && r.dec.More() {
		key, ok := r.token().(string)
		if !ok {
			r.bad("there is no key where one belongs")
			return
		}
		f(key)
	}
	r.token()
}

// list calls f before every element of a list; f reads it.
func (r *jsonReader) list(f func()) {
	if !r.open('[', "list") {
		return
	}
	for r.a.err == nil && r.dec.More() {
		f()
	}
	r.token()
}

// raw reads any value, null on error.
func (r *jsonReader) raw() (v json.RawMessage) {
	if r.a.err == nil {
		if err := r.dec.Decode(&v); err != nil {
			r.wrap(err)
		}
	}
	if r.a.err != nil {
		return json.RawMessage("null")
	}
	return v
}

// pair is a key of an object with its value.
type pair struct {
	key   string
	value json.RawMessage
}

// pairs reads an object, or a bare text or number as the value of "id".
func (r *jsonReader) pairs() {
	r.fields = r.fields[:0]
	switch t := r.token().(type) {
	case string:
		r.fields = append(r.fields, pair{"id", jsonText(t)})
	case json.Number:
		r.fields = append(r.fields, pair{"id", json.RawMessage(t)})
	default:
		if t != json.Delim('{') {
			r.bad("there is no object where one belongs")
			return
		}
		r.members(func(key string) { r.fields = append(r.fields, pair{key, r.raw()}) })
		r.unwrap()
	}
}

// field returns the text of a key's value; ok is false when there is none or it is an object or a list.
func (r *jsonReader) field(key string) (text string, ok bool) {
	for _, p := range r.fields {
		if p.key == key {
			text, ok = scalar(p.value)
		}
	}
	return text, ok
}

// scalar returns the text of a string, number, truth value or null.
func scalar(v json.RawMessage) (string, bool) {
	if len(v) == 0 {
		return "", false
	}
	switch v[0] {
	case '"':
		var s string
		err := json.Unmarshal(v, &s)
		return s, err == nil
	case '{', '[':
		return "", false
	case 't':
		return "1", true
	case 'f':
		return "0", true
	case 'n':
		return "", true
	}
	return string(v), true
}

// idText returns the text of an id: a text, a number, of which 1.0 is 1, a list as Python writes a tuple, or an object with an id.
func idText(v json.RawMessage) (string, bool) {
	text, ok := scalar(v)
	switch {
	case len(v) == 0 || v[0] == 't' || v[0] == 'f' || v[0] == 'n':
		return "", false
	case ok && v[0] != '"':
		if whole, part, point := strings.Cut(text, "."); point && strings.Trim(part, "0") == "" {
			text = whole
		}
	case ok:
	case v[0] == '[':
		var list []json.RawMessage
		if json.Unmarshal(v, &list) != nil || len(list) == 0 {
			return "", false
		}
		var parts []string
		for _, e := range list {
			part, ok := scalar(e)
			if !ok {
				return "", false
			}
			parts = append(parts, part)
		}
		return "(" + strings.Join(parts, ", ") + ")", true
	default:
		var object map[string]json.RawMessage
		if json.Unmarshal(v, &object) != nil {
			return "", false
		}
		for _, key := range append(nodeIDKeys, "name", "index") {
			if e := object[key]; len(e) > 0 && e[0] != '{' {
				return idText(e)
			}
		}
	}
	return text, ok
}

// numberList returns a list of numbers as one text, in the form of featureList.
func numberList(v json.RawMessage) (string, bool) {
	if v[0] != '[' || bytes.ContainsAny(v[1:], `"{[tfn`) {
		return "", false
	}
	return strings.NewReplacer(",", " ", "[", "", "]", "", "\n", " ", "\t", " ").Replace(string(v)), true
}

// listText returns a list as one text: numbers and truth values in brackets, so that a list of one is one, and a single text as it is.
func listText(v json.RawMessage) (string, bool) {
	if text, ok := numberList(v); ok {
		return "[" + text + "]", true
	}
	if len(v) == 0 || v[0] != '[' {
		return "", false
	}
	var bits []bool
	var texts []string
	switch {
	case json.Unmarshal(v, &bits) == nil:
		out := make([]string, len(bits))
		for k, b := range bits {
			out[k] = words.Either(b, "1", "0")
		}
		return "[" + strings.Join(out, " ") + "]", true
	case json.Unmarshal(v, &texts) == nil && len(texts) > 0:
		return strings.Join(texts, ";"), true
	}
	return "", false
}

// lineCounter finds the lines of ascending offsets without starting anew.
type lineCounter struct {
	d    []byte
	done int64
	line int
}

func (c *lineCounter) at(offset int64) int {
	// White space and the comma before the element belong to it.
	for offset < int64(len(c.d)) && strings.IndexByte(" \t\n,", c.d[offset]) >= 0 {
		offset++
	}
	if offset > c.done {
		c.line += bytes.Count(c.d[c.done:offset], []byte{'\n'})
		c.done = offset
	}
	return c.line
}

// tooDeep returns the line where brackets nest deeper than MaxDepth, or 0.
func tooDeep(d []byte) int {
	depth, text := 0, false
	for i := 0; i < len(d); i++ {
		switch c := d[i]; {
		case text && c == '\\':
			i++
		case c == '"':
			text = !text
		case text:
		case c == '{' || c == '[':
			if depth++; depth > MaxDepth {
				return lineAt(d, int64(i))
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return 0
}

// valueText returns a value that is no object as one text.
func valueText(v json.RawMessage) (text string, ok bool) {
	if text, ok = scalar(v); ok {
		return text, true
	}
	return listText(v)
}

// line returns the line of the present position.
func (r *jsonReader) line() int { return lineAt(r.d, r.dec.InputOffset()) }

// id returns the id in a member of the object; ok is false when it is none.
func (r *jsonReader) id(key string) (id string, there, ok bool) {
	for _, p := range r.fields {
		if p.key == key {
			there = true
			id, ok = idText(p.value)
		}
	}
	return id, there, ok
}

// open reads the bracket with which an object or a list begins.
func (r *jsonReader) open(bracket json.Delim, what string) bool {
	if t := r.token(); t != bracket {
		r.bad("there is no %s where one belongs", what)
	}
	return r.a.err == nil
}

// token reads a token, nil on error.
func (r *jsonReader) token() json.Token {
	if r.a.err != nil {
		return nil
	}
	t, err := r.dec.Token()
	if err != nil {
		r.wrap(err)
	}
	return t
}

// jsonText writes a text as JSON.
func jsonText(s string) json.RawMessage {
	v, _ := json.Marshal(s) // which fails for no text
	return v
}

// endKeys are the members that hold the ends of an edge, those used first first.
var endKeys = [][2]string{{"source", "target"}, {"from", "to"}, {"tail", "head"}, {"src", "dst"}, {"start", "end"}, {"u", "v"}, {"s", "t"},
	{"startNode", "endNode"}, {"fromNode", "toNode"}, {"sourceId", "targetId"}, {"source_id", "target_id"}, {"fromId", "toId"},
	{"from_id", "to_id"}, {"node1", "node2"}, {"subject", "object"}}

// unweighted are members of an edge that say nothing of its weight.
var unweighted = strings.Fields("key id _gvid directed undirected index group")

func (r *jsonReader) link() {
	line := r.count.at(r.dec.InputOffset())
	if r.peek() == '[' {
		r.pairLink(line)
	} else if r.pairs(); !r.edge(line) {
		r.a.bad(line, jsonRemedy, "the link has no source and target")
	}
}

// edge adds the edge whose members are in fields; it reports whether they are those of one.
func (r *jsonReader) edge(line int) bool {
	var ends [2]json.RawMessage
	var keys [2]string
	for _, keys = range endKeys {
		ends = [2]json.RawMessage{}
		for _, p := range r.fields {
			for k := range ends {
				if p.key == keys[k] {
					ends[k] = p.value
				}
			}
		}
		if ends[0] != nil && ends[1] != nil {
			break
		}
	}
	if ends[0] == nil || ends[1] == nil || r.a.err != nil {
		return r.a.err != nil
	}
	s, ok1 := idText(ends[0])
	t, ok2 := idText(ends[1])
	if !ok1 || !ok2 {
		r.a.bad(line, jsonRemedy, noEnds)
		return true
	}
	r.a.later(s, t, line)
	for _, p := range r.fields {
		if e := &r.a.pending[len(r.a.pending)-1]; p.key == "undirected" || p.key == "directed" {
			e.said, e.oneWay = true, (string(p.value) == "true") == (p.key == "directed")
		} else if p.key == "arrows" { // of vis.js: at which ends an edge has one
			heads, _ := idText(p.value)
			to, from := strings.Contains(heads, "to"), strings.Contains(heads, "from")
			if e.said, e.oneWay = true, to != from; from && !to {
				e.source, e.target = e.target, e.source
			}
		}
		if p.key != keys[0] && p.key != keys[1] && !slices.Contains(unweighted, p.key) && !(r.graphviz && p.key != "weight") {
			r.a.weighJSON(p.key, p.value)
		}
	}
	return true
}

// pairLink reads an edge that is a list of its two ends.
func (r *jsonReader) pairLink(line int) {
	ends := make([]string, 0, 2)
	r.list(func() {
		raw := r.raw()
		text, ok := idText(raw)
		switch {
		case len(ends) == 2:
			r.a.weighJSON("", raw)
		case !ok || text == "":
			r.a.bad(line, jsonRemedy, noEnds)
		default:
			ends = append(ends, text)
		}
	})
	if len(ends) < 2 {
		r.a.bad(line, jsonRemedy, "the link has no source and target")
		return
	}
	r.a.later(ends[0], ends[1], line)
}

// noEnds is said of an edge whose ends are something else.
const noEnds = "the ends of the link are not texts or numbers"

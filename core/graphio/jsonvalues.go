package graphio

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"sheafscope/core/words"
)

// readObject reads an object and calls f for every key; f reads the value.
func (r *jsonReader) readObject(f func(key string)) {
	if r.readBracket('{', "object") {
		r.readMembers(f)
	}
}

// readMembers reads an object after its opening brace.
func (r *jsonReader) readMembers(f func(key string)) {
	for r.a.err == nil && r.dec.More() {
		key, ok := r.readToken().(string)
		if !ok {
			r.fail("there is no key where one belongs")
			return
		}
		f(key)
	}
	r.readToken()
}

// readList reads a list and calls f before every element; f reads the element.
func (r *jsonReader) readList(f func()) {
	if !r.readBracket('[', "list") {
		return
	}
	for r.a.err == nil && r.dec.More() {
		f()
	}
	r.readToken()
}

// readRaw reads any value, and returns null after an error.
func (r *jsonReader) readRaw() (v json.RawMessage) {
	if r.a.err == nil {
		if err := r.dec.Decode(&v); err != nil {
			r.keepDecodeError(err)
		}
	}
	if r.a.err != nil {
		return json.RawMessage("null")
	}
	return v
}

// pair is a member of an object.
type pair struct {
	key   string
	value json.RawMessage
}

// readFields reads an object into fields. A text or a number becomes the member "id".
func (r *jsonReader) readFields() {
	r.fields = r.fields[:0]
	switch t := r.readToken().(type) {
	case string:
		r.fields = append(r.fields, pair{"id", jsonText(t)})
	case json.Number:
		r.fields = append(r.fields, pair{"id", json.RawMessage(t)})
	default:
		if t != json.Delim('{') {
			r.fail("there is no object where one belongs")
			return
		}
		r.readMembers(func(key string) { r.fields = append(r.fields, pair{key, r.readRaw()}) })
		r.liftWrapped()
	}
}

// fieldText returns the text of a member; ok is false where it is missing, an object or a list.
func (r *jsonReader) fieldText(key string) (text string, ok bool) {
	for _, p := range r.fields {
		if p.key == key {
			text, ok = scalar(p.value)
		}
	}
	return text, ok
}

// scalar returns the text of a string, a number, a truth value as 1 or 0, or null as ""; ok is false for objects and lists.
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

// idText returns the text of an id; ok is false for other values.
// An id is a text, a number (1.0 is 1), a list as Python writes a tuple, or an object with an id.
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

// numberList returns a list of numbers as one text for featureList; ok is false for other values.
func numberList(v json.RawMessage) (string, bool) {
	if v[0] != '[' || bytes.ContainsAny(v[1:], `"{[tfn`) {
		return "", false
	}
	return strings.NewReplacer(",", " ", "[", "", "]", "", "\n", " ", "\t", " ").Replace(string(v)), true
}

// listText returns a list as one text; ok is false for other values.
// Numbers and truth values are in brackets, so that a list of one stays a list. Texts are separated by semicolons.
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

// lineCounter returns the lines of ascending offsets, without counting a line twice.
type lineCounter struct {
	d    []byte
	done int64
	line int
}

// at returns the line, counted from 1, of an offset that is not below the last one.
func (c *lineCounter) at(offset int64) int {
	// White space and the comma before an element are part of it.
	for offset < int64(len(c.d)) && strings.IndexByte(" \t\n,", c.d[offset]) >= 0 {
		offset++
	}
	if offset > c.done {
		c.line += bytes.Count(c.d[c.done:offset], []byte{'\n'})
		c.done = offset
	}
	return c.line
}

// tooDeep returns the line where brackets nest deeper than MaxDepth, 0 for none.
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

// valueText returns a value as one text; ok is false for objects and mixed lists.
func valueText(v json.RawMessage) (text string, ok bool) {
	if text, ok = scalar(v); ok {
		return text, true
	}
	return listText(v)
}

// line returns the line of the current position.
func (r *jsonReader) line() int { return lineAt(r.d, r.dec.InputOffset()) }

// fieldID returns the id in a member. there reports that the member exists, ok that it is an id.
func (r *jsonReader) fieldID(key string) (id string, there, ok bool) {
	for _, p := range r.fields {
		if p.key == key {
			there = true
			id, ok = idText(p.value)
		}
	}
	return id, there, ok
}

// readBracket reads the opening bracket of an object or a list. It reports whether there is no error.
func (r *jsonReader) readBracket(bracket json.Delim, what string) bool {
	if t := r.readToken(); t != bracket {
		r.fail("there is no %s where one belongs", what)
	}
	return r.a.err == nil
}

// readToken reads a token, and returns nil after an error.
func (r *jsonReader) readToken() json.Token {
	if r.a.err != nil {
		return nil
	}
	t, err := r.dec.Token()
	if err != nil {
		r.keepDecodeError(err)
	}
	return t
}

// jsonText returns a text as JSON.
func jsonText(s string) json.RawMessage {
	// Marshal fails for no text.
	v, _ := json.Marshal(s)
	return v
}

// endKeys are the members with the ends of an edge. Earlier pairs have priority.
var endKeys = [][2]string{{"source", "target"}, {"from", "to"}, {"tail", "head"}, {"src", "dst"}, {"start", "end"}, {"u", "v"}, {"s", "t"},
	{"startNode", "endNode"}, {"fromNode", "toNode"}, {"sourceId", "targetId"}, {"source_id", "target_id"}, {"fromId", "toId"},
	{"from_id", "to_id"}, {"node1", "node2"}, {"subject", "object"}}

// unweighted are members of an edge without a weight.
var unweighted = strings.Fields("key id _gvid directed undirected index group")

// readLink reads an edge of a list.
func (r *jsonReader) readLink() {
	line := r.count.at(r.dec.InputOffset())
	if r.peek() == '[' {
		r.readPairLink(line)
	} else if r.readFields(); !r.addEdge(line) {
		r.a.fail(line, jsonRemedy, "the link has no source and target")
	}
}

// addEdge adds the edge in fields. It reports whether fields are an edge, or an error is recorded.
func (r *jsonReader) addEdge(line int) bool {
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
		r.a.fail(line, jsonRemedy, noEnds)
		return true
	}
	r.a.deferEdge(s, t, line)
	for _, p := range r.fields {
		if e := &r.a.pending[len(r.a.pending)-1]; p.key == "undirected" || p.key == "directed" {
			e.directionGiven, e.oneWay = true, (string(p.value) == "true") == (p.key == "directed")
		} else if p.key == "arrows" { // vis.js: the ends with an arrow head
			heads, _ := idText(p.value)
			to, from := strings.Contains(heads, "to"), strings.Contains(heads, "from")
			if e.directionGiven, e.oneWay = true, to != from; from && !to {
				e.source, e.target = e.target, e.source
			}
		}
		if p.key != keys[0] && p.key != keys[1] && !slices.Contains(unweighted, p.key) && !(r.graphviz && p.key != "weight") {
			r.a.recordEdgeMember(p.key, p.value)
		}
	}
	return true
}

// readPairLink reads an edge that is a list of its two ends and perhaps a weight.
func (r *jsonReader) readPairLink(line int) {
	ends := make([]string, 0, 2)
	r.readList(func() {
		raw := r.readRaw()
		text, ok := idText(raw)
		switch {
		case len(ends) == 2:
			r.a.recordEdgeMember("", raw)
		case !ok || text == "":
			r.a.fail(line, jsonRemedy, noEnds)
		default:
			ends = append(ends, text)
		}
	})
	if len(ends) < 2 {
		r.a.fail(line, jsonRemedy, "the link has no source and target")
		return
	}
	r.a.deferEdge(ends[0], ends[1], line)
}

// noEnds is the message for an edge whose ends are no ids.
const noEnds = "the ends of the link are not texts or numbers"

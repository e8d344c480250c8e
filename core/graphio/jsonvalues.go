package graphio

import (
	"bytes"
	"encoding/json"
	"strings"

	"sheafscope/core/words"
)

// The values of JSON: objects, lists, texts, numbers and ids.

// readObject reads an object and calls f for every key. f must read the value.
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

// readList reads a list and calls f for every element. f must read the element.
func (r *jsonReader) readList(f func()) {
	if !r.readBracket('[', "list") {
		return
	}
	for r.a.err == nil && r.dec.More() {
		f()
	}
	r.readToken()
}

// readRaw returns the next value without parsing it. After an error it returns null.
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

// readFields reads a node or an edge into fields. A text or a number becomes the member "id".
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

// fieldText returns the text of the last member with a key. ok is false if the member is missing, an object or a list.
func (r *jsonReader) fieldText(key string) (text string, ok bool) {
	for _, p := range r.fields {
		if p.key == key {
			text, ok = scalar(p.value)
		}
	}
	return text, ok
}

// scalar returns a value as a text: true is "1", false "0" and null "". ok is false for objects and lists.
func scalar(v json.RawMessage) (text string, ok bool) {
	if len(v) == 0 {
		return "", false
	}
	// The first byte is the kind of the value.
	switch v[0] {
	case '"':
		err := json.Unmarshal(v, &text)
		return text, err == nil
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

// idText returns an id as a text. ok is false for values that are no ids.
// An id is a text, a number (1.0 is 1), a list of scalars as a Python tuple, or an object with a member that is an id.
func idText(v json.RawMessage) (text string, ok bool) {
	// Truth values and null are no ids.
	if len(v) == 0 || v[0] == 't' || v[0] == 'f' || v[0] == 'n' {
		return "", false
	}
	text, ok = scalar(v)
	switch {
	case ok && v[0] == '"':
		return text, true
	case ok:
		// Some programs write integers as floating-point numbers.
		if integer, fraction, found := strings.Cut(text, "."); found && strings.Trim(fraction, "0") == "" {
			text = integer
		}
		return text, true
	case v[0] == '[':
		return tupleText(v)
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(v, &object) != nil {
		return "", false
	}
	// The id of an inner object is its first scalar or list under a usual key.
	for _, key := range append(nodeIDKeys, "name", "index") {
		if inner := object[key]; len(inner) > 0 && inner[0] != '{' {
			return idText(inner)
		}
	}
	return text, ok
}

// tupleText returns a list of scalars in the notation of a Python tuple, such as (1, a). ok is false for empty and nested lists.
func tupleText(v json.RawMessage) (text string, ok bool) {
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
}

// numberList returns a list of numbers, or of lists of numbers, as one text. ok is false for other values.
func numberList(v json.RawMessage) (string, bool) {
	// The characters begin texts, objects, inner lists and words.
	if v[0] != '[' || bytes.ContainsAny(v[1:], `"{[tfn`) {
		return "", false
	}
	return strings.NewReplacer(",", " ", "[", "", "]", "", "\n", " ", "\t", " ").Replace(string(v)), true
}

// listText returns a list as one text. ok is false for other values.
// Numbers and truth values are in brackets, so that a list with one element stays a list. Semicolons separate texts.
func listText(v json.RawMessage) (text string, ok bool) {
	if numbers, ok := numberList(v); ok {
		return "[" + numbers + "]", true
	}
	if len(v) == 0 || v[0] != '[' {
		return "", false
	}
	var bits []bool
	var texts []string
	switch {
	// Truth values become bits, as in masks.
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

// lineCounter converts ascending offsets to lines. It counts every line break once.
// line is the line at offset done.
type lineCounter struct {
	d    []byte
	done int64
	line int
}

// at returns the line of an offset, counted from 1. An offset below an earlier one gets the line of the earlier one.
func (c *lineCounter) at(offset int64) int {
	// White space and a comma precede an element.
	for offset < int64(len(c.d)) && strings.IndexByte(" \t\n,", c.d[offset]) >= 0 {
		offset++
	}
	if offset > c.done {
		c.line += bytes.Count(c.d[c.done:offset], []byte{'\n'})
		c.done = offset
	}
	return c.line
}

// tooDeep returns the first line where brackets nest deeper than MaxDepth. It returns 0 if they do not.
func tooDeep(d []byte) int {
	depth, inText := 0, false
	for i := 0; i < len(d); i++ {
		switch c := d[i]; {
		case inText && c == '\\':
			// The next character is escaped.
			i++
		case c == '"':
			inText = !inText
		case inText:
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

// valueText returns a value as one text. ok is false for objects and for lists that listText does not accept.
func valueText(v json.RawMessage) (text string, ok bool) {
	if text, ok = scalar(v); ok {
		return text, true
	}
	return listText(v)
}

// line returns the line of the current position.
func (r *jsonReader) line() int { return lineAt(r.d, r.dec.InputOffset()) }

// fieldID returns the id in the last member with a key. found reports that the member exists, ok that its value is an id.
func (r *jsonReader) fieldID(key string) (id string, found, ok bool) {
	for _, p := range r.fields {
		if p.key == key {
			found = true
			id, ok = idText(p.value)
		}
	}
	return id, found, ok
}

// readBracket reads the opening bracket of an object or a list. value is the word for the value in an error message.
// It reports whether there is no error.
func (r *jsonReader) readBracket(bracket json.Delim, value string) bool {
	if t := r.readToken(); t != bracket {
		r.fail("there is no %s where one belongs", value)
	}
	return r.a.err == nil
}

// readToken reads a token. After an error it returns nil.
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

// jsonText returns a text as a JSON string.
func jsonText(s string) json.RawMessage {
	// Marshal has no error for texts.
	v, _ := json.Marshal(s)
	return v
}

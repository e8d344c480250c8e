package graphio

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"sheafscope/core/words"
)

// This file reads the values of JSON: objects, lists, texts, numbers and ids.

// readObject reads an object and calls f for every key. f must read the value of the key. Any value but an object is an error.
func (r *jsonReader) readObject(f func(key string)) {
	if r.readBracket('{', "object") {
		r.readMembers(f)
	}
}

// readMembers reads an object after its opening brace and calls f for every key, as readObject does.
func (r *jsonReader) readMembers(f func(key string)) {
	for r.a.err == nil && r.dec.More() {
		// After a damaged key readToken has recorded an error.
		key, ok := r.readToken().(string)
		if !ok {
			return
		}
		f(key)
	}
	r.readToken() // the closing brace; nothing after an error
}

// readList reads a list and calls f for every element. f must read the element. Any value but a list is an error.
func (r *jsonReader) readList(f func()) {
	if !r.readBracket('[', "list") {
		return
	}
	for r.a.err == nil && r.dec.More() {
		f()
	}
	r.readToken() // the closing bracket; nothing after an error
}

// readRaw returns the text of the next value. After an error it returns null, so that a caller can always read the first byte.
func (r *jsonReader) readRaw() (v json.RawMessage) {
	if r.a.err != nil {
		return json.RawMessage("null")
	}
	err := r.dec.Decode(&v)
	if err != nil {
		r.keepDecodeError(err)
		return json.RawMessage("null")
	}
	return v
}

// pair is a member of an object. The text of a value is never empty.
type pair struct {
	key   string
	value json.RawMessage
}

// readFields reads a node or an edge and sets r.fields to its members. The attributes in inner objects follow (liftAttributes).
// A text or a number becomes the member "id". Any other value is an error.
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
		r.liftAttributes()
	}
}

// scalar returns a value as a text. The text of true is "1", of false "0", and of null "".
// ok is false for objects and lists, and for an empty v.
func scalar(v json.RawMessage) (text string, ok bool) {
	if len(v) == 0 {
		return "", false
	}
	// The first byte shows the kind of the value.
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

// idText returns an id as a text. A number loses a fraction of zeros: 1.0 gives 1. A list of scalars becomes a Python tuple, as in (1, a).
// An object gives the id in its member "id", or in another usual member.
// ok is false for truth values, null, empty lists, lists of lists or objects, and objects without an id.
func idText(v json.RawMessage) (text string, ok bool) {
	// The letters t, f and n are the first bytes of true, false and null.
	if len(v) == 0 || strings.IndexByte("tfn", v[0]) >= 0 {
		return "", false
	}
	text, ok = scalar(v)
	switch {
	case ok && v[0] == '"':
		return text, true
	case ok:
		return idNumber(text), true
	case v[0] == '[':
		return tupleText(v)
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(v, &object) != nil {
		return "", false
	}
	// The id is under the first usual key whose value is not an object.
	for _, key := range append(nodeIDKeys, "name", "index") {
		inner := object[key]
		if len(inner) > 0 && inner[0] != '{' {
			return idText(inner)
		}
	}
	return "", false
}

// idNumber returns the text of a number without a fraction of zeros, because some programs write integers as floating-point numbers.
// Any other text stays.
func idNumber(text string) string {
	integer, fraction, hasPoint := strings.Cut(text, ".")
	isNumber := hasPoint && strings.Trim(integer, "-0123456789") == ""
	if isNumber && strings.Trim(fraction, "0") == "" {
		return integer
	}
	return text
}

// tupleText returns a list of scalars like a Python tuple without quotes, such as (1, a). A single element gives (1).
// ok is false for an empty list, and for a list with an inner list or object.
func tupleText(v json.RawMessage) (text string, ok bool) {
	var list []json.RawMessage
	if json.Unmarshal(v, &list) != nil || len(list) == 0 {
		return "", false
	}
	var parts []string
	for _, element := range list {
		part, isScalar := scalar(element)
		if !isScalar {
			return "", false
		}
		parts = append(parts, part)
	}
	return "(" + strings.Join(parts, ", ") + ")", true
}

// numberList returns the numbers of a list, separated by one or more spaces. The text of an empty list is blank. v is not empty.
// Null becomes NaN, so that the reader of the numbers reports the missing number. ok is false for any other value, and for a single null.
func numberList(v json.RawMessage) (text string, ok bool) {
	// Every element other than a number or null begins with one of these characters: a text, an object, a list, true or false.
	if v[0] != '[' || bytes.ContainsAny(v[1:], `"{[tf`) {
		return "", false
	}
	// Of the numbers and null, only null has the letter n.
	isSingleNull := bytes.IndexByte(v, 'n') > 0 && !bytes.ContainsAny(v, ",0123456789")
	text = strings.NewReplacer(",", " ", "[", "", "]", "", "\n", " ", "\t", " ", "null", "NaN").Replace(string(v))
	return text, !isSingleNull
}

// listText returns a list of numbers, truth values or texts as one text. v is not empty. ok is false for other values.
// Texts are joined with semicolons. Numbers and truth values are in brackets, such as [1 0]: so a list of one number is no number.
// In a list of numbers or truth values null is NaN, and in a list of texts, or alone, null is "".
func listText(v json.RawMessage) (text string, ok bool) {
	if numbers, ok := numberList(v); ok {
		return "[" + numbers + "]", true
	}
	if v[0] != '[' {
		return "", false
	}
	var bits []*bool
	var texts []string
	switch {
	// Truth values become 1 and 0, as in masks.
	case json.Unmarshal(v, &bits) == nil && slices.ContainsFunc(bits, func(bit *bool) bool { return bit != nil }):
		digits := make([]string, len(bits))
		for k, bit := range bits {
			digits[k] = "NaN"
			if bit != nil {
				digits[k] = words.Either(*bit, "1", "0")
			}
		}
		return "[" + strings.Join(digits, " ") + "]", true
	case json.Unmarshal(v, &texts) == nil && len(texts) > 0:
		return strings.Join(texts, ";"), true
	}
	return "", false
}

// lineCounter converts ascending offsets to lines. It counts every line break once, so that many lines of nodes take linear time.
type lineCounter struct {
	d    []byte // the text
	done int64  // the largest offset of an element so far
	line int    // the line of the offset done, counted from 1
}

// at returns the line of the element that follows an offset, counted from 1. After a key of an object, it returns the line of the colon.
// If an earlier call had a larger offset, at returns the line of the element after the largest offset so far.
func (c *lineCounter) at(offset int64) int {
	// White space and a comma precede an element.
	start := offset
	for start < int64(len(c.d)) && strings.IndexByte(" \t\n,", c.d[start]) >= 0 {
		start++
	}
	if start > c.done {
		c.line += bytes.Count(c.d[c.done:start], []byte{'\n'})
		c.done = start
	}
	return c.line
}

// tooDeep returns the first line where brackets nest deeper than MaxDepth. It returns 0 if no bracket is too deep.
func tooDeep(d []byte) int {
	depth := 0
	inText := false
	for k := 0; k < len(d); k++ {
		c := d[k]
		switch {
		case inText && c == '\\':
			// The next character is escaped, so a quote does not end the text.
			k++
		case c == '"':
			inText = !inText
		case inText:
			// Brackets within a text do not count.
		case c == '{' || c == '[':
			depth++
			if depth > MaxDepth {
				return lineAt(d, int64(k))
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return 0
}

// valueText returns a scalar or a list as one text. ok is false for objects and for lists that listText does not accept.
func valueText(v json.RawMessage) (text string, ok bool) {
	text, ok = scalar(v)
	if ok {
		return text, true
	}
	return listText(v)
}

// line returns the line of the current position, counted from 1.
func (r *jsonReader) line() int { return lineAt(r.d, r.dec.InputOffset()) }

// idState states whether an object has an id under a key.
type idState int

const (
	idMissing idState = iota // the object has no member with the key
	idInvalid                // the value of the member is no id
	idValid                  // the value of the member is an id
)

// fieldID returns the id in the last member of r.fields with a key. id has a meaning only in the state idValid.
func (r *jsonReader) fieldID(key string) (id string, state idState) {
	for _, p := range r.fields {
		if p.key == key {
			text, isValid := idText(p.value)
			id, state = text, words.Either(isValid, idValid, idInvalid)
		}
	}
	return id, state
}

// readBracket reads the opening bracket of an object or a list. Another token is an error. value is the noun in its message.
// readBracket reports whether the assembly is free of errors.
func (r *jsonReader) readBracket(bracket json.Delim, value string) bool {
	token := r.readToken()
	if token != bracket {
		r.fail("there is no %s where one belongs", value)
	}
	return r.a.err == nil
}

// readToken returns the next token. It returns nil after an error.
func (r *jsonReader) readToken() json.Token {
	if r.a.err != nil {
		return nil
	}
	token, err := r.dec.Token()
	if err != nil {
		r.keepDecodeError(err)
	}
	return token
}

// jsonText returns a text as a JSON string.
func jsonText(s string) json.RawMessage {
	// Marshal has no error for texts.
	v, _ := json.Marshal(s)
	return v
}

package graphio

import (
	"bytes"
	"encoding/json"
	"strings"

	"sheafscope/core/words"
)

// object calls f with every key of an object; f reads the value.
func (r *jsonReader) object(f func(key string) error) error {
	t, err := r.dec.Token()
	if err != nil {
		return r.wrap(err)
	}
	if t != json.Delim('{') {
		return r.bad("there is no object where one belongs")
	}
	return r.members(f)
}

// members is object after the opening brace.
func (r *jsonReader) members(f func(key string) error) error {
	for r.dec.More() {
		t, err := r.dec.Token()
		if err != nil {
			return r.wrap(err)
		}
		key, ok := t.(string)
		if !ok {
			return r.bad("there is no key where one belongs")
		}
		if err := f(key); err != nil {
			return err
		}
	}
	if _, err := r.dec.Token(); err != nil {
		return r.wrap(err)
	}
	return nil
}

// list calls f before every element of a list; f reads it.
func (r *jsonReader) list(f func() error) error {
	t, err := r.dec.Token()
	if err != nil {
		return r.wrap(err)
	}
	if t != json.Delim('[') {
		return r.bad("there is no list where one belongs")
	}
	for r.dec.More() {
		if err := f(); err != nil {
			return err
		}
	}
	if _, err := r.dec.Token(); err != nil {
		return r.wrap(err)
	}
	return nil
}

// raw reads any value.
func (r *jsonReader) raw() (json.RawMessage, error) {
	var v json.RawMessage
	if err := r.dec.Decode(&v); err != nil {
		return nil, r.wrap(err)
	}
	return v, nil
}

// pair is a key of an object with its value.
type pair struct {
	key   string
	value json.RawMessage
}

// pairs reads an object, or a bare text or number as the value of "id".
func (r *jsonReader) pairs() error {
	r.fields = r.fields[:0]
	t, err := r.dec.Token()
	if err != nil {
		return r.wrap(err)
	}
	switch t := t.(type) {
	case string:
		v, _ := json.Marshal(t)
		r.fields = append(r.fields, pair{"id", v})
		return nil
	case json.Number:
		r.fields = append(r.fields, pair{"id", json.RawMessage(t)})
		return nil
	}
	if t != json.Delim('{') {
		return r.bad("there is no object where one belongs")
	}
	err = r.members(func(key string) error {
		v, err := r.raw()
		r.fields = append(r.fields, pair{key, v})
		return err
	})
	if err != nil {
		return err
	}
	return r.unwrap()
}

// field returns the text of a key's value; ok is false when there is none or
// it is an object or a list.
func (r *jsonReader) field(key string) (text string, there, ok bool) {
	for _, p := range r.fields {
		if p.key == key {
			text, ok = scalar(p.value)
			there = true
		}
	}
	return text, there, ok
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

// idText returns the text of an id or an end of an edge: a text, a number, of which 1.0
// is 1, a list as Python writes a tuple, or an object with an id.
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

// listText returns a list as one text: numbers and truth values in brackets, so that a
// list of one is one, and a single text as it is.
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

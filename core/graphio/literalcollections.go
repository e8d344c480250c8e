package graphio

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// This file parses the collections of Python literals: lists, tuples, sets and dictionaries, and calls with a collection as argument.
// parseCall, parseList and parseBraces return the value v as JSON, with its kind. depth is the number of collections around the value.

// literalCalls are the names of calls with a collection as argument.
// Python prints collections under some of the names. The others are functions that construct a collection or a graph, or add edges.
var literalCalls = strings.Fields(`set frozenset list tuple dict defaultdict OrderedDict Counter array asarray tensor LongTensor ` +
	`matrix Graph DiGraph MultiGraph MultiDiGraph
	add_edges_from add_weighted_edges_from from_edgelist from_dict_of_lists EdgeView OutEdgeView EdgeDataView OutEdgeDataView
	MultiEdgeDataView OutMultiEdgeDataView NodeView AdjacencyView dict_items dict_keys`)

// scalarCalls are the names of calls with one scalar as argument, without digits and underscores at the end. NumPy prints np.int64(1).
var scalarCalls = strings.Fields("int uint float str bool bytes longlong")

// parseCall parses the arguments of a call, from its opening parenthesis on.
// It returns the last collection among the arguments without a name. A call without such a collection is an empty list.
// An argument that is no value is a failure, unless it is a bare word, such as list, or a class, such as <class 'list'>.
func (p *literal) parseCall(depth int) (v []byte, kind int) {
	v, kind = []byte("[]"), listValue
	p.pos++
	// An argument is a class in angle brackets, a bare word such as the type list, or a value. A bare word and a value may have a name.
	for p.skipSpace(); p.peek() != ')'; p.skipSpace() {
		if p.peek() == '<' {
			// A defaultdict prints the class of its default values: <class 'list'>.
			// A function has brackets within: <function <lambda> at 0x7f01>.
			nesting := 0
			for {
				switch p.peek() {
				case '<':
					nesting++
				case '>':
					nesting--
				case 0:
					return p.fail()
				}
				p.pos++
				if nesting == 0 {
					break
				}
			}
		} else if hasName := p.readAssignment() != ""; !p.skipTypeName() {
			// skipTypeName has found no bare word, so the argument is a value.
			argument, argumentKind := p.parseValue(depth + 1)
			if argumentKind != plainValue && !hasName {
				v, kind = argument, argumentKind
			}
		}
		p.skipSpace()
		// After a failed value the position is at the end, so the call fails, too.
		if p.peek() == ',' {
			p.pos++
		} else if p.peek() != ')' {
			return p.fail()
		}
	}
	p.pos++
	return v, kind
}

// skipTypeName skips an argument if the argument is a bare word, such as the type list. It reports whether the argument is a bare word.
// For any other argument it restores the position.
func (p *literal) skipTypeName() bool {
	start := p.pos
	word := p.readWord()
	p.skipSpace()
	isWholeArgument := p.peek() == ',' || p.peek() == ')'
	if word != "" && isWholeArgument {
		return true
	}
	p.pos = start
	return false
}

// parseItems parses values separated by commas, from an opening bracket on. closing is the bracket after the last value.
// It returns the values as JSON, and the kind of each value. A comma may follow the last value. Any other text between values is a failure.
func (p *literal) parseItems(depth int, closing byte) (list [][]byte, kinds []int) {
	p.pos++
	// After a failure the position is at the end, and the loop ends.
	for p.skipSpace(); p.peek() != closing && !p.failed; p.skipSpace() {
		v, kind := p.parseValue(depth + 1)
		list, kinds = append(list, v), append(kinds, kind)
		p.skipSpace()
		if p.peek() == ',' {
			p.pos++
		} else if p.peek() != closing {
			p.fail()
		}
	}
	p.pos++
	return list, kinds
}

// jsonList returns values in JSON as a JSON list.
func jsonList(list [][]byte) []byte {
	return slices.Concat([]byte{'['}, bytes.Join(list, []byte{','}), []byte{']'})
}

// parseList parses a list, a tuple, or a value in parentheses. A tuple with a single element ends with a comma.
func (p *literal) parseList(depth int) (v []byte, kind int) {
	if p.peek() == '[' {
		list, _ := p.parseItems(depth, ']')
		return jsonList(list), listValue
	}
	list, kinds := p.parseItems(depth, ')')
	// After a failure the position is beyond the end of the text.
	closing := min(p.pos-1, len(p.d))
	inside := bytes.TrimRight(p.d[:closing], " \t\n")
	endsWithComma := bytes.HasSuffix(inside, []byte{','})
	if len(list) == 1 && !endsWithComma {
		return list[0], kinds[0]
	}
	return jsonList(list), tupleValue
}

// parseBraces parses a set or a dictionary. A set becomes a list. A dictionary with scalars as keys becomes an object.
// A dictionary whose keys are tuples or frozensets becomes a list: {(a, b): v} becomes [[a, b, v]].
// A mixture of these forms is a failure, and so is any other key, such as a tuple with fewer than two elements.
func (p *literal) parseBraces(depth int) (v []byte, kind int) {
	p.pos++
	var list [][]byte
	// elements counts the elements of a set. scalarKeys and tupleKeys count the members of a dictionary by the kind of their key.
	elements, scalarKeys, tupleKeys := 0, 0, 0
	for p.skipSpace(); p.peek() != '}' && !p.failed; p.skipSpace() {
		key, keyKind := p.parseValue(depth + 1)
		p.skipSpace()
		if p.peek() != ':' {
			elements++
			list = append(list, key)
		} else {
			p.pos++
			value, _ := p.parseValue(depth + 1)
			if keyKind == tupleValue {
				var ends []json.RawMessage
				// A tuple with fewer than two elements is no edge.
				if json.Unmarshal(key, &ends) != nil || len(ends) < 2 {
					return p.fail()
				}
				tupleKeys++
				list = append(list, slices.Concat(key[:len(key)-1], []byte{','}, value, []byte{']'}))
			} else if text, ok := scalar(key); ok {
				scalarKeys++
				list = append(list, slices.Concat(jsonText(text), []byte{':'}, value))
			} else {
				// In Python a list, a set or a dictionary cannot be a key.
				return p.fail()
			}
		}
		p.skipSpace()
		if p.peek() == ',' {
			p.pos++
		} else if p.peek() != '}' {
			return p.fail()
		}
	}
	p.pos++
	// If a count is the length of the list, all elements are of its kind. Empty braces are an empty dictionary, as in Python.
	switch len(list) {
	case scalarKeys:
		return slices.Concat([]byte{'{'}, bytes.Join(list, []byte{','}), []byte{'}'}), dictValue
	case elements, tupleKeys:
		return jsonList(list), listValue
	}
	return p.fail()
}

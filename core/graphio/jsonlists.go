package graphio

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// This file recognises lists of edges and nodes under unknown keys, for jsonunknown.go. The values decide whether a list has edges:
// the ends of an edge are ids or names of nodes.
// A list under a word for edges has priority over other lists. A list under another key raises a doubt, a reason to ask the user.

// countKeys are the keys of the number of nodes, in lower case. removeCount reads the number.
var countKeys = strings.Fields("num_nodes numnodes n_nodes nnodes nodecount node_count number_of_nodes numberofnodes num_vertices n order")

// edgeWords are parts of words for edges.
var edgeWords = strings.Fields("edge link relation connection")

// isEdgeWord reports whether a key is a word for edges: whether it contains one of edgeWords, or is e, rels, ties, arc or arcs.
func isEdgeWord(key string) bool {
	// Word returns the key in lower case, without spaces, punctuation and common accents.
	word := content.Word(key)
	// These five are parts of many other words.
	if slices.Contains([]string{"e", "rels", "ties", "arc", "arcs"}, word) {
		return true
	}
	return slices.ContainsFunc(edgeWords, func(s string) bool { return strings.Contains(word, s) })
}

// neighbourWords are the words for neighbours, in the form of content.Word. Neighbours under one of these keys raise no doubt.
var neighbourWords = strings.Fields("neighbors neighbours neighbor neighbour adj adjacent adjacency edges links friends connections " +
	"connected connectedto linksto targets out successors contacts follows following knows")

// elementsOf returns the elements of a list, with nil keys. For an object it returns the values and the keys of membersOf.
// Both results are nil for any other value, for damaged JSON, and for an object without members.
func elementsOf(v json.RawMessage) (list []json.RawMessage, keys []string) {
	if len(v) > 0 && v[0] == '[' {
		if json.Unmarshal(v, &list) != nil {
			return nil, nil
		}
		return list, nil
	}
	for _, p := range membersOf(v) {
		list = append(list, p.value)
		keys = append(keys, p.key)
	}
	return list, keys
}

// membersOf returns the members of an object in order, then the attributes that liftAttributes finds in inner objects such as "data".
// It returns nil for any other value, for damaged JSON, and for an object without members.
func membersOf(v json.RawMessage) []pair {
	// The shortest object with a member has more than two bytes.
	if len(v) < 3 || v[0] != '{' {
		return nil
	}
	r := newJSONReader(v, &assembly{})
	r.readFields()
	if r.a.err != nil {
		return nil
	}
	return r.fields
}

// edgeEnds returns the ends of an edge. An edge is a list of two ends (listEnds), or an object with ids under a pair of endKeys.
// ok is false if the value v is not an edge; ends then has no meaning.
func edgeEnds(v json.RawMessage) (ends [2]string, ok bool) {
	if v[0] == '[' {
		return listEnds(v)
	}
	members := membersOf(v)
	for _, keys := range endKeys {
		var found [2]bool // whether ends[k] is an id
		for _, p := range members {
			// k is 0 for the source and 1 for the target. If a key repeats, its last value counts.
			k := slices.Index(keys[:], p.key)
			if k >= 0 {
				ends[k], found[k] = idText(p.value)
			}
		}
		if found[0] && found[1] {
			return ends, true
		}
	}
	return ends, false
}

// listEnds returns the ends of an edge that is a list: the first two elements. Further elements, such as a weight, are ignored.
// ok is false for a list of fewer elements, and if an end is empty or no id (idText).
func listEnds(v json.RawMessage) (ends [2]string, ok bool) {
	var list []json.RawMessage
	if json.Unmarshal(v, &list) != nil || len(list) < 2 {
		return ends, false
	}
	for k := range ends {
		end, isID := idText(list[k])
		if !isID || end == "" {
			return ends, false
		}
		ends[k] = end
	}
	return ends, true
}

// referenceNames returns the set of texts by which edges may refer to the nodes of a list: ids, names, and nodes that are scalars.
// keys are the keys of the nodes if the nodes are the members of an object; these keys are references, too. For a list keys is nil.
func referenceNames(list []json.RawMessage, keys []string) map[string]bool {
	references := map[string]bool{}
	for k, v := range list {
		if keys != nil {
			references[keys[k]] = true
		}
		// A node that is a text, a number or a list has no members.
		if text, ok := idText(v); ok && text != "" && v[0] != '{' {
			references[text] = true
			continue
		}
		for _, p := range membersOf(v) {
			isReference := slices.Contains(nodeIDKeys, p.key) || slices.Contains(nameKeys, p.key)
			if !isReference {
				continue
			}
			if text, ok := idText(p.value); ok && text != "" {
				references[text] = true
			}
		}
	}
	return references
}

// nodeNames returns the set of the texts in nodeNumbers.
func (r *jsonReader) nodeNames() map[string]bool {
	known := map[string]bool{}
	for text := range r.nodeNumbers() {
		known[text] = true
	}
	return known
}

// nodeNumbers maps the ids, the second ids and the names of the nodes that were read to the numbers of the nodes.
// Ids have priority over names. A name that repeats refers to the last node with the name.
func (r *jsonReader) nodeNumbers() map[string]int32 {
	numbers := map[string]int32{}
	// Without an attribute under one of nameKeys, names is nil, and its value is "" for every node.
	names := r.a.find(nameKeys...)
	for i := range r.a.ids {
		if name := names.value(i); name != "" {
			numbers[name] = int32(i)
		}
	}
	maps.Copy(numbers, r.a.withSecondIDs())
	return numbers
}

// edgeList is a member whose value is a list of edges, or an object whose values are edges.
type edgeList struct {
	pair
	// keys are the keys of the two ends, the same for all edges. They are "" for pairs, and for objects with keys of endKeys.
	keys [2]string
}

// asEdgeList returns a member as a list of edges. nodes is the set of the known ids and names, empty if the nodes are unknown.
// If the nodes are unknown, all elements must be edges for edgeEnds. If the nodes are known, the ends must also be nodes; then other keys
// of the ends (unknownEndKeys) are allowed, too. ok is false for any other member.
func asEdgeList(p pair, nodes map[string]bool) (e edgeList, ok bool) {
	isList := p.value[0] == '['
	inner := bytes.TrimLeft(p.value[1:], " \t\n")
	// A value of one byte, such as a digit, has nothing inside.
	if len(inner) == 0 {
		return e, false
	}
	// The first element of a list of edges is a list or an object. This cheap test excludes most other lists.
	startsWithScalar := inner[0] != '[' && inner[0] != '{'
	if isList && startsWithScalar {
		return e, false
	}
	list, keys := elementsOf(p.value)
	if len(list) == 0 {
		return e, false
	}
	// The edges in an object are objects. A list in an object would hold neighbours, as in {"a": ["b", "c"]}.
	startsWithObject := list[0][0] == '{'
	if keys != nil && !startsWithObject {
		return e, false
	}
	e.pair = p
	// An edge that is a list may have several attributes only under a word for edges, and between known nodes.
	mayBeLong := len(nodes) > 0 && isEdgeWord(p.key)
	isNoEdge := func(v json.RawMessage) bool {
		ends, isEdge := edgeEnds(v)
		if isEdge && v[0] == '[' && !mayBeLong {
			elements, _ := elementsOf(v)
			isEdge = len(elements) <= 3
		}
		// If the nodes are unknown, the ends may be any texts.
		areNodes := nodes[ends[0]] && nodes[ends[1]]
		mayBeEnds := len(nodes) == 0 || areNodes
		return !isEdge || !mayBeEnds
	}
	if !slices.ContainsFunc(list, isNoEdge) {
		return e, true
	}
	// Without nodes there is no evidence for other keys of the ends.
	if len(nodes) == 0 {
		return e, false
	}
	e.keys, ok = unknownEndKeys(list, nodes)
	return e, ok
}

// unknownEndKeys returns the first two keys, other than nodeIDKeys, whose values are ids or names of nodes in all elements of a list.
// ok is false if fewer than two keys have this property.
func unknownEndKeys(list []json.RawMessage, nodes map[string]bool) (keys [2]string, ok bool) {
	// common are the keys whose values are nodes in all elements so far, in the order of the first element.
	var common []string
	for k, v := range list {
		var candidates []string
		for _, m := range membersOf(v) {
			text, isID := idText(m.value)
			isEnd := isID && nodes[text]
			if isEnd && !slices.Contains(nodeIDKeys, m.key) && !slices.Contains(candidates, m.key) {
				candidates = append(candidates, m.key)
			}
		}
		if k == 0 {
			common = candidates
		} else {
			common = slices.DeleteFunc(common, func(key string) bool { return !slices.Contains(candidates, key) })
		}
		if len(common) < 2 {
			return keys, false
		}
	}
	return [2]string{common[0], common[1]}, true
}

// startsWithList reports whether the first element of the list v is a list. v has at least one byte.
func startsWithList(v json.RawMessage) bool {
	inner := bytes.TrimLeft(v[1:], " \t\n")
	return len(inner) > 0 && inner[0] == '['
}

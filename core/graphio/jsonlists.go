package graphio

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// Lists of edges and nodes under unknown keys. The values decide: the ends of an edge are ids or names of nodes.
// A word for edges in a key gives priority, and avoids a doubt.

// countKeys are the keys of the number of nodes, in lower case.
var countKeys = strings.Fields("num_nodes numnodes n_nodes nnodes nodecount node_count number_of_nodes numberofnodes num_vertices n order")

// edgeWords are parts of words for edges.
var edgeWords = strings.Fields("edge link relation connection arc")

// isEdgeWord reports whether a key is a word for edges.
func isEdgeWord(key string) bool {
	w := content.Word(key)
	return w == "e" || w == "rels" || w == "ties" || slices.ContainsFunc(edgeWords, func(s string) bool { return strings.Contains(w, s) })
}

// neighbourWords are the words for neighbours: a list under such a key holds neighbours without doubt.
var neighbourWords = strings.Fields("neighbors neighbours neighbor neighbour adj adjacent adjacency edges links friends connections " +
	"connected connectedto linksto targets out successors contacts follows following knows")

// elementsOf returns the elements of a list, or the values of an object with their keys. Other values give nil.
func elementsOf(v json.RawMessage) (list []json.RawMessage, keys []string) {
	if len(v) == 0 || v[0] != '[' && v[0] != '{' {
		return nil, nil
	}
	if v[0] == '[' {
		if json.Unmarshal(v, &list) != nil {
			return nil, nil
		}
		return list, nil
	}
	for _, p := range membersOf(v) {
		list, keys = append(list, p.value), append(keys, p.key)
	}
	return list, keys
}

// membersOf returns the members of an object in order, then the attributes that liftWrapped finds. It returns nil for other values.
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

// edgeEnds returns the ends of an edge: a list of two or three texts or numbers, or an object with a pair of endKeys.
// ok is false for other values.
func edgeEnds(v json.RawMessage) (ends [2]string, ok bool) {
	if v[0] == '[' {
		// A third element is a weight.
		var list []json.RawMessage
		if json.Unmarshal(v, &list) != nil || len(list) < 2 || len(list) > 3 {
			return ends, false
		}
		for k := range ends {
			if ends[k], ok = scalar(list[k]); !ok || ends[k] == "" {
				return ends, false
			}
		}
		return ends, true
	}
	members := membersOf(v)
	for _, keys := range endKeys {
		found := 0
		for k, key := range keys {
			for _, p := range members {
				if p.key != key {
					continue
				}
				if ends[k], ok = idText(p.value); ok {
					found++
				}
			}
		}
		if found == 2 {
			return ends, true
		}
	}
	return ends, false
}

// referenceNames returns the set of texts by which edges may refer to the nodes of a list: ids, names, and nodes that are texts.
// keys are the keys of the nodes, if they are the members of an object.
func referenceNames(list []json.RawMessage, keys []string) map[string]bool {
	out := map[string]bool{}
	for k, v := range list {
		if keys != nil {
			out[keys[k]] = true
		}
		if text, ok := scalar(v); ok && text != "" {
			out[text] = true
			continue
		}
		for _, p := range membersOf(v) {
			if !slices.Contains(nodeIDKeys, p.key) && !slices.Contains(nameKeys, p.key) {
				continue
			}
			if text, ok := idText(p.value); ok && text != "" {
				out[text] = true
			}
		}
	}
	return out
}

// nodeNames returns the set of the ids and names of the nodes that were read.
func (r *jsonReader) nodeNames() map[string]bool {
	out := map[string]bool{}
	names := r.a.find(nameKeys...)
	for i, id := range r.a.ids {
		out[id] = true
		if v := names.value(i); v != "" {
			out[v] = true
		}
	}
	return out
}

// edgeList is a member with edges. keys are the keys of the two ends in every edge. They are "" for pairs and for keys of endKeys.
type edgeList struct {
	pair
	keys [2]string
}

// asEdgeList returns a member as a list of edges. nodes is the set of the known ids and names, empty if nodes are unknown.
// ok is false if an element is not an edge, or an end is not a known node.
func asEdgeList(p pair, nodes map[string]bool) (e edgeList, ok bool) {
	// A list of texts or numbers is excluded by its first element.
	inner := bytes.TrimLeft(p.value[1:], " \t\n")
	if len(inner) == 0 || p.value[0] == '[' && inner[0] != '[' && inner[0] != '{' {
		return e, false
	}
	list, keys := elementsOf(p.value)
	if len(list) == 0 || keys != nil && len(list[0]) > 0 && list[0][0] != '{' {
		return e, false
	}
	e.pair = p
	isEdge := func(v json.RawMessage) bool {
		ends, ok := edgeEnds(v)
		return ok && (len(nodes) == 0 || nodes[ends[0]] && nodes[ends[1]])
	}
	if !slices.ContainsFunc(list, func(v json.RawMessage) bool { return !isEdge(v) }) {
		return e, true
	}
	if len(nodes) == 0 {
		return e, false
	}
	e.keys, ok = unknownEndKeys(list, nodes)
	return e, ok
}

// unknownEndKeys returns the first two keys, other than ids, whose values are nodes in all elements of a list.
// ok is false if there are fewer than two such keys.
func unknownEndKeys(list []json.RawMessage, nodes map[string]bool) (keys [2]string, ok bool) {
	var common []string
	for k, v := range list {
		var found []string
		for _, m := range membersOf(v) {
			if text, ok := idText(m.value); ok && nodes[text] && !slices.Contains(nodeIDKeys, m.key) {
				found = append(found, m.key)
			}
		}
		// common is the intersection over the elements so far, in the order of the first element.
		if k == 0 {
			common = found
		} else {
			common = slices.DeleteFunc(common, func(s string) bool { return !slices.Contains(found, s) })
		}
		if len(common) < 2 {
			return keys, false
		}
	}
	if len(common) < 2 {
		return keys, false
	}
	return [2]string{common[0], common[1]}, true
}

// startsWithList reports whether the first element of a list is a list.
func startsWithList(v json.RawMessage) bool {
	inner := bytes.TrimLeft(v[1:], " \t\n")
	return len(inner) > 0 && inner[0] == '['
}

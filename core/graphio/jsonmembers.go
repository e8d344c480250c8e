package graphio

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// This file reads members of a file that have a value for each node, beside the nodes and the edges, such as "labels" in
// {"edges": [["a", "b"]], "labels": {"a": "red", "b": "blue"}}.

// readNodeMembers makes attributes of the members of r.unknown that have values for the nodes: an object that maps nodes to values, or a
// list in the order of the nodes. Any other list or object under a word for labels or features raises a doubt. If the nodes have an
// attribute under the key of a member, the member is not read.
func (r *jsonReader) readNodeMembers() {
	for _, p := range r.unknown {
		isRead := slices.Contains(r.readKeys, p.key) || r.a.byKey[p.key] != nil
		isSecondFeatures := slices.Contains(featureNames, p.key) && r.a.byKey[featureKeys[0]] != nil
		if isRead || isSecondFeatures || r.a.err != nil || isAdjacencyWord(p.key) {
			continue
		}
		why := ""
		switch p.value[0] {
		case '{':
			why = r.setKeyedAttribute(p)
		case '[':
			why = r.setListedAttribute(p)
		}
		// In graphology the object attributes has the attributes of the graph.
		mayDescribeGraph := p.value[0] == '{' && p.key == "attributes"
		if why != "" && !mayDescribeGraph && statesNodes(p.key) {
			r.a.addDoubt("member-left", "The member "+quote(p.key)+" was left out: "+why+".")
		}
	}
}

// statesNodes reports whether a key is a word for labels or features, whose values belong to nodes.
func statesNodes(key string) bool {
	return slices.Contains(labelNames, key) || slices.Contains(featureNames, key)
}

// noValues is the reason why a member with values of another form is left out.
const noValues = "it does not have one value for each node"

// setKeyedAttribute sets attributes from an object that maps nodes to values (setValue). It returns the reason if it has set none, else "".
// The keys must be ids or names of nodes. Labels and features may omit nodes; other objects have at least half of the nodes.
// If the nodes are the ends of edges, labels and features that have at least half of the nodes may add nodes without an edge.
func (r *jsonReader) setKeyedAttribute(p pair) (why string) {
	members, numbers := membersOf(p.value), r.nodeNumbers()
	numberOf := func(m pair) (i int32, known bool) {
		i, known = numbers[m.key]
		if !known {
			i, known = numbers[idNumber(m.key)] // json.dumps writes the keys of a dictionary as texts
		}
		return i, known
	}
	isKnown := func(m pair) bool { _, known := numberOf(m); return known }
	unknown := slices.DeleteFunc(slices.Clone(members), isKnown)
	known := len(members) - len(unknown)
	mayAdd := r.nodesFromEdges && statesNodes(p.key) && 2*known >= len(r.a.ids)
	isPartial := 2*known < len(r.a.ids) && !statesNodes(p.key)
	if known == 0 || isPartial {
		return noValues
	}
	if len(unknown) > 0 && !mayAdd {
		return "its key " + quote(unknown[0].key) + " is no node"
	}
	for _, m := range unknown {
		numbers[m.key] = int32(r.a.addNode(m.key, 0)) // the line is unknown
	}
	// The attributes of the nodes themselves have priority.
	key, earlier := r.nodeKey(p.key), maps.Clone(r.a.byKey)
	why = noValues
	for _, m := range members {
		i, _ := numberOf(m)
		if r.a.err == nil && r.setValue(int(i), key, m.value, earlier) {
			why = ""
		}
	}
	return why
}

// setValue sets the attribute key of node i from a value of a member. The members of an object are attributes of their own, except those
// in earlier, the attributes before the member. setValue reports whether it has set an attribute.
func (r *jsonReader) setValue(i int, key string, v json.RawMessage, earlier map[string]*column) (isSet bool) {
	values := []pair{{key, v}}
	if v[0] == '{' {
		values = membersOf(v)
	}
	for _, p := range values {
		text, ok := valueText(p.value)
		if ok && earlier[p.key] == nil && r.a.err == nil {
			r.a.setAttribute(i, p.key, text)
			isSet = true
		}
	}
	return isSet
}

// setListedAttribute sets an attribute from a list in the order of the nodes. It returns the reason if it has set none, else "".
// The file must have an order of its nodes, and two or more of them. The list must have a form of setArrayAttribute. If it has as many
// elements as there are pending edges, it may belong to the edges; its key decides.
func (r *jsonReader) setListedAttribute(p pair) (why string) {
	n := len(r.a.ids)
	list, _ := elementsOf(p.value)
	mayBeOfEdges := len(list) == len(r.a.pending) && !statesNodes(p.key) && !strings.Contains(p.key, "mask")
	if mayBeOfEdges || n < 2 {
		return noValues
	}
	// finish sorts the nodes of an object, which has no order.
	if r.nodesFromEdges || r.a.sortIDs && !slices.IsSorted(r.a.idOrder()) {
		return "it is a list, and the file states no order of the nodes"
	}
	// The list of the ids, such as the names of a matrix, is no attribute.
	isID := func(k int) bool { text, ok := scalar(list[k]); return ok && text == r.a.ids[k] }
	areIDs := len(list) == n
	for k := 0; areIDs && k < n; k++ {
		areIDs = isID(k)
	}
	if areIDs || !r.setArrayAttribute(p, n) {
		return noValues
	}
	return ""
}

package graphio

import (
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
		isSet := false
		switch p.value[0] {
		case '{':
			isSet = r.setKeyedAttribute(p)
		case '[':
			isSet = r.setListedAttribute(p)
		}
		isContainer := p.value[0] == '{' || p.value[0] == '['
		// In graphology the object attributes has the attributes of the graph.
		mayDescribeGraph := p.value[0] == '{' && p.key == "attributes"
		if isContainer && !mayDescribeGraph && !isSet && statesNodes(p.key) {
			r.a.addDoubt("member-left", "The member "+quote(p.key)+" was left out: it has no value for each node.")
		}
	}
}

// statesNodes reports whether a key is a word for labels or features, whose values belong to nodes.
func statesNodes(key string) bool {
	return slices.Contains(labelNames, key) || slices.Contains(featureNames, key)
}

// setKeyedAttribute sets attributes from an object that maps nodes to values, or to objects with several values. It reports whether it has
// set an attribute. The keys must be nodes. Labels and features may omit nodes; other objects have at least half of the nodes.
// If the nodes are the ends of edges, labels and features that have at least half of the nodes may add nodes without an edge.
func (r *jsonReader) setKeyedAttribute(p pair) bool {
	members := membersOf(p.value)
	isKnown := func(m pair) bool { _, known := r.a.index[m.key]; return known }
	unknown := slices.DeleteFunc(slices.Clone(members), isKnown)
	known := len(members) - len(unknown)
	mayAdd := r.nodesFromEdges && statesNodes(p.key) && 2*known >= len(r.a.ids)
	isPartial := 2*known < len(r.a.ids) && !statesNodes(p.key)
	if known == 0 || isPartial || len(unknown) > 0 && !mayAdd {
		return false
	}
	for _, m := range unknown {
		r.a.addNode(m.key, 0) // the line is unknown
	}
	isSet := false
	key := r.nodeKey(p.key)
	for _, m := range members {
		if r.a.err != nil {
			break
		}
		values := []pair{{key, m.value}}
		if m.value[0] == '{' {
			values = membersOf(m.value)
		}
		for _, v := range values {
			if text, ok := valueText(v.value); ok {
				r.a.setAttribute(int(r.a.index[m.key]), v.key, text)
				isSet = true
			}
		}
	}
	return isSet
}

// setListedAttribute sets an attribute from a list in the order of the nodes, and reports whether it has set the attribute. The file must
// have an order of its nodes, and two or more of them. The list must have a form of setArrayAttribute. If it has as many elements as there
// are pending edges, it may belong to the edges; its key decides.
func (r *jsonReader) setListedAttribute(p pair) bool {
	n := len(r.a.ids)
	list, _ := elementsOf(p.value)
	mayBeOfEdges := len(list) == len(r.a.pending) && !statesNodes(p.key) && !strings.Contains(p.key, "mask")
	if r.nodesFromEdges || mayBeOfEdges || n < 2 {
		return false
	}
	// The list of the ids, such as the names of a matrix, is no attribute.
	isID := func(k int) bool { text, ok := scalar(list[k]); return ok && text == r.a.ids[k] }
	areIDs := len(list) == n
	for k := 0; areIDs && k < n; k++ {
		areIDs = isID(k)
	}
	return !areIDs && r.setArrayAttribute(p, n)
}

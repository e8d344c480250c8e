package graphio

import (
	"encoding/json"
	"slices"
)

// JSON may hold arrays over all nodes, as a Data of PyTorch Geometric or WikiCS.
// The arrays are features or x (n×f), labels or y (n), edge_index (2×m) or links (neighbours by node), and masks (n) or (splits×n).
// The values of a node become its attributes.

// readArrays reads a file of arrays over all nodes, and pairs of edges without nodes. It reports whether the file holds such arrays.
func (r *jsonReader) readArrays() bool {
	// member returns the first list under one of the names.
	member := func(names ...string) (string, []json.RawMessage) {
		for _, name := range names {
			for _, p := range r.others {
				var list []json.RawMessage
				if p.key == name && p.value[0] == '[' && json.Unmarshal(p.value, &list) == nil {
					return name, list
				}
			}
		}
		return "", nil
	}
	_, x := member(featureNames...)
	_, y := member(labelNames...)
	key, edges := member("edge_index", "links", "edges", "arcs", "edge_list")
	// Features and labels have an element per node.
	n := max(len(x), len(y))
	if key == "edge_index" && r.nodeCount > 0 && n == 0 {
		n = int(r.nodeCount)
	}
	if edges == nil || r.nodes || key != "edge_index" && n == 0 {
		if k := slices.IndexFunc(r.others, func(p pair) bool { return p.key == key }); edges != nil && !r.nodes && key != "edge_index" {
			if r.table = pairRows(r.a.file, r.others[k].value); r.table != nil {
				return true
			}
		}
		for _, v := range edges {
			if key != "edge_index" {
				newJSONReader(v, r.a).readPairLink(1)
			}
		}
		return false
	}
	r.format, r.nodes, r.named = "adjacency JSON", true, true
	// Ids are checked before anything is added.
	list := make([][]int32, len(edges))
	top := int64(n) - 1
	for k, v := range edges {
		var ids []json.Number
		if json.Unmarshal(v, &ids) != nil {
			r.fail("the member %s holds something else than lists of numbers", quote(key))
		}
		for _, id := range ids {
			v, why := parseID([]byte(id))
			if why != "" || v >= MaxNodes || n > 0 && v >= int64(n) {
				r.fail("the member %s has the node %s, which does not exist", quote(key), quote(string(id)))
			}
			list[k], top = append(list[k], int32(v)), max(top, v)
		}
	}
	if r.a.err != nil {
		return true
	}
	r.a.addNumberedNodes(-1, top, 0)
	for _, p := range r.others {
		r.setArrayAttribute(p, int(top)+1)
	}
	var entries matrixEntries
	two := key == "edge_index" && len(list) == 2
	if two && len(list[0]) != len(list[1]) {
		r.fail("the two lists of edge_index differ in length")
		return true
	}
	for i, row := range list {
		for k := range row {
			switch {
			// edge_index has all first ends in one list and all second ends in the other.
			case two && i == 0:
				entries.addEdge(r.a, row[k], list[1][k], 0)
			case two:
			// As many lists as nodes are the neighbours of every node.
			case len(list) == n && key != "edge_index":
				entries.addEdge(r.a, int32(i), row[k], 0)
			case len(row) != 2:
				r.fail("the member %s has a list of %d nodes that is no pair", quote(key), len(row))
			case k == 0:
				entries.addEdge(r.a, row[0], row[1], 0)
			}
		}
	}
	entries.addTo(r.a)
	return true
}

// setArrayAttribute sets an attribute of all n nodes from a member with one element per node, or with such a list per split.
func (r *jsonReader) setArrayAttribute(p pair, n int) {
	var rows []json.RawMessage
	if p.value[0] != '[' || json.Unmarshal(p.value, &rows) != nil || slices.Contains([]string{"links", "edges", "edge_index"}, p.key) {
		return
	}
	texts := make([]string, n)
	switch {
	case len(rows) == n:
		for i, v := range rows {
			texts[i], _ = valueText(v)
		}
	case len(rows) > 0 && rows[0][0] == '[':
		for _, v := range rows {
			var of []json.RawMessage
			if json.Unmarshal(v, &of) != nil || len(of) != n {
				return
			}
			for i, b := range of {
				text, _ := scalar(b)
				texts[i] += text + " "
			}
		}
	default:
		return
	}
	key := p.key
	if slices.Contains(featureNames, key) && r.a.byKey[featureKeys[0]] == nil {
		key = featureKeys[0]
	}
	for i, text := range texts {
		r.a.setAttribute(i, key, text)
	}
}

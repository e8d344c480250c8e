package graphio

import (
	"encoding/json"
	"slices"
)

// JSON with arrays over all n nodes, as a Data object of PyTorch Geometric or WikiCS.
// The arrays are features or x (n×f), labels or y (n), edge_index (2×m) or links (n lists of neighbours), and masks (n or splits×n).
// Element i of an array becomes an attribute of node i.

// arrayEdgeNames are the names of arrays of edges. Earlier names have priority.
var arrayEdgeNames = []string{"edge_index", "links", "edges", "arcs", "edge_list"}

// firstArray returns the first member that is a list and has one of the names, and the name. Earlier names have priority.
func (r *jsonReader) firstArray(names []string) (name string, list []json.RawMessage) {
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

// readArrays reads a file of arrays over all nodes, or a list of edges without nodes as a table.
// It reports whether the file is one of the two. Other pairs of nodes are added as pending edges.
func (r *jsonReader) readArrays() bool {
	_, features := r.firstArray(featureNames)
	_, labels := r.firstArray(labelNames)
	key, edges := r.firstArray(arrayEdgeNames)
	isIndex := key == "edge_index"
	// Features and labels have one element per node. n is 0 if the number of nodes is unknown.
	n := max(len(features), len(labels))
	// Without features and labels the stated number of nodes counts.
	if isIndex && r.nodeCount > 0 && n == 0 {
		n = int(r.nodeCount)
	}
	if edges == nil || r.nodes || !isIndex && n == 0 {
		return !isIndex && r.readPairs(key, edges)
	}
	r.format, r.nodes, r.named = "adjacency JSON", true, true
	// All numbers are checked before nodes are added.
	list, top := r.nodeLists(key, edges, n)
	if r.a.err != nil {
		return true
	}
	r.a.addNumberedNodes(-1, top, 0)
	for _, p := range r.others {
		r.setArrayAttribute(p, int(top)+1)
	}
	r.addArrayEdges(key, list, n)
	return true
}

// readPairs reads the member key, which is a list of edges, as a table or as pending edges. It reports whether the edges are a table.
func (r *jsonReader) readPairs(key string, edges []json.RawMessage) bool {
	if k := slices.IndexFunc(r.others, func(p pair) bool { return p.key == key }); edges != nil && !r.nodes {
		if r.table = pairRows(r.a.file, r.others[k].value); r.table != nil {
			return true
		}
	}
	for _, v := range edges {
		newJSONReader(v, r.a).readPairLink(1)
	}
	return false
}

// nodeLists returns the node numbers in lists of a member, and the largest one; top is at least n−1.
// With n > 0 a number from n on is an error.
func (r *jsonReader) nodeLists(key string, lists []json.RawMessage, n int) (out [][]int32, top int64) {
	out, top = make([][]int32, len(lists)), int64(n)-1
	for k, v := range lists {
		var ids []json.Number
		if json.Unmarshal(v, &ids) != nil {
			r.fail("the member %s holds something else than lists of numbers", quote(key))
		}
		for _, id := range ids {
			v, why := parseID([]byte(id))
			if why != "" || v >= MaxNodes || n > 0 && v >= int64(n) {
				r.fail("the member %s has the node %s, which does not exist", quote(key), quote(string(id)))
			}
			out[k], top = append(out[k], int32(v)), max(top, v)
		}
	}
	return out, top
}

// addArrayEdges adds the edges in lists of node numbers. There are three forms:
// edge_index with all sources in one list and all targets in the other, the neighbours of each of the n nodes, or pairs.
func (r *jsonReader) addArrayEdges(key string, lists [][]int32, n int) {
	isIndex := key == "edge_index"
	var entries matrixEntries
	switch {
	// edge_index has the sources of all edges in one list and the targets in the other.
	case isIndex && len(lists) == 2:
		sources, targets := lists[0], lists[1]
		if len(sources) != len(targets) {
			r.fail("the two lists of edge_index differ in length")
			return
		}
		for k := range sources {
			entries.addEdge(r.a, sources[k], targets[k], 0)
		}
	// As many lists as nodes are the neighbours of every node.
	case !isIndex && len(lists) == n:
		for i, neighbours := range lists {
			for _, j := range neighbours {
				entries.addEdge(r.a, int32(i), j, 0)
			}
		}
	default:
		// Otherwise every list is an edge. Empty lists are skipped.
		for _, ends := range lists {
			if len(ends) == 2 {
				entries.addEdge(r.a, ends[0], ends[1], 0)
			} else if len(ends) > 0 {
				r.fail("the member %s has a list of %d nodes that is no pair", quote(key), len(ends))
			}
		}
	}
	entries.addTo(r.a)
}

// setArrayAttribute sets an attribute of the n nodes from a member: a list with one element per node,
// or a list of such lists, one per split. Other members are ignored.
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
		// The text of a node lists its values in all splits.
		for _, v := range rows {
			var split []json.RawMessage
			if json.Unmarshal(v, &split) != nil || len(split) != n {
				return
			}
			for i, b := range split {
				text, _ := scalar(b)
				texts[i] += text + " "
			}
		}
	default:
		return
	}
	key := p.key
	// The first array of features gets the key under which featureColumn finds it first.
	if slices.Contains(featureNames, key) && r.a.byKey[featureKeys[0]] == nil {
		key = featureKeys[0]
	}
	for i, text := range texts {
		r.a.setAttribute(i, key, text)
	}
}

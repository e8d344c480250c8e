package graphio

import (
	"encoding/json"
	"slices"
	"strconv"
)

// This file reads JSON with arrays over all n nodes, as in WikiCS, or in a Data object of PyTorch Geometric.
// Element i of features, labels or masks becomes an attribute of node i. With m edges and f features, the arrays have these sizes:
//   - features or x: n×f
//   - labels or y: n
//   - edge_index: 2×m or m×2
//   - links: n lists of neighbours, or m pairs
//   - masks: n, or one list of n per split

// arrayEdgeNames are the names of arrays of edges. Earlier names have priority.
var arrayEdgeNames = []string{"edge_index", "links", "edges", "arcs", "edge_list"}

// firstArray returns the first of the names under which r.unknown has a list, and the list. It returns "" and nil if there is none.
// r.unknown has the members whose meaning is unknown, or depends on the rest of the file.
func (r *jsonReader) firstArray(names []string) (name string, list []json.RawMessage) {
	for _, candidate := range names {
		for _, p := range r.unknown {
			isNamedList := p.key == candidate && p.value[0] == '['
			if !isNamedList {
				continue
			}
			var elements []json.RawMessage
			if json.Unmarshal(p.value, &elements) == nil {
				return candidate, elements
			}
		}
	}
	return "", nil
}

// readArrays reads an array of edges, and the arrays over all nodes beside it.
// Beside a list of nodes, or without arrays over the nodes, readPairs reads the edges as pairs, unless their key is edge_index.
// readArrays returns true if no other reader is needed: for arrays, also after an error, and for pairs that are a table (r.table).
func (r *jsonReader) readArrays() bool {
	// featureNames and labelNames are the names of such arrays in npz files.
	_, features := r.firstArray(featureNames)
	_, labels := r.firstArray(labelNames)
	key, edges := r.firstArray(arrayEdgeNames)
	isIndex := key == "edge_index"
	// Beside nodes and other edges, edge_index is left out with a doubt (findEdges).
	if isIndex && r.hasNodes && r.hasEdges {
		key, edges = r.firstArray(arrayEdgeNames[1:])
		isIndex = false
	}
	// n is the number of nodes, 0 if unknown. Features and labels have one element per node.
	n := max(len(features), len(labels))
	// In a file without features and labels, a member such as num_nodes may state n.
	if isIndex && n == 0 {
		n = int(r.nodeCount)
	}
	// Features and labels without edges are left to the other readers.
	if edges == nil {
		return false
	}
	// Only edge_index has edges for certain. Under other names, features or labels show that arrays over all nodes are meant.
	hasArrays := isIndex || n > 0
	isArrayFile := hasArrays && !r.hasNodes
	if !isArrayFile && isIndex {
		r.readIndex(key, edges)
		return false
	}
	if !isArrayFile {
		return r.readPairs(key, edges)
	}
	r.format, r.hasNodes, r.hasIDs = "adjacency JSON", true, true
	lists, largest := r.nodeLists(key, edges, n)
	if r.a.err != nil {
		return true
	}
	r.a.addNumberedNodes(-1, largest, 0) // the nodes after -1, that is 0 to largest; the line is unknown
	for _, p := range r.unknown {
		r.setArrayAttribute(p, int(largest)+1)
	}
	var entries matrixEntries
	// The line of the edge is unknown.
	r.addArrayEdges(key, lists, n, func(i, j int32) { entries.addEdge(r.a, i, j, 0) })
	// addTo adds the entries as edges, and decides their direction by the symmetry of the entries.
	entries.addTo(r.a)
	return true
}

// readIndex adds the edges of an edge_index beside a list of nodes as pending edges, whose ends are resolved later.
// mergeDirections decides their direction.
func (r *jsonReader) readIndex(key string, edges []json.RawMessage) {
	lists, _ := r.nodeLists(key, edges, 0)
	r.addArrayEdges(key, lists, 0, func(i, j int32) {
		r.a.deferEdge(strconv.Itoa(int(i)), strconv.Itoa(int(j)), 0) // the line is unknown
	})
	r.readKeys = append(r.readKeys, key)
	r.hasEdges, r.symmetric = true, true
}

// readPairs reads a list of edges as a table (r.table), or adds them as pending edges, whose ends are resolved later.
// It reports whether the edges are a table. Edges beside a list of nodes are no table. key is the key of the list in r.unknown.
func (r *jsonReader) readPairs(key string, edges []json.RawMessage) bool {
	if !r.hasNodes && r.readSheets(key) {
		return true
	}
	// Errors name line 1, because the lines of the edges are unknown.
	for _, v := range edges {
		newJSONReader(v, r.a).readPairLink(1)
	}
	// The readers of unknown members must not read the edges again.
	r.readKeys = append(r.readKeys, key)
	return false
}

// nodeLists returns the node numbers in the lists of a member. largest is the largest node number, and at least n−1.
// n is the number of nodes, 0 if unknown. A node number is an integer from 0 on, below MaxNodes, and below n if n is known.
// Any other value in a list is an error, and so is an element that is no list. An element null counts as an empty list.
func (r *jsonReader) nodeLists(key string, lists []json.RawMessage, n int) (out [][]int32, largest int64) {
	out = make([][]int32, len(lists))
	largest = int64(n) - 1
	for k, list := range lists {
		var ids []json.Number
		if json.Unmarshal(list, &ids) != nil {
			r.fail("the member %s holds something else than lists of numbers", quote(key))
		}
		for _, id := range ids {
			node, why := parseID([]byte(id))
			isOutOfRange := n > 0 && node >= int64(n)
			isBeyond := node >= MaxNodes || isOutOfRange
			// After an error the remaining numbers are read, too, but never used.
			if why != "" || isBeyond {
				r.fail("the member %s has the node %s, which does not exist", quote(key), quote(string(id)))
			}
			out[k] = append(out[k], int32(node))
			largest = max(largest, node)
		}
	}
	return out, largest
}

// addArrayEdges calls add for each edge in lists of node numbers. n is the number of nodes; for edge_index it may be 0, that is unknown.
// Two lists of edge_index with different lengths are an error, and so is an edge with one end or with more than two ends.
func (r *jsonReader) addArrayEdges(key string, lists [][]int32, n int, add func(i, j int32)) {
	isIndex := key == "edge_index"
	switch {
	// Two lists of edge_index are the sources and the targets of all edges. Two lists under another key are two edges, or the neighbours of
	// two nodes.
	case isIndex && len(lists) == 2:
		sources, targets := lists[0], lists[1]
		if len(sources) != len(targets) {
			r.fail("the two lists of edge_index differ in length")
			return
		}
		for k := range sources {
			add(sources[k], targets[k])
		}
	// Of n lists, list i has the neighbours of node i.
	case !isIndex && len(lists) == n:
		for i, neighbours := range lists {
			for _, j := range neighbours {
				add(int32(i), j)
			}
		}
	// In all other cases each list is an edge. An empty list is skipped.
	default:
		for _, ends := range lists {
			if len(ends) == 2 {
				add(ends[0], ends[1])
			} else if len(ends) > 0 {
				r.fail("the member %s has a list of %d nodes that is no pair", quote(key), len(ends))
			}
		}
	}
}

// setArrayAttribute sets an attribute of the n nodes from the member p: a list of n elements, or lists of n elements, one per split.
// An element without a text (valueText) gives an empty text. Any other member is ignored, and so is a member with a key of edges
// (arrayEdgeNames). setArrayAttribute reports whether it has set the attribute.
func (r *jsonReader) setArrayAttribute(p pair, n int) bool {
	var rows []json.RawMessage
	areEdges := slices.Contains(arrayEdgeNames, p.key)
	if areEdges || p.value[0] != '[' || json.Unmarshal(p.value, &rows) != nil {
		return false
	}
	// texts[i] is the attribute of node i.
	texts := make([]string, n)
	switch {
	case len(rows) == n:
		for i, v := range rows {
			texts[i], _ = valueText(v)
		}
	case len(rows) > 0 && rows[0][0] == '[':
		// The text of a node has its values in all splits, each followed by a space.
		for _, row := range rows {
			var split []json.RawMessage
			if json.Unmarshal(row, &split) != nil || len(split) != n {
				return false
			}
			for i, v := range split {
				text, _ := scalar(v)
				texts[i] += text + " "
			}
		}
	default:
		return false
	}
	key := r.nodeKey(p.key)
	for i, text := range texts {
		r.a.setAttribute(i, key, text)
	}
	return true
}

// nodeKey returns the key of the attribute for a member with values for the nodes. A key of featureNames becomes the first of featureKeys,
// which featureColumn examines before the others, unless that attribute exists. Any other key stays.
func (r *jsonReader) nodeKey(key string) string {
	if slices.Contains(featureNames, key) && r.a.byKey[featureKeys[0]] == nil {
		return featureKeys[0]
	}
	return key
}

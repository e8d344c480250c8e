package graphio

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
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
// Beside a list of nodes, without arrays over the nodes, and for ends that are no numbers, readPairs reads the edges as pairs, unless their
// key is edge_index. Beside a list of nodes, readIndex reads edge_index.
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
	lists, areNumbers := numberLists(edges)
	areNeighbours := !isIndex && len(lists) == n && r.areNeighbours(key, lists)
	if !areNumbers && !isIndex {
		return r.readPairs(key, edges)
	}
	r.format, r.hasNodes, r.hasIDs = "adjacency JSON", true, true
	if !isIndex && !areNeighbours {
		r.cutWeights(lists)
	}
	largest := r.largestNode(key, lists, n)
	// The nodes after -1 are 0 to largest; the line is unknown.
	if r.a.addNumberedNodes(-1, largest, 0); r.a.err != nil {
		return true
	}
	for _, p := range r.unknown {
		r.setArrayAttribute(p, int(largest)+1)
	}
	var entries matrixEntries
	// The line of the edge is unknown.
	r.addArrayEdges(key, lists, areNeighbours, func(i, j int32) { entries.addEdge(r.a, i, j, 0) })
	// addTo adds the entries as edges, and decides their direction by the symmetry of the entries.
	entries.addTo(r.a)
	return true
}

// readIndex adds the edges of an edge_index beside a list of nodes as pending edges, whose ends are resolved later.
// mergeDirections decides their direction.
func (r *jsonReader) readIndex(key string, edges []json.RawMessage) {
	lists, _ := numberLists(edges)
	// The numbers may be ids, so the number of the nodes is no limit.
	if r.largestNode(key, lists, 0); r.a.err != nil {
		return
	}
	r.addArrayEdges(key, lists, false, func(i, j int32) {
		r.a.deferEdge(strconv.Itoa(int(i)), strconv.Itoa(int(j)), 0) // the line is unknown
	})
	r.readKeys = append(r.readKeys, key)
	r.hasEdges, r.symmetric = true, true
}

// readPairs reads a list of edges as a table (r.table), or adds them as pending edges, whose ends are resolved later.
// It reports whether the edges are a table. Edges beside a list of nodes are no table. key is the key of the list in r.unknown.
// Beside other edges nothing is read: findEdges raises a doubt.
func (r *jsonReader) readPairs(key string, edges []json.RawMessage) bool {
	if len(r.a.pending) > 0 {
		return false
	}
	if !r.hasNodes && r.readSheets(key) {
		return true
	}
	r.hasEdges = true
	for _, v := range edges {
		inner := newJSONReader(v, r.a)
		inner.count.line = 0 // the line is unknown
		inner.readLink()
	}
	// The readers of unknown members must not read the edges again.
	r.readKeys = append(r.readKeys, key)
	return false
}

// noNumber stands for an element of a list that is no node number.
const noNumber = -1

// numberLists returns the node numbers in lists. A node number is an integer from 0 on; one of MaxNodes or more becomes MaxNodes.
// Any other element of a list becomes noNumber, and a list with an element of another kind is {noNumber}. An element null is an empty list.
// areNumbers reports whether the first two elements of each list are node numbers.
func numberLists(lists []json.RawMessage) (out [][]int32, areNumbers bool) {
	out, areNumbers = make([][]int32, len(lists)), true
	for k, list := range lists {
		var elements []json.RawMessage
		if json.Unmarshal(list, &elements) != nil {
			out[k] = []int32{noNumber}
		}
		for _, v := range elements {
			number := int64(noNumber)
			if text, ok := idText(v); ok {
				if id, why := parseID([]byte(text)); why == "" {
					number = min(id, MaxNodes)
				}
			}
			out[k] = append(out[k], int32(number))
		}
		areNumbers = areNumbers && !slices.Contains(out[k][:min(2, len(out[k]))], noNumber)
	}
	return out, areNumbers
}

// areNeighbours reports whether lists of node numbers, as many as nodes, are the neighbours of each node, and no edges.
// Lists of two elements, or of three with a weight, may be edges. They are neighbours if every edge is in the lists of both ends.
// Under "links", the key of WikiCS, they are also neighbours if no node is in its own list.
func (r *jsonReader) areNeighbours(key string, lists [][]int32) bool {
	isEdge := func(list []int32) bool { return len(list) == len(lists[0]) && (len(list) == 2 || len(list) == 3) }
	if slices.ContainsFunc(lists, func(list []int32) bool { return !isEdge(list) }) {
		return true
	}
	areMutual, hasOwn := true, false
	for i, list := range lists {
		for _, j := range list {
			isNode := j >= 0 && int(j) < len(lists)
			areMutual = areMutual && isNode && slices.Contains(lists[j], int32(i))
			hasOwn = hasOwn || !isNode || int(j) == i
		}
	}
	if key == "links" && !areMutual && !hasOwn {
		r.a.addDoubt("neighbours", "The lists of the member \"links\" were read as the neighbours of each node: they may be edges.")
		return true
	}
	return areMutual
}

// cutWeights removes the weights after the two ends from lists that are edges: the lists all have three elements.
func (r *jsonReader) cutWeights(lists [][]int32) {
	if slices.ContainsFunc(lists, func(list []int32) bool { return len(list) != 3 }) {
		return
	}
	for k, list := range lists {
		lists[k] = list[:2]
	}
	r.a.weighted = r.a.weighted || len(lists) > 0
}

// largestNode returns the largest node number in lists, and at least n−1. n is the number of nodes, 0 if unknown.
// An element that is no number below n and below MaxNodes is an error.
func (r *jsonReader) largestNode(key string, lists [][]int32, n int) int64 {
	largest := int32(n) - 1
	for _, list := range lists {
		for _, node := range list {
			switch {
			case node == noNumber:
				r.fail("the member %s holds something else than lists of node numbers", quote(key))
			case node == MaxNodes || n > 0 && int(node) >= n:
				r.fail("the member %s has the node %d, which does not exist", quote(key), node)
			}
			largest = max(largest, node)
		}
	}
	return int64(largest)
}

// addArrayEdges calls add for each edge in lists of node numbers. areNeighbours reports that list i has the neighbours of node i.
// Two lists of edge_index with different lengths are an error, and so is an edge with one end or with more than two ends.
func (r *jsonReader) addArrayEdges(key string, lists [][]int32, areNeighbours bool, add func(i, j int32)) {
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
	case areNeighbours:
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
// setValue reads the elements; only labels and features may be objects. Any other member is ignored, and so is a member with a key of edges
// (arrayEdgeNames, or a word that begins with edge). setArrayAttribute reports whether it has set an attribute.
func (r *jsonReader) setArrayAttribute(p pair, n int) bool {
	var rows []json.RawMessage
	areEdges := slices.Contains(arrayEdgeNames, p.key)
	// PyTorch Geometric has the attributes of the edges under words such as edge_attr.
	if !areEdges && strings.HasPrefix(content.Word(p.key), "edge") {
		r.a.weighted, areEdges = true, true
	}
	if areEdges || p.value[0] != '[' || json.Unmarshal(p.value, &rows) != nil {
		return false
	}
	key := r.nodeKey(p.key)
	// texts[i] is the attribute of node i.
	texts := make([]string, n)
	switch {
	case len(rows) == n:
		isSet, earlier := false, maps.Clone(r.a.byKey)
		for i, v := range rows {
			if r.a.err == nil && (v[0] != '{' || statesNodes(p.key)) {
				isSet = r.setValue(i, key, v, earlier) || isSet
			}
		}
		return isSet
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

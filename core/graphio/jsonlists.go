package graphio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
)

// Lists of edges under any key, neighbours within the nodes, and tables as JSON. What is an edge is found by the values, which are ids or
// names of nodes; the words below only decide whether there is something to ask.

// countKeys hold the number of nodes beside edges.
var countKeys = strings.Fields("num_nodes numnodes n_nodes nnodes nodecount node_count number_of_nodes numberofnodes num_vertices n order")

// isEdgeWord reports whether a key is called what edges are.
func isEdgeWord(key string) bool {
	w := content.Word(key)
	return w == "e" || w == "rels" || w == "ties" || slices.ContainsFunc(strings.Fields("edge link relation connection arc"),
		func(s string) bool {
			return strings.Contains(w, s)
		})
}

// neighbourWords are the members of a node that list its neighbours beyond doubt.
var neighbourWords = strings.Fields(`neighbors neighbours neighbor neighbour adj adjacent adjacency edges links friends connections ` +
	`connected
	connectedto linksto targets out successors contacts follows following knows`)

// elementsOf returns the elements of a list, or the values of an object with their keys.
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

// membersOf returns the members of an object in their order, with those of data and attributes among them; nil for another value.
func membersOf(v json.RawMessage) []pair {
	if len(v) < 3 || v[0] != '{' {
		return nil
	}
	r := newJSONReader(v, &assembly{})
	r.pairs()
	if r.a.err != nil {
		return nil
	}
	return r.fields
}

// edgeEnds returns the ends of an edge: a list of two or more texts or numbers, or an object with the members of endKeys. ok is false for
// another value.
func edgeEnds(v json.RawMessage) (ends [2]string, ok bool) {
	if v[0] == '[' {
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
				if p.key == key {
					if ends[k], ok = idText(p.value); ok {
						found++
					}
				}
			}
		}
		if found == 2 {
			return ends, true
		}
	}
	return ends, false
}

// callable returns what edges may call the nodes of a list: their ids and their names, and texts themselves.
func callable(list []json.RawMessage, keys []string) map[string]bool {
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
			if slices.Contains(nodeIDKeys, p.key) || slices.Contains(nameKeys, p.key) {
				if text, ok := idText(p.value); ok && text != "" {
					out[text] = true
				}
			}
		}
	}
	return out
}

// namesOfNodes returns what edges may call the nodes that were read.
func (r *jsonReader) namesOfNodes() map[string]bool {
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

// edgeList is a member that holds edges, with the keys of their ends, or none for those of endKeys.
type edgeList struct {
	pair
	keys [2]string
}

// isEdges reports whether the elements of a member are edges: all with known ends, and with nodes all of these; or, with nodes alone, all
// with
// two members that are nodes.
func isEdges(p pair, nodes map[string]bool) (e edgeList, ok bool) {
	if inner := bytes.TrimLeft(p.value[1:], " \t\n"); len(inner) == 0 || p.value[0] == '[' && inner[0] != '[' && inner[0] != '{' {
		return e, false
	}
	list, keys := elementsOf(p.value)
	if len(list) == 0 || keys != nil && len(list[0]) > 0 && list[0][0] != '{' {
		return e, false
	}
	e.pair, ok = p, true
	for _, v := range list {
		ends, is := edgeEnds(v)
		if ok = is && (len(nodes) == 0 || nodes[ends[0]] && nodes[ends[1]]); !ok {
			break
		}
	}
	if ok || len(nodes) == 0 {
		return e, ok
	}
	var both []string
	for k, v := range list {
		var here []string
		for _, m := range membersOf(v) {
			if text, ok := idText(m.value); ok && nodes[text] && !slices.Contains(nodeIDKeys, m.key) {
				here = append(here, m.key)
			}
		}
		if both = slices.DeleteFunc(both, func(s string) bool { return !slices.Contains(here, s) }); k == 0 {
			both = here
		}
		if len(both) < 2 {
			return e, false
		}
	}
	if len(both) < 2 {
		return e, false
	}
	e.keys = [2]string{both[0], both[1]}
	return e, true
}

// findNodes reads the nodes of a member under a key that is not known, when the edges that were read name them.
func (r *jsonReader) findNodes() {
	if r.nodes || len(r.a.pending) == 0 {
		return
	}
	for _, p := range r.others {
		if len(p.value) == 0 || p.value[0] != '[' || pairsOf(p.value) {
			continue
		}
		named := callable(elementsOf(p.value))
		if !slices.ContainsFunc(r.a.pending, func(e pendingEdge) bool { return !named[e.source] || !named[e.target] }) {
			r.readNodesOf(p)
			return
		}
	}
}

// findEdges reads the edges of a member under a key that is not known, with the nodes of another one where there are none yet. A doubt
// names
// further members that look like edges.
func (r *jsonReader) findEdges() {
	r.findNodes()
	nodes, listed := r.namesOfNodes(), -1
	if !r.nodes {
		nodes = nil
	}
	var found []edgeList
	for k, p := range r.others {
		if len(p.value) == 0 || p.value[0] != '[' && (p.value[0] != '{' || !isEdgeWord(p.key)) {
			continue
		}
		if e, ok := isEdges(p, nodes); ok && (r.nodes || p.value[0] == '{' || squareMatrix(p.value) == nil) {
			found = append(found, e)
		} else if nodes == nil && listed < 0 && !isEdgeWord(p.key) {
			listed = k
		}
	}
	if !r.nodes {
		found = slices.DeleteFunc(found, func(e edgeList) bool { return !isEdgeWord(e.key) && e.value[0] == '[' && pairsOf(e.value) })
		if listed >= 0 {
			// Edges without known words may name the nodes of another list.
			list, keys := elementsOf(r.others[listed].value)
			named := callable(list, keys)
			for _, p := range r.others {
				if e, ok := isEdges(p, named); ok && len(found) == 0 && p.key != r.others[listed].key {
					found = append(found, e)
				}
			}
			if len(found) > 0 {
				if e, ok := isEdges(found[0].pair, named); ok {
					found[0] = e
					r.readNodesOf(r.others[listed])
				}
			}
		}
	}
	if len(found) == 0 || len(r.a.pending) == 0 && r.edges {
		return
	}
	slices.SortStableFunc(found, func(a, b edgeList) int { return oneIf(isEdgeWord(b.key)) - oneIf(isEdgeWord(a.key)) })
	rest := found
	if len(r.a.pending) == 0 {
		e := found[0]
		if r.table = pairRows(r.a.file, e.value); r.table != nil && !r.nodes {
			return
		}
		r.table = nil
		rest, r.edges, r.asRead = found[1:], true, append(r.asRead, e.key)
		r.readEdgesOf(e)
		if e.keys[0] != "" || !isEdgeWord(e.key) {
			r.a.doubt("edges-key", "The member "+quote(e.key)+" was taken as the edges"+words.Either(e.keys[0] == "", "",
				", and its members "+quote(e.keys[0])+" and "+quote(e.keys[1])+" as their ends")+".")
		}
	}
	for _, e := range rest {
		r.a.doubt("edges-left", "The member "+quote(e.key)+" looks like edges, too, and was left out.")
	}
}

// pairsOf reports whether the first element of a list is a list.
func pairsOf(v json.RawMessage) bool {
	return len(bytes.TrimLeft(v[1:], " \t\n")) > 0 && bytes.TrimLeft(v[1:], " \t\n")[0] == '['
}

// readNodesOf reads the nodes of a member.
func (r *jsonReader) readNodesOf(p pair) {
	inner := newJSONReader(p.value, r.a)
	if r.nodes = true; p.value[0] == '{' {
		inner.object(inner.keyedNode)
	} else {
		inner.list(inner.node)
	}
	r.named, r.asRead, r.inside = inner.named, append(r.asRead, p.key), inner.inside
}

// readEdgesOf reads the edges of a member.
func (r *jsonReader) readEdgesOf(e edgeList) {
	list, _ := elementsOf(e.value)
	for _, v := range list {
		inner := newJSONReader(v, r.a)
		if e.keys[0] == "" {
			inner.link()
			continue
		}
		inner.pairs()
		var ends [2]string
		for k, key := range e.keys {
			ends[k], _, _ = inner.id(key)
		}
		r.a.later(ends[0], ends[1], 0)
		r.a.weighted = r.a.weighted || len(inner.fields) > 2
	}
	if strings.Contains(strings.ToLower(string(e.value[:min(len(e.value), 2000)])), `"fromid"`) {
		r.directed = r.directed || !r.said // Arrows and Neo4j
	}
}

// innerList is the list of a member of a node, as it may be its neighbours.
type innerList struct {
	node  int
	key   string
	value json.RawMessage
}

// innerEdges reads the neighbours that the nodes list themselves, where there are no other edges.
func (r *jsonReader) innerEdges() {
	if len(r.a.pending) > 0 || len(r.inside) == 0 {
		return
	}
	nodes, total, hits := r.namesOfNodes(), map[string]int{}, map[string]int{}
	var order []string
	each := func(f func(l innerList, id string)) {
		for _, l := range r.inside {
			list, keys := elementsOf(l.value)
			for k, v := range list {
				id, ok := idText(v)
				if keys != nil {
					id, ok = keys[k], true
				}
				if ok {
					f(l, id)
				}
			}
		}
	}
	each(func(l innerList, id string) {
		if total[l.key] == 0 {
			order = append(order, l.key)
		}
		total[l.key]++
		hits[l.key] += oneIf(nodes[id])
	})
	taken := ""
	for _, key := range order {
		known := slices.Contains(neighbourWords, content.Word(key))
		if total[key] > hits[key] || !known && len(r.a.ids) > 0 && isWhole(r.a.ids[0]) {
			continue
		}
		if taken == "" || known && !slices.Contains(neighbourWords, content.Word(taken)) {
			taken = key
		}
	}
	if taken == "" {
		return
	}
	for _, key := range order {
		if key != taken && total[key] == hits[key] {
			r.a.doubt("edges-left", "The member "+quote(key)+" of the nodes looks like a list of neighbours, too, and was left out.")
		}
	}
	each(func(l innerList, id string) {
		if l.key == taken {
			r.a.later(r.a.ids[l.node], id, 0)
		}
	})
	r.edges, r.format = true, "adjacency JSON"
	r.symmetric = true
	r.a.columns = slices.DeleteFunc(r.a.columns, func(c *column) bool { return c.key == taken })
	delete(r.a.byKey, taken)
	if !slices.Contains(neighbourWords, content.Word(taken)) {
		r.a.doubt("edges-key", "The member "+quote(taken)+" of the nodes was taken as the list of their neighbours.")
	}
}

// bothWays gives the edges of lists of neighbours no direction when every one is in the lists of both its ends.
func (r *jsonReader) bothWays() {
	seen := map[[2]string]bool{}
	for _, e := range r.a.pending {
		seen[[2]string{e.source, e.target}] = true
	}
	both := true
	for _, e := range r.a.pending {
		both = both && seen[[2]string{e.target, e.source}]
	}
	r.directed = !both
	if both {
		clear(seen)
		r.a.pending = slices.DeleteFunc(r.a.pending, func(e pendingEdge) bool {
			again := seen[[2]string{e.target, e.source}]
			seen[[2]string{e.source, e.target}] = true
			return again
		})
	}
}

// takeCount removes the number of nodes from the other members and returns it, 0 without one.
func (r *jsonReader) takeCount() (n int64) {
	r.others = slices.DeleteFunc(r.others, func(p pair) bool {
		if len(p.value) == 0 || !slices.Contains(countKeys, strings.ToLower(p.key)) {
			return false
		}
		text := strings.Trim(string(p.value), "[] ")
		v, why := parseID([]byte(text))
		if why == "" && v <= MaxNodes {
			n = max(n, v)
		}
		return why == ""
	})
	return n
}

// fillCount adds the nodes that the file counts and no edge names: numbers from 0, or from 1 where the largest id is the number.
func (r *jsonReader) fillCount(n int64) {
	a := r.a
	if n <= int64(len(a.ids)) || r.nodes {
		return
	}
	low, top := n, int64(0)
	for _, id := range a.ids {
		v, why := parseID([]byte(id))
		if why != "" || v > n {
			a.doubt("count", fmt.Sprintf("The file says %d nodes, but its edges name %d.", n, len(a.ids)))
			return
		}
		low, top = min(low, v), max(top, v)
	}
	first := int64(oneIf(top == n && low > 0))
	if top == n && first == 0 {
		a.doubt("count", fmt.Sprintf("The file says %d nodes, but its edges name the node %d.", n, top))
		return
	}
	for v := first; v < first+n && a.err == nil; v++ {
		if _, ok := a.index[strconv.FormatInt(v, 10)]; !ok {
			a.node(strconv.FormatInt(v, 10), 0)
		}
	}
}

// squareMatrix returns a square matrix of at least two rows that JSON holds, nil for another value. Two rows are one only of 0 and 1 with 0
// on the diagonal, three only of 0 and 1 or when they are symmetric: else they are edges.
func squareMatrix(v []byte) [][]float64 {
	d := bytes.TrimLeft(v, " \t\n")
	if len(d) < 2 || d[0] != '[' || !pairsOf(json.RawMessage(d)) {
		return nil
	}
	first := d[bytes.IndexByte(d[1:], '[')+1:]
	end := bytes.IndexByte(first, ']')
	if end < 0 {
		return nil
	}
	n := bytes.Count(first[:end], []byte{','}) + 1
	if n < 2 || bytes.Count(d, []byte{'['}) != n+1 {
		return nil
	}
	var m [][]float64
	if json.Unmarshal(d, &m) != nil || len(m) != n {
		return nil
	}
	bits, symmetric, diagonal := true, true, false
	for i, row := range m {
		if len(row) != n {
			return nil
		}
		for j, x := range row {
			bits = bits && (x == 0 || x == 1)
			symmetric = symmetric && len(m[j]) == n && m[j][i] == x
			diagonal = diagonal || i == j && x != 0
		}
	}
	if n == 2 && (!bits || diagonal) || n == 3 && !bits && !symmetric {
		return nil
	}
	return m
}

// readSquare reads a square matrix, whose rows are the nodes that are there or numbers from 0.
func (r *jsonReader) readSquare(m [][]float64) {
	a := r.a
	if r.format, r.nodes, r.edges = "adjacency matrix", true, true; len(a.ids) == 0 {
		a.numbered(-1, int64(len(m))-1, 0)
	}
	var entries matrixEntries
	plain := true
	for i, row := range m {
		for j, x := range row {
			entries.add(int32(i), int32(j), x)
			plain = plain && (x == 0 || x == 1 || m[j][i] == x)
		}
	}
	if !plain {
		a.doubt("small-matrix", "The lists have as many numbers as there are lists and were read as an adjacency matrix: they may be "+
			"something else.")
	}
	entries.into(a, false)
}

// unreadJSON are objects that are known and hold no graph, by a member and a text in it.
var unreadJSON = []struct{ key, text, name string }{
	{"type", `"FeatureCollection"`, "GeoJSON, places on a map"}, {"type", `"Feature"`, "GeoJSON, places on a map"},
	{"type", `"Topology"`, "TopoJSON, places on a map"}, {"dependencies", "", "a package.json, settings of a program"},
	{"devDependencies", "", "a package.json, settings of a program"}, {"lockfileVersion", "", "a list of packages of a program"},
	{"$schema", "", "settings or a drawing with a schema of its own"}, {"openapi", "", "the description of an interface (OpenAPI)"},
	{"swagger", "", "the description of an interface (OpenAPI)"}, {"compilerOptions", "", "settings of a program"},
	{"nbformat", "", "a notebook of Jupyter"}, {"hyperedges", "", "a hypergraph"}, {"error", "", "an answer that reports an error"},
}

// refuseKnown refuses an object that is known and holds no graph; it reports whether it is one.
func (r *jsonReader) refuseKnown() bool {
	for _, u := range unreadJSON {
		for _, p := range r.others {
			if p.key == u.key && (u.text == "" || string(p.value) == u.text) {
				r.a.bad(1, jsonRemedy, "the file is %s, which is not read here", u.name)
				return true
			}
		}
	}
	return false
}

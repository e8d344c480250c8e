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

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

// Lists of edges under any key, neighbours within nodes, and tables as JSON.
// The values decide: an edge consists of ids or names of nodes. Known words only decide whether to add a doubt.

// countKeys are the members with the number of nodes, beside edges.
var countKeys = strings.Fields("num_nodes numnodes n_nodes nnodes nodecount node_count number_of_nodes numberofnodes num_vertices n order")

// isEdgeWord reports whether a key is a word for edges.
func isEdgeWord(key string) bool {
	w := content.Word(key)
	return w == "e" || w == "rels" || w == "ties" || slices.ContainsFunc(strings.Fields("edge link relation connection arc"),
		func(s string) bool {
			return strings.Contains(w, s)
		})
}

// neighbourWords are the members of a node that list its neighbours without doubt.
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

// membersOf returns the members of an object in order, with the members of data and attributes among them; nil for other values.
func membersOf(v json.RawMessage) []pair {
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

// referenceNames returns the names by which edges may refer to the nodes of a list: ids, names, and texts themselves.
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
			if slices.Contains(nodeIDKeys, p.key) || slices.Contains(nameKeys, p.key) {
				if text, ok := idText(p.value); ok && text != "" {
					out[text] = true
				}
			}
		}
	}
	return out
}

// nodeNames returns the ids and names of the nodes that were read.
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

// edgeList is a member with edges. keys are the keys of their ends, "" for those of endKeys.
type edgeList struct {
	pair
	keys [2]string
}

// asEdgeList returns a member as a list of edges; ok is false for other members.
// All elements have ends of endKeys, and with nodes all ends are nodes. With nodes alone, any two members that are
// nodes serve as ends.
func asEdgeList(p pair, nodes map[string]bool) (e edgeList, ok bool) {
	if inner := bytes.TrimLeft(p.value[1:], " \t\n"); len(inner) == 0 || p.value[0] == '[' && inner[0] != '[' && inner[0] != '{' {
		return e, false
	}
	list, keys := elementsOf(p.value)
	if len(list) == 0 || keys != nil && len(list[0]) > 0 && list[0][0] != '{' {
		return e, false
	}
	e.pair, ok = p, true
	for _, v := range list {
		// Known keys and pairs are tested first.
		ends, is := edgeEnds(v)
		if ok = is && (len(nodes) == 0 || nodes[ends[0]] && nodes[ends[1]]); !ok {
			break
		}
	}
	if ok || len(nodes) == 0 {
		return e, ok
	}
	// both are the keys whose values are nodes in all elements so far.
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

// findNodes reads nodes from a member under an unknown key where all ends of the edges are there.
func (r *jsonReader) findNodes() {
	if r.nodes || len(r.a.pending) == 0 {
		return
	}
	for _, p := range r.others {
		if len(p.value) == 0 || p.value[0] != '[' || startsWithList(p.value) {
			continue
		}
		named := referenceNames(elementsOf(p.value))
		if !slices.ContainsFunc(r.a.pending, func(e pendingEdge) bool { return !named[e.source] || !named[e.target] }) {
			r.readNodesOf(p)
			return
		}
	}
}

// findEdges reads edges from a member under an unknown key, with the nodes of another member where none were read.
// A doubt names other members that look like edges.
func (r *jsonReader) findEdges() {
	r.findNodes()
	nodes, listed := r.nodeNames(), -1
	if !r.nodes {
		nodes = nil
	}
	var found []edgeList
	for k, p := range r.others {
		if len(p.value) == 0 || p.value[0] != '[' && (p.value[0] != '{' || !isEdgeWord(p.key)) {
			continue
		}
		if e, ok := asEdgeList(p, nodes); ok && (r.nodes || p.value[0] == '{' || squareMatrix(p.value) == nil) {
			found = append(found, e)
		} else if nodes == nil && listed < 0 && !isEdgeWord(p.key) {
			listed = k
		}
	}
	if !r.nodes {
		// Pairs without nodes are edges only under a word for edges.
		found = slices.DeleteFunc(found, func(e edgeList) bool { return !isEdgeWord(e.key) && e.value[0] == '[' && startsWithList(e.value) })
		if listed >= 0 {
			// Edges under an unknown key may refer to the nodes of another list.
			list, keys := elementsOf(r.others[listed].value)
			named := referenceNames(list, keys)
			for _, p := range r.others {
				if e, ok := asEdgeList(p, named); ok && len(found) == 0 && p.key != r.others[listed].key {
					found = append(found, e)
				}
			}
			if len(found) > 0 {
				if e, ok := asEdgeList(found[0].pair, named); ok {
					found[0] = e
					r.readNodesOf(r.others[listed])
				}
			}
		}
	}
	if len(found) == 0 || len(r.a.pending) == 0 && r.edges {
		return
	}
	// Members with a word for edges come first.
	slices.SortStableFunc(found, func(a, b edgeList) int { return oneIf(isEdgeWord(b.key)) - oneIf(isEdgeWord(a.key)) })
	rest := found
	if len(r.a.pending) == 0 {
		e := found[0]
		if r.table = pairRows(r.a.file, e.value); r.table != nil && !r.nodes {
			return
		}
		r.table = nil
		rest, r.edges, r.readKeys = found[1:], true, append(r.readKeys, e.key)
		r.readEdgesOf(e)
		if e.keys[0] != "" || !isEdgeWord(e.key) {
			r.a.addDoubt("edges-key", "The member "+quote(e.key)+" was taken as the edges"+words.Either(e.keys[0] == "", "",
				", and its members "+quote(e.keys[0])+" and "+quote(e.keys[1])+" as their ends")+".")
		}
	}
	for _, e := range rest {
		r.a.addDoubt("edges-left", "The member "+quote(e.key)+" looks like edges, too, and was left out.")
	}
}

// startsWithList reports whether the first element of a list is a list.
func startsWithList(v json.RawMessage) bool {
	return len(bytes.TrimLeft(v[1:], " \t\n")) > 0 && bytes.TrimLeft(v[1:], " \t\n")[0] == '['
}

// readNodesOf reads the nodes of a member.
func (r *jsonReader) readNodesOf(p pair) {
	inner := newJSONReader(p.value, r.a)
	if r.nodes = true; p.value[0] == '{' {
		inner.readObject(inner.readKeyedNode)
	} else {
		inner.readList(inner.readNode)
	}
	r.named, r.readKeys, r.innerLists = inner.named, append(r.readKeys, p.key), inner.innerLists
}

// readEdgesOf reads the edges of a member.
func (r *jsonReader) readEdgesOf(e edgeList) {
	list, _ := elementsOf(e.value)
	for _, v := range list {
		inner := newJSONReader(v, r.a)
		if e.keys[0] == "" {
			inner.readLink()
			continue
		}
		inner.readFields()
		var ends [2]string
		for k, key := range e.keys {
			ends[k], _, _ = inner.fieldID(key)
		}
		r.a.deferEdge(ends[0], ends[1], 0)
		r.a.weighted = r.a.weighted || len(inner.fields) > 2
	}
	if strings.Contains(strings.ToLower(string(e.value[:min(len(e.value), 2000)])), `"fromid"`) {
		// fromId is a key of Arrows and Neo4j, whose relationships are directed.
		r.directed = r.directed || !r.directionGiven
	}
}

// removeCount removes the number of nodes from the other members and returns it, 0 without one.
func (r *jsonReader) removeCount() (n int64) {
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

// addCountedNodes adds nodes without an edge, so that there are n nodes.
// They are numbered from 0, or from 1 where the largest id is n.
func (r *jsonReader) addCountedNodes(n int64) {
	a := r.a
	if n <= int64(len(a.ids)) || r.nodes {
		return
	}
	low, top := n, int64(0)
	for _, id := range a.ids {
		v, why := parseID([]byte(id))
		if why != "" || v > n {
			a.addDoubt("count", fmt.Sprintf("The file says %d nodes, but its edges name %d.", n, len(a.ids)))
			return
		}
		low, top = min(low, v), max(top, v)
	}
	// Ids up to n, without 0, count from 1.
	first := int64(oneIf(top == n && low > 0))
	if top == n && first == 0 {
		a.addDoubt("count", fmt.Sprintf("The file says %d nodes, but its edges name the node %d.", n, top))
		return
	}
	for v := first; v < first+n && a.err == nil; v++ {
		if _, ok := a.index[strconv.FormatInt(v, 10)]; !ok {
			a.addNode(strconv.FormatInt(v, 10), 0)
		}
	}
}

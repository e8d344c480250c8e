package graphio

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Objects that have no lists of nodes and edges under known keys.

// unwrapGraph reads the one member that is an object with the lists of a graph as the object around it.
func (r *jsonReader) unwrapGraph() {
	if r.nodes || r.edges || len(r.others) > maxWrapping {
		return
	}
	for k, p := range r.others {
		members := membersOf(p.value)
		if !slices.ContainsFunc(members, func(m pair) bool {
			list := len(m.value) > 0 && (m.value[0] == '[' || m.value[0] == '{')
			return list && slices.Contains([]string{"nodes", "links", "edges", "vertices", "elements"}, m.key)
		}) || slices.ContainsFunc(members, func(m pair) bool { return slices.Contains(r.keysOfOthers(), m.key) }) {
			continue
		}
		inner := newJSONReader(p.value, r.a)
		inner.object(inner.topKey)
		r.format, r.nodes, r.edges, r.named, r.keyed = inner.format, inner.nodes, inner.edges, inner.named, inner.keyed
		r.directed, r.said = inner.directed, inner.said
		r.inside, r.others = append(r.inside, inner.inside...), append(slices.Delete(r.others, k, k+1), inner.others...)
		return
	}
}

func (r *jsonReader) keysOfOthers() (keys []string) {
	for _, p := range r.others {
		keys = append(keys, p.key)
	}
	return keys
}

// judgedNeighbours is how many neighbours, and maxWrapping how many members are looked through to find out what an object is.
const (
	judgedNeighbours = 10_000
	maxWrapping      = 100
)

// alone reads an object without lists of nodes and edges: a matrix, neighbours by node, a table, or nodes by their id.
func (r *jsonReader) alone() {
	if r.refuseKnown() {
		return
	}
	for _, p := range r.others {
		if m := squareMatrix(p.value); len(m) > 2 {
			for _, q := range r.others {
				var names []string
				if q.key != p.key && json.Unmarshal(q.value, &names) == nil && len(names) == len(m) && distinct(names) {
					for _, s := range names {
						r.a.node(s, 0)
					}
					break
				}
			}
			r.readSquare(m)
			return
		}
	}
	if r.sankey() || r.answer() {
		return
	}
	total, hits := 0, 0
	keys := map[string]bool{}
	for _, p := range r.others {
		keys[p.key] = true
	}
	objects := true
	for _, p := range r.others {
		objects = objects && len(p.value) > 0 && p.value[0] == '{'
		if total > judgedNeighbours {
			break
		}
		list, inner := elementsOf(p.value)
		for k, v := range list[:min(len(list), judgedNeighbours)] {
			id, _ := scalar(v)
			if inner != nil {
				id = inner[k]
			}
			total++
			hits += oneIf(keys[id])
		}
	}
	if total > 0 && 2*hits < total {
		if r.table = r.asTable(); r.table != nil {
			return
		}
		if objects {
			r.nodes = true
			for _, p := range r.others {
				inner := newJSONReader(p.value, r.a)
				inner.named = len(r.a.ids) > 0
				inner.keyedNode(p.key)
				r.inside, r.named = append(r.inside, inner.inside...), true
			}
			if r.innerEdges(); len(r.a.pending) == 0 {
				r.noNodes()
			}
			return
		}
		if hits == 0 && len(r.others) > 1 {
			r.noNodes()
			return
		}
		r.a.doubt("neighbours", fmt.Sprintf("%d of the %d neighbours are no keys of the object: its members may be "+
			"something else than nodes with their neighbours.", total-hits, total))
	}
	r.adjacencyObject()
}

// answer reads the one list of records in an answer of a service, beside members that say how many there are; it reports whether there is
// one.
func (r *jsonReader) answer() bool {
	const keys = "results result data items records rows values entries hits content response objects list"
	list := -1
	for k, p := range r.others {
		switch {
		case len(p.value) == 0 || p.value[0] == '{':
			return false
		case p.value[0] == '[' && len(p.value) > 2:
			if list >= 0 || !slices.Contains(strings.Fields(keys), p.key) {
				return false
			}
			list = k
		}
	}
	if list < 0 || len(r.others) < 2 {
		return false
	}
	r.table = newJSONReader(r.others[list].value, r.a).records()
	return r.table != nil
}

// sankey reads the nodes and links of a Sankey diagram of Plotly, which are lists of labels and of positions; it reports whether there
// are any.
func (r *jsonReader) sankey() bool {
	var node struct{ Label []string }
	var link struct{ Source, Target []int }
	for _, p := range r.others {
		if p.key == "node" && json.Unmarshal(p.value, &node) != nil || p.key == "link" && json.Unmarshal(p.value, &link) != nil {
			return false
		}
	}
	n := len(node.Label)
	if n == 0 || len(link.Source) == 0 || len(link.Source) != len(link.Target) {
		return false
	}
	for k, i := range link.Source {
		if j := link.Target[k]; i < 0 || i >= n || j < 0 || j >= n {
			r.bad("a link of the diagram joins %d and %d, of %d nodes", i, j, n)
			return true
		}
	}
	for i, s := range node.Label {
		if r.a.node(strconv.Itoa(i), 0); r.a.err == nil {
			r.a.set(i, "name", s)
		}
	}
	for k, i := range link.Source {
		r.a.later(strconv.Itoa(i), strconv.Itoa(link.Target[k]), 0)
	}
	r.nodes, r.edges, r.named, r.directed, r.a.weighted = true, true, true, true, true
	return true
}

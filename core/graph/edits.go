package graph

import (
	"fmt"
	"slices"
	"sort"
)

// Limits of a graph that is edited by hand.
const (
	// MaxEditNodes and [MaxEditEdges] limit the edited graph.
	MaxEditNodes = 5_000
	MaxEditEdges = 100_000
	// MaxEdits limits the changes that an Edits holds, so that they fit into a link.
	MaxEdits = 2_000
	// MaxEditClasses limits the classes, [MaxClassName] the bytes of a name.
	MaxEditClasses = 24
	MaxClassName   = 60
	// maxPlace limits the coordinates of a new node.
	maxPlace = 1_000_000
)

// The sets that a node can belong to.
const (
	NoSet = iota
	TrainSet
	ValSet
	TestSet
)

// Edits are the changes by hand to a base graph, as their net effect.
// A node that is added and deleted leaves only its id. The base is never changed.
// Operations return new values and change none. Edits that change a base in the same way are equal field by field.
// The zero value changes nothing.
//
// Ids are permanent: 0..N-1 are the nodes of the base, N, N+1, … the added ones.
// The nodes of the edited graph are in the order of their ids, which Apply returns.
type Edits struct {
	// Add holds class, x and y of each added node. x and y are its place on the screen.
	Add [][3]int `json:"add,omitempty"`
	// Gone holds the ids of deleted nodes in ascending order. Their edges are deleted, too.
	Gone []int `json:"gone,omitempty"`
	// Cut holds deleted edges of the base, Join added edges, in ascending order with the smaller id first.
	Cut  [][2]int `json:"cut,omitempty"`
	Join [][2]int `json:"join,omitempty"`
	// Label holds (id, class) of nodes of the base with another class, -1 for none.
	Label [][2]int `json:"label,omitempty"`
	// Set holds (id, set) of nodes that were moved to a set by hand.
	Set [][2]int `json:"set,omitempty"`
	// Classes are the names of the classes, nil for those of the base.
	Classes []string `json:"classes,omitempty"`
}

// Empty reports whether there are no changes.
func (e Edits) Empty() bool {
	return len(e.Add)+len(e.Gone)+len(e.Cut)+len(e.Join)+len(e.Label)+len(e.Set)+len(e.Classes) == 0
}

// Size returns the number of changes.
func (e Edits) Size() int {
	return len(e.Add) + len(e.Gone) + len(e.Cut) + len(e.Join) + len(e.Label) + len(e.Set) + len(e.Classes)
}

// IDs returns the ids of the nodes of the edited graph in ascending order.
func (e Edits) IDs(base *Graph) []int {
	ids := make([]int, 0, base.N+len(e.Add))
	for i := range base.N + len(e.Add) {
		if _, gone := slices.BinarySearch(e.Gone, i); !gone {
			ids = append(ids, i)
		}
	}
	return ids
}

// Alive reports whether an id belongs to a node of the edited graph.
func (e Edits) Alive(base *Graph, id int) bool {
	_, gone := slices.BinarySearch(e.Gone, id)
	return id >= 0 && id < base.N+len(e.Add) && !gone
}

// ClassNames returns the names of the classes after the edits, numbers for a base without names.
func (e Edits) ClassNames(base *Graph) []string {
	if e.Classes != nil {
		return e.Classes
	}
	names := make([]string, base.Classes)
	for c := range names {
		names[c] = itoa(c)
		if c < len(base.ClassNames) {
			names[c] = base.ClassNames[c]
		}
	}
	return names
}

// Check returns the first fault of edits for a base: a number out of range, a list out of order, an impossible edge, or
// an exceeded limit.
// Operations produce sound edits; a link or a file may hold others.
func (e Edits) Check(base *Graph) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("graph: edits: "+format, args...)
	}
	if e.Size() > MaxEdits {
		return bad("%d changes, over the limit of %d", e.Size(), MaxEdits)
	}
	// Ids of deleted nodes count: they are never used again.
	all := base.N + len(e.Add)
	classes := len(e.ClassNames(base))
	if e.Classes != nil && (classes < base.Classes || classes > MaxEditClasses) {
		return bad("%d classes for a graph of %d; at most %d can be edited", classes, base.Classes, MaxEditClasses)
	}
	for c, name := range e.Classes {
		if err := checkClassName(name); err != nil {
			return err
		}
		if slices.Contains(e.Classes[:c], name) {
			return bad("two classes are called %q", name)
		}
	}
	for _, a := range e.Add {
		if a[0] < 0 || a[0] >= classes {
			return bad("an added node has class %d of %d", a[0], classes)
		}
		if max(a[1], a[2]) > maxPlace || min(a[1], a[2]) < -maxPlace {
			return bad("an added node stands at %d, %d", a[1], a[2])
		}
	}
	// Sorted lists are searched by bisection, and have one form for equal edits.
	for k, id := range e.Gone {
		if id < 0 || id >= all || k > 0 && e.Gone[k-1] >= id {
			return bad("deleted node %d is not in 0..%d, or out of order", id, all-1)
		}
	}
	for k, q := range e.Label {
		if q[0] < 0 || q[0] >= base.N || k > 0 && e.Label[k-1][0] >= q[0] || q[1] < -1 || q[1] >= classes {
			return bad("label %d of node %d: no such node or class, or out of order", q[1], q[0])
		}
	}
	for k, q := range e.Set {
		if q[0] < 0 || q[0] >= all || k > 0 && e.Set[k-1][0] >= q[0] || q[1] < NoSet || q[1] > TestSet {
			return bad("set %d of node %d: no such node or set, or out of order", q[1], q[0])
		}
	}
	for _, list := range [][][2]int{e.Cut, e.Join} {
		for k, q := range list {
			if q[0] < 0 || q[0] >= q[1] || q[1] >= all || k > 0 && !lessPair(list[k-1], q) {
				return bad("edge %d–%d: no such nodes, or out of order", q[0], q[1])
			}
		}
	}
	// Only edges of the base can be cut, and only missing ones joined.
	for _, q := range e.Cut {
		if !base.hasEdge(q[0], q[1]) {
			return bad("edge %d–%d cannot be deleted: the graph does not have it", q[0], q[1])
		}
	}
	for _, q := range e.Join {
		if base.hasEdge(q[0], q[1]) {
			return bad("edge %d–%d cannot be added: the graph has it", q[0], q[1])
		}
	}
	if n := all - len(e.Gone); n > MaxEditNodes {
		return bad("%d nodes; a graph of at most %d can be edited", n, MaxEditNodes)
	}
	if m := len(base.Edges) - len(e.Cut) + len(e.Join); m > MaxEditEdges {
		return bad("%d edges; a graph of at most %d can be edited", m, MaxEditEdges)
	}
	return nil
}

// hasEdge reports whether two nodes have an edge.
func (g *Graph) hasEdge(i, j int) bool {
	_, ok := slices.BinarySearchFunc(g.Edges, [2]int{min(i, j), max(i, j)}, func(a Edge, b [2]int) int {
		if d := int(a.I) - b[0]; d != 0 {
			return d
		}
		return int(a.J) - b[1]
	})
	return ok
}

// lessPair reports whether a precedes b in lexicographic order.
func lessPair(a, b [2]int) bool { return a[0] < b[0] || a[0] == b[0] && a[1] < b[1] }

// with returns a copy of a sorted list of pairs in which the key has the value.
func with(list [][2]int, key, value int) [][2]int {
	// The list is sorted by key.
	k := sort.Search(len(list), func(k int) bool { return list[k][0] >= key })
	if k < len(list) && list[k][0] == key {
		out := slices.Clone(list)
		out[k][1] = value
		return out
	}
	return slices.Insert(slices.Clip(list), k, [2]int{key, value})
}

// without returns a copy of a sorted list of pairs without the key.
func without(list [][2]int, key int) [][2]int {
	return filtered(list, func(q [2]int) bool { return q[0] != key })
}

// filtered returns the elements for which keep is true, nil for none.
func filtered[T any](list []T, keep func(T) bool) []T {
	var out []T
	for _, q := range list {
		if keep(q) {
			out = append(out, q)
		}
	}
	return out
}

// edgeAt returns the place of an edge in a sorted list, and whether the list contains it.
func edgeAt(list [][2]int, q [2]int) (int, bool) {
	k := sort.Search(len(list), func(k int) bool { return !lessPair(list[k], q) })
	return k, k < len(list) && list[k] == q
}

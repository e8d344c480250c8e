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

// Edits are the changes made by hand to a base graph, as their net effect: a
// node added and deleted again leaves nothing but its number. The base stays as
// it is. A value is never changed: every operation returns a new one, and two
// that change a base in the same way are equal field by field. The zero value
// changes nothing.
//
// A node keeps its id for ever: 0..N-1 are the nodes of the base, N, N+1, … the
// added ones. In the edited graph the nodes that are left stand in the order of
// their ids (Apply returns the ids).
type Edits struct {
	// Add holds the class, x and y of each added node; x and y only tell where
	// it was put on the screen.
	Add [][3]int `json:"add,omitempty"`
	// Gone holds the ids of deleted nodes, ascending. Their edges go with them.
	Gone []int `json:"gone,omitempty"`
	// Cut holds the deleted edges of the base, Join the added edges, each with
	// the smaller id first, ascending.
	Cut  [][2]int `json:"cut,omitempty"`
	Join [][2]int `json:"join,omitempty"`
	// Label holds (id, class) of nodes of the base with another class, -1 for none.
	Label [][2]int `json:"label,omitempty"`
	// Set holds (id, set) of nodes that were put into a set by hand.
	Set [][2]int `json:"set,omitempty"`
	// Classes are the names of the classes, nil for those of the base.
	Classes []string `json:"classes,omitempty"`
}

// Empty reports whether nothing is changed.
func (e Edits) Empty() bool {
	return len(e.Add)+len(e.Gone)+len(e.Cut)+len(e.Join)+len(e.Label)+len(e.Set)+len(e.Classes) == 0
}

// Size is the number of changes.
func (e Edits) Size() int {
	return len(e.Add) + len(e.Gone) + len(e.Cut) + len(e.Join) + len(e.Label) + len(e.Set) + len(e.Classes)
}

// IDs returns the ids of the nodes that are left, ascending.
func (e Edits) IDs(base *Graph) []int {
	ids := make([]int, 0, base.N+len(e.Add))
	for i := range base.N + len(e.Add) {
		if _, gone := slices.BinarySearch(e.Gone, i); !gone {
			ids = append(ids, i)
		}
	}
	return ids
}

// Alive reports whether the id belongs to a node that is left.
func (e Edits) Alive(base *Graph, id int) bool {
	_, gone := slices.BinarySearch(e.Gone, id)
	return id >= 0 && id < base.N+len(e.Add) && !gone
}

// ClassNames returns the names of the classes after the edits; a class of a
// base without names is called by its number.
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

// Check reports the first thing in e that does not belong to the base: a number
// out of range, a list that is not ascending, an edge that is not there or is
// there already, or more than a limit allows. Edits made by the operations
// pass; those of a link or a file may not.
func (e Edits) Check(base *Graph) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("graph: edits: "+format, args...)
	}
	if e.Size() > MaxEdits {
		return bad("%d changes, over the limit of %d", e.Size(), MaxEdits)
	}
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

// hasEdge looks an edge up in the sorted list.
func (g *Graph) hasEdge(i, j int) bool {
	_, ok := slices.BinarySearchFunc(g.Edges, [2]int{min(i, j), max(i, j)}, func(a Edge, b [2]int) int {
		if d := int(a.I) - b[0]; d != 0 {
			return d
		}
		return int(a.J) - b[1]
	})
	return ok
}

func lessPair(a, b [2]int) bool { return a[0] < b[0] || a[0] == b[0] && a[1] < b[1] }

// with returns a copy of a sorted list of pairs in which the pair of that key
// is (key, value).
func with(list [][2]int, key, value int) [][2]int {
	k := sort.Search(len(list), func(k int) bool { return list[k][0] >= key })
	if k < len(list) && list[k][0] == key {
		out := slices.Clone(list)
		out[k][1] = value
		return out
	}
	return slices.Insert(slices.Clip(list), k, [2]int{key, value})
}

// without returns a copy of a sorted list of pairs without the pair of that key.
func without(list [][2]int, key int) [][2]int {
	return filtered(list, func(q [2]int) bool { return q[0] != key })
}

// filtered returns the elements that keep holds of, nil when there are none.
func filtered[T any](list []T, keep func(T) bool) []T {
	var out []T
	for _, q := range list {
		if keep(q) {
			out = append(out, q)
		}
	}
	return out
}

// edgeAt returns the place of an edge in a sorted list and whether it is there.
func edgeAt(list [][2]int, q [2]int) (int, bool) {
	k := sort.Search(len(list), func(k int) bool { return !lessPair(list[k], q) })
	return k, k < len(list) && list[k] == q
}

// This file defines edits, the changes of a graph by hand, with their limits and checks.

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
	// MaxEditClasses limits the number of classes, and [MaxClassName] limits the bytes of a name.
	MaxEditClasses = 24
	MaxClassName   = 60
	// maxPlace limits the absolute values of the coordinates of a new node, in the units of [Edits].
	maxPlace = 1_000_000
)

// The sets that a node can belong to. NoSet is for a node in none of the other three.
const (
	NoSet = iota
	TrainSet
	ValSet
	TestSet
)

// Edits are the net effect of changes by hand to a base graph. The zero value changes nothing.
// Operations return new edits. Each list has a fixed order, and an empty list is nil. So edits with the same changes are equal field by
// field.
//
// The nodes of the base have the ids 0..N-1, and the added nodes have the ids N, N+1, …. The id of a node never changes.
// The edited graph has its nodes in the order of their ids.
type Edits struct {
	// Add has class, x and y of each added node. x and y are the coordinates of the node in the drawing, whose longer side
	// has 10 000 units.
	Add [][3]int `json:"add,omitempty"`
	// Gone has the ids of deleted nodes in ascending order. The edges of a deleted node are deleted, too.
	Gone []int `json:"gone,omitempty"`
	// Cut has the deleted edges of the base, and Join has the added edges: pairs of ids, the smaller id first, in ascending order.
	Cut  [][2]int `json:"cut,omitempty"`
	Join [][2]int `json:"join,omitempty"`
	// Label has (id, class) of each node of the base with a changed class, in ascending order. Class -1 stands for no class.
	Label [][2]int `json:"label,omitempty"`
	// Set has (id, set) of each node that was moved to a set by hand, in ascending order.
	Set [][2]int `json:"set,omitempty"`
	// Classes are the names of all classes, or nil for the names of the base.
	Classes []string `json:"classes,omitempty"`
}

// Empty reports whether the edits have no changes.
func (e Edits) Empty() bool { return e.Size() == 0 }

// Size returns the number of changes. Each name of a class counts as a change.
func (e Edits) Size() int {
	return len(e.Add) + len(e.Gone) + len(e.Cut) + len(e.Join) + len(e.Label) + len(e.Set) + len(e.Classes)
}

// IDs returns the ids of the nodes of the edited graph in ascending order.
func (e Edits) IDs(base *Graph) []int {
	ids := make([]int, 0, base.N+len(e.Add))
	for id := range base.N + len(e.Add) {
		_, isGone := slices.BinarySearch(e.Gone, id)
		if !isGone {
			ids = append(ids, id)
		}
	}
	return ids
}

// Alive reports whether an id belongs to a node of the edited graph.
func (e Edits) Alive(base *Graph, id int) bool {
	isID := id >= 0 && id < base.N+len(e.Add)
	_, isGone := slices.BinarySearch(e.Gone, id)
	return isID && !isGone
}

// ClassNames returns the names of the classes after the edits. A class without a name has its number as name, from "0".
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

// Check returns an error for the first fault of edits for a base: a number out of range, a list out of order, an impossible edge, an
// exceeded limit, or a new name of a class that is invalid or that another class has. Edits in a link or a file may have such faults.
func (e Edits) Check(base *Graph) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("graph: edits: "+format, args...)
	}
	if e.Size() > MaxEdits {
		return bad("%d changes, over the limit of %d", e.Size(), MaxEdits)
	}
	classes := len(e.ClassNames(base)) // number of classes after the edits
	// Classes can be renamed and added, but not removed.
	countIsAllowed := classes >= base.Classes && classes <= MaxEditClasses
	if e.Classes != nil && !countIsAllowed {
		return bad("%d classes for a graph of %d; at most %d can be edited", classes, base.Classes, MaxEditClasses)
	}
	inBase := Edits{}.ClassNames(base)
	for c, name := range e.Classes {
		if c < len(inBase) && name == inBase[c] { // the base may come from a file with long or repeated names
			continue
		}
		if err := checkClassName(name); err != nil {
			return err
		}
		for other := range e.Classes {
			if other != c && e.Classes[other] == name {
				return bad("two classes are called %q", name)
			}
		}
	}
	for _, node := range e.Add {
		class, x, y := node[0], node[1], node[2]
		if class < 0 || class >= classes {
			return bad("an added node has class %d of %d", class, classes)
		}
		if max(x, y) > maxPlace || min(x, y) < -maxPlace {
			return bad("an added node stands at %d, %d", x, y)
		}
	}
	// All further lists must ascend: bisection needs this order, and equal edits must have equal lists.
	ids := base.N + len(e.Add) // number of ids, with the ids of deleted nodes
	for k, id := range e.Gone {
		isAscending := k == 0 || e.Gone[k-1] < id
		if id < 0 || id >= ids || !isAscending {
			return bad("deleted node %d is not in 0..%d, or out of order", id, ids-1)
		}
	}
	for k, change := range e.Label {
		id, class := change[0], change[1]
		isAscending := k == 0 || e.Label[k-1][0] < id
		isNode, isClass := id >= 0 && id < base.N, class >= -1 && class < classes
		if !isAscending || !isNode || !isClass {
			return bad("label %d of node %d: no such node or class, or out of order", class, id)
		}
	}
	for k, change := range e.Set {
		id, set := change[0], change[1]
		isAscending := k == 0 || e.Set[k-1][0] < id
		isNode, isSet := id >= 0 && id < ids, set >= NoSet && set <= TestSet
		if !isAscending || !isNode || !isSet {
			return bad("set %d of node %d: no such node or set, or out of order", set, id)
		}
	}
	for _, list := range [][][2]int{e.Cut, e.Join} {
		for k, ends := range list {
			isAscending := k == 0 || lessPair(list[k-1], ends)
			arePair := 0 <= ends[0] && ends[0] < ends[1] && ends[1] < ids
			if !isAscending || !arePair {
				return bad("edge %d–%d: no such nodes, or out of order", ends[0], ends[1])
			}
		}
	}
	// An edge can be deleted only if the base has it, and added only if the base does not have it.
	for _, ends := range e.Cut {
		if !base.hasEdge(ends[0], ends[1]) {
			return bad("edge %d–%d cannot be deleted: the graph does not have it", ends[0], ends[1])
		}
	}
	for _, ends := range e.Join {
		if base.hasEdge(ends[0], ends[1]) {
			return bad("edge %d–%d cannot be added: the graph has it", ends[0], ends[1])
		}
	}
	nodes := ids - len(e.Gone)
	if nodes > MaxEditNodes {
		return bad("%d nodes; a graph of at most %d can be edited", nodes, MaxEditNodes)
	}
	edges := len(base.Edges) - len(e.Cut) + len(e.Join) // an upper bound, since the edges of deleted nodes count, too
	if edges > MaxEditEdges {
		return bad("%d edges; a graph of at most %d can be edited", edges, MaxEditEdges)
	}
	return nil
}

// hasEdge reports whether two nodes have an edge.
func (g *Graph) hasEdge(i, j int) bool {
	_, found := g.edgeBetween(i, j)
	return found
}

// lessPair reports whether a precedes b in lexicographic order.
func lessPair(a, b [2]int) bool {
	if a[0] != b[0] {
		return a[0] < b[0]
	}
	return a[1] < b[1]
}

// with returns a copy of a list of pairs (key, value), sorted by key, in which the key has the value.
func with(list [][2]int, key, value int) [][2]int {
	k := sort.Search(len(list), func(i int) bool { return list[i][0] >= key }) // place of the key
	if k < len(list) && list[k][0] == key {
		out := slices.Clone(list)
		out[k][1] = value
		return out
	}
	return slices.Insert(slices.Clip(list), k, [2]int{key, value})
}

// without returns a copy of a list of pairs (key, value) without the pair of a key.
func without(list [][2]int, key int) [][2]int {
	return filtered(list, func(q [2]int) bool { return q[0] != key })
}

// filtered returns the elements for which keep is true, or nil if there are none.
func filtered[T any](list []T, keep func(T) bool) []T {
	var out []T
	for _, q := range list {
		if keep(q) {
			out = append(out, q)
		}
	}
	return out
}

// edgeAt returns the index of an edge in a sorted list, and whether the list has it. If not, an insertion at index keeps the list sorted.
func edgeAt(list [][2]int, ends [2]int) (index int, found bool) {
	index = sort.Search(len(list), func(k int) bool { return !lessPair(list[k], ends) })
	return index, index < len(list) && list[index] == ends
}

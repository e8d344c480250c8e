// This file has the operations by which a user edits a graph. An operation returns new edits or, if it fails, the old edits and an error.
// It fails if an id belongs to no node of the edited graph, if a class or a set does not exist, or if a limit of edits.go is exceeded.

package graph

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sheafscope/core/order"
)

// checked returns out, the edits after an operation on e. It returns e and an error if out has too many changes, or if the base is too
// large to be drawn. It counts the changes of out, not of e, so that an operation can shorten edits with too many changes.
func (e Edits) checked(base *Graph, out Edits) (Edits, error) {
	if out.Size() > MaxEdits {
		return e, fmt.Errorf("a graph takes at most %d changes; export it and open the file to go on from there", MaxEdits)
	}
	if base.N > MaxEditNodes || len(base.Edges) > MaxEditEdges {
		return e, fmt.Errorf("only graphs of at most %d nodes and %d edges can be edited; this one has %d and %d", MaxEditNodes, MaxEditEdges,
			base.N, len(base.Edges))
	}
	return out, nil
}

// checkAlive returns an error if one of the ids belongs to no node of the edited graph.
func (e Edits) checkAlive(base *Graph, ids ...int) error {
	for _, id := range ids {
		if !e.Alive(base, id) {
			return fmt.Errorf("there is no node with id %d", id)
		}
	}
	return nil
}

// AddNode adds a node with a class at the point x, y of the drawing. Its id is base.N + len(e.Add).
// A coordinate beyond ±maxPlace is replaced by this limit.
func (e Edits) AddNode(base *Graph, class, x, y int) (Edits, error) {
	if class < 0 || class >= len(e.ClassNames(base)) {
		return e, fmt.Errorf("there is no class %d", class)
	}
	if base.N+len(e.Add)-len(e.Gone) >= MaxEditNodes {
		return e, fmt.Errorf("a graph of more than %d nodes cannot be drawn here", MaxEditNodes)
	}
	// Clip makes append copy the list, so that e stays unchanged.
	out := e
	out.Add = append(slices.Clip(e.Add), [3]int{class, clamp(x, -maxPlace, maxPlace), clamp(y, -maxPlace, maxPlace)})
	return e.checked(base, out)
}

// MoveNode moves an added node to the point x, y of the drawing, with the limits of AddNode.
// It fails for a node of the base, which has no point in the edits.
func (e Edits) MoveNode(base *Graph, id, x, y int) (Edits, error) {
	if err := e.checkAlive(base, id); err != nil {
		return e, err
	}
	if id < base.N {
		return e, fmt.Errorf("node %d is not one that was drawn", id)
	}
	e.Add = slices.Clone(e.Add)
	moved := &e.Add[id-base.N]
	moved[1], moved[2] = clamp(x, -maxPlace, maxPlace), clamp(y, -maxPlace, maxPlace)
	return e, nil // the number of changes is unchanged, so its limit need not be checked
}

// DeleteNodes deletes nodes and their edges.
func (e Edits) DeleteNodes(base *Graph, ids ...int) (Edits, error) {
	if err := e.checkAlive(base, ids...); err != nil {
		return e, err
	}
	out := e
	gone := append(slices.Clone(e.Gone), ids...)
	order.Ints(gone)
	out.Gone = slices.Compact(gone)
	// The edits of a deleted node are dropped: its edges, its label and its set.
	isGone := func(id int) bool { _, found := slices.BinarySearch(out.Gone, id); return found }
	keepsEdge := func(ends [2]int) bool { return !isGone(ends[0]) && !isGone(ends[1]) }
	keepsNode := func(change [2]int) bool { return !isGone(change[0]) }
	out.Cut, out.Join = filtered(out.Cut, keepsEdge), filtered(out.Join, keepsEdge)
	out.Label, out.Set = filtered(out.Label, keepsNode), filtered(out.Set, keepsNode)
	// Deleted nodes at the end of Add leave Add and Gone, so that their ids become free. Other deleted nodes stay, so that no id changes.
	// The third index limits the capacity, so that a later append copies the list.
	for n := len(out.Add); n > 0 && isGone(base.N+n-1); n = len(out.Add) {
		out.Add, out.Gone = out.Add[:n-1:n-1], out.Gone[:len(out.Gone)-1:len(out.Gone)-1]
	}
	// Empty lists are nil, so that equal edits are equal field by field.
	if len(out.Add) == 0 {
		out.Add = nil
	}
	if len(out.Gone) == 0 {
		out.Gone = nil
	}
	return e.checked(base, out)
}

// HasEdge reports whether two nodes have an edge after the edits. It returns false for equal ids and for an id without a node.
func (e Edits) HasEdge(base *Graph, i, j int) bool {
	if i == j || !e.Alive(base, i) || !e.Alive(base, j) {
		return false
	}
	ends := [2]int{min(i, j), max(i, j)}
	_, isAdded := edgeAt(e.Join, ends)
	if isAdded {
		return true
	}
	_, isCut := edgeAt(e.Cut, ends)
	return base.hasEdge(i, j) && !isCut
}

// AddEdge adds an edge between two different nodes, or restores a deleted edge of the base.
// It fails for equal ids, and if the nodes already have an edge.
func (e Edits) AddEdge(base *Graph, i, j int) (Edits, error) {
	if err := e.checkAlive(base, i, j); err != nil {
		return e, err
	}
	if i == j {
		return e, fmt.Errorf("an edge joins two different nodes")
	}
	if e.HasEdge(base, i, j) {
		return e, fmt.Errorf("the two nodes are joined already")
	}
	// The edges of deleted nodes count, too, as in Check.
	if len(base.Edges)-len(e.Cut)+len(e.Join) >= MaxEditEdges {
		return e, fmt.Errorf("a graph of more than %d edges cannot be drawn here", MaxEditEdges)
	}
	ends := [2]int{min(i, j), max(i, j)}
	out := e
	if base.hasEdge(i, j) { // an earlier edit has deleted this edge, since HasEdge is false
		out.Cut = filtered(e.Cut, func(cut [2]int) bool { return cut != ends })
	} else {
		k, _ := edgeAt(e.Join, ends) // the insertion keeps Join sorted
		out.Join = slices.Insert(slices.Clip(e.Join), k, ends)
	}
	return e.checked(base, out)
}

// DeleteEdge deletes the edge between two nodes. It fails if they have no edge.
func (e Edits) DeleteEdge(base *Graph, i, j int) (Edits, error) {
	if !e.HasEdge(base, i, j) {
		return e, fmt.Errorf("there is no such edge")
	}
	ends := [2]int{min(i, j), max(i, j)}
	out := e
	_, isAdded := edgeAt(e.Join, ends)
	if isAdded { // an added edge only leaves Join, since Cut has only edges of the base
		out.Join = filtered(e.Join, func(added [2]int) bool { return added != ends })
	} else {
		k, _ := edgeAt(e.Cut, ends) // the insertion keeps Cut sorted
		out.Cut = slices.Insert(slices.Clip(e.Cut), k, ends)
	}
	return e.checked(base, out)
}

// SetLabel sets the class of nodes. A node of the base may lose its class (-1), but an added node must have a class.
func (e Edits) SetLabel(base *Graph, class int, ids ...int) (Edits, error) {
	if err := e.checkAlive(base, ids...); err != nil {
		return e, err
	}
	if class < -1 || class >= len(e.ClassNames(base)) {
		return e, fmt.Errorf("there is no class %d", class)
	}
	out := e
	out.Add = slices.Clone(e.Add) // so that e stays unchanged
	for _, id := range ids {
		switch {
		case id >= base.N && class < 0:
			return e, fmt.Errorf("a node that was drawn has a class")
		case id >= base.N:
			out.Add[id-base.N][0] = class
		case base.Labels[id] == class: // the class in the base is no change
			out.Label = without(out.Label, id)
		default:
			out.Label = with(out.Label, id, class)
		}
	}
	return e.checked(base, out)
}

// PutInto moves nodes to one of the sets [NoSet], [TrainSet], [ValSet] and [TestSet].
// The edits also keep a set that equals the set of the base, since [Edits.Override] applies them to other splits.
func (e Edits) PutInto(base *Graph, set int, ids ...int) (Edits, error) {
	if err := e.checkAlive(base, ids...); err != nil {
		return e, err
	}
	if set < NoSet || set > TestSet {
		return e, fmt.Errorf("there is no set %d", set)
	}
	out := e
	for _, id := range ids {
		out.Set = with(out.Set, id, set)
	}
	return e.checked(base, out)
}

// NameClass renames a class or, if class is the number of classes, adds a class. It removes spaces around the name.
// It fails if another class has the name, and for an invalid name (checkClassName).
func (e Edits) NameClass(base *Graph, class int, name string) (Edits, error) {
	names := slices.Clone(e.ClassNames(base))
	trimmed := strings.TrimSpace(name)
	if err := checkClassName(trimmed); err != nil {
		return e, err
	}
	named := slices.Index(names, trimmed) // class with this name, −1 if no class has it
	if named >= 0 && named != class {
		return e, fmt.Errorf("there is a class called %q already", trimmed)
	}
	switch {
	case class < 0 || class > len(names):
		return e, fmt.Errorf("there is no class %d", class)
	case class < len(names):
		names[class] = trimmed
	case class >= MaxEditClasses: // class is len(names) here and below: a new class
		return e, fmt.Errorf("a graph has at most %d classes here", MaxEditClasses)
	default:
		names = append(names, trimmed)
	}
	if len(names) > MaxEditClasses { // the base has more classes
		return e, fmt.Errorf("the classes of a graph with more than %d cannot be named here", MaxEditClasses)
	}
	// If all names are as in the base, nothing is changed.
	if slices.Equal(names, (Edits{}).ClassNames(base)) {
		names = nil
	}
	out := e
	out.Classes = names // each name counts as a change
	return e.checked(base, out)
}

// checkClassName returns an error for a name that is empty, too long, not valid UTF-8 or not printable.
func checkClassName(name string) error {
	hasLength := name != "" && len(name) <= MaxClassName
	if !hasLength || !utf8.ValidString(name) {
		return fmt.Errorf("the name of a class has 1 to %d bytes", MaxClassName)
	}
	for _, r := range name {
		// With invisible characters two different names would look alike.
		if !unicode.IsPrint(r) {
			return fmt.Errorf("the name of a class must not hold the character %U", r)
		}
	}
	return nil
}

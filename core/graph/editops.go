package graph

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The operations on Edits. Each returns new edits, or the old ones with an error: bad input changes nothing.

// room returns an error where n further changes exceed a limit.
func (e Edits) room(base *Graph, n int) error {
	if e.Size()+n > MaxEdits {
		return fmt.Errorf("a graph takes at most %d changes; export it and open the file to go on from there", MaxEdits)
	}
	// Large graphs cannot be drawn at all.
	if base.N > MaxEditNodes || len(base.Edges) > MaxEditEdges {
		return fmt.Errorf("only graphs of at most %d nodes and %d edges can be edited; this one has %d and %d", MaxEditNodes, MaxEditEdges,
			base.N, len(base.Edges))
	}
	return nil
}

// alive returns an error where an id belongs to no node.
func (e Edits) alive(base *Graph, ids ...int) error {
	for _, id := range ids {
		if !e.Alive(base, id) {
			return fmt.Errorf("there is no node with id %d", id)
		}
	}
	return nil
}

// AddNode adds a node with a class at a place of the screen. Its id is base.N + len(e.Add).
func (e Edits) AddNode(base *Graph, class, x, y int) (Edits, error) {
	if err := e.room(base, 1); err != nil {
		return e, err
	}
	if class < 0 || class >= len(e.ClassNames(base)) {
		return e, fmt.Errorf("there is no class %d", class)
	}
	if base.N+len(e.Add)-len(e.Gone) >= MaxEditNodes {
		return e, fmt.Errorf("a graph of more than %d nodes cannot be drawn here", MaxEditNodes)
	}
	clampXY := func(v int) int { return clamp(v, -maxPlace, maxPlace) }
	// Clip makes append copy: earlier edits keep their list.
	e.Add = append(slices.Clip(e.Add), [3]int{class, clampXY(x), clampXY(y)})
	return e, nil
}

// MoveNode moves an added node to a place of the screen.
func (e Edits) MoveNode(base *Graph, id, x, y int) (Edits, error) {
	if err := e.alive(base, id); err != nil {
		return e, err
	}
	if id < base.N {
		return e, fmt.Errorf("node %d is not one that was drawn", id)
	}
	e.Add = slices.Clone(e.Add)
	a := &e.Add[id-base.N]
	a[1], a[2] = clamp(x, -maxPlace, maxPlace), clamp(y, -maxPlace, maxPlace)
	return e, nil
}

// DeleteNodes deletes nodes and their edges.
func (e Edits) DeleteNodes(base *Graph, ids ...int) (Edits, error) {
	if err := e.room(base, len(ids)); err != nil {
		return e, err
	}
	if err := e.alive(base, ids...); err != nil {
		return e, err
	}
	gone := append(slices.Clone(e.Gone), ids...)
	slices.Sort(gone)
	e.Gone = slices.Compact(gone)
	// Edits about a deleted node are dropped with it.
	left := func(id int) bool { _, out := slices.BinarySearch(e.Gone, id); return !out }
	whole := func(q [2]int) bool { return left(q[0]) && left(q[1]) }
	first := func(q [2]int) bool { return left(q[0]) }
	e.Cut, e.Join = filtered(e.Cut, whole), filtered(e.Join, whole)
	e.Label, e.Set = filtered(e.Label, first), filtered(e.Set, first)
	// Deleting the last added nodes frees their ids. Earlier added nodes keep their ids for ever.
	for n := len(e.Add); n > 0 && !left(base.N+n-1); n = len(e.Add) {
		e.Add, e.Gone = e.Add[:n-1:n-1], e.Gone[:len(e.Gone)-1:len(e.Gone)-1]
	}
	// Empty lists are nil, so that equal edits are equal field by field.
	if len(e.Add) == 0 {
		e.Add = nil
	}
	if len(e.Gone) == 0 {
		e.Gone = nil
	}
	return e, nil
}

// HasEdge reports whether two nodes have an edge after the edits.
func (e Edits) HasEdge(base *Graph, i, j int) bool {
	q := [2]int{min(i, j), max(i, j)}
	if !e.Alive(base, i) || !e.Alive(base, j) || i == j {
		return false
	}
	if _, ok := edgeAt(e.Join, q); ok {
		return true
	}
	_, cut := edgeAt(e.Cut, q)
	return base.hasEdge(i, j) && !cut
}

// AddEdge adds an edge between two nodes.
func (e Edits) AddEdge(base *Graph, i, j int) (Edits, error) {
	if err := e.room(base, 1); err != nil {
		return e, err
	}
	if err := e.alive(base, i, j); err != nil {
		return e, err
	}
	if i == j {
		return e, fmt.Errorf("an edge joins two different nodes")
	}
	if e.HasEdge(base, i, j) {
		return e, fmt.Errorf("the two nodes are joined already")
	}
	if len(base.Edges)-len(e.Cut)+len(e.Join) >= MaxEditEdges {
		return e, fmt.Errorf("a graph of more than %d edges cannot be drawn here", MaxEditEdges)
	}
	q := [2]int{min(i, j), max(i, j)}
	// An edge of the base was deleted before: it is restored.
	if base.hasEdge(i, j) {
		e.Cut = filtered(e.Cut, func(p [2]int) bool { return p != q })
		return e, nil
	}
	// Join stays sorted.
	k, _ := edgeAt(e.Join, q)
	e.Join = slices.Insert(slices.Clip(e.Join), k, q)
	return e, nil
}

// DeleteEdge deletes the edge between two nodes.
func (e Edits) DeleteEdge(base *Graph, i, j int) (Edits, error) {
	if err := e.room(base, 1); err != nil {
		return e, err
	}
	if !e.HasEdge(base, i, j) {
		return e, fmt.Errorf("there is no such edge")
	}
	q := [2]int{min(i, j), max(i, j)}
	if _, added := edgeAt(e.Join, q); added {
		e.Join = filtered(e.Join, func(p [2]int) bool { return p != q })
		return e, nil
	}
	k, _ := edgeAt(e.Cut, q)
	e.Cut = slices.Insert(slices.Clip(e.Cut), k, q)
	return e, nil
}

// SetLabel sets the class of nodes. Only nodes of the base can have none (-1).
func (e Edits) SetLabel(base *Graph, class int, ids ...int) (Edits, error) {
	if err := e.room(base, len(ids)); err != nil {
		return e, err
	}
	if err := e.alive(base, ids...); err != nil {
		return e, err
	}
	if class < -1 || class >= len(e.ClassNames(base)) {
		return e, fmt.Errorf("there is no class %d", class)
	}
	out := e
	out.Add = slices.Clone(e.Add)
	for _, id := range ids {
		switch {
		case id >= base.N && class < 0:
			return e, fmt.Errorf("a node that was drawn has a class")
		case id >= base.N:
			out.Add[id-base.N][0] = class
		// A label equal to the base is no change.
		case base.Labels[id] == class:
			out.Label = without(out.Label, id)
		default:
			out.Label = with(out.Label, id, class)
		}
	}
	return out, nil
}

// PutInto moves nodes to one of the sets [NoSet], [TrainSet], [ValSet] and [TestSet].
func (e Edits) PutInto(base *Graph, set int, ids ...int) (Edits, error) {
	if err := e.room(base, len(ids)); err != nil {
		return e, err
	}
	if err := e.alive(base, ids...); err != nil {
		return e, err
	}
	if set < NoSet || set > TestSet {
		return e, fmt.Errorf("there is no set %d", set)
	}
	for _, id := range ids {
		e.Set = with(e.Set, id, set)
	}
	return e, nil
}

// NameClass renames a class. The number of classes as class adds a new one.
func (e Edits) NameClass(base *Graph, class int, name string) (Edits, error) {
	names := slices.Clone(e.ClassNames(base))
	name = strings.TrimSpace(name)
	if err := checkClassName(name); err != nil {
		return e, err
	}
	if at := slices.Index(names, name); at >= 0 && at != class {
		return e, fmt.Errorf("there is a class called %q already", name)
	}
	switch {
	case class < 0 || class > len(names):
		return e, fmt.Errorf("there is no class %d", class)
	case class < len(names):
		names[class] = name
	case class >= MaxEditClasses:
		return e, fmt.Errorf("a graph has at most %d classes here", MaxEditClasses)
	default:
		names = append(names, name)
	}
	if len(names) > MaxEditClasses {
		return e, fmt.Errorf("the classes of a graph with more than %d cannot be named here", MaxEditClasses)
	}
	if err := e.room(base, len(names)); err != nil {
		return e, err
	}
	// Names equal to the base are no change.
	if slices.Equal(names, (Edits{}).ClassNames(base)) {
		names = nil
	}
	e.Classes = names
	return e, nil
}

// checkClassName returns an error for names that are empty, too long or not printable.
func checkClassName(name string) error {
	if name == "" || len(name) > MaxClassName || !utf8.ValidString(name) {
		return fmt.Errorf("the name of a class has 1 to %d bytes", MaxClassName)
	}
	for _, r := range name {
		// Invisible characters would make two classes look alike.
		if !unicode.IsPrint(r) {
			return fmt.Errorf("the name of a class must not hold the character %U", r)
		}
	}
	return nil
}

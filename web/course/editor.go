// This file has the state of the sheaf editor, in which the reader builds a sheaf, and its changes with undo. The pictures are in
// editordraw.go, and dragging is in editorpoint.go.

package course

import (
	"errors"
	"math"
	"strconv"
	"strings"

	exact "sheafscope/core/coursemath"
)

// editor is the state of the sheaf editor. [Course.Edit] makes every change.
type editor struct {
	sheaf *exact.SheafText
	// node and edge are the indices of the marked node and of the marked edge. If the sheaf has no edge, edge is −1.
	node, edge int
	// joining reports that the next picked node gets an edge to the marked node.
	joining bool
	// held has the names of the nodes whose values the harmonic extension keeps. It has names, because the numbers of nodes change if a node
	// is removed.
	held map[string]bool
	// undoStack has the states before the newest changes, at most maxUndo. Consecutive changes of one kind share an entry.
	undoStack []state
	// lastKind is the kind of the newest change. It is "" for a change that no drag makes, before the first change, and after undo.
	lastKind string
	// about describes the sheaf from which the reader started.
	about string
}

// state is an entry of the undo stack: a sheaf in text form and its description.
type state struct{ text, about string }

// Limits of the editor.
const (
	maxUndo  = 100 // entries of the undo stack
	minNodes = 3   // smallest number of nodes of a sheaf; exact.MaxNodes is the largest
)

// newEditor returns the editor with a ring of six nodes. The first map of its last edge turns by 40°, and the other maps are the identity.
// The signal has two nonzero numbers: the first coordinate of node a and the second of node d. Both nodes are held. Node a and the last
// edge are marked.
func newEditor() *editor {
	s := exact.Ring(6, 2)
	s.Edges[5].Maps[0] = "turn 40"
	s.X[0], s.X[7] = "1", "1"
	return &editor{sheaf: s, node: 0, edge: 5, held: map[string]bool{"a": true, "d": true},
		about: "A ring with one turn of 40°: no vector comes home as it left, so both H⁰ and H¹ are zero."}
}

// Edit makes one change to the editor's sheaf:
//
//	start ring:6 2      starts a new sheaf of a shape and a stalk dimension
//	text d 1;node …     replaces the sheaf by the text of a link
//	pick node 2         marks a node, counted from 0; after join, also adds an edge to the previously marked node, if there is none
//	pick edge 1         marks an edge
//	map 0 turn 40       sets the first (0) or the second (1) map of the marked edge
//	x 0 1/2             sets a coordinate (0, 1, …) of the signal at the marked node
//	hold                toggles whether the marked node is held
//	dim 3, edge-dim 1   sets the stalk dimension of the marked node or edge
//	move 2 0.5 0.1      moves a node to a place in the unit square
//	node                adds a node at a free place
//	drop-node           removes the marked node
//	drop-edge           removes the marked edge
//	d 2                 sets the dimension of all stalks
//	join                starts or ends joining: the next pick adds an edge
//	undo                restores the state before the last change
//
// Any other text is a change of exact.SheafText.Do, for example "edge 0 3". If the change fails, the sheaf does not change, and the error
// names the reason. join, hold, and a pick that adds no edge leave the sheaf as it is, and cannot be undone.
func (c *Course) Edit(change string) error {
	e := c.editor
	verb, rest, _ := strings.Cut(strings.TrimSpace(change), " ")
	switch verb {
	case "pick":
		return e.pick(rest)
	case "join":
		e.joining = !e.joining
		return nil
	case "hold":
		name := e.sheaf.Nodes[e.node].Name
		e.held[name] = !e.held[name]
		return nil
	case "undo":
		return e.undo()
	}
	return e.change(verb, rest)
}

// applyTo applies a change to s, a clone of the editor's sheaf. It returns s or, for "start" and "text", a new sheaf. Any verb that is not
// listed here is a change of exact.SheafText.Do, which fails for an unknown verb. A change of the marked edge fails if there is no edge.
func (e *editor) applyTo(s *exact.SheafText, verb, rest string) (*exact.SheafText, error) {
	needsEdge := verb == "map" || verb == "edge-dim" || verb == "drop-edge"
	if needsEdge && e.edge < 0 {
		return nil, errors.New("there is no edge; join two nodes first")
	}
	// Changes of the marked node or edge do not name its number, so applyTo adds the number.
	node, edge := strconv.Itoa(e.node), strconv.Itoa(e.edge)
	switch verb {
	case "start":
		shape, d, _ := strings.Cut(rest, " ")
		dim, err := strconv.Atoi(d)
		if err != nil {
			return nil, err
		}
		return exact.Start(shape, dim)
	case "text":
		return exact.ParseSheaf(rest)
	case "node":
		x, y := freePlace(s) // the reader gives no place
		return s, s.AddNode(x, y)
	case "drop-node":
		return s, s.Do(verb + " " + node)
	case "move":
		return s, moveNode(s, rest)
	case "drop-edge":
		return s, s.Do(verb + " " + edge)
	case "map":
		return s, s.Do("map " + edge + " " + rest)
	case "dim":
		return s, s.Do("dim " + node + " " + rest)
	case "edge-dim":
		return s, s.Do("edge-dim " + edge + " " + rest)
	case "x":
		// The signal has the coordinates of node 0, then of node 1, and so on.
		number, value, _ := strings.Cut(rest, " ")
		k, err := strconv.Atoi(number)
		isCoordinate := err == nil && k >= 0 && k < s.Nodes[e.node].D
		if !isCoordinate {
			return nil, errors.New("there is no such coordinate")
		}
		return s, s.SetX(s.NodeOffsets()[e.node]+k, strings.TrimSpace(value))
	}
	return s, s.Do(verb + " " + rest)
}

// moveNode moves a node of s to a place: "2 0.5 0.1" moves node 2, counted from 0, to (0.5, 0.1). A place outside the unit square is moved
// to its border.
func moveNode(s *exact.SheafText, text string) error {
	words := strings.Fields(text)
	if len(words) != 3 {
		return errors.New("a move needs a node and a place")
	}
	i, nodeErr := strconv.Atoi(words[0])
	x, xErr := strconv.ParseFloat(words[1], 64)
	y, yErr := strconv.ParseFloat(words[2], 64)
	isNode := nodeErr == nil && i >= 0 && i < len(s.Nodes)
	isPlace := xErr == nil && yErr == nil && !math.IsNaN(x+y)
	if !isNode || !isPlace {
		return errors.New("there is no such node or place")
	}
	s.Nodes[i].X, s.Nodes[i].Y = min(max(x, 0), 1), min(max(y, 0), 1)
	return nil
}

// change applies a change and pushes the old state on the undo stack. Consecutive changes of one map, one vector or one node's place share
// an entry, since a drag is a sequence of such changes. A change that leaves the sheaf as it is does nothing. If the change fails, or its
// result is invalid, the editor stays as it is.
func (e *editor) change(verb, rest string) error {
	s, err := e.applyTo(e.sheaf.Clone(), verb, rest)
	if err == nil {
		err = s.Check()
	}
	if err == nil && len(s.Nodes) < minNodes {
		err = errors.New("the editor takes three to eight nodes")
	}
	if err != nil {
		return err
	}
	old := state{e.sheaf.Text(), e.about}
	if s.Text() == old.text {
		return nil
	}
	// The kind of a change that may be part of a drag names the map, the vector or the node. A drag of a vector changes its two coordinates in
	// turn, so the kind does not name the coordinate. All other changes have the kind "", and always push an entry.
	kind := ""
	number, _, _ := strings.Cut(rest, " ") // of the map, the coordinate or the node
	switch verb {
	case "map", "move":
		kind = verb + " " + number + " " + strconv.Itoa(e.node) + " " + strconv.Itoa(e.edge) // "map 0 2 5": map 0 of edge 5, node 2 is marked
	case "x":
		kind = verb + " " + strconv.Itoa(e.node)
	}
	if kind == "" || kind != e.lastKind {
		e.undoStack = append(e.undoStack, old)
		e.undoStack = e.undoStack[max(0, len(e.undoStack)-maxUndo):]
	}
	e.lastKind = kind
	switch verb {
	case "start", "text":
		e.about = aboutSheaf(s)
	case "node":
		delete(e.held, s.Nodes[len(s.Nodes)-1].Name) // a removed node may have had the name of the new node
	}
	e.replace(s)
	return nil
}

// aboutSheaf returns the description of the shape whose initial sheaf equals s, or a general sentence if there is none.
func aboutSheaf(s *exact.SheafText) string {
	for _, row := range exact.Shapes() {
		shape := row.Key
		if row.Least > 0 { // a shape of any size: its name includes the number of nodes, for example "ring:6"
			shape += ":" + strconv.Itoa(len(s.Nodes))
		}
		initial, err := exact.Start(shape, s.D)
		if err == nil && initial.Text() == s.Text() {
			return row.About
		}
	}
	return "A sheaf from a link or a text."
}

// replace sets the sheaf and ends joining. If s has more nodes than the old sheaf, the last node is marked. If s has more edges, the last
// edge is marked. A mark of a node or edge that s does not have moves to the last node or edge.
func (e *editor) replace(s *exact.SheafText) {
	if len(s.Nodes) > len(e.sheaf.Nodes) {
		e.node = len(s.Nodes) - 1
	}
	if len(s.Edges) > len(e.sheaf.Edges) {
		e.edge = len(s.Edges) - 1
	}
	e.sheaf, e.joining = s, false
	e.node, e.edge = min(e.node, len(s.Nodes)-1), min(e.edge, len(s.Edges)-1)
}

// undo restores the sheaf and e.about from the newest entry of the undo stack, and removes the entry. It fails if the stack is empty.
func (e *editor) undo() error {
	last := len(e.undoStack) - 1
	if last < 0 {
		return errors.New("there is nothing to take back")
	}
	old := e.undoStack[last]
	s, err := exact.ParseSheaf(old.text)
	if err != nil {
		return err // not reached, since old.text is the text of a checked sheaf
	}
	// With the kind "", the next change gets an entry of its own.
	e.undoStack, e.lastKind, e.about = e.undoStack[:last], "", old.about
	e.replace(s)
	return nil
}

// pick marks a node or an edge, for example "node 2". While joining, it calls join for the previously marked node and the picked node. It
// fails for any other text, and for a number that no node or edge has.
func (e *editor) pick(target string) error {
	kind, number, _ := strings.Cut(target, " ")
	k, err := strconv.Atoi(number)
	isIndex := err == nil && k >= 0
	switch {
	case isIndex && kind == "edge" && k < len(e.sheaf.Edges):
		e.edge = k
	case isIndex && kind == "node" && k < len(e.sheaf.Nodes):
		previous := e.node
		e.node = k
		if e.joining && previous != k { // a second pick of the marked node leaves joining on
			return e.join(previous, k)
		}
	default:
		return errors.New("there is no " + target)
	}
	return nil
}

// join ends joining and adds an edge between the nodes i and j, which must be different. If the edge exists already, join marks this edge.
func (e *editor) join(i, j int) error {
	e.joining = false
	for k, g := range e.sheaf.Edges {
		if g.I == min(i, j) && g.J == max(i, j) {
			e.edge = k
			return nil
		}
	}
	return e.change("edge", strconv.Itoa(i)+" "+strconv.Itoa(j))
}

// freePlace returns the point of a 5 × 5 grid whose nearest node is as far away as possible. The grid has the coordinates 0.1, 0.3, … 0.9,
// and the nodes are in the unit square.
func freePlace(s *exact.SheafText) (x, y float64) {
	const size = 5
	largest := -1.0 // distance of (x, y) from the nearest node
	for k := range size * size {
		px, py := 0.1+0.2*float64(k%size), 0.1+0.2*float64(k/size)
		distance := math.Inf(1)
		for _, node := range s.Nodes {
			distance = min(distance, math.Hypot(node.X-px, node.Y-py))
		}
		if distance > largest {
			largest, x, y = distance, px, py
		}
	}
	return x, y
}

// vector returns the coordinates of the signal at the marked node, as texts.
func (e *editor) vector() []string {
	offsets := e.sheaf.NodeOffsets()
	return e.sheaf.X[offsets[e.node]:offsets[e.node+1]]
}

// heldNodes returns the indices of the held nodes, in ascending order.
func (e *editor) heldNodes() []int {
	var indices []int
	for i, node := range e.sheaf.Nodes {
		if e.held[node.Name] {
			indices = append(indices, i)
		}
	}
	return indices
}

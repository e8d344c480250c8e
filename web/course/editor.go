// The state of the sheaf editor, and its changes with undo.

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
	// node and edge are the marked node and edge, −1 if none is marked.
	node, edge int
	// joining reports that the next picked node gets an edge to the marked node.
	joining bool
	// held are the names of the nodes whose values the harmonic extension keeps. Numbers of nodes change if a node is removed; names
	// do not.
	held map[string]bool
	// undoStack has the states before each change. lastKind is the kind of the newest change, by which the steps of a drag share an
	// entry.
	undoStack []state
	lastKind  string
	// about describes the initial sheaf.
	about string
}

// state is an entry of the undo stack: a sheaf in text form and its description.
type state struct{ text, about string }

// Limits of the editor.
const (
	maxUndo  = 100 // entries of the undo stack
	minNodes = 3
)

// newEditor returns the editor with a ring of six whose last edge turns by 40°.
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
//	pick node 2         marks a node; after join, adds the edge to the node marked before
//	map 0 turn 40       sets a map of the marked edge
//	x 0 1/2             sets a coordinate of the marked node
//	hold                toggles whether the marked node is held
//	dim 3, edge-dim 1   sets the stalk dimension of the marked node or edge
//	move 2 0.5 0.1      moves a node
//	node, drop-node, drop-edge, d 2, join, undo
//
// If the change fails, the sheaf stays as it was, and the error names the reason.
func (c *Course) Edit(change string) error {
	e := c.editor
	verb, rest, _ := strings.Cut(strings.TrimSpace(change), " ")
	switch verb {
	case "pick":
		return e.pick(rest)
	case "join":
		if e.node < 0 {
			return errors.New("mark a node first")
		}
		e.joining = !e.joining
		return nil
	case "hold":
		if e.node < 0 {
			return errors.New("mark a node first")
		}
		name := e.sheaf.Nodes[e.node].Name
		e.held[name] = !e.held[name]
		return nil
	case "undo":
		return e.undo()
	}
	return e.change(verb, rest)
}

// edited applies a change to s, a clone of the sheaf, and returns the result: s, or another sheaf in its place.
func (e *editor) edited(s *exact.SheafText, verb, rest string) (*exact.SheafText, error) {
	// Changes of the marked node or edge get its number from the editor.
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
		x, y := freePlace(s)
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
		number, value, _ := strings.Cut(rest, " ")
		k, err := strconv.Atoi(number)
		if err != nil || k < 0 || e.node < 0 || k >= s.Nodes[e.node].D {
			return nil, errors.New("mark a node first")
		}
		return s, s.SetX(s.NodeOffsets()[e.node]+k, strings.TrimSpace(value))
	}
	return s, s.Do(verb + " " + rest)
}

// moveNode moves a node of s to a place, both given as text, for example "2 0.5 0.1". A place outside the picture is moved to its border.
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

// change applies a change and pushes the old state on the undo stack. Consecutive drags of the same handle share an entry.
func (e *editor) change(verb, rest string) error {
	s, err := e.edited(e.sheaf.Clone(), verb, rest)
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
	// Drags have a kind, which names the handle.
	kind := ""
	if first, _, _ := strings.Cut(rest, " "); verb == "map" || verb == "x" || verb == "move" {
		kind = verb + " " + first + " " + strconv.Itoa(e.node) + " " + strconv.Itoa(e.edge)
	}
	if kind == "" || kind != e.lastKind {
		e.undoStack = append(e.undoStack, old)
		e.undoStack = e.undoStack[max(0, len(e.undoStack)-maxUndo):]
	}
	e.lastKind = kind
	if verb == "start" || verb == "text" {
		e.about = aboutSheaf(s)
	}
	e.replace(s)
	return nil
}

// aboutSheaf returns the description of the initial sheaf that s equals, or a general sentence if it equals none.
func aboutSheaf(s *exact.SheafText) string {
	for _, row := range exact.Shapes() {
		shape := row.Key
		if row.Least > 0 {
			shape += ":" + strconv.Itoa(len(s.Nodes))
		}
		if initial, err := exact.Start(shape, s.D); err == nil && initial.Text() == s.Text() {
			return row.About
		}
	}
	return "A sheaf from a link or a text."
}

// replace sets the sheaf. It marks a new node or edge. A mark beyond the last node or edge moves to the last.
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

// undo restores the state before the newest entry of the undo stack.
func (e *editor) undo() error {
	last := len(e.undoStack) - 1
	if last < 0 {
		return errors.New("there is nothing to take back")
	}
	old := e.undoStack[last]
	s, err := exact.ParseSheaf(old.text)
	if err != nil {
		return err
	}
	e.undoStack, e.lastKind, e.about = e.undoStack[:last], "", old.about
	e.replace(s)
	return nil
}

// pick marks a node or an edge, for example "node 2". While joining, it also joins the picked node to the node marked before.
func (e *editor) pick(target string) error {
	kind, number, _ := strings.Cut(target, " ")
	k, err := strconv.Atoi(number)
	switch {
	case err == nil && kind == "edge" && k >= 0 && k < len(e.sheaf.Edges):
		e.edge = k
	case err == nil && kind == "node" && k >= 0 && k < len(e.sheaf.Nodes):
		previous := e.node
		e.node = k
		if e.joining && previous != k {
			return e.join(previous, k)
		}
	default:
		return errors.New("there is no " + target)
	}
	return nil
}

// join adds an edge between two nodes. If the edge exists, it is marked.
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

// freePlace returns the point of a 5 × 5 grid with the largest distance from all nodes.
func freePlace(s *exact.SheafText) (x, y float64) {
	best := -1.0
	for k := range 25 {
		px, py := 0.1+0.2*float64(k%5), 0.1+0.2*float64(k/5)
		distance := math.Inf(1)
		for _, v := range s.Nodes {
			distance = min(distance, math.Hypot(v.X-px, v.Y-py))
		}
		if distance > best {
			best, x, y = distance, px, py
		}
	}
	return x, y
}

// vector returns the coordinates of the signal at the marked node, as texts. A node must be marked.
func (e *editor) vector() []string {
	at := e.sheaf.NodeOffsets()
	return e.sheaf.X[at[e.node]:at[e.node+1]]
}

// labelled returns the indices of the held nodes.
func (e *editor) labelled() []int {
	var list []int
	for i, v := range e.sheaf.Nodes {
		if e.held[v.Name] {
			list = append(list, i)
		}
	}
	return list
}

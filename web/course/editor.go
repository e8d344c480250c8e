package course

import (
	"errors"
	"math"
	"strconv"
	"strings"

	exact "sheafscope/core/coursemath"
)

// editor is the sheaf that the reader builds. [Course.Edit] makes every change.
type editor struct {
	sheaf *exact.SheafText
	// Marked node and edge, −1 for none. While joining, the next picked node ends a new edge.
	node, edge int
	joining    bool
	// held names the nodes whose values the harmonic extension keeps. Names survive the deletion of a node, numbers do not.
	held map[string]bool
	// before is the undo stack. last names the kind of the newest change, so that a drag is one entry.
	before []state
	last   string
	// about describes the starting sheaf.
	about string
}

// state is an entry of the undo stack: a sheaf in text form and its description.
type state struct{ text, about string }

// Limits of the editor: entries of the undo stack and nodes of a sheaf.
const (
	undoes   = 100
	minNodes = 3
)

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
// A change that fails leaves the sheaf unchanged; the error names the reason.
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

// edited applies a change to s, a clone of the sheaf, and returns the result.
func (e *editor) edited(s *exact.SheafText, verb, rest string) (*exact.SheafText, error) {
	node, edge := strconv.Itoa(e.node), strconv.Itoa(e.edge)
	switch verb {
	case "start":
		shape, d, _ := strings.Cut(rest, " ")
		k, err := strconv.Atoi(d)
		if err != nil {
			return nil, err
		}
		return exact.Start(shape, k)
	case "text":
		return exact.ParseSheaf(rest)
	case "node":
		x, y := freePlace(s)
		return s, s.AddNode(x, y)
	case "drop-node":
		return s, s.Do(verb + " " + node)
	case "move": // node, place
		w := strings.Fields(rest)
		if len(w) != 3 {
			return nil, errors.New("a move needs a node and a place")
		}
		i, err := strconv.Atoi(w[0])
		x, err2 := strconv.ParseFloat(w[1], 64)
		y, err3 := strconv.ParseFloat(w[2], 64)
		if err := errors.Join(err, err2, err3); err != nil || i < 0 || i >= len(s.Nodes) || math.IsNaN(x+y) {
			return nil, errors.New("there is no such node or place")
		}
		s.Nodes[i].X, s.Nodes[i].Y = min(max(x, 0), 1), min(max(y, 0), 1)
		return s, nil
	case "drop-edge":
		return s, s.Do(verb + " " + edge)
	case "map":
		return s, s.Do("map " + edge + " " + rest)
	case "dim":
		return s, s.Do("dim " + node + " " + rest)
	case "edge-dim":
		return s, s.Do("edge-dim " + edge + " " + rest)
	case "x":
		k, value, _ := strings.Cut(rest, " ")
		q, err := strconv.Atoi(k)
		if err != nil || q < 0 || e.node < 0 || q >= s.Nodes[e.node].D {
			return nil, errors.New("mark a node first")
		}
		return s, s.SetX(s.NodeOffsets()[e.node]+q, strings.TrimSpace(value))
	}
	return s, s.Do(verb + " " + rest)
}

// change applies a change and pushes the old sheaf on the undo stack. Consecutive drags of one handle share an entry.
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
	kind := ""
	if first, _, _ := strings.Cut(rest, " "); verb == "map" || verb == "x" || verb == "move" {
		kind = verb + " " + first + " " + strconv.Itoa(e.node) + " " + strconv.Itoa(e.edge)
	}
	if kind == "" || kind != e.last {
		e.before = append(e.before, old)
		e.before = e.before[max(0, len(e.before)-undoes):]
	}
	e.last = kind
	if verb == "start" || verb == "text" {
		e.about = aboutSheaf(s)
	}
	e.replace(s)
	return nil
}

// aboutSheaf returns the description of the shape that s equals, or a general sentence.
func aboutSheaf(s *exact.SheafText) string {
	for _, row := range exact.Shapes() {
		shape := row.Key
		if row.Least > 0 {
			shape += ":" + strconv.Itoa(len(s.Nodes))
		}
		if begun, err := exact.Start(shape, s.D); err == nil && begun.Text() == s.Text() {
			return row.About
		}
	}
	return "A sheaf from a link or a text."
}

// replace sets the sheaf. A new node or edge is marked; other marks are kept inside the range.
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

func (e *editor) undo() error {
	if len(e.before) == 0 {
		return errors.New("there is nothing to take back")
	}
	old := e.before[len(e.before)-1]
	s, err := exact.ParseSheaf(old.text)
	if err != nil {
		return err
	}
	e.before, e.last, e.about = e.before[:len(e.before)-1], "", old.about
	e.replace(s)
	return nil
}

// pick marks a node or an edge, for example "node 2".
func (e *editor) pick(target string) error {
	kind, number, _ := strings.Cut(target, " ")
	k, err := strconv.Atoi(number)
	switch {
	case err == nil && kind == "edge" && k >= 0 && k < len(e.sheaf.Edges):
		e.edge = k
	case err == nil && kind == "node" && k >= 0 && k < len(e.sheaf.Nodes):
		from := e.node
		if e.node = k; e.joining && from != k {
			return e.join(from, k)
		}
	default:
		return errors.New("there is no " + target)
	}
	return nil
}

// join adds the edge between two nodes, or marks it where it exists.
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
		at := [2]float64{0.1 + 0.2*float64(k%5), 0.1 + 0.2*float64(k/5)}
		near := math.Inf(1)
		for _, v := range s.Nodes {
			near = min(near, math.Hypot(v.X-at[0], v.Y-at[1]))
		}
		if near > best {
			best, x, y = near, at[0], at[1]
		}
	}
	return x, y
}

// vector returns the coordinates of the signal at the marked node, as text.
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

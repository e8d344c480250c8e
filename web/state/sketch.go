package state

import (
	"slices"

	"sheafscope/core/formula"
	"sheafscope/core/graph"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// Sketch is the state of the editor. The edits themselves are part of the recipe. Updates replace its lists.
type Sketch struct {
	colours sketchColours
	// Class is the class of the next drawn node.
	Class int
	// Past and Future are the steps of Undo and Redo, the newest last: recipes with edits and position. A position of −1 starts a new run.
	Past, Future []recipe.Setup
	// Note is the reason why the last operation failed, "" for success.
	Note string

	key string // the kind and the selection of the last step, which the next step may extend
	// wanted is the generator to load after SliderRest. It is [nothingNewer] if the last one was sent less than SliderRest ago, else "".
	wanted  string
	formula formula.Typed
}

// sketchColours are the colours of the nodes while the graph is edited.
type sketchColours int

const (
	notEdited  sketchColours = iota
	asChosen                 // the colours that the user has chosen
	forEditing               // the labels, in place of the predictions until editing ends
)

// On reports whether the graph is being edited.
func (k *Sketch) On() bool { return k.colours != notEdited }

// Edits returns the edits of the shown recipe.
func (s *State) Edits() graph.Edits {
	return editsOf(s.Shown())
}

// sketch handles the messages of the editor.
func (s State) sketch(m Msg) (State, []Command) {
	switch m := m.(type) {
	case SketchOn:
		s.setSketch(m.On)
		s.said = "Editing is off."
		if m.On {
			s.said = "Editing is on. Click an empty place to draw a node, drag from node to node to join them."
		}
		return s, nil
	case SketchPick:
		return s.pick(m.Node), nil
	}
	if s.Graph == nil || s.Loading() && !sameBase(s.phase.coming().Setup, s.phase.coming().Files, s.Recipe.Setup, s.Files) {
		return s, nil
	}
	switch m := m.(type) {
	case Undo:
		return s.undo()
	case Redo:
		return s.redo()
	case SketchJoinNames:
		a, b := s.named(m.A), s.named(m.B)
		if a < 0 || b < 0 {
			text := m.A
			if a >= 0 {
				text = m.B
			}
			return s.refuse("There is no node called “" + clip(text) + "”.")
		}
		return s.operate(SketchJoin{a, b})
	}
	return s.operate(m)
}

// setSketch starts or ends editing. While editing, nodes have the colours of their labels in place of predictions.
func (s *State) setSketch(on bool) {
	before := s.Sketch.colours
	if on == s.Sketch.On() {
		return
	}
	s.Sketch.colours, s.Sketch.Note = notEdited, ""
	switch {
	case on && s.View.Nodes == "prediction":
		s.View.Nodes, s.Sketch.colours = "label", forEditing
	case on:
		s.Sketch.colours = asChosen
	case before == forEditing && s.View.Nodes == "label":
		s.View.Nodes = "prediction"
	}
}

// operate applies an operation to the edits and loads the result.
func (s State) operate(m Msg) (State, []Command) {
	base := outlineOf(s.baseInfo())
	old, next, key, said, err := s.Edits(), graph.Edits{}, "", "", error(nil)
	chosen := s.chosen()
	switch m := m.(type) {
	case SketchAdd:
		s.Sketch.Class = max(0, min(s.Sketch.Class, len(old.ClassNames(base))-1))
		next, err = old.AddNode(base, s.Sketch.Class, m.X, m.Y)
		said = "A node was added."
	case SketchMove:
		id := s.id(m.Node)
		if id < base.N {
			return s, nil // the layout places the nodes of the base graph
		}
		next, err = old.MoveNode(base, id, m.X, m.Y)
		key = "move"
	case SketchJoin:
		next, err = old.AddEdge(base, s.id(m.A), s.id(m.B))
		said = "An edge was added."
	case SketchDelete:
		switch {
		case len(chosen) > 0:
			next, err = old.DeleteNodes(base, chosen...)
			said = "Deleted with its edges."
		case s.Edge() >= 0:
			i, j := s.Graph.Ends(s.Edge())
			next, err = old.DeleteEdge(base, s.id(i), s.id(j))
			said = "The edge was deleted."
		default:
			return s.refuse("Select a node or an edge first.")
		}
	case SketchClass:
		names := old.ClassNames(base)
		if m.Class < 0 || m.Class >= len(names) {
			return s, nil
		}
		s.Sketch.Class, s.Sketch.Note = m.Class, ""
		s.said = "New nodes get the class " + names[m.Class] + "."
		if len(chosen) == 0 {
			return s, nil
		}
		next, err = old.SetLabel(base, m.Class, chosen...)
		key, said = "label", "The class is now "+names[m.Class]+"."
	case SketchSet:
		if len(chosen) == 0 {
			return s.refuse("Select a node first.")
		}
		next, err = old.PutInto(base, m.Set, chosen...)
		key, said = "set", "The selection was moved to another set."
	case SketchName:
		next, err = old.NameClass(base, m.Class, m.Name)
		if err == nil && m.Class == len(old.ClassNames(base)) {
			s.Sketch.Class = m.Class
		}
		said = "The class is called " + m.Name + "."
	}
	if err != nil {
		return s.refuse("Not done: " + err.Error() + ".")
	}
	s.Sketch.Note = ""
	if wire.Same(old, next) {
		return s, nil
	}
	if said != "" {
		s.said = said
	}
	here := s.point()
	if !s.joins(key) {
		s.Sketch.Past = trimmed(append(slices.Clip(s.Sketch.Past), here))
	}
	s.Sketch.Future = nil
	s.Sketch.key = ""
	if key != "" {
		s.Sketch.key = key + s.selectionKey()
	}
	if key == "move" {
		return s.keepRun(next), nil
	}
	if here.Position != 0 {
		here.Position = -1
	}
	return s.loadEdits(next, here)
}

// refuse announces why an operation failed.
func (s State) refuse(text string) (State, []Command) {
	s.Sketch.Note, s.said = text, text
	return s, nil
}

// pick toggles a node of the selection.
func (s State) pick(node int) State {
	if s.Graph == nil || node < 0 || node >= s.Graph.N {
		return s
	}
	list := s.View.Chosen
	if len(list) == 0 && s.Node() >= 0 {
		list = []int{s.Node()}
	}
	list = toggle(list, node)
	slices.Sort(list)
	s.View.Chosen = list
	s.View.Edge, s.View.Node = 0, 0
	if len(list) == 0 {
		s.View.Chosen = nil
	}
	s.said = itoa(len(list)) + " nodes are selected."
	return s
}

// chosen returns the ids of the selected nodes.
func (s *State) chosen() []int {
	var ids []int
	for _, i := range s.View.Chosen {
		if s.Graph != nil && i < s.Graph.N {
			ids = append(ids, s.id(i))
		}
	}
	if len(ids) == 0 && s.Graph != nil && s.Node() >= 0 && s.Node() < s.Graph.N {
		ids = []int{s.id(s.Node())}
	}
	return ids
}

// id returns the id of a node of the present graph.
func (s *State) id(node int) int {
	if node < 0 || node >= s.Graph.N {
		return -1
	}
	if s.Graph.IDs != nil {
		return s.Graph.IDs[node]
	}
	return node
}

// named returns the node with a number or, if the text is no number of a node, with a name. It returns −1 if there is none.
func (s *State) named(text string) int {
	for i := range s.Graph.N {
		if itoa(i) == text {
			return i
		}
	}
	return slices.Index(s.Graph.NodeNames, text)
}

package state

import (
	"slices"

	"sheafscope/core/formula"
	"sheafscope/core/graph"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// This file handles the editor of the graph. An operation of the user changes the edits in the recipe: changes of a base graph, with
// permanent ids for its nodes. The worker then loads the base graph with the new edits.

// Sketch is the state of the editor. The edits themselves are part of the recipe. Updates replace the lists.
type Sketch struct {
	colours sketchColours
	// Class is the class of the next drawn node, counted from 0.
	Class int
	// Past and Future are the steps of Undo and Redo, the newest last (undo.go).
	Past, Future []recipe.Setup
	// Note is the reason why the last operation failed, "" for success.
	Note string

	key string // the kind and the selection of the last step, for example "label 3 7"; "" if the next operation cannot extend this step
	// wanted is the specification of the graph that the sliders of a generator load after the present pause. A pause of [SliderRest] follows
	// each such load. wanted is [nothingNewer] until a slider moves during the pause, and "" outside a pause.
	wanted  string
	formula formula.Typed // the formula that the user has typed, before it is applied
}

// sketchColours are the colours of the nodes while the graph is edited.
type sketchColours int

const (
	notEdited  sketchColours = iota
	asChosen                 // the colours that the user has chosen, which stay when editing ends
	forEditing               // the labels, in place of the predictions until editing ends
)

// On reports whether the graph is being edited.
func (k *Sketch) On() bool { return k.colours != notEdited }

// Edits returns the edits of the shown recipe, the zero value if it has none.
func (s *State) Edits() graph.Edits {
	return editsOf(s.Shown())
}

// sketch handles the messages of the editor. Without a graph, and during the load of another graph, it ignores changes of the edits. If a
// name in SketchJoinNames belongs to no node, sketch refuses the new edge.
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

	// The other messages change the edits.
	if s.Graph == nil {
		return s, nil
	}
	coming := s.phase.newestLoad()
	if coming != nil && !sameBase(coming.Setup, coming.Files, s.Recipe.Setup, s.Files) {
		return s, nil
	}
	switch m := m.(type) {
	case Undo:
		return s.undo()
	case Redo:
		return s.redo()
	case SketchJoinNames:
		a, b := s.nodeCalled(m.A), s.nodeCalled(m.B)
		switch {
		case a < 0:
			return s.refuse("There is no node called “" + clip(m.A) + "”.")
		case b < 0:
			return s.refuse("There is no node called “" + clip(m.B) + "”.")
		}
		return s.operate(SketchJoin{a, b})
	}
	return s.operate(m)
}

// setSketch starts or ends editing. During editing, the nodes have the colours of their labels in place of the colours of predictions. Any
// other colours stay.
func (s *State) setSketch(isOn bool) {
	before := s.Sketch.colours
	if isOn == s.Sketch.On() {
		return
	}
	s.Sketch.colours, s.Sketch.Note = notEdited, ""
	switch {
	case isOn && s.View.Nodes == "prediction":
		s.View.Nodes, s.Sketch.colours = "label", forEditing
	case isOn:
		s.Sketch.colours = asChosen
	case before == forEditing && s.View.Nodes == "label": // the user has not chosen other colours meanwhile
		s.View.Nodes = "prediction"
	}
}

// operate applies the operation of a message to the edits, adds an undo step, and loads the edited graph. A move of a node needs no load.
// An impossible operation leaves the edits, and its reason is announced. An operation that leaves the edits equal adds no step. SketchClass
// also sets the class of the next drawn nodes; without a selected node it does only this. It ignores a class that does not exist.
func (s State) operate(m Msg) (State, []Command) {
	base := outlineOf(s.baseInfo())
	old, chosen := s.Edits(), s.chosen()
	var next graph.Edits // the edits after the operation
	var key string       // the kind of an operation that may extend the previous undo step, "" for any other operation
	var said string      // the announcement
	var err error        // the reason why the operation is impossible
	switch m := m.(type) {
	case SketchAdd:
		s.Sketch.Class = max(0, min(s.Sketch.Class, len(old.ClassNames(base))-1)) // Undo can have removed the class
		next, err = old.AddNode(base, s.Sketch.Class, m.X, m.Y)
		said = "A node was added."
	case SketchMove:
		id := s.id(m.Node)
		if id < base.N {
			return s, nil // the layout places the nodes of the base graph, whose ids come first
		}
		next, err = old.MoveNode(base, id, m.X, m.Y)
		key = "move " + itoa(id)
	case SketchJoin:
		next, err = old.AddEdge(base, s.id(m.A), s.id(m.B))
		said = "An edge was added."
	case SketchDelete:
		switch {
		case len(chosen) > 0:
			next, err = old.DeleteNodes(base, chosen...)
			said = words.Counted(len(chosen), "node was", "nodes were") + " deleted, with all edges there."
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
		key, said = "set", words.Either(m.Set == graph.NoSet, "The selection is in no set now.", "The selection was moved to another set.")
	case SketchName:
		next, err = old.NameClass(base, m.Class, m.Name)
		isNew := m.Class == len(old.ClassNames(base))
		if err == nil && isNew { // the next drawn nodes get the new class
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

	// The undo step: the recipe before the operation. An operation that extends the previous step leaves that step as it is.
	present := s.presentStep()
	if !s.extendsStep(key) {
		s.Sketch.Past = trimmed(append(slices.Clip(s.Sketch.Past), present))
	}
	s.Sketch.Future = nil
	s.Sketch.key = ""
	if key != "" {
		s.Sketch.key = key + s.selectionKey()
	}

	// The edited graph. Its training begins anew (−1), unless the run is at its beginning and was not trained: then it stays there.
	if _, isMove := m.(SketchMove); isMove {
		return s.keepRun(next), nil
	}
	if present.Position != 0 {
		present.Position = -1
	}
	return s.loadEdits(next, present)
}

// refuse announces the reason why an operation is impossible.
func (s State) refuse(reason string) (State, []Command) {
	s.Sketch.Note, s.said = reason, reason
	return s, nil
}

// pick adds a node to the nodes that are selected together, or removes it from them. If a node is selected alone, pick first makes it the
// only node of this group. pick ignores an invalid node.
func (s State) pick(node int) State {
	if s.Graph == nil || node < 0 || node >= s.Graph.N {
		return s
	}
	before := s.Chosen()
	if len(before) == 0 && s.Node() >= 0 {
		before = []int{s.Node()}
	}
	nodes := toggle(before, node)
	slices.Sort(nodes)
	s.View.Chosen, s.View.ChosenAs = nodes, "" // no longer the nodes of a filter
	s.View.Edge, s.View.Node = 0, 0
	if len(nodes) == 0 {
		s.View.Chosen = nil
	}
	s.said = words.Count(len(nodes), "node") + words.Either(len(nodes) == 1, " is", " are") + " selected."
	return s
}

// chosen returns the ids of the nodes that are selected together, or the id of the node that is selected alone. It returns nil without a
// selection.
func (s *State) chosen() []int {
	if s.Graph == nil {
		return nil
	}
	var ids []int
	for _, i := range s.Chosen() {
		ids = append(ids, s.id(i))
	}
	if len(ids) == 0 && s.Node() >= 0 {
		return []int{s.id(s.Node())}
	}
	return ids
}

// id returns the permanent id of a node of the present graph ([graph.Edits]). Without edits this is the number of the node. id returns −1
// for an invalid node. State.Graph must not be nil.
func (s *State) id(node int) int {
	if node < 0 || node >= s.Graph.N {
		return -1
	}
	if s.Graph.IDs != nil {
		return s.Graph.IDs[node]
	}
	return node
}

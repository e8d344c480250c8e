package state

import (
	"slices"

	"sheafscope/core/graph"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// This file handles Undo and Redo of the editor. A step is a recipe with the edits before or after an operation, and with the position of
// the run. The position −1 stands for a new training.

// MaxUndo is the largest number of steps that can be undone.
const MaxUndo = 200

// extendsStep reports whether an operation with this key extends the previous undo step: the step has this key, and was made with the
// present selection. So consecutive moves of one node are one step. An operation with the key "" extends no step.
func (s *State) extendsStep(key string) bool {
	return key != "" && len(s.Sketch.Past) > 0 && s.Sketch.key == key+s.selectionKey()
}

// selectionKey returns a text that identifies the selected nodes by their ids, for example " 3 7".
func (s *State) selectionKey() string {
	key := ""
	for _, id := range s.chosen() {
		key += " " + itoa(id)
	}
	return key
}

// keepRun sets the edits e, which differ from the present edits only in the places of drawn nodes. During a load it sets the edits of the
// coming graph. The run stays, since no number of the run depends on a place.
func (s State) keepRun(e graph.Edits) State {
	if s.Loading() {
		s.phase.loads = slices.Clone(s.phase.loads) // states share the list
		s.phase.newestLoad().Edits = &e
		return s
	}
	s.Recipe.Edits = &e
	return s
}

// sameButPlaces reports whether a and b are equal except for the places of drawn nodes. It returns false without drawn nodes, since only
// drawn nodes have a place in the edits.
func sameButPlaces(a, b graph.Edits) bool {
	if len(a.Add) != len(b.Add) || len(a.Add) == 0 {
		return false
	}
	a.Add, b.Add = slices.Clone(a.Add), slices.Clone(b.Add)
	for k := range a.Add { // an element has the class, x and y of a drawn node
		a.Add[k][1], a.Add[k][2] = 0, 0
		b.Add[k][1], b.Add[k][2] = 0, 0
	}
	return wire.Same(a, b)
}

// trimmed returns the newest MaxUndo steps of a list.
func trimmed(list []recipe.Setup) []recipe.Setup {
	return list[max(0, len(list)-MaxUndo):]
}

// presentStep returns the undo step of the present state: the recipe with its edits, at the present position. If work is pending, and
// before the first frame, the position is −1.
func (s *State) presentStep() recipe.Setup {
	p := s.Shown()
	p.Position = -1
	if s.Idle() && s.Frame != nil {
		p.Position = s.Frame.Position
	}
	return p
}

// Steps returns the names of the operations that Undo reverts and Redo repeats. A name is "" if there is no such operation. A step with
// edits equal to the present edits is no operation.
func (s *State) Steps() (undo, redo string) {
	present := s.Edits()
	for k := len(s.Sketch.Past) - 1; k >= 0 && undo == ""; k-- {
		undo = editsOf(s.Sketch.Past[k]).Change(present)
	}
	for k := len(s.Sketch.Future) - 1; k >= 0 && redo == ""; k-- {
		redo = present.Change(editsOf(s.Sketch.Future[k]))
	}
	return undo, redo
}

// editsOf returns the edits of a recipe, the zero value for a recipe without edits.
func editsOf(r recipe.Setup) graph.Edits {
	if r.Edits == nil {
		return graph.Edits{}
	}
	return *r.Edits
}

// undo reverts the newest step whose edits differ from the present edits, and adds the present state to the steps of Redo.
func (s State) undo() (State, []Command) {
	present := s.presentStep()
	name, _ := s.Steps()
	next, past := lastOther(s.Sketch.Past, present)
	if next == nil {
		return s.refuse("There is nothing to undo.")
	}
	s.Sketch.Past = past
	s.Sketch.Future = trimmed(append(slices.Clip(s.Sketch.Future), present))
	return s.goToStep(*next, "Taken back: "+name+".")
}

// redo repeats the newest reverted step whose edits differ from the present edits, and adds the present state to the steps of Undo.
func (s State) redo() (State, []Command) {
	present := s.presentStep()
	_, name := s.Steps()
	next, future := lastOther(s.Sketch.Future, present)
	if next == nil {
		return s.refuse("There is nothing to redo.")
	}
	s.Sketch.Future = future
	s.Sketch.Past = trimmed(append(slices.Clip(s.Sketch.Past), present))
	return s.goToStep(*next, "Done again: "+name+".")
}

// lastOther returns the newest step of a list whose edits differ from the edits of present, and the steps before this step. It returns nil
// if no step differs. Steps with equal edits are the result of loads that have failed or were cancelled.
func lastOther(list []recipe.Setup, present recipe.Setup) (step *recipe.Setup, before []recipe.Setup) {
	for k := len(list) - 1; k >= 0; k-- {
		if !wire.Same(list[k].Edits, present.Edits) {
			return &list[k], list[:k:k] // without spare capacity, since states share the list
		}
	}
	return nil, nil
}

// goToStep loads the edits of a step and announces it.
func (s State) goToStep(step recipe.Setup, announcement string) (State, []Command) {
	s.Sketch.key, s.Sketch.Note, s.said = "", "", announcement
	return s.loadEdits(editsOf(step), step)
}

// loadEdits loads the base graph with the edits e. The run goes to the position of p; a negative position begins a new training. If no
// graph is being loaded and only the places of drawn nodes change, nothing is loaded.
func (s State) loadEdits(e graph.Edits, p recipe.Setup) (State, []Command) {
	if !s.Loading() && sameButPlaces(e, s.Edits()) {
		s.GraphKey++ // the drawing starts anew with the new places
		return s.keepRun(e), nil
	}
	r, files := s.Shown(), s.shownFiles()
	r.Edits, r.Position = nil, max(0, p.Position)
	if !e.Empty() {
		r.Edits = &e
	}
	epochs := openingEpochs(r, training(p.Position < 0))
	announcement := s.said // of the operation; begin may replace it with its own
	next, cmds := s.begin(loading{Recipe: recipe.Recipe{Setup: r, Files: files}, by: byStep}, epochs)
	next.said = announcement
	return next, cmds
}

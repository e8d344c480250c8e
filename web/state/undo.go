package state

import (
	"slices"

	"sheafscope/core/graph"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// MaxUndo is the number of steps that can be undone.
const MaxUndo = 200

// joins reports whether a step of this kind extends the previous one.
func (s *State) joins(key string) bool {
	return key != "" && len(s.Sketch.Past) > 0 && s.Sketch.key == key+s.selectionKey()
}

func (s *State) selectionKey() string {
	key := ""
	for _, id := range s.chosen() {
		key += " " + itoa(id)
	}
	return key
}

// keepRun changes the edits without a load: the place of a drawn node changes no number.
func (s State) keepRun(e graph.Edits) State {
	if s.Loading() {
		s.phase.loads = slices.Clone(s.phase.loads)
		s.phase.coming().Edits = &e
		return s
	}
	s.Recipe.Edits = &e
	return s
}

// samePlaces reports whether edits differ at most in the places of drawn nodes.
func samePlaces(a, b graph.Edits) bool {
	if len(a.Add) != len(b.Add) || len(a.Add) == 0 {
		return false
	}
	a.Add, b.Add = slices.Clone(a.Add), slices.Clone(b.Add)
	for k := range a.Add {
		a.Add[k][1], a.Add[k][2], b.Add[k][1], b.Add[k][2] = 0, 0, 0, 0
	}
	return wire.Same(a, b)
}

func trimmed(list []recipe.Setup) []recipe.Setup {
	if n := len(list) - MaxUndo; n > 0 {
		return list[n:]
	}
	return list
}

// point returns the present edits and position.
func (s *State) point() recipe.Setup {
	p := s.Shown()
	p.Position = -1
	if s.Idle() && s.Frame != nil {
		p.Position = s.Frame.Position
	}
	return p
}

// Steps names the operations that Undo reverts and Redo repeats, "" for none.
func (s *State) Steps() (undo, redo string) {
	here := s.Edits()
	for k := len(s.Sketch.Past) - 1; k >= 0 && undo == ""; k-- {
		undo = editsOf(s.Sketch.Past[k]).Change(here)
	}
	for k := len(s.Sketch.Future) - 1; k >= 0 && redo == ""; k-- {
		redo = here.Change(editsOf(s.Sketch.Future[k]))
	}
	return undo, redo
}

func editsOf(r recipe.Setup) graph.Edits {
	if r.Edits == nil {
		return graph.Edits{}
	}
	return *r.Edits
}

// undoOrRedo moves by one step, back or forth, and pushes the present point on the other list.
func (s State) undoOrRedo(back bool) (State, []Command) {
	here, list, what, said := s.point(), s.Sketch.Past, "undo", "Taken back: "
	undo, name := s.Steps()
	if back {
		name = undo
	} else {
		list, what, said = s.Sketch.Future, "redo", "Done again: "
	}
	for len(list) > 0 {
		next := list[len(list)-1]
		list = list[: len(list)-1 : len(list)-1]
		if wire.Same(next.Edits, here.Edits) {
			continue // a load that failed or was cancelled left it behind
		}
		if back {
			s.Sketch.Past, s.Sketch.Future = list, trimmed(append(slices.Clip(s.Sketch.Future), here))
		} else {
			s.Sketch.Future, s.Sketch.Past = list, trimmed(append(slices.Clip(s.Sketch.Past), here))
		}
		s.Sketch.key, s.Sketch.Note, s.said = "", "", said+name+"."
		return s.loadEdits(editsOf(next), next)
	}
	return s.refuse("There is nothing to " + what + ".")
}

// loadEdits loads the base graph with these edits at a point of the run.
func (s State) loadEdits(e graph.Edits, p recipe.Setup) (State, []Command) {
	if !s.Loading() && samePlaces(e, s.Edits()) {
		s.GraphKey++ // the drawing takes the places
		return s.keepRun(e), nil
	}
	r, files := s.Shown(), s.shownFiles()
	r.Edits, r.Position = nil, max(0, p.Position)
	if !e.Empty() {
		r.Edits = &e
	}
	said := s.said
	next, cmds := s.begin(loading{Recipe: recipe.Recipe{Setup: r, Files: files}, by: byStep}, openingEpochs(r, p.Position < 0))
	next.said = said
	return next, cmds
}

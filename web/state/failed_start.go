package state

import (
	"strings"

	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// What the page does when its first graph does not come, and when there is no
// worker any more.

// Restart starts a worker after several have died in a row.
type Restart struct{}

// Revive asks the client for a new worker, which replays the run if there was one.
type Revive struct{}

// FirstRest is how long the first load may take, in milliseconds, before the
// page shows itself without a graph, so that it can be cancelled.
const FirstRest = 1500

// Waited says that FirstRest is over: the page is drawn anew.
type Waited struct{}

// first loads the recipe that the page begins with: a link's exactly as it says.
func (s State) first() (State, []Command) {
	rest := After{FirstRest, Waited{}}
	s.accept(s.Recipe.Setup, s.Files)
	link := waitsFor[firstLink](&s)
	if link == nil && len(s.Files) > 1 { // in a page with a trained network inside, which the recipe does not name yet
		s, cmds := s.loadChecked(proto.InDoubt, s.Recipe.Setup, s.Files)
		return s, append(cmds, rest)
	}
	if link == nil {
		s, cmds := s.load(s.Recipe.Setup, s.Files, training(s.View.Level != LevelLook))
		return s, append(cmds, rest)
	}
	s, cmds := s.openLinked(link.Recipe, s.Files)
	if link.Method == recipe.MethodOpen && s.Loading() { // an address names it, as the menu does
		s.phase.queued = []Msg{train{FirstEpochs}}
	}
	return s, append(cmds, rest)
}

// receiveCrash takes the news that the worker is gone. The client replays the run by
// itself; a first graph was never there to be replayed.
func (s State) receiveCrash(st proto.Status) (State, []Command) {
	before, lost := s.Error, waitsFor[missing](&s)
	s.putBack()
	s.abandon()
	if s.Graph != nil {
		s.Recipe.Settings = st.Settings
	}
	s.Error, s.said, s.Stopped = st.Err, st.Err, st.Stopped
	if s.Graph != nil || st.Stopped {
		return s, nil
	}
	if !isDefault(s.Recipe.Setup) {
		return s.opensDefault(st.Err)
	}
	s, cmds := s.load(s.Recipe.Setup, nil, trainFirst) // the client waits before it tries again, and ends after some tries
	if s.Error = st.Err; lost != nil {
		s.Error, s.Waits = before, lost
	}
	return s, cmds
}

// restart starts a worker again, with the run that was there or else the first graph.
func (s State) restart() (State, []Command) {
	if !s.Stopped {
		return s, nil
	}
	s.Stopped, s.Error, s.said = false, "", "A new worker is starting."
	if s.Graph == nil {
		s, cmds := s.first()
		return s, append(cmds, Revive{})
	}
	return s, []Command{Revive{}}
}

// unopenedText says why the graph that the page should begin with is not there.
func (s *State) unopenedText(why string) string {
	text := words.Either(waitsFor[firstLink](s) != nil, "This link could not be opened: ", "The graph could not be opened: ")
	return text + strings.TrimSuffix(why, ".") + "."
}

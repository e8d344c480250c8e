package state

import (
	"strings"

	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// This file loads the first graph of the page, and handles a crash of the worker.

// Restart starts a new worker at the user's request, after several workers have crashed in a row.
type Restart struct{}

// Revive is the command to the client to start a new worker. The client replays the run, if there was one.
type Revive struct{}

// FirstRest is the time in milliseconds after which the page is shown without a graph, if the first load is still under way. The user can
// then cancel the load.
const FirstRest = 1500

// Waited reports that FirstRest is over. It does not change the state, but causes a drawing of the page, as every message does.
type Waited struct{}

// loadFirst loads the first recipe of the page: the recipe of the link in the address or, without a link, the recipe of the page itself.
// The run of a link is trained beyond its position only if the link has nothing but names, as #graph=karate&model=gcn. The run of the page
// is trained, except at the level Look, which shows stored results.
func (s State) loadFirst() (State, []Command) {
	showPage := After{FirstRest, Waited{}}
	s.recordGift(s.Recipe.Setup, s.Files) // an embedding site may read the graph that its own address gives
	link := waitsFor[firstLink](&s)
	if link == nil && len(s.Files) > 1 { // a page that contains files: one of them can be a trained network
		s, cmds := s.loadChecked(proto.InDoubt, s.Recipe.Setup, s.Files) // trains the run; opens the dialog if the reading is doubtful
		return s, append(cmds, showPage)
	}
	if link == nil {
		s, cmds := s.load(s.Recipe.Setup, s.Files, training(s.View.Level != LevelLook))
		return s, append(cmds, showPage)
	}
	s, cmds := s.openLinked(link.Recipe, s.Files)
	onlyNames := link.Method == recipe.MethodOpen // any other link has a final method
	isLoading := s.Loading()                      // false for a graph that cannot run yet: openLinked has shown it
	if onlyNames && isLoading {
		s.phase.queued = []Msg{train{FirstEpochs}}
	}
	return s, append(cmds, showPage)
}

// receiveCrash handles the crash of the worker. It ends a change by hand and all pending work, and shows the error. The client starts a new
// worker and replays the run. Before the first graph is loaded there is no run to replay: the page then loads the default graph, or tries
// it again. After several crashes in a row the client has stopped: the page then waits for the user ([Restart]).
func (s State) receiveCrash(st proto.Status) (State, []Command) {
	errorBefore, missingLink := s.Error, waitsFor[missing](&s)
	s.putBack()
	s.abandon()
	if s.Graph != nil {
		s.Recipe.Settings = st.Settings // the settings of the replay: the last settings may have caused the crash
	}
	s.Error, s.said, s.Stopped = st.Err, st.Err, st.Stopped
	if s.Graph != nil || st.Stopped {
		return s, nil
	}
	if !isDefault(s.Recipe.Setup) {
		return s.openDefault(st.Err)
	}
	s, cmds := s.load(s.Recipe.Setup, nil, trainFirst) // not endless: the client stops after some crashes in a row
	s.Error = st.Err
	if missingLink != nil { // the page still shows why its first link could not be opened
		s.Error, s.Waits = errorBefore, missingLink
	}
	return s, cmds
}

// restart handles [Restart]. The new worker replays the run. Before there is a graph, it loads the first recipe, or the default run if
// [State.openDefault] has replaced that recipe.
func (s State) restart() (State, []Command) {
	if !s.Stopped {
		return s, nil
	}
	s.Stopped, s.Error, s.said = false, "", "A new worker is starting."
	if s.Graph == nil {
		s, cmds := s.loadFirst()
		return s, append(cmds, Revive{})
	}
	return s, []Command{Revive{}}
}

// unopenedText returns the message that the first graph could not be opened, with the reason.
func (s *State) unopenedText(reason string) string {
	fromLink := waitsFor[firstLink](s) != nil
	text := words.Either(fromLink, "This link could not be opened: ", "The graph could not be opened: ")
	return text + strings.TrimSuffix(reason, ".") + "."
}

// isDefault reports whether a run is defaultRun, from its beginning.
func isDefault(r recipe.Setup) bool { return sameRun(r, defaultRun()) && r.Position == 0 }

// defaultRun returns the run of the default graph, which the page opens at Research without a link.
func defaultRun() recipe.Setup { return recipe.Setup{Graph: defaultGraph, Method: recipe.MethodOpen} }

// openDefault opens the default graph in place of the first graph, and shows the reason as an error. If the first graph is the default
// graph, it opens nothing.
func (s State) openDefault(reason string) (State, []Command) {
	if isDefault(s.Recipe.Setup) {
		s.abandon()
		s.Error = reason + " Choose a graph to go on."
		s.said = s.Error
		return s, nil
	}
	linked := waitsFor[firstLink](&s) != nil
	s.unselect()
	s.phase.endLoad()
	s.Recipe.Setup, s.Files = defaultRun(), nil
	s, cmds := s.load(s.Recipe.Setup, nil, trainFirst)
	s.Error = reason + " The page opened its default graph instead."
	if linked { // while the error is shown the address keeps the link, so that a reload tries it again
		s.Waits = &missing{reason: s.Error}
	}
	s.said = s.Error
	return s, cmds
}

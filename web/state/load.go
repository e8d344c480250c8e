package state

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
	"sheafscope/web/lab"
	"sheafscope/web/opening"
)

// This file loads recipes: it prepares a recipe, sends it to the worker as a goal, shows the loaded graph, and handles a load that fails or
// is cancelled. While a recipe is being loaded, the previous graph stays on the screen.

// loading is a recipe that is being loaded, with its author. A newer load replaces an older one, except while the newer one only reads
// files.
type loading struct {
	// A recipe with a version comes from a link or a program, and also sets the view, the notes and the second run (B). With a recipe
	// without a version the second run stays, and notes stay with their graph.
	recipe.Recipe
	by author
	// seq is the number of the goal that loads the recipe, 0 before it is sent.
	seq int
	// own are the page's own moves after this load. They are set when a newer load begins, and are carried out if the newer load is refused.
	own []Msg
}

// author is the origin of a recipe. The order matters. The authors up to byStep are the user. The authors up to byProgram may send requests
// to other hosts.
type author int

const (
	byUser    author = iota
	byAnswer         // the user, after the dialog about the files
	byStep           // the user, as a step of editing that can be undone
	byProgram        // a program of this page
	byLink           // a link, which the user has not chosen in this page
	bySite           // the embedding site, without a choice of the user
)

// The states of a recipe before its load, the values of State.Waits. Two more are [Asked] and [Check].
type (
	// firstLink is the first link, until there is a graph.
	firstLink struct{ recipe.Recipe }
	// finding is a link whose files or parts (parts.go) the browser is searching for in its storage.
	finding struct{ recipe.Recipe }
	// missing is a link without its files or its stored parts, or a link that could not be opened. reason is the error about the link, ""
	// without one. The address keeps the link while this error is shown.
	missing struct {
		recipe.Recipe
		reason string
	}
)

// waitsFor returns the waiting recipe if it has this type. It returns nil for another type, and if no recipe waits.
func waitsFor[T any](s *State) *T {
	w, _ := s.Waits.(*T)
	return w
}

// Asked returns the recipe that waits for consent to a request to another host. It returns nil if no recipe waits.
func (s *State) Asked() *Asked { return waitsFor[Asked](s) }

// Check returns the doubtful reading of files that waits for the user's answer. It returns nil if no reading waits.
func (s *State) Check() *Check { return waitsFor[Check](s) }

// Waiting reports whether the graph on the screen is an outline: a graph that cannot run yet (draft.go).
func (s *State) Waiting() bool { return s.Graph != nil && s.Graph.Format == formatDrawn }

// Shown returns the recipe that the bar shows: the recipe of the run or, during a load, the requested recipe.
func (s *State) Shown() recipe.Setup {
	if s.Loading() {
		return s.phase.newestLoad().Setup
	}
	return s.Recipe.Setup
}

// shownFiles returns the files of the recipe that the bar shows.
func (s *State) shownFiles() []content.File {
	if s.Loading() {
		return s.phase.newestLoad().Files
	}
	return s.Files
}

// WantedName returns a name of the graph that is being loaded, for a sentence: "your files", "the graph at example.org", the name of a
// public data set, or "the graph".
func (s *State) WantedName() string {
	name := s.Shown().Graph
	switch {
	case name == "file":
		return "your files"
	case strings.HasPrefix(name, data.URLPrefix):
		return "the graph at " + data.Host(strings.TrimPrefix(name, data.URLPrefix))
	case strings.HasPrefix(name, data.Prefix):
		return strings.TrimPrefix(name, data.Prefix)
	}
	return "the graph"
}

// training states whether the page trains a run after its load. A run with a position above 0 is not trained in either case.
type training bool

const (
	trainFirst training = true
	noTraining training = false
)

// load loads a run as a choice of the user. It also loads the default run in place of a damaged link.
func (s State) load(r recipe.Setup, files []content.File, t training) (State, []Command) {
	return s.begin(loading{Recipe: recipe.Recipe{Setup: r, Files: files}}, openingEpochs(r, t))
}

// openLinked loads a recipe that the user did not choose in the page, with the given files. If files is nil, it takes the files of the
// recipe. It sends no request to another host, except for the address of the present graph: to this request the user has agreed. For any
// other graph in the network the worker names the host, and the page asks the user (askForHost).
func (s State) openLinked(r recipe.Recipe, files []content.File) (State, []Command) {
	if files != nil {
		r.Files = files
	}
	r.Version = recipe.Version // see withVersion
	l := loading{Recipe: r, by: byLink}
	if isAtURL(r.Setup) && r.Graph == s.Recipe.Graph {
		l.by = byUser
	}
	return s.begin(l, 0)
}

// withVersion returns the recipe with the present version. The version marks the view and the second run as set: see loading.
func withVersion(r recipe.Recipe) recipe.Recipe {
	r.Version = recipe.Version
	return r
}

// openingEpochs returns the number of epochs that the page trains after a load, 0 for none.
func openingEpochs(r recipe.Setup, t training) int {
	if t == trainFirst && r.Position == 0 {
		return FirstEpochs
	}
	return 0
}

// begin loads a recipe and then trains a number of epochs. A graph that cannot run yet is shown at once.
func (s State) begin(l loading, epochs int) (State, []Command) {
	outline := s.prepare(&l)
	if outline != nil {
		return s.showOutline(l, outline)
	}
	s.start(l, epochs)
	return s, []Command{s.loadGoal(proto.Never)} // Never: no dialog about the reading of the files
}

// prepare completes a recipe that replaces a load of the same graph: it can take over the author, the view and the second run of that load.
// It also forgets that details were impossible, and drops the waiting recipe (State.Waits), except the first link and a recipe that waits
// for consent ([Asked]). It returns the outline of a graph that cannot run yet, nil if the worker must load the graph: see unreadyOutline.
func (s *State) prepare(l *loading) *proto.GraphInfo {
	old := s.phase.newestLoad()
	if old != nil && old.Graph == l.Graph {
		// The author of the old load stays in two cases. A step of editing (byStep) is in neither case: the graph before its edits is
		// already on the screen.
		isSameBase := sameBase(l.Setup, l.Files, old.Setup, old.Files)
		changesLink := old.by > byStep && l.by != byStep // otherwise a changed link could send requests to other hosts
		keepsGraph := l.by == byUser && isSameBase && wire.Same(l.Edits, old.Edits)
		if changesLink || keepsGraph {
			l.by = old.by
		}
		if isSameBase && l.Version == 0 { // l has no view of its own
			l.Version, l.View, l.Compare = old.Version, old.View, old.Compare
		}
	}
	s.dropDetails(func(d *Detail) bool { return d.Frame == nil }) // details that were impossible, or have crashed the worker
	if s.Asked() == nil && waitsFor[firstLink](s) == nil {
		s.Waits = nil
	}
	return s.unreadyOutline(l.Setup, l.Files)
}

// unselect clears the selection of nodes, edge, eigenvector, layer and, except at the level Learn, stage. It shows all nodes, and closes
// the view that fills the page. It drops the link from before a counterexample, the scheduled parts of a link, and the view of a link that
// is still being loaded. If the load that follows is refused, the selection returns, unless only a layer was selected.
func (s *State) unselect() {
	if s.selects() || s.View.Stage > 0 {
		view := s.View
		s.phase.own = append(slices.Clone(s.phase.own), selectAgain{&view})
	}
	s.dropLinkBeforeCase()
	s.phase.moment = nil
	if s.Loading() {
		s.phase.loads = slices.Clone(s.phase.loads) // states share the list
		s.phase.newestLoad().Version = 0            // the load no longer sets the view
	}
	s.View.Edge, s.View.Node, s.View.Eigen, s.View.Chosen = 0, 0, 0, nil
	s.View.Hops, s.View.Layer, s.View.Full = 0, 0, ""
	s.leaveStage()
}

// abandon drops all pending work and the moves that were to follow it. It sends no command: the worker continues until its next goal.
func (s *State) abandon() {
	s.phase, s.Progress = Phase{}, nil
}

// forget clears the reports that other settings invalidate, the cached frames, and the parts of a link that wait for their restoration.
// Without a next graph, frame and pictures stay until the next frame arrives. With a next graph, forget also clears frame, spectrum, change
// by hand, iterates, explanation and details, and shows the next graph.
func (s *State) forget(next *proto.GraphInfo) {
	s.Forget() // the reports that other settings invalidate
	s.cache, s.phase.moment = nil, nil
	if next == nil {
		return
	}
	// The table stays open, without the filter and the order for the graph before. matrixOrder needs that graph in s.Graph.
	if t := s.View.Table; t != nil {
		s.View.Table = &recipe.TableView{Of: t.Of, Hidden: t.Hidden, Filter: s.matrixOrder(next)}
	}
	s.Graph, s.Frame, s.Spectrum, s.ByHand = next, nil, nil, nil
	s.Flow, s.Why = nil, nil
	s.dropDetails(func(d *Detail) bool { return d.Frame != nil }) // records of details that have crashed the worker stay until the next load
}

// matrixOrder returns the text of the open matrix ([TableMatrix]) for a next graph, "" without an open matrix. For example "A class 4>0" is
// the adjacency matrix ordered by class, with node 4 moved to row 0. Moved rows are kept only if the next graph has equally many nodes.
func (s *State) matrixOrder(next *proto.GraphInfo) string {
	if !s.Matrix() {
		return ""
	}
	words := strings.Fields(s.View.Table.Filter)
	sameSize := s.Graph != nil && s.Graph.N == next.N
	if !sameSize {
		words = slices.DeleteFunc(words, func(word string) bool { return strings.Contains(word, ">") })
	}
	return strings.Join(words, " ")
}

// start starts a load in place of all pending work. After the load the page trains a number of epochs, 0 for none. The present loads, the
// stopped moves and the waiting view of a link are kept: they continue if the new load is refused. A load that asks the user nothing drops
// the present loads ([State.loadGoal]).
func (s *State) start(l loading, epochs int) {
	next := Phase{kind: reading, loads: append(s.phase.olderLoads(), l), own: s.phase.stopped(), moment: s.phase.moment}
	s.abandon()
	s.phase = next
	if epochs > 0 {
		s.phase.queued = []Msg{train{epochs}}
	}
	s.Error, s.Stopped = "", false
}

// loadGoal returns the command that sends the goal of the newest load. If the goal asks the user nothing (proto.Never), it replaces all
// older loads.
func (s *State) loadGoal(asks proto.Asks) Command {
	l := s.phase.newestLoad()
	cmd := s.aim(proto.Goal{Load: true, Asks: asks, Run: l.Setup, Files: l.Files, From: -1, Local: l.by >= byLink,
		Trained: opening.Stored(l.Setup)})
	l.seq = s.sent.seq
	if asks == proto.Never {
		s.phase.loads, s.sent.oldestValid = []loading{*l}, l.seq
	}
	return cmd
}

// loaded shows the graph g that the goal with this number has loaded. The goal is one of three: the newest load; an older load, while newer
// files are still being read; a replay of the present run by the client. If the graph cannot run yet with the edits of its link, loaded
// shows the outline instead.
func (s State) loaded(goal int, g *proto.GraphInfo) (State, []Command) {
	before, sum := s.Recipe.Setup, s.filesSum() // of the previous graph, for noteReading

	// A replay has the recipe of the present run.
	l := loading{Recipe: recipe.Recipe{Setup: s.Recipe.Setup, Files: s.Files}}
	newer := s.phase // the phase with the newer loads alone
	if k := newer.indexOfLoad(goal); k >= 0 {
		l = newer.loads[k]
		newer.loads, newer.own = newer.loads[k+1:], l.own
		s.sent.oldestValid = goal
	}
	newerIsRead := len(newer.loads) > 0 // the files of a newer load are still being read
	settleMethod(&l.Setup, g.N)
	s.arrive(&l, g)

	// A link with edits: only now the page knows the graph before the edits, and whether the edited graph can run. While newer files are
	// being read, their graph may replace this graph, and the test is left out.
	outline := s.unreadyOutline(l.Setup, l.Files)
	if outline != nil && !newerIsRead { // the outline takes the place of g
		s.Waits, s.phase.queued = nil, nil
		return s.showOutline(l, outline)
	}

	s.phase.own = nil // the moves of the run before
	if newerIsRead {  // arrive has ended all loads, but the newer load goes on
		s.phase.kind, s.phase.loads, s.phase.own = reading, newer.loads, newer.own
	}
	s.said = s.Graph.Name + " is loaded."
	if s.View.Level == LevelLook && s.Recipe.Graph == "file" {
		s.View.Level = LevelResearch // files dropped at Look leave that level only now, since they might have been refused
	}
	s.holdFiles()
	if l.Version != 0 {
		s.scheduleParts(l.View.Seen)
	}
	s.noteReading(before, sum, &l) // the note describes how the files were read
	s, cmds := s.restoreB(&l)
	if newerIsRead {
		return s, cmds // the newer load will make the history entry
	}
	return s, append(cmds, s.writeEntry()...)
}

// arrive shows the graph of a load with its recipe, and ends the load. carry must come first: it compares with the recipe before.
func (s *State) arrive(l *loading, g *proto.GraphInfo) {
	s.carry(g, l)
	s.Recipe.Setup, s.Files = l.Setup, l.Files
	if waitsFor[firstLink](s) != nil { // it waits only until there is a graph
		s.Waits = nil
	}
	s.phase.endLoad()
	s.forget(g)
}

// restoreB opens or changes the second run (B) of a link. A link without a second run ends the comparison. Two kinds of recipes leave the
// comparison as it is: a recipe without a version, and a recipe of a program or of the embedding site that has no second run.
func (s State) restoreB(l *loading) (State, []Command) {
	lacksB, isFromProgram := l.Compare.Key == "", l.by == byProgram || l.by == bySite
	switch {
	case l.Version == 0:
		return s, nil
	case lacksB && isFromProgram:
		return s, nil
	case lacksB:
		return s.lab(lab.CloseCompare{})
	}
	return s.lab(lab.OpenCompare{Second: l.Compare})
}

// receiveLoadError ends a load that has failed, for the given reason. host is the other host that the load needs, "" for none. The graph on
// the screen stays. The page's own moves continue, unless a recipe waits for an answer of the user. If there is neither a graph on the
// screen nor a question to the user, the default graph is opened.
func (s State) receiveLoadError(host, reason string) (State, []Command) {
	switch {
	case host != "":
		s.askForHost(host)
	case s.Rereading(): // the dialog, which stays open, shows the error
		c := *s.Check()
		c.Error, s.Waits, s.said = reason, &c, reason
	case s.Graph == nil:
		return s.openDefault(s.unopenedText(reason))
	default:
		s.Error, s.said = reason, reason
	}
	if s.Waits != nil { // the page's own moves wait for the answer of the user
		s.phase.giveUp()
		return s, nil
	}
	return s, s.resume()
}

// resume drops a load and continues the page's own moves that the load had stopped.
func (s *State) resume() []Command {
	s.phase.giveUp()
	s.phase.queued, s.phase.own = s.phase.own, nil
	return s.continueQueue()
}

// askForHost asks the user for consent to a request of the load to another host.
func (s *State) askForHost(host string) {
	a := Asked{Recipe: s.phase.newestLoad().Recipe, host: host, site: s.phase.newestLoad().by == bySite}
	s.Waits, s.Error, s.said = &a, "", "Load "+a.title()+" from "+host+"?"
}

// cancelLoad drops a load and loads the recipe of the graph on the screen again, at the present position: the worker may already have
// dropped the run. It restores the selection that the load has cleared. Without a graph on the screen it opens the default graph.
func (s State) cancelLoad() (State, []Command) {
	if s.Graph == nil {
		return s.openDefault("Loading was cancelled.")
	}
	back := s.Recipe.Setup
	if s.Frame != nil {
		back.Position = s.Frame.Position
	}
	for _, m := range s.phase.own {
		if again, ok := m.(selectAgain); ok {
			s.reselect(again.view)
		}
	}
	s.phase.endLoad()
	return s.load(back, s.Files, noTraining)
}

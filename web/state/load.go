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

// loading is a recipe being loaded, with its author. A newer one replaces an older one.
type loading struct {
	// A recipe with a version is a link or a program's: it sets notes, second run and view. Without a version notes stay with
	// their graph, and the second run stays.
	recipe.Recipe
	by author
	// seq is the number of its goal. own are the page's own moves after a load that a newer one has replaced.
	seq int
	own []Msg
}

// author is the origin of a recipe. Only the user's own recipes may send requests to other hosts.
type author int

const (
	byUser    author = iota
	byAnswer         // the user's, after the dialog about its files
	byStep           // the user's, as an undoable step of editing
	byProgram        // a program's of this page
	byLink           // a link's; like the next, not chosen in this page
	bySite           // the embedding site's
)

// States of a recipe before its load, beside [Asked] and [Check].
type (
	// firstLink is the first link, until there is a graph.
	firstLink struct{ recipe.Recipe }
	// finding is a link whose graph the browser is searching for.
	finding struct{ recipe.Recipe }
	// missing is a link without its files, or one that could not be opened; the address keeps it while the error is shown.
	missing struct{ recipe.Recipe }
)

// waitsFor returns the waiting recipe if it is of this kind, else nil.
func waitsFor[T any](s *State) *T {
	w, _ := s.Waits.(*T)
	return w
}

// Asked returns the recipe that waits for consent to a request to another host, Check the doubtful reading of files; nil for none.
func (s *State) Asked() *Asked { return waitsFor[Asked](s) }

func (s *State) Check() *Check { return waitsFor[Check](s) }

// Waiting reports whether the present graph cannot run yet.
func (s *State) Waiting() bool { return s.Graph != nil && s.Graph.Format == formatDrawn }

// Shown returns the recipe in the bar: the requested one during a load.
func (s *State) Shown() recipe.Setup {
	if s.Loading() {
		return s.phase.coming().Setup
	}
	return s.Recipe.Setup
}

// shownFiles returns the files of that recipe.
func (s *State) shownFiles() []content.File {
	if s.Loading() {
		return s.phase.coming().Files
	}
	return s.Files
}

// WantedName names the graph being loaded.
func (s *State) WantedName() string {
	switch g := s.Shown().Graph; {
	case g == "file":
		return "your files"
	case strings.HasPrefix(g, data.URLPrefix):
		return "the graph at " + data.Host(strings.TrimPrefix(g, data.URLPrefix))
	case strings.HasPrefix(g, "data:"):
		return strings.TrimPrefix(g, "data:")
	}
	return "the graph"
}

// load loads a run; with train, a run at its start is trained for FirstEpochs.
func (s State) load(r recipe.Setup, files []content.File, train bool) (State, []Command) {
	return s.begin(loading{Recipe: recipe.Recipe{Setup: r, Files: files}}, openingEpochs(r, train))
}

// openLinked loads a recipe that the user did not choose in the page, without a request to another host.
func (s State) openLinked(r recipe.Recipe, files []content.File) (State, []Command) {
	if files != nil {
		r.Files = files
	}
	l := loading{Recipe: whole(r), by: byLink}
	if remote(r.Setup) { // to an address the user has agreed before
		l.by = byUser
	}
	return s.begin(l, 0)
}

// whole marks all parts of a recipe as set.
func whole(r recipe.Recipe) recipe.Recipe {
	r.Version = recipe.Version
	return r
}

func openingEpochs(r recipe.Setup, train bool) int {
	if train && r.Position == 0 {
		return FirstEpochs
	}
	return 0
}

// begin loads a recipe and then trains so many epochs.
func (s State) begin(l loading, epochs int) (State, []Command) {
	draft := s.prepare(&l)
	if draft != nil {
		return s.wait(l, draft)
	}
	s.start(l, epochs)
	return s, []Command{s.loadGoal(proto.Never)}
}

// prepare completes a recipe that replaces another load, and returns its outline where it cannot run yet.
func (s *State) prepare(l *loading) *proto.GraphInfo {
	if old := s.phase.coming(); old != nil && old.Graph == l.Graph {
		// What is changed of a linked graph that is still on its way asks no other host either, and is still that link. The graph of a
		// step is on the screen.
		same := sameBase(l.Setup, l.Files, old.Setup, old.Files)
		if old.by > byStep && l.by != byStep || l.by == byUser && same && wire.Same(l.Edits, old.Edits) {
			l.by = old.by
		}
		if same && l.Version == 0 {
			l.Version, l.View, l.Compare = old.Version, old.View, old.Compare
		}
	}
	s.dropDetails(func(d *Detail) bool { return d.Frame == nil })
	if s.Asked() == nil && waitsFor[firstLink](s) == nil {
		s.Waits = nil
	}
	return s.draft(l.Setup, l.Files)
}

// State cleared when a run ends: by a load, a graph that cannot run yet, a replay with other settings, or a crash.

// unselect clears the selection of nodes, edge, eigenvector and stage, and the pending view of a link.
func (s *State) unselect() {
	s.dropAside()
	if s.phase.moment = nil; s.Loading() {
		s.phase.loads = slices.Clone(s.phase.loads)
		s.phase.coming().Version = 0
	}
	s.View.Edge, s.View.Node, s.View.Eigen, s.View.Chosen, s.View.Hops, s.View.Layer, s.View.Full = 0, 0, 0, nil, 0, 0, ""
	s.leaveStage()
}

// abandon drops all pending work with its followers.
func (s *State) abandon() {
	s.phase, s.Progress = Phase{}, nil
}

// forget clears the reports of the run: with a next graph all, without one those that other settings invalidate. Then frame and
// pictures stay until the next frame arrives.
func (s *State) forget(next *proto.GraphInfo) {
	s.Forget()
	s.cache, s.phase.moment = nil, nil
	if next == nil {
		return
	}
	if t := s.View.Table; t != nil {
		view := &recipe.TableView{Of: t.Of, Hidden: t.Hidden}
		if s.Matrix() {
			said := strings.Fields(t.Filter)
			if s.Graph == nil || s.Graph.N != next.N { // a node moved by hand is another node of the next graph
				said = slices.DeleteFunc(said, func(word string) bool { return strings.Contains(word, ">") })
			}
			view.Filter = strings.Join(said, " ")
		}
		s.View.Table = view
	}
	s.Graph, s.Frame, s.Spectrum, s.ByHand = next, nil, nil, nil
	s.Flow, s.Why = nil, nil
	s.dropDetails(func(d *Detail) bool { return d.Frame != nil }) // what the worker died of stays until another load
}

// start starts a load in place of all pending work.
func (s *State) start(l loading, epochs int) {
	next := Phase{kind: reading, loads: append(s.phase.left(), l), own: s.phase.stopped(), moment: s.phase.moment}
	s.abandon()
	if s.phase = next; epochs > 0 {
		s.phase.queued = []Msg{train{epochs}}
	}
	s.Error, s.Stopped = "", false
}

// loadGoal returns the command that sends the goal of the coming recipe.
func (s *State) loadGoal(asks proto.Asks) Command {
	l := s.phase.coming()
	cmd := s.aim(proto.Goal{Load: true, Asks: asks, Run: l.Setup, Files: l.Files, From: -1, Local: l.by >= byLink,
		Trained: opening.Stored(l.Setup)})
	if l.seq = s.sent.seq; asks == proto.Never {
		s.phase.loads, s.sent.since = []loading{*l}, l.seq
	}
	return cmd
}

// loaded shows the graph of a goal: the coming one, an older one while newer files are read, else a replay.
func (s State) loaded(goal int, g *proto.GraphInfo) (State, []Command) {
	before, sum, l := s.Recipe.Setup, s.filesSum(), loading{Recipe: recipe.Recipe{Setup: s.Recipe.Setup, Files: s.Files}}
	next := s.phase
	if k := next.place(goal); k >= 0 {
		l, next.loads, next.own = next.loads[k], next.loads[k+1:], next.loads[k].own
		s.sent.since = goal
	}
	onTheWay := len(next.loads) > 0
	settle(&l.Setup, g.N)
	s.arrive(&l, g)
	if outline := s.draft(l.Setup, l.Files); outline != nil && !onTheWay { // of a link: the base was not at hand before
		s.Waits, s.phase.queued = nil, nil
		return s.wait(l, outline)
	}
	if s.phase.own = nil; onTheWay {
		s.phase.kind, s.phase.loads, s.phase.own = reading, next.loads, next.own
	}
	if waitsFor[firstLink](&s) != nil {
		s.Waits = nil
	}
	if s.said = s.Graph.Name + " is loaded."; s.View.Level == LevelLook && s.Recipe.Graph == "file" {
		s.View.Level = LevelResearch // files that were dropped at Look leave it when they are there, and a refusal stands over no other graph
	}
	s.keep()
	if l.Version != 0 {
		s.awaits(l.View.Seen)
	}
	s.noteReading(before, sum, &l)
	s, cmds := s.restoreB(&l)
	if onTheWay {
		return s, cmds // the entry of the history is that of what comes next
	}
	return s, append(cmds, s.pushed()...)
}

// arrive shows a graph with its recipe.
func (s *State) arrive(l *loading, g *proto.GraphInfo) {
	s.carry(g, l)
	s.Recipe.Setup, s.Files = l.Setup, l.Files
	s.phase.arrived()
	s.forget(g)
}

// restoreB opens, changes or ends the comparison of a link; a program's recipe without one leaves it.
func (s State) restoreB(l *loading) (State, []Command) {
	switch {
	case l.Version == 0 || l.Compare.Key == "" && (l.by == byProgram || l.by == bySite):
		return s, nil
	case l.Compare.Key == "":
		return s.lab(lab.CloseCompare{})
	}
	return s.lab(lab.OpenCompare{Second: l.Compare})
}

// receiveLoadError handles a load that failed, or that needs another host.
func (s State) receiveLoadError(host, why string) (State, []Command) {
	switch {
	case host != "":
		s.askForHost(host)
	case s.Rereading():
		c := *s.Check()
		c.Error, s.Waits, s.said = why, &c, why
	case s.Graph == nil:
		return s.opensDefault(s.unopenedText(why))
	default:
		s.Error, s.said = why, why
	}
	if s.Waits != nil {
		s.phase.giveUp()
		return s, nil
	}
	return s, s.resume()
}

// resume drops a load without a question and continues the moves that it stopped.
func (s *State) resume() []Command {
	s.phase.giveUp()
	s.phase.queued, s.phase.own = s.phase.own, nil
	return s.next()
}

// askForHost opens the question about a load that needs another host.
func (s *State) askForHost(host string) {
	if !s.Loading() {
		return // of a replay
	}
	a := Asked{Recipe: s.phase.coming().Recipe, host: host, site: s.phase.coming().by == bySite}
	if a.Version == 0 {
		a.Version = recipe.Version
	}
	s.Waits, s.Error, s.said = &a, "", "Load "+a.title()+" from "+host+"?"
}

// cancelLoad drops a load and loads the previous recipe.
func (s State) cancelLoad() (State, []Command) {
	if s.Graph == nil {
		return s.opensDefault("Loading was cancelled.")
	}
	back := s.Recipe.Setup
	if s.Frame != nil {
		back.Position = s.Frame.Position
	}
	s.phase.arrived()
	return s.load(back, s.Files, false)
}

// isDefault reports whether a run is the default one.
func isDefault(r recipe.Setup) bool { return sameRun(r, defaultRun()) && r.Position == 0 }

// defaultRun returns the run that the page opens without a link.
func defaultRun() recipe.Setup { return recipe.Setup{Graph: defaultGraph, Method: recipe.MethodOpen} }

// opensDefault drops the first graph and opens the default one, with the reason as an error. The address keeps the link while the
// error is shown, so that a reload tries it again.
func (s State) opensDefault(why string) (State, []Command) {
	if isDefault(s.Recipe.Setup) {
		s.abandon()
		s.Error = why + " Choose a graph to go on."
		s.said = s.Error
		return s, nil
	}
	linked := waitsFor[firstLink](&s) != nil
	s.unselect()
	s.phase.arrived()
	s.Recipe.Setup, s.Files = defaultRun(), nil
	s, cmds := s.load(s.Recipe.Setup, nil, true)
	if s.Error = why + " The page opened its default graph instead."; linked {
		s.Waits = &missing{}
	}
	s.said = s.Error
	return s, cmds
}

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

// loading is a recipe on its way to the screen, and whose choice it is. A newer one takes the place of an older one whole.
type loading struct {
	// Recipe has the run and its files. One with a version is a link, or what a program gives: notes, second run and what is seen come
	// with it. Without one, notes stay with their graph, and the second run stays.
	recipe.Recipe
	by author
	// seq is the number of its goal. own are the moves that follow it, of one that a newer one has overtaken.
	seq int
	own []Msg
}

// author is whose choice a recipe is: what is not the user's requests nothing of another host.
type author int

const (
	byUser    author = iota
	byAnswer         // the user's, who has been shown what its files were read as
	byStep           // the user's, who edits the graph: the step can be undone
	byProgram        // a program's of this page
	byLink           // or, like the next one, nobody's in this page
	bySite           // the embedding site's
)

// What a recipe waits for before it is on its way, beside [Asked] and [Check].
type (
	// firstLink is the link that the page begins with, until there is a graph.
	firstLink struct{ recipe.Recipe }
	// finding is a link whose graph the browser is looking for.
	finding struct{ recipe.Recipe }
	// missing is a link whose files are not here, or one without a recipe that could not be opened: the address holds it as long as the
	// error is there.
	missing struct{ recipe.Recipe }
)

// waitsFor returns what a recipe waits for if it is of a kind, else nil.
func waitsFor[T any](s *State) *T {
	w, _ := s.Waits.(*T)
	return w
}

// Asked is a recipe with a graph on another host that waits for the user's agreement, Check what was read of files that the user is
// asked about; nil where there is no such question.
func (s *State) Asked() *Asked { return waitsFor[Asked](s) }

func (s *State) Check() *Check { return waitsFor[Check](s) }

// Waiting reports whether the graph on the screen cannot run yet.
func (s *State) Waiting() bool { return s.Graph != nil && s.Graph.Format == formatDrawn }

// Shown is the recipe that the bar shows: the wanted one while it loads.
func (s *State) Shown() recipe.Setup {
	if s.Loading() {
		return s.phase.coming().Setup
	}
	return s.Recipe.Setup
}

// shownFiles are the files of the shown recipe.
func (s *State) shownFiles() []content.File {
	if s.Loading() {
		return s.phase.coming().Files
	}
	return s.Files
}

// WantedName names the graph that is being loaded.
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

// load loads a run; with train it is trained a little when it begins at its start.
func (s State) load(r recipe.Setup, files []content.File, train bool) (State, []Command) {
	return s.begin(loading{Recipe: recipe.Recipe{Setup: r, Files: files}}, openingEpochs(r, train))
}

// openLinked loads a recipe that the user did not choose in the page, without asking
// another host: the worker answers with its name when it is needed.
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

// whole is a recipe of which everything counts.
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

// begin starts over with a run, and trains so many epochs when it is there.
func (s State) begin(l loading, epochs int) (State, []Command) {
	draft := s.prepare(&l)
	if draft != nil {
		return s.wait(l, draft)
	}
	s.start(l, epochs)
	return s, []Command{s.fetch(proto.Never)}
}

// prepare completes a recipe that takes the place of another one on its way, and returns its outline where it cannot run yet.
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

// What ends with a run stands here, once for a load, for a graph that waits
// for more, for a replay with other settings and for a crash.

// unselect takes the choice of nodes, edge, eigenvector and stage away, and what a link brings that is on its way.
func (s *State) unselect() {
	s.dropAside()
	if s.phase.moment = nil; s.Loading() {
		s.phase.loads = slices.Clone(s.phase.loads)
		s.phase.coming().Version = 0
	}
	s.View.Edge, s.View.Node, s.View.Eigen, s.View.Chosen, s.View.Hops, s.View.Layer, s.View.Full = 0, 0, 0, nil, 0, 0, ""
	s.leaveStage()
}

// abandon forgets all work under way and what waits for its end.
func (s *State) abandon() {
	s.phase, s.Progress = Phase{}, nil
}

// forget drops what is known of the run and no longer true: with a graph next
// everything, without one what other settings make untrue. Then the frame stays
// on the screen until the next one comes, and with it the pictures of its details,
// each of which says by its run that it is requested anew.
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
			if s.Graph == nil || s.Graph.N != next.N { // what was moved by hand is another node now
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

// start puts a recipe on its way in the place of everything that was.
func (s *State) start(l loading, epochs int) {
	next := Phase{kind: reading, loads: append(s.phase.left(), l), own: s.phase.stopped(), moment: s.phase.moment}
	s.abandon()
	if s.phase = next; epochs > 0 {
		s.phase.queued = []Msg{train{epochs}}
	}
	s.Error, s.Stopped = "", false
}

// fetch is the goal of the recipe that is on its way.
func (s *State) fetch(asks proto.Asks) Command {
	l := s.phase.coming()
	cmd := s.aim(proto.Goal{Load: true, Asks: asks, Run: l.Setup, Files: l.Files, From: -1, Local: l.by >= byLink,
		Trained: opening.Stored(l.Setup)})
	if l.seq = s.sent.seq; asks == proto.Never {
		s.phase.loads, s.sent.since = []loading{*l}, l.seq
	}
	return cmd
}

// loaded puts the graph of a goal in place of the old one: that on its way, or one before it while its files are read, else it is a
// replay.
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
	s.tellRead(before, sum, &l)
	s, cmds := s.restoreB(&l)
	if onTheWay {
		return s, cmds // the entry of the history is that of what comes next
	}
	return s, append(cmds, s.pushed()...)
}

// arrive puts a graph on the screen, with the recipe that it is of.
func (s *State) arrive(l *loading, g *proto.GraphInfo) {
	s.carry(g, l)
	s.Recipe.Setup, s.Files = l.Setup, l.Files
	s.phase.arrived()
	s.forget(g)
}

// restoreB opens, changes or ends the comparison as a link says; a program's recipe without one leaves it.
func (s State) restoreB(l *loading) (State, []Command) {
	switch {
	case l.Version == 0 || l.Compare.Key == "" && (l.by == byProgram || l.by == bySite):
		return s, nil
	case l.Compare.Key == "":
		return s.lab(lab.CloseCompare{})
	}
	return s.lab(lab.OpenCompare{Second: l.Compare})
}

// unloaded takes the news that a graph did not come.
func (s State) unloaded(host, why string) (State, []Command) {
	switch {
	case host != "":
		s.away(host)
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

// resume gives up a load without a question; the moves that it stopped go on.
func (s *State) resume() []Command {
	s.phase.giveUp()
	s.phase.queued, s.phase.own = s.phase.own, nil
	return s.next()
}

// away puts the question about a load that needs another host.
func (s *State) away(host string) {
	if !s.Loading() {
		return // of a replay: nobody waits for it
	}
	a := Asked{Recipe: s.phase.coming().Recipe, host: host, site: s.phase.coming().by == bySite}
	if a.Version == 0 {
		a.Version = recipe.Version
	}
	s.Waits, s.Error, s.said = &a, "", "Load "+a.title()+" from "+host+"?"
}

// cancelLoad gives up a load: the previous recipe is requested again.
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

// isDefault reports whether a run is the one that the page opens when nothing is requested.
func isDefault(r recipe.Setup) bool { return sameRun(r, defaultRun()) && r.Position == 0 }

// defaultRun is that one.
func defaultRun() recipe.Setup { return recipe.Setup{Graph: defaultGraph, Method: recipe.MethodOpen} }

// opensDefault gives up the first graph, because of why, and opens the default
// one; the message stays. The address keeps the link as long as the message is
// there, so that a reload tries it once more.
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

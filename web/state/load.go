package state

import (
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/words"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/lab"
)

// loading is a recipe on its way to the screen, with all that is done when it is there. A newer one takes the place of an older
// one whole, but for notes and second run that a link brought.
type loading struct {
	// want is the recipe with its files, nil when nothing is on its way.
	want *recipe.Recipe
	// notes take the place of those there are, and second of the comparison, an empty one to end it; nil to leave them.
	notes  *[]recipe.Note
	second *recipe.Second
	// kept: the steps of editing that can be undone stay.
	kept bool
	// epochs are trained when the graph is there; [fewEpochs] reports that they were.
	epochs int
	// maps: those of its file are shown when the run stands.
	maps bool
	// moment is what of a link waits for its run to stand.
	moment *moment
	// reading is the number of the query about the files; before that [askDoubt] or [askAlways], and [askedAlready] when the user has
	// answered a question about them.
	reading int
	by      author
}

// fewEpochs is what the epochs of a load become that were fewer than usual.
const fewEpochs = -1

// author is whose choice a recipe is: what is not the user's requests nothing of another host.
type author int

const (
	byUser author = iota
	byLink        // or a program's
	bySite        // the embedding site's
)

// What a recipe waits for before it is on its way, beside [Asked] and [Check].
type (
	// opening is the link that the page begins with, until there is a graph.
	opening struct{ recipe.Recipe }
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

// Loading reports whether a graph is on its way.
func (s *State) Loading() bool { return s.coming.want != nil }

// Waiting reports whether the graph on the screen cannot run yet.
func (s *State) Waiting() bool { return s.Graph != nil && s.Graph.Format == formatDrawn }

// Shown is the recipe that the bar shows: the wanted one while it loads.
func (s *State) Shown() recipe.Run {
	if s.Loading() {
		return s.coming.want.Run
	}
	return s.Recipe.Run
}

// shownFiles are the files of the shown recipe.
func (s *State) shownFiles() []content.File {
	if s.Loading() {
		return s.coming.want.Files
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
func (s State) load(r recipe.Run, files []content.File, train bool) (State, []Command) {
	return s.begin(loading{want: &recipe.Recipe{Run: r, Files: files}, epochs: openingEpochs(r, train)})
}

// asking is load for files that the user may have to be asked about.
func (s State) asking(when int, r recipe.Run, files []content.File) (State, []Command) {
	return s.begin(loading{want: &recipe.Recipe{Run: r, Files: files}, epochs: openingEpochs(r, true), reading: when})
}

// openLinked loads a recipe that the user did not choose in the page, without asking
// another host: the worker answers with its name when it is needed.
func (s State) openLinked(r recipe.Recipe, files []content.File) (State, []Command) {
	if files != nil {
		r.Files = files
	}
	l := loading{want: &r, second: &r.Compare, by: byLink}
	if remote(r.Run) { // to an address the user has agreed before
		l.by = byUser
	}
	return s.begin(l)
}

func openingEpochs(r recipe.Run, train bool) int {
	if train && r.Position == 0 {
		return FirstEpochs
	}
	return 0
}

// begin starts over with a run.
func (s State) begin(l loading) (State, []Command) {
	r, files, old := l.want.Run, l.want.Files, s.coming
	// What is changed of a linked graph that is still on its way asks no other host either.
	if old.by != byUser && old.want != nil && old.want.Graph == r.Graph {
		l.by = old.by
	}
	if l.notes == nil {
		l.notes = old.notes
	}
	if l.second == nil {
		l.second = old.second
	}
	if l.moment == nil {
		l.moment = old.moment
	}
	s.dropDetails(func(d *Detail) bool { return d.Frame == nil })
	if s.Asked() == nil && waitsFor[opening](&s) == nil {
		s.Waits = nil
	}
	l.kept = s.keepsHistory(r, files, l.kept)
	if draft := s.draft(r, files); draft != nil {
		s.coming.notes, s.coming.second = l.notes, l.second
		return s.wait(l, draft)
	}
	running := s.Busy()
	s.abandon()
	s.coming, s.Error, s.Stopped = l, "", false
	if l.reading == 0 || l.reading == askedAlready {
		return s, []Command{s.fetch()}
	}
	var cmds []Command
	if running {
		cmds = append(cmds, s.aim(stay))
	}
	why := words.Either(l.reading == askDoubt, doubting, "")
	cmds = append(cmds, s.query(proto.Query{Question: proto.Read, For: why, Run: r, Files: files}))
	s.coming.reading = s.seq
	return s, cmds
}

// fetch is the goal of the recipe that is on its way.
func (s *State) fetch() Command {
	l := &s.coming
	cmd := s.aim(proto.Goal{Load: true, Run: l.want.Run, Files: l.want.Files, From: -1, Local: l.by != byUser})
	s.since = s.seq
	return cmd
}

// loaded puts a new graph in place of the old one; without one on its way it is a replay.
func (s State) loaded(g *proto.GraphInfo) (State, []Command) {
	before, sum, asked := s.Recipe.Run, s.filesSum(), s.coming.reading == askedAlready
	next, files := s.Shown(), s.shownFiles()
	settle(&next, g.N)
	s.carry(g, next, files, !s.Loading() || s.coming.kept)
	s.Recipe.Run, s.Files = next, files
	s.coming.want = nil
	if waitsFor[opening](&s) != nil {
		s.Waits = nil
	}
	s.forget(g)
	s.Said = s.Graph.Name + " is loaded."
	s.keep()
	s.tellRead(before, sum, asked)
	s, cmds := s.restoreB()
	return s, append(cmds, s.pushed()...)
}

// restoreB opens, changes or ends the comparison as the link says.
func (s State) restoreB() (State, []Command) {
	if s.coming.second == nil {
		return s, nil
	}
	second := *s.coming.second
	s.coming.second = nil
	if second.Key == "" {
		return s.lab(lab.Close{})
	}
	return s.lab(lab.Open{Second: second})
}

// unloaded takes the news that a graph did not come.
func (s State) unloaded(host, why string) (State, []Command) {
	switch {
	case host != "":
		s.away(host)
	case s.Rereading():
		c := *s.Check()
		c.Error, s.Waits, s.Said = why, &c, why
	case s.Graph == nil:
		return s.opensDefault(s.unopenedText(why))
	default:
		s.Error, s.Said = why, why
	}
	s.coming, s.push = loading{}, ""
	return s, nil
}

// away puts the question about a load that needs another host.
func (s *State) away(host string) {
	if !s.Loading() {
		return // of a replay: nobody waits for it
	}
	a := Asked{Recipe: *s.coming.want, host: host, site: s.coming.by == bySite}
	if a.Version == 0 {
		a.Version = recipe.Version
	}
	s.Waits, s.Error, s.Said = &a, "", "Load "+a.title()+" from "+host+"?"
}

// cancelLoad gives up a load: the previous recipe is requested again.
func (s State) cancelLoad() (State, []Command) {
	if s.Graph == nil {
		return s.opensDefault("Loading was cancelled.")
	}
	back := s.Recipe.Run
	if s.Frame != nil {
		back.Position = s.Frame.Position
	}
	return s.begin(loading{want: &recipe.Recipe{Run: back, Files: s.Files}, kept: true})
}

// isDefault reports whether a run is the one that the page opens when nothing is requested.
func isDefault(r recipe.Run) bool { return sameRun(r, defaultRun()) && r.Position == 0 }

// defaultRun is that one.
func defaultRun() recipe.Run { return recipe.Run{Graph: defaultGraph, Method: recipe.MethodOpen} }

// opensDefault gives up the first graph, because of why, and opens the default
// one; the message stays. The address keeps the link as long as the message is
// there, so that a reload tries it once more.
func (s State) opensDefault(why string) (State, []Command) {
	if isDefault(s.Recipe.Run) {
		s.abandon()
		s.coming, s.Error = loading{}, why+" Choose a graph to go on."
		s.Said = s.Error
		return s, nil
	}
	linked := waitsFor[opening](&s) != nil
	s.unselect()
	s.Recipe.Run, s.Files = defaultRun(), nil
	s, cmds := s.load(s.Recipe.Run, nil, true)
	if s.Error = why + " The page opened its default graph instead."; linked {
		s.Waits = &missing{}
	}
	s.Said, s.coming.second = s.Error, nil
	return s, cmds
}

package state

import (
	"maps"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/numeral"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
	"sheafscope/web/lab"
)

// This file updates the page's state: Update passes each message to the function of its subject. The functions after update number the
// goals and queries for the worker, and change the recipe of the run.

// Redraw describes the visible change by a message.
type Redraw struct {
	// Shown reports a visible change. Urgent reports that the change must be drawn soon, unlike one of the many frames of a run. Figures
	// reports a slider of a figure or a detail: see ofFigures.
	Shown, Urgent, Figures bool
	// Step reports that the message is a [Step], and Answer that it is a reply of the worker: an answer or a status.
	Step, Answer bool
}

// Update returns the state after a message, the effects of the message, and its visible change. After the message itself it updates
// everything that depends on the state.
func Update(old State, m Msg) (State, []Command, Redraw) {
	s, cmds := update(old, m)
	// The order of these updates matters: an update may depend on the changes by the updates above it.
	for _, list := range [][]Command{
		s.dropForeignChoice(), // first: the updates below need a selection in the graph
		s.markError(&old, m),  // before any update that may report an error: this one marks the error of the message
		s.followOne(&old, m),  // before the level: the edge that fills the page closes with its level
		s.levelEffects(&old),  // before the thread, which shows the scenes of a level
		s.sceneEffects(&old),  // before Learn selects a node: a scene selects its own node
		s.followNode(),        // after the level, which may have become Learn
		s.keepFigure(),        // after Learn: a figure on its own keeps its panel
		s.firstAnswer(),       // after every other selection: an answer selects its nodes
		s.followStage(),       // after every selection of a stage
		s.requestDetail(),     // after the colours, which may need details; before an explanation, which takes longer
		s.requestWhy(),        // requests the explanation, after the details
		s.restore(),           // after both requests: the restoration of a link continues only if no request is pending
		s.changed(m),          // after all visible changes: the address follows them
		s.announce(),          // last: any update may announce something
	} {
		cmds = append(cmds, list...)
	}
	redraw := Redraw{Figures: old.ofFigures(m)}
	_, redraw.Step = m.(Step)
	_, redraw.Answer = m.(FromWorker)
	visible, frameOfRun := !isQuiet(m), redraw.Answer && s.Running() // a fast run has many frames, and the page may skip some
	redraw.Urgent = visible && !frameOfRun
	// A message without a visible change of its own can change the warning that a reload loses parts of the page.
	changesWarning := old.Survives() != s.Survives() || old.Device.Stale() != s.Device.Stale()
	redraw.Shown = visible || changesWarning
	return s, cmds, redraw
}

// announce returns the announcement of the message, and clears it. It returns nil if the message announces nothing.
func (s *State) announce() []Command {
	text := s.said
	s.said = ""
	if text == "" {
		return nil
	}
	return []Command{Announce{text}}
}

// isQuiet reports whether a message itself changes nothing that is visible.
func isQuiet(m Msg) bool {
	switch m.(type) {
	case Remember, CountClaims, Paced:
		return true
	}
	return false
}

// update carries out a message. First, the message may end a change by hand, or the level Look. At the level Look, a move along the run
// waits until leaveLook has loaded the run of the shown stop.
func update(old State, m Msg) (State, []Command) {
	s := old
	m = s.withoutRow(m)
	if s.ByHand != nil && endsByHand(m, &s) {
		s.putBack()
	}
	if s.View.Level == LevelLook {
		next, cmds, done := s.leaveLook(m)
		if done { // m is in the queue behind the load
			return next, cmds
		}
		s.View.Level = levelAfter(m)
	}

	// The function view handles the messages that are not listed. commit and commitSketch can also make an entry in the browser's history.
	switch m := m.(type) {
	case ChangeMap:
		return s.changeMap(m)
	case SketchOn, SketchAdd, SketchMove, SketchJoin, SketchJoinNames, SketchDelete, SketchClass, SketchSet, SketchName, SketchPick,
		Undo, Redo:
		return s.commitSketch(m)
	case Generate, GenerateRest, SetFormula:
		return s.commit(seriesOf(m), func(s State) (State, []Command) { return s.generate(m) })
	case Mix:
		return s.mix(m)
	case ShowMaps:
		return s.showMaps(m)
	case Tabulate, TableFilter, TableSort, TableHide, TableCSV, PickEdges:
		return s.tabulate(m)
	case Unroll, Without, WithoutFlip, Reset, FindFlips, JoinTo, Retrain:
		return s.handleWhy(m)
	case MoveFlow:
		return s.moveFlow(m), nil
	case MoveFigure:
		s.moveFigure(m)
	case SetColours:
		s.View.Colours = ByStage
	case SetChannel:
		s.View.Channel = max(0, m.Channel)
	case PutBack:
		// putBack above has restored the run's frame, which lacks the details of a later selection. If the run proceeds, its next frame
		// has them.
		if s.stands() {
			return s, s.readAgain()
		}
	case OpenOne, MovedOne, SetOne, CloseOne:
		return s.handleOne(m)
	case SetScene, FollowPerson, FollowTie, TakeMaps, Strike, FlipTemper:
		return s.handleScene(m)
	case SetLevel:
		return s.setLevel(m.Level)
	case Turn: // the dial of Look has a new stop
		s.Opening = &m
	case Start:
		return s.loadFirst()
	case FromWorker:
		s, cmds := s.receive(m.Reply)
		return followInLab(m.Reply, s, cmds) // the comparison and the results over splits depend on the page's run
	case Lab:
		return s.lab(m.Msg)
	case Step, Train, Pause, Toggle, Seek, Scrub, Back, Tick, Cancel:
		return s.drive(m)
	case Open, SetSplit, Seed, Reading, Model, ModelKey, Method, SetSetting, TurnOn, Files:
		return s.commit(seriesOf(m), func(s State) (State, []Command) { return s.change(m) })
	case OpenCase:
		return s.commit("case", func(s State) (State, []Command) { return s.openCase(m) })
	case Link:
		return s.link(m)
	case Remember:
		return s, s.remember()
	case Paced:
		return s, []Command{s.query(proto.Query{Question: proto.Pace, Every: m.Every})}
	case TakeFiles, LeaveFiles, CheckFiles, CorrectRole, Correct:
		return s.handleCheck(m)
	case AskURL, Offer, Agree, Decline:
		return s.handleOffer(m)
	case OpenRecipe:
		return s.openRecipe(m)
	case Restore, Found, OnDevice, OnAddress, Forget:
		return s.handleDevice(m)
	case SiteAsks, AnswerSite, Consider:
		return s.handleSite(m), nil
	case AddNote, EditNote, OpenNote:
		return s.handleNotes(m)
	case Export, Share:
		return s.handleExport(m)
	case Shared, LeaveOut, SaveState:
		return s.handleSharing(m)
	case AddPin, DropPin, MovePin, OpenPin, NextPin, ShowPin, KeepRow, SharePins, SavePins:
		return s.handlePins(m)
	case PutBackSetting:
		return s.putBackSetting(m)
	case DismissRead:
		s.Chrome.Read = nil
	case Dismiss:
		s.Error = ""
	case Restart:
		return s.restart()
	case Waited: // changes nothing: the page is drawn after it
	case FirstQuestion:
		return s.firstQuestion(m.Key)
	case CloseStart:
		s.mark(StartCard)
	case CloseLimits:
		s.mark(LimitsCard)
	case CloseUnkept:
		s.mark(UnkeptCard)
	case CountClaims:
		return s, s.countClaims(m)
	case Say:
		s.said = m.Text
	case Fail:
		s.Error, s.said = m.Text, m.Text
	default:
		return s.view(m)
	}
	return s, nil
}

// aim numbers a goal of the worker, a run to load or a position to reach, and records the goal in the phase. It returns the command that
// sends the goal in place of the previous goal. All goals of a series of steps have the number of the first goal as their Start. The goal
// has the settings if the worker may lack them; a goal that loads a run has them in its recipe.
func (s *State) aim(g proto.Goal) Command {
	s.sent.seq++
	g.Seq, g.Focus = s.sent.seq, s.focus()
	if g.Start == 0 {
		g.Start = s.sent.seq
	}
	needsSettings := !g.Load && s.sent.lacksSettings
	if needsSettings && len(s.phase.loads) < 2 { // while an older load is pending, the settings may belong to another run
		g.Set, g.Run = true, recipe.Setup{Settings: s.Recipe.Settings}
	}
	s.phase.aim(g)
	return Send{proto.Message{Goal: &g}}
}

// query numbers a query and returns the command that sends it. The query is recorded without a detail; requestDetail adds the detail.
func (s *State) query(q proto.Query) Command {
	s.sent.seq++
	q.Seq = s.sent.seq
	s.sent.openQueries = maps.Clone(s.sent.openQueries)
	s.sent.openQueries[q.Seq] = detail{}
	return Send{proto.Message{Query: &q}}
}

// change applies the change of a message to the shown recipe, and loads the recipe from the beginning of its run. The other parts of the
// recipe stay if they apply to the changed recipe. A message with the present split, seed, reading or model loads nothing. An invalid seed
// or setting gives an error. After a change of settings alone the run can keep its position.
func (s State) change(m Msg) (State, []Command) {
	r, files := s.Shown(), s.shownFiles()
	r.Position = 0
	r.Settings = with(r.Settings, nil) // a copy, since states share the map
	switch m := m.(type) {
	// Another graph.
	case Open:
		return s.openGraph(m.Graph, r)
	case Files:
		s.Chrome.Menu, s.Chrome.More = "", false
		isState := len(m.Files) == 1 && recipe.IsFile(m.Files[0].Data) // a saved state of the page
		if isState {
			return s.openState(m.Files[0].Data)
		}
		// link is the link that waits, nil if no link waits. A link with files lacks only stored parts.
		link := waitsFor[missing](&s)
		lacksFiles := link != nil && link.Own != "" && len(link.Files) == 0
		if lacksFiles && link.Own == SumOf(m.Files) { // equal checksums: these are the files of the link
			whole := link.Recipe
			whole.Files = m.Files
			return s.openLink(whole) // it may also need stored parts
		}
		r = s.forOtherGraph(r)
		r.Graph = "file"
		s.unselect()
		return s.loadChecked(proto.InDoubt, r, m.Files) // the user is consulted only about a doubtful reading of the files

	// Another run on the same graph.
	case SetSplit:
		if m.Spec == r.Split {
			return s, nil
		}
		r.Split = m.Spec
	case Seed:
		seed, err := numeral.Whole(m.Text)
		if err != nil {
			s.Error = "The seed must be a whole number from 0 to 18446744073709551615: " + err.Error() + "."
			return s, nil
		}
		if seed == r.Seed {
			return s, nil
		}
		r.Seed = seed
	case Reading:
		if m.Name == s.Config.Reading && !s.Loading() { // during a load Config belongs to the previous run
			return s, nil
		}
		r.Tuned = recipe.Tuned{} // changed settings are no longer the choice of a search
		r.Settings["reading"] = m.Name
	case Model:
		present, _ := r.Runs() // the model, "sgpc" for an empty field
		if m.Name == present {
			return s, nil
		}
		r.Model = m.Name
	case ModelKey:
		if lab.KeyOf(r) == m.Key {
			return s, nil
		}
		model, reading, _ := strings.Cut(m.Key, "/") // "sgpc/code", or a model alone, such as "sgpc" or "gcn"
		r.Model, r.Settings["reading"] = model, reading
		if reading == "" { // the default reading
			delete(r.Settings, "reading")
		}
	case Method:
		return s.changeMethod(m, r, files)

	// A change of settings alone can keep the run and its position.
	case SetSetting:
		cfg := s.Config
		setting := cfg.Setting(m.Name)
		value, err := setting.Canonical(m.Value)
		if err != nil {
			s.Error = setting.Label + ": " + err.Error() + "."
			s.said = s.Error
			return s, nil
		}
		r.Tuned = recipe.Tuned{}
		return s.setting(r, files, map[string]string{m.Name: value})
	case TurnOn: // a part of the paper's method; a part that is already on, or unknown, changes nothing
		r.Tuned = recipe.Tuned{}
		for _, part := range s.Config.Parts() {
			if part.Name == m.Part && !part.On {
				return s.setting(r, files, switchOf(&s.Config, part))
			}
		}
		return s, nil
	}
	return s.load(r, files, trainFirst)
}

// isLive reports whether the worker can replay the run to its position with another value of the setting. Only another reading needs a new
// run, since it has other default settings.
func isLive(name string) bool { return name != "reading" }

// setting changes the settings in list. If all of them are live and the run is loaded, the run keeps its position. Otherwise setting writes
// list to r.Settings, and a new run begins with the recipe r.
func (s State) setting(r recipe.Setup, files []content.File, list map[string]string) (State, []Command) {
	keepsPosition := !s.Loading() && !s.Waiting()
	for name := range list {
		keepsPosition = keepsPosition && isLive(name)
	}
	if keepsPosition {
		cmds := s.set(list) // before the return, which copies s: set changes s
		return s, cmds
	}
	maps.Copy(r.Settings, list)
	return s.load(r, files, trainFirst)
}

// set changes settings of the run at its position. It returns the command that sends the goal with these settings. For an invalid value it
// sets s.Error and returns nil. The worker may still refuse the settings, for example if the run would need too much memory.
func (s *State) set(list map[string]string) []Command {
	cfg := s.Config
	if err := cfg.Overlay(list); err != nil {
		s.Error, s.said = err.Error(), err.Error()
		return nil
	}
	s.Recipe.Settings, s.Recipe.Tuned = with(s.Recipe.Settings, list), recipe.Tuned{} // these are no longer the settings that a search chose

	// The pending goal is sent again, with the new settings. Without a pending goal, or if it loads a run, the new goal is the position that
	// the user has requested.
	g := proto.Goal{From: s.phase.goal.From, Start: s.phase.goal.Start, Until: s.phase.goal.Until}
	if !s.Busy() || s.phase.goal.Load {
		g = goTo(s.userPosition())
	}
	s.sent.lacksSettings = true // makes aim add the settings to the goal
	cmd := s.aim(g)
	s.sent.oldestValid = s.sent.seq // statuses of older goals have the old settings
	return []Command{cmd}
}

// with returns a new map with the settings of a and b. For a setting in both maps, the value is that of b.
func with(a, b map[string]string) map[string]string {
	out := maps.Clone(a)
	if out == nil {
		out = map[string]string{}
	}
	maps.Copy(out, b)
	return out
}

// sameRun reports whether two runs are equal except for their position: equal graphs, splits, seeds, models, methods and settings. It does
// not compare the user's own files of a graph.
func sameRun(a, b recipe.Setup) bool {
	sameGraph := a.Graph == b.Graph && a.Read == b.Read && wire.Same(a.Edits, b.Edits) // Read corrects how the files are read
	sameSplit := a.Split == b.Split && a.Seed == b.Seed
	return sameGraph && sameSplit && a.Model == b.Model && a.Method == b.Method && maps.Equal(a.Settings, b.Settings)
}

package state

import (
	"maps"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/numeral"
	"sheafscope/core/sgpc/method"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
	"sheafscope/web/lab"
	"sheafscope/web/opening"
)

// Redraw describes the visible change of a message.
type Redraw struct {
	// Shown reports a visible change, Urgent that the user waits for it, Figures that only figures of the inspector change.
	Shown, Urgent, Figures bool
	// Step marks a step of the user, Answer a reply of the worker.
	Step, Answer bool
}

// Update returns the next state, the effects of a message, and its visible change.
func Update(old State, m Msg) (State, []Command, Redraw) {
	s, cmds := update(old, m)
	// What follows every message, in this order.
	for _, list := range [][]Command{
		s.dropForeignChoice(), // first: everything below may read a choice that the graph does not have
		s.markError(&old, m),  // before what may bring an error of its own: this one is of the message
		s.followOne(&old, m),  // before the level: an edge that fills the page closes with it
		s.levelEffects(&old),  // before the thread, which shows scenes of a level
		s.sceneEffects(&old),  // before Learn chooses a node: scenes choose theirs
		s.follow(),            // behind the level, which may have become Learn
		s.keepFigure(),        // behind Learn: a figure alone keeps its own panel
		s.firstAnswer(),       // behind all that chooses: an answer chooses its nodes
		s.followStage(),       // behind all that chooses a stage
		s.requestDetail(),     // behind the colours, which may need numbers of their own; before an explanation, which takes longer
		s.requestWhy(),        // behind the detail
		s.restore(),           // behind both questions: a link goes on where none is open
		s.changed(m),          // behind all that changes what is shown: the address follows it
		s.announce(),          // last: any of these may say something
	} {
		cmds = append(cmds, list...)
	}
	quiet, c := quiet(m), Redraw{Figures: old.ofFigures(m)}
	_, c.Step = m.(Step)
	_, c.Answer = m.(FromWorker)
	c.Urgent = !quiet && (!c.Answer || !s.Running())
	c.Shown = !quiet || old.Survives() != s.Survives() || old.Device.Stale() != s.Device.Stale()
	return s, cmds, c
}

// announce returns the pending announcement.
func (s *State) announce() []Command {
	said := s.said
	if s.said = ""; said == "" {
		return nil
	}
	return []Command{Announce{said}}
}

// quiet reports whether a message has no visible change of its own.
func quiet(m Msg) bool {
	switch m.(type) {
	case Remember, CountClaims, Paced:
		return true
	}
	return false
}

func update(old State, m Msg) (State, []Command) {
	s := old
	if s.ByHand != nil && endsByHand(m, &s) {
		s.putBack()
	}
	if s.View.Level == LevelLook {
		if next, cmds, done := s.leaveLook(m); done {
			return next, cmds
		}
		s.View.Level = leftFor(m)
	}
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
	case PutBack: // what was chosen since is in no frame of the run yet
		if s.stands() {
			return s, s.readAgain()
		}
	case OpenOne, MovedOne, SetOne, CloseOne:
		return s.handleOne(m)
	case SetScene, FollowPerson, FollowTie, TakeMaps, Strike, FlipTemper:
		return s.handleScene(m)
	case SetLevel:
		return s.setLevel(m.Level)
	case Turn:
		s.Opening = &m
	case Start:
		return s.first()
	case FromWorker:
		s, cmds := s.receive(m.Reply)
		return followInLab(m.Reply, s, cmds)
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
	case Waited:
	case FirstQuestion:
		return s.firstQuestion(m.Key)
	case CloseStart:
		s.mark(StartCard, true)
	case CloseLimits:
		s.mark(LimitsCard, true)
	case CloseUnkept:
		s.mark(UnkeptCard, true)
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

// aim sends a goal in place of the previous one, with settings that the worker may not have yet.
func (s *State) aim(g proto.Goal) Command {
	s.sent.seq++
	if g.Seq, g.Focus = s.sent.seq, s.focus(); g.Start == 0 {
		g.Start = s.sent.seq
	}
	if !g.Load && s.sent.unset && len(s.phase.loads) < 2 {
		g.Set, g.Run = true, recipe.Setup{Settings: s.Recipe.Settings}
	}
	s.phase.aim(g)
	return Send{proto.Message{Goal: &g}}
}

// query numbers and sends a query.
func (s *State) query(q proto.Query) Command {
	s.sent.seq++
	q.Seq = s.sent.seq
	s.sent.asked = maps.Clone(s.sent.asked)
	s.sent.asked[q.Seq] = detail{}
	return Send{proto.Message{Query: &q}}
}

// change loads the shown recipe with one change.
func (s State) change(m Msg) (State, []Command) {
	r, files := s.Shown(), s.shownFiles()
	r.Position = 0
	switch m.(type) {
	case Open, Files:
		if r.Tuned.Tried > 0 { // they were chosen for the graph that goes
			r.Settings, r.Tuned = nil, recipe.Tuned{}
		}
		if l := opening.Run(); r.Graph == l.Graph && maps.Equal(r.Settings, l.Settings) { // nobody chose them
			r.Settings = nil
		}
	case SetSetting, TurnOn, Reading:
		r.Tuned = recipe.Tuned{}
	}
	switch m.(type) {
	case Open, Files:
		if b := s.aside(); b != nil { // the settings from before the counterexample
			r.Settings, r.Seed, r.Model, r.Tuned = b.Settings, b.Seed, b.Model, b.Tuned
		}
	}
	settings := with(r.Settings, nil)
	r.Settings = settings
	switch m := m.(type) {
	case Open:
		if m.Graph == r.Graph && s.Error == "" && (r.Edits == nil || m.Graph == graph.BlankName) || m.Graph == "file" || m.Graph == EditedGraph {
			return s, nil
		}
		s.Chrome.Menu, s.Chrome.More = "", false
		r.Graph, r.Edits, r.Split, r.Read, r.Net, files = m.Graph, nil, "", "", recipe.Net{}, nil
		r.Method = recipe.MethodOpen
		s.unselect()
	case Files:
		s.Chrome.Menu, s.Chrome.More = "", false
		if len(m.Files) == 1 && recipe.IsFile(m.Files[0].Data) {
			return s.openState(m.Files[0].Data)
		}
		if w := waitsFor[missing](&s); w != nil && w.Own != "" && w.Own == SumOf(m.Files) {
			s.applyView(w.View)
			l := loading{Recipe: whole(w.Recipe)}
			l.Files = m.Files
			return s.begin(l, 0)
		}
		r.Graph, r.Edits, r.Split, r.Read, r.Net = "file", nil, "", "", recipe.Net{}
		r.Method = recipe.MethodOpen
		s.unselect()
		return s.loadChecked(proto.InDoubt, r, m.Files)
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
		if m.Name == s.Config.Reading && !s.Loading() {
			return s, nil
		}
		settings["reading"] = m.Name
	case Model:
		if model, _ := r.Runs(); m.Name == model {
			return s, nil
		}
		r.Model = m.Name
	case ModelKey:
		if lab.KeyOf(r) == m.Key {
			return s, nil
		}
		r.Model, settings["reading"], _ = strings.Cut(m.Key, "/")
		if settings["reading"] == "" {
			delete(settings, "reading")
		}
	case Method:
		if m.Name == MethodAuto {
			return s.lab(lab.StartTune{As: r.Tuned})
		}
		if s.Lab.Work == lab.ForTune {
			s, _ = s.lab(lab.Cancel{})
			next, cmds := s.change(m)
			return next, append([]Command{LabCommand{lab.CancelJobs{}}}, cmds...)
		}
		if m.Name != method.Paper && m.Name != method.Validation || !s.Loading() && m.Name == s.MethodShown() && s.HasMethod() {
			return s, nil
		}
		s.dropAside()
		r.Model, r.Method, r.Settings, r.Tuned = "", methodField(m.Name), nil, recipe.Tuned{}
	case SetSetting:
		cfg := s.Config
		row := cfg.Setting(m.Name)
		value, err := row.Canonical(m.Value)
		if err != nil {
			s.Error = row.Label + ": " + err.Error() + "."
			s.said = s.Error
			return s, nil
		}
		return s.setting(r, files, map[string]string{m.Name: value})
	case TurnOn:
		for _, p := range s.Config.Parts() {
			if p.Name == m.Part && !p.On {
				return s.setting(r, files, switchOf(&s.Config, p))
			}
		}
		return s, nil
	}
	return s.load(r, files, true)
}

// live reports whether a change of the setting keeps the position: the worker replays the run. The reading has other defaults.
func live(name string) bool { return name != "reading" }

// setting changes settings, at the present position if all are live, else with a new run.
func (s State) setting(r recipe.Setup, files []content.File, list map[string]string) (State, []Command) {
	stands := !s.Loading() && !s.Waiting()
	for name := range list {
		stands = stands && live(name)
	}
	if stands {
		cmds := s.set(list)
		return s, cmds
	}
	maps.Copy(r.Settings, list)
	return s.load(r, files, true)
}

// set changes settings of the run. Invalid ones are refused here, too large ones by the worker.
func (s *State) set(list map[string]string) []Command {
	cfg := s.Config
	if err := cfg.Overlay(list); err != nil {
		s.Error, s.said = err.Error(), err.Error()
		return nil
	}
	s.Recipe.Settings, s.Recipe.Tuned = with(s.Recipe.Settings, list), recipe.Tuned{} // what was chosen is changed
	g := proto.Goal{From: s.phase.goal.From, Start: s.phase.goal.Start, Until: s.phase.goal.Until}
	if !s.Busy() || s.phase.goal.Load {
		g = proto.Goal{From: -1, Until: proto.Until{Unit: proto.At, N: s.at()}}
	}
	s.sent.unset = true
	cmd := s.aim(g)
	s.sent.since = s.sent.seq
	return []Command{cmd}
}

// with returns a new map with the settings of a and those of b on top.
func with(a, b map[string]string) map[string]string {
	out := maps.Clone(a)
	if out == nil {
		out = map[string]string{}
	}
	maps.Copy(out, b)
	return out
}

// sameRun reports whether two runs are equal up to their position.
func sameRun(a, b recipe.Setup) bool {
	return a.Graph == b.Graph && a.Read == b.Read && wire.Same(a.Edits, b.Edits) && a.Split == b.Split &&
		a.Seed == b.Seed && a.Model == b.Model && a.Method == b.Method && maps.Equal(a.Settings, b.Settings)
}

func clip(text string) string {
	if len(text) > 40 {
		return text[:40] + "…"
	}
	return text
}

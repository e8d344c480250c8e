package state

import (
	"strconv"

	"sheafscope/core/choice"
	"sheafscope/core/json"
	"sheafscope/wasm/recipe"
	"sheafscope/web/opening"
	"sheafscope/web/opening/scene"
)

// This file handles the levels of the page: Look, Learn and Research.

// Levels of the page. The browser stores the selected level.
const (
	LevelLook     = "look"     // one graph with one dial fills the page
	LevelLearn    = "learn"    // the page follows a node through the stages of an epoch
	LevelResearch = "research" // the laboratory
)

// Fragments of an address.
const (
	dialHash = "dial" // opens the level Look
	edgeHash = "edge" // opens the view of one edge
)

// Levels returns the levels, each with its name in the menu.
func Levels() [][2]string {
	return [][2]string{{LevelLook, "Look"}, {LevelLearn, "Learn"}, {LevelResearch, "Research"}}
}

// level returns the level of a link, for the text of the link's field. A link without a level opens Research: it may be older than the
// levels of the page.
func level(text string) string {
	if text == LevelLook || text == LevelLearn {
		return text
	}
	return LevelResearch
}

// linkLevel returns the text for a level in a link, "" for Research.
func linkLevel(level string) string {
	if level == LevelResearch {
		return ""
	}
	return level
}

// Messages about the level.
type (
	// SetLevel selects a level. The value "how" selects Learn with the graph of Look.
	SetLevel struct{ Level string }
	// Turn reports the stop of the dial at the level Look. The build has trained one run for each stop.
	Turn struct {
		// Stops is the number of stops. Stop counts from 0 and is less than Stops. In a Turn that the page itself makes, State is "", Stops is 0,
		// and Stop can be lastStop (scene.go).
		Stop, Stops int
		// Recipe is the recipe of the run. State is the answer of the page's function state() for the run. Thread has the weights of the run, and
		// the end nodes of the highlighted edge. All three are JSON. They are "" before the script of Look has loaded the stop.
		Recipe, State, Thread string

		net  *scene.Network // decoded from Thread at the first use, nil before
		pair [2]int         // the end nodes of the highlighted edge in Thread, counted from 0; set together with net
	}
)

// recipeOfStop returns the recipe of the run at the shown stop of the dial. It returns nil at another level, and before the dial has
// reported a stop. It also returns nil if the recipe cannot be decoded: the script of the dial may be of another version.
func (s *State) recipeOfStop() *recipe.Recipe {
	if s.View.Level != LevelLook || s.Opening == nil || s.Opening.State == "" {
		return nil
	}
	var text recipe.Text
	if json.Unmarshal([]byte(s.Opening.Recipe), &text) != nil {
		return nil
	}
	return &recipe.Recipe{Version: recipe.Version, Setup: text.Recipe().Setup,
		View: recipe.View{Theme: s.View.Theme, Level: LevelLook, Dial: s.Opening.Stop + 1, One: s.View.One, Scene: s.View.Scene}}
}

// setLevel handles [SetLevel]. It sets the level, and stores it unless the page is embedded. A page that begins at Look has the opening run
// (package opening) without training. Learn and Research need this run trained: setLevel trains it, or loads it again if its load is not
// finished. For "how" it loads the trained opening run, unless the page has a trained run of SGPC on the graph of Look. If the run stays,
// setLevel requests the details of the edge that the new level follows.
func (s State) setLevel(name string) (State, []Command) {
	edgeBefore := s.focusEdge()
	isHow := name == "how"
	if isHow { // the level Learn, from stage 1, with the graph of Look
		s.View.Level = LevelLearn
		s.View.Stage, s.View.Colours, s.View.One = 1, ByStage, nil
	} else {
		s.View.Level = level(name)
		s.View.Scene = nil // the thread of scenes ends
	}
	s.Chrome.Menu, s.Chrome.More = "", false
	var cmds []Command
	if !s.Embed.Inside() {
		cmds = []Command{Effect{"store", []string{"level", s.View.Level}}}
	}

	// The opening run has no model in its recipe: it is a run of SGPC.
	run := s.Shown()
	ofOpening := run.Graph == opening.Graph && run.Model == ""
	untrained := run.Position == 0 && s.MaxPosition == 0
	needsTraining := s.View.Level != LevelLook && ofOpening && untrained
	needsOpening := isHow && !ofOpening
	needsLoad := needsTraining && (isHow || s.Loading()) // "how" moves to a position, and the load under way does not train
	if needsOpening || needsLoad {
		s.unselect()
		next := opening.Run()
		if isHow { // to the epoch with the best validation accuracy
			next.Position = opening.Position
		}
		s, more := s.load(next, nil, trainFirst)
		return s, append(cmds, more...)
	}
	if needsTraining {
		s, more := s.drive(Train{Epochs: FirstEpochs})
		return s, append(cmds, more...)
	}
	if s.stands() && s.focusEdge() != edgeBefore {
		cmds = append(cmds, s.readAgain()...) // Learn needs details of another edge than Research
	}
	return s, cmds
}

// leaveLook handles a move m along the run at the level Look. It selects the level Research, loads the run of the shown stop, and queues m
// after the load. done is false if m is not a move along the run, or no stop is shown. Then update handles m itself, and does not use next.
func (s State) leaveLook(m Msg) (next State, cmds []Command, done bool) {
	switch m.(type) {
	case Step, Train, Toggle, Seek, Scrub, Back:
	default:
		return s, nil, false
	}
	r := s.recipeOfStop()
	s.View.Level = LevelResearch
	if r == nil {
		return s, nil, false
	}
	s.unselect()
	next, cmds = s.load(r.Setup, nil, noTraining)
	next.phase.queued = []Msg{m}
	return next, cmds, true
}

// levelAfter returns the level of the page after a message at the level Look. A lesson ends Look, and so does a message that loads a graph
// or changes the run. Three kinds of such messages are not listed:
//
//   - Files may be refused: only their load ends Look.
//   - A message that opens a recipe, such as OpenRecipe or OpenPin, gets the level of the recipe from applyView.
//   - Look hides the controls of some messages, for example of the editor.
func levelAfter(m Msg) string {
	switch m := m.(type) {
	case Link:
		if m.Text == "" { // an address without a fragment, as Look has it
			return LevelLook
		}
		return LevelResearch
	case Open, OpenCase, AskURL, Offer, SetSplit, Seed, Reading, Model, ModelKey, Method, SetSetting, Learn:
		return LevelResearch
	}
	return LevelLook
}

// ShowLevel returns the command that shows the level in the browser: its name, the stop of the dial, and the error on the screen.
func (s *State) ShowLevel() Command {
	stop := "0"
	if s.Opening != nil {
		stop = strconv.Itoa(s.Opening.Stop)
	}
	return Effect{"level", []string{s.View.Level, stop, s.Error}}
}

// FirstOf returns the first recipe of the page at a level, for an address without a link. At Look and Learn it is the recipe of the run of
// package opening. At Research it is the empty recipe, which stands for the default graph.
func FirstOf(level string) recipe.Recipe {
	if level != LevelLook && level != LevelLearn {
		return recipe.Recipe{}
	}
	return recipe.Recipe{Setup: opening.Run(), View: recipe.View{Level: level, Colours: ByStage}}
}

// levelEffects returns the commands that show the level of the page after a message. old is the state before the message.
func (s *State) levelEffects(old *State) (cmds []Command) {
	closesOne := old.View.One != nil && s.View.One == nil
	if closesOne && !old.sceneCoversLook() { // in a scene, the effect of the scene also removes its edge
		cmds = append(cmds, Effect{"edge", []string{"null"}})
	}

	// For the same level the browser shows only two changes: another stop of the dial, and at Look another error. A link to another stop
	// makes an Opening without a State, which the script of Look then loads.
	atLook, wasAtLook := s.View.Level == LevelLook, old.View.Level == LevelLook
	otherStop := s.Opening != nil && s.Opening != old.Opening && s.Opening.State == ""
	if atLook && wasAtLook && otherStop {
		return append(cmds, s.ShowLevel())
	}
	if s.View.Level == old.View.Level {
		if atLook && s.Error != old.Error { // Look covers the part of the page that shows errors
			cmds = append(cmds, Effect{"wrong", []string{s.Error}})
		}
		return cmds
	}

	// The level is another one. After Look the keyboard focus is on the graph, unless the last scene sets the focus.
	cmds = append(cmds, s.ShowLevel())
	if wasAtLook && !s.Embed.Inside() && s.SceneAt() != LastScene {
		cmds = append(cmds, Effect{"focus", []string{`[data-testid="graph-canvas"]`}})
	}
	return cmds
}

// The functions below are about the level Learn, which follows one node through the stages, with one edge of the node.

// FollowedEdge returns the index of the edge that Learn follows, counted from 0. The first of these edges that exists is followed:
//
//   - the edge of the last scene, while the page shows this scene and the node is the scene's person,
//   - the first edge of the followed node to a node of another class,
//   - the first edge of the followed node.
//
// FollowedEdge returns −1 if the node has no edge, and if no node is selected.
func (s *State) FollowedEdge() int {
	g, node := s.Graph, s.Node()
	if g == nil || node < 0 {
		return -1
	}

	// The edge of the last scene. U and V count from 1.
	if s.SceneAt() == LastScene && s.View.Scene.U == node+1 {
		e := edgeOf(g, s.View.Scene.U-1, s.View.Scene.V-1)
		if e >= 0 {
			return e
		}
	}

	first := -1
	for e := 0; 2*e < len(g.Edges); e++ { // the ends of edge e are the entries 2e and 2e+1
		i, j := int(g.Edges[2*e]), int(g.Edges[2*e+1])
		if i != node && j != node {
			continue
		}
		hasLabels := len(g.Labels) == g.N
		if hasLabels && g.Labels[i] != g.Labels[j] { // nodes without a label have −1, and count as one more class
			return e
		}
		if first < 0 {
			first = e
		}
	}
	return first
}

// focusEdge returns the index of the edge whose details the next frames have: the selected edge or, at Learn without a selected edge, the
// followed edge. It returns −1 if there is no such edge.
func (s *State) focusEdge() int {
	if s.View.Level == LevelLearn && s.View.Edge == 0 {
		return s.FollowedEdge()
	}
	return s.View.Edge.Index() // the graph on the screen may still lack the edge
}

// leaveStage clears the selected stage, so that the inspector shows the stage of the run. Learn keeps the stage.
func (s *State) leaveStage() {
	if s.View.Level != LevelLearn {
		s.View.Stage = 0
	}
}

// followNode requests a new frame if the present frame has the details of an edge that Learn does not follow. Otherwise it selects the node
// that Learn follows, as soon as a graph is loaded and nothing is selected: the first test node, or node 0 in a graph without test nodes.
func (s *State) followNode() []Command {
	if s.View.Level != LevelLearn {
		return nil
	}
	followsNode := s.Node() >= 0 && s.Edge() < 0
	canRead := s.stands() && s.ByHand == nil && len(s.sent.openQueries) == 0 // an open query may already request the frame
	if followsNode && canRead && s.Frame.Edge != nil {
		e := s.FollowedEdge()
		if e >= 0 && e != s.Frame.Edge.Index { // the frame was requested before the edges of the graph were known
			return s.readAgain()
		}
	}
	loaded := s.Graph != nil && s.Frame != nil && !s.Loading() && !s.Waiting()
	selected := s.Node() >= 0 || s.Edge() >= 0
	if !loaded || selected || s.Graph.N == 0 {
		return nil
	}
	s.View.Node, s.View.Hops, s.View.Panel = choice.Of(0), 1, PanelStage // Hops 1 shows the node with its neighbours
	if len(s.Graph.Test) > 0 {
		s.View.Node = choice.Of(s.Graph.Test[0])
	}
	return s.readAgain()
}

package state

import (
	"strconv"

	"sheafscope/core/choice"
	"sheafscope/core/json"
	"sheafscope/wasm/recipe"
	"sheafscope/web/opening"
	"sheafscope/web/opening/scene"
)

// Levels of the page: Look is one graph and one dial over the whole page, Learn follows a node through the stages, Research is the
// laboratory. The chosen one is kept on the device; a link without one means Research, as links did before there were levels.
const (
	LevelLook     = "look"
	LevelLearn    = "learn"
	LevelResearch = "research"
)

// Fragments of an address: dialHash opens Look, edgeHash One edge.
const (
	dialHash = "dial"
	edgeHash = "edge"
)

// Levels lists them with their names.
func Levels() [][2]string {
	return [][2]string{{LevelLook, "Look"}, {LevelLearn, "Learn"}, {LevelResearch, "Research"}}
}

// level is the level that a link means.
func level(text string) string {
	if text == LevelLook || text == LevelLearn {
		return text
	}
	return LevelResearch
}

// linkLevel is level the other way.
func linkLevel(level string) string {
	if level == LevelResearch {
		return ""
	}
	return level
}

// Messages about the level.
type (
	// SetLevel chooses a level; "how" is Learn, on the graph of Look.
	SetLevel struct{ Level string }
	// Turn says at which stop of Stops the dial stands, from 0 on: Recipe is the run that the build trained for it, and State what
	// state() answers of that run, as JSON; Thread has its weights and the pair of people on the accent edge.
	Turn struct {
		Stop, Stops           int
		Recipe, State, Thread string

		net  *scene.Network // of Thread, once it was needed
		pair [2]int
	}
)

// dialled is the recipe of the stop on the screen, nil where there is none, and where it is of a script of another version.
func (s *State) dialled() *recipe.Recipe {
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

// setLevel answers the user's choice of a level.
func (s State) setLevel(name string) (State, []Command) {
	how, edge := name == "how", s.focusEdge()
	if how {
		name = LevelLearn
	}
	if s.View.Level, s.Chrome.Menu, s.Chrome.More = level(name), "", false; !how {
		s.View.Scene = nil
	}
	if how {
		s.View.Stage, s.View.Colours, s.View.One = 1, ByStage, nil
	}
	cmds := []Command{Effect{"store", []string{"level", s.View.Level}}}
	if s.Embed.Inside() {
		cmds = nil
	}
	run := s.Shown()
	train := s.View.Level != LevelLook && run.Graph == opening.Graph && run.Position == 0 && s.MaxPosition == 0 && run.Model == ""
	if how && (run.Graph != opening.Graph || run.Model != "") || train && (how || s.Loading()) {
		s.unselect()
		own := opening.Run()
		if how {
			own.Position = opening.Position
		}
		s, more := s.load(own, nil, trainFirst)
		return s, append(cmds, more...)
	}
	if train {
		s, more := s.drive(Train{Epochs: FirstEpochs})
		return s, append(cmds, more...)
	}
	if s.stands() && s.focusEdge() != edge {
		cmds = append(cmds, s.readAgain()...) // Learn shows another edge than Research
	}
	return s, cmds
}

// leaveLook answers what moves along a run: Look is left, the run of the stop loaded, and then moved along.
func (s State) leaveLook(m Msg) (State, []Command, bool) {
	switch m.(type) {
	case Step, Train, Toggle, Seek, Scrub, Back:
	default:
		return s, nil, false
	}
	r := s.dialled()
	if s.View.Level = LevelResearch; r == nil {
		return s, nil, false
	}
	s.unselect()
	next, cmds := s.load(r.Setup, nil, noTraining)
	next.phase.queued = []Msg{m}
	return next, cmds, true
}

// leftFor is the level after a message at Look: what opens another graph leaves it.
func leftFor(m Msg) string {
	switch m := m.(type) {
	case Link:
		if m.Text == "" { // an address that holds nothing is Look's
			return LevelLook
		}
		return LevelResearch
	case Open, OpenCase, AskURL, Offer, SetSplit, Seed, Reading, Model, ModelKey, Method, SetSetting, Learn:
		return LevelResearch
	}
	return LevelLook
}

// ShowLevel asks the browser to show the level.
func (s *State) ShowLevel() Command {
	stop := "0"
	if s.Opening != nil {
		stop = strconv.Itoa(s.Opening.Stop)
	}
	return Effect{"level", []string{s.View.Level, stop, s.Error}}
}

// FirstOf is the recipe that the page begins with at a level, without a link.
func FirstOf(level string) recipe.Recipe {
	if level != LevelLook && level != LevelLearn {
		return recipe.Recipe{}
	}
	return recipe.Recipe{Setup: opening.Run(), View: recipe.View{Level: level, Colours: ByStage}}
}

// levelEffects asks the browser to show the level when it changed. Who leaves Look goes on at the graph.
func (s *State) levelEffects(old *State) (cmds []Command) {
	if old.View.One != nil && s.View.One == nil && !old.layered() {
		cmds = append(cmds, Effect{"edge", []string{"null"}})
	}
	if s.View.Level == LevelLook && old.View.Level == LevelLook && s.Opening != nil && s.Opening != old.Opening && s.Opening.State == "" {
		return append(cmds, s.ShowLevel()) // a link to another stop
	}
	if s.View.Level == old.View.Level {
		if s.View.Level == LevelLook && s.Error != old.Error { // the layer over the page hides where errors stand
			cmds = append(cmds, Effect{"wrong", []string{s.Error}})
		}
		return cmds
	}
	cmds = append(cmds, s.ShowLevel())
	if old.View.Level == LevelLook && !s.Embed.Inside() && s.SceneAt() != LastScene { // which has its own Next
		cmds = append(cmds, Effect{"focus", []string{`[data-testid="graph-canvas"]`}})
	}
	return cmds
}

// At Learn one node is followed through the stages, with one of its edges.

// FollowedEdge is an edge of the node that Learn follows, to a node of another class if there is one; −1 without.
func (s *State) FollowedEdge() int {
	first := -1
	if s.Graph == nil || s.Node() < 0 || s.Node() >= s.Graph.N {
		return first
	}
	g := s.Graph
	if s.SceneAt() == LastScene && s.View.Scene.U == s.Node()+1 {
		if e := edgeOf(g, s.View.Scene.U-1, s.View.Scene.V-1); e >= 0 {
			return e
		}
	}
	for e := 0; 2*e < len(g.Edges); e++ {
		i, j := int(g.Edges[2*e]), int(g.Edges[2*e+1])
		if i != s.Node() && j != s.Node() {
			continue
		}
		if len(g.Labels) == g.N && g.Labels[i] != g.Labels[j] {
			return e
		}
		if first < 0 {
			first = e
		}
	}
	return first
}

// focusEdge is the edge that the next frames carry.
func (s *State) focusEdge() int {
	if s.View.Level == LevelLearn && s.Edge() < 0 {
		return s.FollowedEdge()
	}
	return s.Edge()
}

// leaveStage lets the inspector follow the run; Learn stays at its stage.
func (s *State) leaveStage() {
	if s.View.Level != LevelLearn {
		s.View.Stage = 0
	}
}

// follow lets Learn follow a node as soon as there is a graph: the first one to guess, until the user chooses one.
func (s *State) follow() []Command {
	if s.View.Level != LevelLearn {
		return nil
	}
	if s.Node() >= 0 && s.Edge() < 0 && s.stands() && s.ByHand == nil && len(s.sent.asked) == 0 && s.Frame.Edge != nil {
		if e := s.FollowedEdge(); e >= 0 && e != s.Frame.Edge.Index {
			return s.readAgain() // the load did not know the graph's edges yet
		}
	}
	if s.Graph == nil || s.Frame == nil || s.Loading() ||
		s.Waiting() || s.Node() >= 0 || s.Edge() >= 0 || s.Graph.N == 0 {
		return nil
	}
	s.View.Node, s.View.Hops, s.View.Panel = 1, 1, PanelStage
	if len(s.Graph.Test) > 0 {
		s.View.Node = choice.Of(s.Graph.Test[0])
	}
	return s.readAgain()
}

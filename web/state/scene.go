package state

import (
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/json"
	stages "sheafscope/core/sgpc/stage"
	"sheafscope/wasm/recipe"
	"sheafscope/web/opening"
	"sheafscope/web/opening/scene"
)

// The thread is a sequence of scenes from the level Look to the level Learn. Scene 0 is Look itself. The scenes 1 to scene.Last are layers
// over Look with numbers of the stop's network. In LastScene the level Learn follows SGPC. recipe.View.Scene is the present scene.

// LastScene is the scene at level Learn.
const LastScene = scene.Last + 1

// lastSceneText is the text of the last scene, which introduces the terms of the level Learn.
const lastSceneText = "SGPC is another network, trained on the same people. " +
	"From here a person is a node, a camp a class, in shape and colour, an arrow a stalk’s vector."

// Messages about the thread.
type (
	// SetScene opens a scene, 0 to LastScene. Turned sets the dial of Look to its last stop.
	SetScene struct {
		Scene  int
		Turned bool
	}
	// FollowPerson follows a person, FollowTie a tie to one of its neighbours.
	FollowPerson struct{ U int }
	FollowTie    struct{ V int }
	// TakeMaps selects the maps of the sum. Strike removes a tie or restores it. FlipTemper reverses the temper of the neighbour.
	TakeMaps   struct{ Maps string }
	Strike     struct{ Node int }
	FlipTemper struct{}
)

// lastStop selects the last stop of the dial. It exceeds the number of stops, and the script of Look then selects the last stop.
const lastStop = 99

// sceneHash begins an address fragment that names a scene, for example #scene=3.
const sceneHash = "scene="

// SceneOf returns the scene that an address fragment names. It returns 0 for any other fragment.
func SceneOf(hash string) int {
	text, ok := strings.CutPrefix(strings.TrimPrefix(hash, "#"), sceneHash)
	k, err := strconv.Atoi(text)
	if !ok || err != nil || k < 0 || k > LastScene {
		return 0
	}
	return k
}

// SceneAt returns the number of the shown scene. It returns −1 outside the thread.
func (s *State) SceneAt() int {
	scene := s.View.Scene
	if scene == nil {
		if s.View.Level == LevelLook {
			return 0
		}
		return -1
	}
	levelFits := (s.View.Level == LevelLearn) == (scene.At == LastScene)
	if s.View.Level == LevelResearch || !levelFits {
		return -1
	}
	return scene.At
}

// layered reports whether a scene covers Look.
func (s *State) layered() bool {
	return s.View.Level == LevelLook && s.View.Scene != nil && s.View.Scene.At > 0
}

// handleScene handles the messages about the thread. It makes a new scene, since states share the old one.
func (s State) handleScene(m Msg) (State, []Command) {
	// A copy of the present scene.
	at := recipe.Scene{}
	if s.View.Scene != nil {
		at = *s.View.Scene
		at.Removed = slices.Clone(at.Removed)
	}
	switch m := m.(type) {
	case SetScene:
		if m.Turned {
			s.Opening = &Turn{Stop: lastStop}
		}
		return s.setScene(at, m.Scene)
	case FollowPerson:
		at = recipe.Scene{At: at.At, U: m.U + 1, Maps: at.Maps}
	case FollowTie:
		at.V, at.Flipped = m.V+1, false
	case TakeMaps:
		at.Maps = m.Maps
	case Strike:
		if k := slices.Index(at.Removed, m.Node); k >= 0 {
			at.Removed = slices.Delete(at.Removed, k, k+1)
		} else {
			at.Removed = append(at.Removed, m.Node)
		}
	case FlipTemper:
		at.Flipped = !at.Flipped
	}
	s.View.Scene = &at
	return s, nil
}

// setScene opens the scene with this number after the scene before. It keeps the followed person and tie, and resets the other changes of
// the user.
func (s State) setScene(before recipe.Scene, number int) (State, []Command) {
	if number < 0 || number > LastScene {
		return s, nil
	}

	// The followed person and tie of the shown stop or, for the last scene, of package opening. U and V count from 1.
	next := recipe.Scene{At: number, U: before.U, V: before.V}
	_, u, v, err := s.follows()
	stopIsLoaded := err == nil && u >= 0
	switch {
	case stopIsLoaded:
		next.U, next.V = u+1, v+1
	case number == LastScene && next.U == 0:
		next.U, next.V = opening.U+1, opening.V+1
	}

	// The level of the scene.
	s.View.Scene = &next
	if number == LastScene {
		s, cmds := s.setLevel("how")
		s.View.Hops, s.View.Panel = 1, PanelStage
		s.View.Edge, s.View.Node = 0, choice.One(next.U)
		return s, cmds
	}
	s.View.Level = LevelLook
	if number != 1 { // only scene 1 shows One edge
		s.View.One = nil
	}
	s.Chrome.Menu, s.Chrome.More = "", false
	return s, nil
}

// follows returns the network of the shown stop, the followed person u, and the neighbour v of u at the followed tie. Both nodes count from
// 0. Before the stop is loaded it returns nil, −1, −1.
func (s *State) follows() (n *scene.Network, u, v int, err error) {
	stop := s.Opening
	if stop == nil || stop.Thread == "" {
		return nil, -1, -1, nil
	}
	if stop.net == nil {
		if err := stop.open(); err != nil {
			return nil, -1, -1, err
		}
	}
	u, v = stop.pair[0], stop.pair[1]
	if s.View.Scene != nil && s.View.Scene.U > 0 {
		u, v = s.View.Scene.U-1, s.View.Scene.V-1
	}
	return stop.net, u, v, nil
}

// open builds the network of a stop from the stop's recipe and stored weights.
func (t *Turn) open() error {
	var run recipe.Text
	var stored struct {
		Weights []float64
		Pair    [2]int
	}
	if err := json.Unmarshal([]byte(t.Recipe), &run); err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(t.Thread), &stored); err != nil {
		return err
	}
	g, err := graph.Builtin(run.Graph)
	if err != nil {
		return err
	}
	split, err := graph.ParseSplit(g, run.Split, run.Seed)
	if err != nil {
		return err
	}
	t.pair = stored.Pair
	t.net, err = scene.New(g, split, scene.Stored{Model: run.Model, Settings: run.Settings, Seed: run.Seed, Weights: stored.Weights})
	return err
}

// sceneEffects returns the effects that show a changed scene, and at Look the pulls on every person. A scene that does not fit the level is
// dropped.
func (s *State) sceneEffects(old *State) (cmds []Command) {
	s.dropForeignScene()
	now, before := s.SceneAt(), old.SceneAt()
	moved := now != before && now >= 0 && before >= 0
	sameStop := s.Opening == old.Opening && s.Opening != nil && s.Opening.State != ""
	if moved && sameStop {
		cmds = append(cmds, s.entry()...)
	}

	// The last scene follows the shown stage.
	stage := s.ShownStage()
	changesLast := s.View.Scene != old.View.Scene || stage != old.ShownStage()
	if now == LastScene && changesLast {
		last := scene.Model{Scene: LastScene, Say: lastSceneText, Stop: stage, Stops: len(stages.Names) - 1}
		return append(cmds, effectJSON("scene", last)...)
	}
	if before == LastScene && now != LastScene && !s.layered() {
		cmds = append(cmds, noScene)
	}
	if old.layered() && !s.layered() {
		cmds = append(cmds, noScene)
	}

	// A layer over Look, and the pulls at a newly loaded stop.
	stopIsLoaded := s.Opening != nil && s.Opening.Thread != ""
	turned := s.View.Level == LevelLook && stopIsLoaded && s.Opening != old.Opening
	changed := s.View.Scene != old.View.Scene || s.View.Level != old.View.Level
	if !turned && !(changed && s.layered()) {
		return cmds
	}
	network, u, v, err := s.follows()
	if err != nil || network == nil {
		return cmds
	}
	if turned {
		lines, err := network.Crowd()
		if err == nil {
			cmds = append(cmds, effectJSON("crowd", lines)...)
		}
	}
	if !s.layered() {
		return cmds
	}
	return append(cmds, s.showLayer(old, network, u, v, turned)...)
}

// noScene is the effect that removes the shown scene.
var noScene = Effect{"scene", []string{"null"}}

// dropForeignScene drops a scene at Research, and at Learn unless it is the last scene on its own graph.
func (s *State) dropForeignScene() {
	if s.View.Scene == nil {
		return
	}
	lastOnItsGraph := s.View.Scene.At == LastScene && s.Shown().Graph == opening.Graph
	switch s.View.Level {
	case LevelResearch:
		s.View.Scene = nil
	case LevelLearn:
		if !lastOnItsGraph {
			s.View.Scene = nil
		}
	}
}

// showLayer returns the effect that shows a layer over Look, with the followed person u and neighbour v, counted from 0. old is the state
// before the message. turned reports that the message has loaded another stop.
func (s *State) showLayer(old *State, network *scene.Network, u, v int, turned bool) []Command {
	at := s.View.Scene
	m, err := network.At(scene.Selection{Scene: at.At, U: u, V: v, Maps: at.Maps, Removed: at.Removed, Flipped: at.Flipped})
	if err != nil { // a link names a person or a tie that does not exist
		s.View.Scene, s.Error = nil, err.Error()
		return []Command{noScene}
	}
	next := *at
	next.U, next.V = m.U.ID+1, m.V.ID+1
	s.View.Scene = &next

	// Scene 1 shows the followed tie as One edge. The user's own vectors and maps stay until another tie is followed.
	otherTie := old.layered() && (old.View.Scene.V != next.V || old.View.Scene.U != next.U)
	otherMaps := old.layered() && turned
	if at.At == 1 && (s.View.One == nil || otherTie || otherMaps) {
		s.View.One = &recipe.One{X: m.X, Maps: m.Maps}
	}
	m.Stop, m.Stops = s.Opening.Stop, s.Opening.Stops
	if s.View.One != nil {
		m.MovedX, m.MovedMaps = s.View.One.X, s.View.One.Maps
	}
	return effectJSON("scene", m)
}

// effectJSON returns an effect with a value as JSON. It returns nil for a value with numbers that are not finite.
func effectJSON(kind string, v any) []Command {
	b, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return []Command{Effect{kind, []string{string(b)}}}
}

// entry returns the effect that makes an entry of the browser's history for the shown scene.
func (s *State) entry() []Command {
	text, _, err := s.linkText(0)
	if err != nil {
		return nil
	}
	return []Command{Effect{"address", []string{"#" + text, pushEntry, "change"}}}
}

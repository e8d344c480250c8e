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

// This file handles the thread: a sequence of scenes from the level Look to the level Learn. The thread explains the network on a graph of
// people: a person is a node, a tie an edge, and the temper one of a person's two features. Scene 0 is Look itself, whose dial selects a
// trained network: a stop of the dial. The scenes 1 to scene.Last are layers over Look with numbers of the stop's network. LastScene shows
// SGPC at the level Learn. recipe.View.Scene is the present scene.

// LastScene is the scene at level Learn.
const LastScene = scene.Last + 1

// lastSceneText is the text of the last scene, which introduces the terms of the level Learn.
const lastSceneText = "SGPC is another network, trained on the same people. " +
	"From here a person is a node, a camp a class, in shape and colour, an arrow a stalk’s vector."

// Messages about the thread.
type (
	// SetScene opens a scene, 0 to LastScene. With Turned it also turns the dial of Look to its last stop, whose network has learned maps.
	SetScene struct {
		Scene  int
		Turned bool
	}
	// FollowPerson follows the person U, FollowTie the tie of the followed person to the neighbour V. Both nodes count from 0.
	FollowPerson struct{ U int }
	FollowTie    struct{ V int }
	// TakeMaps selects the kind of maps in the sum over the neighbours, "" for the learned maps. Strike removes the tie to the neighbour
	// Node, or restores it; Node counts from 0. FlipTemper negates the temper of the followed neighbour.
	TakeMaps   struct{ Maps string }
	Strike     struct{ Node int }
	FlipTemper struct{}
)

// lastStop exceeds the number of stops. For such a number the script of Look selects the last stop of the dial.
const lastStop = 99

// sceneHash begins an address fragment that names a scene, for example #scene=3.
const sceneHash = "scene="

// SceneOf returns the scene that an address fragment names, 0 for Look without a scene. It returns −1 for any other fragment.
func SceneOf(hash string) int {
	text, ok := strings.CutPrefix(strings.TrimPrefix(hash, "#"), sceneHash)
	k, err := strconv.Atoi(text)
	if !ok || err != nil || k < 0 || k > LastScene {
		return -1
	}
	return k
}

// SceneAt returns the number of the shown scene, which is 0 at Look without a scene. It returns −1 outside the thread: without a scene at
// Learn, at Research, and if the scene is of another level.
func (s *State) SceneAt() int {
	shown := s.View.Scene
	if shown == nil {
		if s.View.Level == LevelLook {
			return 0
		}
		return -1
	}
	isLast := shown.At == LastScene
	levelFits := isLast == (s.View.Level == LevelLearn) // Learn has only the last scene, and Look all scenes before it
	if s.View.Level == LevelResearch || !levelFits {
		return -1
	}
	return shown.At
}

// sceneCoversLook reports whether a scene covers Look.
func (s *State) sceneCoversLook() bool {
	return s.View.Level == LevelLook && s.View.Scene != nil && s.View.Scene.At > 0
}

// handleScene handles the messages about the thread. It changes a copy of the scene, since states share the scene. Without a scene it
// changes an empty scene.
func (s State) handleScene(m Msg) (State, []Command) {
	next := recipe.Scene{}
	if s.View.Scene != nil {
		next = *s.View.Scene
		next.Removed = slices.Clone(next.Removed)
	}
	// In a scene the followed person U and neighbour V count from 1, in a message from 0.
	switch m := m.(type) {
	case SetScene:
		if m.Turned {
			s.Opening = &Turn{Stop: lastStop}
		}
		return s.setScene(next, m.Scene)
	case FollowPerson: // the tie and the changes belong to the previous person; only the choice of the maps stays
		next = recipe.Scene{At: next.At, U: m.U + 1, Maps: next.Maps}
	case FollowTie:
		next.V, next.Flipped = m.V+1, false // the negated temper was of the previous neighbour
	case TakeMaps:
		next.Maps = m.Maps
	case Strike:
		if k := slices.Index(next.Removed, m.Node); k >= 0 { // the tie was removed before: restore it
			next.Removed = slices.Delete(next.Removed, k, k+1)
		} else {
			next.Removed = append(next.Removed, m.Node)
		}
	case FlipTemper:
		next.Flipped = !next.Flipped
	}
	s.View.Scene = &next
	return s, nil
}

// setScene opens the scene with this number. before is the previous scene, the zero value if there was none. setScene keeps the followed
// person and tie, and resets the other changes of the user. It ignores a number that no scene has.
func (s State) setScene(before recipe.Scene, number int) (State, []Command) {
	if number < 0 || number > LastScene {
		return s, nil
	}

	// The followed person and tie; U and V count from 1. If no stop is loaded and nobody is followed, the last scene follows the pair of
	// package opening.
	next := recipe.Scene{At: number, U: before.U, V: before.V}
	_, u, v, err := s.followedTie()
	stopIsLoaded := err == nil && u >= 0
	switch {
	case stopIsLoaded:
		next.U, next.V = u+1, v+1
	case number == LastScene && next.U == 0:
		next.U, next.V = opening.U+1, opening.V+1
	}

	// The last scene of a link needs no stop. The scenes before it show the last stop, which has maps.
	if before.At == LastScene && number > 0 && s.Opening == nil {
		s.Opening = &Turn{Stop: lastStop}
	}

	// The level of the scene.
	s.View.Scene = &next
	if number == LastScene {
		s, cmds := s.setLevel("how")                     // the name for the level Learn with the graph of Look, see [SetLevel]
		s.View.Hops, s.View.Panel = 1, PanelStage        // the picture shows the followed person with the neighbours
		s.View.Edge, s.View.Node = 0, choice.One(next.U) // a choice also counts from 1
		return s, cmds
	}
	s.View.Level = LevelLook
	if number != 1 { // only scene 1 shows One edge
		s.View.One = nil
	}
	s.Chrome.Menu, s.Chrome.More = "", false
	return s, nil
}

// followedTie returns the network of the shown stop, the followed person u, and the neighbour v at the other end of the followed tie. Both
// nodes count from 0. If the scene follows nobody, u and v are the two nodes that the stop names. v is −1 if the scene follows a person,
// but no tie yet. followedTie returns nil, −1, −1 in two cases: before the stop is loaded, without an error; for a damaged stop, with an
// error.
func (s *State) followedTie() (n *scene.Network, u, v int, err error) {
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

// open builds the network of a stop from the stop's recipe and stored weights. It stores the network in t.net, and the pair of nodes that
// the stop names in t.pair. Thread is JSON, for example {"Weights":[0.1,…],"Pair":[176,14]}.
func (t *Turn) open() error {
	var run recipe.Text
	var stored struct {
		Weights []float64
		Pair    [2]int
	}
	// The recipe gives the graph and the split, the weights give the network.
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

// sceneEffects returns the effects that show a changed scene, after it has dropped a scene that does not fit the level. A newly loaded stop
// of Look also shows the pulls on every person. A pull is a term of the sum by which the network decides the person's class. old is the
// state before the message.
func (s *State) sceneEffects(old *State) (cmds []Command) {
	s.dropForeignScene()

	// A move from scene to scene makes an entry of the browser's history if the stop is loaded. A turn of the dial makes none.
	now, before := s.SceneAt(), old.SceneAt() // −1 outside the thread
	moved := now != before && now >= 0 && before >= 0
	sameStop := s.Opening == old.Opening && s.Opening != nil && s.Opening.State != "" // a loaded stop has a State and a Thread
	if moved && sameStop {
		cmds = append(cmds, s.sceneEntry()...)
	}

	// The last scene has one text, and the shown stage of SGPC in place of the stop. Stages count from 1: stages.Names[0] is unused.
	stage := s.ShownStage()
	changesLast := s.View.Scene != old.View.Scene || stage != old.ShownStage()
	if now == LastScene && changesLast {
		last := scene.Model{Scene: LastScene, Say: lastSceneText, Stop: stage, Stops: len(stages.Names) - 1}
		return append(cmds, effectJSON("scene", last)...)
	}

	// The previous scene is removed if no other scene replaces it.
	leavesLast := before == LastScene && now != LastScene
	hadScene := leavesLast || old.sceneCoversLook()
	if hadScene && !s.sceneCoversLook() {
		cmds = append(cmds, noScene)
	}

	// A layer over Look, and the pulls at a newly loaded stop.
	stopIsLoaded := s.Opening != nil && s.Opening.Thread != ""
	otherStop := s.View.Level == LevelLook && stopIsLoaded && s.Opening != old.Opening
	sceneChanged := s.View.Scene != old.View.Scene || s.View.Level != old.View.Level
	otherLayer := sceneChanged && s.sceneCoversLook()
	if !otherStop && !otherLayer {
		return cmds
	}
	network, u, v, err := s.followedTie()
	if err != nil || network == nil { // a damaged stop: Look stays without the layer
		return cmds
	}
	if otherStop { // the pulls
		lines, err := network.Crowd()
		if err == nil {
			cmds = append(cmds, effectJSON("crowd", lines)...)
		}
	}
	if !s.sceneCoversLook() {
		return cmds
	}
	return append(cmds, s.showLayer(old, network, u, v, otherStop)...)
}

// noScene is the effect that removes the shown scene.
var noScene = Effect{"scene", []string{"null"}}

// dropForeignScene drops the scene at the level Research. At Learn it drops every scene except the last scene on its own graph, and at Look
// the last scene, which only a link by hand can have there.
func (s *State) dropForeignScene() {
	if s.View.Scene == nil {
		return
	}
	lastOnItsGraph := s.View.Scene.At == LastScene && s.Shown().Graph == opening.Graph
	switch s.View.Level {
	case LevelLook:
		if s.View.Scene.At == LastScene {
			s.View.Scene = nil
		}
	case LevelResearch:
		s.View.Scene = nil
	case LevelLearn:
		if !lastOnItsGraph {
			s.View.Scene = nil
		}
	}
}

// showLayer returns the effect that shows a layer over Look, with the followed person u and neighbour v, counted from 0. old is the state
// before the message. otherStop reports that the message has loaded another stop. A person who does not exist or has no tie ends the scene
// with an error, and so does a failed evaluation of the network. An invalid neighbour is replaced by the neighbour with the strongest pull,
// and the scene then follows this neighbour.
func (s *State) showLayer(old *State, network *scene.Network, u, v int, otherStop bool) []Command {
	shown := s.View.Scene
	m, err := network.At(scene.Selection{Scene: shown.At, U: u, V: v, Maps: shown.Maps, Removed: shown.Removed, Flipped: shown.Flipped})
	if err != nil { // for example, a link names a person who does not exist
		s.View.Scene, s.Error = nil, "The scene was left: "+strings.TrimPrefix(err.Error(), "scene: ")+"."
		s.said = s.Error
		return []Command{noScene, Effect{"wrong", []string{s.Error}}} // levelEffects has come before
	}
	next := *shown
	next.U, next.V = m.U.ID+1, m.V.ID+1
	s.View.Scene = &next

	// Scene 1 shows the followed tie as One edge. The user's own vectors and maps stay until another tie is followed, or another stop is
	// loaded.
	otherTie := old.sceneCoversLook() && (old.View.Scene.V != next.V || old.View.Scene.U != next.U)
	otherMaps := old.sceneCoversLook() && otherStop
	outdated := s.View.One == nil || otherTie || otherMaps
	if shown.At == 1 && outdated {
		s.View.One = &recipe.One{X: m.X, Maps: m.Maps}
	}
	m.Stop, m.Stops = s.Opening.Stop, s.Opening.Stops
	if s.View.One != nil {
		m.MovedX, m.MovedMaps = s.View.One.X, s.View.One.Maps
	}
	return effectJSON("scene", m)
}

// effectJSON returns an effect of this kind with the value v as JSON. It returns nil for a value with numbers that are not finite, which
// JSON cannot hold.
func effectJSON(kind string, v any) []Command {
	b, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return []Command{Effect{kind, []string{string(b)}}}
}

// sceneEntry returns the effect that makes an entry of the browser's history for the shown scene. It returns nil if no link can hold the
// state.
func (s *State) sceneEntry() []Command {
	text, _, err := s.linkText(0) // 0: without own files, since the graph of the thread is built in
	if err != nil {
		return nil
	}
	return []Command{Effect{"address", []string{"#" + text, pushEntry, "change"}}} // "change" shares its entry with no other change
}

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

// The thread leads from Look, its scene 0, over scenes 1 to scene.Last, which are layers over Look with numbers of the network of
// the stop, to LastScene, where level Learn follows SGPC. recipe.View.Scene is where it stands.

// LastScene is the scene at level Learn.
const LastScene = scene.Last + 1

// lastSays is the sentence of the last scene, with the words that begin there.
const lastSays = "SGPC is another network, trained on the same people. " +
	"From here a person is a node, a camp a class, in shape and colour, an arrow a stalk’s vector."

// Messages about the thread.
type (
	// SetScene opens a scene, 0 to LastScene; Turned sets the dial to its last stop.
	SetScene struct {
		Scene  int
		Turned bool
	}
	// FollowPerson follows a person, FollowTie a tie to one of its neighbours.
	FollowPerson struct{ U int }
	FollowTie    struct{ V int }
	// TakeMaps selects the maps of the sum; Strike toggles a tie; FlipTemper flips the neighbour's temper.
	TakeMaps   struct{ Maps string }
	Strike     struct{ Node int }
	FlipTemper struct{}
)

// lastStop exceeds the number of stops; the script of Look uses its last one.
const lastStop = 99

// sceneHash begins a fragment that names a scene, as #scene=3.
const sceneHash = "scene="

// SceneOf returns the scene of a fragment, 0 for none.
func SceneOf(hash string) int {
	text, ok := strings.CutPrefix(strings.TrimPrefix(hash, "#"), sceneHash)
	k, err := strconv.Atoi(text)
	if !ok || err != nil || k < 0 || k > LastScene {
		return 0
	}
	return k
}

// SceneAt returns the shown scene, −1 for none.
func (s *State) SceneAt() int {
	switch {
	case s.View.Level == LevelLook && s.View.Scene == nil:
		return 0
	case s.View.Scene == nil || s.View.Level == LevelResearch || (s.View.Level == LevelLearn) != (s.View.Scene.At == LastScene):
		return -1
	}
	return s.View.Scene.At
}

// layered reports whether a scene covers Look.
func (s *State) layered() bool {
	return s.View.Level == LevelLook && s.View.Scene != nil && s.View.Scene.At > 0
}

// handleScene handles the messages about the thread.
func (s State) handleScene(m Msg) (State, []Command) {
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

// setScene opens a scene and resets the reader's changes, except the followed person and tie.
func (s State) setScene(at recipe.Scene, to int) (State, []Command) {
	if to < 0 || to > LastScene {
		return s, nil
	}
	at = recipe.Scene{At: to, U: at.U, V: at.V}
	if _, u, v, err := s.follows(); err == nil && u >= 0 {
		at.U, at.V = u+1, v+1
	} else if to == LastScene && at.U == 0 {
		at.U, at.V = opening.U+1, opening.V+1
	}
	if s.View.Scene = &at; to == LastScene {
		s, cmds := s.setLevel("how")
		s.View.Hops, s.View.Panel = 1, PanelStage
		s.View.Edge, s.View.Node = 0, choice.One(at.U)
		return s, cmds
	}
	if s.View.Level = LevelLook; to != 1 {
		s.View.One = nil
	}
	s.Chrome.Menu, s.Chrome.More = "", false
	return s, nil
}

// follows returns the network of the stop with the followed person and tie; nil before it is loaded.
func (s *State) follows() (n *scene.Network, u, v int, err error) {
	t := s.Opening
	if t == nil || t.Thread == "" {
		return nil, -1, -1, nil
	}
	if t.net == nil {
		if err := t.open(); err != nil {
			return nil, -1, -1, err
		}
	}
	u, v = t.pair[0], t.pair[1]
	if s.View.Scene != nil && s.View.Scene.U > 0 {
		u, v = s.View.Scene.U-1, s.View.Scene.V-1
	}
	return t.net, u, v, nil
}

// open builds the network of a stop.
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

// sceneEffects returns the effects that show a changed scene, and the pulls on every person at Look.
func (s *State) sceneEffects(old *State) (cmds []Command) {
	if s.View.Scene != nil && (s.View.Level == LevelResearch || s.View.Level == LevelLearn && (s.View.Scene.At != LastScene ||
		s.Shown().Graph != opening.Graph)) {
		s.View.Scene = nil
	}
	if to := s.SceneAt(); to != old.SceneAt() && to >= 0 && old.SceneAt() >= 0 && s.Opening == old.Opening && s.Opening != nil &&
		s.Opening.State != "" {
		cmds = append(cmds, s.entry()...)
	}
	if stage := s.ShownStage(); s.SceneAt() == LastScene && (s.View.Scene != old.View.Scene || stage != old.ShownStage()) {
		return append(cmds, effectJSON("scene", scene.Model{Scene: LastScene, Say: lastSays, Stop: stage, Stops: len(stages.Names) - 1})...)
	}
	if old.SceneAt() == LastScene && s.SceneAt() != LastScene && !s.layered() {
		cmds = append(cmds, Effect{"scene", []string{"null"}})
	}
	turned := s.View.Level == LevelLook && s.Opening != nil && s.Opening.Thread != "" && s.Opening != old.Opening
	if old.layered() && !s.layered() {
		cmds = append(cmds, Effect{"scene", []string{"null"}})
	}
	if !turned && (s.View.Scene == old.View.Scene && s.View.Level == old.View.Level || !s.layered()) {
		return cmds
	}
	n, u, v, err := s.follows()
	if err != nil || n == nil {
		return cmds
	}
	if turned {
		if lines, err := n.Crowd(); err == nil {
			cmds = append(cmds, effectJSON("crowd", lines)...)
		}
	}
	if !s.layered() {
		return cmds
	}
	at := s.View.Scene
	m, err := n.At(scene.Selection{Scene: at.At, U: u, V: v, Maps: at.Maps, Removed: at.Removed, Flipped: at.Flipped})
	if err != nil { // a link names a person or a tie that is not there
		s.View.Scene, s.Error = nil, err.Error()
		return append(cmds, Effect{"scene", []string{"null"}})
	}
	now := *at
	now.U, now.V = m.U.ID+1, m.V.ID+1
	s.View.Scene = &now
	if at.At == 1 && (s.View.One == nil || old.layered() && (old.View.Scene.V != now.V || old.View.Scene.U != now.U || turned)) {
		s.View.One = &recipe.One{X: m.X, Maps: m.Maps}
	}
	if m.Stop, m.Stops = s.Opening.Stop, s.Opening.Stops; s.View.One != nil {
		m.MovedX, m.MovedMaps = s.View.One.X, s.View.One.Maps
	}
	return append(cmds, effectJSON("scene", m)...)
}

// effectJSON returns an effect with a value as JSON, none for values without JSON.
func effectJSON(kind string, v any) []Command {
	b, err := json.Marshal(v)
	if err != nil {
		return nil // numbers that are not finite
	}
	return []Command{Effect{kind, []string{string(b)}}}
}

// entry returns the effect of a history entry for a scene.
func (s *State) entry() []Command {
	text, _, err := s.linkText(0)
	if err != nil {
		return nil
	}
	return []Command{Effect{"address", []string{"#" + text, pushEntry, "change"}}}
}

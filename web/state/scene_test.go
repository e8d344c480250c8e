package state_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"sheafscope/wasm/recipe"
	"sheafscope/web/opening"
	"sheafscope/web/opening/scene"
	"sheafscope/web/state"
)

// threaded returns a page at Look, at a stop of the dial with its stored weights.
func atThread(t *testing.T, stop int) *desk {
	t.Helper()
	data, err := os.ReadFile("../../assets/opening/trained.json")
	if err != nil {
		t.Fatal(err)
	}
	var l struct {
		IDs   []int
		Pair  [2]int
		Stops []struct{ Recipe, State, Weights json.RawMessage }
	}
	if err := json.Unmarshal(data, &l); err != nil {
		t.Fatal(err)
	}
	pair, _ := json.Marshal([2]int{l.IDs[l.Pair[0]], l.IDs[l.Pair[1]]})
	d := atLook(t)
	s := l.Stops[stop]
	d.do(state.Turn{Stop: stop, Stops: len(l.Stops), Recipe: string(s.Recipe), State: string(s.State),
		Thread: `{"weights":` + string(s.Weights) + `,"pair":` + string(pair) + `}`})
	return d
}

// sees returns the scene that the browser draws after messages.
func (d *desk) sceneAfter(all ...state.Msg) scene.Model {
	d.t.Helper()
	for _, m := range all {
		d.do(m)
	}
	return d.drawnScene()
}

// shown returns the scene that the browser was last requested to draw.
func (d *desk) drawnScene() (m scene.Model) {
	d.t.Helper()
	e := d.effects("scene")
	if len(e) != 1 || json.Unmarshal([]byte(e[0][0]), &m) != nil {
		d.t.Fatalf("the scenes are %v", e)
	}
	return m
}

// A person and a tie are followed through the scenes. A link has them. A message that leaves Look leaves the scenes, too.
func TestThreadFollowsAPerson(t *testing.T) {
	d := atThread(t, 2)
	if d.s.SceneAt() != 0 || len(d.effects("crowd")) != 1 {
		t.Errorf("at scene %d with %v", d.s.SceneAt(), d.cmds)
	}
	m := d.sceneAfter(state.SetScene{Scene: 1})
	if u, v := d.s.OneEnds(); u != m.U.ID || v != m.V.ID || d.s.View.One == nil || d.s.View.One.Maps[0][0]*d.s.View.One.Maps[1][0] > -0.5 ||
		d.s.AddressKey() == "" {
		t.Errorf("scene 1 shows the edge %d–%d as %+v", u, v, d.s.View.One)
	}
	m = d.sceneAfter(state.SetScene{Scene: 3})
	if d.s.View.One != nil || m.Camp != scene.Camps[0] || m.U.Wrong {
		t.Errorf("scene 3 says %s", m.Say)
	}
	plain := d.sceneAfter(state.TakeMaps{Maps: "identity"})
	if plain.Camp != scene.Camps[1] || !plain.U.Wrong {
		t.Errorf("identities say %s", plain.Say)
	}
	other := plain.Rows[2].Node
	if m = d.sceneAfter(state.FollowTie{V: other}); m.V.ID != other || m.Total != plain.Total {
		t.Errorf("following %d shows %d and %s", other, m.V.ID, m.Total)
	}
	if m = d.sceneAfter(state.Strike{Node: other}); m.Total == plain.Total || m.V.ID == other {
		t.Errorf("without %d: %s with the tie to %d", other, m.Total, m.V.ID)
	}
	link := d.s.Link()
	if r := link.View.Scene; r == nil || r.At != 3 || !slices.Contains(r.Removed, other) || r.Maps != "identity" || r.U != m.U.ID+1 {
		t.Errorf("the link holds %+v", r)
	}
	before := d.sceneAfter(state.SetScene{Scene: 5})
	if now := d.sceneAfter(state.FlipTemper{}); now.V.Temper == before.V.Temper {
		t.Error("the temper stays")
	}
	d.do(state.SetScene{Scene: state.LastScene})
	if d.s.SceneAt() != state.LastScene || d.s.View.Level != state.LevelLearn || d.s.Shown().Graph != opening.Graph {
		t.Errorf("scene %d at level %s", d.s.SceneAt(), d.s.View.Level)
	}
	if d.do(state.SetScene{Scene: 4}); d.s.SceneAt() != 4 || d.drawnScene().U.ID != m.U.ID {
		t.Errorf("back to scene %d", d.s.SceneAt())
	}
	if d.do(state.Link{}); d.s.SceneAt() != 0 || len(d.effects("scene")) != 1 {
		t.Errorf("an address without a link leads to scene %d", d.s.SceneAt())
	}
	d.do(state.SetScene{Scene: 2})
	d.do(state.SetLevel{Level: state.LevelResearch})
	if d.s.SceneAt() != -1 || d.s.View.Scene != nil {
		t.Errorf("Research shows scene %d", d.s.SceneAt())
	}
	d = atThread(t, 1)
	d.do(state.FollowPerson{U: 9999})
	if d.do(state.SetScene{Scene: 2}); d.s.Error == "" || d.s.SceneAt() != 0 {
		t.Errorf("a person who is not there: scene %d, %q", d.s.SceneAt(), d.s.Error)
	}
	if r := (recipe.View{Scene: &recipe.Scene{At: 9}}); state.New(recipe.Recipe{View: r}).View.Scene != nil {
		t.Error("a link to scene 9 is taken")
	}
}

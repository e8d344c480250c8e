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

// atThread returns a page at Look, at a stop of the dial, counted from 0, with its stored weights. The thread follows the stored pair of
// persons.
func atThread(t *testing.T, stop int) *desk {
	t.Helper()
	data, err := os.ReadFile("../../assets/opening/trained.json")
	if err != nil {
		t.Fatal(err)
	}
	var stored struct {
		IDs   []int
		Pair  [2]int
		Stops []struct{ Recipe, State, Weights json.RawMessage }
	}
	if err := json.Unmarshal(data, &stored); err != nil {
		t.Fatal(err)
	}
	pair, _ := json.Marshal([2]int{stored.IDs[stored.Pair[0]], stored.IDs[stored.Pair[1]]}) // integers always have a JSON text
	d := atLook(t)
	s := stored.Stops[stop]
	d.do(state.Turn{Stop: stop, Stops: len(stored.Stops), Recipe: string(s.Recipe), State: string(s.State),
		Thread: `{"weights":` + string(s.Weights) + `,"pair":` + string(pair) + `}`})
	return d
}

// sceneAfter applies messages and returns the scene that the browser must draw after the last message.
func (d *desk) sceneAfter(all ...state.Msg) scene.Model {
	d.t.Helper()
	for _, m := range all {
		d.do(m)
	}
	return d.drawnScene()
}

// drawnScene returns the only scene that the last commands draw.
func (d *desk) drawnScene() (m scene.Model) {
	d.t.Helper()
	e := d.effects("scene")
	if len(e) != 1 {
		d.t.Fatalf("%d scenes are drawn, want 1: %v", len(e), e)
	}
	if err := json.Unmarshal([]byte(e[0][0]), &m); err != nil {
		d.t.Fatal(err)
	}
	return m
}

// A person and a tie stay the same through the scenes, until the reader follows another tie or removes a neighbour. A link has the scene
// with the removed neighbours and the maps. The last scene is a line over Learn, from which scene 4 is reached again with the same person.
// An empty address leads to scene 0, and Research has no scene. An unknown person is an error, and a link to an unknown scene opens no
// scene.
func TestThreadFollowsAPerson(t *testing.T) {
	d := atThread(t, 2)
	if d.s.SceneAt() != 0 || len(d.effects("crowd")) != 1 {
		t.Errorf("at first the scene is %d, want 0; the commands are %v", d.s.SceneAt(), d.cmds)
	}

	// Scene 1 is One edge between the two persons. Each map of the edge is a number times the identity. The two numbers have different signs,
	// and a product below −0.5.
	m := d.sceneAfter(state.SetScene{Scene: 1})
	one := d.s.View.One
	if u, v := d.s.OneEnds(); u != m.U.ID || v != m.V.ID || d.s.AddressKey() == "" {
		t.Errorf("scene 1 shows the edge %d–%d, want %d–%d; key of the address %q", u, v, m.U.ID, m.V.ID, d.s.AddressKey())
	}
	if one == nil || one.Maps[0][0]*one.Maps[1][0] > -0.5 {
		t.Errorf("scene 1 shows the maps of %+v, want a product below −0.5", one)
	}

	// Scene 3 has the predicted class (camp) of the person: right with the trained maps, wrong with identities.
	m = d.sceneAfter(state.SetScene{Scene: 3})
	if d.s.View.One != nil || m.Camp != scene.Camps[0] || m.U.Wrong {
		t.Errorf("scene 3 with One edge %+v: camp %s, wrong %v, text %s", d.s.View.One, m.Camp, m.U.Wrong, m.Say)
	}
	plain := d.sceneAfter(state.TakeMaps{Maps: "identity"})
	if plain.Camp != scene.Camps[1] || !plain.U.Wrong {
		t.Errorf("scene 3 with identities: camp %s, wrong %v, text %s", plain.Camp, plain.U.Wrong, plain.Say)
	}

	// Another tie changes no sum; without this neighbour the sum changes, and the tie, too.
	other := plain.Rows[2].Node // any other neighbour
	if m = d.sceneAfter(state.FollowTie{V: other}); m.V.ID != other || m.Total != plain.Total {
		t.Errorf("following %d shows the tie to %d and the sum %s, was %s", other, m.V.ID, m.Total, plain.Total)
	}
	if m = d.sceneAfter(state.Strike{Node: other}); m.Total == plain.Total || m.V.ID == other {
		t.Errorf("without neighbour %d: sum %s, was %s; tie to %d", other, m.Total, plain.Total, m.V.ID)
	}
	link := d.s.Link()
	linked := link.View.Scene // its U counts from 1, the ID of a person from 0
	if linked == nil || linked.At != 3 || linked.U != m.U.ID+1 {
		t.Fatalf("the link has the scene %+v, want 3 with person %d", linked, m.U.ID+1)
	}
	if !slices.Contains(linked.Removed, other) || linked.Maps != "identity" {
		t.Errorf("the link has the removed neighbours %v and the maps %q, want %d and identity", linked.Removed, linked.Maps, other)
	}

	// Scene 5 changes the temper of the neighbour, a feature of 1 or −1. The last scene is at Learn. Scene 4 follows it, with the same person.
	before := d.sceneAfter(state.SetScene{Scene: 5})
	if after := d.sceneAfter(state.FlipTemper{}); after.V.Temper == before.V.Temper {
		t.Errorf("FlipTemper leaves the temper %v", before.V.Temper)
	}
	d.do(state.SetScene{Scene: state.LastScene})
	if d.s.SceneAt() != state.LastScene || d.s.View.Level != state.LevelLearn || d.s.Shown().Graph != opening.Graph {
		t.Errorf("the last scene is %d at level %s over %s", d.s.SceneAt(), d.s.View.Level, d.s.Shown().Graph)
	}
	d.do(state.SetScene{Scene: 4})
	if d.s.SceneAt() != 4 || d.drawnScene().U.ID != m.U.ID {
		t.Errorf("from Learn the page returns to scene %d with person %d, want 4 with %d", d.s.SceneAt(), d.drawnScene().U.ID, m.U.ID)
	}

	// The address of the dial leads to scene 0 from every scene, also from the last one.
	for _, k := range []int{state.LastScene, 1} {
		other := atThread(t, 1)
		other.do(state.SetScene{Scene: k})
		other.do(state.Link{Text: "#dial"})
		if other.s.SceneAt() != 0 || other.s.View.Level != state.LevelLook {
			t.Errorf("from scene %d the address of the dial leads to scene %d at level %s", k, other.s.SceneAt(), other.s.View.Level)
		}
	}

	// An empty address leads to scene 0, and Research to no scene.
	d.do(state.Link{})
	if d.s.SceneAt() != 0 || len(d.effects("scene")) != 1 {
		t.Errorf("an empty address leads to scene %d; the commands are %v", d.s.SceneAt(), d.cmds)
	}
	d.do(state.SetScene{Scene: 2})
	d.do(state.SetLevel{Level: state.LevelResearch})
	if d.s.SceneAt() != -1 || d.s.View.Scene != nil {
		t.Errorf("Research shows scene %d", d.s.SceneAt())
	}

	// Persons and scenes that do not exist.
	d = atThread(t, 1)
	d.do(state.FollowPerson{U: 9999})
	d.do(state.SetScene{Scene: 2})
	wrong := d.effects("wrong") // Look shows an error by this effect
	if d.s.Error == "" || d.s.SceneAt() != 0 || len(wrong) != 1 || wrong[0][0] != d.s.Error {
		t.Errorf("with an unknown person: scene %d, error %q, effect %q", d.s.SceneAt(), d.s.Error, wrong)
	}

	// A page that a link has opened at the last scene has no stop: back from there it shows the last stop.
	d = &desk{t: t, s: state.New(recipe.Recipe{Setup: opening.Run(), Version: recipe.Version,
		View: recipe.View{Level: state.LevelLearn, Scene: &recipe.Scene{At: state.LastScene, U: 1, V: 2}}})}
	d.do(state.SetScene{Scene: 5})
	if d.s.Opening == nil || d.s.Opening.Stop < 9 || len(d.effects("level")) != 1 {
		t.Errorf("back from the last scene: stop %+v, effects %v; want a stop beyond the last", d.s.Opening, d.effects("level"))
	}
	if r := (recipe.View{Scene: &recipe.Scene{At: 9}}); state.New(recipe.Recipe{View: r}).View.Scene != nil {
		t.Error("a link to scene 9 opens a scene")
	}
}

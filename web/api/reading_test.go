package api_test

import (
	"testing"

	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/api"
	"sheafscope/web/state"
)

// load reports to a program how its files were read.
func TestLoadReportsReading(t *testing.T) {
	s := state.New(recipe.Recipe{})
	if got := api.ReadingJSON(&s); got != `{"format":"","notes":[],"doubts":[]}` {
		t.Error(got)
	}
	s.Graph = &proto.GraphInfo{Format: "table", Notes: []string{"One."}, Doubts: []string{"Two?", "Three?"}}
	if got := api.ReadingJSON(&s); got != `{"format":"table","notes":["One."],"doubts":["Two?","Three?"]}` {
		t.Error(got)
	}
	// The correction of a recipe is what load takes.
	r, err := api.ParseRecipe(`{"graph":"file","read":"label=3,header=no"}`)
	if err != nil || r.Read != "label=3,header=no" {
		t.Errorf("%+v, %v", r, err)
	}
}

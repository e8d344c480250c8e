package api_test

import (
	"testing"

	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/api"
	"sheafscope/web/state"
)

// load() reports how the files were read: format, notes and doubts. ParseRecipe keeps the correction of a reading, the field read.
func TestLoadReportsReading(t *testing.T) {
	s := state.New(recipe.Recipe{})
	if got := api.ReadingJSON(&s); got != `{"format":"","notes":[],"doubts":[]}` {
		t.Errorf("without a graph load reports %s", got)
	}
	s.Graph = &proto.GraphInfo{Format: "table", Notes: []string{"One."}, Doubts: []string{"Two?", "Three?"}}
	if got := api.ReadingJSON(&s); got != `{"format":"table","notes":["One."],"doubts":["Two?","Three?"]}` {
		t.Errorf("load reports %s", got)
	}
	// A recipe with a correction.
	r, err := api.ParseRecipe(`{"graph":"file","read":"label=3,header=no"}`)
	if err != nil || r.Read != "label=3,header=no" {
		t.Errorf("the recipe is read as %+v, %v", r, err)
	}
}

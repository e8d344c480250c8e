package state_test

import (
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// answered answers the newest load.
func (c *checker) answered(st proto.Status) {
	c.t.Helper()
	st.Goal, st.Reached = c.load().Seq, true
	c.do(state.FromWorker{Reply: proto.Reply{Status: &st}})
}

// TestWeightsAlone: a file of weights without a graph is read together with the graph on the screen. The recipe names a built-in graph.
// Beside own files, new weights replace older weights. The recipe then has the model, the settings and the position of the network.
func TestWeightsAlone(t *testing.T) {
	file := func(name string) []content.File { return []content.File{{Name: name, Data: []byte(name)}} }
	net := func(name string) *proto.Network {
		return &proto.Network{File: name, Model: "gcn", Settings: map[string]string{"hidden": "5"}, Position: 1}
	}
	c := newChecker(t)
	c.do(state.Files{Files: file("a.safetensors")})
	c.answered(proto.Status{Err: "alone", Alone: true})
	if r := c.load(); r.Kind != flat.Load || r.Recipe.Graph != "file" || r.Recipe.Net.Of != "karate" || len(r.Files) != 1 {
		t.Fatalf("with a built-in graph: %+v", r)
	}
	c.answered(proto.Status{Network: net("a.safetensors")})
	r := c.load()
	if r.Kind != flat.Load || r.Recipe.Model != "gcn" || r.Recipe.Settings["hidden"] != "5" || r.Recipe.Position != 1 ||
		r.Recipe.Net != (recipe.Net{File: "a.safetensors", Of: "karate"}) {
		t.Fatalf("the recipe is %+v", r)
	}
	c.take(r.Seq, &proto.GraphInfo{Name: "karate", N: 34})
	c.do(state.Files{Files: file("b.safetensors")}) // for the same graph
	c.answered(proto.Status{Err: "alone", Alone: true})
	if r := c.load(); r.Recipe.Net != (recipe.Net{Of: "karate"}) || len(r.Files) != 1 || r.Files[0].Name != "b.safetensors" {
		t.Fatalf("a second network: %+v", r)
	}
	c.answered(proto.Status{Err: "it does not fit"})
	if c.s.Recipe.Net.File != "a.safetensors" || !strings.Contains(c.s.Error, "it does not fit") {
		t.Errorf("after a refusal the network is %+v, the error %q", c.s.Recipe.Net, c.s.Error)
	}
	// Beside own files the network of before goes.
	c.do(state.Files{Files: append(file("edges.csv"), file("a.safetensors")...)})
	c.answered(proto.Status{Network: net("a.safetensors")})
	r = c.load()
	if r.Recipe.Net != (recipe.Net{File: "a.safetensors"}) || len(r.Files) != 2 {
		t.Fatalf("with a graph: %+v", r)
	}
	c.take(r.Seq, &proto.GraphInfo{Name: "edges", N: 3})
	c.do(state.Files{Files: file("b.safetensors")})
	c.answered(proto.Status{Err: "alone", Alone: true})
	if r := c.load(); r.Recipe.Graph != "file" || r.Recipe.Net != (recipe.Net{}) || len(r.Files) != 2 || r.Files[0].Name != "edges.csv" ||
		r.Files[1].Name != "b.safetensors" {
		t.Fatalf("beside own files: %+v", r)
	}
	c.do(state.Open{Graph: "florentine"})
	if c.s.Shown().Net != (recipe.Net{}) {
		t.Errorf("another graph keeps the network %+v", c.s.Shown().Net)
	}
}

// TestBakedNetwork: a page that contains a graph and a trained network reads both before it loads them, since its recipe names no network.
func TestBakedNetwork(t *testing.T) {
	files := []content.File{{Name: "graph.npz", Data: []byte("graph")}, {Name: "net.safetensors", Data: []byte("net")}}
	c := &checker{t: t, s: state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "file"}})}
	c.s.Bake(files)
	c.s.Files = files
	c.do(state.Start{})
	if r := c.load(); r.Kind != flat.Load || len(r.Files) != 2 {
		t.Fatalf("sent %+v", r)
	}
	c.answered(proto.Status{Network: &proto.Network{File: "net.safetensors", Model: "gat", Position: 1}})
	if r := c.load(); r.Kind != flat.Load || r.Recipe.Model != "gat" || r.Recipe.Position != 1 || len(r.Files) != 2 {
		t.Errorf("sent %+v", r)
	}
}

// TestLinkWithoutItsNetwork: a link without its files names the network among them.
func TestLinkWithoutItsNetwork(t *testing.T) {
	c := newChecker(t)
	c.do(state.Restore{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "file", Net: recipe.Net{File: "mine.safetensors", Of: "karate"}},
		Own: "0123"}})
	c.do(state.Found{Sum: "0123"})
	if !strings.Contains(c.s.Error, "the trained network mine.safetensors") {
		t.Errorf("the error is %q", c.s.Error)
	}
}

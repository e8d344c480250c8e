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

// answerNewest applies a status of the worker that ends the newest load or reading.
func (c *filePage) answerNewest(st proto.Status) {
	c.t.Helper()
	st.Goal, st.Reached = c.load().Seq, true
	c.do(state.FromWorker{Reply: proto.Reply{Status: &st}})
}

// A file of weights without a graph is read together with the graph on the screen. For a built-in graph the recipe names the graph;
// beside own files, new weights replace older weights. The loaded recipe has the model, the settings and the position of the network. If
// the network does not fit, the previous one stays. Another graph drops the network.
func TestWeightsAlone(t *testing.T) {
	file := func(name string) []content.File { return []content.File{{Name: name, Data: []byte(name)}} }
	net := func(name string) *proto.Network {
		return &proto.Network{File: name, Model: "gcn", Settings: map[string]string{"hidden": "5"}, Position: 1}
	}

	// With a built-in graph. The worker first reports weights without a graph (Alone); then it reads them with the graph, and then the page
	// loads the run of the network.
	c := newFilePage(t)
	c.do(state.Files{Files: file("a.safetensors")})
	c.answerNewest(proto.Status{Err: "alone", Alone: true})
	if r := c.load(); r.Kind != flat.Load || r.Recipe.Graph != "file" || r.Recipe.Net.Of != "karate" || len(r.Files) != 1 {
		t.Fatalf("with a built-in graph the page sends %+v", r)
	}
	c.answerNewest(proto.Status{Network: net("a.safetensors")})
	r := c.load()
	if r.Kind != flat.Load || r.Recipe.Net != (recipe.Net{File: "a.safetensors", Of: "karate"}) {
		t.Fatalf("the page sends %+v, want a load with the network of a.safetensors", r)
	}
	if r.Recipe.Model != "gcn" || r.Recipe.Settings["hidden"] != "5" || r.Recipe.Position != 1 {
		t.Fatalf("the recipe lacks model, settings or position of the network: %+v", r.Recipe)
	}
	c.answerWithGraph(r.Seq, &proto.GraphInfo{Name: "karate", N: 34})

	// A second network for the same graph, which does not fit.
	c.do(state.Files{Files: file("b.safetensors")})
	c.answerNewest(proto.Status{Err: "alone", Alone: true})
	if r := c.load(); r.Recipe.Net != (recipe.Net{Of: "karate"}) || len(r.Files) != 1 || r.Files[0].Name != "b.safetensors" {
		t.Fatalf("a second network is read with %+v", r)
	}
	c.answerNewest(proto.Status{Err: "it does not fit"})
	if c.s.Recipe.Net.File != "a.safetensors" || !strings.Contains(c.s.Error, "it does not fit") {
		t.Errorf("after a refusal the network is %+v, the error %q", c.s.Recipe.Net, c.s.Error)
	}

	// Own files with a network. New weights then replace the older ones.
	c.do(state.Files{Files: append(file("edges.csv"), file("a.safetensors")...)})
	c.answerNewest(proto.Status{Network: net("a.safetensors")})
	r = c.load()
	if r.Recipe.Net != (recipe.Net{File: "a.safetensors"}) || len(r.Files) != 2 {
		t.Fatalf("own files with a network give %+v", r)
	}
	c.answerWithGraph(r.Seq, &proto.GraphInfo{Name: "edges", N: 3})
	c.do(state.Files{Files: file("b.safetensors")})
	c.answerNewest(proto.Status{Err: "alone", Alone: true})
	r = c.load()
	if r.Recipe.Graph != "file" || r.Recipe.Net != (recipe.Net{}) || len(r.Files) != 2 {
		t.Fatalf("new weights beside own files give %+v", r)
	}
	if r.Files[0].Name != "edges.csv" || r.Files[1].Name != "b.safetensors" {
		t.Fatalf("the files are %s and %s, want edges.csv and b.safetensors", r.Files[0].Name, r.Files[1].Name)
	}
	c.do(state.Open{Graph: "florentine"})
	if c.s.Shown().Net != (recipe.Net{}) {
		t.Errorf("another graph keeps the network %+v", c.s.Shown().Net)
	}
}

// A page that contains a graph and a trained network first reads both, because its recipe names no network. Then it loads both files with
// the model and position of the network.
func TestBakedNetwork(t *testing.T) {
	files := []content.File{{Name: "graph.npz", Data: []byte("graph")}, {Name: "net.safetensors", Data: []byte("net")}}
	c := &filePage{t: t, s: state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "file"}})}
	c.s.Bake(files)
	c.s.Files = files
	c.do(state.Start{})
	if r := c.load(); r.Kind != flat.Load || len(r.Files) != 2 {
		t.Fatalf("the page first sends %+v, want both files", r)
	}
	c.answerNewest(proto.Status{Network: &proto.Network{File: "net.safetensors", Model: "gat", Position: 1}})
	if r := c.load(); r.Kind != flat.Load || r.Recipe.Model != "gat" || r.Recipe.Position != 1 || len(r.Files) != 2 {
		t.Errorf("then the page sends %+v, want the run of the network", r)
	}
}

// If a link needs files that the browser does not have, the error names the network among them.
func TestLinkWithoutItsNetwork(t *testing.T) {
	c := newFilePage(t)
	c.do(state.Restore{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "file", Net: recipe.Net{File: "mine.safetensors", Of: "karate"}},
		Own: "0123"}})
	c.do(state.Found{Sum: "0123"})
	if !strings.Contains(c.s.Error, "the trained network mine.safetensors") {
		t.Errorf("the error is %q, want the network in it", c.s.Error)
	}
}

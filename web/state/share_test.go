package state

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// A word that ends the graph's name and begins the file's stands there once.
func TestFileNames(t *testing.T) {
	for _, c := range [][3]string{
		{"Zachary's karate club", "graph.png", "zacharys-karate-club-graph.png"},
		{"Karate club", "trace.json", "karate-club-trace.json"},
		{"Geom-GCN graph", "graph.svg", "geom-gcn-graph.svg"},
		{"graph", "graph.png", "graph.png"},
		{"karate", "karate.graphml", "karate.graphml"},
		{"Les Misérables", "nodes.csv", "les-mis-rables-nodes.csv"},
		{"my nodes", "nodes-2.csv", "my-nodes-2.csv"},
		{"图", "edges.csv", "edges.csv"},
		{"Zachary's karate club", "Zachary-s-karate-club.graphml", "zacharys-karate-club.graphml"},
		{"my.graph", "My.graph.v2.json", "my-graph-v2.json"},
		{"图", "图.gexf", "graph.gexf"},
		{"pyg", "pyg.zip", "pyg.zip"},
	} {
		if got := fileName(c[0], c[1]); got != c[2] {
			t.Errorf("%q, %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// Share tells what became of the link: copied, for a while; refused, with the link to copy by hand.
func TestShare(t *testing.T) {
	s := New(recipe.Recipe{Run: recipe.Run{Graph: "karate"}})
	s.Graph, s.Frame = &proto.GraphInfo{Name: "karate", N: 1, Labels: []int{0}}, &sgpc.Frame{N: 1}
	s, cmds := Update(s, Share{})
	if !slices.ContainsFunc(cmds, func(c Command) bool { e, ok := c.(Effect); return ok && e.Kind == "copylink" }) || s.Menu != "" {
		t.Fatalf("%+v, menu %q", cmds, s.Menu)
	}
	copied, cmds := Update(s, Shared{Link: "https://a/#s1.x", Copied: true})
	if copied.Menu != MenuShare || !strings.Contains(copied.ShareText(), "is copied") {
		t.Errorf("%q: %q", copied.Menu, copied.ShareText())
	}
	after, ok := cmds[0].(After)
	if !ok {
		t.Fatalf("%+v", cmds)
	}
	if closed, _ := Update(copied, after.Msg); closed.Menu != "" {
		t.Error("the box stays")
	}
	again, _ := Update(copied, Share{})
	again, _ = Update(again, Shared{Link: "https://a/#s1.y", Copied: true})
	if open, _ := Update(again, after.Msg); open.Menu != MenuShare {
		t.Error("the rest of the first link closes the second")
	}
	refused, cmds := Update(s, Shared{Link: "https://a/#s1.x"})
	if refused.Menu != MenuShare || !strings.Contains(refused.ShareText(), "did not allow") || refused.Sharing.Link != "https://a/#s1.x" {
		t.Errorf("%q: %q", refused.Menu, refused.ShareText())
	}
	if e, ok := cmds[0].(Effect); !ok || e.Kind != "select" {
		t.Errorf("%+v", cmds)
	}
}

// At the end of a run a step does nothing and says why; a run may begin again.
func TestStepsRestAtTheEnd(t *testing.T) {
	s := New(recipe.Recipe{Run: recipe.Run{Graph: "karate"}})
	s.Graph = &proto.GraphInfo{Name: "karate", N: 1, Labels: []int{0}}
	s.Config.Epochs, s.Config.Patience = 50, 20
	for _, c := range []struct {
		frame sgpc.Frame
		want  string
	}{
		{sgpc.Frame{Epoch: 30}, ""},
		{sgpc.Frame{Epoch: 50, Done: true}, "all 50 epochs are done"},
		{sgpc.Frame{Epoch: 31, Done: true}, "no better validation for 20 epochs"},
	} {
		s.Frame = &c.frame
		if got := s.RestText(); got != c.want {
			t.Errorf("epoch %d: %q, want %q", c.frame.Epoch, got, c.want)
		}
		next, cmds := Update(s, Step{"inner"})
		if sent := slices.ContainsFunc(cmds, func(c Command) bool { _, ok := c.(Send); return ok }); sent != (c.want == "") || c.want != "" &&
			!strings.Contains(next.Said, c.want) {
			t.Errorf("epoch %d: a step sends %v and says %q", c.frame.Epoch, cmds, next.Said)
		}
	}
}

package state

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// A word at the end of the graph's name that also begins the file's name is written once.
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

// The panel reports whether the link is copied. If the browser refuses the copy, it shows the link. The panel stays open.
func TestSharePanelReportsTheCopy(t *testing.T) {
	s := New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	s.Graph, s.Frame = &proto.GraphInfo{Name: "karate", N: 1, Labels: []int{0}}, &frame.Frame{N: 1}
	s, cmds, _ := Update(s, Share{})
	if !slices.ContainsFunc(cmds, func(c Command) bool { e, ok := c.(Effect); return ok && e.Kind == "copylink" }) || s.Chrome.Menu != "" {
		t.Fatalf("%+v, menu %q", cmds, s.Chrome.Menu)
	}
	copied, cmds, _ := Update(s, Shared{Link: "https://a/#s1.x", Copied: true})
	if copied.Chrome.Menu != MenuShare || !strings.Contains(copied.ShareText(), "is copied") {
		t.Errorf("%q: %q", copied.Chrome.Menu, copied.ShareText())
	}
	if _, said := cmds[0].(Announce); len(cmds) > 1 || !said {
		t.Errorf("a copied link is followed by %+v", cmds)
	}
	closed, _, _ := Update(copied, Cancel{})
	if closed.Chrome.Menu != "" {
		t.Error("Escape leaves the panel open")
	}
	refused, cmds, _ := Update(s, Shared{Link: "https://a/#s1.x"})
	if refused.Chrome.Menu != MenuShare || !strings.Contains(refused.ShareText(), "did not allow") ||
		refused.Chrome.Sharing.Link != "https://a/#s1.x" {
		t.Errorf("%q: %q", refused.Chrome.Menu, refused.ShareText())
	}
	if e, ok := cmds[0].(Effect); !ok || e.Kind != "select" {
		t.Errorf("%+v", cmds)
	}
}

// A short link has a code. A part that is left out makes the link shorter, and can be added again.
func TestShareParts(t *testing.T) {
	s := New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}, View: recipe.View{Notes: []recipe.Note{{Pin: "node:1", Text: "It turns."}}}})
	s.Graph, s.Frame = &proto.GraphInfo{Name: "karate", N: 2, Labels: []int{0, 1}}, &frame.Frame{N: 2}
	s.View.Notes = []recipe.Note{{Pin: "node:1", Text: "It turns."}}
	shared := func(m Msg) string {
		t.Helper()
		var cmds []Command
		s, cmds, _ = Update(s, m)
		for _, c := range cmds {
			if e, ok := c.(Effect); ok && e.Kind == "hash" {
				s, _, _ = Update(s, Shared{Link: "https://a.b/?x=1" + e.Args[0], Copied: true})
				return e.Args[0]
			}
		}
		t.Fatalf("%T shares nothing: %+v", m, cmds)
		return ""
	}
	whole := shared(Share{})
	if s.ShareCode() == "" || s.CodeText() != "" || !strings.Contains(s.ShareEmbed(), `src="https://a.b/?embed=1#s1.`) {
		t.Errorf("%q, %q, %q", s.ShareCode(), s.CodeText(), s.ShareEmbed())
	}
	if short := shared(LeaveOut{"notes"}); len(short) >= len(whole) || len(s.ShareHolds()) != 2 {
		t.Errorf("%d characters without notes, %d with; parts %+v", len(short), len(whole), s.ShareHolds())
	}
	if again := shared(LeaveOut{"notes"}); again != whole {
		t.Error("the notes do not come back")
	}
	s.Chrome.Sharing.Link = "https://a.b/#" + strings.Repeat("a", 300)
	if s.ShareCode() != "" || !strings.Contains(s.CodeText(), "Leave parts out, or save a file") {
		t.Errorf("%q, %q", s.ShareCode(), s.CodeText())
	}
	_, cmds, _ := Update(s, SaveState{})
	file, ok := cmds[0].(Download)
	if !ok || !recipe.IsFile(file.Data) || file.Name != "karate-state.json" {
		t.Fatalf("%+v", cmds)
	}
	opened, cmds, _ := Update(New(recipe.Recipe{}), Files{Files: []content.File{{Name: file.Name, Data: file.Data}}})
	if !slices.ContainsFunc(cmds, func(c Command) bool {
		q, ok := c.(Send)
		return ok && q.Message.Goal != nil && q.Message.Goal.Load && q.Message.Goal.Run.Graph == "karate" && len(q.Message.Goal.Files) == 0
	}) || opened.Error != "" {
		t.Errorf("the file opens %+v, %q", cmds, opened.Error)
	}
	broken, _, _ := Update(s, Files{Files: []content.File{{Name: "a", Data: file.Data[:60]}}})
	if broken.Graph != s.Graph || !strings.Contains(broken.Error, "was not opened") {
		t.Errorf("half a file: %q", broken.Error)
	}
}

// At the end of a run a step does nothing and announces the reason. The run can begin again.
func TestStepsRestAtTheEnd(t *testing.T) {
	s := New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	s.Graph = &proto.GraphInfo{Name: "karate", N: 1, Labels: []int{0}}
	s.Config.Epochs, s.Config.Patience = 50, 20
	for _, c := range []struct {
		frame frame.Frame
		want  string
	}{
		{frame.Frame{Epoch: 30}, ""},
		{frame.Frame{Epoch: 50, Done: true}, "all 50 epochs are done"},
		{frame.Frame{Epoch: 31, Done: true}, "no better validation for 20 epochs"},
	} {
		s.Frame = &c.frame
		if got := s.RestText(); got != c.want {
			t.Errorf("epoch %d: %q, want %q", c.frame.Epoch, got, c.want)
		}
		_, cmds, _ := Update(s, Step{"inner"})
		if sent := slices.ContainsFunc(cmds, func(c Command) bool { _, ok := c.(Send); return ok }); sent != (c.want == "") || c.want != "" &&
			!slices.Contains(cmds, Command(Announce{"The run is over: " + c.want + "."})) {
			t.Errorf("epoch %d: a step sends %v and announces %q", c.frame.Epoch, cmds, c.want)
		}
	}
}

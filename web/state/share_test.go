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

// fileName joins the names of graph and file in small letters, with hyphens in place of other characters. A word at the end of the
// graph's name that also begins the file's name is written once. A name without Latin letters is omitted, or replaced by "graph".
func TestFileNames(t *testing.T) {
	// The name of the graph, the name of the file, and the result.
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
			t.Errorf("fileName(%q, %q) = %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// The panel of the link opens after the browser has answered, and reports whether the link is copied. If the browser refuses the copy,
// the panel says so and shows the link, selected. Escape closes the panel.
func TestSharePanelReportsTheCopy(t *testing.T) {
	s := New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	s.Graph, s.Frame = &proto.GraphInfo{Name: "karate", N: 1, Labels: []int{0}}, &frame.Frame{N: 1}
	s, cmds, _ := Update(s, Share{})
	copies := slices.ContainsFunc(cmds, func(c Command) bool { e, ok := c.(Effect); return ok && e.Kind == "copylink" })
	if !copies || s.Chrome.Menu != "" {
		t.Fatalf("Share gives the commands %+v and opens the menu %q", cmds, s.Chrome.Menu)
	}

	// The browser has copied the link.
	copied, cmds, _ := Update(s, Shared{Link: "https://a/#s1.x", Copied: true})
	if copied.Chrome.Menu != MenuShare || !strings.Contains(copied.ShareText(), "is copied") {
		t.Errorf("after the copy: menu %q, text %q", copied.Chrome.Menu, copied.ShareText())
	}
	if _, announced := cmds[0].(Announce); len(cmds) > 1 || !announced {
		t.Errorf("a copied link gives the commands %+v, want an announcement", cmds)
	}
	closed, _, _ := Update(copied, Cancel{})
	if closed.Chrome.Menu != "" {
		t.Error("Escape leaves the panel open")
	}

	// The browser has refused the copy.
	refused, cmds, _ := Update(s, Shared{Link: "https://a/#s1.x"})
	if refused.Chrome.Menu != MenuShare || !strings.Contains(refused.ShareText(), "did not allow") ||
		refused.Chrome.Sharing.Link != "https://a/#s1.x" {
		t.Errorf("after a refusal: menu %q, text %q", refused.Chrome.Menu, refused.ShareText())
	}
	if e, ok := cmds[0].(Effect); !ok || e.Kind != "select" {
		t.Errorf("after a refusal the commands are %+v, want the selection of the link", cmds)
	}
}

// The panel of a short link has a QR code, and the HTML that embeds the page. A part that is left out makes the link shorter, and can be
// added again. A long link has no QR code. The file of a saved state opens its graph, and a damaged file is refused.
func TestShareParts(t *testing.T) {
	s := New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}, View: recipe.View{Notes: []recipe.Note{{Pin: "node:1", Text: "It turns."}}}})
	s.Graph, s.Frame = &proto.GraphInfo{Name: "karate", N: 2, Labels: []int{0, 1}}, &frame.Frame{N: 2}
	s.View.Notes = []recipe.Note{{Pin: "node:1", Text: "It turns."}}
	// share applies a message that makes a link, and then the report of the browser that the link is copied. It returns the link.
	share := func(m Msg) string {
		t.Helper()
		var cmds []Command
		s, cmds, _ = Update(s, m)
		for _, c := range cmds {
			if e, ok := c.(Effect); ok && e.Kind == "hash" {
				s, _, _ = Update(s, Shared{Link: "https://a.b/?x=1" + e.Args[0], Copied: true})
				return e.Args[0]
			}
		}
		t.Fatalf("%T makes no link: %+v", m, cmds)
		return ""
	}
	whole := share(Share{})
	if s.ShareCode() == "" || s.CodeText() != "" || !strings.Contains(s.ShareEmbed(), `src="https://a.b/?embed=1#s1.`) {
		t.Errorf("code %q, text about the code %q, embedding %q", s.ShareCode(), s.CodeText(), s.ShareEmbed())
	}
	// The first LeaveOut omits the notes, the second one adds them again. The panel lists the omitted part, too.
	if short := share(LeaveOut{"notes"}); len(short) >= len(whole) || len(s.ShareHolds()) != 2 {
		t.Errorf("%d characters without notes, %d with; parts %+v, want 2", len(short), len(whole), s.ShareHolds())
	}
	if again := share(LeaveOut{"notes"}); again != whole {
		t.Errorf("with the notes again the link is %q, want %q", again, whole)
	}
	s.Chrome.Sharing.Link = "https://a.b/#" + strings.Repeat("a", 300) // longer than maxCode, 300
	if s.ShareCode() != "" || !strings.Contains(s.CodeText(), "Leave parts out, or save a file") {
		t.Errorf("a link of more than 300 characters has the code %q and the text %q", s.ShareCode(), s.CodeText())
	}

	// The panel also describes a link that would be too long, and a link without files. A local file has no QR code.
	for _, c := range []struct{ link, out, holds, code string }{
		{"", "", "A link would hold: graph, ", ""},
		{"https://a/", outFiles, "This link holds: split, ", ""},
		{"file:///a" + strings.Repeat("a", 300), "", "This link holds: graph, ", ""},
	} {
		p := s
		p.Chrome.Sharing = Sharing{Shared: Shared{Link: c.link}, Out: []string{c.out}}
		if !strings.HasPrefix(p.HoldsText(), c.holds) || p.CodeText() != c.code {
			t.Errorf("link %.12q without %q: %q, about the code %q", c.link, c.out, p.HoldsText(), p.CodeText())
		}
	}

	// Without its omitted notes the state has all its parts again: the link also becomes the address.
	p := s
	p.Chrome.Sharing.Out, p.View.Notes = []string{"notes"}, nil
	_, cmds, _ := Update(p, Share{})
	if e, ok := cmds[0].(Effect); !ok || e.Kind != "hash" || e.Args[1] != replaceEntry {
		t.Errorf("without notes in the state the link gives %+v, want an address", cmds[0])
	}

	// The state is saved as a file, and a new page opens the file.
	_, cmds, _ = Update(s, SaveState{})
	file, ok := cmds[0].(Download)
	if !ok || !recipe.IsFile(file.Data) || file.Name != "karate-state.json" {
		t.Fatalf("SaveState gives the commands %+v, want the file karate-state.json", cmds)
	}
	opened, cmds, _ := Update(New(recipe.Recipe{}), Files{Files: []content.File{{Name: file.Name, Data: file.Data}}})
	loadsKarate := slices.ContainsFunc(cmds, func(c Command) bool {
		send, ok := c.(Send)
		if !ok || send.Goal == nil || !send.Goal.Load {
			return false
		}
		return send.Goal.Run.Graph == "karate" && len(send.Goal.Files) == 0
	})
	if !loadsKarate || opened.Error != "" {
		t.Errorf("the file gives the commands %+v and the error %q", cmds, opened.Error)
	}
	broken, _, _ := Update(s, Files{Files: []content.File{{Name: "a", Data: file.Data[:60]}}}) // the file breaks off
	if broken.Graph != s.Graph || !strings.Contains(broken.Error, "was not opened") {
		t.Errorf("a part of the file gives the error %q and the graph %+v; want the graph of before", broken.Error, broken.Graph)
	}
}

// At the end of a run a step sends nothing and announces the reason: all epochs are done, or validation has not improved for Patience
// epochs. Before the end a step is sent.
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
			t.Errorf("at epoch %d RestText returns %q, want %q", c.frame.Epoch, got, c.want)
		}

		// A step at the end of a run is announced in place of being sent.
		_, cmds, _ := Update(s, Step{"inner"})
		isSent := slices.ContainsFunc(cmds, func(c Command) bool { _, ok := c.(Send); return ok })
		isAnnounced := slices.Contains(cmds, Command(Announce{"The run is over: " + c.want + "."}))
		goesOn := c.want == ""
		if isSent != goesOn {
			t.Errorf("at epoch %d a step is sent: %v, want %v; commands %v", c.frame.Epoch, isSent, goesOn, cmds)
		}
		if !goesOn && !isAnnounced {
			t.Errorf("at epoch %d a step does not announce %q; commands %v", c.frame.Epoch, c.want, cmds)
		}
	}
}

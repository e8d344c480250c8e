package state_test

import (
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// The note about the user's files describes what was read, and is announced. A new seed keeps the note, and does not show it again after
// the user has closed it. Other files have a note of their own, and a built-in graph has none.
func TestReadFilesAreNotedOnce(t *testing.T) {
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	announcement := ""
	// open applies a message that loads a graph, and ends the load with a graph.
	open := func(m state.Msg, g proto.GraphInfo) {
		t.Helper()
		next, cmds, _ := state.Update(s, m)
		s = next
		for _, c := range cmds {
			if send, ok := c.(state.Send); ok && send.Goal != nil && send.Goal.Load {
				s, cmds, _ = state.Update(s, state.FromWorker{Reply: proto.Reply{Status: &proto.Status{Goal: send.Goal.Seq, Graph: &g}}})
				announcement, _ = lastAnnouncement(announcement, cmds)
				s, _, _ = state.Update(s, state.FromWorker{Reply: proto.Reply{Status: &proto.Status{Goal: send.Goal.Seq, Reached: true,
					Frame: &frame.Frame{N: g.N}}}})
				return
			}
		}
		t.Fatalf("%T loads no graph: %s", m, s.Error)
	}
	own := proto.GraphInfo{Name: "a", Format: "table", N: 3, Edges: []int32{0, 1, 1, 2}, Classes: 1, Features: 4,
		Notes: []string{"1 self-loop dropped.", "No labels."}}
	files := state.Files{Files: []content.File{{Name: "a.csv", Data: []byte("0,1\n1,2\n")}}}
	open(files, own)
	if r := s.Chrome.Read; r == nil || r.Text != "Read as an edge list: 3 nodes, 2 edges; 1 class and 4 features to train with." ||
		r.Notes != "1 self-loop dropped. No labels." {
		t.Fatalf("the note about the table is %+v", r)
	}
	if !strings.Contains(announcement, "No labels.") {
		t.Errorf("the announcement is %q, want the note in it", announcement)
	}
	open(state.Seed{Text: "5"}, own)
	if s.Chrome.Read == nil {
		t.Error("a new seed removes the note")
	}
	s, _, _ = state.Update(s, state.DismissRead{})
	open(state.Seed{Text: "6"}, own)
	if s.Chrome.Read != nil {
		t.Errorf("after a new seed the closed note is shown again: %+v", s.Chrome.Read)
	}
	other := own
	other.Format, other.Notes, other.Splits = "GraphML", nil, []string{"b.graphml"}
	open(state.Files{Files: []content.File{{Name: "b.graphml", Data: []byte("<graphml/>")}}}, other)
	if r := s.Chrome.Read; r == nil || r.Text != "Read as GraphML: 3 nodes, 2 edges, 1 split; 1 class and 4 features to train with." ||
		r.Notes != "" {
		t.Fatalf("the note about the GraphML file is %+v", r)
	}
	open(state.Open{Graph: "florentine"}, proto.GraphInfo{Name: "f", N: 3, Format: "built-in"})
	if s.Chrome.Read != nil {
		t.Errorf("a built-in graph has the note %+v", s.Chrome.Read)
	}
}

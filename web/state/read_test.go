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

// The note about the user's files appears once for each set of files. A graph of the page has no note.
func TestReadFilesAreNotedOnce(t *testing.T) {
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	said := ""
	open := func(m state.Msg, g proto.GraphInfo) {
		t.Helper()
		next, cmds, _ := state.Update(s, m)
		s = next
		for _, c := range cmds {
			if send, ok := c.(state.Send); ok && send.Goal != nil && send.Goal.Load {
				s, cmds, _ = state.Update(s, state.FromWorker{Reply: proto.Reply{Status: &proto.Status{Goal: send.Goal.Seq, Graph: &g}}})
				said, _ = lastAnnouncement(said, cmds)
				s, _, _ = state.Update(s, state.FromWorker{Reply: proto.Reply{Status: &proto.Status{Goal: send.Goal.Seq, Reached: true,
					Frame: &frame.Frame{N: g.N}}}})
				return
			}
		}
		t.Fatalf("%T loads nothing: %s", m, s.Error)
	}
	own := proto.GraphInfo{Name: "a", Format: "table", N: 3, Edges: []int32{0, 1, 1, 2}, Classes: 1, Features: 4,
		Notes: []string{"1 self-loop dropped.", "No labels."}}
	files := state.Files{Files: []content.File{{Name: "a.csv", Data: []byte("0,1\n1,2\n")}}}
	open(files, own)
	if r := s.Chrome.Read; r == nil || r.Text != "Read as an edge list: 3 nodes, 2 edges; 1 class and 4 features to train with." ||
		r.Notes != "1 self-loop dropped. No labels." {
		t.Fatalf("%+v", r)
	}
	if !strings.Contains(said, "No labels.") {
		t.Errorf("screen readers hear %q", said)
	}
	open(state.Seed{Text: "5"}, own)
	if s.Chrome.Read == nil {
		t.Error("another seed takes the message away")
	}
	s, _, _ = state.Update(s, state.DismissRead{})
	open(state.Seed{Text: "6"}, own)
	if s.Chrome.Read != nil {
		t.Errorf("the message comes back: %+v", s.Chrome.Read)
	}
	other := own
	other.Format, other.Notes, other.Splits = "GraphML", nil, []string{"b.graphml"}
	open(state.Files{Files: []content.File{{Name: "b.graphml", Data: []byte("<graphml/>")}}}, other)
	if r := s.Chrome.Read; r == nil || r.Text != "Read as GraphML: 3 nodes, 2 edges, 1 split; 1 class and 4 features to train with." ||
		r.Notes != "" {
		t.Fatalf("%+v", r)
	}
	open(state.Open{Graph: "florentine"}, proto.GraphInfo{Name: "f", N: 3, Format: "built-in"})
	if s.Chrome.Read != nil {
		t.Errorf("of a graph of the page: %+v", s.Chrome.Read)
	}
}

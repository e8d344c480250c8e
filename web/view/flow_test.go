package view_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/picture"
)

// look opens a stage on the page s. It answers every query of the page with the present frame.
func look(t testing.TB, s *state.State, stage int) {
	t.Helper()
	next, cmds, _ := state.Update(*s, state.PickStage{Stage: stage})
	for _, c := range cmds {
		if send, ok := c.(state.Send); ok {
			next, _, _ = state.Update(next, state.FromWorker{Reply: proto.Reply{Answer: &proto.Answer{Seq: send.Query.Seq,
				Question: proto.ReadFrame, For: send.Query.For, Frame: s.Frame}}})
		}
	}
	*s = next
}

// The colours of the nodes, the legend and the sentence of stage 6 belong to the shown iterate of the diffusion. Iterate 0 has one colour,
// and the last iterate several; its sentence says that the solve has converged. With classes in place of values no node has a class at
// X = 0. Afterwards the stages of features and plans draw their own figures.
func TestFlowOnTheGraph(t *testing.T) {
	s := karate(t, epochs(3), frame.Focus{Example: true}, frame.Once{Flow: true, Features: true})
	s.View.Edges = "energy"
	look(t, s, stage.Diffusion)
	s.View.Nodes = state.NodesFlow
	last := len(s.Flow.View.Iter) - 1
	for _, iterate := range []int{0, last} {
		s.Flow.At = iterate
		a, colours := picture.NewAttributes(s), map[float32]bool{}
		for _, v := range a.Value {
			colours[v] = true
		}
		if (len(colours) == 1) != (iterate == 0) || a.Scale != s.Flow.View.Scale {
			t.Errorf("iterate %d of %d has %d colours and the scale %v, want the scale %v, and one colour only at 0", iterate, last, len(colours),
				a.Scale, s.Flow.View.Scale)
		}
		if l := picture.NewLegend(s, &a); len(l.Ramps) == 0 || !strings.HasPrefix(l.Ramps[0].Low, "main coordinate") {
			t.Errorf("the legend %+v has no main coordinate", l.Ramps)
		}
	}
	if text := view.Plain(inspector.New(s).Lead); !strings.Contains(text, "converged after") {
		t.Errorf("the end of the solve says %q", text)
	}
	// The classes of the iterate X = 0.
	s.Flow.At, s.Flow.Classes = 0, true
	for i, c := range picture.NewAttributes(s).Class {
		if c != -1 {
			t.Fatalf("node %d has the class %d at X = 0", i, c)
		}
	}
	if st := picture.NewStyle(s); st.Nodes != "prediction" {
		t.Errorf("the classes of an iterate are drawn as %q, want prediction", st.Nodes)
	}
	// The other stages after the flow.
	look(t, s, stage.Features)
	b, err := json.Marshal(inspector.New(s).Body)
	if err != nil || !strings.Contains(string(b), `"kind":"features"`) {
		t.Errorf("no feature matrix: %v", err)
	}
	s.View.Stage = stage.Sinkhorn
	b, _ = json.Marshal(inspector.New(s).Body)
	if !strings.Contains(string(b), "an example") || !strings.Contains(string(b), `"kind":"scalings"`) {
		t.Error("stage 2 does not call its edge an example, or has no scalings")
	}
}

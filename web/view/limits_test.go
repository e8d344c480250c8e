package view_test

import (
	"strings"
	"testing"

	"sheafscope/core/claims"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/stages"
)

// This file tests the parts that the page omits for large graphs, and the purposes of the panels.

// The page names each part that it omits for a large graph with the reason, and names none for a small graph. With the ascent on, the page
// states the seconds of an epoch once they are measured. A model without a sheaf omits the drawing alone.
func TestOmittedPartsHaveReasons(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	if l := stages.Limits(s); l != nil || stages.LimitsLine(s) != "" {
		t.Errorf("the karate club leaves out %q", l)
	}
	// A graph of the size of PubMed.
	large := *s.Graph
	large.N, large.Edges = 19717, make([]int32, 2*44324)
	s.Graph, s.GraphKey, s.Chrome.Cards = &large, 2, map[string]int{state.LimitsCard: 1}
	s.Config.GapMode, s.Config.D, s.Config.Channels = "off", 2, 32
	text := strings.Join(stages.Limits(s), "\n")
	for _, word := range []string{"Spectrum: ", "39434", "Gap ascent: off", "Laplacian: ", "Diffusion: ", "first 2000 edges", "Graph: "} {
		if !strings.Contains(text, word) {
			t.Errorf("the omitted parts lack %q:\n%s", word, text)
		}
	}
	if stages.LimitsLine(s) == "" {
		t.Error("no line above the graph")
	}
	next, _, _ := state.Update(*s, state.CloseLimits{})
	if stages.LimitsLine(&next) != "" {
		t.Error("the closed line stays")
	}
	// With the ascent on, stage 10 states the time of an epoch on this machine.
	s.Config.GapMode = "sheaf"
	s.View.Panel, s.View.Stage = state.PanelStage, stage.Gap
	for seconds, want := range map[float64]string{0: "epochs are slow", 3.9: "an epoch takes 3.9 s here"} {
		s.EpochSeconds = seconds
		said := false
		for _, f := range inspector.New(s).Body.Figures {
			if text, ok := f.Data.(string); ok && f.ID == "ascentcost" {
				said = strings.Contains(text, want)
			}
		}
		if !said || !strings.Contains(stages.LimitsLine(s), want) {
			t.Errorf("%q is not said after %g s: %q", want, seconds, stages.LimitsLine(s))
		}
	}
	s.Config.Model = "gcn"
	if l := stages.Limits(s); len(l) != 1 {
		t.Errorf("a model without a sheaf leaves out %q", l)
	}
}

// Every stage states its purpose, and no two stages the same. The panels about edge, node and claims state theirs. The count of failing
// claims is that of the rows, or −1 before the evaluation.
func TestEveryViewSaysWhy(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{Edge: 5, Node: 8})
	seen := map[string]bool{}
	for number := 1; number < len(stage.Names); number++ {
		s.View.Panel, s.View.Stage = state.PanelStage, number
		why := inspector.New(s).Why
		if why == "" || seen[why] {
			t.Errorf("stage %d says %q", number, why)
		}
		seen[why] = true
	}
	for _, panel := range []string{state.PanelEdge, state.PanelNode, state.PanelClaims} {
		s.View.Panel = panel
		if inspector.New(s).Why == "" {
			t.Errorf("%s does not say what it is for", panel)
		}
	}
	// A claim fails if it is evaluated under its assumptions and does not hold: here claim a alone.
	if n := inspector.ClaimsFailing(s); n != -1 {
		t.Errorf("%d claims fail before they were evaluated", n)
	}
	s.Claims = []claims.Claim{{ID: "a", Evaluated: true, AssumptionsMet: true}, {ID: "b", Evaluated: true},
		{ID: "c", Evaluated: true, AssumptionsMet: true, Holds: true}, {ID: "d"}}
	if n := inspector.ClaimsFailing(s); n != 1 {
		t.Errorf("%d of four claims fail, want 1", n)
	}
}

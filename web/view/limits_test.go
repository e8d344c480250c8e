package view_test

import (
	"strings"
	"testing"

	"sheafscope/core/claims"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/stages"
)

// This file tests the parts that the page omits for large graphs, and the purposes of the panels.

// The page names each part that it omits for a large graph with the reason, and names none for a small graph. With the ascent on, the page
// states the seconds of an epoch once they are measured. A model without a sheaf omits only parts of the drawing. The line above the graph
// can be closed.
func TestOmittedPartsHaveReasons(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	if l := stages.Limits(s); l != nil || stages.LimitsLine(s) != "" {
		t.Errorf("the karate club omits %q and has the line %q, want neither", l, stages.LimitsLine(s))
	}
	// A graph of the size of PubMed. Its Laplacian has 39434 = 2·19717 rows.
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
	// With the ascent on, stage 10 and the line state the time of an epoch on this machine; 0 means not yet measured.
	s.Config.GapMode = "sheaf"
	s.View.Panel, s.View.Stage = state.PanelStage, stage.Gap
	for seconds, want := range map[float64]string{0: "epochs are slow", 3.9: "an epoch takes 3.9 s here"} {
		s.EpochSeconds = seconds
		stated := false
		for _, f := range inspector.New(s).Body.Figures {
			if text, ok := f.Data.(string); ok && f.ID == "ascentcost" {
				stated = strings.Contains(text, want)
			}
		}
		if !stated || !strings.Contains(stages.LimitsLine(s), want) {
			t.Errorf("with epochs of %g s the panel states %q: %v, and the line is %q", seconds, want, stated, stages.LimitsLine(s))
		}
	}
	// Without an ascent or plans there are no sentences on them: the reading "code" has neither, and constant maps have no ascent.
	for _, change := range []func(*settings.Config){func(c *settings.Config) { c.Reading = "code" },
		func(c *settings.Config) { c.Maps = settings.MapsIdentity }} {
		own := s.Config
		change(&own)
		for _, mode := range []string{"off", "additive"} {
			own.GapMode = mode
			other := *s
			other.Config = own.Reduced()
			text := strings.Join(append(stages.Limits(&other), stages.LimitsLine(&other)), "\n")
			if strings.Contains(strings.ToLower(text), "ascent") || strings.Contains(text, "Sinkhorn") != own.HasParts() {
				t.Errorf("reading %s, maps %s: the omitted parts are\n%s", own.Reading, own.Maps, text)
			}
		}
	}
	s.Config.Model = "gcn"
	if l := stages.Limits(s); len(l) != 1 {
		t.Errorf("a model without a sheaf omits %q, want one part", l)
	}
}

// Every stage states its purpose, and no two stages state an equal one. The panels of edge, node and claims state their purposes. The count
// of failing claims is −1 before the evaluation, and then the number of claims that fail under their assumptions.
func TestEveryViewSaysWhy(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{Edge: 5, Node: 8})
	seen := map[string]bool{}
	for number := 1; number < len(stage.Names); number++ {
		s.View.Panel, s.View.Stage = state.PanelStage, number
		purpose := inspector.New(s).Why
		if purpose == "" || seen[purpose] {
			t.Errorf("stage %d has the purpose %q, which is empty or that of an earlier stage", number, purpose)
		}
		seen[purpose] = true
	}
	for _, panel := range []string{state.PanelEdge, state.PanelNode, state.PanelClaims} {
		s.View.Panel = panel
		if inspector.New(s).Why == "" {
			t.Errorf("the panel %s states no purpose", panel)
		}
	}
	// A claim fails if it is evaluated under its assumptions and does not hold: here claim a alone.
	if n := inspector.ClaimsFailing(s); n != -1 {
		t.Errorf("%d claims fail before the evaluation, want -1", n)
	}
	s.Claims = []claims.Claim{{ID: "a", Evaluated: true, AssumptionsMet: true}, {ID: "b", Evaluated: true},
		{ID: "c", Evaluated: true, AssumptionsMet: true, Holds: true}, {ID: "d"}}
	if n := inspector.ClaimsFailing(s); n != 1 {
		t.Errorf("%d of four claims fail, want 1", n)
	}
}

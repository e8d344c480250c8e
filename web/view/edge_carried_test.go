package view_test

import (
	"math"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
	"sheafscope/web/view/inspector"
)

// The panel of an edge shows the plan that the settings use: with lift=independent the product of both measures, and with lift=shuffled
// the plan of the edge that the permutation selects.
func TestEdgeShowsThePlanInUse(t *testing.T) {
	const chosen = 11
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	at := func(lift string, e int) (*state.State, edge.PlanPicture, string) {
		cfg := settings.Default()
		cfg.Lift = lift
		s := karateAt(t, g, split, cfg, epochs(2), frame.Focus{Edge: choice.Of(e)})
		s.View.Panel = state.PanelEdge
		v := inspector.New(s)
		for _, f := range v.Body.Figures {
			if f.ID == "plan" {
				return s, f.Data.(edge.PlanPicture), view.Plain(v.Lead)
			}
		}
		t.Fatalf("lift=%s: no plan is shown", lift)
		return nil, edge.PlanPicture{}, ""
	}
	same := func(what string, got, want view.Vec) {
		t.Helper()
		for k := range want {
			if len(got) != len(want) || math.Abs(got[k]-want[k]) > 1e-12 {
				t.Errorf("%s is %v, want %v", what, got, want)
				return
			}
		}
	}
	s, p, lead := at("independent", chosen)
	product := make(view.Vec, p.D*p.D)
	for k := range product {
		product[k] = p.Mu[k/p.D] * p.Nu[k%p.D]
	}
	same("the independent coupling", p.Right, product)
	same("its margin", p.Nu2, p.Nu)
	if !strings.Contains(lead, "the independent coupling") || s.Frame.Edge.From != -1 {
		t.Errorf("lift=independent says %q", lead)
	}
	_, p, lead = at("shuffled", chosen)
	from := rng.New(settings.Default().Seed, "lift/shuffle").Perm(len(g.Edges))[chosen]
	other, _, _ := at("shuffled", from)
	same("the plan in use", p.Right, other.Frame.Edge.P)
	same("its margin μ", p.Mu2, other.Frame.Edge.Mu)
	same("its margin ν", p.Nu2, other.Frame.Edge.Nu)
	if from == chosen || !strings.Contains(lead, "the plan of edge ") {
		t.Errorf("lift=shuffled, from edge %d: %q", from, lead)
	}
	if s, _, lead = at("ot", chosen); s.Frame.Edge.Carried != nil || strings.Contains(lead, "in the place of") {
		t.Errorf("lift=ot carries %v and says %q", s.Frame.Edge.Carried, lead)
	}
}

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

// The panel of an edge shows the plan that the settings use. With lift=independent it is the product of both measures. With lift=shuffled
// it is the plan of the edge that a random permutation selects; the test draws this permutation itself. With lift=ot it is the
// edge's own plan.
func TestEdgeShowsThePlanInUse(t *testing.T) {
	const chosen = 11 // any edge that the permutation moves
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	// open returns the page with a lift and the edge e (from 0) open, the picture of its plan, and the sentence of the panel.
	open := func(lift string, e int) (*state.State, edge.PlanPicture, string) {
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
	wantEqual := func(what string, got, want view.Vec) {
		t.Helper()
		for k := range want {
			if len(got) != len(want) || math.Abs(got[k]-want[k]) > 1e-12 {
				t.Errorf("%s is %v, want %v", what, got, want)
				return
			}
		}
	}
	s, p, lead := open("independent", chosen)
	product := make(view.Vec, p.D*p.D)
	for k := range product {
		product[k] = p.Mu[k/p.D] * p.Nu[k%p.D]
	}
	// lift=independent: P = μ νᵀ.
	wantEqual("the independent coupling", p.Right, product)
	wantEqual("its margin ν", p.Nu2, p.Nu)
	if !strings.Contains(lead, "the independent coupling") || s.Frame.Edge.From != -1 {
		t.Errorf("lift=independent takes the plan from edge %d, want -1, and says %q", s.Frame.Edge.From, lead)
	}
	// lift=shuffled: the permutation sends the chosen edge to another edge.
	_, p, lead = open("shuffled", chosen)
	from := rng.New(settings.Default().Seed, "lift/shuffle").Perm(len(g.Edges))[chosen]
	other, _, _ := open("shuffled", from)
	wantEqual("the plan in use", p.Right, other.Frame.Edge.P)
	wantEqual("its margin μ", p.Mu2, other.Frame.Edge.Mu)
	wantEqual("its margin ν", p.Nu2, other.Frame.Edge.Nu)
	if from == chosen || !strings.Contains(lead, "the plan of edge ") {
		t.Errorf("lift=shuffled, from edge %d: %q", from, lead)
	}
	// lift=ot: the plan of the edge itself.
	s, _, lead = open("ot", chosen)
	if s.Frame.Edge.Carried != nil || strings.Contains(lead, "in the place of") {
		t.Errorf("lift=ot carries %v and says %q", s.Frame.Edge.Carried, lead)
	}
}

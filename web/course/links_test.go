package course

import (
	"math"
	"testing"

	exact "sheafscope/core/course"
	"sheafscope/core/graph"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/web/course/contents"
)

// Every chapter opens in the laboratory: what its link says can be run, has the graph of the figure, and the settings that
// the figure's sliders stand for.
func TestLinksToTheLaboratory(t *testing.T) {
	c := New(nil)
	opened := func(figure string, values map[string]float64) *session.Source {
		t.Helper()
		set(t, c, figure, values)
		r, err := recipe.Parse(c.Link(figure))
		if err != nil || r.Graph == "" {
			t.Fatalf("%s: %+v, %v", figure, r, err)
		}
		source, err := session.Core{}.Source(r.Run, r.Files)
		if err != nil {
			t.Fatalf("%s: %v", figure, err)
		}
		return source
	}
	same := func(figure string, s *exact.Sheaf, g *graph.Graph) {
		t.Helper()
		joined := map[[2]int32]bool{}
		for _, e := range g.Edges {
			joined[[2]int32{min(e.I, e.J), max(e.I, e.J)}] = true
		}
		for _, e := range s.Edges {
			delete(joined, [2]int32{int32(min(e.I, e.J)), int32(max(e.I, e.J))})
		}
		if g.N != len(s.Nodes) || len(g.Edges) != len(s.Edges) || len(joined) != 0 {
			t.Errorf("%s: the laboratory has %d nodes, %d edges and %v beside those of the figure", figure, g.N, len(g.Edges), joined)
		}
	}
	for _, degree := range []float64{6, 14} {
		g := opened("puzzle", map[string]float64{"degree": degree}).Graph
		if m := len(c.draw(puzzleSpec(c.values["puzzle"], 1)).graph.Edges); len(g.Edges) != m || g.N != 300 {
			t.Errorf("puzzle: %d nodes and %d edges, %d ties are in the figure", g.N, len(g.Edges), m)
		}
	}
	for _, depth := range []float64{0, 7} {
		s := opened("blur", map[string]float64{"depth": depth, "homophily": 0.3})
		if s.Config.Layers != int(max(1, depth)) || s.Config.Model != "gcn" || len(s.Graph.Edges) != len(c.blur.graph.Edges) {
			t.Errorf("blur: %+v", s.Config)
		}
	}
	if s := opened("edge", nil); s.Graph.N != 2 || len(s.Graph.Edges) != 1 {
		t.Errorf("edge: %d nodes", s.Graph.N)
	}
	same("laplacian", pathSheaf(c.values["laplacian"]), opened("laplacian", nil).Graph)
	same("ring", exact.Ring(6, 2), opened("ring", nil).Graph)
	for _, time := range []float64{0, 1.5} {
		s := opened("heat", map[string]float64{"time": time, "steps": 6})
		same("heat", heatSheaf(c.values["heat"]), s.Graph)
		if time > 0 && s.Config.Dt != 0.25 {
			t.Errorf("heat: steps of %g", s.Config.Dt)
		}
	}
	for _, which := range []float64{0, 1} {
		same("gap", gapSheaf(Values{"graph": which, "bridge": 1}), opened("gap", map[string]float64{"graph": which}).Graph)
	}
	s := opened("plan", map[string]float64{"eps": 0.7, "tau": 3.5, "step": 5}).Config
	if s.D != planSize || math.Abs(s.Epsilon0-0.7) > 1e-12 || s.Tau != 3.5 || s.SinkhornSteps != 5 {
		t.Errorf("plan: %+v", s)
	}
	opened("filter", nil)
	opened("sure", nil)
	r, err := recipe.Parse(c.Link("webkb"))
	if err != nil || r.Graph != texas { // which a worker fetches
		t.Errorf("webkb: %+v, %v", r, err)
	}
	if len(contents.Chapters) != 11 {
		t.Errorf("%d chapters", len(contents.Chapters))
	}
}

package web

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/vugu/vugu"

	"sheafscope/core/choice"
	"sheafscope/wasm/recipe"
	"sheafscope/web/lab"
	"sheafscope/web/state"
)

// This file tests that the page can be drawn while a graph is on its way: no picture and no panel may panic or fail.

// draw computes everything that the page draws: the models of all pictures, and the panels.
func (c *testPage) draw() {
	c.t.Helper()
	c.pictures()
	env, err := vugu.NewBuildEnv(&noEvents{})
	if err != nil {
		c.t.Fatal(err)
	}
	env.RunBuild(&Root{App: &App{State: c.s, Do: func(state.Msg) {}, Hint: func(string, string) {}}})
}

// While the graph of a link is loaded, the page draws the previous graph, which may lack the nodes and edges that the link selects. The
// page can be drawn, also after each of three messages during the load. The links are of random moments of larger graphs. In one case
// of ten the last scene of the thread is opened in place of a link. The test has 40 cases, 500 with LONG=1.
func TestPageIsDrawnDuringLoad(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 71))
	pick := func(list ...string) string { return list[r.IntN(len(list))] } // the model "" is the default
	count := 40
	if os.Getenv("LONG") != "" {
		count = 500
	}
	for k := range count {
		larger := opened(t, recipe.Setup{Graph: pick("karate", "ring:n=60", "miserables"), Seed: uint64(k), Model: pick("", "", "", "gcn")})
		larger.do(state.Train{Epochs: 1})
		for range 1 + r.IntN(6) {
			larger.random(r)
		}
		text, err := recipe.Format(larger.s.Link())
		if err != nil {
			t.Fatal(err)
		}
		// The page has a smaller graph, and a selection of its own.
		page := opened(t, recipe.Setup{Graph: pick("k2", "k4", "ring:n=9", "florentine"), Model: pick("", "", "", "gcn")})
		page.do(state.Train{Epochs: 1 + r.IntN(2)})
		for range r.IntN(5) {
			page.random(r)
		}
		var m state.Msg = state.Link{Text: "#" + text}
		if r.IntN(10) == 0 {
			m = state.SetScene{Scene: state.LastScene}
		}
		page.s, _, _ = state.Update(page.s, m)
		page.draw()
		for range 3 {
			page.s, _, _ = state.Update(page.s, duringLoad(r))
			page.draw()
		}
		if t.Failed() {
			t.Fatalf("the page of the first failure has opened %s", text)
		}
	}
}

// The page can be drawn after each message of a random walk in which answers of the worker arrive late: other messages, links and graphs
// overtake them. The test takes 3 walks of 40 messages, 60 walks with LONG=1.
func TestPageIsDrawnAtAnyMoment(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 71))
	pick := func(list ...string) string { return list[r.IntN(len(list))] } // the model "" is the default
	count := 3
	if os.Getenv("LONG") != "" {
		count = 60
	}
	var links []string
	for k := range count {
		page := opened(t, recipe.Setup{Graph: pick("k4", "karate", "florentine"), Seed: uint64(k), Model: pick("", "", "gcn", "nsd")})
		page.do(state.Train{Epochs: 1})
		page.isSlow = true // an answer waits until deliver
		for step := range 40 {
			// Of 20 equally likely numbers, 11 deliver an answer if one waits.
			waits := len(page.waiting) > 0
			switch n := r.IntN(20); {
			case waits && n < 11:
				page.deliver()
			case n < 15:
				page.random(r)
			case n < 17:
				page.do(duringLoad(r))
			case n == 17:
				page.do(state.Open{Graph: pick("k2", "k4", "ring:n=9", "karate", "miserables")})
			case n == 18 && len(links) > 0:
				page.do(state.Link{Text: "#" + links[r.IntN(len(links))]})
			default:
				page.do(state.SetScene{Scene: r.IntN(state.LastScene + 1)})
			}
			page.draw()
			if t.Failed() {
				t.Fatalf("walk %d fails at message %d", k, step)
			}
		}
		if text, err := recipe.Format(page.s.Link()); err == nil {
			links = append(links, text)
		}
	}
}

// duringLoad returns a random message of a user who does not wait for the end of a load. Its nodes and edges may be outside the graph.
func duringLoad(r *rand.Rand) state.Msg {
	list := []state.Msg{state.CycleHops{}, state.PickNode{Node: choice.Of(r.IntN(30))}, state.PickEdge{Edge: choice.Of(r.IntN(30))},
		state.PickStage{Stage: 1 + r.IntN(10)}, state.PickLasso{Nodes: []int{r.IntN(9), r.IntN(40)}}, state.PickEigen{Index: r.IntN(40)},
		state.SetLevel{Level: "learn"}, state.SetLevel{Level: "research"}, state.SetLayout{Layout: "spectral"}, state.SetLayout{Layout: "fibre"},
		state.SetPanel{Panel: state.PanelNode}, state.SetPanel{Panel: state.PanelEdge}, state.SetPanel{Panel: state.PanelClaims},
		state.Unroll{On: true}, state.Tabulate{Of: "nodes"}, state.Tabulate{Of: "edges"}, state.OpenOne{Edge: choice.Of(r.IntN(40))},
		state.SetNodes{Mode: state.NodesMistakes}, state.SetNodes{Mode: state.NodesFlow}, state.SetNodes{Mode: state.NodesFeature},
		state.SetEdges{Mode: state.EdgesBlock}, state.SetEdges{Mode: state.EdgesMoved}, state.MoveFlow{At: 1, Dt: 0.3}, state.FollowPerson{U: 9},
		state.MoveFigure{Name: state.SliderCycle, At: r.IntN(5)}, state.MoveFigure{Name: state.SliderOperator, At: 1},
		state.Mix{Gamma: []float64{1, 0}}, state.AddNote{Pin: "node:30", Text: "x"}, state.AddPin{}, state.OpenPin{},
		state.Lab{Msg: lab.OpenCompare{}}, state.Lab{Msg: lab.CloseCompare{}},
		state.Lab{Msg: lab.ChangeB{Field: "model", Value: "mlp"}}, state.Lab{Msg: lab.ChangeB{Field: "seed", Value: "7"}},
		state.ChangeMap{B: 1, Degrees: 30, Scale: 1}, state.Step{Unit: "stage"}, state.Seek{Position: 1}, state.PutBack{}}
	return list[r.IntN(len(list))]
}

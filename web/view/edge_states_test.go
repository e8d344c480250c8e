package view_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
	"sheafscope/web/view/inspector"
)

// edgePanel returns the page with the panel of an edge (from 0) of the karate club, after steps of a run with the reading and the changed
// settings.
func edgePanel(t *testing.T, reading string, e int, steps func(*sgpc.Run), change func(*settings.Config)) *state.State {
	t.Helper()
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := method.Configure(g, split, "sgpc", reading, 0)
	if err != nil {
		t.Fatal(err)
	}
	change(&cfg)
	s := karateAt(t, g, split, cfg, steps, frame.Focus{Edge: choice.Of(e)})
	s.View.Panel = state.PanelEdge
	return s
}

// Without a JKO step, the panel of an edge has the mass of the one plan, and neither a step nor the settings of a step.
func TestEdgeWithoutStepHasNoStep(t *testing.T) {
	for name, change := range map[string]func(*settings.Config){
		"sinkhorn": func(c *settings.Config) { c.Lift = "sinkhorn" },
		"no steps": func(c *settings.Config) { c.JKOSteps = 0 },
		"shuffled": func(c *settings.Config) { c.Lift, c.JKOSteps = "shuffled", 0 },
	} {
		s := edgePanel(t, "paper", 3, epochs(1), change)
		if text := leadOf(s); strings.Contains(text, "The step") {
			t.Errorf("%s: %s", name, text)
		}
		if b := inspector.New(s).Body; b.Eq != "nojko" || valueOf(s, "τ") != "" || valueOf(s, "ε") != "" {
			t.Errorf("%s: the equation %s, %q, with %v", name, b.Eq, b.Lines, b.Vals)
		}
		off := 0.0
		for k, mass := range s.Frame.Edge.P {
			if k%(s.Frame.D+1) != 0 {
				off += mass
			}
		}
		if text := leadOf(s); !strings.Contains(text, view.Pct(off)) {
			t.Errorf("%s: %q lacks the mass %s", name, text, view.Pct(off))
		}
	}
}

// With shuffled plans, an edge has the equation of its steps. An edge that the permutation maps to itself has its own plan.
func TestShuffledEdge(t *testing.T) {
	own := -1
	seed := uint64(0)
	edges := len(graph.Karate().Edges)
	for own < 0 {
		seed++
		for e, from := range rng.New(seed, "lift/shuffle").Perm(edges) {
			if e == from {
				own = e
			}
		}
	}
	for mode, want := range map[string]string{"w2": "w2", "kl": "jko"} {
		s := edgePanel(t, "paper", own, epochs(1), func(c *settings.Config) { c.Lift, c.JKOMode, c.Seed = "shuffled", mode, seed })
		if got := inspector.New(s).Body.Eq; got != want {
			t.Errorf("jko_mode=%s: the equation is %s, want %s", mode, got, want)
		}
		if text := leadOf(s); s.Frame.Edge.From != own || !strings.Contains(text, "its own plan") || strings.Contains(text, "in the place") {
			t.Errorf("edge %d has the plan of %d: %q", own, s.Frame.Edge.From, text)
		}
	}
}

// In the reading "code", an edge has no plan. Its sentences before the agreement name the next numbers, and never the numbers that it has.
func TestCodeEdgeAwaitsItsNumbers(t *testing.T) {
	for k := range stage.Posterior { // 0: before the first stage
		s := edgePanel(t, "code", 3, func(r *sgpc.Run) {
			for range k {
				r.StepStage()
			}
		}, func(c *settings.Config) { c.Channels, c.Hidden = 8, 8 })
		want := "It has no numbers yet."
		if k >= stage.Sinkhorn {
			want = "Its agreement comes in stage 9."
		}
		if text := leadOf(s); !strings.HasSuffix(text, want) || strings.Contains(text, "plan") {
			t.Errorf("after stage %d: %q, want it to end with %q", k, text, want)
		}
		if got := inspector.New(s).Body.Eq; got != "code" {
			t.Errorf("after stage %d the equation is %s, want code", k, got)
		}
	}
}

// At the least values of the settings, τ and ε are printed as they are set, in both modes of the step, on the edge and in stage 3.
func TestSmallStepsArePrinted(t *testing.T) {
	for _, mode := range []string{"kl", "w2"} {
		s := edgePanel(t, "paper", 3, epochs(1), func(c *settings.Config) { c.JKOMode, c.Tau, c.Epsilon = mode, 0.004, 0.005 })
		for _, panel := range []string{state.PanelEdge, state.PanelStage} {
			s.View.Panel, s.View.Stage = panel, stage.JKO
			for symbol, want := range map[string]float64{"τ": 0.004, "ε": 0.005} {
				if got, err := strconv.ParseFloat(valueOf(s, symbol), 64); err != nil || math.Abs(got-want) > 1e-12 {
					t.Errorf("jko_mode=%s, %s: %s is printed as %s, want %g", mode, panel, symbol, valueOf(s, symbol), want)
				}
			}
		}
	}
}

// The note of the cycles begins with the reason for a missing cycle. A tree has no cycle, and a selected place without a cycle has no
// reason. Of a triangle with two labels and a node without a label, no edge joins two classes.
func TestCyclesWithoutLabelOrSelection(t *testing.T) {
	note := func(graph string, at int) *edge.Cycles {
		page := opened(recipe.Setup{Graph: graph, Seed: 1, Settings: map[string]string{"epochs": "1", "d": "2", "channels": "4"}})
		page.do(state.PickStage{Stage: stage.Maps})
		page.do(state.MoveFigure{Name: state.SliderCycle, At: at})
		return cyclesOf(&page.s)
	}
	if c := note("karate", 1); !strings.HasPrefix(c.Note, "Over an edge") {
		t.Errorf("without a selected cycle the note is %q", c.Note)
	}
	for at := range 2 {
		if c := note("star", at+1); c.Note != "The graph has no cycle." {
			t.Errorf("a star has the note %q", c.Note)
		}
	}

	page := opened(recipe.Setup{Graph: "karate", Seed: 1, Settings: map[string]string{"epochs": "1", "d": "2", "channels": "4"}})
	page.do(state.PickStage{Stage: stage.Maps})
	page.do(state.MoveFigure{Name: state.SliderCycle, At: 2})
	cycle := page.s.RoundNow().One.Cycle
	if len(cycle) != 3 {
		t.Fatalf("the first cycle is %v, want a triangle", cycle)
	}
	info := *page.s.Graph
	info.Labels = append([]int(nil), info.Labels...)
	info.Labels[cycle[0]], info.Labels[cycle[1]], info.Labels[cycle[2]] = 0, 0, -1
	*page.s.Graph = info
	for _, row := range cyclesOf(&page.s).Nums {
		if row[0] == "Edges between classes" && row[1] != "0 of 3" {
			t.Errorf("the labels 0, 0, none have %v", row)
		}
	}
}

// A peer keeps the reading of SGPC in its settings. Its d × d maps are carried around cycles in either reading.
func TestPeerCyclesIgnoreTheReading(t *testing.T) {
	for _, reading := range []string{"paper", "code"} {
		page := opened(recipe.Setup{Graph: "karate", Seed: 1, Model: "nsd-general",
			Settings: map[string]string{"epochs": "1", "d": "2", "channels": "4", "reading": reading}})
		page.do(state.PickStage{Stage: stage.Maps})
		if cyclesOf(&page.s) == nil {
			t.Errorf("reading=%s: the figure of the cycles is missing", reading)
		}
	}
}

// More pairs of classes than the table lists are counted, whether or not they have fewer edges than the last listed pair.
func TestPairsThatAreNotListed(t *testing.T) {
	const classes = 46 // a path through 47 nodes: each class pair has one edge
	page := opened(recipe.Setup{Graph: "path", Seed: 1, Settings: map[string]string{"epochs": "1", "d": "2", "channels": "4"}})
	page.do(state.PickEdge{Edge: 1})
	g := *page.s.Graph
	n := classes + 1
	g.N, g.Classes, g.Edges, g.Labels, g.ClassNames, g.ClassSizes = n, n, nil, nil, nil, make([]int, n)
	g.NodeNames = nil
	for i := range n {
		g.Labels = append(g.Labels, i)
		if i > 0 {
			g.Edges = append(g.Edges, int32(i-1), int32(i))
		}
		g.ClassSizes[i] = 1
	}
	page.s.Graph = &g
	for _, f := range edge.Classes(&page.s) {
		if table, ok := f.Data.(edge.ByClass); ok {
			if !strings.Contains(table.Note, "1 pair is not listed; none has more edges.") {
				t.Errorf("46 pairs with one edge each: %q", table.Note)
			}
			return
		}
	}
	t.Error("the table is missing")
}

// In the first stages of an epoch, the note of the table by class has the epoch of the plans, the maps and the agreement.
func TestTableByClassNamesEarlierEpochs(t *testing.T) {
	s := edgePanel(t, "paper", 3, func(r *sgpc.Run) {
		r.StepEpoch()
		r.StepStage()
	}, func(*settings.Config) {})
	note := byClassOf(t, s).Note
	for _, want := range []string{"κ̄ is that of epoch 1.", "The plans are those of epoch 1.", "The maps are those of epoch 1."} {
		if !strings.Contains(note, want) {
			t.Errorf("in epoch 2 the note %q lacks %q", note, want)
		}
	}
}

// The panel of a peer with attention has both attentions with the names of their ends, as its rows of numbers have them.
func TestAttentionNamesItsEnds(t *testing.T) {
	page := opened(recipe.Setup{Graph: "karate", Seed: 1, Model: "gat", Settings: map[string]string{"epochs": "1"}})
	page.do(state.PickEdge{Edge: 3})
	e, text := page.s.Frame.Edge, leadOf(&page.s)
	i, j := view.ShortName(&page.s, e.I), view.ShortName(&page.s, e.J)
	want := "The attention of " + i + " to " + j + " is " + view.Num(e.Attention[0]) + ", of " + j + " to " + i + " " +
		view.Num(e.Attention[1]) + "."
	if !strings.Contains(text, want) {
		t.Errorf("%q lacks %q", text, want)
	}
}

// The norm of maps that are not 0 is not printed as 0, beside the edge and in the table by class.
func TestSmallNormsArePrinted(t *testing.T) {
	s := edgePanel(t, "code", 3, epochs(1), func(c *settings.Config) { c.Channels, c.Hidden = 8, 8 })
	for _, f := range inspector.New(s).Body.Figures {
		for _, row := range f.Nums {
			if name, ok := row[0].(string); ok && strings.HasPrefix(name, "‖R‖") && row[1] == "0.00" {
				t.Errorf("%s is printed as %v, the map is %v", name, row[1], s.Frame.Edge.Rij)
			}
		}
	}
	table := byClassOf(t, s)
	for k, head := range table.Heads {
		if head == "‖R‖" && table.Tops[k] == "0.00" {
			t.Errorf("the largest norm is printed as %s", table.Tops[k])
		}
	}
}

package view_test

import (
	"math"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sgpc/trace"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/stages"
)

// karateCode returns the page with the reading "code" on the karate club after three epochs. Unless symmetric is true, every third edge
// has one direction only.
func karateCode(t *testing.T, symmetric bool, change func(*settings.Config), edge int) (*state.State, *trace.Trace) {
	t.Helper()
	g := graph.Karate()
	if !symmetric {
		given, oneWay := make([]graph.Edge, len(g.Edges)), make([]bool, len(g.Edges))
		for e, q := range g.Edges {
			given[e], oneWay[e] = q, e%3 == 0
			if e%2 == 0 {
				given[e] = graph.Edge{I: q.J, J: q.I}
			}
		}
		g.Orient(given, oneWay)
	}
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := method.Configure(g, split, "sgpc", "code", 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Channels, cfg.Hidden = 16, 16
	change(&cfg)
	var tr *trace.Trace
	s := karateAt(t, g, split, cfg, func(r *sgpc.Run) {
		epochs(3)(r)
		if tr, err = trace.Of(r, nil); err != nil {
			t.Fatal(err)
		}
	}, frame.Focus{Edge: choice.Of(edge), Spectrum: true})
	s.View.Panel = state.PanelStage
	return s, tr
}

func leadOf(s *state.State) string {
	text := ""
	for _, span := range inspector.New(s).Lead {
		text += span.Text
	}
	return text
}

func valueOf(s *state.State, symbol string) string {
	for _, v := range inspector.New(s).Body.Vals {
		if v.Symbol == symbol {
			return v.Text
		}
	}
	return ""
}

// TestCodeStageTextsEqualTrace computes every number in the texts of the stages from the trace, in the reading "code".
func TestCodeStageTextsEqualTrace(t *testing.T) {
	for _, symmetric := range []bool{true, false} {
		for _, warm := range []bool{true, false} {
			s, tr := karateCode(t, symmetric, func(c *settings.Config) {
				if warm {
					c.KLWarmup, c.SpecWarmup = 0, 0
				}
			}, 4)
			m := len(tr.Graph.Edges)
			low := [2]int{}
			seen := map[[2]int]int{}
			weight := map[[2]int]float64{}
			minMix, maxMix, meanP0 := math.Inf(1), 0.0, 0.0
			for _, l := range tr.Lift {
				q := l.Entry
				key := [2]int{min(q.Edge[0], q.Edge[1]), max(q.Edge[0], q.Edge[1])}
				if seen[key]++; seen[key] == 1 {
					meanP0 += q.P0 / float64(m)
					for k, p := range []float64{q.P0, q.P} {
						if p <= 1e-3 {
							low[k]++
						}
					}
				}
				weight[key] += q.Weight
				w := 0.7*q.P0 + 0.3*q.P
				minMix, maxMix = math.Min(minMix, w), math.Max(maxMix, w)
			}
			two := 0
			minR, maxR := math.Inf(1), 0.0
			for key, n := range seen {
				if n == 2 {
					two++
				}
				minR, maxR = math.Min(minR, math.Sqrt(weight[key])), math.Max(maxR, math.Sqrt(weight[key]))
			}
			says := func(stage int, words ...string) {
				t.Helper()
				s.View.Stage = stage
				text := leadOf(s)
				for _, w := range words {
					if !strings.Contains(text, w) {
						t.Errorf("symmetric %v: stage %d does not say %q: %s", symmetric, stage, w, text)
					}
				}
			}
			says(stage.Sinkhorn, "no plans", view.Int(low[0])+" of "+view.Int(m))
			says(stage.JKO, "no plans", view.Int(low[1])+" of "+view.Int(m), view.Num(minMix)+" to "+view.Num(maxMix))
			if got := stages.Rail(s)[1].Value; got != "P₀ "+view.Num(meanP0)+" on average" {
				t.Errorf("the rail has %q, want %v", got, meanP0)
			}
			if sp := charts.NewSpectrum(s); len(sp.GainAFM) > 0 {
				t.Error("the gain of the mixing stands over the eigenvalues of another matrix")
			}
			for _, stage := range []int{stage.Sinkhorn, stage.JKO} { // no step warms or cools a plan
				if s.View.Stage = stage; strings.Contains(leadOf(s), "temperature") {
					t.Errorf("stage %d tells of temperatures: %s", stage, leadOf(s))
				}
			}
			listed := view.Int(two) + " edges are listed in both directions and have two"
			if symmetric {
				listed = "every edge is listed in both directions"
			}
			says(stage.Maps, view.Int(len(tr.Lift))+" directed entries on "+view.Int(m)+" edges", listed, view.Num(minR)+" to "+view.Num(maxR))

			worst := 0.0
			h, x := tr.Diffusion.Input, tr.Diffusion.Output
			res := make([][]float64, len(h))
			for i := range h {
				res[i] = make([]float64, len(h[i]))
				for k := range h[i] {
					res[i][k] = h[i][k] - x[i][k]
				}
			}
			for e, v := range tr.Laplacian.Vals {
				for k, f := range x[tr.Laplacian.Cols[e]] {
					res[tr.Laplacian.Rows[e]][k] -= tr.Config.Dt * v * f
				}
			}
			for k := range h[0] {
				sum := 0.0
				for i := range res {
					sum += res[i][k] * res[i][k]
				}
				worst = math.Max(worst, sum)
			}
			if worst >= 1e-8 {
				t.Errorf("the residual %g is not below the program's", worst)
			}
			iterations := view.Int(tr.Diffusion.Iterations) + " iteration"
			says(stage.Diffusion, iterations, "without a preconditioner left "+view.Num(worst),
				"below 1e−8, or after "+view.Int(tr.Config.CGMax)+" iterations")

			gate := func(k int) float64 { return 1 / (1 + math.Exp(-tr.Parameters["gates"].Values[k])) }
			says(stage.Classes, view.Pct(gate(0))+" of the diffused and "+view.Pct(gate(1))+" of the mixed")
			if got := valueOf(s, "g_1"); got != view.Num(gate(0)) {
				t.Errorf("g_1 is %q", got)
			}

			mean := 0.0
			for _, p := range tr.Posterior {
				mean += p.KL / float64(len(tr.Posterior))
			}
			words := []string{"Calibration does not touch the prediction", "cross-entropy alone for 300 epochs"}
			if warm {
				words[1] = "its loss adds the KL term"
			}
			says(stage.Posterior, words...)
			lambda2 := 0.0
			if tr.Spectrum.Lambda2 != nil {
				lambda2 = *tr.Spectrum.Lambda2
			}
			divisor := math.Max(1, lambda2) + 1e-6
			if a, b := valueOf(s, "\\bar{\\KL }"), valueOf(s, "\\max (λ_2,1)"); a != view.Num(mean) || b != view.Num(divisor) {
				t.Errorf("mean KL %q, want %v; divisor %q, want %v", a, mean, b, divisor)
			}
			for i := range tr.Calibrated {
				for k, v := range tr.Calibrated[i] {
					if v != tr.Probs[i][k] {
						t.Fatal("calibration touches the prediction")
					}
				}
			}
			if b := s.Frame.Bound; math.Abs(b.LSpec-b.CHet/divisor) > 1e-12 || math.Abs(b.KLSum-mean) > 1e-12 {
				t.Errorf("the bound has L_spec %v and KL %v, want %v and %v", b.LSpec, b.KLSum, b.CHet/divisor, mean)
			}
			says(stage.Gap, "no ascent", "learning rate is 0.001; it is halved when more than 50 epochs")
			says(stage.Features, "into 16 numbers between 0 and 1")
		}
	}
}

// TestCodeEdgeNamesItsEntries compares the panels of an edge with one entry and of an edge with two entries with the trace. Both have one
// picture. The names of the nodes are their numbers from 1.
func TestCodeEdgeNamesItsEntries(t *testing.T) {
	for _, edge := range []int{3, 4, 6} {
		s, tr := karateCode(t, false, func(*settings.Config) {}, edge)
		s.View.Panel = state.PanelEdge
		text := leadOf(s)
		entries := 0
		for _, l := range tr.Lift {
			q := l.Entry
			a, b := q.Edge[0], q.Edge[1]
			if [2]int{min(a, b), max(a, b)} != tr.Graph.Edges[edge] {
				continue
			}
			entries++
			if way := "from " + view.Int(a+1) + " to " + view.Int(b+1); !strings.Contains(text, way) || !strings.Contains(text, view.Num(q.Weight)) {
				t.Errorf("edge %d does not say %s, %s: %s", edge, way, view.Num(q.Weight), text)
			}
			if got := valueOf(s, "P_0"); got != view.Num(q.P0) {
				t.Errorf("P_0 is %q, want %v", got, q.P0)
			}
		}
		if both := strings.Contains(text, "both directions"); both != (entries == 2) || both == (edge%3 == 0) {
			t.Errorf("edge %d has %d entries: %s", edge, entries, text)
		}
	}
}

// Every equation of the reading has a list of its symbols.
func TestCodeEquationsAreExplained(t *testing.T) {
	seen := map[string]bool{}
	for _, head := range []string{"mlp", "linear", "gat"} {
		s, _ := karateCode(t, true, func(c *settings.Config) { c.Head = head }, 1)
		for s.View.Stage = 1; s.View.Stage <= 10; s.View.Stage++ {
			if text := equationOf(t, s); text != "" {
				seen[text] = true
			}
		}
	}
	if len(seen) != 11 {
		t.Errorf("%d equations: %v", len(seen), seen)
	}
}

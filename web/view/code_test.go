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

// karateCode returns the page with the authors' reading ("code") on the karate club after three epochs, and the trace of the run. Unless
// symmetric is true, every third edge has one direction only. change alters the configuration before the run. edge is the edge in focus,
// from 0.
func karateCode(t *testing.T, symmetric bool, change func(*settings.Config), edge int) (*state.State, *trace.Trace) {
	t.Helper()
	g := graph.Karate()
	// Every second edge is listed from its other end, and every third in one direction only.
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

// leadOf returns the sentence of the open panel.
func leadOf(s *state.State) string {
	text := ""
	for _, span := range inspector.New(s).Lead {
		text += span.Text
	}
	return text
}

// valueOf returns the text of the value with a symbol in the open panel, or "".
func valueOf(s *state.State, symbol string) string {
	for _, v := range inspector.New(s).Body.Vals {
		if v.Symbol == symbol {
			return v.Text
		}
	}
	return ""
}

// residualOf returns the residual of the solver of the diffusion, H − X − Δt L X: the largest squared norm of a column.
func residualOf(tr *trace.Trace) (worst float64) {
	h, x := tr.Diffusion.Input, tr.Diffusion.Output
	residual := make([][]float64, len(h))
	for i := range h {
		residual[i] = make([]float64, len(h[i]))
		for k := range h[i] {
			residual[i][k] = h[i][k] - x[i][k]
		}
	}
	for e, v := range tr.Laplacian.Vals {
		for k, f := range x[tr.Laplacian.Cols[e]] {
			residual[tr.Laplacian.Rows[e]][k] -= tr.Config.Dt * v * f
		}
	}
	for k := range h[0] {
		sum := 0.0
		for i := range residual {
			sum += residual[i][k] * residual[i][k]
		}
		worst = math.Max(worst, sum)
	}
	return worst
}

// In the reading "code", every number in the texts of the stages equals the number computed from the trace. The numbers are couplings,
// mixed weights, norms of maps, the residual of the solver, gates, mean KL and the divisor of the spectral term. The test uses graphs with
// and without edges of one direction, and runs with and without warm-up.
func TestCodeStageTextsEqualTrace(t *testing.T) {
	for _, symmetric := range []bool{true, false} {
		for _, noWarmup := range []bool{true, false} {
			checkCodeStages(t, symmetric, noWarmup)
		}
	}
}

// checkCodeStages is TestCodeStageTextsEqualTrace for one graph and one run. symmetric is that of karateCode. If noWarmup is true, the KL
// term and the spectral term count from the first epoch.
func checkCodeStages(t *testing.T, symmetric, noWarmup bool) {
	s, tr := karateCode(t, symmetric, func(c *settings.Config) {
		if noWarmup {
			c.KLWarmup, c.SpecWarmup = 0, 0
		}
	}, 4)
	// The entries of the lift by their edge: how many, and their total weight. low counts the edges whose coupling is at most the floor of the
	// authors' program, 10⁻³, before and after the JKO step.
	edges := len(tr.Graph.Edges)
	low := [2]int{}
	entries := map[[2]int]int{}
	weight := map[[2]int]float64{}
	minMix, maxMix, meanP0 := math.Inf(1), 0.0, 0.0
	for _, l := range tr.Lift {
		q := l.Entry
		key := [2]int{min(q.Edge[0], q.Edge[1]), max(q.Edge[0], q.Edge[1])}
		entries[key]++
		if entries[key] == 1 {
			meanP0 += q.P0 / float64(edges)
			for k, p := range []float64{q.P0, q.P} {
				if p <= 1e-3 {
					low[k]++
				}
			}
		}
		weight[key] += q.Weight
		w := 0.7*q.P0 + 0.3*q.P // stage 3 states the range of this mixture; the weights are the authors'
		minMix, maxMix = math.Min(minMix, w), math.Max(maxMix, w)
	}
	// Edges with two entries, and the range of the norms of the maps, √weight.
	withTwo := 0
	minR, maxR := math.Inf(1), 0.0
	for key, n := range entries {
		if n == 2 {
			withTwo++
		}
		minR, maxR = math.Min(minR, math.Sqrt(weight[key])), math.Max(maxR, math.Sqrt(weight[key]))
	}
	// This reading has no plan.
	ofEdge := *s
	ofEdge.View.Panel = state.PanelEdge
	if why := inspector.New(&ofEdge).Why; why == "" || strings.Contains(why, "plan") {
		t.Errorf("the purpose of an edge is %q", why)
	}
	// checkSays checks that the sentence of a stage contains each of words.
	checkSays := func(stage int, words ...string) {
		t.Helper()
		s.View.Stage = stage
		text := leadOf(s)
		for _, w := range words {
			if !strings.Contains(text, w) {
				t.Errorf("symmetric %v: the sentence of stage %d lacks %q: %s", symmetric, stage, w, text)
			}
		}
	}
	// Stages 2 and 3, and the rail.
	checkSays(stage.Sinkhorn, "no plans", view.Int(low[0])+" of "+view.Int(edges))
	checkSays(stage.JKO, "no plans", view.Int(low[1])+" of "+view.Int(edges), view.Num(minMix)+" to "+view.Num(maxMix))
	if got := stages.Rail(s)[1].Value; got != "P₀ "+view.Num(meanP0)+" on average" {
		t.Errorf("the rail has %q, want P₀ %s on average", got, view.Num(meanP0))
	}
	if sp := charts.NewSpectrum(s); len(sp.GainAFM) > 0 {
		t.Error("the chart of the spectrum has the gain of the mixing, which belongs to another matrix")
	}
	for _, stage := range []int{stage.Sinkhorn, stage.JKO} { // no step warms or cools a plan
		s.View.Stage = stage
		if strings.Contains(leadOf(s), "temperature") {
			t.Errorf("stage %d names a temperature: %s", stage, leadOf(s))
		}
	}
	listed := view.Int(withTwo) + " edges are listed in both directions and have two"
	if symmetric {
		listed = "every edge is listed in both directions"
	}
	checkSays(stage.Maps, view.Int(len(tr.Lift))+" directed entries on "+view.Int(edges)+" edges", listed,
		view.Num(minR)+" to "+view.Num(maxR))

	worst := residualOf(tr)
	if worst >= 1e-8 {
		t.Errorf("the residual %g is not below the authors' limit 1e-8", worst)
	}
	iterations := view.Int(tr.Diffusion.Iterations) + " iteration"
	checkSays(stage.Diffusion, iterations, "without a preconditioner left "+view.Num(worst),
		"below 1e−8, or after "+view.Int(tr.Config.CGMax)+" iterations")

	// The gates of stage 8 are sigmoids of parameters.
	gate := func(k int) float64 { return 1 / (1 + math.Exp(-tr.Parameters["gates"].Values[k])) }
	checkSays(stage.Classes, view.Pct(gate(0))+" of the diffused and "+view.Pct(gate(1))+" of the mixed")
	if got := valueOf(s, "g_1"); got != view.Num(gate(0)) {
		t.Errorf("g_1 is %q, want %s", got, view.Num(gate(0)))
	}

	// Stage 9: mean KL, the divisor max(λ₂, 1) + 10⁻⁶ of the authors' program, and calibration without effect.
	mean := 0.0
	for _, p := range tr.Posterior {
		mean += p.KL / float64(len(tr.Posterior))
	}
	words := []string{"Calibration does not touch the prediction", "cross-entropy alone for 300 epochs"}
	if noWarmup {
		words[1] = "its loss adds the KL term"
	}
	checkSays(stage.Posterior, words...)
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
	checkSays(stage.Gap, "no ascent", "learning rate is 0.001; it is halved when more than 50 epochs")
	checkSays(stage.Features, "into 16 numbers between 0 and 1")
}

// The sentence of an edge names the direction and the weight of each of its entries, with the numbers of the nodes from 1. The value P_0 is
// that of the trace. Only an edge with two entries has "both directions". Every third edge, here 3 and 6, has one entry.
func TestCodeEdgeNamesItsEntries(t *testing.T) {
	for _, edge := range []int{3, 4, 6} {
		s, tr := karateCode(t, false, func(*settings.Config) {}, edge)
		s.View.Panel = state.PanelEdge
		text := leadOf(s)
		// The entries of this edge in the trace.
		entries := 0
		for _, l := range tr.Lift {
			q := l.Entry
			a, b := q.Edge[0], q.Edge[1]
			if [2]int{min(a, b), max(a, b)} != tr.Graph.Edges[edge] {
				continue
			}
			entries++
			direction := "from " + view.Int(a+1) + " to " + view.Int(b+1)
			if !strings.Contains(text, direction) || !strings.Contains(text, view.Num(q.Weight)) {
				t.Errorf("the sentence of edge %d lacks %q or %q: %s", edge, direction, view.Num(q.Weight), text)
			}
			if got := valueOf(s, "P_0"); got != view.Num(q.P0) {
				t.Errorf("edge %d: P_0 is %q, want %s", edge, got, view.Num(q.P0))
			}
		}
		if both := strings.Contains(text, "both directions"); both != (entries == 2) || both == (edge%3 == 0) {
			t.Errorf("edge %d has %d entries, and the sentence %q", edge, entries, text)
		}
	}
}

// Every equation of the reading "code" has a list of its symbols, which equationOf checks. With three heads, the ten stages have eleven
// different equations, as recorded from this program.
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
		t.Errorf("%d different equations, want 11: %v", len(seen), seen)
	}
}
